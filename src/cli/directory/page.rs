//! Files that tell by themselves whether fizzle wrote them: pages, parts and manual pages.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::made::Made;
use super::manifest::Owner;
use super::staging::Staging;
use super::{check_links, rename};
use crate::cli::error::Error;
use crate::report::page;

/// How parts of a command's work begin.
pub const PART: &str = "fizzle part\n";

/// How manual pages begin. The digest of all lines after the first ends the first, so that fizzle
/// recognizes the pages that it wrote and nobody changed.
pub const MANUAL: &str = ".\\\" Written by `fizzle man`, which replaces it unless it is edited: ";

/// How much of a file is read to find out what it is: a page names its owner near its beginning.
const BEGINNING: u64 = 1 << 16;

/// Whether a file tells by itself that fizzle wrote it.
pub fn is_of_fizzle(path: &Path) -> bool {
    let mut bytes = Vec::new();
    let read = |file: File| file.take(BEGINNING).read_to_end(&mut bytes);
    // Special files may be endless, and so may those of the kernel, which have no length.
    let is_file = path.symlink_metadata().is_ok_and(|file| file.is_file() && file.len() > 0);
    let is_read = is_file && File::open(path).and_then(read).is_ok();
    let begins = |mark: &str| bytes.starts_with(mark.as_bytes());
    is_read && (begins(PART) || begins(MANUAL) || page::owner(&String::from_utf8_lossy(&bytes)).is_some())
}

/// A page that a command may write.
#[derive(Debug)]
pub struct Page {
    path: PathBuf,
    owner: Owner,
    force: bool,
}

impl Page {
    /// Checks that the page of `owner` may be written at `path`: if there is no file, or an unchanged
    /// page of the same owner.
    ///
    /// # Errors
    /// If the page may not be written. With `force`, only if `path` is a directory or contains a
    /// broken link.
    pub fn claim(path: PathBuf, owner: Owner, force: bool) -> Result<Page, Error> {
        let page = Page { path, owner, force };
        page.check()?;
        Ok(page)
    }

    /// The path of the page.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The text that identifies the owner in the page.
    pub fn owner(&self) -> String {
        self.owner.of_page()
    }

    /// Writes the complete page, or nothing.
    ///
    /// # Errors
    /// Those of [`claim`](Page::claim), or if the system refuses.
    pub fn write(&self, html: &str) -> Result<(), Error> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let files = [(self.path.clone(), html.as_bytes())];
        write_files(folder.unwrap_or(Path::new(".")), &files, |_| self.check())
    }

    fn check(&self) -> Result<(), Error> {
        let path = &self.path;
        if path.is_dir() {
            return Err(Error::in_the_way(path, "is a directory; write --out FILE.html"));
        }
        claim_file(path, self.force, |bytes| match page::owner(&String::from_utf8_lossy(bytes)) {
            None => Err(Error::not_ours(path, false)),
            Some(other) if other != self.owner() => Err(Error::in_the_way(
                path,
                format!("is a page of {other}; choose another file with --out, or overwrite it with --force"),
            )),
            Some(_) if !page::is_unchanged(&String::from_utf8_lossy(bytes)) => {
                Err(Error::not_ours(path, true))
            }
            Some(_) => Ok(()),
        })
    }
}

/// Checks that a file may be written: if it does not exist, or if `check` accepts its bytes. With
/// `force`, any file may be overwritten.
///
/// # Errors
/// If the file may not be written.
pub fn claim_file(
    path: &Path,
    force: bool,
    check: impl FnOnce(&[u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    check_links(path.parent().unwrap_or(path))?;
    if force || path.symlink_metadata().is_err() {
        return Ok(());
    }
    if path.is_symlink() {
        return Err(Error::link(path));
    }
    // Special files may be endless.
    if !path.is_file() {
        return Err(Error::not_ours(path, false));
    }
    check(&fs::read(path).unwrap_or_default())
}

/// Writes complete files into a folder, or none if `claim` rejects one of them.
///
/// # Errors
/// Those of `claim`, or if the system refuses.
pub fn write_files(
    folder: &Path,
    files: &[(PathBuf, impl AsRef<[u8]>)],
    mut claim: impl FnMut(&Path) -> Result<(), Error>,
) -> Result<(), Error> {
    check_links(folder)?;
    let mut made = Made::default();
    let mut staging = Staging::enter(folder, &mut made)?;
    // Files may have changed since they were claimed, while the results were computed.
    files.iter().try_for_each(|(path, _)| claim(path))?;
    let mut staged = Vec::new();
    for (path, bytes) in files {
        staged.push((staging.stage(bytes.as_ref()).map_err(Error::io(path))?, path.clone()));
    }
    rename(&staged)?;
    made.keep();
    Ok(())
}
