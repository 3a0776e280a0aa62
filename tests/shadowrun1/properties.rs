//! What must hold in every scenario, on random ones.

use fizzle::analysis::{MAX_OUTCOMES, Progress, exact, explain};
use fizzle::chance::Line;
use proptest::prelude::*;
use proptest::sample::select;

use crate::common;
use crate::location::CERTAIN;
use crate::presets::SWITCHES;
use crate::scene::{ATTACK, SPELL, TURN, law, probability};

fn number(key: &'static str, range: std::ops::RangeInclusive<i32>) -> BoxedStrategy<String> {
    range.prop_map(move |number| format!("{key}={number}")).boxed()
}

fn word(key: &'static str, words: &'static [&str]) -> BoxedStrategy<String> {
    select(words).prop_map(move |word| format!("{key}={word}")).boxed()
}

fn marks(key: &'static str) -> BoxedStrategy<String> {
    "[./X]{13}".prop_map(move |marks| format!("{key}={marks}")).boxed()
}

/// A scenario of any procedure with small pools: its text, and changes.
fn scenarios() -> impl Strategy<Value = (&'static str, Vec<String>)> {
    let attack = vec![
        number("attacker.skill", 1..=4),
        number("attacker.pool_dice", 0..=2),
        number("attacker.automatic_sixes", 0..=1),
        number("weapon.power", 0..=13),
        number("weapon.staging", 1..=3),
        word("weapon.level", &["L", "M", "S", "D"]),
        word("weapon.damage", &["physical", "stun"]),
        word("weapon.mode", &["single", "burst"]),
        number("target.body", 0..=3),
        word("target.armor_class", &["ordinary", "heavy"]),
        number("target.armor", 0..=3),
        number("target.impact", 0..=3),
        number("target.dodge_dice", 0..=3),
        number("target.wound_penalty", -2..=3),
        marks("target.marks"),
        number("choice.target_number", -1..=13),
    ];
    let spell = vec![
        number("caster.sorcery", 1..=5),
        number("caster.magic", 0..=4),
        number("caster.willpower", 0..=4),
        number("caster.elemental_force", 0..=2),
        number("caster.automatic_sixes", 0..=1),
        marks("caster.marks"),
        number("spell.force", 1..=4),
        word("spell.category", &["combat", "control"]),
        word("spell.level", &["L", "M", "S", "D"]),
        word("spell.damage", &["physical", "stun"]),
        number("spell.drain_power", 0..=12),
        number("target.attribute", 0..=4),
        word("target.aware", &["true", "false"]),
        number("target.magic", 0..=7),
        marks("target.marks"),
    ];
    let turn = vec![number("character.reaction", 0..=20), number("character.wired_level", 0..=3)];
    prop_oneof![(Just(ATTACK), attack), (Just(SPELL), spell), (Just(TURN), turn),]
}

/// The law of every metric and every mark.
fn everything(text: &str, set: &[String]) -> (Vec<Vec<(i64, f64)>>, Vec<f64>) {
    let set: Vec<&str> = set.iter().map(String::as_str).collect();
    let odds = exact(&common::parse(text, &set), Some(&[]), MAX_OUTCOMES).unwrap();
    let rows = odds.distributions.iter().map(|law| law.rows.iter().map(|row| (row.value, row.probability)));
    (rows.map(Iterator::collect).collect(), odds.indicators)
}

/// The mean marks on a track: 1 for `/`, 2 for `X`; physical damage counts `X`
/// alone.
fn on_track(marks: &str, physical: bool) -> f64 {
    let mark = |mark| match mark {
        '/' if !physical => 1.0,
        'X' if physical => 1.0,
        'X' => 2.0,
        _ => 0.0,
    };
    marks.chars().map(mark).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn switches_written_singly_are_those_of_the_preset(
        (text, scenario) in scenarios(),
        book in any::<bool>(),
        overridden in proptest::collection::vec((0..17_usize, any::<bool>()), 0..4),
    ) {
        let side = |switch: usize, book: bool| {
            let (key, house_side, book_side) = SWITCHES[switch];
            format!("rules.{key}={}", if book { book_side } else { house_side })
        };
        let overrides: Vec<String> = overridden.iter().map(|&(switch, book)| side(switch, book)).collect();
        let preset = vec![format!("rules.preset={}", if book { "book" } else { "house" })];
        let singly: Vec<String> = (0..SWITCHES.len()).map(|switch| side(switch, book)).collect();
        let by_preset = everything(text, &[scenario.clone(), preset, overrides.clone()].concat());
        let by_switches = everything(text, &[scenario, singly, overrides].concat());
        prop_assert_eq!(by_preset, by_switches);
    }

    #[test]
    fn every_law_sums_to_1((text, scenario) in scenarios(), book in any::<bool>()) {
        let preset = format!("rules.preset={}", if book { "book" } else { "house" });
        let (laws, marks) = everything(text, &[scenario, vec![preset]].concat());
        for law in laws {
            prop_assert!((law.iter().map(|cell| cell.1).sum::<f64>() - 1.0).abs() < 1e-9);
        }
        prop_assert!(marks.iter().all(|&mark| mark <= 1.0 + 1e-9));
    }

    #[test]
    fn the_trade_leaves_a_die_and_numbers_of_2_to_10_alone(skill in 1..40_i32, target in -30..60_i32) {
        let set = [format!("attacker.skill={skill}"), format!("choice.target_number={target}")];
        let scenario = common::parse(ATTACK, &[&set[0], &set[1]]);
        let story = explain(&scenario, 1, None, &Progress::default()).unwrap().story;
        let Line::Note(note) = &story.steps[0].lines[0] else { panic!("{story:?}") };
        let mut words = note.split([' ', ',']);
        let dice: i32 = words.next().unwrap().parse().unwrap();
        let against: i32 = words.nth(2).unwrap().trim_end_matches(';').parse().unwrap();
        prop_assert!(dice >= 1 && against >= 2);
        match target {
            ..2 => prop_assert_eq!((dice, against), (skill + 2 - target, 2)),
            2..=10 => prop_assert_eq!((dice, against), (skill, target)),
            // What is taken off the number is taken off the dice.
            _ => {
                prop_assert_eq!(target - against, skill - dice);
                prop_assert!(against == 10 || (against > 10 && dice == 1));
            }
        }
    }

    #[test]
    fn stun_marks_exactly_its_boxes_or_all_there_are(marks in "[./X]{13}", boxes in 0..30_u32) {
        let (gained, ..) = marked(&marks, boxes, "stun");
        let room = 26.0 - on_track(&marks, false);
        prop_assert!((gained - f64::from(boxes).min(room)).abs() < 1e-9, "{gained} of {boxes}");
    }

    #[test]
    fn a_physical_wound_marks_exactly_its_boxes_or_kills(marks in "[./X]{13}", boxes in 0..16_u32) {
        let (gained, dead) = marked(&marks, boxes, "physical");
        let boxes = f64::from(boxes);
        prop_assert!(gained <= boxes + 1e-9);
        prop_assert!(gained >= boxes * (1.0 - dead) - 1e-9, "{gained} of {boxes}, {dead} dead");
        prop_assert_eq!(dead < 1e-9, gained > boxes - 1e-9);
    }
}

/// How many boxes a wound marks in the mean, and how likely it is to kill.
fn marked(marks: &str, boxes: u32, damage: &str) -> (f64, f64) {
    let keys = [
        format!("weapon.damage={damage}"),
        format!("target.marks={marks}"),
        format!("rules.level_boxes=[1, {boxes}, 6, 10]"),
    ];
    let set: Vec<&str> = CERTAIN.iter().copied().chain(keys.iter().map(String::as_str)).collect();
    let odds = law(ATTACK, &set);
    let physical = damage == "physical";
    // Nothing, a `/` and an `X` for each box.
    let weights = if physical { [0.0, 0.0, 1.0] } else { [0.0, 1.0, 2.0] };
    let after: f64 =
        odds.indicators.iter().zip(weights.iter().cycle()).map(|(mark, weight)| mark * weight).sum();
    (after - on_track(marks, physical), probability(&odds, "state", "dead"))
}
