use super::Str;

/// A chart of a procedure as a whole: its file's name, and what it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The name of its files, without what stands behind the dot.
    pub name: Str,
    /// What it shows.
    pub kind: FigureKind,
}

/// What a figure shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigureKind {
    /// One bar, divided as the labels of this metric divide all that can happen.
    Split {
        /// The metric.
        metric: Str,
    },
    /// The law of a metric, and the chances of others to be above 0.
    LawAndChances {
        /// The metric whose law it is.
        law: Str,
        /// What the names of the others begin with.
        chances: Str,
        /// What their chances are, in words.
        title: Str,
    },
    /// A track of boxes, by how likely each ends up marked. It is not drawn where
    /// the procedure has no indicators.
    Boxes(TrackFigure),
    /// What has become of a course by each round. It is not drawn where the
    /// procedure has no marks.
    Stacks(Course),
}

/// Rounds in which something may end, in several ways, and whose ends are all indicators
/// of a procedure: one for each ending of the first round, then those of the second,
/// and so on, and a last one for what is open behind the last round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// What is asked of each round, in words.
    pub title: Str,
    /// What is written beside that.
    pub help: Str,
    /// What a round is called: `turn`, `cast`. Several have an `s`.
    pub round: Str,
    /// The endings, in the order of the indicators. The share of the first is drawn from
    /// the bottom, that of the second from the top, any others are between.
    pub endings: Vec<Str>,
    /// What is said of what has not ended. Its share is drawn above that of the first
    /// ending.
    pub open: Str,
}

/// Boxes whose signs are indicators of a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackFigure {
    /// Whose track it is, in words.
    pub title: Str,
    /// What is written beside that.
    pub help: Str,
    /// The place of the first indicator: the first sign in box 0. The other signs in
    /// that box follow, then those in box 1, and so on.
    pub first: usize,
    /// How many boxes there are, counted from 0.
    pub boxes: usize,
    /// The signs that may stand in a box.
    pub signs: Vec<Str>,
    /// The boxes that have something in common.
    pub zones: Vec<Zone>,
}

/// Some boxes side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// What they have in common.
    pub label: Str,
    /// The number of the highest of them.
    pub highest: usize,
    /// The number of the lowest of them.
    pub lowest: usize,
}

impl Figure {
    /// A figure of this name.
    pub fn new(name: impl Into<Str>, kind: FigureKind) -> Self {
        Figure { name: name.into(), kind }
    }
}

impl Zone {
    /// Whether a box is among them.
    pub fn has(&self, number: usize) -> bool {
        (self.lowest..=self.highest).contains(&number)
    }
}
