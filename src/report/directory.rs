//! Output directories: whose they are, and how files get there whole.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use serde_json::Value;
use tempfile::NamedTempFile;

/// The file of `run` that says which scenario a directory belongs to.
pub const MARK: &str = "run.json";

/// The same of every command: each takes away what it has left there itself, and
/// nothing that is another's.
const MARKS: [&str; 7] =
    [MARK, "sweep.json", "compare.json", "advise.json", "attribute.json", "balance.json", "sheet.json"];

/// A directory that may not be written, or cannot be.
#[derive(Debug)]
pub enum DirectoryError {
    /// It belongs to another scenario, or is none of ours.
    Foreign {
        /// The directory.
        path: PathBuf,
        /// The scenario it belongs to, if it is one of ours.
        owner: Option<String>,
    },
    /// There is a file in its place.
    NotADirectory(PathBuf),
    /// The system does not let us write.
    Io {
        /// What was to be written.
        path: PathBuf,
        /// Why it failed.
        error: io::Error,
    },
}

impl fmt::Display for DirectoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DirectoryError::Foreign { path, owner: Some(owner) } => write!(
                f,
                "{} holds the results of {owner}; choose another directory with --out, or overwrite them with --force",
                path.display()
            ),
            DirectoryError::Foreign { path, owner: None } => write!(
                f,
                "{} is not empty, and not an output directory of fizzle; choose another with --out, or write into it with --force",
                path.display()
            ),
            DirectoryError::NotADirectory(path) => {
                write!(f, "{} is a file; choose a directory with --out", path.display())
            }
            DirectoryError::Io { path, error } => write!(f, "cannot write {}: {error}", path.display()),
        }
    }
}

impl std::error::Error for DirectoryError {}

/// Whether results of the scenario at `scenario`, its path as given, may and can
/// be written into `directory`. With `force` only a file in its place is in the
/// way. What it makes to find out is gone again when it returns.
pub fn claim(directory: &Path, scenario: &str, force: bool) -> Result<(), DirectoryError> {
    let failed = |error| DirectoryError::Io { path: directory.to_owned(), error };
    let mut made = Made::default();
    let mut entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            made.directories(directory).map_err(failed)?;
            fs::read_dir(directory).map_err(failed)?
        }
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            let file = directory.ancestors().find(|path| path.is_file()).unwrap_or(directory);
            return Err(DirectoryError::NotADirectory(file.to_owned()));
        }
        Err(error) => return Err(failed(error)),
    };
    if !force && entries.next().is_some() {
        match owner(directory) {
            Some(owner) if owner == scenario => {}
            owner => return Err(DirectoryError::Foreign { path: directory.to_owned(), owner }),
        }
    }
    stage(directory, &[]).map(drop).map_err(failed)
}

/// Writes files into a directory: each of them whole, and none if one cannot be
/// written. Paths are relative to it. Files that an earlier run of the same
/// scenario has left there, and that this one does not write, are taken away.
///
/// # Errors
/// Whatever the system says. Only if it refuses to rename a file that is already
/// written, may some be new and others old.
pub fn write(directory: &Path, files: &[(PathBuf, Vec<u8>)]) -> Result<(), DirectoryError> {
    let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let stale = stale_files(directory, files);
    let mut made = Made::default();
    let mut staged = Vec::new();
    for (name, bytes) in files {
        let path = directory.join(name);
        let failed = |error| DirectoryError::Io { path: path.clone(), error };
        // Found out now, before any file is in its place.
        if path.is_dir() {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        }
        let parent = path.parent().unwrap_or(directory);
        made.directories(parent).map_err(failed)?;
        staged.push((stage(parent, bytes).map_err(failed)?, path));
    }
    for (file, path) in staged {
        file.persist(&path).map_err(|error| DirectoryError::Io { path, error: error.error })?;
    }
    made.keep();
    for path in stale {
        // Somebody else may have taken it away; then there is nothing left to do.
        let _ = fs::remove_file(&path);
        // The folder of a variant goes with its last file, and no sooner.
        let _ = path.parent().filter(|folder| *folder != directory).map(fs::remove_dir);
    }
    Ok(())
}

/// Held while files are being written: a process that ends then would leave some behind.
static WRITING: Mutex<()> = Mutex::new(());

/// Keeps everybody from writing, unless somebody writes right now.
pub fn writing() -> Option<MutexGuard<'static, ()>> {
    match WRITING.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// A file with a temporary name beside its place.
fn stage(parent: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".fizzle-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any program makes files: the user's mask takes off what it should.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // Their messages would tell the temporary name, which is nobody's concern.
    let mut file = builder.tempfile_in(parent).map_err(|error| io::Error::from(error.kind()))?;
    file.as_file_mut().write_all(bytes)?;
    file.as_file().sync_data()?;
    Ok(file)
}

fn owner(directory: &Path) -> Option<String> {
    MARKS.iter().find_map(|name| Some(mark(directory, name)?.get("scenario")?.as_str()?.to_owned()))
}

fn mark(directory: &Path, name: &str) -> Option<Value> {
    serde_json::from_slice(&fs::read(directory.join(name)).ok()?).ok()
}

/// What earlier runs of the same command have noted as their own, and `files` does not
/// replace: in the directory, and in the folders of the same scenario's variants.
fn stale_files(directory: &Path, files: &[(PathBuf, Vec<u8>)]) -> Vec<PathBuf> {
    let owner = owner(directory);
    let inside = fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    let variants = inside.filter(|path| path.is_dir() && owner.is_some() && self::owner(path) == owner);
    let is_written = |name: &&&str| files.iter().any(|(path, _)| path.as_path() == Path::new(name));
    let own = MARKS.iter().find(is_written).unwrap_or(&MARK);
    let mut stale = Vec::new();
    for folder in std::iter::once(directory.to_owned()).chain(variants) {
        let mark = mark(&folder, own).unwrap_or_default();
        let noted = mark.get("files").and_then(Value::as_array).into_iter().flatten();
        let ours = noted.filter_map(Value::as_str).filter(|name| !name.contains(['/', '\\']));
        let paths = ours.map(|name| folder.join(name));
        stale.extend(paths.filter(|path| !files.iter().any(|(written, _)| directory.join(written) == *path)));
    }
    stale
}

/// Directories that were made, and go again unless they are kept.
#[derive(Default)]
struct Made(Vec<PathBuf>);

impl Made {
    fn directories(&mut self, path: &Path) -> io::Result<()> {
        let missing: Vec<&Path> =
            path.ancestors().take_while(|p| !p.as_os_str().is_empty() && !p.exists()).collect();
        for directory in missing.into_iter().rev() {
            match fs::create_dir(directory) {
                Ok(()) => self.0.push(directory.to_owned()),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && directory.is_dir() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        for directory in self.0.iter().rev() {
            // Only if it is empty, which is all that we have a right to.
            let _ = fs::remove_dir(directory);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> (PathBuf, Vec<u8>) {
        (PathBuf::from(name), text.as_bytes().to_vec())
    }

    fn names(directory: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn files_arrive_whole_and_nothing_else() {
        let root = tempfile::tempdir().unwrap();
        let directory = root.path().join("a/b");
        write(&directory, &[file("x.csv", "1"), file("book/x.csv", "2")]).unwrap();
        assert_eq!(names(&directory), ["book", "x.csv"]);
        assert_eq!(fs::read_to_string(directory.join("book/x.csv")).unwrap(), "2");
    }

    #[test]
    fn a_failure_leaves_nothing_behind() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("in-the-way"), "").unwrap();
        let directory = root.path().join("a/b");
        let files = [file("x.csv", "1"), file("../../in-the-way/y.csv", "2")];
        assert!(matches!(write(&directory, &files), Err(DirectoryError::Io { .. })));
        assert_eq!(names(root.path()), ["in-the-way"]);
    }

    #[test]
    fn a_directory_belongs_to_its_scenario() {
        let root = tempfile::tempdir().unwrap();
        let directory = root.path().join("out");
        claim(&directory, "a.toml", false).unwrap();
        write(&directory, &[file(MARK, r#"{"scenario": "a.toml"}"#)]).unwrap();
        claim(&directory, "a.toml", false).unwrap();
        let refused = claim(&directory, "b.toml", false).unwrap_err();
        assert!(matches!(refused, DirectoryError::Foreign { owner: Some(owner), .. } if owner == "a.toml"));
        claim(&directory, "b.toml", true).unwrap();
    }

    #[test]
    fn a_foreign_folder_is_left_alone_unless_it_is_empty() {
        let root = tempfile::tempdir().unwrap();
        claim(root.path(), "a.toml", false).unwrap();
        fs::write(root.path().join("thesis.doc"), "years of work").unwrap();
        let refused = claim(root.path(), "a.toml", false).unwrap_err();
        assert!(matches!(refused, DirectoryError::Foreign { owner: None, .. }));
        let refused = claim(&root.path().join("thesis.doc"), "a.toml", true).unwrap_err();
        assert!(matches!(refused, DirectoryError::NotADirectory(_)));
    }

    #[test]
    fn a_variant_that_is_no_longer_asked_for_goes() {
        let root = tempfile::tempdir().unwrap();
        let mark = r#"{"scenario": "a.toml", "files": ["x.csv", "run.json"]}"#;
        let old = [file(MARK, mark), file("x.csv", ""), file("book/x.csv", ""), file("book/run.json", mark)];
        write(root.path(), &old).unwrap();
        fs::create_dir(root.path().join("mine")).unwrap();
        write(root.path(), &[file("x.csv", ""), file(MARK, mark)]).unwrap();
        assert_eq!(names(root.path()), ["mine", MARK, "x.csv"]);
    }

    #[test]
    fn what_an_earlier_run_made_and_this_one_does_not_is_taken_away() {
        let root = tempfile::tempdir().unwrap();
        let mark = r#"{"scenario": "a.toml", "files": ["old.svg", "x.csv", "../kept"]}"#;
        write(root.path(), &[file(MARK, mark), file("old.svg", ""), file("x.csv", ""), file("mine", "")])
            .unwrap();
        write(root.path(), &[file("x.csv", "new")]).unwrap();
        assert_eq!(names(root.path()), ["mine", MARK, "x.csv"]);
    }
}
