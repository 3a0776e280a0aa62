//! All situations that any choices can lead to, and the transitions between them.

use std::collections::{HashMap, HashSet};

use super::super::code::{Op, Operand};
use super::super::compile::Compiled;
use super::super::game::Game;
use super::super::run::exact::{Exact, Stop};
use super::super::run::groups::END;
use super::super::run::rows::{Drawn, Rows};
use super::super::run::states::States;
use super::State;
use super::flow::{Flow, Instruction};
use crate::chance::{Budget, NoLaw, Packing, Resource, TooLarge, Unit, Unsolved};

/// The graph of situations. A situation is identified by its place, which is an instruction, and by the
/// rounds of the enclosing loops and the registers that matter there; rounds of the loop whose rounds share
/// their situations do not count. The beginning of such a round is a situation, too. It has two transitions:
/// into the round, and out of the loop.
pub struct Graph<'a> {
    pub flow: Flow<'a>,
    /// For each instruction the values that identify its situations, and the numbers of these situations.
    places: Vec<(States, Vec<u32>)>,
    /// For each situation its place, and its index there.
    situations: Vec<(u32, u32)>,
    /// For each situation where its transitions begin and end.
    spans: Vec<[u32; 2]>,
    ways: Vec<Way>,
    /// The transition to the first situation.
    pub first: Way,
}

/// A transition to the next situation: an outcome of luck, or an option of a player.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub to: u32,
    /// The probability of the outcome; 1 for an option.
    pub probability: f64,
    /// What is recorded for the goal on the way, times the probability.
    pub worth: f64,
}

/// The maximum number of situations that are followed at a time, and of rows that this makes: a few columns
/// of this length fit into a cache.
const SITUATIONS: usize = 1 << 10;
const ROWS: usize = 1 << 14;

/// A transition that is never taken.
const NO_WAY: Way = Way { to: END, probability: 0.0, worth: 0.0 };

/// The bytes that solving takes for each situation, and once more for each decision of a round.
const SOLVED: u64 = 160;

/// The paths of some rows. The keys of rows have two halves: the number of the path, and what was
/// recorded.
struct Paths<'a> {
    laws: Exact<'a>,
    /// Where paths have led, with their numbers.
    arrived: Vec<(u32, Way)>,
}

impl<'a> Graph<'a> {
    /// Builds the graph from the code of the goal, or from that of all checks.
    ///
    /// # Errors
    /// If it exceeds the budget, or a fault occurs in a situation.
    pub fn new(game: &'a Game, compiled: &'a Compiled, budget: Budget<'a>) -> Result<Graph<'a>, Stop> {
        let flow = Flow::new(&compiled.main.ops, compiled.main.registers);
        let packing = Packing::new(&[], |_| false).expect("nothing needs no room");
        let laws = Exact::new(game, compiled, &packing, Budget { progress: None, ..budget });
        let work = budget.progress.map(|progress| progress.begin(Unit::States, None));
        let width =
            |known: &Option<super::flow::Known>| known.as_ref().map_or(0, |known| known.registers.len());
        let mut graph = Graph {
            places: flow.known.iter().map(|known| (States::new(width(known)), Vec::new())).collect(),
            flow,
            situations: Vec::new(),
            spans: Vec::new(),
            ways: Vec::new(),
            first: Way { to: END, probability: 1.0, worth: 0.0 },
        };
        let mut paths = Paths { laws, arrived: Vec::new() };
        graph.follow(Rows::start(graph.flow.registers + 1, 0), 0, &mut paths)?;
        graph.first = paths.arrived[0].1;
        paths.arrived.clear();
        // How many situations of each place are done.
        let mut done = vec![0; graph.places.len()];
        let mut marks = Vec::new();
        // How many rounds have begun, and how many situations were known at the beginning of the last of them.
        let (mut begun, mut here) = (0, 0);
        let shared = graph.flow.shared.as_ref().map(|shared| (shared.at, shared.most));
        let is_round = |at: usize| shared.is_some_and(|(round, _)| at == round);
        loop {
            let is_open = |at: &usize| !is_round(*at) && done[*at] < graph.places[*at].0.len();
            let at = match ((0..done.len()).find(is_open), shared) {
                (Some(at), _) => at,
                (None, Some((round, _))) if done[round] < graph.places[round].0.len() => {
                    // All that follows from earlier rounds is known.
                    if done[round] == here {
                        (begun, here) = (begun + 1, graph.places[round].0.len());
                    }
                    round
                }
                (None, _) => break,
            };
            let known = graph.flow.known[at].as_ref().expect("it is known where courses part");
            let states = &graph.places[at].0;
            let end = if is_round(at) { here } else { states.len() };
            let numbers: Vec<usize> = (done[at]..end.min(done[at] + SITUATIONS)).collect();
            let mut rows = Rows::of_states(graph.flow.registers + 1, states, &numbers, &known.registers);
            paths.laws.renew();
            // The numbers of the first path of each situation.
            let mut firsts = vec![0];
            match graph.flow.instructions[at] {
                Instruction::Part(Op::Draw(draw)) => {
                    let drawn = paths.laws.drawn_in(&rows, draw)?;
                    let drawn: Vec<&Drawn> = drawn.iter().map(|drawn| &**drawn).collect();
                    up_to(ROWS, &drawn, |_| firsts.push(firsts.len() as u32));
                    rows.expand(&drawn[..firsts.len() - 1], &draw.outputs, &known.behind);
                    rows.keys.iter_mut().for_each(|key| *key <<= 32);
                    graph.follow(rows, at + 1, &mut paths)?;
                }
                Instruction::Part(Op::Choose { offer, to, .. }) => {
                    let options = |row| Drawn::options(offer.all(&|bound| rows.view(bound).at(row)), 1.0);
                    let options: Vec<Drawn> = (0..rows.len()).map(options).collect();
                    let options: Vec<&Drawn> = options.iter().collect();
                    up_to(ROWS, &options, |total| firsts.push(total as u32));
                    rows.expand(&options[..firsts.len() - 1], &[*to], &known.behind);
                    rows.keys = (0..rows.len() as u64).map(|path| path << 32).collect();
                    graph.follow(rows, at + 1, &mut paths)?;
                }
                _ => {
                    firsts.extend((1..=numbers.len() as u32).map(|row| 2 * row));
                    // Nothing follows a last round but what is behind the loop.
                    let goes_on = shared.is_some_and(|(_, most)| begun <= most);
                    graph.begin_rounds(at, rows, goes_on, &mut paths)?;
                }
            }
            let count = firsts.len() - 1;
            graph.add_ways(at, done[at], &firsts, &mut paths.arrived, &mut marks);
            done[at] += count;
            if let Some(work) = &work {
                work.add(count as u64);
                if work.is_stopped() {
                    return Err(NoLaw::Stopped.into());
                }
            }
            graph.afford(game, budget)?;
        }
        Ok(graph)
    }

    /// Follows situations at the beginning of a round: into the round, if one follows, and out of the loop. Each
    /// has two paths, in this order.
    ///
    /// # Errors
    /// If a fault occurs.
    fn begin_rounds(
        &mut self,
        at: usize,
        rows: Rows,
        goes_on: bool,
        paths: &mut Paths<'_>,
    ) -> Result<(), Stop> {
        let Instruction::Round(jump) = &self.flow.instructions[at] else { unreachable!("a round begins") };
        let ways = [(at + 1, jump.stay.clone()), (jump.to, jump.leave.clone())];
        for (first, (to, live)) in (0..).zip(ways) {
            if first == 0 && !goes_on {
                paths.arrived.extend((0..rows.len() as u32).map(|row| (2 * row, NO_WAY)));
                continue;
            }
            let mut rows = rows.clone();
            rows.fit(&live);
            rows.keys = (0..rows.len() as u64).map(|row| (2 * row + first) << 32).collect();
            self.follow(rows, to, paths)?;
        }
        Ok(())
    }

    /// Checks the budget.
    ///
    /// # Errors
    /// If it is exceeded.
    fn afford(&self, game: &Game, budget: Budget<'_>) -> Result<(), NoLaw> {
        match self.ways.len() as u64 > budget.outcomes {
            true => Err(self.too_large(game, Resource::Outcomes, self.ways.len() as u64, budget.outcomes)),
            false => self.afford_solution(game, self.len() as u64, budget),
        }
    }

    /// Checks the budget for solving so many situations.
    ///
    /// # Errors
    /// If it is exceeded.
    pub fn afford_solution(&self, game: &Game, count: u64, budget: Budget<'_>) -> Result<(), NoLaw> {
        let states: u64 = self.places.iter().map(|(states, _)| states.bytes()).sum();
        let bytes = states + (self.ways.len() * size_of::<Way>()) as u64 + count * SOLVED;
        match bytes > budget.bytes {
            true => Err(self.too_large(game, Resource::Bytes, bytes, budget.bytes)),
            false => Ok(()),
        }
    }

    fn too_large(&self, game: &Game, resource: Resource, needed: u64, limit: u64) -> NoLaw {
        let sizes = self.sizes(game);
        NoLaw::Unsolved(Unsolved::TooLarge(TooLarge { resource, needed, stages: 1, limit, sizes }))
    }

    /// Adds the transitions of situations of a place, from the index `begin`, and takes them from
    /// `arrived`. The paths of a situation follow one another; `firsts` has the first of each, and one
    /// more. Outcomes that lead to one situation are one transition.
    fn add_ways(
        &mut self,
        at: usize,
        begin: usize,
        firsts: &[u32],
        arrived: &mut Vec<(u32, Way)>,
        marks: &mut Vec<u32>,
    ) {
        // The sort is stable, so the paths of a situation stay in order.
        arrived.sort_by_key(|&(path, _)| path);
        self.spans.resize(self.situations.len(), [0; 2]);
        // For each situation the index of the last transition to it, plus one.
        marks.resize(self.situations.len() + 1, 0);
        let mut arrived = arrived.drain(..).peekable();
        for (index, end) in (begin..).zip(&firsts[1..]) {
            let first = self.ways.len();
            let mut last_path = END;
            while let Some((path, way)) = arrived.next_if(|(path, _)| path < end) {
                let is_option = path != last_path && firsts[index - begin] + 1 < *end;
                last_path = path;
                let mark = if way.to == END { self.situations.len() } else { way.to as usize };
                let known = (marks[mark] as usize).checked_sub(first + 1).filter(|_| !is_option);
                match known {
                    Some(known) => {
                        let known = &mut self.ways[first + known];
                        known.probability += way.probability;
                        known.worth += way.worth;
                    }
                    None => {
                        self.ways.push(way);
                        marks[mark] = self.ways.len() as u32;
                    }
                }
            }
            let situation = self.places[at].1[index] as usize;
            self.spans[situation] = [first as u32, self.ways.len() as u32];
        }
    }

    /// Follows rows from an instruction to the next draws and choices, and to the end.
    ///
    /// # Errors
    /// If a fault occurs.
    fn follow(&mut self, rows: Rows, at: usize, paths: &mut Paths<'_>) -> Result<(), Stop> {
        let mut open = vec![(at, rows)];
        while let Some((mut at, mut rows)) = open.pop() {
            loop {
                let (jump, condition) = match &self.flow.instructions[at] {
                    Instruction::Part(_) | Instruction::Round(_) | Instruction::End => break,
                    Instruction::Compute(Op::Record { from, .. }) => {
                        let from = *from;
                        for row in 0..rows.len() {
                            let recorded =
                                (rows.keys[row] as u32).wrapping_add(rows.view(from).at(row) as u32);
                            rows.keys[row] = rows.keys[row] >> 32 << 32 | u64::from(recorded);
                        }
                        at += 1;
                        continue;
                    }
                    Instruction::Compute(Op::Check { fault, guard, span, live }) => {
                        paths.laws.check(fault, (*guard, span, live), &rows, None)?;
                        at += 1;
                        continue;
                    }
                    Instruction::Compute(op) => {
                        rows.run(op, &paths.laws.lists, None);
                        at += 1;
                        continue;
                    }
                    Instruction::Go(to) => {
                        at = *to;
                        continue;
                    }
                    Instruction::Begin(counter) => {
                        rows.columns[*counter] = vec![0; rows.len()];
                        at += 1;
                        continue;
                    }
                    Instruction::Next(counter) => {
                        rows.columns[*counter].iter_mut().for_each(|rounds| *rounds += 1);
                        at += 1;
                        continue;
                    }
                    Instruction::Unless(condition, jump) => (jump, *condition),
                    Instruction::Limit { counter, most, jump } => {
                        // All rows have the number of rounds in a register of their own.
                        let is_open =
                            rows.columns[*counter].iter().map(|&round| i32::from(round < *most as i32));
                        rows.columns[self.flow.registers] = is_open.collect();
                        (jump, Operand::Register(self.flow.registers))
                    }
                };
                match rows.common(condition) {
                    Some(true) => at += 1,
                    Some(false) => at = jump.to,
                    None => {
                        let (stay, leave) = rows.split(condition, &jump.stay, &jump.leave);
                        open.push((jump.to, leave));
                        rows = stay;
                        at += 1;
                    }
                }
            }
            self.arrive(rows, at, paths);
        }
        Ok(())
    }

    /// Ends paths at an instruction. Adds the situations that are new.
    fn arrive(&mut self, mut rows: Rows, at: usize, paths: &mut Paths<'_>) {
        let way = |key: u64, probability, to| {
            let worth = probability * f64::from(key as u32 as i32);
            ((key >> 32) as u32, Way { to, probability, worth })
        };
        let Some(known) = &self.flow.known[at] else {
            return rows.each_state(&[], |key, weight, _| paths.arrived.push(way(key, weight, END)));
        };
        let (states, numbers) = &mut self.places[at];
        let arrived = rows.numbers(&known.registers, states);
        for index in numbers.len()..states.len() {
            numbers.push(self.situations.len() as u32);
            self.situations.push((at as u32, index as u32));
        }
        for ((&key, &weight), index) in rows.keys.iter().zip(&rows.weights).zip(arrived) {
            paths.arrived.push(way(key, weight, numbers[index as usize]));
        }
    }

    /// Describes why there are many situations: variables, and their numbers of values.
    fn sizes(&self, game: &Game) -> String {
        let mut values: HashMap<usize, HashSet<i32>> = HashMap::new();
        let mut rounds: HashSet<&[i32]> = HashSet::new();
        for (known, (states, _)) in self.flow.known.iter().zip(&self.places) {
            let Some(known) = known else { continue };
            for state in states.iter() {
                let (counters, state) = state.split_at(known.counters);
                rounds.insert(counters);
                for (&register, &value) in known.registers[known.counters..].iter().zip(state) {
                    values.entry(register).or_default().insert(value);
                }
            }
        }
        let rounds = rounds.len().max(self.rounds() as usize);
        let rounds = (rounds > 1).then(|| format!("{rounds} rounds"));
        let sizes = values.iter().map(|(&register, values)| (register, values.len()));
        rounds.into_iter().chain(game.program.main.sizes(sizes)).collect::<Vec<_>>().join(", ")
    }

    /// The number of situations.
    pub fn len(&self) -> usize {
        self.situations.len()
    }

    /// The transitions from a situation.
    pub fn ways(&self, situation: usize) -> &[Way] {
        let [begin, end] = self.spans[situation];
        &self.ways[begin as usize..end as usize]
    }

    /// The draw or the choice of a situation; `None` if it is the beginning of a round.
    pub fn op(&self, situation: usize) -> Option<&'a Op> {
        match self.flow.instructions[self.situations[situation].0 as usize] {
            Instruction::Part(op) => Some(op),
            _ => None,
        }
    }

    /// Whether a situation is in a round of the loop whose rounds share their situations, or at its beginning.
    pub fn is_in_round(&self, situation: usize) -> bool {
        self.flow.is_in_round(self.situations[situation].0 as usize)
    }

    /// The number of rounds of that loop; 0 if there is none.
    pub fn rounds(&self) -> u32 {
        self.flow.shared.as_ref().map_or(0, |shared| shared.most)
    }

    /// Whether a player decides in a situation.
    pub fn is_choice(&self, situation: u32) -> bool {
        matches!(self.op(situation as usize), Some(Op::Choose { .. }))
    }

    /// Whether a situation is the beginning of a round of the loop whose rounds share their situations.
    pub fn is_beginning(&self, situation: u32) -> bool {
        situation != END && self.op(situation as usize).is_none()
    }

    /// The rounds and the registers that identify a situation in a round.
    pub fn state(&self, round: u32, situation: usize) -> State {
        let round = self.is_in_round(situation).then_some(round as i32);
        round.into_iter().chain(self.own_state(situation).iter().copied()).collect()
    }

    /// The rounds of other loops, and the registers.
    fn own_state(&self, situation: usize) -> &[i32] {
        let (at, index) = self.situations[situation];
        self.places[at as usize].0.get(index as usize)
    }

    /// The options of a situation in which a player chooses; empty for a draw.
    pub fn options(&self, situation: usize) -> Vec<i32> {
        let Some(Op::Choose { offer, .. }) = self.op(situation) else { return Vec::new() };
        let known = self.flow.known[self.situations[situation].0 as usize].as_ref();
        let registers = &known.expect("it is known where courses part").registers;
        offer.all(&|operand| match operand {
            Operand::Constant(constant) => constant,
            Operand::Register(register) => {
                let place = registers.iter().position(|&known| known == register);
                self.own_state(situation)[place.expect("what there is to choose is seen")]
            }
        })
    }
}

/// Adds up outcomes while there are at most `most`, but at least those of one draw, and calls `visit` with each
/// sum.
fn up_to(most: usize, drawn: &[&Drawn], mut visit: impl FnMut(usize)) {
    let mut sum = 0;
    for size in drawn.iter().map(|drawn| drawn.weights.len()) {
        if sum > 0 && sum + size > most {
            break;
        }
        sum += size;
        visit(sum);
    }
}
