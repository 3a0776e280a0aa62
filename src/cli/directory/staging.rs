//! The folder in which files wait until all of them are written, and its lock.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{self, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::manifest::Manifest;
use super::{DirectoryError, Made};

/// The name of the folder, inside the output directory.
pub const FOLDER: &str = ".fizzle-staging";

const LOCK: &str = "lock";

/// What the lock file says, so that no folder of the user's is taken for this one.
const CONTENT: &str =
    "Here fizzle keeps results until all are written. A later run clears what a killed one has left.\n";

/// How long a run waits for another that writes into the same directory.
const PATIENCE: Duration = Duration::from_secs(10);

/// The folder, locked.
///
/// Files are staged, then renamed into their places, the manifests last. A run that is killed
/// leaves its staged manifests here. They prove to the next run which files it had put in
/// place, so they stay until a run has come to its end.
pub struct Staging {
    path: PathBuf,
    lock: File,
    number: usize,
    staged: Vec<PathBuf>,
    is_begun: bool,
    _writing: MutexGuard<'static, ()>,
}

/// Held while files are being written: a process that ends then would leave some behind.
static WRITING: Mutex<()> = Mutex::new(());

/// Keeps everybody in this process from writing, unless somebody writes right now.
pub fn writing() -> Option<MutexGuard<'static, ()>> {
    match WRITING.try_lock() {
        Ok(guard) => Some(guard),
        Err(sync::TryLockError::Poisoned(error)) => Some(error.into_inner()),
        Err(sync::TryLockError::WouldBlock) => None,
    }
}

/// A staged manifest, and the folder below the output directory that it is about.
pub struct Leftover {
    /// The folder; empty for the output directory itself.
    pub folder: String,
    /// The manifest.
    pub manifest: Manifest,
}

impl Staging {
    /// Makes the folder in `directory`, which is made too if it is missing, and waits for its
    /// lock.
    ///
    /// # Errors
    /// When another process keeps the lock, or a folder of this name is not fizzle's.
    pub fn enter(directory: &Path, made: &mut Made) -> Result<Staging, DirectoryError> {
        let path = directory.join(FOLDER);
        let failed = DirectoryError::io(directory);
        let start = Instant::now();
        loop {
            let writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
            // Whoever leaves takes the folder away, and sometimes the directory too. Then
            // begin again.
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
                    return Err(DirectoryError::Machine(format!(
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

    /// Writes a file that is to be renamed later.
    pub fn stage(&mut self, bytes: &[u8]) -> io::Result<PathBuf> {
        self.write(format!("file-{}", self.number), bytes)
    }

    /// Writes the manifest of a folder, which is to be renamed later.
    pub fn stage_manifest(&mut self, folder: &str, text: &str) -> io::Result<PathBuf> {
        self.write(format!("manifest-{}-{folder}", self.number), text.as_bytes())
    }

    fn write(&mut self, name: String, bytes: &[u8]) -> io::Result<PathBuf> {
        self.number += 1;
        let path = self.path.join(name);
        self.staged.push(path.clone());
        let mut file = File::create_new(&path)?;
        file.write_all(bytes)?;
        // A name must not arrive before the content does when the power fails.
        file.sync_data()?;
        Ok(path)
    }

    /// Files are put into their places from now on: if that fails, the manifests stay here.
    pub fn begin(&mut self) {
        self.is_begun = true;
    }

    /// All is in its place: nothing of what is left here is needed any more.
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

/// Removes the folder, whose lock is ours, if nothing is in it but that lock.
fn remove(folder: &Path) {
    // Elsewhere than on Unix nobody could see that a lock belongs to a removed file.
    if cfg!(unix) && contents(folder).is_ok_and(|left| left.len() == 1) {
        let _ = fs::remove_file(folder.join(LOCK));
        let _ = fs::remove_dir(folder);
    }
}

/// The manifests that runs have left in a directory which were killed, or which are at work.
pub fn leftovers(directory: &Path) -> Vec<Leftover> {
    let entries = fs::read_dir(directory.join(FOLDER)).into_iter().flatten().flatten();
    let leftover = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let (_, folder) = name.strip_prefix("manifest-")?.split_once('-')?;
        let manifest = Manifest::parse(&fs::read_to_string(entry.path()).ok()?)?;
        Some(Leftover { folder: folder.to_owned(), manifest })
    };
    entries.filter_map(leftover).collect()
}

/// The lock of the folder; nothing where another process has it, or has just removed it.
fn locked(folder: &Path) -> Result<Option<File>, DirectoryError> {
    let path = folder.join(LOCK);
    let failed = DirectoryError::io(folder.parent().unwrap_or(folder));
    let not_ours = || DirectoryError::not_staging(folder);
    let is_link = |path: &Path| path.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink());
    let is_without_lock = contents(folder).is_ok_and(|files| !files.is_empty() && !files.contains(&path));
    if is_link(folder) || is_link(&path) || folder.is_file() || is_without_lock {
        return Err(not_ours());
    }
    let mut lock = match File::options().read(true).write(true).create(true).truncate(false).open(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) if error.kind() == io::ErrorKind::IsADirectory => return Err(not_ours()),
        other => other.map_err(&failed)?,
    };
    match lock.try_lock() {
        Err(TryLockError::WouldBlock) => return Ok(None),
        // There are file systems without locks; better no lock than no results.
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
        // A new one, or of a run that was killed before it came so far.
        lock.rewind().map_err(&failed)?;
        if let Err(error) = lock.write_all(CONTENT.as_bytes()) {
            remove(folder);
            return Err(failed(error));
        }
    }
    Ok(Some(lock))
}

/// Whether an open file is the one at `path`, and not another of that name.
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

fn contents(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect()
}

/// Clears files that a killed run has left, and gives the first number that no manifest has.
/// Whatever else is in the folder is the user's.
fn check(folder: &Path) -> Result<usize, DirectoryError> {
    let failed = DirectoryError::io(folder);
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
            _ => return Err(DirectoryError::not_staging(&path)),
        }
    }
    for path in files {
        fs::remove_file(path).map_err(&failed)?;
    }
    Ok(next)
}
