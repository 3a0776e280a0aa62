//! Results on standard output for other programs: JSON and CSV.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::room::{Room, close, set_of};
use crate::table::Table;

#[test]
fn json_on_standard_output_has_all_results() {
    let room = Room::new();
    let text = room
        .stdout("run scenarios/manabolt.toml scenarios/fireball.toml --charts none --exact --format json");
    let json: Value = serde_json::from_str(&text).unwrap();
    let results = json["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    assert_eq!(results[0]["scenario"], "scenarios/manabolt.toml");
    assert_eq!(results[1]["directory"], "fizzle-out/fireball/run");
    assert_eq!(results[0]["engine"]["kind"], "exact");
    assert_eq!(results[0]["questions"][1]["name"], "costs no drain");
    close(results[0]["questions"][1]["probability"].as_f64().unwrap(), 0.7009, 5e-5);
    let damage = &results[0]["metrics"][3];
    assert_eq!(damage["name"], "damage");
    close(damage["mean"].as_f64().unwrap(), 2.6302, 5e-5);
    assert_eq!(results[0]["metrics"][4]["law"][0]["value"], "none");
}

#[test]
fn csv_on_standard_output_is_that_of_the_files_with_one_header() {
    let room = Room::new();
    let text = room.stdout(
        "run scenarios/manabolt.toml scenarios/fireball.toml --charts none --trials 1000 --format csv",
    );
    let table = Table::parse(&text);
    assert_eq!(
        table.columns.join(","),
        "scenario,variant,metric,value,probability,low,high,at_least,at_most,count"
    );
    let mut files = Vec::new();
    for stem in ["manabolt", "fireball"] {
        let file = room.csv(&format!("fizzle-out/{stem}/run/distributions.csv"));
        files.extend(file.rows.into_iter().map(|row| {
            let label = [format!("scenarios/{stem}.toml"), String::new()];
            label.into_iter().chain(row).collect::<Vec<_>>()
        }));
    }
    assert_eq!(table.rows, files);
}

#[test]
fn csv_of_several_attributions_is_that_of_the_files_with_one_header() {
    let room = Room::new();
    let text = room.stdout("attribute scenarios/armor-jacket.toml --charts none --format csv");
    let table = Table::parse(&text);
    let mut files = Vec::new();
    for variant in ["book", "book-armor", "book-staging"] {
        let file = room.csv(&format!("fizzle-out/armor-jacket/attribute/{variant}/attribute.csv"));
        assert_eq!(table.columns[1..], file.columns);
        let labelled = |row: Vec<String>| [variant.to_owned()].into_iter().chain(row).collect::<Vec<_>>();
        files.extend(file.rows.into_iter().map(labelled));
    }
    assert_eq!((table.columns[0].as_str(), table.rows), ("variant", files));
}

#[test]
fn csv_on_standard_output_names_the_variants() {
    let room = Room::new();
    let text = room
        .stdout("run scenarios/manabolt.toml --charts none --trials 1000 --format csv --variant reagents");
    let variants: BTreeSet<String> =
        Table::parse(&text).texts("variant").into_iter().map(str::to_owned).collect();
    assert_eq!(variants, set_of(&["", "reagents"]));
}
