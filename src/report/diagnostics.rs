//! Problems of scenario files, shown with the lines that cause them.

use std::path::Path;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::description::words::listed;
use crate::scenario::{IdleKey, Place, Problem, Problems, is_rules, visible};

/// Renders errors: each with its file, line and column, the line itself, the message and a
/// suggestion.
pub fn render(problems: &Problems, color: bool) -> String {
    render_as(Level::ERROR, "errors", problems, color)
}

/// Renders warnings in the format of [`render`].
pub fn render_warnings(warnings: &Problems, color: bool) -> String {
    render_as(Level::WARNING, "warnings", warnings, color)
}

/// A warning of one line about keys that make no difference, with the lines where they are written. They
/// are of one source.
pub fn render_idle(keys: &[&IdleKey], color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let Some(Place { source, .. }) = keys.first().map(|key| &key.place) else { return String::new() };
    let names: Vec<String> = keys.iter().map(|key| format!("`{}`", key.path)).collect();
    let make = if names.len() == 1 { "makes" } else { "make" };
    let mut lines: Vec<String> = keys.iter().map(|key| key.place.line_and_column().0.to_string()).collect();
    lines.dedup();
    // An option is one line.
    let lines = if source.name.starts_with("--") { String::new() } else { format!(":{}", lines.join(", ")) };
    let message = format!("{} {make} no difference here ({}{lines})", listed(&names), source.name);
    renderer.render(&[Group::with_title(Level::WARNING.primary_title(visible(&message)))])
}

fn render_as(level: Level<'_>, plural: &str, problems: &Problems, color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let shown = problems.0.iter().take(MOST).map(|problem| one(&level, &renderer, problem));
    let more = problems.0.len().saturating_sub(MOST);
    let rest = (more > 0).then(|| format!("and {more} more {plural}"));
    shown.chain(rest).collect::<Vec<_>>().join("\n\n")
}

/// The picture of what ends lines on Windows, besides a newline.
const LINE_END: char = '␍';

/// The maximum number of problems that are shown; the others are only counted.
const MOST: usize = 50;

fn one(level: &Level<'_>, renderer: &Renderer, problem: &Problem) -> String {
    let Place { source, span } = &problem.place;
    // Only the affected lines: the renderer scans the whole source that it gets, which would be
    // quadratic for a file with a problem in every line.
    let start = source.text[..span.start].rfind('\n').map_or(0, |end| end + 1);
    let end = source.text[span.end..].find('\n').map_or(source.text.len(), |end| span.end + end);
    let (line, _) = problem.place.line_and_column();
    let (path, message, help) = (visible(&source.name), visible(&problem.message), visible(&problem.help));
    let shown = |part| visible(&source.text[part]).replace(LINE_END, "");
    let [before, here, after] = [start..span.start, span.start..span.end, span.end..end].map(shown);
    let title = level.clone().primary_title(message);
    let report = match source.text.is_empty() && is_rules(Path::new(&source.name)) {
        // Of a scenario that is nothing but a rule text there is no line to show.
        true => title.element(Origin::path(path)),
        false => {
            let snippet = Snippet::source(format!("{before}{here}{after}")).line_start(line).path(path);
            let at = before.len()..before.len() + here.len();
            title.element(snippet.annotation(AnnotationKind::Primary.span(at)))
        }
    };
    match help {
        help if help.is_empty() => renderer.render(&[report]),
        help => renderer.render(&[report.element(Level::HELP.message(help))]),
    }
}
