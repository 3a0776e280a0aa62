#![no_main]

#[path = "../../tests/inputs/rules.rs"]
mod rules;

libfuzzer_sys::fuzz_target!(|text: &str| rules::check(text));
