//! Resolves names and labels.

use super::super::program::{Expr, ExprKind, Type};
use super::super::syntax::{Name, Span};
use super::definitions::is_unnamed;
use super::expressions::Typed;
use super::rolls::ASKED;
use super::scope::{Binding, Scope};
use super::{Resolved, Resolver, broken};
use crate::expression::grammar::{Syntax, SyntaxKind, own_notation};
use crate::expression::{ExpressionError, nearest, wrong};

/// The message for labels that are not declared, before the label.
pub const NO_LABEL: &str = "there is no label";

/// Words that would have two meanings as names.
const KEYWORDS: [&str; 11] =
    ["if", "else", "repeat", "for", "in", "def", "return", "choose", "report", "true", "false"];

impl Resolver {
    /// Resolves a name: the face of a die, a variable, or a key.
    pub fn name(&mut self, scope: &mut Scope, name: &str, span: &Span) -> Resolved<Typed> {
        if name == "true" || name == "false" {
            return Ok((Expr::constant(i64::from(name == "true"), span), Type::Truth));
        }
        if scope.is_face(name) {
            return Ok((Expr::variable(0, span), Type::Number));
        }
        if let Some(Binding::Variable(variable)) = scope.names.get(name) {
            let variable = *variable;
            if !scope.known[variable].is_set {
                if self.broken.contains(name) {
                    return Err(broken(span));
                }
                let message = format!("`{}` may have no value here", scope.routine.variables[variable].told);
                return wrong(span, message, "give it a value before, in every case");
            }
            let ty = scope.routine.variables[variable].ty.clone();
            return Ok((scope.read(variable, span), ty));
        }
        if let Some(&Binding::Number(number)) = scope.names.get(name) {
            return Ok((Expr::constant(number, span), Type::Number));
        }
        if let Some(&Binding::Member(group, member)) = scope.names.get(name) {
            return Ok((Expr::constant(member as i64, span), self.member_type(group)));
        }
        if let Some((who, field)) = self.member_in(scope, name) {
            return self.field(scope, &who, field, span);
        }
        if let Some(Binding::Unmade) = scope.names.get(name) {
            let help = "roll the dice before the block, or use them within it";
            return wrong(span, format!("the dice `{name}` may not have been rolled here"), help);
        }
        if let Some(place) = self.key_at(name).or_else(|| self.preset_key(name)) {
            let ty = self.program.keys[place].ty.clone();
            return Ok((Expr::new(ExprKind::Key(place), span.clone()), ty));
        }
        if scope.tables.contains_key(&self.table_of(scope, name)) || self.is_list(scope, name) {
            let help = format!("take one, as in `{name}[0]`, or ask about all of them, as in `{name}.sum()`");
            return wrong(span, format!("`{name}` is several numbers, and this needs one"), help);
        }
        if scope.plays_nothing && scope.names.is_empty() && self.named.contains(name) {
            return wrong(span, format!("`{name}` is no key"), "keys alone are read here");
        }
        if self.broken.contains(name) {
            return Err(broken(span));
        }
        if let Some(help) = self.instead_of_name(scope, name) {
            return wrong(span, format!("there is no name `{name}`"), help);
        }
        let variables = scope.names.keys().map(String::as_str);
        let known: Vec<&str> =
            variables.chain(self.program.keys.iter().map(|key| key.name.as_str())).collect();
        let routine = &scope.routine.name;
        // What the text gives a value elsewhere is meant, and not what is called nearly so.
        let is_meant = self.broken.contains(name)
            || !self.named.contains(name) && nearest(name, known.iter().copied()).is_some();
        if !routine.is_empty() && !is_unnamed(routine) && !is_meant {
            let help = match self.made.contains(routine) {
                true => "a die reads keys alone".to_owned(),
                false => {
                    format!("a definition reads keys, and what its brackets name: `def {routine}(…, {name})`")
                }
            };
            return wrong(span, format!("there is no name `{name}`"), help);
        }
        Err(self.unknown(span, "name", name, known.into_iter()))
    }

    /// How to write what somebody means by this name, if it is what the report calls something, a roll of dice or a
    /// question about one.
    fn instead_of_name(&self, scope: &Scope, name: &str) -> Option<String> {
        if self.reported.contains(name) {
            return Some(format!("give it a line of its own before the report: `{name} = …`"));
        }
        if let Some(own) = own_notation(name) {
            return Some(format!("write `{own}`"));
        }
        if self.is_label(name) {
            return Some(format!("a label stands in quotes: `'{name}'`"));
        }
        if self.decks.iter().any(|(deck, _)| deck == name) && !self.broken.contains(name) {
            return Some(format!("draw from the deck, as in `2 of {name}`"));
        }
        match name.to_ascii_lowercase().as_str() {
            truth @ ("true" | "false") => return Some(format!("write `{truth}`")),
            "adv" | "advantage" => return Some("write `2d20.highest(1)`".to_owned()),
            "dis" | "disadvantage" => return Some("write `2d20.lowest(1)`".to_owned()),
            _ => {}
        }
        if let Some(own) = self.joined_dice(scope, name) {
            return Some(format!("write `{own}`"));
        }
        let (dice, question) = name.rsplit_once('.')?;
        let is_roll = matches!(scope.names.get(dice), Some(Binding::Roll(_) | Binding::Variable(_)))
            || matches!(self.faces(dice, &(0..0)), Ok(Some(_)));
        let known = ASKED.iter().find(|known| known.split('(').next() == Some(question))?;
        is_roll.then(|| format!("write `{dice}.{known}`"))
    }

    /// Dice of a number with a name, which are written as one word: `nd6`.
    pub fn joined_dice(&self, scope: &Scope, written: &str) -> Option<String> {
        let (count, faces) = written.rsplit_once('d')?;
        let is_known = || scope.names.contains_key(count) || self.key_at(count).is_some();
        (faces.parse::<u32>().is_ok() && is_known()).then(|| format!("({count})d{faces}"))
    }

    /// Refuses a name that means something else already.
    pub fn may_name(&self, Name { text, span }: &Name) -> Resolved<()> {
        let what = match text.as_str() {
            deck if self.decks.iter().any(|(known, _)| known == deck) => "a deck",
            word if KEYWORDS.contains(&word) => "a word of the language",
            die if self.made.contains(&text.clone()) || self.faces(die, span)?.is_some() => "a die",
            _ => return Ok(()),
        };
        wrong(span, format!("`{text}` is {what}, and cannot be a name"), "take another name")
    }

    /// The index of a key; of a member of a group, by the name of the member.
    pub fn key_named(&mut self, scope: &Scope, syntax: &Syntax) -> Resolved<usize> {
        let SyntaxKind::Name(name) = &syntax.kind else {
            return wrong(
                &syntax.span,
                "a key is missing here",
                "keys are declared as in `key hero.hp = 44`",
            );
        };
        let own = self.member_in(scope, name).and_then(|(who, field)| self.key_of(&who, field));
        let known = own.or_else(|| self.key_at(name)).or_else(|| self.preset_key(name));
        known.ok_or_else(|| self.unknown_key(name, &syntax.span))
    }

    /// The index of a key.
    pub fn key_at(&self, path: &str) -> Option<usize> {
        self.program.keys.iter().position(|key| key.name == path)
    }

    /// The error for an unknown key.
    pub fn unknown_key(&self, path: &str, span: &Span) -> ExpressionError {
        self.unknown(span, "key", path, self.program.keys.iter().map(|key| key.name.as_str()))
    }

    /// The labels that are declared under a name.
    pub fn labels_named(&self, name: &str) -> Option<Type> {
        let (_, labels) = self.labels.iter().find(|(known, _)| known == name)?;
        Some(Type::Label(labels.clone()))
    }

    /// What the labels of a name are called: the words declared under it or else, as long as they are clear, under
    /// another name with these labels. Empty if the text does not say it.
    pub fn words_of_labels(&self, name: &str, labels: &[String]) -> Vec<String> {
        let has_labels = |known: &&(String, Vec<String>)| known.1 == labels;
        let own = self.labels.iter().filter(has_labels).find(|(known, _)| known == name);
        let mut others = self.labels.iter().filter(has_labels);
        let only = || others.next().filter(|_| others.next().is_none());
        let declared = own.or_else(only).and_then(|(known, _)| self.label_words.get(known));
        declared.cloned().unwrap_or_default()
    }

    /// Whether a label is called so.
    fn is_label(&self, name: &str) -> bool {
        let of_keys = self.program.keys.iter().filter(|key| !key.is_of_presets).map(|key| &key.labels);
        self.labels.iter().map(|(_, labels)| labels).chain(of_keys).flatten().any(|label| label == name)
    }

    /// Resolves a label in quotes: one of the expected labels, or of the only labels that contain it.
    pub fn label(&self, text: &str, span: &Span, expected: Option<&Type>) -> Resolved<Typed> {
        let of_keys = self.program.keys.iter().filter(|key| !key.is_of_presets && !key.labels.is_empty());
        let of_keys = of_keys.map(|key| &key.labels);
        let mut all: Vec<&Vec<String>> =
            self.labels.iter().map(|(_, labels)| labels).chain(of_keys).collect();
        all.dedup();
        let members: Vec<Type> =
            (0..self.program.groups.len()).map(|group| self.member_type(group)).collect();
        all.extend(members.iter().filter_map(|ty| match ty {
            Type::Label(labels) => Some(labels),
            _ => None,
        }));
        let labels = match expected {
            Some(Type::Label(labels)) => labels,
            Some(other) => {
                let message = format!("this is a label, and {} is needed", other.words());
                return wrong(span, message, "write a number or a comparison");
            }
            None => {
                let mut holding = all.iter().filter(|labels| labels.iter().any(|label| label == text));
                match (holding.next(), holding.next()) {
                    (Some(labels), None) => labels,
                    (Some(_), Some(_)) => {
                        let help = "declare `labels NAME = …` under the name that is assigned";
                        return wrong(span, "several labels are called so", help);
                    }
                    (None, _) if self.broken.contains(text) => return Err(broken(span)),
                    (None, _) => {
                        let help = format!("declare it, as in `labels result = '{text}' | 'other'`");
                        return wrong(span, format!("{NO_LABEL} '{text}'"), help);
                    }
                }
            }
        };
        match labels.iter().position(|label| label == text) {
            Some(place) => Ok((Expr::constant(place as i64, span), Type::Label(labels.clone()))),
            None => {
                let known = labels.iter().map(String::as_str);
                Err(self.unknown(span, "label", text, known))
            }
        }
    }
}

impl Scope {
    /// Reads a variable. In a question about dice, the variable becomes an argument of the roll.
    pub fn read(&mut self, variable: usize, span: &Span) -> Expr {
        let outside = Expr::variable(variable, span);
        let Some(face) = &mut self.face else { return outside };
        if let Some(&value) = self.constants.get(&variable) {
            return Expr::constant(value, span);
        }
        let is_it = |argument: &Expr| matches!(argument.kind, ExprKind::Variable(known) if known == variable);
        let place = face.arguments.iter().position(is_it).unwrap_or_else(|| {
            face.arguments.push(outside);
            face.arguments.len() - 1
        });
        Expr::variable(place + 1, span)
    }
}
