//! Long runs that keep intermediate results, so that they can continue after an interruption.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::file::{chunk, chunks};
use crate::analysis::{Fingerprint, Job, Part, Progress};
use crate::cli::directory::{Made, RESUME, keep_names};
use crate::cli::error::Error;

/// About this many seconds of work are lost at worst.
const SECONDS: f64 = 2.0;

/// Computes a job piece by piece, and keeps each piece in a file in `folder`. Pieces that are already
/// there are not computed again. Also returns the path of the file, which can be removed once the
/// answer is written.
///
/// # Errors
/// When the job fails, or the file cannot be read or written.
pub fn resumed<J: Job>(job: &J, folder: &Path, progress: &Progress) -> Result<(J::Answer, PathBuf), Error> {
    let plan = job.fingerprint();
    let mut kept = Kept::open(folder, &plan)?;
    let mut sum = job.part(0..0, progress)?;
    for bytes in kept.read()? {
        // Skips anything in the file that is not a part.
        let Ok(part) = Part::from_bytes(&bytes) else { continue };
        if job.check(&part).is_ok() {
            let _ = sum.add(part);
        }
    }
    let (unit, all) = plan.work(&(0..plan.units()));
    let work = progress.begin(unit, Some(all));
    sum.blocks().iter().for_each(|blocks| work.add(plan.work(blocks).1));
    let mut size = 1;
    while let Some(missing) = sum.missing(plan.units()) {
        let range = missing.start..missing.end.min(missing.start + size);
        let start = Instant::now();
        let part = job.part(range.clone(), progress)?;
        let pace = SECONDS / start.elapsed().as_secs_f64().max(1e-6);
        kept.add(&part.to_bytes())?;
        sum.add(part).map_err(|error| Error::Machine(error.to_string()))?;
        work.add(plan.work(&range).1);
        size = ((range.end - range.start) as f64 * pace.min(4.0)).max(1.0) as u64;
    }
    drop(work);
    Ok((job.answer(vec![sum], progress)?, kept.path))
}

/// A file to which parts are appended, each after its length in bytes.
struct Kept {
    path: PathBuf,
    file: File,
}

impl Kept {
    /// Opens and locks the file of a job.
    fn open(folder: &Path, plan: &Fingerprint) -> Result<Kept, Error> {
        let path = folder.join(format!("{RESUME}-{}", plan.digest()));
        let failed = failed(&path);
        let mut made = Made::default();
        made.directories(folder).map_err(&failed)?;
        made.keep();
        if path.is_symlink() {
            return Err(failed(io::Error::other("there is a symbolic link in its place")));
        }
        let file = File::options().read(true).write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(&failed)?;
        keep_names(folder).map_err(&failed)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(Error::Machine(format!(
                "another fizzle is computing the same in {}; wait for it",
                folder.display()
            ))),
            // Other errors are ignored: some file systems have no locks.
            _ => Ok(Kept { path, file }),
        }
    }

    /// Reads the parts in the file. Cuts off the last one if it is incomplete.
    fn read(&mut self) -> Result<Vec<Vec<u8>>, Error> {
        let failed = failed(&self.path);
        let mut bytes = Vec::new();
        self.file.read_to_end(&mut bytes).map_err(&failed)?;
        let (parts, incomplete) = chunks(&bytes);
        self.file.set_len((bytes.len() - incomplete.len()) as u64).map_err(&failed)?;
        self.file.seek(SeekFrom::End(0)).map_err(&failed)?;
        Ok(parts)
    }

    fn add(&mut self, part: &[u8]) -> Result<(), Error> {
        self.file.write_all(&chunk(part)).and_then(|()| self.file.sync_data()).map_err(failed(&self.path))
    }
}

fn failed(path: &Path) -> impl Fn(io::Error) -> Error + use<> {
    let path = path.display().to_string();
    move |error| Error::Machine(format!("cannot keep what is computed in {path}: {error}"))
}
