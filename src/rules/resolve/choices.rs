//! Decisions of players, and the goal that they play for.

use super::super::program::{Choice, ExprKind, KeyOfRules, MetricOfRules, Options, StatementKind, Type};
use super::super::syntax::{Aim, Name, OptionsText, Span};
use super::scope::Scope;
use super::{Resolved, Resolver};
use crate::chance::Player;
use crate::description::MAX_RATING;
use crate::expression::ExpressionError;

impl Resolver {
    /// `goal maximize NAME`
    pub fn declare_goal(&mut self, aim: Aim, name: &Name) -> Resolved<()> {
        if self.goal.is_some() {
            let help = "players play for one metric; report a sum of several";
            return Err(ExpressionError::new(name.span.clone(), "this is a second goal", help));
        }
        self.goal = Some((aim, name.clone()));
        Ok(())
    }

    /// The metric that players play for, and whether they maximize or minimize it unless a choice says
    /// otherwise.
    pub fn goal_among(&mut self, metrics: &[MetricOfRules]) -> Option<(usize, Player)> {
        let (aim, name) = self.goal.clone()?;
        let found = metrics.iter().position(|metric| metric.name == name.text);
        let resolved = match found.map(|place| (place, &metrics[place].ty)) {
            Some((_, Type::Label(labels))) => {
                let help = format!("report a comparison, as in `good = {} == '{}'`", name.text, labels[0]);
                Err(ExpressionError::new(name.span, "a label has no average", help))
            }
            Some((place, _)) => Ok((place, aim.player())),
            // Errors in the report were noted before.
            None if metrics.is_empty() => return None,
            None => {
                let known = metrics.iter().map(|metric| metric.name.as_str());
                Err(self.unknown(&name.span, "metric", &name.text, known))
            }
        };
        self.noted(resolved)
    }

    /// `choose NAME from OPTIONS`
    pub fn choose(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        options: &OptionsText,
        aim: Option<Aim>,
        span: &Span,
    ) -> Resolved<()> {
        let (options, ty) = match options {
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
                    let help = "name each option once";
                    return Err(ExpressionError::new(at.clone(), "two options are called the same", help));
                }
                (Options::List((0..labels.len() as i64).collect()), Type::Label(labels.clone()))
            }
            OptionsText::List(list) => {
                let numbers = self.numbers(list)?;
                if numbers.is_empty() {
                    let help = "name at least one option";
                    return Err(ExpressionError::new(list.span.clone(), "there is nothing to choose", help));
                }
                (Options::List(numbers), Type::Number)
            }
        };
        self.draw_all(scope);
        let variable = self.target(scope, name, ty.clone())?;
        scope.mark(variable);
        if !scope.routine.name.is_empty() {
            let help = "choose before the call, and hand over what was chosen";
            return Err(ExpressionError::new(span.clone(), "a definition decides nothing", help));
        }
        let Some(goal) = self.goal.as_ref().map(|(aim, _)| *aim) else {
            let help = "say it, as in `goal maximize win`, where `win` is reported";
            return Err(ExpressionError::new(span.clone(), "nothing is played for", help));
        };
        let key = self.policy_key(name, &ty)?;
        let player = aim.unwrap_or(goal).player();
        self.choices.push(Choice { variable, options, player, key });
        scope.push(StatementKind::Choose(self.choices.len() - 1), span);
        Ok(())
    }

    /// The key with which a scenario fixes all choices of this name.
    fn policy_key(&mut self, name: &Name, ty: &Type) -> Resolved<usize> {
        let path = format!("policy.{}", name.text);
        if let Some(place) = self.keys.iter().position(|key| key.name == path) {
            if self.keys[place].ty == *ty && self.choices.iter().any(|choice| choice.key == place) {
                return Ok(place);
            }
            let message = format!("`{path}` is there already, and is {}", self.keys[place].ty.words());
            return Err(ExpressionError::new(name.span.clone(), message, "give the choice another name"));
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
            default: None,
            is_optional: true,
            is_chosen: false,
            help,
            span,
        };
        self.keys.push(key);
        Ok(self.keys.len() - 1)
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
