//! How lanes draw: from the tables of distributions, or by rolling dice and playing definitions out.

use std::ops::Range;
use std::sync::Arc;

use rand::RngExt;
use smallvec::SmallVec;

use super::super::super::code::{DrawnFrom, Operand};
use super::super::super::program::NoValue;
use super::super::super::roll::Answers;
use super::super::kernel::{self, Cell, View, kernel};
use super::frame::{Column, Frame};
use super::plan::{LaneDraw, Routine, Width};
use super::site::Known;
use super::{NARROW, PILOT, Sampled, is_live};
use crate::chance::{AliasRows, Kernel, STEP, vectorized};

/// What the distributions of a draw may take in a pilot, in outcomes, however few trials there are.
const WORK: u64 = 500_000;

/// The maximum number of rolls whose dice are kept to be thrown again.
const MOST_KEPT: usize = 1_000;

/// The number of lanes that draw at a time: their rows and codes stay in the first-level cache.
const PART: usize = 2048;

impl<'a> Sampled<'a> {
    /// Draws in every lane of the mask. Whether a lane looks its outcome up or plays it out depends only on
    /// its arguments and on what the pilot found, never on other lanes.
    pub(super) fn draw<T: Cell>(&mut self, draw: &'a LaneDraw, frame: &mut Frame<T>, mask: Option<&[T]>) {
        let mut played = Vec::new();
        if self.is_played[draw.draw.site] || self.plan.is_played(draw) {
            match mask {
                None => played.extend(0..frame.len as u32),
                Some(mask) => kernel::list(mask, &mut played),
            }
            return self.play(draw, frame, &played);
        }
        self.sites[draw.draw.site].begin(draw);
        // All arguments are read before any output is written, which may replace them.
        let mut columns: SmallVec<[Column<T>; 4]> = draw.draw.outputs.iter().map(|_| frame.take()).collect();
        let mut codes = std::mem::take(&mut self.codes);
        codes.resize(PART, 0);
        for first in (0..frame.len).step_by(PART) {
            let lanes = first..frame.len.min(first + PART);
            if mask.is_some_and(|mask| mask[lanes.clone()].iter().all(|&lane| lane == T::default())) {
                continue;
            }
            let codes = &mut codes[..lanes.len().next_multiple_of(STEP)];
            if !self.draw_side_by_side(draw, frame, mask, lanes.clone(), codes, &mut played) {
                self.draw_lane_by_lane(draw, frame, mask, lanes.clone(), codes, &mut played);
            }
            let site = &self.sites[draw.draw.site];
            for (output, column) in columns.iter_mut().enumerate() {
                site.decode(self.isa, draw, output, codes, &mut column.lanes_mut(frame.len)[lanes.clone()]);
            }
        }
        self.codes = codes;
        for ((&register, &is_masked), drawn) in draw.draw.outputs.iter().zip(&draw.is_masked).zip(columns) {
            let mut column = frame.out(register);
            match mask.filter(|_| is_masked) {
                None => frame.give(std::mem::replace(&mut column, drawn)),
                mask => {
                    let from = View::Column(drawn.lanes(frame.len));
                    vectorized(self.isa, kernel::Assign(mask, from, column.lanes_mut(frame.len)));
                    frame.give(drawn);
                }
            }
            frame.set(register, column);
        }
        if !played.is_empty() {
            self.play(draw, frame, &played);
        }
    }

    /// Draws from tables that are side by side; returns false if the draw has none. Finds the lanes that
    /// must be played.
    fn draw_side_by_side<T: Cell>(
        &mut self,
        draw: &LaneDraw,
        frame: &Frame<T>,
        mask: Option<&[T]>,
        lanes: Range<usize>,
        codes: &mut [u32],
        played: &mut Vec<u32>,
    ) -> bool {
        let mut rows = std::mem::take(&mut self.rows);
        rows.resize(PART, 0);
        let column =
            |&(register, low, stride): &(usize, i32, u32)| match frame.view(Operand::Register(register)) {
                View::Column(column) => (&column[lanes.clone()], low, stride),
                View::Constant(_) => (&[][..], low, stride),
            };
        let arguments: SmallVec<[_; 4]> = draw.strides.iter().map(column).collect();
        let is_drawn = loop {
            let Some(tables) = self.sites[draw.draw.site].side_by_side() else { break false };
            let is_one = draw.rows == 1;
            if !is_one {
                let (last, width) = (draw.rows as u32 - 1, tables.width());
                let index = self.sites[draw.draw.site].index();
                vectorized(self.isa, Rows(&arguments, last, index, width, &mut rows[..lanes.len()]));
            }
            let before = self.bulk.clone();
            self.bulk.codes(tables.slots(), (!is_one).then_some(&rows[..codes.len()]), codes);
            let within = mask.map(|mask| &mask[lanes.clone()]);
            if vectorized(self.isa, All(codes, within)) < AliasRows::SPECIAL {
                break true;
            }
            let is_special =
                |&lane: &usize| codes[lane - lanes.start] >= AliasRows::SPECIAL && is_live(mask, lane);
            let special: Vec<usize> = lanes.clone().filter(is_special).collect();
            let count = self.sites[draw.draw.site].tables.len();
            let known = special.iter().map(|&lane| self.known(draw, &values(draw, frame, lane)));
            let known: Vec<Known> = known.collect();
            let tables = &self.sites[draw.draw.site].tables;
            if tables.len() > count {
                // Draws the same numbers again, now from these tables, too.
                self.bulk = before;
                continue;
            }
            for (&lane, known) in special.iter().zip(known) {
                match known {
                    Known::Table(table) => {
                        let table = &tables[table as usize];
                        let rare = table.rare().map_or(0, |rare| table.settled(rare, &mut self.random));
                        codes[lane - lanes.start] = rare;
                    }
                    Known::NoLaw | Known::Nothing => played.push(lane as u32),
                }
            }
            break true;
        };
        self.rows = rows;
        is_drawn
    }

    /// Draws in each lane from the table of its arguments. Finds the lanes that must be played.
    fn draw_lane_by_lane<T: Cell>(
        &mut self,
        draw: &LaneDraw,
        frame: &Frame<T>,
        mask: Option<&[T]>,
        lanes: Range<usize>,
        codes: &mut [u32],
        played: &mut Vec<u32>,
    ) {
        self.sites[draw.draw.site].make_room();
        self.bulk.bits(codes);
        for (lane, code) in lanes.zip(codes).filter(|&(lane, _)| is_live(mask, lane)) {
            match self.known(draw, &values(draw, frame, lane)) {
                Known::Table(table) => {
                    let table = &self.sites[draw.draw.site].tables[table as usize];
                    *code = table.settled(table.code(*code), &mut self.random);
                }
                Known::NoLaw | Known::Nothing => played.push(lane as u32),
            }
        }
    }

    /// What is known of a draw for these arguments; its table is built on first use.
    fn known(&mut self, draw: &LaneDraw, arguments: &[i32]) -> Known {
        let Sampled { sites, exact, work, .. } = self;
        let site = &mut sites[draw.draw.site];
        let mut known = *site.known(&draw.draw, arguments);
        if known == Known::Nothing {
            known = match exact.drawn(&draw.draw, arguments) {
                Ok(drawn) => Known::Table(site.add(draw, arguments, &drawn)),
                Err(_) => Known::NoLaw,
            };
            work[draw.draw.site] += exact.work();
            // Each law has a budget of its own, and must not depend on the laws before it.
            exact.renew();
            exact.forget();
            *site.known(&draw.draw, arguments) = known;
        }
        if let Some(trials) = self.pilot_of {
            let site = &self.sites[draw.draw.site];
            // Where nearly every lane has arguments of its own, a table is hardly used twice.
            let is_varied = site.is_sparse() && site.tables.len() as u64 > PILOT / 2;
            // To play it takes as long as some outcomes.
            let is_costly = self.work[draw.draw.site] > WORK + trials;
            // The tables have no room side by side.
            let is_crowded = site.side_by_side().is_none() && self.plan.is_short(draw);
            self.is_played[draw.draw.site] |= known == Known::NoLaw || is_varied || is_costly || is_crowded;
        }
        known
    }

    /// Rolls the dice one by one, or plays the definition out, in the given lanes.
    fn play<T: Cell>(&mut self, draw: &'a LaneDraw, frame: &mut Frame<T>, lanes: &[u32]) {
        let mut apart = frame.apart(lanes, &Vec::new());
        match draw.draw.from {
            DrawnFrom::Call(code) => {
                let routine = &self.plan.calls[code];
                match routine.width {
                    Width::Bits8 if NARROW => {
                        self.call::<T, i8>(code, routine, draw, frame, lanes, &mut apart)
                    }
                    Width::Bits16 if NARROW => {
                        self.call::<T, i16>(code, routine, draw, frame, lanes, &mut apart);
                    }
                    _ => self.call::<T, i32>(code, routine, draw, frame, lanes, &mut apart),
                }
            }
            from => {
                for (place, &lane) in lanes.iter().enumerate() {
                    let arguments = values(draw, frame, lane as usize).into_iter().map(i64::from);
                    // Faults were found when the scenario was checked.
                    let Ok(thrown) = self.thrown(from, &arguments.collect::<Vec<_>>()) else { continue };
                    for (&register, answer) in draw.draw.answers.iter().zip(thrown.0) {
                        if let Some(register) = register {
                            apart.column(register)[place] = T::of(answer);
                        }
                    }
                }
            }
        }
        self.block(&draw.then, &mut apart, None);
        frame.back(lanes, apart, &draw.draw.outputs);
    }

    /// Rolls dice one by one, or which of the dice that are left show a number.
    ///
    /// # Errors
    /// If there are no such dice.
    fn thrown(&mut self, from: DrawnFrom, arguments: &[i64]) -> Result<Answers, NoValue> {
        let (roll, number, is_from_high) = match from {
            DrawnFrom::Roll(roll) => {
                let of = (roll, arguments.to_vec());
                let dice = match self.thrown.get(&of) {
                    Some(dice) => Arc::clone(dice),
                    None => {
                        let dice = self.game.pool(roll, arguments)?.physical;
                        if self.thrown.len() == MOST_KEPT {
                            self.thrown.clear();
                        }
                        self.thrown.insert(of, Arc::clone(&dice));
                        dice
                    }
                };
                return Ok(dice.roll(&mut self.dice));
            }
            DrawnFrom::Face { roll, number, is_from_high } => (roll, number, is_from_high),
            DrawnFrom::Chance { definition, parts } => {
                let whole = self.game.in_parts(definition, arguments, parts)?;
                return Ok(Answers::only(whole.into()));
            }
            DrawnFrom::Call(_) => unreachable!("definitions are played"),
        };
        let described = &self.game.program.rolls[roll];
        let shown = if described.is_deck {
            let (shown, all) = described.cards(number, is_from_high);
            let drawn = |counted: usize, drawn: i64| {
                let is_such = self.dice.0.random_range(0..all - drawn as u32) < shown - counted as u32;
                counted + usize::from(is_such)
            };
            (0..arguments[0]).fold(0, drawn)
        } else {
            let share = self.game.die(roll, arguments).map_or(0.0, |die| die.share(number, is_from_high));
            (0..arguments[0]).filter(|_| self.dice.0.random::<f64>() < share).count()
        };
        Ok(Answers::only(shown as i64))
    }

    /// Plays a definition out.
    fn call<T: Cell, U: Cell>(
        &mut self,
        code: usize,
        routine: &'a Routine,
        draw: &LaneDraw,
        frame: &Frame<T>,
        lanes: &[u32],
        to: &mut Frame<T>,
    ) {
        let mut own = self.frames.take::<U>(code, routine.registers, lanes.len());
        for (parameter, &(operand, _)) in draw.draw.arguments.iter().enumerate() {
            let column = &mut own.column(parameter)[..lanes.len()];
            match frame.view(operand) {
                View::Constant(constant) => column.fill(U::of(constant.into())),
                View::Column(from) => {
                    let places = lanes.iter().zip(column);
                    places.for_each(|(&lane, to)| *to = U::of(from[lane as usize].into()));
                }
            }
        }
        self.block(&routine.steps, &mut own, None);
        for (&register, &(output, _)) in draw.draw.answers.iter().zip(&self.compiled.calls[code].outputs) {
            let Some(register) = register else { continue };
            let column = &mut to.column(register)[..lanes.len()];
            match own.view(output) {
                View::Constant(constant) => column.fill(T::of(constant.into())),
                View::Column(from) => {
                    column.iter_mut().zip(from).for_each(|(to, &from)| *to = T::of(from.into()))
                }
            }
        }
        self.frames.give(code, own);
    }
}

/// The arguments of a draw in a lane.
fn values<T: Cell>(draw: &LaneDraw, frame: &Frame<T>, lane: usize) -> SmallVec<[i32; 8]> {
    draw.draw.arguments.iter().map(|&(operand, _)| frame.at(operand, lane)).collect()
}

kernel!(
    Rows(arguments: &'a [Argument<'a, T>], last: u32, index: &'a [u32], width: u32, to: &'a mut [u32]) -> (),
    rows
);

kernel!(All(codes: &'a [u32], mask: Option<&'a [T]>) -> u32, all);

/// All bits that the codes have in the lanes of a mask.
#[inline(always)]
fn all<T: Cell>(codes: &[u32], mask: Option<&[T]>) -> u32 {
    let mut all = 0;
    match mask {
        None => {
            for code in codes {
                all |= code;
            }
        }
        Some(mask) => {
            for (&code, &lane) in codes.iter().zip(mask) {
                all |= code & 0u32.wrapping_sub(lane.into() as u32);
            }
        }
    }
    all
}

/// The column of an argument, its least value, and how much it adds to the row.
type Argument<'a, T> = (&'a [T], i32, u32);

/// The first slots of the rows of arguments, where a row has two to the power of `width` slots. Lanes that
/// a mask excludes may have any arguments; they get one of the rows up to the last, too. With an index, it has
/// the row of each combination of arguments.
#[inline(always)]
fn rows<T: Cell>(arguments: &[Argument<'_, T>], last: u32, index: &[u32], width: u32, to: &mut [u32]) {
    let place =
        |argument: T, low: i32, stride: u32| (argument.into().wrapping_sub(low) as u32).wrapping_mul(stride);
    let shift = if index.is_empty() { width } else { 0 };
    let first = |row: u32| row.min(last) << shift;
    // Most draws have one or two arguments that vary.
    match *arguments {
        [(a, low, _)] => to.iter_mut().zip(a).for_each(|(row, &a)| *row = first(place(a, low, 1))),
        [(a, low_a, _), (b, low_b, stride)] => {
            let lanes = to.iter_mut().zip(a.iter().zip(b));
            lanes.for_each(|(row, (&a, &b))| {
                *row = first(place(a, low_a, 1).wrapping_add(place(b, low_b, stride)))
            });
        }
        _ => {
            to.fill(0);
            for &(column, low, stride) in arguments {
                let lanes = to.iter_mut().zip(column);
                lanes.for_each(|(row, &argument)| *row = row.wrapping_add(place(argument, low, stride)));
            }
            to.iter_mut().for_each(|row| *row = first(*row));
        }
    }
    if !index.is_empty() {
        to.iter_mut().for_each(|row| *row = index[*row as usize] << width);
    }
}
