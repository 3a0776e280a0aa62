//! A rule text whose names and types are known.
//!
//! Everything is a whole number: a truth value is 0 or 1, a label its place among its labels.
//! Dice and calls stand in statements of their own, before the statement that needs them; so an
//! expression has one value, given its variables and the keys.

use super::roll::Roll;
use super::syntax::{Expectation, Sheet, Span};
use crate::chance::Player;
use crate::expression::ExpressionError;

/// A rule text that a user has written.
#[derive(Debug)]
pub struct Program {
    pub(super) title: String,
    pub(super) keys: Vec<KeyOfRules>,
    pub(super) presets: Vec<PresetOfRules>,
    /// Questions that stand in the text: their names, and where their events are.
    pub(super) questions: Vec<(String, Span)>,
    pub(super) expectations: Vec<Expectation>,
    pub(super) sheets: Vec<Sheet>,
    /// What has to be true of the keys, and what is said where it is not.
    pub(super) requirements: Vec<(Expr, String)>,
    pub(super) lists: Vec<Vec<i64>>,
    pub(super) rolls: Vec<Roll>,
    pub(super) definitions: Vec<Routine>,
    pub(super) main: Routine,
    pub(super) metrics: Vec<MetricOfRules>,
    /// What players decide, choice by choice in the order of the text.
    pub(super) choices: Vec<Choice>,
    /// What they play for: a metric, and whether it shall be great.
    pub(super) goal: Option<(usize, Player)>,
    /// What is followed through the rounds of loops.
    pub(super) followed: Vec<Followed>,
    /// The titles of its steps, from 1 on; step 0 is what comes before them.
    pub(super) steps: Vec<String>,
}

/// A key that a rule text declares.
#[derive(Debug)]
pub struct KeyOfRules {
    pub name: String,
    pub ty: Type,
    /// The least and the greatest number; of labels and truth values their places.
    pub range: (i64, i64),
    /// The labels, if it has any.
    pub labels: Vec<String>,
    pub default: Option<i64>,
    pub is_optional: bool,
    pub help: String,
}

/// Values of keys that have a name together.
#[derive(Debug)]
pub struct PresetOfRules {
    /// The path of the key that names it.
    pub key: String,
    pub name: String,
    pub label: String,
    /// Keys, and their values.
    pub fills: Vec<(usize, i64)>,
}

/// What a rule text reports.
#[derive(Debug)]
pub struct MetricOfRules {
    pub name: String,
    pub ty: Type,
    /// The variable of the main routine that holds it at the end.
    pub variable: usize,
}

/// A decision of a player.
#[derive(Debug)]
pub struct Choice {
    /// The variable that holds what is chosen.
    pub variable: usize,
    pub options: Options,
    /// What the player wants of the goal.
    pub player: Player,
    /// The key by which a scenario fixes it.
    pub key: usize,
}

/// A value that is followed through the rounds of a loop.
#[derive(Debug)]
pub struct Followed {
    pub name: String,
    /// What the value is called that is 0, 1, and so on.
    pub labels: Vec<String>,
    /// What is computed before the value.
    pub head: Block,
    pub value: Expr,
    /// The number of rounds; it reads nothing but keys.
    pub most: Expr,
}

/// What a player may choose.
#[derive(Debug)]
pub enum Options {
    /// From the one to the other.
    Range(Expr, Expr),
    /// One of these, the first of those that are equally good.
    List(Vec<i64>),
}

/// What a value means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Number,
    Truth,
    /// One of these labels.
    Label(Vec<String>),
}

/// Statements with variables of their own: the whole text, or a definition.
#[derive(Debug, Default)]
pub struct Routine {
    pub name: String,
    /// What its variables are called; those of its parameters come first.
    pub variables: Vec<Variable>,
    pub parameters: usize,
    pub body: Block,
    /// The variables that it returns, and what they mean.
    pub outputs: Vec<(usize, Type)>,
    /// How many levels of blocks and definitions are within each other in what it plays.
    pub depth: usize,
}

/// A variable of a routine. What the compiler of rules adds has no name.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub ty: Type,
}

pub type Block = Vec<Statement>;

#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StatementKind {
    Assign {
        variable: usize,
        value: Expr,
    },
    /// A variable has to lie in a range.
    Range {
        variable: usize,
        low: Expr,
        high: Expr,
    },
    /// Dice are rolled: a roll of the program, whose answers go to variables.
    Roll {
        roll: usize,
        arguments: Vec<Expr>,
        answers: Vec<usize>,
    },
    /// A definition is played.
    Call {
        definition: usize,
        arguments: Vec<Expr>,
        results: Vec<usize>,
    },
    If {
        condition: Expr,
        yes: Block,
        no: Block,
    },
    Repeat {
        /// At most so many times; it reads nothing but keys.
        most: Option<Expr>,
        /// What is played before the condition is looked at.
        head: Block,
        condition: Expr,
        body: Block,
        /// What it changes that has a value before it, for stories.
        state: Vec<usize>,
        /// What is followed through its rounds, among all that is followed.
        followed: Vec<usize>,
    },
    For {
        variable: usize,
        values: Vec<i64>,
        body: Block,
    },
    /// A player decides: a choice of the program.
    Choose(usize),
    Step(usize),
    Note(Vec<Words>),
}

/// A part of a note.
#[derive(Clone, Debug)]
pub enum Words {
    Text(String),
    Value(Expr, Type),
}

/// An expression and where it stands.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Constant(i64),
    /// The value of a key that has one.
    Key(usize),
    /// Whether a key is set.
    IsSet(usize),
    /// The value of a key, or where it is not set, of an expression.
    KeyOr(usize, Box<Expr>),
    Variable(usize),
    Not(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `condition ? yes : no`
    Conditional(Box<[Expr; 3]>),
    /// The element of a list at a place.
    Element(usize, Box<Expr>),
}

/// What makes one number of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Plus,
    Minus,
    Times,
    Divide,
    Remainder,
    Min,
    Max,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    And,
    Or,
}

/// The most times that a loop without a number repeats.
pub const MOST_ROUNDS: i64 = 10_000;

/// No number may be greater than this, or less than its negative.
pub const GREATEST: i64 = 1_000_000_000;

/// The values of the keys of a scenario, by their places; `None` where one is not set.
pub type KeyValues = [Option<i64>];

impl Operator {
    /// Its value. Divisions round towards minus infinity; what is divided by 0 is 0, and whether
    /// that can happen is checked before.
    #[inline(always)]
    pub fn of(self, a: i64, b: i64) -> i64 {
        match self {
            Operator::Plus => a.saturating_add(b),
            Operator::Minus => a.saturating_sub(b),
            Operator::Times => a.saturating_mul(b),
            Operator::Divide if b == 0 => 0,
            Operator::Divide => a.div_euclid(b) - i64::from(b < 0 && a.rem_euclid(b) != 0),
            Operator::Remainder if b == 0 => 0,
            Operator::Remainder => a - b * Operator::Divide.of(a, b),
            Operator::Min => a.min(b),
            Operator::Max => a.max(b),
            Operator::Equal => i64::from(a == b),
            Operator::NotEqual => i64::from(a != b),
            Operator::Less => i64::from(a < b),
            Operator::LessOrEqual => i64::from(a <= b),
            Operator::And => a & b,
            Operator::Or => a | b,
        }
    }
}

impl Program {
    /// The questions that stand in the text: their names, and the bytes of their events.
    pub fn questions(&self) -> impl Iterator<Item = (&str, &Span)> {
        self.questions.iter().map(|(name, event)| (name.as_str(), event))
    }

    /// The tables of its sheet.
    pub fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }

    /// What the text expects of itself, where all keys have their defaults.
    pub fn expectations(&self) -> &[Expectation] {
        &self.expectations
    }
}

impl Options {
    /// The option that is nearest to a number, the lesser of two.
    pub fn nearest(&self, wanted: i64) -> Expr {
        match self {
            Options::List(list) => {
                let nearest = list.iter().copied().min_by_key(|&option| (option.abs_diff(wanted), option));
                Expr::constant(nearest.unwrap_or(wanted), 0..0)
            }
            Options::Range(low, high) => {
                let span = low.span.start..high.span.end;
                let (low, high) = (Box::new(low.clone()), Box::new(high.clone()));
                let wanted = Box::new(Expr::constant(wanted, span.clone()));
                let most = Expr::new(ExprKind::Binary(Operator::Min, high, wanted), span.clone());
                Expr::new(ExprKind::Binary(Operator::Max, low, Box::new(most)), span)
            }
        }
    }
}

/// Why an expression has no value.
pub type NoValue = ExpressionError;

impl Expr {
    pub fn new(kind: ExprKind, span: Span) -> Expr {
        Expr { kind, span }
    }

    pub fn constant(value: i64, span: Span) -> Expr {
        Expr::new(ExprKind::Constant(value), span)
    }

    /// Its value, given variables and keys. Only what decides is looked at: the right side of
    /// `&&` only where the left one is true.
    ///
    /// # Errors
    /// When something is divided by 0, or a list has no such element.
    pub fn value(&self, variables: &[i64], keys: &KeyValues, lists: &[Vec<i64>]) -> Result<i64, NoValue> {
        let value = |expr: &Expr| expr.value(variables, keys, lists);
        Ok(match &self.kind {
            ExprKind::Constant(constant) => *constant,
            ExprKind::Key(key) => keys[*key].unwrap_or(0),
            ExprKind::IsSet(key) => i64::from(keys[*key].is_some()),
            ExprKind::KeyOr(key, otherwise) => match keys[*key] {
                Some(value) => value,
                None => value(otherwise)?,
            },
            ExprKind::Variable(variable) => variables[*variable],
            ExprKind::Not(inner) => 1 - value(inner)?,
            ExprKind::Binary(Operator::And, left, _) if value(left)? == 0 => 0,
            ExprKind::Binary(Operator::Or, left, _) if value(left)? == 1 => 1,
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (value(left)?, value(right)?);
                if b == 0 && matches!(operator, Operator::Divide | Operator::Remainder) {
                    return Err(divided_by_zero(&right.span));
                }
                operator.of(a, b)
            }
            ExprKind::Conditional(parts) => {
                let [condition, yes, no] = &**parts;
                value(if value(condition)? == 1 { yes } else { no })?
            }
            ExprKind::Element(list, place) => {
                let at = value(place)?;
                let element = usize::try_from(at).ok().and_then(|at| lists[*list].get(at));
                *element.ok_or_else(|| no_element(&place.span, at, lists[*list].len()))?
            }
        })
    }

    /// Whether it says the same, wherever it stands.
    pub fn is_like(&self, other: &Expr) -> bool {
        match (&self.kind, &other.kind) {
            (ExprKind::Constant(a), ExprKind::Constant(b)) => a == b,
            (ExprKind::Key(a), ExprKind::Key(b)) | (ExprKind::IsSet(a), ExprKind::IsSet(b)) => a == b,
            (ExprKind::Variable(a), ExprKind::Variable(b)) => a == b,
            (ExprKind::KeyOr(a, c), ExprKind::KeyOr(b, d))
            | (ExprKind::Element(a, c), ExprKind::Element(b, d)) => a == b && c.is_like(d),
            (ExprKind::Not(a), ExprKind::Not(b)) => a.is_like(b),
            (ExprKind::Binary(a, c, e), ExprKind::Binary(b, d, f)) => a == b && c.is_like(d) && e.is_like(f),
            (ExprKind::Conditional(a), ExprKind::Conditional(b)) => {
                a.iter().zip(b.iter()).all(|(a, b)| a.is_like(b))
            }
            _ => false,
        }
    }

    /// Calls `visit` for each variable that it reads.
    pub fn each_variable(&self, visit: &mut impl FnMut(usize)) {
        self.each_part(&mut |part| {
            if let ExprKind::Variable(variable) = part {
                visit(*variable);
            }
        });
    }

    /// Calls `visit` for this expression and all its parts.
    fn each_part(&self, visit: &mut impl FnMut(&ExprKind)) {
        visit(&self.kind);
        match &self.kind {
            ExprKind::Constant(_) | ExprKind::Key(_) | ExprKind::IsSet(_) | ExprKind::Variable(_) => {}
            ExprKind::KeyOr(_, inner) | ExprKind::Not(inner) | ExprKind::Element(_, inner) => {
                inner.each_part(visit);
            }
            ExprKind::Binary(_, left, right) => {
                left.each_part(visit);
                right.each_part(visit);
            }
            ExprKind::Conditional(parts) => parts.iter().for_each(|part| part.each_part(visit)),
        }
    }

    /// Whether it reads a key.
    pub fn reads_keys(&self) -> bool {
        let mut reads = false;
        self.each_part(&mut |part| {
            reads |= matches!(part, ExprKind::Key(_) | ExprKind::IsSet(_) | ExprKind::KeyOr(..));
        });
        reads
    }

    /// Whether it reads this key.
    pub fn reads_key(&self, key: usize) -> bool {
        let mut reads = false;
        self.each_part(&mut |part| {
            if let ExprKind::Key(known) | ExprKind::IsSet(known) | ExprKind::KeyOr(known, _) = part {
                reads |= *known == key;
            }
        });
        reads
    }

    /// Whether it reads no variable, so that a scenario fixes its value.
    pub fn is_fixed(&self) -> bool {
        let mut fixed = true;
        self.each_variable(&mut |_| fixed = false);
        fixed
    }
}

pub fn divided_by_zero(span: &Span) -> NoValue {
    let help = "ask first, as in `b == 0 ? 0 : a / b`";
    NoValue::new(span.clone(), "this can be 0, and nothing is divided by 0", help)
}

pub fn no_element(span: &Span, at: i64, length: usize) -> NoValue {
    let message = format!("this can be {at}, and the list has the places 0 to {}", length as i64 - 1);
    NoValue::new(span.clone(), message, "keep it in range, as in `list[clamp(i, 0, 4)]`")
}
