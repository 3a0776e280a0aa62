//! The command as users run it, on the scenarios that come with it.
#![cfg(feature = "cli")]

#[path = "../common/mod.rs"]
mod common;

mod advise;
mod attribute;
mod balance;
mod catalog;
mod compare;
#[cfg(unix)]
mod completions;
mod dice;
mod encounters;
mod expect;
mod explain;
mod explore;
mod files;
mod formats;
mod help;
mod input;
mod instructions;
mod interference;
mod man;
mod numbers;
mod output_directory;
mod parts;
mod report;
mod room;
mod schema;
mod set;
mod sheet;
mod sweep;
mod table;
mod terminal;
mod trials;
mod unread;
mod until;
mod variants;
mod verify;
