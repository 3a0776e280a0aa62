//! Events, in a subset of CEL (the Common Expression Language), and statistics of them.
//!
//! A text is split into tokens (`token`), parsed by one grammar (`parse`) into a syntax tree
//! (`syntax`), and resolved (`check`) into a typed tree that can be evaluated (`typed`). A `Resolver`
//! gives names and calls their meaning: that of `metrics` for events, that of `statistic` for
//! statistics. A `Dialect` leaves out symbols of the grammar. Errors name the form of dice that other
//! programs write (`notation`).
//!
//! The grammar, from the loosest binding to the tightest: `c ? a : b`; `||`; `&&`; `== != < <= > >= =`
//! and `in [..]`; `??`; `+ -`; `* / %`; the prefixes `-` and `!`; `is set`; calls `f(a, b | c)`,
//! methods `x.f(a)` and indices `x[i]`; numbers, rolls `3d6`, names, labels in quotes, lists and
//! brackets.
//!
//! An event is a condition on metrics: names, whole numbers, labels, `+ - *`, `== != < <= > >=`,
//! `in [..]`, `! && ||`. Labels can be compared only with `==`, `!=` and `in`. A statistic is a decimal
//! number calculated with `+ - * /` from `p(EVENT)`, `p(EVENT | EVENT)`, `mean(EXPR)`,
//! `mean(EXPR | EVENT)`, `sd(EXPR)`, `quantile(METRIC, 0.95)`, numbers, and whole numbers of the
//! scenario by their keys. The name of a question in quotes stands for its event:
//! `p("drops the ganger")`.
//!
//! This module does not depend on games or scenarios: names are looked up through [`Scope`].

pub use self::event::Event;

pub use self::error::ExpressionError;
pub(crate) use self::error::wrong;

pub use self::scope::{NamedNumber, NoNumber, Scope};

pub use self::statistic::{Constraint, JointLaw, Relation, Statistic, StatisticName};

pub use self::nearest::nearest;

/// The grammar for [`rules`](crate::rules), whose texts have statements.
pub(crate) mod grammar {
    #[cfg(feature = "cli")]
    pub use super::anydice::outputs;
    pub use super::dialect::{RULES, STATISTIC};
    pub use super::notation::{in_own_notation, own_notation};
    pub use super::parse::{Parser, unclosed};
    pub use super::syntax::{BinaryOperator, Each, Syntax, SyntaxKind, UnaryOperator};
    pub use super::token::{END_OF_LINE, Token, TokenKind, tokens_and_errors};
}

mod anydice;

mod token;

mod syntax;

mod parse;

mod notation;

mod dialect;

mod typed;

mod check;

mod metrics;

mod event;

mod scope;

mod statistic;

mod nearest;

mod error;

#[cfg(test)]
mod tests;
