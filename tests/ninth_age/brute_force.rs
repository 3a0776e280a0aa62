//! Phases solved by plain recursion over lists of dice, and what the library says.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use proptest::prelude::*;
use proptest::sample::select;

use crate::game::value;

#[derive(Clone, Debug)]
struct Spell {
    value: i64,
    boosted: Option<(i64, i64)>,
    bound: Option<[i64; 2]>,
    worth: i64,
    attribute: i64,
    attempts: usize,
    resistance: Option<i64>,
}

/// A wizard, and the places of the spells that he knows.
#[derive(Clone, Debug)]
struct Wizard {
    modifier: i64,
    casts: usize,
    knows: Vec<usize>,
}

/// A small phase with its switches.
#[derive(Clone, Debug)]
struct Phase {
    spells: Vec<Spell>,
    /// None where the one caster is not told apart.
    wizards: Vec<Wizard>,
    magic_dice: usize,
    dispel_dice: usize,
    modifier: i64,
    dispelling: i64,
    cost: i64,
    index_modifier: i64,
    breaks: bool,
    broken_fizzle: bool,
    ties: bool,
    dispeller: &'static str,
    /// Not the rules: the dispeller sees the total, and neither 1s nor triples.
    sees_total_alone: bool,
}

impl Phase {
    fn toml(&self) -> String {
        let Phase { magic_dice, dispel_dice, modifier, dispelling, cost, dispeller, .. } = self;
        let Phase { index_modifier, breaks, broken_fizzle, ties, .. } = self;
        let mut text = format!(
            "system = \"ninth-age\"\nprocedure = \"phase\"\n\
             pool = {{ magic_dice = {magic_dice}, dispel_dice = {dispel_dice} }}\n\
             caster.casting_modifier = {modifier}\ndispeller.dispelling_modifier = {dispelling}\n\
             policy = {{ miscast_cost = {cost}, dispeller = \"{dispeller}\" }}\n\
             [rules]\nmiscast_modifier = {index_modifier}\nbroken_concentration = {breaks}\n\
             broken_fizzle = {broken_fizzle}\ndispel_ties = {ties}\n"
        );
        for (place, spell) in self.spells.iter().enumerate() {
            let Spell { value, worth, attribute, attempts, .. } = spell;
            let _ = writeln!(text, "[[spell]]\nname = \"s{place}\"\nworth = {worth}\nattempts = {attempts}");
            let _ = writeln!(text, "attribute_worth = {attribute}");
            let _ = match spell.bound {
                Some([two, three]) => writeln!(text, "bound = [{two}, {three}]"),
                None => writeln!(text, "casting_value = {value}"),
            };
            if let (None, Some((value, worth))) = (spell.bound, spell.boosted) {
                let _ = writeln!(text, "boosted_value = {value}\nboosted_worth = {worth}");
            }
            if let Some(resistance) = spell.resistance {
                let _ = writeln!(text, "magic_resistance = {resistance}");
            }
            if !self.wizards.is_empty() {
                let who_know =
                    self.wizards.iter().enumerate().filter(|(_, wizard)| wizard.knows.contains(&place));
                let names: Vec<String> = who_know.map(|(number, _)| format!("w{number}")).collect();
                let _ = writeln!(text, "wizards = {names:?}");
            }
        }
        for (number, Wizard { modifier, casts, .. }) in self.wizards.iter().enumerate() {
            let _ = writeln!(
                text,
                "[[wizard]]\nname = \"w{number}\"\ncasting_modifier = {modifier}\ncasts = {casts}"
            );
        }
        text
    }

    /// Who may cast: the wizards, or else the one caster, who knows all spells and never tires.
    fn casters(&self) -> Vec<Wizard> {
        let one = || Wizard { modifier: self.modifier, casts: 99, knows: (0..self.spells.len()).collect() };
        if self.wizards.is_empty() { vec![one()] } else { self.wizards.clone() }
    }

    /// The attempts of each spell, then the casts of each caster.
    fn start(&self) -> Vec<usize> {
        let attempts = self.spells.iter().map(|spell| spell.attempts);
        attempts.chain(self.casters().iter().map(|caster| caster.casts)).collect()
    }
}

/// Every roll of so many dice, each as likely as any other.
fn rolls(dice: usize) -> Vec<Vec<i64>> {
    (0..dice).fold(vec![vec![]], |rolls, _| {
        rolls.iter().flat_map(|roll| (1..=6).map(move |face| [&roll[..], &[face]].concat())).collect()
    })
}

fn count(roll: &[i64], face: i64) -> usize {
    roll.iter().filter(|&&die| die == face).count()
}

/// The natural 1s that return of a roll that comes to nothing.
fn returning(roll: &[i64]) -> usize {
    if roll.len() < 2 { 0 } else { count(roll, 1) }
}

/// The face of the higher triple; 0 if there is none.
fn triple(roll: &[i64]) -> i64 {
    (1..=6).rev().find(|&face| count(roll, face) >= 3).unwrap_or(0)
}

/// Outcomes, each with its probability.
type Weighed<T> = Vec<(T, f64)>;

/// How likely each outcome is among all rolls of so many dice.
fn weigh<T: Ord>(dice: usize, outcome: impl Fn(&[i64]) -> T) -> Weighed<T> {
    let mut counts = BTreeMap::new();
    for roll in rolls(dice) {
        *counts.entry(outcome(&roll)).or_insert(0u32) += 1;
    }
    let all = 6f64.powi(dice as i32);
    counts.into_iter().map(|(outcome, count)| (outcome, f64::from(count) / all)).collect()
}

/// The recursion, and the values that it has found: by attempts and casts left and dice.
struct Recursion<'a> {
    phase: &'a Phase,
    known: HashMap<(Vec<usize>, usize, usize), f64>,
    /// What magic dice show: their sum, the 1s that return, the triple; by number.
    magic: Vec<Weighed<(i64, usize, i64)>>,
    /// What dispel dice show: their sum and the 1s that return; by number.
    dispel: Vec<Weighed<(i64, usize)>>,
}

impl<'a> Recursion<'a> {
    fn new(phase: &'a Phase) -> Self {
        let shown = |roll: &[i64]| (roll.iter().sum(), returning(roll), triple(roll));
        let magic = (0..=phase.magic_dice.min(5)).map(|dice| weigh(dice, shown)).collect();
        let shown = |roll: &[i64]| (roll.iter().sum(), returning(roll));
        let dispel = (0..=phase.dispel_dice).map(|dice| weigh(dice, shown)).collect();
        Recursion { phase, known: HashMap::new(), magic, dispel }
    }

    /// The most that the caster can make of a state.
    fn value(&mut self, left: &[usize], magic: usize, dispel: usize) -> f64 {
        let state = (left.to_vec(), magic, dispel);
        if let Some(&value) = self.known.get(&state) {
            return value;
        }
        let mut best = 0.0f64;
        let spells = self.phase.spells.len();
        for (number, caster) in self.phase.casters().iter().enumerate() {
            for &place in caster.knows.iter().filter(|&&place| left[place] > 0 && left[spells + number] > 0) {
                let mut next = left.to_vec();
                next[place] -= 1;
                next[spells + number] -= 1;
                for dice in 1..=magic.min(5) {
                    for boosted in [false, true] {
                        let attempt = (place, caster.modifier, dice, boosted);
                        let value = self.attempt(&next, magic - dice, dispel, attempt);
                        best = value.map_or(best, |value| best.max(value));
                    }
                }
            }
        }
        self.known.insert(state, best);
        best
    }

    /// What comes of an attempt that leaves so much, if it can be made.
    fn attempt(
        &mut self,
        left: &[usize],
        magic: usize,
        dispel: usize,
        (place, modifier, dice, boosted): (usize, i64, usize, bool),
    ) -> Option<f64> {
        let phase = self.phase;
        let spell = &phase.spells[place];
        let resistance = spell.resistance.unwrap_or(0);
        if let Some(totals) = spell.bound {
            let total = totals.get(dice.checked_sub(2)?)? - resistance;
            let success = (spell.worth + spell.attribute) as f64;
            return (!boosted).then(|| self.answer(left, magic, dispel, total, &[(1.0, success, 0)]));
        }
        let (value, worth) = if boosted { spell.boosted? } else { (spell.value, spell.worth) };
        let mut sum = 0.0;
        // What can pass, by what the dispeller sees of it.
        let mut passed: BTreeMap<_, Vec<(f64, f64, usize)>> = BTreeMap::new();
        for ((shown, ones, face), p) in self.magic[dice].clone() {
            let total = shown + modifier - resistance;
            let failed = total < value || (dice == 1 && shown <= 2);
            let index = if face == 0 { 0 } else { (face + phase.index_modifier).clamp(0, 7) };
            let broken = index == 1 && phase.breaks;
            let cost = if index > 1 || broken { phase.cost } else { 0 };
            let gain = if broken { 0 } else { worth + spell.attribute } - cost;
            let back = if broken && phase.broken_fizzle { ones } else { 0 };
            let seen = if phase.sees_total_alone { (total, 0, 0) } else { (total, ones, face) };
            match failed {
                true => sum += p * self.value(left, magic + ones, dispel),
                false => passed.entry(seen).or_default().push((p, gain as f64, back)),
            }
        }
        for ((total, ..), outcomes) in passed {
            sum += self.answer(left, magic, dispel, total, &outcomes);
        }
        Some(sum)
    }

    /// What the dispeller makes of a passed attempt whose outcomes, if it is let
    /// through, have a probability, a gain, and magic dice that return.
    fn answer(
        &mut self,
        left: &[usize],
        magic: usize,
        dispel: usize,
        total: i64,
        outcomes: &[(f64, f64, usize)],
    ) -> f64 {
        let replies = match self.phase.dispeller {
            "never" => 0..=0,
            "all-in" => dispel..=dispel,
            _ => 0..=dispel,
        };
        let mut least = f64::INFINITY;
        for dice in replies {
            let mut sum = 0.0;
            for ((shown, ones), p) in self.dispel[dice].clone() {
                let roll = shown + self.phase.dispelling;
                let dispelled = dice > 0 && (roll > total || (roll == total && self.phase.ties));
                for &(q, gain, back) in outcomes {
                    sum += p
                        * q
                        * match dispelled {
                            true => self.value(left, magic, dispel - dice),
                            false => gain + self.value(left, magic + back, dispel - dice + ones),
                        };
                }
            }
            least = least.min(sum);
        }
        least
    }
}

fn spells() -> impl Strategy<Value = Spell> {
    let boosted = prop::option::of((3..12i64, 0..40i64));
    let bound = prop::option::weighted(0.2, [0..9i64, 0..12i64]);
    let numbers = (2..11i64, 0..25i64, prop_oneof![3 => Just(0), 1 => 1..9i64], 1..=2usize);
    (boosted, bound, numbers, prop::option::weighted(0.2, -2..3i64)).prop_map(
        |(boosted, bound, (value, worth, attribute, attempts), resistance)| Spell {
            value,
            boosted,
            bound,
            worth,
            attribute,
            attempts,
            resistance,
        },
    )
}

fn phases() -> impl Strategy<Value = Phase> {
    let pools = (0..=5usize, 0..=4usize);
    let modifiers = (-1..4i64, prop_oneof![3 => -2..3i64, 1 => 5..9i64], 0..12i64, -1..2i64);
    let dispellers = select(vec!["optimal", "optimal", "never", "all-in"]);
    let switches = (any::<bool>(), any::<bool>(), any::<bool>());
    (prop::collection::vec(spells(), 1..=3), pools, modifiers, switches, dispellers).prop_map(
        |(spells, pools, modifiers, (breaks, broken_fizzle, ties), dispeller)| Phase {
            spells,
            wizards: Vec::new(),
            magic_dice: pools.0,
            dispel_dice: pools.1,
            modifier: modifiers.0,
            dispelling: modifiers.1,
            cost: modifiers.2,
            index_modifier: modifiers.3,
            breaks,
            broken_fizzle,
            ties,
            dispeller,
            sees_total_alone: false,
        },
    )
}

/// Spells a, b and c of the page's first phase.
fn anchor(sees_total_alone: bool) -> Phase {
    let spell = |value, boosted, worth| Spell {
        value,
        boosted,
        bound: None,
        worth,
        attribute: 0,
        attempts: 1,
        resistance: None,
    };
    Phase {
        spells: vec![spell(8, Some((11, 30)), 20), spell(7, None, 15), spell(10, None, 30)],
        wizards: Vec::new(),
        magic_dice: 7,
        dispel_dice: 5,
        modifier: 1,
        dispelling: 0,
        cost: 0,
        index_modifier: 0,
        breaks: true,
        broken_fizzle: true,
        ties: true,
        dispeller: "optimal",
        sees_total_alone,
    }
}

#[test]
fn what_the_dispeller_sees_besides_the_total_is_worth_a_hundredth_of_a_point() {
    for (sees_total_alone, expected) in [(false, 28.221003077), (true, 28.229845406)] {
        let phase = anchor(sees_total_alone);
        let plain = Recursion::new(&phase).value(&phase.start(), 7, 5);
        assert!((plain - expected).abs() < 1e-9, "{plain}");
    }
    assert!((value(&anchor(false).toml(), &[]) - 28.221003077).abs() < 1e-9);
}

/// One to three wizards for so many spells, each of which somebody knows.
fn wizards(spells: usize) -> impl Strategy<Value = Vec<Wizard>> {
    let knows = prop::collection::vec(any::<bool>(), spells);
    let casts = prop_oneof![2 => 0..3usize, 1 => Just(99)];
    prop::collection::vec((-1..4i64, casts, knows), 1..=3).prop_map(move |wizards| {
        let known = |place: usize| wizards.iter().any(|(_, _, knows)| knows[place]);
        let wizard = |(number, (modifier, casts, knows)): (usize, &(i64, usize, Vec<bool>))| Wizard {
            modifier: *modifier,
            casts: *casts,
            // What nobody knows, the first learns.
            knows: (0..spells).filter(|&place| knows[place] || number == 0 && !known(place)).collect(),
        };
        wizards.iter().enumerate().map(wizard).collect()
    })
}

fn check_value(phase: &Phase) -> Result<(), TestCaseError> {
    let plain = Recursion::new(phase).value(&phase.start(), phase.magic_dice, phase.dispel_dice);
    let text = phase.toml();
    let solved = value(&text, &[]);
    prop_assert!((solved - plain).abs() <= 1e-9, "{solved} is not {plain}:\n{text}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_value_of_a_phase_is_that_of_a_plain_recursion(phase in phases()) {
        check_value(&phase)?;
    }

    #[test]
    fn the_value_of_a_phase_of_wizards_is_that_of_a_plain_recursion(
        (phase, wizards) in phases().prop_flat_map(|phase| {
            let wizards = wizards(phase.spells.len());
            (Just(phase), wizards)
        })
    ) {
        check_value(&Phase { wizards, ..phase })?;
    }
}
