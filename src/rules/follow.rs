//! Values that are followed through the rounds of a loop, as a table and as a chart.

use super::program::Followed;
use crate::description::{Course, Datum, Figure, FigureKind, FollowedValue, SideTable, Str};

/// The table of the probability of each value after each round.
pub fn table(followed: &Followed, value: FollowedValue) -> SideTable {
    let labels = followed.labels.iter().cloned().map(Str::from);
    let columns = std::iter::once("round".into()).chain(labels);
    SideTable::of_indicators(format!("{}.csv", stem(followed)), columns, move |indicators| {
        let row = |(round, shares): (i64, Vec<f64>)| {
            std::iter::once(Datum::Integer(round)).chain(shares.into_iter().map(Datum::Number)).collect()
        };
        (1..).zip(value.shares(indicators).unwrap_or_default()).map(row).collect()
    })
}

/// The chart of that table, stacked: the first label at the bottom, the last label above it, any others
/// on top.
pub fn figure(followed: &Followed, value: FollowedValue) -> Figure {
    let mut endings: Vec<Str> = followed.labels.iter().cloned().map(Str::from).collect();
    let course = Course {
        title: followed.name.replace('_', " ").into(),
        help: "after each round; what has ended stays as it was".into(),
        round: "round".into(),
        open: endings.pop().unwrap_or_default(),
        endings,
        won: 0,
        followed: Some(value),
    };
    Figure::new(stem(followed), FigureKind::Stacks(course))
}

/// The stem of the file names. Metrics have no hyphens, so it differs from the names of their files.
fn stem(followed: &Followed) -> String {
    format!("{}-by-round", followed.name.replace(['_', '.'], "-"))
}
