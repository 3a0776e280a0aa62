//! Scenarios with unknown values: the procedure is prepared for each combination of possible values.

mod joined;

use std::collections::BTreeSet;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use self::joined::ready;
use super::{CheckedInput, Fault, Input, Key, Kind, Prepared, ProcedureDescription, Ready, System, Value};
use crate::chance::{Compound, MetricSpec, Parameter, ParameterValue, Unlike};

/// The maximum number of combinations of unknown values.
pub const MAX_COMBINATIONS: u64 = 10_000;

impl ProcedureDescription {
    /// Prepares the procedure for the values of a scenario. If some are [unknown](Value::Unknown),
    /// the result is a [`Compound`] of all combinations, in which each unknown key is a metric.
    ///
    /// # Errors
    /// A fault for each value that is missing or that its key cannot hold, or where there are
    /// more than [`MAX_COMBINATIONS`].
    pub fn prepare_all(&self, input: &Input, system: &Arc<System>) -> Result<Prepared, Vec<Fault>> {
        let combinations = Combinations::of(input, &self.keys)?;
        let prepare =
            |input: Input| Ok(self.prepare(&CheckedInput::new(input, &self.keys, &system.presets)?));
        if combinations.unknown.is_empty() {
            return prepare(input.clone());
        }
        let settled = combinations.settings.iter().map(|places| combinations.settled(input, places));
        let all = settled.map(prepare).collect::<Result<Vec<Prepared>, Vec<Fault>>>()?;
        Ok(combinations.joined(all, &system.calling(input)))
    }
}

/// The unknown values of a scenario.
struct Combinations<'a> {
    unknown: Vec<Unknown<'a>>,
    /// For each combination, the index of each value.
    settings: Vec<Vec<usize>>,
}

/// An unknown key and its possible values.
struct Unknown<'a> {
    path: &'a str,
    key: &'a Key,
    values: &'a [(Value, f64)],
}

impl<'a> Combinations<'a> {
    /// # Errors
    /// If there are too many.
    fn of(input: &'a Input, keys: &'a [Key]) -> Result<Self, Vec<Fault>> {
        let key = |path: &str| keys.iter().find(|key| key.matches(path));
        let unknown = input.unknown();
        let unknown: Vec<Unknown<'a>> =
            unknown.filter_map(|(path, values)| Some(Unknown { path, key: key(path)?, values })).collect();
        let sizes: Vec<usize> = unknown.iter().map(|unknown| unknown.values.len()).collect();
        let count = sizes.iter().fold(1, |count: u64, &size| count.saturating_mul(size as u64));
        let widest = unknown.iter().max_by_key(|unknown| unknown.values.len());
        if let Some(widest) = widest.filter(|_| count > MAX_COMBINATIONS) {
            let sizes = sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(" × ");
            return Err(vec![Fault {
                keys: vec![widest.path.to_owned()],
                message: format!("what is unknown has {count} combinations of values ({sizes})"),
                help: format!("at most {MAX_COMBINATIONS}"),
                ..Fault::default()
            }]);
        }
        Ok(Combinations { unknown, settings: Compound::combinations(&sizes) })
    }

    /// The values of a combination, by their keys.
    fn values(&self, places: &[usize]) -> impl Iterator<Item = (&'a str, &'a Value)> {
        self.unknown.iter().zip(places).map(|(unknown, &place)| (unknown.path, &unknown.values[place].0))
    }

    /// The input with the values of a combination.
    fn settled(&self, input: &Input, places: &[usize]) -> Input {
        let mut settled = input.clone();
        self.values(places).for_each(|(path, value)| settled.set(path, value.clone()));
        settled
    }

    /// A combination in words: "target.willpower is 2 and target.armor is 9".
    fn words(&self, places: &[usize]) -> String {
        let words = self.values(places).map(|(path, value)| format!("`{path}` is {value}"));
        words.collect::<Vec<_>>().join(" and ")
    }

    /// Joins the procedures of all combinations.
    fn joined(&self, all: Vec<Prepared>, system: &System) -> Prepared {
        let mut read = BTreeSet::new();
        let mut found: Vec<Vec<Fault>> = Vec::new();
        let mut each: Vec<Ready> = Vec::new();
        for Prepared { ready, faults, read: more } in all {
            read.extend(more);
            found.push(faults);
            each.push(ready);
        }
        let mut faults = self.faults(found);
        let parameters: Vec<Parameter> =
            self.unknown.iter().map(|unknown| unknown.parameter(system)).collect();
        let (ready, unlike) = ready(parameters, &self.settings, each);
        // Placeholders for faulty values have other metrics, too, so this is reported only without
        // other faults. One combination is enough to show what is wrong with the key.
        let unlike = unlike.first().filter(|_| faults.is_empty());
        faults.extend(unlike.map(|unlike| self.unlike(unlike)));
        Prepared { ready, faults, read: read.into_iter().collect() }
    }

    /// The faults of all combinations. A fault that only some of them have names the first of these.
    fn faults(&self, found: Vec<Vec<Fault>>) -> Vec<Fault> {
        let all = found.len();
        let mut first_and_count: IndexMap<Fault, (usize, usize), FxBuildHasher> = IndexMap::default();
        for (number, faults) in found.into_iter().enumerate() {
            for fault in faults {
                first_and_count.entry(fault).or_insert((number, 0)).1 += 1;
            }
        }
        let named = |(fault, (first, count)): (Fault, (usize, usize))| match count == all {
            true => fault,
            false => {
                let setting = self.words(&self.settings[first]);
                Fault { message: format!("{}, where {setting}", fault.message), ..fault }
            }
        };
        first_and_count.into_iter().map(named).collect()
    }

    /// The fault of a combination whose results are unlike those of the first.
    fn unlike(&self, unlike: &Unlike) -> Fault {
        let (first, other) = (&self.settings[0], &self.settings[unlike.component]);
        let differing = self.unknown.iter().zip(first.iter().zip(other)).rev().find(|(_, (a, b))| a != b);
        let (Unknown { path, .. }, _) = differing.expect("no two combinations are the same");
        let what = match &unlike.metrics[..] {
            [] => "other tables".to_owned(),
            names => format!("other metrics ({})", names.join(", ")),
        };
        Fault {
            keys: vec![(*path).to_owned()],
            message: format!(
                "`{path}` cannot be unknown: the results have {what} where {} than where {}",
                self.words(other),
                self.words(first)
            ),
            help: "compare such settings as variants".to_owned(),
            ..Fault::default()
        }
    }
}

impl Unknown<'_> {
    /// The key as a metric, with its possible values and their weights.
    fn parameter(&self, system: &System) -> Parameter {
        let Unknown { path, key, values } = self;
        let help = key.help.clone();
        let metric = match &key.kind {
            Kind::Words(_) => MetricSpec::label(path, help, values.iter().map(|(value, _)| value.bare())),
            Kind::Flag => MetricSpec::flag(path, help),
            _ => {
                let numbers = || (0..values.len()).map(|place| self.number(place));
                let (min, max) = (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0));
                match key.is_count() {
                    true => MetricSpec::integer(path, help, min, max),
                    false => MetricSpec::rating(path, help, min, max),
                }
            }
        };
        let value = |(place, (value, weight)): (usize, &(Value, f64))| ParameterValue {
            value: self.number(place),
            weight: *weight,
            words: system.say(path, &value.bare()),
        };
        Parameter {
            metric: metric.called(system.label(path)),
            values: values.iter().enumerate().map(value).collect(),
        }
    }

    /// The value at an index, as the value of a metric.
    fn number(&self, place: usize) -> i64 {
        match &self.values[place].0 {
            Value::Integer(number) => *number,
            Value::Flag(flag) => (*flag).into(),
            _ => place as i64,
        }
    }
}
