//! The statements of a routine.

use std::collections::HashSet;

use super::super::program::{
    Block, Expr, ExprKind, MOST_ROUNDS, MetricOfRules, Operator, Routine, StatementKind, Type, Words,
};
use super::super::syntax::{self, Name, NotePart, Span, Statement};
use super::scope::{Binding, Scope};
use super::{DefinitionProgress, LEVELS_OF_CALL, Resolved, Resolver};
use crate::expression::ExpressionError;
use crate::expression::grammar::{Syntax, SyntaxKind};

impl Resolver {
    /// The whole text, and what it reports.
    pub fn main(&mut self, block: &syntax::Block) -> (Routine, Vec<MetricOfRules>) {
        let mut scope = Scope::default();
        scope.open();
        let mut metrics = Vec::new();
        let mut reported = false;
        for statement in block {
            if let syntax::StatementKind::Report(report) = &statement.kind {
                if reported {
                    let help = "one report ends the text";
                    self.errors.push(ExpressionError::new(
                        statement.span.clone(),
                        "this is a second report",
                        help,
                    ));
                }
                reported = true;
                for (name, value) in report {
                    let resolved = self.metric(&mut scope, name, value.as_ref(), &metrics);
                    metrics.extend(self.noted(resolved));
                }
            } else if reported && !is_declaration(statement) {
                let help = "move it before the report, which ends the text";
                let message = "this comes after the report";
                self.errors.push(ExpressionError::new(statement.span.clone(), message, help));
            } else {
                self.statement(&mut scope, statement);
            }
        }
        if !reported && self.errors.is_empty() {
            let end = block.last().map_or(0, |last| last.span.end);
            let help = "end it as in `report damage, hits = net + 1`";
            self.errors.push(ExpressionError::new(end..end, "the text reports nothing", help));
        }
        scope.routine.body = scope.close();
        (scope.routine, metrics)
    }

    fn metric(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        value: Option<&Syntax>,
        others: &[MetricOfRules],
    ) -> Resolved<MetricOfRules> {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if !name.text.chars().all(is_plain) {
            let help = "metrics have small letters, digits and _; write another name as in `hits = Hits`";
            let message = format!("`{}` cannot be the name of a metric", name.text);
            return Err(ExpressionError::new(name.span.clone(), message, help));
        }
        if others.iter().any(|other| other.name == name.text) {
            let message = format!("`{}` is reported twice", name.text);
            return Err(ExpressionError::new(name.span.clone(), message, "give it another name"));
        }
        let own = Syntax::new(SyntaxKind::Name(name.text.clone()), name.span.clone());
        let expected = self.labels_named(&name.text);
        let (value, ty) = self.expression(scope, value.unwrap_or(&own), expected.as_ref())?;
        let variable = scope.variable(&name.text, ty.clone());
        scope.assign(variable, value, &name.span);
        Ok(MetricOfRules { name: name.text.clone(), ty, variable })
    }

    /// Resolves a block of a routine, in a block of its own.
    fn block(&mut self, scope: &mut Scope, block: &syntax::Block) -> Block {
        scope.open();
        self.level += 1;
        self.statements(scope, block);
        self.level -= 1;
        scope.close()
    }

    fn statements(&mut self, scope: &mut Scope, block: &syntax::Block) {
        block.iter().for_each(|statement| self.statement(scope, statement));
    }

    fn statement(&mut self, scope: &mut Scope, statement: &Statement) {
        let resolved = self.kind(scope, statement);
        self.noted(resolved);
    }

    fn kind(&mut self, scope: &mut Scope, Statement { kind, span }: &Statement) -> Resolved<()> {
        use syntax::StatementKind as Kind;
        match kind {
            Kind::Assign { targets, value, range } => {
                if let Err(error) = self.assign(scope, targets, value, range.as_ref(), span) {
                    for target in targets {
                        scope.names.entry(target.text.clone()).or_insert(Binding::Wrong);
                    }
                    return Err(error);
                }
            }
            Kind::If { condition, yes, no } => {
                let condition = self.truth(scope, condition)?;
                let before = scope.set.clone();
                let yes = self.block(scope, yes);
                let after_yes = std::mem::replace(&mut scope.set, before);
                scope.set.resize(after_yes.len(), false);
                let no = self.block(scope, no);
                for (here, there) in
                    scope.set.iter_mut().zip(after_yes.iter().chain(std::iter::repeat(&false)))
                {
                    *here &= there;
                }
                scope.push(StatementKind::If { condition, yes, no }, span);
            }
            Kind::Repeat { most, condition, body } => {
                self.repeat(scope, most.as_ref(), condition.as_ref(), body, span)?;
            }
            Kind::For { name, list, body } => {
                let values = self.numbers(list)?;
                let variable = self.target(scope, name, Type::Number)?;
                scope.mark(variable);
                let body = self.in_loop(scope, body);
                scope.push(StatementKind::For { variable, values, body }, span);
            }
            Kind::Choose { name, options, aim } => self.choose(scope, name, options, *aim, span)?,
            Kind::Step(title) => {
                self.steps.push(title.clone());
                if self.steps.len() > 250 {
                    return Err(ExpressionError::new(
                        span.clone(),
                        "there are too many steps",
                        "at most 250",
                    ));
                }
                scope.push(StatementKind::Step(self.steps.len()), span);
            }
            Kind::Note(parts) => {
                let words = parts.iter().map(|part| match part {
                    NotePart::Text(text) => Ok(Words::Text(text.clone())),
                    NotePart::Value(value) => {
                        let statements = scope.blocks.last().map_or(0, Vec::len);
                        let (value, ty) = self.expression(scope, value, None)?;
                        match scope.blocks.last().map_or(0, Vec::len) == statements {
                            true => Ok(Words::Value(value, ty)),
                            false => Err(ExpressionError::new(
                                value.span,
                                "a note rolls no dice",
                                "assign it to a name in the line before",
                            )),
                        }
                    }
                });
                let words = words.collect::<Resolved<Vec<Words>>>()?;
                scope.push(StatementKind::Note(words), span);
            }
            Kind::Return(values) => self.returned(scope, values, span)?,
            Kind::Report(_) => {
                let help = "report at the end of the text, outside of all brackets";
                return Err(ExpressionError::new(span.clone(), "a report cannot stand in a block", help));
            }
            // What is declared was taken before; in a block it would be overlooked.
            _ if scope.blocks.len() == 1
                && scope.routine.outputs.is_empty()
                && scope.routine.name.is_empty() => {}
            _ => {
                let help = "move it out of all brackets";
                return Err(ExpressionError::new(
                    span.clone(),
                    "a declaration cannot stand in a block",
                    help,
                ));
            }
        }
        Ok(())
    }

    fn assign(
        &mut self,
        scope: &mut Scope,
        targets: &[Name],
        value: &Syntax,
        range: Option<&[Syntax; 2]>,
        span: &Span,
    ) -> Resolved<()> {
        let [target] = targets else {
            return self.assign_several(scope, targets, value, range, span);
        };
        let is_asked = self.asked.contains(&target.text);
        if range.is_none() && is_asked && self.name_roll(scope, target, value)? {
            return Ok(());
        }
        let expected = match scope.names.get(&target.text) {
            Some(Binding::Variable(variable)) => Some(scope.routine.variables[*variable].ty.clone()),
            _ => self.labels_named(&target.text),
        };
        let (value, ty) = self.expression(scope, value, expected.as_ref())?;
        let variable = self.target(scope, target, ty)?;
        scope.assign(variable, value, span);
        if let Some([low, high]) = range {
            let (low, high) = (self.number(scope, low)?, self.number(scope, high)?);
            scope.push(StatementKind::Range { variable, low, high }, &target.span);
        }
        Ok(())
    }

    /// `a, b = f(x)`
    fn assign_several(
        &mut self,
        scope: &mut Scope,
        targets: &[Name],
        value: &Syntax,
        range: Option<&[Syntax; 2]>,
        span: &Span,
    ) -> Resolved<()> {
        let SyntaxKind::Call { name, arguments } = &value.kind else {
            let help = "write a definition that returns as many, as in `a, b = f(x)`";
            return Err(ExpressionError::new(value.span.clone(), "several values are needed here", help));
        };
        if range.is_some() {
            let help = "state the range of one name at a time";
            return Err(ExpressionError::new(span.clone(), "several names have one range here", help));
        }
        let results = self.call(scope, name, arguments, &value.span)?;
        if results.len() != targets.len() {
            let message =
                format!("`{name}` returns {} values, and {} are named", results.len(), targets.len());
            return Err(ExpressionError::new(value.span.clone(), message, "name each of them"));
        }
        for (target, (result, ty)) in targets.iter().zip(results) {
            let variable = self.target(scope, target, ty)?;
            scope.assign(variable, Expr::new(ExprKind::Variable(result), target.span.clone()), span);
        }
        Ok(())
    }

    /// The variable of a name that is assigned a value of this type.
    pub fn target(&mut self, scope: &mut Scope, name: &Name, ty: Type) -> Resolved<usize> {
        let wrong = |message: String, help: &str| Err(ExpressionError::new(name.span.clone(), message, help));
        if name.text.contains('.') || self.keys.iter().any(|key| key.name == name.text) {
            let message = format!("`{}` cannot be assigned: it is a key", name.text);
            return wrong(message, "assign its value to another name, and change that");
        }
        let is_number = |ty: &Type| matches!(ty, Type::Number | Type::Truth);
        match scope.names.get(&name.text) {
            Some(Binding::Variable(variable)) => {
                let known = &mut scope.routine.variables[*variable].ty;
                if *known != ty && is_number(known) && is_number(&ty) {
                    // Truth values count as 0 and 1 where numbers are meant.
                    *known = Type::Number;
                } else if *known != ty {
                    let message = format!("`{}` is {}, not {}", name.text, known.words(), ty.words());
                    return wrong(message, "use another name");
                }
                Ok(*variable)
            }
            _ => {
                let variable = scope.variable(&name.text, ty);
                scope.names.insert(name.text.clone(), Binding::Variable(variable));
                Ok(variable)
            }
        }
    }

    fn repeat(
        &mut self,
        scope: &mut Scope,
        most: Option<&Syntax>,
        condition: Option<&Syntax>,
        body: &syntax::Block,
        span: &Span,
    ) -> Resolved<()> {
        let most = most.map(|most| self.number(scope, most)).transpose()?;
        if most.is_none() && condition.is_none() {
            let help = "write `repeat 10 { … }` or `repeat while … { … }`";
            return Err(ExpressionError::new(span.clone(), "this loop has no end", help));
        }
        // A number that is known only in play becomes a counter.
        let (most, limit) = match most {
            Some(most) if !most.is_fixed() => (None, Some(most)),
            most => (most, None),
        };
        let counter = limit.map(|limit| {
            let limit = scope.hold(limit, Type::Number);
            let counter = scope.hold(Expr::constant(0, span.clone()), Type::Number);
            (counter, limit)
        });
        scope.loops.push((scope.blocks.len(), assigned_in(body)));
        let before = scope.set.clone();
        scope.open();
        let resolved = condition.map(|condition| self.truth(scope, condition)).transpose();
        let head = scope.close();
        scope.open();
        self.statements(scope, body);
        let mut body = scope.close();
        scope.loops.pop();
        let always = matches!(&most, Some(Expr { kind: ExprKind::Constant(1..), .. })) && condition.is_none();
        if !always {
            let known = before.len();
            scope.set[..known].copy_from_slice(&before);
            scope.set[known..].fill(false);
        }
        let mut condition = resolved?.unwrap_or_else(|| Expr::constant(1, span.clone()));
        if let Some((counter, limit)) = counter {
            let binary = |operator, a: Expr, b: Expr| {
                Expr::new(ExprKind::Binary(operator, Box::new(a), Box::new(b)), span.clone())
            };
            let is_open = binary(Operator::Less, counter.clone(), limit);
            condition = binary(Operator::And, is_open, condition);
            let ExprKind::Variable(variable) = counter.kind else { unreachable!("it was held") };
            let value = binary(Operator::Plus, counter, Expr::constant(1, span.clone()));
            let kind = StatementKind::Assign { variable, value };
            body.insert(0, super::super::program::Statement { kind, span: span.clone() });
        }
        if let Some(Expr { kind: ExprKind::Constant(rounds), span }) = &most
            && !(0..=MOST_ROUNDS).contains(rounds)
        {
            let help = format!("at most {MOST_ROUNDS} times");
            return Err(ExpressionError::new(span.clone(), "this is no number of repetitions", help));
        }
        scope.push(StatementKind::Repeat { most, head, condition, body }, span);
        Ok(())
    }

    fn in_loop(&mut self, scope: &mut Scope, body: &syntax::Block) -> Block {
        scope.loops.push((scope.blocks.len(), assigned_in(body)));
        let block = self.block(scope, body);
        scope.loops.pop();
        block
    }

    fn returned(&mut self, scope: &mut Scope, values: &[Syntax], span: &Span) -> Resolved<()> {
        if scope.routine.name.is_empty() {
            let help = "end the text with `report`";
            return Err(ExpressionError::new(span.clone(), "only definitions return something", help));
        }
        let is_first = scope.routine.outputs.is_empty();
        if !scope.loops.is_empty() {
            let help = "end the loop by its condition, and return behind it";
            return Err(ExpressionError::new(span.clone(), "a loop cannot be left by `return`", help));
        }
        for (place, value) in values.iter().enumerate() {
            let expected = scope.routine.outputs.get(place).map(|(_, ty)| ty.clone());
            let (value, ty) = self.expression(scope, value, expected.as_ref())?;
            if is_first {
                let variable = scope.variable("", ty.clone());
                scope.routine.outputs.push((variable, ty.clone()));
            }
            match scope.routine.outputs.get_mut(place) {
                Some((variable, known)) if *known == ty || (*known == Type::Number && ty == Type::Truth) => {
                    let variable = *variable;
                    scope.assign(variable, value, span);
                }
                Some((variable, known)) if *known == Type::Truth && ty == Type::Number => {
                    *known = Type::Number;
                    let variable = *variable;
                    scope.assign(variable, value, span);
                }
                _ => return Err(unlike(span)),
            }
        }
        if scope.routine.outputs.len() == values.len() { Ok(()) } else { Err(unlike(span)) }
    }

    /// Resolves what nobody calls, for its errors.
    pub fn unused_definitions(&mut self) {
        for place in 0..self.definitions.len() {
            if matches!(self.definitions[place].progress, DefinitionProgress::Unused) {
                let types = vec![Type::Number; self.definitions[place].parameters.len()];
                let resolved = self.define(place, &types);
                self.noted(resolved);
            }
        }
    }

    /// Resolves a definition for arguments of these types.
    pub fn define(&mut self, place: usize, types: &[Type]) -> Resolved<usize> {
        let definition = &mut self.definitions[place];
        definition.progress = DefinitionProgress::Open;
        let (name, body) = (definition.name.clone(), definition.body.clone());
        let mut scope = Scope::default();
        scope.routine.name.clone_from(&name.text);
        scope.routine.parameters = types.len();
        for (parameter, ty) in definition.parameters.iter().zip(types) {
            let variable = scope.variable(&parameter.text, ty.clone());
            scope.mark(variable);
            scope.names.insert(parameter.text.clone(), Binding::Variable(variable));
        }
        scope.open();
        let errors = self.errors.len();
        self.level += LEVELS_OF_CALL;
        self.statements(&mut scope, &body);
        self.level -= LEVELS_OF_CALL;
        scope.routine.body = scope.close();
        let is_set = |&(variable, _): &(usize, Type)| scope.set[variable];
        let is_returned = !scope.routine.outputs.is_empty() && scope.routine.outputs.iter().all(is_set);
        if !is_returned && self.errors.len() == errors {
            let help = "end it with `return …`, in every case";
            self.errors.push(ExpressionError::new(name.span, "this may return nothing", help));
        }
        if self.errors.len() > errors {
            self.definitions[place].progress = DefinitionProgress::Wrong;
            // What is wrong was noted; a call yields numbers, so that the rest is read.
            scope.routine.outputs.truncate(0);
        } else {
            let routine = self.routines.len();
            self.definitions[place].progress = DefinitionProgress::Done(routine, types.to_vec());
        }
        self.routines.push(scope.routine);
        Ok(self.routines.len() - 1)
    }
}

fn unlike(span: &Span) -> ExpressionError {
    let help = "return as many values of the same kind everywhere";
    ExpressionError::new(span.clone(), "this returns something else than the other `return`", help)
}

fn is_declaration(statement: &Statement) -> bool {
    use syntax::StatementKind as Kind;
    matches!(
        statement.kind,
        Kind::Title(_)
            | Kind::Key(_)
            | Kind::List(..)
            | Kind::Labels(..)
            | Kind::Die(..)
            | Kind::Question(..)
            | Kind::Require(..)
            | Kind::Goal(..)
            | Kind::Definition { .. }
    )
}

/// The names that a block assigns.
fn assigned_in(block: &syntax::Block) -> HashSet<String> {
    use syntax::StatementKind as Kind;
    let mut names = HashSet::new();
    for statement in block {
        match &statement.kind {
            Kind::Assign { targets, .. } => names.extend(targets.iter().map(|target| target.text.clone())),
            Kind::If { yes, no, .. } => names.extend(assigned_in(yes).into_iter().chain(assigned_in(no))),
            Kind::Repeat { body, .. } => names.extend(assigned_in(body)),
            Kind::Choose { name, .. } => drop(names.insert(name.text.clone())),
            Kind::For { name, body, .. } => {
                names.insert(name.text.clone());
                names.extend(assigned_in(body));
            }
            _ => {}
        }
    }
    names
}
