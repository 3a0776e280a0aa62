//! What the sides of an encounter are called: by their members.

use super::program::{Program, Type};
use crate::description::words::listed;
use crate::description::{InputReader, Value};

/// The sides of a scenario, each with the label that the text knows it by and its members in words.
#[derive(Clone, Debug, Default)]
pub struct Sides(Vec<(String, String)>);

/// The key of a member that says on which side it is, and those of its name and of how many there are.
const SIDE: &str = "side";
const NAME: &str = "name";
const COUNT: &str = "count";

/// If a side has more tables than this, the others are counted.
const MOST_NAMED: usize = 3;

impl Sides {
    /// The sides of the first group of the text whose members have the key `side`, with labels. The tables of
    /// a scenario that leave it out are on the sides in turn. There are none if a side has no members, or if
    /// two would be called the same.
    pub fn of(program: &Program, input: &InputReader<'_>) -> Sides {
        let of_group = |group: &str| {
            let [start, end] = [format!("{group}."), format!(".{SIDE}")];
            let is_side = |name: &str| name.starts_with(&start) && name.ends_with(&end);
            let key = program.keys.iter().find(|key| is_side(&key.name))?;
            matches!(key.ty, Type::Label(_)).then(|| (group.to_owned(), key.labels.clone()))
        };
        let Some((group, labels)) = program.groups.iter().find_map(|group| of_group(&group.name)) else {
            return Sides::default();
        };
        let mut sides: Vec<(String, Vec<String>)> =
            labels.into_iter().map(|label| (label, Vec::new())).collect();
        for (place, table) in input.positions(&group).into_iter().enumerate() {
            let path = |key: &str| format!("{group}.{table}.{key}");
            let name = match input.peek(&path(NAME)) {
                Some(Value::Word(name)) => &**name,
                _ => group.as_str(),
            };
            let are_several = matches!(input.peek(&path(COUNT)), Some(Value::Integer(2..)));
            let words = members(name, are_several);
            let side = match input.peek(&path(SIDE)) {
                Some(Value::Word(side)) => sides.iter().position(|(label, _)| label == side),
                _ => (place < sides.len()).then_some(place),
            };
            let Some(side) = side else { return Sides::default() };
            if !sides[side].1.contains(&words) {
                sides[side].1.push(words);
            }
        }
        let sides: Vec<(String, String)> =
            sides.into_iter().map(|(label, members)| (label, together(&members))).collect();
        let is_clear = |place: usize| {
            let words = &sides[place].1;
            !words.is_empty() && sides[..place].iter().all(|(_, other)| other != words)
        };
        if (0..sides.len()).all(is_clear) { Sides(sides) } else { Sides::default() }
    }

    /// One of several names or labels in words, if there is one for each side that begins with it:
    /// `second_out` beside `first_out` is "the bandits out".
    pub fn say(&self, name: &str, all: &[String]) -> Option<String> {
        self.0.iter().find_map(|(label, words)| {
            let rest = name.strip_prefix(label.as_str())?;
            let has_all = self.0.iter().all(|(label, _)| all.contains(&format!("{label}{rest}")));
            has_all.then(|| format!("{words}{}", spaced(rest)))
        })
    }

    /// The labels of a metric in words; `None` if no side is among them.
    pub fn say_labels(&self, labels: &[String]) -> Option<Vec<String>> {
        let said: Vec<Option<String>> = labels.iter().map(|label| self.say(label, labels)).collect();
        let word = |(said, label): (Option<String>, &String)| said.unwrap_or_else(|| spaced(label));
        let is_any = said.iter().any(Option::is_some);
        is_any.then(|| said.into_iter().zip(labels).map(word).collect())
    }
}

fn spaced(label: &str) -> String {
    label.replace(['_', '-'], " ")
}

/// The members of a table: "Ripper", "the guard", "the gangers".
fn members(name: &str, are_several: bool) -> String {
    let is_proper = name.starts_with(char::is_uppercase);
    match (are_several, is_proper) {
        (true, _) => format!("the {}", several(name)),
        (false, true) => name.to_owned(),
        (false, false) => format!("the {name}"),
    }
}

/// The plural of a name.
fn several(name: &str) -> String {
    if let Some(stem) = name.strip_suffix("man") {
        return format!("{stem}men");
    }
    let ends_with = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    match name.strip_suffix('y') {
        Some(stem) if !ends_with(&["ay", "ey", "oy", "uy"]) => format!("{stem}ies"),
        _ if ends_with(&["s", "x", "ch", "sh"]) => format!("{name}es"),
        _ => format!("{name}s"),
    }
}

/// All members of a side: "Ripper, Brick and 3 others".
fn together(members: &[String]) -> String {
    if members.len() <= MOST_NAMED {
        return listed(members);
    }
    let (named, others) = members.split_at(MOST_NAMED - 1);
    listed(&[named, &[format!("{} others", others.len())]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_named_or_called_by_their_kind() {
        let words = ["Ripper", "guard", "ganger", "gunman", "fly", "boss"];
        assert_eq!(members(words[0], false), "Ripper");
        assert_eq!(members(words[1], false), "the guard");
        let several: Vec<String> = words[2..].iter().map(|name| members(name, true)).collect();
        assert_eq!(several, ["the gangers", "the gunmen", "the flies", "the bosses"]);
        let all: Vec<String> = ["A", "B", "C", "D"].map(str::to_owned).into();
        assert_eq!([together(&all[..2]), together(&all)], ["A and B", "A, B and 2 others"]);
    }

    #[test]
    fn what_begins_with_a_side_is_said_with_its_members() {
        let side = |label: &str, words: &str| (label.to_owned(), words.to_owned());
        let sides = Sides(vec![side("first", "Ripper and Brick"), side("second", "the gangers")]);
        let all = ["first_out", "second_out", "first_aid"].map(str::to_owned);
        let said = |name: &str| sides.say(name, &all);
        assert_eq!(said("second_out").as_deref(), Some("the gangers out"));
        assert_eq!([said("first_aid"), said("turns")], [None, None]);
        let labels = ["first", "second", "both-out"].map(str::to_owned);
        let words = ["Ripper and Brick", "the gangers", "both out"].map(str::to_owned);
        assert_eq!(sides.say_labels(&labels), Some(words.into()));
        assert_eq!(sides.say_labels(&labels[1..]), None);
    }
}
