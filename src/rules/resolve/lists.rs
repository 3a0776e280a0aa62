//! Keys that hold lists, and what is asked about lists and tables.

use std::slice;

use super::super::program::{Expr, GroupOfRules, ListKey, Operator, Type};
use super::super::syntax::{Key, KeyRange, MOST_IN_LIST, Span};
use super::members::Who;
use super::scope::{Binding, Scope};
use super::tables::place_of;
use super::{Resolved, Resolver};
use crate::description::{MAX_RATING, fits};
use crate::expression::grammar::{Syntax, SyntaxKind};
use crate::expression::{ExpressionError, wrong};

/// The maximum length of a list whose numbers are compared with values in play or of keys.
const MOST_OPEN: usize = 100;

impl Resolver {
    /// Declares a key that holds a list: one list, or one for each table of a group.
    pub fn list_key(&mut self, key: &Key, tables: usize) -> Resolved<()> {
        let Key { name, is_optional, default, range, words, .. } = key;
        let range = match range {
            Some(KeyRange::Symbols(_, symbols)) => (0, symbols.len() as i64 - 1),
            Some(KeyRange::Numbers([low, high])) => (self.constant(low)?, self.constant(high)?),
            None => (-MAX_RATING, MAX_RATING),
            Some(KeyRange::Labels(_) | KeyRange::Truth) => {
                return wrong(&name.span, "a list has numbers", "write their range as in `in 0..10`");
            }
        };
        let symbols = match &key.range {
            Some(KeyRange::Symbols(length, symbols)) => Some((*length, symbols.clone())),
            _ => None,
        };
        let lengths = key.lengths.unwrap_or((1, MOST_IN_LIST));
        let length = symbols.as_ref().map_or(lengths.0, |(length, _)| *length);
        let default = match (default, &symbols) {
            (Some(Syntax { kind: SyntaxKind::Text(text), span, .. }), Some(symbols)) => {
                let help = format!("write {}", symbols_in_words(symbols));
                let wrong = || ExpressionError::new(span.clone(), "this is not such a text", help);
                Some(of_symbols(text, symbols).ok_or_else(wrong)?)
            }
            (default, _) => default.as_ref().map(|default| self.numbers(default)).transpose()?,
        };
        let whole = !name.text.contains('*');
        for path in (0..tables).map(|table| name.text.replacen('*', &table.to_string(), 1)) {
            let given = self
                .program
                .cast
                .as_ref()
                .and_then(|cast| cast.lists.iter().find(|(known, _)| *known == path));
            let list = given.map(|(_, list)| list).or(default.as_ref()).cloned();
            // Without a scenario, a list has some number.
            let stand_in = || self.program.cast.is_none().then(|| vec![range.0; length]);
            if let Some(list) = list.or_else(|| if *is_optional { None } else { stand_in() }) {
                self.lists.push((path, list));
            }
            if whole {
                break;
            }
        }
        let (name, span) = (name.text.clone(), name.span.clone());
        let (is_optional, words) = (*is_optional, words.clone());
        let own = ListKey { name, range, symbols, lengths, default, is_optional, words, span };
        self.check_example(key, &own.described())?;
        self.program.list_keys.push(own);
        Ok(())
    }

    /// The path of a list: that of a member's key, if the name is one, also if all members have the same.
    pub fn list_path(&self, scope: &Scope, name: &str) -> String {
        match self.member_in(scope, name) {
            Some((Who::Member(group, member), field)) => self.list_of(group, member, field),
            Some((Who::Held(group, _), field)) if self.have_the_same_list(group, field) => {
                self.list_of(group, 0, field)
            }
            _ => name.to_owned(),
        }
    }

    /// The path of a list that a member may have.
    fn list_of(&self, group: usize, member: usize, field: &str) -> String {
        let GroupOfRules { name, members, .. } = &self.program.groups[group];
        format!("{name}.{}.{field}", members[member].table)
    }

    /// Whether all members have the same list, or none.
    pub fn have_the_same_list(&self, group: usize, field: &str) -> bool {
        let list = |member| {
            let path = self.list_of(group, member, field);
            self.lists.iter().find(|(known, _)| *known == path).map(|(_, list)| list)
        };
        (1..self.program.groups[group].members.len()).all(|member| list(member) == list(0))
    }

    /// Whether a list has this name.
    pub fn is_list(&self, scope: &Scope, name: &str) -> bool {
        let path = self.list_path(scope, name);
        self.lists.iter().any(|(known, _)| *known == path)
    }

    /// The numbers of a list or table, by its name; none if the scenario leaves the list out.
    pub fn numbers_of(&mut self, scope: &Scope, name: &str) -> Option<Vec<Binding>> {
        let table = self.table_of(scope, name);
        if let Some(&length) = scope.tables.get(&table) {
            return (0..length).map(|place| scope.names.get(&place_of(&table, place)).cloned()).collect();
        }
        let path = self.list_path(scope, name);
        self.asked_lists.push(path.clone());
        let list = self.lists.iter().find(|(known, _)| *known == path);
        let list = list.map(|(_, list)| list.iter().copied().map(Binding::Number).collect());
        list.or_else(|| self.is_list_set(scope, name).map(|_| Vec::new()))
    }

    /// Resolves a question about a list or table: `.size()`, `.sum()`, `.max()`, `.min()`, `.count(x, x > 0)`,
    /// and a sum, maximum or minimum of an expression, as `.sum(x, 2 * x)`.
    pub fn of_list(
        &mut self,
        scope: &mut Scope,
        list: &[Binding],
        question: &str,
        arguments: &[Syntax],
        span: &Span,
    ) -> Resolved<Expr> {
        let operator = match question {
            "sum" | "count" => Some(Operator::Plus),
            "max" => Some(Operator::Max),
            "min" => Some(Operator::Min),
            _ => None,
        };
        let itself = Syntax::new(SyntaxKind::Name("a number".to_owned()), span.clone());
        match (question, operator, arguments) {
            ("size", _, []) => Ok(Expr::constant(list.len() as i64, span)),
            ("sum" | "max" | "min", Some(operator), []) => {
                self.of_each(scope, list, (operator, Type::Number), slice::from_ref(&itself), &itself, span)
            }
            (_, Some(operator), [names @ .., asked]) if matches!(names.len(), 1 | 2) => {
                let needed = if question == "count" { Type::Truth } else { Type::Number };
                self.of_each(scope, list, (operator, needed), names, asked, span)
            }
            _ => {
                let help = "lists and tables have .size(), .sum(), .max(), .min(), .count(x, x > 0), .sum(x, 2 * x) and .sum(x, place, x * place)";
                wrong(span, "this is no question about a list", help)
            }
        }
    }

    /// What an expression comes to for each number of a list or table, and its place, if that has a name, too,
    /// joined by an operator; 0 if there are none.
    fn of_each(
        &mut self,
        scope: &mut Scope,
        list: &[Binding],
        (operator, needed): (Operator, Type),
        names: &[Syntax],
        asked: &Syntax,
        span: &Span,
    ) -> Resolved<Expr> {
        let mut named = Vec::new();
        for name in names {
            let SyntaxKind::Name(text) = &name.kind else {
                return wrong(&name.span, "this is no name", "write a name for the numbers of the list");
            };
            named.push((text, scope.names.get(text).cloned()));
        }
        let (mut fixed, mut open) = (None, Vec::new());
        for (place, one) in (0..).zip(list) {
            for ((name, _), number) in named.iter().zip([one.clone(), Binding::Number(place)]) {
                scope.names.insert((*name).clone(), number);
            }
            let (value, ty) = self.without_dice(scope, asked, "a question about a list rolls no dice")?;
            if ty != Type::Truth && ty != needed {
                let message = format!("this is {}, and {} is needed", ty.words(), needed.words());
                return wrong(&value.span, message, "as in .count(x, x > 0) and .sum(x, 2 * x)");
            }
            match value.is_fixed() && !value.reads_keys() {
                true => {
                    let value = self.fixed(&value)?;
                    fixed = Some(fixed.map_or(value, |all| operator.of(all, value)));
                }
                false => open.push(value),
            }
        }
        for (name, before) in named {
            match before {
                Some(before) => scope.names.insert(name.clone(), before),
                None => scope.names.remove(name),
            };
        }
        if open.len() > MOST_OPEN {
            let message = "a question about so long a list reads its numbers and other lists alone";
            let help = format!("a list of at most {MOST_OPEN} numbers may be compared with other values");
            return wrong(&asked.span, message, help);
        }
        let fixed = fixed.map(|value| Expr::constant(value, span));
        let joined = fixed.into_iter().chain(open).reduce(|all, one| Expr::binary(operator, all, one, span));
        Ok(joined.unwrap_or_else(|| Expr::constant(0, span)))
    }

    /// Whether a name is that of a key with a list, and whether the scenario has that list.
    pub fn is_list_set(&self, scope: &Scope, name: &str) -> Option<bool> {
        let path = self.list_path(scope, name);
        let is_it = |key: &ListKey| fits(&key.name, &path);
        self.program.list_keys.iter().any(is_it).then(|| self.lists.iter().any(|(known, _)| *known == path))
    }
}

/// The numbers of a text of symbols: the place of each among them. `None` if it has others, or another
/// length.
pub fn of_symbols(text: &str, (length, symbols): &(usize, Vec<String>)) -> Option<Vec<i64>> {
    let number = |letter: char| {
        let place = symbols.iter().position(|symbol| symbol.chars().eq([letter]))?;
        Some(place as i64)
    };
    text.chars().map(number).collect::<Option<Vec<i64>>>().filter(|numbers| numbers.len() == *length)
}

/// What a text of symbols is: "13 characters, each of them . or / or X".
pub fn symbols_in_words((length, symbols): &(usize, Vec<String>)) -> String {
    format!("{length} characters, each of them {}", symbols.join(" or "))
}
