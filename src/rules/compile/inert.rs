//! Variables whose ranges can be foreseen in loops: those that only add up what happens, and counters of rounds.

use std::collections::{HashMap, HashSet};

use super::super::program::{Expr, ExprKind, Operator, Options, Program, Statement, StatementKind};

/// How the ranges of variables depend on each other.
#[derive(Default)]
struct Flows {
    /// The variables that decide something: a condition, a number of dice, a place in a list, what is multiplied.
    deciding: HashSet<usize>,
    /// For each variable, those whose values it takes, or more or less than them.
    from: HashMap<usize, Vec<usize>>,
    /// The variables on both sides of sums and differences.
    sums: Vec<[Vec<usize>; 2]>,
    /// How many statements assign each variable.
    assigned: HashMap<usize, usize>,
}

/// The variables of the main routine that decide nothing, nor do those into which they flow: the blows that somebody
/// has struck, all boxes that were ever marked. In a loop they are added to, raised to a least and cut at a most. So
/// what a round adds to their ranges does not become more from round to round, and no other range depends on it.
pub fn inert(program: &Program) -> HashSet<usize> {
    let mut flows = Flows::default();
    flows.block(program, &program.main.body);
    let mut inert: HashSet<usize> = (0..program.main.variables.len()).collect();
    let mut left: Vec<usize> = std::mem::take(&mut flows.deciding).into_iter().collect();
    loop {
        while let Some(variable) = left.pop() {
            if inert.remove(&variable) {
                left.extend(flows.from.get(&variable).into_iter().flatten());
            }
        }
        // The sum of two that grow grows faster and faster.
        let growing = flows.growing(&inert);
        let both = |[one, other]: &&[Vec<usize>; 2]| {
            [one, other].iter().all(|side| side.iter().any(|variable| growing.contains(variable)))
        };
        left = flows.sums.iter().filter(both).flatten().flatten().copied().collect();
        if left.is_empty() {
            return inert;
        }
    }
}

/// The variables to which each round of a loop adds the same number, and nothing else assigns.
pub fn counters(program: &Program, blocks: [&[Statement]; 2]) -> Vec<usize> {
    let mut flows = Flows::default();
    blocks.into_iter().for_each(|block| flows.block(program, block));
    let counted = |statement: &Statement| {
        let StatementKind::Assign { variable, value } = &statement.kind else { return None };
        let ExprKind::Binary(Operator::Plus | Operator::Minus, before, step) = &value.kind else {
            return None;
        };
        let is_counter = matches!(before.kind, ExprKind::Variable(one) if one == *variable)
            && matches!(step.kind, ExprKind::Constant(_))
            && flows.assigned[variable] == 1;
        is_counter.then_some(*variable)
    };
    blocks[1].iter().filter_map(counted).collect()
}

impl Flows {
    /// Those of some variables that may become more from round to round: their values flow into themselves, or come
    /// of such a variable.
    fn growing(&self, of: &HashSet<usize>) -> HashSet<usize> {
        let mut growing = of.clone();
        loop {
            let comes_of_one = |variable: &usize| {
                self.from.get(variable).is_some_and(|from| from.iter().any(|one| growing.contains(one)))
            };
            let left: HashSet<usize> = growing.iter().copied().filter(comes_of_one).collect();
            if left.len() == growing.len() {
                return growing;
            }
            growing = left;
        }
    }

    fn block(&mut self, program: &Program, block: &[Statement]) {
        block.iter().for_each(|statement| self.statement(program, &statement.kind));
    }

    fn statement(&mut self, program: &Program, kind: &StatementKind) {
        match kind {
            StatementKind::Assign { variable, value } => {
                self.assigns(*variable);
                self.flows(value, *variable);
            }
            StatementKind::Range { low, high, .. } => {
                [low, high].into_iter().for_each(|end| self.decides(end))
            }
            StatementKind::Roll { arguments, answers: results, .. }
            | StatementKind::Call { arguments, results, .. } => {
                arguments.iter().for_each(|argument| self.decides(argument));
                results.iter().for_each(|&result| self.assigns(result));
            }
            StatementKind::If { condition, yes, no } => {
                self.decides(condition);
                [yes, no].into_iter().for_each(|block| self.block(program, block));
            }
            StatementKind::Repeat { most, head, condition, body, followed, .. } => {
                most.iter().chain([condition]).for_each(|expr| self.decides(expr));
                [head, body].into_iter().for_each(|block| self.block(program, block));
                self.follow(program, followed.iter().copied());
            }
            StatementKind::For { variable, body, .. } => {
                self.assigns(*variable);
                self.block(program, body);
            }
            StatementKind::Faces { variable, counts, body, .. } => {
                counts.iter().chain([variable]).for_each(|&variable| self.assigns(variable));
                self.block(program, body);
            }
            StatementKind::Choose(choice) => {
                let choice = &program.choices[*choice];
                if let Options::Range(low, high) = &choice.options {
                    [low, high].into_iter().for_each(|end| self.decides(end));
                }
                choice.condition.iter().for_each(|condition| self.decides(condition));
                self.assigns(choice.variable);
            }
            StatementKind::Chart(chart) => {
                let chart = &program.charts[*chart];
                self.assigns(chart.variable);
                self.follow(program, chart.first..chart.first + chart.places.len());
            }
            StatementKind::Step(_) | StatementKind::Note(_) => {}
        }
    }

    fn follow(&mut self, program: &Program, followed: impl Iterator<Item = usize>) {
        followed.for_each(|place| self.block(program, &program.followed[place].head));
    }

    fn assigns(&mut self, variable: usize) {
        *self.assigned.entry(variable).or_default() += 1;
    }

    fn decides(&mut self, expr: &Expr) {
        self.deciding.extend(expr.variables());
    }

    /// An expression whose value, or part of it, a variable takes.
    fn flows(&mut self, expr: &Expr, to: usize) {
        match &expr.kind {
            ExprKind::Constant(_) | ExprKind::Key(_) | ExprKind::IsSet(_) => {}
            ExprKind::Variable(from) => self.from.entry(to).or_default().push(*from),
            ExprKind::KeyOr(_, other) => self.flows(other, to),
            ExprKind::Binary(operator, left, right) => {
                match operator {
                    Operator::Plus | Operator::Minus => {
                        self.sums.push([left, right].map(|side| side.variables().collect()));
                    }
                    Operator::Min | Operator::Max => {}
                    _ => return self.decides(expr),
                }
                [left, right].into_iter().for_each(|side| self.flows(side, to));
            }
            ExprKind::Conditional(parts) => {
                let [condition, yes, no] = &**parts;
                self.decides(condition);
                [yes, no].into_iter().for_each(|side| self.flows(side, to));
            }
            ExprKind::Pick(pick) => {
                self.decides(&pick.place);
                pick.values.iter().for_each(|value| self.flows(value, to));
            }
            ExprKind::Not(_) | ExprKind::Element(..) => self.decides(expr),
        }
    }
}
