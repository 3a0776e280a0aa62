//! What a game says of itself: its systems, procedures, keys, presets, figures and tables.
//!
//! These are plain values that own themselves: a game may be part of the program, or be read from
//! a file. They know [`chance`](crate::chance) and no game. Scenarios are read, checked, listed and
//! charted by them alone.

use std::borrow::Cow;

pub use self::system::System;

pub use self::procedure::ProcedureDescription;

pub use self::key::Key;
pub(crate) use self::key::{fits, is_position, position_in};

pub use self::presence::Presence;

pub use self::kind::{Kind, Word};

pub use self::value::Value;

pub use self::preset::Preset;

pub use self::figure::{
    Course, Figure, FigureKind, FollowedValue, Moment, PolicyFigure, SeenByPlayer, TrackFigure, Zone,
};

pub use self::sheet_table::{Settings, SheetAxis, SheetCells, SheetTable, Steps};

pub use self::input::Input;

pub use self::checked_input::CheckedInput;

pub use self::fault::Fault;

pub use self::reader::InputReader;

pub use self::sum::Sum;

pub use self::prepared::{Prepared, Ready};

pub use self::unknown::MAX_COMBINATIONS;

pub use self::derived::{DerivedValue, DerivedValues};

pub use self::side_table::SideTable;

pub use self::datum::Datum;

mod system;

mod procedure;

mod key;

mod presence;

mod kind;

mod value;

mod preset;

mod figure;

mod sheet_table;

mod input;

mod checked_input;

mod fault;

mod reader;

mod sum;

mod prepared;

mod unknown;

mod derived;

mod side_table;

mod datum;

pub mod words;

/// Text of a description: of a game in the program it is part of the program, and is not
/// allocated; of one that is read from a file it is owned.
pub type Str = Cow<'static, str>;

/// The most dice in one pool.
pub const MAX_DICE: i64 = 500;

/// The greatest absolute value of a rating.
pub const MAX_RATING: i64 = 1_000_000;
