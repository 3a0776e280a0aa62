use std::fmt;

use super::{CheckedInput, Figure, Input, Key, Prepared, Presence, Preset, Str, Value, fits, is_position};

/// A procedure of a game.
pub struct ProcedureDescription {
    /// Its name in scenario files.
    pub name: Str,
    /// One line on what it resolves.
    pub help: Str,
    /// Every key that its scenarios may set.
    pub keys: Vec<Key>,
    /// What `fizzle new` writes in addition to defaults: keys and their values.
    pub start: Vec<(Str, Value)>,
    /// The questions that `fizzle new` writes: names and events.
    pub questions: Vec<(Str, Str)>,
    /// What a choice costs the player besides what is asked for, as a statistic that should be small; empty
    /// if there is none.
    pub side_effect: Str,
    /// Its charts, in addition to those of each metric.
    pub figures: Vec<Figure>,
    /// The text of its rules, in `games`; empty if there is none.
    pub rules: Str,
    /// The keys whose limits depend on other keys; those of all, if that is not known. They are found by trying
    /// values.
    pub limited: Option<Vec<Str>>,
    prepare: Box<dyn Fn(&CheckedInput) -> Prepared + Send + Sync>,
}

impl ProcedureDescription {
    /// Its key at a path, as of `foe.*.attack` at `foe.0.attack`.
    pub fn key(&self, path: &str) -> Option<&Key> {
        self.keys.iter().find(|key| key.matches(path))
    }

    /// A procedure that `prepare` makes ready for one scenario.
    pub fn new(
        name: impl Into<Str>,
        help: impl Into<Str>,
        keys: Vec<Key>,
        prepare: impl Fn(&CheckedInput) -> Prepared + Send + Sync + 'static,
    ) -> Self {
        ProcedureDescription {
            name: name.into(),
            help: help.into(),
            keys,
            start: Vec::new(),
            questions: Vec::new(),
            side_effect: Str::Borrowed(""),
            figures: Vec::new(),
            rules: Str::Borrowed(""),
            limited: None,
            prepare: Box::new(prepare),
        }
    }

    /// This procedure with one more value that `fizzle new` writes.
    pub fn start(mut self, path: impl Into<Str>, value: impl Into<Value>) -> Self {
        self.start.push((path.into(), value.into()));
        self
    }

    /// This procedure with one more question that `fizzle new` writes.
    pub fn question(mut self, name: impl Into<Str>, event: impl Into<Str>) -> Self {
        self.questions.push((name.into(), event.into()));
        self
    }

    /// This procedure, in which other keys limit these alone.
    pub fn limited(self, keys: impl IntoIterator<Item: Into<Str>>) -> Self {
        ProcedureDescription { limited: Some(keys.into_iter().map(Into::into).collect()), ..self }
    }

    /// The whole numbers of the scenario that `fizzle new` writes, with their paths: first those of
    /// `start`, then the defaults.
    pub fn numbers(&self) -> [Vec<(String, i64)>; 2] {
        let number = |value: &Value| match value {
            Value::Integer(number) => Some(*number),
            _ => None,
        };
        let started = self.start.iter().filter_map(|(path, value)| Some((path.to_string(), number(value)?)));
        let defaults = self.keys.iter().filter_map(|key| match &key.presence {
            Presence::Default(default) => Some((key.at(0), number(default)?)),
            _ => None,
        });
        [started.collect(), defaults.collect()]
    }

    /// This procedure with one more chart, in addition to those of its metrics.
    pub fn figure(mut self, figure: Figure) -> Self {
        self.figures.push(figure);
        self
    }

    /// Makes it ready for one scenario.
    pub fn prepare(&self, input: &CheckedInput) -> Prepared {
        (self.prepare)(input)
    }

    /// The scenario that `fizzle new` writes, prepared.
    pub fn example(&self, presets: &[Preset]) -> Prepared {
        self.example_with(presets, &[])
            .unwrap_or_else(|| unreachable!("the example of {} is in order", self.name))
    }

    /// The scenario that `fizzle new` writes with further values, prepared; `None` if these do not fit.
    pub fn example_with(&self, presets: &[Preset], more: &[(Str, Value)]) -> Option<Prepared> {
        let mut input = Input::default();
        let fills = self.start.iter().flat_map(|(path, named)| {
            let is_started = |preset: &&Preset| {
                fits(&preset.key, path) && matches!(named, Value::Word(name) if *name == preset.name)
            };
            let item = path.split('.').find(|part| is_position(part)).unwrap_or_default();
            let fills = presets.iter().filter(is_started).flat_map(|preset| &preset.fills);
            fills.map(move |(path, value)| (path.replace('*', item), value))
        });
        for (path, value) in fills {
            input.set(path, value.clone());
        }
        for (path, value) in self.start.iter().chain(more) {
            input.set(&**path, value.clone());
        }
        for key in &self.keys {
            let Presence::Default(default) = &key.presence else { continue };
            for path in
                key.paths(&input).into_iter().filter(|path| input.get(path).is_none()).collect::<Vec<_>>()
            {
                input.set(path, default.clone());
            }
        }
        CheckedInput::new(input, &self.keys, presets).ok().map(|input| self.prepare(&input))
    }
}

impl fmt::Debug for ProcedureDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProcedureDescription").field("name", &self.name).finish_non_exhaustive()
    }
}
