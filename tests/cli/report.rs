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
    assert!(told.contains("notes.html is not a file of fizzle"), "{told}");
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
