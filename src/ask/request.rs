use serde::Deserialize;

use crate::scenario::Change;

/// What can be asked: `{"ask": "exact", "scenario": "…"}`. A scenario is its text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
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
    /// Everything that can be set in a scenario, with what is set, and what is wrong with it.
    Form {
        /// The scenario.
        scenario: String,
    },
    /// The text of the scenario after some changes.
    Edit {
        /// The scenario.
        scenario: String,
        /// What changes, one after the other.
        changes: Vec<Change>,
    },
    /// What can happen, and how likely, by counting all outcomes.
    Exact {
        /// The scenario.
        scenario: String,
    },
    /// The ranges of blocks in which a sample can be taken in parts.
    Plan {
        /// The scenario.
        scenario: String,
        /// The sample.
        sample: Sample,
        /// Into how many ranges it is cut.
        ranges: u64,
    },
    /// What was counted in some blocks of a sample.
    Part {
        /// The scenario.
        scenario: String,
        /// The sample.
        sample: Sample,
        /// The first block, and the one behind the last.
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
    },
    /// The scenario and its variants side by side.
    Compare {
        /// The scenario.
        scenario: String,
    },
    /// What to choose: its tables `[vary]` and `[advise]` say among what, and what for.
    Choose {
        /// The scenario.
        scenario: String,
    },
    /// Whether the scenario is what it is expected to be, and its rule text with the defaults of its keys.
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
        /// The first resolution in which this event happens.
        event: Option<String>,
    },
}

/// How much is sampled, and from where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Sample {
    /// The number of resolutions.
    pub trials: u64,
    /// Where the random streams start.
    pub seed: u64,
}
