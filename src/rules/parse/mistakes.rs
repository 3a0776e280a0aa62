//! Statements as other languages write them, and how they are written here.

use super::super::syntax::CHANGES;
use super::{Reader, STATEMENTS};
use crate::expression::grammar::{TokenKind, own_notation};
use crate::expression::{ExpressionError, nearest};

/// How to write what begins with this word in other languages.
pub(super) fn instead_of(word: &str) -> Option<&'static str> {
    match word {
        "let" | "var" | "const" | "set" => Some("write `name = …`, without a word before it"),
        "while" | "loop" => Some("write `repeat while … { … }`, `repeat 3 { … }` or `repeat { … }`"),
        "else" | "elif" | "elseif" => {
            Some("write `else { … }` or `else if … { … }` after the `}` of an `if`")
        }
        "fn" | "fun" | "func" | "function" | "define" => Some("write `def name(a, b) { … }`"),
        "maximize" => Some("write `goal maximize name`"),
        "minimize" => Some("write `goal minimize name`"),
        "print" | "output" | "show" | "display" | "echo" | "puts" | "log" => {
            Some("write `report name, other = …` as the last line")
        }
        "break" | "exit" => Some("write `stop`, which ends the loop around it"),
        "foreach" => {
            Some("write `for x in [1, 2, 3] { … }`, `for k in 1..6 { … }` or `for f in fighter { … }`")
        }
        "switch" | "match" | "case" | "when" => Some("write `if … { … } else if … { … } else { … }`"),
        "unless" => Some("write `if !(…) { … }`"),
        "end" => Some("a block ends with `}`"),
        "import" | "include" => Some("write `use \"dnd.rules\"`"),
        "param" | "input" => Some("write `key name = 3 in 1..6`: a number that a scenario may set"),
        "int" | "float" | "number" | "bool" | "string" => Some("write `name = …`, without a type before it"),
        "continue" => Some("write the rest of the loop in an `if … { … }`"),
        _ => None,
    }
}

/// How to write a loop that goes on until something is so.
pub(super) const UNTIL: &str = "write `repeat while !(…) { … }`";

/// How to write what other languages have between a condition or a number and the block behind it.
pub(super) fn instead_of_brace(word: &str) -> Option<&'static str> {
    match word {
        "then" | "do" | "times" => Some("leave it out, and write `{`"),
        "until" => Some(UNTIL),
        "to" => Some("write `..`, as in `1..6`"),
        "is" => Some("write `==` to compare"),
        _ => None,
    }
}

/// What follows a name at the start of a line in other languages, and how to write the line; `{}` stands
/// for the name.
const AFTER_A_NAME: &[(&[&str], &str)] = &[
    (&["+", "+"], "write `{} += 1`"),
    (&["-", "-"], "write `{} -= 1`"),
    (&["*", "="], "write `{} = {} * …`"),
    (&["/", "="], "write `{} = {} / …`"),
    (&["%", "="], "write `{} = {} % …`"),
    (&["<", "-"], "write `{} = …`"),
    (&[":"], "write `{} = …`"),
    (&["=="], "write `{} = …`, with one `=`"),
    (&["("], "give the result a name, as in `x = {}(…)`"),
];

/// The message for what is left of a line.
const LEFT_OVER: &str = "this does not belong to the statement before it";

/// The first words of statements.
const WORDS: [&str; 26] = [
    "title", "use", "key", "group", "preset", "list", "table", "labels", "die", "question", "expect",
    "sheet", "require", "either", "goal", "def", "return", "stop", "if", "repeat", "for", "follow", "step",
    "note", "choose", "report",
];

/// Whether this is a die with so many faces, as in `d6`.
fn is_die(word: &str) -> bool {
    let faces = word.strip_prefix(['d', 'D']).unwrap_or_default();
    !faces.is_empty() && faces.chars().all(|c| c.is_ascii_digit())
}

impl Reader<'_> {
    /// How to write a line that begins with a name, at whose end the parser is, and is no assignment.
    pub(super) fn instead_of_line(&self, name: &str) -> String {
        let follows = |symbols: &[&'static str]| {
            let ahead = |(place, symbol)| self.parser.ahead(place) == Some(&TokenKind::Symbol(symbol));
            symbols.iter().copied().enumerate().all(ahead)
        };
        match name.rsplit_once('.') {
            Some((dice, change)) if CHANGES.contains(&change) => {
                return format!("change dice where they are rolled, as in `{dice} = 4d6.{change}(…)`");
            }
            _ => {}
        }
        let word = |place: usize| match self.parser.ahead(place) {
            Some(TokenKind::Name(word)) => Some(word),
            _ => None,
        };
        let near = nearest(name, WORDS.into_iter());
        match (word(0), word(1)) {
            (Some(next), _) if near.is_none() && self.parser.ahead(1) == Some(&TokenKind::Symbol("=")) => {
                return format!("a name is one word: `{name}_{next} = …`");
            }
            (None, Some(next)) if follows(&["-"]) => {
                return format!("a name has underscores in place of hyphens: `{name}_{next} = …`");
            }
            _ => {}
        }
        let known = AFTER_A_NAME.iter().find(|(symbols, _)| follows(symbols));
        let meant = || Some(format!("did you mean `{}`?", near?));
        known
            .map(|(_, help)| help.replace("{}", name))
            .or_else(meant)
            .unwrap_or_else(|| STATEMENTS.to_owned())
    }

    /// The number with a comma for thousands that a line has here, without the comma.
    fn thousands(&self) -> Option<String> {
        let comma = self.parser.peek().span.start;
        let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
        let before = self.text[..comma].len()
            - self.text[..comma].trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let behind = &self.text[comma + 1..];
        let is_one = (1..=3).contains(&before) && digits(behind) == 3;
        is_one.then(|| format!("{}{}", &self.text[comma - before..comma], &behind[..3]))
    }

    /// Whether the line of this place begins with one of these words.
    fn line_begins_with(&self, words: &[&str]) -> bool {
        let before = &self.text[..self.parser.peek().span.start];
        let line = before.rsplit('\n').next().unwrap_or_default();
        line.split_whitespace().next().is_some_and(|first| words.contains(&first))
    }

    /// The error for what is left of a line after its statement.
    pub(super) fn left_over(&self) -> ExpressionError {
        let at = self.parser.peek();
        match &at.kind {
            TokenKind::Symbol(")") => return self.unexpected("no `(` is open here", "leave it out"),
            TokenKind::Symbol("]") => return self.unexpected("no `[` is open here", "leave it out"),
            TokenKind::Symbol("|") => {
                let help = "write `||` between conditions, and several values as in `x in [1, 6]`";
                return self.unexpected("`|` has no meaning here", help);
            }
            TokenKind::Symbol(",") if let Some(written) = self.thousands() => {
                let help = format!("write `{written}`");
                return self.unexpected("numbers have no commas", &help);
            }
            TokenKind::Symbol(",") if self.line_begins_with(&["die", "list", "table", "deck"]) => {
                let help = "write them in brackets, as in `[1, 1, 2]`";
                return self.unexpected("several numbers are a list", help);
            }
            TokenKind::Symbol(",") => {
                let help = "options stand as in `'a' | 'b'`, and one line gives one value, or what a definition returns";
                return self.unexpected(LEFT_OVER, help);
            }
            TokenKind::Name(word) if word == "in" => return self.no_list(),
            TokenKind::Name(word) if ["elif", "elseif"].contains(&word.as_str()) => {
                return self.unexpected(&format!("`{word}` has no meaning here"), "write `else if … { … }`");
            }
            TokenKind::Name(word) if word == "if" => {
                let help = "a value by a condition is written as `x > 3 ? 1 : 0`";
                return self.unexpected("`if` begins a line", help);
            }
            TokenKind::Name(word) if ["vs", "versus", "against"].contains(&word.as_str()) => {
                let message = format!("`{word}` does not say who wins a tie");
                return self.unexpected(&message, "compare with `>` or `>=`, as in `3d6 >= 2d10`");
            }
            _ if self.text[..at.span.start].split_whitespace().next_back() == Some("if") => {
                let help = "a value by a condition is written as `x > 3 ? 1 : 0`";
                return self.unexpected("`if` begins a line, and is no part of a value", help);
            }
            TokenKind::Name(die) if is_die(die) => {
                let before = self.text[..at.span.start].trim_end();
                let (word, dice) =
                    before.split_at(before.trim_end_matches(|c: char| c.is_ascii_digit()).len());
                let of_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
                let name = &before[before.trim_end_matches(of_name).len()..];
                if name.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_die(name) {
                    let message = "a die is parted from its number here";
                    return self.unexpected(message, &format!("write `({name}){die}`"));
                }
                if !dice.is_empty() && !word.ends_with(|c: char| c.is_alphabetic()) {
                    let message = "a die is parted from its number here";
                    return self.unexpected(message, &format!("write `{dice}{die}`, without a space"));
                }
            }
            _ => {}
        }
        let line = &self.text[self.parser.last_roll().unwrap_or(at.span.start)..];
        let own = line.lines().next().and_then(own_notation);
        let help = match own {
            Some(own) => format!("write `{own}`"),
            None => "an operator or a new line is missing before it; dice are written as 4d6.highest(3), \
8d6.count(x, x >= 5) or d6.explode(6)"
                .to_owned(),
        };
        self.unexpected(LEFT_OVER, &help)
    }

    /// The error for `in` that no list follows.
    pub(super) fn no_list(&self) -> ExpressionError {
        self.unexpected("`in` needs a list", "write it as in `x in [1, 3]` or `x in [1..6]`")
    }
}
