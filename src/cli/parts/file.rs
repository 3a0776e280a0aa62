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
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::cli::directory::{PART as MAGIC, claim_file, write_files};
use crate::cli::error::{Error, wrong};
use crate::cli::files::CarriedFile;
use crate::cli::terminal::say;
use crate::digest::hash;

/// The number of the format.
const FORMAT: u8 = 2;

/// The maximum size of a part in bytes: an endless file is refused, too.
const MOST_BYTES: u64 = 4 << 30;

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

impl PartNumber {
    fn is_valid(self) -> bool {
        (1..=self.of).contains(&self.number) && self.of <= MOST_PARTS
    }
}

/// Reads the number of a part.
pub fn parse_part(text: &str) -> Result<PartNumber, String> {
    let numbers = |(number, of): (&str, &str)| {
        Some(PartNumber { number: number.parse().ok()?, of: of.parse().ok()? }).filter(|part| part.is_valid())
    };
    let part = text.split_once('/').and_then(numbers);
    part.ok_or_else(|| format!("write K/N, K from 1 to N and N at most {MOST_PARTS}, as in 3/10"))
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

impl Header {
    /// The path of the part in a folder.
    pub fn path(&self, folder: &Path) -> PathBuf {
        let Header { command, part: PartNumber { number, of }, .. } = self;
        let digits = of.to_string().len();
        folder.join(format!("{command}-{number:0digits$}-of-{of}.part"))
    }

    /// Checks that the part may be written at its path in a folder: if there is no file, or an unchanged
    /// part of the same command, with the same arguments, for the same files. The files, or fizzle, may
    /// have changed since then; returns what has.
    ///
    /// # Errors
    /// When another file, or a part of other work, is there. With `force`, only if it is a folder.
    pub fn claim(&self, folder: &Path, force: bool) -> Result<Option<String>, Error> {
        let path = &self.path(folder);
        let mut change = None;
        claim_file(path, force, |bytes| {
            let Some(other) = PartFile::parse(bytes) else {
                return Err(Error::not_ours(path, bytes.starts_with(MAGIC.as_bytes())));
            };
            let Some(what) = other.header.difference(self) else { return Ok(()) };
            let Header { arguments, part, .. } = &other.header;
            if (arguments, part) == (&self.arguments, &self.part) && other.header.names().eq(self.names()) {
                change = Some(what);
                return Ok(());
            }
            let advice = "choose another folder with --out, move it away, or overwrite it with --force";
            Err(Error::in_the_way(path, format!("is a part of other work: {what}; {advice}")))
        })?;
        Ok(change)
    }

    /// The paths of its files as they were given.
    fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.name.as_str())
    }

    /// Describes how the work of two parts differs.
    pub fn difference(&self, other: &Header) -> Option<String> {
        let Header { version, command: _, arguments, part, files } = self;
        if *version != other.version {
            return Some(format!("one was computed by fizzle {version}, the other by {}", other.version));
        }
        if *arguments != other.arguments {
            let [one, other] = [arguments, &other.arguments].map(|words| words.join(" "));
            return Some(format!("`fizzle {one}` and `fizzle {other}`"));
        }
        if part.of != other.part.of {
            return Some(format!("one of {}, one of {} parts", part.of, other.part.of));
        }
        let differing = files.iter().zip(&other.files).find(|(one, other)| one != other);
        match differing {
            Some((one, _)) => Some(format!("{} has changed between them", one.name)),
            None if files.len() != other.files.len() => Some("they read other scenario files".to_owned()),
            None => None,
        }
    }

    /// Whether fizzle may have written the header: a forged one could take `merge` elsewhere.
    fn is_valid(&self) -> bool {
        let line: Vec<OsString> = std::iter::once("fizzle")
            .chain(self.arguments.iter().map(String::as_str))
            .map(OsString::from)
            .collect();
        self.part.is_valid()
            && self.arguments.first() == Some(&self.command)
            && own_arguments(&line).is_ok_and(|own| own == self.arguments)
    }
}

/// A part.
pub struct PartFile {
    pub header: Header,
    /// Its share of every job, as bytes.
    pub jobs: Vec<Vec<u8>>,
}

impl PartFile {
    /// Writes the part into a folder, which is created if it is missing. Returns the path. If the part
    /// that it replaces differs, says so.
    ///
    /// # Errors
    /// When the file cannot be written, or another file has its name; see [`Header::claim`].
    pub fn write(&self, folder: &Path, force: bool) -> Result<PathBuf, Error> {
        let path = self.header.path(folder);
        let mut change = None;
        write_files(folder, &[(path.clone(), self.bytes())], |_| {
            change = self.header.claim(folder, force)?;
            Ok(())
        })?;
        if let Some(what) = change {
            say(&format!("replaced {}: {what}", path.display()));
        }
        Ok(path)
    }

    fn bytes(&self) -> Vec<u8> {
        let header = serde_json::to_vec(&self.header).expect("all in it is text or a number");
        let mut bytes = [MAGIC.as_bytes(), &[FORMAT]].concat();
        for part in std::iter::once(&header).chain(&self.jobs) {
            bytes.extend(chunk(part));
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
        let failed = |error| wrong!("cannot read {name}: {error}");
        let mut file = File::open(path).map_err(failed)?.take(MOST_BYTES + 1);
        let mut bytes = Vec::new();
        // What does not begin as a part does may be endless.
        file.by_ref().take(1 + MAGIC.len() as u64).read_to_end(&mut bytes).map_err(failed)?;
        let Some([format, ..]) = bytes.strip_prefix(MAGIC.as_bytes()) else {
            return Err(wrong!("{name} is not a part; name files that --part has written"));
        };
        let format = *format;
        file.read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(wrong!("{name} is larger than any part can be: {} GB", MOST_BYTES >> 30));
        }
        if format != FORMAT {
            return Err(wrong!(
                "{name} has format {format}, and this fizzle reads format {FORMAT}; use one version for all"
            ));
        }
        PartFile::parse(&bytes).ok_or_else(|| wrong!("{name} is damaged; compute that part again"))
    }

    fn parse(bytes: &[u8]) -> Option<PartFile> {
        let (content, sum) = bytes.split_last_chunk::<16>()?;
        if hash(content) != u128::from_le_bytes(*sum) {
            return None;
        }
        let (chunks, []) = chunks(content.get(MAGIC.len() + 1..)?) else { return None };
        let mut chunks = chunks.into_iter();
        let header: Header = serde_json::from_slice(&chunks.next()?).ok()?;
        header.is_valid().then(|| PartFile { header, jobs: chunks.collect() })
    }
}

/// Bytes after their length.
pub fn chunk(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u64).to_le_bytes(), bytes].concat()
}

/// The chunks at the start of some bytes, and the bytes behind the last complete one.
pub fn chunks(mut bytes: &[u8]) -> (Vec<Vec<u8>>, &[u8]) {
    let mut chunks = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk::<8>()
        && let Ok(length) = usize::try_from(u64::from_le_bytes(*length))
        && let Some((chunk, rest)) = rest.split_at_checked(length)
    {
        chunks.push(chunk.to_vec());
        bytes = rest;
    }
    (chunks, bytes)
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
        let word = word
            .to_str()
            .ok_or_else(|| wrong!("{} is not Unicode text, and cannot be kept in a part", word.display()))?;
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
