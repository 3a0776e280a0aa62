//! Pages for players, as files. What is in them is seen in a browser: see `browser`.

use crate::room::Room;

#[test]
fn a_page_is_written_where_it_is_asked_for() {
    let room = Room::new();
    assert_eq!(
        room.stdout("report scenarios/fireball.toml --out pages/ball.html"),
        "page: pages/ball.html\n"
    );
    assert!(room.read("pages/ball.html").starts_with("<!doctype html>"));
    assert_eq!(room.stdout("report scenarios/fireball.toml"), "page: fizzle-out/fireball/report.html\n");
    assert_eq!(room.names("pages").len(), 1);
}

#[test]
fn the_same_page_is_the_same_bytes() {
    let room = Room::new();
    for threads in [1, 3] {
        let page = format!("--threads {threads} --trials 70000 --out {threads}.html");
        room.stdout(&format!("report scenarios/knight.toml --variant two {page} --vary foe.0.count=1,2"));
    }
    assert!(room.read("1.html") == room.read("3.html"));
}

#[test]
fn what_is_no_page_of_these_scenarios_is_not_written_over() {
    let room = Room::new();
    room.write("notes.html", "mine");
    let told = room.refused("report scenarios/fireball.toml --out notes.html");
    assert!(told.contains("notes.html was not written by fizzle"), "{told}");
    assert_eq!(room.read("notes.html"), "mine");
    room.stdout("report scenarios/fireball.toml --out ball.html");
    room.stdout("report scenarios/fireball.toml --out ball.html --set choice.force=4");
    let told = room.refused("report scenarios/manabolt.toml --out ball.html");
    assert!(told.contains("ball.html is a page of scenarios/fireball.toml"), "{told}");
    room.stdout("report scenarios/manabolt.toml --out ball.html --force");
    let told = room.refused("report scenarios/manabolt.toml --out scenarios");
    assert!(told.contains("is a directory"), "{told}");
}

#[test]
fn what_cannot_be_reported_is_refused() {
    let room = Room::new();
    room.write("order.toml", room.stdout("new ars-magica cast-order"));
    for (arguments, said) in [
        ("order.toml", "no odds to report"),
        ("scenarios/fireball.toml --maximize mean(damge)", "did you mean `damage`?"),
        ("scenarios/fireball.toml --vary target.armor=0..6000", "6001 settings are too many for a page"),
        ("scenarios/fireball.toml --vary target.armour=0..6", "did you mean `target.armor`?"),
        ("scenarios/none.toml", "there is no file"),
    ] {
        let told = room.refused(&format!("report {arguments} --out page.html"));
        assert!(told.contains(said), "{told}");
    }
    assert!(!room.path("page.html").exists(), "what is refused leaves nothing");
}

#[test]
fn nothing_is_recommended_unless_somebody_says_what_is_good() {
    let room = Room::new();
    let bolt = room.read("scenarios/lightning-bolt.toml");
    let drain = bolt.split("\n[advise]").next().unwrap().replace("drops the ganger", "costs dear");
    let drain = drain.replace("damage >= 10", "drain >= 4");
    room.write("drain.toml", drain);
    for arguments in ["drain.toml", "scenarios/knight.toml"] {
        room.stdout(&format!("report {arguments} --out page.html --force --trials 1k"));
        let page = room.read("page.html");
        assert!(!page.contains("Choose") && !page.contains("<h2 id=\"advice\">"), "{arguments}");
    }
    let objective = "--minimize 'p(\"costs dear\")' --subject-to 'mean(damage) >= 3'";
    room.stdout(&format!("report drain.toml {objective} --out page.html --force"));
    assert!(room.read("page.html").contains("Stay with Force 6, no reagents"));
    let told =
        room.refused("report scenarios/knight.toml --maximize 'p(\"the knight wins\")' --out knight.html");
    assert!(told.contains("foe.0.count is not a choice of the player"), "{told}");
}

#[test]
fn a_value_that_is_none_of_the_slider_is_shown_beside_it() {
    let room = Room::new();
    for (steps, first) in [("1..3", 0), ("4..8", 2)] {
        let command = format!("report scenarios/lightning-bolt.toml --vary choice.force={steps}");
        room.stdout(&format!("{command} --out page.html --force"));
        let page = room.read("page.html");
        assert!(page.contains(&format!("value=\"{first}\" aria-valuetext=\"6\"")), "{steps}");
        assert!(page.contains("for=\"axis-0\">6</output>"), "{steps}");
    }
}

#[test]
fn the_file_says_what_is_good_and_situations_have_a_choice_each() {
    let room = Room::new();
    let bolt = room.read("scenarios/lightning-bolt.toml");
    let bolt = bolt.split("\n[advise]").next().unwrap();
    let table = "[advise]\nmaximize = \"mean(damage)\"\ncost = \"20 * choice.reagents\"\n";
    room.write("wish.toml", format!("{bolt}\n{table}"));
    room.stdout("report wish.toml --set choice.force=3 --vary choice.reagents=unset,3,6 --for target.armor=6,12 --out page.html");
    let page = room.read("page.html");
    let data = page.split_once("id=\"data\">").unwrap().1.split_once("</script>").unwrap().0;
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let situations = data["advice"]["situations"].as_array().unwrap();
    assert_eq!((situations.len(), &data["advice"]["here"]), (2, &1.into()));
    assert!(
        situations[0]["sentence"].as_str().unwrap().starts_with("Target's armor 6. There is no single best"),
        "{situations:?}"
    );
    assert!(situations.iter().all(|one| !one["steps"].as_array().unwrap().is_empty()));
    assert!(page.contains("drams of reagents instead of no reagents: "), "{situations:?}");
}
