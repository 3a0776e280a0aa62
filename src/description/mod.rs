//! How a game describes itself: its systems, procedures, keys, presets, figures and tables.
//!
//! These are plain owned values: a game may be part of the program, or be read from a file. This
//! module knows [`chance`](crate::chance) and no game. Scenarios are read, checked, listed and
//! charted by means of these descriptions alone.

use std::borrow::Cow;

pub use self::system::System;

pub use self::procedure::ProcedureDescription;

pub use self::key::Key;
pub(crate) use self::key::{fits, is_position, position_in, with_positions};

pub use self::presence::Presence;

pub use self::kind::{Kind, Word};

pub use self::value::Value;

pub use self::preset::Preset;

pub use self::figure::{
    Course, Figure, FigureKind, FollowedValue, Member, Moment, PolicyFigure, SeenByPlayer, TrackFigure, Zone,
};

pub use self::sheet_table::{SheetAxis, SheetCells, SheetTable, Steps};

pub use self::input::Input;

pub use self::checked_input::CheckedInput;

pub use self::fault::Fault;

pub use self::reader::InputReader;

pub use self::prepared::{Prepared, Ready};

pub use self::unknown::MAX_COMBINATIONS;

pub use self::derived::{DerivedValue, DerivedValues};

pub use self::side_table::SideTable;

pub use self::best_play::{BEST_PLAY, BestPlay, BestPlays, Branch, Choice, Coming, Decided, Goal, Seen};

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

mod prepared;

mod unknown;

mod derived;

mod side_table;

mod best_play;

mod datum;

pub mod words;

/// Text of a description. Games in the program use static text, without allocation; games that are
/// read from a file own their text.
pub type Str = Cow<'static, str>;

/// The maximum number of dice in one pool.
pub const MAX_DICE: i64 = 500;

/// The maximum absolute value of a rating.
pub const MAX_RATING: i64 = 1_000_000;
