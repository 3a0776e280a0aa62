//! Directories that exist only if something is written into them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Directories that were made, and are removed again unless they are kept.
#[derive(Default)]
pub struct Made(Vec<PathBuf>);

impl Made {
    /// Makes a directory and all above it that are missing.
    pub fn directories(&mut self, path: &Path) -> io::Result<()> {
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

    /// Keeps them.
    pub fn keep(mut self) {
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
