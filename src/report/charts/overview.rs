//! The overview: all metrics side by side, and the answers to the questions.

use std::borrow::Cow;

use super::each::{self, OfMembers, of_members};
use super::language::*;
use super::single::finding;
use crate::analysis::{Answer, Distribution, Engine, Odds};
use crate::report::number::{Measure, grouped, mean, rarity};
use crate::report::odds::headline;

/// The space below each line of panels.
const BELOW: f64 = 26.0;

const PLOT_HEIGHT: f64 = 118.0;

/// The height of the name of a panel, of each further line of it, and of a line of its help.
const PANEL_NAME: f64 = 18.0;
const NAME_LINE: f64 = 16.0;
const HELP_LINE: f64 = 13.0;

/// The maximum number of bars in a panel, and of labels.
const MOST_BARS: usize = 60;
const MOST_LABELS: usize = 8;

/// The maximum number of questions, which bounds the height of the chart.
const MOST_QUESTIONS: usize = 100;

/// The width of an interval that is visible as a whisker.
const VISIBLE: f64 = 0.01;

/// Draws all answers, and all metrics that vary. `plan` is the best first choice, if somebody decides.
pub fn overview(heading: &Heading<'_>, plan: Option<&str>, odds: &Odds) -> Picture {
    let finding = plan.map(str::to_owned).or_else(|| headline(odds)).or_else(|| {
        // Without a question, what the procedure is for tells most, or else the first event or kind of outcome.
        let all = || odds.distributions.iter();
        let lead = all().find(|law| law.metric.leads() && only_value(law).is_none());
        let law = lead.or_else(|| all().find(|law| naming::names(&law.metric).is_some()))?;
        Some(finding(law, odds.engine))
    });
    let mut page = Page::new(WIDE, heading, finding.as_deref());
    let room = page.room();
    let questions = || odds.answers.iter().take(MOST_QUESTIONS);
    if !odds.answers.is_empty() {
        let question = |answer: &Answer| {
            let known = Known::new(answer, odds.engine).as_chance();
            let rarity = Some(rarity(known)).filter(|rarity| !rarity.is_empty());
            Row::new(answer.name.clone(), RowBar::new(known, rarity.into_iter().collect()))
        };
        let questions = with_numbers(questions().map(question).collect(), Measure::Chance);
        page.describe(&questions);
        let (names, texts) = (Lettering::regular(15.0), Lettering::bold(15.0));
        let style = RowStyle { names, texts, least_height: 32.0, ..RowStyle::NORMAL };
        page.add(rows(&questions, None, &style, room), 0.0);
        let left = not_drawn(MOST_QUESTIONS, odds.answers.len(), "questions");
        page.notes(left.as_slice(), 1, BELOW);
    }
    let (shared, others) = of_members(&odds.distributions);
    let is_constant = |law: &&Distribution| only_value(law).is_some();
    let (constant, varying): (Vec<&Distribution>, Vec<&Distribution>) =
        others.into_iter().partition(is_constant);
    let (still, shared): (Vec<_>, Vec<_>) =
        shared.into_iter().partition(|one| one.members.iter().all(|(_, law)| is_constant(law)));
    let still = still.into_iter().flat_map(|one| one.members).map(|one| one.1);
    let constant = constant.into_iter().chain(still);
    let constant: Vec<&Distribution> = constant.collect();
    let laws = shared.iter().flat_map(|one| &one.members).map(|one| one.1).chain(varying.iter().copied());
    page.notes(&[signs(odds, &laws.collect::<Vec<_>>())], 2, 10.0);
    let side_by_side = if varying.len() == 4 { 2 } else { varying.len() };
    let (columns, width) = columns(side_by_side, room, |_| true);
    let help = |law: &Distribution| wrap(naming::help(&law.metric), SMALL, width, 2);
    let help_lines = varying.iter().map(|law| help(law).len()).max().unwrap_or(1);
    let name_lines = varying.iter().map(|law| name_of(law, odds.engine, width).0.len()).max().unwrap_or(1);
    let above = [name_lines.max(1), help_lines];
    let panel = |law: &&Distribution| (Picture::default(), panel(law, odds.engine, &help(law), above, width));
    page.add(panels(varying.iter().map(panel).collect(), columns, BELOW), BELOW);
    let (columns, width) = self::columns(shared.len().min(2), room, |_| true);
    let panel = |one: &OfMembers<'_>| each::panel(one, odds.engine, width);
    page.add(panels(shared.iter().map(panel).collect(), columns, BELOW), BELOW);
    if !constant.is_empty() {
        let often = if odds.engine.trials().is_some() { "in all trials" } else { "always" };
        let value =
            |law: &Distribution| format!("{} {}", law.metric.label, only_value(law).unwrap_or_default());
        let values: Vec<String> = constant.into_iter().map(value).collect();
        page.notes(&[format!("{often}: {}", values.join(", "))], 3, 0.0);
    }
    page.finish(&how(odds.engine, BARS))
}

/// The only value of a metric, if no other has probability.
fn only_value(law: &Distribution) -> Option<String> {
    let mut values = law.rows.iter().filter(|row| row.probability > 0.0).map(|row| row.value);
    let first = values.next().filter(|_| values.next().is_none())?;
    let name = |names: &[Cow<'static, str>]| Some(names.get(usize::try_from(first).ok()?)?.to_string());
    Some(naming::names(&law.metric).and_then(name).unwrap_or_else(|| grouped(first)))
}

/// The legend of what is drawn.
fn signs(odds: &Odds, varying: &[&Distribution]) -> String {
    let is_wide = |known: Known| known.high - known.low >= VISIBLE;
    let sampled = odds.engine.trials().is_some();
    let mut bars = varying.iter().flat_map(|law| &law.rows).map(|row| Known::new(row, odds.engine));
    let whiskers = if sampled && bars.any(is_wide) { "; whiskers: 95\u{a0}% intervals" } else { "" };
    let strip = match varying.iter().any(|law| naming::names(&law.metric).is_none()) {
        true => "; disc: on average; thick line: at least half of all results, thin line: at least 9 of 10",
        false => "",
    };
    format!("bars: chance{whiskers}{strip}")
}

/// The name of a metric in up to two lines, and its mean, which stands beside the first.
fn name_of(law: &Distribution, engine: Engine, width: f64) -> (Vec<String>, String) {
    let summary = law.summary.as_ref().filter(|_| naming::names(&law.metric).is_none());
    let words = summary.map_or(String::new(), |summary| {
        format!("{} on average{}", mean(Known::new(summary, engine)), law.metric.cases())
    });
    (wrap(&law.metric.label, NAME, width - SMALL.room(&words) - 10.0, 2), words)
}

/// The panel of one metric, with space for so many lines of its name and of its help above the plot.
fn panel(
    law: &Distribution,
    engine: Engine,
    help: &[String],
    [name_lines, help_lines]: [usize; 2],
    width: f64,
) -> Picture {
    let mut panel = Picture::new(width, PANEL_NAME + NAME_LINE * (name_lines - 1) as f64);
    let labels = naming::names(&law.metric);
    let summary = law.summary.as_ref().filter(|_| labels.is_none());
    let (name, words) = name_of(law, engine, width);
    panel.write(&words, (width, 12.0), Anchor::End, SMALL, ink::TEXT);
    let last = NAME_LINE * name.len().saturating_sub(1) as f64;
    panel.put(lines(&name, NAME, ink::TEXT, NAME_LINE, 12.0), (0.0, 0.0));
    panel.put(lines(help, SMALL, ink::FAINT_TEXT, HELP_LINE, 10.0), (0.0, PANEL_NAME + last));
    panel.height += HELP_LINE * help_lines as f64;
    if let Some(labels) = labels {
        panel.height += 8.0;
        let labels = label_rows(labels, law, engine, MOST_LABELS);
        panel.below(rows(&labels, None, &RowStyle::SMALL, width), 0.0);
        return panel;
    }
    let Some(bins) = Bins::new(&law.rows, engine, MOST_BARS) else {
        panel.write("no values", (0.0, panel.height + 33.0), Anchor::Start, SMALL, ink::FAINT_TEXT);
        panel.height += 40.0;
        return panel;
    };
    panel.below(strip(&bins, summary, width, 12.0), 0.0);
    panel.below(
        histogram(&bins, Tells::Each, &Tells::Each.scale([&bins], 3), (width, PLOT_HEIGHT), SMALL),
        0.0,
    );
    let note = shorten(&bins.brief_note(), SMALL, width);
    panel.write(&note, (0.0, panel.height + 14.0), Anchor::Start, SMALL, ink::FAINT_TEXT);
    panel.height += 15.0;
    panel
}
