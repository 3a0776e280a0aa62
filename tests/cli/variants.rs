//! `--variant`: what changes with other choices, side by side.

use serde_json::Value;

use crate::room::{FILES, Room, output, set_of};

#[test]
fn a_variant_by_name_is_the_same_as_written_out() {
    let room = Room::new();
    let run = "run scenarios/manabolt.toml --charts none --trials 1e4";
    room.stdout(&format!("{run} --variant reagents --out named"));
    output(
        room.fizzle(&format!("{run} --out written"))
            .args(["--variant", "low-force: choice.force = 1, choice.reagents = 6"]),
    );
    room.stdout(&format!("{run} --set choice.force=1 --set choice.reagents=6 --out set"));
    let set = room.files("set");
    for file in ["distributions.csv", "joint.csv", "summary.csv", "questions.csv"] {
        let named = room.read(&format!("named/reagents/{file}"));
        assert_eq!(named, room.read(&format!("written/low-force/{file}")), "{file}");
        assert_eq!(named.trim_end(), set[file].trim_end(), "{file}");
        assert_ne!(named, room.read(&format!("named/{file}")), "{file}");
    }
    assert_eq!(room.json("named/reagents/run.json")["variant"], "reagents");
    assert_eq!(room.json("named/run.json")["variant"], Value::Null);
}

#[test]
fn variants_are_told_side_by_side() {
    let room = Room::new();
    let text = output(
        room.fizzle("run scenarios/lightning-bolt.toml --charts none --exact --set caster.mental_limit=30")
            .args(["--variant", "reagents", "--variant", "overcast", "--variant", "naked: target.armor=0"]),
    );
    let header = text.lines().find(|line| line.starts_with("chance")).unwrap();
    let columns: Vec<&str> = header.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    assert_eq!(columns, ["chance", "base", "reagents", "overcast", "naked"]);
    let mean = text.lines().find(|line| line.starts_with("boxes of damage ")).unwrap();
    let cells: Vec<&str> = mean.split_whitespace().collect();
    assert_eq!(cells[3..6], ["3.71", "1.12", "7.60"]);
    assert!(text.contains("\nchanged: "), "{text}");
    let mut folder = set_of(&FILES);
    folder.extend(set_of(&["reagents", "overcast", "naked"]));
    assert_eq!(room.names("fizzle-out/lightning-bolt/run"), folder);
}

#[test]
fn the_simulations_of_all_variants_are_one_line() {
    let room = Room::new();
    let text = room.stdout("run scenarios/lightning-bolt.toml --charts none --trials 1e4 --variant overcast");
    assert!(text.contains("\n10,000 simulated trials of each agree: the largest of "), "{text}");
}

#[test]
fn a_variant_with_questions_of_its_own_is_answered_under_their_names() {
    let room = Room::new();
    let text = output(
        room.fizzle("run scenarios/manabolt.toml --charts none --exact")
            .args(["--variant", "sure: question.2.name=strikes, question.2.event=hit==1"]),
    );
    assert!(text.lines().any(|line| line.starts_with("strikes")), "{text}");
}

#[test]
fn the_file_itself_is_called_base_or_as_it_says() {
    let room = Room::new();
    let text = room.read("scenarios/manabolt.toml");
    room.write("house.toml", format!("base = \"house\"\n{text}"));
    room.stdout("compare house.toml --charts none --out named");
    assert_eq!(room.csv("named/compare.csv").texts("scenario")[..2], ["house", "reagents"]);
    room.write("twice.toml", format!("base = \"reagents\"\n{text}"));
    assert!(room.refused("run twice.toml").contains("is already the name of the file itself"));
    room.write("odd.toml", format!("base = \"my house\"\n{text}"));
    assert!(room.refused("run odd.toml").contains("use letters, digits and hyphens"));
    let told = room.stdout("compare house.toml --charts none --set choice.force=3");
    assert!(!told.contains("base"), "{told}");
    let inline = room
        .fizzle("run scenarios/manabolt.toml")
        .args(["--variant", "base: choice.force=3"])
        .output()
        .unwrap();
    assert_eq!(inline.status.code(), Some(2));
}
