//! Parts of a text: lines that several procedures share, and that stand where they are played.

use std::collections::HashMap;

use super::super::syntax::{Block, Name, Statement, StatementKind};
use crate::expression::ExpressionError;

/// Parts and what plays them have at most so many statements.
const MOST_PLAYED: usize = 20_000;

/// Puts the lines of a part in place of each `play` of it. A part may play those that are declared before it. The
/// parts themselves stay where they are declared.
pub fn with_parts(block: Block, errors: &mut Vec<ExpressionError>) -> Block {
    let mut parts = Parts { known: HashMap::new(), played: 0, errors };
    for statement in &block {
        if let StatementKind::Part(name, body) = &statement.kind {
            let body = parts.block(body.clone());
            if parts.known.insert(name.text.clone(), body).is_some() {
                let message = format!("there is a part `{}` already", name.text);
                parts.errors.push(ExpressionError::new(name.span.clone(), message, "give it another name"));
            }
        }
    }
    parts.block(block)
}

struct Parts<'e> {
    known: HashMap<String, Block>,
    /// The number of statements that came from parts so far.
    played: usize,
    errors: &'e mut Vec<ExpressionError>,
}

impl Parts<'_> {
    /// A block without plays.
    fn block(&mut self, block: Block) -> Block {
        let mut statements = Block::new();
        for mut statement in block {
            if let StatementKind::Play(name) = &statement.kind {
                statements.extend(self.played(name));
                continue;
            }
            for inner in statement.blocks_mut() {
                *inner = self.block(std::mem::take(inner));
            }
            statements.push(statement);
        }
        statements
    }

    /// The statements of a part.
    fn played(&mut self, name: &Name) -> Block {
        let (message, help) = match self.known.get(&name.text) {
            None => {
                let help = "declare it outside of procedures, as in `part NAME { … }`";
                (format!("there is no part `{}` so far", name.text), help)
            }
            Some(part) => {
                self.played += part.iter().map(Statement::count).sum::<usize>();
                if self.played <= MOST_PLAYED {
                    return part.clone();
                }
                ("parts are played too often".to_owned(), "write a loop, or a definition")
            }
        };
        self.errors.push(ExpressionError::new(name.span.clone(), message, help));
        Block::new()
    }
}
