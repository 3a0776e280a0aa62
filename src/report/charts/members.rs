//! The chance of one thing for each member of a group, the highest first.

use super::language::*;
use crate::analysis::{Distribution, Odds, Row as LawRow};
use crate::description::words::capitalized;
use crate::description::{Member, Str};
use crate::report::number::Measure;

/// The maximum number of rows.
const MOST_ROWS: usize = 60;

/// Draws the chance of each member's metric to be true or, if it has labels, not to have its first label;
/// if only one other label occurs, it is the title. Returns `None` if the odds lack one of the metrics.
pub fn members(heading: &Heading<'_>, odds: &Odds, title: &str, members: &[Member]) -> Option<Picture> {
    let engine = odds.engine;
    let laws = members.iter().map(|member| odds.distribution(&member.metric)).collect::<Option<Vec<_>>>()?;
    let mut labels: Vec<&str> = laws.iter().flat_map(|law| others(law)).map(|(label, _)| label).collect();
    labels.sort_unstable();
    labels.dedup();
    let title = match labels[..] {
        [only] => only,
        _ => title,
    };
    let has_kinds = labels.len() > 1;
    let mut all: Vec<(&Str, Known, String)> = members
        .iter()
        .zip(&laws)
        .map(|(member, law)| {
            let other = law.rows.iter().filter(|row| row.value > 0).map(|row| row.probability).sum();
            let kinds = if has_kinds { kinds(law, odds) } else { String::new() };
            (&member.name, Known::of_event(other, engine), kinds)
        })
        .collect();
    greatest_first(&mut all, |one| one.1.value);
    let (likeliest, most, _) = all.first()?;
    let finding = format!("{} most often: {likeliest}, {}", capitalized(title), chance(*most));
    let mut page = Page::new(WIDE, heading, Some(&finding));
    let room = page.room();
    page.section(title, "the chance of each, the highest first", 0.0);
    let row = |(name, known, kinds): &(&Str, Known, String)| {
        let bar = told(*known);
        // How rare it is would be one column too many beside the kinds.
        let texts = match kinds.is_empty() {
            true => bar.texts,
            false => bar.texts.into_iter().take(usize::from(known.sampled)).chain([kinds.clone()]).collect(),
        };
        Row::new(name.to_string(), RowBar { texts, ..bar })
    };
    let drawn = with_numbers(all.iter().take(MOST_ROWS).map(row).collect(), Measure::Chance);
    let style = RowStyle { least_height: 28.0, ..RowStyle::NORMAL };
    page.add(rows(&drawn, None, &style, room), 0.0);
    page.notes(not_drawn(MOST_ROWS, all.len(), "rows").as_slice(), 1, 10.0);
    Some(page.finish(&how(engine, BARS)))
}

/// The labels other than the first that occur, with their rows. Two labels say no more than the title.
fn others<'a>(law: &'a Distribution) -> Vec<(&'a str, &'a LawRow)> {
    let labels = law.metric.names().filter(|labels| labels.len() > 2).unwrap_or_default();
    let occurs = |row: &&LawRow| row.value > 0 && row.probability > 0.0;
    let label = |row: &'a LawRow| Some((&**labels.get(usize::try_from(row.value).ok()?)?, row));
    law.rows.iter().filter(occurs).filter_map(label).collect()
}

/// The labels other than the first with their chances: "dead 20 %, unconscious 3 %".
fn kinds(law: &Distribution, odds: &Odds) -> String {
    let mut others = others(law);
    others.sort_by(|(_, one), (_, other)| other.probability.total_cmp(&one.probability));
    let kind = |(label, row): &(&str, &LawRow)| {
        format!("{label} {}", chance(Known::new(*row, odds.engine).as_chance()))
    };
    others.iter().map(kind).collect::<Vec<_>>().join(", ")
}
