//! Statistics in the words of players.

use super::super::event::Event;
use super::super::parse::{Comparison, Number, Truth};
use super::{Condition, Names, Relation, Statistic, StatisticName, Term, Tree};

/// How an event is put: "target is hit" follows on "chance that", "10 or more boxes of
/// damage" on "chance of".
struct Phrase {
    text: String,
    is_clause: bool,
}

impl Phrase {
    fn clause(text: String) -> Phrase {
        Phrase { text, is_clause: true }
    }

    fn noun(text: String) -> Phrase {
        Phrase { text, is_clause: false }
    }
}

impl Event {
    /// Its chance as players say it: "chance of 10 or more boxes of damage".
    pub fn words(&self, names: &Names<'_>) -> String {
        chance(self.truth(), names)
    }
}

impl Statistic {
    /// As players say it: `mean(damage)` is "boxes of damage on average", and the chance of
    /// a question is called by the question's name.
    pub fn words(&self, names: &Names<'_>) -> String {
        match &self.tree {
            Tree::Term(term) => self.terms[*term].words(names, true),
            tree => tree.words(self, names, 0),
        }
    }

    /// What it is called in tables, charts and files.
    pub fn name(&self, names: &Names<'_>) -> StatisticName {
        StatisticName { written: self.text.clone(), words: self.words(names), is_chance: self.is_chance() }
    }

    /// Whether it is one probability: its values are shown in percent.
    pub fn is_chance(&self) -> bool {
        matches!(self.tree, Tree::Term(term) if matches!(self.terms[term], Term::Probability { .. }))
    }

    /// Its value, where it is a number as it is written.
    pub fn constant(&self) -> Option<f64> {
        match self.tree {
            Tree::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// Whether it is a mean, whose value stands before its words: "5.7 boxes of damage on
    /// average".
    pub fn is_mean(&self) -> bool {
        matches!(self.tree, Tree::Term(term) if matches!(self.terms[term], Term::Mean { .. }))
    }
}

impl Condition {
    /// How the statistic has to be to its bound, as in "at most".
    pub fn relation_in_words(&self) -> &'static str {
        match self.relation {
            Relation::Less => "less than",
            Relation::AtMost => "at most",
            Relation::Greater => "more than",
            Relation::AtLeast => "at least",
            Relation::Equal => "exactly",
        }
    }
}

impl Tree {
    /// `tightness` is that of the operator around it: what binds less stands in brackets.
    fn words(&self, of: &Statistic, names: &Names<'_>, tightness: u8) -> String {
        let pair = |left: &Tree, sign: &str, right: &Tree, own: u8| {
            let right_own = if matches!(sign, "−" | "/") { own + 1 } else { own };
            let text = format!("{} {sign} {}", left.words(of, names, own), right.words(of, names, right_own));
            if own < tightness { format!("({text})") } else { text }
        };
        match self {
            Tree::Constant(value) => value.to_string().replace('-', "−"),
            Tree::Key { path, .. } => key(path, names),
            Tree::Term(term) => of.terms[*term].words(names, false),
            Tree::Negative(inner) => format!("−{}", inner.words(of, names, 3)),
            Tree::Sum(left, right) => pair(left, "+", right, 1),
            Tree::Difference(left, right) => pair(left, "−", right, 1),
            Tree::Product(left, right) => pair(left, "×", right, 2),
            Tree::Quotient(left, right) => pair(left, "/", right, 2),
        }
    }
}

impl Term {
    /// `alone`: it is the whole statistic.
    fn words(&self, names: &Names<'_>, alone: bool) -> String {
        let when = |given: &Option<Truth>| match given {
            Some(given) => match question(given, names) {
                Some(name) => format!(", given “{name}”"),
                None => format!(", given {}", truth(given, names).text),
            },
            None => String::new(),
        };
        match self {
            Term::Probability { event, given } => {
                let words = match question(event, names) {
                    Some(name) if alone => name.to_owned(),
                    Some(name) => format!("chance of “{name}”"),
                    None => chance(event, names),
                };
                words + &when(given)
            }
            Term::Mean { number, given } => {
                let words = format!("{} on average{}", count(number, names), when(given));
                if alone { words } else { format!("({words})") }
            }
            Term::Deviation { number } => format!("standard deviation of {}", count(number, names)),
            Term::Quantile { metric, q } => {
                let percent = ((100.0 * q) * 1e6).round() / 1e6;
                format!("{} not exceeded {percent} % of the time", label(*metric, names))
            }
        }
    }
}

fn chance(event: &Truth, names: &Names<'_>) -> String {
    let Phrase { text, is_clause } = truth(event, names);
    format!("chance {} {text}", if is_clause { "that" } else { "of" })
}

/// The question that asks for an event.
fn question<'a>(event: &Truth, names: &Names<'a>) -> Option<&'a str> {
    let asks = names.questions.iter().find(|question| question.event.truth() == event);
    asks.map(|question| question.name.as_str())
}

fn label<'a>(metric: usize, names: &Names<'a>) -> &'a str {
    &names.metrics[metric].label
}

fn key(path: &str, names: &Names<'_>) -> String {
    let key = names.keys.iter().find(|key| key.matches(path));
    key.map_or_else(|| path.to_owned(), |key| key.label_at(path))
}

fn count(number: &Number, names: &Names<'_>) -> String {
    let both = |left: &Number, sign: &str, right: &Number| {
        format!("{} {sign} {}", count(left, names), count(right, names))
    };
    let product = |factor: &Number| match factor {
        Number::Sum(..) | Number::Difference(..) => format!("({})", count(factor, names)),
        _ => count(factor, names),
    };
    match number {
        Number::Constant(constant) => constant.to_string().replace('-', "−"),
        Number::Metric(metric) => label(*metric, names).to_owned(),
        Number::Negative(inner) => format!("−{}", product(inner)),
        Number::Sum(left, right) => both(left, "+", right),
        Number::Difference(left, right) => {
            format!("{} − {}", count(left, names), product(right))
        }
        Number::Product(left, right) => format!("{} × {}", product(left), product(right)),
    }
}

fn truth(event: &Truth, names: &Names<'_>) -> Phrase {
    match event {
        Truth::Compare(Number::Metric(metric), how, Number::Constant(value)) => {
            compared(*metric, *how, *value, names)
        }
        Truth::Compare(left, how, right) => {
            let sign = match how {
                Comparison::Equal => "=",
                Comparison::NotEqual => "≠",
                Comparison::Less => "<",
                Comparison::LessOrEqual => "≤",
                Comparison::Greater => ">",
                Comparison::GreaterOrEqual => "≥",
            };
            Phrase::clause(format!("{} {sign} {}", count(left, names), count(right, names)))
        }
        Truth::In(value, list) => {
            let item = |item: &Number| match (value, item) {
                (Number::Metric(metric), Number::Constant(value)) => said(*metric, *value, names),
                _ => count(item, names),
            };
            let items: Vec<String> = list.iter().map(item).collect();
            Phrase::clause(format!("{} is {}", count(value, names), items.join(" or ")))
        }
        Truth::Not(inner) => {
            let Phrase { text, is_clause } = truth(inner, names);
            Phrase { text: format!("not ({text})"), is_clause }
        }
        Truth::And(left, right) => joined(left, "and", right, names),
        Truth::Or(left, right) => joined(left, "or", right, names),
    }
}

fn joined(left: &Truth, word: &str, right: &Truth, names: &Names<'_>) -> Phrase {
    let part = |part: &Truth| {
        let phrase = truth(part, names);
        match part {
            Truth::And(..) | Truth::Or(..) => Phrase { text: format!("({})", phrase.text), ..phrase },
            _ => phrase,
        }
    };
    let (left, right) = (part(left), part(right));
    Phrase { text: format!("{} {word} {}", left.text, right.text), is_clause: left.is_clause }
}

/// A metric that is compared with a number or a label.
fn compared(metric: usize, how: Comparison, value: i64, names: &Names<'_>) -> Phrase {
    let (name, value_in_words) = (label(metric, names), said(metric, value, names));
    let spec = &names.metrics[metric];
    if spec.is_indicator() {
        let is_one = match how {
            Comparison::Equal => value == 1,
            Comparison::NotEqual => value == 0,
            Comparison::Greater | Comparison::GreaterOrEqual => true,
            Comparison::Less | Comparison::LessOrEqual => false,
        };
        return Phrase::clause(if is_one { name.to_owned() } else { format!("not ({name})") });
    }
    if spec.is_nominal() && matches!(how, Comparison::Equal | Comparison::NotEqual) {
        let not = if how == Comparison::NotEqual { "not " } else { "" };
        return Phrase::clause(format!("{name} is {not}{value_in_words}"));
    }
    Phrase::noun(match (how, value) {
        (Comparison::Equal, 0) | (Comparison::Less, 1) | (Comparison::LessOrEqual, 0) => format!("no {name}"),
        (Comparison::NotEqual, 0) | (Comparison::Greater, 0) => format!("any {name}"),
        (Comparison::Equal, _) => format!("exactly {value} {name}"),
        (Comparison::NotEqual, _) => format!("{name} other than {value}"),
        (Comparison::Less, _) => format!("less than {value} {name}"),
        (Comparison::LessOrEqual, _) => format!("at most {value} {name}"),
        (Comparison::Greater, _) => format!("more than {value} {name}"),
        (Comparison::GreaterOrEqual, _) => format!("{value} or more {name}"),
    })
}

/// A value of a metric as players read it.
fn said(metric: usize, value: i64, names: &Names<'_>) -> String {
    names.metrics[metric].say(value)
}
