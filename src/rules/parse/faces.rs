//! Loops over the faces of dice.

use super::super::syntax::StatementKind;
use super::{Read, Reader};
use crate::expression::grammar::SyntaxKind;

impl Reader<'_> {
    /// `for FACE, COUNT, … in ROLL, … [from high] { … }`, after the `for`
    pub(super) fn faces(&mut self) -> Read<StatementKind> {
        let mut names = vec![self.name()?];
        while self.parser.eat(",") {
            names.push(self.name()?);
        }
        self.word("in")?;
        let rolls = self.expressions()?;
        for roll in &rolls {
            if let SyntaxKind::Name(name) = &roll.kind {
                self.asked.insert(name.clone());
            }
        }
        let is_from_high = self.direction()?;
        Ok(StatementKind::Faces { names, rolls, is_from_high, body: self.braces()? })
    }

    /// Whether `from high` follows.
    pub(super) fn direction(&mut self) -> Read<bool> {
        if !self.eat_word("from") {
            return Ok(false);
        }
        let is_from_high = self.eat_word("high");
        if !is_from_high && !self.eat_word("low") {
            let help = "write `from high`, or leave it out to begin with the lowest";
            return Err(self.unexpected("`high` is missing here", help));
        }
        Ok(is_from_high)
    }
}
