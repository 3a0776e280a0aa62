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

/// Operators as other languages and sheets of paper have them, and how they are written here.
/// They are looked for before [`SYMBOLS`], some of which begin like them.
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

/// Operators as words of other languages, and how they are written here.
const WORD_SLIPS: &[(&str, &str)] = &[("and", "&&"), ("or", "||"), ("not", "!")];

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

/// The token at the start of `rest`, and its length; on failure the length of what is wrong,
/// the message and the help.
fn token(rest: &str, first: char, dialect: Dialect) -> Result<(TokenKind, usize), (usize, String, String)> {
    let meaningless =
        |wrong: &str, right: String| Err((wrong.len(), format!("`{wrong}` has no meaning here"), right));
    let length = |belongs: fn(char) -> bool| rest.find(|c| !belongs(c)).unwrap_or(rest.len());
    if first.is_ascii_digit() {
        let length = length(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
        let digits = &rest[..length];
        let decimal = || digits.parse().ok().filter(|_| dialect == Dialect::Statistic);
        return match digits.parse().map(TokenKind::Integer).ok().or_else(|| decimal().map(TokenKind::Decimal))
        {
            Some(number) => Ok((number, length)),
            None if dialect == Dialect::Statistic => {
                Err((length, format!("`{digits}` is not a number"), "write it as in 12 or 0.05".to_owned()))
            }
            None => Err((
                length,
                format!("`{digits}` is not a whole number of 64 bits"),
                "metrics are whole numbers".to_owned(),
            )),
        };
    }
    if first.is_ascii_alphabetic() || first == '_' {
        let length = match dialect {
            Dialect::Event => length(|c| c.is_ascii_alphanumeric() || c == '_'),
            Dialect::Statistic => length(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.'),
        };
        let name = &rest[..length];
        return match WORD_SLIPS.iter().find(|(wrong, _)| name.eq_ignore_ascii_case(wrong)) {
            Some((_, right)) => meaningless(name, format!("write `{right}`")),
            None => Ok((TokenKind::Name(name.to_owned()), length)),
        };
    }
    if first == '"' || first == '\'' {
        return match rest[1..].find(first) {
            Some(end) => Ok((TokenKind::Text(rest[1..=end].to_owned()), end + 2)),
            None => {
                let message = "this label has no closing quote".to_owned();
                Err((rest.len(), message, "write it as in 'physical'".to_owned()))
            }
        };
    }
    if let Some((wrong, right)) = SLIPS.iter().find(|(wrong, _)| rest.starts_with(wrong)) {
        return meaningless(wrong, format!("write `{right}`"));
    }
    if let Some(symbol) = dialect.symbol(rest) {
        return Ok((TokenKind::Symbol(symbol), symbol.len()));
    }
    let help = match first {
        '=' => "write `==`",
        '&' => "write `&&`",
        '|' => "write `||`",
        '%' => "write percentages as in 0.05",
        '“' | '”' | '„' | '‘' | '’' | '«' | '»' => "write straight quotes, as in 'physical'",
        _ => "an event has names, whole numbers, labels, + - * ( ), == != < <= > >=, in [..], && || !",
    };
    meaningless(&rest[..first.len_utf8()], help.to_owned())
}
