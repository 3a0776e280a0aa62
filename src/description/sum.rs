use super::Str;

/// A sum that remembers its terms.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    terms: Vec<Term>,
}

#[derive(Clone, Debug)]
struct Term {
    name: Str,
    key: Str,
    value: i64,
}

impl Sum {
    /// No terms yet.
    pub fn new() -> Self {
        Sum::default()
    }

    /// Adds a term.
    pub fn plus(mut self, name: impl Into<Str>, key: impl Into<Str>, value: i32) -> Self {
        self.terms.push(Term { name: name.into(), key: key.into(), value: value.into() });
        self
    }

    /// Subtracts a term.
    pub fn minus(self, name: impl Into<Str>, key: impl Into<Str>, value: i32) -> Self {
        self.plus(name, key, -value)
    }

    /// The value of the sum.
    pub fn total(&self) -> i64 {
        self.terms.iter().map(|term| term.value).sum()
    }

    /// The key of its largest term, if it has any.
    pub(super) fn largest(&self) -> Option<&str> {
        self.terms.iter().max_by_key(|term| term.value).map(|term| &*term.key)
    }

    /// Its terms in words, without those that are 0: `Spellcasting 6 + Magic 6 − wounds 1`. If
    /// nothing is left, `0`.
    pub fn words(&self) -> String {
        let mut words = String::new();
        for term in self.terms.iter().filter(|term| term.value != 0) {
            words += match (words.is_empty(), term.value < 0) {
                (true, false) => "",
                (true, true) => "− ",
                (false, false) => " + ",
                (false, true) => " − ",
            };
            words += &format!("{} {}", term.name, term.value.abs());
        }
        if words.is_empty() { "0".to_owned() } else { words }
    }
}
