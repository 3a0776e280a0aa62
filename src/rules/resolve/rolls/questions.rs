//! Questions about dice.

use super::super::super::program::{Expr, ExprKind, Operator, StatementKind, Type};
use super::super::super::roll::{Counted, MOST_QUESTIONS, Part, Question};
use super::super::super::syntax::Span;
use super::super::dice::EXPLODING;
use super::super::scope::{Binding, Face, Known, NamedRoll, Scope};
use super::super::{Resolved, Resolver};
use super::Rolled;
use super::hints::instead_of_asked;
use crate::description::words::count;
use crate::expression::grammar::{RULES, Syntax, SyntaxKind, TokenKind, tokens_and_errors};
use crate::expression::{ExpressionError, wrong};

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

impl Resolver {
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

    /// Resolves an expression about each face, which has this name, or about the roll as a whole.
    pub(super) fn asked(
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
        let resolved = match is_truth {
            true => self.truth(scope, syntax).map_err(|error| match (face, &syntax.kind) {
                (Some(face), SyntaxKind::Integer(_)) => {
                    ExpressionError { help: format!("compare it, as in `{face} == {syntax}`"), ..error }
                }
                (Some(face), SyntaxKind::List(_)) => {
                    ExpressionError { help: format!("write `{face} in {syntax}`"), ..error }
                }
                _ => error,
            }),
            false => self.number(scope, syntax),
        };
        if let Some(face) = scope.face.take() {
            *arguments = face.arguments;
        }
        resolved
    }
}

/// The condition that a die shows this face.
pub(super) fn is_face(face: Expr, span: &Span) -> Expr {
    Expr::binary(Operator::Equal, Expr::variable(0, span), face, span)
}
