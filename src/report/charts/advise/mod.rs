//! What to choose: how choices stand against each other, and the best of each situation.

mod frontier;
mod grid;
mod grids;
mod labels;
mod map;
mod ranking;
mod steps;
mod strip;

pub use self::frontier::FrontierChart;
pub use self::map::draw as draw_map;
pub use self::ranking::RankingChart;
