//! Axes of tables and charts: the keys that a grid varies.

use indexmap::IndexSet;

use crate::description::System;

/// A key with its values, or several keys that vary together with their joint values.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Its display name.
    pub name: String,
    /// The values in the order of the grid, as written in files. Joint values are separated by commas.
    pub values: Vec<String>,
    /// The values in words.
    pub words: Vec<String>,
    /// Whether the values have an order of their own: numbers, and words such as "light" and "serious".
    pub has_order: bool,
    /// The indices of its keys among the varied keys.
    keys: Vec<usize>,
}

/// The axes of a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Axes {
    /// The axes with at least two values, in order. If nothing varies, the first key.
    pub axes: Vec<Axis>,
    /// The other keys with their only value, in words.
    pub fixed: Vec<String>,
}

impl Axes {
    /// The axes of `keys`, from all settings in the order of the grid.
    pub fn new(system: &System, keys: &[String], settings: &[impl AsRef<[String]>]) -> Self {
        let mut groups: Vec<(Vec<usize>, usize)> = Vec::new();
        let mut fixed = Vec::new();
        let alone: Vec<_> = (0..keys.len()).map(|place| distinct(&[place], settings)).collect();
        // If nothing varies, the first key is the only axis.
        let still = alone.iter().all(|values| values.len() < 2);
        for (place, key) in keys.iter().enumerate() {
            let alone = &alone[place];
            if alone.len() < 2 && !(still && place == 0) {
                fixed.extend(alone.first().map(|value| system.say(key, &value.join(", "))));
                continue;
            }
            // There are fewer pairs than in a full grid, so these keys vary together.
            if let Some((group, count)) = groups.last_mut() {
                let both: Vec<usize> = group.iter().copied().chain([place]).collect();
                let pairs = distinct(&both, settings).len();
                if pairs < *count * alone.len() {
                    (*group, *count) = (both, pairs);
                    continue;
                }
            }
            groups.push((vec![place], alone.len()));
        }
        let axes = groups.into_iter().map(|(group, _)| Axis::new(system, keys, group, settings));
        Axes { axes: axes.collect(), fixed }
    }

    /// Appends a description of the grid to `choices`.
    pub fn after(&self, choices: &str) -> String {
        let grid = self.axes.iter().map(Axis::words).chain(self.fixed.iter().cloned());
        let choices = Some(choices.to_owned()).filter(|choices| !choices.is_empty());
        choices.into_iter().chain(grid).collect::<Vec<_>>().join("; ")
    }

    /// Keeps at most `most` values of each axis. Returns a note for each axis that lost values.
    pub fn thin(&mut self, most: usize) -> Vec<String> {
        self.axes.iter_mut().filter_map(|axis| axis.thin(most)).collect()
    }
}

impl Axis {
    /// The axis of the keys at these indices, from all settings in the order of the grid.
    pub fn new(
        system: &System,
        keys: &[String],
        places: Vec<usize>,
        settings: &[impl AsRef<[String]>],
    ) -> Self {
        let all = distinct(&places, settings);
        let word = |(&place, value): (&usize, &&str)| system.value_in_words(&keys[place], value);
        let words = |values: &Vec<&str>| places.iter().zip(values).map(word).collect::<Vec<_>>().join(", ");
        let mut axis = Axis {
            name: places.iter().map(|&place| system.label(&keys[place])).collect::<Vec<_>>().join(", "),
            values: all.iter().map(|values| values.join(", ")).collect(),
            words: all.iter().map(words).collect(),
            has_order: false,
            keys: places,
        };
        // Keys that vary together have the order in which they are given, unless one has words without an order.
        axis.has_order = axis.keys.iter().enumerate().all(|(place, &key)| {
            let words = all.iter().filter(|values| values[place].parse::<f64>().is_err()).count();
            words <= 1 || system.key(&keys[key]).is_some_and(|key| key.has_order)
        });
        axis
    }

    /// An axis of values that are not settings of a key.
    pub fn of_values(name: String, values: Vec<String>) -> Self {
        Axis { name, words: values.clone(), values, has_order: true, keys: Vec::new() }
    }

    /// A value in words, with the name of the axis.
    pub fn say(&self, value: &str) -> String {
        let word = self.values.iter().position(|other| other == value).map_or(value, |at| &self.words[at]);
        format!("{}: {word}", self.name)
    }

    /// Sorts the values if they are numbers. A value that is not a number (a removed key) comes first.
    pub fn sort(&mut self) {
        let number = |value: &String| value.parse::<f64>().unwrap_or(f64::NEG_INFINITY);
        if !self.is_of_words() {
            let mut both: Vec<(String, String)> =
                std::mem::take(&mut self.values).into_iter().zip(std::mem::take(&mut self.words)).collect();
            both.sort_by(|(a, _), (b, _)| number(a).total_cmp(&number(b)));
            (self.values, self.words) = both.into_iter().unzip();
        }
    }

    /// The value of this axis at a setting.
    pub fn value(&self, setting: &[String]) -> String {
        let values: Vec<&str> = self.keys.iter().map(|&key| setting[key].as_str()).collect();
        values.join(", ")
    }

    /// The values as numbers; `None` for words.
    pub fn numbers(&self) -> Vec<Option<f64>> {
        self.values.iter().map(|value| value.parse().ok().filter(|n: &f64| n.is_finite())).collect()
    }

    /// Whether the values are words. One value that is not a number may be a removed key, and does
    /// not count.
    pub fn is_of_words(&self) -> bool {
        self.numbers().iter().filter(|number| number.is_none()).count() > 1
    }

    /// Keeps at most `most` values, evenly spaced. Returns a note if values were left out.
    pub fn thin(&mut self, most: usize) -> Option<String> {
        let all = self.values.len();
        let step = all.div_ceil(most);
        for all in [&mut self.values, &mut self.words] {
            *all = std::mem::take(all).into_iter().step_by(step).collect();
        }
        (step > 1).then(|| format!("of {all} values of {} one in {step} is drawn", self.name))
    }

    fn words(&self) -> String {
        let words = match self.words.as_slice() {
            words if words.len() <= 4 => words.join(" | "),
            [first, second, .., last] => format!("{first} | {second} | … | {last}"),
            _ => String::new(),
        };
        format!("{}: {words}", self.name)
    }
}

/// The distinct joint values of these keys, in order of first appearance.
fn distinct<'a>(keys: &[usize], settings: &'a [impl AsRef<[String]>]) -> Vec<Vec<&'a str>> {
    let all = settings.iter().map(|setting| keys.iter().map(|&key| setting.as_ref()[key].as_str()).collect());
    all.collect::<IndexSet<Vec<&str>>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::SYSTEMS;

    fn axes(keys: &[&str], settings: &[&[&str]]) -> Axes {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        Axes::new(
            &SYSTEMS[0],
            &owned(keys),
            &settings.iter().map(|setting| owned(setting)).collect::<Vec<_>>(),
        )
    }

    #[test]
    fn keys_of_a_full_grid_are_axes_of_their_own() {
        let found = axes(
            &["a", "b"],
            &[&["1", "x"], &["1", "y"], &["2", "x"], &["2", "y"], &["3", "x"], &["3", "y"]],
        );
        assert_eq!(found.axes[0].values, ["1", "2", "3"]);
        assert_eq!(found.axes[1].values, ["x", "y"]);
        assert_eq!(found.after(""), "a: 1 | 2 | 3; b: x | y");
        assert_eq!(found.axes[1].value(&["2".to_owned(), "y".to_owned()]), "y");
    }

    #[test]
    fn keys_that_move_together_share_an_axis() {
        let found = axes(&["a", "b", "c"], &[&["1", "x", "0"], &["2", "y", "0"], &["3", "y", "0"]]);
        assert_eq!((found.axes.len(), found.axes[0].name.as_str()), (1, "a, b"));
        assert_eq!(found.axes[0].values, ["1, x", "2, y", "3, y"]);
        assert_eq!(found.fixed, ["c: 0"]);
        assert_eq!(found.axes[0].numbers(), [None; 3]);
        assert!(found.axes[0].is_of_words() && !found.axes[0].has_order);
        let zipped = axes(&["a", "b"], &[&["1", "2"], &["2", "3"], &["3", "4"]]);
        assert!(
            zipped.axes[0].is_of_words() && zipped.axes[0].has_order,
            "the order in which they are given"
        );
    }

    #[test]
    fn axes_are_called_as_players_call_them() {
        let found = axes(&["choice.reagents", "target.armor"], &[&["unset", "6"], &["2", "6"]]);
        assert_eq!(found.axes[0].name, "drams of reagents");
        assert_eq!(
            (&found.axes[0].values[0], &found.axes[0].words[0]),
            (&"unset".to_owned(), &"none".to_owned())
        );
        assert_eq!(found.after(""), "drams of reagents: none | 2; target's armor 6");
        assert_eq!(found.axes[0].say("2"), "drams of reagents: 2");
    }

    #[test]
    fn long_axes_are_thinned_and_say_so() {
        let values: Vec<[String; 1]> = (0..1000).map(|n| [n.to_string()]).collect();
        let settings: Vec<Vec<String>> = values.iter().map(|value| value.to_vec()).collect();
        let mut axis = Axes::new(&SYSTEMS[0], &["n".to_owned()], &settings).axes.remove(0);
        assert_eq!(axis.thin(1000), None);
        assert_eq!(axis.thin(400).unwrap(), "of 1000 values of n one in 3 is drawn");
        assert_eq!((axis.values.len(), axis.values[1].as_str()), (334, "3"));
    }
}
