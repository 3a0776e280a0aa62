//! Where results go, and whose a directory is.

use std::fs;
use std::path::Path;

use predicates::prelude::*;

use crate::room::{FILES, Room, output, set_of};

#[test]
fn several_scenarios_go_into_a_folder_each() {
    let room = Room::new();
    let text = room
        .stdout("run scenarios/manabolt.toml scenarios/fireball.toml --charts none --exact --out odds/today");
    assert_eq!(room.names("odds/today"), set_of(&["manabolt", "fireball"]));
    for stem in ["manabolt", "fireball"] {
        assert_eq!(room.names(&format!("odds/today/{stem}")), set_of(&FILES));
        assert!(text.contains(&format!("files: odds/today/{stem}\n")), "{text}");
    }
    assert!(text.find("Manabolt at a guard") < text.find("Fireball among guards"), "{text}");
    assert_eq!(room.names("."), set_of(&["scenarios", "odds"]));
}

#[cfg(unix)]
#[test]
fn a_link_to_nothing_is_told_before_anything_is_computed() {
    let room = Room::new();
    std::os::unix::fs::symlink("nowhere", room.path("out")).unwrap();
    for command in [
        "run scenarios/manabolt.toml --trials 1e15 --out out",
        "run scenarios/manabolt.toml --trials 1e15 --out out/deeper --force",
        "report scenarios/manabolt.toml --trials 1e15 --out out/page.html",
        "man out",
    ] {
        let told = room.refused(command);
        assert!(told.contains("out is a symbolic link to something that does not exist"), "{told}");
    }
    assert_eq!(room.names("."), set_of(&["scenarios", "out"]));
}

#[test]
fn a_directory_is_written_again_by_its_own_scenario() {
    let room = Room::new();
    room.stdout("run scenarios/manabolt.toml --charts none --exact");
    room.stdout("run scenarios/manabolt.toml --charts none --sampled --trials 100 --set choice.force=3");
    assert_eq!(room.json("fizzle-out/manabolt/run/run.json")["engine"]["kind"], "sampled");
}

#[test]
fn another_scenarios_directory_is_overwritten_by_force_alone() {
    let room = Room::new();
    room.stdout("run scenarios/manabolt.toml --charts none --exact --out out");
    let before = room.files("out");
    room.fizzle("run scenarios/fireball.toml --charts none --exact --out out").assert().code(2).stderr(
        predicate::str::contains(
            "out holds the results of scenarios/manabolt.toml, not of scenarios/fireball.toml",
        ),
    );
    assert_eq!(before, room.files("out"));
    room.stdout("run scenarios/fireball.toml --charts none --exact --out out --force");
    assert_eq!(room.json("out/run.json")["scenario"], "scenarios/fireball.toml");
}

#[test]
fn a_folder_of_other_things_is_written_into_by_force_alone() {
    let room = Room::new();
    fs::create_dir(room.path("thesis")).unwrap();
    room.stdout("run scenarios/manabolt.toml --charts none --exact --out thesis");
    fs::remove_dir_all(room.path("thesis")).unwrap();
    fs::create_dir(room.path("thesis")).unwrap();
    room.write("thesis/chapter-1", "years of work");
    room.fizzle("run scenarios/manabolt.toml --charts none --exact --out thesis")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("thesis is not empty"))
        .stderr(predicate::str::contains("--force"));
    assert_eq!(room.names("thesis"), set_of(&["chapter-1"]));
    room.stdout("run scenarios/manabolt.toml --charts none --exact --out thesis --force");
    assert_eq!(room.read("thesis/chapter-1"), "years of work");
}

#[test]
fn odd_paths_are_no_hindrance() {
    let room = Room::new();
    let text = room.read("scenarios/manabolt.toml");
    for name in ["my spell.toml", "ünïcode ✨.toml", "no-extension", "a.b.toml", "-.toml"] {
        room.write(name, &text);
        let out = Path::new(name).file_stem().unwrap().to_str().unwrap();
        output(room.fizzle("run --charts none --exact --").arg(name));
        assert_eq!(room.names(&format!("fizzle-out/{out}/run")), set_of(&FILES));
    }
}

#[test]
fn a_folder_that_fizzle_made_is_not_one_of_others() {
    let room = Room::new();
    room.stdout("report scenarios/manabolt.toml --exact --out out/page.html");
    room.stdout("run scenarios/manabolt.toml --trials 70_000 --part 1/2 --out out");
    room.stdout("man out");
    let before = room.files("out");
    room.stdout("run scenarios/manabolt.toml --charts none --exact --out out");
    let after = room.files("out");
    assert!(before.iter().all(|(name, text)| after.get(name) == Some(text)));
    assert_eq!(after.len(), before.len() + FILES.len());
    room.write("out/mine", "mine");
    fs::remove_file(room.path("out/run.json")).unwrap();
    let told = room.refused("run scenarios/manabolt.toml --charts none --exact --out out");
    assert!(told.contains("out is not empty"), "{told}");
}

#[test]
fn a_scenario_that_is_called_by_dots_writes_into_a_folder_of_its_own() {
    let room = Room::new();
    room.write("...toml", room.read("scenarios/manabolt.toml"));
    room.stdout("run ...toml --charts none --exact");
    assert_eq!(room.names("."), set_of(&["...toml", "scenarios", "fizzle-out"]));
    assert_eq!(room.names("fizzle-out/scenario/run"), set_of(&FILES));
}

#[cfg(unix)]
#[test]
fn results_keep_their_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let room = Room::new();
    let commands = [
        ("run scenarios/manabolt.toml --charts none --exact --out out", "out/joint.csv"),
        ("run scenarios/manabolt.toml --charts none --exact --out out", "out/run.json"),
        ("report scenarios/manabolt.toml --exact --out page.html", "page.html"),
        ("run scenarios/manabolt.toml --trials 70_000 --part 1/2 --out p", "p/run-1-of-2.part"),
        ("man man1", "man1/fizzle.1"),
    ];
    for (command, file) in commands {
        room.stdout(command);
        for mode in [0o600, 0o640] {
            fs::set_permissions(room.path(file), fs::Permissions::from_mode(mode)).unwrap();
            room.stdout(command);
            assert_eq!(fs::metadata(room.path(file)).unwrap().permissions().mode() & 0o777, mode, "{file}");
        }
    }
}
