//! Parts add up to the whole, and anything else is refused.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestCaseResult;
use rayon::ThreadPoolBuilder;

use super::bytes::FORMAT;
use super::*;
use crate::analysis::blocks::BLOCK;
use crate::analysis::{
    Effort, Job, Method, Odds, Plan, Progress, RunError, Sampling, SweepJob, fixtures, sample,
};
use crate::chance::{Isa, Metric, Packing, Tally, streams};
use crate::digest::hash;
use crate::scenario::{Document, Query, Scenario};

static MANABOLT: LazyLock<Scenario> = LazyLock::new(|| fixtures::scenario(fixtures::MANABOLT, &[]));

/// Five blocks, of which the last one is short.
const TRIALS: u64 = 4 * BLOCK + 1_000;

fn manabolt(trials: u64, seed: u64) -> Plan<'static> {
    Plan::new(&MANABOLT, None, trials, seed).unwrap()
}

fn part(plan: &Plan<'_>, blocks: Range<u64>) -> Part {
    plan.part(blocks, &Progress::default()).unwrap()
}

fn on_threads<T: Send>(count: usize, work: impl FnOnce() -> T + Send) -> T {
    ThreadPoolBuilder::new().num_threads(count).build().unwrap().install(work)
}

fn whole(scenario: &Scenario, joint: Option<&[Metric]>, seed: u64) -> Odds {
    let sampling = Sampling { trials: TRIALS, seed, ..Sampling::default() };
    sample(scenario, joint, &sampling, &Progress::default()).unwrap()
}

/// The bytes with their check sum replaced by a correct one.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len() - 16);
    let sum = hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

fn refused(plan: &Plan<'_>, parts: &[&Part], expected: &PartError) {
    let refused = plan.merge(parts.iter().copied().cloned()).unwrap_err();
    assert_eq!(refused, RunError::Part(expected.clone()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn parts_add_up_in_any_split_and_order_and_on_any_threads(
        seed: u64,
        cuts in prop::collection::btree_set(0..=5u64, 0..5),
        order in Just(vec![0, 1, 2, 3, 4, 5]).prop_shuffle(),
        threads in prop::collection::vec(0usize..4, 6),
        added_before in any::<bool>(),
    ) {
        let plan = manabolt(TRIALS, seed);
        let ends: Vec<u64> = [0].into_iter().chain(cuts).chain([5]).collect();
        let ranges: Vec<Range<u64>> = ends.windows(2).map(|pair| pair[0]..pair[1]).collect();
        let mut parts = Vec::new();
        for range in order.into_iter().filter_map(|place: usize| ranges.get(place)) {
            let part = match threads[parts.len()] {
                0 => part(&plan, range.clone()),
                threads => on_threads(threads, || part(&plan, range.clone())),
            };
            parts.push(Part::from_bytes(&part.to_bytes()).unwrap());
        }
        if added_before && parts.len() > 1 {
            let last = parts.pop().unwrap();
            parts[0].add(last).unwrap();
        }
        prop_assert_eq!(plan.merge(parts).unwrap(), whole(&MANABOLT, None, seed));
    }
}

/// A scenario with indicators, in which few metrics are counted jointly.
#[test]
fn indicators_and_groups_add_up() {
    let scenario = fixtures::scenario(include_str!("../../../scenarios/burst.toml"), &[]);
    assert!(scenario.ready.procedure.tables().indicators > 0);
    let joint = [Metric(0)];
    let plan = Plan::new(&scenario, Some(&joint), TRIALS, 7).unwrap();
    let parts: Vec<Part> = plan.split(3).map(|blocks| part(&plan, blocks)).collect();
    assert!(parts[0].shape().0 > 1);
    assert_eq!(plan.merge(parts).unwrap(), whole(&scenario, Some(&joint), 7));
}

#[test]
fn a_split_has_every_block_once() {
    let plan = manabolt(10 * BLOCK, 1);
    assert_eq!(plan.split(3).collect::<Vec<_>>(), [0..3, 3..6, 6..10]);
    assert_eq!(plan.split(0).count(), 0);
    // More than there are blocks: a part may be empty.
    assert_eq!(plan.split(40).map(|blocks| blocks.end - blocks.start).sum::<u64>(), 10);
    let few = manabolt(BLOCK + 1, 1);
    let parts: Vec<Part> = few.split(5).map(|blocks| part(&few, blocks)).collect();
    assert_eq!(parts.iter().map(Part::trials).sum::<u64>(), BLOCK + 1);
    assert_eq!(parts[0].blocks(), []);
    assert!(few.merge(parts).is_ok());
    let most = manabolt(crate::analysis::MAX_TRIALS, 1);
    assert_eq!(most.split(u64::MAX).next(), Some(0..0));
}

/// Passing through all blocks before it would take an hour.
#[test]
fn the_last_block_of_the_largest_plan_is_reached_at_once() {
    let plan = manabolt(crate::analysis::MAX_TRIALS, 5);
    let last = plan.blocks() - 1;
    let found = part(&plan, last..last + 1);
    let procedure = MANABOLT.ready.procedure.as_ref();
    let packing = Packing::all(procedure.metrics()).unwrap();
    let mut tally = Tally::new(&packing);
    let mut streams = streams(5);
    streams.pass(last);
    let reader = procedure.fastest_reader(&packing, Isa::SCALAR);
    let resolutions = procedure.resolutions(reader, &[packing], crate::analysis::MAX_TRIALS);
    resolutions.sample(streams.next().unwrap(), found.trials(), &mut tally);
    assert_eq!(found.counts.groups, [tally.into_sorted()]);
    assert_eq!(found.trials(), crate::analysis::MAX_TRIALS % BLOCK);
}

#[test]
fn what_does_not_fit_is_refused() {
    let plan = manabolt(TRIALS, 1);
    let [first, second] = [part(&plan, 0..2), part(&plan, 2..5)];
    let before = whole(&MANABOLT, None, 1);
    assert_eq!(plan.merge([second.clone(), first.clone()]).unwrap(), before);
    refused(&plan, &[], &PartError::Missing(0..5));
    refused(&plan, &[&first], &PartError::Missing(2..5));
    refused(&plan, &[&second], &PartError::Missing(0..2));
    refused(&plan, &[&part(&plan, 4..5), &first], &PartError::Missing(2..4));
    refused(&plan, &[&first, &part(&plan, 1..5)], &PartError::Overlap(1..2));
    refused(&plan, &[&first, &second, &first], &PartError::Overlap(0..2));
    refused(&plan, &[&first, &part(&manabolt(TRIALS, 2), 2..5)], &PartError::Seed { part: 2, plan: 1 });
    let longer = PartError::Trials { part: TRIALS + 1, plan: TRIALS };
    refused(&plan, &[&first, &part(&manabolt(TRIALS + 1, 1), 2..5)], &longer);
    let stronger = fixtures::scenario(fixtures::MANABOLT, &["choice.force=5"]);
    let stronger = Plan::new(&stronger, None, TRIALS, 1).unwrap();
    refused(&plan, &[&first, &part(&stronger, 2..5)], &PartError::Scenario);
    let fewer = Plan::new(&MANABOLT, Some(&[]), TRIALS, 1).unwrap();
    refused(&plan, &[&first, &part(&fewer, 2..5)], &PartError::Scenario);
    let mut older = second.clone();
    older.plan.version = "0.0.1".to_owned();
    let version = env!("CARGO_PKG_VERSION").to_owned();
    refused(&plan, &[&first, &older], &PartError::Version { part: "0.0.1".to_owned(), plan: version });
    let no_blocks = PartError::NoBlocks { asked: 4..6, blocks: 5 };
    assert_eq!(plan.part(4..6, &Progress::default()), Err(RunError::Part(no_blocks)));
    // What is refused changes nothing.
    let mut sum = first.clone();
    assert_eq!(sum.add(part(&plan, 1..3)), Err(PartError::Overlap(1..2)));
    assert_eq!(sum, first);
}

/// A title makes no difference. Anything that changes a query or its answer does.
#[test]
fn parts_of_other_questions_or_rules_are_refused() {
    let text = fixtures::MANABOLT;
    let found = part(&manabolt(TRIALS, 1), 0..5);
    let fits = |text: &str| {
        let other = fixtures::scenario(text, &[]);
        Plan::new(&other, None, TRIALS, 1).unwrap().merge([found.clone()]).is_ok()
    };
    assert!(fits(text) && fits(&text.replace("title = \"", "title = \"Another ")));
    assert!(!fits(&format!("{text}\n[[question]]\nname = \"another\"\nevent = \"hits == 3\"\n")));
    assert!(!fits(&format!("{text}\n[unknown]\n\"choice.force\" = \"6\"\n").replace("force = 6", "")));
    let rules = |text: &str| {
        let document = Document::parse("dice.toml", "").unwrap().with_rules("dice.rules", text).unwrap();
        document.check().unwrap()
    };
    // Keys, metrics and names are equal; only the rules differ.
    let [one, other] = ["report sum = 2d6", "report sum = 12 - 2d6 + 2"].map(rules);
    let [one, other] = [&one, &other].map(|scenario| Plan::new(scenario, None, TRIALS, 1).unwrap());
    refused(&other, &[&part(&one, 0..5)], &PartError::Scenario);
}

/// A sweep computed in parts, merged in any order, equals the whole sweep.
#[test]
fn settings_add_up() {
    let document = fixtures::document(fixtures::BOLT);
    // Force 13 is more than the rules allow.
    let grid = fixtures::grid(&["choice.force=1..13"]);
    let queries = [Query::new("--stat", "mean(damage | hit == 1)")];
    let progress = Progress::default();
    for method in [Method::Exact, Method::Either, Method::Sampled] {
        let effort = Effort { method, sampling: Sampling { trials: 70_000, ..Sampling::default() } };
        let job = SweepJob { document: &document, grid: &grid, queries: &queries, effort: &effort };
        let mut parts: Vec<Part> =
            job.fingerprint().split(4).map(|range| job.part(range, &progress).unwrap()).collect();
        parts.rotate_left(1);
        let parts: Vec<Part> = parts.iter().map(|part| Part::from_bytes(&part.to_bytes()).unwrap()).collect();
        let merged = job.answer(parts.clone(), &progress).unwrap();
        assert_eq!(merged.skipped.len(), 1);
        assert_eq!(format!("{merged:?}"), format!("{:?}", job.whole(&progress).unwrap()));
        let missing = job.answer(parts[1..].to_vec(), &progress).unwrap_err();
        assert!(matches!(missing, RunError::Part(PartError::Missing(_))), "{missing}");
        let other = SweepJob { queries: &[], ..job };
        let foreign = other.answer(parts, &progress).unwrap_err();
        assert_eq!(foreign, RunError::Part(PartError::Scenario));
    }
}

#[test]
fn refusals_say_what_to_do() {
    let say = |error: PartError| error.to_string();
    assert_eq!(
        say(PartError::Missing(2..4)),
        "blocks 2 up to but not including 4 are missing: compute and add them, too"
    );
    assert_eq!(
        say(PartError::NoBlocks { asked: 4..6, blocks: 5 }),
        "there are no blocks 4 up to but not including 6: there are 5, counted from 0"
    );
    assert_eq!(say(PartError::Seed { part: 2, plan: 1 }), "the part has seed 2, not 1");
}

#[test]
fn whoever_asked_to_stop_gets_no_part() {
    let progress = Progress::default();
    progress.stop();
    assert_eq!(manabolt(TRIALS, 1).part(0..5, &progress), Err(RunError::Stopped));
}

/// Reads bytes: the result is an error, or a part with exactly these bytes, which can be merged or is
/// refused.
fn read(bytes: &[u8]) -> TestCaseResult {
    if let Ok(part) = Part::from_bytes(bytes) {
        prop_assert_eq!(part.to_bytes(), bytes);
        prop_assert!(part.trials() <= part.plan.trials);
        let _ = manabolt(TRIALS, 1).merge([part]);
    }
    Ok(())
}

proptest! {
    #[test]
    fn parts_are_read_back(
        version in ".{0,20}",
        scenario: u128,
        seed: u64,
        keys in prop::collection::btree_set(any::<u64>(), 1..20),
        other_keys: BTreeSet<u64>,
        blocks in prop::collection::btree_set(0..30u64, 0..20),
        indicators in prop::collection::vec(0..1_000u64, 0..5),
    ) {
        let blocks = joined(blocks.into_iter().map(|block| block..block + 1).collect()).unwrap();
        let plan = Fingerprint { version, ..Fingerprint::new(scenario, seed, 30 * BLOCK) };
        let mut part = Part { blocks, ..Part::new(plan, 0..0, Counts::default()) };
        let trials = part.trials();
        for mut keys in [keys, other_keys] {
            keys.insert(u64::MAX);
            let mut cells: Vec<(u64, u64)> = keys.into_iter().map(|key| (key, 1)).collect();
            match trials {
                0 => cells.clear(),
                _ => cells[0].1 += trials - cells.len() as u64,
            }
            part.counts.groups.push(cells);
        }
        part.counts.indicators = indicators.into_iter().filter(|count| *count <= trials).collect();
        prop_assert_eq!(Part::from_bytes(&part.to_bytes()), Ok(part));
    }

    #[test]
    fn no_bytes_make_it_panic(bytes: Vec<u8>, format in 0..4u64) {
        read(&bytes)?;
        let mut with_head = b"fizzlept".to_vec();
        with_head.push(format as u8);
        with_head.extend(&bytes);
        read(&with_head)?;
        with_head.extend([0; 16]);
        read(&summed(with_head))?;
    }

    #[test]
    fn changed_bytes_are_found(at: Index, change in 1..=255u8, kind in 0..3) {
        static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| part(&manabolt(TRIALS, 1), 0..5).to_bytes());
        let mut bytes = BYTES.clone();
        let at = at.index(bytes.len());
        match kind {
            0 => bytes[at] ^= change,
            1 => bytes.insert(at, change),
            _ => bytes.truncate(at),
        }
        prop_assert!(Part::from_bytes(&bytes).is_err());
        // Even with a correct check sum, whatever can be read is a valid part.
        if bytes.len() > 16 {
            read(&summed(bytes))?;
        }
    }
}

#[test]
fn other_files_and_formats_are_told_apart() {
    assert_eq!(Part::from_bytes(b""), Err(PartError::NotAPart));
    assert_eq!(Part::from_bytes(b"metric,value"), Err(PartError::NotAPart));
    assert_eq!(Part::from_bytes(b"fizzlept"), Err(PartError::Damaged));
    assert_eq!(Part::from_bytes(b"fizzlept\x03rest"), Err(PartError::Format(FORMAT + 1)));
    let mut longer = part(&manabolt(TRIALS, 1), 0..1).to_bytes();
    longer.push(0);
    assert_eq!(Part::from_bytes(&longer), Err(PartError::Damaged));
    assert_eq!(Part::from_bytes(&summed(longer)), Err(PartError::Damaged));
}

/// As long as the number of the format stays the same, so do the bytes of a part.
#[test]
fn the_format_is_as_described() {
    let plan = Fingerprint { version: "1.2".to_owned(), ..Fingerprint::new(0x0102, 300, 3 * BLOCK) };
    let counts = Counts { groups: vec![vec![(2, BLOCK - 1), (5, 1)]], indicators: vec![7] };
    let bytes = Part::new(plan, 1..2, counts).to_bytes();
    let mut expected = b"fizzlept\x02\x031.2\x02\x01".to_vec();
    expected.extend([0; 14]);
    expected.extend([0xac, 0x02, 0x80, 0x80, 0x0c, 0, 1, 1, 1, 1, 2, 2, 0xff, 0xff, 0x03, 2, 1, 1, 7]);
    assert_eq!(bytes[..bytes.len() - 16], expected);
    assert_eq!(summed(bytes.clone()), bytes);
}
