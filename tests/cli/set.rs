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

#[test]
fn variants_that_nobody_asks_for_may_lack_what_is_set() {
    let room = Room::new();
    let text = room.read("scenarios/manabolt.toml").replace("magic = 6", "");
    assert!(text.contains("[[variant]]") && !text.contains("magic = 6"), "{text}");
    room.write("open.toml", text);
    let told = room.refused("run open.toml --charts none --exact");
    assert!(told.contains("caster.magic"), "{told}");
    let run = room.stdout("run open.toml --charts none --exact --set caster.magic=6");
    let whole = room.stdout("run scenarios/manabolt.toml --charts none --exact");
    let chances =
        |text: &str| text.lines().filter(|line| line.contains(" %")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(chances(&run), chances(&whole));
}

#[test]
fn a_key_that_is_set_and_varied_is_warned_of() {
    let room = Room::new();
    let command = "sweep scenarios/manabolt.toml --charts none --vary choice.force=3,4 --set choice.force=8";
    let output = room.fizzle(command).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("`choice.force` is varied, so that this value does not count"), "{said}");
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("Force") && !printed.contains("changed:"), "{printed}");
    // A page opens with it.
    let output =
        room.fizzle(&command.replace("sweep", "report").replace("--charts none", "")).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && !said.contains("is varied"), "{said}");
}
