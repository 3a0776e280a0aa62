//! What are my odds, and what should I choose? fizzle answers for spell and combat rules of tabletop games:
//! exactly where that is within reach, and by simulation everywhere.
//!
//! A [`Document`](scenario::Document) is what a user wrote, and [`check`](scenario::Document::check) makes a
//! [`Scenario`](scenario::Scenario) of it. The functions of [`analysis`] answer questions about scenarios, and
//! [`report`] makes texts, tables, charts and pages of the answers.
//!
//! # Rolls, and rules of your own
//!
//! ```
//! use fizzle::analysis::{MAX_OUTCOMES, exact};
//! use fizzle::scenario::Document;
//!
//! let roll = Document::of_roll("4d6.highest(3)")?.check()?;
//! let odds = exact(&roll, None, MAX_OUTCOMES)?;
//! assert_eq!(odds.summary("result").map(|result| format!("{:.2}", result.mean)), Some("12.24".into()));
//!
//! // A name that ends in `.rules` says that the text has rules.
//! let rules = "key attack = 4\nroll = d6\nreport hit = roll >= attack";
//! let odds = exact(&Document::parse("attack.rules", rules)?.check()?, None, MAX_OUTCOMES)?;
//! assert_eq!(odds.summary("hit").map(|hit| hit.mean), Some(0.5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A scenario of a built-in game
//!
//! It has questions of its own. Other statistics are [queries](scenario::Query).
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
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The best choice
//!
//! [`sweep`](analysis::sweep()), [`compare`](analysis::compare()), [`attribute`](analysis::attribute()) and
//! [`balance`](analysis::balance()) are called in the same way.
//!
//! ```
//! use fizzle::analysis::{Effort, Progress, advise};
//! use fizzle::scenario::{Document, Grid};
//!
//! let text = r#"
//!     system = "shadowrun5"
//!     caster = { magic = 6, spellcasting = 6, willpower = 5, drain_attribute = 5 }
//!     spell = { preset = "manabolt" }
//!     target = { willpower = 4 }
//!     choice = { force = 6 }
//!     rules = { mental_limit = false }
//!     vary = { "choice.force" = "1..12" }
//!     advise = { maximize = "mean(damage)", subject_to = ["mean(drain) <= 1"] }
//! "#;
//! let document = Document::parse("manabolt.toml", text)?;
//! let goal = document.goal().goal()?.expect("the text has one");
//! let (choices, situations) = (Grid::of_file(&document)?, Grid::default());
//! let effort = Effort::default();
//! let advice = advise(&document, &choices, &situations, &goal, &effort, &Progress::default())?;
//! assert_eq!(advice.situations[0].choices[0].values, ["7"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Errors
//!
//! A wrong text gives all its [`Problems`](scenario::Problems), each with its place, a message and help. A
//! computation that fails gives a [`RunError`](analysis::RunError).
//!
//! ```
//! use fizzle::scenario::Document;
//!
//! let problems = Document::parse("bolt.toml", r#"system = "shadowrun6""#)?.check().unwrap_err();
//! assert!(problems.to_string().starts_with(r#"bolt.toml:1:10: there is no system "shadowrun6""#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules and features
//!
//! Programs that ask questions need [`scenario`], [`analysis`] and [`report`]. The other modules are for those
//! who add games. In reading order:
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
//! Each procedure of a rulebook is written once, as plain code over [`Chance`](chance::Chance). Readers of this
//! one rule text sample it, enumerate it, narrate it and test it.
//!
//! | feature | what it adds |
//! |---|---|
//! | `charts` | pictures of results: `report::charts` |
//! | `cli` | the command line, `charts`, and everything that reads or writes files or queries the operating system: `cli`, `report::explorer`, `Document::read` |
//!
//! Both are on by default. Without them (`default-features = false`) the library takes texts and returns
//! values, also on WebAssembly (`wasm32-unknown-unknown`). On a target without threads, rayon computes on the
//! calling thread. Results of [`analysis`] implement `serde::Serialize`.

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
