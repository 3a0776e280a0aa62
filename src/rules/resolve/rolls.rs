//! Rolls of dice, and the questions about them.

mod hints;

mod questions;

use std::sync::Arc;

pub use self::hints::ASKED;
use self::hints::{instead_of_asked, is_condition, words};
use self::questions::is_face;
use super::super::program::{Expr, GREATEST, StatementKind};
use super::super::roll::{Counted, MOST_FACES, OpenEnd, Roll};
use super::super::syntax::{CHANGES, Name, Span};
use super::dice::DieOfRoll;
use super::scope::{Binding, Drawn, NamedRoll, Scope};
use super::{Resolved, Resolver};
use crate::expression::grammar::{BinaryOperator, Syntax, SyntaxKind, own_notation};
use crate::expression::{ExpressionError, wrong};

/// Dice that a question is about: by name, or written in place.
#[derive(Clone)]
pub enum Rolled {
    Named(String),
    Here(NamedRoll),
}

impl Rolled {
    /// The roll itself.
    pub fn made<'a>(&'a self, scope: &'a Scope) -> &'a NamedRoll {
        match self {
            Rolled::Here(made) => made,
            Rolled::Named(name) => match scope.names.get(name) {
                Some(Binding::Roll(made)) => made,
                _ => unreachable!("the name was that of a roll"),
            },
        }
    }
}

/// How often a die may be rolled on, where a text says how often.
const MOST_TIMES: i64 = 100;

/// The faces of a die that are written in line: `1, 1, 2, 3`, or `1: 3, 2: 1` with how often each is there.
fn faces_in_line(listed: &str, span: &Span) -> Resolved<Arc<[i64]>> {
    let mut faces: Vec<i64> = Vec::new();
    let help = format!("a die has 1 to {MOST_FACES} faces");
    for one in listed.split(", ") {
        let (face, times) = one.split_once(": ").unwrap_or((one, "1"));
        let (Ok(face), Ok(times)) = (face.parse::<i64>(), times.parse::<usize>()) else {
            return wrong(span, format!("`{one}` is too large for a face"), help);
        };
        if face.abs() > GREATEST || faces.len().saturating_add(times) > MOST_FACES as usize {
            return wrong(span, "this die is too large", help);
        }
        faces.resize(faces.len() + times, face);
    }
    if faces.is_empty() { wrong(span, "this die has no face", help) } else { Ok(faces.into()) }
}

impl Resolver {
    /// Resolves an expression as a roll, if it is one.
    pub fn roll(&mut self, scope: &mut Scope, syntax: &Syntax) -> Resolved<Option<Rolled>> {
        let span = &syntax.outer;
        match &syntax.kind {
            SyntaxKind::Roll { count, die } => {
                let faces = self.die_named(scope, die, span)?.ok_or_else(|| {
                    let known = self.dice.iter().map(|(known, _)| known).chain(&self.made);
                    let error = self.unknown(span, "die", die, known.map(String::as_str));
                    let of_die = die.strip_prefix('d').filter(|name| self.is_die(name));
                    let named = of_die.map(|name| format!("{count}{name}"));
                    match named.or_else(|| own_notation(&format!("{count}{die}"))) {
                        Some(own) => ExpressionError { help: format!("write `{own}`"), ..error },
                        None => error,
                    }
                })?;
                let number = self.number(scope, count)?;
                if matches!(self.fixed(&number), Ok(..0)) {
                    let help = "a roll has 0 dice then; write a minus before it, as in -3d6";
                    let message = "this is a negative number of dice";
                    self.warn(&count.outer, message, help);
                }
                let count = number;
                self.new_roll(scope, faces, count, span).map(Some)
            }
            SyntaxKind::Sized { count, sides } => self.sized(scope, Some(count), sides, span).map(Some),
            SyntaxKind::Call { name, arguments }
                if name == "d" && self.definitions.iter().all(|known| known.name.text != "d") =>
            {
                match &arguments[..] {
                    [sides] => self.sized(scope, None, sides, span).map(Some),
                    _ => wrong(span, "this is not a die", "write the number of its sides, as in `d(n)`"),
                }
            }
            SyntaxKind::Cards { count, deck } => {
                let Some((_, cards)) = self.decks.iter().find(|(known, _)| known == deck) else {
                    let known = self.decks.iter().map(|(known, _)| known.as_str());
                    return Err(self.unknown(span, "deck", deck, known));
                };
                let cards = Arc::clone(cards);
                let is_again =
                    |roll: &Roll| roll.is_deck && Arc::ptr_eq(&roll.faces, &cards) && roll.span != *span;
                if self.program.rolls.iter().any(is_again) {
                    let message = format!("these cards are drawn from the whole of `{deck}` again");
                    let help = "draw all cards at once if none of them may come twice";
                    self.warn(span, message, help);
                }
                let count = self.number(scope, count)?;
                self.new_roll(scope, DieOfRoll::Deck(cards), count, span).map(Some)
            }
            SyntaxKind::Name(name) => match scope.names.get(name) {
                Some(Binding::Roll(made)) if scope.is_assigned_in_loops(name, made.level) => {
                    let help = "in the next round these would be other dice, or none: take a name of its own for what is assigned in the loop";
                    wrong(span, format!("`{name}` gets another value later in this loop"), help)
                }
                Some(Binding::Roll(_)) => Ok(Some(Rolled::Named(name.clone()))),
                Some(_) => Ok(None),
                None if scope.face.as_ref().is_some_and(|face| face.name.as_ref() == Some(name)) => Ok(None),
                None => match self.die_named(scope, name, span)? {
                    Some(faces) => {
                        let one = Expr::constant(1, span);
                        self.new_roll(scope, faces, one, span).map(Some)
                    }
                    None => Ok(None),
                },
            },
            SyntaxKind::Method { receiver, name, arguments } if CHANGES.contains(&name.as_str()) => {
                self.changed(scope, receiver, name, arguments, span).map(Some)
            }
            SyntaxKind::Binary { operator: BinaryOperator::Together, left, right, .. } => {
                self.together(scope, [left, right], span).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Rolls dice, or one, whose number of sides is a value.
    fn sized(
        &mut self,
        scope: &mut Scope,
        count: Option<&Syntax>,
        sides: &Syntax,
        span: &Span,
    ) -> Resolved<Rolled> {
        let one = Expr::constant(1, span);
        let count = count.map_or(Ok(one), |count| self.number(scope, count))?;
        let sides = self.number(scope, sides)?;
        self.new_roll(scope, DieOfRoll::Sized(sides), count, span)
    }

    /// Rolls a die with this many sides.
    pub fn roll_die(&mut self, scope: &mut Scope, sides: i64, span: &Span) -> Resolved<Expr> {
        let one = Expr::constant(1, span);
        let die = DieOfRoll::Listed((1..=sides).collect());
        let rolled = self.new_roll(scope, die, one, span)?;
        self.sum_of(scope, rolled, span)
    }

    pub fn new_roll(&mut self, scope: &Scope, die: DieOfRoll, count: Expr, span: &Span) -> Resolved<Rolled> {
        if scope.face.is_some() {
            let help = "count the dice first, and roll as many after it: `sixes = r.count(x, x == 6)`, then `(sixes)d4`";
            return wrong(span, "a question about dice rolls no dice", help);
        }
        let span = span.clone();
        let is_deck = matches!(die, DieOfRoll::Deck(_));
        let mut arguments = vec![count];
        let (mut made, mut is_sized) = (None, false);
        let faces = match die {
            DieOfRoll::Listed(faces) | DieOfRoll::Deck(faces) => faces,
            DieOfRoll::Made(definition) => {
                made = Some(definition);
                Arc::default()
            }
            DieOfRoll::Sized(sides) => {
                is_sized = true;
                arguments.push(sides);
                Arc::default()
            }
        };
        self.program.rolls.push(Roll {
            faces,
            made,
            is_deck,
            is_sized,
            parts: Vec::new(),
            rerolls: Vec::new(),
            open_end: None,
            questions: Vec::new(),
            asked: Vec::new(),
            counted: Counted::No,
            name: String::new(),
            span,
        });
        let roll = self.program.rolls.len() - 1;
        Ok(Rolled::Here(NamedRoll { roll, arguments, level: scope.level(), drawn: None }))
    }

    /// Resolves a roll with `reroll`, `explode` or `compound`.
    fn changed(
        &mut self,
        scope: &mut Scope,
        receiver: &Syntax,
        change: &str,
        arguments: &[Syntax],
        span: &Span,
    ) -> Resolved<Rolled> {
        let Some(Rolled::Here(mut made)) = self.roll(scope, receiver)? else {
            let help = "write it behind the dice, as in 3d6.reroll(x, x == 1)";
            return wrong(span, format!("`.{change}` changes dice where they are rolled"), help);
        };
        if self.program.rolls[made.roll].is_deck {
            return wrong(span, "cards are not drawn again", "draw more of them, and ask about those");
        }
        if !self.program.rolls[made.roll].parts.is_empty() {
            let help = "change them before, as in `3d6.reroll(x, x == 1) & d8`; dice that explode are a roll of their own: add what you ask of each roll";
            return wrong(span, "these dice were put together", help);
        }
        if self.program.rolls[made.roll].made.is_some() && change != "reroll" {
            let help = "roll on the dice that it is made of, as in `die score = 3d6.explode(6)`";
            return wrong(span, "this die has no single face to be rolled on", help);
        }
        if self.program.rolls[made.roll].open_end.is_some() {
            let help = "an open-ended roll is changed no further";
            return wrong(span, "this comes after dice that are rolled on", help);
        }
        let (faces, is_sized) =
            (self.program.rolls[made.roll].faces.clone(), self.program.rolls[made.roll].is_sized);
        let greatest = *faces.iter().max().unwrap_or(&0);
        match (change, arguments) {
            ("reroll", [name, condition]) => {
                let resolved = self.asked(scope, &mut made.arguments, Some(name), condition, true)?;
                self.warn_of_never(scope, made.roll, &resolved, condition);
                self.program.rolls[made.roll].rerolls.push(resolved);
            }
            ("explode" | "compound", arguments) if arguments.len() <= 3 => {
                let is_about = |one: &Syntax, name: &Syntax| one.has(&|part| part.kind == name.kind);
                let (condition, most) = match arguments {
                    // The second argument of the roll.
                    [] if is_sized => (is_face(Expr::variable(2, span), span), None),
                    [] => (is_face(Expr::constant(greatest, span), span), None),
                    [name, written, most @ ..]
                        if matches!(name.kind, SyntaxKind::Name(_)) && is_about(written, name) =>
                    {
                        let on = self.asked(scope, &mut made.arguments, Some(name), written, true)?;
                        self.warn_of_never(scope, made.roll, &on, written);
                        (on, most.first())
                    }
                    [
                        Syntax { kind: SyntaxKind::Name(name), span: at, .. },
                        Syntax { kind: SyntaxKind::Integer(face), .. },
                    ] if !scope.names.contains_key(name) && self.key_at(name).is_none() => {
                        let help =
                            format!("write `.{change}({face})`, or `.{change}({name}, {name} == {face})`");
                        return wrong(at, format!("there is no name `{name}`"), help);
                    }
                    [written, most @ ..] if most.len() <= 1 && !is_condition(written) => {
                        let face = self.asked(scope, &mut made.arguments, None, written, false)?;
                        if !is_sized && self.fixed(&face).is_ok_and(|face| !faces.contains(&face)) {
                            let help = format!("write `.{change}({greatest})`");
                            let message = format!("these dice never show {written}: {}", words(&faces));
                            self.warn(&written.outer, message, help);
                        }
                        (is_face(face, span), most.first())
                    }
                    _ => {
                        let help = instead_of_asked(change, arguments);
                        return wrong(span, "this is not a change of dice", help);
                    }
                };
                let most = most.map(|most| self.times(most)).transpose()?;
                let is_compound = change == "compound";
                self.program.rolls[made.roll].open_end = Some(OpenEnd { is_compound, condition, most });
            }
            _ => {
                return wrong(span, "this is not a change of dice", instead_of_asked(change, arguments));
            }
        }
        self.program.rolls[made.roll].span = span.clone();
        Ok(Rolled::Here(made))
    }

    /// How often at most a die is rolled on.
    fn times(&mut self, written: &Syntax) -> Resolved<u32> {
        match self.constant(written)? {
            times @ 1..=MOST_TIMES => Ok(times as u32),
            _ => {
                let help = format!("from 1 to {MOST_TIMES}, as in `.explode(6, 2)`: at most twice");
                wrong(&written.outer, "dice are not rolled on so often", help)
            }
        }
    }

    /// Gives the value a name, if it is a roll. Returns whether it is one.
    pub fn name_roll(&mut self, scope: &mut Scope, target: &Name, value: &Syntax) -> Resolved<bool> {
        let made = match self.roll(scope, value)? {
            Some(Rolled::Here(made)) => made,
            Some(Rolled::Named(_)) | None => return Ok(false),
        };
        let mut made = made;
        self.may_name(target)?;
        self.is_no_key(target)?;
        scope.hold_arguments(&mut made);
        made.level = scope.level();
        self.program.rolls[made.roll].name.clone_from(&target.text);
        scope.names.insert(target.text.clone(), Binding::Roll(made));
        Ok(true)
    }

    /// Rolls the dice that were named and not drawn yet: a choice sees what they show.
    pub fn draw_all(&mut self, scope: &mut Scope) {
        let mut all: Vec<(String, NamedRoll)> = (scope.names.iter())
            .filter_map(|(name, binding)| match binding {
                Binding::Roll(made) if made.drawn.is_none() => Some((name.clone(), made.clone())),
                _ => None,
            })
            .collect();
        all.sort_unstable_by_key(|(_, made)| made.roll);
        for (name, mut made) in all {
            self.draw(scope, &mut made);
            scope.names.insert(name, Binding::Roll(made));
        }
    }

    /// Rolls dice in the block of their name, before the innermost block.
    pub fn draw(&mut self, scope: &mut Scope, made: &mut NamedRoll) -> Drawn {
        let known = scope.opened.get(made.level + 1).copied().unwrap_or(scope.clock);
        scope.clock += 1;
        let drawn = Drawn { statement: scope.blocks[made.level].len(), known, answered: scope.clock };
        let kind =
            StatementKind::Roll { roll: made.roll, arguments: made.arguments.clone(), answers: Vec::new() };
        scope.push_into(made.level, kind, &self.program.rolls[made.roll].span);
        made.drawn = Some(drawn);
        drawn
    }

    /// Whether a die is declared under this name.
    fn is_die(&self, name: &str) -> bool {
        self.dice.iter().map(|(known, _)| known).chain(&self.made).any(|known| known == name)
    }

    /// The faces of a die: `d6`, or a declared die.
    pub fn faces(&self, name: &str, span: &Span) -> Resolved<Option<Arc<[i64]>>> {
        if let Some((_, faces)) = self.dice.iter().find(|(known, _)| known == name) {
            return Ok(Some(faces.clone()));
        }
        if let Some(listed) = name.strip_prefix("d{") {
            return faces_in_line(listed.trim_end_matches('}'), span).map(Some);
        }
        let Some(faces) = name.strip_prefix('d').filter(|faces| faces.bytes().all(|c| c.is_ascii_digit()))
        else {
            return Ok(None);
        };
        match faces.parse() {
            _ if faces.is_empty() => Ok(None),
            Ok(faces @ 1..=MOST_FACES) => Ok(Some((1..=faces).collect())),
            _ => {
                let message = format!("there is no die of {faces} faces");
                wrong(span, message, format!("a die has 1 to {MOST_FACES} faces"))
            }
        }
    }
}
