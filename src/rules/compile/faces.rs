//! Compiles rolls whose dice are read number by number: how many of the dice that are left show it. What
//! play has to remember between two numbers are its own variables and how many dice are left.

use std::collections::HashMap;

use super::super::code::{DrawnFrom, Op, Operand};
use super::super::program::{Block, Expr, ExprKind, Operator, Statement, StatementKind};
use super::super::range::Range;
use super::super::roll::{Counted, MOST_DICE, Question};
use super::super::syntax::Span;
use super::drift::Drift;
use super::{Building, Compiler};

/// The variables for a roll that is read by number; no name of the text is theirs.
#[derive(Clone)]
pub struct ByNumber {
    /// For each part of the roll, how many of its dice are left.
    left: Vec<usize>,
    /// How many dice of one part show the current number.
    of_part: usize,
    /// All numbers that the dice may show, the lowest first.
    numbers: Vec<i64>,
    /// For each number how many dice show it, or one variable for the current number.
    counts: Vec<usize>,
    /// The parts of the roll with their arguments, where it was rolled.
    parts: Vec<(usize, Vec<Expr>)>,
}

impl ByNumber {
    /// The variable for how many dice show the number at a place.
    fn count(&self, place: usize) -> usize {
        self.counts[place.min(self.counts.len() - 1)]
    }
}

impl Compiler<'_> {
    /// The rolls in a block that are read by number, with variables from `free` on, which is moved behind
    /// them. Computes what their dice show that are made of dice.
    pub fn read_by_number(&mut self, block: &Block, free: &mut usize, found: &mut HashMap<usize, ByNumber>) {
        for Statement { kind, span, .. } in block {
            match kind {
                StatementKind::Roll { roll, .. } if self.program.rolls[*roll].is_read_by_number() => {
                    let parts = self.game.part_rolls(*roll);
                    for &part in &parts {
                        if let Some(definition) = self.program.rolls[part].made {
                            self.make_die(definition, span);
                        }
                    }
                    let numbers = self.game.numbers(&[*roll], false);
                    let is_kept = self.program.rolls[*roll].counted == Counted::AtOnce;
                    let mut take = |variables: usize| {
                        *free += variables;
                        (*free - variables..*free).collect::<Vec<usize>>()
                    };
                    let (left, of_part) = (take(parts.len()), take(1)[0]);
                    let counts = take(if is_kept { numbers.len() } else { 1 });
                    found.insert(*roll, ByNumber { left, of_part, numbers, counts, parts: Vec::new() });
                }
                StatementKind::If { yes: one, no: other, .. }
                | StatementKind::Repeat { head: one, body: other, .. } => {
                    self.read_by_number(one, free, found);
                    self.read_by_number(other, free, found);
                }
                StatementKind::For { body, .. } | StatementKind::Faces { body, .. } => {
                    self.read_by_number(body, free, found);
                }
                _ => {}
            }
        }
    }
}

impl Building<'_, '_> {
    /// Rolls dice that are read by number: counts them all, and answers the questions on the way, unless
    /// a loop counts them later.
    pub fn roll_by_number(&mut self, roll: usize, arguments: &[Expr], answers: &[usize], span: &Span) {
        let described = &self.compiler.program.rolls[roll];
        let by_number = self.by_number.get_mut(&roll).expect("its variables were prepared");
        by_number.parts = self.compiler.game.parts(roll, arguments);
        let by_number = by_number.clone();
        let ByNumber { left, numbers, parts, .. } = &by_number;
        let zero = Expr::constant(0, span);
        let mut dice = zero.clone();
        for (&left, (_, arguments)) in left.iter().zip(parts) {
            let of_part = of(Operator::Max, &arguments[0], &zero);
            self.set(left, &of_part, Range::new(0, MOST_DICE));
            dice = of(Operator::Plus, &dice, &of_part);
        }
        if described.counted == Counted::OnTheWay {
            return;
        }
        let most = self.range_of(&dice).high.min(MOST_DICE);
        let mut asked = Vec::new();
        for (&answer, question) in answers.iter().zip(&described.questions) {
            let ranges = numbers.iter().map(|&number| match question {
                Question::Count(value) | Question::Sum(value) => {
                    self.range_of(&of_face(value, number, arguments))
                }
                _ => Range::only(number),
            });
            let around = ranges.fold(Range::only(0), Range::join);
            let range = match question {
                Question::Nth(_) | Question::NthLowest(_) => around,
                Question::Most | Question::Size => Range::new(0, most),
                _ => around.times(most).held(),
            };
            let start = if matches!(question, Question::Size) { &dice } else { &zero };
            self.set(answer, start, range);
            asked.push((answer, question, range));
        }
        for (place, &number) in numbers.iter().enumerate().rev() {
            if self.compiler.is_too_long(span) {
                return;
            }
            let next = self.next;
            let count = by_number.count(place);
            self.count(&by_number, (number, true), count, span);
            let count = Expr::variable(count, span);
            let left = left.iter().map(|&left| Expr::variable(left, span));
            let before = left
                .fold(of(Operator::Minus, &dice, &count), |so_far, left| of(Operator::Minus, &so_far, &left));
            let number = Expr::constant(number, span);
            let shown = Shown { number, count, before, dice: dice.clone(), arguments };
            for &(answer, question, range) in &asked {
                if let Some(value) = shown.answer(question, &Expr::variable(answer, span)) {
                    self.set(answer, &value, range);
                }
            }
            self.next = next;
            self.emit(Op::MERGE);
        }
        if self.compiler.game.has_no_cut(roll) {
            for &(answer, question, range) in &asked {
                let is_number = !matches!(question, Question::Count(_) | Question::Most | Question::Size);
                if is_number && range.high > 0 {
                    let range = Range::new(range.low, Range::ALL.high);
                    self.drifts(answer, Drift::fixed(range));
                    self.env.set(answer, Some(range));
                }
            }
        }
    }

    /// A loop over the numbers that the dice of some rolls may show.
    pub fn faces(
        &mut self,
        (rolls, is_from_high): (&[usize], bool),
        number: usize,
        counts: &[usize],
        body: &Block,
        span: &Span,
    ) {
        let numbers = self.compiler.game.numbers(rolls, is_from_high);
        let highest = numbers.iter().copied().max();
        for (turn, &shown) in numbers.iter().enumerate() {
            if self.compiler.is_too_long(span) {
                return;
            }
            let next = self.next;
            self.turns.push(turn);
            // The highest number that is known may stand for all beyond it.
            let is_open =
                highest == Some(shown) && rolls.iter().any(|&roll| self.compiler.game.has_no_cut(roll));
            let range = Range::new(shown, if is_open { Range::ALL.high } else { shown });
            self.assign(number, Operand::Constant(shown as i32), range);
            for (&roll, &to) in rolls.iter().zip(counts) {
                let by_number = self.by_number[&roll].clone();
                let Ok(place) = by_number.numbers.binary_search(&shown) else {
                    self.assign(to, Operand::Constant(0), Range::only(0));
                    continue;
                };
                let count = by_number.count(place);
                if self.compiler.program.rolls[roll].counted == Counted::OnTheWay {
                    self.count(&by_number, (shown, is_from_high), count, span);
                }
                self.assign(to, self.variable(count), self.range(count));
                self.emit(Op::MERGE);
            }
            self.block(body);
            self.turns.pop();
            self.next = next;
        }
    }

    /// Draws how many of the dice that are left show a number, and takes them away.
    fn count(
        &mut self,
        by_number: &ByNumber,
        (number, is_from_high): (i64, bool),
        count: usize,
        span: &Span,
    ) {
        let (own, mut before) = (by_number.of_part, Expr::constant(0, span));
        for ((roll, arguments), &left) in by_number.parts.iter().zip(&by_number.left) {
            let most = Range::new(0, self.range(left).high);
            let mut given = vec![(self.variable(left), self.range(left))];
            given.extend(self.arguments(&arguments[1..]));
            self.takes(own, most);
            let from = DrawnFrom::Face { roll: *roll, number, is_from_high };
            self.draw(from, given, &[own], span);
            let rest = of(Operator::Minus, &Expr::variable(left, span), &Expr::variable(own, span));
            self.set(left, &rest, most);
            let sum = of(Operator::Plus, &before, &Expr::variable(own, span));
            self.set(count, &sum, Range::new(0, MOST_DICE));
            before = Expr::variable(count, span);
        }
    }

    /// Assigns the value of an expression, which is known to lie in a range.
    fn set(&mut self, to: usize, value: &Expr, range: Range) {
        let from = self.expression(value);
        let range = self.range_of(value).meet(range);
        self.assign(to, from, range);
    }
}

/// A number while dice are read, from the highest.
struct Shown<'e> {
    number: Expr,
    /// How many dice show it, and how many show a higher one.
    count: Expr,
    before: Expr,
    dice: Expr,
    /// The arguments of the roll.
    arguments: &'e [Expr],
}

impl Shown<'_> {
    /// The answer to a question after this number, given the answer before it; `None` if it stays.
    fn answer(&self, question: &Question, answer: &Expr) -> Option<Expr> {
        let Shown { number, count, dice, .. } = self;
        let of_rank = |k: &Expr| of_face(k, 0, self.arguments);
        let plus = |dice: &Expr, each: &Expr| of(Operator::Plus, answer, &of(Operator::Times, dice, each));
        Some(match question {
            Question::Size => return None,
            Question::Count(value) | Question::Sum(value) => {
                let ExprKind::Constant(face) = number.kind else { return None };
                plus(count, &of_face(value, face, self.arguments))
            }
            Question::Most => of(Operator::Max, answer, count),
            Question::Nth(k) => self.nth(&of_rank(k), answer),
            Question::NthLowest(k) => {
                let one = Expr::constant(1, &number.span);
                let from_high = of(Operator::Minus, dice, &of_rank(k));
                self.nth(&of(Operator::Plus, &from_high, &one), answer)
            }
            Question::Highest(k) => plus(&self.among(&of_rank(k)), number),
            Question::Lowest(k) => {
                let others = self.among(&of(Operator::Minus, dice, &of_rank(k)));
                plus(&of(Operator::Minus, count, &others), number)
            }
        })
    }

    /// The number if the k-th highest die shows it, or else the answer so far.
    fn nth(&self, k: &Expr, answer: &Expr) -> Expr {
        let is_behind = of(Operator::Less, &self.before, k);
        let is_here = of(Operator::LessOrEqual, k, &of(Operator::Plus, &self.before, &self.count));
        let is_it = of(Operator::And, &is_behind, &is_here);
        Expr::conditional(is_it, self.number.clone(), answer.clone(), &answer.span)
    }

    /// How many of the dice that show the number are among the k highest of all.
    fn among(&self, k: &Expr) -> Expr {
        let open = of(Operator::Max, &of(Operator::Minus, k, &self.before), &Expr::constant(0, &k.span));
        of(Operator::Min, &open, &self.count)
    }
}

fn of(operator: Operator, a: &Expr, b: &Expr) -> Expr {
    Expr::binary(operator, a.clone(), b.clone(), &a.span)
}

/// An expression of a roll for one face: it reads the face as variable 0, and then the arguments.
fn of_face(expr: &Expr, face: i64, arguments: &[Expr]) -> Expr {
    expr.map(&|variable, span| match variable {
        0 => Expr::constant(face, span),
        argument => Expr::new(arguments[argument - 1].kind.clone(), span.clone()),
    })
}
