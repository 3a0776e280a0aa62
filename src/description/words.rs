//! Numbers in sentences.

use std::fmt::Display;

/// A number with a minus sign rather than a hyphen.
pub fn signed(number: impl Display) -> String {
    number.to_string().replace('-', "−")
}

/// What is added to a number or taken from it: ` + 2`, ` − 1`, and nothing for 0.
pub fn added(number: i32) -> String {
    match number {
        0 => String::new(),
        1.. => format!(" + {number}"),
        _ => format!(" − {}", number.unsigned_abs()),
    }
}

/// The text with a capital letter at its beginning.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The text in quotes; quotes within it become single ones.
pub fn quoted(text: &str) -> String {
    let inner = text.replace('“', "‘").replace('”', "’");
    format!("“{inner}”")
}

/// Names in a sentence: "base, book and house".
pub fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}

/// A number of things: `1 hit`, `3 hits`.
pub fn count(number: u32, one: &str, several: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {several}") }
}

/// Somebody, or several of a kind: "Ripper", "the guard", "the gangers".
pub fn definite(name: &str, are_several: bool) -> String {
    let is_whole = name.starts_with(char::is_uppercase) || name.starts_with("the ");
    match are_several {
        true => format!("the {}", several(name)),
        false if is_whole => name.to_owned(),
        false => format!("the {name}"),
    }
}

/// Endings of names whose plurals are irregular.
const IRREGULAR: [(&str, &str); 9] = [
    ("man", "men"),
    ("elf", "elves"),
    ("wolf", "wolves"),
    ("dwarf", "dwarves"),
    ("thief", "thieves"),
    ("knife", "knives"),
    ("hero", "heroes"),
    ("mouse", "mice"),
    ("child", "children"),
];

/// What stands between somebody and what tells him from others: "knight of the realm", "man-at-arms".
const BEHIND: [&str; 5] = [" of ", " from ", " with ", " in ", "-at-"];

/// The plural of a name; one that is a plural already stays.
pub fn several(name: &str) -> String {
    if let Some(at) = BEHIND.iter().filter_map(|word| name.find(word)).min() {
        return several(&name[..at]) + &name[at..];
    }
    let irregular = IRREGULAR.iter().find_map(|(end, ends)| Some((name.strip_suffix(end)?, ends)));
    if let Some((stem, ends)) = irregular {
        return format!("{stem}{ends}");
    }
    let ends_with = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    match name.strip_suffix('y') {
        Some(stem) if !ends_with(&["ay", "ey", "oy", "uy"]) => format!("{stem}ies"),
        _ if ends_with(&["ss", "us", "is", "x", "ch", "sh"]) => format!("{name}es"),
        _ if ends_with(&["s"]) => name.to_owned(),
        _ => format!("{name}s"),
    }
}

/// Texts, each of them once.
pub fn different<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut different = Vec::new();
    for text in texts {
        if !different.contains(&text) {
            different.push(text);
        }
    }
    different
}

/// Texts as one, with what differs side by side: "boxes of Ann / Bob".
pub fn in_one<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let texts: Vec<Vec<&str>> = different(texts).into_iter().map(|text| text.split(' ').collect()).collect();
    let Some((first, others)) = texts.split_first() else { return String::new() };
    let shortest = texts.iter().map(Vec::len).min().unwrap_or(0);
    // What all have at their start and at their end, without what is different in at least a word.
    let is_common =
        |word: &dyn Fn(&[&'a str]) -> Option<&'a str>| others.iter().all(|other| word(other) == word(first));
    let most = shortest.saturating_sub(usize::from(!others.is_empty()));
    let start = (0..most).take_while(|&place| is_common(&|text| text.get(place).copied())).count();
    let end = (0..most - start)
        .take_while(|&place| is_common(&|text| text.iter().rev().nth(place).copied()))
        .count();
    let between: Vec<String> = texts.iter().map(|text| text[start..text.len() - end].join(" ")).collect();
    let parts = [first[..start].join(" "), between.join(" / "), first[first.len() - end..].join(" ")];
    parts.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_is_called_by_name_or_kind() {
        let words = [
            "Ripper",
            "guard",
            "the opponent",
            "ganger",
            "gunman",
            "fly",
            "boss",
            "elf",
            "knight of the realm",
            "man-at-arms",
            "bandit from the north",
            "orcs",
        ];
        let (one, several) = words.split_at(3);
        assert_eq!(
            one.iter().map(|name| definite(name, false)).collect::<Vec<_>>(),
            ["Ripper", "the guard", "the opponent"]
        );
        let all: Vec<String> = several.iter().map(|name| definite(name, true)).collect();
        assert_eq!(
            all,
            [
                "the gangers",
                "the gunmen",
                "the flies",
                "the bosses",
                "the elves",
                "the knights of the realm",
                "the men-at-arms",
                "the bandits from the north",
                "the orcs"
            ]
        );
    }
}
