//! Keys, lists, labels, dice, definitions, questions and the title.

use std::collections::HashSet;
use std::mem::discriminant;
use std::sync::Arc;

use indexmap::IndexMap;

use super::super::program::{Alternatives, Expr, GREATEST, KeyOfRules, KeyValues, Requirement, Type};
use super::super::roll::MOST_FACES;
use super::super::syntax::{
    self, Block, Either, Key, KeyRange, Name, NotePart, Over, Sheet, Span, Statement, StatementKind,
};
use super::expressions::FUNCTIONS;
use super::scope::Scope;
use super::{Definition, DefinitionProgress, Resolved, Resolver, broken};
use crate::description::is_position;
use crate::description::{self as described, MAX_RATING, Value};
use crate::expression::grammar::{Syntax, SyntaxKind};
use crate::expression::{ExpressionError, wrong};

/// The maximum number of elements of a list.
const MOST_ELEMENTS: usize = 10_000;

impl Resolver {
    /// Resolves all declarations, so that other statements may use names that are declared after them.
    pub fn declare(&mut self, block: &Block) {
        let mut declared = Vec::new();
        // Dice may have the numbers of lists that are declared after them.
        let is_list = |one: &&Statement| matches!(one.kind, StatementKind::List(..));
        for statement in block.iter().filter(is_list).chain(block.iter().filter(|one| !is_list(one))) {
            if let StatementKind::List(name, _)
            | StatementKind::Labels(name, _)
            | StatementKind::Die(name, _) = &statement.kind
            {
                let one = (discriminant(&statement.kind), &*name.text);
                if declared.contains(&one) {
                    let message = format!("`{}` is declared twice", name.text);
                    let error = ExpressionError::new(name.span.clone(), message, "give it another name");
                    self.errors.push(error);
                    continue;
                }
                declared.push(one);
            }
            let resolved = match &statement.kind {
                StatementKind::Title(title) => {
                    self.program.title.clone_from(title);
                    Ok(())
                }
                StatementKind::Question(name, event) => {
                    self.program.questions.push((name.clone(), event.clone()));
                    Ok(())
                }
                StatementKind::Expect(expectation) => {
                    self.program.expectations.push(expectation.clone());
                    Ok(())
                }
                StatementKind::Labels(name, labels) => {
                    let (labels, words): (Vec<String>, Vec<String>) = labels.iter().cloned().unzip();
                    if words.iter().any(|words| !words.is_empty()) {
                        let word = |(label, words): (&String, String)| match words.is_empty() {
                            true => label.replace('_', " "),
                            false => words,
                        };
                        let words = labels.iter().zip(words).map(word).collect();
                        self.label_words.insert(name.text.clone(), words);
                    }
                    let sound = different(name, &labels);
                    self.labels.push((name.text.clone(), labels));
                    sound
                }
                StatementKind::List(name, list) => {
                    self.numbers(list).map(|numbers| self.lists.push((name.text.clone(), numbers)))
                }
                StatementKind::Die(name, faces) => self.is_no_key(name).and_then(|()| self.die(name, faces)),
                StatementKind::Deck(name, cards) => {
                    self.is_no_key(name).and_then(|()| self.deck(name, cards))
                }
                StatementKind::Use(name) => {
                    let help = "write what it declares here, or these rules into a file";
                    wrong(&name.span, "rules in a file use others", help)
                }
                StatementKind::Key(key) if key.names_presets() => self.name_key(key, key.name.text.clone()),
                StatementKind::Key(key) if key.is_list => self.list_key(key, 1),
                StatementKind::Key(key) => self.key(key).map(|key| self.program.keys.push(key)),
                StatementKind::Group(group) => self.group(group),
                StatementKind::Goal(goal) => self.declare_goal(goal),
                StatementKind::Preset { name, label, .. } => {
                    self.know_preset(name, label);
                    Ok(())
                }
                StatementKind::Definition { name, parameters, body } => {
                    self.definitions.push(Definition {
                        name: name.clone(),
                        parameters: parameters.clone(),
                        body: body.clone(),
                        progress: DefinitionProgress::Unused,
                    });
                    self.is_new_name(name)
                        .and_then(|()| parameters.iter().try_for_each(|one| self.may_name(one)))
                }
                StatementKind::Procedure { name, .. } => {
                    let message = "a procedure cannot stand in another one";
                    wrong(&name.span, message, "move it out of all brackets")
                }
                StatementKind::Part(name, _) => {
                    wrong(&name.span, "a part cannot stand in a procedure", "move it out of all brackets")
                }
                StatementKind::Wrong(_) => Err(broken(&statement.span)),
                _ => Ok(()),
            };
            self.noted_in(statement, resolved);
        }
        // Requirements and sheets may read keys that are declared after them.
        for statement in block {
            let resolved = match &statement.kind {
                StatementKind::Sheet(sheet) => self.sheet(sheet),
                StatementKind::Summary(summary) => self.summary(summary, &statement.span),
                StatementKind::Reading(words, condition) => self.reading(words, condition.as_ref()),
                StatementKind::Either(either) => self.either(either, ""),
                StatementKind::Require(requirement) => self.requirement(requirement),
                _ => Ok(()),
            };
            self.noted(resolved);
        }
        let resolved = self.tables_are_apart();
        self.noted(resolved);
    }

    /// A scenario has a value at a key, or other keys in a table of this name.
    fn tables_are_apart(&self) -> Resolved<()> {
        let lists = self.program.list_keys.iter().map(|key| (&*key.name, &key.span));
        let keys: IndexMap<&str, &Span> =
            self.program.keys.iter().map(|key| (&*key.name, &key.span)).chain(lists).collect();
        for below in keys.keys() {
            for table in below.match_indices('.').map(|(end, _)| &below[..end]) {
                if let Some(span) = keys.get(table) {
                    let message = format!("`{table}` has a value here, and is a table for `{below}`");
                    return wrong(span, message, "give one of the two another name");
                }
            }
        }
        Ok(())
    }

    fn summary(&mut self, [summary, pools]: &[Vec<NotePart>; 2], span: &Span) -> Resolved<()> {
        let mut scope = Scope { plays_nothing: true, ..Scope::begun() };
        if !self.program.summary.is_empty() {
            return wrong(span, "this is a second summary", "put both together");
        }
        self.program.summary = self.words(&mut scope, summary)?;
        self.program.pools = self.words(&mut scope, pools)?;
        Ok(())
    }

    fn reading(&mut self, words: &[NotePart], condition: Option<&Syntax>) -> Resolved<()> {
        let words = self.words(&mut Scope { plays_nothing: true, ..Scope::begun() }, words)?;
        let condition = match condition {
            Some(condition) => self.condition_on_keys(condition)?,
            None => Expr::constant(1, &(0..0)),
        };
        self.program.readings.push((condition, words));
        Ok(())
    }

    /// A condition that reads keys alone.
    pub fn condition_on_keys(&mut self, condition: &Syntax) -> Resolved<Expr> {
        let mut scope = Scope { plays_nothing: true, ..Scope::begun() };
        let resolved = self.truth(&mut scope, condition)?;
        self.of_keys_alone(&scope, resolved)
    }

    /// A number that follows from keys alone.
    pub fn number_of_keys(&mut self, number: &Syntax) -> Resolved<Expr> {
        let mut scope = Scope { plays_nothing: true, ..Scope::begun() };
        let resolved = self.number(&mut scope, number)?;
        self.of_keys_alone(&scope, resolved)
    }

    fn of_keys_alone(&self, scope: &Scope, resolved: Expr) -> Resolved<Expr> {
        match scope.blocks[0].is_empty() && resolved.is_fixed() {
            true => Ok(resolved),
            false => wrong(&resolved.span, "this reads keys alone", "no dice are rolled here"),
        }
    }

    /// Sets of keys that do not go together; `table` stands before their names.
    pub fn either(&mut self, either: &Either, table: &str) -> Resolved<()> {
        let path = |name: &Name| {
            let path = format!("{table}{}", name.text);
            match self.key_at(&path).map(|place| &self.program.keys[place]) {
                Some(key) if key.is_optional => Ok(path),
                Some(_) => {
                    let message = format!("`{}` is always there, or has a default", name.text);
                    wrong(&name.span, message, format!("declare it as in `key {} optional in …`", name.text))
                }
                None => {
                    let known = self.program.keys.iter().filter_map(|key| key.name.strip_prefix(table));
                    Err(self.unknown(&name.span, "key", &name.text, known))
                }
            }
        };
        let sets = either.sets.iter().map(|set| set.named(path)).collect::<Resolved<_>>()?;
        self.program.alternatives.push(Alternatives { sets, words: either.words.clone() });
        Ok(())
    }

    fn requirement(&mut self, requirement: &syntax::Requirement) -> Resolved<()> {
        let syntax::Requirement { condition, each, message, help } = requirement;
        let mut scope = Scope { plays_nothing: true, ..Scope::begun() };
        let mut found = Vec::new();
        let mut find = |resolver: &mut Resolver, scope: &mut Scope| {
            resolver.asked_lists.clear();
            found.push(resolver.truth(scope, condition).and_then(|condition| {
                let lists = std::mem::take(&mut resolver.asked_lists);
                let [message, help] = [message, help].map(|words| resolver.words(scope, words));
                Ok(Requirement { condition, lists, message: message?, help: help? })
            }));
        };
        match each {
            None => find(self, &mut scope),
            Some((name, group)) => {
                let group = self.group_named(&group.text, &group.span)?;
                self.for_each_member(&mut scope, &name.text, group, |resolver, scope, _| {
                    find(resolver, scope)
                });
            }
        }
        for requirement in found {
            let requirement = requirement?;
            if !scope.blocks[0].is_empty() || !requirement.condition.is_fixed() {
                let message = "a requirement reads keys alone";
                let span = requirement.condition.span;
                return wrong(&span, message, "no dice are rolled here");
            }
            self.program.requirements.push(requirement);
        }
        Ok(())
    }

    fn sheet(&mut self, sheet: &Sheet) -> Resolved<()> {
        for (Name { text, span }, _) in sheet.axes() {
            self.key_at(text).ok_or_else(|| self.unknown_key(text, span))?;
        }
        if let Some((columns, _)) = sheet.columns.as_ref().filter(|(name, _)| name.text == sheet.rows.0.text)
        {
            let message = "rows and columns are of the same key";
            return wrong(&columns.span, message, "take another key for one of them");
        }
        if self.program.sheets.iter().any(|other| other.title == sheet.title) {
            let message = format!("there is a sheet \"{}\" already", sheet.title);
            return wrong(&sheet.statistic, message, "give it another title");
        }
        self.program.sheets.push(sheet.clone());
        Ok(())
    }

    pub fn is_new_name(&self, name: &Name) -> Resolved<()> {
        self.may_name(name)?;
        if FUNCTIONS.iter().any(|(known, ..)| *known == name.text) {
            return wrong(&name.span, format!("`{}` is built in", name.text), "give it another name");
        }
        let is_name = |definition: &&Definition| definition.name.text == name.text;
        match self.definitions.iter().filter(is_name).count() {
            0 | 1 => Ok(()),
            _ => wrong(&name.span, format!("`{}` is defined twice", name.text), "give it another name"),
        }
    }

    fn die(&mut self, name: &Name, faces: &Over) -> Resolved<()> {
        match faces {
            Over::List(Syntax { kind: SyntaxKind::Integer(number), span, .. }) => {
                let help = format!(
                    "write `die {0} = d{number}`, or its faces as in `die {0} = 1..{number}`",
                    name.text
                );
                return wrong(span, "no dice are rolled here", help);
            }
            Over::List(made) if self.is_made(made) => return self.make_die(name, made),
            _ => {}
        }
        let help = "write them as in `die fate = [-1, -1, 0, 0, 1, 1]` or `die digit = 0..9`";
        let faces = self.all_of(faces, "a die", "faces", help)?;
        self.dice.push((name.text.clone(), faces));
        Ok(())
    }

    fn deck(&mut self, name: &Name, cards: &Over) -> Resolved<()> {
        self.is_new_name(name)?;
        let help = "write them as in `deck cards = [1, 1, 2, 3]`, `deck cards = 1..52` or `deck cards = d{0: 36, 1: 24}`";
        let cards = self.all_of(cards, "a deck", "cards", help)?;
        self.decks.push((name.text.clone(), cards));
        Ok(())
    }

    /// The faces of a die, or the cards of a deck.
    fn all_of(&mut self, written: &Over, whose: &str, called: &str, help: &str) -> Resolved<Arc<[i64]>> {
        let (numbers, span) = match written {
            Over::List(Syntax { kind: SyntaxKind::Roll { die, .. }, span, .. }) if die.starts_with("d{") => {
                (self.faces(die, span)?.map_or_else(Vec::new, |faces| faces.to_vec()), span.clone())
            }
            Over::List(list) => (self.numbers(list)?, list.span.clone()),
            Over::Range(ends) => (self.numbers_between(ends)?, ends[0].outer.start..ends[1].outer.end),
        };
        match (1..=MOST_FACES).contains(&(numbers.len() as i64)) {
            true => Ok(numbers.into()),
            false => wrong(&span, format!("{whose} has 1 to {MOST_FACES} {called}"), help),
        }
    }

    pub fn key(&mut self, key: &Key) -> Resolved<KeyOfRules> {
        self.may_name(&key.name)?;
        if self.key_at(&key.name.text).is_some() {
            let message = format!("the key `{}` is declared twice", key.name.text);
            return wrong(&key.name.span, message, "take one of them out");
        }
        let scale = 10_i64.pow(key.decimals);
        let most = MAX_RATING.min(GREATEST / scale);
        let (mut ty, mut range) = (Type::Number, (-most, most));
        match &key.range {
            None => {}
            Some(KeyRange::Symbols(..)) => unreachable!("lists are declared apart"),
            Some(KeyRange::Truth) => (ty, range) = (Type::Truth, (0, 1)),
            Some(KeyRange::Labels(labels)) => {
                different(&key.name, labels)?;
                range = (0, labels.len() as i64 - 1);
                ty = Type::Label(labels.clone());
            }
            Some(KeyRange::Numbers([low, high])) => {
                range = (self.constant(low)?, self.constant(high)?);
                if range.0 > range.1 || range.0 < -most || range.1 > most {
                    let help = format!("from less to more, between -{most} and {most}");
                    let span = low.outer.start..high.outer.end;
                    return wrong(&span, "this is not a range", help);
                }
            }
        }
        let mut default = None;
        if let Some(written) = &key.default {
            let mut scope = Scope::begun();
            let expected = if key.range.is_some() { Some(ty.clone()) } else { None };
            let found = self.expression(&mut scope, written, expected.as_ref())?;
            if key.range.is_none() {
                ty.clone_from(&found.1);
                range = if ty == Type::Truth { (0, 1) } else { range };
            }
            default = Some(self.value_of_key("default", written, found, &ty, range)? * scale);
        }
        if scale > 1 && ty != Type::Number {
            let message = format!("`{}` is {}, and has no decimals", key.name.text, ty.words());
            return wrong(&key.name.span, message, "leave `decimals` out");
        }
        let labels = if let Type::Label(labels) = &ty { labels.clone() } else { Vec::new() };
        let own = KeyOfRules {
            name: key.name.text.clone(),
            ty,
            range: (range.0 * scale, range.1 * scale),
            labels,
            scale,
            is_of_presets: false,
            default,
            is_optional: key.is_optional,
            words: key.words.clone(),
            span: key.name.span.clone(),
        };
        self.check_example(key, &own.described(String::new(), ""))?;
        Ok(own)
    }

    /// Notes what is said about a key that holds the names of presets or members, once.
    pub fn name_key(&mut self, key: &Key, path: String) -> Resolved<()> {
        if self.program.names.iter().any(|(known, _)| *known == path) {
            let message = format!("the key `{}` is declared twice", key.name.text);
            return wrong(&key.name.span, message, "take one of them out");
        }
        self.program.names.push((path, key.words.clone()));
        Ok(())
    }

    /// Checks the example of a key, as it is described.
    pub fn check_example(&self, key: &Key, described: &described::Key) -> Resolved<()> {
        let is_held = |example: &Value| described.can_hold(example, &[]);
        if key.words.example.is_empty() || described.example.as_ref().is_some_and(is_held) {
            return Ok(());
        }
        let message = format!("the example of `{}` is no value of it", key.name.text);
        wrong(&key.name.span, message, format!("write {}", described.allowed()))
    }

    /// Evaluates the value that is written for a key, and checks its type and range.
    pub fn value_of_key(
        &self,
        what: &str,
        written: &Syntax,
        (value, found): (Expr, Type),
        ty: &Type,
        (low, high): (i64, i64),
    ) -> Resolved<i64> {
        if found != *ty {
            let message = format!("the {what} is {}, and the key {}", found.words(), ty.words());
            return wrong(&written.span, message, "make them fit");
        }
        let value = self.fixed(&value)?;
        match (low..=high).contains(&value) {
            true => Ok(value),
            false => wrong(
                &written.span,
                format!("the {what} {value} is outside of {low}..{high}"),
                format!("choose another {what}"),
            ),
        }
    }

    /// The numbers of a list literal, or of a named list.
    pub fn numbers(&mut self, list: &Syntax) -> Resolved<Vec<i64>> {
        match &list.kind {
            SyntaxKind::List(items) if items.len() > MOST_ELEMENTS => {
                let message = format!("this list has {} numbers", items.len());
                wrong(&list.span, message, format!("a list has at most {MOST_ELEMENTS}"))
            }
            SyntaxKind::List(items) => items
                .iter()
                .map(|item| match &item.kind {
                    SyntaxKind::Text(label) => {
                        let help =
                            format!("write a number for each, as in 1 for '{label}', and compare with that");
                        wrong(&item.span, "lists, dice and decks hold numbers, and no labels", help)
                    }
                    _ => self.constant(item),
                })
                .collect(),
            SyntaxKind::Name(name) => match self.lists.iter().find(|(known, _)| known == name) {
                Some((_, list)) => Ok(list.clone()),
                None => {
                    let lists = self.lists.iter().map(|(known, _)| known.as_str());
                    let groups = self.program.groups.iter().map(|group| &*group.name);
                    Err(self.unknown(&list.span, "list", name, lists.chain(groups)))
                }
            },
            _ => {
                let help = "write whole numbers as in [0, 1, 3, 6, 10]";
                wrong(&list.span, "a list of numbers is missing here", help)
            }
        }
    }

    /// Resolves a number that does not depend on the scenario.
    pub fn constant(&mut self, syntax: &Syntax) -> Resolved<i64> {
        let mut scope = Scope::begun();
        let value = self.number(&mut scope, syntax)?;
        if !scope.blocks[0].is_empty() {
            return wrong(&syntax.span, "a fixed number is needed here", "no dice are rolled here");
        }
        self.fixed(&value)
    }

    /// Evaluates an expression without keys and variables.
    pub fn fixed(&self, value: &Expr) -> Resolved<i64> {
        let lists: Vec<Vec<i64>> = self.lists.iter().map(|(_, list)| list.clone()).collect();
        let not_fixed = || {
            let help = "it may not depend on keys or dice";
            ExpressionError::new(value.span.clone(), "a fixed number is needed here", help)
        };
        if !value.is_fixed() || value.reads_keys() {
            return Err(not_fixed());
        }
        value.value(&[], &KeyValues::NONE, &lists)
    }
}

/// An error if a label stands in a list twice.
fn different(name: &Name, labels: &[String]) -> Resolved<()> {
    let mut known = HashSet::new();
    match labels.iter().find(|label| !known.insert(label.as_str())) {
        Some(label) => {
            // Members of a group have a key each, which the text has once.
            let written: Vec<&str> = name.text.split('.').filter(|part| !is_position(part)).collect();
            let message = format!("`{}` has the label '{label}' twice", written.join("."));
            wrong(&name.span, message, "take one of them out")
        }
        None => Ok(()),
    }
}
