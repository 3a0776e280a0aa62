//! Functions of the members of a group.

use super::super::program::{Expr, ExprKind, Operator, Type};
use super::super::syntax::Span;
use super::expressions::{Typed, choose};
use super::scope::Scope;
use super::{Resolved, Resolver};
use crate::expression::grammar::{Each, Syntax, SyntaxKind};
use crate::expression::wrong;

/// The functions of a group.
const FUNCTIONS: &str = "any, all, count, sum, min, max, first, random";

impl Resolver {
    /// Resolves a function of the members of a group.
    pub fn of_members(
        &mut self,
        scope: &mut Scope,
        function: &str,
        argument: &Syntax,
        span: &Span,
    ) -> Resolved<Typed> {
        let SyntaxKind::Each(each) = &argument.kind else { unreachable!("it was looked at before") };
        let Each { value, name, group, condition } = &**each;
        let group = self.group_named(&group.0, &group.1)?;
        let is_itself = matches!(&value.kind, SyntaxKind::Name(named) if named == name);
        if matches!(function, "first" | "random") && !is_itself {
            let help = format!(
                "write `{function}({name} for {name} in {} where …)`",
                self.program.groups[group].name
            );
            return wrong(&value.outer, format!("`{function}` finds a member"), help);
        }
        let mut found: Vec<Resolved<(Expr, Expr)>> = Vec::new();
        self.for_each_member(scope, name, group, |resolver, scope, _| {
            let mut pair = || {
                let is_in = match condition {
                    Some(condition) => resolver.truth(scope, condition)?,
                    None => Expr::constant(1, span),
                };
                let value = match function {
                    "any" | "all" | "count" => resolver.truth(scope, value)?,
                    "first" | "random" => resolver.expression(scope, value, None)?.0,
                    _ => resolver.number(scope, value)?,
                };
                Ok((is_in, value))
            };
            found.push(pair());
        });
        let members = found.into_iter().collect::<Resolved<Vec<(Expr, Expr)>>>()?;
        let join = |operator, a, b| Expr::binary(operator, a, b, span);
        let constant = |value| Expr::constant(value, span);
        let select = |condition, yes, no| Expr::conditional(condition, yes, no, span);
        let both = |(is_in, value): (Expr, Expr)| join(Operator::And, is_in, value);
        let folded = |operator, start, parts: Vec<Expr>| {
            parts.into_iter().reduce(|all, part| join(operator, all, part)).unwrap_or(start)
        };
        Ok(match function {
            "any" => {
                (folded(Operator::Or, constant(0), members.into_iter().map(both).collect()), Type::Truth)
            }
            "all" => {
                let holds = |(is_in, value): (Expr, Expr)| {
                    join(Operator::Or, Expr::new(ExprKind::Not(Box::new(is_in)), span.clone()), value)
                };
                (folded(Operator::And, constant(1), members.into_iter().map(holds).collect()), Type::Truth)
            }
            "count" => {
                (folded(Operator::Plus, constant(0), members.into_iter().map(both).collect()), Type::Number)
            }
            "sum" => {
                let part = |(is_in, value)| match condition {
                    Some(_) => select(is_in, value, constant(0)),
                    None => value,
                };
                (folded(Operator::Plus, constant(0), members.into_iter().map(part).collect()), Type::Number)
            }
            "min" | "max" => {
                let operator = if function == "max" { Operator::Max } else { Operator::Min };
                let Some(condition) = condition else {
                    let values = members.into_iter().map(|(_, value)| value).collect();
                    return Ok((folded(operator, constant(0), values), Type::Number));
                };
                let at = condition.outer.clone();
                let (mut is_any, mut best) = (constant(0), constant(0));
                for (is_in, value) in members {
                    let is_in = scope.hold(is_in, Type::Truth);
                    let value = scope.hold(value, Type::Number);
                    let better = select(is_any.clone(), join(operator, best.clone(), value.clone()), value);
                    best = scope.hold(select(is_in.clone(), better, best), Type::Number);
                    is_any = scope.hold(Expr::binary(Operator::Or, is_any, is_in, &at), Type::Truth);
                }
                (best, Type::Number)
            }
            "first" => {
                let nobody = constant(members.len() as i64);
                let first =
                    members.into_iter().rev().fold(nobody, |rest, (is_in, one)| select(is_in, one, rest));
                (first, self.member_type(group))
            }
            "random" => {
                let most = members.len();
                let mut ranks = Vec::new();
                let mut number = constant(0);
                for (is_in, _) in members {
                    let is_in = scope.hold(is_in, Type::Truth);
                    number = scope.hold(join(Operator::Plus, number, is_in.clone()), Type::Number);
                    ranks.push((is_in, number.clone()));
                }
                let drawn = self.one_of(scope, &number, most as i64, span)?;
                let drawn = scope.hold(drawn, Type::Number);
                let nobody = constant(most as i64);
                let chosen =
                    ranks.into_iter().enumerate().rev().fold(nobody, |rest, (member, (is_in, rank))| {
                        let is_it = join(Operator::Equal, rank, drawn.clone());
                        select(join(Operator::And, is_in, is_it), constant(member as i64), rest)
                    });
                (chosen, self.member_type(group))
            }
            _ => {
                let message = format!("`{function}` is no function of a group");
                return wrong(span, message, format!("there is {FUNCTIONS}"));
            }
        })
    }

    /// A number from 1 to `number`, all equally likely, where `number` is at most `most`; 1 if it is 0.
    fn one_of(&mut self, scope: &mut Scope, number: &Expr, most: i64, span: &Span) -> Resolved<Expr> {
        if most < 2 {
            return Ok(Expr::constant(1, span));
        }
        scope.open();
        let rolled = self.roll_die(scope, most, span);
        let before = scope.close();
        let yes = (before, rolled?);
        scope.open();
        let fewer = self.one_of(scope, number, most - 1, span);
        let before = scope.close();
        let no = (before, fewer?);
        let is_most = Expr::binary(Operator::Equal, number.clone(), Expr::constant(most, span), span);
        Ok(choose(scope, is_most, yes, no, Type::Number, span))
    }
}
