//! What follows from the answers of a draw alone is computed within the draw.

use super::super::code::Op;
use super::live::{Needed, add};

/// So many operations behind a draw are looked through for what follows from it alone.
const NEAR: usize = 64;

/// Moves what follows from the answers of a draw alone into the draw: it is computed once for each
/// answer, and answers that differ in nothing that is needed become one. In a branch assignments
/// stay, since they hold only where its condition does.
pub fn compute_once(ops: &mut [Op], is_branch: bool) {
    let mut place = 0;
    while place < ops.len() {
        match &mut ops[place] {
            Op::If { yes, no, .. } => {
                compute_once(yes, true);
                compute_once(no, true);
            }
            Op::Repeat { head, body, .. } => {
                compute_once(head, false);
                compute_once(body, false);
            }
            Op::Draw(draw) => {
                let mut follows: Needed = draw.answers.iter().flatten().copied().collect();
                // Read or written by what stays between.
                let mut taken = Needed::new();
                let (mut then, mut at) = (Vec::new(), place + 1);
                while at < ops.len().min(place + NEAR) {
                    if let Op::Record { from, .. } = ops[at] {
                        add(&mut taken, from);
                    } else if let Some((to, operands)) = ops[at].computed() {
                        let mut reads = Needed::new();
                        operands.iter().for_each(|&operand| add(&mut reads, operand));
                        let is_fixed = is_branch && matches!(ops[at], Op::Assign { .. });
                        if !is_fixed && !reads.is_empty() && reads.is_subset(&follows) && !taken.contains(&to)
                        {
                            follows.insert(to);
                            then.push(std::mem::replace(&mut ops[at], Op::Merge { live: Vec::new() }));
                        } else {
                            follows.remove(&to);
                            taken.extend(reads);
                            taken.insert(to);
                        }
                    } else if !matches!(ops[at], Op::Merge { .. }) {
                        break;
                    }
                    at += 1;
                }
                if let Op::Draw(draw) = &mut ops[place] {
                    draw.then = then;
                }
            }
            _ => {}
        }
        place += 1;
    }
}
