//! How far a round of a loop moves variables, whatever their values: what bounds their ranges in all of its rounds.

use std::collections::HashMap;

use super::super::program::{Expr, ExprKind, Operator};
use super::super::range::Range;
use super::Building;

/// What some statements do to each variable that they assign.
pub type Drifts = HashMap<usize, Drift>;

/// What some statements do to a variable. Behind them, and between them, it is what it was before or lies in
/// `fixed`, less at most `down` and plus at most `up`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Drift {
    down: i64,
    up: i64,
    fixed: Option<Range>,
}

impl Drift {
    /// What an assignment does that does not depend on the value before.
    pub fn fixed(range: Range) -> Drift {
        Drift { fixed: Some(range), ..Drift::default() }
    }

    fn by(range: Range) -> Drift {
        Drift { down: range.low.min(0).saturating_neg(), up: range.high.max(0), fixed: None }
    }

    fn either(self, other: Drift, join: impl Fn(i64, i64) -> i64) -> Drift {
        let fixed = match (self.fixed, other.fixed) {
            (Some(one), Some(other)) => Some(one.join(other)),
            (one, other) => one.or(other),
        };
        Drift { down: join(self.down, other.down), up: join(self.up, other.up), fixed }
    }

    /// What this does, or the other.
    fn or(self, other: Drift) -> Drift {
        self.either(other, i64::max)
    }

    /// What this does and then the other.
    fn then(self, other: Drift) -> Drift {
        self.either(other, i64::saturating_add)
    }

    fn times(self, rounds: u32) -> Drift {
        let times = |step: i64| step.saturating_mul(rounds.into());
        Drift { down: times(self.down), up: times(self.up), ..self }
    }

    /// The range of a variable that was in a range so many rounds ago, each of which does this.
    pub fn bound(self, before: Range, rounds: u32) -> Range {
        let Drift { down, up, fixed } = self.times(rounds);
        let from = fixed.map_or(before, |fixed| fixed.join(before));
        Range::new(from.low.saturating_sub(down), from.high.saturating_add(up))
    }
}

impl Building<'_, '_> {
    /// Notes what is done to a variable, where that is asked for.
    pub fn drifts(&mut self, variable: usize, drift: Drift) {
        if let Some(drifts) = &mut self.drifts {
            let before = drifts.entry(variable).or_default();
            *before = before.then(drift);
        }
    }

    /// Notes what was done in one branch or in the other.
    pub fn drifts_in_either(&mut self, other: Option<Drifts>) {
        for (variable, there) in other.into_iter().flatten() {
            if let Some(drifts) = &mut self.drifts {
                let here = drifts.entry(variable).or_default();
                *here = here.or(there);
            }
        }
    }

    /// Notes what is done in each of so many rounds.
    pub fn drifts_in_rounds(&mut self, of_round: Option<Drifts>, rounds: u32) {
        for (variable, drift) in of_round.into_iter().flatten() {
            self.drifts(variable, drift.times(rounds));
        }
    }

    /// What the assignment of an expression does to a variable.
    pub fn drift(&self, variable: usize, expr: &Expr) -> Drift {
        let is_read = |expr: &Expr| expr.variables().any(|read| read == variable);
        let fixed = || Drift::fixed(self.range_of(expr));
        if !is_read(expr) {
            return fixed();
        }
        let drift = |expr: &Expr| self.drift(variable, expr);
        let moved = |expr: &Expr, by: Range| drift(expr).then(Drift::by(by));
        match &expr.kind {
            ExprKind::Variable(_) => Drift::default(),
            ExprKind::Binary(Operator::Plus, a, b) if !is_read(b) => moved(a, self.range_of(b)),
            ExprKind::Binary(Operator::Plus, a, b) if !is_read(a) => moved(b, self.range_of(a)),
            ExprKind::Binary(Operator::Minus, a, b) if !is_read(b) => {
                let Range { low, high } = self.range_of(b);
                moved(a, Range::new(-high, -low))
            }
            ExprKind::Binary(Operator::Max | Operator::Min, a, b) => drift(a).or(drift(b)),
            ExprKind::Conditional(parts) => {
                let [condition, yes, no] = &**parts;
                match self.range_of(condition).constant() {
                    Some(0) => drift(no),
                    Some(_) => drift(yes),
                    None => drift(yes).or(drift(no)),
                }
            }
            ExprKind::Pick(pick) => {
                let values = pick.values_in(self.range_of(&pick.place)).iter().map(drift);
                values.reduce(Drift::or).unwrap_or_default()
            }
            _ => fixed(),
        }
    }
}
