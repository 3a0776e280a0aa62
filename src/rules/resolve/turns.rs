//! Members of a group in turn: a loop whose rounds are those of the members that meet a condition, and what
//! is known of a member before play.

use super::super::program::{Expr, Operator, StatementKind, Type};
use super::super::syntax::{self, Over, Span};
use super::Resolved;
use super::Resolver;
use super::expressions::{FUNCTIONS, Typed};
use super::faces::chooses;
use super::loops::names_in;
use super::members::{TABLE, Who};
use super::scope::{Binding, Loop, Scope};
use crate::description::fits;
use crate::expression::grammar::{Syntax, SyntaxKind};

/// A loop over members with fewer statements is resolved for each of them.
const FEWEST_STATEMENTS: usize = 10;

/// The name that stands for one of the members, and what it is.
pub struct Held {
    name: String,
    span: Span,
    group: usize,
    variable: usize,
}

impl Resolver {
    /// Whether a loop over the members that meet a condition is better resolved once, for a member that is
    /// found in play, and not for each of them: if it is long and rolls dice, and nothing in it has to be told
    /// apart.
    pub fn is_worth_a_loop(
        &self,
        scope: &mut Scope,
        (name, group): (&str, usize),
        condition: &Syntax,
        body: &syntax::Block,
    ) -> bool {
        let rolls = |part: &Syntax| match &part.kind {
            kind if kind.is_drawn() => true,
            SyntaxKind::Call { name, arguments } => {
                let is_of_group = matches!(arguments[..], [Syntax { kind: SyntaxKind::Each(_), .. }]);
                name == "random" || !is_of_group && FUNCTIONS.iter().all(|(known, ..)| known != name)
            }
            _ => false,
        };
        let has = |is_such: &dyn Fn(&Syntax) -> bool| {
            body.iter().any(|statement| {
                statement.has(&|inner| inner.expressions().iter().any(|one| one.has(is_such)))
            })
        };
        let own = |named: &str| {
            named.split_once('.').filter(|(who, _)| *who == name).map(|(_, own)| own.to_owned())
        };
        // A list of which a place is read, or which is gone through.
        let reads_own_list = |part: &Syntax| match &part.kind {
            SyntaxKind::Index { list, .. } => match &list.kind {
                SyntaxKind::Name(list) => {
                    own(list).is_some_and(|field| !self.have_the_same_list(group, &field))
                }
                _ => false,
            },
            _ => false,
        };
        let goes_through = |statement: &syntax::Statement| match &statement.kind {
            syntax::StatementKind::For {
                over: Over::List(Syntax { kind: SyntaxKind::Name(list), .. }),
                ..
            } => own(list).is_some(),
            syntax::StatementKind::Table(table, ..) | syntax::StatementKind::AssignAt { table, .. } => {
                own(&table.text).is_some()
            }
            _ => false,
        };
        let members = 0..self.program.groups[group].members.len();
        let statements: usize = body.iter().map(syntax::Statement::count).sum();
        let is_set = |field: &String| {
            members.clone().all(|member| match scope.names.get(&self.variable_of(group, member, field)) {
                Some(Binding::Variable(variable)) => scope.known[*variable].is_set,
                _ => false,
            })
        };
        let assigned = names_in(body);
        members.len() > 1
            && statements >= FEWEST_STATEMENTS
            && has(&rolls)
            && !condition.has(&rolls)
            && !chooses(body)
            && !has(&reads_own_list)
            && !body.iter().any(|statement| statement.has(&goes_through))
            && !assigned.contains(name)
            && assigned.iter().filter_map(|named| own(named)).all(|field| is_set(&field))
            && !self.is_known(scope, (name, group), condition)
    }

    /// Whether a condition on a member is known before play.
    fn is_known(&self, scope: &mut Scope, (name, group): (&str, usize), condition: &Syntax) -> bool {
        let before = scope.names.insert(name.to_owned(), Binding::Member(group, 0));
        let is_known = self.reads_keys(scope, condition, &mut None);
        scope.names.remove(name);
        scope.names.extend(before.map(|before| (name.to_owned(), before)));
        is_known
    }

    /// Resolves a loop over the members that meet a condition, in their order. Whether a member meets it is
    /// asked when it is its turn.
    pub fn loop_over_members(
        &mut self,
        scope: &mut Scope,
        (name, group): (&str, usize),
        condition: &Syntax,
        body: &syntax::Block,
        span: &Span,
    ) {
        let members = self.program.groups[group].members.len() as i64;
        let constant = |value| Expr::constant(value, span);
        let variable = scope.variable("", self.member_type(group));
        let one = || Expr::variable(variable, span);
        scope.assign(variable, constant(-1), span);
        let before = scope.known.clone();
        let mut assigned = self.assigned_in(scope, body);
        assigned.insert(name.to_owned());
        scope.loops.push(Loop { level: scope.blocks.len(), assigned, values: None });
        scope.open();
        let mut are_next = Vec::new();
        self.for_each_member(scope, name, group, |resolver, scope, member| {
            let meets = resolver.truth(scope, condition);
            let meets = resolver.noted(meets).unwrap_or_else(|| constant(1));
            let is_later = Expr::binary(Operator::Less, one(), constant(member as i64), span);
            are_next.push(Expr::binary(Operator::And, is_later, meets, span));
        });
        let next =
            are_next.into_iter().enumerate().rev().fold(constant(members), |rest, (member, is_next)| {
                Expr::conditional(is_next, constant(member as i64), rest, span)
            });
        scope.assign(variable, next, span);
        let head = scope.close();
        let hidden = scope.names.insert(name.to_owned(), Binding::Variable(variable));
        scope.open();
        self.statements(scope, body);
        let body = scope.close();
        scope.names.remove(name);
        scope.names.extend(hidden.map(|hidden| (name.to_owned(), hidden)));
        scope.loops.pop();
        scope.join(&before);
        let kind = StatementKind::Repeat {
            most: Some(constant(members)),
            head,
            condition: Expr::binary(Operator::NotEqual, one(), constant(members), span),
            body,
            state: Vec::new(),
            followed: Vec::new(),
            is_of_members: true,
        };
        scope.push(kind, span);
    }

    /// The one member of whose keys, and of nothing else, an expression tells something.
    pub fn key_of_one(&self, scope: &Scope, syntax: &Syntax) -> Option<Held> {
        let mut held = None;
        if self.program.groups.is_empty() || !self.reads_keys(scope, syntax, &mut held) {
            return None;
        }
        held
    }

    /// Whether an expression reads nothing but keys, those of at most one member that a variable holds.
    fn reads_keys(&self, scope: &Scope, syntax: &Syntax, held: &mut Option<Held>) -> bool {
        match &syntax.kind {
            SyntaxKind::Integer(_) | SyntaxKind::Decimal(_) | SyntaxKind::Text(_) => true,
            SyntaxKind::Name(name) => self.is_name_of_key(scope, (name, &syntax.span), held),
            SyntaxKind::Each(_) => false,
            kind if kind.is_drawn() => false,
            SyntaxKind::Call { name, arguments } => {
                FUNCTIONS.iter().any(|(known, ..)| known == name)
                    && arguments.iter().all(|argument| self.reads_keys(scope, argument, held))
            }
            // A question about a list reads its numbers alone.
            SyntaxKind::Method { receiver, .. } => match &receiver.kind {
                SyntaxKind::Name(name) => self.is_name_of_key(scope, (name, &receiver.span), held),
                _ => false,
            },
            _ => syntax.parts().into_iter().all(|part| self.reads_keys(scope, part, held)),
        }
    }

    fn is_name_of_key(&self, scope: &Scope, (name, span): (&str, &Span), held: &mut Option<Held>) -> bool {
        let (who, field) = match self.member_in(scope, name) {
            Some(found) => found,
            None if scope.names.contains_key(name) || scope.is_face(name) => return false,
            None => {
                return self.key_at(name).is_some() || self.lists.iter().any(|(list, _)| list == name);
            }
        };
        let (Who::Member(group, _) | Who::Held(group, _)) = who;
        let first = self.variable_of(group, 0, field);
        let is_list = || self.program.list_keys.iter().any(|key| fits(&key.name, &first));
        let is_key = self.key_of(&Who::Member(group, 0), field).is_some()
            || field == TABLE && !scope.names.contains_key(&first)
            || is_list();
        match (who, &held) {
            (Who::Held(_, variable), None) if is_key => {
                let length = name.len() - field.len() - 1;
                let (name, span) = (name[..length].to_owned(), span.start..span.start + length);
                *held = Some(Held { name, span, group, variable });
                true
            }
            (Who::Held(_, variable), Some(known)) => is_key && variable == known.variable,
            _ => is_key,
        }
    }

    /// Resolves what an expression tells of the keys of a member that a variable holds, for each that it may
    /// be.
    pub fn for_each_it_may_be(
        &mut self,
        scope: &mut Scope,
        syntax: &Syntax,
        expected: Option<&Type>,
        Held { name, span, group, variable }: Held,
    ) -> Resolved<Typed> {
        self.picked(scope, &syntax.outer, true, |resolver, scope| {
            let mut values: Vec<Resolved<Typed>> = Vec::new();
            resolver.for_each_member(scope, &name, group, |resolver, scope, _| {
                values.push(resolver.expression(scope, syntax, expected));
            });
            let values = values.into_iter().collect::<Resolved<Vec<Typed>>>()?;
            Ok((Expr::variable(variable, &span), values))
        })
    }
}
