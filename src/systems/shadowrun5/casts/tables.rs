//! The side tables of a sequence.

use std::sync::Arc;

use super::choosing::{Move, Situation, Turn};
use super::{Casts, Table, step};
use crate::chance::{Advice, Playable, Visited};
use crate::description::{
    BestPlay, BestPlays, Choice, Course, Datum, Goal, PolicyFigure, Seen, SeenByPlayer, SideTable,
};

/// The table of who is down after each cast. Sequences that are over keep their result; if both sides
/// go down in the same cast, it counts as cleared.
pub fn casts(most: usize) -> SideTable {
    SideTable::of_course("casts.csv", ["cast", "caster_down", "cleared", "going_on"], most)
}

/// The chart of the table of [`casts`].
pub fn course() -> Course {
    Course {
        title: "who is left standing".into(),
        help: "after each cast; a sequence that is over stays as it ended".into(),
        round: "cast".into(),
        endings: ["the caster is down, an opponent stands", "all opponents are down"].map(Into::into).into(),
        won: 1,
        open: "both sides stand".into(),
        followed: None,
    }
}

/// Situations are listed in the policy if their probability is above this.
const SEEN: f64 = 1e-3;

const POLICY: &str = "policy.csv";

const POLICY_COLUMNS: [&str; 15] = [
    "cast",
    "caster_stun",
    "caster_physical",
    "opponents",
    "standing",
    "first_stun",
    "first_physical",
    "drams_left",
    "probability",
    "choice",
    "force",
    "reagents",
    "value",
    "runner_up",
    "loss",
];

/// The policy table: what the caster does in each situation that is reached often enough. It lists the
/// stun and physical boxes of each opponent, and separately those of the first who stands.
pub fn policy<T: Table>(casts: Arc<Playable<Casts<T>>>, opponents: usize) -> SideTable {
    SideTable::new(POLICY, POLICY_COLUMNS, move || {
        // When the table is requested, the sequence has already been solved.
        let visited = casts.visited::<Turn>(step::CAST).unwrap_or_default();
        let often = visited.iter().filter(|visited| visited.probability > SEEN);
        often.map(|visited| row(visited, opponents)).collect()
    })
}

/// What the caster sees and does before each cast.
pub fn best_play<T: Table>(casts: Arc<Playable<Casts<T>>>, opponents: usize) -> BestPlays {
    BestPlays::new(Box::new(move || {
        let goal = Goal { name: "worth".into(), is_chance: false };
        let seen = |seen: &Situation| {
            let number =
                |name, statement, value: usize| Seen::new(name, statement, Datum::Integer(value as i64));
            let first = seen.first_standing(opponents);
            let mut all = vec![
                number("cast", "it is cast {}", seen.number.into()),
                number("own stun boxes", "the caster has {} stun [box|boxes]", seen.caster.stun.into()),
                number(
                    "own physical boxes",
                    "the caster has {} physical [box|boxes]",
                    seen.caster.physical.into(),
                ),
                number(
                    "opponents standing",
                    "{} [opponent stands|opponents stand]",
                    seen.standing(opponents).count(),
                ),
                number(
                    "stun boxes of the first",
                    "the first who stands has {} stun [box|boxes]",
                    first.stun.into(),
                ),
                number(
                    "physical boxes of the first",
                    "the first who stands has {} physical [box|boxes]",
                    first.physical.into(),
                ),
            ];
            let drams = seen.drams_left();
            all.extend(
                drams.map(|drams| number("drams left", "{} [dram is|drams are] left", drams as usize)),
            );
            all
        };
        let name = |choice: Move| match choice {
            Move::Stop => Choice { verb: "".into(), name: "stop".to_owned() },
            Move::Cast { choice, .. } => Choice { verb: "cast at".into(), name: choice.words() },
        };
        BestPlay::of_decision::<_, Turn>(goal, &casts, step::CAST, seen, name)
    }))
}

/// The maps of the table of [`policy`].
pub fn maps() -> PolicyFigure {
    let seen = |name, columns: &[&'static str]| SeenByPlayer::new(name, columns.iter().copied());
    PolicyFigure {
        title: "what to cast".into(),
        help: "by the caster's own boxes and those of the first opponent who stands".into(),
        table: POLICY.into(),
        cases: vec![
            seen("cast", &["cast"]),
            seen("opponents left", &["standing"]),
            seen("drams left", &["drams_left"]),
        ],
        rows: seen("own boxes", &["caster_stun", "caster_physical"]),
        columns: seen("boxes of the first opponent", &["first_stun", "first_physical"]),
        brief: ["force", "reagents"].map(Into::into).into(),
    }
}

fn row(visited: &Visited<Turn>, opponents: usize) -> Vec<Datum> {
    let Visited { seen, probability, advice: Advice { choice, value, runner_up }, .. } = visited;
    let (force, reagents) = match choice {
        Move::Cast { choice, .. } => {
            (Datum::Integer(choice.force.into()), Datum::Integer(choice.drams().into()))
        }
        Move::Stop => (Datum::Empty, Datum::Empty),
    };
    let (other, loss) = match runner_up {
        Some((other, loss)) => (Datum::Text(other.to_string()), Datum::Number(*loss)),
        None => (Datum::Empty, Datum::Empty),
    };
    let first = seen.first_standing(opponents);
    vec![
        Datum::Integer(seen.number.into()),
        Datum::Integer(seen.caster.stun.into()),
        Datum::Integer(seen.caster.physical.into()),
        Datum::Text(seen.opponents_in_words(opponents)),
        Datum::Integer(seen.standing(opponents).count() as i64),
        Datum::Integer(first.stun.into()),
        Datum::Integer(first.physical.into()),
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
