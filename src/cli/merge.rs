//! `fizzle merge`: the results of one command from its parts.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::balance::BalanceArguments;
use super::directory::contents;
use super::error::{Error, wrong};
use super::files::Files;
use super::parts::{Header, PartFile, Shares};
use super::sweep::SweepArguments;
use super::{Command, parsed};

/// What `fizzle merge` is told.
#[derive(Debug, Args)]
pub struct MergeArguments {
    /// All parts of a command that was run with --part, in any order: files, or the folders they are in
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    /// Folder for the results [default: that of the command]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write into DIR even if it holds other files
    #[arg(long)]
    force: bool,
    /// Hide the progress bar
    #[arg(long)]
    quiet: bool,
}

/// Runs the command that the parts belong to, with their merged results.
pub fn merge(arguments: &MergeArguments, out: &mut dyn Write) -> Result<(), Error> {
    let MergeArguments { parts, out: folder, force, quiet } = arguments;
    let (header, shares) = read(&files_of(parts)?)?;
    let line = std::iter::once("fizzle".to_owned()).chain(header.arguments);
    let mut command = parsed(line)?.command.unwrap_or_default();
    let (parts, output, is_quiet) = match &mut command {
        Command::Run(run) => (&mut run.parts, Some(&mut run.output), &mut run.work.quiet),
        Command::Sweep(SweepArguments { parts, options, .. })
        | Command::Balance(BalanceArguments { parts, options, .. }) => {
            (parts, Some(&mut options.output), &mut options.work.quiet)
        }
        Command::Verify(_) if folder.is_some() => {
            return Err(wrong!("verify writes no files; leave --out away"));
        }
        Command::Verify(verify) => (&mut verify.parts, None, &mut verify.quiet),
        _ => return Err(wrong!("`fizzle {}` is not done in parts", header.command)),
    };
    parts.files = Files::Carried(header.files);
    parts.merged = Some(shares);
    if let Some(output) = output {
        output.out.clone_from(folder);
        output.force = *force;
    }
    *is_quiet = *quiet;
    command.run(out)
}

/// The files of parts that are named, or that lie in a folder that is named.
fn files_of(named: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let failed = |error| wrong!("cannot read {}: {error}", path.display());
        let mut parts = contents(path).map_err(failed)?;
        parts.retain(|file| file.extension().is_some_and(|extension| extension == "part"));
        if parts.is_empty() {
            return Err(wrong!("{} has no file whose name ends in .part", path.display()));
        }
        parts.sort();
        files.extend(parts);
    }
    Ok(files)
}

/// Reads the parts of one command. Fails if they are of different commands, or if one is missing or
/// given twice.
fn read(paths: &[PathBuf]) -> Result<(Header, Shares), Error> {
    let mut first: Option<(String, Header)> = None;
    let mut found: BTreeMap<u64, (String, Vec<Vec<u8>>)> = BTreeMap::new();
    for path in paths {
        let name = path.display().to_string();
        let PartFile { header, jobs } = PartFile::read(path)?;
        let number = header.part.number;
        match &first {
            None => first = Some((name.clone(), header)),
            Some((other, of)) => {
                if let Some(what) = of.difference(&header) {
                    return Err(wrong!("{name} and {other} are parts of different work: {what}"));
                }
            }
        }
        if let Some((other, _)) = found.values().find(|(_, others)| others.len() != jobs.len()) {
            return Err(wrong!("{name} or {other} is damaged; compute that part again"));
        }
        if let Some((other, _)) = found.insert(number, (name.clone(), jobs)) {
            return Err(wrong!("{other} and {name} are both part {number}; merge one of them"));
        }
    }
    let (_, header) = first.expect("clap asks for at least one");
    let of = header.part.of;
    // A part is one of `of`, so all that is not found is missing.
    let missing = of - found.len() as u64;
    if missing > 0 {
        let (are, parts) = if missing == 1 { ("is", "part") } else { ("are", "parts") };
        let named = (1..=of).filter(|number| !found.contains_key(number)).take(MOST_NAMED);
        let shown = named.map(|number| number.to_string()).collect::<Vec<_>>().join(", ");
        let more = match missing.saturating_sub(MOST_NAMED as u64) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        return Err(Error::Nothing(format!("{parts} {shown}{more} of {of} {are} missing")));
    }
    Ok((header, found.into_values().collect()))
}

/// The maximum number of missing parts that are named.
const MOST_NAMED: usize = 100;
