//! New directories that are removed again unless something is written into them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::keep_names;

/// Directories that were created. They are removed on drop unless they are kept.
#[derive(Default)]
pub struct Made(Vec<PathBuf>);

impl Made {
    /// Creates a directory and its missing parents.
    pub fn directories(&mut self, path: &Path) -> io::Result<()> {
        let missing: Vec<&Path> =
            path.ancestors().take_while(|p| !p.as_os_str().is_empty() && !p.exists()).collect();
        for directory in missing.into_iter().rev() {
            match fs::create_dir(directory) {
                Ok(()) => {
                    self.0.push(directory.to_owned());
                    keep_names(directory.parent().unwrap_or(directory))?;
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && directory.is_dir() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Keeps the directories.
    pub fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        for directory in self.0.iter().rev() {
            // This fails for a directory that is not empty, whose files may belong to others.
            let _ = fs::remove_dir(directory);
        }
    }
}
