//! Rolls of dice, and the questions about them.

use std::sync::Arc;

use super::super::program::{Expr, ExprKind, GREATEST, KeyValues, Operator, StatementKind, Type};
use super::super::roll::{Counted, MOST_FACES, MOST_QUESTIONS, OpenEnd, Part, Question, Roll};
use super::super::syntax::{CHANGES, Name, Span};
use super::dice::{DieOfRoll, EXPLODING};
use super::scope::{Binding, Drawn, Face, Known, NamedRoll, Scope};
use super::{Resolved, Resolver, broken};
use crate::description::words::count;
use crate::expression::grammar::{
    BinaryOperator, RULES, Syntax, SyntaxKind, TokenKind, own_notation, tokens_and_errors,
};
use crate::expression::{ExpressionError, nearest, wrong};

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

/// Resolves a question; the variables that it reads are added to the arguments of the roll.
type Asking<'a> = dyn Fn(&mut Resolver, &mut Scope, &mut Vec<Expr>) -> Resolved<Question> + 'a;

/// Stories abbreviate questions that are longer, in bytes.
const LONGEST_QUESTION: usize = 30;

/// A question as written, with a value in place of a name.
fn with_value(asked: &str, name: &str, value: i64) -> String {
    let mut text = asked.to_owned();
    let (tokens, _) = tokens_and_errors(asked, &RULES);
    for token in tokens.iter().rev().filter(|token| token.kind == TokenKind::Name(name.to_owned())) {
        text.replace_range(token.span.clone(), &value.to_string());
    }
    text
}

/// The faces of a die in words.
fn words(faces: &[i64]) -> String {
    match (faces.iter().min(), faces.iter().max()) {
        (Some(least), Some(greatest)) => format!("their faces are {least} to {greatest}"),
        _ => String::new(),
    }
}

const QUESTIONS: &str = "a roll has .sum(), .count(x, x >= 5), .max(), .min(), .nth(k), .highest(k), .lowest(k), .most(), .size(), and before them .reroll(x, …), .explode(face), .compound()";

/// How often a die may be rolled on, where a text says how often.
const MOST_TIMES: i64 = 100;

/// The questions about dice and the changes of dice, as examples.
pub const ASKED: [&str; 12] = [
    "sum()",
    "count(x, x >= 5)",
    "max()",
    "min()",
    "nth(1)",
    "highest(1)",
    "lowest(1)",
    "most()",
    "size()",
    "reroll(x, x == 1)",
    "explode()",
    "compound()",
];

/// What other languages call questions, and how they are asked.
const ELSEWHERE: [(&[&str], &str); 5] = [
    (&["keep", "kh", "best", "top"], "4d6.highest(3)"),
    (&["drop", "dl", "drop_lowest"], "4d6.highest(3)"),
    (&["any", "has", "contains", "includes"], "4d6.count(x, x == 6) > 0"),
    (&["all"], "4d6.count(x, x < 3) == 0"),
    (&["advantage", "adv"], "2d20.max()"),
];

/// How to ask what is asked in another way.
fn instead_of_asked(name: &str, arguments: &[Syntax]) -> String {
    if let ("count" | "sum" | "reroll" | "explode" | "compound", [condition]) = (name, arguments) {
        match &condition.kind {
            SyntaxKind::List(_) => return format!("write `.{name}(x, x in {condition})`"),
            SyntaxKind::Integer(face) => return format!("write `.{name}(x, x == {face})`"),
            SyntaxKind::Binary { left, .. } if matches!(left.kind, SyntaxKind::Name(_)) => {
                return format!("write `.{name}({left}, {condition})`");
            }
            _ => {}
        }
    }
    let elsewhere = ELSEWHERE.iter().find(|(names, _)| names.contains(&name));
    if let Some((_, own)) = elsewhere {
        return format!("write it as in `{own}`");
    }
    let named = |known: &&str| known.split('(').next().unwrap_or(known).to_owned();
    let names = ASKED.iter().map(named).collect::<Vec<String>>();
    let near = nearest(name, names.iter().map(String::as_str));
    match ASKED.iter().find(|known| Some(named(known).as_str()) == near) {
        Some(known) => format!("write it as in `.{known}`"),
        None => QUESTIONS.to_owned(),
    }
}

/// Whether this says which faces are meant, and not one of them.
fn is_condition(written: &Syntax) -> bool {
    match &written.kind {
        SyntaxKind::List(_) => true,
        SyntaxKind::Binary { operator, .. } => operator.is_relation(),
        _ => false,
    }
}

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
                    match own_notation(&format!("{count}{die}")) {
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
        scope.hold_arguments(&mut made);
        made.level = scope.level();
        self.program.rolls[made.roll].name.clone_from(&target.text);
        scope.names.insert(target.text.clone(), Binding::Roll(made));
        Ok(true)
    }

    /// Resolves the sum of a roll.
    pub fn sum_of(&mut self, scope: &mut Scope, rolled: Rolled, span: &Span) -> Resolved<Expr> {
        self.answer_in_all(scope, rolled, span, "sum()", &|_, _, _| {
            Ok(Question::Sum(Expr::variable(0, span)))
        })
    }

    /// Adds a question whose answer is a sum over the dice. Of dice without a name that are put together, each
    /// kind is then a roll by itself: what they come to together has many more outcomes.
    fn answer_in_all(
        &mut self,
        scope: &mut Scope,
        rolled: Rolled,
        span: &Span,
        asked: &str,
        question: &Asking<'_>,
    ) -> Resolved<Expr> {
        let kinds: Vec<Rolled> = match &rolled {
            Rolled::Here(made) => (self.program.rolls[made.roll].parts.iter())
                .map(|Part { roll, arguments }| {
                    let arguments = made.arguments[arguments.clone()].to_vec();
                    Rolled::Here(NamedRoll { roll: *roll, arguments, ..made.clone() })
                })
                .collect(),
            Rolled::Named(_) => Vec::new(),
        };
        let mut sum = None;
        for kind in kinds {
            let one = self.answer(scope, kind, span, asked, question)?;
            // What the dice so far come to is kept, and not what each kind of them comes to.
            sum = Some(match sum {
                Some(sum) => scope.hold(Expr::binary(Operator::Plus, sum, one, span), Type::Number),
                None => one,
            });
        }
        sum.map_or_else(|| self.answer(scope, rolled, span, asked, question), Ok)
    }

    /// Resolves a question about a roll.
    pub fn question(
        &mut self,
        scope: &mut Scope,
        receiver: &Syntax,
        name: &str,
        arguments: &[Syntax],
        span: &Span,
    ) -> Resolved<Expr> {
        if let SyntaxKind::Name(list) = &receiver.kind
            && let Some(list) = self.numbers_of(scope, list)
        {
            return self.of_list(scope, &list, name, arguments, span);
        }
        let Some(rolled) = self.roll(scope, receiver)? else { return Err(self.no_roll(scope, receiver)) };
        let asked = SyntaxKind::Call { name: name.to_owned(), arguments: arguments.to_vec() };
        let asked = Syntax::new(asked, span.clone()).to_string();
        let asked = if asked.len() > LONGEST_QUESTION { format!("{name}(…)") } else { asked };
        let roll = rolled.made(scope).roll;
        let question: &Asking<'_> = &|resolver, scope, captured| {
            let mut number =
                |resolver: &mut Resolver, k: &Syntax| resolver.asked(scope, captured, None, k, false);
            let one = || Expr::constant(1, span);
            Ok(match (name, arguments) {
                ("sum", []) => Question::Sum(Expr::variable(0, span)),
                ("sum", [face, value]) => {
                    Question::Sum(resolver.asked(scope, captured, Some(face), value, false)?)
                }
                ("count", [face, condition]) => {
                    let resolved = resolver.asked(scope, captured, Some(face), condition, true)?;
                    resolver.warn_of_never(scope, roll, &resolved, condition);
                    Question::Count(resolved)
                }
                ("max", []) => Question::Nth(one()),
                ("min", []) => Question::NthLowest(one()),
                ("nth", [k]) => {
                    let place = number(resolver, k)?;
                    if matches!(place.kind, ExprKind::Constant(..1)) {
                        let help = "write `.nth(1)` for the highest, and `.nth(2)` for the next one";
                        return wrong(&k.span, "`nth` counts from 1", help);
                    }
                    Question::Nth(place)
                }
                ("highest", [k]) => Question::Highest(number(resolver, k)?),
                ("lowest", [k]) => Question::Lowest(number(resolver, k)?),
                ("most", []) => Question::Most,
                ("size", []) => Question::Size,
                _ => {
                    let values = count(arguments.len() as u32, "value", "values");
                    let message = format!("`.{name}` with {values} is not a question about dice");
                    return wrong(span, message, instead_of_asked(name, arguments));
                }
            })
        };
        match name {
            "sum" | "count" | "size" => self.answer_in_all(scope, rolled, span, &asked, question),
            _ => self.answer(scope, rolled, span, &asked, question),
        }
    }

    /// The error for what is used as a roll, and is none.
    pub fn no_roll(&self, scope: &Scope, written: &Syntax) -> ExpressionError {
        let named = |name: &String| scope.names.get(name);
        match &written.kind {
            SyntaxKind::Name(name) if matches!(named(name), Some(Binding::Unmade)) => {
                let help = "roll the dice before the block, or use them within it";
                let message = format!("the dice `{name}` may not have been rolled here");
                ExpressionError::new(written.span.clone(), message, help)
            }
            SyntaxKind::Name(name) if self.broken.contains(name) => broken(&written.span),
            SyntaxKind::Name(name) if scope.tables.contains_key(name) => {
                let message = format!("`{name}` is a table, and not a roll of dice");
                let help = format!(
                    "read its places one by one, as in `{name}[0]`, in a loop, `for k in 0..9 {{ … }}`, or ask `{name}.sum()`"
                );
                ExpressionError::new(written.span.clone(), message, help)
            }
            SyntaxKind::Name(name) if matches!(named(name), Some(Binding::Variable(_))) => {
                let message = format!("`{name}` is a number, and not a roll of dice");
                let help = "ask about dice where they are rolled, before anything is added to them";
                ExpressionError::new(written.span.clone(), message, help)
            }
            _ => ExpressionError::new(written.span.clone(), "this is not a roll of dice", QUESTIONS),
        }
    }

    /// Warns of a condition that no face of a roll meets. A compound die shows more than its faces, and
    /// the values of a loop need not all be faces.
    fn warn_of_never(&mut self, scope: &Scope, roll: usize, condition: &Expr, written: &Syntax) {
        let roll = &self.program.rolls[roll];
        let faces = &roll.faces;
        let is_of_face = !condition.reads_keys() && scope.constants.is_empty() && condition.reads_only(0);
        if !is_of_face || faces.is_empty() || roll.is_compound() {
            return;
        }
        let lists: Vec<Vec<i64>> = self.lists.iter().map(|(_, list)| list.clone()).collect();
        if faces.iter().all(|&face| condition.value(&[face], &KeyValues::NONE, &lists) == Ok(0)) {
            let message = format!("none of these dice can show this: {}", words(faces));
            let warning = ExpressionError::new(written.outer.clone(), message, "it never happens");
            // It is resolved once for each kind of dice that are put together.
            if !self.program.warnings.contains(&warning) {
                self.program.warnings.push(warning);
            }
        }
    }

    /// Warns of a sum that is compared with a number on one of its dice: many programs count dice then.
    pub fn warn_of_sum(&mut self, operator: BinaryOperator, [left, right]: [&Syntax; 2], span: &Span) {
        let (SyntaxKind::Roll { count, die }, SyntaxKind::Integer(number)) =
            (&unchanged(left).kind, &right.kind)
        else {
            return;
        };
        // Two or three dice are often added.
        let is_pool = matches!(count.kind, SyntaxKind::Integer(4..));
        if let Ok(Some(faces)) = self.faces(die, span)
            && is_pool
            && faces.contains(number)
        {
            let operator = operator.symbol();
            let message = format!("the sum of {left} is compared with {number} here");
            let help = format!(
                "write `{left}.count(x, x {operator} {number})` for how many dice it is, or `{left}.sum() {operator} {number}` for the sum"
            );
            self.warn(span, message, help);
        }
    }

    /// Warns of a die that is compared once more where the first comparison failed: it is rolled again there.
    pub fn warn_of_other_die(&mut self, first: &Syntax, then: &Syntax) {
        let is_rolled = |syntax: &Syntax| match &syntax.kind {
            SyntaxKind::Roll { .. } => true,
            SyntaxKind::Name(name) => matches!(self.faces(name, &syntax.span), Ok(Some(_))),
            _ => false,
        };
        let rolled = |condition: &Syntax| match &condition.kind {
            SyntaxKind::Binary { operator, left, .. } if operator.is_relation() => {
                is_rolled(unchanged(left)).then(|| left.to_string())
            }
            _ => None,
        };
        if let Some(dice) = rolled(then).filter(|dice| rolled(first).as_ref() == Some(dice)) {
            let message = format!("this `{dice}` is rolled anew, and not the one that was compared before");
            let help = format!("for one roll, name it: `roll = {dice}`, and compare `roll`");
            self.warn(&then.outer, message, help);
        }
    }

    /// Warns of a fraction of two numbers that is rounded before anything is multiplied with it.
    pub fn warn_of_fraction(&mut self, [left, right]: [&Syntax; 2], span: &Span) {
        if let (&SyntaxKind::Integer(above), &SyntaxKind::Integer(below @ 1..)) = (&left.kind, &right.kind)
            && above % below != 0
        {
            let message = format!("this is {}: divisions round down", above / below);
            let help = format!("multiply first, as in `n * {above} / {below}`");
            self.warn(span, message, help);
        }
    }

    /// Adds a question to a roll, which is drawn if it was not drawn yet. The answer is a variable.
    fn answer(
        &mut self,
        scope: &mut Scope,
        rolled: Rolled,
        span: &Span,
        asked: &str,
        question: &Asking<'_>,
    ) -> Resolved<Expr> {
        let mut made = rolled.made(scope).clone();
        let mut arguments = made.arguments.clone();
        let resolved = question(self, scope, &mut arguments)?;
        let drawn = made.drawn.unwrap_or_else(|| self.draw(scope, &mut made));
        if let Rolled::Named(name) = &rolled {
            scope.names.insert(name.clone(), Binding::Roll(made.clone()));
        }
        let read = resolved.value().into_iter().flat_map(Expr::variables);
        // Everything that the question reads must be known where the dice are rolled.
        for argument in read.filter_map(|variable| arguments.get(variable.checked_sub(1)?)) {
            let ExprKind::Variable(variable) = argument.kind else { continue };
            if scope.is_unchanged_since(variable, drawn.known, made.level) {
                continue;
            }
            if let Some(values) = scope.values(variable, made.level) {
                return self.answer_for_each(scope, &rolled, span, asked, question, (variable, values));
            }
            let name = &scope.routine.variables[variable].name;
            let message = format!("`{name}` changes after the dice are rolled that are asked about it");
            let help = "ask before it changes, roll the dice later, or ask one face after the other, as in `for x, n in roll { if x == face { … } }`";
            return wrong(span, message, help);
        }
        let roll = &mut self.program.rolls[made.roll];
        let is_additive = matches!(resolved, Question::Count(_) | Question::Sum(_) | Question::Size);
        if roll.explodes() && !is_additive {
            return wrong(span, "after `explode` only sums and counts are asked", EXPLODING);
        }
        let StatementKind::Roll { arguments: given, answers, .. } =
            &mut scope.blocks[made.level][drawn.statement].kind
        else {
            unreachable!("the statement rolls dice")
        };
        if let Some(place) = roll.questions.iter().position(|known| *known == resolved) {
            return Ok(Expr::variable(answers[place], span));
        }
        if roll.questions.len() == MOST_QUESTIONS && (roll.explodes() || roll.is_sized) {
            let of_such = if roll.is_sized { "whose sides are a value" } else { "after `explode`" };
            let help = format!(
                "a roll {of_such} answers {MOST_QUESTIONS} questions, and in a `for` loop one for each value"
            );
            return wrong(span, "this roll is asked too much", help);
        }
        if roll.counted == Counted::OnTheWay {
            roll.counted = Counted::AtOnce;
        }
        // The sum of a named roll has the name of the roll.
        let name = match (&rolled, &resolved) {
            (Rolled::Named(name), Question::Sum(Expr { kind: ExprKind::Variable(0), .. })) => name.clone(),
            (Rolled::Named(name), _) => format!("{name}.{asked}"),
            (Rolled::Here(_), _) => String::new(),
        };
        roll.questions.push(resolved);
        roll.asked.push(asked.to_owned());
        given.clone_from(&arguments);
        made.arguments = arguments;
        let answer = scope.routine.variables.len();
        answers.push(answer);
        scope.variable(&name, Type::Number);
        scope.known[answer] = Known { is_set: true, assigned: drawn.answered };
        if let Rolled::Named(name) = rolled {
            scope.names.insert(name, Binding::Roll(made));
        }
        Ok(Expr::variable(answer, span))
    }

    /// Adds a question for each value of the variable of a `for` loop. The answer is that for the
    /// current value.
    fn answer_for_each(
        &mut self,
        scope: &mut Scope,
        rolled: &Rolled,
        span: &Span,
        asked: &str,
        question: &Asking<'_>,
        (variable, values): (usize, Vec<i64>),
    ) -> Resolved<Expr> {
        let name = scope.routine.variables[variable].name.clone();
        let mut answer = Expr::constant(0, span);
        for (place, value) in values.into_iter().enumerate() {
            scope.constants.insert(variable, value);
            let asked = with_value(asked, &name, value);
            let one = self.answer(scope, rolled.clone(), span, &asked, question);
            scope.constants.remove(&variable);
            let one = one?;
            answer = match place {
                0 => one,
                _ => {
                    let current = Expr::variable(variable, span);
                    let is_it = Expr::binary(Operator::Equal, current, Expr::constant(value, span), span);
                    Expr::conditional(is_it, one, answer, span)
                }
            };
        }
        Ok(answer)
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

    /// Resolves an expression about each face, which has this name, or about the roll as a whole.
    fn asked(
        &mut self,
        scope: &mut Scope,
        arguments: &mut Vec<Expr>,
        face: Option<&Syntax>,
        syntax: &Syntax,
        is_truth: bool,
    ) -> Resolved<Expr> {
        let name = match face {
            None => None,
            Some(Syntax { kind: SyntaxKind::Name(name), .. }) => Some(name.clone()),
            Some(other) => {
                let help = "write it as in roll.count(x, x >= 5)";
                return wrong(&other.span, "a name for the face is missing here", help);
            }
        };
        scope.face = Some(Face { name, arguments: std::mem::take(arguments) });
        let resolved = if is_truth { self.truth(scope, syntax) } else { self.number(scope, syntax) };
        if let Some(face) = scope.face.take() {
            *arguments = face.arguments;
        }
        resolved
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

/// The dice that are rolled, without what is changed of them.
fn unchanged(roll: &Syntax) -> &Syntax {
    match &roll.kind {
        SyntaxKind::Method { receiver, name, .. } if CHANGES.contains(&name.as_str()) => unchanged(receiver),
        _ => roll,
    }
}

/// The condition that a die shows this face.
fn is_face(face: Expr, span: &Span) -> Expr {
    Expr::binary(Operator::Equal, Expr::variable(0, span), face, span)
}
