use proptest::prelude::*;

use super::*;
use crate::chance::{Chance, Law, Merging, Metric, MetricSpec, Progress, Resource, TooLarge};

const SUM: Metric = Metric(0);
const HIGHEST: Metric = Metric(1);

fn metrics() -> Vec<MetricSpec> {
    vec![MetricSpec::integer("sum", "", 0, 400), MetricSpec::integer("highest", "", 0, 200)]
}

/// Four dice one after the other, a stage each: their sum, and the highest.
fn four_dice<C: Chance>(chance: &mut C, start: C::Of<()>, die: &Law<u32>) -> C::Of<()> {
    let mut highest = chance.stage(start, |_, ()| 0);
    for _ in 0..4 {
        highest = chance.stage(highest, |chance, highest: u32| {
            let value = chance.draw(die);
            chance.record(SUM, value);
            if chance.wants(&[HIGHEST]) { highest.max(value) } else { 0 }
        });
    }
    chance.stage(highest, |chance, highest| chance.record(HIGHEST, highest))
}

/// Four dice in one stage: their sum, and the highest.
fn at_once<C: Chance>(chance: &mut C, start: C::Of<()>, die: &Law<u32>) -> C::Of<()> {
    chance.stage(start, |chance, ()| {
        let values = [(); 4].map(|()| chance.draw(die));
        chance.record(SUM, values.iter().sum::<u32>());
        chance.record(HIGHEST, values.into_iter().max().unwrap_or(0));
    })
}

fn law(packing: &Packing, die: &Law<u32>, staged: bool) -> ExactCells {
    let mut law = Enumerator::new(packing, Budget::new(1_000_000))
        .law(|chance, start| if staged { four_dice(chance, start, die) } else { at_once(chance, start, die) })
        .unwrap();
    law.cells.sort_by_key(|cell| cell.0);
    law
}

#[test]
fn stages_change_the_cost_and_not_the_law() {
    let packing = Packing::all(&metrics()).unwrap();
    let (staged, whole) = (law(&packing, &Law::die(6), true), law(&packing, &Law::die(6), false));
    assert_eq!(whole.visited, 6u64.pow(4));
    assert!(staged.visited < whole.visited / 2);
    assert_eq!(staged.cells.len(), whole.cells.len());
    for (a, b) in staged.cells.iter().zip(&whole.cells) {
        assert!(a.0 == b.0 && (a.1 - b.1).abs() < 1e-15);
    }
}

/// For each state and face: the next state, the metric that is recorded, and the value.
type Turn = [[(usize, usize, i64); 4]; 3];

fn turns(max: i64) -> impl Strategy<Value = Vec<Turn>> {
    let face = (0..3usize, 0..3usize, -max..=max);
    prop::collection::vec(prop::array::uniform3(prop::array::uniform4(face)), 1..5)
}

proptest! {
    #[test]
    fn outcomes_merge_whatever_is_recorded_and_remembered(turns in turns(2), wanted in 0..8usize) {
        let metrics = ["a", "b", "c"].map(|name| MetricSpec::integer(name, "", -8, 8));
        let packing = Packing::new(&metrics, |metric| wanted >> metric.0 & 1 == 1).unwrap();
        let die = Law::die(4).map(|face| face * face);
        let turn = |chance: &mut Enumerator<'_>, turn: &Turn, state: usize| {
            let (next, metric, value) = turn[state][chance.draw(&die).isqrt() as usize - 1];
            chance.record(Metric(metric), value);
            next
        };
        let staged = Enumerator::new(&packing, Budget::new(1_000_000)).law(|chance, start| {
            let mut state = chance.stage(start, |_, ()| 0);
            for one in &turns {
                state = chance.stage(state, |chance, state| turn(chance, one, state));
            }
            chance.stage(state, |_, _| ())
        });
        let at_once = Enumerator::new(&packing, Budget::new(1_000_000)).law(|chance, start| {
            chance.stage(start, |chance, ()| {
                turns.iter().fold(0, |state, one| turn(chance, one, state));
            })
        });
        let [staged, at_once] = [staged, at_once].map(|law| {
            let mut cells = law.unwrap().cells;
            cells.sort_by_key(|cell| cell.0);
            cells
        });
        prop_assert_eq!(staged.len(), at_once.len());
        for (a, b) in staged.iter().zip(&at_once) {
            prop_assert!(a.0 == b.0 && (a.1 - b.1).abs() < 1e-15, "{:?} {:?}", a, b);
        }
    }
}

#[test]
fn a_metric_that_nobody_wants_costs_nothing() {
    let packing = Packing::new(&metrics(), |metric| metric == SUM).unwrap();
    let law = law(&packing, &Law::die(6), true);
    // One state throughout: 1, 6, 11, 16 sums times six faces, and two stages around them.
    assert_eq!(law.visited, 1 + 6 * (1 + 6 + 11 + 16) + 21);
    assert_eq!(law.cells.len(), 21);
}

#[test]
fn omitted_mass_is_carried_to_the_end() {
    let packing = Packing::all(&metrics()).unwrap();
    for staged in [true, false] {
        let law = law(&packing, &Law::doubling(10, 1), staged);
        let kept: f64 = law.cells.iter().map(|cell| cell.1).sum();
        assert!((law.omitted - (1.0 - (1.0 - 1.0 / 100.0f64).powi(4))).abs() < 1e-15, "{}", law.omitted);
        assert!((kept + law.omitted - 1.0).abs() < 1e-14);
    }
}

/// The first die matters to SUM only in steps of three, and the second matters only if the first is
/// high. A reader that merges states draws the second die late.
fn late<C: Merging>(chance: &mut C, start: C::Of<()>, die: &Law<u32>) -> C::Of<()> {
    let second = chance.stage(start, |chance, ()| {
        let second = if chance.merges() { None } else { Some(chance.draw(die)) };
        let first = chance.draw_alike(die, |face| face / 3);
        chance.record(SUM, first / 3);
        (first / 3, second)
    });
    chance.stage(second, |chance, (first, second)| {
        if first > 0 {
            let value = second.unwrap_or_else(|| chance.draw_alike(die, |face| face >= 5));
            chance.record(HIGHEST, u32::from(value >= 5));
        }
    })
}

/// Draws the dice of [`late`] face by face, and none of them late.
fn early<C: Chance>(chance: &mut C, start: C::Of<()>, die: &Law<u32>) -> C::Of<()> {
    chance.stage(start, |chance, ()| {
        let (second, first) = (chance.draw(die), chance.draw(die));
        chance.record(SUM, first / 3);
        chance.record(HIGHEST, u32::from(first >= 3 && second >= 5));
    })
}

#[test]
fn dice_that_are_alike_or_late_change_the_cost_and_not_the_law() {
    let packing = Packing::all(&metrics()).unwrap();
    for die in [Law::die(6), Law::doubling(10, 4)] {
        let [merged, plain] = [true, false].map(|merged| {
            let mut law = Enumerator::new(&packing, Budget::new(1_000_000))
                .law(
                    |chance, start| {
                        if merged { late(chance, start, &die) } else { early(chance, start, &die) }
                    },
                )
                .unwrap();
            law.cells.sort_by_key(|cell| cell.0);
            law
        });
        assert!(merged.visited < plain.visited / 2, "{} and {}", merged.visited, plain.visited);
        assert_eq!(merged.cells.len(), plain.cells.len());
        for (a, b) in merged.cells.iter().zip(&plain.cells) {
            assert!(a.0 == b.0 && (a.1 - b.1).abs() <= die.omitted() + 1e-15, "{a:?} {b:?}");
        }
    }
}

#[test]
fn a_die_drawn_given_an_event_has_the_law_of_the_first_that_fits() {
    let packing = Packing::all(&metrics()).unwrap();
    let law = Enumerator::new(&packing, Budget::new(1_000))
        .law(|chance, start| {
            chance.stage(start, |chance, ()| {
                let value = chance.draw_given(&Law::die(6), |face| face >= 3, |face| face.min(5));
                chance.record(SUM, value);
            })
        })
        .unwrap();
    let of = |value: i64| packing.pack(&[]).wrapping_add(packing.shift(SUM, value));
    let expected = [(of(3), 0.25), (of(4), 0.25), (of(5), 0.5)];
    assert_eq!(law.cells.len(), expected.len());
    for (cell, (key, p)) in law.cells.iter().zip(expected) {
        assert!(cell.0 == key && (cell.1 - p).abs() < 1e-15, "{cell:?}");
    }
}

#[test]
fn what_is_left_out_is_omitted_with_its_mass() {
    let packing = Packing::all(&metrics()).unwrap();
    let law = Enumerator::new(&packing, Budget::new(1_000))
        .law(|chance, start| {
            let face = chance.stage(start, |chance, ()| chance.draw(&Law::die(6)));
            chance.stage(face, |chance, face| {
                if face == 6 && chance.draw(&Law::die(2)) == 1 {
                    chance.omit();
                }
                chance.record(SUM, face);
            })
        })
        .unwrap();
    let kept: f64 = law.cells.iter().map(|cell| cell.1).sum();
    assert!((law.omitted - 1.0 / 12.0).abs() < 1e-15, "{}", law.omitted);
    assert!((kept - 11.0 / 12.0).abs() < 1e-15, "{kept}");
}

#[test]
fn rounds_end_when_all_states_are_over_or_there_are_enough() {
    // A die is rolled until it shows a 2.
    let rounds = |most: u32, die: &Law<u32>| {
        let metrics = [MetricSpec::integer("rolls", "", 0, 50)];
        let packing = Packing::all(&metrics).unwrap();
        let mut law = Enumerator::new(&packing, Budget::new(1_000))
            .law(|chance, start| {
                let face = chance.stage(start, |_, ()| 0);
                let face = chance.until(
                    face,
                    most,
                    |&face| face == 2,
                    |chance, face, _| {
                        chance.stage(face, |chance, face| match face {
                            2 => 2,
                            _ => {
                                chance.record(Metric(0), 1);
                                chance.draw(die)
                            }
                        })
                    },
                );
                chance.stage(face, |_, _| ())
            })
            .unwrap();
        law.cells.sort_by_key(|cell| cell.0);
        law
    };
    assert_eq!(rounds(3, &Law::die(2)).cells, [(1, 0.5), (2, 0.25), (3, 0.25)]);
    let certain = rounds(50, &Law::certain(2));
    assert_eq!((certain.cells, certain.visited), (vec![(1, 1.0)], 3));
}

/// Where the number of a round is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asking {
    Nobody,
    Rule,
    Round,
}

/// Two nested loops of dice, which move a piece until it is home. Rounds count indicators, and
/// steps count double in one round.
fn race(asking: Asking, double: u32) -> ExactCells {
    let metrics = [MetricSpec::integer("moved", "", 0, 200), MetricSpec::integer("rounds", "", 0, 6)];
    let packing = Packing::all(&metrics).unwrap().with_indicators();
    let die = Law::die(4);
    let mut law = Enumerator::new(&packing, Budget::new(100_000))
        .with_indicators(12)
        .law(|chance, start| {
            let piece = chance.stage(start, |_, ()| 0u32);
            let home = |piece: &u32| *piece >= 9;
            let piece = chance.until(piece, 6, home, |chance, piece, round| {
                let whole = if asking == Asking::Round { chance.number(round) } else { 0 };
                let piece = chance.until(piece, 2, home, |chance, piece, throw| {
                    chance.stage(piece, |chance, piece| {
                        if home(&piece) {
                            return piece;
                        }
                        let face = chance.draw(&die);
                        let asked = if asking == Asking::Rule { chance.number(round) } else { whole };
                        let steps = if asked == double { 2 * face } else { face };
                        chance.record(Metric(0), steps);
                        chance.indicate_in(throw, usize::from(face == 4), 2);
                        piece + steps
                    })
                });
                chance.stage(piece, |chance, piece| {
                    if !home(&piece) {
                        chance.record(Metric(1), 1);
                        chance.indicate_in(round, 0, 2);
                    }
                    piece
                })
            });
            chance.stage(piece, |_, _| ())
        })
        .unwrap();
    law.cells.sort_by_key(|cell| cell.0);
    law
}

#[test]
fn rounds_are_remembered_unless_their_number_is_asked_for() {
    // There is no round 7, so nothing is doubled.
    let [remembered, by_rule, by_round] =
        [Asking::Nobody, Asking::Rule, Asking::Round].map(|asking| race(asking, 7));
    for anew in [&by_rule, &by_round] {
        assert_eq!((&remembered.cells, &remembered.indicators), (&anew.cells, &anew.indicators));
        assert_eq!(remembered.visited, anew.visited);
        assert!(2 * remembered.outcomes < anew.outcomes, "{} and {}", remembered.outcomes, anew.outcomes);
    }
    assert!(remembered.indicators[..4].iter().all(|&p| p > 0.0), "{:?}", remembered.indicators);
    // Steps are doubled in the second round.
    let (by_rule, by_round) = (race(Asking::Rule, 2), race(Asking::Round, 2));
    assert_eq!(by_rule.cells, by_round.cells);
    assert_ne!(by_rule.cells, remembered.cells);
}

#[test]
fn too_many_outcomes_are_refused() {
    let packing = Packing::all(&metrics()).unwrap();
    let refused = Enumerator::new(&packing, Budget::new(1_000))
        .law(|chance, start| at_once(chance, start, &Law::die(6)));
    let Err(NoLaw::TooLarge(TooLarge { resource, needed, limit, .. })) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!((resource, needed, limit), (Resource::Outcomes, 6u64.pow(4), 1_000));
}

#[test]
#[should_panic(expected = "a metric left its range")]
fn a_metric_beyond_its_range_is_noticed() {
    let narrow = [MetricSpec::integer("sum", "", 0, 23), MetricSpec::integer("highest", "", 0, 6)];
    let packing = Packing::new(&narrow, |metric| metric == SUM).unwrap();
    law(&packing, &Law::die(6), true);
}

/// Twenty dice in a stage each, and states that remember all faces: nothing ever merges. Returns
/// how many faces were drawn before the refusal, and its reason.
fn remembered(budget: Budget<'_>) -> (u64, TooLarge) {
    let packing = Packing::new(&metrics(), |_| false).unwrap();
    let (die, drawn) = (Law::die(36), std::cell::Cell::new(0));
    let refused = Enumerator::new(&packing, budget).law(|chance, start| {
        let mut all = chance.stage(start, |_, ()| 0u128);
        for _ in 0..20 {
            all = chance.stage(all, |chance, all| {
                drawn.set(drawn.get() + 1);
                all * 36 + u128::from(chance.draw(&die))
            });
        }
        chance.stage(all, |_, _| ())
    });
    match refused {
        Err(NoLaw::TooLarge(error)) => (drawn.get(), error),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_hopeless_law_is_refused_before_its_budget_is_spent() {
    let (drawn, refused) = remembered(Budget { bytes: u64::MAX, ..Budget::new(150_000) });
    // Three dice have 46,656 outcomes; four have eleven times the budget.
    let needed = 1 + 36 + 36 * 36 + 36 * 36 * 36 + 36 * 36 * 36 * 36;
    assert_eq!(refused, TooLarge::new(Resource::Outcomes, needed, 5, 150_000));
    assert!(drawn < 60_000, "{drawn}");
}

#[test]
fn memory_is_refused_before_it_is_taken() {
    let budget = Budget { bytes: 10_000_000, ..Budget::new(100_000_000) };
    let (_, TooLarge { resource, needed, .. }) = remembered(budget);
    assert_eq!(resource, Resource::Bytes);
    assert!(needed < 12_000_000, "{needed}");
}

#[test]
fn additions_are_limited_over_all_stages() {
    let packing = Packing::all(&metrics()).unwrap();
    let budget = Budget { additions: 300, ..Budget::new(1_000_000) };
    let refused =
        Enumerator::new(&packing, budget).law(|chance, start| four_dice(chance, start, &Law::die(6)));
    let Err(NoLaw::TooLarge(TooLarge { resource, limit: 300, .. })) = refused else { panic!("{refused:?}") };
    assert_eq!(resource, Resource::Additions);
}

#[test]
fn an_exact_law_stops_when_it_is_told_to() {
    let progress = Progress::default();
    progress.stop();
    let packing = Packing::all(&metrics()).unwrap();
    let budget = Budget::new(1_000_000).with(&progress);
    let stopped =
        Enumerator::new(&packing, budget).law(|chance, start| four_dice(chance, start, &Law::die(6)));
    assert_eq!(stopped, Err(NoLaw::Stopped));
    assert_eq!(progress.snapshot(), None, "nothing is at work");
}
