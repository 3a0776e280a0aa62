//! Finds faults in play, and the states in which they occur.

use std::collections::HashSet;

use super::super::super::code::{Fault, Live, Numbers, Offer, Operand};
use super::super::super::program::{Type, divided_by_zero, held, is_nobody, no_element};
use super::super::super::syntax::Span;
use super::super::super::walk::said;
use super::super::rows::Rows;
use super::{Exact, Stop};
use crate::expression::ExpressionError;

/// Preparing the dice of a roll takes about as long as visiting this many outcomes.
const POOL: u64 = 16;

impl Exact<'_> {
    /// Finds a row in which a fault occurs.
    ///
    /// # Errors
    /// If there is one, or if looking for it exceeds the budget.
    pub fn check(
        &mut self,
        fault: &Fault,
        (guard, span, live): (Operand, &Span, &Live),
        rows: &Rows,
        mask: Option<&[i32]>,
    ) -> Result<(), Stop> {
        let mut rolled: HashSet<Vec<i64>> = HashSet::new();
        for row in 0..rows.len() {
            let at = |operand: Operand| i64::from(rows.view(operand).at(row));
            if at(guard) == 0 || mask.is_some_and(|mask| mask[row] == 0) {
                continue;
            }
            let wrong = match fault {
                Fault::Zero(divisor) => (at(*divisor) == 0).then(|| divided_by_zero(span)),
                Fault::Element(place, length) => {
                    let place = at(*place);
                    (place < 0 || place >= *length as i64).then(|| no_element(span, place, *length))
                }
                Fault::Nobody(place, count) => {
                    let place = at(*place);
                    (place < 0 || place >= *count as i64).then(|| is_nobody(span))
                }
                Fault::Outside(value, low, high) => {
                    let (value, low, high) = (at(*value), at(*low), at(*high));
                    (value < low || value > high).then(|| {
                        let message = format!("this can be {value}, outside of its range {low}..{high}");
                        ExpressionError::new(
                            span.clone(),
                            message,
                            "widen the range, here or where the name is first assigned, or keep to it with clamp( )",
                        )
                    })
                }
                Fault::Overflow(operator, a, b, _) => held(operator.of(at(*a), at(*b)), span).err(),
                Fault::Options(offer) => {
                    let at = |operand| at(operand) as i32;
                    offer
                        .wrong(&at)
                        .or_else(|| offer.all(&at).is_empty().then(|| no_option(offer, &at, span)))
                }
                Fault::Roll(roll, arguments) => {
                    let arguments: Vec<i64> = arguments.iter().map(|&argument| at(argument)).collect();
                    let is_new = rolled.insert(arguments.clone());
                    if is_new {
                        self.afford(POOL, 0)?;
                    }
                    is_new.then(|| self.game.pool(*roll, &arguments).err()).flatten()
                }
                Fault::Chance(definition, arguments) => {
                    let arguments: Vec<i64> = arguments.iter().map(|&argument| at(argument)).collect();
                    let is_new = rolled.insert(arguments.clone());
                    is_new.then(|| self.game.chance(*definition, &arguments, span).err()).flatten()
                }
                Fault::Dice(roll, dice) => {
                    let (roll, dice) = (&self.game.program.rolls[*roll], at(*dice));
                    (dice > roll.most()).then(|| roll.too_many(dice, span))
                }
            };
            if let Some(wrong) = wrong {
                return Err(Stop::Fault(self.with_state(wrong, rows, row, live)));
            }
        }
        Ok(())
    }

    /// Adds to an error the state in which it occurs: the variables that are still needed.
    fn with_state(
        &self,
        mut error: ExpressionError,
        rows: &Rows,
        row: usize,
        live: &Live,
    ) -> ExpressionError {
        let variables = &self.game.program.main.variables;
        let known = |&register: &usize| {
            let variable = variables.get(register).filter(|variable| variable.is_named())?;
            let value = rows.columns[register][row];
            Some(match variable.ty {
                Type::Label(_) => format!("{} = {}", variable.told, said(&variable.ty, value.into())),
                _ => format!("{} = {value}", variable.told),
            })
        };
        // A definition has other names.
        let state: Vec<String> =
            if self.is_main { live.iter().filter_map(known).collect() } else { Vec::new() };
        if !state.is_empty() {
            error.message = format!("{}, where {}", error.message, state.join(", "));
        }
        error
    }
}

fn no_option(offer: &Offer, at: &dyn Fn(Operand) -> i32, span: &Span) -> ExpressionError {
    let message = match (&offer.condition, &offer.numbers) {
        (None, Numbers::Range(low, high)) => {
            format!("there may be nothing to choose from {} to {}", at(*low), at(*high))
        }
        _ => "no option may meet the condition here".to_owned(),
    };
    let help = "choose only where there is something, as in `if n > 0 { choose … }`";
    ExpressionError::new(span.clone(), message, help)
}
