//! Reads the tests of an action from a checked scenario.

use std::ops::RangeInclusive;

use super::super::dice::{Pool, Successes, successes};
use super::super::level::Level;
use super::super::roll::{PenalizedRoll, Roll, TestKeys};
use super::super::rules::Rules;
use super::super::wound::PenaltyRanges;
use super::Action;
use super::action::Weapon;
use crate::description::InputReader;

/// The names of the tables that contain the keys of an action.
#[derive(Clone, Copy)]
pub struct ActionKeys<'a> {
    pub attacker: &'a str,
    pub weapon: &'a str,
    pub target: &'a str,
    pub choice: &'a str,
}

/// The resources for an action.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Means<'a> {
    /// The skill dice of each attack.
    pub split: &'a [u32],
    /// Whether the attacker has pool dice.
    pub pool: bool,
    /// The dodge dice that the target uses.
    pub dodge_dice: u32,
}

fn key(table: &str, name: &str) -> String {
    format!("{table}.{name}")
}

/// The value of a key as a number; 0 if it is not set.
fn count(input: &InputReader, path: &str) -> u32 {
    input.find(path).unwrap_or(0).unsigned_abs()
}

impl ActionKeys<'_> {
    /// The weapon's code, as in 5M3.
    pub fn code(self, input: &InputReader) -> String {
        let number = |name| input.integer(&key(self.weapon, name));
        let level = input.word(&key(self.weapon, "level")).unwrap_or_default();
        format!("{}{level}{}", number("power"), number("staging"))
    }

    pub fn is_unarmed(self, input: &InputReader) -> bool {
        input.is(&key(self.weapon, "kind"), "unarmed")
    }

    pub fn is_burst(self, input: &InputReader) -> bool {
        input.is(&key(self.weapon, "mode"), "burst")
    }

    /// The skill dice of each attack.
    pub fn split(self, input: &mut InputReader) -> Vec<u32> {
        let skill = count(input, &key(self.attacker, "skill"));
        let path = key(self.choice, "split");
        let Some(split) = input.integers(&path) else {
            return vec![skill];
        };
        let split: Vec<u32> = split.iter().map(|&dice| u32::try_from(dice).unwrap_or(0)).collect();
        let sum: u32 = split.iter().sum();
        if sum > skill {
            let message = format!("the attacks are split over {sum} skill dice");
            input.fault(&path, message, format!("at most {} = {skill} in all", key(self.attacker, "skill")));
        }
        split
    }

    /// The dice of the target's dodge pool, off which impact armor takes half its rating, rounded up.
    pub fn dodge_pool(self, input: &InputReader) -> u32 {
        let slowed = match input.flag("rules.impact_slows_dodge") {
            true => count(input, &key(self.target, "impact")).div_ceil(2),
            false => 0,
        };
        count(input, &key(self.target, "dodge_dice")).saturating_sub(slowed)
    }

    /// Prepares an action with these resources. `goes_on`: a fight goes on with its wounds.
    pub fn action(
        self,
        input: &mut InputReader,
        rules: &Rules,
        means: Means,
        penalties: PenaltyRanges,
        goes_on: bool,
    ) -> Action {
        let cap_before_resist = input.flag("rules.cap_before_resist");
        let weapon = self.weapon(input, cap_before_resist);
        let attacks = self.attacks(input, rules, means, penalties.actor);
        let opposed = input.is("rules.dodge", "opposed");
        let dodge = opposed.then(|| self.dodge(input, rules, means.dodge_dice, penalties.target.clone()));
        let joining = if opposed { 0 } else { means.dodge_dice };
        let resistance = self.resistance(input, rules, joining, penalties.target);
        Action { weapon, cap_before_resist, attacks, dodge, resistance, goes_on }
    }

    fn weapon(self, input: &mut InputReader, cap_before_resist: bool) -> Weapon {
        let (unarmed, burst) = (self.is_unarmed(input), self.is_burst(input));
        if unarmed && burst {
            let message = "an unarmed attack fires no bursts";
            input.fault(&key(self.weapon, "mode"), message, "leave out `mode`, or `kind`");
        }
        let level = Level::read(input.word(&key(self.weapon, "level")));
        let level = match (burst, cap_before_resist) {
            (true, true) => level.up(1).capped(),
            (true, false) => level.up(1),
            (false, _) => level,
        };
        let staging = input.integer(&key(self.weapon, "staging"));
        // The book stages up as it stages down, by the successes after the first.
        let (per_level, all_are_extra) = match (input.is("rules.staging_up", "book"), unarmed) {
            (true, _) => (staging, false),
            (false, true) => (input.integer("rules.unarmed_per_level"), input.is("rules.extra", "all")),
            (false, false) => (input.integer("rules.successes_per_level"), input.is("rules.extra", "all")),
        };
        Weapon { level, staging, per_level, all_are_extra }
    }

    /// The recoil that is added to the target number of every attack.
    fn recoil(self, input: &InputReader, attacks: usize) -> i32 {
        if !self.is_burst(input) {
            return 0;
        }
        let bursts = attacks as i32 + input.find(&key(self.choice, "other_bursts")).unwrap_or(0);
        (bursts - input.integer(&key(self.weapon, "recoil_compensation"))).max(0)
    }

    fn attacks(
        self,
        input: &mut InputReader,
        rules: &Rules,
        means: Means,
        penalties: RangeInclusive<i32>,
    ) -> Vec<PenalizedRoll> {
        let recoil = self.recoil(input, means.split.len());
        let recoil_in_words = if recoil > 0 { format!(", recoil {recoil} in it") } else { String::new() };
        let number_key = key(self.choice, "target_number");
        let target_number = input.integer(&number_key) + recoil;
        let dice_keys = ["skill", "pool_dice", "automatic_sixes"].map(|name| key(self.attacker, name));
        let [skill_key, pool_key, sixes_key] = dice_keys.each_ref().map(String::as_str);
        let keys = TestKeys { number: &number_key, dice: &[skill_key, pool_key, sixes_key] };
        let first = Pool {
            skill: 0,
            added: if means.pool { count(input, pool_key) } else { 0 },
            automatic: count(input, sixes_key),
        };
        let mut rolls = Vec::new();
        for (place, &skill) in means.split.iter().enumerate() {
            let pool = if place == 0 { Pool { skill, ..first } } else { Pool { skill, ..Pool::default() } };
            let name = match means.split.len() {
                1 => String::new(),
                _ => format!("attack {}: ", place + 1),
            };
            rolls.push(PenalizedRoll::read(input, penalties.clone(), |input, penalty| {
                let roll = Roll::read(input, rules, "attack", keys, pool, target_number + penalty);
                Roll { words: format!("{name}{}{recoil_in_words}", roll.words), ..roll }
            }));
        }
        rolls
    }

    fn dodge(
        self,
        input: &mut InputReader,
        rules: &Rules,
        dice: u32,
        penalties: RangeInclusive<i32>,
    ) -> PenalizedRoll {
        let number_key = key(self.choice, "dodge_number");
        let number = input.find(&number_key).unwrap_or(if self.is_burst(input) { 5 } else { 4 });
        let penalized = input.flag("rules.dodge_penalty");
        let pool = Pool { skill: dice, ..Pool::default() };
        PenalizedRoll::read(input, penalties, |input, penalty| {
            let number = if penalized { number + penalty } else { number };
            let [penalty_key, dice_key] = ["wound_penalty", "dodge_dice"].map(|name| key(self.target, name));
            let number_key = if penalized && penalty < 0 { &penalty_key } else { &number_key };
            let keys = TestKeys { number: number_key, dice: &[&dice_key] };
            Roll::read(input, rules, "dodge", keys, pool, number)
        })
    }

    /// The resistance test: Body and automatic sixes against the Power; armor and dodge dice that join
    /// it against the raw Power.
    fn resistance(
        self,
        input: &mut InputReader,
        rules: &Rules,
        joining_dodge: u32,
        penalties: RangeInclusive<i32>,
    ) -> PenalizedRoll {
        let keys = ["body", "armor", "dodge_dice", "automatic_sixes", "wound_penalty"];
        let [body_key, armor_key, dodge_key, sixes_key, penalty_key] =
            keys.map(|name| key(self.target, name));
        let power_key = key(self.weapon, "power");
        let power = input.integer(&power_key);
        let armor_number = rules.armor_number(power);
        let armor = self.armor(input);
        let dodge = Pool { added: joining_dodge, ..Pool::default() };
        let beside = Pool { added: armor.added + dodge.added, ..armor };
        let beside_keys = TestKeys { number: &power_key, dice: &[&armor_key, &dodge_key] };
        let of_armor = beside.fits(input, rules, "armor", beside_keys, armor_number).then(|| {
            rules
                .dice(beside.added, armor_number)
                .and(&rules.automatic_sixes(beside.automatic, armor_number), |a, b| a + b)
        });
        let parts: Vec<String> = [("armor", armor), ("dodge", dodge)]
            .into_iter()
            .filter(|(_, pool)| *pool != Pool::default())
            .map(|(name, pool)| format!("{name} {}", pool.dice_in_words()))
            .collect();
        let beside = match parts.is_empty() {
            true => String::new(),
            false => format!("; {} against {armor_number}", parts.join(", ")),
        };
        let body = Pool { skill: count(input, &body_key), added: 0, automatic: count(input, &sixes_key) };
        PenalizedRoll::read(input, penalties, |input, penalty| {
            let number_key = if penalty < 0 { &penalty_key } else { &power_key };
            let keys = TestKeys { number: number_key, dice: &[&body_key, &sixes_key] };
            let of_body = Roll::read(input, rules, "Body", keys, body, power + penalty);
            let words = format!("Body {}{beside}", of_body.words);
            let law = match &of_armor {
                Some(of_armor) => {
                    successes(&of_body.law.and(of_armor, |Successes(body), armor| body as u32 + armor))
                }
                None => of_body.law,
            };
            Roll { law, words }
        })
    }

    /// The dice and automatic sixes of armor.
    fn armor(self, input: &mut InputReader) -> Pool {
        let armor_key = key(self.target, "armor");
        let armor = count(input, &armor_key);
        let sixes = |path| input.integer(path).unsigned_abs();
        let class = input.word(&key(self.target, "armor_class"));
        let (added, automatic) = match (class, input.is("rules.armor", "dice")) {
            (Some("ordinary"), true) => (armor, sixes("rules.ordinary_sixes")),
            (Some("heavy"), true) => (armor, sixes("rules.heavy_sixes")),
            (Some("ordinary" | "heavy"), false) => (0, armor),
            _ => {
                for path in [armor_key, key(self.target, "impact")] {
                    if count(input, &path) > 0 {
                        let class = key(self.target, "armor_class");
                        let help = format!("write {class} = \"ordinary\" or \"heavy\", or leave it out");
                        input.fault(&path, format!("`{path}` without a class of armor"), help);
                    }
                }
                (0, 0)
            }
        };
        Pool { skill: 0, added, automatic }
    }
}
