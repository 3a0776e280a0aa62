//! The code that is specific to each instruction set: filling columns.
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
use super::{Isa, Lanes};

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
