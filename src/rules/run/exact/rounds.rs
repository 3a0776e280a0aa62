//! Loops: where a round leads from a state is computed once, and used in every round.

use std::collections::BTreeSet;
use std::ops::Range as Places;

use rustc_hash::FxHashSet;

use super::super::super::code::{Alike, Live, Op, Operand, Place, all_ops};
use super::super::super::program::Operator;
use super::super::super::range::Range;
use super::super::groups::{END, Groups};
use super::super::rows::Rows;
use super::super::states::States;
use super::draws::{AT_A_TIME, up_to_merge};
use super::{ENDLESS, Exact, Indicated, Stop, endless};
use crate::chance::{Cells, NoLaw, Resource};

/// A loop without a number ends once the probability of going on is at most this.
const NOTHING: f64 = 1e-15;

/// States that lead to each other are played until at most this probability is left of them.
const SETTLED: f64 = 1e-18;

/// A loop without a number that takes more than this many rounds, and of which it seems that it takes at least so
/// many more, is worth exploring: with all of its states, it is played out at once. It is explored while it has at
/// most so many states.
const LONG: u32 = 16;
const MANY: f64 = 200.0;
const EXPLORED: usize = 1 << 21;

/// The share of a probability that may be a rounding error.
const ROUNDING: f64 = 1e-9;

/// How many rounds it takes until a probability of at most `end` is left, if every round leaves as large a part of
/// it as the last one.
fn rounds_until(end: f64, [before, now]: [f64; 2]) -> f64 {
    if now < before { (end / now).ln() / (now / before).ln() } else { f64::INFINITY }
}

/// The number of additions between two looks at the budget.
const PAUSE: u64 = 1 << 16;

/// Rounds share what is remembered of their stages: from many states they take less than from each of them
/// alone, by this factor or less.
const SHARED: u64 = 100;

/// A round is divided where states have at most so many bits more than at its beginning: what comes of many states
/// is found for all of them together, as far as they come of one.
const MORE_BITS: u32 = 4;

/// A state with so many values takes as long as one outcome more.
const VALUES: usize = 16;

/// What is known about the rounds of a loop.
///
/// A round has stages: first the condition, then the parts of the body between which the fewest registers are
/// needed, so that states merge in between. A state consists of the registers that are needed. Registers to which
/// rounds only add, such as a number of rounds, are apart from the state: a stage starts with 0 in them, and what it
/// leaves there is added.
pub(super) struct Loop {
    /// The number of registers of the routine.
    registers: usize,
    counted: Live,
    stages: Vec<Stage>,
    /// The registers of a state behind the loop, and these states.
    behind: Live,
    ends: States,
    /// What stages add to the counted registers; the first is nothing.
    sums: States,
    /// The memory that was charged to the budget.
    charged: u64,
}

/// A part of a round.
struct Stage {
    /// Its operations in the body; the first stage is the condition.
    ops: Places<usize>,
    /// Whether what players choose in it depends on the round, so that it is not remembered.
    reads_round: bool,
    /// The registers of a state before it, and these states.
    head: Live,
    states: States,
    /// For each state its number among those from which the stage is known, plus one, or 0.
    learned: Vec<u32>,
    /// No state below this number is unknown.
    explored: usize,
    /// For each known state where its steps end.
    ends: Vec<usize>,
    steps: Vec<Step>,
    /// For each known state the probability that is omitted.
    lost: Vec<f64>,
    /// What is indicated from each known state, and where that ends.
    indicated: Vec<Indicated>,
    indicated_ends: Vec<usize>,
}

/// Where a stage may lead.
#[derive(Clone, Copy)]
struct Step {
    /// A state before the next stage, or with [`BEHIND`] one behind the loop.
    to: u32,
    sum: u32,
    probability: f64,
}

const BEHIND: u32 = 1 << 31;

impl Stage {
    fn new(ops: Places<usize>, head: Live, reads_round: bool) -> Stage {
        Stage {
            ops,
            reads_round,
            states: States::new(head.len()),
            head,
            learned: Vec::new(),
            explored: 0,
            ends: Vec::new(),
            steps: Vec::new(),
            lost: Vec::new(),
            indicated: Vec::new(),
            indicated_ends: Vec::new(),
        }
    }

    /// The number of a state among the known ones.
    fn known(&self, state: usize) -> Option<usize> {
        Some(self.learned.get(state)?.checked_sub(1)? as usize)
    }

    /// The steps from a state with a number among the known ones.
    fn steps(&self, known: usize) -> &[Step] {
        &self.steps[within(&self.ends, known)]
    }

    /// Forgets where the stage leads, and none of its states.
    fn unlearn(&mut self) {
        self.learned.fill(0);
        self.ends.clear();
        self.steps.clear();
        self.lost.clear();
        self.indicated.clear();
        self.indicated_ends.clear();
    }

    /// The states among these from which the stage is not known, each once. From now on they have a number.
    fn unknown(&mut self, states: impl Iterator<Item = usize>) -> Vec<usize> {
        self.learned.resize(self.states.len(), 0);
        let mut unknown = Vec::new();
        for state in states {
            if self.learned[state] == 0 {
                unknown.push(state);
                self.learned[state] = (self.ends.len() + unknown.len()) as u32;
            }
        }
        unknown
    }
}

/// The part with an index, given where parts end.
fn within(ends: &[usize], index: usize) -> Places<usize> {
    index.checked_sub(1).map_or(0, |before| ends[before])..ends[index]
}

impl Loop {
    fn new(op: &Op, registers: usize, places: &[Place], follows_all: bool, ranges: &[Range]) -> Loop {
        let Op::Repeat { head, body, condition, before, inner, live, .. } = op else {
            unreachable!("it is a loop")
        };
        let mut counted: BTreeSet<usize> = before.iter().copied().collect();
        read(&mut counted, *condition);
        let reads_round = |ops: &[Op]| {
            let counts = |op: &Op| matches!(op, Op::Choose { place, .. } if places[*place].rounds > 0);
            !follows_all && all_ops(ops).any(counts)
        };
        for ops in [head, body] {
            only_added_to(ops, places, &mut counted);
            // What belongs to a member stays with it.
            for op in all_ops(ops) {
                if let Op::Merge { alike, .. } = op {
                    for one in alike.iter().flat_map(Alike::registers) {
                        counted.remove(&one);
                    }
                }
            }
        }
        let state = |live: &Live| {
            live.iter().copied().filter(|register| !counted.contains(register)).collect::<Live>()
        };
        let bits = |live: &Live| live.iter().map(|&register| ranges[register].bits()).sum::<u32>();
        let most = bits(&state(before)) + MORE_BITS;
        let mut stages = vec![Stage::new(0..0, state(before), reads_round(head))];
        let (mut begin, mut needed) = (0, inner);
        for place in (0..body.len()).filter(|&place| body[place].is_random()) {
            let steps = up_to_merge(&body[place + 1..]);
            let end = place + 1 + steps.len();
            // A loop is played from fewer states in the stage before.
            let next = body[end..].iter().find(|op| op.is_random());
            let is_loop = matches!(next, Some(Op::Repeat { .. }));
            let most = if is_loop { most - MORE_BITS } else { most };
            if let Some(Op::Merge { live, .. }) = steps.last().filter(|_| end < body.len())
                && bits(&state(live)) <= most
            {
                stages.push(Stage::new(begin..end, state(needed), reads_round(&body[begin..end])));
                (begin, needed) = (end, live);
            }
        }
        stages.push(Stage::new(begin..body.len(), state(needed), reads_round(&body[begin..])));
        let behind = state(live);
        let mut sums = States::new(counted.len());
        sums.insert(&vec![0; counted.len()]);
        let ends = States::new(behind.len());
        Loop { registers, counted: counted.into_iter().collect(), stages, behind, ends, sums, charged: 0 }
    }

    fn bytes(&self) -> u64 {
        let steps: usize = self.stages.iter().map(|stage| stage.steps.len()).sum();
        let states = self.stages.iter().map(|stage| stage.states.bytes() + 24 * stage.states.len() as u64);
        let states: u64 = states.sum();
        self.ends.bytes() + self.sums.bytes() + states + (size_of::<Step>() * steps) as u64
    }

    /// Forgets all rounds, and all states but these.
    fn forget(&mut self, here: &mut [(u64, f64)]) {
        let new = |stage: &Stage| Stage::new(stage.ops.clone(), stage.head.clone(), stage.reads_round);
        let new = self.stages.iter().map(new).collect();
        let known = std::mem::replace(&mut self.stages, new);
        for (cell, _) in here {
            let state = self.stages[0].states.insert(known[0].states.get(*cell as u32 as usize));
            *cell = *cell >> 32 << 32 | state as u64;
        }
    }

    /// The state behind the loop of a state whose rounds are over.
    fn end_of(&mut self, state: usize) -> usize {
        let Stage { head, states, .. } = &self.stages[0];
        let state = states.get(state);
        let value = |register| head.binary_search(register).map_or(0, |place| state[place]);
        let end: Vec<i32> = self.behind.iter().map(value).collect();
        self.ends.insert(&end)
    }
}

/// Adds up the probabilities of cells. A cell has two halves: a number of what a state is apart from the
/// loop, and the number of the state.
#[derive(Default)]
pub(super) struct Adding {
    /// The cells, in the order of first arrival.
    cells: Vec<u64>,
    /// The number of states.
    width: usize,
    /// The maximum number of places of the array.
    most_places: usize,
    /// For each number of the first half, its column in `sums` plus one; and the numbers with a column.
    columns: Vec<u32>,
    used: Vec<usize>,
    /// By column and state. All are 0 in between.
    sums: Vec<f64>,
    /// All cells, if they are too far apart for an array.
    far: Option<Cells<f64>>,
}

/// The array may have so many places, or so many for each cell from which masses come.
const PLACES: usize = 1 << 22;
const FILLED: usize = 8;

impl Adding {
    #[inline(always)]
    fn add(&mut self, number: usize, state: usize, mass: f64) {
        let cell = (number as u64) << 32 | state as u64;
        let column = self.columns.get(number).copied().unwrap_or(0);
        if self.far.is_some() || column == 0 {
            return self.add_elsewhere(cell, mass);
        }
        let sum = &mut self.sums[(column as usize - 1) * self.width + state];
        // What is too unlikely for a number is none of the cells.
        if *sum == 0.0 && mass > 0.0 {
            self.cells.push(cell);
        }
        *sum += mass;
    }

    #[cold]
    fn add_elsewhere(&mut self, cell: u64, mass: f64) {
        let (number, columns) = ((cell >> 32) as usize, self.used.len() + 1);
        if let Some(far) = &mut self.far {
            return far.add(cell, mass);
        }
        if columns > 1 && columns * self.width > self.most_places {
            let near = self.taken();
            let far = self.far.insert(Cells::new());
            near.into_iter().chain([(cell, mass)]).for_each(|(cell, mass)| far.add(cell, mass));
            return;
        }
        self.columns.resize(self.columns.len().max(number + 1), 0);
        self.sums.resize(self.sums.len().max(columns * self.width), 0.0);
        self.used.push(number);
        self.columns[number] = columns as u32;
        self.add(number, cell as u32 as usize, mass);
    }

    fn bytes(&self) -> u64 {
        let near = size_of::<u64>() * self.cells.len() + size_of::<f64>() * self.sums.len();
        near as u64 + self.far.as_ref().map_or(0, Cells::bytes)
    }

    /// Takes the sums, in the order of first arrival.
    fn taken(&mut self) -> Vec<(u64, f64)> {
        let Adding { cells, columns, sums, width, .. } = &mut *self;
        let near = cells.drain(..).map(|cell| {
            let column = columns[(cell >> 32) as usize] as usize - 1;
            (cell, std::mem::take(&mut sums[column * *width + cell as u32 as usize]))
        });
        let near: Vec<(u64, f64)> = near.collect();
        self.used.drain(..).for_each(|number| self.columns[number] = 0);
        self.far.take().map_or(near, Cells::into_list)
    }
}

/// What states are apart from a loop: the recorded metrics, and the counted registers.
struct Apart {
    known: States,
    /// For each of them where a sum leads, and the number of these places.
    moved: Vec<Vec<u32>>,
    places: usize,
}

impl Apart {
    fn insert(&mut self, key: u64, counted: impl Iterator<Item = i32>) -> usize {
        let whole: Vec<i32> = [(key >> 32) as i32, key as i32].into_iter().chain(counted).collect();
        let number = self.known.insert(&whole);
        self.moved.resize(self.known.len(), Vec::new());
        number
    }

    fn bytes(&self) -> u64 {
        let each = size_of::<Vec<u32>>() * self.moved.len() + size_of::<u32>() * self.places;
        self.known.bytes() + each as u64
    }

    fn key(&self, number: usize) -> u64 {
        let known = self.known.get(number);
        u64::from(known[0] as u32) << 32 | u64::from(known[1] as u32)
    }

    fn counted(&self, number: usize) -> &[i32] {
        &self.known.get(number)[2..]
    }

    /// Where a sum leads.
    #[inline(always)]
    fn plus(&mut self, number: usize, sum: u32, sums: &States) -> usize {
        if sum == 0 {
            return number;
        }
        match self.moved[number].get(sum as usize) {
            Some(&moved) if moved != u32::MAX => moved as usize,
            _ => self.moved_anew(number, sum as usize, sums),
        }
    }

    #[cold]
    fn moved_anew(&mut self, number: usize, sum: usize, sums: &States) -> usize {
        let both = self.counted(number).iter().zip(sums.get(sum));
        let added: Vec<i32> = both.map(|(a, b)| a.wrapping_add(*b)).collect();
        let to = self.insert(self.key(number), added.into_iter());
        self.places += sums.len() - self.moved[number].len();
        self.moved[number].resize(sums.len(), u32::MAX);
        self.moved[number][sum] = to as u32;
        to
    }
}

impl Exact<'_> {
    /// Plays a loop to its end.
    pub(super) fn repeat(&mut self, op: &Op, rows: &mut Rows) -> Result<(), Stop> {
        // Code does not move while it is read.
        let address = std::ptr::from_ref(op) as usize;
        let (registers, places) = (rows.columns.len(), &self.compiled.places);
        let new = || Loop::new(op, registers, places, self.follows_all, self.ranges);
        let mut known = self.loops.remove(&address).unwrap_or_else(new);
        let mut apart = Apart { known: States::new(2 + known.counted.len()), moved: Vec::new(), places: 0 };
        let (before, mut rounds) = (self.visited, 0);
        let played = self.play(op, &mut known, &mut apart, rows, &mut rounds);
        let played = played.map_err(|stop| self.foretold(stop, before, rounds, op));
        let values = |states: &States, place: usize| {
            states.iter().map(|state| state[place]).collect::<FxHashSet<i32>>().len()
        };
        let Stage { head, states, .. } = &known.stages[0];
        let in_states = head.iter().enumerate().map(|(place, &register)| (register, values(states, place)));
        let counted = known.counted.iter().enumerate();
        let apart = counted.map(|(place, &register)| (register, values(&apart.known, 2 + place)));
        let played = played.map_err(|stop| self.with_sizes(stop, in_states.chain(apart)));
        self.loops.insert(address, known);
        played
    }

    /// Whether no round of another loop is being computed, and no definition.
    pub(super) fn is_outermost(&self) -> bool {
        self.is_main && self.lost.is_none()
    }

    /// The outcomes of a stage from all states, if so many of them took what was visited since `before`.
    fn in_all(&self, before: u64, known: usize, states: usize) -> u64 {
        let each = (self.visited - before).checked_div(known as u64).unwrap_or(0);
        before + each * states as u64
    }

    /// The outcomes of the next round of the outermost loop, which may start from as many states as there are
    /// within this one. Only a hasty budget is bounded by that.
    fn in_next(&self, states: usize) -> u64 {
        let Some((before, starts)) = self.round.filter(|_| self.budget.is_hasty) else { return 0 };
        let each = (self.visited - before) / starts.max(1);
        each.saturating_mul(states as u64) / SHARED
    }

    /// What a loop needs of the budget that it exceeds in one of its rounds: as much in each that is left as in
    /// those before.
    fn foretold(&self, stop: Stop, before: u64, rounds: u32, op: &Op) -> Stop {
        match (stop, op) {
            // Within a round of another loop, that one tells.
            (Stop::NoLaw(NoLaw::TooLarge(mut error)), Op::Repeat { most, cut: None, .. })
                if error.resource == Resource::Outcomes && self.is_outermost() =>
            {
                let here = self.visited - before;
                error.needed = error.needed.max(before + here * u64::from(*most) / u64::from(rounds.max(1)));
                Stop::NoLaw(NoLaw::TooLarge(error))
            }
            (stop, _) => stop,
        }
    }

    /// Plays a loop, and counts its rounds.
    fn play(
        &mut self,
        op: &Op,
        known: &mut Loop,
        apart: &mut Apart,
        rows: &mut Rows,
        rounds: &mut u32,
    ) -> Result<(), Stop> {
        let Op::Repeat { first, most, cut, .. } = op else { unreachable!("it is a loop") };
        let depth = self.rounds.len();
        let (mut here, mut done): (Vec<(u64, f64)>, Cells<f64>) = (Vec::new(), Cells::new());
        let mut entering = std::mem::replace(rows, Rows::none(known.registers));
        let Loop { counted, stages, .. } = &mut *known;
        let Stage { head, states, .. } = &mut stages[0];
        entering.each_state(&[&head[..], counted].concat(), |key, mass, values| {
            let (state, counted) = values.split_at(head.len());
            let number = apart.insert(key, counted.iter().copied());
            here.push(((number as u64) << 32 | states.insert(state) as u64, mass));
        });
        let total = |here: &[(u64, f64)]| here.iter().map(|(_, mass)| mass).sum::<f64>();
        // Within a round of another loop, probabilities are those from each of its states.
        let whole = if self.lost.is_some() { total(&here) } else { 1.0 };
        let mut adding = self.idle.pop().unwrap_or_default();
        let mut before = total(&here);
        for round in 0..=*most {
            self.played += 1;
            *rounds += 1;
            if self.is_outermost() {
                self.round = Some((self.visited, here.len() as u64)).filter(|_| most - round > 2);
            }
            let is_last = round == *most;
            if is_last && cut.is_none() {
                for &(cell, mass) in &here {
                    done.add(cell >> 32 << 32 | known.end_of(cell as u32 as usize) as u64, mass);
                }
                break;
            }
            if known.charged > self.budget.bytes / 2 {
                known.forget(&mut here);
            } else {
                known.stages.iter_mut().filter(|stage| stage.reads_round).for_each(Stage::unlearn);
            }
            if cut.is_none() {
                self.rounds.push((first + round) as i32);
            }
            self.charge(known)?;
            for stage in 0..known.stages.len() {
                let unknown = known.stages[stage].unknown(here.iter().map(|&(cell, _)| cell as u32 as usize));
                let held = |done: &Cells<f64>, apart: &Apart| {
                    (size_of::<(u64, f64)>() * here.len()) as u64 + done.bytes() + apart.bytes()
                };
                let before = held(&done, apart);
                self.cached += before;
                let learned = self.learn(op, known, stage, &unknown);
                self.cached -= before;
                learned?;
                adding.width = known.stages[(stage + 1) % known.stages.len()].states.len();
                adding.most_places = PLACES.max(FILLED * here.len());
                for &(cell, mass) in &here {
                    let (number, state) = ((cell >> 32) as usize, cell as u32 as usize);
                    let state = known.stages[stage].known(state).expect("it was learned");
                    self.pass_on(known, stage, state, apart, (number, mass), &mut |number, step, mass| {
                        match step & BEHIND {
                            0 => adding.add(number, step as usize, mass),
                            _ => done.add((number as u64) << 32 | u64::from(step & !BEHIND), mass),
                        }
                    });
                    self.pause(|| held(&done, apart) + adding.bytes())?;
                    let Stage { indicated, indicated_ends, .. } = &known.stages[stage];
                    for &Indicated { place, step, probability, .. } in
                        &indicated[within(indicated_ends, state)]
                    {
                        self.indicators[place + step * (first + round) as usize] += mass * probability;
                    }
                }
                here = adding.taken();
            }
            self.rounds.truncate(depth);
            let mut is_last = is_last;
            let mut mass = total(&here);
            let mut or_more = "";
            let is_long = cut.is_some()
                && round >= LONG
                && round.is_power_of_two()
                && rounds_until(NOTHING * whole, [before, mass]) > MANY;
            before = mass;
            if is_long && self.explore(op, known) && known.sums.len() == 1 {
                let are_looks_rounds;
                (here, are_looks_rounds) =
                    self.play_out(known, apart, &here, &mut done, most - round, whole)?;
                let is_exact = are_looks_rounds || total(&here) >= (1.0 - ROUNDING) * mass;
                or_more = if is_exact { "" } else { " or more" };
                mass = total(&here);
                is_last = true;
            }
            if let Some(span) = cut.as_ref().filter(|_| is_last && mass > ENDLESS * whole) {
                let mut error = endless(span, Some(mass / whole));
                error.message += or_more;
                return Err(Stop::Endless(error));
            }
            if here.is_empty() || cut.is_some() && (is_last || mass <= NOTHING * whole) {
                here.iter().for_each(|&(cell, mass)| self.lose(apart.key((cell >> 32) as usize), mass));
                break;
            }
        }
        self.idle.push(adding);
        for (cell, mass) in done.iter() {
            let number = (cell >> 32) as usize;
            rows.keys.push(apart.key(number));
            rows.weights.push(mass);
            let end = known.behind.iter().zip(known.ends.get(cell as u32 as usize));
            let counted = known.counted.iter().zip(apart.counted(number));
            end.chain(counted).for_each(|(&register, &value)| rows.columns[register].push(value));
        }
        Ok(())
    }

    /// Plays a loop without a number to its end, once all of its rounds are known. States that lead to each
    /// other are played until almost nothing is left of them, at most so many times; the others once.
    /// Returns what is left, and whether each time is a round: with several states that lead to each other it may be
    /// several.
    fn play_out(
        &mut self,
        known: &Loop,
        apart: &mut Apart,
        here: &[(u64, f64)],
        done: &mut Cells<f64>,
        looks: u32,
        whole: f64,
    ) -> Result<(Vec<(u64, f64)>, bool), Stop> {
        // The states of all stages are nodes, one stage after the other.
        let mut firsts = vec![0];
        for stage in &known.stages {
            firsts.push(firsts[firsts.len() - 1] + stage.states.len());
        }
        let stage_of = |node: usize| firsts.partition_point(|&first| first <= node) - 1;
        let first_behind = |stage: usize| firsts[(stage + 1) % known.stages.len()];
        let target = |stage: usize, to: u32| match to & BEHIND {
            0 => first_behind(stage) as u32 + to,
            _ => END,
        };
        let way = |node: usize, way: usize| {
            let stage = stage_of(node);
            let state = known.stages[stage].known(node - firsts[stage]).expect("all are known");
            Some(target(stage, known.stages[stage].steps(state).get(way)?.to))
        };
        let starts = here.iter().map(|&(cell, _)| cell as u32);
        let groups = Groups::new(firsts[known.stages.len()], starts, way);
        let mut waiting = vec![0.0; firsts[known.stages.len()]];
        let mut left: Vec<(u64, f64)> = Vec::new();
        let mut here = here.to_vec();
        here.sort_by_key(|&(cell, _)| cell >> 32);
        for entering in here.chunk_by(|one, other| one.0 >> 32 == other.0 >> 32) {
            let number = (entering[0].0 >> 32) as usize;
            entering.iter().for_each(|&(cell, mass)| waiting[cell as u32 as usize] += mass);
            for group in groups.iter().rev() {
                for _ in 0..=looks {
                    let mut passed = 0.0;
                    for &node in group {
                        let mass = std::mem::take(&mut waiting[node as usize]);
                        if mass == 0.0 {
                            continue;
                        }
                        passed += mass;
                        let stage = stage_of(node as usize);
                        let state = known.stages[stage].known(node as usize - firsts[stage]);
                        let state = state.expect("all are known");
                        self.pass_on(
                            known,
                            stage,
                            state,
                            apart,
                            (number, mass),
                            &mut |number, step, mass| match target(stage, step) {
                                END => done.add((number as u64) << 32 | u64::from(step & !BEHIND), mass),
                                to => waiting[to as usize] += mass,
                            },
                        );
                        self.pause(|| done.bytes() + apart.bytes())?;
                    }
                    if group.len() == 1 || passed <= SETTLED * whole {
                        break;
                    }
                }
                let rest: f64 = group.iter().map(|&node| std::mem::take(&mut waiting[node as usize])).sum();
                if rest > 0.0 {
                    left.push(((number as u64) << 32, rest));
                }
            }
        }
        let begins = |group: &[u32]| group.iter().filter(|&&node| (node as usize) < firsts[1]).count();
        let are_looks_rounds = groups.iter().all(|group| begins(group) <= 1);
        Ok((left, are_looks_rounds))
    }

    /// Calls `add` for each step from a known state before a stage, with what the state is apart from the loop, the
    /// target, and its probability.
    #[inline(always)]
    fn pass_on(
        &mut self,
        known: &Loop,
        stage: usize,
        state: usize,
        apart: &mut Apart,
        (number, mass): (usize, f64),
        add: &mut impl FnMut(usize, u32, f64),
    ) {
        let stage = &known.stages[stage];
        let steps = stage.steps(state);
        for &Step { to, sum, probability } in steps {
            add(apart.plus(number, sum, &known.sums), to, mass * probability);
        }
        if stage.lost[state] > 0.0 {
            self.lose(apart.key(number), mass * stage.lost[state]);
        }
        self.added += steps.len() as u64;
    }

    /// Looks at the budget once in a while, with the memory that sums take.
    #[inline(always)]
    fn pause(&mut self, bytes: impl FnOnce() -> u64) -> Result<(), Stop> {
        if self.added > self.looked + PAUSE {
            self.looked = self.added;
            self.afford(0, bytes())?;
        }
        Ok(())
    }

    /// Computes all stages from all states that can be reached from the known ones. Returns whether they are
    /// all known then: not if there are too many of them, or if something goes wrong in one of them, which may
    /// be too unlikely to matter.
    fn explore(&mut self, op: &Op, known: &mut Loop) -> bool {
        loop {
            let mut is_done = true;
            for stage in 0..known.stages.len() {
                let new = known.stages[stage].explored..known.stages[stage].states.len();
                known.stages[stage].explored = new.end;
                let unknown = known.stages[stage].unknown(new);
                is_done &= unknown.is_empty();
                let is_known = self.learn(op, known, stage, &unknown).is_ok();
                let states: usize = known.stages.iter().map(|stage| stage.states.len()).sum();
                if !is_known || states > EXPLORED || self.visited > self.budget.outcomes / 2 {
                    return false;
                }
            }
            if is_done {
                return true;
            }
        }
    }

    /// Computes a stage from states from which it is not known. If that fails, none of those that are left has
    /// a number any more.
    fn learn(&mut self, op: &Op, known: &mut Loop, stage: usize, unknown: &[usize]) -> Result<(), Stop> {
        let mut done = 0;
        let learned = self.learn_each(op, known, stage, unknown, &mut done);
        if learned.is_err() {
            unknown[done..].iter().for_each(|&state| known.stages[stage].learned[state] = 0);
        }
        learned
    }

    /// Computes a stage from states from which it is not known, and counts those for which it is done.
    fn learn_each(
        &mut self,
        op: &Op,
        known: &mut Loop,
        stage: usize,
        unknown: &[usize],
        done: &mut usize,
    ) -> Result<(), Stop> {
        let before = self.visited;
        for numbers in unknown.chunks(AT_A_TIME) {
            let Loop { registers, counted, stages, behind, ends, sums, .. } = &mut *known;
            let next = (stage + 1) % stages.len();
            let range = 0..numbers.len();
            self.foresee(self.in_all(before, *done, unknown.len()).max(self.in_next(unknown.len())))?;
            let Stage { ops, head, states, .. } = &stages[stage];
            self.afford((numbers.len() * head.len() / VALUES) as u64, 0)?;
            let mut rows = Rows::of_states(*registers, states, numbers, head);
            for &register in &*counted {
                rows.columns[register] = vec![0; range.len()];
            }
            let outer = self.lost.replace(vec![0.0; range.len()]);
            let indicated = std::mem::take(&mut self.indicated);
            let played = self.stage(op, stage, ops.clone(), &mut rows);
            let lost = std::mem::replace(&mut self.lost, outer).expect("it was put there");
            let mut indicated = std::mem::replace(&mut self.indicated, indicated);
            let ended = played?;
            let mut steps: Vec<(u64, Step)> = Vec::new();
            let Stage { head, states, .. } = &mut stages[next];
            for (mut rows, registers, states, bit) in [(rows, head, states, 0), (ended, behind, ends, BEHIND)]
            {
                let columns = vec![rows.numbers(registers, states), rows.numbers(counted, sums)];
                let mut ways = Rows { columns, ..rows };
                ways.merge(&[0, 1]);
                self.moved += (ways.len() * (registers.len() + counted.len())) as u64;
                ways.each_state(&[0, 1], |key, probability, way| {
                    steps.push((key, Step { to: way[0] as u32 | bit, sum: way[1] as u32, probability }));
                });
            }
            // The sorts are stable, so steps from a state and what it indicates stay in order.
            steps.sort_by_key(|&(state, _)| state);
            indicated.sort_by_key(|indicated| (indicated.state, indicated.place));
            indicated.dedup_by(|one, sum| {
                let is_same = (one.state, one.place) == (sum.state, sum.place);
                sum.probability += if is_same { one.probability } else { 0.0 };
                is_same
            });
            let from = &mut stages[stage];
            let (mut steps, mut indicated) = (steps.into_iter().peekable(), indicated.into_iter().peekable());
            for state in 0..range.len() as u64 {
                while let Some((_, step)) = steps.next_if(|(from, _)| *from == state) {
                    from.steps.push(step);
                }
                while let Some(one) = indicated.next_if(|one| one.state == state) {
                    from.indicated.push(one);
                }
                from.ends.push(from.steps.len());
                from.indicated_ends.push(from.indicated.len());
            }
            from.lost.extend(lost);
            *done += range.end;
            self.charge(known)?;
        }
        Ok(())
    }

    /// Charges the memory that a loop has taken, or given back, since this was done last.
    fn charge(&mut self, known: &mut Loop) -> Result<(), Stop> {
        let bytes = known.bytes();
        self.cached = self.cached - known.charged + bytes;
        known.charged = bytes;
        self.afford(0, 0)
    }

    /// Plays a stage: leaves the rows before the next one in `rows`, and returns those behind the loop.
    fn stage(&mut self, op: &Op, stage: usize, ops: Places<usize>, rows: &mut Rows) -> Result<Rows, Stop> {
        let Op::Repeat { head, condition, body, inner, live, .. } = op else { unreachable!("it is a loop") };
        if stage > 0 {
            self.block(&body[ops], rows, None)?;
            return Ok(Rows::none(rows.columns.len()));
        }
        self.block(head, rows, None)?;
        let (on, ended) = rows.split(*condition, inner, live);
        *rows = on;
        Ok(ended)
    }

    /// Omits a probability. Within a stage of a loop the key of a row is the state that it comes from.
    pub(super) fn lose(&mut self, key: u64, mass: f64) {
        match &mut self.lost {
            Some(lost) => lost[key as usize] += mass,
            None => self.omitted += mass,
        }
    }
}

/// Keeps the registers to which operations add, at most, and which they do not read otherwise.
fn only_added_to(ops: &[Op], places: &[Place], counted: &mut BTreeSet<usize>) {
    let mut left = ops;
    while let [op, behind @ ..] = left {
        left = behind;
        match (op, behind) {
            (
                Op::Binary {
                    operator: Operator::Plus | Operator::Minus,
                    a: Operand::Register(a),
                    b: more,
                    to,
                }
                | Op::Binary { operator: Operator::Plus, a: more, b: Operand::Register(a), to },
                [Op::Assign { from: Operand::Register(from), to: sum }, rest @ ..],
            ) if sum == a && from == to => {
                read(counted, *more);
                counted.remove(to);
                left = rest;
            }
            _ => {
                op.read().into_iter().for_each(|operand| read(counted, operand));
                match op {
                    Op::Draw(draw) => counted.retain(|register| !draw.outputs.contains(register)),
                    Op::Choose { place, to, .. } => {
                        let seen = places[*place].seen.as_deref().unwrap_or_default();
                        counted.retain(|register| register != to && !seen.contains(register));
                    }
                    _ => {
                        op.computed().map(|(to, _)| counted.remove(&to));
                        op.blocks().into_iter().for_each(|block| only_added_to(block, places, counted));
                    }
                }
            }
        }
    }
}

/// A register that is read is more than a sum.
fn read(counted: &mut BTreeSet<usize>, operand: Operand) {
    if let Operand::Register(register) = operand {
        counted.remove(&register);
    }
}
