//! Moves operations that depend only on the answers of a draw into the draw.

use super::super::code::Op;
use super::live::{Needed, add};

/// The number of operations after a draw that are searched.
const NEAR: usize = 63;

/// Moves operations that depend only on the answers of a draw into the draw. They are computed once for
/// each answer, and answers that differ in nothing that is needed are merged. Assignments in a branch
/// stay, since they are conditional.
pub fn compute_once(ops: &mut [Op], is_branch: bool) {
    for place in 0..ops.len() {
        let (here, behind) = ops[place..].split_first_mut().expect("there is one at every place");
        match here {
            Op::If { yes, no, .. } => {
                compute_once(yes, true);
                compute_once(no, true);
            }
            Op::Repeat { head, body, .. } => {
                compute_once(head, false);
                compute_once(body, false);
            }
            Op::Draw(draw) => draw.then = taken_out(&draw.answers, behind, is_branch),
            _ => {}
        }
    }
}

/// Removes the operations that depend only on these answers, and returns them.
fn taken_out(answers: &[Option<usize>], ops: &mut [Op], is_branch: bool) -> Vec<Op> {
    let mut follows: Needed = answers.iter().flatten().copied().collect();
    // The registers that the remaining operations read or write.
    let mut used = Needed::new();
    let mut taken = Vec::new();
    for op in ops.iter_mut().take(NEAR) {
        if let Op::Record { from, .. } = *op {
            add(&mut used, from);
        } else if let Some((to, operands)) = op.computed() {
            let mut reads = Needed::new();
            operands.iter().for_each(|&operand| add(&mut reads, operand));
            let is_fixed = is_branch && matches!(op, Op::Assign { .. });
            if !is_fixed && !reads.is_empty() && reads.is_subset(&follows) && !used.contains(&to) {
                follows.insert(to);
                taken.push(std::mem::replace(op, Op::MERGE));
            } else {
                follows.remove(&to);
                used.extend(reads);
                used.insert(to);
            }
        } else if !matches!(op, Op::Merge { .. }) {
            break;
        }
    }
    taken
}
