//! What fizzle can prove about a folder: whose it is, and which files it wrote there.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::digest::{checksum, digest};
use crate::report::json::pretty;

/// Whose results are: of scenario files, or of something that no file describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    name: String,
    files: Vec<PathBuf>,
}

impl Owner {
    /// The owner of what scenario files make. The files count, however their paths are
    /// written. Pipes are no files, and have no names that last: all of them are one.
    pub fn of_files(paths: &[PathBuf]) -> Owner {
        let name: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        let file = |path: &PathBuf| match path.is_file() {
            true => path.canonicalize().unwrap_or_else(|_| path.clone()),
            false => PathBuf::from("pipe"),
        };
        Owner { name: name.join(" "), files: paths.iter().map(file).collect() }
    }

    /// The owner of what no file describes.
    pub fn named(name: &str) -> Owner {
        Owner { name: name.to_owned(), files: Vec::new() }
    }

    /// What identifies the owner in a page, which may lie anywhere: the files' paths from the
    /// working directory.
    pub fn of_page(&self) -> String {
        self.identity(Path::new(".")).join(" ")
    }

    /// What identifies the owner to readers in `folder`: the files' paths from there, so that
    /// a project may be moved as a whole. Where no file describes it, its name.
    pub fn identity(&self, folder: &Path) -> Vec<String> {
        if self.files.is_empty() {
            return vec![self.name.clone()];
        }
        let base = canonical(folder);
        self.files.iter().map(|file| text_of(&relative(&base, file))).collect()
    }
}

/// A folder without links and `..`, even if it does not exist yet.
fn canonical(folder: &Path) -> PathBuf {
    let existing = |path: &Path| {
        let real = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        Some(real.canonicalize().ok()?.join(folder.strip_prefix(path).ok()?))
    };
    folder.ancestors().find_map(existing).unwrap_or_else(|| folder.to_owned())
}

/// A path as text. What is no Unicode is escaped, so that no two paths become one.
fn text_of(path: &Path) -> String {
    path.to_str().map_or_else(|| format!("{path:?}"), str::to_owned)
}

/// The path from the folder `base` to `file`, both absolute; `file` as it is, if it is not.
fn relative(base: &Path, file: &Path) -> PathBuf {
    let (from, to): (Vec<_>, Vec<_>) = (base.components().collect(), file.components().collect());
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    if !file.is_absolute() || shared == 0 {
        return file.to_owned();
    }
    let up = from[shared..].iter().map(|_| Path::new(".."));
    up.chain(to[shared..].iter().map(|part| Path::new(part.as_os_str()))).collect()
}

/// What a command has noted about a folder: whose it is, and which files it has written
/// there.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The version that wrote it.
    fizzle: String,
    /// The command.
    pub command: String,
    /// The owner, as people call it.
    #[serde(rename = "scenario")]
    pub owner: String,
    /// What identifies the owner.
    pub identity: Vec<String>,
    /// What the command says besides.
    #[serde(flatten)]
    notes: Map<String, Value>,
    /// The digests of the files by name.
    pub files: Map<String, Value>,
    /// That of its text, without this line.
    checksum: String,
}

impl Manifest {
    /// The file name of the manifest of a command.
    pub fn file_name(command: &str) -> String {
        format!("{command}.json")
    }

    /// The text of a manifest, which has `notes` besides.
    pub fn text(
        command: &str,
        owner: &Owner,
        folder: &Path,
        notes: &Value,
        files: &[(String, Vec<u8>)],
    ) -> String {
        let digests = files.iter().map(|(name, bytes)| (name.clone(), json!(digest(bytes))));
        let mut manifest = Manifest {
            fizzle: env!("CARGO_PKG_VERSION").to_owned(),
            command: command.to_owned(),
            owner: owner.name.clone(),
            identity: owner.identity(folder),
            notes: notes.as_object().cloned().unwrap_or_default(),
            files: digests.collect(),
            checksum: String::new(),
        };
        manifest.checksum = checksum(&pretty(&json!(manifest)));
        pretty(&json!(manifest))
    }

    /// Reads a manifest; nothing where the text is none, or has been changed since.
    pub fn parse(text: &str) -> Option<Manifest> {
        let manifest: Manifest = serde_json::from_str(text).ok()?;
        (manifest.checksum == checksum(text)).then_some(manifest)
    }

    /// Reads the manifest at a path, where a file of its command's name is one.
    pub fn read(path: &Path) -> Option<Manifest> {
        // Nothing else is opened: some files never end.
        let may_be_one = path.extension()? == "json" && path.symlink_metadata().ok()?.is_file();
        let manifest =
            may_be_one.then(|| fs::read_to_string(path).ok())?.and_then(|text| Manifest::parse(&text))?;
        (path.file_name()? == Manifest::file_name(&manifest.command).as_str()).then_some(manifest)
    }

    /// Whether it proves that a file has been written by its command and is unchanged.
    pub fn proves(&self, name: &str, bytes: &[u8]) -> bool {
        self.files.get(name).is_some_and(|noted| *noted == digest(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_reads_back_and_a_changed_one_does_not() {
        let own = json!({ "seconds": 7.25, "title": "Bolt" });
        let files = [("x.csv".to_owned(), b"1".to_vec())];
        let text = Manifest::text("run", &Owner::named("bolt"), Path::new("."), &own, &files);
        let manifest = Manifest::parse(&text).unwrap();
        assert_eq!((manifest.command.as_str(), manifest.owner.as_str()), ("run", "bolt"));
        assert!(manifest.proves("x.csv", b"1"));
        assert!(!manifest.proves("x.csv", b"2") && !manifest.proves("y.csv", b"1"));
        assert!(Manifest::parse(&text.replace("7.25", "8.5")).is_some(), "the wall time does not count");
        assert!(Manifest::parse(&text.replace("Bolt", "Ball")).is_none());
        assert!(Manifest::parse(r#"{"scenario": "lb.toml", "files": ["thesis.doc"]}"#).is_none());
    }

    #[test]
    fn paths_are_relative_to_the_folder() {
        let way = |base, file| relative(Path::new(base), Path::new(file));
        assert_eq!(way("/a/b", "/a/c/d.toml"), Path::new("../c/d.toml"));
        assert_eq!(way("/a", "/a/d.toml"), Path::new("d.toml"));
        assert_eq!(way("/a", "/dev/stdin"), Path::new("../dev/stdin"));
        assert_eq!(way("/a", "-"), Path::new("-"));
    }
}
