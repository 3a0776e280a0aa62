//! One lane after another.

use std::array;

use super::super::lanes::{LANES, Lanes, STEP};
use super::super::{AliasTable, Draws};

/// Fills a column with the codes of a table.
pub fn fill(lanes: &mut Lanes, table: &AliasTable, column: &mut Draws) {
    for lane in 0..LANES {
        let mut state = array::from_fn(|word| lanes.states[word][lane]);
        for step in column.0.as_chunks_mut::<STEP>().0 {
            let bits = next(&mut state);
            step[2 * lane] = table.code(bits as u32);
            step[2 * lane + 1] = table.code((bits >> 32) as u32);
        }
        for (words, word) in lanes.states.iter_mut().zip(state) {
            words[lane] = word;
        }
    }
}

/// Fills a column with random bits.
#[inline(always)]
pub fn bits(lanes: &mut Lanes, column: &mut Draws) {
    for step in column.0.as_chunks_mut::<STEP>().0 {
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
