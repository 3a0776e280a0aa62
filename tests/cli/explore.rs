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
