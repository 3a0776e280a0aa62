#![no_main]

#[path = "../../tests/inputs/expression.rs"]
mod expression;

libfuzzer_sys::fuzz_target!(|text: &str| expression::check(text));
