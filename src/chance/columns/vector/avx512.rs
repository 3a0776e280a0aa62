//! All lanes at once, in two registers for each word of their states.

use std::arch::x86_64::*;
use std::array;

use super::super::alias::Slots;
use super::super::lanes::{Lanes, STEP};

/// Fills a column with codes: 16 or 32 slots stay in registers.
#[target_feature(enable = "avx512f")]
pub fn fill(lanes: &mut Lanes, slots: Slots<'_>, rows: Option<&[u32]>, column: &mut [u32]) {
    match (slots.thresholds.as_chunks().0, slots.codes.as_chunks().0) {
        ([thresholds], [first, second]) => {
            let (thresholds, first, second) = (load(thresholds), load(first), load(second));
            each(lanes, slots, rows, column, |bits, slot| {
                let is_second = _mm512_cmpge_epu32_mask(bits, _mm512_permutexvar_epi32(slot, thresholds));
                let code = _mm512_permutexvar_epi32(slot, first);
                _mm512_mask_permutexvar_epi32(code, is_second, slot, second)
            });
        }
        ([t0, t1], [a0, a1, b0, b1]) => {
            let (t0, t1) = (load(t0), load(t1));
            let (a0, a1, b0, b1) = (load(a0), load(a1), load(b0), load(b1));
            each(lanes, slots, rows, column, |bits, slot| {
                let is_second = _mm512_cmpge_epu32_mask(bits, _mm512_permutex2var_epi32(t0, slot, t1));
                let first = _mm512_permutex2var_epi32(a0, slot, a1);
                let second = _mm512_permutex2var_epi32(b0, slot, b1);
                _mm512_mask_blend_epi32(is_second, first, second)
            });
        }
        _ => {
            let all = _mm512_set1_epi32(slots.thresholds.len() as i32);
            let last = _mm512_set1_epi32(slots.thresholds.len() as i32 - 1);
            each(lanes, slots, rows, column, |bits, slot| {
                let slot = _mm512_min_epu32(slot, last);
                let is_second = _mm512_cmpge_epu32_mask(bits, gather(slots.thresholds, slot));
                gather(slots.codes, _mm512_mask_add_epi32(slot, is_second, slot, all))
            });
        }
    }
}

/// Fills a column with the results of `pick` for random bits and their slots.
#[inline]
#[target_feature(enable = "avx512f")]
fn each(
    lanes: &mut Lanes,
    slots: Slots<'_>,
    rows: Option<&[u32]>,
    column: &mut [u32],
    pick: impl Fn(__m512i, __m512i) -> __m512i,
) {
    let shift = _mm512_set1_epi32(slots.shift as i32);
    let slot = |bits| _mm512_srlv_epi32(bits, shift);
    match rows {
        None => step_by_step(lanes, column, |bits, _, _| pick(bits, slot(bits))),
        Some(rows) => {
            let rows = rows.as_chunks::<STEP>().0;
            step_by_step(lanes, column, |bits, step, half| {
                pick(bits, _mm512_add_epi32(slot(bits), load(&rows[step].as_chunks().0[half])))
            });
        }
    }
}

/// Fills a column with the results of `pick` for random bits, and for the number of the step and of the
/// half of the step.
#[inline]
#[target_feature(enable = "avx512f")]
fn step_by_step(lanes: &mut Lanes, column: &mut [u32], pick: impl Fn(__m512i, usize, usize) -> __m512i) {
    let [mut low, mut high] =
        array::from_fn(|half| array::from_fn(|word| load_words(&lanes.states[word].as_chunks().0[half])));
    for (place, step) in column.as_chunks_mut::<STEP>().0.iter_mut().enumerate() {
        let [first, second] = step.as_chunks_mut().0 else { unreachable!("a step fills two registers") };
        store(first, pick(next(&mut low), place, 0));
        store(second, pick(next(&mut high), place, 1));
    }
    for (half, state) in [low, high].into_iter().enumerate() {
        for (words, word) in lanes.states.iter_mut().zip(state) {
            store_words(&mut words.as_chunks_mut().0[half], word);
        }
    }
}

/// One draw of eight generators xoshiro256++.
#[inline]
#[target_feature(enable = "avx512f")]
fn next([a, b, c, d]: &mut [__m512i; 4]) -> __m512i {
    let bits = _mm512_add_epi64(_mm512_rol_epi64::<23>(_mm512_add_epi64(*a, *d)), *a);
    let shifted = _mm512_slli_epi64::<17>(*b);
    *c = _mm512_xor_si512(*c, *a);
    *d = _mm512_xor_si512(*d, *b);
    *b = _mm512_xor_si512(*b, *c);
    *a = _mm512_xor_si512(*a, *d);
    *c = _mm512_xor_si512(*c, shifted);
    *d = _mm512_rol_epi64::<45>(*d);
    bits
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(from: &[u32; 16]) -> __m512i {
    // SAFETY: the array has the 64 bytes that are read.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_words(from: &[u64; 8]) -> __m512i {
    // SAFETY: the array has the 64 bytes that are read.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(to: &mut [u32; 16], bits: __m512i) {
    // SAFETY: the array has the 64 bytes that are written.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), bits) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_words(to: &mut [u64; 8], bits: __m512i) {
    // SAFETY: the array has the 64 bytes that are written.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), bits) }
}

/// The numbers at these indices, which must be less than the length of `from`.
#[inline]
#[target_feature(enable = "avx512f")]
fn gather(from: &[u32], places: __m512i) -> __m512i {
    debug_assert_eq!(
        _mm512_cmplt_epu32_mask(places, _mm512_set1_epi32(from.len() as i32)),
        u16::MAX,
        "a place lies outside"
    );
    // SAFETY: there are twice as many codes as thresholds, and the index of a threshold is limited to
    // the last one.
    unsafe { _mm512_i32gather_epi32::<4>(places, from.as_ptr().cast()) }
}
