//! What is named of a member of a group: its keys and its variables.

use super::super::program::{Expr, ExprKind, GroupOfRules, Operator, Pick, Type};
use super::super::syntax::{Name, Span};
use super::expressions::Typed;
use super::scope::{Binding, Scope};
use super::tables::adding;
use super::{Resolved, Resolver};
use crate::expression::grammar::{Syntax, SyntaxKind};
use crate::expression::wrong;

/// What the position of a member's table in the scenario is called, from 0.
pub const TABLE: &str = "table";

/// The member that a name stands for.
pub enum Who {
    /// A member of a group, by their indices.
    Member(usize, usize),
    /// The member of a group whose index a variable holds.
    Held(usize, usize),
}

impl Resolver {
    /// The member before the first dot of a name, and what of it is named.
    pub fn member_in<'n>(&self, scope: &Scope, name: &'n str) -> Option<(Who, &'n str)> {
        let (who, field) = name.split_once('.')?;
        match scope.names.get(who)? {
            Binding::Member(group, member) => Some((Who::Member(*group, *member), field)),
            Binding::Variable(variable) => {
                let ty = &scope.routine.variables[*variable].ty;
                let group = (0..self.program.groups.len()).find(|&group| self.member_type(group) == *ty)?;
                Some((Who::Held(group, *variable), field))
            }
            _ => None,
        }
    }

    /// The index of a key of a member.
    pub fn key_of(&self, who: &Who, field: &str) -> Option<usize> {
        let Who::Member(group, member) = *who else { return None };
        let GroupOfRules { name, members, .. } = &self.program.groups[group];
        let path = format!("{name}.{}.{field}", members[member].table);
        self.key_at(&path)
    }

    /// Whether an expression names a key of a member that a variable holds.
    pub fn is_key_of_held(&self, scope: &Scope, syntax: &Syntax) -> bool {
        let SyntaxKind::Name(name) = &syntax.kind else { return false };
        matches!(self.member_in(scope, name), Some((Who::Held(group, _), field))
            if self.key_of(&Who::Member(group, 0), field).is_some())
    }

    /// Resolves an expression of a key of a member that a variable holds; `None` if it names no such key.
    pub fn key_of_held(
        &mut self,
        scope: &mut Scope,
        syntax: &Syntax,
        span: &Span,
        of_key: &dyn Fn(usize) -> ExprKind,
    ) -> Resolved<Option<Typed>> {
        let SyntaxKind::Name(name) = &syntax.kind else { return Ok(None) };
        let Some((Who::Held(group, variable), field)) = self.member_in(scope, name) else { return Ok(None) };
        if self.key_of(&Who::Member(group, 0), field).is_none() {
            return Ok(None);
        }
        let picked = self.picked(scope, span, true, |resolver, _| {
            let members = 0..resolver.program.groups[group].members.len();
            let value = |member| {
                let key =
                    resolver.key_of(&Who::Member(group, member), field).expect("members have the same keys");
                (Expr::new(of_key(key), span.clone()), resolver.program.keys[key].ty.clone())
            };
            let values: Vec<Typed> = members.map(value).collect();
            Ok((Expr::variable(variable, &syntax.outer), values))
        });
        picked.map(Some)
    }

    /// Resolves what is named of a member: a variable or a key.
    pub fn field(&mut self, scope: &mut Scope, who: &Who, field: &str, span: &Span) -> Resolved<Typed> {
        match *who {
            Who::Member(group, member) => {
                let variable = self.variable_of(group, member, field);
                if scope.names.contains_key(&variable) {
                    return self.name(scope, &variable, span);
                }
                if field == TABLE {
                    let table = self.program.groups[group].members[member].table;
                    return Ok((Expr::constant(table as i64, span), Type::Number));
                }
                if let Some(place) = self.key_of(who, field) {
                    return Ok((
                        Expr::new(ExprKind::Key(place), span.clone()),
                        self.program.keys[place].ty.clone(),
                    ));
                }
                let prefix = self.variable_of(group, member, "");
                let keys = self.program.keys.iter().map(|key| key.name.as_str());
                let known = scope.names.keys().map(String::as_str).chain(keys);
                let known: Vec<&str> = known.filter_map(|name| name.strip_prefix(&prefix)).collect();
                let what = format!("value of a {}", self.program.groups[group].name);
                Err(self.unknown(span, &what, field, known.into_iter()))
            }
            Who::Held(group, variable) => {
                let place = span.start..span.end.saturating_sub(field.len() + 1).max(span.start);
                self.picked(scope, span, true, |resolver, scope| {
                    let values = (0..resolver.program.groups[group].members.len())
                        .map(|member| resolver.field(scope, &Who::Member(group, member), field, span))
                        .collect::<Resolved<Vec<Typed>>>()?;
                    Ok((Expr::variable(variable, &place), values))
                })
            }
        }
    }

    /// Resolves a value that is found by an index. A question about dice reads it as one number.
    pub fn picked(
        &mut self,
        scope: &mut Scope,
        span: &Span,
        is_member: bool,
        parts: impl FnOnce(&mut Resolver, &mut Scope) -> Resolved<(Expr, Vec<Typed>)>,
    ) -> Resolved<Typed> {
        let face = scope.face.take();
        let (place, values) = match parts(self, scope) {
            Ok(parts) => parts,
            Err(error) => {
                scope.face = face;
                return Err(error);
            }
        };
        let is_number = values.iter().any(|(_, ty)| *ty == Type::Number);
        let first = values.first().map_or(Type::Number, |(_, ty)| ty.clone());
        let ty = if is_number { Type::Number } else { first };
        let values = values.into_iter().map(|(value, _)| value).collect();
        let pick = ExprKind::Pick(Box::new(Pick { place, values, is_member }));
        let value = Expr::new(pick, span.clone());
        if face.is_none() {
            return Ok((value, ty));
        }
        let held = scope.hold(value, ty.clone());
        scope.face = face;
        let ExprKind::Variable(variable) = held.kind else { unreachable!("it was held") };
        Ok((scope.read(variable, span), ty))
    }

    /// Assigns a value to a variable of a member.
    pub fn assign_to_member(
        &mut self,
        scope: &mut Scope,
        (who, field): (Who, &str),
        target: &Name,
        (value, range): (&Syntax, Option<&[Syntax; 2]>),
        span: &Span,
    ) -> Resolved<()> {
        let (Who::Member(group, _) | Who::Held(group, _)) = who;
        let first = scope.names.get(&self.variable_of(group, 0, field));
        let expected = match first {
            Some(Binding::Variable(variable)) => Some(scope.routine.variables[*variable].ty.clone()),
            _ => self.labels_named(field),
        };
        let added = match (&who, &expected) {
            (Who::Held(..), Some(_)) => added_to(&target.text, value),
            _ => None,
        };
        let (added, value) = match added {
            Some((operator, part)) => (Some(operator), (self.number(scope, part)?, Type::Number)),
            None => (None, self.expression(scope, value, expected.as_ref())?),
        };
        if range.is_some() && matches!(who, Who::Held(..)) {
            let message = "the range of one of several is stated here";
            return wrong(&target.span, message, "state it in a loop over all of them");
        }
        let ends = range.map(|range| self.ends_of(scope, &target.text, range)).transpose()?;
        let known = scope.routine.variables.len();
        self.give_member(scope, (&who, field), target, (added, value), span)?;
        if let (Some(ends), Who::Member(group, member)) = (ends, &who)
            && let Some(&Binding::Variable(variable)) =
                scope.names.get(&self.variable_of(*group, *member, field))
        {
            self.keep_within(scope, variable, variable >= known, ends, &target.span);
        }
        Ok(())
    }

    /// Gives a variable of a member a value; `added` joins it with what a member has that a variable holds.
    pub fn give_member(
        &mut self,
        scope: &mut Scope,
        (who, field): (&Who, &str),
        target: &Name,
        (added, (value, ty)): (Option<Operator>, Typed),
        span: &Span,
    ) -> Resolved<()> {
        let (Who::Member(group, _) | Who::Held(group, _)) = *who;
        if self.key_of(&Who::Member(group, 0), field).is_some() {
            let message = format!("`{}` cannot be assigned: it is a key", target.text);
            return wrong(&target.span, message, "assign its value to another name, and change that");
        }
        if field.contains('.') {
            return wrong(
                &target.span,
                format!("`{}` has two dots", target.text),
                "write one, as in `f.boxes`",
            );
        }
        match *who {
            Who::Member(group, member) => {
                let variable = self.variable_of_member(scope, (group, member), field, ty, &target.span)?;
                scope.assign(variable, value, span);
                Ok(())
            }
            Who::Held(group, held) => {
                let places = (0..self.program.groups[group].members.len())
                    .map(|member| {
                        self.variable_of_member(scope, (group, member), field, ty.clone(), &target.span)
                    })
                    .collect::<Resolved<Vec<usize>>>()?;
                let place = Expr::variable(held, &target.span);
                self.assign_one(scope, &places, (place, true), added, (value, ty), span)
            }
        }
    }

    /// The variable of a member for a value of this type; adds it if it is new.
    fn variable_of_member(
        &mut self,
        scope: &mut Scope,
        (group, member): (usize, usize),
        field: &str,
        ty: Type,
        span: &Span,
    ) -> Resolved<usize> {
        let text = self.variable_of(group, member, field);
        let told = format!("{}: {field}", self.program.groups[group].members[member].label);
        self.variable_called(scope, &Name { text, span: span.clone() }, &told, ty)
    }
}

/// What an assignment adds to a variable, and the operator that adds it or takes it off.
fn added_to<'s>(name: &str, value: &'s Syntax) -> Option<(Operator, &'s Syntax)> {
    let SyntaxKind::Binary { operator, left, right, .. } = &value.kind else { return None };
    let is_it = matches!(&left.kind, SyntaxKind::Name(one) if one == name);
    Some((adding(*operator).filter(|_| is_it)?, right))
}
