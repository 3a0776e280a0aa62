//! Small games, solved and compared with brute force over all policies.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;

use super::*;
use crate::chance::{
    AnyProcedure, Enumerator, GivenDice, Merging, MetricSpec, Packing, Playable, Progress, Reader, Resource,
    Step, Tables, Tally, TooLarge, streams,
};

const WORTH: Metric = Metric(0);
const ROLLS: Metric = Metric(1);

/// Rolls a die again and again, each die for a price. After each roll the player stops and
/// keeps what it shows, or goes on; a 1 ends it with nothing. At the end a second player may
/// take a part of the winnings, by a roll.
struct Greed {
    die: Law<u32>,
    rounds: u32,
    price: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Table {
    showing: u32,
    over: bool,
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {}", self.showing)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    Keep,
    Roll,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// What the player sees: the number of rolls so far, and the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Seen(u32, Table);

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} after {}", self.1, self.0)
    }
}

struct AfterRoll(u32);

impl Decision for AfterRoll {
    type State = Table;
    type Seen = Seen;
    type Choice = Move;

    fn step(&self) -> Step {
        Step(0)
    }

    fn sees(&self, table: &Table) -> Option<Seen> {
        (!table.over).then_some(Seen(self.0, *table))
    }

    fn options(&self, _seen: &Seen) -> Vec<Move> {
        vec![Move::Keep, Move::Roll]
    }
}

/// The second player takes half for certain, or all if a die shows at least as much.
struct Share;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taking {
    Half,
    All,
}

impl fmt::Display for Taking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl Decision for Share {
    type State = Table;
    type Seen = Table;
    type Choice = Taking;

    fn step(&self) -> Step {
        Step(1)
    }

    fn player(&self) -> Player {
        Player::Minimizes
    }

    fn sees(&self, table: &Table) -> Option<Table> {
        Some(*table)
    }

    fn options(&self, _table: &Table) -> Vec<Taking> {
        vec![Taking::Half, Taking::All]
    }
}

const LOST: Table = Table { showing: 0, over: true };

impl Procedure for Greed {
    const DECIDES: bool = true;

    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let table = chance.stage(start, |_, ()| Table { showing: 0, over: false });
        let table = chance.until(
            table,
            self.rounds,
            |table| table.over,
            |chance, table, round| {
                let round = chance.number(round);
                let rolled = chance.stage(table, |chance, table| {
                    if table.over {
                        return table;
                    }
                    chance.record(WORTH, -self.price);
                    chance.record(ROLLS, 1);
                    chance.note(Step(2), String::new);
                    match chance.draw(&self.die) {
                        1 => LOST,
                        showing => Table { showing, over: false },
                    }
                });
                chance.choose(rolled, &AfterRoll(round), |_, table, choice| match choice {
                    Some(Move::Keep) => Table { over: true, ..table },
                    Some(Move::Roll) | None => table,
                })
            },
        );
        chance.choose(table, &Share, |chance, table, taking| {
            chance.note(Step(2), String::new);
            let left = match taking.expect("the second player decides at every table") {
                Taking::Half => table.showing - table.showing / 2,
                Taking::All if chance.draw(&self.die) >= table.showing => 0,
                Taking::All => table.showing,
            };
            chance.record(WORTH, 10 * left);
        })
    }
}

fn greed(faces: u32, rounds: u32, price: i64) -> Greed {
    Greed { die: Law::die(faces), rounds, price }
}

fn objective() -> Objective {
    Objective { worth: vec![(WORTH, 1.0)], ..Objective::default() }
}

fn solved(game: &Greed) -> Policy {
    Solver::solve(game, &objective(), Budget::new(1_000_000)).unwrap()
}

/// The value of the game if the first player follows a plan and the second plays optimally. Follows
/// everything that can happen.
fn value_under(game: &Greed, plan: &dyn Fn(Seen) -> Move) -> f64 {
    fn shared(game: &Greed, showing: u32) -> f64 {
        let half = f64::from(showing - showing / 2);
        let faces = game.die.outcomes().len() as u32;
        let missed = (1..=faces).filter(|&face| face < showing).count();
        let all = f64::from(showing) * missed as f64 / f64::from(faces);
        10.0 * half.min(all)
    }
    fn from(game: &Greed, plan: &dyn Fn(Seen) -> Move, round: u32, table: Table) -> f64 {
        if table.over || round > game.rounds {
            return shared(game, table.showing);
        }
        let faces = game.die.outcomes().len() as u32;
        let after = |face: u32| {
            let table = if face == 1 { LOST } else { Table { showing: face, over: false } };
            let seen = Seen(round, table);
            let over = table.over || plan(seen) == Move::Keep;
            from(game, plan, round + 1, Table { over, ..table })
        };
        let mean = (1..=faces).map(after).sum::<f64>() / f64::from(faces);
        mean - game.price as f64
    }
    from(game, plan, 1, Table { showing: 0, over: false })
}

/// The best value of all plans, each of which is tried.
fn brute_force(game: &Greed) -> f64 {
    let faces = game.die.outcomes().len() as u32;
    let situations: Vec<Seen> = (1..=game.rounds)
        .flat_map(|round| (2..=faces).map(move |showing| Seen(round, Table { showing, over: false })))
        .collect();
    let plans = 0..1u32 << situations.len();
    let value = |plan: u32| {
        let keeps: BTreeMap<Seen, bool> =
            situations.iter().enumerate().map(|(bit, &seen)| (seen, plan >> bit & 1 == 1)).collect();
        value_under(game, &|seen| if keeps[&seen] { Move::Keep } else { Move::Roll })
    };
    plans.map(value).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn no_policy_is_better_than_the_solved_one() {
    for (faces, rounds) in [(3, 1), (4, 2), (6, 2), (4, 3), (3, 4)] {
        for price in [0, 1, 4, 12] {
            let game = greed(faces, rounds, price);
            let (found, best) = (solved(&game).value, brute_force(&game));
            assert!((found - best).abs() < 1e-12, "{faces} faces, {rounds} rounds, {price}: {found}, {best}");
        }
    }
}

#[test]
fn the_runner_up_loses_what_one_wrong_choice_costs() {
    let game = greed(6, 3, 2);
    let policy = solved(&game);
    // A 1 leaves nothing to choose.
    for (round, showing) in (1..=3).flat_map(|round| (2..=6).map(move |showing| (round, showing))) {
        let advice = policy.advice(&AfterRoll(round), &Seen(round, Table { showing, over: false })).unwrap();
        assert!(advice.runner_up.is_some(), "{showing} in round {round}");
    }
    let seen = Seen(2, Table { showing: 4, over: false });
    let advice = policy.advice(&AfterRoll(2), &seen).unwrap();
    let best = |seen| policy.advice(&AfterRoll(seen_round(seen)), &seen).unwrap().choice;
    let wrong = |other: Seen| if other == seen { advice.runner_up.unwrap().0 } else { best(other) };
    // The probability of reaching the situation.
    let reached = (2..=6).filter(|&showing| best(Seen(1, Table { showing, over: false })) == Move::Roll);
    let probability = reached.count() as f64 / 6.0 / 6.0;
    let lost = value_under(&game, &best) - value_under(&game, &wrong);
    assert!((lost - probability * advice.runner_up.unwrap().1).abs() < 1e-12);
    assert!(probability > 0.0 && advice.runner_up.unwrap().1 > 0.0, "{advice:?}");
}

fn seen_round(Seen(round, _): Seen) -> u32 {
    round
}

#[test]
fn of_equal_options_the_first_is_chosen() {
    // A die with one face that is worth nothing, at no price: all choices are equal.
    let game = Greed { die: Law::certain(2).map(|_| 0), rounds: 2, price: 0 };
    let table = Table { showing: 0, over: false };
    let advice = solved(&game).advice(&AfterRoll(1), &Seen(1, table)).unwrap();
    assert_eq!((advice.choice, advice.runner_up), (Move::Keep, Some((Move::Roll, 0.0))));
}

fn playable(faces: u32, rounds: u32, price: i64) -> Playable<Greed> {
    let metrics = vec![
        MetricSpec::integer("worth", "", -i64::from(rounds) * price, 10 * i64::from(faces)),
        MetricSpec::integer("rolls", "", 0, rounds.into()),
    ];
    let steps = crate::chance::StepText::table(&[
        (Step(0), "1", "first", "keep or roll"),
        (Step(1), "2", "second", "take"),
        (Step(2), "3", "both", "dice"),
    ]);
    Playable::new(greed(faces, rounds, price), Tables::new(metrics, steps).with_objective(objective()))
}

#[test]
fn all_readers_play_the_policy_and_the_mean_is_its_value() {
    let game = playable(6, 4, 2);
    let packing = Packing::all(game.metrics()).unwrap();
    let law = game.enumerate(&packing, Budget::new(1_000_000)).unwrap();
    let value = game.policy().expect("it is solved now").value;
    let mean: f64 = law.cells.iter().map(|&(key, p)| packing.value(key, WORTH) as f64 * p).sum();
    assert!((mean - value).abs() < 1e-12, "{mean} is not {value}");
    let trials = 100_000;
    for reader in [Reader::Dice, Reader::Sampler] {
        let mut tally = Tally::new(&packing);
        let stream = streams(7).next().expect("streams never end");
        game.sample(reader, &packing, stream, trials, &mut tally);
        let seen: BTreeMap<u64, u64> = tally.into_sorted().into_iter().collect();
        assert!(seen.keys().all(|key| law.cells.iter().any(|cell| cell.0 == *key)), "{reader}");
        for &(key, p) in &law.cells {
            let frequency = *seen.get(&key).unwrap_or(&0) as f64 / trials as f64;
            let error = (p * (1.0 - p) / trials as f64).sqrt();
            assert!((frequency - p).abs() <= 5.0 * error, "{reader}: {frequency} is not {p}");
        }
    }
}

#[test]
fn the_exact_reader_asks_the_policy_once_for_each_state() {
    /// Counts how often a player looks at the state.
    struct Counted<'a>(&'a Cell<u32>);
    impl Decision for Counted<'_> {
        type State = u32;
        type Seen = u32;
        type Choice = u32;

        fn step(&self) -> Step {
            Step(0)
        }

        fn sees(&self, state: &u32) -> Option<u32> {
            self.0.set(self.0.get() + 1);
            Some(*state)
        }

        fn options(&self, _seen: &u32) -> Vec<u32> {
            vec![0]
        }
    }
    let (asked, die) = (Cell::new(0), Law::die(6));
    let packing = Packing::none();
    let law = Enumerator::new(&packing, Budget::new(1_000)).law(|chance, start| {
        let face = chance.stage(start, |chance, ()| chance.draw(&die));
        chance.choose(face, &Counted(&asked), |chance, _, _| {
            chance.draw(&die);
        })
    });
    assert_eq!((law.unwrap().visited, asked.get()), (6 + 6 * 6, 6));
}

#[test]
fn the_story_tells_what_was_chosen_and_what_the_next_best_loses() {
    let game = playable(6, 2, 1);
    game.solve(&Progress::default()).unwrap();
    let packing = Packing::all(game.metrics()).unwrap();
    let (story, _) = game.tell_given(&packing, GivenDice::new(&[6, 6]));
    let told: Vec<_> = story.steps.iter().filter(|told| told.step == Step(0)).collect();
    let text = format!("{:?}", told[0].lines[0]);
    assert!(text.contains("Keep (Roll would lose "), "{text}");
}

#[test]
fn a_game_that_is_too_large_is_refused() {
    let refused = Solver::solve(&greed(6, 5, 1), &objective(), Budget::new(100));
    assert!(matches!(refused, Err(NoLaw::TooLarge(_))), "{refused:?}");
    let stopped = Progress::default();
    stopped.stop();
    let refused = Solver::solve(&greed(6, 5, 1), &objective(), Budget::new(1_000_000).with(&stopped));
    assert!(matches!(refused, Err(NoLaw::Stopped)), "{refused:?}");
}

#[test]
fn the_states_of_all_stages_together_are_kept_within_the_memory() {
    // Rounds share their few states, but the policy has entries for each round. No single stage
    // comes near these limits.
    let solve = |rounds, bytes| {
        let budget = Budget { bytes, ..Budget::new(10_000_000) };
        Solver::solve(&greed(6, rounds, 1), &objective(), budget)
    };
    let resource = |refused| match refused {
        Err(NoLaw::TooLarge(TooLarge { resource, .. })) => Some(resource),
        _ => None,
    };
    assert!(solve(1, 8_000).is_ok());
    assert!(solve(20, 100_000).is_ok());
    assert_eq!(resource(solve(20, 8_000)), Some(Resource::Bytes));
    assert_eq!(resource(solve(1_000, 100_000)), Some(Resource::Bytes));
}

#[test]
fn the_states_to_which_a_single_one_leads_are_kept_within_the_memory() {
    /// Rolls four large dice in one stage and keeps all of them.
    struct Wide(Law<u32>);
    impl Procedure for Wide {
        fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
            let dice = chance.stage(start, |chance, ()| [(); 4].map(|()| chance.draw(&self.0)));
            chance.stage(dice, |_, _| ())
        }
    }
    let budget = Budget { bytes: 1_000_000, ..Budget::new(u64::MAX) };
    let refused = Solver::solve(&Wide(Law::die(100)), &objective(), budget);
    let Err(NoLaw::TooLarge(TooLarge { resource, needed, .. })) = refused else { panic!("{refused:?}") };
    assert!(resource == Resource::Bytes && needed < 2_000_000, "{resource:?} {needed}");
}

/// Adds up as many dice as the input says, and counts how often it is played.
struct Sum {
    die: Law<u32>,
    played: Mutex<u32>,
}

impl Procedure<u32, u32> for &'static Sum {
    fn resolve<C: Merging>(&self, chance: &mut C, times: C::Of<u32>) -> C::Of<u32> {
        *self.played.lock().unwrap() += 1;
        let start = chance.stage(times, |_, times| (times, 0));
        let end = chance.until(
            start,
            10,
            |(left, _)| *left == 0,
            |chance, state, _| {
                chance.stage(state, |chance, (left, sum)| match left {
                    0 => (0, sum),
                    _ => {
                        // What an inner procedure records is ignored.
                        chance.record(WORTH, 100);
                        (left - 1, sum + chance.draw(&self.die))
                    }
                })
            },
        );
        chance.stage(end, |_, (_, sum)| sum)
    }

    /// Only the input 2 has a number.
    fn number(&self, times: &u32) -> Option<usize> {
        (*times == 2).then_some(0)
    }

    fn numbers(&self) -> usize {
        1
    }
}

/// Rolls a die, and adds up two sums of as many dice as it shows.
struct Outer {
    die: Law<u32>,
    sum: Inner<&'static Sum, u32, u32>,
}

impl Procedure for Outer {
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        chance.stage(start, |chance, ()| {
            chance.note(Step(0), String::new);
            let times = chance.draw(&self.die);
            let sums = chance.play(&self.sum, times) + chance.play(&self.sum, times);
            chance.record(WORTH, sums);
        })
    }
}

#[test]
fn an_inner_procedure_is_a_law_of_its_own() {
    let sum: &'static Sum = Box::leak(Box::new(Sum { die: Law::die(4), played: Mutex::new(0) }));
    let game = || {
        let metrics = vec![MetricSpec::integer("worth", "", 0, 40)];
        let steps = crate::chance::StepText::table(&[(Step(0), "1", "", "")]);
        let outer = Outer { die: Law::die(3), sum: Inner::new(sum) };
        Playable::new(outer, Tables::new(metrics, steps))
    };
    let outer = game();
    let packing = Packing::all(outer.metrics()).unwrap();
    let law = outer.enumerate(&packing, Budget::new(100_000)).unwrap();
    assert_eq!(*sum.played.lock().unwrap(), 3, "its law is found once for each input");
    // The dice of both sums together are one pool.
    for (times, share) in [(1, 1.0 / 3.0), (3, 1.0 / 3.0)] {
        let most = Law::repeat(2 * times, &Law::die(4), 0, |sum, face| sum + face);
        let top = u64::from(8 * times);
        let p = law.cells.iter().find(|cell| cell.0 == top).unwrap().1;
        let longer =
            if times == 1 { Law::repeat(4, &Law::die(4), 0, |sum, face| sum + face) } else { most.clone() };
        let others = if times == 1 {
            longer.probability(&8) + Law::repeat(6, &Law::die(4), 0, |sum, face| sum + face).probability(&8)
        } else {
            0.0
        };
        let expected = share * (most.probability(&(8 * times)) + others);
        assert!((p - expected).abs() < 1e-15, "{p} is not {expected}");
    }
    for reader in [Reader::Dice, Reader::Sampler] {
        let mut tally = Tally::new(&packing);
        let stream = streams(3).next().expect("streams never end");
        outer.sample(reader, &packing, stream, 50_000, &mut tally);
        let mean =
            tally.into_sorted().iter().map(|&(key, count)| (key * count) as f64).sum::<f64>() / 50_000.0;
        assert!((mean - 10.0).abs() < 0.1, "{reader}: {mean}");
    }
    // A reader that came first with a small budget does not change what others sample.
    let sampled = |outer: &Playable<Outer>| {
        let mut tally = Tally::new(&packing);
        let stream = streams(5).next().expect("streams never end");
        outer.sample(Reader::Sampler, &packing, stream, 1_000, &mut tally);
        tally.into_sorted()
    };
    let refused = game();
    assert!(refused.enumerate(&packing, Budget::new(2)).is_err());
    assert_eq!(sampled(&refused), sampled(&game()));
    // The first face asks for two dice in each sum; the narrator rolls all of them.
    let (story, _) = outer.tell_given(&packing, GivenDice::new(&[2, 1, 2, 3, 4]));
    assert_eq!(story.key, 10);
}
