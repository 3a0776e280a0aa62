//! Compiles decisions.

use super::super::code::{Fault, Offer, Op, Operand, Place};
use super::super::program::{Options, Program};
use super::super::range::Range;
use super::super::syntax::Span;
use super::{Besides, Building, Compiled, Compiler, live};

impl Building<'_> {
    pub fn choose(&mut self, compiler: &mut Compiler<'_>, number: usize, span: &Span) {
        let program = compiler.program;
        let choice = &program.choices[number];
        if let Options::Range(low, high) = &choice.options {
            let (in_low, in_high) = (self.range_of(compiler, low), self.range_of(compiler, high));
            if in_low.high > in_high.low {
                let (low, high) = (self.expression(compiler, low), self.expression(compiler, high));
                self.check(Fault::NoOption(low, high), span);
            }
        }
        if let Some(fixed) = compiler.keys.of(choice.key) {
            let nearest = choice.options.nearest(fixed);
            let (from, range) = (self.expression(compiler, &nearest), self.range_of(compiler, &nearest));
            return self.assign(compiler, choice.variable, from, range);
        }
        let (offer, range) = match &choice.options {
            Options::List(list) => {
                let ranges = list.iter().map(|&option| Range::only(option));
                let range = ranges.reduce(Range::join).unwrap_or(Range::only(0));
                (Offer::List(list.iter().map(|&option| option as i32).collect()), range)
            }
            Options::Range(low, high) => {
                let range = Range::new(self.range_of(compiler, low).low, self.range_of(compiler, high).high);
                (Offer::Range(self.expression(compiler, low), self.expression(compiler, high)), range)
            }
        };
        if let Some(only) = range.constant() {
            return self.assign(compiler, choice.variable, Operand::Constant(only as i32), range);
        }
        let key = (number, self.turns.clone());
        let place = *compiler.known_places.entry(key).or_insert_with_key(|(choice, turns)| {
            compiler.places.push(Place {
                choice: *choice,
                turns: turns.clone(),
                rounds: self.rounds,
                is_in_chain: self.chains > 0,
                seen: None,
            });
            compiler.places.len() - 1
        });
        self.takes(choice.variable, range);
        self.emit(Op::Choose { place, offer, to: choice.variable, live: Vec::new() });
    }
}

impl Compiled {
    /// Finds what players see where they decide: the registers that the code of the goal still needs there.
    pub(super) fn find_what_players_see(&mut self, program: &Program) {
        let Some((goal, _)) = program.goal.filter(|_| !self.places.is_empty()) else { return };
        let for_goal = self.for_metrics(|metric| metric == goal, Besides::Nothing);
        live::each_choice(&for_goal.main.ops, &mut |place, offer, live| {
            let mut seen = live.clone();
            seen.extend(offer.bounds().iter().filter_map(|bound| match bound {
                Operand::Register(register) => Some(*register),
                Operand::Constant(_) => None,
            }));
            seen.sort_unstable();
            seen.dedup();
            self.places[place].seen = Some(seen);
        });
    }
}
