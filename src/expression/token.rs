//! Splits text into tokens.

use std::ops::Range;

use super::dialect::Dialect;
use super::error::{ExpressionError, Parsed, wrong};

/// A token and its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    pub kind: TokenKind,
    pub span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TokenKind {
    Integer(i64),
    /// A number with a fraction or an exponent, or an integer beyond 64 bits.
    Decimal(f64),
    /// A name, which may have dots.
    Name(String),
    /// A text in quotes.
    Text(String),
    /// An operator or a bracket, as it is written.
    Symbol(&'static str),
    End,
}

/// A symbol stands before its own prefixes.
const SYMBOLS: &[&str] = &[
    "==", "!=", "<=", ">=", "&&", "||", "??", "+=", "-=", "..", "<", ">", "!", "+", "-", "*", "/", "%", "&",
    "(", ")", "[", "]", "{", "}", ",", "|", "=", "?", ":", ".",
];

/// The end of a line, where lines are statements.
pub const END_OF_LINE: TokenKind = TokenKind::Symbol("\n");

/// Operators of other languages and of mathematics, with the spelling that is used here. They are
/// matched before [`SYMBOLS`], which has prefixes of some of them.
const SLIPS: &[(&str, &str)] = &[
    ("=>", ">="),
    ("=<", "<="),
    ("<>", "!="),
    ("≥", ">="),
    ("≤", "<="),
    ("≠", "!="),
    ("×", "*"),
    ("·", "*"),
    ("−", "-"),
    ("–", "-"),
    ("∧", "&&"),
    ("∨", "||"),
    ("¬", "!"),
];

/// Words for operators in other languages, with the spelling that is used here.
const WORD_SLIPS: &[(&str, &str)] = &[("and", "&&"), ("or", "||"), ("not", "!")];

/// What some editors write before a text, and show to nobody.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Splits an expression into tokens; the last is the end.
pub fn tokens(text: &str, dialect: &Dialect) -> Parsed<Vec<Token>> {
    let (tokens, errors) = tokens_and_errors(text, dialect);
    errors.into_iter().next().map_or(Ok(tokens), Err)
}

/// Splits a text into tokens, leaving out what has no meaning; the last token is the end. In a dialect
/// with statements, the end of a line is a token, except within brackets.
pub fn tokens_and_errors(text: &str, dialect: &Dialect) -> (Vec<Token>, Vec<ExpressionError>) {
    let (mut tokens, mut errors) = (Vec::new(), Vec::new());
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if dialect.has_statements && first == '#' {
            at += length(rest, |c| c != '\n');
        } else if dialect.has_statements && first == '\n' && depth == 0 {
            tokens.push(Token { kind: END_OF_LINE, span: at..at + 1 });
            at += 1;
        } else if first.is_whitespace() || at == 0 && first == BYTE_ORDER_MARK {
            at += first.len_utf8();
        } else {
            match token(rest, first, dialect) {
                Ok((kind, length)) => {
                    match kind {
                        TokenKind::Symbol("(" | "[") => depth += 1,
                        TokenKind::Symbol(")" | "]") => depth = depth.saturating_sub(1),
                        // A bracket that is still open before a block is an error, but the lines of the
                        // block count as lines again.
                        TokenKind::Symbol("{" | "}") => depth = 0,
                        _ => {}
                    }
                    tokens.push(Token { kind, span: at..at + length });
                    at += length;
                }
                Err(error) => {
                    let span = at..at + error.span.end;
                    at = span.end;
                    // The text is read as if it were right, so that this is its only error. A `not` that is meant for
                    // a whole comparison would be one for its first part.
                    if let Some(right) = right_spelling(&text[span.clone()]).filter(|&right| right != "!") {
                        tokens.push(Token { kind: TokenKind::Symbol(right), span: span.clone() });
                    }
                    errors.push(ExpressionError { span, ..error });
                }
            }
        }
    }
    tokens.push(Token { kind: TokenKind::End, span: text.len()..text.len() });
    (tokens, errors)
}

/// The token at the start of `rest`, and its length.
fn token(rest: &str, first: char, dialect: &Dialect) -> Parsed<(TokenKind, usize)> {
    if first.is_ascii_digit() {
        // In rules, digits may be followed by the die of a roll, or by the `..` of a range.
        return if dialect.has_statements { whole_number(rest) } else { number(rest) };
    }
    if first.is_ascii_alphabetic() || first == '_' {
        let dotted = length(rest, |c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
        let length = rest[..dotted].find("..").unwrap_or(dotted);
        let name = &rest[..length];
        if dialect.has_statements && name.ends_with('.') {
            let help = "write it as in d6.sum(), or leave the dot out";
            return wrong(&(0..length), "a name is missing after the dot", help);
        }
        return match right_spelling(name) {
            Some(right) => {
                let right = if right == "!" { "!(…)" } else { right };
                Err(meaningless(name, format!("write `{right}`")))
            }
            None => Ok((TokenKind::Name(name.to_owned()), length)),
        };
    }
    if first == '"' || first == '\'' {
        let ends = |c: char| c == first || dialect.has_statements && c == '\n';
        let end = rest[1..].find(ends).map_or(rest.len(), |end| end + 1);
        return match rest[end..].starts_with(first) {
            true => Ok((TokenKind::Text(rest[1..end].to_owned()), end + 1)),
            false if dialect.has_statements && first == '"' => {
                wrong(&(0..end), "this text has no closing quote", "write `\"` where it ends")
            }
            false => wrong(&(0..end), "this label has no closing quote", "write it as in 'physical'"),
        };
    }
    if dialect.has_statements && (rest.starts_with("//") || rest.starts_with("/*")) {
        let help = "a comment begins with #, and a division is written `/`";
        return wrong(&(0..length(rest, |c| c != '\n')), "this is not a comment", help);
    }
    let is_next = |symbol: &str| symbol.starts_with(first) && rest.starts_with(symbol);
    if let Some((wrong, right)) = SLIPS.iter().find(|(wrong, _)| is_next(wrong)) {
        let asked =
            if *wrong == "=>" { "; a question about dice is written as in `.count(x, x >= 5)`" } else { "" };
        return Err(meaningless(wrong, format!("write `{right}`{asked}")));
    }
    let symbol = SYMBOLS.iter().find(|symbol| is_next(symbol));
    if let Some(symbol) = symbol.filter(|symbol| !dialect.without.contains(symbol)) {
        return Ok((TokenKind::Symbol(symbol), symbol.len()));
    }
    let help = match first {
        '=' => "write `==`",
        '&' => "write `&&`",
        '|' => "write `||`",
        ';' if dialect.has_statements => "begin a new line",
        '%' => "write percentages as numbers from 0 to 1: 0.5 for 50 %",
        '“' | '”' | '„' | '‘' | '’' | '«' | '»' => "write straight quotes, as in 'physical'",
        _ => dialect.vocabulary,
    };
    Err(meaningless(&rest[..first.len_utf8()], help))
}

/// The operator that is meant by an operator, or a word, of another language.
fn right_spelling(written: &str) -> Option<&'static str> {
    let is_it = |&&(wrong, _): &&(&str, &str)| written.eq_ignore_ascii_case(wrong);
    SLIPS.iter().chain(WORD_SLIPS).find(is_it).map(|&(_, right)| right)
}

/// The number at the start of `rest`, and its length.
fn number(rest: &str) -> Parsed<(TokenKind, usize)> {
    let body = |rest: &str| length(rest, |c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
    let dotted = body(rest);
    let mut length = rest[..dotted].find("..").unwrap_or(dotted);
    // The sign of an exponent is part of the number: 1e-4.
    let signed = rest[..length].ends_with(['e', 'E'])
        && rest[length..].starts_with(['+', '-'])
        && rest[length + 1..].starts_with(|c: char| c.is_ascii_digit());
    if signed {
        length += 1 + body(&rest[length + 1..]);
    }
    let written = &rest[..length];
    let integer = written.parse().map(TokenKind::Integer).ok();
    let decimal = || written.parse().ok().filter(|number: &f64| number.is_finite()).map(TokenKind::Decimal);
    match integer.or_else(decimal) {
        Some(number) => Ok((number, length)),
        None => {
            let message = format!("`{written}` is not a number");
            wrong(&(0..length), message, "write it as in 12 or 0.05")
        }
    }
}

/// The digits at the start of `rest` as a number, and their length.
fn whole_number(rest: &str) -> Parsed<(TokenKind, usize)> {
    let length = length(rest, |c| c.is_ascii_digit() || c == '_');
    match rest[..length].replace('_', "").parse() {
        Ok(integer) => Ok((TokenKind::Integer(integer), length)),
        Err(_) => {
            let message = format!("`{}` is too large", &rest[..length]);
            wrong(&(0..length), message, "numbers have at most 18 digits")
        }
    }
}

/// The length of the longest prefix of `rest` in which all characters belong.
fn length(rest: &str, belongs: fn(char) -> bool) -> usize {
    rest.find(|c| !belongs(c)).unwrap_or(rest.len())
}

fn meaningless(written: &str, help: impl Into<String>) -> ExpressionError {
    ExpressionError::meaningless(&(0..written.len()), written, help)
}
