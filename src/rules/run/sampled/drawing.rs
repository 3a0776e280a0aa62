//! How lanes draw: from the table of a law, or by rolling dice and playing definitions out.

use rand::RngExt;

use super::super::super::code::{Draw, DrawnFrom, Operand};
use super::super::super::range::Range;
use super::lanes::Lanes;
use super::site::{CodeTable, Known};
use super::{PILOT, Sampled};
use crate::chance::{ROWS, vectorized};

impl Sampled<'_> {
    /// Draws in every lane, or at least in the lanes of the mask. Whether a lane looks its outcome up or
    /// plays it out depends only on its arguments and on what the pilot found, never on other lanes.
    pub(super) fn draw(&mut self, lanes: &mut Lanes, draw: &Draw, mask: Option<&[i32]>) {
        lanes.fit(&draw.outputs);
        let constant = |&(operand, _): &(Operand, Range)| match operand {
            Operand::Constant(constant) => Some(constant),
            Operand::Register(_) => None,
        };
        match draw.arguments.iter().map(constant).collect::<Option<Vec<i32>>>() {
            Some(arguments) => self.draw_from_one(lanes, draw, mask, &arguments),
            None => self.draw_lane_by_lane(lanes, draw, mask),
        }
    }

    /// Draws with the same arguments in all lanes.
    fn draw_from_one(&mut self, lanes: &mut Lanes, draw: &Draw, mask: Option<&[i32]>, arguments: &[i32]) {
        let (isa, all) = (self.isa, lanes.keys.len());
        let Known::Table(table) = self.known(draw, arguments) else {
            let played: Vec<usize> = (0..all).filter(|&lane| is_live(mask, lane)).collect();
            return self.play(lanes, draw, &played);
        };
        let table = &self.sites[draw.site].tables[table as usize];
        for start in (0..all).step_by(ROWS) {
            let end = all.min(start + ROWS);
            let codes = &self.bulk.codes(&table.alias)[..end - start];
            for (output, &register) in draw.outputs.iter().enumerate() {
                let to = &mut lanes.columns[register][start..end];
                vectorized(isa, || table.decode.each(output, codes, to));
            }
        }
    }

    /// Draws in each lane by its own arguments.
    fn draw_lane_by_lane(&mut self, lanes: &mut Lanes, draw: &Draw, mask: Option<&[i32]>) {
        let all = lanes.keys.len();
        self.sites[draw.site].make_room();
        let mut arguments = Vec::new();
        let known = (0..all).map(|lane| {
            if !is_live(mask, lane) {
                return Known::Nothing;
            }
            arguments.clear();
            arguments.extend(draw.arguments.iter().map(|&(operand, _)| lanes.view(operand).at(lane)));
            self.known(draw, &arguments)
        });
        let known: Vec<Known> = known.collect();
        if known.iter().any(|known| matches!(known, Known::Table(_))) {
            let tables = &self.sites[draw.site].tables;
            for start in (0..all).step_by(ROWS) {
                let end = all.min(start + ROWS);
                let (bits, random) = self.bulk.bits();
                for (lane, &bits) in (start..end).zip(bits) {
                    let Known::Table(table) = known[lane] else { continue };
                    let table = &tables[table as usize];
                    let code = table.alias.settled(table.alias.code(bits), random);
                    for (output, &register) in draw.outputs.iter().enumerate() {
                        lanes.columns[register][lane] = table.decode.one(output, code);
                    }
                }
            }
        }
        let played: Vec<usize> = (0..all).filter(|&lane| known[lane] == Known::NoLaw).collect();
        if !played.is_empty() {
            self.play(lanes, draw, &played);
        }
    }

    /// What is known of a draw for these arguments; its table is built on first use.
    fn known(&mut self, draw: &Draw, arguments: &[i32]) -> Known {
        if self.is_played[draw.site] {
            return Known::NoLaw;
        }
        let Sampled { sites, exact, .. } = self;
        let site = &mut sites[draw.site];
        let mut known = *site.known(draw, arguments);
        if known == Known::Nothing {
            known = match exact.drawn(draw, arguments) {
                Ok(drawn) => {
                    site.tables.push(CodeTable::new(&drawn));
                    Known::Table(site.tables.len() as u32 - 1)
                }
                Err(_) => Known::NoLaw,
            };
            // Each law has a budget of its own, and must not depend on the laws before it.
            exact.renew();
            exact.forget();
            *site.known(draw, arguments) = known;
        }
        if self.is_pilot {
            let site = &self.sites[draw.site];
            // Where nearly every lane has arguments of its own, a table is hardly used twice.
            let is_varied = site.is_sparse() && site.tables.len() as u64 > PILOT / 2;
            self.is_played[draw.site] |= known == Known::NoLaw || is_varied;
        }
        known
    }

    /// Rolls the dice one by one, or plays the definition out, in the given lanes.
    fn play(&mut self, lanes: &mut Lanes, draw: &Draw, which: &[usize]) {
        let arguments = draw.arguments.iter().map(|&(operand, _)| {
            let view = lanes.view(operand);
            which.iter().map(|&lane| view.at(lane)).collect()
        });
        let arguments: Vec<Vec<i32>> = arguments.collect();
        let mut played =
            Lanes { columns: vec![Vec::new(); lanes.columns.len()], keys: (0..which.len() as u64).collect() };
        match draw.from {
            DrawnFrom::Roll(roll) => self.roll(&mut played, roll, &arguments, &draw.answers),
            DrawnFrom::Call(code) => self.call(&mut played, code, arguments, &draw.answers),
            DrawnFrom::Face { roll, number, is_from_high } => {
                let share = |arguments: &[i64]| {
                    self.game.die(roll, arguments).map_or(0.0, |die| die.share(number, is_from_high))
                };
                // Each of the dice that are left shows the number or not.
                for lane in 0..which.len() {
                    let arguments: Vec<i64> = arguments.iter().map(|column| column[lane].into()).collect();
                    let share = share(&arguments);
                    let shown = (0..arguments[0]).filter(|_| self.dice.0.random::<f64>() < share);
                    let count = shown.count() as i32;
                    draw.answers.iter().flatten().for_each(|&to| played.columns[to].push(count));
                }
            }
        }
        draw.then.iter().for_each(|op| self.op(op, &mut played, None));
        for &output in &draw.outputs {
            for (&lane, &value) in which.iter().zip(&played.columns[output]) {
                lanes.columns[output][lane] = value;
            }
        }
    }

    /// Rolls dice one by one in all lanes.
    fn roll(&mut self, lanes: &mut Lanes, roll: usize, arguments: &[Vec<i32>], answers: &[Option<usize>]) {
        lanes.fit(&answers.iter().copied().flatten().collect::<Vec<_>>());
        for lane in 0..lanes.keys.len() {
            let arguments: Vec<i64> = arguments.iter().map(|column| column[lane].into()).collect();
            // Faults were found when the scenario was checked.
            let Ok(pool) = self.game.pool(roll, &arguments) else { continue };
            let rolled = pool.roll(&mut self.dice);
            for (&register, answer) in answers.iter().zip(rolled.0) {
                if let Some(register) = register {
                    lanes.columns[register][lane] = answer;
                }
            }
        }
    }

    /// Plays a definition out in all lanes.
    fn call(&mut self, lanes: &mut Lanes, code: usize, arguments: Vec<Vec<i32>>, answers: &[Option<usize>]) {
        let code = &self.compiled.calls[code];
        let mut inner = Lanes { columns: arguments, keys: lanes.keys.clone() };
        inner.columns.resize(code.registers, Vec::new());
        self.block(&code.ops, &mut inner, None);
        for (&register, &(output, _)) in answers.iter().zip(&code.outputs) {
            let Some(register) = register else { continue };
            lanes.fit(&[register]);
            let view = inner.view(output);
            for (place, &lane) in inner.keys.iter().enumerate() {
                lanes.columns[register][lane as usize] = view.at(place);
            }
        }
    }
}

fn is_live(mask: Option<&[i32]>, lane: usize) -> bool {
    mask.is_none_or(|mask| mask[lane] != 0)
}
