//! Charts of a run: an overview of all metrics, a chart of each metric, and the figures of the
//! procedure. Also charts of sweeps, comparisons, choices, rules and targets.
//!
//! A chart is a function from results to a [`Picture`], which one writer turns into SVG and PNG. A
//! picture is a stack of blocks; each block is laid out for a given width, from which its height
//! follows. Charts use only embedded fonts, so they are identical, byte for byte, on every machine.

mod advise;
mod balance;
mod boxes;
mod compare;
mod each;
mod language;
mod members;
mod overview;
mod policy;
mod sheet;
mod single;
mod split;
mod stacks;
mod sweep;
mod tornado;

#[cfg(test)]
mod tests;

pub use self::advise::{advice, decision_map, frontier, ranking};
pub use self::balance::balance;
pub use self::compare::compare;
pub use self::language::{Anchor, Area, ChartError, Heading, Lettering, Mark, Picture, Point, Slant, Text};
pub use self::overview::overview;
pub use self::sheet::sheet;
pub use self::single::metric;
pub use self::sweep::sweep;
pub use self::tornado::tornado;
use crate::analysis::Odds;
use crate::description::{Figure, FigureKind, SideTable};
use crate::report::policy::PolicyMaps;

/// Draws a figure that the procedure defines. Returns `None` if the odds have no data for it, such as
/// for a track that the scenario does not use. `tables` are those of the scenario.
///
/// # Errors
///
/// If the odds are not those of the figure's procedure.
pub fn figure(
    heading: &Heading<'_>,
    odds: &Odds,
    tables: &[SideTable],
    figure: &Figure,
) -> Result<Option<Picture>, ChartError> {
    Ok(match &figure.kind {
        FigureKind::Split { metric, won } => {
            let law = odds.distribution(metric).filter(|law| law.metric.names().is_some());
            Some(split::split(heading, odds, law.ok_or_else(|| not_in(metric, "labels"))?, won))
        }
        FigureKind::LawAndChances { law: name, chances, title } => {
            let law = odds.distribution(name).filter(|law| !law.metric.is_nominal());
            let law = law.ok_or_else(|| not_in(name, "numbers"))?;
            Some(single::law_and_chances(heading, odds, law, chances, title))
        }
        FigureKind::Members { title, members } => members::members(heading, odds, title, members),
        FigureKind::Boxes(track) => boxes::boxes(heading, odds, track),
        FigureKind::Stacks(course) => stacks::stacks(heading, odds, course),
        FigureKind::Policy(figure) => {
            let maps = PolicyMaps::new(heading.system, figure, tables);
            maps.map(|maps| policy::policy(heading, figure, &maps))
        }
    })
}

fn not_in(metric: &str, shown: &str) -> ChartError {
    ChartError(format!("the odds hold no metric {metric} with {shown} to draw"))
}
