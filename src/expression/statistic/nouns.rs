//! Names of metrics as nouns that are counted.

/// What a metric counts, if its name is a plural: "boxes of damage", "net hits", "Ripper: boxes".
pub struct Counted<'a> {
    /// The name without its owner.
    several: &'a str,
    /// The word in it that is a plural.
    noun: &'a str,
    /// Whose it is: the words before a colon.
    owner: Option<&'a str>,
}

impl<'a> Counted<'a> {
    /// Reads the name of a metric. `None` if it is no plural, as "total" or "target's wound penalty".
    pub fn read(name: &'a str) -> Option<Self> {
        let (owner, several) = match name.split_once(": ") {
            Some((owner, several)) => (Some(owner), several),
            None => (None, name),
        };
        // It is the name of somebody: "the bandits out".
        if several.starts_with("the ") {
            return None;
        }
        let noun = several
            .split(' ')
            .take_while(|word| !PREPOSITIONS.contains(word))
            .find(|word| is_plural(word))?;
        Some(Counted { several, noun, owner })
    }

    /// The name behind a number, without its owner: "box of damage" for 1.
    fn for_number(&self, number: i128) -> String {
        match number {
            1 => self.several.replacen(self.noun, &singular(self.noun), 1),
            _ => self.several.to_owned(),
        }
    }

    /// So many of them: "1 box of damage", "10 boxes (Ripper)".
    pub fn many(&self, number: i128) -> String {
        self.owned(&number.to_string().replace('-', "−"), &self.for_number(number))
    }

    /// All of these words before the name: "no boxes of damage", "10 or more boxes (Ripper)".
    pub fn with(&self, words: &str) -> String {
        self.owned(words, self.several)
    }

    fn owned(&self, words: &str, name: &str) -> String {
        match self.owner {
            Some(owner) => format!("{words} {name} ({owner})"),
            None => format!("{words} {name}"),
        }
    }
}

/// What follows these words belongs to the noun before.
const PREPOSITIONS: [&str; 10] = ["of", "on", "by", "in", "to", "from", "for", "at", "with", "per"];

/// Whether a word is the plural of a noun, as far as its end shows.
fn is_plural(word: &str) -> bool {
    let is_name = word.contains('\'') || !word.is_ascii();
    let is_singular = ["ss", "us", "is", "as"].iter().any(|end| word.ends_with(end));
    word == "dice" || word.len() > 3 && word.ends_with('s') && !is_name && !is_singular
}

/// The singular of a plural.
fn singular(word: &str) -> String {
    let stem = |end: &str| word.strip_suffix(end);
    if word == "dice" {
        return "die".to_owned();
    }
    match (stem("ies"), stem("es"), stem("s")) {
        (Some(stem), ..) if stem.len() > 1 => format!("{stem}y"),
        (_, Some(stem), _) if ["s", "x", "z", "ch", "sh"].iter().any(|end| stem.ends_with(end)) => {
            stem.to_owned()
        }
        (.., Some(stem)) => stem.to_owned(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_plurals_count() {
        for (name, one) in [
            ("boxes of damage", "1 box of damage"),
            ("net hits", "1 net hit"),
            ("Body levels lost", "1 Body level lost"),
            ("dodge successes", "1 dodge success"),
            ("magic dice left", "1 magic die left"),
            ("times Ward is cast", "1 time Ward is cast"),
            ("casting penalties", "1 casting penalty"),
            ("metres of scatter", "1 metre of scatter"),
            ("Ripper: boxes", "1 box (Ripper)"),
        ] {
            assert_eq!(Counted::read(name).unwrap().many(1), one);
        }
        for name in [
            "total",
            "best",
            "damage to foes",
            "the bandits out",
            "target's penalty",
            "bonus",
            "first out",
            "value of hits",
            "as",
        ] {
            assert!(Counted::read(name).is_none(), "{name}");
        }
    }
}
