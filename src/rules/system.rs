//! A program as a game: describes its keys, presets and sheet, and prepares it for a scenario.

use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::compile::{Besides, Compiled, Compiler};
use super::decide::table;
use super::follow;
use super::game::Game;
use super::procedure::Rules;
use super::program::{KeyOfRules, NoValue, PresetOfRules, Program, Type};
use super::range::Range;
use super::run::exact::{CHECKED_OUTCOMES, Exact, Stop};
use super::run::sampled::Sampled;
use super::syntax::Sheet;
use crate::chance::{Budget, Isa, Metric, MetricSpec, Packing, Step, StepText};
use crate::description::{
    CheckedInput, InputReader, Key, Prepared, Preset, ProcedureDescription, Ready, SheetAxis, SheetCells,
    SheetTable, Str, System, Value,
};
use crate::expression::ExpressionError;

/// The name of the only procedure of a rule text.
const PROCEDURE: &str = "play";

impl Program {
    /// Returns the game that the text describes, under this name.
    pub fn system(self: Arc<Self>, name: &str, text: &str) -> System {
        let title = if self.title.is_empty() { name.to_owned() } else { self.title.clone() };
        let presets = self.described_presets();
        let mut keys: Vec<Key> = self.keys.iter().map(KeyOfRules::described).collect();
        for preset in &presets {
            if !keys.iter().any(|key| key.path == preset.key) {
                let key = Key::preset(preset.key.clone()).label(preset.key.replace('.', " "));
                let key = key.help("fills what is left out");
                // A preset key stands before the other keys of its table.
                let place = keys.iter().position(|other| other.table() == key.table()).unwrap_or(0);
                keys.insert(place, key);
            }
        }
        let program = Arc::clone(&self);
        let prepare = move |input: &CheckedInput| prepare(&program, input);
        System::new(name.to_owned(), title.clone())
            .with(self.started(ProcedureDescription::new(PROCEDURE, title, keys, prepare)))
            .presets(presets)
            .sheet(self.sheets.iter().map(|sheet| self.sheet_table(sheet, text)).collect())
    }

    /// Describes a table of the sheet. A character may have its own values for all keys except the axes.
    fn sheet_table(&self, Sheet { title, statistic, axes }: &Sheet, text: &str) -> SheetTable {
        let [rows, columns] = axes.each_ref().map(|(key, values)| {
            let name = key.text.replace(['.', '_'], " ");
            SheetAxis::settings(name, format!("{}={}", key.text, &text[values.clone()]))
        });
        let others = || self.keys.iter().filter(|key| axes.iter().all(|(axis, _)| axis.text != key.name));
        let told = others().filter(|key| key.default.is_some()).map(|key| format!("{{{}}}", key.name));
        let told = told.collect::<Vec<_>>().join(", ");
        let statistic = Str::from(text[statistic.clone()].to_owned());
        let presets = self.presets.iter().map(|preset| preset.key.clone());
        SheetTable {
            title: title.clone().into(),
            caption: if told.is_empty() { told } else { format!("{told}.") }.into(),
            scenario: "".into(),
            rows,
            blocks: None,
            columns,
            cells: if is_chance(&statistic) {
                SheetCells::Chance(statistic)
            } else {
                SheetCells::Number(statistic)
            },
            own: others().map(|key| key.name.clone()).chain(presets).map(Str::from).collect(),
        }
    }

    /// Fills the scenario that `fizzle new` writes: every required key is set by a preset, or else to a
    /// number.
    fn started(&self, mut procedure: ProcedureDescription) -> ProcedureDescription {
        let mut begun: Vec<&PresetOfRules> = Vec::new();
        for (place, key) in self.keys.iter().enumerate().filter(|(_, key)| key.is_required()) {
            let fills = |preset: &&PresetOfRules| preset.fills.iter().any(|fill| fill.0 == place);
            if begun.iter().any(fills) {
                continue;
            }
            let is_free = |preset: &&PresetOfRules| begun.iter().all(|other| other.key != preset.key);
            if let Some(preset) = self.presets.iter().filter(is_free).find(fills) {
                procedure = procedure.start(preset.key.clone(), Value::from(preset.name.clone()));
                begun.push(preset);
            } else {
                let (low, high) = key.range;
                procedure = procedure.start(key.name.clone(), key.value(low.max(0).min(high)));
            }
        }
        procedure
    }

    fn described_presets(&self) -> Vec<Preset> {
        let described = |preset: &PresetOfRules| {
            let named = Preset::new(preset.key.clone(), preset.name.clone(), preset.label.clone());
            preset.fills.iter().fold(named, |named, &(key, value)| {
                let key = &self.keys[key];
                named.fill(key.name.clone(), key.value(value))
            })
        };
        self.presets.iter().map(described).collect()
    }
}

/// Whether a statistic is a single probability.
fn is_chance(statistic: &str) -> bool {
    let mut depth = 0;
    let closes = |(place, letter): (usize, char)| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        (depth == 0 && letter == ')').then_some(place + 1)
    };
    statistic.starts_with("p(") && statistic.char_indices().find_map(closes) == Some(statistic.len())
}

impl KeyOfRules {
    fn described(&self) -> Key {
        let path = self.name.clone();
        let (low, high) = self.range;
        let key = match &self.ty {
            Type::Number => Key::integer(path, low, high),
            Type::Truth => Key::new(path, crate::description::Kind::Flag),
            Type::Label(labels) => {
                Key::words(path, labels.iter().map(|label| (label.clone(), label.clone())))
            }
        };
        let key = match self.default {
            Some(default) => key.or(self.value(default)),
            None if self.is_optional => key.optional(),
            None => key,
        };
        let words = self.name.replace(['.', '_'], " ");
        let help = if self.help.is_empty() { words.clone() } else { self.help.clone() };
        key.label(words).help(help)
    }

    /// Whether a scenario has to set it.
    fn is_required(&self) -> bool {
        self.default.is_none() && !self.is_optional
    }

    /// Converts a number of the program to the value that a scenario writes.
    fn value(&self, number: i64) -> Value {
        match &self.ty {
            Type::Number => Value::Integer(number),
            Type::Truth => Value::Flag(number == 1),
            Type::Label(labels) => Value::from(labels[number as usize].clone()),
        }
    }

    /// Reads the value of a scenario as a number; `None` if it is not set.
    fn read(&self, input: &InputReader<'_>) -> Option<i64> {
        Some(match input.value(&self.name)? {
            Value::Integer(number) => *number,
            Value::Flag(truth) => i64::from(*truth),
            Value::Word(word) => self.labels.iter().position(|label| label == word)? as i64,
            _ => return None,
        })
    }
}

/// Prepares a program for a scenario.
fn prepare(program: &Arc<Program>, input: &CheckedInput) -> Prepared {
    let mut input = InputReader::new(input);
    let keys: Arc<[Option<i64>]> = program.keys.iter().map(|key| key.read(&input)).collect();
    for (condition, message) in &program.requirements {
        match condition.value(&[], &keys, &program.lists) {
            Ok(1) => {}
            Ok(_) => {
                let reads = program.keys.iter().enumerate().find(|(place, _)| condition.reads_key(*place));
                let key = reads.map_or("", |(_, key)| key.name.as_str());
                input.fault(key, message.clone(), "the rules require it");
            }
            Err(NoValue { span, message, help }) => input.fault_in_rules(span, message, help),
        }
    }
    let (rules, errors) = prepared(program, keys);
    for error in errors {
        input.fault_in_rules(error.span, error.message, error.help);
    }
    let mut ready = Ready::of(rules.clone(), String::new());
    if !rules.places().is_empty() {
        ready.derived = table::value(&rules);
        ready.best_play = table::best_play(&rules);
        ready.tables.push(table::policy(&rules));
        ready.figures.extend(table::maps(&rules));
    }
    for (followed, &value) in program.followed.iter().zip(&*rules.game().followed) {
        ready.tables.push(follow::table(followed, value));
        ready.figures.push(follow::figure(followed, value));
    }
    input.finish(ready)
}

/// Compiles a program for these key values. Also returns the errors that these values cause.
pub fn prepared(program: &Arc<Program>, keys: Arc<[Option<i64>]>) -> (Arc<Rules>, Vec<ExpressionError>) {
    let game = Game::new(Arc::clone(program), keys);
    let (compiled, errors) = match Compiler::compile(&game) {
        Ok(compiled) => {
            let error = goes_wrong(&game, &compiled);
            (compiled, error.into_iter().collect())
        }
        Err(errors) => (Compiled::default(), errors),
    };
    let metrics = metrics(&game, &compiled.metrics);
    let titles = std::iter::once(&program.title).chain(&program.steps).enumerate();
    let steps = titles.map(|(step, title)| StepText {
        step: Step(step as u8),
        number: if step == 0 { String::new() } else { step.to_string() },
        who: "".into(),
        title: title.clone().into(),
    });
    (Arc::new(Rules::new(game, compiled, metrics, steps.collect())), errors)
}

/// Returns an error that can occur in play, if there is one, or an error that says that checking takes
/// too long.
fn goes_wrong(game: &Game, compiled: &Compiled) -> Option<ExpressionError> {
    if !compiled.has_checks() {
        return None;
    }
    let checking = compiled.for_metrics(|_| false, Besides::Checks);
    let packing = Packing::new(&[], |_: Metric| false).ok()?;
    match Exact::new(game, &checking, &packing, Budget::new(CHECKED_OUTCOMES)).by_all_options().law() {
        Ok(_) => None,
        Err(Stop::Fault(error) | Stop::Endless(error)) => Some(error),
        Err(Stop::NoLaw(_)) => match compiled.first_check() {
            Some(span) => {
                let help = "make it plain by a condition around it, a range, or clamp( )";
                let message = "this may go wrong in play, and too much can happen to find out";
                Some(ExpressionError::new(span, message, help))
            }
            // Nobody knows yet what players choose.
            None if !compiled.places.is_empty() => None,
            None => {
                let stream = Xoshiro256PlusPlus::seed_from_u64(0);
                Sampled::new(game, &checking, &packing, Isa::SCALAR, stream).endless()
            }
        },
    }
}

/// The metrics with their ranges. Without code, every range is 0 to 0. A metric is open if only the cut
/// of open-ended dice limits its range.
fn metrics(game: &Game, ranges: &[Range]) -> Vec<MetricSpec> {
    let without_cuts = match game.without_cuts().map(|game| Compiler::compile(&game)) {
        None => ranges.to_vec(),
        Some(Ok(compiled)) => compiled.metrics,
        // The range without cuts is unknown, so every metric counts as open.
        Some(Err(_)) => vec![Range::ALL; ranges.len()],
    };
    let spec = |(place, metric): (usize, &super::program::MetricOfRules)| {
        let words = metric.name.replace('_', " ");
        let range = |ranges: &[Range]| ranges.get(place).copied().unwrap_or(Range::only(0));
        let spec = match &metric.ty {
            Type::Number => {
                let Range { low, high } = range(ranges);
                match range(&without_cuts).high > high {
                    true => MetricSpec::open(&metric.name, words.clone(), low, high),
                    false => MetricSpec::integer(&metric.name, words.clone(), low, high),
                }
            }
            Type::Truth => MetricSpec::flag(&metric.name, words.clone()),
            Type::Label(labels) => MetricSpec::label(&metric.name, words.clone(), labels.clone()),
        };
        spec.called(words)
    };
    game.program.metrics.iter().enumerate().map(spec).collect()
}
