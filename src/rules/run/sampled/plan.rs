//! What lanes run: code without checks, with what each branch and each loop reads and writes.

use std::collections::BTreeSet;

use super::super::super::code::{Code, Draw, DrawnFrom, Live, Offer, Op, Operand, Place};
use super::super::super::compile::Compiled;
use super::super::super::range::Range;
use super::super::super::syntax::Span;
use super::site::DENSE;
use crate::description::{FollowedValue, Moment};

/// The main routine and the definitions, for lanes.
#[derive(Debug)]
pub struct Plan {
    /// What comes before the main loop; without one, everything.
    pub before: Routine,
    /// Whether all trials come to the first round of the main loop alike.
    pub starts_alike: bool,
    /// The main loop. Lanes that are done with it start another trial.
    pub looped: Option<Loop>,
    /// What comes after the main loop.
    pub after: Vec<Step>,
    /// The definitions, for draws that are played out.
    pub calls: Vec<Routine>,
}

/// Steps with registers of their own.
#[derive(Debug)]
pub struct Routine {
    pub steps: Vec<Step>,
    pub registers: usize,
    pub width: Width,
    /// About how long it takes, in operations.
    weight: usize,
}

/// The narrowest integers that hold all numbers of a routine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    Bits8,
    Bits16,
    Bits32,
}

#[derive(Debug)]
pub enum Step {
    /// Computes a register from others, in all lanes or in those of the mask.
    Compute {
        op: Op,
        to: usize,
        is_masked: bool,
    },
    /// Assigns a register to another, and is the last to read it.
    Move {
        from: usize,
        to: usize,
        is_masked: bool,
    },
    Record {
        metric: usize,
        from: Operand,
    },
    Indicate {
        value: FollowedValue,
        moment: Moment,
        from: Operand,
    },
    Draw(LaneDraw),
    Choose {
        place: usize,
        offer: Offer,
        to: usize,
    },
    If {
        condition: Operand,
        yes: Branch,
        no: Branch,
    },
    Repeat(Loop),
}

/// The steps that are taken where a condition is true, or false.
#[derive(Debug)]
pub struct Branch {
    pub steps: Vec<Step>,
    /// The registers whose values at its beginning matter, and those that it leaves changed.
    pub reads: Live,
    pub writes: Live,
    /// About how long it takes, in operations.
    pub weight: usize,
}

#[derive(Debug)]
pub struct Loop {
    pub most: u32,
    /// The position of a loop without a number of rounds.
    pub cut: Option<Span>,
    pub head: Vec<Step>,
    pub condition: Operand,
    pub body: Vec<Step>,
    /// The registers whose values at the beginning of the body matter, and those that the loop leaves
    /// changed.
    pub reads: Live,
    pub writes: Live,
    /// About how long it takes, in operations.
    pub weight: usize,
    /// The registers that are needed at the beginning of the body, and after the loop.
    pub inner: Live,
    pub live: Live,
}

/// A draw, and where its tables and its outcomes are.
#[derive(Debug)]
pub struct LaneDraw {
    pub draw: Draw,
    /// How many combinations of arguments there are.
    pub rows: u64,
    /// The arguments that vary, with their least values, and how much each adds to the row.
    pub strides: Vec<(usize, i32, u32)>,
    /// For each output, the shift and the mask of its bits in a code, and the number to be added; `None` if
    /// the outputs do not fit into a code.
    pub bits: Option<Vec<(u32, u32, i32)>>,
    /// For each output, whether it is written in the lanes of the mask alone.
    pub is_masked: Vec<bool>,
    /// Operations that depend on the answers alone.
    pub then: Vec<Step>,
}

/// The greatest weight of a short definition.
const SHORT: usize = 200;

/// The weight of a draw, and how much more a loop weighs than its steps.
const DRAW_WEIGHT: usize = 10;
const LOOP_WEIGHT: usize = 4;

impl Plan {
    pub fn new(compiled: &Compiled) -> Plan {
        let main = &compiled.main;
        let places = &compiled.places;
        let lowering =
            Lowering { variables: main.variables, ranges: &main.ranges, places, round: main.registers };
        // The longest loop of the main routine: a lane spends most of its time there.
        let loops = main.ops.iter().enumerate().filter(|(_, op)| matches!(op, Op::Repeat { .. }));
        let longest = loops.max_by_key(|(_, op)| lowering.block(std::slice::from_ref(*op), &[]).1.weight);
        let at = longest.map_or(main.ops.len(), |(place, _)| place);
        let (before, behind) = main.ops.split_at(at);
        let (before, mut touched) = lowering.block(before, &[]);
        let (looped, behind) = behind.split_at(behind.len().min(1));
        let (mut looped, of_loop) = lowering.block(looped, &[]);
        let (after, of_after) = lowering.block(behind, &[]);
        touched.add(of_loop);
        touched.add(of_after);
        let looped = match looped.pop() {
            Some(Step::Repeat(mut looped)) => {
                touched.values.add(Range::new(0, looped.most.into()));
                looped.inner.push(main.registers);
                Some(looped)
            }
            _ => None,
        };
        let width = touched.width(&main.ranges);
        let head = looped.iter().flat_map(|looped| &looped.head);
        let starts_alike =
            before.iter().chain(head).all(|step| matches!(step, Step::Compute { .. } | Step::Move { .. }));
        let call = |code: &Code| {
            let lowering =
                Lowering { variables: code.variables, ranges: &code.ranges, places, round: code.registers };
            let (steps, mut touched) = lowering.block(&code.ops, &[]);
            for &(output, range) in &code.outputs {
                touched.reads(output);
                touched.values.add(range);
            }
            let width = touched.width(&code.ranges);
            Routine { steps, registers: code.registers, width, weight: touched.weight }
        };
        Plan {
            before: Routine { steps: before, registers: main.registers + 1, width, weight: touched.weight },
            starts_alike,
            looped,
            after,
            calls: compiled.calls.iter().map(call).collect(),
        }
    }

    /// Whether a draw is always played out: it calls a short definition, and its arguments are too varied
    /// for an array. Then finding a table takes longer than playing, and making one a thousand times longer.
    pub fn is_played(&self, draw: &LaneDraw) -> bool {
        self.is_short(draw) && draw.rows > DENSE
    }

    /// Whether a draw calls a short definition: to play it takes no longer than to find one table among many.
    pub fn is_short(&self, draw: &LaneDraw) -> bool {
        matches!(draw.draw.from, DrawnFrom::Call(code) if self.calls[code].weight <= SHORT)
    }
}

/// The number of steps that are searched for what is read.
const NEAR: usize = 16;

/// Whether a register is written again, soon and before anything reads it.
fn is_rewritten(register: usize, steps: &[Step]) -> bool {
    for step in steps.iter().take(NEAR) {
        match step {
            Step::Compute { op, .. } => {
                let Some((to, operands)) = op.computed() else { return false };
                if operands.contains(&Operand::Register(register)) {
                    return false;
                }
                if to == register {
                    return true;
                }
            }
            Step::Draw(LaneDraw { draw, .. }) => {
                if draw.arguments.iter().any(|&(argument, _)| argument == Operand::Register(register)) {
                    return false;
                }
            }
            _ => return false,
        }
    }
    false
}

struct Lowering<'a> {
    /// The number of variables; registers from there on hold a value within one statement.
    variables: usize,
    ranges: &'a [Range],
    places: &'a [Place],
    /// The register of the round of the main loop.
    round: usize,
}

/// What some steps touch.
#[derive(Default)]
struct Touched {
    reads: BTreeSet<usize>,
    writes: BTreeSet<usize>,
    /// The numbers that occur.
    values: Values,
    weight: usize,
}

/// The range of some numbers.
#[derive(Clone, Copy, Default)]
struct Values(Option<Range>);

impl Values {
    fn add(&mut self, range: Range) {
        self.0 = Some(self.0.map_or(range, |known| known.join(range)));
    }
}

impl Touched {
    fn reads(&mut self, operand: Operand) {
        match operand {
            Operand::Register(register) => drop(self.reads.insert(register)),
            Operand::Constant(constant) => self.values.add(Range::only(constant.into())),
        }
    }

    fn add(&mut self, other: Touched) {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
        if let Some(range) = other.values.0 {
            self.values.add(range);
        }
        self.weight += other.weight;
    }

    /// Those of the registers that are read or written, and the round of the main loop if it is read.
    fn among(&self, registers: &Live, round: usize) -> Live {
        let is_touched = |register: &usize| self.reads.contains(register) || self.writes.contains(register);
        let round = self.reads.get(&round).copied();
        registers.iter().copied().filter(is_touched).chain(round).collect()
    }

    fn written(&self, registers: &Live) -> Live {
        registers.iter().copied().filter(|register| self.writes.contains(register)).collect()
    }

    fn width(&self, ranges: &[Range]) -> Width {
        let mut values = self.values;
        let touched = self.reads.iter().chain(&self.writes);
        touched.filter_map(|&register| ranges.get(register)).for_each(|&range| values.add(range));
        let Range { low, high } = values.0.unwrap_or(Range::only(0));
        let fits = |least: i64, most: i64| least <= low && high <= most;
        if fits(i8::MIN.into(), i8::MAX.into()) {
            Width::Bits8
        } else if fits(i16::MIN.into(), i16::MAX.into()) {
            Width::Bits16
        } else {
            Width::Bits32
        }
    }
}

/// What lanes need that a mask excludes: each of these lists of registers.
type Needed<'a> = [&'a Live];

fn is_needed(register: usize, needed: &Needed<'_>) -> bool {
    needed.iter().any(|registers| registers.binary_search(&register).is_ok())
}

impl Lowering<'_> {
    /// The steps of some operations, where the lanes that play none of them need these registers.
    fn block(&self, ops: &[Op], needed: &Needed<'_>) -> (Vec<Step>, Touched) {
        let mut touched = Touched::default();
        let mut steps: Vec<Step> = ops.iter().filter_map(|op| self.op(op, needed, &mut touched)).collect();
        for place in 0..steps.len() {
            let (step, behind) = steps[place..].split_first_mut().expect("there is one at every place");
            if let Step::Compute { op: Op::Assign { from: Operand::Register(from), to }, is_masked, .. } =
                *step
                && from >= self.variables
                && is_rewritten(from, behind)
            {
                *step = Step::Move { from, to, is_masked };
            }
        }
        (steps, touched)
    }

    fn op(&self, op: &Op, needed: &Needed<'_>, touched: &mut Touched) -> Option<Step> {
        if let Some((to, operands)) = op.computed() {
            operands.into_iter().for_each(|operand| touched.reads(operand));
            if let Op::Pick { first, values, .. } = op {
                touched.values.add(Range::new((*first).into(), i64::from(*first) + values.len() as i64 - 2));
            }
            touched.writes.insert(to);
            touched.weight += 1;
            let is_masked = matches!(op, Op::Assign { .. }) && is_needed(to, needed);
            return Some(Step::Compute { op: op.clone(), to, is_masked });
        }
        Some(match op {
            Op::Record { metric, from } => {
                if let Operand::Register(register) = from {
                    touched.reads.insert(*register);
                }
                Step::Record { metric: *metric, from: *from }
            }
            Op::Indicate { value, moment, from } => {
                touched.reads(*from);
                touched.reads.insert(self.round);
                touched.weight += DRAW_WEIGHT;
                Step::Indicate { value: *value, moment: *moment, from: *from }
            }
            Op::Draw(draw) => {
                draw.arguments.iter().for_each(|&(argument, _)| touched.reads(argument));
                touched.writes.extend(&draw.outputs);
                touched.weight += DRAW_WEIGHT;
                Step::Draw(self.draw(draw, needed, touched))
            }
            Op::Choose { place, offer, to, .. } => {
                touched.reads.extend(self.places[*place].seen.iter().flatten());
                touched.reads.insert(self.round);
                offer.operands().into_iter().for_each(|operand| touched.reads(operand));
                touched.writes.insert(*to);
                touched.weight += DRAW_WEIGHT;
                Step::Choose { place: *place, offer: offer.clone(), to: *to }
            }
            Op::If { condition, yes, no, inner, live } => {
                let mut branch = |ops: &[Op], by_others: &Live| {
                    let (steps, within) = self.block(ops, &[needed, &[by_others, live]].concat());
                    let (reads, writes) = (within.among(inner, self.round), within.written(live));
                    let branch = Branch { steps, reads, writes, weight: within.weight };
                    touched.add(within);
                    branch
                };
                let (yes, no) = (branch(yes, inner), branch(no, live));
                touched.reads(*condition);
                Step::If { condition: *condition, yes, no }
            }
            Op::Repeat { most, cut, head, condition, body, inner, live, .. } => {
                let needed = &[needed, &[live]].concat();
                let (head, mut within) = self.block(head, needed);
                let (body, of_body) = self.block(body, needed);
                within.add(of_body);
                within.reads(*condition);
                within.weight *= LOOP_WEIGHT;
                let (reads, writes) = (within.among(inner, self.round), within.written(live));
                let weight = within.weight;
                touched.add(within);
                Step::Repeat(Loop {
                    most: *most,
                    cut: cut.clone(),
                    head,
                    condition: *condition,
                    body,
                    reads,
                    writes,
                    weight,
                    inner: inner.clone(),
                    live: live.clone(),
                })
            }
            _ => return None,
        })
    }

    fn draw(&self, draw: &Draw, needed: &Needed<'_>, touched: &mut Touched) -> LaneDraw {
        let mut rows = 1u64;
        let mut strides = Vec::new();
        for &(operand, range) in &draw.arguments {
            if let Operand::Register(register) = operand {
                strides.push((register, range.low as i32, rows.min(u32::MAX.into()) as u32));
                rows = rows.saturating_mul((range.high - range.low + 1) as u64);
            }
        }
        let mut shift = 0;
        let mut bits = Vec::new();
        for &output in &draw.outputs {
            let Range { low, high } = self.ranges[output];
            let width = u64::BITS - ((high - low) as u64).leading_zeros();
            bits.push((shift, ((1u64 << width) - 1) as u32, low as i32));
            shift += width;
        }
        let (then, within) = self.block(&draw.then, &[]);
        touched.values.add(within.values.0.unwrap_or(Range::only(0)));
        let bits = (shift < u32::BITS).then_some(bits);
        let is_masked = draw.outputs.iter().map(|&output| is_needed(output, needed)).collect();
        LaneDraw { draw: draw.clone(), rows, strides, bits, is_masked, then }
    }
}
