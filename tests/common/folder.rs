//! A folder of its own, and the command run in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

/// A folder that is gone after the test.
pub struct Folder {
    root: TempDir,
    patience: Duration,
}

impl Folder {
    /// An empty one, in which a command has to be done within `patience`.
    pub fn new(patience: Duration) -> Self {
        Folder { root: tempfile::tempdir().unwrap(), patience }
    }

    /// One with the scenarios in it that come with the program, as users have it.
    pub fn with_scenarios() -> Self {
        let folder = Folder::new(Duration::from_secs(60));
        fs::create_dir(folder.path("scenarios")).unwrap();
        for path in super::scenarios_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios")) {
            fs::copy(&path, folder.path("scenarios").join(path.file_name().unwrap())).unwrap();
        }
        folder
    }

    /// The command in this folder; arguments are parted as a shell does.
    pub fn fizzle(&self, arguments: &str) -> Command {
        let mut command = Command::new(cargo_bin!("fizzle"));
        command.current_dir(&self.root).args(parted(arguments)).timeout(self.patience);
        command
    }

    /// A process of the command in this folder, which goes on beside the test. What it says on
    /// standard error can be read from it.
    pub fn spawn(&self, arguments: &str) -> Child {
        let mut command = std::process::Command::new(cargo_bin!("fizzle"));
        command.current_dir(&self.root).args(parted(arguments));
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.root.path().join(path)
    }

    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(path), text).unwrap();
    }

    /// The names of what is in a folder.
    #[track_caller]
    pub fn names(&self, folder: &str) -> BTreeSet<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

/// Arguments as a shell parts them.
fn parted(arguments: &str) -> Vec<String> {
    shlex::split(arguments).unwrap_or_else(|| panic!("a quote is open: {arguments}"))
}
