//! Compiles decisions.

use std::cmp::Reverse;
use std::sync::Arc;

use super::super::code::{Condition, Fault, Numbers, Offer, Op, Operand, Place, all_ops};
use super::super::game::Game;
use super::super::program::{Choice, Expr, ExprKind, Operator, Options, Program};
use super::super::range::Range;
use super::super::syntax::Span;
use super::live::{Needed, add};
use super::{Building, Compiled, Compiler};
use crate::expression::ExpressionError;

impl Building<'_> {
    pub fn choose(&mut self, compiler: &mut Compiler<'_>, number: usize, span: &Span) {
        let program = compiler.program;
        let choice = &program.choices[number];
        let (numbers, range) = match &choice.options {
            Options::List(list) => {
                let ranges = list.iter().map(|&option| Range::only(option));
                let range = ranges.reduce(Range::join).unwrap_or(Range::only(0));
                (Numbers::List(list.iter().map(|&option| option as i32).collect()), range)
            }
            Options::Range(low, high) => {
                let range = Range::new(self.range_of(compiler, low).low, self.range_of(compiler, high).high);
                (Numbers::Range(self.expression(compiler, low), self.expression(compiler, high)), range)
            }
        };
        let condition = choice.condition.as_ref().map(|condition| {
            let Game { program, keys, .. } = compiler.game;
            let mut operand =
                |variable| self.expression(compiler, &Expr::new(ExprKind::Variable(variable), 0..0));
            Arc::new(Condition::new(condition, choice.variable, program, keys, &mut operand))
        });
        let seeing = choice.seeing.iter().map(|&(variable, _)| Operand::Register(variable)).collect();
        let offer = Offer { numbers, condition, seeing };
        if !self.is_something_offered(compiler, choice) {
            self.check(Fault::NoOption(offer.clone()), span);
        }
        if let Some((fixed, key)) = choice.fixed(compiler.keys) {
            let count = match &choice.options {
                Options::List(list) => list.len() as i64,
                Options::Range(..) => range.high - range.low + 1,
            };
            if choice.condition.is_some() && count > MOST_TRIED as i64 {
                let key = &program.keys[key].name;
                let message = format!("`{key}` stands for the nearest of too many options");
                let help = format!("leave `{key}` out, or let there be at most 1,000 options");
                compiler.wrong.push(ExpressionError::new(span.clone(), message, help));
            }
            let (from, range) = self.nearest(compiler, choice, fixed, range);
            return self.assign(compiler, choice.variable, from, range);
        }
        if let Some(only) = range.constant() {
            return self.assign(compiler, choice.variable, Operand::Constant(only as i32), range);
        }
        let key = (number, self.turns.clone());
        let place = *compiler.known_places.entry(key).or_insert_with_key(|(choice, turns)| {
            let element = |&variable: &usize| Some((variable, self.range(variable).constant()?));
            compiler.made.places.push(Place {
                choice: *choice,
                turns: turns.clone(),
                elements: compiler.program.choices[*choice].loops.iter().filter_map(element).collect(),
                rounds: self.rounds,
                is_in_chain: self.chains > 0,
                seen: None,
            });
            compiler.made.places.len() - 1
        });
        self.takes(choice.variable, range);
        self.emit(Op::Choose { place, offer, to: choice.variable, live: Vec::new() });
    }

    /// Whether a choice has an option for sure: one of the numbers that are always there meets the condition,
    /// whatever the values in play.
    fn is_something_offered(&mut self, compiler: &mut Compiler<'_>, choice: &Choice) -> bool {
        let numbers: Vec<i64> = match &choice.options {
            Options::List(list) => list.clone(),
            Options::Range(low, high) => {
                let sure = self.range_of(compiler, low).high..=self.range_of(compiler, high).low;
                sure.take(MOST_TRIED).collect()
            }
        };
        let Some(condition) = &choice.condition else { return !numbers.is_empty() };
        numbers
            .into_iter()
            .any(|number| self.is_met_for_sure(compiler, &choice.with_option(condition, number)))
    }

    /// Whether a condition is true, and nothing that goes wrong is asked before that is known.
    fn is_met_for_sure(&self, compiler: &Compiler<'_>, condition: &Expr) -> bool {
        let is_safe = |expr: &Expr| {
            expr.parts().all(|part| match &part.kind {
                ExprKind::Element(list, place) => {
                    let Range { low, high } = self.range_of(compiler, place);
                    low >= 0 && high < compiler.program.lists[*list].len() as i64
                }
                ExprKind::Binary(Operator::Divide | Operator::Remainder, _, by) => {
                    !self.range_of(compiler, by).contains(0)
                }
                _ => true,
            })
        };
        match &condition.kind {
            ExprKind::Binary(Operator::Or, left, right) => {
                self.is_met_for_sure(compiler, left) || is_safe(left) && self.is_met_for_sure(compiler, right)
            }
            _ => is_safe(condition) && self.range_of(compiler, condition).constant() == Some(1),
        }
    }

    /// The option that is nearest to a number, among those that there are; the lesser one of two equally near
    /// options.
    fn nearest(
        &mut self,
        compiler: &mut Compiler<'_>,
        choice: &Choice,
        wanted: i64,
        among: Range,
    ) -> (Operand, Range) {
        let (mut nearest, mut range) = self.valued(compiler, &choice.options.nearest(wanted));
        let Some(condition) = &choice.condition else { return (nearest, range) };
        let mut options: Vec<i64> = match &choice.options {
            Options::List(list) => list.clone(),
            Options::Range(..) => (among.low..=among.high).take(MOST_TRIED).collect(),
        };
        options.sort_by_key(|&option| Reverse((option.abs_diff(wanted), option)));
        for option in options {
            let mut is_there = choice.with_option(condition, option);
            if let Options::Range(low, high) = &choice.options {
                for bounds in [[low, &Expr::constant(option, 0..0)], [&Expr::constant(option, 0..0), high]] {
                    let [less, more] = bounds.map(|bound| Box::new(bound.clone()));
                    let is_within = Expr::new(ExprKind::Binary(Operator::LessOrEqual, less, more), 0..0);
                    let both = ExprKind::Binary(Operator::And, Box::new(is_within), Box::new(is_there));
                    is_there = Expr::new(both, 0..0);
                }
            }
            match self.expression(compiler, &is_there) {
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
