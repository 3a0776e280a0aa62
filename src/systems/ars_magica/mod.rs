//! Ars Magica 4: the combat round.
//!
//! `dice` has the stress die, `combatant` the scores, `arena` who fights whom. A round
//! is told in `round`, its steps in `initiative`, `strike` and `bonus`; `exchange` is one round,
//! `melee` a chain of them, `missile` and `cast_order` stand by themselves.

mod arena;

mod attack;

mod bonus;

mod cast_order;

mod combatant;

mod dice;

mod exchange;

mod fight;

mod initiative;

mod keys;

mod melee;

mod missile;

mod prepare;

mod round;

mod rules;

mod score;

mod sheet;

mod step;

mod strike;

pub use self::dice::{Stress, stress};

use crate::description::{Course, Figure, FigureKind, Literal, ProcedureDescription, System};

const KNIGHT_AND_BANDIT: &[(&str, Literal)] = &[
    ("hero.preset", Literal::Word("knight")),
    ("foe.0.preset", Literal::Word("bandit")),
    ("foe.0.weapon", Literal::Word("longsword")),
];

const STANDING: Course = Course {
    title: "who is left standing",
    help: "after each round; a fight that is over stays as it ended",
    endings: &["the hero stands, all foes are out", "the hero is out, a foe stands", "hero and foes are out"],
    open: "both sides stand",
};

/// The row of Ars Magica in the table of systems.
pub const SYSTEM: System = System {
    name: "ars-magica",
    title: "Ars Magica 4: the combat round",
    procedures: &[
        ProcedureDescription {
            name: "exchange",
            help: "one round of hand-to-hand fighting: a hero against one or several foes",
            keys: keys::EXCHANGE,
            start: KNIGHT_AND_BANDIT,
            questions: &[
                ("the foe is wounded", "foe_body_lost > 0"),
                ("the hero is wounded", "hero_body_lost > 0"),
            ],
            figures: &[],
            prepare: exchange::prepare,
        },
        ProcedureDescription {
            name: "melee",
            help: "rounds until a fight is decided: who is left standing, and when",
            keys: keys::MELEE,
            start: KNIGHT_AND_BANDIT,
            questions: &[
                ("the hero wins", "winner == 'hero'"),
                ("decided in 5 rounds", "winner != 'undecided' && rounds <= 5"),
            ],
            figures: &[Figure { name: "standing", kind: FigureKind::Stacks(STANDING) }],
            prepare: melee::prepare,
        },
        ProcedureDescription {
            name: "missile",
            help: "one shot or throw: first and second missiles",
            keys: keys::MISSILE,
            start: &[
                ("shooter.attack", Literal::Integer(8)),
                ("shooter.damage", Literal::Integer(6)),
                ("mark.defense", Literal::Integer(5)),
                ("mark.soak", Literal::Integer(2)),
            ],
            questions: &[("it hits", "hit == 1"), ("it wounds", "body_lost > 0")],
            figures: &[],
            prepare: missile::prepare,
        },
        ProcedureDescription {
            name: "cast-order",
            help: "who casts before whom; there are no dice",
            keys: keys::CAST_ORDER,
            start: &[
                ("caster.0.name", Literal::Word("Marcus")),
                ("caster.0.kind", Literal::Word("formulaic")),
                ("caster.0.quickness", Literal::Integer(2)),
                ("caster.0.finesse", Literal::Integer(3)),
                ("caster.1.name", Literal::Word("Flavia")),
                ("caster.1.kind", Literal::Word("spontaneous")),
                ("caster.1.quickness", Literal::Integer(-1)),
                ("caster.1.finesse", Literal::Integer(1)),
            ],
            questions: &[],
            figures: &[],
            prepare: cast_order::prepare,
        },
    ],
    presets: keys::PRESETS,
    sheet: sheet::SHEET,
    notes: &[
        "Scores of characteristics: Initiative = Quickness + Ability + weapon + Encumbrance; Attack = Dexterity + Ability + weapon + Encumbrance; Defense = Quickness + Ability + weapon + Encumbrance; Damage = Strength + weapon; Soak = Stamina + Size + armor; Combat Fatigue = Stamina + Ability + Encumbrance.",
        "Not in the source text: how characteristics make scores, the stress die, First Missiles. What weapons add is recovered from the game's printed characters.",
        "Initiative totals, not scores, decide a double kill.",
    ],
};
