//! Loops over the faces of dice.

use super::super::program::{StatementKind, Type};
use super::super::roll::Counted;
use super::super::syntax::{self, Name, Span};
use super::dice::EXPLODING;
use super::loops::{Kept, names_in};
use super::rolls::Rolled;
use super::scope::{Binding, Loop, Scope};
use super::{Resolved, Resolver};
use crate::description::words::count;
use crate::expression::grammar::{Syntax, SyntaxKind};
use crate::expression::wrong;

impl Resolver {
    /// `for FACE, COUNT, … in ROLL, … { … }`
    pub fn faces_of(
        &mut self,
        scope: &mut Scope,
        names: &[Name],
        rolls: &[Syntax],
        is_from_high: bool,
        body: &syntax::Block,
        span: &Span,
    ) -> Resolved<()> {
        if names.len() != rolls.len() + 1 {
            let [given, rolls] = [names.len(), rolls.len()].map(|n| n as u32);
            let (given, rolls) = (count(given, "name", "names"), count(rolls, "roll", "rolls"));
            let message = format!("there are {given} for {rolls}");
            let help = "name the face, and a count for each roll, as in `for x, n in roll { … }` or `for x, n, m in a, b { … }`";
            let span = names[0].span.start..names[names.len() - 1].span.end;
            return wrong(&span, message, help);
        }
        for (place, name) in names.iter().enumerate() {
            if names[..place].iter().any(|other| other.text == name.text) {
                let help = "name the face and each count differently";
                return wrong(&name.span, format!("`{}` is named twice", name.text), help);
            }
        }
        let kept = Kept::of(names, body);
        let body = kept.as_ref().map_or(body, |kept| &kept.body);
        self.statements(scope, kept.iter().flat_map(|kept| &kept.before));
        let counted = rolls.iter().map(|roll| self.counted(scope, roll, body));
        let rolls = counted.collect::<Resolved<Vec<usize>>>()?;
        let mut variables = Vec::new();
        for name in names {
            let variable = self.target(scope, name, Type::Number)?;
            scope.mark(variable);
            variables.push(variable);
        }
        let (variable, counts) = (variables[0], variables.split_off(1));
        let mut assigned = names_in(body);
        let is_fixed = assigned.insert(names[0].text.clone());
        assigned.extend(names.iter().map(|name| name.text.clone()));
        // The faces of compound dice, and of dice that are made of dice, depend on keys.
        let is_known = is_fixed
            && rolls.iter().all(|&roll| {
                self.program.rolls[roll].open_end.is_none() && !self.program.rolls[roll].faces.is_empty()
            });
        let values = is_known.then(|| {
            let mut values: Vec<i64> =
                rolls.iter().flat_map(|&roll| self.program.rolls[roll].faces.iter().copied()).collect();
            values.sort_unstable();
            values.dedup();
            (variable, values)
        });
        scope.loops.push(Loop { level: scope.blocks.len(), assigned, values });
        let body = self.block(scope, body);
        scope.loops.pop();
        scope.push(StatementKind::Faces { rolls, variable, counts, is_from_high, body }, span);
        self.statements(scope, kept.iter().flat_map(|kept| &kept.behind));
        Ok(())
    }

    /// The entries of the list of a `for` loop.
    pub fn entries(&mut self, scope: &Scope, list: &Syntax) -> Resolved<Vec<i64>> {
        let is_roll = match &list.kind {
            SyntaxKind::Name(name) => {
                scope.names.contains_key(name) && !self.lists.iter().any(|(list, _)| list == name)
            }
            kind => kind.is_drawn(),
        };
        if is_roll {
            let help = format!(
                "write a list as in [1, 2, 3]; the faces of a roll come with their counts, as in `for x, n in {list} {{ … }}`"
            );
            return wrong(&list.outer, "this is not a list", help);
        }
        self.numbers(list)
    }

    /// Resolves a roll whose faces are counted, and rolls it if it was not rolled yet.
    fn counted(&mut self, scope: &mut Scope, written: &Syntax, body: &syntax::Block) -> Resolved<usize> {
        let (name, mut made) = match self.roll(scope, written)? {
            None => return Err(self.no_roll(scope, written)),
            Some(Rolled::Here(mut made)) => {
                scope.hold_arguments(&mut made);
                (None, made)
            }
            Some(Rolled::Named(name)) => match scope.names.get(&name) {
                Some(Binding::Roll(made)) => (Some(name), made.clone()),
                _ => unreachable!("the name was that of a roll"),
            },
        };
        let roll = &self.program.rolls[made.roll];
        if roll.is_sized {
            let help = "loop over dice whose sides are written in the text";
            return wrong(&written.outer, "the sides of these dice are known only in play", help);
        }
        if roll.explodes() {
            return wrong(&written.outer, "after `explode` only sums and counts are asked", EXPLODING);
        }
        if roll.open_end.as_ref().is_some_and(|open_end| !open_end.is_fixed()) {
            let help = "write the face as a number, or make it a key";
            return wrong(&written.outer, "the faces of these dice change in play", help);
        }
        let is_new = made.drawn.is_none();
        if is_new {
            self.draw(scope, &mut made);
        }
        let roll = &mut self.program.rolls[made.roll];
        let is_repeated = scope.loops.iter().any(|one| one.level > made.level);
        // A player who decides sees all dice.
        let is_alone = is_new && roll.questions.is_empty() && !is_repeated && !chooses(body);
        roll.counted = if is_alone { Counted::OnTheWay } else { Counted::AtOnce };
        let number = made.roll;
        if let Some(name) = name {
            scope.names.insert(name, Binding::Roll(made));
        }
        Ok(number)
    }
}

/// Whether a player decides in a block.
pub fn chooses(block: &syntax::Block) -> bool {
    let is_choice = |one: &syntax::Statement| matches!(one.kind, syntax::StatementKind::Choose(_));
    block.iter().any(|statement| statement.has(&is_choice))
}
