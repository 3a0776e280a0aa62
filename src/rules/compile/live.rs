//! Liveness analysis: finds the registers that are needed later. Operations without a needed result are
//! removed, and paths that differ in nothing that is needed are merged.

use std::collections::BTreeSet;

use super::super::code::{Code, Draw, DrawnFrom, Fault, Op, Operand, Place, all_ops};
use super::super::syntax::Span;
use super::Besides;
use super::once::compute_once;

pub type Needed = BTreeSet<usize>;

/// The operations of code that are needed for these metrics and for `besides`. After the last one, all
/// rows differ.
pub fn needed(code: &Code, wanted: &impl Fn(usize) -> bool, places: &[Place], besides: Besides) -> Vec<Op> {
    let mut live = Needed::new();
    for (output, _) in &code.outputs {
        add(&mut live, *output);
    }
    let backward = Backward { wanted, places, besides };
    // Checks see the answers of dice, and not only what is computed from them.
    let mut ops = match first_check(&code.ops) {
        Some(_) if besides == Besides::Checks => code.ops.clone(),
        _ => {
            let mut ops = backward.block(&code.ops, &mut live.clone());
            compute_once(&mut ops, false);
            ops
        }
    };
    ops.push(Op::MERGE);
    backward.block(&ops, &mut live)
}

/// The operations of a routine without metrics that are needed for `live`, which holds the registers that are
/// needed before them on return.
pub fn needed_for(ops: &[Op], live: &mut Needed, places: &[Place]) -> Vec<Op> {
    Backward { wanted: &|_| false, places, besides: Besides::Nothing }.block(ops, live)
}

/// The first check in some operations: the fault, and its position.
pub fn first_check(ops: &[Op]) -> Option<(&Fault, &Span)> {
    all_ops(ops).find_map(|op| match op {
        Op::Check { fault, span, .. } => Some((fault, span)),
        _ => None,
    })
}

struct Backward<'a, W> {
    wanted: &'a W,
    places: &'a [Place],
    besides: Besides,
}

impl<W: Fn(usize) -> bool> Backward<'_, W> {
    /// Processes operations from the last to the first. `live` holds the registers that are needed
    /// after them, and on return those that are needed before them.
    fn block(&self, ops: &[Op], live: &mut Needed) -> Vec<Op> {
        let mut kept: Vec<Op> = ops.iter().rev().filter_map(|op| self.op(op, live)).collect();
        kept.reverse();
        kept
    }

    fn op(&self, op: &Op, live: &mut Needed) -> Option<Op> {
        // In a branch, a variable may keep its earlier value: `If` adds what the other branch needs.
        if let Some((to, operands)) = op.computed() {
            live.remove(&to).then(|| operands.iter().for_each(|&operand| add(live, operand)))?;
        }
        // What is in them is not copied, but as far as it is needed.
        if matches!(op, Op::If { .. }) {
            return self.branches(op, live);
        }
        if matches!(op, Op::Repeat { .. }) {
            return self.rounds(op, live);
        }
        let (read, mut op) = (op.read(), op.clone());
        match &mut op {
            Op::Binary { .. }
            | Op::Not { .. }
            | Op::Select { .. }
            | Op::Pick { .. }
            | Op::Element { .. }
            | Op::Assign { .. } => {}
            Op::Check { live: here, .. } => {
                let read = read.into_iter();
                (self.besides == Besides::Checks).then(|| read.for_each(|operand| add(live, operand)))?;
                *here = live.iter().copied().collect();
            }
            Op::Record { metric, from } => {
                let is_wanted = self.besides != Besides::Checks && (self.wanted)(*metric);
                is_wanted.then(|| add(live, *from))?;
            }
            Op::Indicate { from, .. } => {
                (self.besides == Besides::Indicators).then(|| add(live, *from))?;
            }
            Op::Draw(Draw { from, arguments, answers, then, outputs, live: behind, .. }) => {
                let computed = then.iter().filter_map(|op| Some(op.computed()?.0));
                let written: Needed = answers.iter().flatten().copied().chain(computed).collect();
                *outputs = written.intersection(live).copied().collect();
                *then = self.block(then, live);
                for answer in answers.iter_mut() {
                    *answer = answer.filter(|answer| live.remove(answer));
                }
                // A definition with checks is kept even if its results are not needed.
                let is_kept = self.besides == Besides::Checks && matches!(from, DrawnFrom::Call(_));
                if !is_kept && answers.iter().all(Option::is_none) {
                    return None;
                }
                *behind = live.iter().copied().collect();
                arguments.iter().for_each(|&(argument, _)| add(live, argument));
            }
            Op::Choose { place, to, live: behind, .. } => {
                if !live.remove(to) {
                    return None;
                }
                *behind = live.iter().copied().collect();
                live.extend(self.places[*place].seen.iter().flatten());
                read.into_iter().for_each(|operand| add(live, operand));
            }
            Op::If { .. } | Op::Repeat { .. } => unreachable!("they are looked at before"),
            Op::Merge { live: behind, alike } => {
                *behind = live.iter().copied().collect();
                alike.retain_mut(|alike| {
                    let is_needed: Vec<[bool; 2]> = (0..alike.width())
                        .map(|place| {
                            [
                                alike.at(place).any(|one| live.contains(&one)),
                                alike.at(place).all(|one| live.contains(&one)),
                            ]
                        })
                        .collect();
                    alike.keep(|place| is_needed[place][0]);
                    alike.width() > 0 && is_needed.iter().all(|[any, all]| any == all)
                });
            }
            Op::Shuffle { alike, live: behind } => {
                let before = alike.clone();
                alike.keep(|place| before.at(place).any(|one| live.contains(&one)));
                if alike.width() == 0 {
                    return None;
                }
                live.extend(alike.registers());
                let shuffled: Needed = alike.registers().collect();
                *behind = live.difference(&shuffled).copied().collect();
            }
        }
        Some(op)
    }

    /// What is needed of a condition and its branches.
    fn branches(&self, op: &Op, live: &mut Needed) -> Option<Op> {
        let Op::If { condition, yes, no, .. } = op else { unreachable!("it is a condition") };
        let behind = live.iter().copied().collect();
        let (mut before_yes, mut before_no) = (live.clone(), live.clone());
        let yes = self.block(yes, &mut before_yes);
        let no = self.block(no, &mut before_no);
        if yes.iter().chain(&no).all(|op| matches!(op, Op::Merge { .. })) {
            return None;
        }
        *live = &before_yes | &before_no;
        let inner = live.iter().copied().collect();
        add(live, *condition);
        Some(Op::If { condition: *condition, yes, no, inner, live: behind })
    }

    /// What is needed of a loop.
    fn rounds(&self, op: &Op, live: &mut Needed) -> Option<Op> {
        let Op::Repeat { first, most, head, condition, body, cut, .. } = op else {
            unreachable!("it is a loop")
        };
        let after = live.clone();
        let is_only_round = *most == 1 && cut.is_none();
        let (head, body, inner) = loop {
            let mut in_body = if is_only_round { after.clone() } else { live.clone() };
            let kept_body = self.block(body, &mut in_body);
            let inner = in_body.iter().copied().collect();
            in_body.extend(&after);
            add(&mut in_body, *condition);
            let kept_head = self.block(head, &mut in_body);
            let is_done = in_body.is_subset(live);
            live.extend(in_body);
            if is_done {
                break (kept_head, kept_body, inner);
            }
        };
        let is_empty = head.iter().chain(&body).all(|op| matches!(op, Op::Merge { .. }));
        if is_empty && cut.is_none() {
            *live = after;
            return None;
        }
        let before = live.iter().copied().collect();
        let (first, most, cut, condition) = (*first, *most, cut.clone(), *condition);
        let live = after.into_iter().collect();
        Some(Op::Repeat { first, most, cut, head, condition, body, before, inner, live })
    }
}

/// The registers that are written.
pub fn written(ops: &[Op]) -> impl Iterator<Item = usize> {
    all_ops(ops).flat_map(|op| {
        let drawn = if let Op::Draw(draw) = op { &draw.outputs[..] } else { &[] };
        drawn.iter().copied().chain(op.written())
    })
}

pub fn add(live: &mut Needed, operand: Operand) {
    if let Operand::Register(register) = operand {
        live.insert(register);
    }
}
