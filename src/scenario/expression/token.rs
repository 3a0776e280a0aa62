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
    Name(String),
    Text(String),
    /// An operator or a bracket, as it is written.
    Symbol(&'static str),
    End,
}

/// Longer symbols before their beginnings.
const SYMBOLS: &[&str] =
    &["==", "!=", "<=", ">=", "&&", "||", "<", ">", "!", "+", "-", "*", "(", ")", "[", "]", ","];

/// Splits an expression into tokens; the last is the end.
pub fn tokens(text: &str) -> Result<Vec<Token>, ExpressionError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (kind, length) = token(&text[at..], first)
            .map_err(|(length, message, help)| ExpressionError::new(at..at + length, message, help))?;
        tokens.push(Token { kind, span: at..at + length });
        at += length;
    }
    tokens.push(Token { kind: TokenKind::End, span: text.len()..text.len() });
    Ok(tokens)
}

/// The token at the start of `rest`, and its length.
fn token(rest: &str, first: char) -> Result<(TokenKind, usize), (usize, String, &'static str)> {
    let length = |belongs: fn(char) -> bool| rest.find(|c| !belongs(c)).unwrap_or(rest.len());
    if first.is_ascii_digit() {
        let length = length(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
        return match rest[..length].parse() {
            Ok(integer) => Ok((TokenKind::Integer(integer), length)),
            Err(_) => Err((
                length,
                format!("`{}` is no whole number of 64 bits", &rest[..length]),
                "metrics are whole numbers",
            )),
        };
    }
    if first.is_ascii_alphabetic() || first == '_' {
        let length = length(|c| c.is_ascii_alphanumeric() || c == '_');
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
    match SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
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
