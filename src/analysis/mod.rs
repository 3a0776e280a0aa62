//! The questions: what can happen, and how likely.
//!
//! Each question is a function from plain inputs to a plain result with public fields. Nothing here
//! prints.
//!
//! No threads are started here. Work is shared among the threads of the pool in which the caller runs
//! it ([`rayon::ThreadPool::install`]); outside a pool, the caller's own thread does all of it.

pub use self::odds::{Answer, Distribution, Engine, Given, Joint, JointRow, Odds, Row};

pub use crate::chance::Progress;

pub use self::error::RunError;

pub use self::sampling::{Sampling, Width};

pub use self::plan::Plan;

pub use self::job::Job;

pub use self::part::{Fingerprint, Part, PartError};

pub use self::run::{exact, sample, within_a_second};

pub use self::witness::{Witness, witnessed};

pub use self::explain::{NotFound, Telling, explain, explain_dice, step_in_words};

pub use self::exact_or_sampled::{
    Effort, Estimates, Method, estimates, exact_odds, exact_or_apart, odds as odds_of,
};

pub use self::compare::{Compared, Comparison, Item, ItemKind, compare, compare_statistics};

pub use self::settings::Skipped;

pub use self::sweep::{Setting, Sweep, SweepJob, sweep};

pub use self::advise::{
    AdviseJob, Candidate, Held, Recommendation, RunOfBest, Rung, Situation, Step, Weighed, advise,
    further_side_effect, runs_of_best,
};

pub use self::attribute::{Attributed, Attribution, Effect, Rule, Unparted, attribute};

pub use self::balance::{Aim, Balance, BalanceJob, Balanced, Between, Reached, balance};

pub use self::target::Target;

pub use self::explored::Explored;

pub use self::expect::{Checked, Verdict, check};

pub use self::sheet::{Filled, Own, Sheet, SheetCell, sheet, sheet_of};

pub use self::verify::{Agreement, Certificate, SIGNIFICANCE, Test, Verified, VerifyJob, verify};

mod odds;

mod serialize;

mod error;

mod sampling;

mod packings;

mod group;

mod parallel;

mod blocks;

mod part;

mod job;

mod plan;

mod run;

mod witness;

mod explain;

mod exact_or_sampled;

mod units;

mod compare;

mod findings;

mod settings;

mod near_equal;

mod sweep;

mod advise;

mod attribute;

mod balance;

mod target;

mod explored;

mod expect;

mod sheet;

mod verify;

#[cfg(test)]
pub(crate) mod fixtures;

/// The maximum number of outcomes that are visited for an exact distribution, and of rows of a joint
/// distribution.
pub const MAX_OUTCOMES: u64 = 10_000_000;

/// The maximum number of outcomes for which the exact distribution of a scenario or a setting is computed
/// if nobody says otherwise: it takes about a second. Larger ones are sampled.
pub const DECIDING_OUTCOMES: u64 = 2_500_000;

/// The maximum number of resolutions that are rolled in search of an event.
pub const MAX_ATTEMPTS: u64 = 10_000_000;

/// The maximum number of resolutions of one run.
pub const MAX_TRIALS: u64 = 1_000_000_000_000_000;
