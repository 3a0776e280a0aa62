//! The README says what is so.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

const README: &str = include_str!("../README.md");

/// Commands of the README that build something: the checks run them themselves.
const CARGO: &[&str] = &["cargo test"];

/// The lines of its `sh` blocks.
fn commands() -> Vec<&'static str> {
    let blocks = README.split("```").skip(1).step_by(2);
    blocks.filter_map(|block| block.strip_prefix("sh\n")).flat_map(str::lines).collect()
}

/// The block of this kind that has these words in it.
fn block(kind: &str, words: &str) -> &'static str {
    let blocks = README.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix(kind));
    blocks.into_iter().find(|block| block.contains(words)).unwrap_or_else(|| panic!("no block has {words}"))
}

/// The command that begins so, without its name.
fn command(beginning: &str) -> &'static str {
    let own = commands().into_iter().filter_map(|line| line.strip_prefix("fizzle "));
    own.into_iter()
        .find(|line| line.starts_with(beginning))
        .unwrap_or_else(|| panic!("no command is {beginning}"))
}

/// Splits a line as a shell does.
fn words(line: &str) -> Vec<String> {
    shlex::split(line).unwrap_or_else(|| panic!("a quote is open: {line}"))
}

/// A folder with the scenarios in it, as in a clone.
fn clone() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir(root.path().join("scenarios")).unwrap();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios")).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), root.path().join("scenarios").join(entry.file_name())).unwrap();
    }
    root
}

fn fizzle(arguments: &[String], folder: &Path) -> String {
    let output = Command::cargo_bin("fizzle").unwrap().args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "fizzle {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_command_works_as_it_is_written() {
    let folder = clone();
    let mut run = 0;
    for line in commands() {
        let arguments =
            match line.strip_prefix("cargo run --release --").or_else(|| line.strip_prefix("fizzle ")) {
                Some(arguments) => words(arguments),
                None => {
                    assert!(CARGO.contains(&line), "no test runs {line}");
                    continue;
                }
            };
        assert!(!fizzle(&arguments, folder.path()).is_empty(), "{line} prints nothing");
        run += 1;
    }
    assert!(run >= 6, "the commands are gone");
    let made = folder.path().join("fizzle-out/lightning-bolt");
    for file in
        ["distributions.csv", "summary.csv", "questions.csv", "joint.csv", "overview.svg", "overview.png"]
    {
        assert!(made.join(file).is_file(), "{file} is missing");
    }
}

#[test]
fn the_table_is_what_the_command_prints() {
    let folder = clone();
    let line = "run scenarios/lightning-bolt.toml --trials 10M --charts none --quiet";
    let printed = fizzle(&words(line), folder.path());
    let shown = block("text\n", "Lightning Bolt at a ganger");
    for line in shown.lines().filter(|line| !line.contains(" s, ") && *line != "…") {
        assert!(printed.contains(line), "not printed: {line}");
    }
}

#[test]
fn what_is_shown_is_what_the_commands_print() {
    for (words_of_block, line) in [
        ("value of the game", "run scenarios/magic-phase.toml --exact --variant big-spell-first"),
        ("a serious wound", "run scenarios/armor-jacket.toml --exact --variant book --variant book-armor"),
        ("the knight wins", "run scenarios/knight.toml --variant two --variant three"),
        ("Choose", command("advise scenarios/lightning-bolt.toml --maximize")),
        ("rules.staging_up", command("attribute ")),
    ] {
        let printed = fizzle(&words(&format!("{line} --charts none")), clone().path());
        for line in block("text\n", words_of_block).lines() {
            assert!(printed.contains(line), "not printed: {line}");
        }
    }
}

#[test]
fn the_scenario_is_one() {
    let text = block("toml\n", "Lightning Bolt at a ganger");
    let folder = clone();
    fs::write(folder.path().join("bolt.toml"), text).unwrap();
    let printed = fizzle(&words("run bolt.toml --exact --charts none --variant overcast"), folder.path());
    assert!(printed.contains("drops the ganger"));
}

#[test]
fn the_expectations_are_met() {
    let folder = clone();
    let bolt = fs::read_to_string(folder.path().join("scenarios/lightning-bolt.toml")).unwrap();
    let text = format!("{bolt}\n{}", block("toml\n", "[[expect]]"));
    fs::write(folder.path().join("bolt.toml"), text).unwrap();
    assert!(fizzle(&words("test bolt.toml"), folder.path()).ends_with("2 ok, 0 failed\n"));
}

#[test]
fn an_error_looks_as_it_is_shown() {
    let folder = clone();
    let text = block("toml\n", "Lightning Bolt at a ganger");
    let slip = text.replacen("willpower", "wilpower", 1);
    fs::write(folder.path().join("bolt.toml"), slip).unwrap();
    let output = Command::cargo_bin("fizzle")
        .unwrap()
        .args(["run", "bolt.toml"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stderr).unwrap();
    let shown = block("text\n", "error: ");
    assert_eq!(output.status.code(), Some(2));
    assert!(printed.contains(shown.trim_end()), "{printed}");
}
