//! The drawing library of all charts: marks, text that fits, axes, and the blocks that make up a
//! page. A chart imports everything with `use`.
//!
//! The groups of modules below are: drawing tools, contents, and blocks.

mod axis;
mod lettering;
mod marks;
mod page;
mod picture;
mod shades;
mod shapes;
mod wording;
mod writer;

mod bins;
mod how;
pub mod naming;

pub mod cells;
mod curve;
mod events;
pub mod heat;
mod histogram;
mod key;
mod law;
mod rows;
mod track;

pub use self::axis::{BELOW_BINS, BinAxis, SIDE_ROOM, by_height};
pub use self::bins::{Bin, Bins, Outside};
pub use self::cells::Ground;
pub use self::curve::{GOAL, Upon, curve};
pub use self::events::{chance, chance_and_often, label_chances, label_rows, told};
pub use self::heat::heat;
pub use self::histogram::{Tells, bar_width, histogram};
pub use self::how::{BARS, how, how_all, how_chances, how_many, not_allowed, not_drawn};
pub use self::key::{Sample, key};
pub use self::law::{law, strip};
pub use self::lettering::{FAMILY, Lettering};
pub use self::marks::{Dot, MOST_SERIES, Pattern, Series, Sign, draw_best, draw_whisker};
pub use self::page::{
    Heading, MARGIN, NAME, NARROW, NORMAL, Page, SMALL, TICK_ROOM, WIDE, beside, columns, lines, name,
    name_and_help, panels, small_print,
};
pub use self::picture::{Anchor, Area, Mark, Picture, Point, Slant, Text, ink};
pub use self::rows::{Look, Row, RowBar, RowStyle, numbers, reach, rows};
pub use self::shades::{draw_scale, shade_key};
pub use self::shapes::{stripes, strokes};
pub use self::track::{BELOW, FLIP, MOST_CELLS, MOST_POINTS, Track};
pub use self::wording::{clean, shorten, wrap};
pub use self::writer::ChartError;
pub use crate::report::axes::{Axes, Axis};
pub use crate::report::number::Known;
pub use crate::report::pivot::{GridCell, Slice, slices};
