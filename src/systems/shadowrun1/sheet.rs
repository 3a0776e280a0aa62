//! The sheet of Shadowrun 1: successes by the house rules, and by the book.

use crate::description::{SheetAxis, SheetCells, SheetTable};

/// A test of `attacker.skill` dice. The effect of a hit does not matter.
const TEST: &str = r#"
system = "shadowrun1"
procedure = "attack"
attacker = { skill = 6 }
weapon = { power = 2, level = "L", staging = 1 }
target = { body = 1 }
choice = { target_number = 4 }
"#;

/// A firefight between two fighters with equal values.
fn firefight() -> String {
    let fighter = r#"
[[fighter]]
reaction = 5
skill = 6
pool_dice = 2
power = 5
level = "M"
staging = 3
target_number = 4
body = 4
dodge_dice = 4
dodge_per_action = 2
armor_class = "ordinary"
armor = 3
"#;
    format!("system = \"shadowrun1\"\nprocedure = \"firefight\"\n{fighter}{fighter}")
}

fn rules() -> SheetAxis {
    SheetAxis::labelled("", "rules.preset=house,book", ["house rules", "the book"])
}

fn target_number() -> SheetAxis {
    SheetAxis::settings("target number", "choice.target_number=2..14")
}

fn dice() -> SheetAxis {
    SheetAxis::settings("dice", "zip(attacker.skill=1,2,3,4,5,6,8,10)")
}

/// A table of the chance of a number of successes.
fn successes(title: &'static str, caption: &'static str, statistic: &'static str) -> SheetTable {
    SheetTable {
        title: title.into(),
        caption: caption.into(),
        scenario: TEST.into(),
        rows: target_number(),
        blocks: Some(rules()),
        columns: dice(),
        cells: SheetCells::Chance(statistic.into()),
        own: Vec::new(),
    }
}

/// A table of the dice needed for a number of successes.
fn needed(title: &'static str, statistic: &'static str) -> SheetTable {
    SheetTable {
        title: title.into(),
        caption: "The fewest skill dice with this chance to score as many successes.".into(),
        scenario: TEST.into(),
        rows: target_number(),
        blocks: Some(rules()),
        columns: SheetAxis::chances(),
        cells: SheetCells::Needed {
            statistic: statistic.into(),
            of: SheetAxis::settings("", "attacker.skill=1..30"),
        },
        own: Vec::new(),
    }
}

/// The caption of the tables for several successes. The first table explains the house rules.
const BARE: &str = "The chance with this many skill dice and no pool dice.";

/// The tables of the sheet.
pub fn sheet() -> Vec<SheetTable> {
    vec![
        successes(
            "One success or more",
            "The chance with this many skill dice and no pool dice. By the house rules a die scores one success more for every 6 above the target number, and skill dice are traded for a target number of 10 at most.",
            "p(successes >= 1)",
        ),
        successes("Two successes or more", BARE, "p(successes >= 2)"),
        successes("Three successes or more", BARE, "p(successes >= 3)"),
        successes("Four successes or more", BARE, "p(successes >= 4)"),
        needed("Dice for a success", "p(successes >= 1)"),
        needed("Dice for three successes", "p(successes >= 3)"),
        SheetTable {
            title: "What wiring is worth".into(),
            caption: "The chance to win a firefight against somebody who is alike but for wired reflexes: Reaction 5, skill 6, 2 pool dice, 5M3, target number 4, Body 4, 2 of 4 dodge dice an action, ordinary armor 3.".into(),
            scenario: firefight().into(),
            rows: SheetAxis::settings("own wiring", "fighter.0.wired_level=0..3"),
            blocks: Some(rules()),
            columns: SheetAxis::settings("wiring of the other", "fighter.1.wired_level=0..3"),
            cells: SheetCells::Sampled { statistic: "p(winner == 'first')".into(), trials: 40_000 },
            own: Vec::new(),
        },
    ]
}
