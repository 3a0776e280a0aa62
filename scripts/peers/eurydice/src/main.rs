//! Times programs of the AnyDice language: `eurydice-peer SECONDS FILE…` prints for each file
//! a line with the least time of a run, and a line for each outcome with its probability.

use std::time::{Duration, Instant};

use eurydice_engine::{Engine, Program};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().and_then(|text| text.parse::<f64>().ok()).expect("how many seconds");
    for path in arguments {
        let text = std::fs::read_to_string(&path).expect("the program can be read");
        let program = Program::compile(text).unwrap_or_else(|error| panic!("{path}: {error}"));
        let (mut least, start) = (Duration::MAX, Instant::now());
        while start.elapsed().as_secs_f64() < seconds {
            let begin = Instant::now();
            // A fresh engine each time: definitions stay in one that has run.
            drop(std::hint::black_box(Engine::new().run_program(&program)));
            least = least.min(begin.elapsed());
        }
        println!("seconds {}", least.as_secs_f64());
        let report = Engine::new().run_program(&program);
        assert!(report.diagnostics.first_error().is_none(), "{path}: {}", report.diagnostics);
        for (outcome, p) in report.outputs[0].distribution.entries() {
            println!("{} {} {p:e}", outcome[0], outcome[1]);
        }
    }
}
