//! The drawing library of all charts: marks, text that fits, axes, and the blocks that make up a
//! page. A chart imports everything with `use`.
//!
//! The groups of modules below are: drawing tools, contents, and blocks.

mod axis;
mod lettering;
mod marks;
mod page;
mod pattern;
mod picture;
mod shades;
mod shapes;
mod wording;
mod writer;

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
mod shares;
mod track;

pub use self::cells::Ground;
pub use self::heat::heat;
pub use self::{
    axis::*, curve::*, events::*, histogram::*, how::*, key::*, law::*, lettering::*, marks::*, page::*,
    pattern::*, picture::*, rows::*, shades::*, shapes::*, shares::*, track::*, wording::*, writer::*,
};
pub use crate::report::axes::{Axes, Axis};
pub use crate::report::bins::*;
pub use crate::report::number::Known;
pub use crate::report::pivot::{GridCell, Slice, slices};
