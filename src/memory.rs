//! What happens when the system has no more memory for us: the command says so and ends.
//!
//! An exact distribution may need more than there is. Its budget bounds the tables that it
//! builds, but nobody knows beforehand what the machine can spare, and what is made of the tables
//! afterwards takes memory too. So every allocation is watched, in the one place through which
//! all of them go. It is no reason to sample instead: results would depend on the machine.
#![allow(
    unsafe_code,
    reason = "an allocator is unsafe by its nature; this one passes each request on to the system's"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{self, Write};
use std::process;

/// The exit status when the machine fails us.
const STATUS: i32 = 3;

const MESSAGE: &[u8] = b"error: there is not enough memory for this; ask for less at once: \
fewer settings, fewer metrics, or sampling instead of --exact\n";

/// The allocator of the system, which never fails: it ends the process instead.
pub struct OrExit;

impl OrExit {
    fn checked(memory: *mut u8) -> *mut u8 {
        if memory.is_null() {
            // Standard error has no buffer, so that this needs no memory.
            let _ = io::stderr().write_all(MESSAGE);
            process::exit(STATUS);
        }
        memory
    }
}

// SAFETY: every request goes to the system's allocator as it came, which keeps the contract.
unsafe impl GlobalAlloc for OrExit {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`.
        OrExit::checked(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        OrExit::checked(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `realloc`.
        OrExit::checked(unsafe { System.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(memory, layout) }
    }
}
