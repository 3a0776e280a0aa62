//! Programs that share nothing with fizzle but the rules, and what they say to it.

/// Fights of each random encounter. To find small differences: `FIZZLE_FIGHTS=10000000 cargo test --release
/// --test readers random_encounters -- --nocapture`.
const FIGHTS: u64 = 20_000;

#[test]
fn programs_by_hand_agree_with_fizzle() {
    by_hand::programs().iter().for_each(by_hand::Program::check);
}

#[test]
fn random_encounters_by_hand_agree_with_fizzle() {
    let fights =
        std::env::var("FIZZLE_FIGHTS").map_or(FIGHTS, |text| text.parse().expect("a number of fights"));
    by_hand::random_encounters::check(fights);
}
