//! Code without blocks: a list of instructions with jumps, which is executed by rows.

use super::super::code::{Draw, Live, Op, Operand};

/// An instruction.
#[derive(Debug)]
pub enum Instruction<'a> {
    /// A deterministic operation, or a check.
    Compute(&'a Op),
    /// A draw or a choice, at which paths diverge.
    Part(&'a Op),
    /// Jumps if the condition is false.
    Unless(Operand, Jump),
    Go(usize),
    /// Sets the round counter of a loop to 0.
    Begin(usize),
    /// Jumps after `most` rounds.
    Limit {
        counter: usize,
        most: u32,
        jump: Jump,
    },
    /// Increments the round counter of a loop.
    Next(usize),
    /// The beginning of a round of the loop whose rounds share their situations. Jumps after the last round.
    Round(Jump),
    End,
}

/// A conditional jump.
#[derive(Debug, Default)]
pub struct Jump {
    pub to: usize,
    /// The registers that are needed if it is not taken, and those that are needed if it is.
    pub stay: Live,
    pub leave: Live,
}

/// The instructions of code.
#[derive(Debug, Default)]
pub struct Flow<'a> {
    pub instructions: Vec<Instruction<'a>>,
    /// The number of registers. Those behind the registers of the code are the counters of loops with a
    /// number of rounds.
    pub registers: usize,
    /// For each instruction at which paths diverge: the values that identify a situation.
    pub known: Vec<Option<Known>>,
    /// The loop whose rounds share their situations, if there is one.
    pub shared: Option<Shared>,
    /// The counters of the loops around the next instruction.
    around: Live,
    /// The number of loops around it.
    depth: usize,
}

/// A loop in which players decide, and that is in no other loop. What a round makes of a situation does not
/// depend on the number of the round, so situations are found once for all rounds.
#[derive(Debug)]
pub struct Shared {
    /// Where its rounds begin, and where it ends.
    pub at: usize,
    pub end: usize,
    /// The number of rounds.
    pub most: u32,
}

/// The values that identify a situation before an instruction.
#[derive(Debug)]
pub struct Known {
    /// How many of the registers are counters.
    pub counters: usize,
    /// The counters of the enclosing loops with a number, the outermost first, and the registers that
    /// matter.
    pub registers: Live,
    /// The registers that still matter behind the instruction, except those that it writes.
    pub behind: Live,
}

impl<'a> Flow<'a> {
    pub fn new(ops: &'a [Op], registers: usize) -> Flow<'a> {
        let mut flow = Flow { registers, ..Flow::default() };
        flow.block(ops);
        flow.push(Instruction::End);
        flow
    }

    fn push(&mut self, instruction: Instruction<'a>) -> usize {
        self.instructions.push(instruction);
        self.known.push(None);
        self.instructions.len() - 1
    }

    fn block(&mut self, ops: &'a [Op]) {
        ops.iter().for_each(|op| self.op(op));
    }

    fn op(&mut self, op: &'a Op) {
        match op {
            Op::Draw(Draw { live, .. }) | Op::Choose { live, .. } => self.part(op, live),
            Op::If { condition, yes, no, inner, .. }
                if op.is_random() || op.has(&|op| matches!(op, Op::Record { .. } | Op::Check { .. })) =>
            {
                let unless = self.push(Instruction::Go(0));
                let inner = self.with_counters(inner);
                self.block(yes);
                let go = self.push(Instruction::Go(0));
                let jump = Jump { to: self.instructions.len(), stay: inner.clone(), leave: inner };
                self.instructions[unless] = Instruction::Unless(*condition, jump);
                self.block(no);
                self.instructions[go] = Instruction::Go(self.instructions.len());
            }
            Op::Repeat { most, cut, head, condition, body, before, inner, live, .. } => {
                let decides = op.has(&|op| matches!(op, Op::Choose { .. }));
                let is_shared =
                    self.depth == 0 && cut.is_none() && *most > 1 && self.shared.is_none() && decides;
                self.depth += 1;
                let outer = self.with_counters(live);
                // Loops without a number are cut, and need no counter.
                let counter = (cut.is_none() && !is_shared).then(|| {
                    self.registers += 1;
                    self.registers - 1
                });
                if let Some(counter) = counter {
                    self.push(Instruction::Begin(counter));
                    self.around.push(counter);
                }
                let (before, inner) = (self.with_counters(before), self.with_counters(inner));
                let start = self.instructions.len();
                let limit = (counter.is_some() || is_shared).then(|| self.push(Instruction::Go(0)));
                self.block(head);
                let unless = self.push(Instruction::Go(0));
                self.block(body);
                if let Some(counter) = counter {
                    self.push(Instruction::Next(counter));
                    self.around.pop();
                }
                self.push(Instruction::Go(start));
                let to = self.instructions.len();
                let jump = |stay| Jump { to, stay, leave: outer.clone() };
                self.instructions[unless] = Instruction::Unless(*condition, jump(inner));
                if let Some(limit) = limit {
                    let jump = jump(before);
                    self.instructions[limit] = match counter {
                        Some(counter) => Instruction::Limit { counter, most: *most, jump },
                        None => {
                            let registers = jump.stay.clone();
                            self.known[limit] = Some(Known { counters: 0, registers, behind: Live::new() });
                            self.shared = Some(Shared { at: limit, end: to, most: *most });
                            Instruction::Round(jump)
                        }
                    };
                }
                self.depth -= 1;
            }
            Op::Merge { .. } | Op::Shuffle { .. } => {}
            _ => drop(self.push(Instruction::Compute(op))),
        }
    }

    /// Whether an instruction is in a round of the loop whose rounds share their situations.
    pub fn is_in_round(&self, at: usize) -> bool {
        self.shared.as_ref().is_some_and(|shared| (shared.at..shared.end).contains(&at))
    }

    fn with_counters(&self, live: &[usize]) -> Live {
        self.around.iter().chain(live).copied().collect()
    }

    fn part(&mut self, op: &'a Op, live: &Live) {
        let read = op.read().into_iter().filter_map(|operand| match operand {
            Operand::Register(register) => Some(register),
            Operand::Constant(_) => None,
        });
        let mut registers: Live = live.iter().copied().chain(read).collect();
        registers.sort_unstable();
        registers.dedup();
        let place = self.push(Instruction::Part(op));
        self.known[place] = Some(Known {
            counters: self.around.len(),
            registers: self.with_counters(&registers),
            behind: self.with_counters(live),
        });
    }
}
