#![no_main]

#[path = "../../tests/inputs/scenario.rs"]
mod scenario;

libfuzzer_sys::fuzz_target!(|text: &str| scenario::check(text));
