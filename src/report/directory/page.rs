//! Pages, which say themselves whose they are.

use std::fs;
use std::path::Path;

use super::made::Made;
use super::manifest::Owner;
use super::staging::Staging;
use super::{DirectoryError, rename};
use crate::report::page;

/// Checks that a page may be written: where there is none, or one of the same owner that
/// nobody has changed.
///
/// # Errors
/// When it may not; with `force` only if a directory is in the way.
pub fn claim_page(path: &Path, owner: &Owner, force: bool) -> Result<(), DirectoryError> {
    if path.is_dir() {
        return Err(DirectoryError::NotAPage(path.to_owned()));
    }
    if force || path.symlink_metadata().is_err() {
        return Ok(());
    }
    if path.is_symlink() {
        return Err(DirectoryError::Link(path.to_owned()));
    }
    let text = fs::read_to_string(path).unwrap_or_default();
    match page::owner(&text) {
        None => Err(DirectoryError::NotOurs { path: path.to_owned(), is_changed: false }),
        Some(other) if other != owner.of_page() => {
            Err(DirectoryError::ForeignPage { path: path.to_owned(), owner: other })
        }
        Some(_) if !page::is_unchanged(&text) => {
            Err(DirectoryError::NotOurs { path: path.to_owned(), is_changed: true })
        }
        Some(_) => Ok(()),
    }
}

/// Writes a page whole.
///
/// # Errors
/// As [`claim_page`], or when the system refuses.
pub fn write_page(path: &Path, html: &str, owner: &Owner, force: bool) -> Result<(), DirectoryError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut made = Made::default();
    let mut staging = Staging::enter(folder, &mut made)?;
    // It may have changed while the page was computed.
    claim_page(path, owner, force)?;
    let staged = staging.stage(html.as_bytes()).map_err(DirectoryError::io(path))?;
    rename(&[(staged, path.to_owned())])?;
    made.keep();
    Ok(())
}
