//! Compiles statements.

use super::super::code::{Alike, Draw, DrawnFrom, Fault, Op, Operand};
use super::super::program::{
    ChartOfRules, Expr, ExprKind, Operator, Portion, Statement, StatementKind, Turn, portions,
};
use super::super::range::Range;
use super::super::roll::{MOST_DICE, Question, SIDES};
use super::super::syntax::Span;
use super::Building;
use super::drift::Drift;
use super::env::Changes;
use super::rounds::Round;
use crate::description::Moment;

/// What a call is given as it is. It counts as read only if the definition reads it.
#[derive(Clone, Copy)]
enum Given {
    Key(usize),
    Variable(usize),
}

/// So many registers are used before those of earlier statements are used again. While they are not, what depends on a
/// draw can be computed with it.
const APART: usize = 16;

impl Building<'_, '_> {
    pub fn block(&mut self, block: &[Statement]) {
        // What is known before a block may change in it, or in the round before.
        self.at_most.clear();
        self.block_within(block, 0);
        self.at_most.clear();
    }

    /// Compiles the statements of a block within so many loops over members.
    fn block_within(&mut self, block: &[Statement], depth: usize) {
        let floor = std::mem::replace(&mut self.floor, self.next);
        portions(block, depth).for_each(|portion| self.portion(&portion, depth));
        self.next = std::mem::replace(&mut self.floor, floor);
    }

    pub fn portion(&mut self, portion: &Portion<'_>, depth: usize) {
        let turns = match portion {
            Portion::One(one) if self.compiler.is_too_long(&one.span) => return,
            Portion::One(one) => {
                self.statement(one);
                if self.next > self.floor + APART {
                    self.next = self.floor;
                }
                return self.merge();
            }
            Portion::Each(turns) => turns,
        };
        if self.settling > 0 {
            turns.iter().for_each(|(_, block)| self.block_within(block, depth + 1));
            return;
        }
        // Members whose turn is over are alike, and those whose turn comes.
        let all = self.alike.clone();
        let apart = |group: usize, is_over: &dyn Fn(usize) -> bool, is_coming: &dyn Fn(usize) -> bool| {
            let mut apart = Vec::new();
            for Alike { group: of, members } in &all {
                let sides: &[&dyn Fn(usize) -> bool] =
                    if *of == group { &[is_over, is_coming] } else { &[&|_| true] };
                let side = |is_in: &dyn Fn(usize) -> bool| Alike {
                    group: *of,
                    members: members.iter().filter(|(member, _)| is_in(*member)).cloned().collect(),
                };
                apart.extend(sides.iter().map(|is_in| side(is_in)).filter(|side| side.members.len() > 1));
            }
            apart
        };
        for &(Turn { group, member, .. }, statements) in turns {
            self.alike = apart(group, &|other| other < member, &|other| other > member);
            self.block_within(statements, depth + 1);
            self.alike = apart(group, &|other| other <= member, &|other| other > member);
            self.merge();
        }
        self.alike = all;
    }

    /// Merges rows, up to the order of members that are alike and take the same values here.
    fn merge(&mut self) {
        if self.settling > 0 {
            return;
        }
        let takes_the_same = |alike: &&Alike| {
            (0..alike.width()).all(|place| {
                let mut ranges = alike.at(place).map(|variable| self.env.peek(variable));
                let first = ranges.next();
                ranges.all(|range| Some(range) == first)
            })
        };
        let alike = self.alike.iter().filter(takes_the_same).cloned().collect();
        self.emit(Op::Merge { live: Vec::new(), alike });
    }

    fn statement(&mut self, Statement { kind, span, .. }: &Statement) {
        match kind {
            StatementKind::Assign { variable, value } => {
                if self.drifts.is_some() {
                    self.drifts(*variable, self.drift(*variable, value));
                }
                let (from, range) = self.valued(value);
                self.put(*variable, from, range);
                self.is_at_most(*variable, value);
            }
            StatementKind::Range { variable, low, high } => {
                let (in_low, in_high) = (self.range_of(low), self.range_of(high));
                let range = self.range(*variable);
                if range.low < in_low.high || range.high > in_high.low {
                    let (low, high) = (self.expression(low), self.expression(high));
                    self.check(Fault::Outside(self.variable(*variable), low, high), span);
                }
                self.env.set(*variable, Some(range.meet(Range::new(in_low.low, in_high.high))));
            }
            StatementKind::Roll { roll, arguments, answers } => {
                self.roll(*roll, arguments, answers, span);
            }
            StatementKind::Call { definition, arguments, results, parts } => {
                let given: Vec<Option<Given>> =
                    arguments.iter().map(|argument| self.given(argument)).collect();
                let arguments: Vec<(Operand, Range)> = arguments
                    .iter()
                    .zip(&given)
                    .map(|(argument, given)| match given {
                        Some(given) => self.peeked(*given),
                        None => self.valued(argument),
                    })
                    .collect();
                let code =
                    self.compiler.call(*definition, arguments.iter().map(|&(_, range)| range).collect());
                for given in self.compiler.reads[code].iter().filter_map(|&parameter| given[parameter]) {
                    match given {
                        Given::Key(key) => self.compiler.keys.mark(&[key]),
                        Given::Variable(variable) => self.env.mark_read(variable),
                    }
                }
                if let Some(parts) = *parts {
                    return self.chance(*definition, parts, arguments, results, span);
                }
                for (&variable, (_, range)) in
                    results.iter().zip(self.compiler.made.calls[code].outputs.clone())
                {
                    self.takes(variable, range);
                }
                self.played = self.played.saturating_add(self.compiler.made.calls[code].played);
                self.draw(DrawnFrom::Call(code), arguments, results, span);
            }
            StatementKind::If { condition, yes, no } => {
                let decided = self.expression(condition);
                let truth = match decided {
                    Operand::Constant(truth) => Some(truth != 0),
                    Operand::Register(_) => None,
                };
                if self.settling == 0 && self.routine.name.is_empty() {
                    let known = self.decided.entry(std::ptr::from_ref(condition)).or_insert(truth);
                    *known = known.filter(|known| truth == Some(*known));
                }
                match decided {
                    Operand::Constant(0) => self.block(no),
                    Operand::Constant(_) => self.block(yes),
                    Operand::Register(_) => {
                        let drifts = self.drifts.clone();
                        let (yes, after_yes) = self.branch(condition, true, yes);
                        let drifts_of_yes = std::mem::replace(&mut self.drifts, drifts);
                        let (no, after_no) = self.branch(condition, false, no);
                        self.drifts_in_either(drifts_of_yes);
                        self.env.join(&after_yes, &after_no);
                        self.emit(Op::If {
                            condition: decided,
                            yes,
                            no,
                            inner: Vec::new(),
                            live: Vec::new(),
                        });
                    }
                }
            }
            StatementKind::Repeat { most, head, condition, body, followed, .. } => {
                self.follow(followed, Moment::Before);
                self.repeat(most.as_ref(), Round { head, condition, body }, followed, span);
            }
            StatementKind::For { variable, values, body } => {
                for (turn, &value) in values.iter().enumerate() {
                    self.turns.push(turn);
                    self.assign(*variable, Operand::Constant(value as i32), Range::only(value));
                    self.block(body);
                    self.turns.pop();
                }
            }
            StatementKind::Faces { rolls, variable, counts, is_from_high, body } => {
                self.faces((rolls, *is_from_high), *variable, counts, body, span);
            }
            StatementKind::Choose(choice) => self.choose(*choice, span),
            StatementKind::Chart(chart) => {
                let ChartOfRules { variable, places, first, .. } = &self.compiler.program.charts[*chart];
                for (followed, &place) in (*first..).zip(places) {
                    self.assign(*variable, Operand::Constant(place as i32), Range::only(place));
                    self.follow(&[followed], Moment::Before);
                }
            }
            StatementKind::Step(_) | StatementKind::Note(_) => {}
        }
    }

    /// Notes which variables a variable is at most, which has the value of an expression.
    fn is_at_most(&mut self, variable: usize, value: &Expr) {
        match &value.kind {
            ExprKind::Variable(other) if *other != variable => self.at_most.push((variable, *other)),
            ExprKind::Binary(Operator::Min, a, b) => {
                self.is_at_most(variable, a);
                self.is_at_most(variable, b);
            }
            _ => {}
        }
    }

    /// Assigns a value that does not depend on the one before to a variable, and records it if the variable is a
    /// metric.
    pub fn assign(&mut self, variable: usize, from: Operand, range: Range) {
        self.drifts(variable, Drift::fixed(range));
        self.put(variable, from, range);
    }

    fn put(&mut self, variable: usize, from: Operand, range: Range) {
        self.holds(variable, range);
        if from != Operand::Register(variable) {
            self.emit(Op::Assign { from, to: variable });
        }
        let is_main = self.routine.name.is_empty();
        let reported = self.compiler.game.reported();
        let metric = reported.iter().position(|metric| is_main && metric.variable == variable);
        if let Some(metric) = metric {
            self.compiler.made.metrics[metric] = range;
            self.emit(Op::Record { metric, from });
        }
    }

    fn roll(&mut self, roll: usize, arguments: &[Expr], answers: &[usize], span: &Span) {
        let described = &self.compiler.program.rolls[roll];
        if let Some(definition) = described.made.filter(|_| !described.is_read_by_number()) {
            self.compiler.make_die(definition, span);
        }
        let written = arguments;
        let arguments = self.arguments(arguments);
        let ranges: Vec<Range> = arguments.iter().map(|&(_, range)| range).collect();
        for (of, part) in self.compiler.game.parts(roll, &arguments) {
            if part[0].1.high > self.compiler.program.rolls[of].most() {
                self.check(Fault::Dice(of, part[0].0), span);
            }
        }
        let parts = self.compiler.game.parts(roll, &ranges);
        let dice: i64 = parts.iter().map(|(_, ranges)| ranges[0].high.max(0)).sum();
        let mut is_sure = dice <= MOST_DICE && self.always_has_answers(roll, &ranges);
        let may_lack_sides = self.compiler.program.rolls[roll].is_sized
            && !(SIDES.contains(&ranges[1].low) && SIDES.contains(&ranges[1].high));
        for (part, ranges) in &parts {
            is_sure &= *part == roll || self.always_has_answers(*part, ranges);
        }
        if self.compiler.program.rolls[roll].is_read_by_number() {
            if !is_sure {
                let arguments = arguments.iter().map(|&(argument, _)| argument).collect();
                self.check(Fault::Roll(roll, arguments), span);
            }
            return self.roll_by_number(roll, written, answers, span);
        }
        match self.compiler.game.ranges(roll, &ranges) {
            Ok(found) => {
                if may_lack_sides || !found.are_tried && !is_sure {
                    let arguments = arguments.iter().map(|&(argument, _)| argument).collect();
                    self.check(Fault::Roll(roll, arguments), span);
                }
                for (&answer, range) in answers.iter().zip(found.ranges) {
                    self.takes(answer, range);
                }
            }
            Err(error) => {
                self.compiler.wrong.push(error);
                answers.iter().for_each(|&answer| self.takes(answer, Range::only(0)));
            }
        }
        self.draw(DrawnFrom::Roll(roll), arguments, answers, span);
    }

    /// Whether a roll has answers for all arguments in these ranges, as far as ranges tell.
    fn always_has_answers(&mut self, roll: usize, arguments: &[Range]) -> bool {
        let (game, program) = (self.compiler.game, self.compiler.program);
        let described = &program.rolls[roll];
        let dice = game.most_dice(roll, arguments[0]);
        // Expressions about a die read its number as variable 0, and then the arguments.
        let die = std::iter::once(game.faces(roll, arguments)).chain(arguments.iter().copied()).map(Some);
        let mut asking = Building::new(self.compiler, self.routine, die.collect());
        let mut is_sure = true;
        for condition in &described.rerolls {
            asking.expression(condition);
        }
        if let Some(open_end) = &described.open_end {
            asking.expression(&open_end.condition);
            // A die may be rolled on forever.
            is_sure &= open_end.is_fixed();
        }
        for question in &described.questions {
            let value = question.value().map(|value| {
                asking.expression(value);
                asking.range_of(value)
            });
            let sum = match (question, value) {
                (Question::Sum(_), Some(value)) => value.times(dice),
                (Question::Highest(_) | Question::Lowest(_), _) => game.faces(roll, arguments).times(dice),
                _ => Range::only(0),
            };
            is_sure &= sum == sum.held();
        }
        is_sure && !asking.ops.iter().any(|op| matches!(op, Op::Check { .. }))
    }

    /// The key or variable that is an argument as it is.
    fn given(&self, argument: &Expr) -> Option<Given> {
        match &argument.kind {
            ExprKind::Variable(variable) => Some(Given::Variable(*variable)),
            ExprKind::Key(key) | ExprKind::KeyOr(key, _) if self.compiler.keys.peek(*key).is_some() => {
                Some(Given::Key(*key))
            }
            ExprKind::KeyOr(_, otherwise) => self.given(otherwise),
            ExprKind::Pick(pick) => {
                let place = self.range_of(&pick.place).constant()?;
                self.given(pick.values.get(usize::try_from(place).ok()?)?)
            }
            _ => None,
        }
    }

    /// The value of an argument that is not read by this.
    fn peeked(&self, given: Given) -> (Operand, Range) {
        match given {
            Given::Key(key) => {
                let value = self.compiler.keys.peek(key).unwrap_or(0);
                (Operand::Constant(value as i32), Range::only(value))
            }
            Given::Variable(variable) => {
                let range = self.env.peek(variable).unwrap_or(Range::only(0));
                let known = range.constant().map(|constant| Operand::Constant(constant as i32));
                (known.unwrap_or(Operand::Register(variable)), range)
            }
        }
    }

    pub fn arguments(&mut self, arguments: &[Expr]) -> Vec<(Operand, Range)> {
        arguments.iter().map(|argument| self.valued(argument)).collect()
    }

    pub fn draw(
        &mut self,
        from: DrawnFrom,
        arguments: Vec<(Operand, Range)>,
        answers: &[usize],
        span: &Span,
    ) {
        let answers = answers.iter().copied().map(Some).collect();
        if self.settling > 0 {
            return;
        }
        self.emit(Op::Draw(Draw {
            from,
            site: self.compiler.made.sites,
            span: span.clone(),
            arguments,
            answers,
            then: Vec::new(),
            outputs: Vec::new(),
            live: Vec::new(),
        }));
        self.compiler.made.sites += 1;
    }

    /// Compiles a branch, which is taken where the condition equals `truth`. Also returns what it changes.
    fn branch(&mut self, condition: &Expr, truth: bool, block: &[Statement]) -> (Vec<Op>, Changes) {
        let (outer, played, mark) = (std::mem::take(&mut self.ops), self.played, self.env.mark());
        self.refine(condition, truth);
        self.block(block);
        self.played = played;
        (std::mem::replace(&mut self.ops, outer), self.env.take_back(mark))
    }
}
