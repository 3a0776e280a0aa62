//! Statistics: numbers that a joint law has.

mod parse;

mod words;

use super::parse::{Number, Truth};
use super::{ExpressionError, Scope};
use crate::chance::Metric;
use crate::stats::{Z95, same};

/// A number that follows from the joint law of some metrics.
///
/// It is an arithmetic expression of probabilities, means, standard deviations and
/// quantiles. Of a sampled law it has an error by the delta method.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistic {
    text: String,
    tree: Tree,
    terms: Vec<Term>,
}

/// What a statistic is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatisticName {
    /// As it is written: the name in files that programs read.
    pub written: String,
    /// As players say it.
    pub words: String,
    /// Whether it is one probability: its values are shown in percent.
    pub is_chance: bool,
}

/// Two statistics that are compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    text: String,
    /// What is compared.
    pub statistic: Statistic,
    /// How.
    pub relation: Relation,
    /// With what.
    pub bound: Statistic,
}

/// How two statistics are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `=` or `==`
    Equal,
}

/// The joint law of some metrics: one row for each joint outcome, with a value for
/// every metric of the procedure (those that are not in it are 0).
#[derive(Clone, Debug, PartialEq)]
pub struct JointLaw {
    /// Joint outcomes and their probabilities.
    pub rows: Vec<(Vec<i64>, f64)>,
    /// How many resolutions were sampled; `None`: the law is exact.
    pub trials: Option<u64>,
    /// The mass that an exact law leaves out.
    pub omitted: f64,
}

/// The value of a statistic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value; not finite where the statistic has none, as with a condition that is
    /// never met.
    pub value: f64,
    /// Its standard error; 0 where the law is exact.
    pub error: f64,
}

/// An arithmetic expression of terms.
#[derive(Clone, Debug, PartialEq)]
enum Tree {
    Constant(f64),
    Named { label: String, value: f64 },
    Term(usize),
    Negative(Box<Tree>),
    Sum(Box<Tree>, Box<Tree>),
    Difference(Box<Tree>, Box<Tree>),
    Product(Box<Tree>, Box<Tree>),
    Quotient(Box<Tree>, Box<Tree>),
}

/// What is read off a law.
#[derive(Clone, Debug, PartialEq)]
enum Term {
    Probability { event: Truth, given: Option<Truth> },
    Mean { number: Number, given: Option<Truth> },
    Deviation { number: Number },
    Quantile { metric: usize, q: f64 },
}

impl Estimate {
    /// The lower end of the 95 % interval.
    pub fn low(self) -> f64 {
        self.value - Z95 * self.error
    }

    /// The upper end.
    pub fn high(self) -> f64 {
        self.value + Z95 * self.error
    }

    /// The difference to an independent estimate.
    pub fn less(self, other: Estimate) -> Estimate {
        Estimate { value: self.value - other.value, error: self.error.hypot(other.error) }
    }
}

impl Statistic {
    /// Compiles a statistic of a scenario's metrics and keys.
    pub fn parse(text: &str, scope: &dyn Scope) -> Result<Statistic, ExpressionError> {
        parse::statistic(text, scope)
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it looks at a metric.
    pub fn reads(&self, metric: Metric) -> bool {
        self.terms.iter().any(|term| term.reads(metric.0))
    }

    /// Its value in a law that has all the metrics it reads.
    ///
    /// The error of a sampled one is `√(Σ p (Σ ∂f/∂t · I_t)² / n)` over the joint
    /// outcomes, `I_t` being the influence function of the term `t` (A. W. van der
    /// Vaart, Asymptotic Statistics, chapters 3 and 20). Quantiles have none; half the
    /// distance of the quantiles at `q ± √(q (1 − q) / n)` stands for it.
    pub fn of(&self, law: &JointLaw) -> Estimate {
        let values: Vec<f64> = self.terms.iter().map(|term| term.value(law)).collect();
        let value = self.tree.value(&values);
        let Some(trials) = law.trials else {
            return Estimate { value, error: 0.0 };
        };
        let mut slopes = vec![0.0; values.len()];
        self.tree.slopes(&values, 1.0, &mut slopes);
        let parts: Vec<Influence> =
            self.terms.iter().zip(&values).map(|(term, &value)| term.influence(value, law)).collect();
        let of_row = |row: &[i64]| {
            let terms = self.terms.iter().zip(&parts).zip(&slopes);
            terms.map(|((term, part), slope)| slope * term.influence_of(part, row)).sum::<f64>()
        };
        let spread: f64 = law.rows.iter().map(|(row, p)| p * of_row(row).powi(2)).sum();
        let of_quantiles: f64 =
            parts.iter().zip(&slopes).map(|(part, slope)| (slope * part.own).powi(2)).sum();
        Estimate { value, error: (spread / trials as f64 + of_quantiles).sqrt() }
    }
}

impl Condition {
    /// Compiles a condition, as in `p(drain > 0) <= 0.01`.
    pub fn parse(text: &str, scope: &dyn Scope) -> Result<Condition, ExpressionError> {
        parse::condition(text, scope)
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Relation {
    /// Whether two numbers stand so; never where one has no value. Numbers that differ
    /// by rounding alone are equal.
    pub fn holds(self, left: f64, right: f64) -> bool {
        let equal = same(left, right);
        match self {
            Relation::Less => left < right && !equal,
            Relation::AtMost => left <= right || equal,
            Relation::Greater => left > right && !equal,
            Relation::AtLeast => left >= right || equal,
            Relation::Equal => equal,
        }
    }

    /// How far two numbers are from standing so; 0 where they do.
    pub fn missed_by(self, left: f64, right: f64) -> f64 {
        match self.holds(left, right) {
            true => 0.0,
            false if left.is_finite() && right.is_finite() => (left - right).abs(),
            false => f64::INFINITY,
        }
    }
}

impl Tree {
    fn value(&self, terms: &[f64]) -> f64 {
        match self {
            Tree::Constant(value) | Tree::Named { value, .. } => *value,
            Tree::Term(term) => terms[*term],
            Tree::Negative(inner) => -inner.value(terms),
            Tree::Sum(left, right) => left.value(terms) + right.value(terms),
            Tree::Difference(left, right) => left.value(terms) - right.value(terms),
            Tree::Product(left, right) => left.value(terms) * right.value(terms),
            Tree::Quotient(left, right) => left.value(terms) / right.value(terms),
        }
    }

    /// Adds `slope` times the derivative by each term.
    fn slopes(&self, terms: &[f64], slope: f64, slopes: &mut [f64]) {
        match self {
            Tree::Constant(_) | Tree::Named { .. } => {}
            Tree::Term(term) => slopes[*term] += slope,
            Tree::Negative(inner) => inner.slopes(terms, -slope, slopes),
            Tree::Sum(left, right) => {
                left.slopes(terms, slope, slopes);
                right.slopes(terms, slope, slopes);
            }
            Tree::Difference(left, right) => {
                left.slopes(terms, slope, slopes);
                right.slopes(terms, -slope, slopes);
            }
            Tree::Product(left, right) => {
                left.slopes(terms, slope * right.value(terms), slopes);
                right.slopes(terms, slope * left.value(terms), slopes);
            }
            Tree::Quotient(left, right) => {
                let (above, below) = (left.value(terms), right.value(terms));
                left.slopes(terms, slope / below, slopes);
                right.slopes(terms, -slope * above / (below * below), slopes);
            }
        }
    }
}

/// What a term's influence function needs beside a row.
struct Influence {
    /// The value of the term, or the mean of a standard deviation.
    center: f64,
    /// What the deviation of a row is divided by.
    scale: f64,
    /// The variance of a standard deviation.
    variance: f64,
    /// An error that no row tells.
    own: f64,
}

impl Term {
    fn reads(&self, metric: usize) -> bool {
        let given = |given: &Option<Truth>| given.as_ref().is_some_and(|given| given.reads(metric));
        match self {
            Term::Probability { event, given: condition } => event.reads(metric) || given(condition),
            Term::Mean { number, given: condition } => number.reads(metric) || given(condition),
            Term::Deviation { number } => number.reads(metric),
            Term::Quantile { metric: own, .. } => *own == metric,
        }
    }

    fn value(&self, law: &JointLaw) -> f64 {
        match self {
            // Probabilities are what was visited: what is omitted makes each low.
            Term::Probability { event, given: None } => law.mass(|row| event.holds(row)).min(1.0),
            Term::Probability { event, given: Some(given) } => {
                law.mass(|row| given.holds(row) && event.holds(row)) / law.mass(|row| given.holds(row))
            }
            Term::Mean { number, given: None } => law.sum(|row| number.value(row) as f64),
            Term::Mean { number, given: Some(given) } => {
                let sum = law.sum(|row| if given.holds(row) { number.value(row) as f64 } else { 0.0 });
                sum / law.mass(|row| given.holds(row))
            }
            Term::Deviation { number } => law.variance(number).1.sqrt(),
            Term::Quantile { metric, q } => law.quantile(*metric, *q),
        }
    }

    fn influence(&self, value: f64, law: &JointLaw) -> Influence {
        let none = Influence { center: value, scale: 1.0, variance: 0.0, own: 0.0 };
        match self {
            Term::Probability { given, .. } => {
                let scale = given.as_ref().map_or(1.0, |given| law.mass(|row| given.holds(row)));
                Influence { scale, own: never_or_always(value, law, scale), ..none }
            }
            Term::Mean { given: Some(given), .. } => {
                Influence { scale: law.mass(|row| given.holds(row)), ..none }
            }
            Term::Mean { given: None, .. } => none,
            Term::Deviation { number } => {
                let (mean, variance) = law.variance(number);
                Influence { center: mean, variance, scale: 2.0 * value, own: 0.0 }
            }
            Term::Quantile { metric, q } => {
                let trials = law.trials.unwrap_or(u64::MAX) as f64;
                let spread = (q * (1.0 - q) / trials).sqrt();
                let (low, high) = ((q - spread).max(0.0), (q + spread).min(1.0));
                let own = (law.quantile(*metric, high) - law.quantile(*metric, low)) / 2.0;
                Influence { own, ..none }
            }
        }
    }

    /// The influence of a row on the term.
    fn influence_of(&self, part: &Influence, row: &[i64]) -> f64 {
        let meets = |given: &Option<Truth>| given.as_ref().is_none_or(|given| given.holds(row));
        let deviation = match self {
            Term::Probability { event, given } if meets(given) => {
                f64::from(u8::from(event.holds(row))) - part.center
            }
            Term::Mean { number, given } if meets(given) => number.value(row) as f64 - part.center,
            // A law of one value has no error.
            Term::Deviation { .. } if part.variance == 0.0 => return 0.0,
            Term::Deviation { number } => (number.value(row) as f64 - part.center).powi(2) - part.variance,
            Term::Probability { .. } | Term::Mean { .. } | Term::Quantile { .. } => return 0.0,
        };
        deviation / part.scale
    }
}

/// The error of a probability of which a sample has seen no case, or nothing else: where
/// all rows are alike they tell none. So large that the interval reaches as far as that of
/// Wilson.
fn never_or_always(probability: f64, law: &JointLaw, share: f64) -> f64 {
    match law.trials {
        Some(trials) if same(probability, 0.0) || same(probability, 1.0) => {
            Z95 / (trials as f64 * share + Z95 * Z95)
        }
        _ => 0.0,
    }
}

impl JointLaw {
    fn sum(&self, of: impl Fn(&[i64]) -> f64) -> f64 {
        // The sum of nothing is -0.0.
        self.rows.iter().map(|(row, p)| p * of(row)).sum::<f64>() + 0.0
    }

    fn mass(&self, has: impl Fn(&[i64]) -> bool) -> f64 {
        self.rows.iter().filter(|(row, _)| has(row)).map(|(_, p)| p).sum::<f64>() + 0.0
    }

    /// The mean and the population's variance of a number.
    fn variance(&self, number: &Number) -> (f64, f64) {
        let mean = self.sum(|row| number.value(row) as f64);
        (mean, self.sum(|row| (number.value(row) as f64 - mean).powi(2)))
    }

    /// The least value `v` of a metric with `P(≤ v) ≥ q − 1e-12`.
    fn quantile(&self, metric: usize, q: f64) -> f64 {
        let mut law: Vec<(i64, f64)> = self.rows.iter().map(|(row, p)| (row[metric], *p)).collect();
        law.sort_by_key(|&(value, _)| value);
        let mut below = 0.0;
        let reached = law.iter().find(|(_, p)| {
            below += p;
            below >= q - 1e-12
        });
        reached.or(law.last()).map_or(f64::NAN, |&(value, _)| value as f64)
    }
}

#[cfg(test)]
mod tests;
