//! Cast after cast: what is carried over, and when it ends.

use fizzle::analysis::Odds;

use crate::casting::{compare, somebody};
use crate::common;
use crate::figures::{check_figure, law, probability};

/// The plain casting, cast after cast: 3 Spellcasting dice and 1 against drain of 2 with two
/// monitors of 9 boxes, which the opponents have as well.
pub const ROW: &str = concat!(
    r#"
system = "shadowrun5"
procedure = "casts"
caster = { magic = 2, spellcasting = 1, willpower = 1, drain_attribute = 0, mental_limit = 9, body = 1 }
spell = { damage_type = "physical", drain = -3, table = "direct" }
choice = { force = 3 }

[[opponent]]
"#,
    somebody!()
);

/// Plays the row, changed by `set`, with these dice.
#[track_caller]
pub fn check(set: &[&str], dice: &str, expected: &str) {
    compare(&common::parse(ROW, set), dice, expected);
}

#[track_caller]
fn check_error(set: &[&str], expected: &str) {
    let errors = common::try_parse(ROW, set).expect_err("this is no scenario");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(errors.contains(expected), "no {expected:?} in:\n{errors}");
}

#[test]
fn boxes_are_carried_over_and_cost_dice() {
    // Three hits are more than Magic: the drain of 2 is physical.
    check(&["choice.casts=1"], "555 1 1", "casts 1, caster_physical 2, caster_stun 0, caster standing");
    check(&["choice.casts=2"], "555 1 1 555 1 1", "casts 2, caster_physical 4");
    // A penalty of 1 from 3 boxes on: 2 dice.
    check(&["choice.casts=3"], "555 1 1 555 1 1 55 1 1", "caster_physical 4, caster_stun 2");
    check(&["choice.casts=3", "rules.wound_step=0"], "555 1 1 555 1 1 555 1 1", "caster_physical 6");
    check(&["choice.casts=1", "caster.stun=5", "caster.physical=6"], "1 1", "caster_stun 7");
}

#[test]
fn penalties_of_both_tracks_add_up() {
    let set = ["choice.casts=1", "caster.stun=4", "caster.physical=5", "caster.spellcasting=3"];
    check(&set, "111 1 5", "caster_stun 5");
}

#[test]
fn the_first_who_stands_is_the_target_until_all_are_down() {
    let set = ["opponent.0.count=2", "opponent.0.boxes=3"];
    check(&set, "555 1 5 555 1 5", "casts 2, opponents_down 2, cleared 1, first_down 1, caster_physical 2");
    check(&set, "511 1 5 551 1 5 555 1 5", "casts 3, opponents_down 2, first_down 2");
}

#[test]
fn the_caster_may_fall_and_both_may_fall_at_once() {
    let set = ["caster.stun=8", "opponent.0.boxes=3"];
    check(&set, "1 1 1", "opponents_down 0, caster unconscious, caster_stun 9, casts 1, first_down 0");
    let set = ["caster.physical=7", "opponent.0.boxes=3", "caster.spellcasting=3"];
    check(&set, "555 1 1", "cleared 1, caster dying, caster_physical 9, opponents_down 1");
}

#[test]
fn stun_beyond_the_monitor_becomes_physical() {
    let set = ["caster.stun=8", "caster.spellcasting=3", "rules.min_drain=5", "choice.casts=9"];
    check(&set, "111 1 1", "caster unconscious, caster_stun 9, caster_physical 2");
    let lost = [&set[..], &["rules.stun_overflow=false"]].concat();
    check(&lost, "111 1 1", "caster unconscious, caster_stun 9, caster_physical 0");
    // Both monitors are full: dying goes before.
    let set = [&set[..], &["caster.physical=7", "caster.spellcasting=6"]].concat();
    check(&set, "1111 1 1", "caster dying, caster_stun 9, caster_physical 9");
}

#[test]
fn drams_run_out_and_then_force_is_the_limit() {
    let set = ["caster.drams=3", "choice.reagents=2", "choice.casts=3", "choice.force=4", "caster.magic=3"];
    // At most 2 hits, then 1, then all four.
    check(&set, "5555 1 5 5555 1 5 5555 1 5", "drams 3, opponents_down 0");
    let boxes = [&set[..], &["opponent.0.boxes=7"]].concat();
    check(&boxes, "5555 1 5 5555 1 5 5555 1 5", "drams 3, opponents_down 1, first_down 3, casts 3");
    let boxes = [&set[..], &["opponent.0.boxes=8"]].concat();
    check(&boxes, "5555 1 5 5555 1 5 5555 1 5", "opponents_down 0");
    check(&["choice.reagents=2", "choice.casts=2"], "555 1 5 555 1 5", "drams 4");
}

#[test]
fn a_direct_spell_may_strike_all_with_one_roll() {
    let set = ["spell.area=true", "opponent.0.count=3", "opponent.0.boxes=3", "choice.casts=1"];
    check(&set, "555 1 5 1 5", "opponents_down 2, first_down 1, casts 1");
    // Who is down rolls no more.
    let set = ["spell.area=true", "opponent.0.count=2", "opponent.0.boxes=3", "choice.casts=2"];
    check(&set, "555 1 5 5 555 1 5", "opponents_down 2, cleared 1, casts 2");
}

#[test]
fn a_blast_scatters_once_for_all() {
    let set = ["spell.table=indirect-area", "opponent.0.count=2", "choice.casts=1", "opponent.0.boxes=4"];
    // One hit, 2d6 of scatter: 3 m, within a radius of 3 m; 1 die and Armor Value 1 to soak.
    check(&set, "511 12 15 11 1", "opponents_down 0");
    check(&set, "511 13 1", "opponents_down 0");
    check(&[&set[..], &["opponent.0.boxes=3"]].concat(), "511 12 15 11 1", "opponents_down 1");
}

#[test]
fn a_miss_is_free_only_if_nobody_is_hit() {
    let free =
        ["rules.drain_on_miss=false", "choice.casts=1", "spell.table=indirect-area", "opponent.0.count=2"];
    check(&free, "111", "caster_stun 0");
    let countered = [
        &free[..],
        &["opponent.0.count=1", "opponent.1.boxes=9", "opponent.1.body=1", "opponent.1.counterspelling=1"],
    ]
    .concat();
    // Nobody scatters with three hits; the first is hit.
    check(&countered, "555 11 1 1 1", "caster_physical 2");
    let single = ["rules.drain_on_miss=false", "choice.casts=1", "spell.table=indirect"];
    check(&single, "111 11", "caster_stun 0");
    check(&single, "555 11 11 1", "caster_physical 2");
    // Direct spells always pay.
    check(&["rules.drain_on_miss=false", "choice.casts=1"], "111 1 1", "caster_stun 2");
}

#[test]
fn wounds_lower_the_defense_of_opponents() {
    // 5 and 4 boxes: a penalty of 1 leaves 1 die of 2.
    let set = ["spell.table=indirect", "choice.casts=2", "caster.body=9"];
    check(&set, "511 11 11 5 511 1 11 5", "opponents_down 0");
    let track = ["opponent.0.boxes=9", "spell.table=indirect", "choice.casts=2"];
    check(&track, "511 11 11 5 511 1 11 5", "opponents_down 0, first_down 0");
}

#[test]
fn things_take_damage_on_one_track() {
    let drone = ["opponent.0.kind=drone", "opponent.0.boxes=4", "spell.table=indirect"];
    check(&drone, "511 11 11 5", "opponents_down 1, cleared 1, casts 1");
    let object = ["opponent.0.kind=object", "opponent.0.boxes=2"];
    check(&object, "551 11 5", "cleared 1");
}

#[test]
fn area_is_for_direct_spells() {
    // As from a preset of a direct spell that strikes all.
    let law_of = |area: &str| {
        let two = ["spell.table=indirect", "opponent.0.count=2", "choice.casts=2", area];
        law(ROW, &two).distributions.into_iter().map(|one| one.rows).collect::<Vec<_>>()
    };
    assert_eq!(law_of("spell.area=true"), law_of("spell.area=false"));
}

#[test]
fn the_figures_of_the_page() {
    let odds = law(include_str!("../worked/sr5-casts-row.toml"), &[]);
    check_figure(probability(&odds, "cleared", "1"), ".87501");
    check_figure(probability(&odds, "caster", "unconscious"), ".01118");
    check_figure(probability(&odds, "casts", "8"), ".17548");
    check_figure(probability(&odds, "first_down", "2"), ".36515");
}

/// A scenario of one cast and its single procedure: metric by metric they have one law.
#[track_caller]
fn check_single(procedure: &str, boxes: i64, set: &[&str]) {
    let caster = r#"
system = "shadowrun5"
caster = { magic = 5, spellcasting = 4, willpower = 4, drain_attribute = 4, mental_limit = 7 }
choice = { force = 7 }
"#;
    let target = "body = 4\nwillpower = 3\nreaction = 4\nintuition = 3\nstructure = 8\npilot = 3\nautosoft = 3\narmor = 9\ncounterspelling = 2\n";
    let spell = if set.iter().any(|set| set.starts_with("spell.preset")) {
        ""
    } else {
        "spell = { damage_type = \"physical\", drain = -2 }\n"
    };
    let (for_target, for_opponent): (Vec<String>, Vec<String>) =
        set.iter().map(|set| (set.replace("WHO", "target"), set.replace("WHO", "opponent.0"))).unzip();
    let odds = |text: String, set: &[String]| law(&text, &set.iter().map(String::as_str).collect::<Vec<_>>());
    let single = odds(format!("procedure = \"{procedure}\"\n{caster}{spell}[target]\n{target}"), &for_target);
    let table = format!("spell.table={procedure}");
    let body = "caster.body=9".to_owned();
    let more = [table, body, "choice.casts=1".to_owned(), format!("opponent.0.boxes={boxes}")];
    let casts = odds(
        format!("procedure = \"casts\"\n{caster}{spell}[[opponent]]\n{target}"),
        &[&for_opponent[..], &more].concat(),
    );
    let damage = single.distributions.iter().find(|law| law.metric.name == "damage").unwrap();
    let enough: f64 = damage.rows.iter().filter(|row| row.value >= boxes).map(|row| row.probability).sum();
    let down = probability(&casts, "opponents_down", "1");
    assert!((down - enough).abs() < 1e-12, "{procedure} {set:?}: {down} is not {enough}");
    assert!(down > 1e-6, "{procedure} {set:?}: nobody goes down");
    for (kind, metric) in [("stun", "caster_stun"), ("physical", "caster_physical")] {
        for boxes in 1..=7 {
            let joint = single.joint.rows.iter().filter(|row| {
                let value = |name: &str| {
                    let place = single.joint.metrics.iter().position(|metric| metric.name == name).unwrap();
                    single.joint.metrics[place].show(row.values[place])
                };
                value("drain") == boxes.to_string() && value("drain_type") == kind
            });
            let drain: f64 = joint.map(|row| row.probability).sum();
            let marked = probability(&casts, metric, &boxes.to_string());
            assert!(
                (marked - drain).abs() < 1e-12,
                "{procedure} {set:?}, {boxes} {kind}: {marked} is not {drain}"
            );
        }
    }
}

#[test]
fn a_sequence_of_one_cast_is_a_single_cast() {
    for boxes in [1, 4, 9] {
        check_single("direct", boxes.min(5), &[]);
        check_single("direct", boxes.min(5), &["spell.preset=manabolt"]);
        check_single("direct", boxes.min(5), &["spell.preset=stunball", "choice.reagents=6"]);
        check_single("indirect", boxes, &[]);
        check_single("indirect", boxes, &["WHO.kind=drone", "rules.vehicle_threshold=true"]);
        check_single("indirect", boxes, &["WHO.kind=driven-vehicle", "rules.drain_on_miss=false"]);
        check_single("indirect-area", boxes, &[]);
        check_single("indirect-area", boxes.min(8), &["choice.reagents=4", "rules.scatter=minus-hits"]);
        check_single(
            "indirect-area",
            boxes.min(5),
            &["choice.force=4", "rules.drain_on_miss=false", "rules.area_defense=reaction+intuition"],
        );
    }
}

/// How many of several a blast drops is known from brute force over the casting roll.
#[test]
fn opponents_of_one_blast_share_its_roll() {
    let several = |count: u32| {
        let count = format!("opponent.0.count={count}");
        law(ROW, &["spell.area=true", "choice.casts=1", "opponent.0.boxes=2", &count])
    };
    let (one, two) = (several(1), several(2));
    let p = |odds: &Odds, down: &str| probability(odds, "opponents_down", down);
    // 3 dice against 1: net 2 with 3 hits for sure, with 2 if the opponent misses.
    let (three, exactly_two) = (1.0 / 27.0, 6.0 / 27.0);
    assert!((p(&one, "1") - (three + exactly_two * 2.0 / 3.0)).abs() < 1e-15);
    assert!((p(&two, "2") - (three + exactly_two * 4.0 / 9.0)).abs() < 1e-15);
    assert!((p(&two, "1") - exactly_two * 4.0 / 9.0).abs() < 1e-15);
}

#[test]
fn places_of_equal_opponents_do_not_matter() {
    // Rows that are told apart by their names alone are not merged.
    let one_row = law(ROW, &["spell.table=indirect-area", "choice.casts=4", "opponent.0.count=2"]);
    let opponent = ["body=1", "willpower=2", "armor=4", "name=other"].map(|set| format!("opponent.1.{set}"));
    let set = ["spell.table=indirect-area", "choice.casts=4"];
    let set: Vec<&str> = set.into_iter().chain(opponent.iter().map(String::as_str)).collect();
    let two_rows = law(ROW, &set);
    for (one, two) in one_row.distributions.iter().zip(&two_rows.distributions) {
        for (one, two) in one.rows.iter().zip(&two.rows) {
            assert_eq!(one.value, two.value);
            assert!((one.probability - two.probability).abs() < 1e-14);
        }
    }
}

#[test]
fn what_is_no_sequence() {
    check_error(&["opponent.0.count=9"], "`opponent.0.count` is out of range: 9");
    check_error(&["opponent.0.count=8", "opponent.1.boxes=3", "opponent.1.body=3"], "there are 9 opponents");
    check_error(&["opponent.0.boxes=0"], "`opponent.0.boxes` is out of range: 0");
    check_error(&["caster.stun=9"], "the caster is unconscious at the start");
    check_error(&["caster.physical=9"], "the caster is dying at the start");
    check_error(&["opponent.0.kind=drone"], "`opponent.0.boxes` is missing");
    check_error(&["opponent.0.body=unset"], "`opponent.0.body` is missing");
    check_error(&["spell.table=unset"], "`spell.table` is missing");
    check_error(&["choice.force=unset"], "`choice.force` is missing");
    check_error(&["choice.force=5"], "Force 5 is above twice Magic 2");
    check_error(&["caster.wound_penalty=1"], "`caster.wound_penalty`");
    check_error(&["opponent.0.wound_penalty=1"], "`opponent.0.wound_penalty`");
    check_error(&["policy.force=[1]"], "`policy.force` is given");
    check_error(&["policy.withdraw=true"], "`policy.withdraw` is given");
    check_error(&["choice.casts=101"], "`choice.casts` is out of range: 101");
    check_error(&["caster.body=600"], "a condition monitor of 308 boxes");
    let nobody = ROW.split("[[opponent]]").next().unwrap();
    let errors = common::try_parse(nobody, &[]).unwrap_err();
    assert!(errors.contains("there is no opponent"), "{errors}");
}
