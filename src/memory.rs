//! Running out of memory: the command prints a message and exits.
//!
//! An exact distribution may need more memory than there is. Its budget bounds the tables that it
//! builds, but the memory that the machine can spare is not known in advance, and later steps allocate,
//! too. So the global allocator checks every allocation. Falling back to sampling is no option: results
//! would depend on the machine.
#![allow(
    unsafe_code,
    reason = "an allocator is unsafe by its nature; this one passes each request on to another's"
)]

use std::alloc::{GlobalAlloc, Layout};
use std::io::{self, Write};
use std::process;

use mimalloc::MiMalloc;

/// The exit status when the system fails.
const STATUS: i32 = 3;

const MESSAGE: &[u8] = b"error: there is not enough memory for this; ask for less at once: \
fewer settings, fewer metrics, or sampling instead of --exact\n";

/// An allocator whose failed allocations end the process.
pub struct OrExit;

impl OrExit {
    fn checked(memory: *mut u8) -> *mut u8 {
        if memory.is_null() {
            // Standard error is unbuffered, so writing to it needs no memory.
            let _ = io::stderr().write_all(MESSAGE);
            process::exit(STATUS);
        }
        memory
    }
}

// SAFETY: every request is passed on unchanged to another allocator, which keeps the contract.
unsafe impl GlobalAlloc for OrExit {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`.
        OrExit::checked(unsafe { MiMalloc.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        OrExit::checked(unsafe { MiMalloc.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `realloc`.
        OrExit::checked(unsafe { MiMalloc.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { MiMalloc.dealloc(memory, layout) }
    }
}
