//! Compiles decisions.

use std::cmp::Reverse;
use std::sync::Arc;

use super::super::code::{Condition, Fault, Numbers, Offer, Op, Operand, Place, all_ops};
use super::super::game::Game;
use super::super::program::{Choice, Expr, ExprKind, Operator, Options, Program};
use super::super::range::Range;
use super::super::syntax::Span;
use super::live::{Needed, add};
use super::{Building, Compiled};
use crate::expression::ExpressionError;

impl Building<'_, '_> {
    pub fn choose(&mut self, number: usize, span: &Span) {
        let program = self.compiler.program;
        let choice = &program.choices[number];
        let (numbers, range) = match &choice.options {
            Options::List(list) => {
                let range = Range::around(list.iter().map(|&option| Range::only(option)));
                (Numbers::List(list.iter().map(|&option| option as i32).collect()), range)
            }
            Options::Range(low, high) => {
                let range = Range::new(self.range_of(low).low, self.range_of(high).high);
                (Numbers::Range(self.expression(low), self.expression(high)), range)
            }
        };
        let condition = choice.condition.as_ref().map(|condition| {
            let Game { program, keys, .. } = self.compiler.game;
            let mut operand = |variable| self.expression(&Expr::variable(variable, &(0..0)));
            Arc::new(Condition::new(condition, choice.variable, program, keys, &mut operand))
        });
        let seeing = choice.seeing.iter().map(|&(variable, _)| Operand::Register(variable)).collect();
        let offer = Offer { numbers, condition, seeing };
        if !self.is_offer_sound(choice) {
            self.check(Fault::Options(offer.clone()), span);
        }
        if let Some((fixed, key)) = choice.fixed(self.compiler.keys) {
            let count = match &choice.options {
                Options::List(list) => list.len() as i64,
                Options::Range(..) => range.high - range.low + 1,
            };
            if choice.condition.is_some() && count > MOST_TRIED as i64 {
                let key = &program.keys[key].name;
                let message = format!("`{key}` stands for the nearest of too many options");
                let help = format!("leave `{key}` out, or let there be at most 1,000 options");
                self.compiler.wrong.push(ExpressionError::new(span.clone(), message, help));
            }
            let (from, range) = self.nearest(choice, fixed, range);
            return self.assign(choice.variable, from, range);
        }
        if let Some(only) = range.constant() {
            return self.assign(choice.variable, Operand::Constant(only as i32), range);
        }
        let key = (number, self.turns.clone());
        let element = |&variable: &usize| Some((variable, self.range(variable).constant()?));
        let elements = choice.loops.iter().filter_map(element).collect();
        let place = *self.compiler.known_places.entry(key).or_insert_with_key(|(choice, turns)| {
            self.compiler.made.places.push(Place {
                choice: *choice,
                turns: turns.clone(),
                elements,
                rounds: self.rounds,
                is_in_chain: self.chains > 0,
                seen: None,
            });
            self.compiler.made.places.len() - 1
        });
        self.takes(choice.variable, range);
        self.emit(Op::Choose { place, offer, to: choice.variable, live: Vec::new() });
    }

    /// Whether a choice has an option for sure, whatever the values in play, and asking which there are cannot go
    /// wrong.
    fn is_offer_sound(&self, choice: &Choice) -> bool {
        let numbers = |low: i64, high: i64| (low..=high).take(MOST_TRIED).collect();
        let (possible, sure) = match &choice.options {
            Options::List(list) => (list.clone(), list.clone()),
            Options::Range(low, high) => {
                let (low, high) = (self.range_of(low), self.range_of(high));
                (numbers(low.low, high.high), numbers(low.high, high.low))
            }
        };
        let Some(condition) = &choice.condition else { return !sure.is_empty() };
        let with = |&number: &i64| choice.with_option(condition, number);
        let is_asked = |part: &Expr| match part.kind {
            ExprKind::Binary(operator, ..) => {
                use Operator::{Divide, Minus, Plus, Remainder, Times};
                matches!(operator, Divide | Remainder | Plus | Minus | Times)
            }
            ref kind => matches!(kind, ExprKind::Element(..) | ExprKind::Pick(_)),
        };
        let is_safe = !condition.parts().any(is_asked)
            || possible.len() < MOST_TRIED && possible.iter().all(|number| self.is_safe(&with(number)));
        is_safe && sure.iter().any(|number| self.range_of(&with(number)).constant() == Some(1))
    }

    /// Whether no list is asked for a number that it lacks, nothing is divided by 0, and no number is too large,
    /// where it matters.
    fn is_safe(&self, expr: &Expr) -> bool {
        let is_safe = |part: &Expr| self.is_safe(part);
        let known = |part: &Expr| self.range_of(part).constant();
        match &expr.kind {
            ExprKind::Constant(_) | ExprKind::Key(_) | ExprKind::IsSet(_) | ExprKind::Variable(_) => true,
            ExprKind::KeyOr(_, inner) | ExprKind::Not(inner) => is_safe(inner),
            ExprKind::Binary(operator @ (Operator::And | Operator::Or), left, right) => {
                is_safe(left) && (known(left) == Some(i64::from(*operator == Operator::Or)) || is_safe(right))
            }
            ExprKind::Binary(operator, left, right) => {
                let divides = matches!(operator, Operator::Divide | Operator::Remainder);
                let (in_left, in_right) = (self.range_of(left), self.range_of(right));
                let range = Range::of(*operator, in_left, in_right);
                is_safe(left) && is_safe(right) && range == range.held() && !(divides && in_right.contains(0))
            }
            ExprKind::Conditional(parts) => {
                let [condition, yes, no] = &**parts;
                let among = match known(condition) {
                    Some(1) => &[yes][..],
                    Some(_) => &[no],
                    None => &[yes, no],
                };
                is_safe(condition) && among.iter().all(|part| is_safe(part))
            }
            ExprKind::Element(list, place) => {
                is_safe(place) && self.is_place(place, self.compiler.program.lists[*list].len())
            }
            ExprKind::Pick(pick) => {
                is_safe(&pick.place)
                    && self.is_place(&pick.place, pick.values.len())
                    && pick.values_in(self.range_of(&pick.place)).iter().all(is_safe)
            }
        }
    }

    /// Whether a number is for sure a place in a list of this length.
    fn is_place(&self, number: &Expr, length: usize) -> bool {
        let Range { low, high } = self.range_of(number);
        low >= 0 && high < length as i64
    }

    /// The option that is nearest to a number, among those that there are; the lesser one of two equally near
    /// options.
    fn nearest(&mut self, choice: &Choice, wanted: i64, among: Range) -> (Operand, Range) {
        let (mut nearest, mut range) = self.valued(&choice.options.nearest(wanted));
        let Some(condition) = &choice.condition else { return (nearest, range) };
        let mut options: Vec<i64> = match &choice.options {
            Options::List(list) => list.clone(),
            Options::Range(..) => (among.low..=among.high).take(MOST_TRIED).collect(),
        };
        options.sort_by_key(|&option| Reverse((option.abs_diff(wanted), option)));
        for option in options {
            let mut is_there = choice.with_option(condition, option);
            if let Options::Range(low, high) = &choice.options {
                for bounds in
                    [[low, &Expr::constant(option, &(0..0))], [&Expr::constant(option, &(0..0)), high]]
                {
                    let [less, more] = bounds.map(Expr::clone);
                    let is_within = Expr::binary(Operator::LessOrEqual, less, more, &(0..0));
                    is_there = Expr::binary(Operator::And, is_within, is_there, &(0..0));
                }
            }
            match self.expression(&is_there) {
                Operand::Constant(0) => {}
                Operand::Constant(_) => {
                    (nearest, range) = (Operand::Constant(option as i32), Range::only(option))
                }
                condition => {
                    let to = self.fresh();
                    self.emit(Op::Select {
                        condition,
                        yes: Operand::Constant(option as i32),
                        no: nearest,
                        to,
                    });
                    (nearest, range) = (Operand::Register(to), range.join(Range::only(option)));
                    self.reaches(to, range);
                }
            }
        }
        (nearest, range)
    }
}

/// The maximum number of options that are tried to find one that is there.
const MOST_TRIED: usize = 1_000;

impl Compiled {
    /// Finds what players see where they decide: the registers that the code of the goal still needs there.
    pub(super) fn find_what_players_see(&mut self, program: &Program) {
        let Some((goal, _)) = program.goal.filter(|_| !self.places.is_empty()) else { return };
        let for_goal = self.for_goal(goal);
        for op in all_ops(&for_goal.main.ops) {
            if let Op::Choose { place, offer, live, .. } = op {
                let mut seen: Needed = live.iter().copied().collect();
                offer.operands().into_iter().for_each(|operand| add(&mut seen, operand));
                self.places[*place].seen = Some(seen.into_iter().collect());
            }
        }
    }
}
