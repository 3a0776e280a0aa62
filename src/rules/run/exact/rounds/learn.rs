//! Learning where the stages of a loop lead.

use std::ops::Range as Places;

use super::super::super::rows::Rows;
use super::super::draws::AT_A_TIME;
use super::super::{Exact, Stop};
use super::known::{BEHIND, Loop, Stage, Step};
use crate::rules::code::Op;

/// A loop is explored while it has at most so many states.
const EXPLORED: usize = 1 << 21;

/// Rounds share what is remembered of their stages: from many states they take less than from each of them
/// alone, by this factor or less.
const SHARED: u64 = 100;

/// A state with so many values takes as long as one outcome more.
const VALUES: usize = 16;

impl Exact<'_> {
    /// Computes all stages from all states that can be reached from the known ones. Returns whether they are
    /// all known then: not if there are too many of them, or if something goes wrong in one of them, which may
    /// be too unlikely to matter.
    pub(super) fn explore(&mut self, op: &Op, known: &mut Loop) -> bool {
        loop {
            let mut is_done = true;
            for stage in 0..known.stages.len() {
                let new = known.stages[stage].explored..known.stages[stage].states.len();
                known.stages[stage].explored = new.end;
                let unknown = known.stages[stage].unknown(new);
                is_done &= unknown.is_empty();
                let is_known = self.learn(op, known, stage, &unknown).is_ok();
                let states: usize = known.stages.iter().map(|stage| stage.states.len()).sum();
                if !is_known || states > EXPLORED || self.visited > self.budget.outcomes / 2 {
                    return false;
                }
            }
            if is_done {
                return true;
            }
        }
    }

    /// Computes a stage from states from which it is not known. If that fails, none of those that are left has
    /// a number any more.
    pub(super) fn learn(
        &mut self,
        op: &Op,
        known: &mut Loop,
        stage: usize,
        unknown: &[usize],
    ) -> Result<(), Stop> {
        let mut done = 0;
        let learned = self.learn_each(op, known, stage, unknown, &mut done);
        if learned.is_err() {
            unknown[done..].iter().for_each(|&state| known.stages[stage].learned[state] = 0);
        }
        learned
    }

    /// Computes a stage from states from which it is not known, and counts those for which it is done.
    fn learn_each(
        &mut self,
        op: &Op,
        known: &mut Loop,
        stage: usize,
        unknown: &[usize],
        done: &mut usize,
    ) -> Result<(), Stop> {
        let before = self.visited;
        for numbers in unknown.chunks(AT_A_TIME) {
            let Loop { registers, counted, stages, behind, ends, sums, .. } = &mut *known;
            let next = (stage + 1) % stages.len();
            let range = 0..numbers.len();
            self.foresee(self.in_all(before, *done, unknown.len()).max(self.in_next(unknown.len())))?;
            let Stage { ops, head, states, .. } = &stages[stage];
            self.afford((numbers.len() * head.len() / VALUES) as u64, 0)?;
            let mut rows = Rows::of_states(*registers, states, numbers, head);
            for &register in &*counted {
                rows.columns[register] = vec![0; range.len()];
            }
            let outer = self.lost.replace(vec![0.0; range.len()]);
            let indicated = std::mem::take(&mut self.indicated);
            let played = self.stage(op, stage, ops.clone(), &mut rows);
            let lost = std::mem::replace(&mut self.lost, outer).expect("it was put there");
            let mut indicated = std::mem::replace(&mut self.indicated, indicated);
            let ended = played?;
            let mut steps: Vec<(u64, Step)> = Vec::new();
            let Stage { head, states, .. } = &mut stages[next];
            for (mut rows, registers, states, bit) in [(rows, head, states, 0), (ended, behind, ends, BEHIND)]
            {
                let columns = vec![rows.numbers(registers, states), rows.numbers(counted, sums)];
                let mut ways = Rows { columns, ..rows };
                ways.merge(&[0, 1]);
                self.moved += (ways.len() * (registers.len() + counted.len())) as u64;
                ways.each_state(&[0, 1], |key, probability, way| {
                    steps.push((key, Step { to: way[0] as u32 | bit, sum: way[1] as u32, probability }));
                });
            }
            // The sorts are stable, so steps from a state and what it indicates stay in order.
            steps.sort_by_key(|&(state, _)| state);
            indicated.sort_by_key(|indicated| (indicated.state, indicated.place));
            indicated.dedup_by(|one, sum| {
                let is_same = (one.state, one.place) == (sum.state, sum.place);
                sum.probability += if is_same { one.probability } else { 0.0 };
                is_same
            });
            let from = &mut stages[stage];
            let (mut steps, mut indicated) = (steps.into_iter().peekable(), indicated.into_iter().peekable());
            for state in 0..range.len() as u64 {
                while let Some((_, step)) = steps.next_if(|(from, _)| *from == state) {
                    from.steps.push(step);
                }
                while let Some(one) = indicated.next_if(|one| one.state == state) {
                    from.indicated.push(one);
                }
                from.ends.push(from.steps.len());
                from.indicated_ends.push(from.indicated.len());
            }
            from.lost.extend(lost);
            *done += range.end;
            self.charge(known)?;
        }
        Ok(())
    }

    /// Charges the memory that a loop has taken, or given back, since this was done last.
    pub(super) fn charge(&mut self, known: &mut Loop) -> Result<(), Stop> {
        let bytes = known.bytes();
        self.cached = self.cached - known.charged + bytes;
        known.charged = bytes;
        self.afford(0, 0)
    }

    /// Plays a stage: leaves the rows before the next one in `rows`, and returns those behind the loop.
    fn stage(&mut self, op: &Op, stage: usize, ops: Places<usize>, rows: &mut Rows) -> Result<Rows, Stop> {
        let Op::Repeat { head, condition, body, inner, live, .. } = op else { unreachable!("it is a loop") };
        if stage > 0 {
            self.block(&body[ops], rows, None)?;
            return Ok(Rows::none(rows.columns.len()));
        }
        self.block(head, rows, None)?;
        let (on, ended) = rows.split(*condition, inner, live);
        *rows = on;
        Ok(ended)
    }

    /// The outcomes of a stage from all states, if so many of them took what was visited since `before`.
    fn in_all(&self, before: u64, known: usize, states: usize) -> u64 {
        let each = (self.visited - before).checked_div(known as u64).unwrap_or(0);
        before + each * states as u64
    }

    /// The outcomes of the next round of the outermost loop, which may start from as many states as there are
    /// within this one. Only a hasty budget is bounded by that.
    fn in_next(&self, states: usize) -> u64 {
        let Some((before, starts)) = self.round.filter(|_| self.budget.is_hasty) else { return 0 };
        let each = (self.visited - before) / starts.max(1);
        each.saturating_mul(states as u64) / SHARED
    }
}
