//! What is kept in `reports` is what its commands make.
#![cfg(feature = "cli")]

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use rayon::prelude::*;

/// The rows of `reports/README.md`: a folder, and the command that made it.
fn rows() -> Vec<(&'static str, Vec<String>)> {
    let readme = include_str!("../reports/README.md");
    readme
        .lines()
        .filter(|line| line.starts_with("| `"))
        .filter_map(|line| {
            let mut cells = line.split('`');
            let (folder, command) = (cells.nth(1)?, cells.nth(1)?);
            Some((folder, shlex::split(command.strip_prefix("fizzle ")?)?))
        })
        .collect()
}

#[test]
#[ignore = "makes every report again: scripts/check.sh runs it"]
fn tables_and_charts_are_kept_as_they_are_made() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rows = rows();
    assert!(!rows.is_empty(), "the reports are gone");
    rows.into_par_iter().for_each(|(folder, mut arguments)| {
        let out = tempfile::tempdir().unwrap();
        // A directory, or a page in one.
        let last = arguments.last_mut().unwrap();
        let page = Path::new(last).file_name().filter(|_| last.ends_with(".html"));
        *last = out.path().join(page.unwrap_or_default()).to_str().unwrap().to_owned();
        Command::cargo_bin("fizzle").unwrap().args(&arguments).current_dir(root).assert().success();
        for entry in fs::read_dir(out.path()).unwrap() {
            let made = entry.unwrap().path();
            // Pixels are looked at; the wall time is another every time.
            let kinds = ["csv", "svg", "html"];
            if made.extension().is_some_and(|extension| kinds.iter().any(|kind| extension == *kind)) {
                let kept = root.join("reports").join(folder).join(made.file_name().unwrap());
                let same = fs::read(&made).unwrap() == fs::read(&kept).unwrap_or_default();
                assert!(same, "{} is out of date: run scripts/reports.sh", kept.display());
            }
        }
    });
}
