//! Operations on whole columns, which the Rust compiler vectorizes.

use super::super::program::Operator;
use crate::chance::Kernel;

/// A number in a column. Arithmetic wraps around: columns are wide enough for all values that matter, and
/// rows or lanes that a mask excludes may hold anything.
pub trait Cell: Copy + Default + Ord + Into<i32> + 'static {
    /// The number, without the bits that do not fit.
    fn of(value: i32) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    /// Rounded towards minus infinity; 0 for a division by 0.
    fn divided_by(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;

    /// This where the truth value is 1, and the other where it is 0. A condition would be compiled to jumps.
    #[inline(always)]
    fn or_else(self, truth: Self, other: Self) -> Self {
        other.xor(self.xor(other).and(Self::default().minus(truth)))
    }
}

/// Implements [`Cell`] for an integer, which a float holds exactly with its quotients: rounding takes no
/// quotient of `a` to the next integer as long as the float has more digits than `a`.
macro_rules! cell {
    ($integer:ty, $float:ty) => {
        impl Cell for $integer {
            #[inline(always)]
            fn of(value: i32) -> Self {
                value as $integer
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }

            #[inline(always)]
            fn divided_by(self, other: Self) -> Self {
                // Processors divide no vectors of integers.
                let whole = (self as $float / other as $float) as $integer;
                let rest = self.wrapping_sub(whole.wrapping_mul(other));
                let is_above = rest != 0 && (rest < 0) != (other < 0);
                if other == 0 { 0 } else { whole.wrapping_sub(is_above as $integer) }
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
        }
    };
}

cell!(i8, f32);
cell!(i16, f32);
cell!(i32, f64);

/// An operand: a column, or one number for all rows.
#[derive(Clone, Copy)]
pub enum View<'a, T = i32> {
    Column(&'a [T]),
    Constant(T),
}

impl<T: Copy> View<'_, T> {
    #[inline(always)]
    pub fn at(self, lane: usize) -> T {
        match self {
            View::Column(column) => column[lane],
            View::Constant(constant) => constant,
        }
    }
}

/// Makes a [`Kernel`] of a function.
macro_rules! kernel {
    ($kernel:ident($($field:ident: $type:ty),+) -> $output:ty, $function:path) => {
        pub struct $kernel<'a, T>($(pub $type),+);

        impl<T: Cell> Kernel for $kernel<'_, T> {
            type Output = $output;

            #[inline(always)]
            fn run(self) -> $output {
                let $kernel($($field),+) = self;
                $function($($field),+)
            }
        }
    };
}

pub(super) use kernel;

kernel!(Binary(operator: Operator, a: View<'a, T>, b: View<'a, T>, to: &'a mut [T]) -> (), binary);
kernel!(Select(condition: View<'a, T>, yes: View<'a, T>, no: View<'a, T>, to: &'a mut [T]) -> (), select);
kernel!(Elements(list: &'a [i32], places: View<'a, T>, to: &'a mut [T]) -> (), elements);
kernel!(Assign(mask: Option<&'a [T]>, from: View<'a, T>, to: &'a mut [T]) -> (), assign);
kernel!(Narrow(truth: bool, condition: View<'a, T>, mask: Option<&'a [T]>, to: &'a mut [T]) -> usize, narrow);
kernel!(Record(weight: u64, from: &'a [T], keys: &'a mut [u64]) -> (), record);

/// Applies an operator lane by lane.
#[inline(always)]
pub fn binary<T: Cell>(operator: Operator, a: View<'_, T>, b: View<'_, T>, to: &mut [T]) {
    let truth = |truth: bool| T::of(i32::from(truth));
    match operator {
        Operator::Plus => apply(a, b, to, T::plus),
        Operator::Minus => apply(a, b, to, T::minus),
        Operator::Times => apply(a, b, to, T::times),
        Operator::Divide => apply(a, b, to, T::divided_by),
        Operator::Remainder => {
            apply(a, b, to, |a, b| if b == T::default() { b } else { a.minus(a.divided_by(b).times(b)) })
        }
        Operator::Min => apply(a, b, to, T::min),
        Operator::Max => apply(a, b, to, T::max),
        Operator::Equal => apply(a, b, to, |a, b| truth(a == b)),
        Operator::NotEqual => apply(a, b, to, |a, b| truth(a != b)),
        Operator::Less => apply(a, b, to, |a, b| truth(a < b)),
        Operator::LessOrEqual => apply(a, b, to, |a, b| truth(a <= b)),
        Operator::And => apply(a, b, to, T::and),
        Operator::Or => apply(a, b, to, T::or),
    }
}

#[inline(always)]
fn apply<T: Copy>(a: View<'_, T>, b: View<'_, T>, to: &mut [T], f: impl Fn(T, T) -> T) {
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
pub fn select<T: Cell>(condition: View<'_, T>, yes: View<'_, T>, no: View<'_, T>, to: &mut [T]) {
    match (condition, yes, no) {
        (View::Column(condition), View::Column(yes), View::Column(no)) => {
            let lanes = to.iter_mut().zip(condition).zip(yes.iter().zip(no));
            lanes.for_each(|((to, &c), (&yes, &no))| *to = yes.or_else(c, no));
        }
        (View::Column(condition), View::Column(yes), View::Constant(no)) => {
            let lanes = to.iter_mut().zip(condition).zip(yes);
            lanes.for_each(|((to, &c), &yes)| *to = yes.or_else(c, no));
        }
        (View::Column(condition), View::Constant(yes), View::Column(no)) => {
            let lanes = to.iter_mut().zip(condition).zip(no);
            lanes.for_each(|((to, &c), &no)| *to = yes.or_else(c, no));
        }
        (View::Column(condition), View::Constant(yes), View::Constant(no)) => {
            to.iter_mut().zip(condition).for_each(|(to, &c)| *to = yes.or_else(c, no));
        }
        (View::Constant(condition), yes, no) => copy(if condition != T::default() { yes } else { no }, to),
    }
}

/// Writes `from` where the mask is 1; without a mask, everywhere.
#[inline(always)]
pub fn assign<T: Cell>(mask: Option<&[T]>, from: View<'_, T>, to: &mut [T]) {
    match (mask, from) {
        (None, from) => copy(from, to),
        (Some(mask), View::Column(from)) => {
            let lanes = to.iter_mut().zip(mask).zip(from);
            lanes.for_each(|((to, &m), &from)| *to = from.or_else(m, *to));
        }
        (Some(mask), View::Constant(from)) => {
            to.iter_mut().zip(mask).for_each(|(to, &m)| *to = from.or_else(m, *to));
        }
    }
}

#[inline(always)]
fn copy<T: Copy>(from: View<'_, T>, to: &mut [T]) {
    match from {
        View::Column(from) => to.copy_from_slice(&from[..to.len()]),
        View::Constant(constant) => to.fill(constant),
    }
}

/// Lists up to this length are searched element by element: vectors do that faster than they load from
/// memory.
const SHORT: usize = 12;

/// The elements of a list at some places. Places outside of the list give an arbitrary element.
#[inline(always)]
pub fn elements<T: Cell>(list: &[i32], places: View<'_, T>, to: &mut [T]) {
    let element = |place: T| T::of(list[place.into().clamp(0, list.len() as i32 - 1) as usize]);
    match (places, list) {
        (_, []) => {}
        (View::Constant(place), _) => to.fill(element(place)),
        (View::Column(places), [first, others @ ..]) if list.len() <= SHORT => {
            to.fill(T::of(*first));
            for (place, &other) in (1..).zip(others) {
                let (place, other) = (T::of(place), T::of(other));
                let lanes = to.iter_mut().zip(places);
                lanes.for_each(|(to, &here)| *to = other.or_else(T::of(i32::from(here >= place)), *to));
            }
        }
        (View::Column(places), _) => {
            to.iter_mut().zip(places).for_each(|(to, &place)| *to = element(place));
        }
    }
}

/// Adds what a column records to the keys.
#[inline(always)]
fn record<T: Cell>(weight: u64, column: &[T], keys: &mut [u64]) {
    for (key, &value) in keys.iter_mut().zip(column) {
        *key = key.wrapping_add(weight.wrapping_mul(i64::from(value.into()) as u64));
    }
}

/// The lanes of a mask in which a condition equals `truth`. Returns how many these are.
#[inline(always)]
fn narrow<T: Cell>(truth: bool, condition: View<'_, T>, mask: Option<&[T]>, to: &mut [T]) -> usize {
    match truth {
        true => copy(condition, to),
        false => apply(View::Constant(T::of(1)), condition, to, T::minus),
    }
    if let Some(mask) = mask {
        to.iter_mut().zip(mask).for_each(|(lane, &mask)| *lane = lane.and(mask));
    }
    count(to)
}

/// How many lanes a mask has.
#[inline(always)]
fn count<T: Cell>(mask: &[T]) -> usize {
    // Sums of so many lanes fit into the narrowest column.
    mask.chunks(64)
        .map(|lanes| lanes.iter().fold(T::default(), |sum, &lane| sum.plus(lane)).into() as usize)
        .sum()
}

/// Appends the lanes of a mask to a list.
#[inline(always)]
pub fn list<T: Cell>(mask: &[T], to: &mut Vec<u32>) {
    let (blocks, rest) = mask.as_chunks::<64>();
    for (number, block) in blocks.iter().enumerate() {
        let bytes = block.map(|lane| lane.into() as u8);
        // The product moves the lowest bit of each byte into the highest byte.
        let eight = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        let eights = bytes.as_chunks().0.iter().enumerate();
        let mut bits = eights.fold(0, |bits, (place, bytes)| bits | eight(bytes) << (8 * place));
        to.extend((0..bits.count_ones()).map(|_| {
            let lane = 64 * number as u32 + bits.trailing_zeros();
            bits &= bits - 1;
            lane
        }));
    }
    let first = 64 * blocks.len() as u32;
    to.extend((first..).zip(rest).filter(|(_, lane)| **lane != T::default()).map(|(lane, _)| lane));
}
