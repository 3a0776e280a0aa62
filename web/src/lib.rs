//! fizzle as a module for WebAssembly, without imports: a host writes a question into memory, and
//! reads the answer from there.
//!
//! The host calls [`room`] with the length of its question, in bytes of UTF-8, writes it to where
//! that points, and calls [`answer`]. There it finds the length of the answer in four bytes, the
//! lowest first, and the answer behind them. Both are JSON: [`fizzle::ask`]. A module that traps
//! is of no more use: start another.

use std::cell::RefCell;

use fizzle::ask::Session;

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
    static TEXT: RefCell<Vec<u8>> = RefCell::default();
}

/// Makes room for a question of so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Answers the question. What it points to stays until there is room for the next.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    TEXT.with_borrow_mut(|text| {
        let question = String::from_utf8_lossy(text);
        let answer = SESSION.with_borrow_mut(|desk| desk.ask(&question));
        let length = u32::try_from(answer.len()).expect("a module has less than 4 GiB of memory");
        *text = [&length.to_le_bytes(), answer.as_bytes()].concat();
        text.as_ptr()
    })
}
