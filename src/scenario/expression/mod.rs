//! Events: a subset of CEL, the Common Expression Language.
//!
//! Metric names, whole numbers and quoted labels; `+ - *`, parentheses;
//! `== != < <= > >=`, `in [..]`; `! && ||`. Labels compare with `==`, `!=` and
//! `in` alone.

pub use self::event::{Event, ExpressionError};

mod token;

mod parse;

mod event;
