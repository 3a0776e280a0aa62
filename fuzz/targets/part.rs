#![no_main]

#[path = "../../tests/inputs/part.rs"]
mod part;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| part::check(bytes));
