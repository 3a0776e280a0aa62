//! `--set`: keys changed and taken out.

use crate::room::{Room, output};

#[test]
fn set_changes_a_key_and_unset_takes_it_out() {
    let room = Room::new();
    let text = room.stdout("run scenarios/manabolt.toml --charts none --exact --set choice.reagents=4");
    assert!(text.contains("with 4 drams of reagents"), "{text}");
    let keys = room.json("fizzle-out/manabolt/run/run.json")["keys"].clone();
    assert_eq!(keys["choice"]["reagents"], 4);

    let text = output(room.fizzle("run scenarios/manabolt.toml --charts none --exact --variant").args([
        "low: choice.force=1, choice.reagents=6",
        "--set",
        "choice.reagents=4",
        "--variant",
        "none: choice.reagents=unset",
    ]));
    assert!(text.contains("\nnone: no reagents\n"), "{text}");
    let keys = room.json("fizzle-out/manabolt/run/none/run.json")["keys"].clone();
    assert_eq!(keys["choice"].get("reagents"), None);

    // Unset, a key has its default again.
    room.stdout("run scenarios/manabolt.toml --charts none --exact --set rules.mental_limit=unset --set caster.mental_limit=9");
    assert_eq!(room.json("fizzle-out/manabolt/run/run.json")["keys"]["rules"]["mental_limit"], true);
}

#[test]
fn a_title_that_is_unset_is_the_name_of_the_file() {
    let room = Room::new();
    let text = room.stdout("run scenarios/manabolt.toml --charts none --exact --set title=unset");
    assert!(text.starts_with("manabolt\n"), "{text}");
}

#[test]
fn set_reads_quoted_and_bare_words_alike() {
    let room = Room::new();
    for value in ["stunbolt", "\"stunbolt\"", "'stunbolt'"] {
        let text = room
            .stdout(&format!("run scenarios/manabolt.toml --charts none --exact --set spell.preset={value}"));
        assert!(text.contains("Stunbolt at Force 6"), "{text}");
    }
}
