//! What was accepted once, and means nothing.

use crate::room::{GOOD, Room, has};

#[test]
fn bounds_that_are_no_numbers_are_refused() {
    let room = Room::new();
    let expect = "\n[[expect]]\nstat = \"p(hit == 1)\"\n";
    for (range, place, phrase) in [
        ("between = [nan, 1]", "29:11", "cannot have NaN in it"),
        ("between = [0, inf]", "29:11", "cannot have inf in it"),
        ("equals = 0.5\nwithin = inf", "30:10", "cannot be the number inf"),
        ("equals = nan\nwithin = 0.1", "29:10", "cannot be the number NaN"),
    ] {
        room.refuses_text(&format!("{GOOD}{expect}{range}\n"), place, &[phrase]);
    }
}

#[test]
fn an_expectation_of_an_undefined_value_fails() {
    let room = Room::new();
    let expect = "[[expect]]\nstat = \"p(hit == 1) / 0\"\nbetween = [-1e308, 1e308]\n";
    room.write("undefined.toml", format!("{GOOD}{expect}"));
    for exact in ["", "--exact"] {
        let output = room.fizzle(&format!("test undefined.toml {exact}")).assert().code(1);
        let said = String::from_utf8(output.get_output().stdout.clone()).unwrap();
        has(&said, &["FAILED", "undefined (a division by zero"]);
    }
}

#[test]
fn empty_tables_with_unknown_names_are_refused() {
    let room = Room::new();
    room.refuses_text(&format!("{GOOD}[rles]\n"), "26:2", &["unknown table `rles`", "did you mean `rules`?"]);
    room.refuses_text(&format!("{GOOD}[caster.spel]\n"), "26:9", &["unknown key `caster.spel`"]);
    room.refuses_text(
        &format!("{GOOD}[[caster]]\n").replace("[caster]\n", "[[caster]]\n"),
        "5:1",
        &["unknown keys `caster.0.magic`, `caster.0.spellcasting`", "write [caster], with one bracket"],
    );
    room.write("fine.toml", format!("{GOOD}[rules]\n[vary]\n[[variant]]\nname = \"same\"\n[variant.set]\n"));
    room.fizzle("run fine.toml --exact --charts none").assert().success();
}

#[test]
fn positions_of_items_follow_each_other() {
    let room = Room::new();
    let new = room.fizzle("new ars-magica exchange").output().unwrap();
    room.write("fight.toml", &new.stdout);
    for (set, phrase) in [
        ("foe.4000000000.attack=1", "there is no `foe.1` before `foe.4000000000`"),
        ("foe.2.attack=1", "there is no `foe.1` before `foe.2`"),
        ("question.7.event=foes_out>=1", "before `question.7`"),
    ] {
        let said = room.refuses(&format!("run fight.toml --set {set}"));
        has(&said, &[phrase, "--> --set:1:1"]);
        assert_eq!(said.matches("error").count(), 1, "{said}");
    }
}

#[test]
fn metrics_of_a_joint_law_are_named_once() {
    let room = Room::new();
    has(&room.refuses("run good.toml --joint hits,hits"), &["\"hits\" is named twice"]);
    has(&room.refuses("run good.toml --joint hits,damge"), &["no metric \"damge\"", "did you mean damage?"]);
}

#[test]
fn questions_are_not_called_like_columns() {
    let room = Room::new();
    let name = |name: &str, phrases: &[&str]| {
        room.refuses_edit(("\"drops it\"", &format!("\"{name}\"")), "24:8", phrases);
    };
    for taken in ["engine", "hits", "hits.mean", "damage_type.stun", "choice.force", "mean(damage)"] {
        name(taken, &[&format!("\"{taken}\" cannot be a question's name"), "a column"]);
    }
    name("", &["a question's name is empty"]);
    name(" \\t ", &["a question's name is empty"]);
    let more = |name: &str| format!("{GOOD}[[question]]\nname = \"{name}\"\nevent = \"hit == 1\"\n");
    room.refuses_text(&more("drops it.low"), "27:8", &["\"drops it.low\" cannot be a question's name"]);
    room.refuses_text(&more("drops it"), "27:8", &["two questions are called \"drops it\""]);
    let nameless = format!("{GOOD}[[question]]\nevent = \"hit == 1\"\n[[question]]\nevent = \"hit == 1\"\n");
    room.refuses_text(&nameless, "29:9", &["two questions are called \"hit == 1\""]);
}
