//! Definitions: how they are called, and what they return, possibly early.

use super::super::program::{Expr, Routine, Statement, StatementKind, Type};
use super::super::syntax::{self, Name, Span};
use super::expressions::{FUNCTIONS, Typed};
use super::scope::{Binding, Scope};
use super::{
    BROKEN, Definition, DefinitionProgress, LEVELS_OF_CALL, MOST_LEVELS, Resolved, Resolver, broken,
};
use crate::description::words::count;
use crate::expression::grammar::{BinaryOperator, Syntax, SyntaxKind};
use crate::expression::{ExpressionError, wrong};

/// The most parts in which a chance is asked for.
const MOST_PARTS: i64 = 1_000_000;

impl Resolver {
    /// Resolves a call of a definition. Returns the variables that hold its results.
    pub fn call(
        &mut self,
        scope: &mut Scope,
        name: &str,
        arguments: &[Syntax],
        span: &Span,
    ) -> Resolved<Vec<(usize, Type)>> {
        let (definition, arguments) = self.called(scope, name, arguments, span)?;
        let outputs = self.program.definitions[definition].outputs.clone();
        let results: Vec<(usize, Type)> = outputs
            .into_iter()
            .map(|(_, ty)| {
                let variable = scope.variable("", ty.clone());
                scope.mark(variable);
                (variable, ty)
            })
            .collect();
        let variables = results.iter().map(|(variable, _)| *variable).collect();
        scope.push(StatementKind::Call { definition, arguments, results: variables, parts: None }, span);
        Ok(results)
    }

    /// Resolves `chance(3d6.sum() >= n)`: how likely a condition is, in percent or in other parts, rounded down, so that
    /// it is at least any number of parts exactly where the chance is. The condition is a definition, which may have a
    /// name.
    pub fn chance(&mut self, scope: &mut Scope, arguments: &[Syntax], span: &Span) -> Resolved<Typed> {
        if scope.plays_nothing || scope.face.is_some() {
            let help =
                "assign it to a name before; questions about dice, and conditions of choices, ask for none";
            return wrong(span, "a chance is computed only in play", help);
        }
        let help = "write what may be true, as in `chance(3d6.sum() >= n)`, which is a percentage, or \
                    `chance(3d6.sum() >= n, 1000)`, which is in thousandths";
        let (asked, parts) = match arguments {
            [asked] => (asked, 100),
            [asked, Syntax { kind: SyntaxKind::Integer(parts @ 1..=MOST_PARTS), .. }] => (asked, *parts),
            [_, parts] => {
                let message = "this is no number of parts";
                return wrong(&parts.outer, message, format!("write a number from 1 to {MOST_PARTS}"));
            }
            _ => return wrong(span, "this asks for no chance", help),
        };
        if !self.may_roll(scope, asked) {
            let help = "write the dice in it, as in `chance(d20 >= 10)`; to ask how likely something is that was \
                        rolled, write a `question`";
            self.warn(span, format!("nothing is rolled in this chance: it is 0 or {parts}"), help);
        }
        let (name, arguments) = match &asked.kind {
            SyntaxKind::Call { name, arguments } if self.is_given_what_is_known(scope, name, arguments) => {
                (name.clone(), arguments.clone())
            }
            _ => self.condition(scope, asked)?,
        };
        let called = self.called(scope, &name, &arguments, &asked.outer);
        if called.is_err() {
            let own = self.definitions.iter_mut().find(|own| own.name.text == name && is_unnamed(&name));
            own.into_iter().for_each(|own| own.progress = DefinitionProgress::Wrong);
        }
        let (definition, arguments) = called?;
        if !matches!(self.program.definitions[definition].outputs[..], [(_, Type::Truth)]) {
            return wrong(&asked.outer, "this is not true or false", help);
        }
        let result = scope.variable("", Type::Number);
        scope.mark(result);
        let kind = StatementKind::Call { definition, arguments, results: vec![result], parts: Some(parts) };
        scope.push(kind, span);
        Ok((Expr::variable(result, span), Type::Number))
    }

    /// Whether it is a definition that is called, with values in which no dice are rolled: those would belong to the
    /// condition.
    fn is_given_what_is_known(&self, scope: &Scope, name: &str, arguments: &[Syntax]) -> bool {
        self.definitions.iter().any(|definition| definition.name.text == name)
            && !arguments.iter().any(|argument| self.may_roll(scope, argument))
    }

    /// A definition of a condition without a name, which is given what the condition reads: its name, and what it is
    /// given.
    fn condition(&mut self, scope: &Scope, condition: &Syntax) -> Resolved<(String, Vec<Syntax>)> {
        let mut parts = Vec::new();
        condition.all_parts(&mut parts);
        // Names that the condition itself gives a meaning: those of dice in questions, and of members.
        let own: Vec<&str> = parts.iter().filter_map(|part| part.names()).collect();
        let is_member = |name: &str| match scope.names.get(name) {
            Some(Binding::Member(..)) => true,
            Some(&Binding::Variable(variable)) => {
                matches!(scope.routine.variables[variable].ty, Type::Label(_))
            }
            _ => false,
        };
        let mut read: Vec<(Name, Syntax)> = Vec::new();
        for part in &parts {
            if let SyntaxKind::Method { receiver, .. } = &part.kind
                && let SyntaxKind::Name(roll) = &receiver.kind
                && matches!(scope.names.get(roll), Some(Binding::Roll(_)))
            {
                let message = format!("`{roll}` is rolled already");
                let help = "roll dice here, or give what those show a name, as in `shown = r.sum()`";
                return wrong(&receiver.span, message, help);
            }
            if let SyntaxKind::IsSet(key)
            | SyntaxKind::Binary { operator: BinaryOperator::Otherwise, left: key, .. } = &part.kind
                && let SyntaxKind::Name(name) = &key.kind
                && name.split_once('.').is_some_and(|(head, _)| is_member(head))
            {
                let message = format!("whether `{name}` is set is asked here for a member");
                let help = format!("give it a name before, as in `value = {name} ?? 0`");
                return wrong(&part.outer, message, help);
            }
            let SyntaxKind::Name(text) = &part.kind else { continue };
            let head = text.split_once('.').map(|(head, _)| head);
            let is_read = scope.names.contains_key(text) || head.is_some_and(is_member);
            let is_own = own.iter().any(|own| own == text || Some(*own) == head);
            if is_read && !is_own && read.iter().all(|(name, _)| name.text != *text) {
                read.push((Name { text: text.clone(), span: part.span.clone() }, (*part).clone()));
            }
        }
        let (parameters, given): (Vec<Name>, Vec<Syntax>) = read.into_iter().unzip();
        let span = condition.outer.clone();
        let names: String = parameters.iter().map(|name| format!(" {}", name.text)).collect();
        let text = format!(" {}{names}", span.start);
        let name = Name { text: text.clone(), span: span.clone() };
        // Where a statement is resolved for each member, it is the same.
        if self.definitions.iter().all(|definition| definition.name.text != text) {
            let kind = syntax::StatementKind::Return(vec![condition.clone()]);
            let body = vec![syntax::Statement { kind, span }];
            self.definitions.push(Definition {
                name,
                parameters,
                body,
                progress: DefinitionProgress::Unused,
            });
        }
        Ok((text, given))
    }

    /// The routine of a definition that is called, and the values that it is given.
    fn called(
        &mut self,
        scope: &mut Scope,
        name: &str,
        arguments: &[Syntax],
        span: &Span,
    ) -> Resolved<(usize, Vec<Expr>)> {
        let name_span = span.start..span.start + name.len();
        let Some(place) = self.definitions.iter().position(|definition| definition.name.text == name) else {
            let known = self.definitions.iter().map(|definition| definition.name.text.clone());
            let known = known.filter(|name| !is_unnamed(name));
            let known: Vec<String> = known
                .chain(FUNCTIONS.map(|(name, ..)| name.to_owned()))
                .chain(["chance".to_owned()])
                .collect();
            let error = self.unknown(&name_span, "definition", name, known.iter().map(String::as_str));
            return Err(match self.instead_of_call(name, arguments) {
                Some(help) if error.message != BROKEN => ExpressionError { help, ..error },
                _ => error,
            });
        };
        let parameters = self.definitions[place].parameters.len();
        if arguments.len() != parameters {
            let given = count(arguments.len() as u32, "value", "values");
            let message = format!("`{name}` is given {given}, and takes {parameters}");
            return wrong(span, message, "write as many");
        }
        let mut values = Vec::new();
        let mut types = Vec::new();
        for argument in arguments {
            let (value, ty) = self.expression(scope, argument, None)?;
            values.push(value);
            // A truth value is passed as a number, so that a definition accepts both.
            let is_number = ty == Type::Truth && !is_unnamed(name);
            types.push(if is_number { Type::Number } else { ty });
        }
        Ok((self.defined(scope, place, &types, &name_span, span)?, values))
    }

    /// Whether a call asks for a chance, and is none of a definition that the text calls so.
    pub fn is_chance(&self, name: &str) -> bool {
        name == "chance" && self.definitions.iter().all(|definition| definition.name.text != name)
    }

    /// The routine of a definition that is called with values of these types; resolves it if it is new.
    pub fn defined(
        &mut self,
        scope: &mut Scope,
        place: usize,
        types: &[Type],
        name_span: &Span,
        span: &Span,
    ) -> Resolved<usize> {
        let name = self.definitions[place].name.text.clone();
        let too_deep = || Err(too_deep(name_span));
        let definition = match &self.definitions[place].progress {
            DefinitionProgress::Unused if self.level + LEVELS_OF_CALL > MOST_LEVELS => return too_deep(),
            DefinitionProgress::Unused => self.define(place, types)?,
            DefinitionProgress::Done(routine, known) if known == types => *routine,
            DefinitionProgress::Done(..) => {
                let help = "give it values of the same kind everywhere";
                return wrong(span, format!("`{name}` is given other values elsewhere"), help);
            }
            DefinitionProgress::Open => {
                return wrong(name_span, format!("`{name}` plays itself"), "write a loop");
            }
            DefinitionProgress::Wrong => {
                return Err(broken(name_span));
            }
        };
        let Routine { outputs, depth, .. } = &self.program.definitions[definition];
        if outputs.is_empty() {
            return Err(broken(name_span));
        }
        let depth = depth + scope.blocks.len() + LEVELS_OF_CALL;
        if depth > MOST_LEVELS {
            return too_deep();
        }
        scope.routine.depth = scope.routine.depth.max(depth);
        Ok(definition)
    }

    /// Resolves a call where nothing is played: in a question about dice, a note or a requirement. The
    /// definition returns a formula, which stands here in its place. `None` if it plays something.
    pub fn formula(
        &mut self,
        scope: &mut Scope,
        name: &str,
        arguments: &[Syntax],
        span: &Span,
    ) -> Resolved<Option<Typed>> {
        let definition = self.definitions.iter().find(|definition| definition.name.text == name);
        let Some((parameters, body)) = definition.map(|one| (one.parameters.clone(), one.body.clone()))
        else {
            return Ok(None);
        };
        let [syntax::Statement { kind: syntax::StatementKind::Return(values), .. }] = &body[..] else {
            return Ok(None);
        };
        let ([value], true) = (&values[..], parameters.len() == arguments.len()) else { return Ok(None) };
        if self.level + LEVELS_OF_CALL > MOST_LEVELS {
            return Err(too_deep(span));
        }
        let mut own = Scope { plays_nothing: true, ..Scope::default() };
        let mut given = Vec::new();
        for (parameter, argument) in parameters.iter().zip(arguments) {
            let (value, ty) = self.expression(scope, argument, None)?;
            let variable = own.variable(&parameter.text, if ty == Type::Truth { Type::Number } else { ty });
            own.mark(variable);
            own.names.insert(parameter.text.clone(), Binding::Variable(variable));
            given.push(value);
        }
        own.open();
        self.level += LEVELS_OF_CALL;
        let resolved = self.expression(&mut own, value, None);
        self.level -= LEVELS_OF_CALL;
        let (value, ty) = resolved?;
        self.formulas.insert(name.to_owned());
        Ok(own.close().is_empty().then(|| (value.with(&given), ty)))
    }

    /// Resolves definitions that are never called, not even as formulas, to find their errors.
    pub fn unused_definitions(&mut self) {
        for place in 0..self.definitions.len() {
            // A call behind an error was not reached: the types of its values are not known.
            let name = &self.definitions[place].name.text;
            let is_known =
                (self.errors.is_empty() || !self.called.contains(name)) && !self.formulas.contains(name);
            if is_known && matches!(self.definitions[place].progress, DefinitionProgress::Unused) {
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
        // What was returned early passes other branches, in which it needs a value.
        let is_late = |one: &syntax::Statement| matches!(&one.kind, syntax::StatementKind::Return(values) if values.is_empty());
        if body.iter().any(|statement| statement.has(&is_late)) {
            for &(variable, _) in &scope.routine.outputs {
                let value = Expr::constant(0, &name.span);
                let kind = StatementKind::Assign { variable, value };
                scope.routine.body.insert(0, Statement { kind, span: name.span.clone(), turns: Vec::new() });
            }
        }
        let is_set = |&(variable, _): &(usize, Type)| scope.known[variable].is_set;
        let is_returned = !scope.routine.outputs.is_empty() && scope.routine.outputs.iter().all(is_set);
        if !is_returned && self.errors.len() == errors {
            let help = "end it with `return …`, in every case";
            self.errors.push(ExpressionError::new(name.span, "this may return nothing", help));
        }
        if self.errors.len() > errors {
            self.definitions[place].progress = DefinitionProgress::Wrong;
            // The errors were noted. Calls find no outputs, and report `BROKEN`.
            scope.routine.outputs.truncate(0);
        } else {
            let routine = self.program.definitions.len();
            self.definitions[place].progress = DefinitionProgress::Done(routine, types.to_vec());
        }
        self.program.definitions.push(scope.routine);
        Ok(self.program.definitions.len() - 1)
    }

    /// Resolves a `return`, which ends a definition.
    pub fn returned(&mut self, scope: &mut Scope, values: &[Syntax], span: &Span) -> Resolved<()> {
        if scope.routine.name.is_empty() && !values.is_empty() {
            return wrong(span, "only definitions return something", "end the text with `report`");
        }
        if values.is_empty() {
            let returned: Vec<usize> = scope.routine.outputs.iter().map(|&(variable, _)| variable).collect();
            returned.into_iter().for_each(|variable| scope.mark(variable));
            return Ok(());
        }
        let is_first = scope.routine.outputs.is_empty();
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
}

/// Whether a definition is a condition without a name: it has one that begins with a space.
pub fn is_unnamed(definition: &str) -> bool {
    definition.starts_with(' ')
}

fn unlike(span: &Span) -> ExpressionError {
    let help = "return as many values of the same kind everywhere";
    ExpressionError::new(span.clone(), "this returns something else than the other `return`", help)
}

fn too_deep(span: &Span) -> ExpressionError {
    let help = "at most 20 deep, and less within blocks and brackets";
    ExpressionError::new(span.clone(), "definitions play each other too deep here", help)
}
