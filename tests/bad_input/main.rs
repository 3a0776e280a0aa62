//! Bad input: each is refused with what is wrong, where, and what would be
//! right; and nothing is left behind.
#![cfg(feature = "cli")]

#[path = "../common/mod.rs"]
mod common;

mod arguments;
mod expressions;
mod holes;
mod keys;
mod messages;
mod output;
mod reading;
mod room;
#[cfg(target_os = "linux")]
mod signals;
mod statuses;
mod unchecked;
mod unknown;
mod values;
mod variants;
