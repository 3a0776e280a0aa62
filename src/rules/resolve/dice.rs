//! Dice that are made of dice: what one of them shows is what an expression comes to.

use std::sync::Arc;

use super::super::program::{Expr, Type};
use super::super::roll::Part;
use super::super::syntax::{Name, Span, Statement, StatementKind};
use super::rolls::Rolled;
use super::scope::{NamedRoll, Scope};
use super::{Definition, DefinitionProgress, Resolved, Resolver};
use crate::expression::grammar::{Syntax, SyntaxKind};
use crate::expression::wrong;

/// What to write in place of dice that explode, where those cannot stand.
pub const EXPLODING: &str = "ask for their .sum() or .count(x, …) apart; with .compound() in place of .explode(), a die \
that is rolled on is one die that shows the sum";

/// The die of a roll.
pub enum DieOfRoll {
    /// The number on each face.
    Listed(Arc<[i64]>),
    /// The definition that is played for each die.
    Made(usize),
    /// The number of sides, of which one shows 1, one 2, and so on.
    Sized(Expr),
    /// The cards of a deck, which are not drawn twice.
    Deck(Arc<[i64]>),
}

impl Resolver {
    /// Whether the faces of a die are not listed, but come of an expression.
    pub fn is_made(&self, faces: &Syntax) -> bool {
        match &faces.kind {
            SyntaxKind::List(_) => false,
            SyntaxKind::Name(name) => !self.lists.iter().any(|(known, _)| known == name),
            _ => true,
        }
    }

    /// `die NAME = EXPR`: a definition without parameters, which returns what a die shows.
    pub fn make_die(&mut self, name: &Name, value: &Syntax) -> Resolved<()> {
        self.is_new_name(name)?;
        let span = value.outer.clone();
        let body = vec![Statement { kind: StatementKind::Return(vec![value.clone()]), span }];
        let progress = DefinitionProgress::Unused;
        self.definitions.push(Definition { name: name.clone(), parameters: Vec::new(), body, progress });
        self.made.push(name.text.clone());
        Ok(())
    }

    /// `3d6 & d8`: the dice of both, as one roll.
    pub fn together(&mut self, scope: &mut Scope, both: [&Syntax; 2], span: &Span) -> Resolved<Rolled> {
        let (mut parts, mut arguments, mut faces) = (Vec::new(), Vec::new(), Vec::new());
        let mut is_listed = true;
        for written in both {
            let Some(Rolled::Here(made)) = self.roll(scope, written)? else {
                let help = "write dice on both sides, as in `2d6 & d8`; between conditions it is `&&`";
                return wrong(&written.outer, "this is not a roll of dice, which `&` puts together", help);
            };
            let roll = &self.program.rolls[made.roll];
            if roll.is_deck {
                return wrong(
                    &written.outer,
                    "cards are read by themselves",
                    "draw them apart, and add what you ask of them",
                );
            }
            if roll.is_sized {
                let help =
                    "put dice together whose sides are written in the text, or add what you ask of each";
                return wrong(&written.outer, "the sides of these dice are known only in play", help);
            }
            if roll.explodes() {
                return wrong(&written.outer, "dice that explode are a roll of their own", EXPLODING);
            }
            if roll.open_end.as_ref().is_some_and(|open_end| !open_end.is_fixed()) {
                let help = "write the face as a number, or make it a key";
                return wrong(&written.outer, "the faces of these dice change in play", help);
            }
            is_listed &= roll.open_end.is_none() && !roll.faces.is_empty();
            faces.extend(roll.faces.iter().copied());
            let first = arguments.len();
            match &roll.parts[..] {
                [] => parts.push(Part { roll: made.roll, arguments: first..first + made.arguments.len() }),
                of => parts.extend(of.iter().map(|Part { roll, arguments }| Part {
                    roll: *roll,
                    arguments: first + arguments.start..first + arguments.end,
                })),
            }
            arguments.extend(made.arguments);
        }
        let faces = if is_listed { faces.into() } else { Arc::default() };
        let one = Expr::constant(1, span);
        let rolled = self.new_roll(scope, DieOfRoll::Listed(faces), one, span)?;
        Ok(match rolled {
            Rolled::Here(made) => {
                self.program.rolls[made.roll].parts = parts;
                Rolled::Here(NamedRoll { arguments, ..made })
            }
            named => named,
        })
    }

    /// The die with this name, if there is one.
    pub fn die_named(&mut self, scope: &mut Scope, name: &str, span: &Span) -> Resolved<Option<DieOfRoll>> {
        if !self.made.iter().any(|made| made == name) {
            return Ok(self.faces(name, span)?.map(DieOfRoll::Listed));
        }
        let place = self.definitions.iter().position(|definition| definition.name.text == name);
        let place = place.expect("a die that is made is a definition");
        let definition = self.defined(scope, place, &[], span, span)?;
        match &self.program.definitions[definition].outputs[0].1 {
            Type::Number | Type::Truth => Ok(Some(DieOfRoll::Made(definition))),
            Type::Label(_) => {
                let help = "a die shows numbers: compare the label, as in `result == 'hit' ? 1 : 0`";
                wrong(span, "this die shows a label", help)
            }
        }
    }
}
