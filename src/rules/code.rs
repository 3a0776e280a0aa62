//! The code of a program for the keys of one scenario: operations on registers.
//!
//! A register holds one integer for each of many paths: the lanes of a bulk sample, or the rows of an
//! exact distribution. Both readers run this code.

use std::sync::Arc;

use indexmap::IndexSet;
use smallvec::{SmallVec, smallvec};

use super::program::{Expr, KeyValues, NoValue, Operator, Program};
use super::range::Range;
use super::syntax::Span;
use crate::description::{FollowedValue, Moment};

/// The source of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    Constant(i32),
    Register(usize),
}

/// The registers that are needed later, in ascending order.
pub type Live = Vec<usize>;

#[derive(Clone, Debug)]
pub enum Op {
    Binary {
        operator: Operator,
        a: Operand,
        b: Operand,
        to: usize,
    },
    Not {
        a: Operand,
        to: usize,
    },
    Select {
        condition: Operand,
        yes: Operand,
        no: Operand,
        to: usize,
    },
    /// Takes one of several values: that with the index `place`, where `first` is the first of them, and the
    /// last value for every other index.
    Pick {
        place: Operand,
        first: i32,
        values: Vec<Operand>,
        to: usize,
    },
    Element {
        list: usize,
        place: Operand,
        to: usize,
    },
    /// Assigns a value to a variable. Under a mask, only the rows or lanes of the mask take it.
    Assign {
        from: Operand,
        to: usize,
    },
    /// Checks for a fault. Only code that is compiled with checks contains it.
    Check {
        fault: Fault,
        guard: Operand,
        span: Span,
        live: Live,
    },
    /// Rolls dice, or plays a definition.
    Draw(Draw),
    /// Lets a player decide.
    Choose {
        /// The index among the places of the code where players decide.
        place: usize,
        offer: Offer,
        to: usize,
        /// The registers that are needed afterwards, except the chosen value.
        live: Live,
    },
    If {
        condition: Operand,
        yes: Vec<Op>,
        no: Vec<Op>,
        /// The registers that are needed at the beginning of the branches (`inner`) and after them
        /// (`live`).
        inner: Live,
        live: Live,
    },
    Repeat {
        /// The number of the first round, which is not 0 if this is the rest of a loop.
        first: u32,
        most: u32,
        /// The position of a loop without a number of rounds: paths that go on after `most` rounds are
        /// dropped. With a number of rounds they continue after the loop.
        cut: Option<Span>,
        head: Vec<Op>,
        condition: Operand,
        body: Vec<Op>,
        /// The registers that are needed at the beginning, by the body, and after the loop.
        before: Live,
        inner: Live,
        live: Live,
    },
    /// Merges paths that agree in the registers that are needed later, up to the order of members that are
    /// alike.
    Merge {
        live: Live,
        alike: Vec<Alike>,
    },
    /// Tells members apart whose order was lost: every order is equally likely.
    Shuffle {
        alike: Alike,
        /// The other registers that are needed later.
        live: Live,
    },
    /// Records the value of a metric.
    Record {
        metric: usize,
        from: Operand,
    },
    /// Counts the current value of a `follow` statement.
    Indicate {
        value: FollowedValue,
        moment: Moment,
        from: Operand,
    },
}

/// Members of a group that play treats alike up to a place: each with its registers, in the same order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alike {
    pub group: usize,
    pub members: Vec<(usize, Live)>,
}

impl Alike {
    /// Keeps the registers at some places.
    pub fn keep(&mut self, is_kept: impl Fn(usize) -> bool) {
        for (_, registers) in &mut self.members {
            *registers =
                (0..registers.len()).filter(|&place| is_kept(place)).map(|place| registers[place]).collect();
        }
    }

    /// The registers of all members at a place.
    pub fn at(&self, place: usize) -> impl Iterator<Item = usize> {
        self.members.iter().map(move |(_, registers)| registers[place])
    }

    /// The number of registers of each member.
    pub fn width(&self) -> usize {
        self.members[0].1.len()
    }

    pub fn registers(&self) -> impl Iterator<Item = usize> {
        self.members.iter().flat_map(|(_, registers)| registers.iter().copied())
    }
}

/// A roll of dice, or a call of a definition.
#[derive(Clone, Debug)]
pub struct Draw {
    pub from: DrawnFrom,
    /// A number that is unique to this draw.
    pub site: usize,
    /// The statement.
    pub span: Span,
    pub arguments: Vec<(Operand, Range)>,
    /// The registers of the answers; `None` for answers that are not needed.
    pub answers: Vec<Option<usize>>,
    /// Operations that depend on the answers alone; they are computed once for each outcome.
    pub then: Vec<Op>,
    /// The registers of the answers and of `then` that are needed later.
    pub outputs: Live,
    /// The registers that are needed afterwards, except the outputs.
    pub live: Live,
}

/// The source of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawnFrom {
    /// A roll of the program.
    Roll(usize),
    /// A definition, by the index of its code.
    Call(usize),
    /// The chance that a definition of the program returns true, in so many parts: nothing is rolled.
    Chance { definition: usize, parts: i64 },
    /// How many dice of a roll show a number, if none shows one of those before it: the higher ones, or the
    /// lower ones. The first argument is the number of these dice, and those of the roll follow.
    Face { roll: usize, number: i64, is_from_high: bool },
}

/// The options of a decision.
#[derive(Clone, Debug)]
pub struct Offer {
    pub numbers: Numbers,
    /// Which of them there are; all, if there is no condition.
    pub condition: Option<Arc<Condition>>,
    /// What players go by, if the text names it.
    pub seeing: Vec<Operand>,
}

/// The numbers among which options are.
#[derive(Clone, Debug)]
pub enum Numbers {
    /// All from the first to the second.
    Range(Operand, Operand),
    List(Vec<i32>),
}

/// A condition on the options of a decision.
#[derive(Debug)]
pub struct Condition {
    /// Variable 0 is the option, and those that follow are the operands.
    expr: Expr,
    operands: Vec<Operand>,
    program: Arc<Program>,
    keys: Arc<KeyValues>,
}

/// A place where a player decides.
#[derive(Clone, Debug)]
pub struct Place {
    /// The index of the choice in the program.
    pub choice: usize,
    /// For each enclosing `for` loop, the index of its current element.
    pub turns: Vec<usize>,
    /// The variables of these loops with their values, where these are known.
    pub elements: Vec<(usize, i64)>,
    /// The number of enclosing loops with a number of rounds.
    pub rounds: usize,
    /// Whether it is in a loop without a number of rounds.
    pub is_in_chain: bool,
    /// The registers on which the best option depends; `None` if they are not known yet, or if all
    /// options are equally good.
    pub seen: Option<Live>,
}

/// A fault that can occur in play.
#[derive(Clone, Debug)]
pub enum Fault {
    Zero(Operand),
    Element(Operand, usize),
    /// A member of a group with so many is nobody.
    Nobody(Operand, usize),
    Outside(Operand, Operand, Operand),
    /// A result is too large. The variables that it is computed from are named in the error.
    Overflow(Operator, Operand, Operand, Vec<Operand>),
    Dice(usize, Operand),
    /// A roll, by its index, has no answer for these arguments.
    Roll(usize, Vec<Operand>),
    /// A chance of a definition, by its index, cannot be computed for these arguments.
    Chance(usize, Vec<Operand>),
    /// Asking which options there are goes wrong, or there are none.
    Options(Offer),
}

/// The code of a routine.
#[derive(Clone, Debug, Default)]
pub struct Code {
    pub ops: Vec<Op>,
    /// The number of registers.
    pub registers: usize,
    /// The number of variables, whose registers come first.
    pub variables: usize,
    /// The registers of the parameters.
    pub parameters: Live,
    /// For each register, the range of all values that it takes where they matter; all numbers if nobody
    /// noted it.
    pub ranges: Vec<Range>,
    /// The operands and the ranges of the results.
    pub outputs: Vec<(Operand, Range)>,
    /// The number of rounds of loops that are played whatever the dice show.
    pub played: u64,
}

impl Code {
    /// This routine with other operations.
    pub fn with_ops(&self, ops: Vec<Op>) -> Code {
        Code {
            ops,
            parameters: self.parameters.clone(),
            ranges: self.ranges.clone(),
            outputs: self.outputs.clone(),
            ..*self
        }
    }
}

impl Op {
    /// A merge, before it is known what is needed later.
    pub const MERGE: Op = Op::Merge { live: Vec::new(), alike: Vec::new() };

    /// Whether paths diverge in it: it draws, decides or repeats, or contains an operation that does.
    pub fn is_random(&self) -> bool {
        self.has(&|op| matches!(op, Op::Draw(_) | Op::Choose { .. } | Op::Repeat { .. } | Op::Shuffle { .. }))
    }

    /// The register that it writes and the operands that it reads, if it does nothing but compute.
    pub fn computed(&self) -> Option<(usize, SmallVec<[Operand; 3]>)> {
        match *self {
            Op::Binary { a, b, to, .. } => Some((to, smallvec![a, b])),
            Op::Not { a: from, to } | Op::Element { place: from, to, .. } | Op::Assign { from, to } => {
                Some((to, smallvec![from]))
            }
            Op::Select { condition, yes, no, to } => Some((to, smallvec![condition, yes, no])),
            Op::Pick { place, ref values, to, .. } => {
                Some((to, std::iter::once(place).chain(values.iter().copied()).collect()))
            }
            _ => None,
        }
    }

    /// The branches of a condition, or the parts of a loop.
    pub fn blocks(&self) -> [&[Op]; 2] {
        match self {
            Op::If { yes: one, no: other, .. } | Op::Repeat { head: one, body: other, .. } => [one, other],
            _ => [&[], &[]],
        }
    }

    /// Whether it or an operation in it is such an operation.
    pub fn has(&self, is_such: &dyn Fn(&Op) -> bool) -> bool {
        is_such(self) || self.blocks().into_iter().flatten().any(|op| op.has(is_such))
    }

    /// The register that it writes, if it writes one value.
    pub fn written(&self) -> Option<usize> {
        match self {
            Op::Choose { to, .. } => Some(*to),
            _ => self.computed().map(|(to, _)| to),
        }
    }

    /// The operands that it reads, without those of the operations in it.
    pub fn read(&self) -> SmallVec<[Operand; 3]> {
        match self {
            Op::Record { from, .. } | Op::Indicate { from, .. } => smallvec![*from],
            Op::Check { fault, guard, .. } => fault.operands().into_iter().chain([*guard]).collect(),
            Op::Draw(draw) => draw.arguments.iter().map(|&(argument, _)| argument).collect(),
            Op::Choose { offer, .. } => offer.operands(),
            Op::If { condition, .. } | Op::Repeat { condition, .. } => smallvec![*condition],
            _ => self.computed().map_or_else(SmallVec::new, |(_, operands)| operands),
        }
    }

    /// Whether it is a loop without a number of rounds, or contains one.
    pub fn may_be_endless(&self) -> bool {
        self.has(&|op| matches!(op, Op::Repeat { cut: Some(_), .. }))
    }
}

/// All operations: those in an operation follow it.
pub fn all_ops(ops: &[Op]) -> impl Iterator<Item = &Op> {
    let mut left: Vec<&Op> = ops.iter().rev().collect();
    std::iter::from_fn(move || {
        let op = left.pop()?;
        left.extend(op.blocks().into_iter().flatten().rev());
        Some(op)
    })
}

/// Calls `change` for each operation, and for those in it.
pub fn change_each(ops: &mut [Op], change: &mut impl FnMut(&mut Op)) {
    for op in ops {
        change(op);
        if let Op::If { yes: one, no: other, .. } | Op::Repeat { head: one, body: other, .. } = op {
            change_each(one, change);
            change_each(other, change);
        }
    }
}

impl Offer {
    /// What the options depend on, and what players go by.
    pub fn operands(&self) -> SmallVec<[Operand; 3]> {
        let ends: SmallVec<[Operand; 3]> = match self.numbers {
            Numbers::Range(low, high) => smallvec![low, high],
            Numbers::List(_) => SmallVec::new(),
        };
        let of_condition = self.condition.iter().flat_map(|condition| &condition.operands);
        ends.into_iter().chain(of_condition.chain(&self.seeing).copied()).collect()
    }

    /// The options, given the values of registers; without those for which the condition goes
    /// wrong.
    pub fn all(&self, at: &dyn Fn(Operand) -> i32) -> Vec<i32> {
        let mut options = self.numbers.all(at);
        if let Some(condition) = &self.condition {
            let mut value = condition.given(at);
            options.retain(|&option| value(option) == Ok(1));
        }
        options
    }

    /// What goes wrong in the condition, given the values of registers.
    pub fn wrong(&self, at: &dyn Fn(Operand) -> i32) -> Option<NoValue> {
        let value = self.condition.as_ref()?.given(at);
        self.numbers.all(at).into_iter().map(value).find_map(Result::err)
    }
}

impl Numbers {
    fn all(&self, at: &dyn Fn(Operand) -> i32) -> Vec<i32> {
        match self {
            Numbers::Range(low, high) => (at(*low)..=at(*high)).collect(),
            Numbers::List(list) => list.clone(),
        }
    }
}

impl Condition {
    /// A condition in which `option` is the variable with the option, and others are operands.
    pub fn new(
        expr: &Expr,
        option: usize,
        program: &Arc<Program>,
        keys: &Arc<KeyValues>,
        operand: &mut dyn FnMut(usize) -> Operand,
    ) -> Condition {
        let read: IndexSet<usize> = std::iter::once(option).chain(expr.variables()).collect();
        let operands = read.iter().skip(1).map(|&variable| operand(variable)).collect();
        // With its places, for what goes wrong.
        let renumbered =
            |variable, span: &Span| Expr::variable(read.get_index_of(&variable).unwrap_or_default(), span);
        Condition {
            expr: expr.map(&renumbered),
            operands,
            program: Arc::clone(program),
            keys: Arc::clone(keys),
        }
    }

    /// Its value for each option, 1 or 0, given the values of registers.
    fn given<'c>(&'c self, at: &dyn Fn(Operand) -> i32) -> impl FnMut(i32) -> Result<i64, NoValue> + use<'c> {
        let mut values: Vec<i64> =
            std::iter::once(0).chain(self.operands.iter().map(|&one| at(one).into())).collect();
        move |option| {
            values[0] = option.into();
            self.expr.value(&values, &self.keys, &self.program.lists)
        }
    }
}

impl Fault {
    /// What may go wrong, to be said of its place.
    pub fn may(&self) -> &'static str {
        match self {
            Fault::Zero(_) => "be a division by 0",
            Fault::Element(..) => "be beyond the end of the list",
            Fault::Nobody(..) => "be nobody",
            Fault::Outside(..) => "be outside of its range",
            Fault::Overflow(..) => "be too large",
            Fault::Dice(..) => "be more dice than there can be",
            Fault::Roll(..) => "be dice that there cannot be",
            Fault::Chance(..) => "be a chance that takes too long to be known, or whose dice go wrong",
            Fault::Options(_) => "leave nothing to choose from, or have a condition that goes wrong",
        }
    }

    /// What keeps it from going wrong.
    pub fn remedy(&self) -> &'static str {
        match self {
            Fault::Zero(_) => "put a condition around it, as in b == 0 ? 0 : a / b",
            Fault::Element(..) => "bound the index, as in clamp(x, 0, 9), or put a condition around it",
            Fault::Nobody(..) => "ask before, as in if foe != 'nobody' { … }",
            Fault::Outside(..) => "give the name a wider range, or bound what it gets, as in clamp(x, 0, 10)",
            Fault::Overflow(..) => "bound what it is computed from, as in min(x, 1000), or play fewer rounds",
            Fault::Dice(..) | Fault::Roll(..) => {
                "bound what it is computed from, as in clamp(x, 0, 10), or put a condition around it"
            }
            Fault::Chance(..) => "ask for it with fewer values, as in chance(hits(clamp(n, 0, 20)))",
            Fault::Options(_) => {
                "offer something that is always open, as in choose x from 0..3 where x == 0 || …, and ask for nothing in \
                 the condition that may be missing or too large"
            }
        }
    }

    /// The operands that it is about.
    fn operands(&self) -> Vec<Operand> {
        match self {
            Fault::Zero(a) | Fault::Element(a, _) | Fault::Nobody(a, _) | Fault::Dice(_, a) => vec![*a],
            Fault::Options(offer) => offer.operands().to_vec(),
            Fault::Outside(a, b, c) => vec![*a, *b, *c],
            Fault::Overflow(_, a, b, variables) => [&[*a, *b], &variables[..]].concat(),
            Fault::Roll(_, arguments) | Fault::Chance(_, arguments) => arguments.clone(),
        }
    }
}
