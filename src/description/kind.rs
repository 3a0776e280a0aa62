use super::Str;

/// What a key may hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A whole number from `min` to `max`.
    Integer {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// A list of whole numbers from `min` to `max`.
    Integers {
        /// The least of the numbers.
        min: i64,
        /// The greatest of the numbers.
        max: i64,
        /// The minimum length of the list.
        fewest: usize,
        /// The maximum length of the list.
        most: usize,
    },
    /// A whole number from `min` to `max`, or text that the rules read.
    IntegerOrText {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
        /// What the text may be, in words.
        text: Str,
    },
    /// True or false.
    Flag,
    /// One of these words.
    Words(Vec<Word>),
    /// The name of a preset of this key.
    Preset,
    /// Any text.
    Text,
    /// A list of texts.
    Texts,
    /// A number, whole or not.
    Number,
    /// Two numbers, the lower first.
    Range,
    /// A table of keys and their values.
    Settings,
}

/// A word that a key may hold, and what it means.
pub type Word = (Str, Str);
