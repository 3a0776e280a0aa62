//! Tables: values that are found by an index. Each place of a table is a variable.

use super::super::program::{Expr, ExprKind, Operator, Pick, StatementKind, Type};
use super::super::syntax::{Name, Span};
use super::expressions::Typed;
use super::groups::MOST_MEMBERS;
use super::members::Who;
use super::scope::{Binding, Scope};
use super::{Resolved, Resolver};
use crate::expression::grammar::{BinaryOperator, Syntax, SyntaxKind};
use crate::expression::wrong;

/// The name of the variable at a place of a table.
pub fn place_of(table: &str, place: usize) -> String {
    format!("{table}[{place}]")
}

/// The operator that adds to a value or takes something off, if this is one.
pub fn adding(operator: BinaryOperator) -> Option<Operator> {
    match operator {
        BinaryOperator::Plus => Some(Operator::Plus),
        BinaryOperator::Minus => Some(Operator::Minus),
        _ => None,
    }
}

impl Resolver {
    /// The name of a table: that of a member's own, if the name is one.
    pub fn table_of(&self, scope: &Scope, name: &str) -> String {
        match self.member_in(scope, name) {
            Some((Who::Member(group, member), field)) => self.variable_of(group, member, field),
            _ => name.to_owned(),
        }
    }

    /// Assigns a value to one of several variables, by its index; with `added` it is added to what is there, or
    /// taken off: then none of the others is read, so each of them may be a mere sum.
    pub fn assign_one(
        &mut self,
        scope: &mut Scope,
        variables: &[usize],
        (place, is_member): (Expr, bool),
        added: Option<Operator>,
        (value, ty): Typed,
        span: &Span,
    ) -> Resolved<()> {
        if let Some(&unset) = variables.iter().find(|&&variable| !scope.known[variable].is_set) {
            let name = &scope.routine.variables[unset].told;
            let help = "give all of them a value before, in a loop over the group";
            return wrong(span, format!("{name} may have no value here"), help);
        }
        let place = match place.kind {
            ExprKind::Variable(_) => place,
            _ => scope.hold(place, Type::Number),
        };
        let at = place.span.clone();
        // Checks the index, and finds its place in the error.
        let values = vec![Expr::constant(0, &at); variables.len()];
        let pick = Pick { place: place.clone(), values, is_member };
        scope.hold(Expr::new(ExprKind::Pick(Box::new(pick)), at.clone()), Type::Number);
        let value = match value.kind {
            ExprKind::Variable(_) | ExprKind::Constant(_) => value,
            _ => scope.hold(value, ty),
        };
        for (number, &variable) in variables.iter().enumerate() {
            let is_here =
                Expr::binary(Operator::Equal, place.clone(), Expr::constant(number as i64, &at), &at);
            let kept = Expr::variable(variable, span);
            match added {
                Some(operator) => {
                    scope.open();
                    scope.assign(variable, Expr::binary(operator, kept, value.clone(), span), span);
                    let (condition, yes, no) = (is_here, scope.close(), Vec::new());
                    scope.push(StatementKind::If { condition, yes, no }, span);
                }
                None => scope.assign(variable, Expr::conditional(is_here, value.clone(), kept, span), span),
            }
        }
        Ok(())
    }

    /// `table NAME = [NUMBERS]`, optionally with the range of all its numbers.
    pub fn table(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        list: &Syntax,
        range: Option<&[Syntax; 2]>,
        span: &Span,
    ) -> Resolved<()> {
        self.may_name(name)?;
        let own = self.table_of(scope, &name.text);
        let is_in_play = |one: &Syntax| match &one.kind {
            SyntaxKind::Name(name) => matches!(scope.names.get(name), Some(Binding::Variable(_))),
            _ => false,
        };
        if let SyntaxKind::List(items) = &list.kind
            && let Some((place, value)) = items.iter().enumerate().find(|(_, item)| item.has(&is_in_play))
        {
            let help = format!("write 0 here, and `{}[{place}] = {value}` in a line below", name.text);
            return wrong(&value.outer, "a table begins with fixed numbers", help);
        }
        let numbers = self.numbers(list)?;
        if numbers.is_empty() || numbers.len() as i64 > MOST_MEMBERS {
            return wrong(&list.span, "this is no table", format!("a table has 1 to {MOST_MEMBERS} numbers"));
        }
        if scope.tables.insert(own.clone(), numbers.len()).is_some_and(|known| known != numbers.len()) {
            let message = format!("`{}` had another length before", name.text);
            return wrong(&list.span, message, "take another name");
        }
        let ends = range.map(|range| self.ends_of(scope, &name.text, range)).transpose()?;
        for (place, &number) in numbers.iter().enumerate() {
            let told = place_of(&name.text, place);
            let name = Name { text: place_of(&own, place), span: name.span.clone() };
            let known = scope.routine.variables.len();
            let variable = self.variable_called(scope, &name, &told, Type::Number)?;
            scope.assign(variable, Expr::constant(number, span), span);
            if let Some(ends) = &ends {
                self.keep_within(scope, variable, variable >= known, ends.clone(), &list.span);
            }
        }
        Ok(())
    }

    /// `TABLE[PLACE] = VALUE`, or with `added`. The place is found once: it may roll dice.
    pub fn assign_at(
        &mut self,
        scope: &mut Scope,
        table: &Name,
        place: &Syntax,
        (added, value): (Option<BinaryOperator>, &Syntax),
        span: &Span,
    ) -> Resolved<()> {
        let own = self.table_of(scope, &table.text);
        let Some(&length) = scope.tables.get(&own) else {
            if self.lists.iter().any(|(list, _)| *list == table.text) {
                let message = format!("`{}` is a list, and lists do not change", table.text);
                let help = format!("write `table {} = …` instead of `list`", table.text);
                return wrong(&table.span, message, help);
            }
            let known = scope.tables.keys().map(String::as_str);
            return Err(self.unknown(&table.span, "table", &table.text, known));
        };
        let place = self.number(scope, place)?;
        let value = self.number(scope, value)?;
        let places: Vec<usize> = (0..length)
            .filter_map(|place| match scope.names.get(&place_of(&own, place)) {
                Some(Binding::Variable(variable)) => Some(*variable),
                _ => None,
            })
            .collect();
        let added = added.and_then(adding);
        self.assign_one(scope, &places, (place, false), added, (value, Type::Number), span)
    }

    /// Resolves `TABLE[PLACE]`.
    pub fn place(&mut self, scope: &mut Scope, table: &str, place: &Syntax, span: &Span) -> Resolved<Typed> {
        let length = scope.tables[table];
        self.picked(scope, span, false, |resolver, scope| {
            let index = resolver.number(scope, place)?;
            let values = (0..length)
                .map(|place| resolver.name(scope, &place_of(table, place), span))
                .collect::<Resolved<Vec<Typed>>>()?;
            Ok((index, values))
        })
    }
}
