//! How lanes draw: by tables of laws, or by playing a definition out.

use super::super::super::code::{Draw, DrawnFrom, Operand};
use super::super::super::range::Range;
use super::Sampled;
use super::lanes::Lanes;
use super::site::CodeTable;
use crate::chance::{ROWS, vectorized};

/// The most places of a table of laws by arguments.
const DENSE: u64 = 1 << 16;

impl Sampled<'_> {
    /// Draws in every lane, or at least in those of the mask.
    pub(super) fn draw(&mut self, lanes: &mut Lanes, draw: &Draw, mask: Option<&[i32]>) {
        let isa = self.isa;
        let all = lanes.keys.len();
        let Draw { site, arguments, outputs, .. } = draw;
        let site = *site;
        lanes.fit(outputs);
        let constant = |&(operand, _): &(Operand, Range)| match operand {
            Operand::Constant(constant) => Some(constant),
            Operand::Register(_) => None,
        };
        if let Some(known) = arguments.iter().map(constant).collect::<Option<Vec<i32>>>() {
            if self.sites[site].tables.is_empty() && !self.sites[site].is_played {
                self.build(draw, &known);
            }
            if let Some(table) = self.sites[site].tables.first() {
                for start in (0..all).step_by(ROWS) {
                    let end = all.min(start + ROWS);
                    let codes = &self.bulk.codes(&table.alias)[..end - start];
                    for (output, &register) in outputs.iter().enumerate() {
                        let to = &mut lanes.columns[register][start..end];
                        vectorized(isa, || table.decode.each(output, codes, to));
                    }
                }
                return;
            }
        } else if !self.sites[site].is_played {
            let places = self.tables_of(lanes, draw, mask);
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
                        for (output, &register) in outputs.iter().enumerate() {
                            lanes.columns[register][lane] = table.decode.one(output, code);
                        }
                    }
                }
                return;
            }
        }
        self.play(lanes, draw);
    }

    /// The number of the table for each lane, plus one; 0 for those that are not in the mask.
    fn tables_of(&mut self, lanes: &Lanes, draw: &Draw, mask: Option<&[i32]>) -> Vec<u32> {
        let Draw { site, arguments, .. } = draw;
        let site = *site;
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
                self.build(draw, &tuple);
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
                        self.build(draw, &tuple);
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
    fn build(&mut self, draw: &Draw, arguments: &[i32]) {
        match self.exact.drawn(draw, arguments) {
            Ok(drawn) => self.sites[draw.site].tables.push(CodeTable::new(&drawn)),
            Err(_) => self.sites[draw.site].is_played = true,
        }
        // Each law has a budget of its own.
        self.exact.renew();
    }

    /// Rolls dice, or plays a definition out, in all lanes: where that has no law.
    fn play(&mut self, lanes: &mut Lanes, draw: &Draw) {
        match draw.from {
            DrawnFrom::Roll(roll) => self.roll(lanes, roll, draw),
            DrawnFrom::Call(code) => self.call(lanes, code, draw),
        }
        draw.then.iter().for_each(|op| self.op(op, lanes, None));
    }

    /// Rolls dice one by one.
    fn roll(&mut self, lanes: &mut Lanes, roll: usize, Draw { arguments, answers, .. }: &Draw) {
        for lane in 0..lanes.keys.len() {
            let at = |&(operand, _): &(Operand, Range)| i64::from(lanes.view(operand).at(lane));
            let arguments: Vec<i64> = arguments.iter().map(at).collect();
            // Lanes that are not played may have arguments that no roll has.
            let Ok(pool) = self.game.pool(roll, &arguments) else { continue };
            let rolled = pool.roll(&mut self.dice);
            for (&register, answer) in answers.iter().zip(rolled.0) {
                let Some(register) = register else { continue };
                lanes.fit(&[register]);
                lanes.columns[register][lane] = answer;
            }
        }
    }

    /// Plays a definition out.
    fn call(&mut self, lanes: &mut Lanes, code: usize, Draw { arguments, answers, .. }: &Draw) {
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
            lanes.fit(&[register]);
            let view = inner.view(output);
            for (place, &lane) in inner.keys.iter().enumerate() {
                lanes.columns[register][lane as usize] = view.at(place);
            }
        }
    }
}
