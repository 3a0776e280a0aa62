#![no_main]

#[path = "../../tests/inputs/link.rs"]
mod link;

libfuzzer_sys::fuzz_target!(|text: &str| link::check(text));
