//! Values that are followed through the rounds of a loop, and marks at places: tables and charts of both.

use super::program::{ChartOfRules, Followed};
use super::sides::Sides;
use crate::description::{
    Course, Datum, Figure, FigureKind, FollowedValue, SideTable, Str, TrackFigure, Zone,
};

/// The tables of followed values: one for each value, or for several with a common name.
pub fn tables(followed: &[Followed], values: &[FollowedValue]) -> Vec<SideTable> {
    let rounds = followed.iter().zip(values.iter().copied()).filter(|(one, _)| one.most.is_some());
    let all: Vec<(&Followed, FollowedValue)> = rounds.collect();
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
    if followed.most.is_none() || followed.table.is_some() && followed.least.is_some() {
        return None;
    }
    let labels = sides.say_labels(&followed.labels);
    let labels = labels.unwrap_or_else(|| match followed.words.is_empty() {
        true => followed.labels.iter().map(|label| label.replace('_', " ")).collect(),
        false => followed.words.clone(),
    });
    let mut endings: Vec<Str> = labels.into_iter().map(Str::from).collect();
    let round = round(followed).to_owned();
    let course = Course {
        title: match &*followed.title {
            "" => followed.name.replace('_', " ").into(),
            title => title.to_owned().into(),
        },
        help: format!("after each {round}; what has ended stays as it was").into(),
        round: round.into(),
        open: endings.pop().unwrap_or_default(),
        endings,
        won: followed.won,
        followed: Some(value),
    };
    Some(Figure::new(stem(followed), FigureKind::Stacks(course)))
}

/// The table of a chart: the probability of each mark at each place.
pub fn table_of_marks(chart: &ChartOfRules, followed: &[Followed], values: &[FollowedValue]) -> SideTable {
    let marks = followed[chart.first].labels.clone();
    let mut places: Vec<(i64, FollowedValue)> =
        chart.places.iter().copied().zip(values[chart.first..].iter().copied()).collect();
    if chart.is_from_high {
        places.reverse();
    }
    let columns = chart.columns.iter().map(String::as_str).chain(["probability"]).map(str::to_owned);
    SideTable::of_indicators(format!("{}.csv", chart.name), columns, move |indicators| {
        let rows = |&(place, value): &(i64, FollowedValue)| {
            let marks = marks.iter().enumerate().skip(1);
            let row = move |(mark, sign): (usize, &String)| {
                let probability = Datum::Number(indicators[value.first + mark]);
                vec![Datum::Integer(place), Datum::Text(sign.clone()), probability]
            };
            marks.map(row).collect::<Vec<_>>()
        };
        places.iter().flat_map(rows).collect()
    })
}

/// The chart of the marks at places from 0.
pub fn figure_of_marks(chart: &ChartOfRules, followed: &[Followed], values: &[FollowedValue]) -> Figure {
    let marks = &followed[chart.first].labels;
    let zone = |(label, [lowest, highest]): &(String, [i64; 2])| Zone {
        label: label.clone().into(),
        highest: (highest - chart.places[0]).max(0) as usize,
        lowest: (lowest - chart.places[0]).max(0) as usize,
    };
    let track = TrackFigure {
        title: chart.title.clone().into(),
        help: chart.help.clone().into(),
        first: values[chart.first].first + 1,
        stride: marks.len(),
        boxes: chart.places.len(),
        signs: marks[1..].iter().map(|mark| mark.clone().into()).collect(),
        zones: chart.zones.iter().map(zone).collect(),
    };
    Figure::new(chart.name.clone(), FigureKind::Boxes(track))
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
