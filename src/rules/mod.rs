//! Games that users write, in a language of their own: [`Program`].
//!
//! A text becomes statements (`parse`, by the grammar of [`expression`](crate::expression)), these a
//! program whose names and types are known (`resolve`), and this, for the keys of a scenario, code:
//! operations on registers (`compile`). What a roll of dice comes to is a [`Law`](crate::chance::Law)
//! (`roll`, `game`).
//!
//! | reader | what it reads |
//! |---|---|
//! | `walk` | the program, die by die: it tells, and is the reference for the others |
//! | `run::exact` | the code, for all that can happen, as rows with probabilities |
//! | `run::sampled` | the code, for many resolutions side by side |
//! | `decide` | the code of the goal, for what is best in every situation |

pub use self::program::Program;

pub use self::syntax::{Expectation, Sheet};

mod code;

mod compile;

mod decide;

mod follow;

mod game;

mod parse;

mod procedure;

mod program;

mod range;

mod resolve;

mod roll;

mod run;

mod syntax;

mod system;

mod walk;

#[cfg(test)]
mod tests;
