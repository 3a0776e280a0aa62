//! The sheet of Shadowrun 1: successes by the house rules, and by the book.

use crate::description::{Settings, SheetAxis, SheetCells, SheetTable};

/// A test of `attacker.skill` dice; what it hits does not matter.
const TEST: &str = r#"
system = "shadowrun1"
procedure = "attack"
attacker = { skill = 6 }
weapon = { power = 2, level = "L", staging = 1 }
target = { body = 1 }
choice = { target_number = 4 }
"#;

const RULES: SheetAxis = SheetAxis::labelled("", "rules.preset=house,book", &["house rules", "the book"]);

const TARGET_NUMBER: SheetAxis = SheetAxis::settings("target number", "choice.target_number=2..14");

const DICE: SheetAxis = SheetAxis::settings("dice", "zip(attacker.skill=1,2,3,4,5,6,8,10)");

/// A table of the chance of so many successes.
const fn successes(title: &'static str, caption: &'static str, statistic: &'static str) -> SheetTable {
    SheetTable {
        title,
        caption,
        scenario: TEST,
        rows: TARGET_NUMBER,
        blocks: Some(RULES),
        columns: DICE,
        cells: SheetCells::Chance(statistic),
        own: &[],
    }
}

/// A table of the dice that so many successes take.
const fn needed(title: &'static str, statistic: &'static str) -> SheetTable {
    SheetTable {
        title,
        caption: "The fewest skill dice with this chance to score as many successes.",
        scenario: TEST,
        rows: TARGET_NUMBER,
        blocks: Some(RULES),
        columns: SheetAxis::chances(),
        cells: SheetCells::Needed { statistic, of: Settings { vary: "attacker.skill=1..30", labels: &[] } },
        own: &[],
    }
}

/// The tables of the sheet.
pub const SHEET: &[SheetTable] = &[
    successes(
        "One success or more",
        "The chance with this many skill dice and no pool dice. By the house rules a die scores one success more for every 6 above the target number, and skill dice are traded for a target number of 10 at most.",
        "p(successes >= 1)",
    ),
    successes("Two successes or more", "The same for two.", "p(successes >= 2)"),
    successes("Three successes or more", "The same for three.", "p(successes >= 3)"),
    successes("Four successes or more", "The same for four.", "p(successes >= 4)"),
    needed("Dice for a success", "p(successes >= 1)"),
    needed("Dice for three successes", "p(successes >= 3)"),
];
