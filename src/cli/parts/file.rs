//! The file format of a part of a command's work.
//!
//! A file starts with the bytes `fizzle part\n` and one byte for the number of the format. Chunks
//! follow, each after its length in bytes (8 bytes, little-endian): the header as JSON, then the part
//! of every job of the command ([`Part::to_bytes`](crate::analysis::Part::to_bytes)). The last 16 bytes
//! are the hash of everything before them, little-endian, too.
//!
//! The header contains everything that the command needs: its arguments, and the texts of its scenario
//! files. So parts can be merged on a machine that does not have these files.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::cli::directory::write_marked;
use crate::cli::error::Error;
use crate::cli::load::CarriedFile;
use crate::digest::hash;

/// The first bytes of the file of a part.
const MAGIC: &str = "fizzle part\n";

/// The number of the format.
const FORMAT: u8 = 1;

/// The maximum number of parts of one command.
const MOST_PARTS: u64 = 1_000_000;

/// The number of a part and the total number, as in `3/10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartNumber {
    /// The number of the part, counted from 1.
    pub number: u64,
    /// The total number of parts.
    pub of: u64,
}

/// Reads the number of a part.
pub fn parse_part(text: &str) -> Result<PartNumber, String> {
    let numbers =
        text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((number, of)) if (1..=of).contains(&number) && of <= MOST_PARTS => Ok(PartNumber { number, of }),
        _ => Err(format!("write K/N, K from 1 to N and N at most {MOST_PARTS}, as in 3/10")),
    }
}

/// The description of a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of fizzle that computed it.
    pub version: String,
    /// The command.
    pub command: String,
    /// Its arguments, except those that affect only where results go and how fast they are computed.
    pub arguments: Vec<String>,
    /// The number of the part.
    pub part: PartNumber,
    /// Its scenario files.
    pub files: Vec<CarriedFile>,
}

/// A part.
pub struct PartFile {
    pub header: Header,
    /// Its share of every job, as bytes.
    pub jobs: Vec<Vec<u8>>,
}

impl PartFile {
    /// Writes the part into a folder, which is created if it is missing. Returns the path.
    ///
    /// # Errors
    /// When the file cannot be written, or another file has its name.
    pub fn write(&self, folder: &Path) -> Result<PathBuf, Error> {
        let Header { command, part: PartNumber { number, of }, .. } = &self.header;
        let digits = of.to_string().len();
        let name = format!("{command}-{number:0digits$}-of-{of}.part");
        let path = folder.join(&name);
        if path.symlink_metadata().is_ok() && !is_part(&path) {
            return Err(Error::Input(format!(
                "{} is not a part; move it away, or choose another folder with --out",
                path.display()
            )));
        }
        write_marked(folder, MAGIC, &[(name, self.bytes().split_off(MAGIC.len()))], false)?;
        Ok(path)
    }

    fn bytes(&self) -> Vec<u8> {
        let header = serde_json::to_vec(&self.header).expect("all in it is text or a number");
        let mut bytes = [MAGIC.as_bytes(), &[FORMAT]].concat();
        for chunk in std::iter::once(&header).chain(&self.jobs) {
            bytes.extend((chunk.len() as u64).to_le_bytes());
            bytes.extend(chunk);
        }
        let sum = hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads a part.
    ///
    /// # Errors
    /// When the file cannot be read, is not a part, or is damaged.
    pub fn read(path: &Path) -> Result<PartFile, Error> {
        let name = path.display();
        let bytes = fs::read(path).map_err(|error| Error::Input(format!("cannot read {name}: {error}")))?;
        let Some([format, ..]) = bytes.strip_prefix(MAGIC.as_bytes()) else {
            return Err(Error::Input(format!("{name} is not a part; name files that --part has written")));
        };
        if *format != FORMAT {
            return Err(Error::Input(format!(
                "{name} has format {format}, and this fizzle reads format {FORMAT}; use one version for all"
            )));
        }
        PartFile::parse(&bytes)
            .ok_or_else(|| Error::Input(format!("{name} is damaged; compute that part again")))
    }

    fn parse(bytes: &[u8]) -> Option<PartFile> {
        let (content, sum) = bytes.split_last_chunk::<16>()?;
        if hash(content) != u128::from_le_bytes(*sum) {
            return None;
        }
        let mut left = content.get(MAGIC.len() + 1..)?;
        let mut chunks = Vec::new();
        while !left.is_empty() {
            let (length, rest) = left.split_first_chunk::<8>()?;
            let (chunk, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
            chunks.push(chunk.to_vec());
            left = rest;
        }
        let mut chunks = chunks.into_iter();
        let header = serde_json::from_slice(&chunks.next()?).ok()?;
        Some(PartFile { header, jobs: chunks.collect() })
    }
}

/// Whether the file at a path is a part.
fn is_part(path: &Path) -> bool {
    let mut start = vec![0; MAGIC.len()];
    let is_file = path.symlink_metadata().is_ok_and(|file| file.is_file());
    is_file
        && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && start == MAGIC.as_bytes()
}

/// The options that affect only where results go and how fast they are computed: first those with a
/// value, then those without.
const OF_PLACE: [&[&str]; 2] =
    [&["--part", "--out", "--threads", "--color"], &["--quiet", "--force", "--resume"]];

/// Returns the arguments after the program name, except those that affect only where results go and how
/// fast they are computed.
///
/// # Errors
/// When an argument is not Unicode text.
pub fn own_arguments(line: &[OsString]) -> Result<Vec<String>, Error> {
    let [with_value, alone] = OF_PLACE;
    let mut own = Vec::new();
    let mut words = line.iter().skip(1);
    while let Some(word) = words.next() {
        let word = word.to_str().ok_or_else(|| {
            Error::Input(format!("{} is no Unicode text, and cannot be kept in a part", word.display()))
        })?;
        let option = word.split('=').next().unwrap_or_default();
        match word {
            _ if alone.contains(&word) => {}
            _ if with_value.contains(&word) => drop(words.next()),
            _ if with_value.contains(&option) => {}
            _ => own.push(word.to_owned()),
        }
    }
    Ok(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_from_1() {
        assert_eq!(parse_part("3/10"), Ok(PartNumber { number: 3, of: 10 }));
        for text in ["0/10", "11/10", "3", "3/", "/3", "-1/3", "1/0", "1/1000001", "a/b", "1/2/3"] {
            assert!(parse_part(text).is_err(), "{text}");
        }
    }

    #[test]
    fn where_and_how_fast_are_no_arguments_of_a_part() {
        let line =
            "fizzle run a.toml --part 1/2 --set choice.force=5 --out=x --quiet --threads 3 --joint=hits";
        let line: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let own = ["run", "a.toml", "--set", "choice.force=5", "--joint=hits"];
        assert_eq!(own_arguments(&line).unwrap(), own);
    }
}
