//! A fight in turns, each of which has blows until one lands.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::chance::{
    AnyProcedure, Budget, Indicator, Isa, Law, MayEnd, Merging, Metric, MetricSpec, Playable, Reader,
    Resolutions, Step, StepText, Tables, Tally,
};
use crate::stats;

const BLOWS: Metric = Metric(0);
const LAST_TURN: Metric = Metric(1);
const LOST: Metric = Metric(2);

const MOST_TURNS: u32 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Left {
    health: i8,
    landed: bool,
}

impl MayEnd for Left {
    fn is_over(&self) -> bool {
        self.health <= 0
    }
}

struct Turns {
    die: Law<u32>,
    /// Whether the number of the turn is asked for between two stages, and not in a rule.
    asks_between: bool,
}

impl Procedure for Turns {
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let left = chance.stage(start, |_, ()| Left { health: 5, landed: false });
        let left = chance.until(left, MOST_TURNS, Left::is_over, |chance, left, turn| {
            let early = self.asks_between && chance.number(turn) <= 1;
            let left = chance.until(
                left,
                3,
                |left| left.landed,
                |chance, left, _| {
                    chance.stage(left, |chance, left| {
                        if left.landed || left.is_over() {
                            return left;
                        }
                        chance.record(BLOWS, 1);
                        let face = chance.draw(&self.die);
                        Left { landed: face > if early { 2 } else { 3 }, ..left }
                    })
                },
            );
            chance.unless_over(left, |chance, left| {
                let lost = if left.landed { chance.draw(&self.die) as i8 / 2 } else { 0 };
                chance.record(LOST, -lost);
                left.landed = false;
                left.health -= lost;
                if left.is_over() {
                    if !self.asks_between {
                        let number = chance.number(turn);
                        chance.record(LAST_TURN, number);
                    }
                    chance.indicate_in(turn, usize::from(left.health < 0), 2);
                }
            })
        });
        chance.stage(left, |chance, left| {
            if !left.is_over() {
                chance.indicate(Indicator(2 * MOST_TURNS as usize));
            }
        })
    }
}

const INDICATORS: usize = 2 * MOST_TURNS as usize + 1;

fn turns(asks_between: bool) -> Turns {
    Turns { die: Law::die(6), asks_between }
}

fn metrics() -> Vec<MetricSpec> {
    vec![
        MetricSpec::integer("blows", "", 1, 12),
        MetricSpec::integer("last_turn", "", 0, MOST_TURNS.into()),
        MetricSpec::integer("lost", "", -12, 0),
    ]
}

fn packing() -> Packing {
    Packing::all(&metrics()).unwrap()
}

const TRIALS: u64 = 200_000;

/// Samples by a chain, and checks the counts.
fn fits(turns: &Turns, chain: &Chain) {
    let packing = packing().with_indicators();
    check(turns, |stream, tally| {
        Wave::new(chain, &packing, INDICATORS, Isa::widest(), stream).count(turns, TRIALS, tally)
    });
}

/// Checks that joint outcomes and indicators of a sample follow the exact distribution.
fn check(turns: &Turns, sample: impl FnOnce(Xoshiro256PlusPlus, &mut Tally) -> Vec<u64>) {
    let packing = packing().with_indicators();
    let exact = Enumerator::new(&packing, Budget::new(100_000)).with_indicators(INDICATORS);
    let law = exact.law(|reader, start| turns.resolve(reader, start)).unwrap();
    let mut tally = Tally::new(&packing);
    let indicators = sample(streams(1).next().unwrap(), &mut tally);
    let mut counts: FxHashMap<u64, u64> = tally.into_sorted().into_iter().collect();
    let cells: Vec<(u64, f64)> =
        law.cells.iter().map(|&(key, p)| (counts.remove(&key).unwrap_or(0), p)).collect();
    assert!(counts.is_empty(), "these cannot be: {counts:?}");
    let fit = stats::chi_square(cells, TRIALS);
    assert!(fit.p_value > 1e-4, "{fit:?}");
    for (count, p) in indicators.into_iter().zip(law.indicators) {
        let error = (p * (1.0 - p) * TRIALS as f64).sqrt();
        let gap = count as f64 - p * TRIALS as f64;
        assert!(gap.abs() <= 4.5 * error, "{count} for {p}");
    }
}

#[test]
fn whatever_a_chain_knows_the_law_is_the_same() {
    for asks_between in [false, true] {
        let turns = turns(asks_between);
        fits(&turns, &Chain::default());
        let mut parts = Vec::new();
        for paths in [3, 10, 30, 1_000_000] {
            let sizes = [1_000, 1_000_000, paths];
            let packing = packing().with_indicators();
            let (chain, known) = Chain::surveyed(&turns, None, &packing, INDICATORS, sizes);
            parts.push(known);
            fits(&turns, &chain);
        }
        assert!(parts.is_sorted() && parts[0] < 1.0 && parts[3] == 1.0, "{parts:?}");
        let whole = Whole::of(&turns, None, &packing(), INDICATORS, Isa::widest(), 100_000).unwrap();
        check(&turns, |stream, tally| whole.sample(stream, TRIALS, tally));
    }
}

/// A chain needs enough resolutions that at least one of them is played to find states.
#[test]
fn a_chain_is_for_many_resolutions() {
    let chain = |trials| Chain::of(&turns(false), None, &packing(), INDICATORS, trials);
    assert!(chain(0).is_none() && chain(255).is_none());
    assert!(chain(1_000_000).is_some());
}

#[test]
fn a_stream_gives_the_same_whoever_has_it() {
    let steps = StepText::table(&[(Step(0), "1", "You", "Strike")]);
    let tables = Tables::new(metrics(), steps).with_indicators(INDICATORS, &[]);
    let turns = Playable::new(turns(false), tables);
    let packing = packing();
    let counts = || {
        let mut tally = Tally::new(&packing);
        let resolutions = turns.resolutions(Reader::Chain(Isa::widest()), packing.clone(), 1_000_000);
        let stream = streams(7).next().unwrap();
        let sample = || resolutions.sample(stream.clone(), 20_000, &mut tally);
        (std::thread::scope(|scope| scope.spawn(sample).join().unwrap()), tally.into_sorted())
    };
    assert_eq!(counts(), counts());
}
