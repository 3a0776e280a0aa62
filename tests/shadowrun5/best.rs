//! The best choice at every cast, against plain recursion and against fixed choices.

use fizzle::analysis::{MAX_OUTCOMES, Progress, Sampling, exact, sample};
use fizzle::description::Datum;
use fizzle::scenario::Scenario;

use crate::common;
use crate::figures::mean;

/// A mage with 3 Spellcasting dice and 1 against drain, monitors of 9 boxes of which few are
/// left, and two drones that have 1 die against a direct spell.
const GAME: &str = r#"
system = "shadowrun5"
procedure = "casts"
caster = { magic = 3, spellcasting = 0, willpower = 1, drain_attribute = 0, mental_limit = 9, body = 1, stun = 2, physical = 2, drams = 3 }
spell = { damage_type = "physical", drain = -1, table = "direct" }
choice = { casts = 4 }
policy = { caster = "best", force = [2, 3, 5], reagents = [0, 2] }
worth = { opponent = 3, fall = 1.25, dram = 0.2, cast = 0.1 }

[[opponent]]
kind = "drone"
body = 1
boxes = 2
count = 2
"#;

/// The worth of a game by recursion over its dice.
struct Game {
    forces: &'static [i32],
    drams: &'static [i32],
    withdraw: bool,
    casts: i32,
    opponents: usize,
    area: bool,
}

#[derive(Clone)]
struct State {
    stun: i32,
    physical: i32,
    opponents: Vec<i32>,
    drams: i32,
}

const BOXES: i32 = 2;
const MONITOR: i32 = 9;

/// How likely so many of `dice` dice are hits.
fn hits(dice: i32) -> Vec<(i32, f64)> {
    let mut law = vec![1.0];
    for _ in 0..dice.max(0) {
        let mut next = vec![0.0; law.len() + 1];
        for (hits, p) in law.iter().enumerate() {
            next[hits] += p * 2.0 / 3.0;
            next[hits + 1] += p / 3.0;
        }
        law = next;
    }
    (0..).zip(law).collect()
}

impl Game {
    fn start(&self) -> State {
        State { stun: 2, physical: 2, opponents: vec![0; self.opponents], drams: 3 }
    }

    /// What is to come before this cast, by the best choice.
    fn value(&self, cast: i32, state: &State) -> f64 {
        let down = state.stun >= MONITOR || state.physical >= MONITOR;
        if down {
            return -1.25;
        }
        if cast > self.casts || state.opponents.is_empty() {
            return 0.0;
        }
        let mut best: f64 = if self.withdraw { 0.0 } else { f64::NEG_INFINITY };
        for &force in self.forces {
            for &drams in self.drams.iter().filter(|drams| **drams <= state.drams) {
                best = best.max(self.cast(cast, state, force, drams));
            }
        }
        best
    }

    fn cast(&self, cast: i32, state: &State, force: i32, drams: i32) -> f64 {
        let limit = if drams > 0 { drams } else { force }.min(9);
        let mut value = -0.1 - 0.2 * f64::from(drams);
        for (rolled, p) in hits(3 - state.stun / 3 - state.physical / 3) {
            let total = rolled.min(limit);
            let targets = if self.area { state.opponents.len() } else { 1 };
            let mut after = State { drams: state.drams - drams, opponents: Vec::new(), ..*state };
            after.opponents = state.opponents[targets..].to_vec();
            value += p * self.meet(cast, &state.opponents[..targets], total, force, after);
        }
        value
    }

    /// Each of these opponents resists, and then the caster does.
    fn meet(&self, cast: i32, targets: &[i32], total: i32, force: i32, after: State) -> f64 {
        let Some((&boxes, rest)) = targets.split_first() else {
            return self.drain(cast, total, force, after);
        };
        let resisted = hits(1).into_iter().map(|(against, p)| {
            let boxes = boxes + (total - against).max(0);
            let mut after = after.clone();
            let mut gain = 3.0;
            if boxes < BOXES {
                gain = 0.0;
                after.opponents.insert(0, boxes);
            }
            p * (gain + self.meet(cast, rest, total, force, after))
        });
        resisted.sum()
    }

    fn drain(&self, cast: i32, total: i32, force: i32, after: State) -> f64 {
        let resisted = hits(1).into_iter().map(|(against, p)| {
            let boxes = ((force - 1).max(2) - against).max(0);
            let mut after = after.clone();
            if total > 3 {
                after.physical += boxes
            } else {
                after.stun += boxes
            }
            if after.stun > MONITOR {
                after.physical += (after.stun - MONITOR) / 2;
                after.stun = MONITOR;
            }
            p * self.value(cast + 1, &after)
        });
        resisted.sum()
    }
}

/// What the scenario says that it is worth.
fn value(scenario: &Scenario) -> f64 {
    scenario.ready.procedure.solve(&Progress::default()).unwrap();
    scenario.ready.procedure.value().expect("the caster decides")
}

#[track_caller]
fn check(set: &[&str], game: &Game) {
    let scenario = common::parse(GAME, set);
    let (ours, theirs) = (value(&scenario), game.value(1, &game.start()));
    assert!((ours - theirs).abs() < 1e-12, "{set:?}: {ours} is not {theirs}");
}

const PLAIN: Game =
    Game { forces: &[2, 3, 5], drams: &[0, 2], withdraw: true, casts: 4, opponents: 2, area: false };

#[test]
fn the_best_policy_is_worth_what_recursion_finds() {
    check(&[], &PLAIN);
    check(&["policy.withdraw=false"], &Game { withdraw: false, ..PLAIN });
    check(&["policy.reagents=[0, 1, 3]"], &Game { drams: &[0, 1, 3], ..PLAIN });
    check(&["policy.force=[6]", "choice.casts=3"], &Game { forces: &[6], casts: 3, ..PLAIN });
    check(
        &["policy.force=unset", "policy.reagents=unset"],
        &Game { forces: &[1, 2, 3, 4, 5, 6], drams: &[0], ..PLAIN },
    );
    check(&["spell.area=true"], &Game { area: true, ..PLAIN });
    check(
        &["opponent.0.count=3", "spell.area=true", "choice.casts=3"],
        &Game { area: true, opponents: 3, casts: 3, ..PLAIN },
    );
}

#[test]
fn it_is_no_worse_than_any_fixed_choice_and_as_good_as_its_play() {
    let best = common::parse(GAME, &[]);
    let value = value(&best);
    let odds = exact(&best, None, MAX_OUTCOMES).unwrap();
    assert!((mean(&odds, "worth") / 1000.0 - value).abs() < 1e-12);
    let sampling = Sampling { trials: 200_000, ..Sampling::default() };
    let sampled = sample(&best, None, &sampling, &Progress::default()).unwrap();
    let worth = sampled.summary("worth").unwrap();
    let margin = 2.5 * (worth.mean_high - worth.mean_low) / 2.0;
    assert!((worth.mean - 1000.0 * value).abs() < margin, "{} is not {value}", worth.mean);
    for force in 1..=6 {
        for reagents in ["unset", "1", "2", "3"] {
            let force = format!("choice.force={force}");
            let reagents = format!("choice.reagents={reagents}");
            let set =
                ["policy.caster=fixed", "policy.force=unset", "policy.reagents=unset", &force, &reagents];
            let odds = exact(&common::parse(GAME, &set), None, MAX_OUTCOMES).unwrap();
            let free = ["policy.force=unset", "policy.reagents=[0, 1, 2, 3]"];
            let free = common::parse(GAME, &free);
            assert!(mean(&odds, "worth") / 1000.0 <= self::value(&free) + 1e-12, "{force} {reagents}");
        }
    }
}

#[test]
fn edge_of_the_first_casts_is_chosen_with_and_never_a_loss() {
    let without = value(&common::parse(GAME, &[]));
    for edge in ["push", "second-chance"] {
        let mut before = without;
        for casts in [1, 2] {
            let set = [
                "caster.edge=4",
                &format!("choice.edge_casts={casts}"),
                &format!("choice.edge={edge}"),
                &format!("choice.drain_edge={edge}"),
            ];
            let best = common::parse(GAME, &set);
            let value = value(&best);
            assert!(value > before + 0.01, "{edge}, {casts}: {value}");
            let played = mean(&exact(&best, None, MAX_OUTCOMES).unwrap(), "worth") / 1000.0;
            assert!((played - value).abs() < 1e-12, "{edge}, {casts}: {played} is not {value}");
            before = value;
        }
    }
}

#[test]
fn a_game_of_many_casts_and_opponents_is_solved() {
    let set = [
        "choice.casts=100",
        "opponent.0.count=8",
        "policy.force=unset",
        "policy.reagents=unset",
        "caster.drams=unset",
    ];
    let best = value(&common::parse(GAME, &set));
    let fewer = value(&common::parse(GAME, &[&set[..], &["choice.casts=50"]].concat()));
    assert!(fewer > 0.0 && best >= fewer && best <= 24.0, "{fewer}, {best}");
}

#[test]
fn the_policy_is_a_table_of_what_is_reached() {
    let scenario = common::parse(GAME, &[]);
    value(&scenario);
    let table =
        scenario.ready.tables.iter().find(|table| table.name == "policy.csv").expect("there is a table");
    let rows = table.rows(&[]);
    let column = |name: &str| table.columns.iter().position(|column| *column == name).unwrap();
    let number = |row: &[Datum], name: &str| match row[column(name)] {
        Datum::Number(number) => number,
        Datum::Integer(number) => number as f64,
        _ => panic!("{name} is no number"),
    };
    // Before the first cast there is one state, and its value is that of the game.
    let first: Vec<_> = rows.iter().filter(|row| number(row, "round") == 1.0).collect();
    // The Force and the drams are one choice.
    assert_eq!(first.len(), 1);
    assert!(matches!(&first[0][column("choice")], Datum::Text(both) if both.contains(", ")));
    assert_eq!(number(first[0], "probability"), 1.0);
    assert!((number(first[0], "value") - scenario.ready.procedure.value().unwrap()).abs() < 1e-15);
    assert!(rows.len() > 10);
    for row in &rows {
        assert!(number(row, "probability") > 1e-3);
        let choice = &row[column("choice")];
        assert!(matches!(choice, Datum::Text(_)));
        if row[column("runner_up")] != Datum::Empty {
            assert_ne!(choice, &row[column("runner_up")]);
            assert!(number(row, "loss") >= 0.0);
        }
    }
}

#[test]
fn of_equal_choices_stopping_is_first_then_the_least_force() {
    let nothing = ["worth.opponent=0", "worth.fall=0", "worth.dram=0", "worth.cast=0"];
    let choices = |set: &[&str]| {
        let scenario = common::parse(GAME, &[&nothing[..], set].concat());
        assert_eq!(value(&scenario), 0.0);
        let table = scenario.ready.tables.iter().find(|table| table.name == "policy.csv").unwrap();
        let place = table.columns.iter().position(|column| *column == "choice").unwrap();
        table.rows(&[]).into_iter().map(|row| row[place].clone()).collect::<Vec<_>>()
    };
    let text = |text: &str| Datum::Text(text.to_owned());
    assert_eq!(choices(&[])[0], text("stop"));
    assert_eq!(choices(&["policy.withdraw=false"])[0], text("Force 2, no reagents"));
    let both = choices(&["policy.withdraw=false", "policy.reagents=[3, 2]"]);
    assert_eq!(both[0], text("Force 2, 2 drams"));
    assert!(!both.iter().any(|one| matches!(one, Datum::Text(one) if one.contains("3 drams"))), "{both:?}");
}

#[test]
fn what_is_no_policy() {
    let check = |set: &[&str], expected: &str| {
        let errors = common::try_parse(GAME, set).expect_err("this is no scenario");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert!(errors.contains(expected), "no {expected:?} in:\n{errors}");
    };
    check(&["choice.force=3"], "`choice.force` is given");
    check(&["choice.reagents=3"], "`choice.reagents` is given");
    check(&["policy.force=[]"], "`policy.force`");
    check(&["policy.force=[2, 7]"], "Force 7 is above twice Magic 3");
    check(&["policy.force=[0]"], "`policy.force`");
    check(&["policy.reagents=[-1]"], "`policy.reagents`");
    check(&["worth.fall=-1"], "`worth.fall` is -1");
    check(&["worth.dram=0.0001"], "at most 3 decimals");
}
