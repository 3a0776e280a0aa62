//! The code that is specific to each instruction set: filling columns, and resolving row by row.
//!
//! All unsafe code of the columns is here: it calls instructions that a processor may lack, and
//! loads and stores vectors. An [`Isa`] proves that the processor has the instructions.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod scalar;

#[cfg(target_arch = "x86_64")]
use super::isa::Kind;
use super::{AliasTable, Draws, Isa, Lanes, MOST, ROWS, Weights32, read};
use crate::chance::Procedure;

/// Fills a column with the codes of a table.
pub fn fill(isa: Isa, lanes: &mut Lanes, table: &AliasTable, column: &mut Draws) {
    match isa.kind() {
        // SAFETY: such an `Isa` exists only if the processor has the instructions.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512 => unsafe { avx512::fill(lanes, table, column) },
        // SAFETY: such an `Isa` exists only if the processor has the instructions.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => unsafe { avx2::fill(lanes, table, column) },
        _ => scalar::fill(lanes, table, column),
    }
}

/// Fills a column with random bits.
pub fn bits(isa: Isa, lanes: &mut Lanes, column: &mut Draws) {
    vectorized(isa, || scalar::bits(lanes, column));
}

/// Runs `run`, and everything that is inlined into it, with vector instructions.
#[inline(always)]
pub(crate) fn vectorized<R>(isa: Isa, run: impl FnOnce() -> R) -> R {
    match isa.kind() {
        // SAFETY: such an `Isa` exists only if the processor has the instructions.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512 => unsafe { run_avx512(run) },
        // SAFETY: such an `Isa` exists only if the processor has the instructions.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => unsafe { run_avx2(run) },
        _ => run(),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<R>(run: impl FnOnce() -> R) -> R {
    run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn run_avx512<R>(run: impl FnOnce() -> R) -> R {
    run()
}

/// Plays one resolution per row of the columns.
pub fn resolve<P: Procedure>(
    isa: Isa,
    procedure: &P,
    columns: &[Draws; MOST],
    weights: &Weights32,
    keys: &mut [u32; ROWS],
) {
    match isa.kind() {
        // SAFETY: such an `Isa` exists only if the processor has the instructions.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512 => unsafe { resolve_avx512(procedure, columns, weights, keys) },
        // SAFETY: such an `Isa` exists only if the processor has the instructions.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => unsafe { resolve_avx2(procedure, columns, weights, keys) },
        _ => read::<P, Scalar>(procedure, columns, weights, keys),
    }
}

/// Marks the copy of a rule text that is compiled for any processor.
pub struct Scalar;

/// Marks the copy of a rule text that is compiled with AVX2 instructions.
#[cfg(target_arch = "x86_64")]
pub struct Avx2;

/// Marks the copy of a rule text that is compiled with AVX-512 instructions.
#[cfg(target_arch = "x86_64")]
pub struct Avx512;

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn resolve_avx2<P: Procedure>(
    procedure: &P,
    columns: &[Draws; MOST],
    weights: &Weights32,
    keys: &mut [u32; ROWS],
) {
    read::<P, Avx2>(procedure, columns, weights, keys);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn resolve_avx512<P: Procedure>(
    procedure: &P,
    columns: &[Draws; MOST],
    weights: &Weights32,
    keys: &mut [u32; ROWS],
) {
    read::<P, Avx512>(procedure, columns, weights, keys);
}
