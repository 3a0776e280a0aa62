//! Backward induction over the graph of situations.

use std::collections::{BTreeMap, VecDeque};

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::super::code::Op;
use super::super::compile::Compiled;
use super::super::game::Game;
use super::super::run::exact::ENDLESS;
use super::super::run::groups::{END, Groups};
use super::graph::{Graph, Way};
use super::unrolled::Unrolled;
use super::{Followed, Situation, SituationIndex, Situations, Solution, State};
use crate::chance::{Advice, Budget, NoLaw, Player, TIE, Unsolved, best};

/// Values have converged if no relative change in an iteration is greater than this.
const SETTLED: f64 = 1e-15;

/// The maximum number of iterations over situations that lead to each other: as many as a loop without
/// a number has rounds.
const MOST_LOOKS: i64 = super::super::program::MOST_ROUNDS;

/// Computes the best option in every situation that can come up, from the code of the goal.
///
/// The value of a situation is the mean of what is still recorded: the sum over outcomes of luck, or
/// the value of the best option. Situations are grouped into strongly connected components, visited in
/// reverse topological order. A component with several
/// situations comes from a loop without a number; its values are iterated until they converge.
///
/// # Errors
/// If it exceeds the budget.
pub fn solve(game: &Game, compiled: &Compiled, budget: Budget<'_>) -> Result<Solution, NoLaw> {
    let graph = Graph::new(game, compiled, budget)?;
    let graph = Unrolled::new(&graph, game, budget)?;
    let starts = [graph.first.to].into_iter().filter(|&first| first != END);
    let groups = Groups::new(graph.len(), starts, |situation, way| Some(graph.way(situation, way)?.to));
    let players: Vec<Option<Player>> = (0..graph.len())
        .map(|situation| match graph.op(situation) {
            Some(Op::Choose { place, .. }) => {
                Some(game.program.choices[compiled.places[*place].choice].player)
            }
            _ => None,
        })
        .collect();
    let mut values = vec![0.0; graph.len()];
    for group in groups.iter() {
        let is_cyclic = is_cyclic(&graph, group);
        for _ in 0..MOST_LOOKS {
            let mut change: f64 = 0.0;
            for situation in group.iter().rev().map(|&situation| situation as usize) {
                let value = value(graph.ways(situation), players[situation], &values);
                change = change.max((value - values[situation]).abs() / value.abs().max(1.0));
                values[situation] = value;
            }
            if change <= SETTLED || !is_cyclic {
                break;
            }
        }
    }
    let mut worths = Vec::new();
    let mut chosen = |(situation, player): (usize, &Option<Player>)| {
        worths.clear();
        worths.extend(graph.ways(situation).map(|way| worth(&way, &values)));
        let places: SmallVec<[u32; 16]> = (0..worths.len() as u32).collect();
        player.map(|player| best(player, &places, &worths))
    };
    let mut advice: Vec<Option<Advice<u32>>> = players.iter().enumerate().map(&mut chosen).collect();
    let endless = make_progress(&graph, &groups, &values, &mut advice);
    let visits = visits(&graph, &groups, &advice);
    if endless.iter().any(|&situation| visits[situation] > ENDLESS) {
        return Err(NoLaw::Unsolved(Unsolved::Endless));
    }
    let mut all: Vec<Vec<(State, Situation)>> = vec![Vec::new(); compiled.places.len()];
    for (situation, &advice) in advice.iter().enumerate() {
        if let (Some(Advice { choice, value, runner_up }), Some(Op::Choose { place, .. })) =
            (advice, graph.op(situation))
        {
            let options = graph.options(situation);
            let option = |place: u32| options[place as usize];
            let runner_up = runner_up.map(|(other, loss)| (option(other), loss));
            let advice = Advice { choice: option(choice), value, runner_up };
            all[*place].push((graph.state(situation), Situation { advice, visits: visits[situation] }));
        }
    }
    let situations: Vec<Situations> = all.into_iter().map(Situations::new).collect();
    let play = Follow::new(&graph, &groups, &advice, &situations).play();
    Ok(Solution { value: worth(&graph.first, &values), situations, play })
}

/// The maximum number of choices that are followed one after another, and of sequences of choices.
const DEEPEST: usize = 4;
const MOST_FOLLOWED: usize = 60;

/// Ways, each with the chance that play gets to its beginning.
type Reached = Vec<(Way, f64)>;

/// Follows play from choice to choice.
struct Follow<'g> {
    graph: &'g Unrolled<'g>,
    advice: &'g [Option<Advice<u32>>],
    situations: &'g [Situations],
    /// The place of each situation in the order of play, and the situations in this order.
    places: Vec<usize>,
    in_order: Vec<u32>,
}

impl<'g> Follow<'g> {
    fn new(
        graph: &'g Unrolled<'g>,
        groups: &Groups,
        advice: &'g [Option<Advice<u32>>],
        situations: &'g [Situations],
    ) -> Self {
        let in_order: Vec<u32> = groups.iter().rev().flatten().copied().collect();
        let mut places = vec![0; graph.len()];
        in_order.iter().enumerate().for_each(|(place, &situation)| places[situation as usize] = place);
        Follow { graph, advice, situations, places, in_order }
    }

    /// Where a situation is in the solution.
    fn index(&self, situation: usize) -> SituationIndex {
        let Some(Op::Choose { place, .. }) = self.graph.op(situation) else {
            unreachable!("a player decides")
        };
        let index = self.situations[*place].states.find(&self.graph.state(situation));
        [*place, index.expect("it is solved")]
    }

    /// What players choose first, and what comes after each sequence of choices.
    fn play(&self) -> Vec<Followed> {
        let mut play = vec![Followed::default()];
        let mut open = VecDeque::from([(0, 0, self.next(&[(self.graph.first, 1.0)]))]);
        while let Some((here, depth, reached)) = open.pop_front() {
            // The situations with one choice, and the index of what comes after it.
            let mut chosen: IndexMap<(usize, i32), (Option<usize>, Reached), FxBuildHasher> =
                IndexMap::default();
            for (situation, chance) in reached {
                let index = self.index(situation);
                let option = self.situations[index[0]].get(index[1]).1.advice.choice;
                let (after, ways) = chosen.entry((index[0], option)).or_insert_with(|| {
                    let is_followed = depth < DEEPEST && play.len() < MOST_FOLLOWED;
                    if is_followed {
                        play.push(Followed::default());
                    }
                    (is_followed.then(|| play.len() - 1), Vec::new())
                });
                ways.extend(followed(self.graph, self.advice, situation).map(|way| (way, chance)));
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
    fn next(&self, ways: &[(Way, f64)]) -> Vec<(usize, f64)> {
        let mut next: IndexMap<usize, f64, FxBuildHasher> = IndexMap::default();
        // The chances that were not passed on yet, by place in the order of play.
        let mut waiting: BTreeMap<usize, f64> = BTreeMap::new();
        let mut pass_on = |waiting: &mut BTreeMap<usize, f64>, way: &Way, here: f64| {
            let (to, chance) = (way.to as usize, here * way.probability);
            match self.advice.get(to) {
                None => {}
                Some(Some(_)) => *next.entry(to).or_default() += chance,
                // What is as unlikely as that may come up again and again.
                Some(None) if chance > SETTLED => *waiting.entry(self.places[to]).or_default() += chance,
                Some(None) => {}
            }
        };
        ways.iter().for_each(|(way, chance)| pass_on(&mut waiting, way, *chance));
        while let Some((place, here)) = waiting.pop_first() {
            let ways = followed(self.graph, self.advice, self.in_order[place] as usize);
            ways.for_each(|way| pass_on(&mut waiting, &way, here));
        }
        next.into_iter().collect()
    }
}

/// The value of a transition with everything that follows, times its probability.
fn worth(way: &Way, values: &[f64]) -> f64 {
    way.worth + if way.to == END { 0.0 } else { way.probability * values[way.to as usize] }
}

fn value(ways: impl Iterator<Item = Way>, player: Option<Player>, values: &[f64]) -> f64 {
    let worth = ways.map(|way| worth(&way, values));
    match player {
        None => worth.sum(),
        Some(Player::Maximizes) => worth.fold(f64::NEG_INFINITY, f64::max),
        Some(Player::Minimizes) => worth.fold(f64::INFINITY, f64::min),
    }
}

/// Whether play can return to a situation of a component.
fn is_cyclic(graph: &Unrolled<'_>, group: &[u32]) -> bool {
    group.len() > 1 || graph.ways(group[0] as usize).any(|way| way.to == group[0])
}

/// The transitions that play under the policy can take from a situation.
fn followed<'g>(
    graph: &'g Unrolled<'_>,
    advice: &[Option<Advice<u32>>],
    situation: usize,
) -> impl Iterator<Item = Way> + 'g {
    let (skipped, taken) = match advice[situation] {
        None => (0, usize::MAX),
        Some(Advice { choice, .. }) => (choice as usize, 1),
    };
    graph.ways(situation).skip(skipped).take(taken)
}

/// Replaces choices with which play would never leave a component by equally good ones that lead out:
/// a player who waits forever never gets the value of the situation. Returns the situations in which
/// none leads out.
fn make_progress(
    graph: &Unrolled<'_>,
    groups: &Groups,
    values: &[f64],
    advice: &mut [Option<Advice<u32>>],
) -> Vec<usize> {
    let mut endless = Vec::new();
    // From where play leaves the component with a positive probability.
    let mut leaves = vec![false; values.len()];
    for group in groups.iter() {
        if !is_cyclic(graph, group) {
            leaves[group[0] as usize] = true;
            continue;
        }
        let from_the_end = || group.iter().rev().map(|&situation| situation as usize);
        loop {
            let leads_out = |way: &Way, leaves: &[bool]| {
                way.probability > 0.0 && (way.to == END || leaves[way.to as usize])
            };
            let mut is_done = true;
            for situation in from_the_end() {
                let mut ways = followed(graph, advice, situation);
                if !leaves[situation] && ways.any(|way| leads_out(&way, &leaves)) {
                    (leaves[situation], is_done) = (true, false);
                }
            }
            if !is_done {
                continue;
            }
            for situation in from_the_end().filter(|&situation| !leaves[situation]) {
                let Some(now) = advice[situation] else { continue };
                let is_as_good = |way: &Way| (worth(way, values) - now.value).abs() <= TIE;
                let mut ways = graph.ways(situation);
                if let Some(place) = ways.position(|way| is_as_good(&way) && leads_out(&way, &leaves)) {
                    let runner_up = Some((now.choice, 0.0));
                    advice[situation] = Some(Advice { choice: place as u32, runner_up, ..now });
                    is_done = false;
                }
            }
            if is_done {
                break;
            }
        }
        for situation in from_the_end() {
            if !std::mem::replace(&mut leaves[situation], true) {
                endless.push(situation);
            }
        }
    }
    endless
}

/// The mean number of visits of each situation under the policy.
fn visits(graph: &Unrolled<'_>, groups: &Groups, advice: &[Option<Advice<u32>>]) -> Vec<f64> {
    let mut visits = vec![0.0; graph.len()];
    // Visits that have reached a situation but were not passed on yet.
    let mut waiting = vec![0.0; graph.len()];
    if let Some(first) = waiting.get_mut(graph.first.to as usize) {
        *first = 1.0;
    }
    for group in groups.iter().rev() {
        let is_cyclic = is_cyclic(graph, group);
        for _ in 0..MOST_LOOKS {
            let mut most: f64 = 0.0;
            for situation in group.iter().map(|&situation| situation as usize) {
                let here = std::mem::take(&mut waiting[situation]);
                if here == 0.0 {
                    continue;
                }
                visits[situation] += here;
                most = most.max(here);
                for way in followed(graph, advice, situation).filter(|way| way.to != END) {
                    waiting[way.to as usize] += here * way.probability;
                }
            }
            if most <= SETTLED || !is_cyclic {
                break;
            }
        }
    }
    visits
}
