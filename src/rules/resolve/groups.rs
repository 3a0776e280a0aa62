//! Groups and their members.
//!
//! The members of a group are known when a text is resolved. So a variable of a member is a variable of its
//! own, and what is found by an index is one of these variables.

use super::super::program::{GroupOfRules, Member, NAME, Part, Type};
use super::super::syntax::{Group, Key, Name, Span, StatementKind as Written};
use super::scope::{Binding, Scope};
use super::{Resolved, Resolver};
use crate::expression::wrong;

/// The maximum number of members of a group.
pub const MOST_MEMBERS: i64 = 100;

impl Resolver {
    /// Declares a group: its keys for each table of the scenario, and its members.
    pub fn group(&mut self, group: &Group) -> Resolved<()> {
        let Group { name, range: [low, high], help, keys } = group;
        self.may_name(name)?;
        if self.is_group(&name.text) {
            let message = format!("the group `{}` is declared twice", name.text);
            return wrong(&name.span, message, "give it another name");
        }
        let range = (self.constant(low)?, self.constant(high)?);
        if range.0 < 1 || range.0 > range.1 || range.1 > MOST_MEMBERS {
            let help = format!("from less to more, between 1 and {MOST_MEMBERS}");
            let span = low.outer.start..high.outer.end;
            return wrong(&span, "this is not a range of members", help);
        }
        let two = || vec![Part { name: None, count: 1 }; 2.clamp(range.0, range.1) as usize];
        let cast =
            self.program.cast.as_ref().and_then(|cast| cast.groups.get(self.program.groups.len()).cloned());
        let cast = cast.unwrap_or_else(two);
        for statement in keys {
            match &statement.kind {
                Written::Key(key) if key.names_presets() || (key.name.text == NAME && key.is_bare()) => {
                    self.name_key(key, format!("{}.*.{}", name.text, key.name.text))?;
                }
                Written::Key(key) if key.name.text == NAME => {
                    let help =
                        "leave it out, or write what is said about it alone, as in `key name \"the name\"`";
                    return wrong(&key.name.span, "every member of a group has a name already", help);
                }
                Written::Key(key) if key.is_list => {
                    let text = format!("{}.*.{}", name.text, key.name.text);
                    let own = Key { name: Name { text, ..key.name.clone() }, ..Key::clone(key) };
                    self.list_key(&own, cast.len())?;
                }
                Written::Key(key) => {
                    for table in 0..cast.len() {
                        let text = format!("{}.{table}.{}", name.text, key.name.text);
                        let own = Key { name: Name { text, ..key.name.clone() }, ..Key::clone(key) };
                        let own = self.key(&own)?;
                        self.program.keys.push(own);
                    }
                }
                Written::Either(either) => {
                    for table in 0..cast.len() {
                        self.either(either, &format!("{}.{table}.", name.text))?;
                    }
                }
                _ => {
                    return wrong(&statement.span, "a group has keys alone", "write `key …` lines in it");
                }
            }
        }
        let members = members(&name.text, &cast);
        self.program.groups.push(GroupOfRules {
            name: name.text.clone(),
            range,
            help: help.clone(),
            members,
        });
        Ok(())
    }

    pub fn is_group(&self, name: &str) -> bool {
        self.group_at(name).is_some()
    }

    pub fn group_at(&self, name: &str) -> Option<usize> {
        self.program.groups.iter().position(|group| group.name == name)
    }

    /// The members of a group in words, as in `3 × ganger, a drone`.
    pub fn members_in_words(&self, name: &str) -> String {
        let parts = self
            .group_at(name)
            .zip(self.program.cast.as_ref())
            .and_then(|(place, cast)| cast.groups.get(place));
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for part in parts.into_iter().flatten() {
            let name = part.name.as_deref().unwrap_or(name);
            match counts.iter_mut().find(|known| known.0 == name) {
                Some(known) => known.1 += part.count,
                None => counts.push((name, part.count)),
            }
        }
        let words = |(name, count): (&str, usize)| match count {
            1 => name.to_owned(),
            _ => format!("{count} × {name}"),
        };
        counts.into_iter().map(words).collect::<Vec<_>>().join(", ")
    }

    /// The index of a group.
    pub fn group_named(&self, name: &str, span: &Span) -> Resolved<usize> {
        self.group_at(name).ok_or_else(|| {
            self.unknown(span, "group", name, self.program.groups.iter().map(|group| group.name.as_str()))
        })
    }

    /// The type of a member of a group.
    pub fn member_type(&self, group: usize) -> Type {
        self.program.groups[group].member_type()
    }

    /// The name of the variable of a member.
    pub fn variable_of(&self, group: usize, member: usize, field: &str) -> String {
        format!("{}.{member}.{field}", self.program.groups[group].name)
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
        for member in 0..self.program.groups[group].members.len() {
            scope.names.insert(name.to_owned(), Binding::Member(group, member));
            visit(self, scope, member);
        }
        scope.names.remove(name);
        scope.names.extend(before.map(|before| (name.to_owned(), before)));
    }
}

/// The members for these tables: those with a common name are numbered.
fn members(group: &str, cast: &[Part]) -> Vec<Member> {
    let named = |part: &Part| part.name.clone().unwrap_or_else(|| group.to_owned());
    let names: Vec<String> = cast.iter().map(named).collect();
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
