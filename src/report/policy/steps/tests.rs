//! Best play in sentences, as of the scenarios that come with fizzle.

use std::path::Path;

use super::*;
use crate::chance::Progress;
use crate::scenario::{Document, Scenario};

fn scenario(file: &str, set: &[&str]) -> Scenario {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let mut document = Document::parse(file, &text).unwrap();
    set.iter().for_each(|set| document.set("--set", set).unwrap());
    let scenario = document.check().unwrap();
    scenario.ready.procedure.solve(&Progress::default()).unwrap();
    scenario
}

fn lines(file: &str, set: &[&str]) -> String {
    let scenario = scenario(file, set);
    let play = scenario.ready.best_play.as_ref().expect("somebody decides");
    Steps::new(play, IN_SIGHT).unwrap().lines().join("\n")
}

/// A mage who decides anew before every cast.
const BEST_CASTS: [&str; 4] =
    ["policy.caster=best", "policy.force=[4, 6, 8, 10]", "choice.force=unset", "choice.casts=6"];

/// A short duel, in which each hit may be saved.
const SAVED_HITS: [&str; 2] = ["choice.advantage=best", "choice.max_rounds=3"];

#[test]
fn the_first_sentence_is_the_answer() {
    let phase = lines("magic-phase.toml", &[]);
    assert!(phase.starts_with("Cast Ward with 2 dice (value 28.2"), "{phase}");
    // Two dice and a modifier of 1 reach 7 in 26 of 36 rolls.
    assert!(phase.contains("\n  If it is cast (72.2 %): cast Fireball boosted with 5 dice."), "{phase}");
    let pig = lines("rules/pig.rules", &[]);
    assert!(pig.starts_with("Roll (value 8.14; next best hold loses 8.14)."), "{pig}");
    assert!(pig.contains("If turn is 20 or more") && pig.contains(": hold."), "{pig}");
}

#[test]
fn whoever_decides_nothing_gets_no_advice() {
    for (file, set) in [("gangers.toml", &[][..]), ("magic-phase.toml", &["policy.caster=plan"])] {
        assert!(scenario(file, set).ready.best_play.is_none(), "{file}");
    }
}

#[test]
fn no_step_is_likelier_than_the_step_before() {
    fn check(branches: &[Branch], before: f64) {
        let sum: f64 = branches.iter().map(Branch::chance).sum();
        assert!(sum <= before + 1e-9, "{sum} of {before}: {:?}", branches[0].choice);
        branches.iter().for_each(|branch| check(&branch.next, branch.chance()));
    }
    for (file, set) in [
        ("magic-phase.toml", &[][..]),
        ("gangers.toml", &BEST_CASTS),
        ("advantage.toml", &SAVED_HITS),
        ("rules/pig.rules", &[]),
    ] {
        let scenario = scenario(file, set);
        check(&scenario.ready.best_play.as_ref().unwrap().first, 1.0);
    }
}

/// A situation comes up once at most if it includes the number of the round, and only by one way if that is
/// the first or the second.
#[test]
fn chances_are_those_of_the_policy() {
    for (file, set, all) in [
        ("gangers.toml", &BEST_CASTS[..], 1.0),
        ("rules/last-stand.rules", &["hero.hp=12", "foe.hp=12"], 1.0),
    ] {
        let scenario = scenario(file, set);
        let [first] = &scenario.ready.best_play.as_ref().unwrap().first[..] else { panic!("{file}") };
        assert!((first.chance() - all).abs() < 1e-9, "{file}");
        let mut second = first.next.iter().flat_map(|branch| &branch.situations);
        assert!(second.clone().count() > 1, "{file}");
        assert!(second.all(|(decided, chance)| (decided.visits - chance).abs() < 1e-9), "{file}");
    }
}

#[test]
fn a_statement_is_in_the_singular_for_one() {
    let seen = Seen::new("dice", "{} magic [die is|dice are] left", Datum::Integer(1));
    assert_eq!(
        ["1", "4 or 5"].map(|values| seen.state(values)),
        ["1 magic die is left", "4 or 5 magic dice are left"]
    );
}
