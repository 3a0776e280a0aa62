//! The sheet of The 9th Age: casting, dispelling, miscasts.

use crate::description::{Settings, SheetAxis, SheetCells, SheetTable};

const CAST: &str = r#"
system = "ninth-age"
procedure = "cast"
spell = { casting_value = 8 }
choice = { magic_dice = 3 }
"#;

/// A casting value that every roll of two dice or more reaches with a triple.
const MISCAST: &str = r#"
system = "ninth-age"
procedure = "cast"
spell = { casting_value = 3 }
choice = { magic_dice = 3 }
"#;

const DISPEL: &str = r#"
system = "ninth-age"
procedure = "cast"
choice = { casting_total = 8, dispel_dice = 1 }
"#;

const VALUE: SheetAxis = SheetAxis::settings("casting value", "spell.casting_value=3..18");

const TOTAL: SheetAxis = SheetAxis::settings("casting total", "choice.casting_total=3..24");

/// The tables of the sheet.
pub const SHEET: &[SheetTable] = &[
    SheetTable {
        title: "Cast",
        caption: "The chance to cast with this many magic dice if nobody dispels. Subtract a casting modifier from the value, and add magic resistance. A single die that shows 1 or 2 fails; three 1s are Broken Concentration, and the spell is not cast.",
        scenario: CAST,
        rows: VALUE,
        blocks: None,
        columns: SheetAxis::settings("magic dice", "choice.magic_dice=1..5"),
        cells: SheetCells::Chance("p(cast == 1)"),
        own: &["caster", "target", "rules"],
    },
    SheetTable {
        title: "Magic dice to cast",
        caption: "The fewest magic dice with this chance to cast if nobody dispels; at most 5.",
        scenario: CAST,
        rows: VALUE,
        blocks: None,
        columns: SheetAxis::chances(),
        cells: SheetCells::Needed {
            statistic: "p(cast == 1)",
            of: Settings { vary: "choice.magic_dice=1..5", labels: &[] },
        },
        own: &["caster", "target", "rules"],
    },
    SheetTable {
        title: "Miscasts",
        caption: "The chance of a miscast if the casting roll passes and nobody dispels: three or more dice show the same face. \
            1 is Broken Concentration, 2 Witchfire, 3 Magical Inferno, 4 Amnesia, 5 Backlash, 6 Implosion.",
        scenario: MISCAST,
        rows: SheetAxis::settings("dice", "choice.magic_dice=1..5"),
        blocks: None,
        columns: SheetAxis::statistics(
            "which",
            &[
                ("any", "p(miscast > 0)"),
                ("1", "p(miscast == 1)"),
                ("2–3", "p(miscast in [2, 3])"),
                ("4", "p(miscast == 4)"),
                ("5–6", "p(miscast in [5, 6])"),
            ],
        ),
        cells: SheetCells::Rare(""),
        own: &["rules"],
    },
    SheetTable {
        title: "Dispel",
        caption: "The chance to dispel this casting total with this many dispel dice; a tie dispels. Subtract a dispelling modifier from the total.",
        scenario: DISPEL,
        rows: TOTAL,
        blocks: None,
        columns: SheetAxis::settings("dispel dice", "choice.dispel_dice=1..8"),
        cells: SheetCells::Chance("p(result == \"dispelled\")"),
        own: &["dispeller", "rules"],
    },
    SheetTable {
        title: "Dispel dice",
        caption: "The fewest dispel dice with this chance to dispel the total.",
        scenario: DISPEL,
        rows: TOTAL,
        blocks: None,
        columns: SheetAxis::chances(),
        cells: SheetCells::Needed {
            statistic: "p(result == \"dispelled\")",
            of: Settings { vary: "choice.dispel_dice=1..20", labels: &[] },
        },
        own: &["dispeller", "rules"],
    },
];
