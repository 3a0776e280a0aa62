//! Packs the module of the page: `pack FROM TO` writes a module as gzip, smaller than `gzip` does.

mod order;

mod panics;

use std::error::Error;
use std::fs::{self, File};
use std::io::Cursor;
use std::num::NonZeroU64;

use zopfli::{Format, Options};

/// More blocks than these, each with codes of its own, save hardly anything.
const BLOCKS: u16 = 60;

/// More rounds than these find hardly anything.
const ROUNDS: NonZeroU64 = NonZeroU64::new(5).expect("5 is not 0");

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [from, to] = &paths[..] else { return Err("usage: pack FROM TO".into()) };
    let options = Options { iteration_count: ROUNDS, maximum_block_splits: BLOCKS, ..Options::default() };
    zopfli::compress(
        options,
        Format::Gzip,
        Cursor::new(order::reordered(&panics::silenced(&fs::read(from)?)?)?),
        File::create(to)?,
    )?;
    Ok(())
}
