//! One rule text, four readers: they must agree on what can happen, how often,
//! and in every single resolution.

#[path = "../common/mod.rs"]
mod common;

mod by_hand;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::slice;
use std::sync::LazyLock;

use common::unknown::template_with_unknown;
use fizzle::analysis::{MAX_OUTCOMES, Plan, Progress, Sampling, sample};
use fizzle::chance::{AnyProcedure, Cells, Isa, Line, NoLaw, Packing, Reader, Resolutions, Tally, streams};
use fizzle::description::{ProcedureDescription, System};
use fizzle::scenario::Scenario;
use fizzle::stats::chi_square;
use fizzle::systems::SYSTEMS;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

/// Resolutions for each scenario and reader.
const TRIALS: u64 = 200_000;

/// Resolutions die by die, which takes longest.
const FEWER: u64 = 25_000;

/// Were all readers right, one run of these tests in a thousand would fail if
/// the seeds were not fixed.
const SIGNIFICANCE: f64 = 1e-3;

/// Joint laws of more outcomes are compared metric by metric alone.
const CHEAP: u64 = 2_000_000;

/// Resolutions of a block, each of which has a stream of its own.
const BLOCK: u64 = 1 << 16;

/// What makes the exact laws of sequences small enough, by something that is in their text: the
/// book's track and one turn of a fight, two casts that mark the tracks of the house rules.
const SHORTENED: [(&str, &[&str]); 2] = [
    (
        "procedure = \"firefight\"",
        &["rules.preset=book", "choice.max_turns=1", "fighter.0.wired_level=0", "fighter.1.wired_level=0"],
    ),
    ("title = \"One spell after another\"", &["choice.casts=2"]),
];

/// A total that lies on the table, and a bound spell: metrics that are never near 0.
const FAR_FROM_0: [&str; 2] = [
    "system = \"ninth-age\"\nprocedure = \"cast\"\nchoice = { casting_total = 14, dispel_dice = 3 }",
    "system = \"ninth-age\"\nprocedure = \"cast\"\nspell.bound = [4, 8]\n\
     choice = { magic_dice = 3, dispel_dice = 3 }",
];

/// A scenario, its exact laws, and a sample of each of its readers.
struct Read {
    name: String,
    scenario: Scenario,
    whole: Packing,
    laws: Vec<Exact>,
    samples: Vec<Sample>,
}

struct Sample {
    reader: Reader,
    trials: u64,
    /// Of all metrics together.
    counts: Vec<(u64, u64)>,
    indicators: Vec<u64>,
}

/// What several tests compare.
static READ: LazyLock<Vec<Read>> = LazyLock::new(|| {
    let read = |(place, (name, scenario)): (usize, (String, Scenario))| {
        let procedure = scenario.ready.procedure.as_ref();
        let (whole, laws) = (whole(procedure), exact_laws(procedure));
        let sample = |reader: Reader| {
            let trials = if reader == Reader::Dice { FEWER } else { TRIALS };
            let mut tally = Tally::Sparse(Cells::new());
            let indicators = resolutions(procedure, reader).sample(stream(place, reader), trials, &mut tally);
            Sample { reader, trials, counts: tally.into_sorted(), indicators }
        };
        let samples = readers(procedure, &whole).into_iter().map(sample).collect();
        Read { name, scenario, whole, laws, samples }
    };
    scenarios().into_par_iter().enumerate().map(read).collect()
});

/// Every scenario there is: what `fizzle new` writes for each procedure, as it is and, where that
/// has an exact law, with a number that is not known, the examples, the worked cases.
fn scenarios() -> Vec<(String, Scenario)> {
    let parse = |text: &str| {
        let shortened = SHORTENED.iter().find(|(part, _)| text.contains(part));
        common::parse(text, shortened.map_or(&[], |(_, set)| set))
    };
    let templates = common::templates();
    let name = |system: &System, row: &ProcedureDescription| format!("{}, {}", system.name, row.name);
    let mut scenarios: Vec<(String, Scenario)> =
        templates.iter().map(|(system, row, text)| (name(system, row), parse(text))).collect();
    for folder in ["scenarios", "tests/worked"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let files = common::scenarios_in(&folder);
        assert!(!files.is_empty(), "{} is empty", folder.display());
        for path in files {
            let text = std::fs::read_to_string(&path).unwrap();
            scenarios.push((path.file_stem().unwrap().display().to_string(), parse(&text)));
        }
    }
    let with_laws = templates.iter().filter(|(_, row, _)| common::has_exact_law(&row.name));
    scenarios.extend(with_laws.map(|(system, row, text)| {
        let (key, _, unknown) = template_with_unknown(row, text);
        (format!("{}, unknown {key}", name(system, row)), unknown)
    }));
    scenarios.extend(FAR_FROM_0.map(|text| (text.to_owned(), parse(text))));
    // Encounters of several have no exact law; worked cases and melees say what they come to.
    let is_encounter = |scenario: &Scenario| {
        &*scenario.procedure.name == "battle" || Packing::all(scenario.ready.procedure.metrics()).is_err()
    };
    scenarios.retain(|(_, scenario)| !is_encounter(scenario));
    scenarios
}

/// Whether a scenario is what `fizzle new` writes for a procedure.
fn is_template(name: &str) -> bool {
    SYSTEMS.iter().any(|system| name.starts_with(system.name))
}

/// A seed of its own for each place in the list of scenarios and each reader:
/// the same dice would fail or pass in all of them together.
fn stream(place: usize, reader: Reader) -> Xoshiro256PlusPlus {
    let reader = match reader {
        Reader::Dice => 0,
        Reader::Sampler => 1,
        // They give the same whatever the instructions.
        Reader::Columns(_) => 2,
    };
    streams(3 * place as u64 + reader).next().expect("streams never end")
}

/// The readers that follow one course of events, each with one set of instructions alone: with the
/// others they give the same.
fn readers(procedure: &dyn AnyProcedure, packing: &Packing) -> Vec<Reader> {
    let is_first = |reader: &Reader| match reader {
        Reader::Columns(isa) => *isa == Isa::SCALAR,
        Reader::Dice | Reader::Sampler => true,
    };
    procedure.readers(packing).into_iter().filter(is_first).collect()
}

fn resolutions(procedure: &dyn AnyProcedure, reader: Reader) -> Box<dyn Resolutions + '_> {
    procedure.resolutions(reader, &[whole(procedure)], TRIALS)
}

fn fastest(procedure: &dyn AnyProcedure, isa: Isa) -> Reader {
    procedure.fastest_reader(&whole(procedure), isa)
}

fn whole(procedure: &dyn AnyProcedure) -> Packing {
    Packing::all(procedure.metrics()).unwrap()
}

/// Counts of all metrics together, ascending.
fn counts<R>(read: impl FnOnce(&mut Tally) -> R) -> Vec<(u64, u64)> {
    let mut tally = Tally::Sparse(Cells::new());
    read(&mut tally);
    tally.into_sorted()
}

/// A key of all metrics as one of fewer.
fn projected(key: u64, from: &Packing, to: &Packing) -> u64 {
    let mut values = Vec::new();
    from.unpack(key, &mut values);
    to.pack(&values)
}

/// How likely such counts of all metrics are, if the law of some is true.
fn p_value(law: &Exact, counts: &[(u64, u64)], whole: &Packing) -> f64 {
    let mut cells: BTreeMap<u64, (u64, f64)> = law.cells.iter().map(|&(key, p)| (key, (0, p))).collect();
    for &(key, count) in counts {
        match cells.entry(projected(key, whole, &law.packing)) {
            Entry::Occupied(mut cell) => cell.get_mut().0 += count,
            // Past the cut of an open-ended die there is more; else it cannot be.
            Entry::Vacant(_) if law.omitted > 0.0 => {}
            Entry::Vacant(cell) => drop(cell.insert((count, 0.0))),
        }
    }
    chi_square(cells.into_values(), counts.iter().map(|(_, count)| count).sum()).p_value
}

/// An exact law of some metrics of a procedure.
#[derive(Clone)]
struct Exact {
    what: String,
    packing: Packing,
    cells: Vec<(u64, f64)>,
    omitted: f64,
}

/// What is compared: all metrics together, where that is not too much, and each
/// metric alone.
fn exact_laws(procedure: &dyn AnyProcedure) -> Vec<Exact> {
    let metrics = procedure.metrics();
    let law = |what: &str, packing: Packing, limit: u64| {
        let law = procedure.enumerate(&packing, limit.into())?;
        Ok::<_, NoLaw>(Exact { what: what.to_owned(), packing, cells: law.cells, omitted: law.omitted })
    };
    let joint = law("all metrics together", whole(procedure), CHEAP).ok();
    let alone = metrics.iter().enumerate().map(|(index, metric)| {
        let packing = Packing::new(metrics, |metric| metric.0 == index).unwrap();
        law(&metric.name, packing, MAX_OUTCOMES).unwrap()
    });
    joint.into_iter().chain(alone).collect()
}

#[test]
fn sampled_and_rolled_resolutions_follow_the_exact_law() {
    let mut p_values = Vec::new();
    for Read { name, whole, laws, samples, .. } in READ.iter() {
        for Sample { reader, counts, .. } in samples {
            for law in laws {
                let what = format!("{name}, {reader}: {}", law.what);
                p_values.push((p_value(law, counts, whole), what));
            }
        }
    }
    let bound = SIGNIFICANCE / p_values.len() as f64;
    let failures: Vec<_> = p_values.iter().filter(|(p_value, _)| *p_value <= bound).collect();
    assert!(failures.is_empty(), "no fit: p-values not above {bound:e}: {failures:#?}");
}

/// The test above is worth something: it sees the commonest outcome of a metric
/// off by 5 % of its probability, whatever the metric and the scenario; in a quarter
/// of the trials, off by 10 %.
#[test]
fn a_law_with_one_probability_a_little_off_does_not_fit() {
    let mut distortions = 0;
    for Read { name, whole, laws, samples, .. } in READ.iter() {
        for Sample { reader, trials, counts, .. } in samples {
            let off = 0.05 * (TRIALS as f64 / *trials as f64).sqrt();
            for law in laws.iter().filter_map(|law| distorted(law, off)) {
                let p_value = p_value(&law, counts, whole);
                assert!(p_value < 1e-6, "{name}, {reader}: {} fits with p-value {p_value:e}", law.what);
                distortions += 1;
            }
        }
    }
    assert!(distortions > 0, "no law was distorted");
}

/// A law with less probability for its commonest outcome, by this share, and more for all
/// others in proportion. None where all are rare, for then so few trials cannot
/// tell, and where there are no others: a law of one outcome cannot be off.
fn distorted(law: &Exact, off: f64) -> Option<Exact> {
    let mut law = law.clone();
    let most = law.cells.iter().map(|cell| cell.1).fold(0.0, f64::max);
    if law.cells.len() < 2 || !(0.2..1.0).contains(&most) {
        return None;
    }
    let others = (1.0 - (1.0 - off) * most) / (1.0 - most);
    for (_, probability) in &mut law.cells {
        *probability *= if *probability == most { 1.0 - off } else { others };
    }
    Some(law)
}

#[test]
fn a_told_resolution_is_one_that_is_rolled_and_possible() {
    const ATTEMPTS: usize = 50;
    for (place, Read { name, scenario, whole, laws, .. }) in READ.iter().enumerate() {
        let procedure = scenario.ready.procedure.as_ref();
        let mut keys = Vec::new();
        let mut last = |key| {
            keys.push(key);
            keys.len() == ATTEMPTS
        };
        let told = procedure.tell(whole, &mut stream(place, Reader::Dice), ATTEMPTS as u64, &mut last);
        let (attempt, story) = told.unwrap_or_else(|| panic!("{name}: no story"));
        assert_eq!((attempt, story.key), (ATTEMPTS as u64, keys[ATTEMPTS - 1]), "{name}");
        // What is unknown is drawn for a whole block, and resolved value by value.
        let is_known = scenario.input.unknown().next().is_none();
        for trials in [1, 2, ATTEMPTS].into_iter().filter(|_| is_known) {
            let rolled = counts(|tally| {
                procedure.sample(Reader::Dice, whole, stream(place, Reader::Dice), trials as u64, tally)
            });
            let shown = counts(|tally| keys[..trials].iter().for_each(|&key| tally.add(key, 1)));
            assert_eq!(shown, rolled, "{name}, {trials} trials");
        }
        for law in laws.iter().filter(|law| law.omitted == 0.0) {
            let possible: BTreeSet<u64> = law.cells.iter().map(|cell| cell.0).collect();
            let all = keys.iter().all(|&key| possible.contains(&projected(key, whole, &law.packing)));
            assert!(all, "{name}: {} is told as it cannot be", law.what);
        }
        // The dice that the story shows come to the outcome that it shows.
        let lines = story.steps.iter().flat_map(|told| &told.lines);
        let faces = lines.flat_map(|line| match line {
            Line::Roll { dice, .. } => dice.iter().flat_map(|die| die.faces.clone()).collect(),
            Line::Note(_) => Vec::new(),
        });
        // A 0 is the tenth face of a d10.
        let faces = faces.map(|face: i64| if face == 0 { 10 } else { face as u32 });
        assert_eq!(procedure.play(whole, &faces.collect::<Vec<u32>>()), story.key, "{name}");
    }
}

#[test]
fn marks_are_made_as_often_as_the_exact_law_says() {
    let mut compared = 0;
    for Read { name, scenario, samples, .. } in READ.iter() {
        let procedure = scenario.ready.procedure.as_ref();
        let nothing = Packing::new(procedure.metrics(), |_| false).unwrap();
        let law = procedure.enumerate(&nothing.with_indicators(), MAX_OUTCOMES.into()).unwrap();
        for Sample { reader, trials, indicators, .. } in samples {
            assert_eq!(indicators.len(), law.indicators.len());
            for (indicator, (&count, &p)) in indicators.iter().zip(&law.indicators).enumerate() {
                let trials = *trials as f64;
                let error = (p * (1.0 - p).max(0.0) / trials).sqrt();
                let gap = count as f64 / trials - p;
                // Of some thousand indicators none should be five standard errors off; rare ones
                // vary more than these say (Bernstein's bound for 2 exp(-25/2), 7 in a million).
                assert!(
                    gap.abs() <= 5.0 * error + 25.0 / 3.0 / trials,
                    "{name}, {reader}: indicator {indicator} {gap} off {p}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "the indicators are gone");
}

/// A run is nothing but its blocks: any range of them can be sampled alone and added, and
/// threads make no difference.
#[test]
fn tallies_of_two_halves_add_up_to_the_whole() {
    let trials = 2 * BLOCK + 1_000;
    let of_templates = scenarios().into_iter().filter(|(name, _)| is_template(name));
    for (seed, (name, scenario)) in (0..).zip(of_templates) {
        let procedure = scenario.ready.procedure.as_ref();
        let packing = whole(procedure);
        let resolutions =
            procedure.resolutions(fastest(procedure, Isa::widest()), slice::from_ref(&packing), trials);
        let plan = Plan::new(&scenario, None, trials, seed).unwrap();
        let sum = counts(|sum| {
            for half in plan.split(2) {
                let mut tally = Tally::new(&packing);
                for (block, stream) in half.clone().zip(streams(seed).skip(half.start as usize)) {
                    resolutions.sample(stream, BLOCK.min(trials - block * BLOCK), &mut tally);
                }
                tally.into_sorted().into_iter().for_each(|(key, count)| sum.add(key, count));
            }
        });
        for threads in [1, 3] {
            let sampling = Sampling { trials, seed, ..Sampling::default() };
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let odds = pool.install(|| sample(&scenario, None, &sampling, &Progress::default())).unwrap();
            let parts = plan.split(2).map(|half| plan.part(half, &Progress::default()).unwrap());
            assert_eq!(plan.merge(parts).unwrap(), odds, "{name}, {threads} threads");
            let whole = counts(|whole| {
                for row in &odds.joint.rows {
                    whole.add(packing.pack(&row.values), row.count.expect("it is sampled"));
                }
            });
            assert_eq!(whole, sum, "{name}, {threads} threads");
        }
    }
}

/// One block of all scenarios, and a last one that ends within a column.
#[test]
fn columns_give_the_same_whatever_the_instructions() {
    let mut compared = 0;
    for (place, (name, scenario)) in scenarios().iter().enumerate() {
        let procedure = scenario.ready.procedure.as_ref();
        let whole = whole(procedure);
        if !matches!(fastest(procedure, Isa::SCALAR), Reader::Columns(_)) {
            continue;
        }
        for trials in [BLOCK, 5_000] {
            let read = |isa: Isa| {
                let reader = Reader::Columns(isa);
                counts(|tally| procedure.sample(reader, &whole, stream(place, reader), trials, tally))
            };
            let scalar = read(Isa::SCALAR);
            assert_eq!(scalar.iter().map(|(_, count)| count).sum::<u64>(), trials, "{name}");
            for isa in Isa::all() {
                assert_eq!(read(isa), scalar, "{name}, {isa:?}");
            }
        }
        compared += 1;
    }
    assert!(compared > 3, "nothing is read from columns");
}
