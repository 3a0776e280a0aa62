//! What is said of questions that are asked in another way, and of conditions that may be meant otherwise.

use super::super::super::program::{Expr, KeyValues};
use super::super::super::syntax::{CHANGES, Span};
use super::super::scope::{Binding, Scope};
use super::super::{Resolver, broken};
use crate::expression::grammar::{BinaryOperator, Syntax, SyntaxKind};
use crate::expression::{ExpressionError, nearest};

const QUESTIONS: &str = "a roll has .sum(), .count(x, x >= 5), .max(), .min(), .nth(k), .highest(k), .lowest(k), .most(), .size(), and before them .reroll(x, …), .explode(face), .compound()";

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
pub(super) fn instead_of_asked(name: &str, arguments: &[Syntax]) -> String {
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
pub(super) fn is_condition(written: &Syntax) -> bool {
    match &written.kind {
        SyntaxKind::List(_) => true,
        SyntaxKind::Binary { operator, .. } => operator.is_relation(),
        _ => false,
    }
}

/// The faces of a die in words.
pub(super) fn words(faces: &[i64]) -> String {
    match (faces.iter().min(), faces.iter().max()) {
        (Some(least), Some(greatest)) => format!("their faces are {least} to {greatest}"),
        _ => String::new(),
    }
}

impl Resolver {
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
            SyntaxKind::Name(name) if let Some(own) = self.joined_dice(scope, name) => {
                let message = format!("`{name}` is no roll of dice");
                ExpressionError::new(written.span.clone(), message, format!("write `{own}`"))
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
    pub(super) fn warn_of_never(&mut self, scope: &Scope, roll: usize, condition: &Expr, written: &Syntax) {
        let roll = &self.program.rolls[roll];
        let faces = &roll.faces;
        let is_of_face = !condition.reads_keys() && scope.constants.is_empty() && condition.reads_only(0);
        if !is_of_face || faces.is_empty() || roll.is_compound() {
            return;
        }
        let lists: Vec<Vec<i64>> = self.lists.iter().map(|(_, list)| list.clone()).collect();
        if faces.iter().all(|&face| condition.value(&[face], &KeyValues::NONE, &lists) == Ok(0)) {
            let message = format!("none of these dice can show this: {}", words(faces));
            self.warn(&written.outer, message, "it never happens");
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
        let rolled = |condition: &Syntax| match &condition.kind {
            SyntaxKind::Binary { operator, left, .. } if operator.is_relation() => {
                self.is_rolled(unasked(left)).then(|| left.to_string())
            }
            _ => None,
        };
        if let Some(dice) = rolled(then).filter(|dice| rolled(first).as_ref() == Some(dice)) {
            let message = format!("this `{dice}` is rolled anew, and not the one that was compared before");
            let help = format!("for one roll, name it: `roll = {dice}`, and compare `roll`");
            self.warn(&then.outer, message, help);
        }
    }

    /// Whether dice are rolled here.
    fn is_rolled(&self, dice: &Syntax) -> bool {
        match &dice.kind {
            SyntaxKind::Roll { .. } => true,
            SyntaxKind::Name(name) => {
                self.is_die(name) || matches!(self.faces(name, &dice.span), Ok(Some(_)))
            }
            _ => false,
        }
    }

    /// Warns of two questions about the same dice in one calculation: each of them rolls its own.
    pub fn warn_of_two_rolls(&mut self, [left, right]: [&Syntax; 2], span: &Span) {
        let (
            SyntaxKind::Method { receiver, name, .. },
            SyntaxKind::Method { receiver: other, name: then, .. },
        ) = (&left.kind, &right.kind)
        else {
            return;
        };
        let dice = receiver.to_string();
        if name != then && self.is_rolled(unasked(receiver)) && other.to_string() == dice {
            let message = format!("each of these questions rolls `{dice}` anew");
            let help = format!("for one roll, name it: `roll = {dice}`, and ask `roll`");
            self.warn(span, message, help);
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
}

/// The dice that are asked, without the questions and what is changed of them.
fn unasked(roll: &Syntax) -> &Syntax {
    match &roll.kind {
        SyntaxKind::Method { receiver, .. } => unasked(receiver),
        _ => roll,
    }
}

/// The dice that are rolled, without what is changed of them.
fn unchanged(roll: &Syntax) -> &Syntax {
    match &roll.kind {
        SyntaxKind::Method { receiver, name, .. } if CHANGES.contains(&name.as_str()) => unchanged(receiver),
        _ => roll,
    }
}
