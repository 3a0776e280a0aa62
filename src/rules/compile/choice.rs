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
        if let Some(condition) = &choice.condition {
            self.check_keys(choice, condition);
        }
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
        let (possible, sure) = self.options_of(choice, MOST_TRIED);
        let Some(condition) = &choice.condition else { return !sure.is_empty() };
        let with = |&number: &i64| choice.with_option(condition, number);
        let is_asked = |part: &Expr| match part.kind {
            ExprKind::Binary(operator, ..) => {
                use Operator::{Divide, Minus, Plus, Remainder, Times};
                matches!(operator, Divide | Remainder | Plus | Minus | Times)
            }
            ref kind => matches!(kind, ExprKind::Element(..) | ExprKind::Pick(_)),
        };
        let is_safe = |number: &i64| self.reached(&with(number)).iter().all(|part| self.is_safe(part));
        let never_wrong =
            !condition.parts().any(is_asked) || possible.len() < MOST_TRIED && possible.iter().all(is_safe);
        never_wrong && sure.iter().any(|number| self.range_of(&with(number)).constant() == Some(1))
    }

    /// The options that there may be, and those that there are for sure, but for the condition; of a range at most so
    /// many.
    fn options_of(&self, choice: &Choice, most: usize) -> (Vec<i64>, Vec<i64>) {
        let numbers = |low: i64, high: i64| (low..=high).take(most).collect();
        match &choice.options {
            Options::List(list) => (list.clone(), list.clone()),
            Options::Range(low, high) => {
                let (low, high) = (self.range_of(low), self.range_of(high));
                (numbers(low.low, high.high), numbers(low.high, high.low))
            }
        }
    }

    /// Says which keys that are not set the condition of a choice asks for their values.
    fn check_keys(&mut self, choice: &Choice, condition: &Expr) {
        let keys = self.compiler.keys;
        let unset = |part: &Expr| match part.kind {
            ExprKind::Key(key) if keys.of(key).is_none() => Some((key, part.span.clone())),
            _ => None,
        };
        if condition.parts().find_map(unset).is_none() {
            return;
        }
        let (possible, _) = self.options_of(choice, MOST_ASKED);
        let of_option =
            |&number: &i64| self.reached(&choice.with_option(condition, number)).into_iter().find_map(unset);
        if let Some((key, span)) = possible.iter().find_map(of_option) {
            self.unset(key, &span);
        }
    }

    /// The parts of an expression that are computed, unless it is known that they are not.
    fn reached<'e>(&self, expr: &'e Expr) -> Vec<&'e Expr> {
        let known = |part: &Expr| self.range_of(part).constant();
        let parts: Vec<&Expr> = match &expr.kind {
            ExprKind::Constant(_) | ExprKind::Key(_) | ExprKind::IsSet(_) | ExprKind::Variable(_) => {
                Vec::new()
            }
            ExprKind::KeyOr(key, _) if self.compiler.keys.of(*key).is_some() => Vec::new(),
            ExprKind::KeyOr(_, inner) | ExprKind::Not(inner) | ExprKind::Element(_, inner) => vec![inner],
            ExprKind::Binary(operator @ (Operator::And | Operator::Or), left, _)
                if known(left) == Some(i64::from(*operator == Operator::Or)) =>
            {
                vec![left]
            }
            ExprKind::Binary(_, left, right) => vec![left, right],
            ExprKind::Conditional(parts) => {
                let [condition, yes, no] = &**parts;
                match known(condition) {
                    Some(1) => vec![condition, yes],
                    Some(_) => vec![condition, no],
                    None => vec![condition, yes, no],
                }
            }
            ExprKind::Pick(pick) => {
                let values = pick.values_in(self.range_of(&pick.place));
                std::iter::once(&pick.place).chain(values).collect()
            }
        };
        let below = parts.into_iter().flat_map(|part| self.reached(part));
        std::iter::once(expr).chain(below).collect()
    }

    /// Whether an expression asks no list for a number that it lacks, does not divide by 0, and is not too large,
    /// if its parts have values.
    fn is_safe(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Binary(operator, left, right) => {
                let divides = matches!(operator, Operator::Divide | Operator::Remainder);
                let (in_left, in_right) = (self.range_of(left), self.range_of(right));
                let range = Range::of(*operator, in_left, in_right);
                range == range.held() && !(divides && in_right.contains(0))
            }
            ExprKind::Element(list, place) => self.is_place(place, self.compiler.program.lists[*list].len()),
            ExprKind::Pick(pick) => self.is_place(&pick.place, pick.values.len()),
            _ => true,
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

/// The maximum number of options of which it is asked whether their condition reads keys that are not set.
const MOST_ASKED: usize = 1_000_000;

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
