//! Problems with the lines they stand in.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::scenario::{Problem, Problems};

/// Every problem with its file, line, column and the line itself, what is wrong
/// and what would be right.
pub fn render(problems: &Problems, color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let reports: Vec<String> = problems.0.iter().map(|problem| one(&renderer, problem)).collect();
    reports.join("\n\n")
}

fn one(renderer: &Renderer, problem: &Problem) -> String {
    let source = &problem.place.source;
    let snippet = Snippet::source(source.text.as_str())
        .path(source.name.as_str())
        .annotation(AnnotationKind::Primary.span(problem.place.span.clone()));
    let report = Level::ERROR.primary_title(problem.message.as_str()).element(snippet);
    match problem.help.as_str() {
        "" => renderer.render(&[report]),
        help => renderer.render(&[report.element(Level::HELP.message(help))]),
    }
}
