//! How fast are the odds? Named questions, in resolutions per second.
//!
//! `cargo bench` runs all, `cargo bench -- sample/shadowrun5` some. Machines are
//! noisy: compare lines of one run with each other.

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{mem, slice};

use by_hand::Program;
use by_hand::shadowrun5::INDIRECT;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fizzle::analysis::{
    Effort, MAX_OUTCOMES, Method, Progress, Sampling, Target, balance, exact, sample, sweep,
};
use fizzle::chance::{Packing, Tally, streams};
use fizzle::report::catalog;
use fizzle::scenario::{Document, Grid, Query, Scenario};
use fizzle::systems::SYSTEMS;
use rayon::ThreadPoolBuilder;

/// Resolutions of one measurement of a reader: a block.
const BLOCK: u64 = 1 << 16;

fn scenario(text: &str) -> Scenario {
    by_hand::parse(text, &[])
}

/// How many resolutions a second does each reader make, and a program written by hand, on one
/// core, the whole joint outcome counted?
fn readers(criterion: &mut Criterion) {
    let programs = by_hand::programs();
    for program in &programs {
        let mut group = group(criterion, &format!("sample/{}", program.name), program.block);
        played(&mut group, program);
        sampled(&mut group, &program.scenario, program.block);
        group.finish();
    }
    let written: Vec<&str> = programs.iter().map(|program| &*program.name).collect();
    for (name, scenario) in templates().into_iter().chain(own_rules()) {
        if written.contains(&&*name) {
            continue;
        }
        let mut group = group(criterion, &format!("sample/{name}"), BLOCK);
        sampled(&mut group, &scenario, BLOCK);
        group.finish();
    }
}

fn played(group: &mut BenchmarkGroup<'_, WallTime>, program: &Program) {
    let packing = by_hand::packing(program.scenario.ready.procedure.metrics());
    let stream = streams(1).next().expect("streams never end");
    let mut is_checked = false;
    group.bench_function("by-hand", |bencher| {
        if !mem::replace(&mut is_checked, true) {
            program.check();
        }
        let mut tally = Tally::new(&packing);
        bencher.iter(|| program.sample(&packing, stream.clone(), program.block, &mut tally));
    });
}

fn sampled(group: &mut BenchmarkGroup<'_, WallTime>, scenario: &Scenario, block: u64) {
    let procedure = &scenario.ready.procedure;
    // What players decide is solved before.
    procedure.solve(&Progress::default()).expect("the game is small");
    let packing = by_hand::packing(procedure.metrics());
    let stream = streams(1).next().expect("streams never end");
    for reader in procedure.readers(&packing) {
        group.bench_function(reader.to_string(), |bencher| {
            let mut tally = Tally::new(&packing);
            let resolutions = procedure.resolutions(reader, slice::from_ref(&packing), 1_000_000_000);
            // A thread samples all its blocks together.
            bencher.iter_custom(|blocks| {
                let start = Instant::now();
                let mut blocks = (0..blocks).map(|_| (stream.clone(), block));
                black_box(resolutions.sample_all(&mut blocks, slice::from_mut(&mut tally)));
                start.elapsed()
            });
        });
    }
}

/// The scenarios that `fizzle new` writes for procedures with dice, by system and procedure.
fn templates() -> Vec<(String, Scenario)> {
    let mut templates = Vec::new();
    for system in SYSTEMS.iter() {
        for row in &system.procedures {
            let scenario = scenario(&catalog::template(system, row));
            if !scenario.is_deterministic() {
                templates.push((format!("{}/{}", system.name, row.name), scenario));
            }
        }
    }
    templates
}

/// The rules that users could have written, as `rules/` and the names of their files, and scenarios of
/// those that need one.
fn own_rules() -> Vec<(String, Scenario)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/rules");
    let entries = fs::read_dir(folder).expect("there are rules");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let name = format!("rules/{}", path.file_stem().expect("files have names").display());
        let document = Document::read(&path).expect("it can be read");
        (!document.needs_scenario()).then(|| (name, document.check().expect("the rules are right")))
    };
    paths.into_iter().filter_map(read).collect()
}

/// How long does an exact law take, all metrics jointly, from prepared pools? Procedures whose law
/// is out of reach are left out.
fn exact_laws(criterion: &mut Criterion) {
    let mut group = group(criterion, "exact", 1);
    for (name, scenario) in templates() {
        let procedure = &scenario.ready.procedure;
        let packing = Packing::all(procedure.metrics()).expect("few outcomes");
        if procedure.enumerate(&packing, MAX_OUTCOMES.into()).is_ok() {
            law(&mut group, &name, &scenario);
        }
    }
    law(&mut group, "shadowrun5/indirect-12-8-10-10", &scenario(INDIRECT));
    for (name, scenario) in own_rules() {
        law(&mut group, &name, &scenario);
    }
    group.finish();
}

fn law(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, scenario: &Scenario) {
    let procedure = &scenario.ready.procedure;
    let packing = Packing::all(procedure.metrics()).expect("few outcomes");
    group.bench_function(name, |bencher| {
        bencher.iter(|| procedure.enumerate(black_box(&packing), MAX_OUTCOMES.into()))
    });
}

/// How long does it take to solve the largest magic phases that are played: eight
/// spells with boosted versions, twelve dice on each side, and then the laws of
/// all metrics under the best play?
fn largest_phase(criterion: &mut Criterion) {
    let mut text = "system = \"ninth-age\"\nprocedure = \"phase\"\ncaster.casting_modifier = 1\n".to_owned();
    text += "pool = { magic_dice = 12, dispel_dice = 12 }\n";
    for (place, value) in [8, 7, 10, 5, 9, 6, 11, 12].into_iter().enumerate() {
        text +=
            &format!("[[spell]]\nname = \"spell-{place}\"\ncasting_value = {value}\nworth = {}\n", 3 * value);
        text += &format!("boosted_value = {}\nboosted_worth = {}\n", value + 3, 4 * value + 1);
    }
    let mut group = group(criterion, "phase/8-spells-12-against-12", 1);
    group.bench_function("solve", |bencher| bencher.iter(|| scenario(black_box(&text))));
    let solved = scenario(&text);
    group.bench_function("laws", |bencher| bencher.iter(|| exact(black_box(&solved), None, MAX_OUTCOMES)));
    group.finish();
}

/// How long does a whole run take, from the text of a file to the odds?
fn whole_runs(criterion: &mut Criterion) {
    let trials = 1_000_000;
    let mut group = group(criterion, "run/shadowrun5/indirect", trials);
    for threads in [1, 2] {
        let sampling = Sampling { trials, ..Sampling::default() };
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
        group.bench_with_input(
            BenchmarkId::new("sampled-threads", threads),
            &sampling,
            |bencher, sampling| {
                let run = || sample(&scenario(black_box(INDIRECT)), None, sampling, &Progress::default());
                bencher.iter(|| pool.install(run));
            },
        );
    }
    group.throughput(Throughput::Elements(1));
    group.bench_function("exact", |bencher| {
        bencher.iter(|| exact(&scenario(black_box(INDIRECT)), None, MAX_OUTCOMES));
    });
    group.finish();
}

/// How long does a grid of 12 Forces by 25 choices of reagents take, on one core: all
/// that `fizzle sweep` shows, and two means alone?
fn sweeps(criterion: &mut Criterion) {
    let document =
        Document::parse("bolt", include_str!("../../scenarios/lightning-bolt.toml")).expect("TOML");
    let axes = ["choice.force=1..12", "choice.reagents=unset,1..24"].map(str::to_owned);
    let grid = Grid::parse("--vary", &axes, &document).expect("these are keys");
    let sampling = Sampling::default();
    let effort = Effort { method: Method::Exact, sampling };
    let mut group = group(criterion, "sweep", grid.len());
    group.bench_function("300-settings", |bencher| {
        bencher.iter(|| sweep(black_box(&document), &grid, &[], &effort, &Progress::default()));
    });
    group.bench_function("300-means", |bencher| {
        let target = |text| Target { query: Query::new("--target", text), scenario: None };
        let targets = ["mean(damage) = 3", "mean(drain) = 1"].map(target);
        bencher.iter(|| balance(black_box(&[&document]), &grid, &targets, &effort, &Progress::default()));
    });
    group.finish();
}

fn group<'a>(criterion: &'a mut Criterion, name: &str, resolutions: u64) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(resolutions));
    group
}

/// What the command line does not say otherwise.
fn patience() -> Criterion {
    let (warm_up, measurement) = (Duration::from_millis(500), Duration::from_secs(2));
    Criterion::default().warm_up_time(warm_up).measurement_time(measurement).sample_size(20)
}

criterion_group! {
    name = benches;
    config = patience();
    targets = readers, exact_laws, largest_phase, whole_runs, sweeps
}
criterion_main!(benches);
