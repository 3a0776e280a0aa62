//! `--part`, `fizzle merge` and `--resume`: work in parts comes to the same as at once.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::process::Command;
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;

use crate::room::{Room, timeless};

/// Runs a command at once into `whole`, and in parts into `parts`, which are merged into `merged`.
#[track_caller]
fn in_parts(room: &Room, command: &str, parts: u32) -> [String; 2] {
    let whole = room.stdout(&format!("{command} --out whole"));
    for part in 1..=parts {
        let said = room.stdout(&format!("{command} --part {part}/{parts} --out parts"));
        assert!(said.starts_with("part: parts"), "{said}");
    }
    let mut names: Vec<String> = room.names("parts").into_iter().collect();
    names.reverse();
    let names: Vec<String> = names.iter().map(|name| format!("parts/{name}")).collect();
    let merged = room.stdout(&format!("merge {} --out merged", names.join(" ")));
    assert!(!merged.contains("million a second"), "what others have computed is no speed: {merged}");
    let alike = |text: String| timeless(&text).replace("; TIME", "").replace("files: merged", "files: whole");
    [whole, merged].map(alike)
}

#[track_caller]
fn are_the_same_at_once(command: &str, parts: u32) {
    let room = Room::new();
    let [whole, merged] = in_parts(&room, command, parts);
    assert_eq!(merged, whole);
    assert_eq!(room.files("merged"), room.files("whole"));
}

#[test]
fn a_run_in_parts_is_the_run() {
    are_the_same_at_once("run scenarios/fireball.toml --trials 700_000 --seed 7 --joint hits,damage", 3);
    are_the_same_at_once("run scenarios/manabolt.toml --trials 200_000 --variant 'weak: choice.force=3'", 2);
    // More parts than blocks.
    are_the_same_at_once("run scenarios/manabolt.toml --trials 100_000 --format csv --charts none", 5);
}

#[test]
fn several_scenarios_and_a_game_of_the_users_can_be_in_parts() {
    let room = Room::new();
    room.write("risk.rules", "title \"Risk\"\nkey dice = 3 in 1..3\nreport best = (dice)d6.max()\n");
    room.write("risk.toml", "rules = \"risk.rules\"\ndice = 2\n");
    let [whole, merged] =
        in_parts(&room, "run scenarios/manabolt.toml risk.toml --trials 200_000 --charts none", 2);
    assert_eq!(merged, whole);
    assert_eq!(room.files("merged"), room.files("whole"));
    // The parts carry the files, so that they need not be there.
    let before = room.files("merged/risk");
    fs::remove_file(room.path("risk.rules")).unwrap();
    room.stdout("merge parts/run-1-of-2.part parts/run-2-of-2.part --out merged");
    assert_eq!(room.files("merged/risk"), before);
}

#[test]
fn a_sweep_in_parts_is_the_sweep() {
    let sweep = "sweep scenarios/lightning-bolt.toml --vary choice.force=1..13 --stat 'p(damage >= 10)'";
    are_the_same_at_once(&format!("{sweep} --distributions"), 4);
    // Too large for exact distributions: sampled.
    let room = Room::new();
    room.write("fight.toml", room.stdout("new shadowrun1 firefight"));
    let [whole, merged] =
        in_parts(&room, "sweep fight.toml --vary fighter.0.body=3..5 --trials 20_000 --charts none", 2);
    assert!(room.read("whole/sweep.csv").contains("sampled"));
    assert_eq!(merged, whole);
    assert_eq!(room.files("merged"), room.files("whole"));
}

#[test]
fn a_balance_in_parts_is_the_balance() {
    are_the_same_at_once(
        "balance scenarios/lightning-bolt.toml scenarios/fireball.toml --knob choice.force=2..9 \
         --target 'mean(damage) = 4' --target 'fireball: mean(drain) = 1'",
        3,
    );
}

#[test]
fn a_certificate_in_parts_is_the_certificate() {
    let room = Room::new();
    let verify = "verify scenarios/manabolt.toml scenarios/lightning-bolt.toml --trials 300_000";
    let whole = room.stdout(verify);
    for part in 1..=2 {
        room.stdout(&format!("{verify} --part {part}/2 --out parts"));
    }
    assert_eq!(room.stdout("merge parts/verify-1-of-2.part parts/verify-2-of-2.part"), whole);
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let room = Room::new();
    let part = |options: &str| {
        room.stdout(&format!("run scenarios/manabolt.toml --trials 200_000 --charts none {options}"));
    };
    for number in 1..=3 {
        part(&format!("--part {number}/3 --out p"));
    }
    let merge = |parts: &str| room.fizzle(&format!("merge {parts} --out out")).output().unwrap();
    let says = |parts: &str, status: i32, expected: &str| {
        let output = merge(parts);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(expected), "{said}");
        assert_eq!(output.status.code(), Some(status), "{said}");
        assert!(!room.path("out").exists());
    };
    says("p/run-2-of-3.part", 1, "parts 1, 3 of 3 are missing");
    says("p/run-1-of-3.part p/run-3-of-3.part", 1, "part 2 of 3 is missing");
    fs::copy(room.path("p/run-1-of-3.part"), room.path("again.part")).unwrap();
    says("p/run-1-of-3.part again.part", 2, "p/run-1-of-3.part and again.part are both part 1");
    for (folder, options, expected) in [
        (
            "force",
            "--set choice.force=7",
            "`fizzle run scenarios/manabolt.toml --trials 200_000 --charts none`",
        ),
        ("seed", "--seed 2", "--seed 2`"),
        ("joint", "--joint hits", "--joint hits`"),
    ] {
        part(&format!("{options} --part 2/3 --out {folder}"));
        says(&format!("p/run-1-of-3.part {folder}/run-2-of-3.part"), 2, expected);
    }
    part("--part 2/4 --out four");
    says("p/run-1-of-3.part four/run-2-of-4.part", 2, "one of 3, one of 4 parts");
    let text = room.read("scenarios/manabolt.toml");
    room.write("scenarios/manabolt.toml", text.replace("force = 6", "force = 7"));
    part("--part 2/3 --out changed");
    says("p/run-1-of-3.part changed/run-2-of-3.part", 2, "scenarios/manabolt.toml has changed between them");
    says("scenarios/fireball.toml", 2, "is not a part");
    says("nowhere.part", 2, "cannot read nowhere.part");
    let bytes = fs::read(room.path("p/run-2-of-3.part")).unwrap();
    for (place, name) in [(40, "a"), (bytes.len() / 2, "b"), (bytes.len() - 1, "c")] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        room.write(&format!("{name}.part"), &damaged);
        says(&format!("{name}.part"), 2, &format!("{name}.part is damaged; compute that part again"));
    }
    room.write("short.part", &bytes[..bytes.len() / 2]);
    says("short.part", 2, "short.part is damaged");
}

#[test]
fn what_cannot_be_divided_is_refused() {
    let room = Room::new();
    let until = room.refused("run scenarios/manabolt.toml --until 0.01 --part 1/2");
    assert!(until.contains("--part and --until cannot be used together"), "{until}");
    let exact = room.refused("run scenarios/manabolt.toml --exact --resume");
    assert!(exact.contains("--resume and --exact cannot be used together"), "{exact}");
    let none = room.refused("run scenarios/manabolt.toml --part 3/2");
    assert!(none.contains("write K/N, K from 1 to N"), "{none}");
}

#[test]
fn a_file_of_the_users_in_the_place_of_a_part_stays() {
    let room = Room::new();
    fs::create_dir(room.path("p")).unwrap();
    room.write("p/run-1-of-2.part", "mine");
    let said = room.refused("run scenarios/manabolt.toml --part 1/2 --out p");
    assert!(said.contains("run-1-of-2.part is not a part"), "{said}");
    assert_eq!(room.read("p/run-1-of-2.part"), "mine");
}

#[test]
#[cfg(unix)]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let room = Room::new();
    let command = "run scenarios/lightning-bolt.toml --trials 1e8 --charts none --threads 2 --quiet";
    let kept = |room: &Room| {
        let names = if room.path("out").is_dir() { room.names("out") } else { BTreeSet::new() };
        let kept = names.iter().find(|name| name.starts_with(".fizzle-resume"));
        kept.map_or(0, |name| fs::metadata(room.path(&format!("out/{name}"))).unwrap().len())
    };
    let mut before = 0;
    for _ in 0..3 {
        let mut child = room.spawn(&format!("{command} --out out --resume"));
        // Until one more piece is kept than there was.
        for _ in 0..4_000 {
            if kept(&room) > before || child.try_wait().unwrap().is_some() {
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(said, "");
        assert!(kept(&room) > before, "nothing was kept");
        before = kept(&room);
    }
    // A piece that was not written whole.
    let name = room.names("out").into_iter().find(|name| name.starts_with(".fizzle-resume")).unwrap();
    let path = room.path(&format!("out/{name}"));
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, [&bytes[..], &bytes[..100]].concat()).unwrap();
    room.stdout(&format!("{command} --out out --resume"));
    assert!(room.names("out").iter().all(|name| !name.starts_with(".fizzle")));
    room.stdout(&format!("{command} --out whole"));
    assert_eq!(room.files("out"), room.files("whole"));
}

#[test]
#[cfg(unix)]
fn ctrl_c_says_that_a_run_can_go_on() {
    let room = Room::new();
    let mut child = room.spawn("run scenarios/manabolt.toml --trials 1e13 --resume --quiet --out out");
    while !room.path("out").is_dir() {
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(Duration::from_millis(200));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "interrupted; the same command goes on from there\n");
    assert!(room.names("out").iter().all(|name| name.starts_with(".fizzle-resume")));
}

#[test]
fn what_can_go_on_is_not_what_another_run_has_kept() {
    let room = Room::new();
    for options in ["", "--seed 2", "--set choice.force=7"] {
        let command = format!("run scenarios/manabolt.toml --trials 300_000 --charts none {options}");
        room.stdout(&format!("{command} --resume --out out"));
        room.stdout(&format!("{command} --out whole"));
        assert_eq!(room.files("out"), room.files("whole"));
    }
    let sweep = "sweep scenarios/manabolt.toml --vary choice.force=1..9";
    room.stdout(&format!("{sweep} --resume --out swept"));
    room.stdout(&format!("{sweep} --out at-once"));
    assert_eq!(room.files("swept"), room.files("at-once"));
}

/// As the guide shows it: a job that is killed is named, and done again.
#[test]
#[cfg(unix)]
fn jobs_of_gnu_parallel_are_parts() {
    if Command::new("parallel").arg("--version").output().is_err() {
        eprintln!("GNU parallel is not installed: its jobs are not tested");
        return;
    }
    let room = Room::new();
    let run = "run scenarios/lightning-bolt.toml --trials 4e8 --charts none --quiet";
    let fizzle = cargo_bin!("fizzle").display();
    // The first try of part 3 is killed in mid-run.
    let job = format!(
        "{fizzle} {run} --threads 1 --part {{}}/4 --out parts & \
         if [ {{}} = 3 ] && mkdir tried; then sleep 0.05; kill -9 $!; fi; wait $!"
    );
    let shell = |script: &str| {
        let output = Command::new("bash").args(["-c", script]).current_dir(room.path(".")).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let merge = format!("{fizzle} merge parts/run-*.part --out merged");
    let (failed, _) = shell(&format!("parallel --will-cite -j 2 --joblog log '{job}' ::: 1 2 3 4"));
    assert_eq!(failed, Some(1));
    assert_eq!(shell(&merge), (Some(1), "part 3 of 4 is missing\n".to_owned()));
    let (again, said) = shell("parallel --will-cite -j 2 --joblog log --retry-failed");
    assert_eq!(again, Some(0), "{said}");
    assert_eq!(shell(&merge), (Some(0), String::new()));
    room.stdout(&format!("{run} --out whole"));
    assert_eq!(room.files("merged"), room.files("whole"));
}
