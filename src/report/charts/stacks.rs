//! The state of a course after each round: stacked bars, divided among the endings and what is still
//! open.

use super::language::*;
use crate::analysis::{Engine, Odds};
use crate::description::Course;
use crate::description::words::capitalized;
use crate::report::course::{OPEN, Rounds};
use crate::report::number::{FORMS, Form, Measure, Scale, grouped, whole_numbers};

const PLOT_HEIGHT: f64 = 270.0;

/// The space above the plot.
const ABOVE: f64 = 12.0;

/// The height of the name of the axis of rounds, with the space below it.
const AXIS_ROOM: f64 = 28.0;

/// The width to the right of the plot for the names of parts, and the height of their lines.
const ASIDE: f64 = 150.0;
const NAME_LINE: f64 = 15.0;

/// The maximum number of bars whose shares are written.
const MOST_LABELLED: usize = 12;

/// The maximum width of a bar with its gap, and the maximum gap between two bars.
const WIDEST_SLOT: f64 = 110.0;
const MOST_GAP: f64 = 14.0;

/// The height that a part needs for a label, and the padding at the sides of the label.
const LABEL_HEIGHT: f64 = 15.0;
const LABEL_PADDING: f64 = 2.0;

const TICKS: Lettering = Lettering::regular(11.0);

/// A part of a bar.
struct Part {
    /// Its index from the bottom, its pattern, and its share.
    place: usize,
    pattern: Pattern,
    share: Known,
    area: Area,
}

/// Draws a course. Returns `None` if the odds have no indicators for it.
pub fn stacks(heading: &Heading<'_>, odds: &Odds, course: &Course) -> Option<Picture> {
    let mut rounds = Rounds::new(&odds.indicators, course)?;
    let others = seldom(&rounds);
    let rest = format!("{} others", others.len());
    if !others.is_empty() {
        rounds = together(rounds, &others, &rest);
    }
    let [won, ..] = rounds.shares.last()?[..] else { return None };
    let won = Known::of_event(won, odds.engine);
    let ending = rounds.names[0];
    // The label of a followed value may be a single word, which does not say what it is about.
    let said = match course.followed.is_none() || ending.contains(' ') {
        true => format!("{ending}:"),
        false => format!("{}: {ending},", course.title),
    };
    let finding = format!(
        "{} {} after {} {}",
        capitalized(&said),
        chance(won),
        course.round,
        grouped(rounds.shares.len() as i128)
    );
    let mut page = Page::new(WIDE, heading, Some(&finding));
    let room = page.room();
    page.section(&course.title, &course.help, 0.0);
    page.add(plot(&rounds, &course.round, odds.engine, room), 0.0);
    page.notes(&[note(&rounds, course, odds.engine)], 3, 10.0);
    page.section(&format!("after {} {}", course.round, grouped(rounds.shares.len() as i128)), "", 6.0);
    let row = |(place, (name, &share)): (usize, (&&str, &f64))| {
        let bar = told(Known::of_event(share, odds.engine));
        Row::new(
            (*name).to_owned(),
            RowBar { look: Look::Pattern(pattern(place, rounds.names.len())), ..bar },
        )
    };
    let mut ends: Vec<Row> = rounds.names.iter().zip(rounds.shares.last()?).enumerate().map(row).collect();
    ends.reverse();
    let ends = with_numbers(ends, Measure::Chance);
    page.add(rows(&ends, None, &RowStyle { least_height: 28.0, ..RowStyle::NORMAL }, room), 0.0);
    Some(page.finish(&how_chances(odds.engine, rounds.shares.iter().flatten().copied())))
}

/// The maximum number of parts, which is that of the patterns that can be told apart.
const MOST_PARTS: usize = 8;

/// The parts that share one, if there are too many: the least likely, but neither the one that is won, nor the open
/// one, nor the last.
fn seldom(rounds: &Rounds<'_>) -> Vec<usize> {
    let parts = rounds.names.len();
    if parts <= MOST_PARTS {
        return Vec::new();
    }
    let share = |place: usize| rounds.shares.iter().map(|shares| shares[place]).sum::<f64>();
    let mut between: Vec<usize> = (OPEN + 1..parts - 1).collect();
    between.sort_by(|&one, &other| share(other).total_cmp(&share(one)));
    let mut others = between.split_off(MOST_PARTS - OPEN - 3);
    others.sort_unstable();
    others
}

/// The rounds with these parts as one, below the last.
fn together<'a>(rounds: Rounds<'a>, others: &[usize], name: &'a str) -> Rounds<'a> {
    fn gathered<T: Copy>(all: &[T], others: &[usize], together: T) -> Vec<T> {
        let mut kept: Vec<T> =
            (0..all.len()).filter(|place| !others.contains(place)).map(|place| all[place]).collect();
        kept.insert(kept.len() - 1, together);
        kept
    }
    let share = |shares: &Vec<f64>| gathered(shares, others, others.iter().map(|place| shares[*place]).sum());
    let shares = rounds.shares.iter().map(share).collect();
    Rounds { names: gathered(&rounds.names, others, name), shares, ..rounds }
}

/// The bars of the rounds that are shown, with the names of the parts next to the last bar.
fn plot(rounds: &Rounds<'_>, round: &str, engine: Engine, width: f64) -> Picture {
    let drawn = rounds.in_sight();
    let mut picture = Picture::new(width, ABOVE + PLOT_HEIGHT + TICK_ROOM + AXIS_ROOM);
    // A multiple of half a pixel, so that all bars look equally wide.
    let slot = (((width - SIDE_ROOM - ASIDE) / drawn.len() as f64).min(WIDEST_SLOT) * 2.0).floor() / 2.0;
    let right = SIDE_ROOM + slot * drawn.len() as f64;
    let plot = Area { left: SIDE_ROOM, right, top: ABOVE, bottom: ABOVE + PLOT_HEIGHT };
    let middle = |index: usize| plot.left + (index as f64 + 0.5) * slot;
    let scale = Scale::of_chances(1.0, 5);
    scale.draw_beside(&mut picture, plot, TICKS, SIDE_ROOM);
    let widest = drawn.last().map_or(0.0, |round| TICKS.room(&grouped(*round as i128)));
    for mark in whole_numbers(1, drawn.len() as i128, ((widest + 8.0) / slot).max(1.0)) {
        let index = mark as usize - 1;
        let place = (middle(index), plot.bottom + 6.0 + TICKS.size * 0.8);
        picture.write(&grouped(drawn[index] as i128), place, Anchor::Middle, TICKS, ink::TEXT);
    }
    let place = ((plot.left + plot.right) / 2.0, plot.bottom + TICK_ROOM + 14.0);
    picture.write(round, place, Anchor::Middle, NORMAL, ink::TEXT);
    let half = bar_width(slot).max(slot - MOST_GAP) / 2.0;
    let bar = |(index, round): (usize, &usize)| {
        let sides = Area { left: middle(index) - half, right: middle(index) + half, ..plot };
        parts(&rounds.shares[round - 1], engine, &scale, sides)
    };
    let bars: Vec<Vec<Part>> = drawn.iter().enumerate().map(bar).collect();
    // All shares use the longest format that fits every common share; rare shares that do not fit use
    // a shorter one.
    let common = || bars.iter().flatten().filter(|part| (0.1..0.99).contains(&part.share.value));
    let fits = |form: &Form| common().all(|part| has_room(&form(part.share), part.area));
    let forms = &FORMS[FORMS.iter().position(fits).unwrap_or(FORMS.len())..];
    let every = bars.len().div_ceil(MOST_LABELLED);
    for (index, parts) in bars.iter().enumerate() {
        let is_labelled = (bars.len() - 1 - index).is_multiple_of(every);
        let forms = if is_labelled { forms } else { &[] };
        parts.iter().for_each(|part| draw_part(&mut picture, part, forms));
    }
    for Part { place, area, .. } in bars.last().into_iter().flatten() {
        let words = wrap(rounds.names[*place], NORMAL, ASIDE - 10.0, 3);
        let height = NAME_LINE * words.len() as f64;
        if height <= area.height() && words.join(" ") == clean(rounds.names[*place]) {
            let words = lines(&words, NORMAL, ink::TEXT, NAME_LINE, NAME_LINE - 3.5);
            picture.put(words, (plot.right + 4.0, (area.top + area.bottom - height) / 2.0));
        }
    }
    picture
}

/// The parts of a bar, from bottom to top. Neighbours share an outline.
fn parts(shares: &[f64], engine: Engine, scale: &Scale, plot: Area) -> Vec<Part> {
    let mut from = 0.0;
    let part = |(place, &share): (usize, &f64)| {
        let bottom = scale.y(plot, from) + 0.5;
        from += share;
        let area = Area { top: scale.y(plot, from) - 0.5, bottom, ..plot };
        Part { place, pattern: pattern(place, shares.len()), share: Known::of_event(share, engine), area }
    };
    shares.iter().enumerate().map(part).filter(|part| part.share.value > 0.0).collect()
}

/// Draws a part, with its share in the first format that fits.
fn draw_part(picture: &mut Picture, part: &Part, forms: &[Form]) {
    let Part { area, pattern, .. } = *part;
    pattern.fill(picture, area);
    if let Some(text) = forms.iter().map(|form| form(part.share)).find(|text| has_room(text, area)) {
        pattern.write(picture, area.center(), &[(text, SMALL)], 13.0, (1.0, 0.0));
    }
}

/// Whether the text of a share fits into a part.
fn has_room(text: &str, area: Area) -> bool {
    area.height() >= LABEL_HEIGHT && SMALL.room(text) <= area.width() - 2.0 * LABEL_PADDING
}

/// The pattern of the part at `place` of `parts`: won at the bottom, open above it, lost at the top.
fn pattern(place: usize, parts: usize) -> Pattern {
    match place {
        0 => Pattern::WON,
        OPEN => Pattern::OPEN,
        _ if place + 1 == parts => Pattern::LOST,
        _ => Pattern::at(place + 1),
    }
}

/// The note on rounds that are not drawn.
fn note(rounds: &Rounds<'_>, course: &Course, engine: Engine) -> String {
    let Course { round, open, .. } = course;
    let &Rounds { ref shares, last, step, .. } = rounds;
    let every = (step > 1).then(|| format!("one bar for every {step} {round}s"));
    let beyond = (last < shares.len()).then(|| {
        let left = chance(Known::of_event(shares[last - 1][OPEN], engine));
        let range = match last + 1 == shares.len() {
            true => format!("{round} {}", grouped(shares.len() as i128)),
            false => format!("{round}s {} to {}", grouped(last as i128 + 1), grouped(shares.len() as i128)),
        };
        format!("not drawn: {range} (after {round} {}, {open}: {left})", grouped(last as i128))
    });
    every.into_iter().chain(beyond).collect::<Vec<_>>().join("; ")
}
