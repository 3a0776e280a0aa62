//! Programs that share nothing with fizzle but the rules, and what they say to it.

#[test]
fn programs_by_hand_agree_with_fizzle() {
    by_hand::programs().iter().for_each(by_hand::Program::check);
}
