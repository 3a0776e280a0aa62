//! The statements of a routine.

use super::super::program::{Block, Expr, MetricOfRules, Routine, StatementKind, Type, Words};
use super::super::syntax::{self, Name, NotePart, Reported, Span, Statement, StepOfRules};
use super::expressions::Typed;
use super::meant::texts;
use super::names::NO_LABEL;
use super::scope::{Binding, Scope};
use super::{Resolved, Resolver, broken};
use crate::expression::grammar::{Syntax, SyntaxKind};
use crate::expression::{ExpressionError, wrong};

/// The maximum number of steps of a text.
const MOST_STEPS: usize = 250;

impl Reported {
    fn group_name(&self) -> Option<&str> {
        self.group.as_ref().map(|group| group.text.as_str())
    }
}

impl Resolver {
    /// Resolves the whole text: the main routine, and the metrics that it reports.
    pub fn main(&mut self, block: &syntax::Block) -> (Routine, Vec<MetricOfRules>) {
        let mut scope = Scope::begun();
        let mut metrics = Vec::new();
        let mut reported = false;
        for statement in block {
            if let syntax::StatementKind::Report(report, condition) = &statement.kind {
                let condition = condition.as_ref().and_then(|condition| {
                    let resolved = self.condition_on_keys(condition);
                    self.noted(resolved)
                });
                let wrong = if condition.is_some() && !reported {
                    Some((
                        "the first report is always made",
                        "write what is reported on a condition in another one behind it",
                    ))
                } else {
                    self.program.on_condition.is_some().then_some((
                        "a report on a condition is the last one",
                        "move what is always reported before it; of one condition, `report a, b where …` reports all",
                    ))
                };
                if let Some((message, help)) = wrong {
                    self.errors.push(ExpressionError::new(statement.span.clone(), message, help));
                }
                reported = true;
                self.program.on_condition = condition
                    .map(|condition| (metrics.len(), condition))
                    .or(self.program.on_condition.take());
                for metric in report.chunk_by(|one, next| one.group_name() == next.group_name()) {
                    self.metrics(&mut scope, metric, &mut metrics);
                }
            } else if reported && !statement.is_declaration() {
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

    /// Resolves metrics that are reported once, or for each member of a group.
    fn metrics(&mut self, scope: &mut Scope, reported: &[Reported], metrics: &mut Vec<MetricOfRules>) {
        let Some(group) = reported.first().and_then(|first| first.group.as_ref()) else {
            return self.metrics_of(scope, reported, None, metrics);
        };
        let resolved = self.group_named(&group.text, &group.span);
        if let Some(place) = self.noted(resolved) {
            self.warn_of_alike(reported, &group.text);
            self.for_each_member(scope, &group.text, place, |resolver, scope, member| {
                resolver.metrics_of(scope, reported, Some((place, member)), metrics);
            });
        }
    }

    /// Warns of what is reported for each member of a group and is the same for all: it rolls no dice, and names
    /// nothing of a member.
    fn warn_of_alike(&mut self, reported: &[Reported], group: &str) {
        let of_member = |name: &str| {
            name.strip_prefix(group).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let may_differ = |syntax: &Syntax| match &syntax.kind {
            SyntaxKind::Name(name) => of_member(name) || !matches!(self.faces(name, &syntax.span), Ok(None)),
            SyntaxKind::Roll { .. } | SyntaxKind::Call { .. } => true,
            _ => false,
        };
        let alike = reported.iter().filter_map(|Reported { name, value, .. }| {
            let value = value.as_ref().filter(|value| !value.has(&may_differ))?;
            let message = format!("`{}` is the same for each {group}", name.text);
            let help =
                format!("what stands behind `each {group}:` is reported of each; put this before `each`");
            Some(ExpressionError::new(value.outer.clone(), message, help))
        });
        let alike: Vec<ExpressionError> = alike.collect();
        self.program.warnings.extend(alike);
    }

    /// Resolves metrics, of a member of a group or of nobody.
    fn metrics_of(
        &mut self,
        scope: &mut Scope,
        reported: &[Reported],
        of: Option<(usize, usize)>,
        metrics: &mut Vec<MetricOfRules>,
    ) {
        for one in reported {
            let resolved = self.metric(scope, one, of, metrics);
            match self.noted(resolved) {
                Some(metric) => {
                    self.reported.insert(metric.name.clone());
                    metrics.push(metric);
                }
                None => drop(self.broken.insert(one.name.text.clone())),
            }
        }
    }

    fn metric(
        &mut self,
        scope: &mut Scope,
        Reported { name, value, won, words, help, is_main, is_occasion, .. }: &Reported,
        of: Option<(usize, usize)>,
        others: &[MetricOfRules],
    ) -> Resolved<MetricOfRules> {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if !name.text.chars().all(is_plain) {
            let help = match name.text.split_once('.') {
                Some((group, field)) if self.is_group(group) => {
                    format!("write `report each {group}: {field}`")
                }
                _ => format!(
                    "metrics have small letters, digits and _; write another name as in `{} = {}`",
                    name.text.to_lowercase().replace('.', "_"),
                    name.text
                ),
            };
            let message = format!("`{}` cannot be the name of a metric", name.text);
            return wrong(&name.span, message, help);
        }
        let words = match words.is_empty() {
            true => vec![Words::Text(name.text.replace('_', " "))],
            false => self.words(&mut Scope::begun(), words)?,
        };
        let (own, metric, words) = match of.map(|(group, member)| (&self.program.groups[group], member)) {
            None => (name.text.clone(), name.text.clone(), words),
            Some((group, member)) => {
                let whose = Words::Text(format!("{}: ", group.members[member].label));
                (
                    format!("{}.{}", group.name, name.text),
                    format!("{}.{member}.{}", group.name, name.text),
                    std::iter::once(whose).chain(words).collect(),
                )
            }
        };
        if others.iter().any(|other| other.name == metric) {
            return wrong(&name.span, format!("`{}` is reported twice", name.text), "give it another name");
        }
        let own = name.instead(own).read();
        let expected = self.labels_named(&name.text);
        let found = self.expression(scope, value.as_ref().unwrap_or(&own), expected.as_ref())?;
        let ((value, ty), places) = self.label_at(name, found)?;
        let variable = scope.variable(&metric, ty.clone());
        scope.assign(variable, value, &name.span);
        if let Some(places) = places {
            self.keep_within(scope, variable, true, places, &name.span);
        }
        if *is_occasion && ty != Type::Number {
            let help = "write `if ever` behind a number: 0 if it never happens";
            return wrong(&name.span, format!("`{}` is {}", name.text, ty.words()), help);
        }
        let labels = if let Type::Label(labels) = &ty { &labels[..] } else { &[] };
        Ok(MetricOfRules {
            name: metric,
            words,
            help: help.clone(),
            label_words: self.words_of_labels(&name.text, labels),
            won: self.played_for(won.as_ref(), labels)?,
            ty,
            variable,
            is_main: *is_main,
            is_occasion: *is_occasion,
        })
    }

    /// What a name is reported with. If labels are declared under it, a number is the place of one of them, and these
    /// places are its range.
    fn label_at(&self, name: &Name, (value, ty): Typed) -> Resolved<(Typed, Option<[Expr; 2]>)> {
        match (self.labels_named(&name.text), &ty) {
            (Some(Type::Label(labels)), Type::Number) => {
                let place = |place: usize| Expr::constant(place as i64, &value.span);
                let places = [place(0), place(labels.len() - 1)];
                Ok(((value, Type::Label(labels)), Some(places)))
            }
            (Some(Type::Label(labels)), Type::Truth) => {
                let message = format!("`{}` has labels, and this is true or false", name.text);
                let other = labels.get(1).unwrap_or(&labels[0]);
                let help = format!("choose between them, as in `… ? '{}' : '{other}'`", labels[0]);
                wrong(&value.span, message, help)
            }
            _ => Ok(((value, ty), None)),
        }
    }

    /// Resolves a block; its statements form a block of their own.
    pub fn block(&mut self, scope: &mut Scope, block: &syntax::Block) -> Block {
        scope.open();
        self.statements(scope, block);
        scope.close()
    }

    pub fn statements<'s>(&mut self, scope: &mut Scope, block: impl IntoIterator<Item = &'s Statement>) {
        self.level += 1;
        block.into_iter().for_each(|statement| self.statement(scope, statement));
        self.level -= 1;
    }

    fn statement(&mut self, scope: &mut Scope, statement: &Statement) {
        let resolved = self.kind(scope, statement);
        self.noted_in(statement, resolved);
    }

    fn kind(&mut self, scope: &mut Scope, Statement { kind, span }: &Statement) -> Resolved<()> {
        use syntax::StatementKind as Kind;
        match kind {
            Kind::Assign { targets, value, range } => {
                self.assign(scope, targets, value, range.as_ref(), span)?;
            }
            Kind::If { condition, yes, no } => {
                if let [Statement { kind: Kind::If { condition: then, .. }, .. }] = &no[..] {
                    self.warn_of_other_die(condition, then);
                }
                let truth = self.truth(scope, condition);
                // The blocks are resolved in any case, for their own errors and for what they assign.
                let condition = self.noted(truth).unwrap_or_else(|| Expr::constant(1, &condition.span));
                let (before, clock) = (scope.known.clone(), scope.clock);
                let yes = self.block(scope, yes);
                // The other branch begins where this one began: what was assigned in this one is not yet there, and
                // dice that are rolled before both are rolled before that.
                let after_yes = scope.go_back(before);
                scope.open_since(clock);
                self.statements(scope, no);
                let no = scope.close();
                scope.join(&after_yes);
                scope.push(StatementKind::If { condition, yes, no }, span);
            }
            Kind::Repeat { most, condition, body } => {
                self.repeat(scope, most.as_ref(), condition.as_ref(), body, span)?;
            }
            Kind::For { name, over, body } => self.for_each(scope, name, over, body, span)?,
            Kind::Table(name, list, range) => self.table(scope, name, list, range.as_ref(), span)?,
            Kind::AssignAt { table, place, added, value } => {
                self.assign_at(scope, table, place, (*added, value), span)?;
            }
            Kind::Faces { names, rolls, is_from_high, body } => {
                self.faces_of(scope, names, rolls, *is_from_high, body, span)?;
            }
            Kind::Choose(choose) => self.choose(scope, choose, span)?,
            Kind::Follow { .. } => {
                let help =
                    "write it right in the body of a loop with a number, as in `repeat 50 while … { … }`";
                return wrong(span, "there are no rounds to follow here", help);
            }
            Kind::Chart(chart) => self.chart(scope, chart, span)?,
            Kind::Step(step) => {
                // A step with a number may be written in several places, and a loop over a group resolves its
                // steps for each member.
                let is_it = |(known, at): &(StepOfRules, Span)| {
                    known == step && (!step.number.is_empty() || at == span)
                };
                let place = self.steps.iter().position(is_it).unwrap_or_else(|| {
                    self.steps.push((step.clone(), span.clone()));
                    self.steps.len() - 1
                });
                if place >= MOST_STEPS {
                    return wrong(span, "there are too many steps", format!("at most {MOST_STEPS}"));
                }
                scope.push(StatementKind::Step(place + 1), span);
            }
            Kind::Note(parts) => {
                let words = self.words(scope, parts)?;
                scope.push(StatementKind::Note(words), span);
            }
            Kind::Return(values) => self.returned(scope, values, span)?,
            Kind::Stop => {
                let help = "write it in a loop; a text ends with `report`, and a definition with `return`";
                return wrong(span, "there is no loop to stop here", help);
            }
            Kind::LeftTooOften => {
                let help = "at most 50 statements of a block leave it; put some of their conditions together";
                return wrong(span, "this block is left in too many places", help);
            }
            Kind::Unreachable => {
                let help = "leave it out, or write it before `stop` or `return`";
                return wrong(span, "this is never reached", help);
            }
            Kind::Wrong(_) => return Err(broken(span)),
            Kind::Report(..) => {
                let help = "report at the end of the text, outside of all brackets";
                return wrong(span, "a report cannot stand in a block", help);
            }
            // Declarations were resolved before. In a block they would be overlooked, so they are
            // errors there.
            _ if scope.blocks.len() == 1
                && scope.routine.outputs.is_empty()
                && scope.routine.name.is_empty() => {}
            _ => {
                return wrong(span, "a declaration cannot stand in a block", "move it out of all brackets");
            }
        }
        Ok(())
    }

    /// Resolves the parts of a note or of a message.
    pub fn words(&mut self, scope: &mut Scope, parts: &[NotePart]) -> Resolved<Vec<Words>> {
        let resolved = |part: &NotePart| match part {
            NotePart::Text(text) => Ok(Words::Text(text.clone())),
            NotePart::Value(Syntax { kind: SyntaxKind::Name(name), .. }) if self.is_group(name) => {
                Ok(Words::Text(self.members_in_words(name)))
            }
            NotePart::Value(value) => {
                let (value, ty) = self.without_dice(scope, value, "a note rolls no dice")?;
                Ok(Words::Value(value, ty))
            }
            NotePart::Either(condition, yes, no) => {
                match self.without_dice(scope, condition, "a note rolls no dice")? {
                    (condition, Type::Truth) => {
                        Ok(Words::Either(condition, self.words(scope, yes)?, self.words(scope, no)?))
                    }
                    (other, _) => {
                        let help = "a question that is true or false comes before the `?`";
                        wrong(&other.span, "this is not true or false", help)
                    }
                }
            }
        };
        parts.iter().map(resolved).collect()
    }

    /// Resolves a value for which nothing is played; if that needs dice, the error is `message`.
    pub fn without_dice(&mut self, scope: &mut Scope, value: &Syntax, message: &str) -> Resolved<Typed> {
        let statements = |scope: &Scope| scope.blocks.last().map_or(0, Vec::len);
        let before = statements(scope);
        let played = std::mem::replace(&mut scope.plays_nothing, true);
        let resolved = self.expression(scope, value, None);
        scope.plays_nothing = played;
        let (value, ty) = resolved?;
        match statements(scope) == before {
            true => Ok((value, ty)),
            false => wrong(&value.span, message, "assign it to a name in the line before"),
        }
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
        if let Some((who, field)) = self.member_in(scope, &target.text) {
            return self.assign_to_member(scope, (who, field), target, (value, range), span);
        }
        let is_asked = self.asked.contains(&target.text);
        if range.is_none() && is_asked && self.name_roll(scope, target, value)? {
            return Ok(());
        }
        let expected = match scope.names.get(&target.text) {
            Some(Binding::Variable(variable)) => Some(scope.routine.variables[*variable].ty.clone()),
            _ => self.labels_named(&target.text),
        };
        let resolved = self.expression(scope, value, expected.as_ref());
        let (value, ty) = match resolved {
            Err(error)
                if expected.is_none() && error.message.starts_with(NO_LABEL) && !texts(value).is_empty() =>
            {
                return Err(self.not_declared(target, error));
            }
            resolved => resolved?,
        };
        if let (Some(Type::Label(declared)), Type::Label(given)) = (&expected, &ty)
            && declared != given
        {
            let group_of = |ty: &Type| {
                self.program.groups.iter().find(|group| group.member_type() == *ty).map(|group| &group.name)
            };
            if let (Some(one), Some(other)) = (expected.as_ref().and_then(group_of), group_of(&ty)) {
                let message = format!("`{}` is of the group `{one}`, and this of `{other}`", target.text);
                return wrong(&value.span, message, "give it another name");
            }
            let listed = |labels: &[String]| format!("'{}'", labels.join("' | '"));
            let message =
                format!("`{}` is one of {}, and this of {}", target.text, listed(declared), listed(given));
            let help = "declare the same labels for both, in the same order, or choose by `? :`";
            return wrong(&value.span, message, help);
        }
        let ends = range.map(|range| self.ends_of(scope, &target.text, range)).transpose()?;
        let known = scope.routine.variables.len();
        let variable = self.target(scope, target, ty)?;
        scope.assign(variable, value, span);
        if let Some(ends) = ends {
            self.keep_within(scope, variable, variable >= known, ends, &target.span);
        }
        Ok(())
    }

    /// The ends of the range of a name, before it gets its value: an end may name what it was.
    pub fn ends_of(&mut self, scope: &mut Scope, name: &str, ends: &[Syntax; 2]) -> Resolved<[Expr; 2]> {
        let is_itself = |one: &Syntax| matches!(&one.kind, SyntaxKind::Name(other) if other == name);
        let mut end = |written: &Syntax| {
            let end = self.number(scope, written)?;
            Ok(if written.has(&is_itself) { scope.hold(end, Type::Number) } else { end })
        };
        Ok([end(&ends[0])?, end(&ends[1])?])
    }

    /// States the range of a value that was assigned. A variable that is new keeps to it, unless an end of the
    /// range may change.
    pub fn keep_within(
        &mut self,
        scope: &mut Scope,
        variable: usize,
        is_new: bool,
        [low, high]: [Expr; 2],
        span: &Span,
    ) {
        if is_new && low.is_fixed() && high.is_fixed() {
            scope.ranges[variable] = Some([low.clone(), high.clone()]);
        }
        scope.push(StatementKind::Range { variable, low, high }, span);
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
            return wrong(&value.span, "several values are needed here", help);
        };
        if range.is_some() {
            return wrong(span, "several names have one range here", "state the range of one name at a time");
        }
        let results = self.call(scope, name, arguments, &value.span)?;
        if results.len() != targets.len() {
            let message =
                format!("`{name}` returns {} values, and {} are named", results.len(), targets.len());
            return wrong(&value.span, message, "name each of them");
        }
        for (target, (result, ty)) in targets.iter().zip(results) {
            let value = Expr::variable(result, &target.span);
            if let Some((who, field)) = self.member_in(scope, &target.text) {
                self.give_member(scope, (&who, field), target, (None, (value, ty)), span)?;
                continue;
            }
            let variable = self.target(scope, target, ty)?;
            scope.assign(variable, value, span);
        }
        Ok(())
    }

    /// Refuses to give a key a value.
    pub fn is_no_key(&self, name: &Name) -> Resolved<()> {
        if self.key_at(&name.text).is_none() {
            return Ok(());
        }
        let message = format!("`{}` cannot be assigned: it is a key", name.text);
        wrong(&name.span, message, "assign its value to another name, and change that")
    }

    /// The variable for a name that is assigned a value of this type; adds it if it is new.
    pub fn target(&mut self, scope: &mut Scope, name: &Name, ty: Type) -> Resolved<usize> {
        self.may_name(name)?;
        let is_key = self.key_at(&name.text).is_some();
        if name.text.contains('.') && !is_key {
            let help = format!("write `{}`", name.text.replace('.', "_"));
            return wrong(&name.span, format!("`{}` has a dot, as keys have", name.text), &help);
        }
        self.is_no_key(name)?;
        if matches!(scope.names.get(&name.text), Some(Binding::Member(..))) {
            return wrong(
                &name.span,
                format!("`{}` is a member of a group here", name.text),
                "use another name",
            );
        }
        self.variable_called(scope, name, &name.text, ty)
    }

    /// The variable for a name that is assigned a value of this type, and called `told` in stories; adds
    /// it if it is new.
    pub fn variable_called(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        told: &str,
        ty: Type,
    ) -> Resolved<usize> {
        let is_number = |ty: &Type| matches!(ty, Type::Number | Type::Truth);
        match scope.names.get(&name.text) {
            Some(Binding::Variable(variable)) => {
                let known = &mut scope.routine.variables[*variable].ty;
                if *known != ty && is_number(known) && is_number(&ty) {
                    // Truth values count as 0 and 1 where numbers are meant.
                    *known = Type::Number;
                } else if *known != ty {
                    let message = format!("`{told}` is {}, not {}", known.words(), ty.words());
                    return wrong(&name.span, message, "use another name");
                }
                Ok(*variable)
            }
            _ => {
                let variable = scope.variable_told(&name.text, told, ty);
                scope.names.insert(name.text.clone(), Binding::Variable(variable));
                Ok(variable)
            }
        }
    }
}
