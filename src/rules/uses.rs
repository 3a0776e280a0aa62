//! What rule texts have of each other.

use super::parse::statements;
use super::syntax::{Name, Span, StatementKind};
use crate::expression::ExpressionError;

/// What a rule text uses of others, and what others may use of it.
#[derive(Debug)]
pub struct Uses {
    /// The statements `use "FILE"`, and the files that they name.
    pub files: Vec<(Span, Name)>,
    /// Its lists, labels, dice and decks, and its definitions, which have a name here.
    pub shared: Vec<(Option<String>, Span)>,
    /// What is wrong with its statements.
    pub errors: Vec<ExpressionError>,
}

impl Uses {
    /// Those of a text.
    pub fn of(text: &str) -> Uses {
        let (block, errors) = statements(text);
        let mut uses = Uses { files: Vec::new(), shared: Vec::new(), errors };
        for statement in block {
            use StatementKind as Kind;
            match statement.kind {
                Kind::Use(file) => uses.files.push((statement.span, file)),
                Kind::Definition { name, .. } => uses.shared.push((Some(name.text), statement.span)),
                Kind::List(..) | Kind::Labels(..) | Kind::Die(..) | Kind::Deck(..) => {
                    uses.shared.push((None, statement.span));
                }
                _ => {}
            }
        }
        uses
    }
}
