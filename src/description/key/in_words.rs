//! Keys and their values as players say them.

use super::{Key, Kind, Presence, Saying, Value};
use crate::description::words::signed;

impl Key {
    /// Its label for a path that it matches. In an array it has the number of the item: `Attack of group 2`.
    pub fn label_at(&self, path: &str) -> String {
        self.with_number(&self.label, path)
    }

    /// Replaces `*` in a label with the number of the item that a path leads into.
    fn with_number(&self, label: &str, path: &str) -> String {
        let parts = self.path.split('.').zip(path.split('.'));
        let position =
            parts.filter(|(mine, _)| *mine == "*").find_map(|(_, their)| their.parse::<u32>().ok());
        match position {
            Some(position) => label.replace('*', &(u64::from(position) + 1).to_string()),
            None => label.to_owned(),
        }
    }

    /// Its label for any item of its array: `Attack of foe`.
    pub fn label_of_any(&self) -> String {
        self.label.replace(" *", "")
    }

    /// Whether its values count something: `6 drams of reagents`.
    pub fn is_count(&self) -> bool {
        matches!(self.saying, Saying::Counted { .. })
    }

    /// Whether players have words for it when it is left out: `no reagents`.
    pub fn says_absence(&self) -> bool {
        !self.absence.is_empty() || self.saying != Saying::Named
    }

    /// A value as players say it, for a path that matches: `Force 6`, `6 drams of reagents`,
    /// `no reagents`. The value must be written as in files or on the command line, or be `unset`.
    pub fn say(&self, path: &str, value: &str) -> String {
        let label = self.label_at(path);
        if value == "unset" {
            return match (&*self.absence, &self.saying) {
                ("", Saying::Counted { .. } | Saying::Alone) => format!("no {label}"),
                ("", Saying::Named) => format!("{label} not given"),
                // Without the label, such words do not tell whose it is.
                (words, _) if self.in_array => format!("{label}: {words}"),
                (words, _) => words.to_owned(),
            };
        }
        match (&self.kind, &self.saying, value.parse::<i64>()) {
            (Kind::Flag, Saying::Alone, _) if value == "true" => label,
            (Kind::Flag, Saying::Alone, _) => match label.rsplit_once(' ') {
                Some((who, what)) => format!("{who} not {what}"),
                None => format!("not {label}"),
            },
            (Kind::Flag, ..) if value == "true" => format!("with {label}"),
            (Kind::Flag, ..) => format!("without {label}"),
            (_, Saying::Counted { .. }, Ok(0)) => format!("no {label}"),
            (_, Saying::Counted { one }, Ok(1)) => {
                format!("1 {}", self.with_number(one, path))
            }
            (_, Saying::Counted { .. }, Ok(number)) => format!("{} {label}", signed(number)),
            (_, Saying::Alone, _) => self.value_in_words(value),
            // A name of one or two words takes a number as ratings do; a phrase does not.
            (_, _, Ok(number)) if label.split(' ').count() <= 2 => format!("{label} {}", signed(number)),
            _ => format!("{label}: {}", self.value_in_words(value)),
        }
    }

    /// A value as players read it below the key's label, without the syntax of files; what is said if it is left
    /// out, or "none".
    pub fn value_in_words(&self, value: &str) -> String {
        if value == "unset" {
            let is_none = self.absence.is_empty() || self.absence.starts_with("no ");
            return if is_none { "none".to_owned() } else { self.absence.to_string() };
        }
        let bare = value.trim_matches('"');
        match &self.kind {
            Kind::Words(_) | Kind::IntegerOrText { .. } if bare.parse::<i64>().is_err() => {
                bare.replace('-', " ")
            }
            Kind::Integers { .. } => {
                let items = bare.trim_start_matches('[').trim_end_matches(']').replace('-', "−");
                if items.contains(',') { format!("({items})") } else { items }
            }
            Kind::Flag if bare == "true" => "yes".to_owned(),
            Kind::Flag => "no".to_owned(),
            Kind::Integer { .. } | Kind::IntegerOrText { .. } => bare.replace('-', "−"),
            _ => bare.to_owned(),
        }
    }

    /// What a value means, in words.
    pub fn meaning(&self, value: &Value) -> String {
        let word = match (&self.kind, value) {
            (Kind::Words(words), Value::Word(word)) => {
                words.iter().find(|(name, _)| name == word).map(|(_, meaning)| &**meaning)
            }
            // The help is `true: one thing; false: another`, or only what is so if the flag is true.
            (Kind::Flag, Value::Flag(flag)) => {
                let yes = self.help.strip_prefix("true: ");
                yes.map(|yes| match yes.split_once("; false: ") {
                    Some((_, no)) if !*flag => no,
                    Some((yes, _)) => yes,
                    // Whether the flag is true is said before this text.
                    None => yes,
                })
            }
            _ => None,
        };
        word.unwrap_or(&self.help).to_owned()
    }

    /// What the key may hold, in words.
    pub fn allowed(&self) -> String {
        match &self.kind {
            Kind::Integer { min, max } => format!("a whole number from {min} to {max}"),
            Kind::Integers { min, max, fewest, most } => {
                let count = if fewest == most { format!("{most}") } else { format!("{fewest} to {most}") };
                format!("a list of {count} whole numbers from {min} to {max}")
            }
            Kind::IntegerOrText { min, max, text } => {
                format!("a whole number from {min} to {max}, or {text}")
            }
            Kind::Flag => "true or false".to_owned(),
            Kind::Words(words) => {
                let names: Vec<_> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
                format!("one of {}", names.join(", "))
            }
            Kind::Preset => "the name of a preset, or several with + between them".to_owned(),
            Kind::Text => "text in quotes".to_owned(),
            Kind::Texts => "a list of texts in quotes".to_owned(),
            Kind::Number => "a number".to_owned(),
            Kind::Range => "two numbers, the lower first, as in [0.6, 0.7]".to_owned(),
            Kind::Settings => "a table of keys and their values".to_owned(),
        }
    }

    /// What may be written behind `KEY=`: an optional key may also be unset there.
    pub fn settable(&self) -> String {
        let unset = if self.presence == Presence::Optional { ", or unset" } else { "" };
        format!("{}{unset}", self.allowed())
    }
}
