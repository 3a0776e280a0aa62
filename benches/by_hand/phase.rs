//! A magic phase of the 9th Age, as `fizzle new` writes it: three spells, seven magic dice and a
//! Master's +1 against five dispel dice. Both players play best, from tables that are computed
//! beforehand.

use std::collections::HashMap;

use super::Rng;
use super::ninth_age::{casting, dispelling};

const MAGIC_DICE: usize = 7;
const DISPEL_DICE: usize = 5;

/// A version of a spell: the spell, its casting value and its worth.
struct Version(usize, usize, i64);

/// Basic versions come before boosted ones.
const VERSIONS: [Version; 4] = [Version(0, 8, 20), Version(1, 7, 15), Version(2, 10, 30), Version(0, 11, 30)];

/// The spells not tried yet, as bits, the magic dice and the dispel dice.
type State = (usize, usize, usize);

/// The best choices in a state.
#[derive(Default)]
struct Choice {
    /// The expected worth of what is to come.
    value: f64,
    /// The place of the version and the number of dice; none: to stop.
    attempt: Option<(usize, usize)>,
    /// Dispel dice by the total, the ones, and whether there is Broken Concentration.
    answers: Vec<u8>,
}

/// Totals of a casting roll are below it.
const TOTALS: usize = 32;

fn place(total: usize, ones: usize, broken: bool) -> usize {
    (ones * 2 + usize::from(broken)) * TOTALS + total
}

/// All choices.
pub struct Game {
    choices: Vec<Choice>,
}

fn index((spells, magic, dispel): State) -> usize {
    (spells * (MAGIC_DICE + 1) + magic) * (DISPEL_DICE + 1) + dispel
}

/// The probabilities of sum, ones and Broken Concentration, by the number of dice.
type Laws = Vec<Vec<((usize, usize, bool), f64)>>;

fn laws() -> Laws {
    let law = |dice: u32| {
        let mut law: HashMap<_, f64> = HashMap::new();
        for roll in 0..6usize.pow(dice) {
            let faces = (0..dice).map(|die| roll / 6usize.pow(die) % 6 + 1);
            let ones = faces.clone().filter(|&face| face == 1).count();
            *law.entry((faces.sum(), ones, ones >= 3)).or_default() += 6f64.powi(-(dice as i32));
        }
        let mut law: Vec<_> = law.into_iter().collect();
        law.sort_by_key(|(outcome, _)| *outcome);
        law
    };
    (0..=5).map(law).collect()
}

/// The dice that a failed attempt returns.
fn returned(dice: usize, ones: usize) -> usize {
    if dice >= 2 { ones } else { 0 }
}

fn fails(dice: usize, total: usize, value: usize) -> bool {
    // A single die that shows 1 or 2; a Master adds 1.
    total < value || dice == 1 && total <= 3
}

impl Game {
    /// Backward induction: what is left has fewer spells.
    pub fn solve() -> Self {
        let laws = laws();
        let mut game = Game { choices: Vec::new() };
        for spells in 0..8 {
            for magic in 0..=MAGIC_DICE {
                for dispel in 0..=DISPEL_DICE {
                    let choice = game.best((spells, magic, dispel), &laws);
                    game.choices.push(choice);
                }
            }
        }
        game
    }

    fn value(&self, state: State) -> f64 {
        self.choices[index(state)].value
    }

    fn best(&self, state: State, laws: &Laws) -> Choice {
        let mut best = Choice::default();
        for dice in 1..=state.1.min(5) {
            for (version, Version(spell, ..)) in VERSIONS.iter().enumerate() {
                if state.0 >> spell & 1 == 1 {
                    let choice = self.attempt(state, version, dice, laws);
                    if choice.value > best.value + 1e-9 {
                        best = choice;
                    }
                }
            }
        }
        best
    }

    /// An attempt, and the best answers to it.
    fn attempt(&self, (spells, magic, dispel): State, version: usize, dice: usize, laws: &Laws) -> Choice {
        let Version(spell, needed, worth) = VERSIONS[version];
        let (rest, left) = (spells - (1 << spell), magic - dice);
        let mut choice = Choice { value: 0.0, attempt: Some((version, dice)), answers: vec![0; 12 * TOTALS] };
        for &((sum, ones, broken), probability) in &laws[dice] {
            let total = sum + 1;
            if fails(dice, total, needed) {
                choice.value += probability * self.value((rest, left + returned(dice, ones), dispel));
                continue;
            }
            let passed = |dispel| match broken {
                true => self.value((rest, left + ones, dispel)),
                false => worth as f64 + self.value((rest, left, dispel)),
            };
            let mut least = passed(dispel);
            for (used, law) in laws[..=dispel].iter().enumerate().skip(1) {
                let after = |&((sum, ones, _), q): &((usize, usize, bool), f64)| match sum >= total {
                    true => q * self.value((rest, left, dispel - used)),
                    false => q * passed(dispel - used + returned(used, ones)),
                };
                let value: f64 = law.iter().map(after).sum();
                if value < least - 1e-9 {
                    least = value;
                    choice.answers[place(total, ones, broken)] = used as u8;
                }
            }
            choice.value += probability * least;
        }
        choice
    }

    /// Plays a phase.
    pub fn play(&self, rng: &mut Rng) -> [i64; 11] {
        let (mut spells, mut magic, mut dispel) = (7, MAGIC_DICE, DISPEL_DICE);
        let [mut dispelled, mut failed, mut broke, mut miscasts, mut worth] = [0; 5];
        let mut cast = [0; 3];
        loop {
            let choice = &self.choices[index((spells, magic, dispel))];
            let Some((version, dice)) = choice.attempt else { break };
            let Version(spell, needed, points) = VERSIONS[version];
            spells -= 1 << spell;
            magic -= dice;
            let (sum, ones, miscast) = casting(rng, dice);
            let total = sum + 1;
            if fails(dice, total, needed) {
                failed += 1;
                magic += returned(dice, ones);
                continue;
            }
            let used = choice.answers[place(total, ones, miscast == 1)].into();
            if used > 0 {
                dispel -= used;
                let (sum, ones) = dispelling(rng, used);
                if sum >= total {
                    dispelled += 1;
                    continue;
                }
                dispel += returned(used, ones);
            }
            miscasts += i64::from(miscast > 0);
            if miscast == 1 {
                broke += 1;
                magic += ones;
            } else {
                cast[spell] += 1;
                worth += points;
            }
        }
        let [a, b, c] = cast;
        let (magic, dispel) = (magic as i64, dispel as i64);
        [a + b + c, dispelled, failed, broke, miscasts, magic, dispel, worth, a, b, c]
    }
}
