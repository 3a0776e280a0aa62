//! Panels side by side, in as many lines as they need.

use super::page::beside;
use super::picture::Picture;

/// The room between panels.
const GUTTER: f64 = 26.0;

/// The most panels that stand side by side.
const MOST: usize = 3;

/// How many of so many panels stand side by side in a room, and how wide each is: as many as
/// are wide enough.
pub fn columns(panels: usize, room: f64, is_enough: impl Fn(f64) -> bool) -> (usize, f64) {
    let wide = |columns: usize| (room - GUTTER * (columns as f64 - 1.0)) / columns as f64;
    let columns = (1..=panels.clamp(1, MOST)).rev().find(|&columns| is_enough(wide(columns))).unwrap_or(1);
    (columns, wide(columns))
}

/// Panels, each with what names it, in lines of so many and with so much room below each
/// line. The bodies of a line begin below the highest name.
pub fn panels(panels: Vec<(Picture, Picture)>, columns: usize, below: f64) -> Picture {
    let mut all = Picture::default();
    let mut panels = panels.into_iter().peekable();
    while panels.peek().is_some() {
        let line: Vec<(Picture, Picture)> = panels.by_ref().take(columns).collect();
        let head = line.iter().map(|(name, _)| name.height).fold(0.0, f64::max);
        let panel = |(name, body): (Picture, Picture)| {
            let mut panel = Picture { width: body.width, height: head, ..name };
            panel.below(body, 0.0);
            panel
        };
        all.below(beside(line.into_iter().map(panel), GUTTER), 0.0);
        all.height += below;
    }
    all
}
