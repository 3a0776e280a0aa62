//! From paths and changes on the command line to checked scenarios.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::error::{Error, wrong};
use super::files::Files;
use super::nearby::missing;
use super::options::Stated;
use super::progress::checking;
use super::terminal::{is_colored, show};
use crate::chance::{Metric, MetricSpec};
use crate::description::{Input, Value};
use crate::report::diagnostics;
use crate::rules::RuleText;
use crate::scenario::{Document, Grid, IdleKey, Place, Problem, Problems, Query, ReadError, Scenario, stem};

/// A scenario file with the requested variants.
pub struct Loaded {
    /// Its path as given.
    pub path: String,
    /// The file with `--set` applied. It is read only once: a pipe cannot be read again, and a file may
    /// change while a command computes.
    pub document: Document,
    /// The file as it is, which is always there, then each variant.
    pub scenarios: Vec<CheckedScenario>,
    /// The keys that are read by the variants that were not requested.
    read_by_others: BTreeSet<Arc<str>>,
}

/// A scenario, ready to be resolved.
pub struct CheckedScenario {
    /// The scenario.
    pub scenario: Scenario,
    /// The file, or the variant of it that it is.
    pub document: Document,
    /// The wall time of the check in seconds. It includes solving a game with decisions.
    pub seconds: f64,
}

/// The number of settings of a grid that are tried before a key is reported as useless.
const TRIED_SETTINGS: u64 = 16;

impl Loaded {
    /// Returns each written or varied key that is never read: not by the file, a variant, or a setting of the
    /// file's grid or of `grid`.
    fn without_effect(&self, grid: &Grid) -> Vec<IdleKey> {
        let scenario = &self.scenarios[0].scenario;
        let mut read = self.read_by_others.clone();
        read.extend(self.scenarios.iter().flat_map(|checked| checked.scenario.read.iter().cloned()));
        let useless = |read: &BTreeSet<Arc<str>>| {
            // What is varied is told once, where it is varied.
            let with_varied = read.iter().cloned().chain(grid.keys().map(Arc::from)).collect();
            let written = self.document.without_effect(&scenario.procedure, &with_varied);
            [written, grid.without_effect(&scenario.procedure, read)].concat()
        };
        let found = useless(&read);
        if found.is_empty() {
            return found;
        }
        // Few files get here. The keys that a grid varies may decide which other keys are read.
        for grid in [&Grid::of_file(&self.document).unwrap_or_default(), grid] {
            for CheckedScenario { document, .. } in &self.scenarios {
                let settings = grid.spread(TRIED_SETTINGS);
                let scenarios = settings.filter_map(|number| grid.apply(document, number).check().ok());
                read.extend(scenarios.flat_map(|scenario| scenario.read));
            }
        }
        useless(&read)
    }

    /// Finds keys of `--set` whose value does not count, since a grid varies them.
    fn set_and_varied(&self, grid: &Grid) -> Problems {
        let mut found = Problems::default();
        for key in self.document.changed().iter().filter(|key| grid.keys().any(|varied| varied == *key)) {
            let message = format!("`{key}` is varied, so that this value does not count");
            found.push(self.document.place_of(key), message, "leave it out, or vary another key");
        }
        found
    }

    /// Finds questions about a member of a group in whose place somebody else stands in a variant or at the last
    /// setting of a grid, because tables before his have other numbers of members.
    fn moved(&self, grid: &Grid) -> Problems {
        let mut moved = Problems::default();
        let scenario = &self.scenarios[0].scenario;
        let metrics = || scenario.ready.procedure.metrics().iter().enumerate();
        let asked = scenario.questions.iter().enumerate().flat_map(|(place, question)| {
            let read = metrics().filter(|&(number, _)| question.event.reads(Metric(number)));
            read.filter_map(move |(_, metric)| {
                Some((place, metric, table_of(&metric.name, &scenario.input)?))
            })
        });
        let asked: Vec<(usize, &MetricSpec, usize)> = asked.collect();
        let variants = self.scenarios[1..].iter().map(|CheckedScenario { scenario, .. }| {
            (format!("in variant \"{}\"", scenario.own_name()), scenario)
        });
        // To check a setting of a fight takes a while.
        let last = match !asked.is_empty() && grid.keys().any(|key| key.ends_with(".count")) {
            true => grid.apply(&self.document, grid.len() - 1).check().ok(),
            false => None,
        };
        let others = variants.chain(last.iter().map(|last| ("at the last setting".to_owned(), last)));
        for (here, other) in others {
            for &(place, metric, table) in &asked {
                let there = other.ready.procedure.metrics().iter().find(|there| there.name == metric.name);
                let is_moved = table_of(&metric.name, &other.input) != Some(table);
                let Some(there) = there.filter(|_| is_moved) else { continue };
                let message =
                    format!("`{}` is \"{}\", but \"{}\" {here}", metric.name, metric.label, there.label);
                let help = "members are counted in the order of their tables: put the table of which there are more or fewer behind the others";
                moved.push(self.document.place_of(&format!("question.{place}.event")), message, help);
            }
        }
        moved
    }

    /// The last of its scenarios: the only variant, or else the file as it is.
    pub fn last(&self) -> &CheckedScenario {
        &self.scenarios[self.scenarios.len() - 1]
    }
}

/// The table of the member of a group that a metric is about, as `fighter.2.out` is about the third.
fn table_of(metric: &str, input: &Input) -> Option<usize> {
    let mut parts = metric.split('.');
    let (group, member) = (parts.next()?, parts.next()?.parse::<i64>().ok()?);
    let mut members = 0;
    input.positions(group).into_iter().find(|table| {
        members += match input.get(&format!("{group}.{table}.count")) {
            Some(Value::Integer(count)) => *count,
            _ => 1,
        };
        member < members
    })
}

/// Refuses scenarios that roll no dice, of which a command would `use` the odds.
pub fn check_odds<'a>(scenarios: impl IntoIterator<Item = &'a Scenario>, to_use: &str) -> Result<(), Error> {
    match scenarios.into_iter().find(|scenario| scenario.is_deterministic()) {
        None => Ok(()),
        Some(Scenario { title, .. }) => {
            Err(wrong!("{title}: this scenario rolls no dice, so there are no odds to {to_use}"))
        }
    }
}

/// The grid of `--vary`, or else that of the file; empty if neither has one.
pub fn grid_if_any(document: &Document, vary: &[String]) -> Result<Grid, Error> {
    let grid = match vary {
        [] => Grid::of_file(document),
        vary => Grid::parse("--vary", vary, document),
    };
    Ok(grid?)
}

/// The grid of `--vary`, or else that of the file, for commands that have to vary something.
pub fn grid_of(document: &Document, vary: &[String]) -> Result<Grid, Error> {
    let grid = grid_if_any(document, vary)?;
    if grid.is_empty() {
        return Err(wrong!(
            "nothing is varied; write --vary KEY=VALUES, as in choice.force=1..12, or a table [vary] in the file"
        ));
    }
    Ok(grid)
}

/// Returns all scenarios of some files with unique names. A variant is called by its own name, after
/// the name of its file if there are several files.
pub fn named(files: &[Loaded]) -> Result<Vec<(String, &Scenario)>, Error> {
    let mut all: Vec<(String, &str, &Scenario)> = Vec::new();
    for file in files {
        let stem = stem(Path::new(&file.path));
        for CheckedScenario { scenario, .. } in &file.scenarios {
            let name = match (&scenario.variant, files.len()) {
                (_, 1) => scenario.own_name().to_owned(),
                (None, _) => stem.clone(),
                (Some(variant), _) => format!("{stem}:{variant}"),
            };
            if let Some((_, path, _)) = all.iter().find(|(other, ..)| *other == name) {
                return Err(wrong!(
                    "two scenarios are called \"{name}\": {path} and {}; rename one of the files",
                    file.path
                ));
            }
            all.push((name, file.path.as_str(), scenario));
        }
    }
    Ok(all.into_iter().map(|(name, _, scenario)| (name, scenario)).collect())
}

/// Reads and checks a scenario file, with `--set`, `--given` and `--variant` applied.
///
/// All variants of the file are checked, requested or not, so that all its errors are shown at once.
/// Changes by `--set` need not fit variants that are not requested: these have errors only if they have some without
/// it, too.
pub fn load(files: &Files, path: &Path, stated: &Stated, variants: &[String]) -> Result<Loaded, Error> {
    check_document(read(files, path)?, stated, variants)
}

/// Reads and checks a scenario file as [`load`] does, with all variants of the file if `variants` is
/// empty.
pub fn load_with_variants(path: &Path, stated: &Stated, variants: &[String]) -> Result<Loaded, Error> {
    let written = read(&Files::OnDisk, path)?;
    let variants = if variants.is_empty() { written.variant_names() } else { variants.to_vec() };
    check_document(written, stated, &variants)
}

/// Warns as [`warn_of_useless`] does, and about keys that are set and varied.
pub fn warn_of_grid(files: &[Loaded], grid: &Grid) {
    let mut set = Problems::default();
    for problem in files.iter().flat_map(|file| file.set_and_varied(grid).0) {
        if !set.0.contains(&problem) {
            set.0.push(problem);
        }
    }
    warn(&set);
    warn_of_useless(files, grid);
}

/// Warns on standard error about what rule texts hardly mean, about questions that are somebody else's at some
/// setting, and in one line for each file about written keys that have no effect,
/// even with the settings of `grid`. A key of `--set`, which applies to all files, is named only if no file reads it.
pub fn warn_of_useless(files: &[Loaded], grid: &Grid) {
    let same = |a: &Problem, b: &Problem| a.place == b.place && a.message == b.message;
    let mut warnings = Problems::default();
    let of_file = |file: &Loaded| [file.document.warnings().0, file.moved(grid).0].concat();
    for warning in files.iter().flat_map(of_file) {
        if !warnings.0.iter().any(|other| same(other, &warning)) {
            warnings.0.push(warning);
        }
    }
    warn(&warnings);
    let found: Vec<Vec<IdleKey>> = files.iter().map(|file| file.without_effect(grid)).collect();
    let mut idle: Vec<&IdleKey> = Vec::new();
    for (file, keys) in files.iter().zip(&found) {
        let is_own = |key: &IdleKey| key.place.source.name == file.path;
        let is_everywhere = |key: &IdleKey| found.iter().all(|others| others.contains(key));
        let named = keys.iter().filter(|key| is_own(key) || is_everywhere(key));
        idle.extend(named.filter(|key| !idle.contains(key)).collect::<Vec<_>>());
    }
    for keys in idle.chunk_by(|a, b| a.place.source.name == b.place.source.name) {
        show(&format!("{}\n", diagnostics::render_idle(keys, is_colored())));
    }
}

/// Shows warnings, if there are any, on standard error.
pub fn warn(warnings: &Problems) {
    if !warnings.0.is_empty() {
        show(&format!("{}\n\n", diagnostics::render_warnings(warnings, is_colored())));
    }
}

/// Reads a scenario file or a rule text.
pub fn read(files: &Files, path: &Path) -> Result<Document, Error> {
    checking(|| files.read(path)).map_err(|error| match error {
        ReadError::Problems(problems) => Error::Problems(problems),
        ReadError::Io { path, error } if error.kind() == io::ErrorKind::NotFound => {
            Error::Input(missing(&path))
        }
        other => Error::Input(other.to_string()),
    })
}

/// Checks a scenario file, as [`load`] does.
pub fn check_document(written: Document, stated: &Stated, variants: &[String]) -> Result<Loaded, Error> {
    checking(|| checked_with(written, stated, variants))
}

fn checked_with(written: Document, stated: &Stated, variants: &[String]) -> Result<Loaded, Error> {
    let mut document = written.clone();
    for assignment in &stated.set {
        document.set("--set", assignment)?;
    }
    document = document.with_changed_rules()?;
    for vary in &stated.varied {
        // What is wrong with a grid is told where it is read.
        document = grid_if_any(&document, vary).unwrap_or_default().completed(&document);
    }
    for event in &stated.given {
        document.give(Query::new("--given", event));
    }
    let mut problems = Problems::default();
    let mut scenarios = Vec::new();
    let mut read_by_others = BTreeSet::new();
    problems.0.extend(keep(&mut scenarios, &document).0);
    // Requested variants are checked below.
    for name in written.variant_names().into_iter().filter(|name| !variants.contains(name)) {
        let checked = |document: &Document| Some(document.read_variant("--variant", &name).ok()?.check());
        match checked(&written) {
            None => {}
            Some(Ok(scenario)) => read_by_others.extend(scenario.read),
            // What the file lacks may be set.
            Some(Err(_)) if matches!(checked(&document), Some(Ok(_))) => {}
            Some(Err(more)) => add_of_variant(&mut problems, &name, more, &written),
        }
    }
    for argument in variants {
        match document.read_variant("--variant", argument) {
            Ok(variant) => {
                let more = keep(&mut scenarios, &variant);
                add_of_variant(&mut problems, variant.variant_name().unwrap_or_default(), more, &document);
            }
            Err(more) => problems.0.extend(more.0),
        }
    }
    let names: Vec<_> = scenarios.iter().map(|checked| &checked.scenario.variant).collect();
    if let Some((_, twice)) = names.iter().enumerate().find(|(index, name)| names[..*index].contains(name)) {
        let name = twice.as_deref().unwrap_or_default();
        return Err(wrong!("two variants are called \"{name}\"; give each its own name"));
    }
    if !problems.0.is_empty() {
        return Err(problems.sorted().into());
    }
    let is_base = |one: &&CheckedScenario| one.scenario.variant.as_ref() == Some(&one.scenario.base);
    if let Some(one) = scenarios.iter().find(is_base) {
        let name = &one.scenario.base;
        return Err(wrong!(
            "--variant: \"{name}\" is already the name of the file itself; choose another name"
        ));
    }
    Ok(Loaded { path: document.source.name.clone(), document, scenarios, read_by_others })
}

/// Reads and checks scenario files and rule texts, including all below the folders among `paths`, as
/// [`load`] does. The problems of all files are shown together.
///
/// A rule text in a folder need not be a scenario by itself: it is skipped if it has nothing but what other texts
/// use, or required keys and no expectations. One with several procedures is a scenario for each of them.
pub fn load_all(
    files: &Files,
    paths: &[PathBuf],
    stated: &Stated,
    variants: &[String],
) -> Result<Vec<Loaded>, Error> {
    let load = |path: &Path| -> Result<Vec<Loaded>, Error> {
        let is_named = matches!(files, Files::Carried(_)) || paths.iter().any(|named| named == path);
        let is_for_use = || fs::read_to_string(path).is_ok_and(|text| RuleText::is_for_use(&text));
        let document = match read(files, path) {
            Err(Error::Problems(_)) if !is_named && is_for_use() => return Ok(Vec::new()),
            document => document?,
        };
        let all = document.by_procedure();
        let is_only = all.len() == 1;
        let is_scenario =
            |document: &Document| !document.needs_scenario() || document.expects() || is_only && is_named;
        let scenarios = all.into_iter().filter(is_scenario);
        scenarios.map(|document| check_document(document, stated, variants)).collect()
    };
    let mut loaded = Vec::new();
    let mut wrong = Problems::default();
    for path in files.below(paths)? {
        match load(&path) {
            Ok(file) => loaded.extend(file),
            Err(Error::Problems(problems)) => wrong.0.extend(problems.0),
            Err(error) => return Err(error),
        }
    }
    if wrong.0.is_empty() { Ok(loaded) } else { Err(wrong.into()) }
}

/// Keeps a scenario, or returns its problems.
fn keep(scenarios: &mut Vec<CheckedScenario>, document: &Document) -> Problems {
    let start = Instant::now();
    match document.check() {
        Ok(scenario) => {
            let (document, seconds) = (document.clone(), start.elapsed().as_secs_f64());
            scenarios.push(CheckedScenario { scenario, document, seconds });
            Problems::default()
        }
        Err(problems) => problems,
    }
}

/// Adds the problems that a file has with a variant. Those in its own lines, which it has only then, are told with
/// the name of the variant.
fn add_of_variant(problems: &mut Problems, variant: &str, more: Problems, document: &Document) {
    let is_below = |table: &str, place: &Place| {
        let mut entries = document.entries().filter(|(path, _)| path.starts_with(table));
        entries.any(|(_, entry)| entry.key.has(place) || entry.place.has(place))
    };
    for mut problem in more.0 {
        if problems.0.contains(&problem) {
            continue;
        }
        if problem.place.source.name == document.source.name && !is_below("variant.", &problem.place) {
            problem.message = format!("in variant \"{variant}\", {}", problem.message);
            if is_below("", &problem.place) && !is_below("question.", &problem.place) {
                let joint = if problem.help.ends_with('?') { " The" } else { "; the" };
                problem.help += &format!("{joint} variant may set it to another value, or to \"unset\"");
            }
        }
        problems.0.push(problem);
    }
}
