//! Battles: several against several. Worked cases are in `tests/worked/sampled`.

use fizzle::analysis::{Odds, Progress, Sampling, exact, sample};

use crate::common;
use crate::common::rules::{check_errors, probability};

/// A knight against so many bandits, as a melee and as a battle.
fn both(bandits: u32) -> [String; 2] {
    let bandit = format!("preset = \"bandit\"\nweapon = \"longsword\"\ncount = {bandits}\n");
    [("melee", "[hero]", "[[foe]]"), ("battle", "[[combatant]]", "[[combatant]]")].map(
        |(procedure, hero, foe)| {
            format!(
                "system = \"ars-magica\"\nprocedure = \"{procedure}\"\n{hero}\npreset = \"knight\"\n{foe}\n{bandit}"
            )
        },
    )
}

/// Compares the metrics of a melee with what they are in a battle: the probabilities `p` and `q` of each value are
/// as near as `error` allows.
#[track_caller]
fn compare(odds: [Odds; 2], error: impl Fn(f64, f64) -> f64) {
    let alike = [
        ("winner", "winner"),
        ("rounds", "rounds"),
        ("hero_body_lost", "combatant.0.body_lost"),
        ("hero_fatigue_lost", "combatant.0.fatigue_lost"),
        ("foes_out", "second_out"),
    ];
    let names = [("hero", "first"), ("foes", "second"), ("both-out", "both-out")];
    let names = names.map(|(theirs, ours)| (theirs.to_owned(), ours.to_owned()));
    let values = (0..=20).map(|value| (value.to_string(), value.to_string()));
    let values: Vec<(String, String)> = names.into_iter().chain(values).collect();
    let [melee, battle] = odds;
    for (theirs, ours) in alike {
        for (their_value, our_value) in &values {
            let p = probability(&melee, theirs, their_value);
            let q = probability(&battle, ours, our_value);
            assert!((q - p).abs() <= error(p, q), "{ours} {our_value}: {q}, not {p}");
        }
    }
}

/// A battle of one against up to three is a melee, by all rules that both have.
#[test]
fn one_against_several_is_a_melee() {
    let rules: [&[&str]; 4] = [
        &[],
        &["rules.fatigue_success=meets", "rules.fatigue_target=4"],
        &["rules.simultaneous=unless-both-sides-out"],
        &["rules.simultaneous=always", "rules.step=3"],
    ];
    for (bandits, set) in [1, 2].iter().flat_map(|&bandits| rules.iter().map(move |set| (bandits, set))) {
        let set = [set, &["rules.penalties=[0,-1,-4]"][..]].concat();
        let odds = |text: String| exact(&common::parse(&text, &set), None, 20_000_000).unwrap();
        compare(both(bandits).map(odds), |_, _| 1e-8);
    }
}

#[test]
fn one_against_several_is_sampled_as_a_melee_is() {
    const TRIALS: u64 = 200_000;
    let rules: [(u32, &[&str]); 4] = [
        (3, &["choice.max_rounds=6"]),
        (2, &["rules.combat_die=separate"]),
        (2, &["rules.simultaneous=unless-both-sides-out", "rules.double_kill=total"]),
        (1, &["rules.combat_die=shared", "rules.double_kill=total"]),
    ];
    for (bandits, set) in rules {
        let sampled = |(text, seed): (String, u64)| {
            let sampling = Sampling { trials: TRIALS, seed, ..Sampling::default() };
            sample(&common::parse(&text, set), Some(&[]), &sampling, &Progress::default()).unwrap()
        };
        let [melee, battle] = both(bandits);
        compare([(melee, 1), (battle, 2)].map(sampled), |p, q| {
            let both = (p + q) / 2.0;
            4.5 * (2.0 * both * (1.0 - both) / TRIALS as f64).sqrt() + 2.0 / TRIALS as f64
        });
    }
}

/// Two archers and a knight against two robbers.
const ARCHERS: &str = r#"
system = "ars-magica"
procedure = "battle"

[[combatant]]
name = "archer"
side = "first"
preset = "bandit"
weapon = "dagger"
count = 2
missiles = 3
missile_attack = 8
missile_damage = 6

[[combatant]]
name = "robber"
side = "second"
preset = "bandit"
weapon = "axe"
count = 2
"#;

fn sampled(set: &[&str]) -> Odds {
    let sampling = Sampling { trials: 50_000, ..Sampling::default() };
    sample(&common::parse(ARCHERS, set), Some(&[]), &sampling, &Progress::default()).unwrap()
}

#[test]
fn missiles_are_shot_before_anybody_is_engaged() {
    let won = |set: &[&str]| probability(&sampled(set), "winner", "first");
    let [armed, unarmed] = [won(&[]), won(&["combatant.0.missiles=0"])];
    assert!(armed > unarmed + 0.1, "{armed} and {unarmed}");
    // One shot each: a mark may lose no more than a blow takes, and nobody is engaged by archers who shot.
    let once = sampled(&["choice.max_rounds=1", "combatant.0.missiles=1", "combatant.1.fatigue_lost=4"]);
    assert!(probability(&once, "combatant.0.fatigue_lost", "1") > 0.0, "robbers go at archers");
}

#[test]
fn a_gang_is_three_on_the_first() {
    let six = ["combatant.0.missiles=0", "combatant.1.count=6", "choice.max_rounds=1"];
    let out = |engage: &str, who: &str| {
        let set = [&six[..], &[engage]].concat();
        1.0 - probability(&sampled(&set), &format!("combatant.{who}.body_lost"), "0")
    };
    let (spread, gang) = ("choice.engage=spread", "choice.engage=gang");
    // Six are three on each of two, whichever way they are divided.
    assert!((out(spread, "0") - out(gang, "0")).abs() < 0.02);
    let four = "combatant.1.count=4";
    let set = |engage| [&six[..], &[four, engage]].concat();
    let hurt = |engage, who: &str| {
        1.0 - probability(&sampled(&set(engage)), &format!("combatant.{who}.body_lost"), "0")
    };
    // Four are two and two, or three and one.
    assert!(hurt(gang, "0") > hurt(spread, "0") && hurt(gang, "1") < hurt(spread, "1"));
}

#[test]
fn errors() {
    let check = |set: &[&str], expected: &str| check_errors(ARCHERS, set, &[expected]);
    check(&["combatant.0.closes=1"], "unknown key `combatant.0.closes`");
    check(&["combatant.0.missile_attack=unset"], "`combatant.0.missile_attack` is missing");
    check(&["combatant.0.body_lost=5"], "`combatant.0.body_lost = 5`: out before the battle");
    check(&["combatant.1.side=first"], "nobody is on the second side");
    check(&["combatant.0.weapon=unset"], "`combatant.0.weapon` is missing");
    let beside = "`combatant.0.attack` beside the preset \"bandit\", which sets `combatant.0.strength`";
    check(&["combatant.0.attack=3"], beside);
    let knight = ["combatant.0.preset=knight + leather", "combatant.0.weapon=unset"];
    let both =
        "the preset \"knight\" sets `combatant.0.initiative`, and \"leather\" sets `combatant.0.encumbrance`";
    check(&knight, both);
    let own = ["combatant.0.preset=unset", "combatant.0.attack=3"];
    check(&own, "`combatant.0.weapon` beside `combatant.0.attack`");
    let nobody = ["combatant.0.preset=unset", "combatant.0.weapon=unset"];
    check(&nobody, "`combatant.0` needs the six scores, or a weapon and characteristics");
    check(&["combatant.0.count=12"], "there are 14 combatants");
}
