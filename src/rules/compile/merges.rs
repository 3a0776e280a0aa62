//! Finds the merges at which rows may have become equal.

use super::super::code::{Draw, Op, Operand, all_ops};
use super::live::Needed;

/// Keeps a merge only if a value was forgotten since the previous merge, or before the first one
/// (`is_forgotten`). Otherwise rows that differed in `seen`, or in what was recorded, still differ.
pub fn merges(ops: &mut Vec<Op>, mut seen: Needed, mut is_forgotten: bool) {
    // The registers of `seen` whose current values were recorded.
    let mut recorded = Needed::new();
    // Whether paths diverged since the last merge, and which members were alike there.
    let (mut has_diverged, mut last_alike) = (false, Vec::new());
    ops.retain_mut(|op| {
        has_diverged |= op.is_random();
        match op {
            Op::Record { from: Operand::Register(from), .. } => {
                recorded.extend(seen.get(from));
            }
            Op::Draw(Draw { outputs, .. }) => {
                for to in outputs {
                    is_forgotten |= !recorded.remove(to) && seen.contains(to);
                    seen.insert(*to);
                }
            }
            Op::Choose { to, .. } => {
                is_forgotten |= !recorded.remove(to) && seen.contains(to);
                seen.insert(*to);
            }
            Op::If { yes, no, inner, live, .. } => {
                for branch in [yes, no] {
                    for to in written(branch) {
                        recorded.remove(&to);
                    }
                    merges(branch, inner.iter().copied().collect(), false);
                }
                seen.extend(live.iter());
                is_forgotten = true;
            }
            Op::Repeat { head, body, before, inner, live, .. } => {
                // What the body overwrites is forgotten in every round.
                let is_overwritten = before.iter().any(|one| !inner.contains(one));
                for (block, before, is_forgotten) in [(head, before, false), (body, inner, is_overwritten)] {
                    for to in written(block) {
                        recorded.remove(&to);
                    }
                    merges(block, before.iter().copied().collect(), is_forgotten);
                }
                seen = live.iter().copied().collect();
                is_forgotten = true;
            }
            Op::Merge { live, alike } => {
                is_forgotten |= !alike.is_empty() && (has_diverged || *alike != last_alike);
                let live: Needed = live.iter().copied().collect();
                let is_needed =
                    is_forgotten || seen.iter().any(|one| !live.contains(one) && !recorded.contains(one));
                seen = if is_needed { live } else { &seen & &live };
                is_forgotten = false;
                if is_needed {
                    (has_diverged, last_alike) = (false, alike.clone());
                }
                return is_needed;
            }
            Op::Check { .. } | Op::Record { .. } | Op::Indicate { .. } => {}
            // A computed value distinguishes rows no better than its operands do.
            _ => {
                if let Some((to, _)) = op.computed() {
                    is_forgotten |= seen.remove(&to) && !recorded.contains(&to);
                    recorded.remove(&to);
                }
            }
        }
        true
    });
}

/// The registers that are written.
pub fn written(ops: &[Op]) -> impl Iterator<Item = usize> {
    all_ops(ops).flat_map(|op| {
        let drawn = if let Op::Draw(draw) = op { &draw.outputs[..] } else { &[] };
        drawn.iter().copied().chain(op.written())
    })
}
