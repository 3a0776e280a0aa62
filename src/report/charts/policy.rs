//! Policies: maps of the best choice over two quantities that a player sees.

use indexmap::IndexMap;

use super::language::*;
use crate::description::PolicyFigure;
use crate::description::words::capitalized;
use crate::report::color::shade;
use crate::report::number::{Measure, brief_percent, grouped, sane};
use crate::report::policy::{MapCell, PolicyMap, PolicyMaps};

/// The maximum size of a cell, and the padding of its text.
const MOST: (f64, f64) = (48.0, 18.0);
const PAD: f64 = 5.0;

/// The space below each line of maps, and around the legend.
const BELOW: f64 = 18.0;
const AROUND_KEY: f64 = 10.0;

/// The gap between the name of a map and its chance.
const ASIDE: f64 = 8.0;

/// The maximum number of maps, of cells in all maps, and of choices in the legend.
const MOST_MAPS: usize = 6;
const MOST_CELLS: usize = 5_000;
const MOST_CHOICES: usize = 16;

/// The shades of the least choice and of the greatest.
const SHADES: [f64; 2] = [0.16, 0.8];

/// Choices with a smaller share in the situations of a cell are not written there.
const SELDOM: f64 = 0.1;

/// Draws a policy: the likeliest maps that have several choices.
pub fn policy(heading: &Heading<'_>, figure: &PolicyFigure, policy: &PolicyMaps) -> Picture {
    let mut page = Page::new(WIDE, heading, finding(figure, policy).as_deref());
    let room = page.room();
    page.section(&figure.title, &figure.help, AROUND_KEY);
    let drawn = drawn(policy);
    let chosen = |place: &usize| cells_of(&drawn).any(|cell| cell.choices.iter().any(|one| one.0 == *place));
    let chosen: Vec<usize> = (0..policy.choices.len()).filter(chosen).collect();
    let entry = |&place: &usize| {
        let choice = &policy.choices[place];
        let brief = if choice.brief == choice.words { "" } else { &format!("{}: ", choice.brief) };
        (Sample::Pattern(pattern(policy, place)), format!("{brief}{}", choice.words))
    };
    page.add(key(chosen.iter().take(MOST_CHOICES).map(entry).collect(), room, room), AROUND_KEY);
    page.add(maps(policy, &drawn, room), BELOW);
    page.notes(&notes(policy, &drawn, chosen.len()), 3, 0.0);
    page.finish("exact")
}

/// The choice that is made most often, and how often: "Most often: roll, 63 % of all choices".
fn finding(figure: &PolicyFigure, policy: &PolicyMaps) -> Option<String> {
    let commonest = commonest(policy)?;
    let of = |which: &dyn Fn(usize) -> bool| -> f64 {
        let all = policy.maps.iter().flat_map(|map| &map.cells).flat_map(|cell| &cell.choices);
        all.filter(|one| which(one.0)).map(|one| one.1).sum()
    };
    let share = of(&|choice| choice == commonest) / of(&|_| true);
    let words = &policy.choices[commonest].words;
    let share = brief_percent(sane(share));
    Some(format!("{}: most often {words}, {share} of all choices", capitalized(&figure.title)))
}

/// The maps that tell most: those with several choices in which the choice is most often another than the
/// commonest of all. If no map has several choices, the likeliest of all maps.
fn drawn(policy: &PolicyMaps) -> Vec<&PolicyMap> {
    let mut drawn: Vec<&PolicyMap> = policy.maps.iter().filter(|map| only_choice(map).is_none()).collect();
    let commonest = commonest(policy).filter(|_| !drawn.is_empty());
    if drawn.is_empty() {
        drawn = policy.maps.iter().collect();
    }
    let tells = |map: &PolicyMap| match commonest {
        Some(commonest) => map.cells.iter().map(|cell| chance_of_others(cell, commonest)).sum(),
        None => map.probability,
    };
    drawn.sort_by(|one, other| tells(other).total_cmp(&tells(one)));
    let cells = drawn.first().map_or(1, |map| map.cells.len());
    drawn.truncate((MOST_CELLS / cells).clamp(1, MOST_MAPS));
    drawn.sort_by_key(|map| policy.maps.iter().position(|other| std::ptr::eq(other, *map)));
    drawn
}

/// The choice that is made most often.
fn commonest(policy: &PolicyMaps) -> Option<usize> {
    let mut chances = vec![0.0; policy.choices.len()];
    for (choice, chance) in policy.maps.iter().flat_map(|map| &map.cells).flat_map(|cell| &cell.choices) {
        chances[*choice] += chance;
    }
    (0..chances.len()).max_by(|&one, &other| chances[one].total_cmp(&chances[other]))
}

/// The chance of all choices in a cell but one.
fn chance_of_others(cell: &MapCell, one: usize) -> f64 {
    cell.choices.iter().filter(|choice| choice.0 != one).map(|choice| choice.1).sum()
}

fn cells_of<'a>(maps: &'a [&PolicyMap]) -> impl Iterator<Item = &'a MapCell> {
    maps.iter().flat_map(|map| &map.cells)
}

/// The choice in all situations of a map, if there is only one.
fn only_choice(map: &PolicyMap) -> Option<usize> {
    let mut chosen = map.cells.iter().flat_map(|cell| &cell.choices).map(|one| one.0);
    let first = chosen.next()?;
    chosen.all(|other| other == first).then_some(first)
}

/// The pattern of a choice. Later choices are darker.
fn pattern(policy: &PolicyMaps, place: usize) -> Pattern {
    let last = (policy.choices.len() - 1).max(1);
    let [least, greatest] = SHADES;
    Pattern::plain(shade(least + (greatest - least) * place as f64 / last as f64))
}

/// Lays out maps side by side in this width.
fn maps(policy: &PolicyMaps, drawn: &[&PolicyMap], width: f64) -> Picture {
    let axes = [&policy.rows, &policy.columns];
    let widest =
        cells_of(drawn).map(|cell| cells::LETTERS.room(&words(policy, cell, SELDOM))).fold(0.0, f64::max);
    let is_wide = |width: f64| cells::wanted(axes, widest.min(MOST.0 - PAD) + PAD) <= width;
    let (columns, each) = columns(drawn.len(), width, is_wide);
    let (empty, areas) = cells::map(axes, MOST, each);
    let map = |map: &&PolicyMap| {
        let mut picture = empty.clone();
        for (cell, area) in map.cells.iter().zip(&areas) {
            // All choices but rare ones if they fit, else only the likeliest.
            let lines = [SELDOM, 0.5].map(|seldom| vec![words(policy, cell, seldom)]);
            let lines = lines.into_iter().find(|lines| cells::has_room(*area, lines)).unwrap_or_default();
            if let Some(&(likeliest, _)) = cell.choices.first() {
                cells::fill(&mut picture, *area, Ground::Pattern(pattern(policy, likeliest)), &lines);
            }
        }
        let best: Vec<Option<usize>> = map.cells.iter().map(|cell| Some(cell.choices.first()?.0)).collect();
        cells::draw_borders(&mut picture, policy.columns.values.len(), &best, &areas);
        (head(policy, map, each), picture)
    };
    panels(drawn.iter().map(map).collect(), columns, BELOW)
}

/// The heading of a map: its name, and on the right its chance or frequency.
fn head(policy: &PolicyMaps, map: &PolicyMap, width: f64) -> Picture {
    let chance = policy.say(map.probability, brief_percent);
    let room = width - SMALL.room(&chance) - ASIDE;
    let mut head = Picture { width, ..name(&case_in_words(policy, map), room) };
    head.write(&chance, (width, 12.0), Anchor::End, SMALL, ink::FAINT_TEXT);
    head
}

fn case_in_words(policy: &PolicyMaps, map: &PolicyMap) -> String {
    let value = |(axis, &place): (&Axis, &usize)| axis.say(&axis.values[place]);
    policy.cases.iter().zip(&map.case).map(value).collect::<Vec<_>>().join("; ")
}

/// The brief names of a cell's choices: the likeliest, and all with a share above `seldom`.
fn words(policy: &PolicyMaps, cell: &MapCell, seldom: f64) -> String {
    let made = cell.choices.iter().enumerate();
    let made = made.filter(|(rank, (_, chance))| *rank == 0 || *chance > seldom * cell.probability);
    made.map(|(_, (place, _))| &*policy.choices[*place].brief).collect::<Vec<_>>().join("/")
}

/// The notes below the maps.
fn notes(policy: &PolicyMaps, drawn: &[&PolicyMap], chosen: usize) -> Vec<String> {
    let often = match policy.often {
        Measure::Chance => "how likely it comes up",
        Measure::Number => "how often it comes up on average",
    };
    let mut notes = vec![format!("beside each map: {often}; blank: never or seldom comes up")];
    if cells_of(drawn).any(|cell| cell.choices.len() > 1) {
        notes.push("several choices in a cell: it depends on what the map does not show".to_owned());
    }
    if chosen > MOST_CHOICES {
        notes.push(format!("the darker, the greater the choice; {} more", chosen - MOST_CHOICES));
    }
    let others = policy.maps.iter().filter(|map| !drawn.contains(map));
    let (alone, others): (Vec<_>, Vec<_>) =
        others.map(|map| (only_choice(map), map)).partition(|(choice, _)| choice.is_some());
    if !others.is_empty() {
        let (shown, all) = (grouped(drawn.len() as u64), grouped((drawn.len() + others.len()) as u64));
        let commonest = commonest(policy).map_or("", |choice| &policy.choices[choice].words);
        notes.push(format!(
            "drawn: the {shown} of {all} maps in which the choice is most often another than {commonest}"
        ));
    }
    let mut by_choice: IndexMap<usize, Vec<String>> = IndexMap::new();
    for (choice, map) in alone.iter().filter_map(|(choice, map)| Some(((*choice)?, map))) {
        by_choice.entry(choice).or_default().push(case_in_words(policy, map));
    }
    let always = |(choice, cases): (usize, Vec<String>)| {
        format!("always {}: {}", policy.choices[choice].words, cases.join(" | "))
    };
    notes.extend(by_choice.into_iter().map(always));
    notes
}
