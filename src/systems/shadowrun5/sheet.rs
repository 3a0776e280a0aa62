//! The sheet of Shadowrun 5: hits, drain, and the effects of the standard spells.

use crate::description::{CharacterTable, SheetAxis, SheetCells, SheetTable, Str};

/// A pool of `caster.magic` dice without any limit.
const POOL: &str = r#"
system = "shadowrun5"
procedure = "direct"
caster = { magic = 1, spellcasting = 0, willpower = 0, drain_attribute = 0 }
spell = { damage_type = "mana", drain = 0 }
target = { willpower = 0 }
choice = { force = 1, reagents = 500 }
rules = { mental_limit = false }
"#;

/// Drain of `choice.force` boxes, resisted with `caster.willpower` dice.
const DRAIN: &str = r#"
system = "shadowrun5"
procedure = "direct"
caster = { magic = 8, spellcasting = 0, willpower = 6, drain_attribute = 0 }
spell = { damage_type = "mana", drain = 0 }
target = { willpower = 0 }
choice = { force = 2 }
rules = { mental_limit = false }
"#;

const SPELLS: &str = r#"
system = "shadowrun5"
caster = { magic = 6, spellcasting = 6, willpower = 5, drain_attribute = 5, mental_limit = 7 }
spell = { preset = "powerbolt" }
choice = { force = 6 }
"#;

/// A cast, whatever the spell does.
const CAST: &str = r#"
system = "shadowrun5"
procedure = "direct"
caster = { magic = 6, spellcasting = 6, willpower = 5, drain_attribute = 5, mental_limit = 7 }
spell = { damage_type = "mana", drain = -3 }
target = { willpower = 3 }
choice = { force = 6 }
"#;

/// Casts at a target that no spell damages.
const ALL_NIGHT: &str = r#"
system = "shadowrun5"
procedure = "casts"
caster = { magic = 6, spellcasting = 6, willpower = 5, drain_attribute = 5, mental_limit = 7, body = 3 }
spell = { damage_type = "physical", drain = -3, table = "indirect" }
opponent = [{ kind = "drone", body = 1, pilot = 0, autosoft = 0, armor = 200, boxes = 1 }]
choice = { force = 6, casts = 20 }
rules = { vehicle_threshold = true }
"#;

/// Every target has all ratings that any of the spells needs for its kind.
fn targets() -> SheetAxis {
    SheetAxis::labelled(
        "",
        "zip(target.kind=living,living,living,drone, target.body=3,4,5,4, target.willpower=3,3,4,unset, \
     target.reaction=3,4,5,unset, target.intuition=3,3,4,unset, target.pilot=unset,unset,unset,3, \
     target.autosoft=unset,unset,unset,3, target.armor=0,12,18,6)",
        ["civilian", "ganger", "guard", "drone"],
    )
}

/// Numbers of casts in a row, of at most 20, and how to stand after them.
const CASTS: [(&str, &str); 4] = [
    ("4", "p(casts > 4)"),
    ("8", "p(casts > 8)"),
    ("12", "p(casts > 12)"),
    ("20", "p(caster == 'standing')"),
];

/// The spells behind the columns of damage.
const SPELL_NAMES: &str = "Mana: Manabolt, Stunbolt, Death Touch, Knockout, Manaball, Stunball. \
    Phys.: Powerbolt, Shatter, Powerball. \
    Strike: Lightning Bolt, Acid Stream, Flamethrower, Clout, Punch. \
    Area: Fireball, Ball Lightning, Toxic Wave, Blast, aimed at the target.";

/// The targets of the spells.
const TARGET_VALUES: &str = "Civilian: 3 in every attribute, no armor. Ganger: Body 4, Willpower 3, Reaction 4, Intuition 3, armor jacket 12. \
    Guard: Body 5, Willpower 4, Reaction 5, Intuition 4, full body armor with helmet 18. Drone: Body 4, armor 6, Pilot 3, Autosoft 3. \
    Nobody has Counterspelling.";

const HITS: [(&str, &str); 8] = [
    ("1", "p(hits >= 1)"),
    ("2", "p(hits >= 2)"),
    ("3", "p(hits >= 3)"),
    ("4", "p(hits >= 4)"),
    ("5", "p(hits >= 5)"),
    ("6", "p(hits >= 6)"),
    ("7", "p(hits >= 7)"),
    ("8", "p(hits >= 8)"),
];

/// The Forces of spells. A row that is above twice a caster's Magic is not on his sheet.
fn force() -> SheetAxis {
    SheetAxis::settings("Force", "choice.force=1..24")
}

/// The drain codes of the standard spells.
fn drain_codes() -> SheetAxis {
    SheetAxis::labelled("drain code", "spell.drain=-6,-3,-1,0", ["F−6", "F−3", "F−1", "F"])
}

fn drain_value() -> SheetAxis {
    SheetAxis::settings("drain value", "choice.force=2..14")
}

fn resistance() -> SheetAxis {
    SheetAxis::settings("dice to resist", "caster.willpower=4..18")
}

/// The tables for a mage of the game's own.
pub fn character_sheet() -> Vec<CharacterTable> {
    let own: Vec<Str> = ["caster", "choice.reagents", "rules"].map(Into::into).into();
    let drain = |title: &'static str, caption: &'static str, cells| SheetTable {
        title: title.into(),
        caption: caption.into(),
        scenario: CAST.into(),
        rows: force(),
        blocks: None,
        columns: drain_codes(),
        cells,
        own: own.clone(),
    };
    let hits = SheetTable {
        title: "Hits with the casting roll".into(),
        caption:
            "The chance of at least so many hits, as far as Force or reagents and the mental limit let them \
            count; and of a glitch."
                .into(),
        scenario: CAST.into(),
        rows: force(),
        blocks: None,
        columns: SheetAxis::statistics(
            "hits, at least",
            HITS.into_iter().chain([("glitch", "p(glitch != \"none\")")]),
        ),
        cells: SheetCells::Chance("".into()),
        own: own.clone(),
    };
    let edge = SheetTable {
        title: "Hits with Edge".into(),
        caption: "Push: Edge more dice, 6s again, no limit. Again: dice that miss once more.".into(),
        scenario: CAST.into(),
        rows: force(),
        blocks: None,
        columns: SheetAxis::labelled(
            "Edge",
            "choice.edge=none,push,second-chance",
            ["none", "push", "again"],
        ),
        cells: SheetCells::Number("mean(hits)".into()),
        own: own.clone(),
    };
    let damage = SheetTable {
        caption: format!("Boxes on average, misses included. {SPELL_NAMES} {TARGET_VALUES}").into(),
        rows: force(),
        ..damage()
    };
    let casts = SheetTable {
        caption: "The chance to stand after so many casts of this spell in a row, if nobody strikes back."
            .into(),
        rows: force(),
        blocks: None,
        columns: SheetAxis::statistics("casts", CASTS.into_iter().take(3)),
        own: casts().own.into_iter().chain(["spell.drain".into()]).collect(),
        ..casts()
    };
    let none = SheetCells::Chance("p(drain == 0)".into());
    let left = SheetCells::Number("mean(drain)".into());
    let everybody = |table| CharacterTable { needs: "".into(), table };
    vec![
        everybody(hits),
        CharacterTable { needs: "caster.edge".into(), table: edge },
        everybody(damage),
        everybody(drain(
            "No drain at all",
            "The chance to resist all of it. F−6: touch. F−3: bolts. F−1: Fireball etc. F: balls.",
            none,
        )),
        everybody(drain(
            "Drain left",
            "Boxes on average. They are physical if the total hits exceed Magic.",
            left,
        )),
        CharacterTable { needs: "caster.body".into(), table: casts },
    ]
}

/// The tables of the sheet.
pub fn sheet() -> Vec<SheetTable> {
    vec![
    SheetTable {
        title: "At least so many hits".into(),
        caption: "The chance that this many dice score at least this many hits, when no limit applies. Each die that shows 5 or 6 is a hit.".into(),
        scenario: POOL.into(),
        rows: SheetAxis::settings("dice", "caster.magic=1..24"),
        blocks: None,
        columns: SheetAxis::statistics("hits, at least", HITS),
        cells: SheetCells::Chance("".into()),
        own: Vec::new(),
    },
    SheetTable {
        title: "Dice needed".into(),
        caption: "The smallest pool with this chance of at least this many hits, when no limit applies.".into(),
        scenario: POOL.into(),
        rows: SheetAxis::statistics("hits", HITS),
        blocks: None,
        columns: SheetAxis::chances(),
        cells: SheetCells::Needed { statistic: "".into(), of: SheetAxis::settings("", "caster.magic=1..60") },
        own: Vec::new(),
    },
    SheetTable {
        title: "Glitches".into(),
        caption: "Glitch: more than half of the dice show 1. Critical: the same, and no die is a hit.".into(),
        scenario: POOL.into(),
        rows: SheetAxis::settings("dice", "caster.magic=1..12"),
        blocks: None,
        columns: SheetAxis::statistics(
            "",
            [("glitch", "p(glitch != \"none\")"), ("critical", "p(glitch == \"critical\")")],
        ),
        cells: SheetCells::Rare("".into()),
        own: Vec::new(),
    },
    damage(),
    SheetTable {
        title: "No drain at all".into(),
        caption: "The chance to resist all of the drain. The drain value is Force plus the spell's code, at least 2; the dice are Willpower plus the tradition's attribute.".into(),
        scenario: DRAIN.into(),
        rows: drain_value(),
        blocks: None,
        columns: resistance(),
        cells: SheetCells::Chance("p(drain == 0)".into()),
        own: Vec::new(),
    },
    SheetTable {
        title: "Drain left".into(),
        caption: "Boxes of drain on average. They are physical if the total hits exceed Magic.".into(),
        scenario: DRAIN.into(),
        rows: drain_value(),
        blocks: None,
        columns: resistance(),
        cells: SheetCells::Number("mean(drain)".into()),
        own: Vec::new(),
    },
    casts(),
]
}

/// The damage of the standard spells at standard targets.
fn damage() -> SheetTable {
    SheetTable {
        title: "Damage of the standard spells".into(),
        caption: format!(
            "Boxes on average, misses included; {{caster.magic}}, {{caster.spellcasting}}, {{caster.mental_limit}}, \
             {{choice.reagents}}. {SPELL_NAMES} {TARGET_VALUES}"
        )
        .into(),
        scenario: SPELLS.into(),
        rows: SheetAxis::settings("Force", "choice.force=1..12"),
        blocks: Some(targets()),
        columns: SheetAxis::labelled(
            "",
            "spell.preset=manabolt,powerbolt,lightning-bolt,fireball",
            ["mana", "phys.", "strike", "area"],
        ),
        cells: SheetCells::Number("mean(damage)".into()),
        own: ["caster", "choice.reagents", "rules"].map(Into::into).into(),
    }
}

/// How long a caster stands his own drain.
fn casts() -> SheetTable {
    SheetTable {
        title: "Casts until you drop".into(),
        caption: "The chance to stand after so many casts in a row, if nobody strikes back; {caster.magic}, \
            {caster.spellcasting}, {caster.mental_limit}, {caster.willpower}, {caster.drain_attribute}, {caster.body}. \
            F−6: the spells of touch. F−3: the bolts. F−1: Fireball and its like. F: the balls, and Blast.".into(),
        scenario: ALL_NIGHT.into(),
        rows: SheetAxis::settings("Force", "choice.force=1..12"),
        blocks: Some(SheetAxis::labelled("", "spell.drain=-6,-3,-1,0", ["F−6", "F−3", "F−1", "F"])),
        columns: SheetAxis::statistics("casts", CASTS),
        cells: SheetCells::Chance("".into()),
        // All rules except the one that protects the target.
        own: [
            "caster",
            "rules.mental_limit",
            "rules.drain_physical",
            "rules.min_drain",
            "rules.hit_on",
            "rules.wound_step",
            "rules.stun_overflow",
        ]
        .map(Into::into)
        .into(),
    }
}
