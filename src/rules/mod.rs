//! Games that users write in their own rule language: [`Program`].
//!
//! A text is parsed into statements (`parse`, with the grammar of [`expression`](crate::expression)),
//! resolved into a program with known names and types (`resolve`), and compiled for the keys of one
//! scenario into code: operations on registers (`compile`). The exact distribution of a roll of dice is
//! a [`Law`](crate::chance::Law) (`roll`, `game`).
//!
//! | reader | what it reads |
//! |---|---|
//! | `walk` | the program, die by die: narrates it, and is the reference for the other readers |
//! | `run::exact` | the code, for all outcomes: rows with probabilities |
//! | `run::sampled` | the code, for many trials side by side |
//! | `decide` | the code of the goal, for the best option in every situation |

pub use self::program::Program;

pub use self::text::RuleText;

#[cfg(feature = "cli")]
pub(crate) use self::uses::Uses;

pub use self::syntax::{Expectation, Sheet};

mod code;

mod compile;

mod decide;

mod either;

mod follow;

mod game;

mod members;

mod parse;

mod procedure;

mod program;

mod range;

mod resolve;

mod sides;

mod roll;

mod run;

mod syntax;

mod system;

mod text;

#[cfg(feature = "cli")]
mod uses;

mod walk;

#[cfg(test)]
mod tests;
