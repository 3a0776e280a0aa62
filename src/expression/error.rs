//! Errors in expressions.

use std::fmt;
use std::ops::Range;

/// An error in an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// Where the error is, in bytes of the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    pub help: String,
}

impl ExpressionError {
    pub(crate) fn new(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        ExpressionError { span, message: message.into(), help: help.into() }
    }

    /// The error for something that has no meaning where it is written.
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

/// The result of parsing or resolving an expression.
pub type Parsed<T> = Result<T, ExpressionError>;

/// The error of something wrong at a place of the text.
pub(crate) fn wrong<T>(
    span: &Range<usize>,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Parsed<T> {
    Err(ExpressionError::new(span.clone(), message, help))
}
