//! What are my odds, and what should I choose? Exact distributions and fast simulation of spell and
//! combat rules.
//!
//! Each rulebook procedure is written once, as plain code over [`Chance`](chance::Chance). Readers of
//! this one rule text sample it, enumerate it, narrate it and test it. In reading order:
//!
//! | module | what lives there |
//! |---|---|
//! | [`chance`] | the only place where luck happens: distributions, the trait, its readers |
//! | [`expression`] | events and statistics, from text to values |
//! | [`description`] | how a game describes itself: keys, presets, figures, tables |
//! | [`systems`] | the built-in games, one module each, and their registry |
//! | [`rules`] | games that users write, in the rules language |
//! | [`scenario`] | TOML to a checked scenario; errors that show the place |
//! | [`analysis`] | the questions: what can happen, and how likely |
//! | [`stats`] | intervals, moments, tests of fit |
//! | [`digest`] | hashes, by which fizzle recognizes its own files |
//! | [`report`] | plain results to text, CSV, JSON, charts, pages and sheets |
//! | [`ask`] | questions and answers as JSON, for a page in a browser |
//! | `cli` | arguments to one command each |
//!
//! | feature | what it adds |
//! |---|---|
//! | `charts` | pictures of results: `report::charts` |
//! | `cli` | the command line, `charts`, and everything that reads or writes files or queries the operating system: `cli`, `report::explorer`, `Document::read` |
//!
//! Both are on by default. Without them (`default-features = false`) the library takes texts and
//! returns values, also on WebAssembly (`wasm32-unknown-unknown`). On a target without threads, rayon
//! computes on the calling thread. Results of [`analysis`] implement `serde::Serialize`.
//!
//! A scenario has questions of its own. Other statistics are [queries](scenario::Query):
//!
//! ```
//! use fizzle::analysis::{Effort, MAX_OUTCOMES, Progress, Sampling, estimates, exact, sample};
//! use fizzle::scenario::{Document, Query};
//!
//! let text = r#"
//!     system = "shadowrun5"
//!     caster = { magic = 6, spellcasting = 6, willpower = 5, drain_attribute = 5 }
//!     spell = { preset = "manabolt" }
//!     target = { willpower = 4 }
//!     choice = { force = 6 }
//!     rules = { mental_limit = false }
//!     question = [{ name = "hurts", event = "damage > 0" }]
//! "#;
//! let scenario = Document::parse("manabolt.toml", text)?.check()?;
//! let odds = exact(&scenario, None, MAX_OUTCOMES)?;
//! assert_eq!(format!("{:.4}", odds.answers[0].probability), "0.8769");
//!
//! // Exact where that is within reach, and otherwise sampled.
//! let chance = Query::new("chance", "p(damage >= 4 | drain == 0)").statistic(&scenario)?;
//! let found = estimates(&scenario, &[&chance], &Effort::default(), &Progress::default())?;
//! assert_eq!(format!("{:.4}", found.values[0].value), "0.3181");
//!
//! // A sample uses the threads of the rayon pool in which it is called, or else this thread.
//! let sampling = Sampling { trials: 100_000, ..Sampling::default() };
//! let sampled = sample(&scenario, None, &sampling, &Progress::default())?;
//! assert!((sampled.answers[0].probability - odds.answers[0].probability).abs() < 0.01);
//!
//! // Your own rules: a name that ends in `.rules`, or the key `rules` of a scenario.
//! let rules = "key attack = 4\nroll = d6\nreport hit = roll >= attack";
//! let game = Document::parse("attack.rules", rules)?.check()?;
//! let odds = exact(&game, None, MAX_OUTCOMES)?;
//! assert_eq!(odds.summary("hit").map(|hit| hit.mean), Some(0.5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod chance;

pub mod expression;

pub mod description;

pub mod systems;

pub mod rules;

pub mod scenario;

pub mod analysis;

pub mod stats;

pub mod digest;

pub mod report;

pub mod ask;

#[cfg(feature = "cli")]
pub mod cli;
