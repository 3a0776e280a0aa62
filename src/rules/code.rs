//! What a program comes to for the keys of one scenario: operations on registers.
//!
//! A register holds one whole number for each of many courses of events: lanes that are sampled
//! side by side, or rows of an exact distribution. Both read the same code.

use smallvec::{SmallVec, smallvec};

use super::program::Operator;
use super::range::Range;
use super::syntax::Span;
use crate::description::{FollowedValue, Moment};

/// Where a value lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    Constant(i32),
    Register(usize),
}

/// The registers that are needed later, ascending.
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
    Element {
        list: usize,
        place: Operand,
        to: usize,
    },
    /// A variable takes a value: the only operation that a condition may leave out.
    Assign {
        from: Operand,
        to: usize,
    },
    /// Something that may not be; only code that checks has it.
    Check {
        fault: Fault,
        guard: Operand,
        span: Span,
        live: Live,
    },
    /// Dice are rolled, or a definition is played.
    Draw(Draw),
    /// A player decides.
    Choose {
        /// Among the places of the code where somebody does.
        place: usize,
        offer: Offer,
        to: usize,
        /// Needed behind it, but for what is chosen.
        live: Live,
    },
    If {
        condition: Operand,
        yes: Vec<Op>,
        no: Vec<Op>,
        /// Needed at the beginning of both, and behind them.
        inner: Live,
        live: Live,
    },
    Repeat {
        most: u32,
        /// Whether what has not ended by then is left out; otherwise it goes on behind the loop.
        is_cut: bool,
        head: Vec<Op>,
        condition: Operand,
        body: Vec<Op>,
        /// Needed at its beginning, for its body, and behind it.
        before: Live,
        inner: Live,
        live: Live,
    },
    /// Courses of events that agree in what is needed later become one.
    Merge {
        live: Live,
    },
    /// A metric takes its value.
    Record {
        metric: usize,
        from: Operand,
    },
    /// A value that is followed is counted.
    Indicate {
        value: FollowedValue,
        moment: Moment,
        from: Operand,
    },
}

/// Dice that are rolled, or a definition that is played.
#[derive(Clone, Debug)]
pub struct Draw {
    pub from: DrawnFrom,
    /// A number that no other draw has.
    pub site: usize,
    pub arguments: Vec<(Operand, Range)>,
    /// The registers of the answers; those that nobody needs are left out.
    pub answers: Vec<Option<usize>>,
    /// What follows from the answers alone, and is computed once for each of them.
    pub then: Vec<Op>,
    /// The registers of the answers, and of what follows from them, that are needed later.
    pub outputs: Live,
    /// Needed behind it, but for its outputs.
    pub live: Live,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawnFrom {
    /// A roll of the program.
    Roll(usize),
    /// A definition, by the number of its code.
    Call(usize),
}

/// What a player may choose.
#[derive(Clone, Debug)]
pub enum Offer {
    /// From the one to the other.
    Range(Operand, Operand),
    List(Vec<i32>),
}

/// A place where a player decides.
#[derive(Clone, Debug)]
pub struct Place {
    /// The choice of the program.
    pub choice: usize,
    /// The turns of the lists that are gone through with `for`, in which it is.
    pub turns: Vec<usize>,
    /// How many loops with a number it is in.
    pub rounds: usize,
    /// Whether it is in a loop without a number.
    pub is_in_chain: bool,
    /// The registers on which it depends what is best; none where that is not known yet, or
    /// where all options are equally good.
    pub seen: Option<Live>,
}

/// What may not be.
#[derive(Clone, Debug)]
pub enum Fault {
    Zero(Operand),
    Element(Operand, usize),
    Outside(Operand, Operand, Operand),
    Overflow(Operator, Operand, Operand),
    Dice(Operand),
    /// Nothing between these can be chosen.
    NoOption(Operand, Operand),
}

/// The code of a routine.
#[derive(Clone, Debug, Default)]
pub struct Code {
    pub ops: Vec<Op>,
    /// How many registers it has; those of its parameters come first.
    pub registers: usize,
    /// Where its results lie, and between which numbers they are.
    pub outputs: Vec<(Operand, Range)>,
}

impl Op {
    /// Whether courses of events part in it: it draws, decides or repeats, or has something in it that does.
    pub fn is_random(&self) -> bool {
        match self {
            Op::Draw(_) | Op::Choose { .. } | Op::Repeat { .. } => true,
            Op::If { yes, no, .. } => yes.iter().chain(no).any(Op::is_random),
            _ => false,
        }
    }

    /// The register that takes what is computed from these operands, if that is all it does.
    pub fn computed(&self) -> Option<(usize, SmallVec<[Operand; 3]>)> {
        match *self {
            Op::Binary { a, b, to, .. } => Some((to, smallvec![a, b])),
            Op::Not { a: from, to } | Op::Element { place: from, to, .. } | Op::Assign { from, to } => {
                Some((to, smallvec![from]))
            }
            Op::Select { condition, yes, no, to } => Some((to, smallvec![condition, yes, no])),
            _ => None,
        }
    }

    /// Whether it counts a value that is followed, or has something in it that does.
    pub fn indicates(&self) -> bool {
        match self {
            Op::Indicate { .. } => true,
            Op::Repeat { body, .. } => body.iter().any(Op::indicates),
            _ => false,
        }
    }

    /// Whether it repeats, or has something in it that does.
    pub fn is_loop(&self) -> bool {
        match self {
            Op::Repeat { .. } => true,
            Op::If { yes, no, .. } => yes.iter().chain(no).any(Op::is_loop),
            _ => false,
        }
    }
}
