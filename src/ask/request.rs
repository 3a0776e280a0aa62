use serde::Deserialize;

use crate::scenario::Change;

/// A request, as in `{"ask": "exact", "scenario": "…"}`. A scenario is given by its text.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Which games there are, and their procedures.
    Catalog,
    /// The text of a scenario to start from.
    Start {
        /// The name of the game.
        game: String,
        /// The name of the procedure.
        procedure: String,
    },
    /// The text of a scenario of fizzle's repository, with its rules in it.
    Open {
        /// Its name in the answer to [`Request::Catalog`].
        name: String,
    },
    /// A scenario after some changes: its text, its form and, if they take little time, its exact odds.
    Show {
        /// The scenario.
        scenario: String,
        /// The changes, applied in order.
        #[serde(default)]
        changes: Vec<Change>,
        /// The headline that was shown before; the odds say how it has changed.
        before: Option<f64>,
    },
    /// What can happen, and how likely, by enumerating all outcomes.
    Exact {
        /// The scenario.
        scenario: String,
        /// The headline that was shown before.
        before: Option<f64>,
    },
    /// The distributions of dice expressions.
    Roll {
        /// The expressions.
        expressions: Vec<String>,
    },
    /// The ranges of blocks into which a sample can be split.
    Plan {
        /// The scenario.
        scenario: String,
        /// The sample.
        sample: Sample,
        /// The number of ranges.
        ranges: u64,
    },
    /// The counts of some blocks of a sample.
    Part {
        /// The scenario.
        scenario: String,
        /// The sample.
        sample: Sample,
        /// The first block, and the one after the last.
        blocks: (u64, u64),
    },
    /// What can happen, and how likely, from all parts of a sample.
    Merge {
        /// The scenario.
        scenario: String,
        /// The sample.
        sample: Sample,
        /// The parts, in any order.
        parts: Vec<String>,
        /// Whether parts may be missing: then the answer is that of a smaller sample.
        #[serde(default)]
        some: bool,
        /// The headline that was shown before.
        before: Option<f64>,
    },
    /// The scenario and its variants side by side.
    Compare {
        /// The scenario.
        scenario: String,
    },
    /// What to choose: the tables `[vary]` and `[advise]` give the options and the goal.
    Choose {
        /// The scenario.
        scenario: String,
    },
    /// Whether the scenario meets its expectations, and the rule text its own with the defaults of its
    /// keys.
    Expect {
        /// The scenario.
        scenario: String,
    },
    /// One resolution, step by step.
    Tell {
        /// The scenario.
        scenario: String,
        /// The seed of the dice.
        seed: u64,
        /// If given, the first resolution in which this event happens is told.
        event: Option<String>,
    },
}

/// The size of a sample, and its seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Sample {
    /// The number of resolutions.
    pub trials: u64,
    /// The seed of the random streams.
    pub seed: u64,
}
