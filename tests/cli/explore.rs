//! All of fizzle as a page, as a file. What players see of it is tested in a browser: see `browser`.

use crate::room::Room;

#[test]
fn the_page_is_written_where_it_is_asked_for() {
    let room = Room::new();
    assert_eq!(room.stdout("explore"), "page: fizzle-out/explore.html\n");
    assert_eq!(room.stdout("explore scenarios/manabolt.toml"), "page: fizzle-out/manabolt/explore.html\n");
    assert_eq!(
        room.stdout("explore scenarios/manabolt.toml --out pages/bolt.html"),
        "page: pages/bolt.html\n"
    );
    let page = room.read("pages/bolt.html");
    assert!(page.starts_with("<!doctype html>") && page.contains("drain_attribute"));
}

#[test]
fn a_folder_gets_a_page_without_scripts_in_it() {
    let room = Room::new();
    assert_eq!(room.stdout("explore scenarios/manabolt.toml --out site/"), "page: site/index.html\n");
    let page = room.read("site/index.html");
    assert!(!page.contains("<style") && page.contains("drain_attribute"));
    let inline =
        page.split("<script").skip(1).filter(|script| !script.contains("src=") && !script.contains("json"));
    assert_eq!(inline.count(), 0);
    for name in ["style.css", "fizzle.js", "worker.js"] {
        assert!(!room.read(&format!("site/{name}")).is_empty(), "{name}");
    }
    assert!(std::fs::read(room.path("site/fizzle.wasm")).unwrap().starts_with(b"\0asm"));
    // It is that of the scenario, and is written again.
    room.stdout("explore scenarios/manabolt.toml --out site");
    assert!(room.refused("explore --out site").contains("--force"));
}

#[test]
fn what_cannot_be_explored_is_refused() {
    let room = Room::new();
    room.write("wrong.toml", "system = \"shadowrun9\"\n");
    assert!(room.refused("explore wrong.toml").contains("there is no system"));
    room.write("long.toml", format!("{}#{}\n", room.read("scenarios/manabolt.toml"), "-".repeat(200_000)));
    assert!(room.refused("explore long.toml").contains("at most 200000 bytes"));
    assert!(room.refused("explore --out page.pdf").contains("the page is HTML"));
    room.write("notes.html", "mine");
    assert!(room.refused("explore --out notes.html").contains("was not written by fizzle"));
    assert_eq!(room.read("notes.html"), "mine");
}
