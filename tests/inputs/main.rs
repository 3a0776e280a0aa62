//! All that reads what users write, with the texts and bytes that fuzzing has found worth keeping (`fuzz/corpus`).
#![cfg(feature = "cli")]

mod expression;
mod link;
mod part;
mod rules;
mod scenario;

use std::fs;
use std::path::Path;
use std::process::Command;

/// The inputs that are kept for a target.
fn kept(target: &str) -> Vec<Vec<u8>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fuzz/corpus/{target}.tar.xz"));
    let folder = tempfile::tempdir().unwrap();
    let unpacked =
        Command::new("tar").arg("-xJf").arg(&corpus).arg("-C").arg(folder.path()).status().unwrap();
    assert!(unpacked.success(), "{} cannot be unpacked", corpus.display());
    let files = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let inputs: Vec<Vec<u8>> = files.map(|path| fs::read(path).unwrap()).collect();
    assert!(inputs.len() > 100, "{} has {} inputs", corpus.display(), inputs.len());
    inputs
}

/// Checks all texts that are kept for a target.
fn check_texts(target: &str, check: fn(&str)) {
    for input in kept(target) {
        if let Ok(text) = std::str::from_utf8(&input) {
            check(text);
        }
    }
}

#[test]
#[ignore = "needs tar and xz"]
fn expressions_are_refused_at_their_place_or_have_a_value() {
    check_texts("expression", expression::check);
}

#[test]
#[ignore = "needs tar and xz"]
fn links_have_an_answer_that_can_be_changed_again() {
    check_texts("link", link::check);
}

#[test]
#[ignore = "needs tar and xz"]
fn parts_are_none_or_the_same_bytes() {
    kept("part").iter().for_each(|bytes| part::check(bytes));
}

#[test]
#[ignore = "needs tar and xz"]
fn rules_are_refused_at_their_place_or_played_by_all_readers() {
    check_texts("rules", rules::check);
}

#[test]
#[ignore = "needs tar and xz"]
fn scenarios_are_read_or_all_their_problems_are_shown() {
    check_texts("scenario", scenario::check);
}
