//! The bulk reader of code: many trials side by side, one lane each.

mod drawing;

mod lanes;

mod site;

use rand_xoshiro::Xoshiro256PlusPlus;

use self::lanes::Lanes;
pub use self::site::Site;
use super::super::code::{Offer, Op, Operand};
use super::super::compile::Compiled;
use super::super::decide::chosen;
use super::super::game::Game;
use super::super::program::Operator;
use super::super::syntax::Span;
use super::exact::{Exact, endless};
use super::kernel::{self, View};
use crate::chance::{Budget, Bulk, Isa, Metric, Packing, ROWS, RandomRoller, Tally, substreams, vectorized};
use crate::expression::ExpressionError;

/// The number of lanes for code with loops, which become fewer from round to round.
const LANES_IN_LOOPS: usize = 4 * ROWS;

/// The maximum number of outcomes for the exact distribution of a draw; beyond it, the draw is played out.
const LAW_OF_CALL: u64 = 200_000;

/// The number of pilot trials.
const PILOT: u64 = 1_024;

/// Samples code in bulk.
pub struct Sampled<'a> {
    game: &'a Game,
    compiled: &'a Compiled,
    packing: &'a Packing,
    /// Computes the distributions of draws.
    exact: Exact<'a>,
    bulk: Bulk,
    isa: Isa,
    sites: Vec<Site>,
    /// For each draw: whether it is played out in all lanes.
    is_played: Vec<bool>,
    is_pilot: bool,
    /// The position of a loop without a number of rounds that went on after all of them.
    endless: Option<Span>,
    /// The current rounds of the enclosing loops with a number, the outermost first.
    rounds: Vec<i32>,
    /// Rolls dice one by one.
    dice: RandomRoller<Xoshiro256PlusPlus>,
    /// The count of each indicator.
    indicators: Vec<u64>,
}

impl<'a> Sampled<'a> {
    pub fn new(
        game: &'a Game,
        compiled: &'a Compiled,
        packing: &'a Packing,
        isa: Isa,
        stream: Xoshiro256PlusPlus,
    ) -> Self {
        Sampled {
            game,
            compiled,
            packing,
            exact: Exact::new(game, compiled, packing, Budget::new(LAW_OF_CALL)),
            dice: RandomRoller(substreams(stream.clone()).nth(1).expect("substreams never end")),
            bulk: Bulk::new(stream, isa),
            isa,
            sites: (0..compiled.sites).map(|_| Site::default()).collect(),
            is_played: vec![false; compiled.sites],
            is_pilot: false,
            endless: None,
            rounds: Vec::new(),
            indicators: vec![0; game.indicators()],
        }
    }

    /// Runs trials that are not counted, to find draws without an exact distribution for common
    /// arguments. Playing these out at once is faster than trying each of their arguments. Returns the
    /// tables that were built, and for each draw whether it is played out; the latter depends only on
    /// the code and `trials`.
    pub fn pilot(mut self, trials: u64) -> (Vec<Site>, Vec<bool>) {
        self.is_pilot = true;
        self.resolve(&mut self.lanes(), trials.min(PILOT));
        (self.sites, self.is_played)
    }

    /// Runs a pilot to find a loop that goes on too often after all its rounds.
    pub fn endless(mut self) -> Option<ExpressionError> {
        let mut lanes = self.lanes();
        self.resolve(&mut lanes, PILOT);
        self.endless.map(|span| endless(&span, None))
    }

    /// Continues with tables that were built before, and with the result of a pilot.
    pub fn after(self, sites: Option<Vec<Site>>, is_played: &[bool]) -> Self {
        Sampled { sites: sites.unwrap_or(self.sites), is_played: is_played.to_vec(), ..self }
    }

    /// Adds trials to a tally. Returns the tables that were built, and the count of each indicator.
    pub fn sample(mut self, trials: u64, tally: &mut Tally) -> (Vec<Site>, Vec<u64>) {
        let most = if self.compiled.main.ops.iter().any(Op::is_loop) { LANES_IN_LOOPS } else { ROWS } as u64;
        let mut lanes = self.lanes();
        let mut left = trials;
        while left > 0 {
            let batch = left.min(most);
            self.resolve(&mut lanes, batch);
            tally.extend(&lanes.keys);
            left -= batch;
        }
        (self.sites, self.indicators)
    }

    fn lanes(&self) -> Lanes {
        Lanes { columns: vec![Vec::new(); self.compiled.main.registers], keys: Vec::new() }
    }

    /// Runs `count` lanes.
    fn resolve(&mut self, lanes: &mut Lanes, count: u64) {
        lanes.keys.clear();
        lanes.keys.resize(count as usize, self.packing.pack(&[]));
        self.block(&self.compiled.main.ops, lanes, None);
    }

    fn block(&mut self, ops: &[Op], lanes: &mut Lanes, mask: Option<&[i32]>) {
        ops.iter().for_each(|op| self.op(op, lanes, mask));
    }

    fn op(&mut self, op: &Op, lanes: &mut Lanes, mask: Option<&[i32]>) {
        let isa = self.isa;
        match op {
            Op::Binary { operator, a, b, to } => lanes.compute(isa, *to, |lanes, to| {
                kernel::binary(*operator, lanes.view(*a), lanes.view(*b), to);
            }),
            Op::Not { a, to } => lanes.compute(isa, *to, |lanes, to| {
                kernel::binary(Operator::Minus, View::Constant(1), lanes.view(*a), to);
            }),
            Op::Select { condition, yes, no, to } => lanes.compute(isa, *to, |lanes, to| {
                kernel::select(lanes.view(*condition), lanes.view(*yes), lanes.view(*no), to);
            }),
            Op::Element { list, place, to } => {
                let list = &self.exact.lists[*list];
                lanes.compute(isa, *to, |lanes, to| kernel::elements(list, lanes.view(*place), to));
            }
            Op::Assign { from, to } => {
                lanes.compute(isa, *to, |lanes, to| kernel::assign(mask, lanes.view(*from), to));
            }
            Op::Record { metric, from } => {
                let weight = self.packing.shift(Metric(*metric), 1);
                let Lanes { columns, keys } = lanes;
                match *from {
                    Operand::Constant(constant) => {
                        let shift = weight.wrapping_mul(i64::from(constant) as u64);
                        keys.iter_mut().for_each(|key| *key = key.wrapping_add(shift));
                    }
                    Operand::Register(register) => {
                        vectorized(isa, || record(weight, &columns[register], keys))
                    }
                }
            }
            Op::Indicate { value, moment, from } => {
                let first = value.place(*moment, self.rounds.last().map_or(0, |&round| round as usize));
                let from = lanes.view(*from);
                (0..lanes.keys.len()).for_each(|lane| self.indicators[first + from.at(lane) as usize] += 1);
            }
            Op::Draw(draw) => self.draw(lanes, draw, mask),
            Op::Choose { place, offer, to, .. } => self.choose(lanes, *place, offer, *to, mask),
            Op::If { condition, yes, no, inner, live } if op.is_loop() => {
                let (mut both, off) = lanes.split(*condition, inner, inner);
                let mut off = off;
                self.block(yes, &mut both, None);
                self.block(no, &mut off, None);
                both.append(&mut off, live);
                *lanes = both;
            }
            Op::If { condition, yes, no, .. } => {
                for (truth, branch) in [(true, yes), (false, no)] {
                    if branch.iter().all(|op| matches!(op, Op::Merge { .. })) {
                        continue;
                    }
                    let mut within = vec![0; lanes.keys.len()];
                    let condition = lanes.view(*condition);
                    vectorized(isa, || narrow(truth, condition, mask, &mut within));
                    self.block(branch, lanes, Some(&within));
                }
            }
            Op::Repeat { most, cut, head, condition, body, inner, live, .. } => {
                let depth = self.rounds.len();
                let mut done = Lanes { columns: vec![Vec::new(); lanes.columns.len()], keys: Vec::new() };
                'ends: {
                    for round in 0..*most {
                        self.rounds.truncate(depth);
                        if cut.is_none() {
                            self.rounds.push(round as i32);
                        }
                        self.block(head, lanes, None);
                        match *condition {
                            Operand::Constant(0) => break 'ends,
                            Operand::Constant(_) => {}
                            Operand::Register(_) => lanes.retain(*condition, inner, &mut done, live),
                        }
                        if lanes.keys.is_empty() {
                            break 'ends;
                        }
                        self.block(body, lanes, None);
                    }
                    self.endless = cut.clone().or(self.endless.take());
                }
                self.rounds.truncate(depth);
                if done.keys.is_empty() {
                    return;
                }
                done.append(lanes, live);
                *lanes = done;
            }
            Op::Check { .. } | Op::Merge { .. } => {}
        }
    }

    /// Lets players choose the best option in every lane of the mask.
    fn choose(&mut self, lanes: &mut Lanes, place: usize, offer: &Offer, to: usize, mask: Option<&[i32]>) {
        let decisions = self.game.decisions.get();
        lanes.fit(self.compiled.places[place].seen.as_deref().unwrap_or_default());
        // The chosen value may replace a value that the choice reads.
        lanes.fit(&[to]);
        let choice = |lane: usize| match mask {
            Some(mask) if mask[lane] == 0 => lanes.columns[to][lane],
            _ => chosen(decisions, place, &self.rounds, offer, |operand| lanes.view(operand).at(lane)),
        };
        lanes.columns[to] = (0..lanes.keys.len()).map(choice).collect();
    }
}

/// Adds what a column records to the keys.
#[inline(always)]
fn record(weight: u64, column: &[i32], keys: &mut [u64]) {
    for (key, &value) in keys.iter_mut().zip(column) {
        *key = key.wrapping_add(weight.wrapping_mul(i64::from(value) as u64));
    }
}

/// The lanes of a mask in which a condition equals `truth`.
#[inline(always)]
fn narrow(truth: bool, condition: View<'_>, mask: Option<&[i32]>, to: &mut [i32]) {
    let flip = i32::from(!truth);
    kernel::assign(None, condition, to);
    match mask {
        None => to.iter_mut().for_each(|lane| *lane ^= flip),
        Some(mask) => to.iter_mut().zip(mask).for_each(|(lane, &mask)| *lane = (*lane ^ flip) & mask),
    }
}
