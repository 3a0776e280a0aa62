//! Output directories: checks their owner, writes complete files, and never touches files that fizzle
//! did not write.

mod error;

mod made;

mod page;

mod manifest;

mod staging;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::error::Error;

pub use self::made::Made;
pub use self::manifest::Owner;
pub use self::page::{MANUAL, PART, Page, claim_file, write_files};
pub use self::staging::writing;

/// The prefix of the names of files in an output directory that hold the intermediate results of a
/// long run until it ends.
pub const RESUME: &str = ".fizzle-resume";

/// The intermediate results in a directory of runs that have not ended.
pub fn unfinished(directory: &Path) -> Vec<PathBuf> {
    let mut unfinished = contents(directory).unwrap_or_default();
    unfinished.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(RESUME)));
    unfinished
}

/// The paths of what is in a folder.
pub fn contents(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect()
}

use self::manifest::Manifest;
use self::staging::{Staging, leftovers};

/// The files of one folder of results.
#[derive(Clone, Debug, Default)]
pub struct FolderContents {
    /// The folder's name below the directory; empty for the directory itself.
    pub folder: String,
    /// Additional data for the manifest, besides the owner and the list of files.
    pub notes: Value,
    /// The files by name.
    pub files: Vec<(String, Vec<u8>)>,
}

/// A directory that a command may write its results into.
///
/// Every folder with results has a manifest, `COMMAND.json`, with the owner and the digests of the
/// files that the command wrote there. A file is replaced or removed only if a manifest of its
/// folder proves that fizzle wrote it. A folder belongs to the owner that its manifests name.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    command: &'static str,
    owner: Owner,
    force: bool,
}

impl Directory {
    /// Checks that results of `owner` may be written into the directory at `path` and into these
    /// folders of it, and that the system allows it. With `force`, files of others may be overwritten.
    ///
    /// # Errors
    /// If there are files that fizzle cannot prove to be results of the owner, or if the system
    /// refuses.
    pub fn claim(
        path: PathBuf,
        command: &'static str,
        owner: Owner,
        folders: &[&str],
        force: bool,
    ) -> Result<Directory, Error> {
        let directory = Directory { path, command, owner, force };
        directory.check_claim(folders)?;
        directory.check_system()?;
        Ok(directory)
    }

    /// The path of the directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes complete files, or none if one of them may not or cannot be written. Removes the files
    /// that the previous run of this command wrote into these folders and this run does not, and
    /// returns their paths.
    ///
    /// # Errors
    /// If a file in the way is not fizzle's, or if the system refuses. If it refuses to rename a
    /// file that is already written, some files may be new and others old. The next run recognizes
    /// both.
    pub fn write(&self, contents: &[FolderContents]) -> Result<Vec<PathBuf>, Error> {
        let mut made = Made::default();
        let mut staging = Staging::enter(&self.path, &mut made)?;
        let mut stale = Vec::new();
        for one in contents {
            let folder = Folder::read(&self.path, &one.folder)?;
            self.check_owner(&folder)?;
            let names = self.names(one);
            names.iter().try_for_each(|name| self.check_file(&folder, name))?;
            stale.extend(self.stale(&folder, &names));
        }
        let (mut files, mut manifests) = (Vec::new(), Vec::new());
        for one in contents {
            let folder = self.path.join(&one.folder);
            let text = Manifest::text(self.command, &self.owner, &folder, &one.notes, &one.files);
            for (name, bytes) in &one.files {
                let path = folder.join(name);
                files.push((staging.stage(bytes).map_err(Error::io(&path))?, path));
            }
            let path = folder.join(Manifest::file_name(self.command));
            let staged = staging.stage_manifest(&one.folder, &text).map_err(Error::io(&path))?;
            manifests.push((staged, path));
        }
        staging.begin();
        for one in contents {
            let folder = self.path.join(&one.folder);
            made.directories(&folder).map_err(Error::io(&folder))?;
        }
        rename(&files)?;
        // This comes before the rename of the manifests, since the old manifest proves that the
        // files are fizzle's. A file that is gone already is no error.
        stale.retain(|path| fs::remove_file(path).is_ok());
        rename(&manifests)?;
        staging.finish();
        made.keep();
        Ok(stale)
    }

    /// The names of all files of a folder, including the manifest.
    fn names(&self, one: &FolderContents) -> Vec<String> {
        let files = one.files.iter().map(|(name, _)| name.clone());
        files.chain([Manifest::file_name(self.command)]).collect()
    }

    /// Checks owner and files, as far as that is possible before the results are computed.
    fn check_claim(&self, folders: &[&str]) -> Result<(), Error> {
        let check = || {
            for folder in [""].iter().chain(folders) {
                let folder = Folder::read(&self.path, folder)?;
                self.check_owner(&folder)?;
                let own = folder.manifests.iter().filter(|manifest| manifest.command == self.command);
                let mut names = own.flat_map(|manifest| manifest.files.keys());
                names.try_for_each(|name| self.check_file(&folder, name))?;
            }
            Ok(())
        };
        // While another process moves its files into place, they may look like files of others. So a
        // failed check is repeated under the lock, or after that process has finished.
        match check() {
            Err(_) if self.path.join(staging::FOLDER).exists() => {
                let _staging = Staging::enter(&self.path, &mut Made::default())?;
                check()
            }
            Err(_) => check(),
            Ok(()) => Ok(()),
        }
    }

    /// Checks that the system allows writing there. Leaves nothing behind.
    fn check_system(&self) -> Result<(), Error> {
        let existing = self.path.ancestors().find(|path| path.exists()).unwrap_or(Path::new("."));
        match tempfile::tempfile_in(existing) {
            Ok(_) => Ok(()),
            // The original message would contain the name of the temporary file.
            Err(error) => Err(Error::io(&self.path)(error.kind().into())),
        }
    }

    /// Checks that a folder is new or empty, or has only results of this owner.
    fn check_owner(&self, folder: &Folder) -> Result<(), Error> {
        if self.force || folder.is_empty {
            return Ok(());
        }
        match folder.manifests.iter().find(|manifest| !self.owns(manifest, folder)) {
            None if !folder.manifests.is_empty() => Ok(()),
            Some(manifest) => {
                let [theirs, own] = self.owner.told_apart(manifest, &folder.path);
                let message = format!(
                    "holds the results of {theirs}, not of {own}; choose another directory with --out, or overwrite them with --force"
                );
                Err(Error::in_the_way(&folder.path, message))
            }
            None => Err(Error::in_the_way(
                &folder.path,
                "is not empty, and fizzle did not create it; choose another directory with --out, or write into it with --force",
            )),
        }
    }

    fn owns(&self, manifest: &Manifest, folder: &Folder) -> bool {
        manifest.identity == self.owner.identity(&folder.path)
    }

    /// Checks that a file does not exist, or that fizzle wrote it and nobody changed it.
    fn check_file(&self, folder: &Folder, name: &str) -> Result<(), Error> {
        let path = folder.path.join(name);
        let Ok(metadata) = path.symlink_metadata() else { return Ok(()) };
        if metadata.is_dir() {
            return Err(Error::io(&path)(io::ErrorKind::IsADirectory.into()));
        }
        if self.force || folder.has_written(name) {
            return Ok(());
        }
        if metadata.is_symlink() {
            return Err(Error::link(&path));
        }
        let is_changed = folder.manifests.iter().any(|manifest| manifest.files.contains_key(name));
        Err(Error::not_ours(&path, is_changed))
    }

    /// The files that the previous run of this command wrote into a folder, and this run does not.
    /// If the folder is taken over from another owner, the files of all that owner's commands.
    fn stale(&self, folder: &Folder, names: &[String]) -> Vec<PathBuf> {
        let (old, kept): (Vec<_>, Vec<_>) = folder
            .manifests
            .iter()
            .partition(|manifest| manifest.command == self.command || !self.owns(manifest, folder));
        let files = old.iter().flat_map(|manifest| manifest.files.keys().cloned());
        let manifests = old.iter().map(|manifest| Manifest::file_name(&manifest.command));
        let is_kept = |name: &String| {
            names.contains(name) || kept.iter().any(|manifest| manifest.files.contains_key(name))
        };
        let mut stale: Vec<String> =
            files.chain(manifests).filter(|name| !is_kept(name) && folder.has_written(name)).collect();
        stale.sort();
        stale.dedup();
        stale.into_iter().map(|name| folder.path.join(name)).collect()
    }
}

/// Moves files to their final paths, where they keep the permissions of the files that they replace.
fn rename(staged: &[(PathBuf, PathBuf)]) -> Result<(), Error> {
    let mut folders = BTreeSet::new();
    for (from, to) in staged {
        let failed = Error::io(to);
        if let Some(replaced) = to.symlink_metadata().ok().filter(fs::Metadata::is_file) {
            fs::set_permissions(from, replaced.permissions()).map_err(&failed)?;
        }
        fs::rename(from, to).map_err(&failed)?;
        folders.insert(to.parent().unwrap_or(Path::new("")));
    }
    folders.into_iter().try_for_each(|folder| keep_names(folder).map_err(Error::io(folder)))
}

/// Waits until the names of files in a folder are on the disk, so that they survive a power failure.
pub fn keep_names(folder: &Path) -> io::Result<()> {
    // Other systems do not open folders.
    if !cfg!(unix) {
        return Ok(());
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Some file systems cannot do that, and some folders may be written but not read.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::InvalidInput | ErrorKind::Unsupported | ErrorKind::PermissionDenied
            ) =>
        {
            Ok(())
        }
        other => other,
    }
}

/// Checks that no component of a folder's path is a broken symbolic link, since the folder could not be
/// created then.
fn check_links(folder: &Path) -> Result<(), Error> {
    let is_broken = |path: &&Path| path.is_symlink() && !path.exists();
    match folder.ancestors().find(is_broken) {
        Some(link) => Err(Error::in_the_way(
            link,
            "is a symbolic link to something that does not exist; remove it, or choose another place with --out",
        )),
        None => Ok(()),
    }
}

/// The state of a folder before anything is written.
struct Folder {
    path: PathBuf,
    /// The manifests of all commands, including those that killed runs have staged.
    manifests: Vec<Manifest>,
    /// Whether there is nothing but files that tell by themselves that fizzle wrote them.
    is_empty: bool,
}

impl Folder {
    /// Reads a folder of an output directory; `name` is empty for the directory itself.
    fn read(directory: &Path, name: &str) -> Result<Folder, Error> {
        let path = if name.is_empty() { directory.to_owned() } else { directory.join(name) };
        // The directory may be a link, since the user named it. Its folders are fizzle's own, so they
        // must not be links.
        if !name.is_empty() && path.is_symlink() {
            return Err(Error::link(&path));
        }
        let mut folder = Folder { path, manifests: Vec::new(), is_empty: true };
        let entries = match fs::read_dir(&folder.path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                check_links(&folder.path)?;
                return Ok(folder);
            }
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                let file = folder.path.ancestors().find(|path| path.is_file()).unwrap_or(&folder.path);
                return Err(Error::in_the_way(file, "is a file; choose a directory with --out"));
            }
            Err(error) => return Err(Error::io(&folder.path)(error)),
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            if name == staging::FOLDER || name.to_string_lossy().starts_with(RESUME) {
                continue;
            }
            // A page or a part belongs to nobody else, and is never in the way: see `check_file`.
            folder.is_empty = folder.is_empty && page::is_of_fizzle(&entry.path());
            folder.manifests.extend(Manifest::read(&entry.path()));
        }
        folder.manifests.extend(leftovers(directory, name));
        Ok(folder)
    }

    /// Whether a manifest proves that fizzle wrote a file and that it is unchanged.
    fn has_written(&self, name: &str) -> bool {
        // A manifest may name any path, but only files directly in its folder count.
        let path = self.path.join(name);
        if path.parent() != Some(&self.path) || !path.symlink_metadata().is_ok_and(|file| file.is_file()) {
            return false;
        }
        Manifest::read(&path).is_some() || {
            let bytes = fs::read(&path);
            bytes.is_ok_and(|bytes| self.manifests.iter().any(|manifest| manifest.proves(name, &bytes)))
        }
    }
}
