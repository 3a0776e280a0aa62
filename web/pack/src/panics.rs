//! Leaves out what panics say: nobody can read it.
//!
//! A module without imports cannot show a message, and after a trap its host starts another one.

use std::collections::BTreeSet;
use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, ConstExpr, DataSection, Encode, Function, Instruction, Module};
use wasmparser::{
    CodeSectionReader, DataKind, DataSectionReader, FunctionBody, Operator, Parser, Payload, TypeRef,
};

/// The bytes of a word, and of a place in the source.
const WORD: usize = 4;
const PLACE: usize = 4 * WORD;

type Result<T, E = Error<Infallible>> = std::result::Result<T, E>;

/// Rewrites a module. A call of a function that never returns becomes a trap, and the straight-line code
/// before it is dropped. Places in the source become zeros.
///
/// # Errors
/// When it is not a module.
pub fn silenced(module: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = Encoder { module, endless: endless(module)? };
    let mut written = Module::new();
    encoder.parse_core_module(&mut written, Parser::new(0), module)?;
    Ok(written.finish())
}

/// The numbers of the functions that never return.
fn endless(module: &[u8]) -> Result<BTreeSet<u32>> {
    let mut number = 0;
    let mut endless = BTreeSet::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    number += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => {
                if never_returns(&body)? {
                    endless.insert(number);
                }
                number += 1;
            }
            _ => {}
        }
    }
    Ok(endless)
}

/// Whether a function ends in a trap, and has no other way out.
fn never_returns(body: &FunctionBody<'_>) -> Result<bool> {
    let mut depth = 0;
    let mut is_trapped = false;
    for operator in body.get_operators_reader()? {
        let operator = operator?;
        match &operator {
            Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => depth += 1,
            Operator::End if depth == 0 => return Ok(is_trapped),
            Operator::End => depth -= 1,
            Operator::Return => return Ok(false),
            Operator::Br { relative_depth } | Operator::BrIf { relative_depth }
                if *relative_depth == depth =>
            {
                return Ok(false);
            }
            Operator::BrTable { targets } => {
                for target in targets.targets().chain([Ok(targets.default())]) {
                    if target? == depth {
                        return Ok(false);
                    }
                }
            }
            _ => {}
        }
        is_trapped = matches!(operator, Operator::Unreachable);
    }
    Ok(false)
}

/// Whether control may come here from elsewhere, or go elsewhere.
fn is_branching(operator: &Operator<'_>) -> bool {
    matches!(
        operator,
        Operator::Block { .. }
            | Operator::Loop { .. }
            | Operator::If { .. }
            | Operator::Else
            | Operator::End
            | Operator::Br { .. }
            | Operator::BrIf { .. }
            | Operator::BrTable { .. }
            | Operator::Return
    )
}

struct Encoder<'a> {
    module: &'a [u8],
    endless: BTreeSet<u32>,
}

impl Encoder<'_> {
    /// What is left of the instructions of a body.
    fn instructions(&self, body: &FunctionBody<'_>) -> Result<Vec<u8>> {
        let mut reader = body.get_operators_reader()?;
        let mut kept = Vec::new();
        // Where the straight-line code began that ends here.
        let mut straight = 0;
        // After a trap: the depth of the blocks that nothing reaches.
        let mut dead: Option<u32> = None;
        while !reader.eof() {
            let begin = reader.original_position() as usize;
            let operator = reader.read()?;
            let bytes = begin..reader.original_position() as usize;
            match (&mut dead, &operator) {
                (Some(0), Operator::End | Operator::Else) => dead = None,
                (Some(depth), Operator::End) => *depth -= 1,
                (Some(depth), Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. }) => {
                    *depth += 1
                }
                _ => {}
            }
            let is_trap = match operator {
                Operator::Unreachable => true,
                Operator::Call { function_index } => self.endless.contains(&function_index),
                _ => false,
            };
            if dead.is_some() {
                continue;
            } else if is_trap {
                kept.truncate(straight);
                Instruction::Unreachable.encode(&mut kept);
                dead = Some(0);
            } else {
                kept.extend_from_slice(&self.module[bytes]);
                if is_branching(&operator) {
                    straight = kept.len();
                }
            }
        }
        Ok(kept)
    }
}

impl Reencode for Encoder<'_> {
    type Error = Infallible;

    fn parse_code_section(&mut self, code: &mut CodeSection, section: CodeSectionReader<'_>) -> Result<()> {
        for body in section {
            let body = body?;
            let mut locals = Vec::new();
            for local in body.get_locals_reader()? {
                let (count, ty) = local?;
                locals.push((count, self.val_type(ty)?));
            }
            let mut function = Function::new(locals);
            function.raw(self.instructions(&body)?);
            code.function(&function);
        }
        Ok(())
    }

    fn parse_data_section(&mut self, data: &mut DataSection, section: DataSectionReader<'_>) -> Result<()> {
        for segment in section {
            let segment = segment?;
            let DataKind::Active { offset_expr, .. } = &segment.kind else {
                self.parse_data(data, segment)?;
                continue;
            };
            let Operator::I32Const { value } = offset_expr.get_operators_reader().read()? else {
                self.parse_data(data, segment)?;
                continue;
            };
            let bytes = without_places(segment.data, value as u32);
            data.active(0, &ConstExpr::i32_const(value), bytes);
        }
        Ok(())
    }
}

/// Data that begin at an address, with zeros for each `core::panic::Location` and for the name in it:
/// the address and the length of a file's name, a line and a column.
fn without_places(data: &[u8], address: u32) -> Vec<u8> {
    let mut cleared = data.to_vec();
    let first = (address as usize).wrapping_neg() % WORD;
    for begin in (first..data.len().saturating_sub(PLACE - 1)).step_by(WORD) {
        let place = begin..begin + PLACE;
        let mut words =
            data[place.clone()].chunks(WORD).map(|word| u32::from_le_bytes(word.try_into().expect("a word")));
        let [name, length, line, column] = std::array::from_fn(|_| words.next().expect("four words"));
        let begin = name.wrapping_sub(address) as usize;
        let name = begin..begin.saturating_add(length as usize);
        let is_file = data.get(name.clone()).is_some_and(|name| name.ends_with(b".rs"));
        if is_file && line > 0 && column > 0 {
            cleared[place].fill(0);
            cleared[name].fill(0);
        }
    }
    cleared
}
