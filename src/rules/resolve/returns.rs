//! A definition may return early; its program returns at the end alone.

use super::super::syntax::{Block, StatementKind};

/// Moves what follows on a branch that returns into the other branch, so that a block returns at
/// its end if at all.
pub fn at_the_end(mut block: Block) -> Block {
    let mut done = Block::new();
    while !block.is_empty() {
        let mut statement = block.remove(0);
        if let StatementKind::If { yes, no, .. } = &mut statement.kind {
            *yes = at_the_end(std::mem::take(yes));
            *no = at_the_end(std::mem::take(no));
            let other = match (returns(yes), returns(no)) {
                (true, false) => Some(no),
                (false, true) => Some(yes),
                _ => None,
            };
            if let Some(other) = other.filter(|_| !block.is_empty()) {
                other.append(&mut block);
                *other = at_the_end(std::mem::take(other));
            }
        }
        done.push(statement);
    }
    done
}

/// Whether a block returns at its end.
fn returns(block: &Block) -> bool {
    block.last().is_some_and(|last| match &last.kind {
        StatementKind::Return(_) => true,
        StatementKind::If { yes, no, .. } => returns(yes) && returns(no),
        _ => false,
    })
}
