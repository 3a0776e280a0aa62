//! The overview: all metrics side by side, and the answers to the questions.

use std::borrow::Cow;

use super::language::*;
use super::single::finding;
use crate::analysis::{Answer, Distribution, Engine, Odds};
use crate::report::number::{Digits, chance_and_rarity, grouped, mean};
use crate::report::odds::headline;

/// The space below each line of panels.
const BELOW: f64 = 26.0;

const PLOT_HEIGHT: f64 = 118.0;

/// The height of the name of a panel, and of a line of its help.
const PANEL_NAME: f64 = 18.0;
const HELP_LINE: f64 = 13.0;

/// The maximum number of bars in a panel, and of labels.
const MOST_BARS: usize = 60;
const MOST_LABELS: usize = 8;

/// The maximum number of questions, which bounds the height of the chart.
const MOST_QUESTIONS: usize = 100;

/// The width of an interval that is visible as a whisker.
const VISIBLE: f64 = 0.01;

/// The rows of questions.
const ASKED: RowStyle<'_> = RowStyle {
    names: Lettering::regular(15.0),
    texts: Lettering::bold(15.0),
    name_share: 0.42,
    name_lines: 2,
    least_height: 32.0,
    bar_height: 0.0,
    heads: &[],
    reference: None,
};

/// Draws all answers, and all metrics that vary.
pub fn overview(heading: &Heading<'_>, odds: &Odds) -> Picture {
    let lead = Odds::unasked_lead([odds]).and_then(|lead| odds.distribution(&lead.name));
    let lead = lead.filter(|law| only_value(law).is_none());
    let finding = lead.map(|lead| finding(lead, odds.engine)).or_else(|| headline(odds)).or_else(|| {
        // Without a question, the first event or kind of outcome tells most.
        let law = odds.distributions.iter().find(|law| naming::names(&law.metric).is_some())?;
        Some(finding(law, odds.engine))
    });
    let mut page = Page::new(WIDE, heading, finding.as_deref());
    let room = page.room();
    let questions = || odds.answers.iter().take(MOST_QUESTIONS);
    if !odds.answers.is_empty() {
        let question = |answer: &Answer| {
            let known = Known::new(answer, odds.engine).as_chance();
            Row::new(answer.name.clone(), RowBar::new(known, vec![chance_and_rarity(known, Digits::Few)]))
        };
        page.add(rows(&questions().map(question).collect::<Vec<_>>(), None, &ASKED, room), 0.0);
        let left = not_drawn(MOST_QUESTIONS, odds.answers.len(), "questions");
        page.notes(left.as_slice(), 1, BELOW);
    }
    let (constant, varying): (Vec<&Distribution>, Vec<&Distribution>) =
        odds.distributions.iter().partition(|law| only_value(law).is_some());
    page.notes(&[signs(odds, &varying)], 2, 10.0);
    let side_by_side = if varying.len() == 4 { 2 } else { varying.len() };
    let (columns, width) = columns(side_by_side, room, |_| true);
    let help = |law: &Distribution| wrap(naming::help(&law.metric), SMALL, width, 2);
    let help_lines = varying.iter().map(|law| help(law).len()).max().unwrap_or(1);
    let panel =
        |law: &&Distribution| (Picture::default(), panel(law, odds.engine, &help(law), help_lines, width));
    page.add(panels(varying.iter().map(panel).collect(), columns, BELOW), BELOW);
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

/// The panel of one metric, with space for `help_lines` lines of help above the plot.
fn panel(law: &Distribution, engine: Engine, help: &[String], help_lines: usize, width: f64) -> Picture {
    let mut panel = Picture::new(width, PANEL_NAME);
    let labels = naming::names(&law.metric);
    let summary = law.summary.as_ref().filter(|_| labels.is_none());
    let words = summary.map_or(String::new(), |summary| {
        format!("{} on average{}", mean(Known::new(summary, engine)), law.metric.cases())
    });
    panel.write(&words, (width, 12.0), Anchor::End, SMALL, ink::TEXT);
    let label = shorten(&law.metric.label, NAME, width - SMALL.room(&words) - 10.0);
    panel.write(&label, (0.0, 12.0), Anchor::Start, NAME, ink::TEXT);
    panel.put(lines(help, SMALL, ink::FAINT_TEXT, HELP_LINE, 10.0), (0.0, PANEL_NAME));
    panel.height += HELP_LINE * help_lines as f64;
    if let Some(labels) = labels {
        panel.height += 8.0;
        let style = RowStyle { names: SMALL, texts: SMALL, name_lines: 1, ..RowStyle::default() };
        panel.below(rows(&label_rows(labels, law, engine, MOST_LABELS), None, &style, width), 0.0);
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
