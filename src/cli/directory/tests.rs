use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::report::explorer;

/// A temporary folder (sandbox) with two scenario files.
fn room() -> TempDir {
    let room = tempfile::tempdir().unwrap();
    for name in ["a.toml", "b.toml"] {
        fs::write(room.path().join(name), "").unwrap();
    }
    room
}

fn owner(room: &TempDir, name: &str) -> Owner {
    Owner::of_files(&[room.path().join(name)])
}

fn claim(room: &TempDir, scenario: &str, folders: &[&str]) -> Result<Directory, Error> {
    Directory::claim(room.path().join("out"), "run", owner(room, scenario), folders, false)
}

fn force(room: &TempDir, scenario: &str, folders: &[&str]) -> Result<Directory, Error> {
    Directory::claim(room.path().join("out"), "run", owner(room, scenario), folders, true)
}

fn contents_of(folder: &str, files: &[(&str, &str)]) -> FolderContents {
    let files = files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()));
    FolderContents { folder: folder.to_owned(), notes: json!({ "seconds": 1.5 }), files: files.collect() }
}

/// The names of the files below `out`, with their contents.
fn files(room: &TempDir) -> Vec<(String, String)> {
    fn below(folder: &Path, prefix: &str, all: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            match entry.path().is_dir() {
                true => below(&entry.path(), &format!("{name}/"), all),
                false => all.push((name, fs::read_to_string(entry.path()).unwrap_or_default())),
            }
        }
    }
    let mut all = Vec::new();
    below(&room.path().join("out"), "", &mut all);
    all.sort();
    all
}

fn names(room: &TempDir) -> Vec<String> {
    files(room).into_iter().map(|(name, _)| name).collect()
}

fn put(room: &TempDir, path: &str, text: &str) {
    let path = room.path().join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Whether the error is [`Error::Input`] with these words.
fn says(refused: &Error, words: &str) -> bool {
    matches!(refused, Error::Input(told) if told.contains(words))
}

#[test]
fn files_arrive_with_a_manifest_and_nothing_else() {
    let room = room();
    let directory = claim(&room, "a.toml", &["book"]).unwrap();
    assert!(!room.path().join("out").exists(), "a claim leaves nothing");
    let removed = directory
        .write(&[contents_of("", &[("x.csv", "1")]), contents_of("book", &[("x.csv", "2")])])
        .unwrap();
    assert_eq!(names(&room), ["book/run.json", "book/x.csv", "run.json", "x.csv"]);
    assert_eq!(removed, Vec::<PathBuf>::new());
    assert_eq!(fs::read_dir(room.path().join("out")).unwrap().count(), 3, "the staging folder is gone");
}

#[test]
fn a_directory_belongs_to_its_scenario_however_its_path_is_written() {
    let room = room();
    claim(&room, "a.toml", &[]).unwrap().write(&[contents_of("", &[("x.csv", "1")])]).unwrap();
    fs::create_dir(room.path().join("sub")).unwrap();
    claim(&room, "sub/../a.toml", &[]).unwrap();
    let refused = claim(&room, "b.toml", &[]).unwrap_err();
    assert!(says(&refused, "b.toml; choose another directory"), "{refused}");
    let removed = force(&room, "b.toml", &[]).unwrap().write(&[contents_of("", &[("y.csv", "1")])]).unwrap();
    assert_eq!(removed, [room.path().join("out/x.csv")]);
    assert_eq!(names(&room), ["run.json", "y.csv"]);
    claim(&room, "b.toml", &[]).unwrap();
}

#[test]
fn a_project_may_be_moved() {
    let room = room();
    claim(&room, "a.toml", &[]).unwrap().write(&[contents_of("", &[("x.csv", "1")])]).unwrap();
    let moved = tempfile::tempdir().unwrap();
    fs::rename(room.path(), moved.path().join("project")).unwrap();
    let project = moved.path().join("project");
    let owner = Owner::of_files(&[project.join("a.toml")]);
    Directory::claim(project.join("out"), "run", owner, &[], false).unwrap();
}

#[test]
fn what_the_previous_run_wrote_is_removed_and_told_and_nothing_else() {
    let room = room();
    let old = [
        contents_of("", &[("old.svg", "o"), ("edited.svg", "e"), ("x.csv", "1")]),
        contents_of("book", &[("x.csv", "2")]),
    ];
    claim(&room, "a.toml", &[]).unwrap().write(&old).unwrap();
    let directory = claim(&room, "a.toml", &[]).unwrap();
    put(&room, "out/mine", "mine");
    put(&room, "out/edited.svg", "with my notes");
    let removed = directory.write(&[contents_of("", &[("x.csv", "new")])]).unwrap();
    assert_eq!(removed, [room.path().join("out/old.svg")]);
    // The folder of a variant that is not part of this run stays.
    assert_eq!(names(&room), ["book/run.json", "book/x.csv", "edited.svg", "mine", "run.json", "x.csv"]);
}

#[test]
fn commands_do_not_remove_each_others_files() {
    let room = room();
    claim(&room, "a.toml", &[]).unwrap().write(&[contents_of("", &[("x.csv", "1")])]).unwrap();
    let sweep = |files: &[(&str, &str)]| {
        let path = room.path().join("out");
        let directory = Directory::claim(path, "sweep", owner(&room, "a.toml"), &[], false).unwrap();
        directory.write(&[contents_of("", files)]).unwrap()
    };
    assert!(sweep(&[("sweep.csv", "1"), ("x.csv", "2")]).is_empty());
    assert!(claim(&room, "a.toml", &[]).unwrap().write(&[contents_of("", &[])]).unwrap().is_empty());
    assert_eq!(names(&room), ["run.json", "sweep.csv", "sweep.json", "x.csv"]);
}

#[test]
fn what_the_user_has_put_or_changed_there_is_not_replaced() {
    let room = room();
    let write = || {
        claim(&room, "a.toml", &["book"])?
            .write(&[contents_of("", &[("x.csv", "1")]), contents_of("book", &[("x.csv", "2")])])
    };
    put(&room, "out/thesis.doc", "years of work");
    assert!(says(&write().unwrap_err(), "is not empty"));
    fs::remove_file(room.path().join("out/thesis.doc")).unwrap();
    put(&room, "out/book/notes", "mine");
    assert!(says(&write().unwrap_err(), "is not empty"));
    fs::remove_dir_all(room.path().join("out")).unwrap();
    write().unwrap();
    write().unwrap();
    put(&room, "out/book/x.csv", "changed");
    let before = files(&room);
    let refused = write().unwrap_err();
    assert!(says(&refused, "book/x.csv has changed since"), "{refused}");
    assert_eq!(files(&room), before);
    let directory = claim(&room, "a.toml", &[]).unwrap();
    put(&room, "out/y.csv", "mine");
    let refused = directory.write(&[contents_of("", &[("x.csv", "1"), ("y.csv", "2")])]).unwrap_err();
    assert!(says(&refused, "y.csv was not written by fizzle"), "{refused}");
    force(&room, "a.toml", &["book"]).unwrap().write(&[contents_of("book", &[("x.csv", "3")])]).unwrap();
    assert_eq!(fs::read_to_string(room.path().join("out/book/x.csv")).unwrap(), "3");
}

#[test]
fn a_manifest_that_lies_removes_nothing() {
    let room = room();
    put(&room, "out/thesis.doc", "years of work");
    for lie in [
        r#"{"scenario":"a.toml","files":["thesis.doc"]}"#.to_owned(),
        r#"{"fizzle":"0.1.0","command":"run","scenario":"a.toml","identity":["../a.toml"],"files":{"thesis.doc":"0"},"checksum":"0"}"#.to_owned(),
        Manifest::text(
            "run",
            &owner(&room, "a.toml"),
            &room.path().join("out"),
            &json!({}),
            &[("thesis.doc".to_owned(), b"other work".to_vec()), ("../a.toml".to_owned(), Vec::new())],
        ),
    ] {
        put(&room, "out/run.json", &lie);
        // It does not matter here if these calls fail.
        let _ = claim(&room, "a.toml", &[]).and_then(|directory| directory.write(&[contents_of("", &[])]));
        let _ = force(&room, "a.toml", &[]).and_then(|directory| directory.write(&[contents_of("", &[])]));
        assert_eq!(fs::read_to_string(room.path().join("out/thesis.doc")).unwrap(), "years of work");
        assert!(room.path().join("a.toml").exists());
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_links() {
    use std::os::unix::fs::symlink;
    let room = room();
    put(&room, "elsewhere/x.csv", "mine");
    let contents = [contents_of("", &[("x.csv", "1")]), contents_of("book", &[("x.csv", "2")])];
    claim(&room, "a.toml", &["book"]).unwrap().write(&contents).unwrap();
    // A link in the place of a folder is rejected even with force.
    fs::remove_dir_all(room.path().join("out/book")).unwrap();
    symlink(room.path().join("elsewhere"), room.path().join("out/book")).unwrap();
    for directory in [claim(&room, "a.toml", &["book"]), force(&room, "a.toml", &["book"])] {
        assert!(says(&directory.unwrap_err(), "is a symbolic link, and"));
    }
    // A link in the place of a file is replaced with force, not followed.
    fs::remove_file(room.path().join("out/x.csv")).unwrap();
    symlink(room.path().join("elsewhere/x.csv"), room.path().join("out/x.csv")).unwrap();
    assert!(says(&claim(&room, "a.toml", &[]).unwrap_err(), "is a symbolic link, and"));
    force(&room, "a.toml", &[]).unwrap().write(&contents[..1]).unwrap();
    assert!(!room.path().join("out/x.csv").is_symlink());
    assert_eq!(fs::read_to_string(room.path().join("elsewhere/x.csv")).unwrap(), "mine");
    // The directory itself may be a link, since the user named it.
    fs::rename(room.path().join("out"), room.path().join("real")).unwrap();
    fs::remove_file(room.path().join("real/book")).unwrap();
    symlink(room.path().join("real"), room.path().join("out")).unwrap();
    claim(&room, "a.toml", &["book"]).unwrap().write(&contents).unwrap();
}

#[test]
fn a_failure_leaves_nothing_behind() {
    let room = room();
    fs::create_dir_all(room.path().join("out/y.csv")).unwrap();
    let contents = [contents_of("", &[("x.csv", "1"), ("y.csv", "2")])];
    let refused = force(&room, "a.toml", &[]).unwrap().write(&contents).unwrap_err();
    let is_of_the_system = matches!(&refused, Error::Machine(words) if words.contains("y.csv"));
    assert!(is_of_the_system, "{refused}");
    assert_eq!(fs::read_dir(room.path().join("out")).unwrap().count(), 1);
    let refused =
        Directory::claim(room.path().join("a.toml/below"), "run", owner(&room, "b.toml"), &[], true);
    assert!(says(&refused.unwrap_err(), "a.toml is a file"));
}

/// Simulates a run that is killed after `in_place` files were renamed.
fn write_and_die(directory: &Directory, contents: &[FolderContents], in_place: usize) {
    let mut staging = Staging::enter(&directory.path, &mut Made::default()).unwrap();
    staging.begin();
    let mut staged = Vec::new();
    for one in contents {
        let folder = directory.path.join(&one.folder);
        for (name, bytes) in &one.files {
            staged.push((staging.stage(bytes).unwrap(), folder.join(name)));
        }
    }
    for one in contents {
        let folder = directory.path.join(&one.folder);
        let text = Manifest::text("run", &directory.owner, &folder, &one.notes, &one.files);
        let path = folder.join(Manifest::file_name("run"));
        staged.push((staging.stage_manifest(&one.folder, &text).unwrap(), path));
        fs::create_dir_all(&folder).unwrap();
    }
    rename(&staged[..in_place]).unwrap();
}

#[test]
fn a_run_that_was_killed_poisons_no_folder() {
    for fresh in [true, false] {
        for (first, second) in (0..=4).flat_map(|first| (0..=4).map(move |second| (first, second))) {
            let room = room();
            let contents =
                |text: &str| [contents_of("", &[("x.csv", text)]), contents_of("book", &[("x.csv", text)])];
            if !fresh {
                claim(&room, "a.toml", &["book"]).unwrap().write(&contents("0")).unwrap();
            }
            for (text, in_place) in [("1", first), ("2", second)] {
                write_and_die(&claim(&room, "a.toml", &["book"]).unwrap(), &contents(text), in_place);
            }
            if first + second > 0 || !fresh {
                let refused = claim(&room, "b.toml", &[]);
                assert!(says(&refused.unwrap_err(), "holds the results of"), "{first} {second}");
            }
            let removed = claim(&room, "a.toml", &["book"]).unwrap().write(&contents("3")).unwrap();
            assert!(removed.is_empty());
            assert_eq!(names(&room), ["book/run.json", "book/x.csv", "run.json", "x.csv"]);
        }
    }
}

#[test]
fn a_folder_of_the_users_is_not_taken_for_the_staging_folder() {
    let room = room();
    put(&room, "out/.fizzle-staging/thesis.doc", "years of work");
    let write = |directory: Result<Directory, _>| {
        directory.and_then(|directory| directory.write(&[contents_of("", &[])]))
    };
    for directory in [claim(&room, "a.toml", &[]), force(&room, "a.toml", &[])] {
        assert!(says(&write(directory).unwrap_err(), "under this name"));
    }
    assert_eq!(
        fs::read_to_string(room.path().join("out/.fizzle-staging/thesis.doc")).unwrap(),
        "years of work"
    );
}

#[test]
fn many_may_write_at_the_same_time() {
    let room = room();
    std::thread::scope(|scope| {
        for number in 0..10 {
            let room = &room;
            scope.spawn(move || {
                let text = number.to_string();
                for _ in 0..5 {
                    let contents = [
                        contents_of("", &[("x.csv", &text), ("y.csv", &text)]),
                        contents_of("book", &[("x.csv", &text)]),
                    ];
                    claim(room, "a.toml", &["book"]).unwrap().write(&contents).unwrap();
                }
            });
        }
    });
    let files = files(&room);
    assert_eq!(files.len(), 5, "{files:?}");
    let texts: Vec<&String> =
        files.iter().filter(|(name, _)| name.ends_with("csv")).map(|(_, text)| text).collect();
    assert!(texts.iter().all(|text| *text == texts[0]), "{texts:?}");
}

#[test]
fn a_page_is_replaced_only_as_it_was_made() {
    let room = room();
    let page = room.path().join("pages/a.html");
    let html = |text: &str| {
        let opening = explorer::Opening { scenario: Some(text), odds: None };
        explorer::html(opening, &owner(&room, "a.toml").of_page())
    };
    let write = |text: &str, name: &str, force: bool| {
        Page::claim(page.clone(), owner(&room, name), force).and_then(|page| page.write(text))
    };
    for text in ["one", "two"] {
        write(&html(text), "a.toml", false).unwrap();
        assert_eq!(fs::read_to_string(&page).unwrap(), html(text));
    }
    let refused = write("", "b.toml", false);
    assert!(says(&refused.unwrap_err(), "is a page of"));
    fs::write(&page, html("two").replace("two", "three")).unwrap();
    let refused = write("", "a.toml", false);
    assert!(says(&refused.unwrap_err(), "has changed since"));
    fs::write(&page, "mine").unwrap();
    let refused = write("", "a.toml", false);
    assert!(says(&refused.unwrap_err(), "was not written by"));
    write(&html("one"), "a.toml", true).unwrap();
    assert_eq!(fs::read_dir(room.path().join("pages")).unwrap().count(), 1);
}
