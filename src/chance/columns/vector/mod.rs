//! The code that is specific to each instruction set: filling columns, and resolving row by row.
//!
//! All unsafe code of the columns is here: it calls instructions that a processor may lack, and
//! loads and stores vectors. An [`Isa`] proves that the processor has the instructions.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod scalar;

use super::alias::Slots;
#[cfg(target_arch = "x86_64")]
use super::isa::Kind;
use super::{Draws, Isa, Lanes, MOST, ROWS, Weights32, read};
use crate::chance::Procedure;

/// Fills a column with codes. `rows` are the first slots of the table of each draw, if there are several.
/// The lengths must be multiples of [`STEP`](super::lanes::STEP).
pub fn fill(isa: Isa, lanes: &mut Lanes, slots: Slots<'_>, rows: Option<&[u32]>, column: &mut [u32]) {
    match isa.kind() {
        // SAFETY: such an `Isa` exists only if the processor has the instructions.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512 => unsafe { avx512::fill(lanes, slots, rows, column) },
        // SAFETY: such an `Isa` exists only if the processor has the instructions.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => unsafe { avx2::fill(lanes, slots, rows, column) },
        _ => scalar::fill(lanes, slots, rows, column),
    }
}

/// Fills a column with random bits.
pub fn bits(isa: Isa, lanes: &mut Lanes, column: &mut [u32]) {
    vectorized(isa, || scalar::bits(lanes, column));
}

/// Work on columns. A closure is one, too; but only if [`run`](Kernel::run) is `#[inline(always)]`, it is
/// sure to be compiled for the instructions that it is run with.
pub(crate) trait Kernel {
    type Output;

    fn run(self) -> Self::Output;
}

impl<R, F: FnOnce() -> R> Kernel for F {
    type Output = R;

    #[inline(always)]
    fn run(self) -> R {
        self()
    }
}

/// Runs a kernel, and everything that is inlined into it, with vector instructions.
#[inline(always)]
pub(crate) fn vectorized<K: Kernel>(isa: Isa, kernel: K) -> K::Output {
    match isa.kind() {
        // SAFETY: such an `Isa` exists only if the processor has the instructions.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512 => unsafe { run_avx512(kernel) },
        // SAFETY: such an `Isa` exists only if the processor has the instructions.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => unsafe { run_avx2(kernel) },
        _ => run_scalar(kernel),
    }
}

/// One copy of a kernel, wherever it is run.
#[inline(never)]
fn run_scalar<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn run_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
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
