//! From text to tokens.

use std::ops::Range;

use super::ExpressionError;

/// A token and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    pub kind: TokenKind,
    pub span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TokenKind {
    Integer(i64),
    /// A number with a fraction: in statistics alone.
    Decimal(f64),
    /// In statistics it may have dots.
    Name(String),
    Text(String),
    /// An operator or a bracket, as it is written.
    Symbol(&'static str),
    End,
}

/// Longer symbols before their beginnings.
const SYMBOLS: &[&str] =
    &["==", "!=", "<=", ">=", "&&", "||", "<", ">", "!", "+", "-", "*", "(", ")", "[", "]", ","];

/// What is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Events: whole numbers, and names without dots.
    Event,
    /// Statistics around them: numbers, the names of keys, `/`, `|` and `=` as well.
    Statistic,
}

impl Dialect {
    /// What is read, in a word.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Event => "event",
            Dialect::Statistic => "statistic",
        }
    }

    /// The symbol at the start of `rest`.
    fn symbol(self, rest: &str) -> Option<&'static str> {
        let more: &[&str] = if self == Dialect::Statistic { &["/", "|", "="] } else { &[] };
        SYMBOLS.iter().chain(more).copied().find(|symbol| rest.starts_with(symbol))
    }
}

/// Splits an expression into tokens; the last is the end.
pub fn tokens(text: &str, dialect: Dialect) -> Result<Vec<Token>, ExpressionError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (kind, length) = token(&text[at..], first, dialect)
            .map_err(|(length, message, help)| ExpressionError::new(at..at + length, message, help))?;
        tokens.push(Token { kind, span: at..at + length });
        at += length;
    }
    tokens.push(Token { kind: TokenKind::End, span: text.len()..text.len() });
    Ok(tokens)
}

/// The token at the start of `rest`, and its length.
fn token(
    rest: &str,
    first: char,
    dialect: Dialect,
) -> Result<(TokenKind, usize), (usize, String, &'static str)> {
    let length = |belongs: fn(char) -> bool| rest.find(|c| !belongs(c)).unwrap_or(rest.len());
    if first.is_ascii_digit() {
        let length = length(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
        let digits = &rest[..length];
        let decimal = || digits.parse().ok().filter(|_| dialect == Dialect::Statistic);
        return match digits.parse().map(TokenKind::Integer).ok().or_else(|| decimal().map(TokenKind::Decimal))
        {
            Some(number) => Ok((number, length)),
            None if dialect == Dialect::Statistic => {
                Err((length, format!("`{digits}` is no number"), "write it as in 12 or 0.05"))
            }
            None => Err((
                length,
                format!("`{digits}` is no whole number of 64 bits"),
                "metrics are whole numbers",
            )),
        };
    }
    if first.is_ascii_alphabetic() || first == '_' {
        let length = match dialect {
            Dialect::Event => length(|c| c.is_ascii_alphanumeric() || c == '_'),
            Dialect::Statistic => length(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.'),
        };
        return Ok((TokenKind::Name(rest[..length].to_owned()), length));
    }
    if first == '"' || first == '\'' {
        return match rest[1..].find(first) {
            Some(end) => Ok((TokenKind::Text(rest[1..=end].to_owned()), end + 2)),
            None => {
                Err((rest.len(), "this label has no closing quote".to_owned(), "write it as in 'physical'"))
            }
        };
    }
    match dialect.symbol(rest) {
        Some(symbol) => Ok((TokenKind::Symbol(symbol), symbol.len())),
        None => {
            let help = match first {
                '=' => "compare with ==",
                '&' => "write && for and",
                '|' => "write || for or",
                _ => {
                    "an event has names, whole numbers, labels, + - * ( ), == != < <= > >=, in [..], && || !"
                }
            };
            Err((first.len_utf8(), format!("`{first}` has no meaning here"), help))
        }
    }
}
