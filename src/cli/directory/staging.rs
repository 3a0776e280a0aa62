//! The staging folder, where files are kept until all of them are written, and its lock.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{self, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::manifest::Manifest;
use super::{Made, contents};
use crate::cli::error::Error;

/// The name of the folder, inside the output directory.
pub const FOLDER: &str = ".fizzle-staging";

const LOCK: &str = "lock";

/// The content of the lock file, which distinguishes the staging folder from folders of the user.
const CONTENT: &str =
    "Here fizzle keeps results until all are written. A later run clears what a killed one has left.\n";

/// The time that a run waits for another one that writes into the same directory.
const PATIENCE: Duration = Duration::from_secs(10);

/// The locked staging folder.
///
/// Files are staged, then renamed to their final paths, manifests last. A run that is killed leaves
/// its staged manifests here. They prove to the next run which files it had moved into place, so they
/// are kept until a run finishes.
pub struct Staging {
    path: PathBuf,
    lock: File,
    number: usize,
    staged: Vec<PathBuf>,
    is_begun: bool,
    _writing: MutexGuard<'static, ()>,
}

/// Held while files are being written, when the process must not exit.
static WRITING: Mutex<()> = Mutex::new(());

/// Blocks all writing in this process while the guard is held. Returns `None` if files are being
/// written right now.
pub fn writing() -> Option<MutexGuard<'static, ()>> {
    match WRITING.try_lock() {
        Ok(guard) => Some(guard),
        Err(sync::TryLockError::Poisoned(error)) => Some(error.into_inner()),
        Err(sync::TryLockError::WouldBlock) => None,
    }
}

impl Staging {
    /// Creates the staging folder in `directory`, which is created, too, if it is missing, and waits
    /// for its lock.
    ///
    /// # Errors
    /// If another process holds the lock for too long, if a folder of this name is not fizzle's, or
    /// if the system refuses.
    pub fn enter(directory: &Path, made: &mut Made) -> Result<Staging, Error> {
        let path = directory.join(FOLDER);
        let failed = Error::io(directory);
        let start = Instant::now();
        loop {
            let writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
            // A process that finishes removes the folder, and sometimes the directory, too. Then
            // start over.
            made.directories(directory).map_err(&failed)?;
            match fs::create_dir(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(failed(error)),
                _ => {}
            }
            match locked(&path)? {
                Some(lock) => {
                    let number = check(&path)?;
                    return Ok(Staging {
                        path,
                        lock,
                        number,
                        staged: Vec::new(),
                        is_begun: false,
                        _writing: writing,
                    });
                }
                None if start.elapsed() > PATIENCE => {
                    return Err(Error::Machine(format!(
                        "another fizzle is writing into {}; try again when it is done, or choose another place with --out",
                        directory.display()
                    )));
                }
                None => {
                    drop(writing);
                    thread::sleep(Duration::from_millis(10));
                }
            }
        }
    }

    /// Writes a file to be renamed later. Returns its path in the staging folder.
    pub fn stage(&mut self, bytes: &[u8]) -> io::Result<PathBuf> {
        self.write(format!("file-{}", self.number), bytes)
    }

    /// Writes the manifest of a folder, to be renamed later. Returns its path in the staging folder.
    pub fn stage_manifest(&mut self, folder: &str, text: &str) -> io::Result<PathBuf> {
        self.write(format!("manifest-{}-{folder}", self.number), text.as_bytes())
    }

    fn write(&mut self, name: String, bytes: &[u8]) -> io::Result<PathBuf> {
        self.number += 1;
        let path = self.path.join(name);
        self.staged.push(path.clone());
        let mut file = File::create_new(&path)?;
        file.write_all(bytes)?;
        // After a power failure there must be no renamed file without its content.
        file.sync_data()?;
        Ok(path)
    }

    /// Marks the start of the renames. If one fails, the staged manifests are kept.
    pub fn begin(&mut self) {
        self.is_begun = true;
    }

    /// Marks the end of the renames. All remaining staged files are removed.
    pub fn finish(mut self) {
        self.staged = contents(&self.path).unwrap_or_default();
        self.staged.retain(|path| !path.ends_with(LOCK));
        self.is_begun = false;
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        if self.is_begun {
            return;
        }
        for path in &self.staged {
            let _ = fs::remove_file(path);
        }
        remove(&self.path);
        let _ = self.lock.unlock();
    }
}

/// Removes the folder if it contains only the lock file. The caller must hold the lock.
fn remove(folder: &Path) {
    // Only on Unix can `is_at` detect that a lock belongs to a removed file.
    if cfg!(unix) && contents(folder).is_ok_and(|left| left.len() == 1) {
        let _ = fs::remove_file(folder.join(LOCK));
        let _ = fs::remove_dir(folder);
    }
}

/// The staged manifests of a folder of a directory, of runs that were killed or are still writing. The folder's name
/// is empty for the directory itself.
pub fn leftovers(directory: &Path, of: &str) -> Vec<Manifest> {
    let entries = fs::read_dir(directory.join(FOLDER)).into_iter().flatten().flatten();
    let leftover = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let (_, folder) = name.strip_prefix("manifest-")?.split_once('-')?;
        Manifest::parse(&fs::read_to_string(entry.path()).ok()?).filter(|_| folder == of)
    };
    entries.filter_map(leftover).collect()
}

/// Locks the folder. Returns `None` if another process holds the lock or has just removed it.
fn locked(folder: &Path) -> Result<Option<File>, Error> {
    let path = folder.join(LOCK);
    let failed = Error::io(folder.parent().unwrap_or(folder));
    let not_ours = || Error::not_staging(folder);
    let is_without_lock = contents(folder).is_ok_and(|files| !files.is_empty() && !files.contains(&path));
    if folder.is_symlink() || path.is_symlink() || folder.is_file() || is_without_lock {
        return Err(not_ours());
    }
    let mut lock = match File::options().read(true).write(true).create(true).truncate(false).open(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) if error.kind() == io::ErrorKind::IsADirectory => return Err(not_ours()),
        other => other.map_err(&failed)?,
    };
    match lock.try_lock() {
        Err(TryLockError::WouldBlock) => return Ok(None),
        // Some file systems do not support locks. Results without a lock are better than none.
        Ok(()) | Err(TryLockError::Error(_)) => {}
    }
    if !is_at(&lock, &path) {
        return Ok(None);
    }
    let mut content = String::new();
    (&lock).take(1 + CONTENT.len() as u64).read_to_string(&mut content).map_err(|_| not_ours())?;
    if !CONTENT.starts_with(&content) {
        return Err(not_ours());
    }
    if content.len() < CONTENT.len() {
        // The lock file is new, or from a run that was killed before it wrote the content.
        lock.rewind().map_err(&failed)?;
        if let Err(error) = lock.write_all(CONTENT.as_bytes()) {
            remove(folder);
            return Err(failed(error));
        }
    }
    Ok(Some(lock))
}

/// Whether an open file is still the one at `path`, not a removed or replaced one.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), path.symlink_metadata()) {
        (Ok(open), Ok(named)) => identity(open) == identity(named),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Removes staged files of a killed run, and returns the first number that no staged manifest has.
///
/// # Errors
/// If the folder contains anything else, which must be the user's.
fn check(folder: &Path) -> Result<usize, Error> {
    let failed = Error::io(folder);
    let mut files = Vec::new();
    let mut next = 0;
    for path in contents(folder).map_err(&failed)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_file = path.symlink_metadata().is_ok_and(|metadata| metadata.is_file());
        let number = name.split('-').nth(1).and_then(|number| number.parse::<usize>().ok());
        match (name.split('-').next(), number) {
            (Some(LOCK), None) if is_file => {}
            (Some("file"), Some(_)) if is_file => files.push(path.clone()),
            (Some("manifest"), Some(number)) if is_file => next = next.max(number + 1),
            _ => return Err(Error::not_staging(&path)),
        }
    }
    for path in files {
        fs::remove_file(path).map_err(&failed)?;
    }
    Ok(next)
}
