//! What the sides of an encounter are called: by their members.

use super::program::{Program, Type};
use crate::description::words::{definite, listed};
use crate::description::{InputReader, Value};

/// The sides of a scenario.
#[derive(Clone, Debug, Default)]
pub struct Sides(Vec<Side>);

#[derive(Clone, Debug)]
struct Side {
    /// What the text calls it.
    label: String,
    /// Its members: "Ripper and the gangers".
    words: String,
    are_several: bool,
}

/// How many people of each name there are.
type Members<'a> = Vec<(Option<&'a str>, i64)>;

/// The key of a member that says on which side it is, and those of its name and of how many there are.
const SIDE: &str = "side";
const NAME: &str = "name";
const COUNT: &str = "count";

/// If a side has more tables than this, the others are counted.
const MOST_NAMED: usize = 3;

impl Sides {
    /// The sides of the first group of the text whose members have the key `side`, with labels. The tables of
    /// a scenario that leave it out are on the sides in turn. If members without names are beside others, or if two
    /// sides have the same names, they are "the first side" and "the second side".
    /// There are none if a side has no members.
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
        // How many people of each name are on each side.
        let mut sides: Vec<(String, Members<'_>)> =
            labels.into_iter().map(|label| (label, Vec::new())).collect();
        for (place, table) in input.positions(&group).into_iter().enumerate() {
            let value = |key: &str| input.peek(&format!("{group}.{table}.{key}"));
            let side = match value(SIDE) {
                Some(Value::Word(side)) => sides.iter().position(|(label, _)| label == side),
                _ => (place < sides.len()).then_some(place),
            };
            let Some(side) = side else { return Sides::default() };
            let name = match value(NAME) {
                Some(Value::Word(name)) => Some(&**name),
                _ => None,
            };
            let count = if let Some(Value::Integer(count)) = value(COUNT) { *count } else { 1 };
            match sides[side].1.iter_mut().find(|member| member.0 == name) {
                Some(member) => member.1 += count,
                None => sides[side].1.push((name, count)),
            }
        }
        let has = |side: usize, name: Option<&str>| sides[side].1.iter().any(|member| member.0 == name);
        let has_all = |side: usize, other: usize| sides[other].1.iter().all(|member| has(side, member.0));
        if sides.iter().any(|(_, members)| members.is_empty()) {
            return Sides::default();
        }
        let is_clear = (0..sides.len()).all(|side| {
            let is_named = sides[side].1.len() == 1 || !has(side, None);
            is_named && (0..side).all(|other| !has_all(side, other) || !has_all(other, side))
        });
        let side = |(label, members): (String, Members<'_>)| match is_clear {
            true => {
                let member =
                    |&(name, count): &(Option<&str>, i64)| definite(name.unwrap_or(&group), count > 1);
                let words = together(&members.iter().map(member).collect::<Vec<_>>());
                Side { label, words, are_several: members.iter().map(|member| member.1).sum::<i64>() > 1 }
            }
            false => Side { words: format!("the {} side", spaced(&label)), label, are_several: false },
        };
        Sides(sides.into_iter().map(side).collect())
    }

    /// One of several names or labels in words, if there is one for each side that begins with it:
    /// `second_out` beside `first_out` is "the bandits out".
    pub fn say(&self, name: &str, all: &[String]) -> Option<String> {
        let (side, rest) = self.side(name, all)?;
        Some(format!("{}{}", side.words, spaced(rest)))
    }

    /// The labels of a metric in words; `None` if no side is among them. A label is true of all members:
    /// `second_down` is "the bandits all down". Beside `both_out`, `second_out` means that only the first side is
    /// left: "only Ripper stands".
    pub fn say_labels(&self, labels: &[String]) -> Option<Vec<String>> {
        let has_both_out = labels.iter().any(|label| label == "both_out");
        let say = |label: &String| {
            let (side, rest) = self.side(label, labels)?;
            Some(match &self.0[..] {
                [one, other] if rest == "_out" && has_both_out => {
                    let left = if one.label == side.label { other } else { one };
                    format!("only {} {}", left.words, if left.are_several { "stand" } else { "stands" })
                }
                _ if side.are_several && !rest.is_empty() => format!("{} all{}", side.words, spaced(rest)),
                _ => format!("{}{}", side.words, spaced(rest)),
            })
        };
        let said: Vec<Option<String>> = labels.iter().map(say).collect();
        let word = |(said, label): (Option<String>, &String)| said.unwrap_or_else(|| spaced(label));
        let is_any = said.iter().any(Option::is_some);
        is_any.then(|| said.into_iter().zip(labels).map(word).collect())
    }

    /// The side that a name begins with, and the rest of the name, if `all` has one with this rest for
    /// each side.
    fn side<'a>(&self, name: &'a str, all: &[String]) -> Option<(&Side, &'a str)> {
        self.0.iter().find_map(|side| {
            let rest = name.strip_prefix(side.label.as_str())?;
            let has_all = self.0.iter().all(|side| all.contains(&format!("{}{rest}", side.label)));
            has_all.then_some((side, rest))
        })
    }
}

fn spaced(label: &str) -> String {
    label.replace(['_', '-'], " ")
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
    fn many_members_are_counted() {
        let all: Vec<String> = ["A", "B", "C", "D"].map(str::to_owned).into();
        assert_eq!([together(&all[..2]), together(&all)], ["A and B", "A, B and 2 others"]);
    }

    #[test]
    fn what_begins_with_a_side_is_said_with_its_members() {
        let side = |label: &str, words: &str| Side {
            label: label.to_owned(),
            words: words.to_owned(),
            are_several: words != "Ripper",
        };
        let sides = Sides(vec![side("first", "Ripper"), side("second", "the gangers")]);
        let all = ["first_out", "second_out", "first_aid"].map(str::to_owned);
        let said = |name: &str| sides.say(name, &all);
        assert_eq!(said("second_out").as_deref(), Some("the gangers out"));
        assert_eq!([said("first_aid"), said("turns")], [None, None]);
        let labels = ["first", "second", "both-out"].map(str::to_owned);
        let words = ["Ripper", "the gangers", "both out"].map(str::to_owned);
        assert_eq!(sides.say_labels(&labels), Some(words.into()));
        assert_eq!(sides.say_labels(&labels[1..]), None);
        let said = sides.say_labels(&all[..2]).unwrap();
        assert_eq!(said, ["Ripper out", "the gangers all out"]);
        let said = sides.say_labels(&["first_out", "second_out", "both_out"].map(str::to_owned)).unwrap();
        assert_eq!(said, ["only the gangers stand", "only Ripper stands", "both out"]);
    }
}
