//! What has become of a course by each round: bars side by side, each divided among
//! the endings and what is open.

use plotters::prelude::DrawingBackend;

use super::Heading;
use super::bars::{Bar, sane, widest_interval};
use super::columns::{SIDE_ROOM, bar_width};
use super::lettering::Lettering;
use super::numbers::{FORMS, grouped, percent};
use super::page::{
    MARGIN, NAME_ROOM, NORMAL, NOTE_LINE, Page, SMALL, TICK_ROOM, write_name, write_name_and_help,
    write_notes,
};
use super::patterns::Pattern;
use super::rows::{Event, Rows};
use super::surface::{Anchor, Area, Canvas, Drawn, Scene, ink};
use super::ticks::{percentages, whole_numbers, whole_step};
use super::wording::{clean, wrap};
use crate::analysis::{Engine, Odds};
use crate::description::Course;

/// The picture of a course.
pub struct Stacks<'a> {
    title: &'a str,
    help: &'a str,
    page: Page,
    stacks: Vec<Stack>,
    /// The names of the parts of each bar, from the bottom to the top.
    names: Vec<&'a str>,
    note: Vec<String>,
    end: String,
    rows: Rows,
}

/// One bar.
struct Stack {
    round: usize,
    /// Its parts from the bottom to the top.
    shares: Vec<f64>,
}

const WIDTH: f64 = 980.0;

const PLOT_HEIGHT: f64 = 270.0;

/// The room above the plot.
const ABOVE: f64 = 12.0;

/// The room of what names the axis of rounds, with the space below it.
const AXIS_ROOM: f64 = 28.0;

/// The room between the notes and what names the rows.
const GUTTER: f64 = 10.0;

/// The room of what names the rows, with the space below it.
const ROWS_ROOM: f64 = 26.0;

/// The room to the right of the plot for the names of parts.
const ASIDE: f64 = 150.0;
const NAME_LINE: f64 = 15.0;

/// More bars have every so many rounds one.
const MOST_BARS: usize = 50;

/// The greatest room of one bar.
const WIDEST_SLOT: f64 = 110.0;

/// The most room between two bars.
const MOST_GAP: f64 = 14.0;

/// What is less open is as good as decided; but so many rounds are always drawn.
const DECIDED: f64 = 0.005;
const FEWEST_ROUNDS: usize = 5;

/// The room that a probability needs in a part: above and below, and at its sides.
const LABEL_HEIGHT: f64 = 15.0;
const LABEL_PADDING: f64 = 2.0;

const TICKS: Lettering = Lettering::regular(11.0);

impl<'a> Stacks<'a> {
    /// Lays out a course; none if the odds have no indicators for it.
    pub fn new(heading: &Heading<'_>, odds: &Odds, course: &'a Course) -> Option<Self> {
        let (open, ends) = odds.indicators.split_last()?;
        let rounds = rounds(ends, *open, course.endings.len())?;
        let shares = || rounds.iter().flatten().copied();
        let page = Page::with_note(WIDTH, heading, odds.engine, &widest_interval(shares(), odds.engine));
        let (last, step) = in_sight(&rounds);
        let stack = |round: usize| Stack { round, shares: rounds[round - 1].clone() };
        let stacks: Vec<Stack> =
            (1..=last).filter(|round| round % step == 0 || *round == last).map(stack).collect();
        let names = upwards(course.endings.iter().map(|ending| &**ending), &course.open);
        let note = wrap(&note(&rounds, &course.open, last, step), SMALL, page.inner_width(), 3);
        let end = format!("after round {}", grouped(rounds.len() as i128));
        let events = events(&names, rounds.last()?, odds.engine);
        let rows = Rows::new(events, NORMAL, page.inner_width(), 2).spread(28.0);
        Some(Stacks { title: &course.title, help: &course.help, page, stacks, names, note, end, rows })
    }

    fn plot(&self) -> Area {
        let (left, top) = (MARGIN + SIDE_ROOM, self.page.top() + NAME_ROOM + ABOVE);
        let right = left + self.slot() * self.stacks.len() as f64;
        Area { left, right, top, bottom: top + PLOT_HEIGHT }
    }

    /// The room of one bar: whole half pixels, so that all are equally wide.
    fn slot(&self) -> f64 {
        let room = self.page.inner_width() - SIDE_ROOM - ASIDE;
        ((room / self.stacks.len() as f64).min(WIDEST_SLOT) * 2.0).floor() / 2.0
    }

    fn middle(&self, index: usize) -> f64 {
        self.plot().left + (index as f64 + 0.5) * self.slot()
    }

    fn notes_top(&self) -> f64 {
        self.plot().bottom + TICK_ROOM + AXIS_ROOM
    }

    fn rows_top(&self) -> f64 {
        self.notes_top() + NOTE_LINE * self.note.len() as f64 + ROWS_ROOM + GUTTER
    }

    fn contents(&self) -> f64 {
        self.rows_top() + self.rows.height() - self.page.top()
    }

    /// The parts of a bar, from the bottom to the top, each with its share.
    fn parts(&self, index: usize) -> impl Iterator<Item = (usize, f64, Area)> {
        let (plot, half) = (self.plot(), bar_width(self.slot()).max(self.slot() - MOST_GAP) / 2.0);
        let (left, right) = (self.middle(index) - half, self.middle(index) + half);
        let y = move |share: f64| plot.bottom - plot.height() * sane(share);
        let mut from = 0.0;
        let part = move |(place, &share): (usize, &f64)| {
            let bottom = y(from);
            from += share;
            // Neighbours share an outline.
            (place, share, Area { left, right, top: y(from) - 0.5, bottom: bottom + 0.5 })
        };
        self.stacks[index].shares.iter().enumerate().map(part).filter(|(_, share, _)| *share > 0.0)
    }

    fn draw_axes<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        let plot = self.plot();
        for (tick, label) in percentages(1.0, 5).ticks {
            let y = plot.bottom - plot.height() * tick;
            canvas.across(plot.left, plot.right, y, 0.5, ink::GRID)?;
            let place = (plot.left - 6.0, y + 0.36 * TICKS.size);
            canvas.write(&label, place, Anchor::End, TICKS, ink::FAINT_TEXT)?;
        }
        let round = |stack: &Stack| grouped(stack.round as i128);
        let widest = self.stacks.last().map_or(0.0, |stack| TICKS.room(&round(stack)));
        let apart = ((widest + 8.0) / self.slot()).max(1.0);
        for mark in whole_numbers(1, self.stacks.len() as i128, apart) {
            let index = mark as usize - 1;
            let place = (self.middle(index), plot.bottom + 6.0 + TICKS.size * 0.8);
            canvas.write(&round(&self.stacks[index]), place, Anchor::Middle, TICKS, ink::TEXT)?;
        }
        let place = ((plot.left + plot.right) / 2.0, plot.bottom + TICK_ROOM + 14.0);
        canvas.write("round", place, Anchor::Middle, NORMAL, ink::TEXT)
    }

    /// Draws a bar, with the shares of parts that have room for them in this form.
    fn draw_stack<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        index: usize,
        form: Option<fn(f64) -> String>,
    ) -> Drawn {
        for (place, share, area) in self.parts(index) {
            let pattern = pattern(place);
            pattern.fill(canvas, area)?;
            let Some(text) = form.map(|form| form(share)).filter(|text| has_room(text, area)) else {
                continue;
            };
            let (x, y) = ((area.left + area.right) / 2.0, (area.top + area.bottom) / 2.0);
            let half = SMALL.room(&text) / 2.0 + 1.0;
            let plate = Area { left: x - half, right: x + half, top: y - 6.5, bottom: y + 6.5 };
            pattern.clear(canvas, plate)?;
            canvas.write(&text, (x, y + 0.36 * SMALL.size), Anchor::Middle, SMALL, pattern.letters)?;
        }
        Ok(())
    }

    /// How shares are written: the longest way that fits a common one.
    fn form(&self) -> Option<fn(f64) -> String> {
        let common = |part: &(usize, f64, Area)| (0.1..0.99).contains(&part.1);
        let parts = || (0..self.stacks.len()).flat_map(|index| self.parts(index)).filter(common);
        FORMS.into_iter().find(|form| parts().all(|(_, share, area)| has_room(&form(share), area)))
    }

    /// Names the parts of the last bar that have room, each with all its words.
    fn draw_names<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        for (place, _, area) in self.parts(self.stacks.len() - 1) {
            let lines = wrap(self.names[place], NORMAL, ASIDE - 10.0, 3);
            let height = NAME_LINE * lines.len() as f64;
            if height > area.height() || lines.join(" ") != clean(self.names[place]) {
                continue;
            }
            let top = (area.top + area.bottom - height) / 2.0;
            for (index, line) in lines.iter().enumerate() {
                let place = (self.plot().right + 4.0, top + NAME_LINE * (index as f64 + 1.0) - 3.5);
                canvas.write(line, place, Anchor::Start, NORMAL, ink::TEXT)?;
            }
        }
        Ok(())
    }
}

impl Scene for Stacks<'_> {
    fn size(&self) -> (f64, f64) {
        (WIDTH, self.page.height(self.contents()))
    }

    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        self.page.draw(canvas, self.contents())?;
        write_name_and_help(canvas, &self.page, self.title, self.help)?;
        self.draw_axes(canvas)?;
        let form = self.form();
        for index in 0..self.stacks.len() {
            self.draw_stack(canvas, index, form)?;
        }
        self.draw_names(canvas)?;
        write_notes(canvas, &self.note, self.notes_top())?;
        write_name(canvas, &self.end, self.rows_top() - ROWS_ROOM)?;
        self.rows.draw(canvas, MARGIN, self.rows_top())
    }
}

/// Whether a share can be written into a part.
fn has_room(text: &str, area: Area) -> bool {
    area.height() >= LABEL_HEIGHT && SMALL.room(text) <= area.width() - 2.0 * LABEL_PADDING
}

/// What belongs to the endings and to what is open, in the order of the parts.
fn upwards<T>(mut endings: impl DoubleEndedIterator<Item = T>, open: T) -> Vec<T> {
    let first = endings.next();
    first.into_iter().chain([open]).chain(endings.rev()).collect()
}

/// The pattern of a part. The lightest is that of what is open.
fn pattern(place: usize) -> Pattern {
    Pattern::at(match place {
        0 => 1,
        1 => 0,
        _ => place,
    })
}

/// The parts of the bar of each round; none if there is no round or a mark is
/// missing.
fn rounds(ends: &[f64], open: f64, endings: usize) -> Option<Vec<Vec<f64>>> {
    if ends.is_empty() || ends.len().checked_rem(endings) != Some(0) {
        return None;
    }
    let ended = |ending: usize, round: usize| ends[ending..].iter().step_by(endings).take(round);
    let parts = |round: usize| {
        let by_now = (0..endings).map(|ending| ended(ending, round).copied().map(sane).sum::<f64>());
        let later = ends[endings * round..].iter().chain([&open]).copied().map(sane).sum();
        upwards(by_now.map(sane), sane(later))
    };
    Some((1..=ends.len() / endings).map(parts).collect())
}

/// The last round that is drawn, and from one that is drawn to the next.
fn in_sight(rounds: &[Vec<f64>]) -> (usize, usize) {
    let decided = rounds.iter().position(|parts| parts[1] < DECIDED);
    let last = decided.map_or(rounds.len(), |place| (place + 1).max(FEWEST_ROUNDS)).min(rounds.len());
    let step = whole_step(last as f64 / MOST_BARS as f64) as usize;
    (last.next_multiple_of(step).min(rounds.len()), step)
}

/// What the reader must know besides.
fn note(rounds: &[Vec<f64>], open: &str, last: usize, step: usize) -> String {
    let every = (step > 1).then(|| format!("one bar for every {step} rounds"));
    let beyond = (last < rounds.len()).then(|| {
        let left = percent(rounds[last - 1][1]);
        let range = match last + 1 == rounds.len() {
            true => format!("round {}", grouped(rounds.len() as i128)),
            false => format!("rounds {} to {}", grouped(last as i128 + 1), grouped(rounds.len() as i128)),
        };
        format!("not drawn: {range} (after round {}, {open}: {left})", grouped(last as i128))
    });
    every.into_iter().chain(beyond).collect::<Vec<_>>().join("; ")
}

/// The parts as rows from the top to the bottom, with all that can be told of them.
fn events(names: &[&str], shares: &[f64], engine: Engine) -> Vec<Event> {
    let event = |(place, (name, share)): (usize, (&&str, &f64))| Event {
        pattern: Some(pattern(place)),
        ..Event::told((*name).to_owned(), Bar::of_event(*share, engine), engine)
    };
    let mut events: Vec<Event> = names.iter().zip(shares).enumerate().map(event).collect();
    events.reverse();
    events
}
