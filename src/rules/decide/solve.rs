//! Backward induction over the graph of situations.

use std::collections::{BTreeMap, VecDeque};

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::super::code::Op;
use super::super::compile::Compiled;
use super::super::game::Game;
use super::super::run::exact::ENDLESS;
use super::graph::{END, Graph, Way};
use super::{Followed, Situation, SituationIndex, Situations, Solution};
use crate::chance::{Advice, Budget, NoLaw, Player, TIE, Unsolved, best};

/// Values have converged if no relative change in an iteration is greater than this.
const SETTLED: f64 = 1e-14;

/// The maximum number of iterations over situations that lead to each other: as many as a loop without
/// a number has rounds.
const MOST_LOOKS: i64 = super::super::program::MOST_ROUNDS;

/// Computes the best option in every situation that can come up, from the code of the goal.
///
/// The value of a situation is the mean of what is still recorded: the sum over outcomes of luck, or
/// the value of the best option. Situations are grouped into strongly connected components, visited in
/// reverse topological order (R. Tarjan, SIAM Journal on Computing 1, 1972). A component with several
/// situations comes from a loop without a number; its values are iterated until they converge.
///
/// # Errors
/// If it exceeds the budget.
pub fn solve(game: &Game, compiled: &Compiled, budget: Budget<'_>) -> Result<Solution, NoLaw> {
    let graph = Graph::new(game, compiled, budget)?;
    let groups = groups(&graph);
    let player = |situation: usize| match graph.op(situation) {
        Op::Choose { place, .. } => Some(game.program.choices[compiled.places[*place].choice].player),
        _ => None,
    };
    let mut values = vec![0.0; graph.situations.len()];
    for group in &groups {
        for _ in 0..MOST_LOOKS {
            let mut change: f64 = 0.0;
            for &situation in group.iter().rev() {
                let value = value(graph.ways(situation), player(situation), &values);
                change = change.max((value - values[situation]).abs() / value.abs().max(1.0));
                values[situation] = value;
            }
            if change <= SETTLED || !is_cyclic(&graph, group) {
                break;
            }
        }
    }
    let advice = |situation: usize, player: Player| -> Advice<i32> {
        let options: Vec<f64> = graph.ways(situation).iter().map(|way| worth(way, &values)).collect();
        best(player, &graph.options(situation), &options)
    };
    let mut advice: Vec<Option<Advice<i32>>> = (0..values.len())
        .map(|situation| player(situation).map(|player| advice(situation, player)))
        .collect();
    let endless = make_progress(&graph, &groups, &values, &mut advice);
    let visits = visits(&graph, &groups, &advice);
    if endless.iter().any(|&situation| visits[situation] > ENDLESS) {
        return Err(NoLaw::Unsolved(Unsolved::Endless));
    }
    let mut situations = vec![Situations::default(); compiled.places.len()];
    // For each situation of the graph, where it is in the solution.
    let mut indices: Vec<Option<SituationIndex>> = vec![None; advice.len()];
    for (situation, &advice) in advice.iter().enumerate() {
        if let (Some(advice), Op::Choose { place, .. }) = (advice, graph.op(situation)) {
            let seen = graph.situations[situation][1..].into();
            let (number, _) =
                situations[*place].insert_full(seen, Situation { advice, visits: visits[situation] });
            indices[situation] = Some([*place, number]);
        }
    }
    let play = Follow::new(&graph, &groups, &advice, &indices).play();
    Ok(Solution { value: worth(&graph.first, &values), situations, play })
}

/// The maximum number of choices that are followed one after another, and of sequences of choices.
const DEEPEST: usize = 4;
const MOST_FOLLOWED: usize = 60;

/// Ways, each with the chance that play gets to its beginning.
type Reached = Vec<(Way, f64)>;

/// Follows play from choice to choice.
struct Follow<'g> {
    graph: &'g Graph<'g>,
    advice: &'g [Option<Advice<i32>>],
    indices: &'g [Option<SituationIndex>],
    /// The place of each situation in the order of play, and the situations in this order.
    places: Vec<usize>,
    in_order: Vec<usize>,
}

impl<'g> Follow<'g> {
    fn new(
        graph: &'g Graph<'g>,
        groups: &[Vec<usize>],
        advice: &'g [Option<Advice<i32>>],
        indices: &'g [Option<SituationIndex>],
    ) -> Self {
        let in_order: Vec<usize> = groups.iter().rev().flatten().copied().collect();
        let mut places = vec![0; graph.situations.len()];
        in_order.iter().enumerate().for_each(|(place, &situation)| places[situation] = place);
        Follow { graph, advice, indices, places, in_order }
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
                let (Some(index), Some(advice)) = (self.indices[situation], self.advice[situation]) else {
                    continue;
                };
                let (after, ways) = chosen.entry((index[0], advice.choice)).or_insert_with(|| {
                    let is_followed = depth < DEEPEST && play.len() < MOST_FOLLOWED;
                    if is_followed {
                        play.push(Followed::default());
                    }
                    (is_followed.then(|| play.len() - 1), Vec::new())
                });
                ways.extend(followed(self.graph, self.advice, situation).iter().map(|&way| (way, chance)));
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
            match self.indices.get(to) {
                None => {}
                Some(Some(_)) => *next.entry(to).or_default() += chance,
                // What is as unlikely as that may come up again and again.
                Some(None) if chance > SETTLED => *waiting.entry(self.places[to]).or_default() += chance,
                Some(None) => {}
            }
        };
        ways.iter().for_each(|(way, chance)| pass_on(&mut waiting, way, *chance));
        while let Some((place, here)) = waiting.pop_first() {
            let ways = followed(self.graph, self.advice, self.in_order[place]);
            ways.iter().for_each(|way| pass_on(&mut waiting, way, here));
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
fn is_cyclic(graph: &Graph<'_>, group: &[usize]) -> bool {
    group.len() > 1 || graph.ways(group[0]).iter().any(|way| way.to as usize == group[0])
}

/// The transitions that play under the policy can take from a situation.
fn followed<'g>(graph: &'g Graph<'_>, advice: &[Option<Advice<i32>>], situation: usize) -> &'g [Way] {
    let ways = graph.ways(situation);
    match advice[situation] {
        None => ways,
        Some(advice) => {
            let options = graph.options(situation);
            let place = options.iter().position(|&option| option == advice.choice).unwrap_or(0);
            &ways[place..=place]
        }
    }
}

/// Replaces choices with which play would never leave a component by equally good ones that lead out:
/// a player who waits forever never gets the value of the situation. Returns the situations in which
/// none leads out.
fn make_progress(
    graph: &Graph<'_>,
    groups: &[Vec<usize>],
    values: &[f64],
    advice: &mut [Option<Advice<i32>>],
) -> Vec<usize> {
    let mut endless = Vec::new();
    // From where play leaves the component with a positive probability.
    let mut leaves = vec![false; values.len()];
    for group in groups {
        if !is_cyclic(graph, group) {
            leaves[group[0]] = true;
            continue;
        }
        loop {
            let leads_out = |way: &Way, leaves: &[bool]| {
                way.probability > 0.0 && (way.to == END || leaves[way.to as usize])
            };
            let mut is_done = true;
            for &situation in group.iter().rev() {
                let mut ways = followed(graph, advice, situation).iter();
                if !leaves[situation] && ways.any(|way| leads_out(way, &leaves)) {
                    (leaves[situation], is_done) = (true, false);
                }
            }
            if !is_done {
                continue;
            }
            for &situation in group.iter().rev().filter(|&&situation| !leaves[situation]) {
                let Some(now) = advice[situation] else { continue };
                let is_as_good = |way: &Way| (worth(way, values) - now.value).abs() <= TIE;
                let mut ways = graph.ways(situation).iter();
                if let Some(place) = ways.position(|way| is_as_good(way) && leads_out(way, &leaves)) {
                    let choice = graph.options(situation)[place];
                    advice[situation] = Some(Advice { choice, runner_up: Some((now.choice, 0.0)), ..now });
                    is_done = false;
                }
            }
            if is_done {
                break;
            }
        }
        for &situation in group {
            if !std::mem::replace(&mut leaves[situation], true) {
                endless.push(situation);
            }
        }
    }
    endless
}

/// The mean number of visits of each situation under the policy.
fn visits(graph: &Graph<'_>, groups: &[Vec<usize>], advice: &[Option<Advice<i32>>]) -> Vec<f64> {
    let mut visits = vec![0.0; graph.situations.len()];
    // Visits that have reached a situation but were not passed on yet.
    let mut waiting = vec![0.0; graph.situations.len()];
    if let Some(first) = waiting.get_mut(graph.first.to as usize) {
        *first = 1.0;
    }
    for group in groups.iter().rev() {
        for _ in 0..MOST_LOOKS {
            let mut most: f64 = 0.0;
            for &situation in group {
                let here = std::mem::take(&mut waiting[situation]);
                visits[situation] += here;
                most = most.max(here);
                for way in followed(graph, advice, situation).iter().filter(|way| way.to != END) {
                    waiting[way.to as usize] += here * way.probability;
                }
            }
            if most <= SETTLED || !is_cyclic(graph, group) {
                break;
            }
        }
    }
    visits
}

/// The strongly connected components in reverse topological order: a component leads only to itself and
/// to those before it.
fn groups(graph: &Graph<'_>) -> Vec<Vec<usize>> {
    const NEW: u32 = u32::MAX;
    let count = graph.situations.len();
    // When each situation was discovered, and the earliest one to which it leads back.
    let (mut come, mut back) = (vec![NEW; count], vec![NEW; count]);
    let mut is_open = vec![false; count];
    let (mut groups, mut open, mut path) = (Vec::new(), Vec::new(), Vec::new());
    let mut clock = 0;
    let first = graph.first.to;
    if first != END {
        path.push((first as usize, 0));
    }
    while let Some((situation, next)) = path.last_mut() {
        let situation = *situation;
        if *next == 0 && come[situation] == NEW {
            (come[situation], back[situation]) = (clock, clock);
            clock += 1;
            open.push(situation);
            is_open[situation] = true;
        }
        let ways = graph.ways(situation);
        if let Some(way) = ways.get(*next) {
            *next += 1;
            let to = way.to as usize;
            match way.to {
                END => {}
                _ if come[to] == NEW => path.push((to, 0)),
                _ if is_open[to] => back[situation] = back[situation].min(come[to]),
                _ => {}
            }
            continue;
        }
        path.pop();
        if let Some(&(before, _)) = path.last() {
            back[before] = back[before].min(back[situation]);
        }
        if back[situation] == come[situation] {
            let start = open.iter().rposition(|&other| other == situation).expect("it is open");
            let group: Vec<usize> = open.drain(start..).collect();
            group.iter().for_each(|&member| is_open[member] = false);
            groups.push(group);
        }
    }
    groups
}
