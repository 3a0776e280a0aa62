//! Events, a subset of CEL, the Common Expression Language; and statistics of them.
//!
//! A text becomes tokens (`token`), these what the text says (`syntax`, by the one grammar of
//! `parse`), and this what it means (`check`): a tree whose types are known, which has values
//! (`typed`). What a name or a call means, a `Resolver` tells: that of `metrics` for events, that
//! of `statistic` for statistics. A `Dialect` leaves out symbols of the grammar.
//!
//! The grammar, from what binds least: `c ? a : b`; `||`; `&&`; `== != < <= > >= =` and
//! `in [..]`; `??`; `+ -`; `* / %`; `-` and `!` in front; `is set`; calls `f(a, b | c)`, methods
//! `x.f(a)` and indices `x[i]`; numbers, rolls `3d6`, names, labels in quotes, lists and brackets.
//!
//! An event is a truth about metrics: names, whole numbers, labels, `+ - *`,
//! `== != < <= > >=`, `in [..]`, `! && ||`. Labels compare with `==`, `!=` and `in` alone.
//! A statistic is a decimal number calculated with `+ - * /` from `p(EVENT)`,
//! `p(EVENT | EVENT)`, `mean(EXPR)`, `mean(EXPR | EVENT)`, `sd(EXPR)`, `quantile(METRIC, 0.95)`,
//! numbers, and whole numbers of the scenario by their keys. A question by its name in quotes
//! stands for its event: `p("drops the ganger")`.
//!
//! Nothing here knows games or scenarios: names come through [`Scope`].

pub use self::event::Event;

pub use self::error::ExpressionError;

pub use self::scope::{NamedNumber, NoNumber, Scope};

pub use self::statistic::{Constraint, Estimate, JointLaw, Relation, Statistic, StatisticName};

pub use self::nearest::nearest;

/// The grammar as those read it whose texts have statements: [`rules`](crate::rules).
pub(crate) mod grammar {
    pub use super::dialect::RULES;
    pub use super::parse::Parser;
    pub use super::syntax::{BinaryOperator, Syntax, SyntaxKind, UnaryOperator};
    pub use super::token::{END_OF_LINE, Token, TokenKind, tokens_and_errors};
}

mod token;

mod syntax;

mod parse;

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
