//! The sheet of Ars Magica: attacks, wounds, botches, fatigue.

use crate::description::{Settings, SheetAxis, SheetCells, SheetTable};

/// An attack and a defence with a stress die each. Both scores are well above 0, since a
/// botched total is 0: then it is beaten by every other.
const ATTACK: &str = r#"
system = "ars-magica"
procedure = "missile"
shooter = { attack = 20, damage = 0 }
mark = { defense = 20, soak = 0 }
"#;

/// An attack that misses only if it is botched.
const BOTCH: &str = r#"
system = "ars-magica"
procedure = "missile"
shooter = { attack = 1000000, damage = 0 }
mark = { defense = 0, soak = 0 }
"#;

/// A round in which nobody hits anybody: what is left of it is the fatigue roll.
const FATIGUE: &str = r#"
system = "ars-magica"
procedure = "exchange"
hero = { stamina = 0, ability = 0, weapon = "fist" }
foe = [{ initiative = 0, attack = -1000000, defense = 1000000, damage = 0, soak = 0, combat_fatigue = 0 }]
"#;

const DIFFERENCE: SheetAxis = SheetAxis::labelled(
    "Attack − Defense",
    "shooter.attack=10..32",
    &[
        "−10", "−9", "−8", "−7", "−6", "−5", "−4", "−3", "−2", "−1", "0", "+1", "+2", "+3", "+4", "+5", "+6",
        "+7", "+8", "+9", "+10", "+11", "+12",
    ],
);

/// Attack − Defense from −12 to +20.
const EDGE: Settings = Settings {
    vary: "shooter.attack=8..40",
    labels: &[
        "−12", "−11", "−10", "−9", "−8", "−7", "−6", "−5", "−4", "−3", "−2", "−1", "0", "+1", "+2", "+3",
        "+4", "+5", "+6", "+7", "+8", "+9", "+10", "+11", "+12", "+13", "+14", "+15", "+16", "+17", "+18",
        "+19", "+20",
    ],
};

const READINGS: SheetAxis = SheetAxis::labelled(
    "",
    "rules.fatigue_success=beats,meets",
    &["more than 6 (the text)", "6 or more (the custom)"],
);

/// The tables of the sheet.
pub const SHEET: &[SheetTable] = &[
    SheetTable {
        title: "Attack beats Defense",
        caption: "The chance that an attack total beats a defense total: one stress die and one botch die each, both scores at least 6.",
        scenario: ATTACK,
        rows: DIFFERENCE,
        blocks: None,
        columns: SheetAxis::statistics("", &[("hits", "p(hit == 1)")]),
        cells: SheetCells::Chance(""),
        own: &["rules"],
    },
    SheetTable {
        title: "An attack wounds",
        caption: "The chance that the attack costs at least one Body level. Damage less Soak, plus the difference of the totals, costs a level for every 5. From 4 on, every hit costs one.",
        scenario: ATTACK,
        rows: DIFFERENCE,
        blocks: None,
        columns: SheetAxis::settings("Damage − Soak", "shooter.damage=-10..4:2"),
        cells: SheetCells::Chance("p(body_lost >= 1)"),
        own: &["rules"],
    },
    SheetTable {
        title: "A round costs a Fatigue level",
        caption: "The chance for an unwounded fighter, by Stamina and by Ability less Encumbrance. The text asks for more than 6; by the game's usual custom 6 is enough.",
        scenario: FATIGUE,
        rows: SheetAxis::settings("Stamina", "hero.stamina=-3..5"),
        blocks: Some(READINGS),
        columns: SheetAxis::settings("Ability", "hero.ability=0..7"),
        cells: SheetCells::Chance("p(hero_fatigue_lost >= 1)"),
        own: &[],
    },
    SheetTable {
        title: "Botches",
        caption: "The chance that a stress die botches, by the number of botch dice that are rolled after a 0.",
        scenario: BOTCH,
        rows: SheetAxis::settings("botch dice", "rules.botch_dice=0..10"),
        blocks: None,
        columns: SheetAxis::statistics("", &[("botch", "p(hit == 0)")]),
        cells: SheetCells::Rare(""),
        own: &[],
    },
    SheetTable {
        title: "The edge to hit",
        caption: "The smallest Attack − Defense with this chance to hit, and with this chance to cost a Body level if Damage equals Soak.",
        scenario: ATTACK,
        rows: SheetAxis::statistics("", &[("hit", "p(hit == 1)"), ("wound", "p(body_lost >= 1)")]),
        blocks: None,
        columns: SheetAxis::chances(),
        cells: SheetCells::Needed { statistic: "", of: EDGE },
        own: &["rules"],
    },
    SheetTable {
        title: "To stay fresh",
        caption: "The smallest sum of Stamina, Ability and Encumbrance with this chance that an unwounded fighter keeps the Fatigue level in a round.",
        scenario: FATIGUE,
        rows: READINGS,
        blocks: None,
        columns: SheetAxis::chances(),
        cells: SheetCells::Needed {
            statistic: "p(hero_fatigue_lost == 0)",
            of: Settings { vary: "hero.ability=-5..20", labels: &[] },
        },
        own: &[],
    },
];
