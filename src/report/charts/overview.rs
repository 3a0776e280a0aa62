//! The overview: all metrics side by side, and the answers to the questions.

use super::language::*;
use crate::analysis::{Answer, Distribution, Engine, Odds};
use crate::report::number::{grouped, mean};

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

/// Draws all metrics and answers.
pub fn overview(heading: &Heading<'_>, odds: &Odds) -> Picture {
    let mut page = Page::new(WIDE, heading);
    let room = page.room();
    let whiskers = if odds.engine.trials().is_some() { "; whiskers: 95\u{a0}% intervals" } else { "" };
    let strip = match odds.distributions.iter().any(|law| naming::names(&law.metric).is_none()) {
        true => "; disc: on average; thick line: at least half of all results, thin line: at least 9 of 10",
        false => "",
    };
    let signs = format!("bars: chance{whiskers}{strip}");
    page.notes(&[signs], 1, 10.0);
    let side_by_side = if odds.distributions.len() == 4 { 2 } else { odds.distributions.len() };
    let (columns, width) = columns(side_by_side, room, |_| true);
    let help = |law: &Distribution| wrap(naming::help(&law.metric), SMALL, width, 2);
    let help_lines = odds.distributions.iter().map(|law| help(law).len()).max().unwrap_or(1);
    let panel = |law| (Picture::default(), panel(law, odds.engine, &help(law), help_lines, width));
    page.add(panels(odds.distributions.iter().map(panel).collect(), columns, BELOW), BELOW);
    if !odds.answers.is_empty() {
        let heading = match odds.answers.len().saturating_sub(MOST_QUESTIONS) {
            0 => "questions".to_owned(),
            more => format!(
                "questions (the first {MOST_QUESTIONS}; {} more are not drawn)",
                grouped(more as i128)
            ),
        };
        page.section(&heading, "", 6.0);
        let question = |answer: &Answer| {
            let known = Known::new(answer, odds.engine).as_chance();
            Row::new(answer.name.clone(), RowBar::new(known, vec![chance_and_often(known)]))
        };
        let asked = odds.answers.iter().take(MOST_QUESTIONS);
        let asked: Vec<Row> = asked.map(question).collect();
        page.add(rows(&asked, None, &RowStyle::default(), room), 0.0);
    }
    page.finish(&how(odds.engine, BARS))
}

/// The panel of one metric, with space for `help_lines` lines of help above the plot.
fn panel(law: &Distribution, engine: Engine, help: &[String], help_lines: usize, width: f64) -> Picture {
    let mut panel = Picture::new(width, PANEL_NAME);
    let labels = naming::names(&law.metric);
    let summary = law.summary.as_ref().filter(|_| labels.is_none());
    let words =
        summary.map_or(String::new(), |summary| format!("{} on average", mean(Known::new(summary, engine))));
    panel.write(&words, (width, 12.0), Anchor::End, SMALL, ink::TEXT);
    let label = shorten(&law.metric.label, NAME, width - SMALL.room(&words) - 10.0);
    panel.write(&label, (0.0, 12.0), Anchor::Start, NAME, ink::TEXT);
    panel.put(lines(help, SMALL, ink::FAINT_TEXT, HELP_LINE, 10.0), (0.0, PANEL_NAME));
    panel.height += HELP_LINE * help_lines as f64;
    if let Some(labels) = labels {
        panel.height += 8.0;
        let style = RowStyle { names: SMALL, texts: SMALL, name_lines: 1, ..RowStyle::default() };
        panel.below(rows(&label_rows(labels, &law.rows, engine, MOST_LABELS), None, &style, width), 0.0);
        return panel;
    }
    let Some(bins) = Bins::new(&law.rows, engine, MOST_BARS) else {
        panel.write("no values", (0.0, panel.height + 33.0), Anchor::Start, SMALL, ink::FAINT_TEXT);
        panel.height += 40.0;
        return panel;
    };
    panel.below(strip(&bins, summary, width, 12.0), 0.0);
    panel.below(histogram(&bins, Tells::Each, (width, PLOT_HEIGHT), SMALL, 3), 0.0);
    let note = shorten(&bins.brief_note(), SMALL, width);
    panel.write(&note, (0.0, panel.height + 14.0), Anchor::Start, SMALL, ink::FAINT_TEXT);
    panel.height += 15.0;
    panel
}
