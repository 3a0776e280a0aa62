//! A self-contained HTML page with the results of a scenario for players. It needs no network.
//!
//! The page is a template with embedded style and script, and the odds as JSON, from which the script
//! draws. Texts of users are escaped in both.

mod data;

mod explore;

mod script;

mod sequence;

mod words;

#[cfg(test)]
mod tests;

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, context};
use serde_json::{Value, json};

use self::data::differences;
pub(crate) use self::data::{best_play, charted, compared, law, part};
use self::explore::{advised, least_bytes_of_laws, sliders, swept};
pub(super) use self::script::{Modules, joined, modules};
use crate::analysis::{Comparison, Recommendation, Sweep};
use crate::digest::checksum;
use crate::report::advise::Words;
use crate::scenario::{Grid, Scenario};

/// The most bytes of a page.
pub const MAX_PAGE: usize = 2_000_000;

/// How all pages begin.
const HEAD: &str = include_str!("head.html");
const TEMPLATE: &str = include_str!("page.html");
/// The style of all pages for players.
pub(super) const STYLE: &str = include_str!("style.css");
/// The script modules that create elements and draw a distribution.
pub(super) const SHARED: Modules = modules!["dom" "law"];
const SCRIPTS: Modules = modules!["shown" "advice" "sequence" "page"];

/// The contents of a page.
#[derive(Clone, Copy, Debug)]
pub struct Contents<'a> {
    /// The scenario files that the page belongs to.
    pub owner: &'a str,
    /// The scenarios with distinct names; at least one.
    pub scenarios: &'a [(String, &'a Scenario)],
    /// Their odds.
    pub comparison: &'a Comparison,
    /// The grid of settings of the first scenario, and their odds.
    pub sweep: Option<(&'a Grid, &'a Sweep)>,
    /// The recommendation for that grid, if there is a goal. In the grid, the keys of the
    /// situations must vary more slowly than those of the choices.
    pub advice: Option<(&'a Words<'a>, &'a Recommendation)>,
    /// The scenario files: names and texts.
    pub files: &'a [(String, String)],
}

/// The page as HTML. If the distributions of all settings would make it too large, it has only their
/// answers.
///
/// # Errors
/// A message, if it would still have more than [`MAX_PAGE`] bytes.
pub fn html(contents: &Contents<'_>) -> Result<String, String> {
    let fits = contents.sweep.is_none_or(|(_, sweep)| least_bytes_of_laws(sweep) <= MAX_PAGE);
    let whole = fits.then(|| rendered(contents, true)).filter(|page| page.len() <= MAX_PAGE);
    let page = whole.unwrap_or_else(|| rendered(contents, false));
    match page.len() {
        ..=MAX_PAGE => Ok(page),
        bytes => Err(format!(
            "the page would have {bytes} bytes, more than {MAX_PAGE}; vary fewer keys, or by a step as in 1..24:3"
        )),
    }
}

/// The scenario files that a page belongs to, or `None` if fizzle did not create the page.
pub fn owner(page: &str) -> Option<String> {
    meta(page, "generator").filter(|generator| generator.starts_with("fizzle "))?;
    meta(page, "fizzle-scenario").map(unescaped)
}

/// Whether a page is unchanged since fizzle wrote it.
pub fn is_unchanged(page: &str) -> bool {
    meta(page, CHECKSUM).is_some_and(|noted| noted == checksum(page))
}

/// Adds a checksum to a page, so that a later run can detect changes.
pub(super) fn sealed(page: &str) -> String {
    let meta = |checksum: &str| format!("<meta name=\"{CHECKSUM}\" content=\"{checksum}\">");
    page.replacen(&meta(""), &meta(&checksum(page)), 1)
}

const CHECKSUM: &str = "fizzle-checksum";

fn meta<'a>(page: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = page.split_once(&format!("<meta name=\"{name}\" content=\""))?;
    rest.split_once('"').map(|(content, _)| content)
}

fn unescaped(text: &str) -> String {
    let entities =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&#x2f;", "/"), ("&amp;", "&")];
    entities.into_iter().fold(text.to_owned(), |text, (entity, sign)| text.replace(entity, sign))
}

fn rendered(contents: &Contents<'_>, laws: bool) -> String {
    let Contents { owner, scenarios, comparison, sweep, advice, files } = *contents;
    let parts = scenarios.iter().zip(&comparison.odds);
    let parts: Vec<Value> = parts.map(|((name, scenario), odds)| part(name, scenario, odds)).collect();
    let difference = |(part, (_, scenario)): (&Value, &(String, &Scenario))| json!({ "name": part["name"], "differences": differences(scenarios[0].1, &parts[0], part, scenario) });
    let differing: Vec<Value> = parts.iter().zip(scenarios).skip(1).map(difference).collect();
    let first = scenarios[0].1;
    let advice = advice.zip(sweep);
    let advice = advice.map(|((words, advice), (grid, _))| advised(words, advice, grid, first, laws));
    let sliders = sweep.map(|(grid, sweep)| sliders(grid, sweep, first));
    let sweep = sweep.map(|(grid, sweep)| swept(grid, sweep, first, &comparison.odds[0], laws));
    let data = json!({ "scenarios": parts, "sweep": sweep, "advice": advice });
    let files: Vec<Value> = files.iter().map(|(name, text)| json!({ "name": name, "text": text })).collect();
    from_template(
        TEMPLATE,
        context! {
            owner,
            title => first.title.as_str(),
            style => STYLE,
            script => joined([SHARED, SCRIPTS]),
            data => for_script(&data),
            scenarios => Serde(&parts),
            comparison => Serde(&compared(comparison)),
            differing => Serde(&differing),
            sweep => Serde(&sliders),
            advice => Serde(&advice),
            files => Serde(&files),
        },
    )
}

/// Renders a template, which follows [`HEAD`], as a page with a checksum. Texts of users are escaped.
pub(super) fn from_template(template: &str, names: minijinja::Value) -> String {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_global("version", env!("CARGO_PKG_VERSION"));
    let page = environment.render_str(&[HEAD, template].concat(), names);
    sealed(&page.expect("the template is a constant, and all that it names is there"))
}

/// JSON that can be embedded in a script element, which it must not end.
pub(super) fn for_script(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}
