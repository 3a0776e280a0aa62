//! The combatants: scores, given directly or built from characteristics and a weapon.

use crate::description::InputReader;

/// A weapon, with its modifiers to the scores.
#[derive(Clone, Copy, Debug)]
pub struct Weapon {
    /// The name in scenario files.
    pub name: &'static str,
    /// The modifiers, as they are shown in lists.
    pub words: &'static str,
    initiative: i32,
    attack: i32,
    defense: i32,
    damage: i32,
}

macro_rules! weapon {
    ($name:literal, $initiative:literal, $attack:literal, $defense:literal, $damage:literal) => {
        Weapon {
            name: $name,
            words: concat!("+", $initiative, "/+", $attack, "/+", $defense, "/+", $damage),
            initiative: $initiative,
            attack: $attack,
            defense: $defense,
            damage: $damage,
        }
    };
}

/// The weapons, recovered from the game's printed characters (Ars Magica page,
/// combatants).
pub const WEAPONS: &[Weapon] = &[
    weapon!("fist", 1, 0, 0, 0),
    weapon!("dagger", 2, 1, 2, 3),
    weapon!("longsword", 3, 1, 4, 4),
    weapon!("longsword-and-shield", 2, 2, 7, 4),
    weapon!("axe", 3, 1, 3, 6),
    weapon!("axe-and-shield", 2, 2, 6, 6),
    weapon!("long-spear", 5, 6, 1, 6),
    weapon!("quarterstaff", 6, 8, 3, 2),
];

/// The scores of a combatant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    pub initiative: i32,
    pub attack: i32,
    pub defense: i32,
    pub damage: i32,
    pub soak: i32,
    pub combat_fatigue: i32,
}

const SCORES: [&str; 6] = ["initiative", "attack", "defense", "damage", "soak", "combat_fatigue"];

const CHARACTERISTICS: [&str; 9] =
    ["quickness", "dexterity", "strength", "stamina", "size", "ability", "encumbrance", "armor", "weapon"];

impl Scores {
    /// Reads the scores of the combatant in the table `who`, or reports its faults.
    pub fn read(input: &mut InputReader, who: &str) -> Scores {
        let path = |key: &str| format!("{who}.{key}");
        let given = |key: &&&str| input.value(&path(key)).is_some();
        match (SCORES.iter().find(given), CHARACTERISTICS.iter().find(given)) {
            (Some(score), Some(characteristic)) => {
                let help = "give the six scores, or characteristics and a weapon, not both";
                let preset = input.word(&path("preset")).unwrap_or_default();
                let (key, message) = match (is_filled(preset, characteristic), is_filled(preset, score)) {
                    (true, _) => (
                        score,
                        format!(
                            "`{}` beside the preset \"{preset}\", which gives characteristics",
                            path(score)
                        ),
                    ),
                    (_, true) => (
                        characteristic,
                        format!(
                            "`{}` beside the preset \"{preset}\", which gives scores",
                            path(characteristic)
                        ),
                    ),
                    _ => (
                        characteristic,
                        format!("`{}` beside the score `{}`", path(characteristic), path(score)),
                    ),
                };
                input.fault(&path(key), message, help);
                Scores::default()
            }
            (None, None) => {
                let message = format!("`{who}` has neither scores nor characteristics");
                let help = "write the six scores (initiative, attack, defense, damage, soak, combat_fatigue), or a weapon and characteristics, or a preset";
                input.fault(&path("initiative"), message, help);
                Scores::default()
            }
            (Some(_), None) => {
                let mut score = |key| {
                    input.need(
                        &path(key),
                        "one of the six scores; or give characteristics and a weapon instead of them",
                    )
                };
                Scores {
                    initiative: score("initiative"),
                    attack: score("attack"),
                    defense: score("defense"),
                    damage: score("damage"),
                    soak: score("soak"),
                    combat_fatigue: score("combat_fatigue"),
                }
            }
            (None, Some(_)) => Scores::built(input, &path),
        }
    }

    /// Builds the scores from characteristics, Ability, weapon, armor and encumbrance.
    fn built(input: &mut InputReader, path: &impl Fn(&str) -> String) -> Scores {
        let name = input.word(&path("weapon"));
        let Some(weapon) = name.and_then(|name| WEAPONS.iter().find(|weapon| weapon.name == name)) else {
            let message = format!("`{}` is missing", path("weapon"));
            let names: Vec<&str> = WEAPONS.iter().map(|weapon| weapon.name).collect();
            input.fault(
                &path("weapon"),
                message,
                format!("characteristics need a weapon: {}", names.join(", ")),
            );
            return Scores::default();
        };
        let value = |key| input.find(&path(key)).unwrap_or(0);
        let (quickness, trained) = (value("quickness"), value("ability") + value("encumbrance"));
        Scores {
            initiative: quickness + trained + weapon.initiative,
            attack: value("dexterity") + trained + weapon.attack,
            defense: quickness + trained + weapon.defense,
            damage: value("strength") + weapon.damage,
            soak: value("stamina") + value("size") + value("armor"),
            combat_fatigue: value("stamina") + trained,
        }
    }
}

/// The values of stock characters, by name.
pub const STOCK: &[(&str, &[StockValue])] = &[
    (
        "knight",
        &[
            ("initiative", 8),
            ("attack", 8),
            ("defense", 13),
            ("damage", 6),
            ("soak", 3),
            ("combat_fatigue", 6),
        ],
    ),
    ("bandit", &[("strength", 1), ("stamina", 1), ("ability", 3)]),
];

/// A key of a stock character and its value.
pub type StockValue = (&'static str, i64);

/// Whether a preset fills this key.
fn is_filled(preset: &str, key: &str) -> bool {
    let mut scores = STOCK.iter().filter(|(name, _)| *name == preset).flat_map(|(_, scores)| *scores);
    scores.any(|(score, _)| *score == key)
}

/// The hero.
pub struct Hero {
    pub scores: Scores,
    /// Defense by Brawling against a foe inside the hero's range.
    pub brawl_defense: Option<i32>,
}

/// A foe, and his range to the hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opponent {
    pub scores: Scores,
    /// Range steps by which the foe is inside the optimum of the hero's weapon.
    pub inside: i32,
    /// Range steps that the foe tries to close in by, each round.
    pub closes: i32,
    /// Range steps by which the hero is inside the optimum of the foe's weapon.
    pub hero_inside: i32,
}
