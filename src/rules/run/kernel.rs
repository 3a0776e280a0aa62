//! Operations on whole columns, which the Rust compiler vectorizes.

use super::super::program::Operator;

/// An operand: a column, or one number for all rows.
#[derive(Clone, Copy)]
pub enum View<'a> {
    Column(&'a [i32]),
    Constant(i32),
}

impl View<'_> {
    #[inline(always)]
    pub fn at(self, lane: usize) -> i32 {
        match self {
            View::Column(column) => column[lane],
            View::Constant(constant) => constant,
        }
    }
}

/// Applies an operator lane by lane.
#[inline(always)]
pub fn binary(operator: Operator, a: View<'_>, b: View<'_>, to: &mut [i32]) {
    match operator {
        Operator::Plus => apply(a, b, to, i32::wrapping_add),
        Operator::Minus => apply(a, b, to, i32::wrapping_sub),
        Operator::Times => apply(a, b, to, i32::wrapping_mul),
        Operator::Divide | Operator::Remainder => {
            apply(a, b, to, |a, b| operator.of(a.into(), b.into()) as i32);
        }
        Operator::Min => apply(a, b, to, i32::min),
        Operator::Max => apply(a, b, to, i32::max),
        Operator::Equal => apply(a, b, to, |a, b| i32::from(a == b)),
        Operator::NotEqual => apply(a, b, to, |a, b| i32::from(a != b)),
        Operator::Less => apply(a, b, to, |a, b| i32::from(a < b)),
        Operator::LessOrEqual => apply(a, b, to, |a, b| i32::from(a <= b)),
        Operator::And => apply(a, b, to, |a, b| a & b),
        Operator::Or => apply(a, b, to, |a, b| a | b),
    }
}

#[inline(always)]
fn apply(a: View<'_>, b: View<'_>, to: &mut [i32], f: impl Fn(i32, i32) -> i32) {
    match (a, b) {
        (View::Column(a), View::Column(b)) => {
            to.iter_mut().zip(a).zip(b).for_each(|((to, &a), &b)| *to = f(a, b));
        }
        (View::Column(a), View::Constant(b)) => to.iter_mut().zip(a).for_each(|(to, &a)| *to = f(a, b)),
        (View::Constant(a), View::Column(b)) => to.iter_mut().zip(b).for_each(|(to, &b)| *to = f(a, b)),
        (View::Constant(a), View::Constant(b)) => to.fill(f(a, b)),
    }
}

/// Takes `yes` where the condition is true, else `no`.
#[inline(always)]
pub fn select(condition: View<'_>, yes: View<'_>, no: View<'_>, to: &mut [i32]) {
    match (condition, yes, no) {
        (View::Column(condition), View::Column(yes), View::Column(no)) => {
            let lanes = to.iter_mut().zip(condition).zip(yes.iter().zip(no));
            lanes.for_each(|((to, &c), (&yes, &no))| *to = if c != 0 { yes } else { no });
        }
        (View::Column(condition), View::Column(yes), View::Constant(no)) => {
            let lanes = to.iter_mut().zip(condition).zip(yes);
            lanes.for_each(|((to, &c), &yes)| *to = if c != 0 { yes } else { no });
        }
        (View::Column(condition), View::Constant(yes), View::Column(no)) => {
            let lanes = to.iter_mut().zip(condition).zip(no);
            lanes.for_each(|((to, &c), &no)| *to = if c != 0 { yes } else { no });
        }
        (View::Column(condition), View::Constant(yes), View::Constant(no)) => {
            to.iter_mut().zip(condition).for_each(|(to, &c)| *to = if c != 0 { yes } else { no });
        }
        (View::Constant(condition), yes, no) => copy(if condition != 0 { yes } else { no }, to),
    }
}

/// Writes `from` where the mask is 1; without a mask, everywhere.
#[inline(always)]
pub fn assign(mask: Option<&[i32]>, from: View<'_>, to: &mut [i32]) {
    match (mask, from) {
        (None, from) => copy(from, to),
        (Some(mask), View::Column(from)) => {
            let lanes = to.iter_mut().zip(mask).zip(from);
            lanes.for_each(|((to, &m), &from)| *to = if m != 0 { from } else { *to });
        }
        (Some(mask), View::Constant(from)) => {
            to.iter_mut().zip(mask).for_each(|(to, &m)| *to = if m != 0 { from } else { *to });
        }
    }
}

#[inline(always)]
fn copy(from: View<'_>, to: &mut [i32]) {
    match from {
        View::Column(from) => to.copy_from_slice(&from[..to.len()]),
        View::Constant(constant) => to.fill(constant),
    }
}

/// The elements of a list at some places. Places outside of the list give an arbitrary element.
#[inline(always)]
pub fn elements(list: &[i32], places: View<'_>, to: &mut [i32]) {
    let last = list.len().saturating_sub(1);
    for (lane, to) in to.iter_mut().enumerate() {
        *to = list.get((places.at(lane).max(0) as usize).min(last)).copied().unwrap_or(0);
    }
}
