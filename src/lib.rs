//! What are my odds, and what should I choose? Exact laws and fast simulation
//! of spell and combat rules.
//!
//! Each rulebook procedure is written once, as plain text over
//! [`Chance`](chance::Chance); readers of that one text sample it, enumerate it,
//! tell it and test it. In reading order:
//!
//! | module | what lives there |
//! |---|---|
//! | [`chance`] | the only place where luck happens: laws, the trait, its readers |
//! | [`expression`] | events and statistics, from text to values |
//! | [`description`] | what a game says of itself: keys, presets, figures, tables |
//! | [`systems`] | the games, one module each, and the registry of them |
//! | [`rules`] | games that users write, in a language of their own |
//! | [`scenario`] | TOML to a checked scenario; errors that show the place |
//! | [`analysis`] | the questions: what can happen, and how likely |
//! | [`stats`] | intervals, moments, tests of fit |
//! | [`digest`] | hashes, by which fizzle knows its own files again |
//! | [`report`] | plain results to text, CSV, JSON, charts, pages and sheets |
//! | [`ask`] | questions and answers as JSON, for a page in a browser |
//! | `cli` | arguments to one command each |
//!
//! | feature | what it adds |
//! |---|---|
//! | `charts` | pictures of results: `report::charts` |
//! | `cli` | the command, with the charts and all that reads and writes files or asks the system: `cli`, `report::explorer`, `Document::read` |
//!
//! Both are on by default. Without them (`default-features = false`) texts come in and values
//! go out, on WebAssembly, too (`wasm32-unknown-unknown`). Where a target has no threads, rayon
//! computes on the calling thread. Results of [`analysis`] implement `serde::Serialize`.
//!
//! ```
//! use fizzle::analysis::{MAX_OUTCOMES, exact};
//! use fizzle::scenario::Document;
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
