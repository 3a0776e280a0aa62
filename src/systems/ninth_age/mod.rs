//! The 9th Age: one casting attempt, and a whole magic phase.
//!
//! The source text is the spell casting sequence, steps A to F. `attempt` contains the rules of an
//! attempt in both procedures; `cast` is a single attempt, `phase` the game of two players with several
//! attempts.

mod attempt;

mod bound;

mod cast;

mod dice;

mod keys;

mod phase;

mod step;

use crate::description::{Figure, FigureKind, ProcedureDescription, System};

/// The 9th Age, for the registry.
pub fn system() -> System {
    let cast = ProcedureDescription::new(
        "cast",
        "one attempt at one spell: casting, dispelling, fizzle, miscast",
        keys::cast(),
        cast::prepare::prepare,
    );
    let phase = ProcedureDescription::new(
        "phase",
        "a magic phase of several spells: what to try, and what to dispel",
        keys::phase(),
        phase::prepare::prepare,
    );
    let outcome = FigureKind::Split { metric: "result".into(), won: "cast".into() };
    let spells = FigureKind::LawAndChances {
        law: "worth".into(),
        chances: "cast_".into(),
        title: "chance that each spell is cast".into(),
    };
    System::new("ninth-age", "The 9th Age: casting and dispelling")
        .with(cast.figure(Figure::new("outcome", outcome)))
        .with(phase.figure(Figure::new("phase", spells)))
}
