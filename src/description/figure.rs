use super::Str;

/// A chart of a procedure as a whole: its file's name, and what it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The name of its files, without the extension.
    pub name: Str,
    /// What it shows.
    pub kind: FigureKind,
}

/// What a figure shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigureKind {
    /// One bar for all outcomes, divided by the labels of this metric.
    Split {
        /// The metric.
        metric: Str,
        /// The label that the player plays for.
        won: Str,
    },
    /// The distribution of a metric, and the chances of others to be above 0.
    LawAndChances {
        /// The metric with the distribution.
        law: Str,
        /// What the names of the other metrics begin with.
        chances: Str,
        /// What their chances are, in words.
        title: Str,
    },
    /// The chance of each member of a group: that its metric is true or, if it has labels, that it does not
    /// have the first.
    Members {
        /// What the chances are of, in words.
        title: Str,
        /// The members.
        members: Vec<Member>,
    },
    /// A track of boxes, with the probability that each ends up marked. It is not drawn if the
    /// procedure has no indicators.
    Boxes(TrackFigure),
    /// What has become of a course by each round. It is not drawn if the procedure has no indicators.
    Stacks(Course),
    /// The best choice in each situation of a policy. It is not drawn if the scenario has no such table.
    Policy(PolicyFigure),
}

/// One of several, with a metric of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// What it is called.
    pub name: Str,
    /// The name of its metric.
    pub metric: Str,
}

/// Rounds in which something may end, in several ways. If no value is followed, all indicators of
/// the procedure belong to the course: one for each ending of the first round, then those of the
/// second round, and so on, and a last one for what is open after the last round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The title: what is shown for each round, in words.
    pub title: Str,
    /// The text beside the title.
    pub help: Str,
    /// The word for a round: `turn`, `cast`. Its plural ends in `s`.
    pub round: Str,
    /// The endings, in the order of the indicators.
    pub endings: Vec<Str>,
    /// The index of the ending that the player plays for. Its share is drawn from the bottom, that of the
    /// first of the others from the top, and those of the rest in between.
    pub won: usize,
    /// The words for what has not ended. Its share is drawn above that of what is won.
    pub open: Str,
    /// The indicators of a followed value, if there is one: its values are then the endings and `open`.
    pub followed: Option<FollowedValue>,
}

/// A value that is followed through the rounds of a loop, by indicators of a procedure. They count
/// how often it has each value before the first round, and then at the beginning and at the end of
/// each round. If a round is not played any more, the value stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FollowedValue {
    /// The index of the first of its indicators.
    pub first: usize,
    /// The number of possible values, which are counted from 0.
    pub values: usize,
    /// The maximum number of rounds.
    pub rounds: usize,
}

/// When a followed value is looked at.
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
    /// The number of its indicators.
    pub fn indicators(&self) -> usize {
        self.values * (1 + 2 * self.rounds)
    }

    /// The index of the indicator of value 0 at this moment. Rounds are counted from 0.
    pub fn place(&self, moment: Moment, round: usize) -> usize {
        let before = match moment {
            Moment::Before => 0,
            Moment::Begin => 1 + 2 * round,
            Moment::End => 2 + 2 * round,
        };
        self.first + self.values * before
    }

    /// The share of each value after each round, or `None` if an indicator is missing.
    pub fn shares(&self, indicators: &[f64]) -> Option<Vec<Vec<f64>>> {
        let at = |moment, round| {
            let place = self.place(moment, round);
            indicators.get(place..place + self.values)
        };
        let mut shares = at(Moment::Before, 0)?.to_vec();
        let mut behind = |round| {
            let changes = at(Moment::End, round)?.iter().zip(at(Moment::Begin, round)?);
            // A share that is back at 0 may have a negative rounding error.
            let changed = |(share, (end, begin)): (&mut f64, (&f64, &f64))| {
                *share = (*share + (end - begin)).max(0.0);
            };
            shares.iter_mut().zip(changes).for_each(changed);
            Some(shares.clone())
        };
        (0..self.rounds).map(&mut behind).collect()
    }
}

/// A policy as maps. The two axes of a map are things that a player sees, and each of its cells
/// shows what to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyFigure {
    /// What the maps show, in words.
    pub title: Str,
    /// The text beside the title.
    pub help: Str,
    /// The side table of the policy. Each of its rows is a situation with its `probability`, and
    /// with the best `choice` in words.
    pub table: Str,
    /// What distinguishes the maps. Columns of the table that precede all columns named here are
    /// unknown keys, and distinguish maps, too.
    pub cases: Vec<SeenByPlayer>,
    /// The vertical axis, from top to bottom.
    pub rows: SeenByPlayer,
    /// The horizontal axis, from left to right.
    pub columns: SeenByPlayer,
    /// The choices in their order, if they have one.
    pub choices: Vec<Str>,
}

/// Something that a player sees: the sum of some columns of a policy, or the words of one column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenByPlayer {
    /// What it is called.
    pub name: Str,
    /// The columns.
    pub columns: Vec<Str>,
}

/// A track of boxes. Each sign in a box is an indicator of the procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackFigure {
    /// Whose track it is, in words.
    pub title: Str,
    /// The text beside the title.
    pub help: Str,
    /// The index of the first indicator: the first sign in box 0. The other signs in that box follow.
    pub first: usize,
    /// The number of indicators from one box to the next.
    pub stride: usize,
    /// The number of boxes, which are counted from 0.
    pub boxes: usize,
    /// The signs that may stand in a box.
    pub signs: Vec<Str>,
    /// The boxes that have something in common.
    pub zones: Vec<Zone>,
}

/// Consecutive boxes that have something in common.
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
    /// Whether a box belongs to the zone.
    pub fn has(&self, number: usize) -> bool {
        (self.lowest..=self.highest).contains(&number)
    }
}
