//! What to choose: how choices stand against each other, and the best of each situation.

mod frontier;
mod grid;
mod labels;
mod map;
mod ranking;
mod strip;

pub use self::frontier::frontier;
pub use self::map::decision_map;
pub use self::ranking::ranking;
