//! Manual pages.

use std::fs;

use crate::room::Room;

#[test]
fn there_is_a_page_of_each_command() {
    let room = Room::new();
    let said = room.stdout("man man1");
    let names = room.names("man1");
    assert_eq!(said, format!("files: {} pages in man1\n", names.len()));
    for name in ["fizzle.1", "fizzle-run.1", "fizzle-advise.1", "fizzle-man.1"] {
        assert!(names.contains(name), "{name} is not among {names:?}");
    }
    let page = room.read("man1/fizzle-run.1");
    assert!(page.contains(".TH fizzle-run 1") && page.contains("\\-\\-until"), "{page}");
    assert!(page.contains("fizzle run scenarios/lightning"), "the examples: {page}");
    room.stdout("man man1");
    assert_eq!(room.names("man1"), names);
}

#[test]
fn files_of_others_are_not_overwritten() {
    let room = Room::new();
    fs::create_dir(room.path("man1")).unwrap();
    room.write("man1/fizzle-run.1", "mine");
    room.write("man1/other.1", "mine too");
    let said = room.refused("man man1");
    assert!(
        said.contains("man1/fizzle-run.1 was not written by fizzle") && said.contains("--force"),
        "{said}"
    );
    assert_eq!(room.names("man1").len(), 2, "nothing else is written either");
    room.stdout("man man1 --force");
    assert!(room.read("man1/fizzle-run.1").contains(".TH"));
    assert_eq!(room.read("man1/other.1"), "mine too");
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let room = Room::new();
    fs::create_dir(room.path("man1")).unwrap();
    room.write("thesis", "years of work");
    std::os::unix::fs::symlink(room.path("thesis"), room.path("man1/fizzle.1")).unwrap();
    room.refused("man man1");
    room.stdout("man man1 --force");
    assert_eq!(room.read("thesis"), "years of work");
}

#[test]
fn a_page_that_was_edited_is_not_overwritten() {
    let room = Room::new();
    room.stdout("man man1");
    let page = room.read("man1/fizzle-run.1");
    for edited in
        [format!("{page}.\\\" notes\n"), page.replacen(".TH", ".\\\" notes\n.TH", 1), format!("{page}\n")]
    {
        room.write("man1/fizzle-run.1", &edited);
        let said = room.refused("man man1");
        assert!(said.contains("man1/fizzle-run.1 has changed since fizzle wrote it"), "{said}");
        assert_eq!(room.read("man1/fizzle-run.1"), edited);
    }
    room.stdout("man man1 --force");
    assert_eq!(room.read("man1/fizzle-run.1"), page);
}
