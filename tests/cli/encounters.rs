//! Who is who in fights: what members and sides are called where nobody has a name.

use crate::room::{Room, output};

const SIDES: [&str; 2] = ["first", "second"];

/// A battle whose sides have these tables.
fn battle(sides: [&[&str]; 2]) -> String {
    let tables = SIDES.iter().zip(sides).flat_map(|(side, tables)| {
        tables.iter().map(move |table| format!("[[combatant]]\nside = \"{side}\"\n{table}\n"))
    });
    format!("system = \"ars-magica\"\nprocedure = \"battle\"\n{}", tables.collect::<String>())
}

fn told(room: &Room, command: &str) -> String {
    output(room.fizzle(&format!("{command} --trials 2000 --charts none --force")).env("COLUMNS", "200"))
}

#[test]
fn whoever_has_no_name_is_called_by_a_preset() {
    let room = Room::new();
    let squires = "preset = \"squire\"\ncount = 2";
    let first = [squires, "preset = \"archer\""];
    room.write(
        "bridge.toml",
        battle([&first, &["preset = \"guard\"\ncount = 2", "preset = \"robber + leather\""]]),
    );
    let run = told(&room, "run bridge.toml");
    for words in [
        "the squires and the archer  ",
        "the guards and the robber out",
        "squire 2: body lost",
        "robber: out",
    ] {
        assert!(run.contains(words), "{words}: {run}");
    }
    let sweep = told(&room, "sweep bridge.toml --vary combatant.2.count=1,3");
    assert!(sweep.contains("number of the guards"), "{sweep}");
    let named = first[1].to_owned() + "\nname = \"Robin\"";
    room.write("named.toml", battle([&[squires, &named], &["preset = \"guard\""]]));
    assert!(told(&room, "run named.toml").contains("the squires and Robin  "));
}

#[test]
fn sides_that_names_do_not_tell_apart_are_the_first_and_the_second() {
    let room = Room::new();
    let [axe, dagger] = ["axe", "dagger"].map(|weapon| format!("weapon = \"{weapon}\"\nability = 3"));
    room.write("unnamed.toml", battle([&[&axe, &dagger], &[&axe]]));
    room.write("alike.toml", battle([&["preset = \"guard\""], &["preset = \"guard\"\ncount = 2"]]));
    for file in ["unnamed.toml", "alike.toml"] {
        let run = told(&room, &format!("run {file}"));
        for words in ["the first side  ", "the second side out", "both out"] {
            assert!(run.contains(words), "{words}: {run}");
        }
    }
    let sweep = told(&room, "sweep alike.toml --vary combatant.1.count=1,3");
    assert!(sweep.contains("number of the guards in table 2"), "{sweep}");
    room.write("one.toml", battle([&["preset = \"knight\""], &[&axe]]));
    assert!(told(&room, "run one.toml").contains("the knight  "));
}

#[test]
fn whoever_chooses_for_the_other_side_is_named() {
    let room = Room::new();
    let advise = "advise scenarios/firefight.toml --maximize \"p(winner == 'first')\" --vary fighter.0.target=spread,weakest";
    let both = told(&room, &format!("{advise} --vary fighter.1.target=spread,weakest"));
    let both = both.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        both.contains("on the other side, and wants the opposite: vary the choices of one side alone."),
        "{both}"
    );
    assert!(!told(&room, advise).contains("on the other side"));
}

#[test]
fn flags_of_members_are_told_of_the_members() {
    let compare = "compare scenarios/firefight.toml --variant 'late: fighter.0.surprised=true'";
    let printed = told(&Room::new(), compare);
    assert!(printed.contains(" not surprised\nlate: ") && printed.contains(" surprised\n\n"), "{printed}");
}
