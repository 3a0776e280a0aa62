use super::parse::{meant_range, values};
use super::*;

fn document() -> Document {
    Document::parse("bolt.toml", include_str!("../../../scenarios/lightning-bolt.toml")).unwrap()
}

fn grid(arguments: &[&str]) -> Result<Grid, Problems> {
    let arguments: Vec<String> = arguments.iter().map(|text| (*text).to_owned()).collect();
    Grid::parse("--vary", &arguments, &document())
}

#[track_caller]
fn check_fault(arguments: &[&str], place: &str, message: &str) {
    let problems = grid(arguments).unwrap_err();
    let shown: Vec<(&str, &str)> = problems
        .0
        .iter()
        .map(|problem| (&problem.place.source.text[problem.place.span.clone()], problem.message.as_str()))
        .collect();
    assert_eq!(shown, [(place, message)]);
}

#[test]
fn the_last_key_turns_fastest() {
    let grid = grid(&["choice.force=1..2", "choice.reagents=unset,1..5:2"]).unwrap();
    let settings: Vec<String> = (0..grid.len()).map(|number| grid.setting(number).join(" ")).collect();
    assert_eq!(settings, ["1 unset", "1 1", "1 3", "1 5", "2 unset", "2 1", "2 3", "2 5"]);
    assert_eq!(grid.keys().collect::<Vec<_>>(), ["choice.force", "choice.reagents"]);
}

#[test]
fn keys_of_a_zip_move_together() {
    let grid = grid(&["zip(choice.force=1..3, target.body=4,6,8)", "target.armor=0,9"]).unwrap();
    assert_eq!((grid.len(), grid.setting(3).join(" ")), (6, "2 6 9".to_owned()));
}

#[test]
fn a_setting_is_the_scenario_with_it() {
    let grid = grid(&["choice.force=4,6", "choice.reagents=unset,8"]).unwrap();
    let changed = grid.apply(&document(), 1).check().unwrap();
    let mut by_hand = document();
    by_hand.set("--set", "choice.force=4").unwrap();
    by_hand.set("--set", "choice.reagents=8").unwrap();
    assert_eq!(changed.input, by_hand.check().unwrap().input);
    assert!(grid.apply(&document(), 2).check().unwrap().input.get("choice.reagents").is_none());
}

#[test]
fn the_file_has_a_grid() {
    let text =
        "[vary]\n\"choice.force\" = \"1..12\"\n\"target.armor\" = [0, 9]\n\"rules.mental_limit\" = true\n";
    let without = document().source.text.split("[vary]").next().unwrap_or_default().to_owned();
    let text = format!("{without}\n{text}");
    let grid = Grid::of_file(&Document::parse("bolt.toml", &text).unwrap()).unwrap();
    assert_eq!(grid.keys().collect::<Vec<_>>(), ["choice.force", "rules.mental_limit", "target.armor"]);
    assert_eq!(grid.len(), 24);
}

#[test]
fn marks_on_a_track_are_values() {
    let marks = [".............", "X............", "..X..X..X..X."];
    assert_eq!(values(&marks.join(",")).unwrap(), marks);
}

#[test]
fn what_is_wrong_is_shown() {
    check_fault(&["choice.force"], "choice.force", "this does not vary a key");
    check_fault(&["choice.force=3..1"], "3..1", "the range `3..1` is empty");
    check_fault(&["choice.force=1..9:0"], "1..9:0", "the range `1..9:0` is empty");
    check_fault(&["choice.force=1..x"], "1..x", "`1..x` is not a range of whole numbers");
    check_fault(&["choice.force=1,,2"], "1,,2", "a value is missing");
    check_fault(&["choice.fource=1..2"], "choice.fource", "unknown key `choice.fource`");
    check_fault(&["choice.force=1", "choice.force=2"], "choice.force", "`choice.force` is varied twice");
    check_fault(&["choice.force=1,2,1"], "choice.force", "`choice.force` has the value 1 twice");
    check_fault(
        &["zip(choice.force=1..3, target.body=4,6)"],
        "target.body",
        "`target.body` has 2 values, `choice.force` 3",
    );
    check_fault(
        &["target.armor=0..2000", "target.body=0..2000"],
        "target.armor",
        "the grid has 4004001 settings",
    );
    check_fault(
        &["target.armor=0..10000000"],
        "0..10000000",
        "the range `0..10000000` has more than 1000000 values",
    );
}

#[test]
fn values_are_of_their_keys_types() {
    check_fault(&["choice.force=x,2"], "choice.force", "`choice.force` cannot be x");
    check_fault(&["rules.mental_limit=yes"], "rules.mental_limit", "`rules.mental_limit` cannot be yes");
    check_fault(&["rules.scatter=final,far"], "rules.scatter", "`rules.scatter` cannot be far");
    check_fault(&["spell.preset=manabolt,firebal"], "spell.preset", "`spell.preset` cannot be firebal");
    assert!(grid(&["choice.force=0..30"]).is_ok(), "ranges are left to the settings");
    let problems = grid(&["choice.reagents=none,1"]).unwrap_err();
    assert!(problems.0[0].help.ends_with(", or unset"), "{problems}");
    let mut without = document();
    without.set("--set", "choice.reagents=none").unwrap();
    let problems = without.check().unwrap_err();
    assert!(problems.0[0].help.contains(", or unset ("), "{problems}");
}

#[test]
fn ranges_of_other_languages_are_told_as_they_are_written_here() {
    for values in ["1-12", "1:12", "1..=12", "1...12", "1–12", "1 to 12"] {
        let problems = grid(&[&format!("choice.force={values}")]).unwrap_err();
        assert_eq!(problems.0[0].help, "did you mean `1..12`?", "{values}");
    }
    assert_eq!(meant_range("-3--1"), Some("-3..-1".to_owned()));
    for other in ["", "-", "-3", "ä", "a-b", "3-", "lightning-bolt"] {
        assert_eq!(meant_range(other), None, "{other}");
    }
}

#[test]
fn a_preset_is_not_varied_beside_what_it_would_fill() {
    let vary = ["spell.preset=lightning-bolt,manabolt".to_owned()];
    assert!(Grid::parse("--vary", &vary, &document()).is_ok());
    let text = document().source.text.replace("[spell]\n", "[spell]\ndrain = -1\n");
    let written = Document::parse("bolt.toml", &text).unwrap();
    let problems = Grid::parse("--vary", &vary, &written).unwrap_err();
    assert!(problems.0[0].message.starts_with("`spell.drain` is written"), "{problems}");
}

/// Checks that every setting equals the scenario that a full check finds.
#[track_caller]
fn check_settings(document: &Document, vary: &[&str], has_pattern: bool) {
    let vary: Vec<String> = vary.iter().map(|text| (*text).to_owned()).collect();
    let grid = Grid::parse("--vary", &vary, document).unwrap();
    let settings = Settings::new(document, &grid);
    assert_eq!(settings.has_pattern(), has_pattern, "{vary:?}");
    for number in 0..grid.len() {
        match (settings.scenario(number), grid.apply(document, number).check()) {
            (Ok(found), Ok(whole)) => {
                assert_eq!(found.input, whole.input, "{vary:?}: {number}");
                assert_eq!((&found.read, &found.questions), (&whole.read, &whole.questions));
                assert_eq!((&found.title, found.choices()), (&whole.title, whole.choices()));
                let [found, whole] = [&found, &whole].map(|scenario| scenario.ready.procedure.metrics());
                assert_eq!(found, whole);
            }
            (Err(found), Err(whole)) => assert_eq!(found, whole, "{vary:?}: {number}"),
            (found, _) => panic!("{vary:?}: {number}: {:?}", found.map(|scenario| scenario.title)),
        }
    }
}

#[test]
fn the_settings_of_a_grid_are_its_scenarios() {
    let bolt = document();
    check_settings(&bolt, &["choice.force=1..14", "choice.reagents=unset,1,0,9"], true);
    check_settings(&bolt, &["target.armor=-1..3", "rules.mental_limit=true,false"], true);
    check_settings(&bolt, &["caster.mental_limit=unset,1..4"], true);
    check_settings(&bolt, &["target.kind=living,drone,object", "caster.edge=0..2"], true);
    check_settings(&bolt, &["zip(choice.force=4,5,6,13, target.body=unset,6,8,9)"], true);
    // A preset affects more than its own value, and three settings are too few for a pattern.
    check_settings(&bolt, &["spell.preset=lightning-bolt,manabolt,fireball", "choice.force=4..6"], false);
    check_settings(&bolt, &["choice.force=4..6"], false);
    let mut changed = document();
    changed.set("--set", "choice.force=3").unwrap();
    check_settings(&changed, &["choice.force=1..4"], false);
    check_settings(&changed, &["target.body=1..4"], true);
    let text =
        format!("{}\n[unknown]\n\"target.body\" = \"2..3\"\n", bolt.source.text.replace("body = 4\n", ""));
    check_settings(&Document::parse("bolt.toml", &text).unwrap(), &["choice.force=1..4"], false);
    let dagger = include_str!("../../../scenarios/knight.toml");
    let knight = Document::parse("knight.toml", dagger).unwrap();
    check_settings(&knight, &["foe.0.count=1..7"], true);
    check_settings(&knight, &["foe.7.count=unset,1..5"], false);
}
