//! The printable tables of a game.

use fizzle::scenario::Document;
use fizzle::systems::SYSTEMS;
use predicates::prelude::*;

use crate::room::{Room, close, set_of};

const FILES: [&str; 4] = ["sheet.csv", "sheet.html", "sheet.json", "sheet.svg"];

#[test]
fn every_game_has_a_page_a_drawing_and_a_table() {
    let room = Room::new();
    for system in SYSTEMS.iter() {
        let folder = format!("fizzle-out/{}/sheet", system.name);
        let printed = room.stdout(&format!("sheet {}", system.name));
        let told = format!("{}: {} tables as a page (sheet.html), ", system.title, system.sheet.len());
        assert!(
            printed.starts_with(&told) && printed.ends_with(&format!("\nfiles: {folder}\n")),
            "{printed}"
        );
        assert_eq!(room.names(&folder), set_of(&FILES));
        let (page, drawing) =
            (room.read(&format!("{folder}/sheet.html")), room.read(&format!("{folder}/sheet.svg")));
        let cells = room.csv(&format!("{folder}/sheet.csv")).rows.len();
        assert_eq!(page.matches("<td class=").count(), cells, "{}", system.name);
        for table in &system.sheet {
            assert!(page.contains(&*table.title) && drawing.contains(&*table.title), "{}", table.title);
        }
        // Every page of the drawing is one of A4.
        assert!(drawing.starts_with("<svg width=\"794\" height=\""), "{}", system.name);
        assert!(!drawing.contains('…'), "something was cut off in the sheet of {}", system.name);
    }
}

#[test]
fn a_table_has_what_its_rules_make_possible() {
    let room = Room::new();
    let columns = |set: &str, title: &str| -> Vec<String> {
        room.stdout(&format!("sheet ninth-age --set {set} --out sheet --force"));
        let text = room.read("sheet/sheet.csv");
        let cells = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let mut columns: Vec<String> =
            cells.filter(|cells| cells[0] == title).map(|cells| cells[3].to_owned()).collect();
        columns.sort();
        columns.dedup();
        columns
    };
    for most in [3, 7] {
        room.stdout(&format!("sheet ninth-age --set rules.max_magic_dice={most} --out sheet --force"));
        let page = room.read("sheet/sheet.html");
        assert!(page.contains(&format!("nobody dispels; most magic dice: {most}.")), "{page}");
        assert!(page.contains(&format!("none from 1 to {most} is enough")), "{page}");
    }
    assert_eq!(columns("rules.miscast_modifier=0", "Miscasts"), ["1", "2–3", "4", "5–6", "any"]);
    assert_eq!(columns("rules.miscast_modifier=1", "Miscasts"), ["2–3", "4", "5–6", "7", "any"]);
}

#[test]
fn a_page_needs_nothing_else() {
    let room = Room::new();
    room.stdout("sheet ninth-age");
    let page = room.read("fizzle-out/ninth-age/sheet/sheet.html");
    for word in ["http:", "https:", "<script", "<link", "@import", "url("] {
        assert!(!page.contains(word), "{word}");
    }
    assert!(page.len() < 2_000_000);
}

#[test]
fn signs_that_html_reserves_are_escaped() {
    let room = Room::new();
    room.stdout("sheet shadowrun5");
    let page = room.read("fizzle-out/shadowrun5/sheet/sheet.html");
    assert!(page.contains(">&lt;1</td>") && page.contains(">&gt;99</td>"));
    assert!(!page.contains("><1<") && !page.contains(">>99<"));
    assert!(page.contains("p(hits &gt;= 1)") && page.contains("p(glitch != &quot;none&quot;)"));
    let drawing = room.read("fizzle-out/shadowrun5/sheet/sheet.svg");
    assert!(drawing.contains("&lt;1") && drawing.contains("&gt;99"));
}

#[test]
fn the_page_may_be_written_alone() {
    let room = Room::new();
    assert_eq!(room.stdout("sheet ninth-age --out odds/pinned.html"), "page: odds/pinned.html\n");
    assert_eq!(room.names("odds"), set_of(&["pinned.html"]));
    room.stdout("sheet ninth-age --out odds/pinned.html");
    room.fizzle("sheet shadowrun5 --out odds/pinned.html")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("odds/pinned.html is a page of sheet ninth-age"));
    room.stdout("sheet shadowrun5 --out odds/pinned.html --force");
    room.write("mine.html", "years of work");
    room.fizzle("sheet shadowrun5 --out mine.html").assert().code(2);
    assert_eq!(room.read("mine.html"), "years of work");
}

#[test]
fn a_directory_belongs_to_its_sheet() {
    let room = Room::new();
    room.stdout("sheet ninth-age --out screen");
    let before = room.files("screen");
    room.stdout("sheet ninth-age --out screen");
    assert_eq!(before, room.files("screen"));
    room.fizzle("sheet ars-magica --out screen")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("screen holds the results of sheet ninth-age"));
    assert_eq!(before, room.files("screen"));
    room.stdout("sheet ars-magica --out screen --force");
    assert_eq!(room.json("screen/sheet.json")["scenario"], "sheet ars-magica");
}

#[test]
fn tables_of_a_text_may_have_one_key_and_name_its_questions() {
    let room = Room::new();
    let text = "key aim = 7 in 2..12\nkey dice = 2 in 1..4\ntotal = (dice)d6\nmade = total >= aim\n\
        question \"makes it\" = made\nsheet \"One key\" = p(made) for aim in 2..12\n\
        sheet \"Two keys\" = p(\"makes it\") for aim in 2..4 by dice in 1..2\nreport made";
    room.write("check.rules", text);
    room.stdout("sheet check.rules");
    let table = room.csv("fizzle-out/check/sheet/sheet.csv");
    let one_key = [(2..=12, "chance")].into_iter().flat_map(|(aims, column)| aims.map(move |_| column));
    let two_keys = (2..=4).flat_map(|_| ["1", "2"]);
    assert_eq!(table.texts("column"), one_key.chain(two_keys).collect::<Vec<_>>());
    let cells = table.numbers("value");
    close(cells[5], 21.0 / 36.0, 1e-12);
    for (found, ways) in cells[11..].iter().zip([30.0, 36.0, 24.0, 35.0, 18.0, 33.0]) {
        close(*found, ways / 36.0, 1e-12);
    }
}

#[test]
fn a_game_that_there_is_not_is_refused_as_by_list() {
    let room = Room::new();
    assert_eq!(room.refused("sheet shadowrun6"), room.refused("list shadowrun6"));
    assert!(room.refused("sheet nineth-age").contains("did you mean ninth-age?"));
    assert_eq!(room.names("."), set_of(&["scenarios"]));
}

#[test]
fn what_the_rules_do_not_allow_and_what_is_never_enough_is_said() {
    let room = Room::new();
    room.stdout("sheet shadowrun5");
    let page = room.read("fizzle-out/shadowrun5/sheet/sheet.html");
    assert!(page.contains("×: a mana spell does nothing to a drone"), "{page}");
    room.stdout("sheet ninth-age");
    let page = room.read("fizzle-out/ninth-age/sheet/sheet.html");
    assert!(page.contains("–: none from 1 to 5 is enough"), "{page}");
}

#[test]
fn a_sheet_may_have_the_values_of_ones_own_mage() {
    let room = Room::new();
    let table = |room: &Room, folder: &str, title: &str| -> Vec<Vec<String>> {
        let rows = room.csv(&format!("{folder}/sheet.csv")).rows;
        rows.into_iter().filter(|row| row[0] == title).collect()
    };
    room.stdout("sheet shadowrun5");
    room.stdout("sheet shadowrun5 --set caster.magic=4 --out own");
    let (plain, own) = ("fizzle-out/shadowrun5/sheet", "own");
    let spells = "Damage of the standard spells";
    assert_ne!(table(&room, plain, spells), table(&room, own, spells));
    // What the axes show, and what is said of nobody, stays.
    for title in ["At least so many hits", "No drain at all"] {
        assert_eq!(table(&room, plain, title), table(&room, own, title), "{title}");
    }
    // No caption, and no scenario, still tells of the values that were replaced.
    let page = room.read("own/sheet.html");
    assert!(
        page.contains(
            "With the values of --set. Boxes on average, misses included; Magic 4, Spellcasting 6,"
        )
    );
    assert!(!page.contains("Magic 6") && !room.read("own/sheet.svg").contains("Magic 6"), "{page}");
    assert!(page.contains("--set &#x27;caster.magic=4&#x27;"), "{page}");
    assert!(page.contains(">×: Force 9 is above twice Magic 4, and so on</p>"), "{page}");
    // Two tables have rows of Force; in one of them a spell of mana is cast at a drone, too.
    assert_eq!(page.matches("class=\"note\"").count(), 3, "one note for what one rule forbids");
    assert!(room.read("own/sheet.svg").contains("Magic 4"));
    let plain = room.read("fizzle-out/shadowrun5/sheet/sheet.html");
    assert!(plain.contains("misses included; Magic 6, Spellcasting 6, mental limit 7, no reagents. Mana:"));

    room.stdout("sheet scenarios/manabolt.toml");
    let page = room.read("fizzle-out/manabolt/sheet/sheet.html");
    assert!(page.contains("<h1>Manabolt at a guard</h1>") && page.contains("Spellcasting 6"), "{page}");
    // Nobody has Force 13 with Magic 6, and the tables of dice in general are on the sheet of the game.
    let own = room.csv("fizzle-out/manabolt/sheet/sheet.csv").rows;
    assert!(own.iter().any(|row| row[1] == "12") && !own.iter().any(|row| row[1] == "13"), "{own:?}");
    assert!(!page.contains("At least so many hits") && page.contains("12 dice to cast"), "{page}");
    for bad in ["caster.magic=x", "caster.magick=4", "caster.magic", "target.body=3"] {
        room.refused(&format!("sheet shadowrun5 --set {bad}"));
    }
    room.refused("sheet scenarios/armor-jacket.toml");
    room.refused("sheet scenarios/nowhere.toml");
}

#[test]
fn a_character_has_a_sheet_without_a_scenario() {
    let room = Room::new();
    let caster = "[caster]\nmagic = 4\nspellcasting = 5\nwillpower = 5\ndrain_attribute = 5\nmental_limit = 7\nedge = 3\n";
    room.write("mage.toml", format!("system = \"shadowrun5\"\ntitle = \"Vera\"\n{caster}"));
    let printed = room.stdout("sheet mage.toml");
    assert!(printed.starts_with("Vera: 5 tables as a page"), "{printed}");
    let page = room.read("fizzle-out/mage/sheet/sheet.html");
    assert!(page.contains("9 dice to cast") && page.contains("Edge 3"), "{page}");
    let misspelt = caster.replace("magic", "magik");
    room.write("mage.toml", format!("system = \"shadowrun5\"\n{misspelt}"));
    let refused = room.refused("sheet mage.toml");
    assert!(
        refused.contains("mage.toml:3:1") && refused.contains("did you mean `caster.magic`?"),
        "{refused}"
    );
    assert!(
        room.refused("sheet shadowrun5 --set caster.magic=x").contains("`caster.magic` cannot be the text")
    );
}

#[test]
fn a_scenario_whose_preset_implies_the_procedure_is_no_character_alone() {
    let document = Document::parse("bolt.toml", include_str!("../../scenarios/lightning-bolt.toml")).unwrap();
    let paths = |document: &Document| document.entries().map(|(path, _)| path.to_owned()).collect::<Vec<_>>();
    assert!(document.get("procedure").is_none() && document.check().is_ok());
    assert_eq!(paths(&document.of_character()), paths(&document));
}

/// The damage of a mana spell at a civilian, Force 6, and the page of a sheet.
fn mana_at_force_6(room: &Room, arguments: &str) -> (f64, String) {
    room.stdout(&format!("sheet {arguments} --out own --force"));
    let rows = room.csv("own/sheet.csv").rows;
    let is_it = |row: &&Vec<String>| {
        row[0] == "Damage of the standard spells" && row[1] == "6" && row[2] == "civilian"
    };
    (rows.iter().find(is_it).unwrap()[4].parse().unwrap(), room.read("own/sheet.html"))
}

#[test]
fn own_attributes_win_over_a_limit_of_the_sheet() {
    let room = Room::new();
    // The mental limit of 1, 1 and Willpower 1 is 2; the sheet's own is 7.
    let weak = "--set caster.logic=1 --set caster.intuition=1 --set caster.willpower=1";
    let (by_attributes, page) = mana_at_force_6(&room, &format!("shadowrun5 {weak}"));
    let (by_limit, _) = mana_at_force_6(&room, "shadowrun5 --set caster.mental_limit=2");
    close(by_attributes, by_limit, 1e-12);
    assert!(page.contains("Logic 1, Intuition 1") && !page.contains("mental limit 7"), "{page}");
    assert!(!page.contains("not given"), "{page}");
    // The same values in a file.
    let mage = room.stdout("new shadowrun5").replace("mental_limit = 7", "logic = 1\nintuition = 1");
    room.write("mage.toml", mage.replace("willpower = 5", "willpower = 1"));
    let (by_file, page) = mana_at_force_6(&room, "mage.toml");
    close(by_file, by_limit, 1e-12);
    assert!(page.contains("Intuition 1, Logic 1") && !page.contains("not given"), "{page}");
    // One of them gives no limit.
    let said = room.refused("sheet shadowrun5 --set caster.logic=1");
    assert!(said.contains("`caster.logic` makes no difference to this sheet"), "{said}");
}

#[test]
fn a_sheet_is_a_page_or_a_folder_and_nothing_else() {
    let room = Room::new();
    for name in ["odds.pdf", "odds.svg", "odds.PNG", "odds.csv"] {
        let said = room.refused(&format!("sheet ninth-age --out {name}"));
        assert!(said.contains("--out odds.html") && said.contains("print it to PDF"), "{said}");
    }
    assert_eq!(room.names("."), set_of(&["scenarios"]));
    room.stdout("sheet ninth-age --out odds.v2");
    assert_eq!(room.names("odds.v2"), set_of(&FILES));
}

#[test]
fn rules_of_the_house_are_those_of_all_tables() {
    let room = Room::new();
    room.stdout("sheet shadowrun5 --set rules.hit_on=4 --set rules.min_drain=3 --out four");
    let page = room.read("four/sheet.html");
    assert!(!page.contains("5 or 6 is a hit") && !page.contains("lowest face that is a hit: 5"));
    let table = room.csv("four/sheet.csv");
    let cells = table.texts("table").into_iter().zip(table.texts("row")).zip(table.texts("column"));
    let cells = cells.zip(table.texts("value"));
    let one = cells.into_iter().find(|(((table, row), column), _)| {
        *table == "At least so many hits" && *row == "1" && *column == "1"
    });
    assert_eq!(one.unwrap().1, "0.5");
}

#[test]
fn a_sheet_is_about_all_that_can_happen() {
    let room = Room::new();
    let text = room.read("scenarios/manabolt.toml");
    room.write("given.toml", format!("given = \"hit == 1\"\n{text}"));
    let told = room.refused("sheet given.toml");
    assert!(told.contains("`hit == 1` is given: take it out"), "{told}");
}
