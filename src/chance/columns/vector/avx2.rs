//! Four lanes at a time, in one register for each word of their states.

use std::arch::x86_64::*;
use std::array;

use super::super::alias::Slots;
use super::super::lanes::{LANES, Lanes, STEP};

/// Fills a column with codes: 16 or 32 slots stay in registers.
#[target_feature(enable = "avx2")]
pub fn fill(lanes: &mut Lanes, slots: Slots<'_>, rows: Option<&[u32]>, column: &mut [u32]) {
    match (slots.thresholds.as_chunks().0, slots.codes.as_chunks().0) {
        ([t0, t1], [a0, a1, b0, b1]) => {
            let [thresholds, first, second] =
                [[t0, t1], [a0, a1], [b0, b1]].map(|halves| halves.map(|half| load(half)));
            each(lanes, slots, rows, column, |bits, slot| {
                let is_second = at_least(bits, of_16(thresholds, slot));
                _mm256_blendv_epi8(of_16(first, slot), of_16(second, slot), is_second)
            });
        }
        ([t0, t1, t2, t3], [a0, a1, a2, a3, b0, b1, b2, b3]) => {
            let [thresholds, first, second] = [[t0, t1, t2, t3], [a0, a1, a2, a3], [b0, b1, b2, b3]]
                .map(|parts| parts.map(|part| load(part)));
            each(lanes, slots, rows, column, |bits, slot| {
                let is_second = at_least(bits, of_32(thresholds, slot));
                _mm256_blendv_epi8(of_32(first, slot), of_32(second, slot), is_second)
            });
        }
        _ => {
            let all = _mm256_set1_epi32(slots.thresholds.len() as i32);
            let last = _mm256_set1_epi32(slots.thresholds.len() as i32 - 1);
            each(lanes, slots, rows, column, |bits, slot| {
                let slot = _mm256_min_epu32(slot, last);
                let is_second = at_least(bits, gather(slots.thresholds, slot));
                gather(slots.codes, _mm256_add_epi32(slot, _mm256_and_si256(is_second, all)))
            });
        }
    }
}

/// Fills a column with the results of `pick` for random bits and their slots.
#[inline]
#[target_feature(enable = "avx2")]
fn each(
    lanes: &mut Lanes,
    slots: Slots<'_>,
    rows: Option<&[u32]>,
    column: &mut [u32],
    pick: impl Fn(__m256i, __m256i) -> __m256i,
) {
    let shift = _mm256_set1_epi32(slots.shift as i32);
    let slot = |bits| _mm256_srlv_epi32(bits, shift);
    match rows {
        None => step_by_step(lanes, column, |bits, _, _| pick(bits, slot(bits))),
        Some(rows) => {
            let rows = rows.as_chunks::<STEP>().0;
            step_by_step(lanes, column, |bits, step, quarter| {
                pick(bits, _mm256_add_epi32(slot(bits), load(&rows[step].as_chunks().0[quarter])))
            });
        }
    }
}

/// Fills a column with the results of `pick` for random bits, and for the number of the step and of the
/// quarter of the step.
#[inline]
#[target_feature(enable = "avx2")]
fn step_by_step(lanes: &mut Lanes, column: &mut [u32], pick: impl Fn(__m256i, usize, usize) -> __m256i) {
    for quarter in 0..LANES / 4 {
        let mut state = array::from_fn(|word| load_words(&lanes.states[word].as_chunks().0[quarter]));
        for (place, step) in column.as_chunks_mut::<STEP>().0.iter_mut().enumerate() {
            store(&mut step.as_chunks_mut().0[quarter], pick(next(&mut state), place, quarter));
        }
        for (words, word) in lanes.states.iter_mut().zip(state) {
            store_words(&mut words.as_chunks_mut().0[quarter], word);
        }
    }
}

/// One draw of four generators xoshiro256++.
#[inline]
#[target_feature(enable = "avx2")]
fn next([a, b, c, d]: &mut [__m256i; 4]) -> __m256i {
    let bits = _mm256_add_epi64(rotated::<23, 41>(_mm256_add_epi64(*a, *d)), *a);
    let shifted = _mm256_slli_epi64::<17>(*b);
    *c = _mm256_xor_si256(*c, *a);
    *d = _mm256_xor_si256(*d, *b);
    *b = _mm256_xor_si256(*b, *c);
    *a = _mm256_xor_si256(*a, *d);
    *c = _mm256_xor_si256(*c, shifted);
    *d = rotated::<45, 19>(*d);
    bits
}

/// Rotates to the left. `LEFT` and `RIGHT` must add up to 64.
#[inline]
#[target_feature(enable = "avx2")]
fn rotated<const LEFT: i32, const RIGHT: i32>(words: __m256i) -> __m256i {
    _mm256_or_si256(_mm256_slli_epi64::<LEFT>(words), _mm256_srli_epi64::<RIGHT>(words))
}

/// All ones where `bits` are at least `bound`, compared as unsigned numbers.
#[inline]
#[target_feature(enable = "avx2")]
fn at_least(bits: __m256i, bound: __m256i) -> __m256i {
    _mm256_cmpeq_epi32(_mm256_max_epu32(bits, bound), bits)
}

/// Looks up one of 16 numbers per lane.
#[inline]
#[target_feature(enable = "avx2")]
fn of_16([low, high]: [__m256i; 2], slot: __m256i) -> __m256i {
    // The permutation uses the low three bits of `slot`, the blend the fourth bit.
    let fourth = _mm256_slli_epi32::<28>(slot);
    blend(_mm256_permutevar8x32_epi32(low, slot), _mm256_permutevar8x32_epi32(high, slot), fourth)
}

/// Looks up one of 32 numbers per lane.
#[inline]
#[target_feature(enable = "avx2")]
fn of_32([a, b, c, d]: [__m256i; 4], slot: __m256i) -> __m256i {
    blend(of_16([a, b], slot), of_16([c, d], slot), _mm256_slli_epi32::<27>(slot))
}

/// `high` where the highest bit of `bits` is set, else `low`.
#[inline]
#[target_feature(enable = "avx2")]
fn blend(low: __m256i, high: __m256i, bits: __m256i) -> __m256i {
    let (low, high) = (_mm256_castsi256_ps(low), _mm256_castsi256_ps(high));
    _mm256_castps_si256(_mm256_blendv_ps(low, high, _mm256_castsi256_ps(bits)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(from: &[u32; 8]) -> __m256i {
    // SAFETY: the array has the 32 bytes that are read.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_words(from: &[u64; 4]) -> __m256i {
    // SAFETY: the array has the 32 bytes that are read.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(to: &mut [u32; 8], bits: __m256i) {
    // SAFETY: the array has the 32 bytes that are written.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), bits) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_words(to: &mut [u64; 4], bits: __m256i) {
    // SAFETY: the array has the 32 bytes that are written.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), bits) }
}

/// The numbers at these indices, which must be less than the length of `from`.
#[inline]
#[target_feature(enable = "avx2")]
fn gather(from: &[u32], places: __m256i) -> __m256i {
    // SAFETY: there are twice as many codes as thresholds, and the index of a threshold is limited to
    // the last one.
    unsafe { _mm256_i32gather_epi32::<4>(from.as_ptr().cast(), places) }
}
