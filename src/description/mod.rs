//! What a game says of itself: its systems, procedures, keys, presets, figures and tables.
//!
//! These are plain values that know [`chance`](crate::chance) and no game. Scenarios are read,
//! checked, listed and charted by them alone.

pub use self::aside::{Datum, DerivedValue, DerivedValues, SideTable};

pub use self::input::{CheckedInput, Fault, Input, InputReader, Sum, Value};

pub use self::key::{Key, Kind, Literal, Presence, Preset, Word};
pub(crate) use self::key::{has_star, is_position, join, position_in};

pub use self::sheet_table::{Settings, SheetAxis, SheetCells, SheetTable, Steps};

mod aside;

mod input;

mod key;

mod sheet_table;

pub mod words;

use crate::chance::{AnyProcedure, Playable, Procedure, Tables};

/// The most dice in one pool.
pub const MAX_DICE: i64 = 500;

/// The greatest absolute value of a rating.
pub const MAX_RATING: i64 = 1_000_000;

/// A game.
#[derive(Debug)]
pub struct System {
    /// As scenario files name it.
    pub name: &'static str,
    /// As people name it.
    pub title: &'static str,
    /// Its procedures.
    pub procedures: &'static [ProcedureDescription],
    /// Its presets.
    pub presets: &'static [Preset],
    /// The tables that players pin to their screen.
    pub sheet: &'static [SheetTable],
    /// Readings of it as a whole: what its source text does not contain, and how it is meant. Those
    /// of a key stand at the [key](Key::not_in_text).
    pub notes: &'static [&'static str],
}

/// A procedure of a game.
#[derive(Debug)]
pub struct ProcedureDescription {
    /// As scenario files name it.
    pub name: &'static str,
    /// One line on what it resolves.
    pub help: &'static str,
    /// Every key that its scenarios may set.
    pub keys: &'static [Key],
    /// What `fizzle new` writes besides defaults: keys and their values.
    pub start: &'static [(&'static str, Literal)],
    /// The questions that `fizzle new` writes: names and events.
    pub questions: &'static [(&'static str, &'static str)],
    /// What its charts show beside each metric.
    pub figures: &'static [Figure],
    /// Makes it ready for one scenario whose keys are each in order.
    pub prepare: fn(&CheckedInput) -> Prepared,
}

/// A chart of a procedure as a whole: its file's name, and what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The name of its files, without what stands behind the dot.
    pub name: &'static str,
    /// What it shows.
    pub kind: FigureKind,
}

/// What a figure shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureKind {
    /// One bar, divided as the labels of this metric divide all that can happen.
    Split {
        /// The metric.
        metric: &'static str,
    },
    /// The law of a metric, and the chances of others to be above 0.
    LawAndChances {
        /// The metric whose law it is.
        law: &'static str,
        /// What the names of the others begin with.
        chances: &'static str,
        /// What their chances are, in words.
        title: &'static str,
    },
    /// A track of boxes, by how likely each ends up marked. It is not drawn where
    /// the procedure has no indicators.
    Boxes(TrackFigure),
    /// What has become of a course by each round. It is not drawn where the
    /// procedure has no indicators.
    Stacks(Course),
}

/// Rounds in which something may end, in several ways, and whose ends are all indicators
/// of a procedure: one for each ending of the first round, then those of the second,
/// and so on, and a last one for what is open behind the last round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// What is asked of each round, in words.
    pub title: &'static str,
    /// What is written beside that.
    pub help: &'static str,
    /// The endings, in the order of the indicators. The share of the first is drawn from
    /// the bottom, that of the second from the top, any others are between.
    pub endings: &'static [&'static str],
    /// What is said of what has not ended. Its share is drawn above that of the first
    /// ending.
    pub open: &'static str,
}

/// Boxes whose signs are indicators of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrackFigure {
    /// Whose track it is, in words.
    pub title: &'static str,
    /// What is written beside that.
    pub help: &'static str,
    /// The place of the first indicator: the first sign in box 0. The other signs in
    /// that box follow, then those in box 1, and so on.
    pub first: usize,
    /// How many boxes there are, counted from 0.
    pub boxes: usize,
    /// The signs that may stand in a box.
    pub signs: &'static [&'static str],
    /// The boxes that have something in common.
    pub zones: &'static [Zone],
}

/// Some boxes side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone {
    /// What they have in common.
    pub label: &'static str,
    /// The number of the highest of them.
    pub highest: usize,
    /// The number of the lowest of them.
    pub lowest: usize,
}

impl Zone {
    /// Whether a box is among them.
    pub fn has(&self, number: usize) -> bool {
        (self.lowest..=self.highest).contains(&number)
    }
}

/// A procedure with what its rules find wrong with the scenario.
#[derive(Debug)]
pub struct Prepared {
    /// The procedure. If there are faults its numbers mean nothing, but its
    /// metrics still have their names.
    pub ready: Ready,
    /// What is wrong, if anything.
    pub faults: Vec<Fault>,
    /// The keys whose values it has read, sorted: no other makes a difference.
    pub read: Vec<String>,
}

/// A procedure made ready for one scenario.
pub struct Ready {
    /// The procedure.
    pub procedure: Box<dyn AnyProcedure>,
    /// The scenario's choices in words, for titles.
    pub choices: String,
    /// What it knows before any resolution.
    pub derived: DerivedValues,
    /// The tables that its page names.
    pub tables: Vec<SideTable>,
}

impl Ready {
    /// A procedure without facts or tables of its own.
    pub fn new(rules: impl Procedure + 'static, tables: Tables, choices: String) -> Self {
        Ready {
            procedure: Box::new(Playable::new(rules, tables)),
            choices,
            derived: DerivedValues::new(Box::new(Vec::new)),
            tables: Vec::new(),
        }
    }
}

impl System {
    /// Its procedure of this name.
    pub fn procedure(&self, name: &str) -> Option<&'static ProcedureDescription> {
        self.procedures.iter().find(|row| row.name == name)
    }

    /// The key of a path; none of those that every scenario may have.
    pub fn key(&self, path: &str) -> Option<&'static Key> {
        self.procedures.iter().flat_map(|row| row.keys).find(|key| key.matches(path))
    }

    /// What players call the key of a path, or the item of an array: `Attack of foe 2`,
    /// `foe 2`; the path itself where the game has no such key.
    pub fn label(&self, path: &str) -> String {
        let item = || match path.rsplit_once('.') {
            Some((array, position)) if is_position(position) => {
                position.parse::<u64>().map_or_else(|_| path.to_owned(), |n| format!("{array} {}", n + 1))
            }
            _ => path.to_owned(),
        };
        self.key(path).map_or_else(item, |key| key.label_at(path))
    }

    /// A value of a key as players say it: `Force 6`, `no reagents`, `Lightning Bolt`. The
    /// value is written as in files or on the command line, or it is `unset`.
    pub fn say(&self, path: &str, value: &str) -> String {
        match self.key(path) {
            Some(key) => key.say(path, self.preset_label(key, value).unwrap_or(value)),
            None => format!("{path}: {value}"),
        }
    }

    /// A value of a key as players read it beside the key's label: `Lightning Bolt`, `−3`,
    /// `none` where the key is left out.
    pub fn value_in_words(&self, path: &str, value: &str) -> String {
        match self.key(path) {
            _ if value == "unset" => "none".to_owned(),
            Some(key) => key.value_in_words(self.preset_label(key, value).unwrap_or(value)),
            None => value.to_owned(),
        }
    }

    /// A setting as players say it: `Force 6, no reagents`.
    pub fn say_setting(&self, paths: &[String], values: &[String]) -> String {
        let said: Vec<String> = paths.iter().zip(values).map(|(path, value)| self.say(path, value)).collect();
        said.join(", ")
    }

    /// What players call a preset that is the value of a key.
    fn preset_label(&self, key: &Key, value: &str) -> Option<&'static str> {
        let name = value.trim_matches('"');
        let preset = self.presets.iter().find(|preset| preset.key == key.path && preset.name == name)?;
        Some(preset.label)
    }
}

impl ProcedureDescription {
    /// The scenario that `fizzle new` writes, prepared.
    pub fn example(&self, presets: &[Preset]) -> Prepared {
        self.example_with(presets, &[])
            .unwrap_or_else(|| unreachable!("the example of {} is in order", self.name))
    }

    /// The scenario that `fizzle new` writes with further values, prepared; `None`: they do not fit.
    pub fn example_with(&self, presets: &[Preset], more: &[(&str, Literal)]) -> Option<Prepared> {
        let mut input = Input::default();
        let named = |preset: &&Preset| self.start.contains(&(preset.key, Literal::Word(preset.name)));
        let filled = presets.iter().filter(named).flat_map(|preset| preset.fills);
        for (path, literal) in filled.chain(self.start).chain(more) {
            input.set(*path, literal.value());
        }
        for key in self.keys {
            let Presence::Default(literal) = key.presence else { continue };
            for path in
                key.paths(&input).into_iter().filter(|path| input.get(path).is_none()).collect::<Vec<_>>()
            {
                input.set(path, literal.value());
            }
        }
        CheckedInput::new(input, self.keys, presets).ok().map(|input| (self.prepare)(&input))
    }
}

impl std::fmt::Debug for Ready {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ready").field("choices", &self.choices).finish_non_exhaustive()
    }
}
