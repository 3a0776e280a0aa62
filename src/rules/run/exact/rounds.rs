//! Loops: where a round leads from a state is computed once, and used in every round.

mod adding;

mod known;

mod learn;

use rustc_hash::FxHashSet;

pub(super) use self::adding::Adding;
use self::adding::Apart;
pub(super) use self::known::Loop;
use self::known::{BEHIND, Stage, Step, within};
use super::super::super::code::Op;
use super::super::groups::{END, Groups};
use super::super::rows::Rows;
use super::super::states::States;
use super::{ENDLESS, Exact, Indicated, Stop, endless};
use crate::chance::{Cells, NoLaw, Resource};

/// A loop without a number ends once the probability of going on is at most this.
const NOTHING: f64 = 1e-15;

/// States that lead to each other are played until at most this probability is left of them.
const SETTLED: f64 = 1e-18;

/// A loop without a number that takes more than this many rounds, and of which it seems that it takes at least so
/// many more, is worth exploring: with all of its states, it is played out at once.
const LONG: u32 = 16;
const MANY: f64 = 200.0;

/// The share of a probability that may be a rounding error.
const ROUNDING: f64 = 1e-9;

/// How many rounds it takes until a probability of at most `end` is left, if every round leaves as large a part of
/// it as the last one.
fn rounds_until(end: f64, [before, now]: [f64; 2]) -> f64 {
    if now < before { (end / now).ln() / (now / before).ln() } else { f64::INFINITY }
}

/// The number of additions between two looks at the budget.
const PAUSE: u64 = 1 << 16;

/// A loop that is being played.
struct Play<'a> {
    op: &'a Op,
    known: Loop,
    apart: Apart,
    /// The cells behind it.
    done: Cells<f64>,
    rounds: u32,
}

impl Exact<'_> {
    /// Plays a loop to its end.
    pub(super) fn repeat(&mut self, op: &Op, rows: &mut Rows) -> Result<(), Stop> {
        // Code does not move while it is read.
        let address = std::ptr::from_ref(op) as usize;
        let (registers, places) = (rows.columns.len(), &self.compiled.places);
        let new = || Loop::new(op, registers, places, self.follows_all, self.ranges);
        let known = self.loops.remove(&address).unwrap_or_else(new);
        let apart = Apart::new(known.counted.len());
        let mut play = Play { op, known, apart, done: Cells::new(), rounds: 0 };
        let before = self.visited;
        let played = self.play(&mut play, rows);
        let Play { known, apart, rounds, .. } = play;
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
    fn play(&mut self, play: &mut Play<'_>, rows: &mut Rows) -> Result<(), Stop> {
        let Op::Repeat { first, most, cut, .. } = play.op else { unreachable!("it is a loop") };
        let depth = self.rounds.len();
        let mut here = play.known.entered(&mut play.apart, rows);
        let total = |here: &[(u64, f64)]| here.iter().map(|(_, mass)| mass).sum::<f64>();
        // Within a round of another loop, probabilities are those from each of its states.
        let whole = if self.lost.is_some() { total(&here) } else { 1.0 };
        let mut before = total(&here);
        for round in 0..=*most {
            self.played += 1;
            play.rounds += 1;
            if self.is_outermost() {
                self.round = Some((self.visited, here.len() as u64)).filter(|_| most - round > 2);
            }
            let is_last = round == *most;
            if is_last && cut.is_none() {
                for &(cell, mass) in &here {
                    let end = play.known.end_of(cell as u32 as usize);
                    play.done.add(cell >> 32 << 32 | end as u64, mass);
                }
                break;
            }
            if play.known.charged > self.budget.bytes / 2 {
                play.known.forget(&mut here);
            } else {
                play.known.stages.iter_mut().filter(|stage| stage.reads_round).for_each(Stage::unlearn);
            }
            if cut.is_none() {
                self.rounds.push((first + round) as i32);
            }
            self.charge(&mut play.known)?;
            for stage in 0..play.known.stages.len() {
                here = self.pass_stage(play, stage, (first + round) as usize, &here)?;
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
            if is_long && self.explore(play.op, &mut play.known) && play.known.sums.len() == 1 {
                let are_looks_rounds;
                (here, are_looks_rounds) = self.play_out(play, &here, most - round, whole)?;
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
                here.iter().for_each(|&(cell, mass)| self.lose(play.apart.key((cell >> 32) as usize), mass));
                break;
            }
        }
        play.known.left(&play.apart, &play.done, rows);
        Ok(())
    }

    /// Passes the cells before a stage of a round on. Returns those before the next stage.
    fn pass_stage(
        &mut self,
        play: &mut Play<'_>,
        stage: usize,
        round: usize,
        here: &[(u64, f64)],
    ) -> Result<Vec<(u64, f64)>, Stop> {
        let Play { op, known, apart, done, .. } = play;
        let unknown = known.stages[stage].unknown(here.iter().map(|&(cell, _)| cell as u32 as usize));
        let held = |done: &Cells<f64>, apart: &Apart| size_of_val(here) as u64 + done.bytes() + apart.bytes();
        let before = held(done, apart);
        self.cached += before;
        let learned = self.learn(op, known, stage, &unknown);
        self.cached -= before;
        learned?;
        let mut adding = self.idle.pop().unwrap_or_default();
        adding.begin(known.stages[(stage + 1) % known.stages.len()].states.len(), here.len());
        for &(cell, mass) in here {
            let (number, state) = ((cell >> 32) as usize, cell as u32 as usize);
            let state = known.stages[stage].known(state).expect("it was learned");
            let mut add = |number: usize, step: u32, mass: f64| match step & BEHIND {
                0 => adding.add(number, step as usize, mass),
                _ => done.add((number as u64) << 32 | u64::from(step & !BEHIND), mass),
            };
            self.pass_on(known, stage, state, apart, (number, mass), &mut add);
            self.pause(|| held(done, apart) + adding.bytes())?;
            let Stage { indicated, indicated_ends, .. } = &known.stages[stage];
            for &Indicated { place, step, probability, .. } in &indicated[within(indicated_ends, state)] {
                self.indicators[place + step * round] += mass * probability;
            }
        }
        let next = adding.taken();
        self.idle.push(adding);
        Ok(next)
    }

    /// Plays a loop without a number to its end, once all of its rounds are known. States that lead to each
    /// other are played until almost nothing is left of them, at most so many times; the others once.
    /// Returns what is left, and whether each time is a round: with several states that lead to each other it may be
    /// several.
    fn play_out(
        &mut self,
        play: &mut Play<'_>,
        here: &[(u64, f64)],
        looks: u32,
        whole: f64,
    ) -> Result<(Vec<(u64, f64)>, bool), Stop> {
        let Play { known, apart, done, .. } = play;
        let known = &*known;
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

    /// Omits a probability. Within a stage of a loop the key of a row is the state that it comes from.
    pub(super) fn lose(&mut self, key: u64, mass: f64) {
        match &mut self.lost {
            Some(lost) => lost[key as usize] += mass,
            None => self.omitted += mass,
        }
    }
}
