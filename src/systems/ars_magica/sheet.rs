//! The sheet of Ars Magica: attacks, wounds, botches, fatigue.

use crate::description::{SheetAxis, SheetCells, SheetTable};

/// An attack and a defence with a stress die each. Both scores are well above 0, because a botched
/// total is 0 and should lose against every other total.
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

/// A round in which nobody can hit, so that only the fatigue roll matters.
const FATIGUE: &str = r#"
system = "ars-magica"
procedure = "exchange"
hero = { stamina = 0, ability = 0, weapon = "fist" }
foe = [{ initiative = 0, attack = -1000000, defense = 1000000, damage = 0, soak = 0, combat_fatigue = 0 }]
"#;

fn difference() -> SheetAxis {
    SheetAxis::labelled(
        "Attack − Defense",
        "shooter.attack=10..32",
        [
            "−10", "−9", "−8", "−7", "−6", "−5", "−4", "−3", "−2", "−1", "0", "+1", "+2", "+3", "+4", "+5",
            "+6", "+7", "+8", "+9", "+10", "+11", "+12",
        ],
    )
}

/// Attack − Defense from −12 to +20.
fn edge() -> SheetAxis {
    SheetAxis::labelled(
        "",
        "shooter.attack=8..40",
        [
            "−12", "−11", "−10", "−9", "−8", "−7", "−6", "−5", "−4", "−3", "−2", "−1", "0", "+1", "+2", "+3",
            "+4", "+5", "+6", "+7", "+8", "+9", "+10", "+11", "+12", "+13", "+14", "+15", "+16", "+17",
            "+18", "+19", "+20",
        ],
    )
}

fn readings() -> SheetAxis {
    SheetAxis::labelled(
        "",
        "rules.fatigue_success=beats,meets",
        ["more than 6 (the text)", "6 or more (the custom)"],
    )
}

/// The tables of the sheet.
pub fn sheet() -> Vec<SheetTable> {
    vec![
    SheetTable {
        title: "Attack beats Defense".into(),
        caption: "The chance that an attack total beats a defense total: one stress die and one botch die each, both scores at least 6.".into(),
        scenario: ATTACK.into(),
        rows: difference(),
        blocks: None,
        columns: SheetAxis::statistics("", [("hits", "p(hit == 1)")]),
        cells: SheetCells::Chance("".into()),
        own: ["rules"].map(Into::into).into(),
    },
    SheetTable {
        title: "An attack wounds".into(),
        caption: "The chance that the attack costs at least one Body level. Damage less Soak, plus the difference of the totals, costs a level for every 5. From 4 on, every hit costs one.".into(),
        scenario: ATTACK.into(),
        rows: difference(),
        blocks: None,
        columns: SheetAxis::settings("Damage − Soak", "shooter.damage=-10..4:2"),
        cells: SheetCells::Chance("p(body_lost >= 1)".into()),
        own: ["rules"].map(Into::into).into(),
    },
    SheetTable {
        title: "A round costs a Fatigue level".into(),
        caption: "The chance for an unwounded fighter, by Stamina and by Ability less Encumbrance. The text asks for more than 6; by the game's usual custom 6 is enough.".into(),
        scenario: FATIGUE.into(),
        rows: SheetAxis::settings("Stamina", "hero.stamina=-3..5"),
        blocks: Some(readings()),
        columns: SheetAxis::settings("Ability", "hero.ability=0..7"),
        cells: SheetCells::Chance("p(hero_fatigue_lost >= 1)".into()),
        own: Vec::new(),
    },
    SheetTable {
        title: "Botches".into(),
        caption: "The chance that a stress die botches, by the number of botch dice that are rolled after a 0.".into(),
        scenario: BOTCH.into(),
        rows: SheetAxis::settings("botch dice", "rules.botch_dice=0..10"),
        blocks: None,
        columns: SheetAxis::statistics("", [("botch", "p(hit == 0)")]),
        cells: SheetCells::Rare("".into()),
        own: Vec::new(),
    },
    SheetTable {
        title: "The edge to hit".into(),
        caption: "The smallest Attack − Defense with this chance to hit, and with this chance to cost a Body level if Damage equals Soak.".into(),
        scenario: ATTACK.into(),
        rows: SheetAxis::statistics("", [("hit", "p(hit == 1)"), ("wound", "p(body_lost >= 1)")]),
        blocks: None,
        columns: SheetAxis::chances(),
        cells: SheetCells::Needed { statistic: "".into(), of: edge() },
        own: ["rules"].map(Into::into).into(),
    },
    SheetTable {
        title: "To stay fresh".into(),
        caption: "The smallest sum of Stamina, Ability and Encumbrance with this chance that an unwounded fighter keeps the Fatigue level in a round.".into(),
        scenario: FATIGUE.into(),
        rows: readings(),
        blocks: None,
        columns: SheetAxis::chances(),
        cells: SheetCells::Needed {
            statistic: "p(hero_fatigue_lost == 0)".into(),
            of: SheetAxis::settings("", "hero.ability=-5..20"),
        },
        own: Vec::new(),
    },
]
}
