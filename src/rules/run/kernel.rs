//! Operations on whole columns, which the Rust compiler vectorizes.

use std::ops::{BitAnd, BitOr, BitXor, Range};

use smallvec::SmallVec;

use super::super::code::{Op, Operand};
use super::super::program::Operator;
use crate::chance::{Isa, Kernel, vectorized};

/// A number in a column. Arithmetic wraps around: columns are wide enough for all values that matter, and
/// rows or lanes that a mask excludes may hold anything.
pub trait Cell:
    Copy
    + Default
    + Ord
    + Into<i32>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + 'static
{
    /// The number, without the bits that do not fit.
    fn of(value: i32) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    /// Rounded towards minus infinity; 0 for a division by 0.
    fn divided_by(self, other: Self) -> Self;
    /// Divided by a number of 3 or more, whose [`inverse`](Cell::inverse) is known, and rounded down.
    fn divided_by_large(self, other: Self, inverse: Self) -> Self;
    /// Two to the power of the bits, divided by a number of 3 or more.
    fn inverse(self) -> Self;
    /// Divided by two to the power of `times`, and rounded down.
    fn halved(self, times: u32) -> Self;

    /// The rest of a division that is rounded down; 0 for a division by 0. It is chosen last: a condition before would
    /// be compiled to jumps.
    #[inline(always)]
    fn rest(self, other: Self) -> Self {
        let rest = self.minus(self.divided_by(other).times(other));
        if other == Self::default() { other } else { rest }
    }

    /// This where the truth value is 1, and the other where it is 0. A condition would be compiled to jumps.
    #[inline(always)]
    fn or_else(self, truth: Self, other: Self) -> Self {
        other ^ ((self ^ other) & Self::default().minus(truth))
    }
}

/// Implements [`Cell`] for an integer, which a float holds exactly. The bits of the float `$zero` end with as
/// many zeros as the integer has: added to a quotient, it leaves the nearest integer in these bits. Processors
/// divide no vectors of integers, and what Rust makes of a float is no work for vectors either.
macro_rules! cell {
    ($integer:ty, $wide:ty, $float:ty, $zero:literal) => {
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
                let whole = (self as $float / other as $float + $zero).to_bits() as $integer;
                let rest = self.wrapping_sub(whole.wrapping_mul(other));
                let is_above = rest != 0 && (rest < 0) != (other < 0);
                if other == 0 { 0 } else { whole.wrapping_sub(is_above as $integer) }
            }

            #[inline(always)]
            fn divided_by_large(self, other: Self, inverse: Self) -> Self {
                // The inverse is too small by less than 1: the quotient is too small by less than 1 for a
                // number from 0 on, and too large by less than 1 below.
                let product = self as $wide * inverse as $wide;
                let whole = (product >> <$integer>::BITS) as $integer;
                let rest = self.wrapping_sub(whole.wrapping_mul(other));
                whole.wrapping_add((rest >= other) as $integer).wrapping_sub((rest < 0) as $integer)
            }

            #[inline(always)]
            fn inverse(self) -> Self {
                ((1 as $wide << <$integer>::BITS) / self as $wide) as $integer
            }

            #[inline(always)]
            fn halved(self, times: u32) -> Self {
                self >> times
            }
        }
    };
}

cell!(i8, i16, f32, 12_582_912.0);
cell!(i16, i32, f32, 12_582_912.0);
cell!(i32, i64, f64, 6_755_399_441_055_744.0);

/// An operand: a column, or one number for all rows.
#[derive(Clone, Copy)]
pub enum View<'a, T = i32> {
    Column(&'a [T]),
    Constant(T),
}

impl<'a, T: Copy> View<'a, T> {
    /// Some of the rows.
    #[inline(always)]
    fn rows(self, rows: Range<usize>) -> View<'a, T> {
        match self {
            View::Column(column) => View::Column(&column[rows]),
            constant => constant,
        }
    }

    #[inline(always)]
    pub fn at(self, lane: usize) -> T {
        match self {
            View::Column(column) => column[lane],
            View::Constant(constant) => constant,
        }
    }
}

/// The number of rows that a kernel with several passes processes at a time.
const BLOCK: usize = 256;

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
kernel!(Pick(place: View<'a, T>, first: T, values: &'a [View<'a, T>], to: &'a mut [T]) -> (), pick);
kernel!(Elements(list: &'a [i32], places: View<'a, T>, to: &'a mut [T]) -> (), elements);
kernel!(Assign(mask: Option<&'a [T]>, from: View<'a, T>, to: &'a mut [T]) -> (), assign);
kernel!(Narrow(truth: bool, condition: View<'a, T>, mask: Option<&'a [T]>, to: &'a mut [T]) -> usize, narrow);
kernel!(Alike(value: T, column: &'a [T], mask: Option<&'a [T]>) -> usize, alike);
kernel!(Record(weight: u64, from: &'a [T], keys: &'a mut [u64]) -> (), record);

/// Computes an operation that does nothing but compute a value: the column of its register, which it does not read.
/// Under a mask, only the lanes of the mask are assigned to.
pub fn compute<'a, T: Cell>(
    isa: Isa,
    op: &Op,
    view: impl Fn(Operand) -> View<'a, T>,
    lists: &[Vec<i32>],
    mask: Option<&[T]>,
    to: &mut [T],
) {
    match *op {
        Op::Binary { operator, a, b, .. } => vectorized(isa, Binary(operator, view(a), view(b), to)),
        Op::Not { a, .. } => {
            let one = View::Constant(T::of(1));
            vectorized(isa, Binary(Operator::Minus, one, view(a), to));
        }
        Op::Select { condition, yes, no, .. } => {
            vectorized(isa, Select(view(condition), view(yes), view(no), to));
        }
        Op::Pick { place, first, ref values, .. } => {
            let values: SmallVec<[View<'_, T>; 16]> = values.iter().map(|&value| view(value)).collect();
            vectorized(isa, Pick(view(place), T::of(first), &values, to));
        }
        Op::Element { list, place, .. } => vectorized(isa, Elements(&lists[list], view(place), to)),
        Op::Assign { from, .. } => vectorized(isa, Assign(mask, view(from), to)),
        _ => unreachable!("it computes a value"),
    }
}

/// Applies an operator lane by lane.
#[inline(always)]
fn binary<T: Cell>(operator: Operator, a: View<'_, T>, b: View<'_, T>, to: &mut [T]) {
    let truth = |truth: bool| T::of(i32::from(truth));
    match operator {
        Operator::Plus => apply(a, b, to, T::plus),
        Operator::Minus => apply(a, b, to, T::minus),
        Operator::Times => apply(a, b, to, T::times),
        Operator::Divide => match Divisor::of(b) {
            Divisor::Power { times, .. } => map(a, to, |a| a.halved(times)),
            Divisor::Large { b, inverse } => map(a, to, |a| a.divided_by_large(b, inverse)),
            Divisor::Other => apply(a, b, to, T::divided_by),
        },
        Operator::Remainder => match Divisor::of(b) {
            Divisor::Power { rest, .. } => map(a, to, |a| a & rest),
            Divisor::Large { b, inverse } => map(a, to, |a| a.minus(a.divided_by_large(b, inverse).times(b))),
            Divisor::Other => apply(a, b, to, T::rest),
        },
        Operator::Min => apply(a, b, to, T::min),
        Operator::Max => apply(a, b, to, T::max),
        Operator::Equal => apply(a, b, to, |a, b| truth(a == b)),
        Operator::NotEqual => apply(a, b, to, |a, b| truth(a != b)),
        Operator::Less => apply(a, b, to, |a, b| truth(a < b)),
        Operator::LessOrEqual => apply(a, b, to, |a, b| truth(a <= b)),
        Operator::And => apply(a, b, to, T::bitand),
        Operator::Or => apply(a, b, to, T::bitor),
    }
}

/// A divisor, by what takes the least time.
enum Divisor<T> {
    /// In all lanes two to the power of `times`. What remains are the bits of `rest`.
    Power {
        times: u32,
        rest: T,
    },
    /// In all lanes the same number, so large that to multiply by its inverse is enough.
    Large {
        b: T,
        inverse: T,
    },
    Other,
}

impl<T: Cell> Divisor<T> {
    #[inline(always)]
    fn of(divisor: View<'_, T>) -> Divisor<T> {
        let View::Constant(b) = divisor else { return Divisor::Other };
        match b.into() {
            power @ 1.. if power.count_ones() == 1 => {
                Divisor::Power { times: power.trailing_zeros(), rest: T::of(power - 1) }
            }
            // A page is smaller without.
            3.. if !cfg!(target_arch = "wasm32") => Divisor::Large { b, inverse: b.inverse() },
            _ => Divisor::Other,
        }
    }
}

// Closures for iterators might not be inlined, and then they are not compiled for the instructions: here are
// loops.

#[inline(always)]
fn map<T: Copy>(a: View<'_, T>, to: &mut [T], f: impl Fn(T) -> T) {
    match a {
        View::Column(a) => {
            for (to, &a) in to.iter_mut().zip(a) {
                *to = f(a);
            }
        }
        View::Constant(a) => to.fill(f(a)),
    }
}

#[inline(always)]
fn apply<T: Copy>(a: View<'_, T>, b: View<'_, T>, to: &mut [T], f: impl Fn(T, T) -> T) {
    match (a, b) {
        (View::Column(a), View::Column(b)) => {
            for ((to, &a), &b) in to.iter_mut().zip(a).zip(b) {
                *to = f(a, b);
            }
        }
        (a, View::Constant(b)) => map(a, to, |a| f(a, b)),
        (View::Constant(a), b) => map(b, to, |b| f(a, b)),
    }
}

/// Takes `yes` where the condition is true, else `no`.
#[inline(always)]
fn select<T: Cell>(condition: View<'_, T>, yes: View<'_, T>, no: View<'_, T>, to: &mut [T]) {
    match (condition, yes, no) {
        (View::Column(condition), View::Column(yes), View::Column(no)) => {
            for ((to, &c), (&yes, &no)) in to.iter_mut().zip(condition).zip(yes.iter().zip(no)) {
                *to = yes.or_else(c, no);
            }
        }
        (View::Column(condition), View::Column(yes), View::Constant(no)) => {
            for ((to, &c), &yes) in to.iter_mut().zip(condition).zip(yes) {
                *to = yes.or_else(c, no);
            }
        }
        (View::Column(condition), View::Constant(yes), View::Column(no)) => {
            for ((to, &c), &no) in to.iter_mut().zip(condition).zip(no) {
                *to = yes.or_else(c, no);
            }
        }
        (View::Column(condition), View::Constant(yes), View::Constant(no)) => {
            for (to, &c) in to.iter_mut().zip(condition) {
                *to = yes.or_else(c, no);
            }
        }
        (View::Constant(condition), yes, no) => copy(if condition != T::default() { yes } else { no }, to),
    }
}

/// Takes the value with the index `place`, where `first` is the first of them, and the last value elsewhere.
#[inline(always)]
fn pick<T: Cell>(place: View<'_, T>, first: T, values: &[View<'_, T>], to: &mut [T]) {
    let Some((last, others)) = values.split_last() else { return };
    let View::Column(places) = place else {
        let number = place.at(0).minus(first).into();
        return copy(
            usize::try_from(number).ok().and_then(|number| values.get(number)).copied().unwrap_or(*last),
            to,
        );
    };
    // So few rows at a time stay in registers, or nearly.
    for (block, (places, to)) in places.chunks(BLOCK).zip(to.chunks_mut(BLOCK)).enumerate() {
        let rows = BLOCK * block..BLOCK * block + to.len();
        copy(last.rows(rows.clone()), to);
        let mut number = first;
        for value in others {
            match value.rows(rows.clone()) {
                View::Column(value) => {
                    for ((to, &place), &value) in to.iter_mut().zip(places).zip(value) {
                        *to = value.or_else(T::of(i32::from(place == number)), *to);
                    }
                }
                View::Constant(value) => {
                    for (to, &place) in to.iter_mut().zip(places) {
                        *to = value.or_else(T::of(i32::from(place == number)), *to);
                    }
                }
            }
            number = number.plus(T::of(1));
        }
    }
}

/// Writes `from` where the mask is 1; without a mask, everywhere.
#[inline(always)]
fn assign<T: Cell>(mask: Option<&[T]>, from: View<'_, T>, to: &mut [T]) {
    match (mask, from) {
        (None, from) => copy(from, to),
        (Some(mask), View::Column(from)) => {
            for ((to, &m), &from) in to.iter_mut().zip(mask).zip(from) {
                *to = from.or_else(m, *to);
            }
        }
        (Some(mask), View::Constant(from)) => {
            for (to, &m) in to.iter_mut().zip(mask) {
                *to = from.or_else(m, *to);
            }
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

/// Lists up to this length are copied, so that every place has an element.
const NEAR: usize = 128;

/// The elements of a list at some places. Places outside of the list give an arbitrary element.
#[inline(always)]
fn elements<T: Cell>(list: &[i32], places: View<'_, T>, to: &mut [T]) {
    let element = |place: T| T::of(list[place.into().clamp(0, list.len() as i32 - 1) as usize]);
    match (places, list) {
        (_, []) => {}
        (View::Constant(place), _) => to.fill(element(place)),
        (View::Column(places), [first, others @ ..]) if list.len() <= SHORT => {
            to.fill(T::of(*first));
            for (place, &other) in (1..).zip(others) {
                let (place, other) = (T::of(place), T::of(other));
                for (to, &here) in to.iter_mut().zip(places) {
                    *to = other.or_else(T::of(i32::from(here >= place)), *to);
                }
            }
        }
        (View::Column(places), _) if list.len() <= NEAR => {
            let mut near = [0; NEAR];
            near[..list.len()].copy_from_slice(list);
            for (to, &place) in to.iter_mut().zip(places) {
                *to = T::of(near[place.into() as usize % NEAR]);
            }
        }
        (View::Column(places), _) => {
            for (to, &place) in to.iter_mut().zip(places) {
                *to = element(place);
            }
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
    match (truth, mask) {
        (true, None) => copy(condition, to),
        (false, None) => apply(View::Constant(T::of(1)), condition, to, T::minus),
        (true, Some(mask)) => apply(condition, View::Column(mask), to, T::bitand),
        (false, Some(mask)) => {
            apply(condition, View::Column(mask), to, |truth, mask| mask.minus(truth & mask))
        }
    }
    count(to)
}

/// In how many lanes of a mask a column has a value.
#[inline(always)]
fn alike<T: Cell>(value: T, column: &[T], mask: Option<&[T]>) -> usize {
    let mut all = 0;
    for (place, values) in column.chunks(64).enumerate() {
        let mut sum = T::default();
        match mask {
            None => {
                for &here in values {
                    sum = sum.plus(T::of(i32::from(here == value)));
                }
            }
            Some(mask) => {
                for (&here, &lane) in values.iter().zip(&mask[64 * place..]) {
                    sum = sum.plus(T::of(i32::from(here == value)) & lane);
                }
            }
        }
        all += sum.into() as usize;
    }
    all
}

/// How many lanes a mask has.
#[inline(always)]
pub fn count<T: Cell>(mask: &[T]) -> usize {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Divides all numbers of a width by some divisors: as Euclid does, for divisors above 0.
    fn divides<T: Cell>(numbers: std::ops::RangeInclusive<i32>, divisors: impl Iterator<Item = i32>) {
        let numbers: Vec<T> = numbers.map(T::of).collect();
        let mut to = vec![T::default(); numbers.len()];
        for divisor in divisors {
            for operator in [Operator::Divide, Operator::Remainder] {
                binary(operator, View::Column(&numbers), View::Constant(T::of(divisor)), &mut to);
                for (&number, &found) in numbers.iter().zip(&to) {
                    let number: i32 = number.into();
                    let right = match operator {
                        Operator::Divide => number.div_euclid(divisor),
                        _ => number.rem_euclid(divisor),
                    };
                    assert_eq!(found.into(), right, "{number} by {divisor}");
                }
            }
        }
    }

    #[test]
    fn quotients_are_rounded_down_at_every_width() {
        divides::<i8>(i8::MIN.into()..=i8::MAX.into(), 1..=i8::MAX.into());
        divides::<i16>(i16::MIN.into()..=i16::MAX.into(), (1..=20).chain([181, 255, 9_999, 16_384, 32_767]));
        let ends = [1, 2, 3, 5, 7, 1_000, 46_341, 1 << 30, i32::MAX];
        divides::<i32>(-70_000..=70_000, ends.into_iter());
        divides::<i32>(i32::MAX - 70_000..=i32::MAX, ends.into_iter());
        divides::<i32>(i32::MIN..=i32::MIN + 70_000, ends.into_iter());
    }

    #[test]
    fn divisors_of_all_signs_are_divided_by() {
        fn divides<T: Cell>(numbers: &[i32]) {
            for &number in numbers {
                for &divisor in numbers.iter().filter(|&&one| (one, number) != (-1, i32::MIN)) {
                    let right = match divisor {
                        0 => 0,
                        _ => {
                            i64::from(number).div_euclid(divisor.into())
                                - i64::from(divisor < 0 && number.rem_euclid(divisor) != 0)
                        }
                    };
                    let (number, divisor) = (T::of(number), T::of(divisor));
                    let [found, rest] = [number.divided_by(divisor), number.rest(divisor)];
                    let (number, divisor): (i32, i32) = (number.into(), divisor.into());
                    assert_eq!(i64::from(found.into()), right, "{number} by {divisor}");
                    let left = if divisor == 0 { 0 } else { i64::from(number) - right * i64::from(divisor) };
                    assert_eq!(i64::from(rest.into()), left, "{number} by {divisor}");
                }
            }
        }
        divides::<i8>(&(-127..=127).collect::<Vec<i32>>());
        divides::<i16>(&[
            -32_767, -16_384, -255, -3, -2, -1, 0, 1, 2, 3, 7, 181, 182, 16_383, 32_766, 32_767,
        ]);
        let wide = [0, 1, 2, 3, 46_340, 46_341, 65_535, 1 << 30, i32::MAX - 1, i32::MAX];
        divides::<i32>(&wide.iter().flat_map(|&one| [one, -one]).collect::<Vec<i32>>());
    }

    #[test]
    fn elements_are_found_in_lists_of_any_length() {
        for length in [1, 5, 12, 13, 128, 129, 1_000] {
            let list: Vec<i32> = (0..length).map(|place| 3 * place + 1).collect();
            let places: Vec<i16> = (0..length as i16).rev().collect();
            let mut to = vec![0; places.len()];
            elements(&list, View::Column(&places), &mut to);
            let right: Vec<i16> = list.iter().rev().map(|&element| element as i16).collect();
            assert_eq!(to, right);
        }
    }

    #[test]
    fn lanes_with_a_value_are_counted_within_a_mask() {
        let column: Vec<i8> = (0..200).map(|lane| (lane % 3) as i8).collect();
        let mask: Vec<i8> = (0..200).map(|lane| i8::from(lane < 100)).collect();
        assert_eq!([0, 1, 2, 3].map(|value| alike(value, &column, None)), [67, 67, 66, 0]);
        assert_eq!([0, 1, 2].map(|value| alike(value, &column, Some(&mask))), [34, 33, 33]);
    }
}
