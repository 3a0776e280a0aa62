//! Compiles loops: first finds the ranges of variables that hold before any of their rounds.

use std::collections::BTreeSet;

use super::super::code::{Op, Operand};
use super::super::program::{Expr, MOST_ROUNDS, Statement};
use super::super::range::Range;
use super::super::syntax::Span;
use super::Building;
use super::drift::Drifts;
use super::env::Changes;
use crate::description::Moment;
use crate::expression::ExpressionError;

/// The maximum number of rounds of all loops together that have no condition; they take about a second.
const MOST_ROUNDS_IN_ALL: u64 = 100_000_000;

/// So many rounds of a loop are followed, and more if there is no bound otherwise.
const FOLLOWED_ROUNDS: u32 = 100;

/// From so many statements on, rounds are costly to follow.
const MUCH_WORK: usize = 10_000;

/// The statements of rounds after which ranges without a bound are followed no more.
const MOST_WORK_OF_ROUNDS: usize = 100_000;

/// How often ranges are widened until they are a bound.
const ATTEMPTS: u32 = 5;

/// How many rounds are followed to narrow ranges that are a bound.
const NARROWED_ROUNDS: u32 = 2;

/// What is repeated.
#[derive(Clone, Copy)]
pub struct Round<'r> {
    pub head: &'r [Statement],
    pub condition: &'r Expr,
    pub body: &'r [Statement],
}

impl Building<'_, '_> {
    pub fn repeat(&mut self, most: Option<&Expr>, round: Round<'_>, followed: &[usize], span: &Span) {
        let Round { head, condition, body } = round;
        // The number of rounds depends on keys alone. Compiling it checks it.
        let most_rounds = most.map(|most| {
            self.expression(most);
            most.of_keys(self.compiler.keys, &self.compiler.program.lists).unwrap_or(0)
        });
        let rounds = match most_rounds {
            Some(rounds) if rounds > MOST_ROUNDS => {
                let message = format!("this loop repeats {rounds} times");
                let help = format!("at most {MOST_ROUNDS} times");
                self.compiler.wrong.push(ExpressionError::new(span.clone(), message, help));
                0
            }
            Some(rounds) => rounds.max(0) as u32,
            None => MOST_ROUNDS as u32,
        };
        let open = if most.is_some() { &mut self.rounds } else { &mut self.chains };
        *open += 1;
        let (played, drifts) = (self.played, self.drifts.take());
        self.settle(round, rounds);
        let noted = || drifts.is_some().then(Drifts::new);
        self.drifts = noted();
        let outer = std::mem::take(&mut self.ops);
        let start = self.env.all().to_vec();
        self.played = 0;
        self.block(head);
        let decided = self.expression(condition);
        let (head_ops, of_head) =
            (std::mem::take(&mut self.ops), std::mem::replace(&mut self.drifts, noted()));
        let mark = self.env.mark();
        self.refine(condition, true);
        self.follow(followed, Moment::Begin);
        self.block(body);
        self.follow(followed, Moment::End);
        let body_ops = std::mem::replace(&mut self.ops, outer);
        let of_body = std::mem::replace(&mut self.drifts, drifts);
        // What decides on a round is done once more than the rest.
        self.drifts_in_rounds(of_head, rounds.saturating_add(1));
        self.drifts_in_rounds(of_body, rounds);
        // A loop with a condition may end in its first round.
        let is_sure = most.is_some() && matches!(decided, Operand::Constant(truth) if truth != 0);
        let in_rounds = if is_sure { u64::from(rounds).saturating_mul(1 + self.played) } else { 0 };
        self.played = played.saturating_add(in_rounds);
        if self.played > MOST_ROUNDS_IN_ALL {
            let message = format!("these loops repeat {} times in all", self.played);
            let help = format!("at most {MOST_ROUNDS_IN_ALL} times");
            self.compiler.wrong.push(ExpressionError::new(span.clone(), message, help));
            self.played = 0;
        }
        let mut last = self.env.all().to_vec();
        self.env.undo(mark);
        // After the loop the condition is false, or all rounds were played.
        self.refine(condition, false);
        if most.is_some() {
            // Without a condition, and with a round, what only the body assigns has a value behind the loop.
            let is_played = is_sure && rounds > 0;
            for (last, start) in last.iter_mut().zip(start) {
                *last = match start {
                    Some(start) => Some(last.map_or(start, |last| last.join(start))),
                    None => last.filter(|_| is_played),
                };
            }
            for (variable, last) in last.into_iter().enumerate() {
                let here = self.env.peek(variable);
                let joined = here.zip(last).map(|(here, last)| here.join(last));
                self.env.set(variable, joined.or(here).or(last));
            }
        }
        let open = if most.is_some() { &mut self.rounds } else { &mut self.chains };
        *open -= 1;
        self.emit(Op::Repeat {
            first: 0,
            most: rounds,
            cut: most.is_none().then(|| span.clone()),
            head: head_ops,
            condition: decided,
            body: body_ops,
            before: Vec::new(),
            inner: Vec::new(),
            live: Vec::new(),
        });
    }

    /// Widens the ranges of variables until they hold before any round: follows rounds until the ranges stop
    /// growing, or are bounded.
    fn settle(&mut self, round: Round<'_>, rounds: u32) {
        let first = self.env.all().to_vec();
        self.settling += 1;
        let played = self.played;
        self.widen(round, rounds, &first);
        self.played = played;
        self.settling -= 1;
    }

    fn widen(&mut self, round: Round<'_>, rounds: u32, first: &[Option<Range>]) {
        let (begun, mut grown, mut tried) = (self.compiler.work, Vec::new(), 0);
        // What is known holds before the first round; before the last one, all others were played.
        for number in 0..rounds.saturating_sub(1) {
            let work = self.compiler.work;
            let after = self.after(round);
            let growth = self.growth(&after);
            if growth.is_empty() || !self.compiler.wrong.is_empty() {
                break;
            }
            let left = rounds - 1 - number;
            let to_follow = left.min(FOLLOWED_ROUNDS) as usize * (self.compiler.work - work);
            let is_long = number >= FOLLOWED_ROUNDS || to_follow > MUCH_WORK;
            if growth == grown && is_long && number >= tried {
                if self.bound(round, &growth, left, first) {
                    break;
                }
                tried = FOLLOWED_ROUNDS.max(2 * number);
            }
            if number >= FOLLOWED_ROUNDS && self.compiler.work - begun > MOST_WORK_OF_ROUNDS {
                self.unbound(round, growth, first);
                break;
            }
            growth.iter().for_each(|&growth| self.extrapolate(growth, 1));
            grown = growth;
        }
    }

    /// Widens the ranges of what grows so that they hold before each of the rounds that are left. A round that begins
    /// within such ranges moves a variable by no more than its [`Drift`](super::drift::Drift) there, and all of them
    /// together no further than the range reaches. Returns false, and changes nothing, if there is no such bound.
    fn bound(&mut self, round: Round<'_>, growth: &[Growth], left: u32, first: &[Option<Range>]) -> bool {
        let start = self.env.all().to_vec();
        growth.iter().for_each(|&growth| self.extrapolate(growth, left));
        let mut growing: BTreeSet<usize> = growth.iter().map(|growth| growth.variable).collect();
        for _ in 0..ATTEMPTS {
            let outer = self.drifts.replace(Drifts::new());
            let after = self.after(round);
            let drifts = std::mem::replace(&mut self.drifts, outer).unwrap_or_default();
            growing.extend(self.growth(&after).iter().map(|growth| growth.variable));
            let bound = |&variable: &usize| {
                let drift = drifts.get(&variable).copied().unwrap_or_default();
                Some((variable, self.env.peek(variable)?, drift.bound(start[variable]?, left)))
            };
            let bounds: Vec<_> = growing.iter().filter_map(bound).collect();
            let has_no_bound = |range: Range| range != range.held();
            if !self.compiler.wrong.is_empty() || bounds.iter().any(|&(.., bound)| has_no_bound(bound)) {
                break;
            }
            if bounds.iter().all(|&(_, here, bound)| here.join(bound) == here) {
                self.narrow_rounds(round, after, first);
                return true;
            }
            bounds.iter().for_each(|&(variable, here, bound)| self.env.set(variable, Some(here.join(bound))));
        }
        self.env.become_all(&start);
        false
    }

    /// Gives up the bounds of what grows.
    fn unbound(&mut self, round: Round<'_>, mut growth: Vec<Growth>, first: &[Option<Range>]) {
        loop {
            growth.iter().for_each(|&growth| self.extrapolate(growth, u32::MAX));
            let after = self.after(round);
            growth = self.growth(&after);
            if growth.is_empty() || !self.compiler.wrong.is_empty() {
                return self.narrow_rounds(round, after, first);
            }
        }
    }

    /// Narrows ranges that hold before all rounds, and what comes of them after one: every round begins as the loop
    /// does, or as a round ended. So a limit that the text sets itself is found again.
    fn narrow_rounds(&mut self, round: Round<'_>, mut after: Changes, first: &[Option<Range>]) {
        for narrowed in 1..=NARROWED_ROUNDS {
            let mark = self.env.mark();
            for (variable, after) in after {
                let here = self.env.peek(variable);
                let end = first[variable].map(|first| after.map_or(first, |after| after.join(first)));
                let met = here.zip(end).map(|(here, end)| here.meet(end));
                self.env.set(variable, met.or(here));
            }
            if !self.env.keep(mark) || narrowed == NARROWED_ROUNDS {
                break;
            }
            after = self.after(round);
        }
    }

    /// What a round changes in the ranges with which it begins.
    fn after(&mut self, Round { head, condition, body }: Round<'_>) -> Changes {
        let mark = self.env.mark();
        self.block(head);
        if self.range_of(condition) != Range::only(0) {
            self.refine(condition, true);
            self.block(body);
        }
        self.env.take_back(mark)
    }

    /// Which ranges grow by a round, and how much. A variable that only the round assigns is assigned again before it
    /// is read.
    fn growth(&self, after: &Changes) -> Vec<Growth> {
        let grown = |&(variable, after): &(usize, Option<Range>)| {
            let (before, after) = self.env.peek(variable).zip(after)?;
            let (down, up) = ((before.low - after.low).max(0), (after.high - before.high).max(0));
            (down > 0 || up > 0).then_some(Growth { variable, down, up })
        };
        after.iter().filter_map(grown).collect()
    }

    /// Extrapolates the growth of a range over several rounds.
    fn extrapolate(&mut self, Growth { variable, down, up }: Growth, rounds: u32) {
        let range = self.env.peek(variable).map(|range| {
            let low = range.low.saturating_sub(down.saturating_mul(rounds.into()));
            Range::new(low, range.high.saturating_add(up.saturating_mul(rounds.into()))).held()
        });
        self.env.set(variable, range);
    }

    /// Counts the followed values.
    pub fn follow(&mut self, followed: &[usize], moment: Moment) {
        for &place in followed {
            let (program, value) = (self.compiler.program, self.compiler.game.followed[place]);
            let next = self.next;
            self.block(&program.followed[place].head);
            let from = self.expression(&program.followed[place].value);
            self.next = next;
            self.emit(Op::Indicate { value, moment, from });
        }
    }
}

/// How much the range of a variable grew in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Growth {
    variable: usize,
    down: i64,
    up: i64,
}
