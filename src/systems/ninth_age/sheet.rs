//! The sheet of The 9th Age: casting, dispelling, miscasts.

use crate::description::{SheetAxis, SheetCells, SheetTable};

const CAST: &str = r#"
system = "ninth-age"
procedure = "cast"
spell = { casting_value = 8 }
choice = { magic_dice = 3 }
"#;

/// A casting value that every roll with a triple reaches.
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

fn value() -> SheetAxis {
    SheetAxis::settings("casting value", "spell.casting_value=3..18")
}

fn total() -> SheetAxis {
    SheetAxis::settings("casting total", "choice.casting_total=3..24")
}

/// The tables of the sheet.
pub fn sheet() -> Vec<SheetTable> {
    vec![
    SheetTable {
        title: "Cast".into(),
        caption: "The chance to cast with this many magic dice if nobody dispels; {caster.casting_modifier}, {target.magic_resistance}. One more of the modifier counts like a value that is 1 lower, of resistance like one that is 1 higher. A single die that shows 1 or 2 fails; three 1s are Broken Concentration, and the spell is not cast.".into(),
        scenario: CAST.into(),
        rows: value(),
        blocks: None,
        columns: SheetAxis::settings("magic dice", "choice.magic_dice=1..5"),
        cells: SheetCells::Chance("p(cast == 1)".into()),
        own: ["caster", "target", "rules"].map(Into::into).into(),
    },
    SheetTable {
        title: "Magic dice to cast".into(),
        caption: "The fewest magic dice with this chance to cast if nobody dispels; at most 5.".into(),
        scenario: CAST.into(),
        rows: value(),
        blocks: None,
        columns: SheetAxis::chances(),
        cells: SheetCells::Needed {
            statistic: "p(cast == 1)".into(),
            of: SheetAxis::settings("", "choice.magic_dice=1..5"),
        },
        own: ["caster", "target", "rules"].map(Into::into).into(),
    },
    SheetTable {
        title: "Miscasts".into(),
        caption: "The chance of a miscast of a spell with casting value 3, which three or more dice always reach, if nobody dispels: three or more dice show the same face. \
            1 is Broken Concentration, 2 Witchfire, 3 Magical Inferno, 4 Amnesia, 5 Backlash, 6 Implosion.".into(),
        scenario: MISCAST.into(),
        rows: SheetAxis::settings("dice", "choice.magic_dice=1..5"),
        blocks: None,
        columns: SheetAxis::statistics(
            "which",
            [
                ("any", "p(miscast > 0)"),
                ("1", "p(miscast == 1)"),
                ("2–3", "p(miscast in [2, 3])"),
                ("4", "p(miscast == 4)"),
                ("5–6", "p(miscast in [5, 6])"),
            ],
        ),
        cells: SheetCells::Rare("".into()),
        own: ["rules"].map(Into::into).into(),
    },
    SheetTable {
        title: "Dispel".into(),
        caption: "The chance to dispel this casting total with this many dispel dice; a tie dispels; {dispeller.dispelling_modifier}. One more of it counts like a total that is 1 lower.".into(),
        scenario: DISPEL.into(),
        rows: total(),
        blocks: None,
        columns: SheetAxis::settings("dispel dice", "choice.dispel_dice=1..8"),
        cells: SheetCells::Chance("p(result == \"dispelled\")".into()),
        own: ["dispeller", "rules"].map(Into::into).into(),
    },
    SheetTable {
        title: "Dispel dice".into(),
        caption: "The fewest dispel dice with this chance to dispel the total.".into(),
        scenario: DISPEL.into(),
        rows: total(),
        blocks: None,
        columns: SheetAxis::chances(),
        cells: SheetCells::Needed {
            statistic: "p(result == \"dispelled\")".into(),
            of: SheetAxis::settings("", "choice.dispel_dice=1..20"),
        },
        own: ["dispeller", "rules"].map(Into::into).into(),
    },
]
}
