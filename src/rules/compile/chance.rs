//! Chances that a text asks for, as in `chance(3d6.sum() >= n)`: how likely it is that a definition returns true.

use super::super::code::{DrawnFrom, Fault, Operand};
use super::super::game::Game;
use super::super::range::Range;
use super::super::syntax::Span;
use super::dice::law;
use super::{Building, Compiler};
use crate::expression::{ExpressionError, wrong};

/// So many chances are computed before play.
const FEW: usize = 500;

/// What the chances of a text may take, in outcomes, and what each of them takes at least.
const MOST: u64 = 8_000_000;
const LEAST: u64 = 500;

/// By so much a chance may come out too small, since it is added up of rounded numbers.
const ROUNDING: f64 = 1e-12;

impl Game {
    /// The chance that a definition returns true for these arguments, in so many parts, rounded down.
    ///
    /// # Errors
    /// If it takes too long to be known, or something goes wrong in it.
    pub fn in_parts(&self, definition: usize, arguments: &[i64], parts: i64) -> Result<i32, ExpressionError> {
        let known = self.chances().known.get(&(definition, arguments.to_vec())).copied();
        let chance = match known {
            Some(known) => known,
            None => self.new_chance(definition, arguments, &(0..0))?,
        };
        Ok(((chance + ROUNDING) * parts as f64).floor() as i32)
    }

    /// The chance that a definition returns true for these arguments; it is asked for at `span`.
    ///
    /// # Errors
    /// If it takes too long to be known, alone or with all others, or something goes wrong in it.
    pub fn chance(&self, definition: usize, arguments: &[i64], span: &Span) -> Result<f64, ExpressionError> {
        let chances = self.chances();
        if let Some(&known) = chances.known.get(&(definition, arguments.to_vec())) {
            return Ok(known);
        }
        if chances.work > MOST {
            let help = "ask with fewer numbers, as in `chance(d6 > w)` after `w = v / 10`, or for less";
            return wrong(span, "there are too many chances here to know them all", help);
        }
        drop(chances);
        self.new_chance(definition, arguments, span)
    }

    fn new_chance(&self, definition: usize, arguments: &[i64], span: &Span) -> Result<f64, ExpressionError> {
        let mut compiler = Compiler::new(self);
        let code = compiler.call(definition, arguments.iter().map(|&value| Range::only(value)).collect());
        if !compiler.wrong.is_empty() {
            return Err(compiler.wrong.remove(0));
        }
        let given: Vec<i32> = arguments.iter().map(|&value| value as i32).collect();
        let (law, work) = law(self, &compiler.made, code, &given, span, || {
            let help = "ask for the chance of fewer dice, or of less that is done with them";
            ExpressionError::new(span.clone(), "this chance takes too long to be known", help)
        })?;
        let truths = law.outputs[0].iter().zip(&law.weights).filter(|&(&value, _)| value != 0);
        // What is left out, of open-ended dice or of loops without a number, may be true.
        let chance = (truths.map(|(_, weight)| weight).sum::<f64>() + law.omitted).min(1.0);
        let mut chances = self.chances();
        chances.known.insert((definition, arguments.to_vec()), chance);
        chances.work += work.max(LEAST);
        Ok(chance)
    }
}

impl Building<'_, '_> {
    /// The chance that a definition returns true. Where few arguments are possible, it is computed for all of them; else,
    /// or if that goes wrong, those that occur are checked.
    pub fn chance(
        &mut self,
        definition: usize,
        parts: i64,
        arguments: Vec<(Operand, Range)>,
        results: &[usize],
        span: &Span,
    ) {
        results.iter().for_each(|&result| self.takes(result, Range::new(0, parts)));
        if self.settling > 0 {
            return;
        }
        let ranges: Vec<Range> = arguments.iter().map(|&(_, range)| range).collect();
        let is_known = |of: &Vec<i64>| self.compiler.game.chance(definition, of, span).is_ok();
        if !combinations(&ranges, FEW).is_some_and(|all| all.iter().all(is_known)) {
            let arguments = arguments.iter().map(|&(argument, _)| argument).collect();
            self.check(Fault::Chance(definition, arguments), span);
        }
        self.draw(DrawnFrom::Chance { definition, parts }, arguments, results, span);
    }
}

/// All combinations of numbers in these ranges, if they are at most so many.
fn combinations(ranges: &[Range], most: usize) -> Option<Vec<Vec<i64>>> {
    let mut all = vec![Vec::new()];
    for range in ranges {
        let values = usize::try_from(range.high - range.low + 1).ok()?;
        values.checked_mul(all.len()).filter(|&number| number <= most)?;
        let longer = |of: Vec<i64>| {
            (range.low..).take(values).map(move |value| of.iter().copied().chain([value]).collect())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    Some(all)
}
