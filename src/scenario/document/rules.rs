//! The rules of a scenario whose game is a rule text, read by [`Program`].
//!
//! A scenario names the file of its rules, or contains their text: `rules` has several lines then.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::{Document, Entry, below, stem};
#[cfg(feature = "cli")]
use crate::description::Str;
use crate::description::{Key, Presence};
use crate::expression::grammar::in_own_notation;
use crate::rules::{Expectation, Program, RuleText};
use crate::scenario::keys::COMMON;
use crate::scenario::values::unquoted;
use crate::scenario::{Place, Problems, SourceText, Written};
use crate::systems;

/// The key of the rules.
pub(in crate::scenario) const RULES: &str = "rules";

/// The names of the scenario of a roll, and of its rules.
const ROLL: [&str; 2] = ["a roll", "roll"];

impl Document {
    /// A scenario from the name and the text of its file, and of the file of its rules, if it has one:
    /// what `Document::read` reads from these files.
    ///
    /// # Errors
    /// All their problems.
    pub fn of_texts(name: &str, text: &str, rules: Option<(&str, &str)>) -> Result<Document, Problems> {
        match rules {
            Some((rules, rule_text)) => Document::of_toml(name, text)?.with_rules(rules, rule_text),
            None => Document::parse(name, text),
        }
    }

    /// This scenario with the rules of its game, in place of those that it names or contains. `name` is
    /// the path of their text, for messages; its stem names the game.
    ///
    /// # Errors
    /// All problems of the text.
    pub fn with_rules(self, name: &str, text: &str) -> Result<Document, Problems> {
        self.with_rules_of(SourceText::new(name, text))
    }

    /// This scenario with the rules of a text.
    pub(in crate::scenario) fn with_rules_of(self, source: SourceText) -> Result<Document, Problems> {
        let span = 0..source.text.len();
        self.with_rules_at(Place { span, source: Arc::new(source) })
    }

    /// The scenario of a single roll: its rules report the value of a dice expression, such as
    /// `4d6.highest(3)`, as the metric `result`. Common notations of other tools are understood, such as `4d6kh3`.
    ///
    /// # Errors
    /// All problems of the expression.
    pub fn of_roll(expression: &str) -> Result<Document, Problems> {
        let expression = in_own_notation(expression).map_err(|error| {
            let source = Arc::new(SourceText::new(ROLL[1], expression));
            let mut problems = Problems::default();
            problems.push(Place { span: error.span, source }, error.message, error.help);
            problems
        })?;
        if let Some(at) = expression.find('#') {
            let source = Arc::new(SourceText::new(ROLL[1], expression));
            let place = Place { span: at..at + 1, source };
            let help = "to see several rolls side by side, write each of them";
            return Err(Problems::of(place, "`#` has no meaning in a roll", help));
        }
        // TOML reads the strings that JSON writes.
        let title = format!("title = {}", serde_json::Value::from(&*expression));
        Document::of_toml(ROLL[0], &title)?.with_rules(ROLL[1], &expression)
    }

    /// Whether it is the scenario of a single roll.
    pub fn is_roll(&self) -> bool {
        self.source.name == ROLL[0] && self.other_file().is_some_and(|rules| rules.name == ROLL[1])
    }

    /// This scenario with the rules whose text it contains, if there is one.
    ///
    /// # Errors
    /// All problems of that text.
    pub(crate) fn with_rules_inside(self) -> Result<Document, Problems> {
        match self.rules_inside() {
            Some(place) => self.with_rules_at(place),
            None => Ok(self),
        }
    }

    /// The text of the rules, if it is in the scenario. A single line is the name of a file.
    pub fn rules_inside(&self) -> Option<Place> {
        let entry = self.get(RULES)?;
        let text = match &entry.value {
            Written::Text(text) if text.contains('\n') => text,
            _ => return None,
        };
        let place = entry.place.inside(text, &(0..text.len()));
        if place.text() == text {
            return Some(place);
        }
        // The text is written with escapes, and has no position in the file.
        let name = format!("{}: {RULES}", self.source.name);
        let source = Arc::new(SourceText::new(name, text.clone()));
        Some(Place { span: 0..text.len(), source })
    }

    /// The name of the file of its rules, and the position of that name, if it names one.
    pub fn rules_file(&self) -> Option<(&str, &Place)> {
        let Entry { value: Written::Text(name) | Written::Bare(name), place, .. } = self.get(RULES)? else {
            return None;
        };
        (!name.contains('\n')).then_some((unquoted(name), place))
    }

    /// The document with the rules whose text a change of it contains, in place of its game; or else as it is.
    pub(crate) fn with_changed_rules_inside(self) -> Result<Document, Problems> {
        match self.rules_inside() {
            Some(place) => Ok(self.with_rules_at(place)?.without_needless_procedure()),
            None => Ok(self),
        }
    }

    /// The variant without the keys of the scenario that it unsets, if it has rules of its own: these need not know
    /// them.
    pub(in crate::scenario) fn without_unset_keys_of(mut self, written: &Document) -> Document {
        if self.get(RULES).is_some() {
            self.entries.retain(|path, entry| entry.value != Written::Unset || written.get(path).is_none());
            // Nor the tables of which nothing is left.
            let has_keys =
                |document: &BTreeMap<String, Entry>, table: &str| below(document, table).next().is_some();
            let Document { entries, tables, .. } = &mut self;
            tables.retain(|table, _| has_keys(entries, table) || !has_keys(&written.entries, table));
        }
        self
    }

    /// The document without the procedure of another game that its file names, if its rules are one procedure without
    /// a name.
    pub(in crate::scenario) fn without_needless_procedure(mut self) -> Document {
        let is_unnamed = self.program().is_some_and(|program| program.name().is_none());
        if is_unnamed && self.place_of("procedure").source.name == self.source.name {
            self.entries.remove("procedure");
        }
        self
    }

    /// The rule text, if it is a file of its own.
    pub fn other_file(&self) -> Option<&SourceText> {
        let rules = self.rules.as_ref()?;
        let is_other = rules.source.name != self.source.name || self.is_rules_alone();
        is_other.then_some(&*rules.source)
    }

    /// The rule text by itself as a scenario, unless that lacks values of keys. It has the expectations
    /// of the text.
    pub fn rules_alone(&self) -> Option<Document> {
        self.only_rules().filter(|alone| !alone.needs_scenario())
    }

    fn only_rules(&self) -> Option<Document> {
        let rules = self.rules.clone()?;
        Document::of_toml(&rules.source.name, "").ok()?.with_rules_at(rules).ok()
    }

    /// The procedures of a rule text that stands in the scenario, each by itself, that have expectations and lack no
    /// values of keys.
    #[cfg(feature = "cli")]
    pub fn tests_of_rules(&self) -> Vec<Document> {
        let inside = self.other_file().is_none().then(|| self.only_rules()).flatten();
        let all = inside.into_iter().flat_map(Document::by_procedure);
        all.filter(|alone| alone.expects() && !alone.needs_scenario()).collect()
    }

    fn with_rules_at(mut self, rules: Place) -> Result<Document, Problems> {
        let before = self.before_rules(&rules);
        let rule_text = RuleText::parse(&format!("{before}{}", rules.text())).map_err(|errors| {
            let mut problems = Problems::default();
            for error in errors {
                problems.push(in_rules(before, &rules, error.span), error.message, error.help);
            }
            problems.sorted()
        })?;
        let mut problems = Problems::default();
        for (name, span) in rule_text.procedures().flat_map(Program::places_of_keys) {
            if let Some(taken) = taken_by_scenarios(name) {
                let message = format!("`{taken}` means something else in scenarios");
                let help = format!("give the key another name, as in `key {taken}_of_game`");
                problems.push(in_rules(before, &rules, span.clone()), message, help);
            }
        }
        problems.sorted().or(())?;
        // The game of the text replaces the key, and a built-in game.
        self.entries.remove(RULES);
        let system = rule_text.system(&stem(Path::new(&rules.source.name)));
        let named = self.get("system").and_then(|entry| entry.value.bare());
        if named.is_some_and(|name| name != *system.name && systems::named(&name).is_some()) {
            self.entries.remove("system");
        }
        self.own = Some(Arc::new(system.written_as(rule_text.text().to_owned())));
        (self.rules, self.rule_text) = (Some(rules), Some(Arc::new(rule_text)));
        self.ask_of_rules();
        Ok(self)
    }

    /// Takes the questions of its procedure from its rule text, and if that is the whole scenario, what it expects.
    pub(super) fn ask_of_rules(&mut self) {
        let (Some(rules), Some(rule_text)) = (self.rules.clone(), self.rule_text.clone()) else { return };
        let before = self.before_rules(&rules);
        let (text, program) = (rule_text.text(), self.procedure_of(&rule_text));
        let entry = |value: Written, span: &Range<usize>| {
            let place = in_rules(before, &rules, span.clone());
            Entry { value, key: place.clone(), place }
        };
        // What was taken for another procedure.
        let is_table = |path: &str| path.starts_with("question.") || path.starts_with("expect.");
        let is_inside = |place: &Place| {
            place.source.name == rules.source.name
                && rules.span.start <= place.span.start
                && place.span.end <= rules.span.end
        };
        self.entries.retain(|path, entry| !is_table(path) || !is_inside(&entry.place));
        // The expectations of a text are about its defaults, and not about what a scenario changes.
        if self.is_rules_alone() {
            for (position, expectation) in program.expectations().iter().enumerate() {
                let Expectation { statistic, between, bounds } = expectation;
                let stat = Written::Text(text[statistic.clone()].to_owned());
                let between = Written::List(between.map(Written::Float).to_vec());
                self.entries.insert(format!("expect.{position}.stat"), entry(stat, statistic));
                self.entries.insert(format!("expect.{position}.between"), entry(between, bounds));
            }
        }
        // Its questions follow those of the scenario, except any with the name of one of those.
        let asked = self.positions("question");
        let next = asked.last().map_or(0, |last| last + 1);
        let name_of = |position: &usize| match &self.get(&format!("question.{position}.name"))?.value {
            Written::Text(name) => Some(name.clone()),
            _ => None,
        };
        let names: HashSet<String> = asked.iter().filter_map(name_of).collect();
        let new = program.questions().filter(|(name, _)| !names.contains(*name));
        for (next, (name, event)) in (next..).zip(new) {
            let [name, words] = [name, &text[event.clone()]].map(|text| Written::Text(text.to_owned()));
            self.entries.insert(format!("question.{next}.name"), entry(name, event));
            self.entries.insert(format!("question.{next}.event"), entry(words, event));
        }
    }

    /// The procedure of a rule text that the scenario names, or else the first one.
    fn procedure_of<'a>(&self, rule_text: &'a RuleText) -> &'a Program {
        let name = match self.get("procedure").map(|entry| &entry.value) {
            Some(Written::Text(name) | Written::Bare(name)) => Some(unquoted(name)),
            _ => None,
        };
        rule_text.procedure(name)
    }

    /// The procedure in its rule text, if there is one.
    pub(in crate::scenario) fn program(&self) -> Option<&Program> {
        self.rule_text.as_ref().map(|rule_text| self.procedure_of(rule_text))
    }

    /// Whether it is a rule text that serves as a scenario.
    pub(in crate::scenario) fn is_rules_alone(&self) -> bool {
        self.rules.as_ref().is_some_and(|rules| rules.source.name == self.source.name)
            && self.source.text.is_empty()
    }

    /// What it and its rule text say, and hardly mean.
    pub fn warnings(&self) -> Problems {
        let mut warnings = Problems::default();
        let mut known = HashSet::new();
        let procedures = self.rule_text.iter().flat_map(|rule_text| rule_text.procedures());
        for warning in procedures.flat_map(Program::warnings) {
            if !known.insert(warning.span.clone()) {
                continue;
            }
            let place = self.place_in_rules(warning.span.clone());
            warnings.push(place, warning.message.clone(), warning.help.clone());
        }
        if let Some(place) = self.is_roll().then(|| self.place_of_digits()).flatten() {
            let message = "this is one die with 66 faces";
            warnings.push(place, message, "write `10 * d6 + d6` for two dice, read as tens and ones");
        }
        if let (Some(system), _) = self.names() {
            self.warn_of_hidden_presets(system, &mut warnings);
        }
        warnings.sorted()
    }

    /// Where a roll has a d66: on most tables that is two dice.
    fn place_of_digits(&self) -> Option<Place> {
        const TWO_DICE: &str = "d66";
        let rules = self.rules.as_ref()?;
        let text = &rules.source.text;
        let is_alone = |&start: &usize| {
            let around = [text[..start].chars().next_back(), text[start + TWO_DICE.len()..].chars().next()];
            around.iter().flatten().all(|letter| !letter.is_alphanumeric())
        };
        let start = text.match_indices(TWO_DICE).map(|found| found.0).find(is_alone)?;
        Some(Place { span: start..start + TWO_DICE.len(), source: rules.source.clone() })
    }

    /// Where a rule text that serves as a scenario declares a key.
    pub(in crate::scenario) fn place_declared(&self, path: &str) -> Option<Place> {
        let program = self.program().filter(|_| self.is_rules_alone())?;
        Some(self.place_in_rules(program.key_span(path)?.clone()))
    }

    /// Whether it is a rule text with required keys, or with several procedures of which none is named, so that
    /// it is no scenario by itself.
    pub fn needs_scenario(&self) -> bool {
        let is_missing = |key: &Key| {
            key.array().is_some() || key.presence == Presence::Required && self.get(&key.path).is_none()
        };
        let Some(system) = self.own_system().filter(|_| self.is_rules_alone()) else { return false };
        match (self.names().1, &system.procedures[..]) {
            (Some(named), _) => named.keys.iter().any(is_missing),
            (None, [only]) => only.keys.iter().any(is_missing),
            (None, _) => true,
        }
    }

    /// A rule text with several procedures as a scenario for each of them; anything else as it is.
    #[cfg(feature = "cli")]
    pub fn by_procedure(self) -> Vec<Document> {
        let system = self.own_system().filter(|_| self.is_rules_alone() && self.get("procedure").is_none());
        let names: Vec<_> =
            system.into_iter().flat_map(|system| &system.procedures).map(|row| row.name.clone()).collect();
        if names.len() < 2 {
            return vec![self];
        }
        let place = self.place_of("procedure");
        let named = |name: &Str| {
            let mut document = self.clone();
            document.assign_value("procedure", name, place.clone());
            document.ask_of_rules();
            document
        };
        names.iter().map(named).collect()
    }

    /// Whether the rules are in the file of the scenario, so that their title can be its title.
    pub(in crate::scenario) fn is_titled_by_rules(&self) -> bool {
        self.rules.as_ref().is_some_and(|rules| rules.source.name == self.source.name)
    }

    /// The text of the rules, if it is known.
    pub fn rules(&self) -> Option<Place> {
        self.rules.clone().or_else(|| self.rules_inside())
    }

    /// Converts a span of the rule text to a place.
    pub(in crate::scenario) fn place_in_rules(&self, span: Range<usize>) -> Place {
        let nowhere = || Place { source: self.source.clone(), span: 0..0 };
        self.rules.as_ref().map_or_else(nowhere, |rules| in_rules(self.before_rules(rules), rules, span))
    }

    /// What is put before the rules when they are parsed: a roll is an expression, and becomes the only
    /// metric of a rule text.
    fn before_rules(&self, rules: &Place) -> &'static str {
        if [&self.source.name, &rules.source.name] == ROLL { "report result = " } else { "" }
    }
}

/// The position of a span of the rules, behind what was put before them, in their source.
fn in_rules(before: &str, rules: &Place, span: Range<usize>) -> Place {
    let at = |offset: usize| (rules.span.start + offset.saturating_sub(before.len())).min(rules.span.end);
    Place { span: at(span.start)..at(span.end), source: rules.source.clone() }
}

/// The table or key that every scenario may have, if this key of rules would be in its place.
fn taken_by_scenarios(name: &str) -> Option<&str> {
    fn first(path: &str) -> &str {
        path.split('.').next().unwrap_or(path)
    }
    let is_taken = |key: &&Key| first(&key.path) == first(name);
    (name == RULES || COMMON.iter().any(|key| is_taken(&key))).then(|| first(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::description::Value;

    const ATTACK: &str = "key attack = 4\nroll = d6\nreport hit = roll >= attack\n";

    fn inside() -> String {
        format!("rules = '''\n{ATTACK}'''\nattack = 5\n")
    }

    #[test]
    fn rules_are_parsed_alone_inside_a_scenario_and_beside_it() {
        let checked = |document: Result<Document, Problems>| {
            let scenario = document.and_then(|document| document.check()).unwrap();
            (scenario.system.name.to_string(), scenario.input.get("attack").map(Value::bare))
        };
        assert_eq!(checked(Document::parse("attack.rules", ATTACK)), ("attack".into(), Some("4".into())));
        assert_eq!(checked(Document::parse("five.toml", &inside())), ("five".into(), Some("5".into())));
        let beside = "rules = \"attack.rules\"\nattack = 6\n";
        let rules = Some(("attack.rules", ATTACK));
        assert_eq!(
            checked(Document::of_texts("six.toml", beside, rules)),
            ("attack".into(), Some("6".into()))
        );
        let parsed = Document::parse("six.toml", beside);
        assert_eq!(
            checked(parsed.and_then(|six| six.with_rules("attack.rules", ATTACK))).1,
            Some("6".into())
        );
    }

    #[test]
    fn what_is_wrong_with_parsed_rules_has_its_place() {
        let refused = |name, text: &str| {
            Document::parse(name, text).and_then(|document| document.check()).unwrap_err().to_string()
        };
        let wrong = refused("attack.rules", &ATTACK.replace("d6", "e6"));
        assert!(wrong.starts_with("attack.rules:2:8: "), "{wrong}");
        let wrong = refused("five.toml", &inside().replace("d6", "e6"));
        assert!(wrong.starts_with("five.toml:3:8: "), "{wrong}");
        let missing = refused("six.toml", "attack = 6\nrules = \"attack.rules\"\n");
        assert!(
            missing.starts_with("six.toml:2:9: the rules are in another file, attack.rules"),
            "{missing}"
        );
    }
}
