//! Results as text, CSV, JSON and charts: from plain values to bytes.

pub mod text;

mod changes;

pub mod story;

pub mod expectations;

pub mod certificate;

pub mod axes;

pub mod bins;

pub mod pivot;

pub mod sweep;

pub mod compare;

pub mod advise;

pub mod attribute;

pub mod balance;

pub mod page;

#[cfg(feature = "cli")]
pub mod explorer;

pub mod sheet;

mod decision;

pub mod course;

pub mod policy;

pub mod odds;

mod entry;

pub mod table;

pub mod json;

pub mod files;

#[cfg(feature = "charts")]
pub mod charts;

pub mod color;

pub mod catalog;

pub mod diagnostics;

pub mod number;
