//! Manifests: proofs of a folder's owner, and of the files that fizzle wrote there.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::digest::{checksum, digest};
use crate::report::json::pretty;

/// The owner of results: scenario files, or a name if no file describes the results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    name: String,
    files: Vec<PathBuf>,
}

impl Owner {
    /// The owner of the results of scenario files. Different paths to a file make the same owner.
    /// Pipes and other paths that are not files have no lasting names, so all of them count as one.
    pub fn of_files(paths: &[PathBuf]) -> Owner {
        let name: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        let file = |path: &PathBuf| match path.is_file() {
            true => path.canonicalize().unwrap_or_else(|_| path.clone()),
            false => PathBuf::from("pipe"),
        };
        Owner { name: name.join(" "), files: paths.iter().map(file).collect() }
    }

    /// The owner of results that no file describes.
    pub fn named(name: &str) -> Owner {
        Owner { name: name.to_owned(), files: Vec::new() }
    }

    /// The text that identifies the owner in a page, which may be anywhere: the paths of the files
    /// relative to the working directory.
    pub fn of_page(&self) -> String {
        self.identity(Path::new(".")).join(" ")
    }

    /// The names of another owner, whose manifest is in `folder`, and of this one. They are whole paths if
    /// the names are alike, as those of two files in different folders may be.
    pub fn told_apart(&self, other: &Manifest, folder: &Path) -> [String; 2] {
        if self.name != other.owner {
            return [other.owner.clone(), self.name.clone()];
        }
        let whole = |path: &String| {
            let path = folder.join(path);
            path.canonicalize().unwrap_or(path).display().to_string()
        };
        [&other.identity, &self.identity(folder)]
            .map(|paths| paths.iter().map(whole).collect::<Vec<_>>().join(" "))
    }

    /// The texts that identify the owner in `folder`: the paths of the files relative to the folder,
    /// so that a project can be moved as a whole, or the name if there are no files.
    pub fn identity(&self, folder: &Path) -> Vec<String> {
        if self.files.is_empty() {
            return vec![self.name.clone()];
        }
        let base = canonical(folder);
        self.files.iter().map(|file| text_of(&relative(&base, file))).collect()
    }
}

/// The path of a folder without links and `..`, even if the folder does not exist yet.
fn canonical(folder: &Path) -> PathBuf {
    let existing = |path: &Path| {
        let real = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        Some(real.canonicalize().ok()?.join(folder.strip_prefix(path).ok()?))
    };
    folder.ancestors().find_map(existing).unwrap_or_else(|| folder.to_owned())
}

/// A path as text. Invalid Unicode is escaped, so that different paths stay different.
fn text_of(path: &Path) -> String {
    path.to_str().map_or_else(|| format!("{path:?}"), str::to_owned)
}

/// The relative path from the absolute path `base` to `file`. Returns `file` unchanged if it is not
/// absolute.
fn relative(base: &Path, file: &Path) -> PathBuf {
    let (from, to): (Vec<_>, Vec<_>) = (base.components().collect(), file.components().collect());
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    if !file.is_absolute() || shared == 0 {
        return file.to_owned();
    }
    let up = from[shared..].iter().map(|_| Path::new(".."));
    up.chain(to[shared..].iter().map(|part| Path::new(part.as_os_str()))).collect()
}

/// The record of a command in a folder: the owner, and the files that it wrote there.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of fizzle that wrote the manifest.
    fizzle: String,
    /// The command.
    pub command: String,
    /// The name of the owner, for messages.
    #[serde(rename = "scenario")]
    pub owner: String,
    /// The texts that identify the owner; see [`Owner::identity`].
    pub identity: Vec<String>,
    /// Additional data of the command.
    #[serde(flatten)]
    notes: Map<String, Value>,
    /// The digests of the files by name.
    pub files: Map<String, Value>,
    /// The [`checksum`] of the manifest's text.
    checksum: String,
}

impl Manifest {
    /// The file name of the manifest of a command.
    pub fn file_name(command: &str) -> String {
        format!("{command}.json")
    }

    /// The text of a manifest with the fields of `notes`.
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

    /// Parses a manifest. Returns `None` if the text is not a manifest, or has been changed.
    pub fn parse(text: &str) -> Option<Manifest> {
        let manifest: Manifest = serde_json::from_str(text).ok()?;
        (manifest.checksum == checksum(text)).then_some(manifest)
    }

    /// Reads the manifest at a path. Returns `None` unless the file is an unchanged manifest and has
    /// the name of its command.
    pub fn read(path: &Path) -> Option<Manifest> {
        // No other files are opened, since special files may be endless.
        let may_be_one = path.extension()? == "json" && path.symlink_metadata().ok()?.is_file();
        let manifest =
            may_be_one.then(|| fs::read_to_string(path).ok())?.and_then(|text| Manifest::parse(&text))?;
        (path.file_name()? == Manifest::file_name(&manifest.command).as_str()).then_some(manifest)
    }

    /// Whether the manifest proves that its command wrote a file with these bytes.
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
