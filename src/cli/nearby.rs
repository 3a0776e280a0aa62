//! Suggestions for the names of scenario files that do not exist.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::expression::nearest;
use crate::scenario::{Document, stem};

/// The folder of the scenarios that come with the program.
const SCENARIOS: &str = "scenarios";

/// The message for a scenario file that does not exist, with the most similar name.
pub fn missing(path: &str) -> String {
    if path.contains(['d', 'D']) && Document::of_roll(path).is_ok() {
        return format!("there is no file {path}; `fizzle roll '{path}'` rolls dice");
    }
    match meant(Path::new(path)) {
        Some(near) => format!("there is no file {path}; did you mean {}?", near.display()),
        None => format!("there is no file {path}; `fizzle new` writes a scenario to start from"),
    }
}

/// The scenario of the same or a similar name in the same folder, in its folder `scenarios`, or in the
/// folder `scenarios` of the working directory.
fn meant(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut scenarios: BTreeMap<String, PathBuf> = BTreeMap::new();
    for folder in [folder, &folder.join(SCENARIOS), Path::new(SCENARIOS)] {
        for file in scenarios_in(folder) {
            scenarios.entry(stem(&file)).or_insert(file);
        }
    }
    // The ending may be mistyped, or the name has a dot and no ending.
    let names = [path.file_name()?, path.file_stem()?].map(|name| name.to_string_lossy().into_owned());
    let near = names.iter().find_map(|name| {
        nearest(name.strip_suffix(".toml").unwrap_or(name), scenarios.keys().map(String::as_str))
    })?;
    scenarios.get(near).cloned()
}

fn scenarios_in(folder: &Path) -> Vec<PathBuf> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(here).into_iter().flatten().flatten();
    let paths = entries.map(|entry| folder.join(entry.file_name()));
    paths.filter(|path| path.extension() == Some(OsStr::new("toml"))).collect()
}
