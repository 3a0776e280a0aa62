//! The bulk reader of code: many trials side by side, one lane each.

mod drawing;

mod frame;

mod plan;

mod site;

use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

use self::frame::{Column, Frame, Frames};
pub use self::plan::Plan;
use self::plan::{Branch, Loop, Step, Width};
pub use self::site::Site;
use super::super::code::{Live, Offer, Op, Operand};
use super::super::compile::Compiled;
use super::super::decide::chosen;
use super::super::game::Game;
use super::super::program::Operator;
use super::super::roll::{MOST_STEPS, Physical};
use super::super::syntax::Span;
use super::exact::{Exact, endless};
use super::kernel::{self, Cell, View};
use crate::chance::{Budget, Bulk, Isa, Metric, Packing, RandomRoller, Tally, substreams, vectorized};
use crate::description::Moment;
use crate::expression::ExpressionError;

/// The maximum number of lanes: with more of them operations begin less often, with fewer the columns stay
/// in a cache.
const LANES: usize = 4096;

/// The maximum number of outcomes for the exact distribution of a draw; beyond it, the draw is played out.
const LAW_OF_CALL: u64 = 200_000;

/// Whether columns are as narrow as their values allow. A page, which has no wide vectors, is smaller without.
const NARROW: bool = !cfg!(target_arch = "wasm32");

/// The number of pilot trials.
const PILOT: u64 = 1_024;

/// Lanes are run apart where they are at most one in so many.
const SPARSE: usize = 8;

/// Up to so many values are counted one after the other, each in all lanes at once.
const FEW: usize = 8;

/// Samples code in bulk.
pub struct Sampled<'a> {
    game: &'a Game,
    compiled: &'a Compiled,
    plan: &'a Plan,
    packings: &'a [Packing],
    /// Computes the distributions of draws.
    exact: Exact<'a>,
    bulk: Bulk,
    /// Draws rare outcomes.
    random: Xoshiro256PlusPlus,
    isa: Isa,
    sites: Vec<Site>,
    frames: Frames,
    /// For each draw: whether it is played out in all lanes.
    is_played: Vec<bool>,
    /// The trials for which a pilot runs.
    pilot_of: Option<u64>,
    /// For each draw, what its distributions took in a pilot, in outcomes.
    work: Vec<u64>,
    /// The position of a loop without a number of rounds that went on after all of them.
    endless: Option<Span>,
    /// The current rounds of the enclosing loops with a number, the outermost first.
    rounds: Vec<Round>,
    /// Rolls dice one by one.
    dice: RandomRoller<Xoshiro256PlusPlus>,
    /// The dice that were thrown, by roll and arguments.
    thrown: FxHashMap<(usize, Vec<i64>), Arc<Physical>>,
    /// The count of each indicator.
    indicators: Vec<u64>,
    /// Codes of draws, and the first slots of their rows.
    codes: Vec<u32>,
    rows: Vec<u32>,
}

/// The distribution of a roll may take so many steps. To roll its dice one by one takes as long as some thousand steps.
fn steps_of_roll(trials: u64) -> f64 {
    (1_000.0 * trials as f64).clamp(MOST_STEPS / 100.0, MOST_STEPS)
}

/// The current round of a loop.
#[derive(Clone, Copy)]
enum Round {
    /// It is the same in all lanes.
    Same(i32),
    /// The register that holds it.
    Register(usize),
}

impl<'a> Sampled<'a> {
    pub fn new(
        game: &'a Game,
        compiled: &'a Compiled,
        plan: &'a Plan,
        packings: &'a [Packing],
        isa: Isa,
        stream: Xoshiro256PlusPlus,
    ) -> Self {
        let dice = RandomRoller(substreams(stream.clone()).nth(1).expect("substreams never end"));
        let (bulk, random) = Bulk::new(stream, isa);
        Sampled {
            game,
            compiled,
            plan,
            packings,
            exact: Exact::new(game, compiled, &packings[0], Budget::new(LAW_OF_CALL)),
            dice,
            thrown: FxHashMap::default(),
            bulk,
            random,
            isa,
            sites: (0..compiled.sites).map(|_| Site::default()).collect(),
            frames: Frames::default(),
            is_played: vec![false; compiled.sites],
            pilot_of: None,
            work: vec![0; compiled.sites],
            endless: None,
            rounds: Vec::new(),
            indicators: vec![0; game.indicators()],
            codes: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Runs trials that are not counted, to find draws without an exact distribution for common
    /// arguments. Playing these out at once is faster than trying each of their arguments. Returns the
    /// tables that were built, and for each draw whether it is played out; the latter depends only on
    /// the code and `trials`.
    pub fn pilot(mut self, trials: u64) -> (Vec<Site>, Vec<bool>) {
        self.pilot_of = Some(trials);
        self.exact.steps_of_roll = steps_of_roll(trials);
        self.run(trials.min(PILOT), &mut |_| {});
        (self.sites, self.is_played)
    }

    /// Runs a pilot to find a loop that goes on too often after all its rounds.
    pub fn endless(mut self) -> Option<ExpressionError> {
        self.run(PILOT, &mut |_| {});
        self.endless.map(|span| endless(&span, None))
    }

    /// Continues with tables that were built before, and with the result of a pilot for so many trials.
    pub fn after(mut self, sites: Option<Vec<Site>>, is_played: &[bool], trials: u64) -> Self {
        self.exact.steps_of_roll = steps_of_roll(trials);
        Sampled { sites: sites.unwrap_or(self.sites), is_played: is_played.to_vec(), ..self }
    }

    /// Adds trials to the tallies of the packings. Returns the tables that were built, and the count of
    /// each indicator.
    pub fn sample(mut self, trials: u64, tallies: &mut [Tally]) -> (Vec<Site>, Vec<u64>) {
        self.run(trials, &mut |keys| {
            tallies.iter_mut().zip(keys).for_each(|(tally, keys)| tally.extend(keys))
        });
        (self.sites, self.indicators)
    }

    /// Runs trials. `count` gets their keys, those of each packing.
    fn run(&mut self, trials: u64, count: &mut dyn FnMut(&[Vec<u64>])) {
        match self.plan.before.width {
            Width::Bits8 if NARROW => self.run_in::<i8>(trials, count),
            Width::Bits16 if NARROW => self.run_in::<i16>(trials, count),
            _ => self.run_in::<i32>(trials, count),
        }
    }

    fn run_in<T: Cell>(&mut self, trials: u64, count: &mut dyn FnMut(&[Vec<u64>])) {
        let capacity = LANES.min(trials as usize).next_multiple_of(64);
        let mut frame = Frame::<T>::new(self.plan.before.registers, capacity);
        let Some(looped) = &self.plan.looped else {
            let mut left = trials;
            while left > 0 {
                self.start(&mut frame, &mut left);
                count(&frame.keys);
            }
            return;
        };
        let mut ended = Frame::new(self.plan.before.registers, 2 * capacity);
        let mut end = |reader: &mut Self, from: &Frame<T>, lanes: &[u32], at_least: usize| {
            ended.append(from, lanes, &looped.live);
            if ended.len >= at_least {
                ended.begin(reader.packings);
                let rounds = std::mem::take(&mut reader.rounds);
                reader.block(&reader.plan.after, &mut ended, None);
                reader.rounds = rounds;
                count(&ended.keys);
                ended.len = 0;
            }
        };
        if looped.cut.is_none() {
            self.rounds.push(Round::Register(self.round()));
        }
        // Lanes that are ready to be played, and lanes that have no trial.
        let mut begun = frame.like();
        let (mut ready, mut vacant): (Vec<u32>, Vec<u32>) = (Vec::new(), (0..capacity as u32).collect());
        let (mut done, mut left) = (Vec::new(), trials);
        let alike = self.plan.starts_alike.then(|| self.alike(looped, &mut begun)).flatten();
        frame.len = capacity;
        loop {
            while !vacant.is_empty() && (left > 0 || !ready.is_empty()) {
                if ready.is_empty() {
                    self.start(&mut begun, &mut left);
                    begun.column(self.round()).fill(T::default());
                    let [on, off] = self.look(looped, &mut begun, None);
                    kernel::list(on.lanes(begun.len), &mut ready);
                    done.clear();
                    kernel::list(off.lanes(begun.len), &mut done);
                    begun.give(on);
                    begun.give(off);
                    end(self, &begun, &done, capacity);
                }
                let some = vacant.len().min(ready.len());
                let (lanes, by) =
                    (vacant.split_off(vacant.len() - some), ready.split_off(ready.len() - some));
                frame.replace(&lanes, &begun, &by, &looped.inner);
            }
            let mut active = (!vacant.is_empty()).then(|| {
                let mut active = frame.take();
                let lanes = active.lanes_mut(frame.len);
                lanes.fill(T::of(1));
                vacant.iter().for_each(|&lane| lanes[lane as usize] = T::default());
                active
            });
            if 2 * vacant.len() > frame.len {
                vacant.clear();
                let mut kept = Vec::new();
                active.iter().for_each(|active| kernel::list(active.lanes(frame.len), &mut kept));
                active.take().into_iter().for_each(|active| frame.give(active));
                frame.keep(&kept, &looped.inner);
            }
            if frame.len == 0 {
                break;
            }
            let len = frame.len;
            let mask = active.as_ref().map(|active| active.lanes(len));
            self.block(&looped.body, &mut frame, mask);
            let (round, one) = (Operand::Register(self.round()), Operand::Constant(1));
            let mut rounds = frame.take();
            let next =
                kernel::Binary(Operator::Plus, frame.view(round), frame.view(one), rounds.lanes_mut(len));
            vectorized(self.isa, next);
            let before = frame.out(self.round());
            frame.set(self.round(), rounds);
            frame.give(before);
            let [on, off] = self.look(looped, &mut frame, mask);
            done.clear();
            kernel::list(off.lanes(len), &mut done);
            end(self, &frame, &done, capacity);
            match &alike {
                Some(values) if done.len() as u64 <= left && ready.is_empty() => {
                    left -= done.len() as u64;
                    for (&register, &value) in looped.inner.iter().zip(values) {
                        let mut column = frame.out(register);
                        let start = kernel::Assign(
                            Some(off.lanes(len)),
                            View::Constant(value),
                            column.lanes_mut(len),
                        );
                        vectorized(self.isa, start);
                        frame.set(register, column);
                    }
                }
                _ => vacant.extend(&done),
            }
            [on, off].into_iter().chain(active).for_each(|mask| frame.give(mask));
        }
        self.rounds.clear();
        end(self, &frame, &[], 0);
    }

    /// The values at the beginning of the main loop, if all trials come to it alike.
    fn alike<T: Cell>(&mut self, looped: &'a Loop, frame: &mut Frame<T>) -> Option<Vec<T>> {
        self.start(frame, &mut 1);
        frame.column(self.round()).fill(T::default());
        let [on, off] = self.look(looped, frame, None);
        let goes_on = on.lanes(1)[0] != T::default();
        let value = |&register: &usize| frame.view(Operand::Register(register)).at(0);
        let values = goes_on.then(|| looped.inner.iter().map(value).collect());
        [on, off].into_iter().for_each(|mask| frame.give(mask));
        values
    }

    /// The register of the round of the main loop.
    fn round(&self) -> usize {
        self.compiled.main.registers
    }

    /// Starts trials in a frame, as many as fit, up to the main loop.
    fn start<T: Cell>(&mut self, frame: &mut Frame<T>, left: &mut u64) {
        frame.len = (frame.capacity() as u64).min(*left) as usize;
        *left -= frame.len as u64;
        frame.begin(self.packings);
        let rounds = std::mem::take(&mut self.rounds);
        self.block(&self.plan.before.steps, frame, None);
        self.rounds = rounds;
    }

    /// Runs the head of the main loop. Returns masks of the lanes that go on and of those that are done.
    fn look<T: Cell>(
        &mut self,
        looped: &'a Loop,
        frame: &mut Frame<T>,
        mask: Option<&[T]>,
    ) -> [Column<T>; 2] {
        let [mut is_early, mut in_time, mut done] = [frame.take(), frame.take(), frame.take()];
        let (len, most) = (frame.len, View::Constant(T::of(looped.most as i32)));
        let rounds = frame.view(Operand::Register(self.round()));
        vectorized(self.isa, kernel::Binary(Operator::Less, rounds, most, is_early.lanes_mut(len)));
        if looped.cut.is_some() && is_early.lanes(len).contains(&T::default()) {
            self.endless.clone_from(&looped.cut);
        }
        let early = View::Column(is_early.lanes(len));
        let count = vectorized(self.isa, kernel::Narrow(true, early, mask, in_time.lanes_mut(len)));
        // Behind the last round nothing is asked any more.
        let within = (count < len).then(|| in_time.lanes(len));
        self.block(&looped.head, frame, within);
        let (on, _) = frame.narrowed(self.isa, true, looped.condition, within);
        vectorized(self.isa, kernel::Narrow(false, View::Column(on.lanes(len)), mask, done.lanes_mut(len)));
        frame.give(is_early);
        frame.give(in_time);
        [on, done]
    }

    fn block<T: Cell>(&mut self, steps: &'a [Step], frame: &mut Frame<T>, mask: Option<&[T]>) {
        steps.iter().for_each(|step| self.step(step, frame, mask));
    }

    fn step<T: Cell>(&mut self, step: &'a Step, frame: &mut Frame<T>, mask: Option<&[T]>) {
        match step {
            Step::Compute { op, to, is_masked } => {
                self.compute(op, *to, frame, mask.filter(|_| *is_masked));
            }
            Step::Move { from, to, is_masked } => match mask.filter(|_| *is_masked) {
                None => frame.swap(*from, *to),
                mask => {
                    let op = Op::Assign { from: Operand::Register(*from), to: *to };
                    self.compute(&op, *to, frame, mask);
                }
            },
            Step::Record { metric, from } => {
                let mut keys = std::mem::take(&mut frame.keys);
                for (packing, keys) in self.packings.iter().zip(&mut keys) {
                    let weight = packing.shift(Metric(*metric), 1);
                    match *from {
                        // A constant may be too wide for a column.
                        Operand::Constant(constant) => {
                            let shift = weight.wrapping_mul(i64::from(constant) as u64);
                            keys.iter_mut().for_each(|key| *key = key.wrapping_add(shift));
                        }
                        from => {
                            if let View::Column(column) = frame.view(from) {
                                vectorized(self.isa, kernel::Record(weight, column, keys));
                            }
                        }
                    }
                }
                frame.keys = keys;
            }
            Step::Indicate { value, moment, from } => {
                let same = match (self.rounds.last(), moment) {
                    (None, _) | (_, Moment::Before) => Some(0),
                    (Some(Round::Same(round)), _) => Some(*round),
                    (Some(Round::Register(_)), _) => None,
                };
                match (same, frame.view(*from)) {
                    (Some(round), View::Column(column)) if value.values <= FEW => {
                        let first = value.place(*moment, round as usize);
                        let counts = &mut self.indicators[first..first + value.values];
                        for (number, count) in (0..).zip(counts) {
                            *count += vectorized(self.isa, kernel::Alike(T::of(number), column, mask)) as u64;
                        }
                    }
                    (Some(round), View::Constant(number)) => {
                        let place = value.place(*moment, round as usize) + number.into() as usize;
                        self.indicators[place] += mask.map_or(frame.len, kernel::count) as u64;
                    }
                    (_, values) => {
                        // A round that is the same in all lanes may be too wide for a column.
                        let rounds = match self.rounds.last() {
                            Some(Round::Register(round)) => Some(frame.view(Operand::Register(*round))),
                            _ => None,
                        };
                        for lane in (0..frame.len).filter(|&lane| is_live(mask, lane)) {
                            let round = same.or(rounds.map(|rounds| rounds.at(lane).into())).unwrap_or(0);
                            let first = value.place(*moment, round as usize);
                            self.indicators[first + values.at(lane).into() as usize] += 1;
                        }
                    }
                }
            }
            Step::Draw(draw) => self.draw(draw, frame, mask),
            Step::Choose { place, offer, to } => self.choose(frame, *place, offer, *to, mask),
            Step::If { condition, yes, no } => {
                let yes =
                    (!yes.steps.is_empty()).then(|| (yes, frame.narrowed(self.isa, true, *condition, mask)));
                let no =
                    (!no.steps.is_empty()).then(|| (no, frame.narrowed(self.isa, false, *condition, mask)));
                for (branch, (within, count)) in yes.into_iter().chain(no) {
                    self.branch(branch, frame, within.lanes(frame.len), count);
                    frame.give(within);
                }
            }
            Step::Repeat(looped) => self.repeat(looped, frame, mask),
        }
    }

    fn compute<T: Cell>(&mut self, op: &Op, to: usize, frame: &mut Frame<T>, mask: Option<&[T]>) {
        let mut column = frame.out(to);
        let (lanes, view) = (column.lanes_mut(frame.len), |operand| frame.view(operand));
        kernel::compute(self.isa, op, view, &self.exact.lists, mask, lanes);
        frame.set(to, column);
    }

    /// Runs a branch in the lanes of a mask, of which there are so many.
    fn branch<T: Cell>(&mut self, branch: &'a Branch, frame: &mut Frame<T>, mask: &[T], count: usize) {
        let Branch { steps, reads, writes, weight } = branch;
        if count == 0 {
        } else if count == frame.len {
            self.block(steps, frame, None);
        } else if is_better_apart(count, frame.len, [reads, writes], *weight) {
            self.apart(frame, mask, [reads, writes], |reader, apart| reader.block(steps, apart, None));
        } else {
            self.block(steps, frame, Some(mask));
        }
    }

    /// Runs the lanes of a mask in a frame of their own. It gets the first registers, and gives the others
    /// back.
    fn apart<T: Cell>(
        &mut self,
        frame: &mut Frame<T>,
        mask: &[T],
        [reads, writes]: [&Live; 2],
        run: impl FnOnce(&mut Self, &mut Frame<T>),
    ) {
        let mut lanes = Vec::new();
        kernel::list(mask, &mut lanes);
        let mut apart = frame.apart(&lanes, reads);
        run(self, &mut apart);
        frame.back(&lanes, apart, writes);
    }

    /// Runs a loop in the lanes of a mask.
    fn repeat<T: Cell>(&mut self, looped: &'a Loop, frame: &mut Frame<T>, mask: Option<&[T]>) {
        if looped.most == 0 {
            return;
        }
        if looped.cut.is_none() {
            self.rounds.push(Round::Same(0));
        }
        self.block(&looped.head, frame, mask);
        let (active, count) = frame.narrowed(self.isa, true, looped.condition, mask);
        self.rounds(looped, frame, active, count, 0);
        if looped.cut.is_none() {
            self.rounds.pop();
        }
    }

    /// Plays rounds from the body of this round on, in so many lanes of a mask.
    fn rounds<T: Cell>(
        &mut self,
        looped: &'a Loop,
        frame: &mut Frame<T>,
        mut active: Column<T>,
        mut count: usize,
        first: u32,
    ) {
        let Loop { most, cut, head, condition, body, reads, writes, weight, .. } = looped;
        for round in first..*most {
            if count == 0 {
                break;
            }
            if is_better_apart(count, frame.len, [reads, writes], *weight) {
                let lanes = active.lanes(frame.len);
                self.apart(frame, lanes, [reads, writes], |reader, apart| {
                    let mut all = apart.take();
                    all.lanes_mut(count).fill(T::of(1));
                    reader.rounds(looped, apart, all, count, round);
                });
                break;
            }
            if cut.is_none() {
                *self.rounds.last_mut().expect("this loop has a round") = Round::Same(round as i32);
            }
            let mask = (count < frame.len).then(|| active.lanes(frame.len));
            self.block(body, frame, mask);
            if round + 1 < *most {
                self.block(head, frame, mask);
                let (going_on, left) = frame.narrowed(self.isa, true, *condition, mask);
                frame.give(std::mem::replace(&mut active, going_on));
                count = left;
            } else {
                self.endless = cut.clone().or(self.endless.take());
            }
        }
        frame.give(active);
    }

    /// Lets players choose the best option in every lane of the mask.
    fn choose<T: Cell>(
        &mut self,
        frame: &mut Frame<T>,
        place: usize,
        offer: &Offer,
        to: usize,
        mask: Option<&[T]>,
    ) {
        let decisions = self.game.decisions.get();
        let mut rounds = Vec::new();
        // The chosen value may replace a value that the choice reads.
        let choice = |lane: usize| {
            if !is_live(mask, lane) {
                return frame.at(Operand::Register(to), lane);
            }
            rounds.clear();
            rounds.extend(self.rounds.iter().map(|round| round.at(frame, lane)));
            chosen(decisions, place, &rounds, offer, |operand| frame.at(operand, lane))
        };
        let chosen: Vec<T> = (0..frame.len).map(choice).map(T::of).collect();
        frame.column(to)[..chosen.len()].copy_from_slice(&chosen);
    }
}

impl Round {
    fn at<T: Cell>(self, frame: &Frame<T>, lane: usize) -> i32 {
        match self {
            Round::Same(round) => round,
            Round::Register(register) => frame.at(Operand::Register(register), lane),
        }
    }
}

/// Whether so many lanes of a frame should be copied to one of their own, to run something there that reads and
/// writes these registers.
fn is_better_apart(count: usize, len: usize, [reads, writes]: [&Live; 2], weight: usize) -> bool {
    SPARSE * count <= len && weight > reads.len() + writes.len()
}

fn is_live<T: Cell>(mask: Option<&[T]>, lane: usize) -> bool {
    mask.is_none_or(|mask| mask[lane] != T::default())
}
