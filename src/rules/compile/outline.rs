//! Takes parts of loops out, as routines of their own. A round may roll a die, read it several times and forget
//! it: what comes of it depends on less than the whole state, so it is computed once for what it depends on.

use std::ops::Range as Places;
use std::slice;

use super::super::code::{Code, Draw, DrawnFrom, Op, Operand, Place, all_ops, change_each};
use super::Compiled;
use super::live::{Needed, add, needed_for, written};

/// A part is worth a routine if the state beside it has at least so many bits, and this times as many as it reads
/// itself.
const BESIDE: u32 = 3;
const SHARE: u32 = 4;

/// Takes parts of the loops of the main routine out.
pub fn outline(compiled: &mut Compiled) {
    let ops = std::mem::take(&mut compiled.main.ops);
    compiled.main.ops = Outliner { compiled }.inside(ops, false);
}

struct Outliner<'a> {
    compiled: &'a mut Compiled,
}

impl Outliner<'_> {
    /// Takes parts of the loops in some operations out, and of their branches if they are in a loop themselves.
    fn inside(&mut self, mut ops: Vec<Op>, is_in_loop: bool) -> Vec<Op> {
        for op in &mut ops {
            match op {
                Op::If { yes, no, live, .. } => {
                    for branch in [yes, no] {
                        let ops = std::mem::take(branch);
                        *branch = match is_in_loop {
                            true => self.block(ops, live.iter().copied().collect()),
                            false => self.inside(ops, false),
                        };
                    }
                }
                Op::Repeat { body, before, live, .. } => {
                    let behind = before.iter().chain(&*live).copied().collect();
                    *body = self.block(std::mem::take(body), behind);
                }
                _ => {}
            }
        }
        ops
    }

    /// Takes parts of a block out, which is in a loop. The registers of `behind` are needed after it.
    fn block(&mut self, ops: Vec<Op>, behind: Needed) -> Vec<Op> {
        let mut needed = vec![behind];
        for op in ops.iter().rev() {
            let mut here = needed[needed.len() - 1].clone();
            step_back(op, &self.compiled.places, &mut here);
            needed.push(here);
        }
        needed.reverse();
        let lives = self.lifetimes(&ops, &needed);
        let mut parts: Vec<(usize, u32, Places<usize>)> = lives
            .iter()
            .cloned()
            .filter_map(|places| {
                let (read, beside) = self.bits(&ops, &needed, places.clone());
                let halves =
                    lives.iter().filter(|life| life.start < places.start && places.contains(&(life.end - 1)));
                let is_worth_it = beside >= BESIDE && SHARE * beside >= read;
                is_worth_it.then_some((halves.count(), read, places))
            })
            .collect();
        // It is best if no lifetime is cut in two, and the less a part reads the better.
        parts.sort_by_key(|&(halves, read, ref places)| (halves, read, places.start));
        let mut taken: Vec<Places<usize>> = Vec::new();
        for (.., part) in parts {
            if taken.iter().all(|other| part.end <= other.start || other.end <= part.start) {
                taken.push(part);
            }
        }
        let mut left: Vec<Option<Op>> = ops.into_iter().map(Some).collect();
        for part in taken {
            let (first, behind) = (part.start, &needed[part.end]);
            let ops: Vec<Op> = left[part].iter_mut().map(|op| op.take().expect("parts are apart")).collect();
            left[first] = Some(self.routine(ops, behind));
        }
        self.inside(left.into_iter().flatten().collect(), true)
    }

    /// For the values that come of dice, and are forgotten in a block: from where they are made to where they are
    /// needed last and what is computed from them alone, if dice are rolled in between, too.
    fn lifetimes(&self, ops: &[Op], needed: &[Needed]) -> Vec<Places<usize>> {
        let mut found: Vec<Places<usize>> = Vec::new();
        for (first, op) in ops.iter().enumerate().filter(|(_, op)| op.is_random()) {
            let made: Needed = written(slice::from_ref(op)).collect();
            let forgotten = made.intersection(&needed[first + 1]).filter_map(|register| {
                (first + 1..needed.len()).find(|&place| !needed[place].contains(register))
            });
            for end in forgotten.chain([behind_faces(ops, first)]) {
                let is_rolled_again = ops[first + 1..end].iter().any(Op::is_random);
                if !is_rolled_again || !ops[first..end].iter().all(is_closed) {
                    continue;
                }
                let part = with_what_follows(ops, first..end);
                if !found.contains(&part) {
                    found.push(part);
                }
            }
        }
        found
    }

    /// How many bits of the state a part may read or write, and how many are beside it.
    fn bits(&self, ops: &[Op], needed: &[Needed], part: Places<usize>) -> (u32, u32) {
        let touched = touched(&ops[part.clone()]);
        let bits = |register: &usize| self.compiled.main.ranges[*register].bits();
        let before = &needed[part.start];
        let beside = before.intersection(&needed[part.end]).filter(|register| !touched.contains(register));
        (before.intersection(&touched).map(bits).sum(), beside.map(bits).sum())
    }

    /// Makes a routine of some operations, and returns its call. The registers of `behind` are needed afterwards.
    fn routine(&mut self, mut ops: Vec<Op>, behind: &Needed) -> Op {
        let answers: Needed = written(&ops).filter(|to| behind.contains(to)).collect();
        let mut live = answers.clone();
        let mut span = 0..0;
        change_each(&mut ops, &mut |op| match op {
            Op::Draw(draw) if span.is_empty() => span = draw.span.clone(),
            // A part of what members have does not tell their order.
            Op::Merge { alike, .. } => alike.clear(),
            _ => {}
        });
        let mut ops = needed_for(&ops, &mut live, &self.compiled.places);
        ops.push(Op::Merge { live: answers.iter().copied().collect(), alike: Vec::new() });
        let Compiled { main, calls, sites, .. } = &mut *self.compiled;
        let range = |&register: &usize| (Operand::Register(register), main.ranges[register]);
        let arguments = live.iter().map(range).collect();
        calls.push(Code {
            ops,
            parameters: live.iter().copied().collect(),
            outputs: answers.iter().map(range).collect(),
            ..main.clone()
        });
        *sites += 1;
        Op::Draw(Draw {
            from: DrawnFrom::Call(calls.len() - 1),
            site: *sites - 1,
            span,
            arguments,
            answers: answers.iter().copied().map(Some).collect(),
            then: Vec::new(),
            outputs: answers.iter().copied().collect(),
            live: (behind - &answers).into_iter().collect(),
        })
    }
}

/// The registers that some operations read or write.
fn touched(ops: &[Op]) -> Needed {
    &written(ops).collect() | &read(ops)
}

/// The registers that some operations read.
fn read(ops: &[Op]) -> Needed {
    let mut needed = Needed::new();
    all_ops(ops).flat_map(Op::read).for_each(|operand| add(&mut needed, operand));
    needed
}

/// The place behind the last draw that looks at the dice of the roll of another one, at which it looks face by face.
fn behind_faces(ops: &[Op], first: usize) -> usize {
    let faces = (first..).zip(&ops[first..]).filter_map(|(place, op)| match op {
        Op::Draw(Draw { from: DrawnFrom::Face { roll, number, is_from_high }, .. }) => {
            Some((place, roll, if *is_from_high { -number } else { *number }))
        }
        _ => None,
    });
    let mut last: Option<(usize, &usize, i64)> = None;
    for face @ (place, roll, number) in faces {
        match last {
            None if place > first => break,
            Some((_, same, before)) if same != roll || number <= before => break,
            _ => last = Some(face),
        }
    }
    last.map_or(first + 1, |(place, ..)| place + 1)
}

/// A part with the operations behind it that compute something from its registers alone.
fn with_what_follows(ops: &[Op], mut part: Places<usize>) -> Places<usize> {
    let mut known = touched(&ops[part.clone()]);
    while let Some(op) = ops.get(part.end).filter(|op| !op.is_random() && is_closed(op)) {
        let read = read(slice::from_ref(op));
        if !matches!(op, Op::Merge { .. }) && (read.is_empty() || !read.is_subset(&known)) {
            break;
        }
        known.extend(written(slice::from_ref(op)));
        part.end += 1;
    }
    part
}

/// Turns what is needed after an operation into what is needed before it.
fn step_back(op: &Op, places: &[Place], needed: &mut Needed) {
    match op {
        // Players see what results may not need.
        Op::Choose { place, live, .. } => {
            *needed = live.iter().chain(places[*place].seen.iter().flatten()).copied().collect();
            op.read().into_iter().for_each(|operand| add(needed, operand));
        }
        Op::If { inner, condition, .. } => {
            *needed = inner.iter().copied().collect();
            add(needed, *condition);
        }
        Op::Repeat { before, .. } => *needed = before.iter().copied().collect(),
        Op::Draw(draw) => {
            *needed = draw.live.iter().copied().collect();
            draw.arguments.iter().for_each(|&(argument, _)| add(needed, argument));
        }
        Op::Merge { .. } => {}
        Op::Shuffle { alike, .. } => needed.extend(alike.registers()),
        _ => {
            if let Some(to) = op.written() {
                needed.remove(&to);
            }
            op.read().into_iter().for_each(|operand| add(needed, operand));
        }
    }
}

/// Whether an operation can be part of a routine: it does nothing but compute and roll, and it ends.
fn is_closed(op: &Op) -> bool {
    let is_open = |op: &Op| {
        matches!(
            op,
            Op::Check { .. }
                | Op::Choose { .. }
                | Op::Record { .. }
                | Op::Indicate { .. }
                | Op::Shuffle { .. }
        )
    };
    !op.has(&is_open) && !op.may_be_endless()
}
