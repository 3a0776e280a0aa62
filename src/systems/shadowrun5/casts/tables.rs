//! The side tables of a sequence.

use std::sync::Arc;

use super::choosing::{Move, Turn};
use super::{Casts, Table, step};
use crate::chance::{Advice, Playable, Visited};
use crate::description::{Datum, SideTable};

/// The table of who is down after each cast: sequences that are over stay as they ended, and one
/// in which both sides went down at once is cleared.
pub fn casts(most: usize) -> SideTable {
    SideTable::of_course("casts.csv", ["cast", "caster_down", "cleared", "going_on"], most)
}

/// The least probability of a situation that the policy shows, exclusive.
const SEEN: f64 = 1e-3;

const POLICY_COLUMNS: [&str; 12] = [
    "cast",
    "caster_stun",
    "caster_physical",
    "opponents",
    "drams_left",
    "probability",
    "choice",
    "force",
    "reagents",
    "value",
    "runner_up",
    "loss",
];

/// The table of what the caster does in each situation that is reached often enough. Of each
/// opponent it has the stun and the physical boxes.
pub fn policy<T: Table>(casts: Arc<Playable<Casts<T>>>, opponents: usize) -> SideTable {
    SideTable::new("policy.csv", POLICY_COLUMNS, move || {
        // Who asks for it has solved it, and following it is less work.
        let visited = casts.visited::<Turn>(step::CAST).unwrap_or_default();
        let decided = visited
            .iter()
            .filter(|visited| visited.probability > SEEN && visited.advice.choice != Move::Nothing);
        decided.map(|visited| row(visited, opponents)).collect()
    })
}

fn row(visited: &Visited<Turn>, opponents: usize) -> Vec<Datum> {
    let Visited { seen, probability, advice: Advice { choice, value, runner_up } } = visited;
    let (force, reagents) = match choice {
        Move::Cast { choice, .. } => {
            (Datum::Integer(choice.force.into()), Datum::Integer(choice.drams().into()))
        }
        Move::Nothing | Move::Stop => (Datum::Empty, Datum::Empty),
    };
    let (other, loss) = match runner_up {
        Some((other, loss)) => (Datum::Text(other.to_string()), Datum::Number(*loss)),
        None => (Datum::Empty, Datum::Empty),
    };
    vec![
        Datum::Integer(seen.number.into()),
        Datum::Integer(seen.caster.stun.into()),
        Datum::Integer(seen.caster.physical.into()),
        Datum::Text(seen.opponents_in_words(opponents)),
        seen.drams_left().map_or(Datum::Empty, |drams| Datum::Integer(drams.into())),
        Datum::Number(*probability),
        Datum::Text(choice.to_string()),
        force,
        reagents,
        Datum::Number(*value),
        other,
        loss,
    ]
}
