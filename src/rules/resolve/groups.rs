//! Groups and their members, and tables: values that are found by an index.
//!
//! The members of a group are known when a text is resolved. So a loop over a group is resolved for each
//! of them, a variable of a member is a variable of its own, and what is found by an index is one of
//! these variables.

use super::super::program::{
    Expr, ExprKind, GroupOfRules, ListKey, Member, NAME, NOBODY, Operator, Part, Pick, StatementKind, Type,
};
use super::super::syntax::{Group, Key, KeyRange, Name, Span, StatementKind as Written};
use super::expressions::{Typed, binary, choose};
use super::scope::{Binding, Face, Scope};
use super::{Resolved, Resolver};
use crate::description::{MAX_RATING, fits};
use crate::expression::ExpressionError;
use crate::expression::grammar::{Each, Syntax, SyntaxKind};

/// The maximum number of members of a group.
const MOST_MEMBERS: i64 = 100;

/// The functions of a group.
const FUNCTIONS: &str = "any, all, count, sum, min, max, first, random";

/// What the position of a member's table in the scenario is called, from 0.
const TABLE: &str = "table";

/// The member that a name stands for.
pub enum Who {
    /// A member of a group, by their indices.
    Member(usize, usize),
    /// The member of a group whose index a variable holds.
    Held(usize, usize),
}

/// The name of the variable at a place of a table.
pub fn place_of(table: &str, place: usize) -> String {
    format!("{table}[{place}]")
}

impl Resolver {
    /// Declares a group: its keys for each table of the scenario, and its members.
    pub fn group(&mut self, group: &Group) -> Resolved<()> {
        let Group { name, range: [low, high], help, keys } = group;
        self.may_name(name)?;
        if self.is_group(&name.text) {
            let message = format!("the group `{}` is declared twice", name.text);
            return Err(ExpressionError::new(name.span.clone(), message, "give it another name"));
        }
        let range = (self.constant(low)?, self.constant(high)?);
        if range.0 < 1 || range.0 > range.1 || range.1 > MOST_MEMBERS {
            let help = format!("from less to more, between 1 and {MOST_MEMBERS}");
            let span = low.outer.start..high.outer.end;
            return Err(ExpressionError::new(span, "this is not a range of members", help));
        }
        let two = || vec![Part { name: None, count: 1 }; 2.clamp(range.0, range.1) as usize];
        let cast = self.cast.as_ref().and_then(|cast| cast.groups.get(self.groups.len()).cloned());
        let cast = cast.unwrap_or_else(two);
        for statement in keys {
            match &statement.kind {
                Written::Key(key) if key.name.text == NAME => {
                    let message = "every member of a group has a name already";
                    return Err(ExpressionError::new(key.name.span.clone(), message, "leave it out"));
                }
                Written::Key(key) if key.is_list => {
                    let text = format!("{}.*.{}", name.text, key.name.text);
                    let own = Key { name: Name { text, ..key.name.clone() }, ..key.clone() };
                    self.list_key(&own, cast.len())?;
                }
                Written::Key(key) => {
                    for table in 0..cast.len() {
                        let text = format!("{}.{table}.{}", name.text, key.name.text);
                        let own = Key { name: Name { text, ..key.name.clone() }, ..key.clone() };
                        let own = self.key(&own)?;
                        self.keys.push(own);
                    }
                }
                _ => {
                    let help = "write `key …` lines in it";
                    let message = "a group has keys alone";
                    return Err(ExpressionError::new(statement.span.clone(), message, help));
                }
            }
        }
        let members = members(&name.text, &cast);
        self.groups.push(GroupOfRules { name: name.text.clone(), range, help: help.clone(), members });
        Ok(())
    }

    /// Declares a key that holds a list: one list, or one for each table of a group.
    pub fn list_key(&mut self, key: &Key, tables: usize) -> Resolved<()> {
        let Key { name, is_optional, default, range, help, .. } = key;
        let range = match range {
            Some(KeyRange::Symbols(_, symbols)) => (0, symbols.len() as i64 - 1),
            Some(KeyRange::Numbers([low, high])) => (self.constant(low)?, self.constant(high)?),
            None => (-MAX_RATING, MAX_RATING),
            Some(KeyRange::Labels(_)) => {
                let help = "write their range as in `in 0..10`";
                return Err(ExpressionError::new(name.span.clone(), "a list has numbers", help));
            }
        };
        let symbols = match &key.range {
            Some(KeyRange::Symbols(length, symbols)) => Some((*length, symbols.clone())),
            _ => None,
        };
        let length = symbols.as_ref().map_or(1, |(length, _)| *length);
        let default = match (default, &symbols) {
            (Some(Syntax { kind: SyntaxKind::Text(text), span, .. }), Some(symbols)) => {
                let help = symbols_in_words(symbols);
                let wrong = || ExpressionError::new(span.clone(), "this is not such a text", help);
                Some(of_symbols(text, symbols).ok_or_else(wrong)?)
            }
            (default, _) => default.as_ref().map(|default| self.numbers(default)).transpose()?,
        };
        let whole = !name.text.contains('*');
        for path in (0..tables).map(|table| name.text.replacen('*', &table.to_string(), 1)) {
            let given =
                self.cast.as_ref().and_then(|cast| cast.lists.iter().find(|(known, _)| *known == path));
            let list = given.map(|(_, list)| list).or(default.as_ref()).cloned();
            // Without a scenario, a list has some number.
            let stand_in = || self.cast.is_none().then(|| vec![range.0; length]);
            if let Some(list) = list.or_else(|| if *is_optional { None } else { stand_in() }) {
                self.lists.push((path, list));
            }
            if whole {
                break;
            }
        }
        let (name, span) = (name.text.clone(), name.span.clone());
        let (is_optional, help) = (*is_optional, help.clone());
        self.list_keys.push(ListKey { name, range, symbols, default, is_optional, help, span });
        Ok(())
    }

    /// The name of a table: that of a member's own, if the name is one.
    pub fn table_of(&self, scope: &Scope, name: &str) -> String {
        match self.member_in(scope, name) {
            Some((Who::Member(group, member), field)) => self.variable_of(group, member, field),
            _ => name.to_owned(),
        }
    }

    /// The path of a list: that of a member's key, if the name is one.
    pub fn list_path(&self, scope: &Scope, name: &str) -> String {
        match self.member_in(scope, name) {
            Some((Who::Member(group, member), field)) => {
                let GroupOfRules { name, members, .. } = &self.groups[group];
                format!("{name}.{}.{field}", members[member].table)
            }
            _ => name.to_owned(),
        }
    }

    /// The numbers of a list, by its name; none if the scenario leaves it out.
    pub fn list_named(&self, scope: &Scope, name: &str) -> Option<Vec<i64>> {
        let path = self.list_path(scope, name);
        let list = self.lists.iter().find(|(known, _)| *known == path).map(|(_, list)| list.clone());
        list.or_else(|| self.is_list_set(scope, name).map(|_| Vec::new()))
    }

    /// Resolves a question about a list: `.size()`, `.count(x, x > 0)`, `.sum(x, x)`.
    pub fn of_list(
        &mut self,
        scope: &mut Scope,
        list: &[i64],
        question: &str,
        arguments: &[Syntax],
        span: &Span,
    ) -> Resolved<Expr> {
        let number = match (question, arguments) {
            ("size", []) => list.len() as i64,
            ("count" | "sum", [Syntax { kind: SyntaxKind::Name(name), .. }, asked]) => {
                let face = Face { name: Some(name.clone()), arguments: Vec::new() };
                let before = scope.face.replace(face);
                let asked = match question {
                    "count" => self.truth(scope, asked),
                    _ => self.number(scope, asked),
                };
                scope.face = before;
                let asked = asked?;
                if asked.reads_keys() {
                    let message = "a question about a list reads its numbers alone";
                    return Err(ExpressionError::new(asked.span, message, "compare them with numbers"));
                }
                list.iter().map(|&one| asked.value(&[one], &[], &[])).sum::<Resolved<i64>>()?
            }
            _ => {
                let help = "a list has .size(), .count(x, x > 0) and .sum(x, x)";
                return Err(ExpressionError::new(span.clone(), "this is no question about a list", help));
            }
        };
        Ok(Expr::constant(number, span.clone()))
    }

    /// Whether a name is that of a key with a list, and whether the scenario has that list.
    pub fn is_list_set(&self, scope: &Scope, name: &str) -> Option<bool> {
        let path = self.list_path(scope, name);
        let is_it = |key: &ListKey| fits(&key.name, &path);
        self.list_keys.iter().any(is_it).then(|| self.lists.iter().any(|(known, _)| *known == path))
    }

    pub fn is_group(&self, name: &str) -> bool {
        self.groups.iter().any(|group| group.name == name)
    }

    /// The index of a group.
    pub fn group_named(&self, name: &str, span: &Span) -> Resolved<usize> {
        self.groups.iter().position(|group| group.name == name).ok_or_else(|| {
            self.unknown(span, "group", name, self.groups.iter().map(|group| group.name.as_str()))
        })
    }

    /// The type of a member of a group: its labels, and behind them that of nobody.
    pub fn member_type(&self, group: usize) -> Type {
        let labels = self.groups[group].members.iter().map(|member| member.label.clone());
        Type::Label(labels.chain([NOBODY.to_owned()]).collect())
    }

    /// The name of the variable of a member.
    pub fn variable_of(&self, group: usize, member: usize, field: &str) -> String {
        format!("{}.{member}.{field}", self.groups[group].name)
    }

    /// The member before the first dot of a name, and what of it is named.
    pub fn member_in<'n>(&self, scope: &Scope, name: &'n str) -> Option<(Who, &'n str)> {
        let (who, field) = name.split_once('.')?;
        match scope.names.get(who)? {
            Binding::Member(group, member) => Some((Who::Member(*group, *member), field)),
            Binding::Variable(variable) => {
                let ty = &scope.routine.variables[*variable].ty;
                let group = (0..self.groups.len()).find(|&group| self.member_type(group) == *ty)?;
                Some((Who::Held(group, *variable), field))
            }
            _ => None,
        }
    }

    /// Calls `visit` for each member of a group, to which `name` refers meanwhile.
    pub fn for_each_member(
        &mut self,
        scope: &mut Scope,
        name: &str,
        group: usize,
        mut visit: impl FnMut(&mut Resolver, &mut Scope, usize),
    ) {
        let before = scope.names.remove(name);
        for member in 0..self.groups[group].members.len() {
            scope.names.insert(name.to_owned(), Binding::Member(group, member));
            visit(self, scope, member);
        }
        scope.names.remove(name);
        scope.names.extend(before.map(|before| (name.to_owned(), before)));
    }

    /// The index of a key of a member.
    pub fn key_of(&self, who: &Who, field: &str) -> Option<usize> {
        let Who::Member(group, member) = *who else { return None };
        let GroupOfRules { name, members, .. } = &self.groups[group];
        let path = format!("{name}.{}.{field}", members[member].table);
        self.keys.iter().position(|key| key.name == path)
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
            let members = 0..resolver.groups[group].members.len();
            let value = |member| {
                let key =
                    resolver.key_of(&Who::Member(group, member), field).expect("members have the same keys");
                (Expr::new(of_key(key), span.clone()), resolver.keys[key].ty.clone())
            };
            let values: Vec<Typed> = members.map(value).collect();
            Ok((Expr::new(ExprKind::Variable(variable), syntax.outer.clone()), values))
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
                    let table = self.groups[group].members[member].table;
                    return Ok((Expr::constant(table as i64, span.clone()), Type::Number));
                }
                if let Some(place) = self.key_of(who, field) {
                    return Ok((Expr::new(ExprKind::Key(place), span.clone()), self.keys[place].ty.clone()));
                }
                let prefix = self.variable_of(group, member, "");
                let keys = self.keys.iter().map(|key| key.name.as_str());
                let known = scope.names.keys().map(String::as_str).chain(keys);
                let known: Vec<&str> = known.filter_map(|name| name.strip_prefix(&prefix)).collect();
                let what = format!("value of a {}", self.groups[group].name);
                Err(self.unknown(span, &what, field, known.into_iter()))
            }
            Who::Held(group, variable) => {
                let place = span.start..span.end.saturating_sub(field.len() + 1).max(span.start);
                self.picked(scope, span, true, |resolver, scope| {
                    let values = (0..resolver.groups[group].members.len())
                        .map(|member| resolver.field(scope, &Who::Member(group, member), field, span))
                        .collect::<Resolved<Vec<Typed>>>()?;
                    Ok((Expr::new(ExprKind::Variable(variable), place), values))
                })
            }
        }
    }

    /// Resolves a value that is found by an index. A question about dice reads it as one number.
    fn picked(
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
        let value = self.expression(scope, value, expected.as_ref())?;
        self.give_member(scope, (&who, field), target, value, span)?;
        match (range, &who) {
            (None, _) => Ok(()),
            (Some([low, high]), Who::Member(group, member)) => {
                let (low, high) = (self.number(scope, low)?, self.number(scope, high)?);
                let name = self.variable_of(*group, *member, field);
                if let Some(&Binding::Variable(variable)) = scope.names.get(&name) {
                    scope.push(StatementKind::Range { variable, low, high }, &target.span);
                }
                Ok(())
            }
            (Some(_), Who::Held(..)) => {
                let message = "the range of one of several is stated here";
                let help = "state it in a loop over all of them";
                Err(ExpressionError::new(target.span.clone(), message, help))
            }
        }
    }

    /// Gives a variable of a member a value.
    pub fn give_member(
        &mut self,
        scope: &mut Scope,
        (who, field): (&Who, &str),
        target: &Name,
        (value, ty): Typed,
        span: &Span,
    ) -> Resolved<()> {
        let wrong =
            |message: String, help: &str| Err(ExpressionError::new(target.span.clone(), message, help));
        let (Who::Member(group, _) | Who::Held(group, _)) = *who;
        if self.key_of(&Who::Member(group, 0), field).is_some() {
            let message = format!("`{}` cannot be assigned: it is a key", target.text);
            return wrong(message, "assign its value to another name, and change that");
        }
        if field.contains('.') {
            return wrong(format!("`{}` has two dots", target.text), "write one, as in `f.boxes`");
        }
        match *who {
            Who::Member(group, member) => {
                let variable = self.variable_of_member(scope, (group, member), field, ty, &target.span)?;
                scope.assign(variable, value, span);
                Ok(())
            }
            Who::Held(group, held) => {
                let places = (0..self.groups[group].members.len())
                    .map(|member| {
                        self.variable_of_member(scope, (group, member), field, ty.clone(), &target.span)
                    })
                    .collect::<Resolved<Vec<usize>>>()?;
                let place = Expr::new(ExprKind::Variable(held), target.span.clone());
                self.assign_one(scope, &places, (place, true), (value, ty), span)
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
        let told = format!("{}: {field}", self.groups[group].members[member].label);
        self.variable_called(scope, &Name { text, span: span.clone() }, &told, ty)
    }

    /// Assigns a value to one of several variables, by its index.
    fn assign_one(
        &mut self,
        scope: &mut Scope,
        variables: &[usize],
        (place, is_member): (Expr, bool),
        (value, ty): Typed,
        span: &Span,
    ) -> Resolved<()> {
        if let Some(&unset) = variables.iter().find(|&&variable| !scope.set[variable]) {
            let name = &scope.routine.variables[unset].told;
            let help = "give all of them a value before, in a loop over the group";
            return Err(ExpressionError::new(span.clone(), format!("{name} may have no value here"), help));
        }
        let place = match place.kind {
            ExprKind::Variable(_) => place,
            _ => scope.hold(place, Type::Number),
        };
        let value = scope.hold(value, ty);
        let at = place.span.clone();
        // Checks the index, and finds its place in the error.
        let values = variables.iter().map(|&one| Expr::new(ExprKind::Variable(one), at.clone())).collect();
        let pick = Pick { place: place.clone(), values, is_member };
        scope.hold(Expr::new(ExprKind::Pick(Box::new(pick)), at.clone()), Type::Number);
        for (number, &variable) in variables.iter().enumerate() {
            let is_here =
                binary(Operator::Equal, place.clone(), Expr::constant(number as i64, at.clone()), &at);
            let kept = Expr::new(ExprKind::Variable(variable), span.clone());
            let parts = Box::new([is_here, value.clone(), kept]);
            scope.assign(variable, Expr::new(ExprKind::Conditional(parts), span.clone()), span);
        }
        Ok(())
    }

    /// `table NAME = [NUMBERS]`
    pub fn table(&mut self, scope: &mut Scope, name: &Name, list: &Syntax, span: &Span) -> Resolved<()> {
        self.may_name(name)?;
        let own = self.table_of(scope, &name.text);
        let numbers = self.numbers(list)?;
        if numbers.is_empty() || numbers.len() as i64 > MOST_MEMBERS {
            let help = format!("a table has 1 to {MOST_MEMBERS} numbers");
            return Err(ExpressionError::new(list.span.clone(), "this is no table", help));
        }
        if scope.tables.insert(own.clone(), numbers.len()).is_some_and(|known| known != numbers.len()) {
            let message = format!("`{}` had another length before", name.text);
            return Err(ExpressionError::new(list.span.clone(), message, "take another name"));
        }
        for (place, &number) in numbers.iter().enumerate() {
            let told = place_of(&name.text, place);
            let name = Name { text: place_of(&own, place), span: name.span.clone() };
            let variable = self.variable_called(scope, &name, &told, Type::Number)?;
            scope.assign(variable, Expr::constant(number, span.clone()), span);
        }
        Ok(())
    }

    /// `TABLE[PLACE] = VALUE`
    pub fn assign_at(
        &mut self,
        scope: &mut Scope,
        table: &Name,
        place: &Syntax,
        value: &Syntax,
        span: &Span,
    ) -> Resolved<()> {
        let own = self.table_of(scope, &table.text);
        let Some(&length) = scope.tables.get(&own) else {
            if self.lists.iter().any(|(list, _)| *list == table.text) {
                let message = format!("`{}` is a list, and lists do not change", table.text);
                let help = format!("write `table {} = …` instead of `list`", table.text);
                return Err(ExpressionError::new(table.span.clone(), message, help));
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
        self.assign_one(scope, &places, (place, false), (value, Type::Number), span)
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
            let message = format!("`{function}` finds a member");
            let help =
                format!("write `{function}({name} for {name} in {} where …)`", self.groups[group].name);
            return Err(ExpressionError::new(value.outer.clone(), message, help));
        }
        let mut found: Vec<Resolved<(Expr, Expr)>> = Vec::new();
        self.for_each_member(scope, name, group, |resolver, scope, _| {
            let mut pair = || {
                let is_in = match condition {
                    Some(condition) => resolver.truth(scope, condition)?,
                    None => Expr::constant(1, span.clone()),
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
        let join = |operator, a, b| binary(operator, a, b, span);
        let constant = |value| Expr::constant(value, span.clone());
        let select = |condition, yes, no| {
            Expr::new(ExprKind::Conditional(Box::new([condition, yes, no])), span.clone())
        };
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
                    is_any = scope.hold(binary(Operator::Or, is_any, is_in, &at), Type::Truth);
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
                return Err(ExpressionError::new(span.clone(), message, format!("there is {FUNCTIONS}")));
            }
        })
    }

    /// A number from 1 to `number`, all equally likely, where `number` is at most `most`; 1 if it is 0.
    fn one_of(&mut self, scope: &mut Scope, number: &Expr, most: i64, span: &Span) -> Resolved<Expr> {
        if most < 2 {
            return Ok(Expr::constant(1, span.clone()));
        }
        scope.open();
        let rolled = self.roll_die(scope, most, span);
        let before = scope.close();
        let yes = (before, rolled?);
        scope.open();
        let fewer = self.one_of(scope, number, most - 1, span);
        let before = scope.close();
        let no = (before, fewer?);
        let is_most = binary(Operator::Equal, number.clone(), Expr::constant(most, span.clone()), span);
        Ok(choose(scope, is_most, yes, no, Type::Number, span))
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

/// What a text of symbols is.
pub fn symbols_in_words((length, symbols): &(usize, Vec<String>)) -> String {
    format!("it has {length} characters, each of them {}", symbols.join(" "))
}

/// The members for these tables: those with a common name are numbered.
fn members(group: &str, cast: &[Part]) -> Vec<Member> {
    let named = |(table, part): (usize, &Part)| match &part.name {
        Some(name) => name.clone(),
        None => format!("{group} {}", table + 1),
    };
    let names: Vec<String> = cast.iter().enumerate().map(named).collect();
    let mut members: Vec<Member> = Vec::new();
    for (table, part) in cast.iter().enumerate() {
        let name = &names[table];
        let alike: usize =
            cast.iter().zip(&names).filter(|(_, other)| *other == name).map(|(one, _)| one.count).sum();
        for _ in 0..part.count {
            let before = members.iter().filter(|member| names[member.table] == *name).count();
            let label = if alike == 1 { name.clone() } else { format!("{name} {}", before + 1) };
            members.push(Member { label, table });
        }
    }
    members
}
