//! What a resolution yields: metrics and indicators.

use std::borrow::Cow;
use std::sync::Arc;

/// The index of a metric in its procedure's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Metric(pub usize);

/// A metric of 0 or 1 that stays out of the joint outcome: a box of a damage track that ends up
/// marked, or somebody who still stands after a round. Only its own probability can be asked for,
/// not its joint distribution with others, so there may be many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Indicator(pub usize);

/// A metric: its name, its meaning, and its possible values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetricSpec {
    /// `[a-z0-9_]+`, as in files and expressions.
    pub name: String,
    /// What players call it, short: what its numbers count (`boxes of damage`), or what
    /// happens where it is 1 (`target is hit`).
    pub label: String,
    /// One line of help.
    pub help: Cow<'static, str>,
    /// Its values.
    pub kind: MetricKind,
    /// How its values are to be understood.
    meaning: Meaning,
    /// How many of its numbers are one of what it measures: 1,000, if it counts thousandths.
    unit: i64,
    /// Whether it is what the procedure is for.
    leads: bool,
    /// The index of the label that the player plays for, if there is one.
    won: Option<usize>,
    /// Its labels as players read them, if these are other words.
    said: Option<Names>,
}

/// The names of a metric's values; clones share them.
type Names = Arc<[Cow<'static, str>]>;

/// How the values of a metric are to be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Meaning {
    /// Quantities or labels.
    Plain,
    /// 1 if something happens, otherwise 0.
    Indicator,
    /// A number that counts nothing: "Willpower is 3", not "3 Willpowers".
    Rating,
    /// When something happens, counted from 1, or 0 if it never does.
    Occasion,
    /// Codes for these names, counted from 0.
    Codes(Names),
}

/// The name of the value 0 of an occasion.
pub const NEVER: &str = "never";

/// The cases that the mean of an occasion is about, as words behind it.
pub const IF_EVER: &str = ", if ever";

/// The values of a metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MetricKind {
    /// Integers from `min` to `max`, both included. If `open` is set, the dice are open-ended, and
    /// `max` is only where the distribution was cut.
    Integer {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
        /// Whether greater values are possible.
        open: bool,
    },
    /// The indices of these labels, in their declared order.
    Label(Names),
}

impl MetricSpec {
    /// An integer metric from `min` to `max`.
    pub fn integer(name: &str, help: impl Into<Cow<'static, str>>, min: i64, max: i64) -> Self {
        MetricSpec::new(name, help, MetricKind::Integer { min, max, open: false })
    }

    /// An integer metric of open-ended dice, whose distribution is cut at `max`.
    pub fn open(name: &str, help: impl Into<Cow<'static, str>>, min: i64, max: i64) -> Self {
        MetricSpec::new(name, help, MetricKind::Integer { min, max, open: true })
    }

    /// A metric that is 0 or 1.
    pub fn flag(name: &str, help: impl Into<Cow<'static, str>>) -> Self {
        MetricSpec { meaning: Meaning::Indicator, ..MetricSpec::integer(name, help, 0, 1) }
    }

    /// An integer metric that counts nothing: a rating, a modifier.
    pub fn rating(name: &str, help: impl Into<Cow<'static, str>>, min: i64, max: i64) -> Self {
        MetricSpec { meaning: Meaning::Rating, ..MetricSpec::integer(name, help, min, max) }
    }

    /// When something happens, counted from 1 to `max`, or 0 if it never does: the round in which somebody
    /// falls. Its mean and its quantiles are those of the cases in which it happens.
    pub fn occasion(name: &str, help: impl Into<Cow<'static, str>>, max: i64) -> Self {
        MetricSpec { meaning: Meaning::Occasion, ..MetricSpec::integer(name, help, 0, max) }
    }

    /// A metric of labels.
    pub fn label(
        name: &str,
        help: impl Into<Cow<'static, str>>,
        labels: impl IntoIterator<Item: Into<Cow<'static, str>>>,
    ) -> Self {
        MetricSpec::new(name, help, MetricKind::Label(labels.into_iter().map(Into::into).collect()))
    }

    /// An integer metric whose numbers stand for `names`, counted from 0, such as the rows
    /// of a table in a rulebook: it has probabilities, but no mean and no quantiles.
    pub fn coded(
        name: &str,
        help: impl Into<Cow<'static, str>>,
        names: impl IntoIterator<Item: Into<Cow<'static, str>>>,
    ) -> Self {
        let names: Names = names.into_iter().map(Into::into).collect();
        let most = names.len() as i64 - 1;
        MetricSpec { meaning: Meaning::Codes(names), ..MetricSpec::integer(name, help, 0, most) }
    }

    fn new(name: &str, help: impl Into<Cow<'static, str>>, kind: MetricKind) -> Self {
        MetricSpec {
            name: name.to_owned(),
            label: name.replace('_', " "),
            help: help.into(),
            kind,
            meaning: Meaning::Plain,
            unit: 1,
            leads: false,
            won: None,
            said: None,
        }
    }

    /// This metric, whose labels players read in these words.
    pub fn said(self, labels: Vec<String>) -> Self {
        MetricSpec { said: Some(labels.into_iter().map(Cow::from).collect()), ..self }
    }

    /// This metric, of whose numbers so many are one of what it measures.
    pub fn counted_in(self, unit: i64) -> Self {
        MetricSpec { unit, ..self }
    }

    /// How many of its numbers are one of what it measures: 1,000, if it counts thousandths.
    pub fn unit(&self) -> i64 {
        self.unit
    }

    /// This metric with numbers that are so many times as great, and so counted in a finer unit.
    pub(crate) fn times(&self, times: i64) -> Self {
        let kind = match self.kind {
            MetricKind::Integer { min, max, open } => {
                MetricKind::Integer { min: min * times, max: max * times, open }
            }
            MetricKind::Label(ref labels) => MetricKind::Label(labels.clone()),
        };
        MetricSpec { kind, unit: self.unit * times, ..self.clone() }
    }

    /// This metric, if `leads` holds as what the procedure is for: results begin with it.
    pub fn leading(self, leads: bool) -> Self {
        MetricSpec { leads, ..self }
    }

    /// Whether it is what the procedure is for.
    pub fn leads(&self) -> bool {
        self.leads
    }

    /// This metric, whose label with this index the player plays for.
    pub fn played_for(self, label: usize) -> Self {
        MetricSpec { won: Some(label), ..self }
    }

    /// The index of the label that the player plays for, if there is one.
    pub fn won(&self) -> Option<usize> {
        self.won
    }

    /// Sets the name that players know the metric by. By default it is the metric's name with spaces.
    pub fn called(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Whether it differs from another metric only in its range and its words, so that expressions
    /// mean the same with either.
    pub(crate) fn is_like(&self, other: &MetricSpec) -> bool {
        let has_numbers = |metric: &MetricSpec| matches!(metric.kind, MetricKind::Integer { .. });
        self.name == other.name
            && self.meaning == other.meaning
            && (has_numbers(self) && has_numbers(other) || self.kind == other.kind)
    }

    /// This metric with its range extended by that of another one. `None` if the other has another
    /// name, or values with another meaning.
    pub(super) fn with_values_of(&self, other: &MetricSpec) -> Option<MetricSpec> {
        if !self.is_like(other) {
            return None;
        }
        let kind = match (&self.kind, &other.kind) {
            (
                &MetricKind::Integer { min, max, open },
                &MetricKind::Integer { min: their_min, max: their_max, open: their_open },
            ) => MetricKind::Integer {
                min: min.min(their_min),
                max: max.max(their_max),
                open: open || their_open,
            },
            (labels, _) => labels.clone(),
        };
        Some(MetricSpec { kind, ..self.clone() })
    }

    /// Numbers its labels by their places among these, which contain them. Returns the new number of each.
    pub(crate) fn number_labels(&mut self, labels: &[Cow<'static, str>]) -> Vec<usize> {
        let place = |label| labels.iter().position(|other| other == label).unwrap_or_default();
        let places: Vec<usize> = self.labels().into_iter().flatten().map(place).collect();
        self.won = self.won.map(|won| places[won]);
        self.said = self.said.take().map(|said| {
            let mut words = labels.to_vec();
            places.iter().zip(said.iter()).for_each(|(&place, word)| words[place] = word.clone());
            words.into()
        });
        self.kind = MetricKind::Label(labels.into());
        places
    }

    /// Its labels, if it has any.
    pub fn labels(&self) -> Option<&[Cow<'static, str>]> {
        match &self.kind {
            MetricKind::Integer { .. } => None,
            MetricKind::Label(labels) => Some(labels),
        }
    }

    /// The names of its values from 0 on, if they are names: its labels in words, or what its codes stand for.
    pub fn names(&self) -> Option<&[Cow<'static, str>]> {
        match &self.meaning {
            Meaning::Codes(names) => Some(names),
            Meaning::Plain | Meaning::Indicator | Meaning::Rating | Meaning::Occasion => {
                self.said.as_deref().or_else(|| self.labels())
            }
        }
    }

    /// Its values with their names, in order; empty if they are quantities.
    pub fn categories(&self) -> impl Iterator<Item = (i64, &str)> {
        (self.range().0..).zip(self.names().unwrap_or_default().iter().map(|name| &**name))
    }

    /// Whether its values are names rather than quantities, so that it has no mean, no
    /// quantiles, and no "this value or more".
    pub fn is_nominal(&self) -> bool {
        self.names().is_some()
    }

    /// Whether it is 1 if something happens, and 0 otherwise. A count that is at most 1 is no indicator.
    pub fn is_indicator(&self) -> bool {
        self.meaning == Meaning::Indicator
    }

    /// Whether it is a number that counts nothing.
    pub fn is_rating(&self) -> bool {
        self.meaning == Meaning::Rating
    }

    /// Whether it says when something happens, and is 0 if it never does.
    pub fn is_occasion(&self) -> bool {
        self.meaning == Meaning::Occasion
    }

    /// The cases that its mean is about, as words behind it; empty if it is about all.
    pub fn cases(&self) -> &'static str {
        if self.is_occasion() { IF_EVER } else { "" }
    }

    /// What its mean is the mean of: its label, and the cases that count.
    pub fn averaged(&self) -> String {
        format!("{}{}", self.label, self.cases())
    }

    /// A value as players read it: its name, if it stands for one.
    pub fn say(&self, value: i64) -> String {
        if self.is_occasion() && value == 0 {
            return NEVER.to_owned();
        }
        let place = usize::try_from(value).ok();
        let name = self.names().zip(place).and_then(|(names, place)| names.get(place));
        name.map_or_else(|| value.to_string().replace('-', "−"), |name| name.to_string())
    }

    /// A value as files show it.
    pub fn show(&self, value: i64) -> String {
        match self.labels() {
            None => value.to_string(),
            Some(labels) => labels[value as usize].to_string(),
        }
    }

    /// How many values it can take.
    pub fn values(&self) -> u64 {
        let (min, max) = self.range();
        max.abs_diff(min).saturating_add(1)
    }

    /// The smallest and the greatest value; for labels, their indices.
    pub fn range(&self) -> (i64, i64) {
        match &self.kind {
            MetricKind::Integer { min, max, .. } => (*min, *max),
            MetricKind::Label(labels) => (0, labels.len() as i64 - 1),
        }
    }
}
