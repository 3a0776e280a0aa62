//! Charts of a run: an overview of all metrics, each metric by itself, and what a
//! procedure shows besides. Charts of sweeps, comparisons, choices, rules and targets:
//! one of each question.
//!
//! A chart is a function from results to a [`Picture`]: data, which one writer turns into SVG
//! and PNG. It is a stack of blocks; each block is laid out once for a width, and knows the
//! height that it took. The only fonts are the ones that the program carries, so a chart is
//! the same, byte for byte, on every machine.

mod advise;
mod balance;
mod boxes;
mod compare;
mod language;
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

/// Draws what a procedure shows besides each metric; nothing where the odds have
/// nothing of it, such as the track that a scenario goes without. `tables` are those of the
/// scenario. Probabilities are in percent.
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
        FigureKind::Split { metric } => {
            let law = odds.distribution(metric);
            let named = law.and_then(|law| Some((law, law.metric.names()?)));
            let (law, labels) = named.ok_or_else(|| not_in(metric, "labels"))?;
            Some(split::split(heading, odds, law, labels))
        }
        FigureKind::LawAndChances { law: name, chances, title } => {
            let law = odds.distribution(name).filter(|law| !law.metric.is_nominal());
            let law = law.ok_or_else(|| not_in(name, "numbers"))?;
            Some(single::law_and_chances(heading, odds, law, chances, title))
        }
        FigureKind::Boxes(track) => boxes::boxes(heading, odds, track),
        FigureKind::Stacks(course) => stacks::stacks(heading, odds, course),
        FigureKind::Policy(figure) => {
            PolicyMaps::new(heading.system, figure, tables).map(|maps| policy::policy(heading, figure, &maps))
        }
    })
}

fn not_in(metric: &str, shown: &str) -> ChartError {
    ChartError(format!("the odds hold no metric {metric} with {shown} to draw"))
}
