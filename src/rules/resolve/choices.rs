//! Decisions of players, and the goal that they play for.

use indexmap::IndexSet;

use super::super::program::{
    Choice, Expr, ExprKind, KeyOfRules, MetricOfRules, Options, StatementKind, Turn, Type,
};
use super::super::syntax::{Aim, Choose, Goal, KeyWords, Name, OptionsText, Span};
use super::scope::Scope;
use super::{Resolved, Resolver};
use crate::chance::Player;
use crate::description::MAX_RATING;
use crate::expression::grammar::{STATISTIC, Syntax, SyntaxKind};
use crate::expression::wrong;

impl Resolver {
    /// `goal maximize NAME`
    pub fn declare_goal(&mut self, goal: &Goal) -> Resolved<()> {
        if self.goal.is_some() {
            let help = "players play for one metric; report a sum of several";
            return wrong(&goal.name.span, "this is a second goal", help);
        }
        self.goal = Some(goal.clone());
        Ok(())
    }

    /// The metric that players play for, and whether they maximize or minimize it unless a choice says
    /// otherwise; and what it is divided by.
    pub fn goal_among(&mut self, metrics: &[MetricOfRules]) -> (Option<(usize, Player)>, Option<Expr>) {
        let Some(Goal { aim, name, unit }) = self.goal.clone() else { return (None, None) };
        let found = metrics.iter().position(|metric| metric.name == name.text);
        let resolved = match found.map(|place| (place, &metrics[place].ty)) {
            Some((_, Type::Label(labels))) => {
                let help = format!("report a comparison, as in `good = {} == '{}'`", name.text, labels[0]);
                wrong(&name.span, "a label has no average", help)
            }
            Some(_) if STATISTIC.functions.contains(&&*name.text) => {
                let message = format!("statistics are written as `{}(…)`", name.text);
                wrong(&name.span, message, "give what is played for another name")
            }
            Some((place, _)) => Ok((place, aim.player())),
            // Errors in the report were noted before.
            None if metrics.is_empty() => return (None, None),
            None => {
                let known = metrics.iter().map(|metric| metric.name.as_str());
                Err(self.unknown(&name.span, "metric", &name.text, known))
            }
        };
        let unit = unit.and_then(|unit| {
            let resolved = self.number_of_keys(&unit);
            self.noted(resolved)
        });
        (self.noted(resolved), unit)
    }

    /// What players see when they choose.
    fn seen(&mut self, scope: &mut Scope, seen: &Name) -> Resolved<Expr> {
        if scope.tables.contains_key(&seen.text) {
            let message = format!("`{}` is a table, and one value is seen at a time", seen.text);
            let help =
                format!("give places of it names in the line before, as in `first = {}[0]`", seen.text);
            return wrong(&seen.span, message, help);
        }
        Ok(self.name(scope, &seen.text, &seen.span)?.0)
    }

    /// `choose NAME from OPTIONS …`
    pub fn choose(&mut self, scope: &mut Scope, choose: &Choose, span: &Span) -> Resolved<()> {
        let Choose { name, options, condition, seeing, is_often, aim, words } = choose;
        let is_of_key = matches!(options, OptionsText::List(Syntax { kind: SyntaxKind::Name(name), .. })
            if self.is_list_set(scope, name).is_some());
        let (options, ty) = self.options(scope, options)?;
        self.draw_all(scope);
        let seeing = seeing.iter().map(|(seen, words)| match self.seen(scope, seen)?.kind {
            _ if !words.is_empty() && !words.contains("{}") => {
                let message = format!("these words say nothing of the value of `{}`", seen.text);
                wrong(&seen.span, message, format!("write {{}} where it stands, as in \"{}: {{}}\"", words))
            }
            ExprKind::Variable(variable) => Ok((variable, words.clone())),
            _ => {
                let help = "give the value to a name in the line before";
                wrong(&seen.span, "this is no name of a value in play", help)
            }
        });
        let seeing = seeing.collect::<Resolved<_>>()?;
        let variable = self.target(scope, name, ty.clone())?;
        scope.mark(variable);
        if !scope.routine.name.is_empty() {
            let help = "choose before the call, and hand over what was chosen";
            return wrong(span, "a definition decides nothing", help);
        }
        let Some(goal) = self.goal.as_ref().map(|goal| goal.aim) else {
            let help = "say it, as in `goal maximize win`, where `win` is reported";
            return wrong(span, "nothing is played for", help);
        };
        let condition = condition.as_ref().map(|condition| self.offered(scope, condition)).transpose()?;
        let words = self.words(scope, words)?;
        if !words.iter().all(|part| part.reads_only(variable)) {
            let help = "an option is put in words by itself and by keys alone";
            return wrong(span, "these words read other values", help);
        }
        // Scenarios have other members. What is there under a condition may be said by keys of the text.
        let is_member = self.program.groups.iter().any(|group| group.member_type() == ty);
        let is_fixable = !is_member && (condition.is_none() || !is_of_key && !self.has_policy(name));
        let key = if is_fixable { Some(self.policy_key(name, &ty)?) } else { None };
        let player = aim.unwrap_or(goal).player();
        let called = |&(_, Turn { group, member, .. }): &(usize, Turn)| {
            self.program.groups[group].members[member].label.clone()
        };
        let choice = Choice {
            variable,
            options,
            player,
            condition,
            seeing,
            is_often: *is_often,
            words,
            key,
            members: scope.turns.iter().map(called).collect(),
            loops: scope.loops.iter().filter_map(|one| Some(one.values.as_ref()?.0)).collect(),
            span: span.clone(),
        };
        self.program.choices.push(choice);
        scope.push(StatementKind::Choose(self.program.choices.len() - 1), span);
        Ok(())
    }

    /// The options of a choice, and their type.
    fn options(&mut self, scope: &mut Scope, options: &OptionsText) -> Resolved<(Options, Type)> {
        Ok(match options {
            OptionsText::Range([low, high]) => {
                let (low, high) = (self.number(scope, low)?, self.number(scope, high)?);
                // The solver recovers the options of a situation from registers, so the bounds need
                // variables.
                let held = [low, high].map(|bound| match bound.kind {
                    ExprKind::Constant(_) | ExprKind::Variable(_) => bound,
                    _ => scope.hold(bound, Type::Number),
                });
                let [low, high] = held;
                (Options::Range(low, high), Type::Number)
            }
            OptionsText::Labels(labels, at) => {
                if (1..labels.len()).any(|place| labels[..place].contains(&labels[place])) {
                    return wrong(at, "two options are called the same", "name each option once");
                }
                (Options::List((0..labels.len() as i64).collect()), Type::Label(labels.clone()))
            }
            OptionsText::List(Syntax { kind: SyntaxKind::Name(name), .. })
                if let Some(group) = self.group_at(name) =>
            {
                let members = self.program.groups[group].members.len() as i64;
                (Options::List((0..members).collect()), self.member_type(group))
            }
            OptionsText::List(list) => {
                let is_set = match &list.kind {
                    SyntaxKind::Name(name) => self.is_list_set(scope, name),
                    _ => None,
                };
                // A scenario that leaves the list out does not get here.
                let mut numbers = if is_set == Some(false) { vec![0] } else { self.numbers(list)? };
                // Of equally good options of a scenario, the least is chosen.
                if is_set.is_some() {
                    numbers.sort_unstable();
                }
                if numbers.is_empty() {
                    return wrong(&list.span, "there is nothing to choose", "name at least one option");
                }
                let numbers: Vec<i64> = numbers.into_iter().collect::<IndexSet<i64>>().into_iter().collect();
                (Options::List(numbers), Type::Number)
            }
        })
    }

    /// The condition for an option.
    fn offered(&mut self, scope: &mut Scope, condition: &Syntax) -> Resolved<Expr> {
        match self.without_dice(scope, condition, "this is asked of every option, and rolls no dice")? {
            (condition, Type::Truth) => Ok(condition),
            (other, _) => {
                let help = "write a comparison, as in `where force <= magic`";
                wrong(&other.span, "this is not true or false", help)
            }
        }
    }

    /// Whether the text itself has a key that is called like the one that would fix the choices of this name.
    fn has_policy(&self, name: &Name) -> bool {
        let path = format!("policy.{}", name.text);
        let is_own = |place| !self.program.choices.iter().any(|choice| choice.key == Some(place));
        self.key_at(&path).is_some_and(is_own) || self.program.list_keys.iter().any(|key| key.name == path)
    }

    /// The key with which a scenario fixes all choices of this name.
    fn policy_key(&mut self, name: &Name, ty: &Type) -> Resolved<usize> {
        let aim = self.goal.as_ref().map_or("", |goal| &*goal.name.text).replace('_', " ");
        let path = format!("policy.{}", name.text);
        if let Some(place) = self.key_at(&path) {
            if self.program.keys[place].ty == *ty
                && self.program.choices.iter().any(|choice| choice.key == Some(place))
            {
                return Ok(place);
            }
            let message =
                format!("`{path}` is there already, and is {}", self.program.keys[place].ty.words());
            return wrong(&name.span, message, "give the choice another name");
        }
        let (range, labels) = match ty {
            Type::Label(labels) => ((0, labels.len() as i64 - 1), labels.clone()),
            _ => ((-MAX_RATING, MAX_RATING), Vec::new()),
        };
        let help = format!("what is always chosen for {}, or the nearest to it; best if not set", name.text);
        let ty = ty.clone();
        let span = name.span.clone();
        let key = KeyOfRules {
            name: path,
            ty,
            range,
            labels,
            scale: 1,
            is_optional: true,
            words: KeyWords { help, absent: format!("best play for {aim}"), ..KeyWords::default() },
            span,
            ..KeyOfRules::default()
        };
        self.program.keys.push(key);
        Ok(self.program.keys.len() - 1)
    }
}

impl Aim {
    fn player(self) -> Player {
        match self {
            Aim::Maximize => Player::Maximizes,
            Aim::Minimize => Player::Minimizes,
        }
    }
}
