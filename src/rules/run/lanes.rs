//! The bulk reader of code: many resolutions side by side, a lane each.

use std::collections::HashMap;

use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::code::{DrawnFrom, Live, Offer, Op, Operand};
use super::super::compile::Compiled;
use super::super::game::Game;
use super::super::program::Operator;
use super::super::range::Range;
use super::exact::{Drawn, Exact};
use super::kernel::{self, View};
use crate::chance::{AliasTable, Budget, Bulk, Isa, Metric, Packing, ROWS, Tally, vectorized};

/// The lanes of code with loops: they become fewer from round to round.
const LANES_IN_LOOPS: usize = 4 * ROWS;

/// So many outcomes may be followed for the law of a definition; otherwise it is played out.
const LAW_OF_CALL: u64 = 200_000;

/// The most places of a table of laws by arguments.
const DENSE: u64 = 1 << 16;

/// Many resolutions: what their registers hold, and what they have recorded.
struct Lanes {
    columns: Vec<Vec<i32>>,
    keys: Vec<u64>,
}

/// A law as a table, and how the codes that it yields are read.
struct CodeTable {
    alias: AliasTable,
    decode: Decode,
}

enum Decode {
    /// Each answer in some bits of the code, behind which its least number is added.
    Bits(Vec<(u32, u32, i32)>),
    /// By the code, for each answer.
    LookUp(Vec<Vec<i32>>),
}

/// The laws that a draw may have, by its arguments.
#[derive(Default)]
pub struct Site {
    tables: Vec<CodeTable>,
    /// The number of the table, plus one, by the place of the arguments; 0 where there is none.
    dense: Vec<u32>,
    sparse: HashMap<Vec<i32>, u32>,
    /// Whether its definition is too large for a law.
    is_played: bool,
}

/// Samples code.
pub struct Sampled<'a> {
    game: &'a Game,
    compiled: &'a Compiled,
    packing: &'a Packing,
    exact: Exact<'a>,
    lists: Vec<Vec<i32>>,
    bulk: Bulk,
    isa: Isa,
    sites: Vec<Site>,
    /// The rounds of the loops with a number that are played, the outermost first.
    rounds: Vec<i32>,
}

impl<'a> Sampled<'a> {
    pub fn new(
        game: &'a Game,
        compiled: &'a Compiled,
        packing: &'a Packing,
        isa: Isa,
        sites: Option<Vec<Site>>,
        stream: Xoshiro256PlusPlus,
    ) -> Self {
        let lists =
            game.program.lists.iter().map(|list| list.iter().map(|&element| element as i32).collect());
        Sampled {
            game,
            compiled,
            packing,
            exact: Exact::new(game, compiled, packing, Budget::new(LAW_OF_CALL)),
            lists: lists.collect(),
            bulk: Bulk::new(stream, isa),
            isa,
            sites: sites.unwrap_or_else(|| (0..compiled.sites).map(|_| Site::default()).collect()),
            rounds: Vec::new(),
        }
    }

    /// Adds so many resolutions to a tally. Yields the tables that were built.
    pub fn sample(mut self, trials: u64, tally: &mut Tally) -> Vec<Site> {
        let code = &self.compiled.main;
        let most = if code.ops.iter().any(Op::is_loop) { LANES_IN_LOOPS } else { ROWS } as u64;
        let start = self.packing.pack(&[]);
        let mut lanes = Lanes { columns: vec![Vec::new(); code.registers], keys: Vec::new() };
        let mut left = trials;
        while left > 0 {
            let batch = left.min(most);
            lanes.keys.clear();
            lanes.keys.resize(batch as usize, start);
            self.block(&code.ops, &mut lanes, None);
            tally.extend(&lanes.keys);
            left -= batch;
        }
        self.sites
    }

    fn block(&mut self, ops: &[Op], lanes: &mut Lanes, mask: Option<&[i32]>) {
        ops.iter().for_each(|op| self.op(op, lanes, mask));
    }

    fn op(&mut self, op: &Op, lanes: &mut Lanes, mask: Option<&[i32]>) {
        let isa = self.isa;
        match op {
            Op::Binary { operator, a, b, to } => lanes.compute(isa, *to, |lanes, to| {
                kernel::binary(*operator, lanes.view(*a), lanes.view(*b), to);
            }),
            Op::Not { a, to } => lanes.compute(isa, *to, |lanes, to| {
                kernel::binary(Operator::Minus, View::Constant(1), lanes.view(*a), to);
            }),
            Op::Select { condition, yes, no, to } => lanes.compute(isa, *to, |lanes, to| {
                kernel::select(lanes.view(*condition), lanes.view(*yes), lanes.view(*no), to);
            }),
            Op::Element { list, place, to } => {
                let list = &self.lists[*list];
                lanes.compute(isa, *to, |lanes, to| kernel::elements(list, lanes.view(*place), to));
            }
            Op::Assign { from, to } => {
                lanes.compute(isa, *to, |lanes, to| kernel::assign(mask, lanes.view(*from), to));
            }
            Op::Record { metric, from } => {
                let weight = self.packing.shift(Metric(*metric), 1);
                let Lanes { columns, keys } = lanes;
                match *from {
                    Operand::Constant(constant) => {
                        let shift = weight.wrapping_mul(i64::from(constant) as u64);
                        keys.iter_mut().for_each(|key| *key = key.wrapping_add(shift));
                    }
                    Operand::Register(register) => {
                        vectorized(isa, || record(weight, &columns[register], keys))
                    }
                }
            }
            Op::Draw { from, site, arguments, answers, .. } => {
                self.draw(lanes, *from, *site, arguments, answers, mask);
            }
            Op::Choose { place, offer, to, .. } => self.choose(lanes, *place, offer, *to, mask),
            Op::If { condition, yes, no, inner, live } if op.is_loop() => {
                let (mut both, off) = lanes.split(*condition, inner, inner);
                let mut off = off;
                self.block(yes, &mut both, None);
                self.block(no, &mut off, None);
                both.append(&mut off, live);
                *lanes = both;
            }
            Op::If { condition, yes, no, .. } => {
                for (truth, branch) in [(true, yes), (false, no)] {
                    if branch.iter().all(|op| matches!(op, Op::Merge { .. })) {
                        continue;
                    }
                    let mut within = vec![0; lanes.keys.len()];
                    let condition = lanes.view(*condition);
                    vectorized(isa, || narrow(truth, condition, mask, &mut within));
                    self.block(branch, lanes, Some(&within));
                }
            }
            Op::Repeat { most, is_cut, head, condition, body, inner, live, .. } => {
                let depth = self.rounds.len();
                let mut done = Lanes { columns: vec![Vec::new(); lanes.columns.len()], keys: Vec::new() };
                for round in 0..*most {
                    self.rounds.truncate(depth);
                    if !is_cut {
                        self.rounds.push(round as i32);
                    }
                    self.block(head, lanes, None);
                    match *condition {
                        Operand::Constant(0) => break,
                        Operand::Constant(_) => {}
                        Operand::Register(_) => lanes.retain(*condition, inner, &mut done, live),
                    }
                    if lanes.keys.is_empty() {
                        break;
                    }
                    self.block(body, lanes, None);
                }
                self.rounds.truncate(depth);
                if done.keys.is_empty() {
                    return;
                }
                done.append(lanes, live);
                *lanes = done;
            }
            Op::Check { .. } | Op::Merge { .. } => {}
        }
    }

    /// Players choose in every lane of the mask what is best.
    fn choose(&mut self, lanes: &mut Lanes, place: usize, offer: &Offer, to: usize, mask: Option<&[i32]>) {
        let decisions = self.game.decisions.get();
        lanes.fit(self.compiled.places[place].seen.as_deref().unwrap_or_default());
        let mut chosen = std::mem::take(&mut lanes.columns[to]);
        chosen.resize(lanes.keys.len(), 0);
        for (lane, chosen) in chosen.iter_mut().enumerate() {
            if mask.is_some_and(|mask| mask[lane] == 0) {
                continue;
            }
            let best = decisions.and_then(|decisions| {
                decisions.advice(place, &self.rounds, |register| lanes.columns[register][lane])
            });
            *chosen =
                best.map_or_else(|| offer.first(|bound| lanes.view(bound).at(lane)), |best| best.choice);
        }
        lanes.columns[to] = chosen;
    }

    /// Draws in every lane, or at least in those of the mask.
    fn draw(
        &mut self,
        lanes: &mut Lanes,
        from: DrawnFrom,
        site: usize,
        arguments: &[(Operand, Range)],
        answers: &[Option<usize>],
        mask: Option<&[i32]>,
    ) {
        let isa = self.isa;
        let all = lanes.keys.len();
        let registers: Vec<usize> = answers.iter().flatten().copied().collect();
        for &register in &registers {
            lanes.columns[register].resize(all, 0);
        }
        let constant = |&(operand, _): &(Operand, Range)| match operand {
            Operand::Constant(constant) => Some(constant),
            Operand::Register(_) => None,
        };
        if let Some(known) = arguments.iter().map(constant).collect::<Option<Vec<i32>>>() {
            if self.sites[site].tables.is_empty() && !self.sites[site].is_played {
                self.build(from, site, &known, answers);
            }
            if let Some(table) = self.sites[site].tables.first() {
                for start in (0..all).step_by(ROWS) {
                    let end = all.min(start + ROWS);
                    let codes = &self.bulk.codes(&table.alias)[..end - start];
                    for (answer, &register) in registers.iter().enumerate() {
                        let to = &mut lanes.columns[register][start..end];
                        vectorized(isa, || table.decode.each(answer, codes, to));
                    }
                }
                return;
            }
        } else if !self.sites[site].is_played {
            let places = self.tables_of(lanes, from, site, arguments, answers, mask);
            if !self.sites[site].is_played {
                let tables = &self.sites[site].tables;
                for start in (0..all).step_by(ROWS) {
                    let end = all.min(start + ROWS);
                    let bits = &self.bulk.bits()[..end - start];
                    for (lane, &bits) in (start..end).zip(bits) {
                        let Some(table) = tables.get((places[lane] as usize).wrapping_sub(1)) else {
                            continue;
                        };
                        let code = table.alias.code(bits);
                        for (answer, &register) in registers.iter().enumerate() {
                            lanes.columns[register][lane] = table.decode.one(answer, code);
                        }
                    }
                }
                return;
            }
        }
        let DrawnFrom::Call(code) = from else { unreachable!("rolls have laws: that was checked") };
        self.play(lanes, code, arguments, answers);
    }

    /// The number of the table for each lane, plus one; 0 for those that are not in the mask.
    fn tables_of(
        &mut self,
        lanes: &Lanes,
        from: DrawnFrom,
        site: usize,
        arguments: &[(Operand, Range)],
        answers: &[Option<usize>],
        mask: Option<&[i32]>,
    ) -> Vec<u32> {
        let spans = arguments.iter().map(|(_, range)| (range.high - range.low + 1) as u64);
        let room =
            spans.clone().try_fold(1u64, |room, span| room.checked_mul(span).filter(|&room| room <= DENSE));
        let mut places = vec![0; lanes.keys.len()];
        let mut tuple = Vec::new();
        if let Some(room) = room {
            self.sites[site].dense.resize(room as usize, 0);
        }
        for lane in 0..places.len() {
            if mask.is_some_and(|mask| mask[lane] == 0) {
                continue;
            }
            let at = |operand: Operand| lanes.view(operand).at(lane);
            if room.is_some() {
                let mut place = 0;
                let mut factor = 1;
                for (&(operand, range), span) in arguments.iter().zip(spans.clone()) {
                    place += factor * (i64::from(at(operand)) - range.low) as u64;
                    factor *= span;
                }
                let known = self.sites[site].dense.get(place as usize).copied().unwrap_or(0);
                if known > 0 {
                    places[lane] = known;
                    continue;
                }
                tuple.clear();
                tuple.extend(arguments.iter().map(|&(operand, _)| at(operand)));
                self.build(from, site, &tuple, answers);
                if self.sites[site].is_played {
                    return places;
                }
                places[lane] = self.sites[site].tables.len() as u32;
                self.sites[site].dense[place as usize] = places[lane];
            } else {
                tuple.clear();
                tuple.extend(arguments.iter().map(|&(operand, _)| at(operand)));
                places[lane] = match self.sites[site].sparse.get(&tuple) {
                    Some(&known) => known,
                    None => {
                        self.build(from, site, &tuple, answers);
                        if self.sites[site].is_played {
                            return places;
                        }
                        let number = self.sites[site].tables.len() as u32;
                        self.sites[site].sparse.insert(tuple.clone(), number);
                        number
                    }
                };
            }
        }
        places
    }

    /// Builds the table for some arguments, or notes that there is none.
    fn build(&mut self, from: DrawnFrom, site: usize, arguments: &[i32], answers: &[Option<usize>]) {
        match self.exact.drawn(from, arguments, answers) {
            Ok(drawn) => self.sites[site].tables.push(CodeTable::new(&drawn)),
            Err(_) => self.sites[site].is_played = true,
        }
        // Each law has a budget of its own.
        self.exact.renew();
    }

    /// Plays a definition out in all lanes.
    fn play(
        &mut self,
        lanes: &mut Lanes,
        code: usize,
        arguments: &[(Operand, Range)],
        answers: &[Option<usize>],
    ) {
        let code = &self.compiled.calls[code];
        let all = lanes.keys.len();
        let mut inner = Lanes { columns: vec![Vec::new(); code.registers], keys: (0..all as u64).collect() };
        for (parameter, &(operand, _)) in arguments.iter().enumerate() {
            let view = lanes.view(operand);
            inner.columns[parameter] = (0..all).map(|lane| view.at(lane)).collect();
        }
        self.block(&code.ops, &mut inner, None);
        for (&register, &(output, _)) in answers.iter().zip(&code.outputs) {
            let Some(register) = register else { continue };
            let view = inner.view(output);
            for (place, &lane) in inner.keys.iter().enumerate() {
                lanes.columns[register][lane as usize] = view.at(place);
            }
        }
    }
}

/// Adds what a column records to the keys.
#[inline(always)]
fn record(weight: u64, column: &[i32], keys: &mut [u64]) {
    for (key, &value) in keys.iter_mut().zip(column) {
        *key = key.wrapping_add(weight.wrapping_mul(i64::from(value) as u64));
    }
}

/// The lanes of a mask in which a condition is as `truth` says.
#[inline(always)]
fn narrow(truth: bool, condition: View<'_>, mask: Option<&[i32]>, to: &mut [i32]) {
    let flip = i32::from(!truth);
    kernel::assign(None, condition, to);
    match mask {
        None => to.iter_mut().for_each(|lane| *lane ^= flip),
        Some(mask) => to.iter_mut().zip(mask).for_each(|(lane, &mask)| *lane = (*lane ^ flip) & mask),
    }
}

impl CodeTable {
    fn new(drawn: &Drawn) -> CodeTable {
        let spread = |answers: &Vec<i32>| {
            let (low, high) = (answers.iter().copied().min()?, answers.iter().copied().max()?);
            Some((low, u64::BITS - (i64::from(high) - i64::from(low)).leading_zeros()))
        };
        let spreads: Vec<(i32, u32)> =
            drawn.answers.iter().map(|answers| spread(answers).unwrap_or((0, 0))).collect();
        let weights = drawn.weights.iter().copied();
        if spreads.iter().map(|(_, bits)| bits).sum::<u32>() > 31 {
            let alias = AliasTable::new((0..).zip(weights));
            return CodeTable { alias, decode: Decode::LookUp(drawn.answers.clone()) };
        }
        let mut shift = 0;
        let mut codes = vec![0u32; drawn.weights.len()];
        let mut bits = Vec::new();
        for (answers, (low, width)) in drawn.answers.iter().zip(spreads) {
            for (code, &answer) in codes.iter_mut().zip(answers) {
                *code |= (answer.wrapping_sub(low) as u32) << shift;
            }
            bits.push((shift, (1u32 << width) - 1, low));
            shift += width;
        }
        CodeTable { alias: AliasTable::new(codes.into_iter().zip(weights)), decode: Decode::Bits(bits) }
    }
}

impl Decode {
    #[inline(always)]
    fn one(&self, answer: usize, code: u32) -> i32 {
        match self {
            Decode::Bits(bits) => {
                let (shift, mask, low) = bits[answer];
                ((code >> shift) & mask) as i32 + low
            }
            Decode::LookUp(answers) => answers[answer][code as usize],
        }
    }

    #[inline(always)]
    fn each(&self, answer: usize, codes: &[u32], to: &mut [i32]) {
        match self {
            Decode::Bits(bits) => {
                let (shift, mask, low) = bits[answer];
                to.iter_mut().zip(codes).for_each(|(to, &code)| *to = ((code >> shift) & mask) as i32 + low);
            }
            Decode::LookUp(answers) => {
                let answers = &answers[answer];
                to.iter_mut().zip(codes).for_each(|(to, &code)| *to = answers[code as usize]);
            }
        }
    }
}

impl Lanes {
    fn view(&self, operand: Operand) -> View<'_> {
        match operand {
            Operand::Constant(constant) => View::Constant(constant),
            Operand::Register(register) => View::Column(&self.columns[register]),
        }
    }

    #[inline(always)]
    fn compute(&mut self, isa: Isa, to: usize, f: impl FnOnce(&Lanes, &mut [i32])) {
        let mut column = std::mem::take(&mut self.columns[to]);
        column.resize(self.keys.len(), 0);
        vectorized(isa, || f(self, &mut column));
        self.columns[to] = column;
    }

    /// Gives columns their length that hold nothing yet: nobody reads them before they do.
    fn fit(&mut self, live: &[usize]) {
        for &register in live {
            self.columns[register].resize(self.keys.len(), 0);
        }
    }

    /// The lanes in which a condition is true, and the others.
    fn split(&mut self, condition: Operand, yes: &Live, no: &Live) -> (Lanes, Lanes) {
        self.fit(yes);
        self.fit(no);
        let condition = self.view(condition);
        let (on, off): (Vec<usize>, Vec<usize>) =
            (0..self.keys.len()).partition(|&lane| condition.at(lane) != 0);
        let picked = |lanes: &[usize], live: &Live| {
            let mut columns = vec![Vec::new(); self.columns.len()];
            for &register in live {
                let column = &self.columns[register];
                columns[register] = lanes.iter().map(|&lane| column[lane]).collect();
            }
            Lanes { columns, keys: lanes.iter().map(|&lane| self.keys[lane]).collect() }
        };
        (picked(&on, yes), picked(&off, no))
    }

    /// Moves the lanes in which a condition is false to `done`.
    fn retain(&mut self, condition: Operand, inner: &Live, done: &mut Lanes, live: &Live) {
        let Operand::Register(condition) = condition else { return };
        self.fit(live);
        self.fit(inner);
        let condition = self.columns[condition].clone();
        let ended = condition[..self.keys.len()].iter().filter(|&&goes_on| goes_on == 0).count();
        if ended == 0 {
            return;
        }
        for &register in live {
            let column = &self.columns[register];
            let ended = column.iter().zip(&condition).filter(|&(_, &goes_on)| goes_on == 0);
            done.columns[register].extend(ended.map(|(&value, _)| value));
        }
        let ended = self.keys.iter().zip(&condition).filter(|&(_, &goes_on)| goes_on == 0);
        done.keys.extend(ended.map(|(&key, _)| key));
        for &register in inner {
            compact(&mut self.columns[register], &condition);
        }
        compact(&mut self.keys, &condition);
    }

    fn append(&mut self, other: &mut Lanes, live: &Live) {
        self.fit(live);
        other.fit(live);
        for &register in live {
            self.columns[register].extend_from_slice(&other.columns[register]);
        }
        self.keys.extend_from_slice(&other.keys);
    }
}

/// Keeps what stands where the condition is true.
fn compact<T: Copy>(column: &mut Vec<T>, condition: &[i32]) {
    let mut kept = 0;
    for place in 0..condition.len().min(column.len()) {
        column[kept] = column[place];
        kept += usize::from(condition[place] != 0);
    }
    column.truncate(kept);
}
