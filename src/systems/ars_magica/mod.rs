//! Ars Magica 4: the combat round.
//!
//! `dice` contains the stress die, `combatant` the scores of a combatant, `matchup` those of the hero
//! and his foes against each other. `round` and `blows` follow the rule page, and `combat` arranges
//! rounds for the readers. `merging` makes exact distributions cheap, and `story` narrates a round.
//! `exchange` is one round, `melee` a chain of rounds; `missile` and `cast_order` are separate
//! procedures.

mod dice;

mod score;

mod keys;

mod wounds;

mod rules;

mod bonus;

mod combatant;

mod fight;

mod attack;

mod blows;

mod race;

mod matchup;

mod volley;

mod choosing;

mod step;

mod metric;

mod merging;

mod story;

mod initiative;

mod duel;

mod round;

mod combat;

mod prepare;

mod battle;

mod exchange;

mod goal;

mod melee;

mod missile;

mod cast_order;

pub use self::dice::{Stress, stress};

use crate::description::{Course, Figure, FigureKind, ProcedureDescription, System};

/// Ars Magica, for the registry.
pub fn system() -> System {
    let exchange = ProcedureDescription::new(
        "exchange",
        "one round of hand-to-hand fighting: a hero against one or several foes",
        keys::exchange(),
        exchange::prepare,
    );
    let melee = ProcedureDescription::new(
        "melee",
        "rounds until a fight is decided: who is left standing, and when",
        keys::melee(),
        melee::prepare,
    );
    let missile = ProcedureDescription::new(
        "missile",
        "one shot or throw: first and second missiles",
        keys::missile(),
        missile::prepare,
    );
    let cast_order = ProcedureDescription::new(
        "cast-order",
        "who casts before whom; there are no dice",
        keys::cast_order(),
        cast_order::prepare,
    );
    let (battle, combatants) = battle::procedure();
    System::new("ars-magica", "Ars Magica 4: the combat round")
        .with(exchange)
        .with(melee.figure(Figure::new("standing", FigureKind::Stacks(standing()))))
        .with(battle)
        .with(missile)
        .with(cast_order)
        .presets([keys::presets(), combatants].concat())
}

fn standing() -> Course {
    Course {
        title: "who is left standing".into(),
        help: "after each round; a fight that is over stays as it ended".into(),
        round: "round".into(),
        endings: [
            "the hero stands, all foes are out",
            "the hero is out, a foe stands",
            "hero and foes are out",
        ]
        .map(Into::into)
        .into(),
        won: 0,
        open: "both sides stand".into(),
        followed: None,
    }
}
