//! Blocks that are left early, by `stop` or `return`: rewritten so that they are left only at their ends.
//!
//! What follows a branch that leaves moves into the other branch. A loop that is left gets a variable that
//! its condition reads; after a loop that a `return` leaves, and after branches that leave only here and
//! there, the rest of the block is an `else`:
//!
//! ```text
//! repeat 5 {                  left = 0, returned = 0
//!     x = d6                  repeat 5 while left == 0 {
//!     if x == 6 { return 1 }      x = d6
//!     n += x                      if x == 6 { return 1, returned = 1, left = 1 } else { n += x }
//! }                           }
//! return n                    if returned == 1 { return } else { return n }
//! ```

use super::super::syntax::{Block, Name, Span, Statement, StatementKind};
use crate::expression::grammar::{BinaryOperator, Syntax, SyntaxKind};

/// Rewrites the loops and the definitions of a text.
pub fn left_by_conditions(block: Block) -> Block {
    let mut done = Block::new();
    for Statement { kind, span } in block {
        match kind {
            StatementKind::If { condition, yes, no } => {
                let kind = StatementKind::If { condition, yes: left_at_ends(yes), no: left_at_ends(no) };
                done.push(Statement { kind, span });
            }
            StatementKind::Definition { name, parameters, body } => {
                let kind = StatementKind::Definition { name, parameters, body: left_at_ends(body) };
                done.push(Statement { kind, span });
            }
            kind => done.extend(rewritten(Statement { kind, span })),
        }
    }
    done
}

/// The maximum number of statements that may leave a block: what follows each of them lies one level deeper.
const MOST_EXITS: usize = 50;

/// Rewrites a block that is left by `stop` or `return`.
fn left_at_ends(block: Block) -> Block {
    let block = left_by_conditions(block);
    let mut exits = block.iter().filter(|one| may_leave(std::slice::from_ref(one)));
    match exits.nth(MOST_EXITS) {
        None => at_the_end(block),
        Some(one) => vec![Statement { kind: StatementKind::LeftTooOften, span: one.span.clone() }],
    }
}

/// A loop that is left by its condition alone, between what belongs to it; any other statement as it is.
fn rewritten(mut statement: Statement) -> Vec<Statement> {
    let Some(body) = statement.body() else { return vec![statement] };
    // What is followed is known at the beginning of each round.
    let is_followed = |one: &Statement| matches!(one.kind, StatementKind::Follow { .. });
    let (mut written, others): (Block, Block) = std::mem::take(body).into_iter().partition(is_followed);
    written.extend(left_at_ends(others));
    if !may_leave(&written) {
        *body = written;
        return vec![statement];
    }
    let exit = Exit::of(&statement);
    exit.note(&mut written);
    let is_returned = has(&written, |one| matches!(one, StatementKind::Return(_)));
    let goes_on = is(&exit.left, 0);
    match &mut statement.kind {
        StatementKind::Repeat { condition, body, .. } => {
            *body = written;
            *condition = Some(match condition.take() {
                None => goes_on,
                Some(condition) => {
                    let (span, outer) = (condition.span.clone(), condition.outer.clone());
                    let at = span.clone();
                    let [left, right] = [goes_on, condition].map(Box::new);
                    let kind = SyntaxKind::Binary { operator: BinaryOperator::And, at, left, right };
                    Syntax { kind, span, outer }
                }
            });
        }
        _ => {
            let only = branch(goes_on, written, Block::new(), &statement.span);
            statement.body().into_iter().for_each(|body| body.push(only.clone()));
        }
    }
    let mut all = vec![set(&exit.left, 0), set(&exit.returned, 0), statement];
    if is_returned {
        all.push(branch(is(&exit.returned, 1), vec![exit.again()], Block::new(), &exit.left.span));
    }
    all
}

/// The name of what notes that a loop was left, up to the number that tells it from those of other loops.
const LEFT: &str = " left";

/// Whether a name is that of what notes that a loop was left.
pub fn notes_leaving(name: &str) -> bool {
    name.starts_with(LEFT)
}

/// Whether this is the body of a loop over numbers or faces that is left early: what is played unless it was left.
pub fn is_left_early(body: &[Statement]) -> bool {
    let is_left = |one: &Syntax| matches!(&one.kind, SyntaxKind::Name(name) if notes_leaving(name));
    match body {
        [Statement { kind: StatementKind::If { condition, .. }, .. }] => condition.has(&is_left),
        _ => false,
    }
}

/// What is played in the rounds of such a loop.
pub fn unless_left(body: &mut Block) -> Option<&mut Block> {
    match is_left_early(body).then_some(&mut body[0].kind) {
        Some(StatementKind::If { yes, .. }) => Some(yes),
        _ => None,
    }
}

/// What notes whether a statement was left early, and whether by `return`.
struct Exit {
    left: Name,
    returned: Name,
}

impl Exit {
    fn of(statement: &Statement) -> Exit {
        let start = statement.span.start;
        // Nobody can write these names.
        let name = |what: &str| Name { text: format!("{what} {start}"), span: start..start };
        Exit { left: name(LEFT), returned: name(" returned") }
    }

    /// Notes it where a block is left.
    fn note(&self, block: &mut Block) {
        match block.last_mut().map(|last| &mut last.kind) {
            Some(StatementKind::If { yes, no, .. }) => {
                self.note(yes);
                self.note(no);
            }
            Some(StatementKind::Stop) => {
                block.pop();
                block.push(set(&self.left, 1));
            }
            Some(StatementKind::Return(_)) => block.extend([set(&self.returned, 1), set(&self.left, 1)]),
            _ => {}
        }
    }

    /// Returns what was returned before.
    fn again(&self) -> Statement {
        Statement { kind: StatementKind::Return(Vec::new()), span: self.left.span.clone() }
    }
}

/// Moves the statements after a branch that leaves into the other branch, so that a block is left only at its
/// end. An error stands for what is never reached.
fn at_the_end(mut block: Block) -> Block {
    let mut done = Block::new();
    while !block.is_empty() {
        let mut statement = block.remove(0);
        if let Some(next) = block.first() {
            if leaves(std::slice::from_ref(&statement)) {
                let never = Statement { kind: StatementKind::Unreachable, span: next.span.clone() };
                done.extend([never, statement]);
                break;
            }
            let exit = Exit::of(&statement);
            let one = std::slice::from_ref(&statement);
            let stops = has(one, |one| matches!(one, StatementKind::Stop));
            let returns = has(one, |one| matches!(one, StatementKind::Return(_)));
            if let StatementKind::If { yes, no, .. } = &mut statement.kind {
                if leaves(yes) || leaves(no) {
                    let other = if leaves(yes) { no } else { yes };
                    other.append(&mut block);
                    *other = at_the_end(std::mem::take(other));
                } else if may_leave(yes) || may_leave(no) {
                    exit.note(yes);
                    exit.note(no);
                    let rest = at_the_end(std::mem::take(&mut block));
                    let span = exit.left.span.clone();
                    let stop = || vec![Statement { kind: StatementKind::Stop, span: span.clone() }];
                    let out = match (returns, stops) {
                        (true, true) => {
                            vec![branch(is(&exit.returned, 1), vec![exit.again()], stop(), &span)]
                        }
                        (true, false) => vec![exit.again()],
                        (false, _) => stop(),
                    };
                    done.extend([set(&exit.left, 0), set(&exit.returned, 0), statement]);
                    done.push(branch(is(&exit.left, 1), out, rest, &span));
                    break;
                }
            }
        }
        done.push(statement);
    }
    done
}

/// Whether a block is left at its end, in every case.
fn leaves(block: &[Statement]) -> bool {
    block.last().is_some_and(|last| match &last.kind {
        StatementKind::Return(_) | StatementKind::Stop => true,
        StatementKind::If { yes, no, .. } => leaves(yes) && leaves(no),
        _ => false,
    })
}

/// Whether a block is left at its end, in some case.
fn may_leave(block: &[Statement]) -> bool {
    block.last().is_some_and(|last| match &last.kind {
        StatementKind::Return(_) | StatementKind::Stop => true,
        StatementKind::If { yes, no, .. } => may_leave(yes) || may_leave(no),
        _ => false,
    })
}

/// Whether there is such a statement in a block, or in the blocks in it.
fn has(block: &[Statement], is_such: impl Fn(&StatementKind) -> bool) -> bool {
    block.iter().any(|one| one.has(&|one| is_such(&one.kind)))
}

fn branch(condition: Syntax, yes: Block, no: Block, span: &Span) -> Statement {
    Statement { kind: StatementKind::If { condition, yes, no }, span: span.clone() }
}

fn set(name: &Name, value: i64) -> Statement {
    name.assign(name.number(value))
}

fn is(name: &Name, value: i64) -> Syntax {
    name.with(BinaryOperator::Equal, name.number(value))
}
