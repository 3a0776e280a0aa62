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

mod sheet;

pub use self::dice::{Stress, stress};

use crate::description::{Course, Figure, FigureKind, ProcedureDescription, System};

/// Ars Magica, for the registry.
pub fn system() -> System {
    let (battle, combatants) = battle::procedure();
    System::new("ars-magica", "Ars Magica 4: the combat round")
        .with(exchange_procedure())
        .with(melee_procedure())
        .with(battle)
        .with(missile_procedure())
        .with(cast_order_procedure())
        .presets([keys::presets(), combatants].concat())
        .sheet(sheet::sheet())
        .notes(NOTES)
}

fn exchange_procedure() -> ProcedureDescription {
    knight_and_bandit(ProcedureDescription::new(
        "exchange",
        "one round of hand-to-hand fighting: a hero against one or several foes",
        keys::exchange(),
        exchange::prepare,
    ))
    .question("the foe is wounded", "foe_body_lost > 0")
    .question("the hero is wounded", "hero_body_lost > 0")
}

fn melee_procedure() -> ProcedureDescription {
    knight_and_bandit(ProcedureDescription::new(
        "melee",
        "rounds until a fight is decided: who is left standing, and when",
        keys::melee(),
        melee::prepare,
    ))
    .question("the hero wins", "winner == 'hero'")
    .question("decided in 5 rounds", "winner != 'undecided' && rounds <= 5")
    .figure(Figure::new("standing", FigureKind::Stacks(standing())))
}

fn missile_procedure() -> ProcedureDescription {
    ProcedureDescription::new(
        "missile",
        "one shot or throw: first and second missiles",
        keys::missile(),
        missile::prepare,
    )
    .start("shooter.attack", 8)
    .start("shooter.damage", 6)
    .start("mark.defense", 5)
    .start("mark.soak", 2)
    .question("it hits", "hit == 1")
    .question("it wounds", "body_lost > 0")
}

fn cast_order_procedure() -> ProcedureDescription {
    ProcedureDescription::new(
        "cast-order",
        "who casts before whom; there are no dice",
        keys::cast_order(),
        cast_order::prepare,
    )
    .start("caster.0.name", "Marcus")
    .start("caster.0.kind", "formulaic")
    .start("caster.0.quickness", 2)
    .start("caster.0.finesse", 3)
    .start("caster.1.name", "Flavia")
    .start("caster.1.kind", "spontaneous")
    .start("caster.1.quickness", -1)
    .start("caster.1.finesse", 1)
}

const NOTES: [&str; 3] = [
    "Scores of characteristics: Initiative = Quickness + Ability + weapon + Encumbrance; Attack = Dexterity + Ability + weapon + Encumbrance; Defense = Quickness + Ability + weapon + Encumbrance; Damage = Strength + weapon; Soak = Stamina + Size + armor; Combat Fatigue = Stamina + Ability + Encumbrance.",
    "Not in the source text: how characteristics make scores, the stress die, First Missiles. What weapons add is recovered from the game's printed characters.",
    "The higher Initiative score decides a double kill: the score with its penalties, without a die.",
];

/// The start of a fight: a knight against a bandit.
fn knight_and_bandit(procedure: ProcedureDescription) -> ProcedureDescription {
    procedure
        .side_effect("mean(hero_body_lost)")
        .start("hero.preset", "knight")
        .start("foe.0.preset", "bandit")
        .start("foe.0.weapon", "longsword")
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
