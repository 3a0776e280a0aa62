//! One lane after another.

use std::array;

use super::super::alias::Slots;
use super::super::lanes::{LANES, Lanes, STEP};

/// Fills a column with codes.
pub fn fill(lanes: &mut Lanes, slots: Slots<'_>, rows: Option<&[u32]>, column: &mut [u32]) {
    let all = slots.thresholds.len();
    for lane in 0..LANES {
        let mut state = array::from_fn(|word| lanes.states[word][lane]);
        for (place, step) in column.as_chunks_mut::<STEP>().0.iter_mut().enumerate() {
            let bits = next(&mut state);
            for (half, bits) in [bits as u32, (bits >> 32) as u32].into_iter().enumerate() {
                let row = rows.map_or(0, |rows| rows[STEP * place + 2 * lane + half]);
                let slot = ((bits >> slots.shift).wrapping_add(row) as usize).min(all - 1);
                let second = usize::from(bits >= slots.thresholds[slot]);
                step[2 * lane + half] = slots.codes[slot + second * all];
            }
        }
        for (words, word) in lanes.states.iter_mut().zip(state) {
            words[lane] = word;
        }
    }
}

/// Fills a column with random bits.
#[inline(always)]
pub fn bits(lanes: &mut Lanes, column: &mut [u32]) {
    for step in column.as_chunks_mut::<STEP>().0 {
        let [a, b, c, d] = &mut lanes.states;
        for lane in 0..LANES {
            let mut state = [a[lane], b[lane], c[lane], d[lane]];
            let bits = next(&mut state);
            [a[lane], b[lane], c[lane], d[lane]] = state;
            step[2 * lane] = bits as u32;
            step[2 * lane + 1] = (bits >> 32) as u32;
        }
    }
}

/// One draw of xoshiro256++.
#[inline(always)]
fn next([a, b, c, d]: &mut [u64; 4]) -> u64 {
    let bits = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
    let shifted = *b << 17;
    *c ^= *a;
    *d ^= *b;
    *b ^= *c;
    *a ^= *d;
    *c ^= shifted;
    *d = d.rotate_left(45);
    bits
}
