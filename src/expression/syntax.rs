//! The syntax tree of an expression, before names and types are resolved.

use std::fmt;
use std::ops::Range;

/// A node of the syntax tree, with its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Syntax {
    pub kind: SyntaxKind,
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// Its bytes in the text, including the brackets around it.
    pub outer: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum SyntaxKind {
    Integer(i64),
    Decimal(f64),
    /// A label or the name of something, in quotes.
    Text(String),
    /// A name; it may have dots.
    Name(String),
    /// `[a, b]`
    List(Vec<Syntax>),
    Unary(UnaryOperator, Box<Syntax>),
    Binary {
        operator: BinaryOperator,
        /// The position of the operator.
        at: Range<usize>,
        left: Box<Syntax>,
        right: Box<Syntax>,
    },
    /// `condition ? yes : no`
    Conditional(Box<[Syntax; 3]>),
    /// `name is set`
    IsSet(Box<Syntax>),
    /// `name(a, b)`
    Call {
        name: String,
        arguments: Vec<Syntax>,
    },
    /// `receiver.name(a, b)`
    Method {
        receiver: Box<Syntax>,
        name: String,
        arguments: Vec<Syntax>,
    },
    /// `3d6`, `(n)d10`: dice that are rolled.
    Roll {
        count: Box<Syntax>,
        die: String,
    },
    /// `3d(n)`, `d(n)`: dice whose number of sides is a value.
    Sized {
        count: Box<Syntax>,
        sides: Box<Syntax>,
    },
    /// `5 of cards`: cards that are drawn from a deck.
    Cards {
        count: Box<Syntax>,
        deck: String,
    },
    /// `list[index]`
    Index {
        list: Box<Syntax>,
        index: Box<Syntax>,
    },
    /// `value for name in group where condition`: the only argument of a function of a group.
    Each(Box<Each>),
}

/// A value for each member of a group that meets a condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Each {
    pub value: Syntax,
    /// The name of the member in the value and in the condition.
    pub name: String,
    /// The name of the group, and its position.
    pub group: (String, Range<usize>),
    pub condition: Option<Syntax>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOperator {
    Minus,
    Not,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOperator {
    /// `what | given`, the argument of a function.
    Given,
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// A single `=`, which compares statistics.
    Is,
    In,
    /// `??`: the left operand, or the right one if the left one is not set.
    Otherwise,
    Plus,
    Minus,
    Times,
    Divide,
    Remainder,
    /// `&`, which puts dice of several kinds together.
    Together,
}

impl UnaryOperator {
    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOperator::Minus => "-",
            UnaryOperator::Not => "!",
        }
    }
}

impl BinaryOperator {
    /// All operators except [`BinaryOperator::Given`], which occurs only in arguments.
    pub const ALL: [BinaryOperator; 17] = [
        BinaryOperator::Or,
        BinaryOperator::And,
        BinaryOperator::Equal,
        BinaryOperator::NotEqual,
        BinaryOperator::Less,
        BinaryOperator::LessOrEqual,
        BinaryOperator::Greater,
        BinaryOperator::GreaterOrEqual,
        BinaryOperator::Is,
        BinaryOperator::In,
        BinaryOperator::Otherwise,
        BinaryOperator::Plus,
        BinaryOperator::Minus,
        BinaryOperator::Times,
        BinaryOperator::Divide,
        BinaryOperator::Remainder,
        BinaryOperator::Together,
    ];

    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOperator::Given => "|",
            BinaryOperator::Or => "||",
            BinaryOperator::And => "&&",
            BinaryOperator::Equal => "==",
            BinaryOperator::NotEqual => "!=",
            BinaryOperator::Less => "<",
            BinaryOperator::LessOrEqual => "<=",
            BinaryOperator::Greater => ">",
            BinaryOperator::GreaterOrEqual => ">=",
            BinaryOperator::Is => "=",
            BinaryOperator::In => "in",
            BinaryOperator::Otherwise => "??",
            BinaryOperator::Plus => "+",
            BinaryOperator::Minus => "-",
            BinaryOperator::Times => "*",
            BinaryOperator::Divide => "/",
            BinaryOperator::Remainder => "%",
            BinaryOperator::Together => "&",
        }
    }

    /// How tightly it binds; greater numbers bind tighter.
    pub fn tightness(self) -> u8 {
        match self {
            BinaryOperator::Given => 0,
            BinaryOperator::Or => 2,
            BinaryOperator::And => 3,
            BinaryOperator::Otherwise => 5,
            BinaryOperator::Plus | BinaryOperator::Minus => 6,
            BinaryOperator::Times | BinaryOperator::Divide | BinaryOperator::Remainder => 7,
            BinaryOperator::Together => 8,
            _ => RELATION,
        }
    }

    /// Whether it is a comparison. Comparisons cannot be chained.
    pub fn is_relation(self) -> bool {
        self.tightness() == RELATION
    }
}

/// How tightly `? :` binds.
const CONDITIONAL: u8 = 1;

/// How tightly comparisons bind.
const RELATION: u8 = 4;

/// How tightly `-` and `!` bind.
const UNARY: u8 = 9;

/// How tightly `is set` binds.
const IS_SET: u8 = 10;

/// How tightly calls and indices bind, and all that needs no brackets.
const POSTFIX: u8 = 11;

impl SyntaxKind {
    /// Whether it is dice that are rolled, or cards that are drawn.
    pub fn is_drawn(&self) -> bool {
        matches!(self, SyntaxKind::Roll { .. } | SyntaxKind::Sized { .. } | SyntaxKind::Cards { .. })
    }

    fn tightness(&self) -> u8 {
        match self {
            SyntaxKind::Binary { operator, .. } => operator.tightness(),
            SyntaxKind::Conditional(_) => CONDITIONAL,
            SyntaxKind::Unary(..) => UNARY,
            SyntaxKind::IsSet(_) => IS_SET,
            _ => POSTFIX,
        }
    }
}

impl Syntax {
    /// A node without brackets around it.
    pub fn new(kind: SyntaxKind, span: Range<usize>) -> Syntax {
        Syntax { kind, outer: span.clone(), span }
    }

    /// The expressions of which this one is made.
    pub fn parts(&self) -> Vec<&Syntax> {
        match &self.kind {
            SyntaxKind::Integer(_) | SyntaxKind::Decimal(_) | SyntaxKind::Text(_) | SyntaxKind::Name(_) => {
                Vec::new()
            }
            SyntaxKind::Unary(_, inner) | SyntaxKind::IsSet(inner) => vec![inner],
            SyntaxKind::Binary { left, right, .. } => vec![left, right],
            SyntaxKind::Conditional(parts) => parts.iter().collect(),
            SyntaxKind::List(parts) | SyntaxKind::Call { arguments: parts, .. } => parts.iter().collect(),
            SyntaxKind::Method { receiver, arguments, .. } => {
                std::iter::once(&**receiver).chain(arguments).collect()
            }
            SyntaxKind::Roll { count, .. } | SyntaxKind::Cards { count, .. } => vec![count],
            SyntaxKind::Sized { count, sides } => vec![count, sides],
            SyntaxKind::Index { list, index } => vec![list, index],
            SyntaxKind::Each(each) => std::iter::once(&each.value).chain(&each.condition).collect(),
        }
    }

    /// It and all its parts.
    pub fn all_parts<'s>(&'s self, all: &mut Vec<&'s Syntax>) {
        all.push(self);
        self.parts().into_iter().for_each(|part| part.all_parts(all));
    }

    /// The name to which it gives a meaning within itself: that of a die in a question, or of a member.
    pub fn names(&self) -> Option<&str> {
        match &self.kind {
            SyntaxKind::Each(each) => Some(&each.name),
            SyntaxKind::Method { arguments, .. } => match &arguments[..] {
                [Syntax { kind: SyntaxKind::Name(name), .. }, _, ..] => Some(name),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it or a part of it is such an expression.
    pub fn has(&self, is_such: &dyn Fn(&Syntax) -> bool) -> bool {
        is_such(self) || self.parts().into_iter().any(|part| part.has(is_such))
    }

    /// Writes the expression, in brackets if it binds less tightly than `least`.
    fn write(&self, f: &mut fmt::Formatter<'_>, least: u8) -> fmt::Result {
        if self.kind.tightness() < least {
            return write!(f, "({self})");
        }
        match &self.kind {
            SyntaxKind::Integer(integer) => write!(f, "{integer}"),
            SyntaxKind::Decimal(number) => write!(f, "{number:?}"),
            SyntaxKind::Text(text) if text.contains('\'') => write!(f, "\"{text}\""),
            SyntaxKind::Text(text) => write!(f, "'{text}'"),
            SyntaxKind::Name(name) => f.write_str(name),
            SyntaxKind::List(items) => write_list(f, ["[", "]"], items),
            SyntaxKind::Unary(operator, inner) => {
                f.write_str(operator.symbol())?;
                inner.write(f, UNARY)
            }
            SyntaxKind::Binary { operator, left, right, .. } => {
                let own = operator.tightness();
                let [left_least, right_least] = match operator {
                    BinaryOperator::Given => [own + 1, own + 1],
                    BinaryOperator::In => [own + 1, POSTFIX],
                    BinaryOperator::Otherwise => [own + 1, own],
                    _ if operator.is_relation() => [own + 1, own + 1],
                    _ => [own, own + 1],
                };
                left.write(f, left_least)?;
                write!(f, " {} ", operator.symbol())?;
                right.write(f, right_least)
            }
            SyntaxKind::Conditional(parts) => {
                let [condition, yes, no] = &**parts;
                condition.write(f, CONDITIONAL + 1)?;
                f.write_str(" ? ")?;
                yes.write(f, CONDITIONAL)?;
                f.write_str(" : ")?;
                no.write(f, CONDITIONAL)
            }
            SyntaxKind::IsSet(inner) => {
                inner.write(f, POSTFIX)?;
                f.write_str(" is set")
            }
            SyntaxKind::Call { name, arguments } => {
                f.write_str(name)?;
                write_list(f, ["(", ")"], arguments)
            }
            SyntaxKind::Method { receiver, name, arguments } => {
                // After a number, the dot would be part of the number.
                let is_number = matches!(receiver.kind, SyntaxKind::Integer(_) | SyntaxKind::Decimal(_));
                receiver.write(f, if is_number { POSTFIX + 1 } else { POSTFIX })?;
                write!(f, ".{name}")?;
                write_list(f, ["(", ")"], arguments)
            }
            SyntaxKind::Roll { count, die } => {
                let is_plain = matches!(count.kind, SyntaxKind::Integer(_));
                count.write(f, if is_plain { POSTFIX } else { POSTFIX + 1 })?;
                f.write_str(die)
            }
            SyntaxKind::Sized { count, sides } => {
                match count.kind {
                    SyntaxKind::Integer(1) => {}
                    SyntaxKind::Integer(_) => count.write(f, POSTFIX)?,
                    _ => count.write(f, POSTFIX + 1)?,
                }
                write!(f, "d({sides})")
            }
            SyntaxKind::Cards { count, deck } => {
                count.write(f, POSTFIX)?;
                write!(f, " of {deck}")
            }
            SyntaxKind::Index { list, index } => {
                list.write(f, POSTFIX)?;
                write!(f, "[{index}]")
            }
            SyntaxKind::Each(each) => {
                let Each { value, name, group, condition } = &**each;
                write!(f, "{value} for {name} in {}", group.0)?;
                condition.as_ref().map_or(Ok(()), |condition| write!(f, " where {condition}"))
            }
        }
    }
}

fn write_list(f: &mut fmt::Formatter<'_>, [open, close]: [&str; 2], items: &[Syntax]) -> fmt::Result {
    f.write_str(open)?;
    for (place, item) in items.iter().enumerate() {
        f.write_str(if place == 0 { "" } else { ", " })?;
        item.write(f, 0)?;
    }
    f.write_str(close)
}

impl fmt::Display for Syntax {
    /// Writes the expression with as few brackets as possible.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}
