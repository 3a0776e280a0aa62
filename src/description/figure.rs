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
    /// What to choose in each situation of a policy. It is not drawn where the scenario has no
    /// such table.
    Policy(PolicyFigure),
}

/// Rounds in which something may end, in several ways. Where no value is followed, its ends are all
/// indicators of a procedure: one for each ending of the first round, then those of the second,
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
    /// The indicators of a value that is followed: the endings, and what is open, are all that it
    /// may be.
    pub followed: Option<FollowedValue>,
}

/// A value that is followed through the rounds of a loop, among the indicators of a procedure. They
/// count how often it is so before the first round, and then at the beginning and at the end of each
/// round. Where a round is not played any more, it stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FollowedValue {
    /// The place of the first of its indicators.
    pub first: usize,
    /// How many values there may be, counted from 0.
    pub values: usize,
    /// The most rounds.
    pub rounds: usize,
}

/// When a value that is followed is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before the first round.
    Before,
    /// At the beginning of each round.
    Begin,
    /// At the end of each round.
    End,
}

impl FollowedValue {
    /// How many indicators it has.
    pub fn indicators(&self) -> usize {
        self.values * (1 + 2 * self.rounds)
    }

    /// The place of the indicator of value 0 at this moment of a round, counted from 0.
    pub fn place(&self, moment: Moment, round: usize) -> usize {
        let before = match moment {
            Moment::Before => 0,
            Moment::Begin => 1 + 2 * round,
            Moment::End => 2 + 2 * round,
        };
        self.first + self.values * before
    }

    /// The share of each value behind each round; none if an indicator is missing.
    pub fn shares(&self, indicators: &[f64]) -> Option<Vec<Vec<f64>>> {
        let at = |moment, round| {
            let place = self.place(moment, round);
            indicators.get(place..place + self.values)
        };
        let mut shares = at(Moment::Before, 0)?.to_vec();
        let mut behind = |round| {
            let changes = at(Moment::End, round)?.iter().zip(at(Moment::Begin, round)?);
            // What nobody has any more may be left with an error of rounding.
            let changed = |(share, (end, begin)): (&mut f64, (&f64, &f64))| {
                *share = (*share + (end - begin)).max(0.0);
            };
            shares.iter_mut().zip(changes).for_each(changed);
            Some(shares.clone())
        };
        (0..self.rounds).map(&mut behind).collect()
    }
}

/// A policy as maps: two things that a player sees are the sides of a map, and each of its
/// cells says what to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyFigure {
    /// What the maps tell, in words.
    pub title: Str,
    /// What is written beside that.
    pub help: Str,
    /// The side table of the policy. Each of its rows is a situation with its `probability` and
    /// the best `choice` in words.
    pub table: Str,
    /// What tells one map from another. Columns of the table before all that are named here are
    /// keys that are not known, and tell maps apart as well.
    pub cases: Vec<SeenByPlayer>,
    /// From top to bottom.
    pub rows: SeenByPlayer,
    /// From left to right.
    pub columns: SeenByPlayer,
    /// The columns whose numbers say a choice in few characters, joined by `+`; a choice that
    /// has none of them is said in words.
    pub brief: Vec<Str>,
}

/// Something that a player sees: the sum of some columns of a policy, or the words of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenByPlayer {
    /// What it is called.
    pub name: Str,
    /// The columns.
    pub columns: Vec<Str>,
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

impl SeenByPlayer {
    /// The sum of these columns, or the words of the only one.
    pub fn new(name: impl Into<Str>, columns: impl IntoIterator<Item: Into<Str>>) -> Self {
        SeenByPlayer { name: name.into(), columns: columns.into_iter().map(Into::into).collect() }
    }
}

impl Zone {
    /// Whether a box is among them.
    pub fn has(&self, number: usize) -> bool {
        (self.lowest..=self.highest).contains(&number)
    }
}
