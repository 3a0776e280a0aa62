//! Loops, and what they assign.

use std::collections::HashSet;
use std::slice;

use super::super::parse::{is_left_early, unless_left};
use super::super::program::{
    Expr, ExprKind, Followed, MOST_ROUNDS, Operator, Statement, StatementKind, Turn, Type,
};
use super::super::syntax::{self, FollowedText, Group, Name, Over, Span};
use super::scope::{Loop, Scope};
use super::tables::place_of;
use super::{Resolved, Resolver};
use crate::expression::grammar::{BinaryOperator, Syntax, SyntaxKind};
use crate::expression::wrong;

impl Resolver {
    /// Resolves a loop that ends by its number of rounds, its condition, or both.
    pub fn repeat(
        &mut self,
        scope: &mut Scope,
        most: Option<&Syntax>,
        condition: Option<&Syntax>,
        body: &syntax::Block,
        span: &Span,
    ) -> Resolved<()> {
        let most = most.map(|most| {
            if compares(most) && condition.is_none() {
                let help = "true counts as 1: to go on as long as it is true, write `repeat while …`";
                self.warn(&most.span, "this is true or false, and no number of rounds", help);
            }
            let number = self.number(scope, most);
            self.noted(number).unwrap_or_else(|| Expr::constant(1, &most.span))
        });
        if condition.is_none() && most.as_ref().is_some_and(|most| !matches!(self.fixed(most), Ok(..=1))) {
            self.warn_of_forgetting(body, span);
        }
        self.rounds(scope, most, condition, None, body, span)
    }

    /// Resolves rounds, each of which may begin with the next value of a name that is `counted`.
    fn rounds(
        &mut self,
        scope: &mut Scope,
        most: Option<Expr>,
        condition: Option<&Syntax>,
        counted: Option<&Name>,
        body: &syntax::Block,
        span: &Span,
    ) -> Resolved<()> {
        if most.is_none() && condition.is_none() {
            return wrong(span, "this loop has no end", "write `repeat 10 { … }` or `repeat while … { … }`");
        }
        // A number of rounds that is known only during play becomes a counter.
        let (most, limit) = match most {
            Some(most) if !most.is_fixed() => (None, Some(most)),
            most => (most, None),
        };
        let counter = limit.map(|limit| {
            let limit = scope.hold(limit, Type::Number);
            let counter = scope.hold(Expr::constant(0, span), Type::Number);
            (counter, limit)
        });
        let has_rounds = most.is_some() && scope.blocks.len() == 1 && scope.routine.name.is_empty();
        let is_followed = |statement: &&syntax::Statement| {
            has_rounds && matches!(statement.kind, syntax::StatementKind::Follow { .. })
        };
        let (follows, played): (Vec<_>, Vec<_>) = body.iter().partition(is_followed);
        let mut followed = Vec::new();
        for follow in follows {
            if let (syntax::StatementKind::Follow { table, values }, Some(most)) = (&follow.kind, &most) {
                for value in values {
                    let resolved = self.follow(scope, table.as_ref(), value, most);
                    followed.extend(self.noted(resolved));
                }
            }
        }
        let assigned = self.assigned_in(scope, body);
        let before = scope.known.clone();
        let is_state = |variable: &usize| {
            let name = &scope.routine.variables[*variable].name;
            assigned.contains(name) && counted.is_none_or(|counted| counted.text != *name)
        };
        let state = (0..before.len()).filter(|&variable| before[variable].is_set).filter(is_state).collect();
        scope.loops.push(Loop { level: scope.blocks.len(), assigned, values: None });
        scope.open();
        let resolved = condition.map(|condition| self.truth(scope, condition)).transpose();
        let head = scope.close();
        scope.open();
        self.statements(scope, played);
        let mut body = scope.close();
        scope.loops.pop();
        let always = matches!(&most, Some(Expr { kind: ExprKind::Constant(1..), .. })) && condition.is_none();
        if !always {
            scope.join(&before);
        }
        let mut condition = resolved?.unwrap_or_else(|| Expr::constant(1, span));
        if let Some((counter, limit)) = counter {
            let is_open = Expr::binary(Operator::Less, counter.clone(), limit, span);
            condition = Expr::binary(Operator::And, is_open, condition, span);
            let ExprKind::Variable(variable) = counter.kind else { unreachable!("it was held") };
            let value = Expr::binary(Operator::Plus, counter, Expr::constant(1, span), span);
            let kind = StatementKind::Assign { variable, value };
            body.insert(0, Statement { kind, span: span.clone(), turns: Vec::new() });
        }
        if let Some(Expr { kind: ExprKind::Constant(rounds), span }) = &most
            && !(0..=MOST_ROUNDS).contains(rounds)
        {
            let help = format!("at most {MOST_ROUNDS} times");
            return wrong(span, "this is not a number of repetitions", help);
        }
        let is_of_members = false;
        scope.push(
            StatementKind::Repeat { most, head, condition, body, state, followed, is_of_members },
            span,
        );
        Ok(())
    }

    /// A value of a `follow`, in a loop with a number of rounds. The value is also computed before the first
    /// round, so it cannot read variables that only a round sets.
    fn follow(
        &mut self,
        scope: &mut Scope,
        table: Option<&Name>,
        FollowedText { name, value, range, won, title }: &FollowedText,
        most: &Expr,
    ) -> Resolved<usize> {
        if self.program.followed.iter().any(|other| other.name == name.text) {
            return wrong(&name.span, format!("`{}` is followed twice", name.text), "give it another name");
        }
        let expected = self.labels_named(&name.text);
        scope.open();
        let resolved = self.expression(scope, value, expected.as_ref()).and_then(|(value, ty)| {
            let Some([low, high]) = range else { return Ok((value, ty)) };
            let (low, high) = (self.number(scope, low)?, self.number(scope, high)?);
            let held = scope.hold(value, ty.clone());
            let ExprKind::Variable(variable) = held.kind else { unreachable!("it was held") };
            scope.push(StatementKind::Range { variable, low, high }, &held.span);
            Ok((held, ty))
        });
        let head = scope.close();
        let (mut value, ty) = resolved?;
        let is_plain = |statement: &Statement| {
            matches!(statement.kind, StatementKind::Assign { .. } | StatementKind::Range { .. })
        };
        if !head.iter().all(is_plain) {
            let help = "follow what is known before a round and behind it";
            return wrong(&value.span, "what is followed rolls no dice", help);
        }
        let mut least = None;
        let labels = match ty {
            Type::Label(labels) => labels,
            Type::Truth => ["no", "yes"].map(str::to_owned).to_vec(),
            Type::Number if let Some(range) = range => {
                let numbers = self.numbers_between(range)?;
                let span = value.span.clone();
                let first = Expr::constant(numbers[0], &span);
                least = Some(numbers[0]);
                value = Expr::binary(Operator::Minus, value, first, &span);
                numbers.iter().map(i64::to_string).collect()
            }
            Type::Number => {
                let help = format!(
                    "state its range as in `follow {0} = {0} in 0..9`, follow labels, or a comparison as in `follow {0} = {0} > 0`",
                    name.text
                );
                return wrong(&value.span, "a number is followed here", help);
            }
        };
        let won = self.played_for(won.as_ref(), &labels)?.unwrap_or(0);
        let words = self.words_of_labels(&name.text, &labels);
        let (name, table) = (name.text.clone(), table.map(|table| table.text.clone()));
        self.program.followed.push(Followed {
            name,
            title: title.clone(),
            table,
            labels,
            words,
            least,
            won,
            head,
            value,
            most: Some(most.clone()),
        });
        Ok(self.program.followed.len() - 1)
    }

    /// The index of the label that the player plays for, if one is named.
    pub fn played_for(&self, won: Option<&(String, Span)>, labels: &[String]) -> Resolved<Option<usize>> {
        let Some((label, span)) = won else { return Ok(None) };
        match labels.iter().position(|known| known == label) {
            Some(place) => Ok(Some(place)),
            None => Err(self.unknown(span, "label", label, labels.iter().map(String::as_str))),
        }
    }

    /// Resolves a loop over the entries of a list, the places of a table, the numbers of a range, or the members
    /// of a group.
    pub fn for_each(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        over: &Over,
        body: &syntax::Block,
        span: &Span,
    ) -> Resolved<()> {
        let values = match over {
            Over::List(Syntax { kind: SyntaxKind::Name(list), .. }) if self.is_group(list) => {
                let group = self.group_named(list, span)?;
                self.may_name(name)?;
                if let [only] = &body[..]
                    && let syntax::StatementKind::If { condition, yes, no } = &only.kind
                    && no.is_empty()
                    && !self.program.apart.contains(&only.span)
                    && self.is_worth_a_loop(scope, (&name.text, group), condition, yes)
                {
                    self.program.in_turn.push(only.span.clone());
                    self.loop_over_members(scope, (&name.text, group), condition, yes, span);
                    return Ok(());
                }
                let each = scope.eachs;
                scope.eachs += 1;
                self.for_each_member(scope, &name.text, group, |resolver, scope, member| {
                    scope.turns.push((scope.level(), Turn { each, group, member }));
                    resolver.statements(scope, body);
                    scope.turns.pop();
                });
                return Ok(());
            }
            Over::List(Syntax { kind: SyntaxKind::Name(table), span: at, .. })
                if scope.tables.contains_key(&self.table_of(scope, table)) =>
            {
                return self.for_places(scope, name, (table, at), body, span);
            }
            Over::List(Syntax { kind: SyntaxKind::Name(list), span, outer }) => {
                let path = SyntaxKind::Name(self.list_path(scope, list));
                self.entries(scope, &Syntax { kind: path, span: span.clone(), outer: outer.clone() })
            }
            Over::List(list) => self.entries(scope, list),
            Over::Range(ends) => match self.numbers_between(ends) {
                Err(_) if ends.iter().any(|end| self.constant(end).is_err()) => {
                    return self.count(scope, name, ends, body, span);
                }
                values => values,
            },
        };
        let values = self.noted(values).unwrap_or_default();
        self.for_numbers(scope, name, values, body, span)
    }

    /// Resolves `for NAME in LOW..HIGH { … }` whose ends depend on keys, or on what has happened: rounds, which
    /// count.
    fn count(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        [low, high]: &[Syntax; 2],
        body: &syntax::Block,
        span: &Span,
    ) -> Resolved<()> {
        let ends = [self.number(scope, low)?, self.number(scope, high)?];
        let [low, high] = ends.map(|end| match end.is_fixed() {
            true => end,
            false => scope.hold(end, Type::Number),
        });
        let before = Expr::binary(Operator::Minus, low, Expr::constant(1, &name.span), &name.span);
        let rounds = Expr::binary(Operator::Minus, high, before.clone(), &name.span);
        // The name itself may be assigned in a round.
        let place = name.instead(format!(" place {}", span.start));
        for counted in [&place, name] {
            let variable = self.target(scope, counted, Type::Number)?;
            scope.assign(variable, before.clone(), &name.span);
        }
        let (condition, played) = match &body[..] {
            [syntax::Statement { kind: syntax::StatementKind::If { condition, yes, .. }, .. }]
                if is_left_early(body) =>
            {
                (Some(condition), yes)
            }
            _ => (None, body),
        };
        let next = place.with(BinaryOperator::Plus, place.number(1));
        let mut round = vec![place.assign(next), name.assign(place.read())];
        round.extend(played.iter().cloned());
        self.rounds(scope, Some(rounds), condition, Some(name), &round, span)
    }

    /// Resolves `for NAME in TABLE { … }`: a loop over its places, in which the name has the value there.
    fn for_places(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        (table, at): (&str, &Span),
        body: &syntax::Block,
        span: &Span,
    ) -> Resolved<()> {
        let length = scope.tables[&self.table_of(scope, table)] as i64;
        let place = name.instead(format!(" place {}", span.start));
        let list = Syntax::new(SyntaxKind::Name(table.to_owned()), at.clone());
        let index = SyntaxKind::Index { list: Box::new(list), index: Box::new(place.read()) };
        let assign = name.assign(Syntax::new(index, at.clone()));
        let mut body = body.clone();
        match unless_left(&mut body) {
            Some(played) => {
                played.insert(0, assign);
                // The first round is always played.
                self.statements(scope, &[name.assign(name.number(0))]);
            }
            None => body.insert(0, assign),
        }
        self.for_numbers(scope, &place, (0..length).collect(), &body, span)
    }

    /// Resolves a loop whose variable has each of these values in turn.
    fn for_numbers(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        values: Vec<i64>,
        body: &syntax::Block,
        span: &Span,
    ) -> Resolved<()> {
        let kept = Kept::of(slice::from_ref(name), body).filter(|_| !values.is_empty());
        let body = kept.as_ref().map_or(body, |kept| &kept.body);
        self.statements(scope, kept.iter().flat_map(|kept| &kept.before));
        let variable = self.target(scope, name, Type::Number)?;
        scope.mark(variable);
        let mut assigned = self.assigned_in(scope, body);
        let is_fixed = assigned.insert(name.text.clone());
        let fixed = is_fixed.then(|| (variable, values.clone()));
        scope.loops.push(Loop { level: scope.blocks.len(), assigned, values: fixed });
        let body = self.block(scope, body);
        scope.loops.pop();
        scope.push(StatementKind::For { variable, values, body }, span);
        self.statements(scope, kept.iter().flat_map(|kept| &kept.behind));
        Ok(())
    }
}

/// How the name of what keeps a value begins, as nobody can write it.
pub const KEPT: &str = " kept";

/// What keeps the values of names that a loop sets, if it is left by `stop`: the rounds that come after it are not
/// played, but set them all the same.
pub struct Kept {
    /// Statements before the loop.
    pub before: syntax::Block,
    /// The body of the loop, in which each round that is played notes the values.
    pub body: syntax::Block,
    /// Statements behind it.
    pub behind: syntax::Block,
}

impl Kept {
    /// What keeps the values of these names; `None` if the loop is not left.
    pub fn of(names: &[Name], body: &syntax::Block) -> Option<Kept> {
        if !is_left_early(body) {
            return None;
        }
        let mut body = body.clone();
        let kept = |name: &Name| name.instead(format!("{KEPT} {}", name.text));
        unless_left(&mut body)?.extend(names.iter().map(|name| kept(name).assign(name.read())));
        let before = names.iter().map(|name| kept(name).assign(name.number(0))).collect();
        let behind = names.iter().map(|name| name.assign(kept(name).read())).collect();
        Some(Kept { before, body, behind })
    }
}

impl Resolver {
    /// The numbers from one to another, which do not depend on the scenario.
    pub fn numbers_between(&mut self, [low, high]: &[Syntax; 2]) -> Resolved<Vec<i64>> {
        let (first, last) = (self.constant(low)?, self.constant(high)?);
        let span = low.outer.start..high.outer.end;
        if last < first {
            let help = format!("write the lower number first, as in `{last}..{first}`");
            return wrong(&span, "there are no numbers between these", help);
        }
        if last - first >= MOST_ROUNDS {
            return wrong(&span, "these are too many numbers", format!("at most {MOST_ROUNDS}"));
        }
        Ok((first..=last).collect())
    }

    /// The variables that statements assign, by name: those of all members of a group, and all places of a
    /// table, where it is not known which.
    pub fn assigned_in(&self, scope: &Scope, body: &syntax::Block) -> HashSet<String> {
        let mut names = names_in(body);
        let fields: Vec<String> =
            names.iter().filter_map(|name| Some(name.split_once('.')?.1.to_owned())).collect();
        for (place, group) in self.program.groups.iter().enumerate() {
            for member in 0..group.members.len() {
                names.extend(fields.iter().map(|field| self.variable_of(place, member, field)));
            }
        }
        for (table, &length) in &scope.tables {
            if names.contains(table) {
                names.extend((0..length).map(|place| place_of(table, place)));
            }
        }
        names
    }
}

/// Whether an expression compares something, and is no number.
fn compares(syntax: &Syntax) -> bool {
    use BinaryOperator as Operator;
    let SyntaxKind::Binary { operator, .. } = &syntax.kind else { return false };
    matches!(
        operator,
        Operator::Equal
            | Operator::NotEqual
            | Operator::Less
            | Operator::LessOrEqual
            | Operator::Greater
            | Operator::GreaterOrEqual
    )
}

/// The names that statements assign or declare.
pub fn names_in(block: &[syntax::Statement]) -> HashSet<String> {
    use syntax::StatementKind as Kind;
    let mut names = HashSet::new();
    for statement in block {
        match &statement.kind {
            Kind::Assign { targets, .. } => names.extend(targets.iter().map(|target| target.text.clone())),
            Kind::Faces { names: faces, .. } => names.extend(faces.iter().map(|name| name.text.clone())),
            Kind::For { name, .. }
            | Kind::AssignAt { table: name, .. }
            | Kind::Table(name, ..)
            | Kind::Group(Group { name, .. })
            | Kind::List(name, _)
            | Kind::Labels(name, _)
            | Kind::Die(name, _)
            | Kind::Deck(name, _)
            | Kind::Definition { name, .. } => drop(names.insert(name.text.clone())),
            Kind::Choose(choose) => drop(names.insert(choose.name.text.clone())),
            Kind::Key(key) => drop(names.insert(key.name.text.clone())),
            Kind::Wrong(words) => names.extend(words.iter().cloned()),
            _ => {}
        }
        names.extend(statement.blocks().into_iter().flat_map(|block| names_in(block)));
    }
    names
}
