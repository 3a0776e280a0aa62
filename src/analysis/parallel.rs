//! Parallel work on the threads that the caller provides.
//!
//! The library starts no threads. A caller inside a thread pool of rayon
//! ([`rayon::ThreadPool::install`]) lends it that pool; otherwise the caller's thread does all the
//! work. Rayon's global pool, which would start by itself, is never used. So the library also runs
//! where no thread can be started, as in `wasm32-unknown-unknown`.

use rayon::prelude::*;

/// The number of threads that work together.
pub fn threads() -> usize {
    if has_pool() { rayon::current_num_threads() } else { 1 }
}

/// Calls `one` for each number below `count`. The results are in the order of the numbers.
///
/// # Errors
/// One of the errors of `one`; calls that have not begun by then are skipped.
pub fn each<T: Send, E: Send>(
    count: usize,
    one: impl Fn(usize) -> Result<T, E> + Sync + Send,
) -> Result<Vec<T>, E> {
    if has_pool() {
        (0..count).into_par_iter().with_max_len(1).map(one).collect()
    } else {
        (0..count).map(one).collect()
    }
}

fn has_pool() -> bool {
    rayon::current_thread_index().is_some()
}
