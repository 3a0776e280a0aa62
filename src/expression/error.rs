//! What is wrong with an expression.

use std::fmt;
use std::ops::Range;

/// What is wrong with an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// Where: bytes of its text.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: String,
}

impl ExpressionError {
    pub(crate) fn new(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        ExpressionError { span, message: message.into(), help: help.into() }
    }

    /// Something that is written where it means nothing.
    pub(super) fn meaningless(span: &Range<usize>, written: &str, help: impl Into<String>) -> Self {
        ExpressionError::new(span.clone(), format!("`{written}` has no meaning here"), help)
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.help)
    }
}

impl std::error::Error for ExpressionError {}

/// What is read of an expression, or what is wrong with it.
pub type Parsed<T> = Result<T, ExpressionError>;
