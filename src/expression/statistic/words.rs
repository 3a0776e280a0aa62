//! Statistics in the words of players.

use super::super::event::Event;
use super::super::scope::Scope;
use super::super::typed::{Arithmetic, Calculation, ComparisonOperator, Numeric, Truth};
use super::functional::Functional;
use super::nouns::Counted;
use super::{Constraint, Relation, Statistic, StatisticName};

/// The wording of an event. A clause follows "chance that", as in "target is hit"; a noun follows
/// "chance of", as in "10 or more boxes of damage".
struct Phrase {
    text: String,
    /// What follows "there" before a noun: "is" or "are". A clause has none.
    verb: Option<&'static str>,
}

impl Phrase {
    fn clause(text: String) -> Phrase {
        Phrase { text, verb: None }
    }

    fn noun(text: String) -> Phrase {
        let is_one = ["exactly 1 ", "more than 1 "].iter().any(|one| text.starts_with(one));
        Phrase { text, verb: Some(if is_one { "is" } else { "are" }) }
    }

    /// As a clause: "there are 10 or more boxes of damage".
    fn into_clause(self) -> Phrase {
        match self.verb {
            Some(verb) => Phrase::clause(format!("there {verb} {}", self.text)),
            None => self,
        }
    }
}

impl Event {
    /// The chance of the event in the words of players: "chance of 10 or more boxes of damage".
    pub fn words(&self, scope: &dyn Scope) -> String {
        chance(self.truth(), scope)
    }
}

impl Statistic {
    /// The statistic in the words of players: `mean(damage)` is "boxes of damage on average", and the
    /// chance of a question has the question's name.
    pub fn words(&self, scope: &dyn Scope) -> String {
        match &self.tree {
            Arithmetic::Variable(term) => self.functionals[*term].words(scope, true),
            tree => tree.words(&|place| self.functionals[place].words(scope, false), 0),
        }
    }

    /// Its names in tables, charts and files.
    pub fn name(&self, scope: &dyn Scope) -> StatisticName {
        StatisticName { written: self.text.clone(), words: self.words(scope), is_chance: self.is_chance() }
    }

    /// Whether it is a single probability, whose values are shown in percent.
    pub fn is_chance(&self) -> bool {
        matches!(self.tree, Arithmetic::Variable(term) if matches!(self.functionals[term], Functional::Probability { .. }))
    }

    /// Its value, if it is written as a number.
    pub fn constant(&self) -> Option<f64> {
        match &self.tree {
            Arithmetic::Constant(value) => Some(*value),
            Arithmetic::Negative(inner) => match **inner {
                Arithmetic::Constant(value) => Some(-value),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it counts things, as a number before its words does: "5.7 boxes of damage on average". A name
    /// that is no plural stands before its value: "the bandits out on average: 3.0".
    pub fn counts_things(&self, scope: &dyn Scope) -> bool {
        let Arithmetic::Variable(term) = self.tree else { return true };
        match &self.functionals[term] {
            Functional::Mean { number: Arithmetic::Variable(metric), .. } => {
                Counted::read(label(*metric, scope)).is_some()
            }
            _ => true,
        }
    }

    /// Whether it is a mean. The value of a mean stands before its words: "5.7 boxes of damage on average".
    pub fn is_mean(&self) -> bool {
        matches!(self.tree, Arithmetic::Variable(term) if matches!(self.functionals[term], Functional::Mean { .. }))
    }
}

impl Constraint {
    /// The relation to the bound in words, as in "at most".
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

impl<N: Numeric> Arithmetic<N> {
    /// The expression in words, where `variable` gives the words of a variable. `tightness` is that of
    /// the enclosing operator: operations that bind less tightly get brackets.
    fn words(&self, variable: &dyn Fn(usize) -> String, tightness: u8) -> String {
        match self {
            Arithmetic::Constant(value) => value.to_string().replace('-', "−"),
            Arithmetic::Named { label, .. } => label.clone(),
            Arithmetic::Variable(place) => variable(*place),
            Arithmetic::Negative(inner) => format!("−{}", inner.words(variable, 3)),
            Arithmetic::Of(calculation, parts) => {
                let (sign, own, right_own) = match calculation {
                    Calculation::Sum => ("+", 1, 1),
                    Calculation::Difference => ("−", 1, 2),
                    Calculation::Product => ("×", 2, 2),
                    Calculation::Quotient => ("/", 2, 3),
                };
                let [left, right] = &**parts;
                let text =
                    format!("{} {sign} {}", left.words(variable, own), right.words(variable, right_own));
                if own < tightness { format!("({text})") } else { text }
            }
        }
    }
}

impl Functional {
    /// `alone` says whether it is the whole statistic.
    fn words(&self, scope: &dyn Scope, alone: bool) -> String {
        let when = |given: &Option<Truth<i128>>| match given {
            Some(given) => match question(given, scope) {
                Some(name) => format!(", given “{name}”"),
                None => format!(", given {}", truth(given, scope).text),
            },
            None => String::new(),
        };
        // When something happens, which counts as 0 if it never does.
        let never = |number: &Arithmetic<i128>| match number {
            Arithmetic::Variable(metric) if scope.metrics()[*metric].is_occasion() => ", never counting as 0",
            _ => "",
        };
        match self {
            Functional::Probability { event, given } => {
                let words = match question(event, scope) {
                    Some(name) if alone => name.to_owned(),
                    Some(name) => format!("chance of “{name}”"),
                    None => chance(event, scope),
                };
                words + &when(given)
            }
            Functional::Mean { number, given } => {
                let when = match (number, given) {
                    (_, None) => never(number).to_owned(),
                    (Arithmetic::Variable(metric), Some(given)) if happens(*metric, given, scope) => {
                        scope.metrics()[*metric].cases().to_owned()
                    }
                    _ => when(given),
                };
                let words = format!("{} on average{when}", count(number, scope));
                if alone { words } else { format!("({words})") }
            }
            Functional::Deviation { number } => {
                format!("standard deviation of {}{}", count(number, scope), never(number))
            }
            Functional::Quantile { metric, q } => {
                let percent = ((100.0 * q) * 1e6).round() / 1e6;
                let never = never(&Arithmetic::Variable(*metric));
                format!("{} not exceeded {percent} % of the time{never}", label(*metric, scope))
            }
        }
    }
}

/// Whether an event is that what a metric is about happens at all.
fn happens(metric: usize, event: &Truth<i128>, scope: &dyn Scope) -> bool {
    use ComparisonOperator::{Greater, GreaterOrEqual, NotEqual};
    let Truth::Compare(Arithmetic::Variable(of), how, Arithmetic::Constant(bound)) = event else {
        return false;
    };
    let is_above_0 = matches!((how, bound), (Greater | NotEqual, 0) | (GreaterOrEqual, 1));
    *of == metric && is_above_0 && scope.metrics()[metric].is_occasion()
}

fn chance(event: &Truth<i128>, scope: &dyn Scope) -> String {
    let Phrase { text, verb } = truth(event, scope);
    format!("chance {} {text}", if verb.is_some() { "of" } else { "that" })
}

/// The name of the question that asks for an event.
fn question<'a>(event: &Truth<i128>, scope: &'a dyn Scope) -> Option<&'a str> {
    scope.events().into_iter().find(|(_, named)| named.truth() == event).map(|(name, _)| name)
}

fn label(metric: usize, scope: &dyn Scope) -> &str {
    &scope.metrics()[metric].label
}

fn count(number: &Arithmetic<i128>, scope: &dyn Scope) -> String {
    number.words(&|metric| label(metric, scope).to_owned(), 0)
}

fn truth(event: &Truth<i128>, scope: &dyn Scope) -> Phrase {
    match event {
        Truth::Compare(Arithmetic::Variable(metric), how, Arithmetic::Constant(value)) => {
            compared(*metric, *how, *value, scope)
        }
        Truth::Compare(left, how, right) => {
            Phrase::clause(format!("{} {} {}", count(left, scope), how.sign(), count(right, scope)))
        }
        Truth::In(value, list) => {
            let item = |item: &Arithmetic<i128>| match (value, item) {
                (Arithmetic::Variable(metric), Arithmetic::Constant(value)) => said(*metric, *value, scope),
                _ => count(item, scope),
            };
            let is_label =
                matches!(value, Arithmetic::Variable(metric) if scope.metrics()[*metric].labels().is_some());
            // Numbers of which each is greater by 1 than the one before are said together.
            let runs = list.chunk_by(|one, next| !is_label && follows(one, next));
            let said = runs.flat_map(|run| match run {
                [first, _, .., last] => vec![format!("{} to {}", item(first), item(last))],
                few => few.iter().map(item).collect(),
            });
            let said = said.collect::<Vec<String>>().join(" or ");
            Phrase::clause(format!("{} is {said}", of_owner(&count(value, scope))))
        }
        Truth::Not(inner) => {
            let Phrase { text, verb } = truth(inner, scope);
            Phrase { text: format!("not ({text})"), verb }
        }
        Truth::And(left, right) => joined(left, "and", right, scope),
        Truth::Or(left, right) => joined(left, "or", right, scope),
    }
}

/// Whether these are numbers, the second greater by 1 than the first.
fn follows(one: &Arithmetic<i128>, next: &Arithmetic<i128>) -> bool {
    let number = |item: &Arithmetic<i128>| match item {
        Arithmetic::Constant(number) => Some(*number),
        Arithmetic::Negative(inner) if let Arithmetic::Constant(number) = **inner => number.checked_neg(),
        _ => None,
    };
    number(one).and_then(|one| one.checked_add(1)).is_some_and(|one| number(next) == Some(one))
}

fn joined(left: &Truth<i128>, word: &str, right: &Truth<i128>, scope: &dyn Scope) -> Phrase {
    let part = |part: &Truth<i128>| {
        let phrase = truth(part, scope);
        match part {
            Truth::And(..) | Truth::Or(..) => Phrase { text: format!("({})", phrase.text), ..phrase },
            _ => phrase,
        }
    };
    let (left, right) = (part(left), part(right));
    let is_clause = left.verb.is_none() || right.verb.is_none();
    let [left, right] = [left, right].map(|part| if is_clause { part.into_clause() } else { part });
    // What belongs to a name with an "and" of its own ends before the comma.
    let comma = if is_clause && left.text.contains(" and ") { "," } else { "" };
    Phrase { text: format!("{}{comma} {word} {}", left.text, right.text), verb: left.verb }
}

/// A metric that is compared with a number or a label.
fn compared(metric: usize, how: ComparisonOperator, value: i128, scope: &dyn Scope) -> Phrase {
    let (name, value_in_words) = (label(metric, scope), said(metric, value, scope));
    let spec = &scope.metrics()[metric];
    if spec.is_indicator() {
        return Phrase::clause(match (how.holds(0, value), how.holds(1, value)) {
            (false, true) => name.to_owned(),
            (true, false) => format!("not ({name})"),
            // It says nothing about whether it happens.
            _ => format!("{name} {} {value}", how.sign()),
        });
    }
    if spec.is_nominal() && matches!(how, ComparisonOperator::Equal | ComparisonOperator::NotEqual) {
        let not = if how == ComparisonOperator::NotEqual { "not " } else { "" };
        return Phrase::clause(format!("{} is {not}{value_in_words}", of_owner(name)));
    }
    let counted = Counted::read(name).filter(|_| !spec.is_rating());
    let none_or_any = match (how, value) {
        (ComparisonOperator::Equal, 0)
        | (ComparisonOperator::Less, 1)
        | (ComparisonOperator::LessOrEqual, 0) => Some("no"),
        (ComparisonOperator::NotEqual, 0) | (ComparisonOperator::Greater, 0) => Some("any"),
        _ => None,
    };
    let is_amount = !spec.is_rating() && spec.range().0 >= 0;
    if let Some(word) = none_or_any.filter(|_| is_amount) {
        return match counted {
            Some(counted) => Phrase::noun(counted.with(word)),
            None => Phrase { text: format!("{word} {}", of_owner(name)), verb: Some("is") },
        };
    }
    let Some(counted) = counted else {
        let how = match how {
            ComparisonOperator::Equal => value_in_words,
            ComparisonOperator::NotEqual => format!("not {value_in_words}"),
            ComparisonOperator::Less => format!("less than {value_in_words}"),
            ComparisonOperator::LessOrEqual => format!("at most {value_in_words}"),
            ComparisonOperator::Greater => format!("more than {value_in_words}"),
            ComparisonOperator::GreaterOrEqual => format!("{value_in_words} or more"),
        };
        return Phrase::clause(format!("{} is {how}", of_owner(name)));
    };
    Phrase::noun(match how {
        ComparisonOperator::Equal => format!("exactly {}", counted.many(value)),
        ComparisonOperator::NotEqual => format!("{name} other than {value}"),
        ComparisonOperator::Less => format!("fewer than {}", counted.many(value)),
        ComparisonOperator::LessOrEqual => format!("at most {}", counted.many(value)),
        ComparisonOperator::Greater => format!("more than {}", counted.many(value)),
        ComparisonOperator::GreaterOrEqual => counted.with(&format!("{value} or more")),
    })
}

/// The name of a metric in a sentence: "penalty of Ripper" for "Ripper: penalty".
fn of_owner(name: &str) -> String {
    match name.split_once(": ") {
        Some((owner, what)) => format!("{what} of {owner}"),
        None => name.to_owned(),
    }
}

/// A value of a metric as players read it.
fn said(metric: usize, value: i128, scope: &dyn Scope) -> String {
    i64::try_from(value).map_or_else(|_| value.to_string(), |value| scope.metrics()[metric].say(value))
}
