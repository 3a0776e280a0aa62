//! Backward induction over the graph of situations.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::super::code::Op;
use super::super::compile::Compiled;
use super::super::game::Game;
use super::super::program::MOST_ROUNDS;
use super::super::run::exact::{ENDLESS, Stop};
use super::super::run::groups::END;
use super::graph::{Graph, Way};
use super::stages::{Here, Stages};
use super::{Followed, Options, Situation, SituationIndex, Situations, Solution, State};
use crate::chance::{Advice, Budget, NoLaw, Player, Progress, Stopped, TIE, Unsolved, best};

/// Values have converged if no relative change in an iteration is greater than this.
const SETTLED: f64 = 1e-15;

/// Or if changes that are no greater than this have not become less in so many iterations: what is left is rounding.
const ROUNDING: f64 = 1e-12;
const IDLE: u32 = 1_000;

/// The maximum number of updates of values in situations that lead to each other: some seconds.
const MOST_UPDATES: u64 = 1 << 30;

/// The number of updates between two looks at whether somebody stops the work.
const PAUSE: u64 = 1 << 20;

/// Computes the best option in every situation that can come up, from the code of the goal.
///
/// The value of a situation is the mean of what is still recorded: the sum over outcomes of luck, or
/// the value of the best option. Situations are grouped into strongly connected components, visited in
/// reverse topological order. A component with several
/// situations comes from a loop without a number; its values are iterated until they converge.
///
/// # Errors
/// If it exceeds the budget, or if there are no best choices that end all loops soon enough.
pub fn solve(game: &Game, compiled: &Compiled, budget: Budget<'_>) -> Result<Solution, NoLaw> {
    let graph = Graph::new(game, compiled, budget).map_err(Stop::after_checks)?;
    let stages = Stages::new(&graph, game, budget)?;
    let player = |situation| match graph.op(situation) {
        Some(Op::Choose { place, .. }) => Some(game.program.choices[compiled.places[*place].choice].player),
        _ => None,
    };
    let mut solving = Solving {
        stages: &stages,
        players: (0..graph.len()).map(player).collect(),
        values: vec![0.0; graph.len()],
        leaves: vec![true; graph.len()],
        advice: HashMap::default(),
        endless: HashSet::default(),
        is_settled: true,
        // Values are as many times as great as those that are told.
        tie: TIE * game.unit().abs(),
    };
    solving.solve(&mut Updates { left: MOST_UPDATES, progress: budget.progress })?;
    let Visits { all: visits, left, .. } = solving.visits();
    if solving.endless.iter().any(|here| visits.get(here).is_some_and(|visits| *visits > ENDLESS)) {
        return Err(NoLaw::Unsolved(Unsolved::Endless));
    }
    if left > ENDLESS || !solving.is_settled {
        return Err(NoLaw::Unsolved(Unsolved::GoesOn));
    }
    let mut all: Vec<Vec<(State, Situation)>> = vec![Vec::new(); compiled.places.len()];
    for (&here @ (round, situation), &Advice { choice, value, runner_up }) in &solving.advice {
        let Some(Op::Choose { place, .. }) = graph.op(situation as usize) else { continue };
        let options = graph.options(situation as usize);
        let option = |place: u32| options[place as usize];
        let runner_up = runner_up.map(|(other, loss)| (option(other), loss));
        let advice = Advice { choice: option(choice), value, runner_up };
        let visits = visits.get(&here).copied().unwrap_or(0.0);
        let known = Situation { advice, visits, visits_at_once: 0.0, leads: [None; 2] };
        all[*place].push((graph.state(round, situation as usize), known));
    }
    let situations: Vec<Situations> = all.into_iter().map(Situations::new).collect();
    let value = worth(&graph.first, &solving.values);
    let mut solution = Solution { value, situations, play: Vec::new(), scores: compiled.scores.clone() };
    for (&here, advice) in &solving.advice {
        let [place, index] = index_of(&solution.situations, &graph, here);
        let options = [Some(advice.choice), advice.runner_up.map(|(other, _)| other)];
        let leads = options.map(|option| {
            let way = &stages.ways(here)[option? as usize];
            let next = stages.behind(here, way);
            let is_same =
                next.1 != END && solving.players[next.1 as usize] == solving.players[here.1 as usize];
            let next = is_same.then(|| index_of(&solution.situations, &graph, next))?;
            (next[0] > place).then_some(next)
        });
        solution.situations[place].known[index].leads = leads;
        if let [Some([place, next]), _] = leads {
            let visits = visits.get(&here).copied().unwrap_or(0.0);
            solution.situations[place].known[next].visits_at_once += visits;
        }
    }
    solution.play = Follow { solving: &solving, solution: &solution }.play();
    Ok(solution)
}

/// Where a situation in which somebody decides is in the solution.
fn index_of(situations: &[Situations], graph: &Graph<'_>, (round, situation): Here) -> SituationIndex {
    let Some(Op::Choose { place, .. }) = graph.op(situation as usize) else {
        unreachable!("a player decides")
    };
    let index = situations[*place].states.find(&graph.state(round, situation as usize));
    [*place, index.expect("it is solved")]
}

/// Finds a fault in any situation that can come up, whatever players choose.
///
/// # Errors
/// If there is one, or if looking for it exceeds the budget.
pub fn check(game: &Game, checking: &Compiled, budget: Budget<'_>) -> Result<(), Stop> {
    Graph::new(game, checking, budget).map(drop)
}

/// What is known of the situations of a game while it is solved.
struct Solving<'g> {
    stages: &'g Stages<'g>,
    /// Who decides in each situation of the graph, if somebody does.
    players: Vec<Option<Player>>,
    /// The values in the round that is being solved.
    values: Vec<f64>,
    /// From where play leaves a component, while that is found out.
    leaves: Vec<bool>,
    /// The best options by their indices.
    advice: HashMap<Here, Advice<u32>, FxBuildHasher>,
    /// The situations from which nothing leads on.
    endless: HashSet<Here, FxBuildHasher>,
    /// Whether all values have converged.
    is_settled: bool,
    /// Options whose values differ by no more than this are equally good.
    tie: f64,
}

/// How many more values may be updated.
struct Updates<'p> {
    left: u64,
    progress: Option<&'p Progress>,
}

impl Updates<'_> {
    /// Whether so many more may be, all at once.
    ///
    /// # Errors
    /// If somebody stops the work.
    fn take(&mut self, count: u64) -> Result<bool, Stopped> {
        let before = self.left;
        self.left = before.saturating_sub(count);
        match before / PAUSE != self.left / PAUSE && self.progress.is_some_and(Progress::is_stopped) {
            true => Err(Stopped),
            false => Ok(self.left > 0),
        }
    }
}
impl Solving<'_> {
    /// Works back from the ends to the start, round by round.
    fn solve(&mut self, updates: &mut Updates<'_>) -> Result<(), Stopped> {
        let outside = self.stages.outside();
        self.sweep(&outside, 0, updates)?;
        let rounds = self.stages.rounds();
        if rounds > 0 {
            for round in (0..rounds).rev() {
                self.begin(round + 1);
                self.sweep(&self.stages.round(round), round, updates)?;
            }
            self.begin(0);
            self.sweep(&outside, 0, updates)?;
        }
        Ok(())
    }

    /// The values at the beginning of a round, or behind the last one.
    fn begin(&mut self, round: u32) {
        for &begin in self.stages.begins(round) {
            self.values[begin as usize] = worth(&self.stages.ways((round, begin))[0], &self.values);
        }
    }

    /// Solves the situations of a stage, from the last to the first.
    fn sweep(&mut self, groups: &[&[u32]], round: u32, updates: &mut Updates<'_>) -> Result<(), Stopped> {
        let graph = self.stages.graph;
        let mut cyclic = Vec::new();
        for group in groups {
            let is_cyclic = is_cyclic(graph, group);
            if is_cyclic {
                cyclic.push(group);
                // Whoever waits forever gets nothing, whatever another round was worth.
                group.iter().for_each(|&situation| self.values[situation as usize] = 0.0);
            }
            let (mut least, mut idle) = (f64::INFINITY, 0);
            loop {
                let mut change: f64 = 0.0;
                for situation in group.iter().rev().map(|&situation| situation as usize) {
                    let value = value(graph.ways(situation), self.players[situation], &self.values);
                    change = change.max((value - self.values[situation]).abs() / value.abs().max(1.0));
                    self.values[situation] = value;
                }
                idle = if change < least { 0 } else { idle + 1 };
                least = least.min(change);
                if change <= SETTLED || least <= ROUNDING && idle >= IDLE || !is_cyclic {
                    break;
                }
                if !updates.take(group.len() as u64)? {
                    self.is_settled = false;
                    break;
                }
            }
        }
        let mut worths = Vec::new();
        for &situation in groups.iter().copied().flatten() {
            let Some(player) = self.players[situation as usize] else { continue };
            worths.clear();
            worths.extend(graph.ways(situation as usize).iter().map(|way| worth(way, &self.values)));
            let places: SmallVec<[u32; 16]> = (0..worths.len() as u32).collect();
            self.advice.insert((round, situation), best(player, &places, &worths, self.tie));
        }
        cyclic.into_iter().for_each(|group| self.make_progress(group, round));
        Ok(())
    }

    /// Replaces choices with which play would never leave a component by equally good ones that lead out:
    /// a player who waits forever never gets the value of the situation. Notes the situations in which none
    /// leads out.
    fn make_progress(&mut self, group: &[u32], round: u32) {
        let graph = self.stages.graph;
        // From where play leaves the component with a positive probability.
        group.iter().for_each(|&situation| self.leaves[situation as usize] = false);
        let leads_out =
            |way: &Way, leaves: &[bool]| way.probability > 0.0 && (way.to == END || leaves[way.to as usize]);
        let from_the_end = || group.iter().rev().copied();
        loop {
            let mut is_done = true;
            for situation in from_the_end() {
                let is_out = |way: &Way| leads_out(way, &self.leaves);
                if !self.leaves[situation as usize] && self.followed((round, situation)).iter().any(is_out) {
                    self.leaves[situation as usize] = true;
                    is_done = false;
                }
            }
            if !is_done {
                continue;
            }
            for situation in from_the_end().filter(|&situation| self.players[situation as usize].is_some()) {
                let Some(now) = self.advice.get_mut(&(round, situation)) else { continue };
                let is_as_good = |way: &Way| (worth(way, &self.values) - now.value).abs() <= self.tie;
                let mut ways = graph.ways(situation as usize).iter();
                let is_better = |way: &Way| is_as_good(way) && leads_out(way, &self.leaves);
                if !self.leaves[situation as usize]
                    && let Some(place) = ways.position(is_better)
                {
                    let runner_up = Some((now.choice, 0.0));
                    *now = Advice { choice: place as u32, runner_up, ..*now };
                    is_done = false;
                }
            }
            if is_done {
                break;
            }
        }
        for situation in from_the_end() {
            match std::mem::replace(&mut self.leaves[situation as usize], true) {
                true => self.endless.remove(&(round, situation)),
                false => self.endless.insert((round, situation)),
            };
        }
    }

    /// The transitions that play under the policy can take from a situation.
    fn followed(&self, here: Here) -> &[Way] {
        let ways = self.stages.ways(here);
        match self.players[here.1 as usize].and_then(|_| self.advice.get(&here)) {
            None => ways,
            Some(Advice { choice, .. }) => &ways[*choice as usize..=*choice as usize],
        }
    }

    /// The mean number of visits under the policy of each situation in which somebody decides or nothing leads on.
    fn visits(&self) -> Visits<'_> {
        let (graph, outside) = (self.stages.graph, self.stages.outside());
        let (waiting, chosen) = (vec![0.0; graph.len()], vec![0; graph.len()]);
        let mut visits = Visits { solving: self, all: HashMap::default(), waiting, chosen, left: 0.0 };
        if let Some(first) = visits.waiting.get_mut(graph.first.to as usize) {
            *first = 1.0;
        }
        visits.pass_on(&outside, 0);
        for round in 0..=self.stages.rounds() {
            let begins = self.stages.begins(round).iter();
            let begun: Vec<(u32, f64)> = begins
                .map(|&begin| (begin, std::mem::take(&mut visits.waiting[begin as usize])))
                .filter(|&(_, here)| here > 0.0)
                .collect();
            for (begin, here) in begun {
                let way = self.stages.ways((round, begin))[0];
                if way.to != END {
                    visits.waiting[way.to as usize] += here * way.probability;
                }
            }
            visits.pass_on(&self.stages.round(round), round);
        }
        visits.pass_on(&outside, 0);
        visits
    }
}

/// Visits of situations under the policy.
struct Visits<'s> {
    solving: &'s Solving<'s>,
    all: HashMap<Here, f64, FxBuildHasher>,
    /// Visits that have reached a situation but were not passed on yet.
    waiting: Vec<f64>,
    /// The indices of the options that are chosen in the current stage.
    chosen: Vec<u32>,
    /// The visits of loops without a number that are left after all of their rounds.
    left: f64,
}

impl Visits<'_> {
    /// Passes on the visits of a stage.
    fn pass_on(&mut self, groups: &[&[u32]], round: u32) {
        let Solving { stages, players, endless, advice, .. } = self.solving;
        let decided = groups.iter().copied().flatten().filter(|&&one| players[one as usize].is_some());
        for &situation in decided {
            if let Some(best) = advice.get(&(round, situation)) {
                self.chosen[situation as usize] = best.choice;
            }
        }
        for group in groups.iter().rev().copied() {
            if group.len() == 1 && self.waiting[group[0] as usize] == 0.0 {
                continue;
            }
            let is_cyclic = is_cyclic(stages.graph, group);
            // Each time at least one round is played: situations are in the order of play.
            for _ in 0..MOST_ROUNDS {
                let mut most: f64 = 0.0;
                for &situation in group {
                    let here = std::mem::take(&mut self.waiting[situation as usize]);
                    if here == 0.0 {
                        continue;
                    }
                    if players[situation as usize].is_some() || endless.contains(&(round, situation)) {
                        *self.all.entry((round, situation)).or_default() += here;
                    }
                    most = most.max(here);
                    let mut ways = stages.graph.ways(situation as usize);
                    if players[situation as usize].is_some() {
                        ways = &ways[self.chosen[situation as usize] as usize..][..1];
                    }
                    for way in ways.iter().filter(|way| way.to != END) {
                        self.waiting[way.to as usize] += here * way.probability;
                    }
                }
                if most <= SETTLED || !is_cyclic {
                    break;
                }
            }
            let left = group.iter().map(|&situation| std::mem::take(&mut self.waiting[situation as usize]));
            self.left += left.sum::<f64>();
        }
    }
}

/// The maximum number of choices that are followed one after another, and of sequences of choices.
const DEEPEST: usize = 4;
const MOST_FOLLOWED: usize = 60;

/// Situations are not followed if they are less likely than this.
const NEGLIGIBLE: f64 = 1e-9;

/// Ways, each with the situation from which it leads, and the chance that play gets there.
type Reached = Vec<(Here, Way, f64)>;

/// Follows play from choice to choice.
struct Follow<'g> {
    solving: &'g Solving<'g>,
    solution: &'g Solution,
}

/// Before everything else.
const START: Here = (0, END);

impl Follow<'_> {
    /// What players choose first, and what comes after each sequence of choices.
    fn play(&self) -> Vec<Followed> {
        let graph = self.solving.stages.graph;
        let mut play = vec![Followed::default()];
        let first = vec![(START, graph.first, 1.0)];
        let mut open = VecDeque::from([(0, 0, self.next(&first))]);
        while let Some((here, depth, reached)) = open.pop_front() {
            // The situations with one choice, and the index of what comes after it.
            let mut chosen: IndexMap<Options, (Option<usize>, Reached), FxBuildHasher> = IndexMap::default();
            for (situation, chance) in reached.into_iter().filter(|&(_, chance)| chance > NEGLIGIBLE) {
                let index = index_of(&self.solution.situations, graph, situation);
                let best = self.solution.best(index);
                // The last of the situations in which the player decides at once.
                let last = (1..best.len()).fold(situation, |here, _| {
                    self.solving.stages.behind(here, &self.solving.followed(here)[0])
                });
                let (after, ways) = chosen.entry(best).or_insert_with(|| {
                    let is_followed = depth < DEEPEST && play.len() < MOST_FOLLOWED;
                    if is_followed {
                        play.push(Followed::default());
                    }
                    (is_followed.then(|| play.len() - 1), Vec::new())
                });
                ways.extend(self.solving.followed(last).iter().map(|&way| (last, way, chance)));
                play[here].next.push((index, chance, *after));
            }
            for (after, ways) in chosen.into_values() {
                if let Some(after) = after {
                    open.push_back((after, depth + 1, self.next(&ways)));
                }
            }
        }
        play
    }

    /// The situations in which players decide next, with their chances, after ways with their chances.
    fn next(&self, ways: &Reached) -> Vec<(Here, f64)> {
        let Solving { stages, players, .. } = self.solving;
        let mut next: IndexMap<Here, f64, FxBuildHasher> = IndexMap::default();
        // The chances that were not passed on yet, in the order of play.
        let mut waiting: BTreeMap<((u32, u32), Here), f64> = BTreeMap::new();
        let mut pass_on = |waiting: &mut BTreeMap<_, f64>, from: Here, way: &Way, here: f64| {
            let (to, chance) = (stages.behind(from, way), here * way.probability);
            match players.get(to.1 as usize) {
                None => {}
                Some(Some(_)) => *next.entry(to).or_default() += chance,
                // What is as unlikely as that may come up again and again.
                Some(None) if chance > SETTLED => {
                    *waiting.entry((stages.time(to), to)).or_default() += chance
                }
                Some(None) => {}
            }
        };
        ways.iter().for_each(|(from, way, chance)| pass_on(&mut waiting, *from, way, *chance));
        while let Some(((_, from), here)) = waiting.pop_first() {
            let ways = self.solving.followed(from);
            ways.iter().for_each(|way| pass_on(&mut waiting, from, way, here));
        }
        next.into_iter().collect()
    }
}

/// The value of a transition with everything that follows, times its probability.
fn worth(way: &Way, values: &[f64]) -> f64 {
    way.worth + if way.to == END { 0.0 } else { way.probability * values[way.to as usize] }
}

fn value(ways: &[Way], player: Option<Player>, values: &[f64]) -> f64 {
    let worth = ways.iter().map(|way| worth(way, values));
    match player {
        None => worth.sum(),
        Some(Player::Maximizes) => worth.fold(f64::NEG_INFINITY, f64::max),
        Some(Player::Minimizes) => worth.fold(f64::INFINITY, f64::min),
    }
}

/// Whether play can return to a situation of a component.
fn is_cyclic(graph: &Graph<'_>, group: &[u32]) -> bool {
    group.len() > 1 || graph.ways(group[0] as usize).iter().any(|way| way.to == group[0])
}
