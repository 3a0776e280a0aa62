//! Files that say themselves whose they are: pages, and files with a mark.

use std::fs;
use std::path::{Path, PathBuf};

use super::made::Made;
use super::manifest::Owner;
use super::staging::Staging;
use super::{DirectoryError, check_links, rename};
use crate::report::page;

/// A page that a command may write.
#[derive(Debug)]
pub struct Page {
    path: PathBuf,
    owner: Owner,
    force: bool,
}

impl Page {
    /// Checks that the page of `owner` may be written at `path`: where there is none, or one of the
    /// same owner that nobody has changed.
    ///
    /// # Errors
    /// When it may not; with `force` only if a directory is in the way.
    pub fn claim(path: PathBuf, owner: Owner, force: bool) -> Result<Page, DirectoryError> {
        let page = Page { path, owner, force };
        page.check()?;
        Ok(page)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What identifies its owner in it.
    pub fn owner(&self) -> String {
        self.owner.of_page()
    }

    /// Writes it whole.
    ///
    /// # Errors
    /// As [`claim`](Page::claim), or when the system refuses.
    pub fn write(&self, html: &str) -> Result<(), DirectoryError> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let files = [(self.path.clone(), html.as_bytes())];
        write_files(folder.unwrap_or(Path::new(".")), &files, |_| self.check())
    }

    fn check(&self) -> Result<(), DirectoryError> {
        let path = &self.path;
        if path.is_dir() {
            return Err(DirectoryError::in_the_way(path, "is a directory; write --out FILE.html"));
        }
        claim_file(path, self.force, |bytes| match page::owner(&String::from_utf8_lossy(bytes)) {
            None => Err(DirectoryError::not_ours(path, false)),
            Some(other) if other != self.owner() => Err(DirectoryError::in_the_way(
                path,
                format!("is a page of {other}; choose another file with --out, or overwrite it with --force"),
            )),
            Some(_) if !page::is_unchanged(&String::from_utf8_lossy(bytes)) => {
                Err(DirectoryError::not_ours(path, true))
            }
            Some(_) => Ok(()),
        })
    }
}

/// Checks that a file may be written: where there is none, or one whose bytes `check` accepts.
fn claim_file(
    path: &Path,
    force: bool,
    check: impl FnOnce(&[u8]) -> Result<(), DirectoryError>,
) -> Result<(), DirectoryError> {
    check_links(path.parent().unwrap_or(path))?;
    if force || path.symlink_metadata().is_err() {
        return Ok(());
    }
    if path.is_symlink() {
        return Err(DirectoryError::link(path));
    }
    check(&fs::read(path).unwrap_or_default())
}

/// Writes files with the mark at their beginning into a folder, each of them whole. Where none
/// may be written that is not marked, none is; with `force` all are.
///
/// # Errors
/// When something else than a file with the mark is in the way, or the system refuses.
pub fn write_marked(
    folder: &Path,
    mark: &str,
    files: &[(String, Vec<u8>)],
    force: bool,
) -> Result<(), DirectoryError> {
    let claim = |path: &Path| {
        claim_file(path, force, |bytes| match bytes.starts_with(mark.as_bytes()) {
            true => Ok(()),
            false => Err(DirectoryError::not_ours(path, false)),
        })
    };
    let marked = |(name, text): &(String, Vec<u8>)| (folder.join(name), [mark.as_bytes(), text].concat());
    let files: Vec<(PathBuf, Vec<u8>)> = files.iter().map(marked).collect();
    write_files(folder, &files, claim)
}

/// Writes files into a folder that `claim` lets be written, or none.
fn write_files(
    folder: &Path,
    files: &[(PathBuf, impl AsRef<[u8]>)],
    claim: impl Fn(&Path) -> Result<(), DirectoryError>,
) -> Result<(), DirectoryError> {
    check_links(folder)?;
    let mut made = Made::default();
    let mut staging = Staging::enter(folder, &mut made)?;
    // Files may have changed since they were claimed, while what they say was computed.
    files.iter().try_for_each(|(path, _)| claim(path))?;
    let mut staged = Vec::new();
    for (path, bytes) in files {
        staged.push((staging.stage(bytes.as_ref()).map_err(DirectoryError::io(path))?, path.clone()));
    }
    rename(&staged)?;
    made.keep();
    Ok(())
}
