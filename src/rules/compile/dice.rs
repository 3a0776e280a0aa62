//! Dice that are made of dice: what they show is computed once, before anything that rolls them is compiled.

use std::rc::Rc;

use super::super::code::{Draw, DrawnFrom, Operand};
use super::super::game::Game;
use super::super::range::Range;
use super::super::roll::{MOST_FACES, Made};
use super::super::run::exact::{CHECKED_OUTCOMES, Exact, Stop};
use super::super::run::rows::Drawn;
use super::super::syntax::Span;
use super::{Besides, Compiled, Compiler};
use crate::chance::{Budget, Metric, Packing};
use crate::expression::{ExpressionError, wrong};

impl Compiler<'_> {
    /// Computes what a die shows, unless that is known already. Notes an error if that is too much.
    pub fn make_die(&mut self, definition: usize, span: &Span) {
        let games = self.game.with_cut_earlier().filter(|game| game.made(definition).is_none());
        let games: Vec<&Game> = games.collect();
        if games.is_empty() {
            return;
        }
        let code = self.call(definition, Vec::new());
        let compiled =
            Compiled { calls: self.made.calls.clone(), sites: self.made.sites, ..Compiled::default() };
        for game in games {
            let made = made(game, &compiled, code, span).unwrap_or_else(|error| {
                self.wrong.push(error);
                Made { faces: vec![(0, 1.0)], omitted: 0.0 }
            });
            game.make(definition, made);
        }
    }
}

/// What a die shows that the code of a definition makes.
fn made(game: &Game, compiled: &Compiled, code: usize, span: &Span) -> Result<Made, ExpressionError> {
    let (law, _) = law(game, compiled, code, &[], span, || {
        let help = "make it of fewer dice, or roll them where they are needed";
        ExpressionError::new(span.clone(), "what this die shows takes too long to be known", help)
    })?;
    let mut faces: Vec<(i64, f64)> =
        law.outputs[0].iter().map(|&face| face.into()).zip(law.weights.iter().copied()).collect();
    faces.sort_by_key(|&(face, _)| face);
    if faces.len() as i64 > MOST_FACES {
        let message = format!("this die shows {} numbers", faces.len());
        return wrong(span, message, format!("at most {MOST_FACES}"));
    }
    Ok(Made { faces, omitted: law.omitted })
}

/// The distribution of the one result of a call, and what it took, in outcomes.
///
/// # Errors
/// If something goes wrong in it, or it is `too_much`.
pub fn law(
    game: &Game,
    compiled: &Compiled,
    code: usize,
    arguments: &[i32],
    span: &Span,
    too_much: impl Fn() -> ExpressionError,
) -> Result<(Rc<Drawn>, u64), ExpressionError> {
    let known = |&argument: &i32| (Operand::Constant(argument), Range::only(argument.into()));
    let draw = Draw {
        from: DrawnFrom::Call(code),
        site: 0,
        span: span.clone(),
        arguments: arguments.iter().map(known).collect(),
        answers: vec![Some(0)],
        then: Vec::new(),
        outputs: Vec::new(),
        live: Vec::new(),
    };
    let packing = Packing::new(&[], |_: Metric| false).expect("nothing needs no room");
    let drawn = |besides| {
        let compiled = compiled.for_metrics(|_| false, besides);
        let mut exact = Exact::new(game, &compiled, &packing, Budget::new(CHECKED_OUTCOMES));
        let law = exact.drawn(&draw, arguments).map_err(|stop| match stop {
            Stop::Fault(error) | Stop::Endless(error) => error,
            Stop::NoLaw(_) => too_much(),
        })?;
        Ok((law, exact.work()))
    };
    if compiled.has_checks() {
        drawn(Besides::Checks)?;
    }
    drawn(Besides::Nothing)
}
