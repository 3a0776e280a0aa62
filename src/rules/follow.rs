//! Values that are followed through the rounds of a loop, as a table and as a chart.

use super::program::Followed;
use super::sides::Sides;
use crate::description::{Course, Datum, Figure, FigureKind, FollowedValue, SideTable, Str};

/// The tables of followed values: one for each value, or for several with a common name.
pub fn tables(followed: &[Followed], values: &[FollowedValue]) -> Vec<SideTable> {
    let all: Vec<(&Followed, FollowedValue)> = followed.iter().zip(values.iter().copied()).collect();
    all.chunk_by(|(one, _), (next, _)| one.table.is_some() && one.table == next.table).map(table).collect()
}

/// The table of the probability of each value after each round. Of numbers that share a table with others
/// it has the average.
fn table(values: &[(&Followed, FollowedValue)]) -> SideTable {
    let (first, _) = values[0];
    let name = first.table.as_ref().map_or_else(|| stem(first), |table| table.replace(['_', '.'], "-"));
    let mut columns = vec![Str::from(round(first).to_owned())];
    let mut parts = Vec::new();
    for &(followed, value) in values {
        let least = followed.least.filter(|_| followed.table.is_some());
        match least {
            Some(_) => columns.push(followed.name.clone().into()),
            None => columns.extend(followed.labels.iter().cloned().map(Str::from)),
        }
        parts.push((least, value));
    }
    SideTable::of_indicators(format!("{name}.csv"), columns, move |indicators| {
        let mut rows: Vec<Vec<Datum>> = Vec::new();
        for &(least, value) in &parts {
            for (round, shares) in value.shares(indicators).unwrap_or_default().into_iter().enumerate() {
                if rows.len() == round {
                    rows.push(vec![Datum::Integer(round as i64 + 1)]);
                }
                match least {
                    Some(least) => {
                        let numbers = shares.iter().zip(0i64..).map(|(share, above)| share * above as f64);
                        let whole: f64 = shares.iter().sum();
                        rows[round].push(Datum::Number(numbers.sum::<f64>() + least as f64 * whole));
                    }
                    None => rows[round].extend(shares.into_iter().map(Datum::Number)),
                }
            }
        }
        rows
    })
}

/// The chart of a value, stacked: what the player plays for at the bottom, the last label above it, any
/// others on top. What is only a number beside others has none.
pub fn figure(followed: &Followed, value: FollowedValue, sides: &Sides) -> Option<Figure> {
    if followed.table.is_some() && followed.least.is_some() {
        return None;
    }
    let labels = sides.say_labels(&followed.labels);
    let labels =
        labels.unwrap_or_else(|| followed.labels.iter().map(|label| label.replace('_', " ")).collect());
    let mut endings: Vec<Str> = labels.into_iter().map(Str::from).collect();
    let round = round(followed).to_owned();
    let course = Course {
        title: followed.name.replace('_', " ").into(),
        help: format!("after each {round}; what has ended stays as it was").into(),
        round: round.into(),
        open: endings.pop().unwrap_or_default(),
        endings,
        won: followed.won,
        followed: Some(value),
    };
    Some(Figure::new(stem(followed), FigureKind::Stacks(course)))
}

/// The word for a round: the singular of the name of the table, if it has one.
fn round(followed: &Followed) -> &str {
    let table = followed.table.as_deref();
    table.map_or("round", |table| table.strip_suffix('s').unwrap_or(table))
}

/// The stem of the file names. Metrics have no hyphens, so it differs from the names of their files.
fn stem(followed: &Followed) -> String {
    let name = followed.name.replace(['_', '.'], "-");
    if followed.table.is_some() { name } else { format!("{name}-by-round") }
}
