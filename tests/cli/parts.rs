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

/// At some settings the condition is impossible: they are left out, whoever computes them.
#[test]
fn a_sweep_under_a_condition_in_parts_is_the_sweep() {
    let room = Room::new();
    room.write("coin.rules", "key k = 1 in 0..3\nreport m = d2 + k\n");
    for effort in ["--exact", "--sampled --trials 70_000"] {
        let sweep = format!("sweep coin.rules --vary k=0..3 --given 'm >= 4' {effort}");
        let [whole, merged] = in_parts(&room, &sweep, 2);
        assert_eq!(merged, whole);
        assert_eq!(room.csv("merged/sweep.csv").texts("k"), ["2", "3"]);
        assert_eq!(room.files("merged"), room.files("whole"));
        fs::remove_dir_all(room.path("parts")).unwrap();
        let resumed = room.stdout(&format!("{sweep} --resume --out resumed"));
        assert_eq!(timeless(&resumed).replace("resumed", "whole"), timeless(&whole));
    }
}

/// Whoever adds up the parts knows the best choices, too.
#[test]
fn a_run_with_choices_in_parts_is_the_run() {
    let room = Room::new();
    room.write(
        "pig.rules",
        "x = d6\nchoose again from 'no' | 'yes'\nif again == 'yes' { x = d6 }\nreport x\ngoal maximize x\n",
    );
    let [whole, merged] = in_parts(&room, "run pig.rules --sampled --trials 140_000 --charts none", 2);
    assert_eq!(merged, whole);
    assert_eq!(room.csv("merged/policy.csv").texts("choice").len(), 6);
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
    assert!(said.contains("run-1-of-2.part was not written by fizzle"), "{said}");
    assert_eq!(room.read("p/run-1-of-2.part"), "mine");
    room.write("p/run-1-of-2.part", "fizzle part\nmine");
    let said = room.refused("run scenarios/manabolt.toml --part 1/2 --out p");
    assert!(said.contains("run-1-of-2.part has changed since fizzle wrote it"), "{said}");
    assert_eq!(room.read("p/run-1-of-2.part"), "fizzle part\nmine");
}

#[test]
fn a_part_of_other_work_stays() {
    let room = Room::new();
    let run = |options: &str| format!("run --part 1/2 --out p {options}");
    room.stdout(&run("scenarios/manabolt.toml --trials 70_000"));
    let part = fs::read(room.path("p/run-1-of-2.part")).unwrap();
    for (other, why) in [
        ("scenarios/fireball.toml --trials 70_000", "scenarios/fireball.toml --trials 70_000`"),
        ("scenarios/manabolt.toml --trials 70_000 --seed 2", "--seed 2`"),
        ("scenarios/manabolt.toml --trials 70_000 --set choice.force=7", "--set choice.force=7`"),
        // It is refused before anything is computed.
        ("scenarios/manabolt.toml --trials 1e15", "--trials 1e15`"),
        ("scenarios/manabolt.toml --trials 70_000 --joint hits", "--joint hits`"),
    ] {
        let said = room.refused(&run(other));
        assert!(said.contains(why), "{said}");
        assert_eq!(fs::read(room.path("p/run-1-of-2.part")).unwrap(), part);
    }
    // The same part again, and one of the same file after it was edited.
    room.stdout(&run("scenarios/manabolt.toml --trials 70_000"));
    let text = room.read("scenarios/manabolt.toml");
    room.write("scenarios/manabolt.toml", text.replace("force = 6", "force = 7"));
    let output = room.fizzle(&run("scenarios/manabolt.toml --trials 70_000")).assert().success();
    let said = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert_eq!(said, "replaced p/run-1-of-2.part: scenarios/manabolt.toml has changed between them\n");
    room.stdout(&run("scenarios/fireball.toml --trials 70_000 --force"));
    let verify = "verify scenarios/manabolt.toml --trials 70_000 --part 1/2 --out p";
    room.stdout(verify);
    assert!(room.refused(&format!("{verify} --seed 2")).contains("is a part of other work"));
    room.stdout(&format!("{verify} --seed 2 --force"));
}

/// The hash at the end of a part, of all bytes before it.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    let fnv = |hash: u128, byte: &u8| {
        (hash ^ u128::from(*byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    };
    let sum = bytes.iter().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, fnv);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// A part with another header and more jobs, and with a correct sum.
fn forged(part: &[u8], change: impl Fn(&mut serde_json::Value), jobs: &[&[u8]]) -> Vec<u8> {
    let start = "fizzle part\n".len() + 1;
    let length = u64::from_le_bytes(*part[start..].first_chunk().unwrap()) as usize;
    let mut header = serde_json::from_slice(&part[start + 8..][..length]).unwrap();
    change(&mut header);
    let header = serde_json::to_vec(&header).unwrap();
    let mut bytes = part[..start].to_vec();
    bytes.extend((header.len() as u64).to_le_bytes());
    bytes.extend(header);
    bytes.extend(&part[start + 8 + length..part.len() - 16]);
    for job in jobs {
        bytes.extend((job.len() as u64).to_le_bytes());
        bytes.extend(*job);
    }
    summed(bytes)
}

#[test]
fn forged_parts_lead_nowhere() {
    let room = Room::new();
    for number in 1..=2 {
        room.stdout(&format!(
            "run scenarios/manabolt.toml --trials 70_000 --charts none --part {number}/2 --out p"
        ));
    }
    let [first, second] =
        [1, 2].map(|number| fs::read(room.path(&format!("p/run-{number}-of-2.part"))).unwrap());
    room.write("same.part", forged(&first, |_| {}, &[]));
    assert_eq!(fs::read(room.path("same.part")).unwrap(), first);
    let refused = |parts: &str| {
        let output = room.fizzle(&format!("merge {parts}")).output().unwrap();
        assert_ne!(output.status.code(), Some(0));
        assert_eq!(room.names(".").into_iter().filter(|name| !name.ends_with(".part")).count(), 2, "{parts}");
        String::from_utf8(output.stderr).unwrap()
    };
    let damaged = |name: &str, bytes: Vec<u8>| {
        room.write(name, bytes);
        let said = refused(&format!("{name} p/run-2-of-2.part"));
        assert!(
            said.contains(&format!("{name} is damaged")) || said.contains(&format!("{name} or ")),
            "{said}"
        );
    };
    damaged("many.part", forged(&first, |header| header["part"]["of"] = 1_000_000_000.into(), &[]));
    damaged("none.part", forged(&first, |header| header["part"]["number"] = 0.into(), &[]));
    damaged("after.part", forged(&first, |header| header["part"]["number"] = 3.into(), &[]));
    damaged("command.part", forged(&first, |header| header["command"] = "man".into(), &[]));
    damaged("more.part", forged(&first, |_| {}, &[b"more"]));
    for argument in ["--out=elsewhere", "--force", "--resume"] {
        let push = |header: &mut serde_json::Value| {
            header["arguments"].as_array_mut().unwrap().push(argument.into())
        };
        damaged("argument.part", forged(&first, push, &[]));
    }
    let far = |header: &mut serde_json::Value| header["part"]["of"] = 1_000_000.into();
    room.write("far.part", forged(&first, far, &[]));
    let said = refused("far.part");
    assert!(said.starts_with("parts 2, 3, 4,") && said.contains("and 999899 more of 1000000"), "{said}");
    // A name cannot lead out of the folder for results.
    for name in ["/x/..", "..", ".", "...toml", "/", ""] {
        let named = |header: &mut serde_json::Value| {
            header["files"][0]["name"] = name.into();
            header["arguments"][1] = name.into();
        };
        room.write("one.part", forged(&first, named, &[]));
        room.write("two.part", forged(&second, named, &[]));
        let output = room.fizzle("merge one.part two.part").output().unwrap();
        let names: Vec<String> =
            room.names(".").into_iter().filter(|name| !name.ends_with(".part")).collect();
        match output.status.code() {
            Some(0) => assert_eq!(names, ["fizzle-out", "p", "scenarios"], "{name}"),
            _ => assert_eq!(names, ["p", "scenarios"], "{name}"),
        }
        if room.path("fizzle-out").exists() {
            assert_eq!(room.names("fizzle-out"), BTreeSet::from(["scenario".to_owned()]), "{name}");
            fs::remove_dir_all(room.path("fizzle-out")).unwrap();
        }
    }
}

#[cfg(unix)]
#[test]
fn what_never_ends_is_not_a_part() {
    let room = Room::new();
    assert!(room.refused("merge /dev/zero").contains("/dev/zero is not a part"));
}

#[cfg(unix)]
#[test]
fn unfinished_work_of_others_is_named() {
    let room = Room::new();
    fs::create_dir(room.path("out")).unwrap();
    let text = room.read("scenarios/manabolt.toml");
    let mut child = room.spawn("run scenarios/manabolt.toml --trials 1e13 --resume --quiet --out out");
    while room.names("out").is_empty() {
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let left = room.names("out").into_iter().next().unwrap();
    room.write("scenarios/manabolt.toml", text.replace("force = 6", "force = 7"));
    let run = "run scenarios/manabolt.toml --trials 70_000 --charts none --resume --out out";
    let output = room.fizzle(run).assert().success();
    let said = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(
        said.starts_with("unfinished work of other commands") && said.contains(&format!("out/{left};")),
        "{said}"
    );
    assert!(room.names("out").contains(&left));
}

#[test]
#[cfg(unix)]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let room = Room::new();
    let command = "run scenarios/lightning-bolt.toml --trials 5e7 --charts none --threads 2 --quiet";
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
    let run = "run scenarios/lightning-bolt.toml --trials 4e7 --charts none --quiet";
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
