//! Puts functions that are alike beside each other, so that a module compresses well.
//!
//! `gzip` finds repetitions within 32 kB. Thousands of functions are instances of a few generic ones,
//! and the linker leaves them far apart. Side by side they take an eighth less.

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    BinaryReaderError, CodeSectionReader, CustomSectionReader, FunctionBody, FunctionSectionReader, Parser,
    Payload, TypeRef,
};

/// Bodies are alike as far as they share runs of this many bytes.
const RUN: usize = 6;

/// Runs in more functions than this say nothing about likeness.
const COMMON: usize = 1000;

type Result<T, E = Error<Infallible>> = std::result::Result<T, E>;

/// Rewrites a module: puts its functions in order of likeness, keeps one of equal functions, and drops
/// custom sections.
///
/// # Errors
/// When it is not a module.
pub fn reordered(module: &[u8]) -> Result<Vec<u8>> {
    let functions = Functions::read(module)?;
    let firsts = functions.firsts();
    let distinct: Vec<usize> = (0..firsts.len()).filter(|&function| firsts[function] == function).collect();
    let bodies: Vec<&[u8]> = distinct.iter().map(|&function| functions.bodies[function].as_bytes()).collect();
    let order: Vec<usize> = by_likeness(&bodies).into_iter().map(|place| distinct[place]).collect();
    let mut places = vec![0; firsts.len()];
    order.iter().zip(functions.imported..).for_each(|(&function, place)| places[function] = place);
    let places = firsts.iter().map(|&first| places[first]).collect();
    let mut written = Module::new();
    let mut encoder = Encoder { imported: functions.imported, order, places };
    encoder.parse_core_module(&mut written, Parser::new(0), module)?;
    Ok(written.finish())
}

/// The functions of a module in the order of the linker.
struct Functions<'a> {
    /// How many are imported: they come first in the numbers of functions.
    imported: u32,
    types: Vec<u32>,
    bodies: Vec<FunctionBody<'a>>,
}

impl<'a> Functions<'a> {
    fn read(module: &'a [u8]) -> Result<Self, BinaryReaderError> {
        let mut functions = Functions { imported: 0, types: Vec::new(), bodies: Vec::new() };
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        functions.imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::FunctionSection(section) => {
                    functions.types = section.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::CodeSectionEntry(body) => functions.bodies.push(body),
                _ => {}
            }
        }
        Ok(functions)
    }

    /// For each function the first one with its type and body.
    fn firsts(&self) -> Vec<usize> {
        let mut known = HashMap::new();
        let functions = self.types.iter().zip(&self.bodies).enumerate();
        functions.map(|(place, (ty, body))| *known.entry((ty, body.as_bytes())).or_insert(place)).collect()
    }
}

/// Begins with the first body; each is followed by the one most like it that is left, or by the next of
/// the linker's order if none is like it.
fn by_likeness(bodies: &[&[u8]]) -> Vec<usize> {
    let runs: Vec<BTreeSet<&[u8]>> = bodies.iter().map(|body| body.windows(RUN).collect()).collect();
    let mut users: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for (body, runs) in runs.iter().enumerate() {
        runs.iter().for_each(|run| users.entry(run).or_default().push(body));
    }
    let mut left: BTreeSet<usize> = (0..bodies.len()).collect();
    let mut shared = vec![0u32; bodies.len()];
    let mut order = Vec::with_capacity(bodies.len());
    let mut next = left.pop_first();
    while let Some(current) = next {
        order.push(current);
        let mut touched = Vec::new();
        let telling = runs[current].iter().map(|run| &users[run]).filter(|users| users.len() <= COMMON);
        for &other in telling.flatten().filter(|&other| left.contains(other)) {
            if shared[other] == 0 {
                touched.push(other);
            }
            shared[other] += 1;
        }
        // The runs that both have, of those that either has.
        let likeness = |&other: &usize| {
            let both = f64::from(shared[other]);
            both / (runs[current].len() as f64 + runs[other].len() as f64 - both)
        };
        let likest =
            touched.iter().copied().max_by(|a, b| likeness(a).total_cmp(&likeness(b)).then(b.cmp(a)));
        touched.iter().for_each(|&other| shared[other] = 0);
        next = likest.or_else(|| left.range(current..).chain(&left).next().copied());
        if let Some(next) = &next {
            left.remove(next);
        }
    }
    order
}

/// Writes functions in an order of their own.
struct Encoder {
    imported: u32,
    order: Vec<usize>,
    /// The new number of each function that is not imported.
    places: Vec<u32>,
}

impl Reencode for Encoder {
    type Error = Infallible;

    fn function_index(&mut self, number: u32) -> Result<u32> {
        Ok(number.checked_sub(self.imported).map_or(number, |function| self.places[function as usize]))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<()> {
        let types: Vec<u32> = section.into_iter().collect::<Result<_, _>>()?;
        for &function in &self.order {
            functions.function(types[function]);
        }
        Ok(())
    }

    fn parse_code_section(&mut self, code: &mut CodeSection, section: CodeSectionReader<'_>) -> Result<()> {
        let bodies: Vec<FunctionBody<'_>> = section.into_iter().collect::<Result<_, _>>()?;
        let order = self.order.clone();
        order.into_iter().try_for_each(|function| self.parse_function_body(code, bodies[function].clone()))
    }

    /// Nobody reads them.
    fn parse_custom_section(&mut self, _: &mut Module, _: CustomSectionReader<'_>) -> Result<()> {
        Ok(())
    }
}
