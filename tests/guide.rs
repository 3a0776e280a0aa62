//! The README and the guide in `docs` say what is so: their commands run as written, in
//! the order of the page, and print what the page shows; their scenarios are scenarios; rule
//! texts that begin with a name, as in `# sets.rules`, are files for these commands; their links
//! lead somewhere.
#![cfg(feature = "cli")]

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use rayon::prelude::*;

/// Commands that are no commands of fizzle: the checks run the first themselves, the
/// others need a network, a shell's start-up file, or hours.
const NOT_RUN: &[&str] = &["cargo ", "git ", "cd ", "scripts/", "python3 ", "curl ", "sha256sum ", "gh "];

/// The README and all pages of the guide.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> =
        guide.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect();
    pages.sort();
    pages.insert(0, root.join("README.md"));
    pages
}

/// The fenced blocks of a page: their kind, and their text.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let fenced = page.split("```").skip(1).step_by(2);
    fenced.filter_map(|block| block.split_once('\n')).collect()
}

/// A folder with the scenarios in it, as in a clone.
fn clone() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios"), &root.path().join("scenarios"));
    root
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let place = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), place).unwrap();
        }
    }
}

/// Runs a line of a page in `folder`. Returns what it prints; nothing for lines that are
/// not run.
fn run(line: &str, folder: &Path) -> Option<String> {
    let line =
        line.strip_prefix("cargo run --release -- ").map_or(line.to_owned(), |own| format!("fizzle {own}"));
    if NOT_RUN.iter().any(|start| line.starts_with(start)) {
        return None;
    }
    let words = shlex::split(&line).unwrap_or_else(|| panic!("a quote is open: {line}"));
    let (words, into) = match words.iter().position(|word| word == ">") {
        Some(place) => (&words[..place], Some(folder.join(&words[place + 1]))),
        None => (&words[..], None),
    };
    assert_eq!(words[0], "fizzle", "no test runs {line}");
    let output =
        Command::cargo_bin("fizzle").unwrap().args(&words[1..]).current_dir(folder).output().unwrap();
    // An expectation that fails on purpose is status 1.
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {said}");
    if let Some(file) = into {
        fs::write(file, &output.stdout).unwrap();
    }
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(!printed.is_empty(), "{line} prints nothing");
    Some(printed)
}

/// The file that a block is, by its first comment, as in `# sets.rules`.
fn file_of(block: &str) -> Option<&str> {
    let title = block.lines().find_map(|line| line.strip_prefix("# "))?;
    let is_file = [".rules", ".toml"].iter().any(|end| title.ends_with(end)) && !title.contains(' ');
    is_file.then_some(title)
}

/// Whether a line of a result is the same at every run: rates and times are not.
fn lasts(line: &str) -> bool {
    let is_time = |word: &str| word == "s" || word == "s," || word == "s;";
    line.trim() != "…" && !line.split(' ').any(is_time)
}

#[test]
#[ignore = "runs every command of the guide: scripts/check.sh does"]
fn commands_run_and_print_what_is_shown() {
    let count = pages().into_par_iter().map(|page| {
        let mut count = 0;
        let name = page.file_name().unwrap().to_string_lossy().into_owned();
        let folder = clone();
        let text = fs::read_to_string(&page).unwrap();
        let mut printed = String::new();
        for (kind, block) in blocks(&text) {
            match kind {
                "sh" => {
                    let lines = block.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
                    let answers: Vec<String> = lines.filter_map(|line| run(line, folder.path())).collect();
                    count += answers.len();
                    printed = answers.concat();
                }
                "text" => {
                    for line in block.lines().filter(|line| lasts(line)) {
                        assert!(printed.contains(line.trim_end()), "{name}: not printed: {line}\n{printed}");
                    }
                }
                // The file of a character alone has no procedure.
                "toml" if block.contains("system = ") && file_of(block) != Some("mage.toml") => {
                    let file = file_of(block).unwrap_or("page.toml");
                    fs::write(folder.path().join(file), block).unwrap();
                    run(&format!("fizzle run {file} --exact --charts none"), folder.path());
                }
                "rules" | "toml" => {
                    if let Some(file) = file_of(block) {
                        fs::write(folder.path().join(file), block).unwrap();
                    }
                }
                _ => {}
            }
        }
        count
    });
    let count: usize = count.sum();
    assert!(count >= 30, "the commands are gone: {count}");
}

/// The tables of `docs/anydice.md` have an expression of fizzle in each row, and what it gives: an average,
/// or the chance that it is so.
#[test]
fn forms_of_anydice_give_what_is_shown() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/anydice.md")).unwrap();
    // A pipe in a cell has a backslash before it.
    let page = page.replace("\\|", "\0");
    let rows: Vec<Vec<&str>> = (page.lines().filter(|line| line.starts_with("| ")))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .filter(|cells: &Vec<&str>| cells.len() == 3 && cells[1].starts_with('`'))
        .collect();
    assert!(rows.len() >= 40, "the forms are gone: {}", rows.len());
    // What `roll` prints between the expression and how it was computed, if it understands it.
    let rolled = |cell: &str| {
        let expression = cell.trim_matches('`').replace('\0', "|");
        let output = Command::cargo_bin("fizzle").unwrap().args(["roll", &expression]).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let chances = printed.lines().skip(1).take_while(|line| !line.starts_with("exact"));
        let printed = chances.collect::<Vec<_>>().join("\n");
        output.status.success().then_some(printed)
    };
    let count = |cells: &&Vec<&str>| rolled(cells[0]).is_some_and(|found| Some(found) == rolled(cells[1]));
    let understood = rows.par_iter().filter(|cells| count(cells)).count();
    assert!(understood >= 34, "`roll` understands {understood} forms of AnyDice");
    rows.par_iter().for_each(|cells| {
        let expression = cells[1].trim_matches('`').replace('\0', "|");
        let printed = run(&format!("fizzle roll '{expression}'"), Path::new(".")).unwrap();
        let mut given = printed.lines().filter_map(|line| {
            let mut words = line.split_whitespace();
            let is_given = matches!(words.next(), Some("result" | "yes"));
            words.next().filter(|_| is_given)
        });
        let shown = cells[2].trim_end_matches(" %");
        assert!(given.any(|given| given == shown), "{expression} does not give {shown}:\n{printed}");
    });
}

/// The melee of that page is the knight's: every setting that it shows is one.
#[test]
fn grids_for_many_machines_have_all_their_settings() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/machines.md")).unwrap();
    let sweeps = page.split("melee.toml --vary").skip(1);
    let grids: Vec<Vec<&str>> = sweeps
        .map(|rest| rest.split("--trials").next().unwrap_or_default())
        .map(|grid| grid.split_whitespace().filter(|word| *word != "\\").collect())
        .collect();
    assert!(grids.len() >= 3 && grids.iter().all(|grid| *grid == grids[0]), "{grids:?}");
    let grid = grids[0].join(" ");
    let line =
        format!("fizzle sweep scenarios/knight.toml --vary {grid} --sampled --trials 100 --charts none");
    let printed = run(&line, clone().path()).unwrap();
    assert!(printed.contains("\n120 settings, sampled\n"), "{printed}");
}

#[test]
fn links_lead_to_files() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            let is_local = !target.is_empty() && !target.contains("://");
            assert!(
                !is_local || page.parent().unwrap().join(target).exists(),
                "{}: nothing is at {link}",
                page.display()
            );
        }
    }
}

#[test]
fn the_readme_is_read_in_three_minutes() {
    let readme = fs::read_to_string(&pages()[0]).unwrap();
    let words = readme.split_whitespace().count();
    assert!(words <= 1_200, "README.md has {words} words; the guide is the place for the rest");
}

#[test]
fn every_page_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let index = fs::read_to_string(root.join("docs/README.md")).unwrap();
    for page in pages().iter().filter(|page| page.parent().unwrap().ends_with("docs")) {
        let name = page.file_name().unwrap().to_string_lossy();
        assert!(name == "README.md" || index.contains(&format!("({name})")), "docs/README.md lacks {name}");
    }
}
