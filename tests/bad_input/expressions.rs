//! Questions and their events.

use crate::room::{GOOD, Room, has};

#[test]
fn errors_in_events_point_into_the_expression() {
    let room = Room::new();
    let metrics = "hits, net_hits, hit, damage";
    let edit = |to: &str, place: &str, phrases: &[&str]| {
        room.refuses_edit(("damage >= 10", to), place, phrases);
    };
    edit(
        "hit == 1 && damge > 3",
        "25:22",
        &["there is no metric `damge`", "did you mean `damage`?", metrics],
    );
    edit("hit == 1 && scatter > 3", "25:22", &["there is no metric `scatter`", metrics]);
    edit("damage_type >= 'stun'", "25:22", &["labels cannot be compared with >="]);
    edit("damage == 'stun'", "25:20", &["a number cannot be compared with a label"]);
    edit("damage_type == 'stan'", "25:25", &["never 'stan'", "none, stun, physical"]);
    edit("damage", "25:10", &["true or false", "damage >= 10"]);
    edit("damage = 10", "25:17", &["`=` has no meaning here", "=="]);
    edit("damage >= 10 &&", "25:25", &["the event ends too soon"]);
    edit("damage >= 10 hit", "25:23", &["unexpected text"]);
    edit("damage >= 1.5", "25:20", &["`1.5` is not a whole number"]);
    edit("damage >= 99999999999999999999", "25:20", &["64 bits"]);
    edit("(damage >= 10", "25:10", &["this `(` is never closed"]);
    edit("", "25:9", &["an event is missing"]);
}

#[test]
fn the_name_of_a_fighter_is_no_event() {
    let room = Room(crate::common::folder::Folder::with_scenarios());
    let said = room.refuses("run scenarios/firefight.toml --given Ripper");
    has(&said, &["there is no metric `Ripper`", "as in fighter.0.state == 'unconscious'", "fighter.0.boxes"]);
}

#[test]
fn a_variable_that_is_not_reported_is_no_metric() {
    let room = Room::new();
    room.write("two.rules", "a = d6\nb = d6\nreport a\n");
    let said = "the rules have `b` and do not report it: add it to a line `report`";
    has(&room.refuses("run two.rules --given b==3"), &["there is no metric `b`", said]);
    has(&room.refuses("compare two.rules --variant x:title=X --stat mean(b)"), &[said]);
    room.write("two.rules", "a = d6\nb = d6\nquestion \"three\" = b == 3\nreport a\n");
    has(&room.refuses("run two.rules"), &["two.rules:3:", said]);
    has(&room.refuses("run two.rules --given c==3"), &["the metrics are a"]);
}

#[test]
fn an_event_that_is_long_or_deep_is_refused() {
    let room = Room::new();
    let deep = format!("{}hit == 1{}", "(".repeat(500), ")".repeat(500));
    let long = vec!["hit == 1"; 20_000].join(" || ");
    for (event, phrase) in [(deep, "nested too deeply"), (long, "too long")] {
        room.write("bad.toml", GOOD.replace("damage >= 10", &event));
        has(&room.refuses("run bad.toml"), &[phrase, "bad.toml:25:"]);
    }
}

#[test]
fn a_question_without_an_event_is_shown_where_it_stands() {
    let room = Room::new();
    let more = "\n[[question]]\nname = \"what?\"\n";
    room.refuses_text(&format!("{GOOD}{more}"), "27:1", &["a question without an event"]);
    room.refuses_text(&format!("{GOOD}\n[[question]]\n"), "27:1", &["a question without an event"]);
}

#[test]
fn bad_events_of_explain_are_shown_as_they_are_written() {
    let room = Room::new();
    for (event, place, phrase) in [
        ("damge > 3", "1:1", "did you mean `damage`?"),
        ("damage >", "1:9", "the event ends too soon"),
        ("damage = 3", "1:8", "`=` has no meaning here"),
        ("hit == 1 and drain == 0", "1:10", "&&"),
        ("damage / 2 > 1", "1:8", "`/` has no meaning here"),
        ("", "1:1", "an event is missing"),
    ] {
        let said = room.fails(2, room.fizzle("explain good.toml --where").arg(event));
        has(&said, &[&format!("--> --where:{place}\n"), phrase]);
    }
}
