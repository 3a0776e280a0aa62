//! Prepares an attack, with its distributions, from a checked scenario.

use super::super::level::Level;
use super::super::roll::PenalizedRoll;
use super::super::rules::Rules;
use super::super::step;
use super::super::track::{MOST_PENALTY, State, read_damage, read_track};
use super::super::wound::{MARKS, Penalties, PenaltyRanges, Sufferer, wound_penalty};
use super::{Action, ActionKeys, Attack, Means, PENALTY, STATE};
use crate::chance::{MetricSpec, Tables};
use crate::description::{CheckedInput, InputReader, Prepared, Ready};

const KEYS: ActionKeys =
    ActionKeys { attacker: "attacker", weapon: "weapon", target: "target", choice: "choice" };

/// Prepares the attacks of an action.
pub fn prepare(input: &CheckedInput) -> Prepared {
    let mut input = InputReader::new(input);
    let rules = Rules::read(&input);
    let split = KEYS.split(&mut input);
    let before = rules.condition(read_track(&mut input, "target"));
    let penalties = Penalties {
        actor: input.integer("attacker.wound_penalty"),
        target: wound_penalty(&input, "target", before),
    };
    let means = Means { split: &split, pool: true, dodge_dice: KEYS.dodge_pool(&input) };
    let action = KEYS.action(&mut input, &rules, means, PenaltyRanges::of(penalties), false);
    let damage = read_damage(&input, "weapon.damage");
    let target = Sufferer::new("the target", &rules, before, damage, step::MARK, 0);
    let metrics = metrics(&rules, &action);
    let choices = choices(&input, &split);
    let table = target.table("track.csv");
    let marks = if rules.single_track { MARKS } else { 0 };
    let tables = Tables::new(metrics, step::attack()).with_indicators(marks, &[STATE, PENALTY]);
    let mut ready = Ready::new(Attack { action, penalties, target }, tables, choices);
    if rules.single_track {
        ready.tables.push(table);
    }
    input.finish(ready)
}

/// Describes the action in one line.
fn choices(input: &InputReader, split: &[u32]) -> String {
    let how = match (KEYS.is_unarmed(input), KEYS.is_burst(input)) {
        (true, _) => "unarmed attack",
        (_, true) => "burst",
        (_, false) => "shot",
    };
    let attacks = if split.len() == 1 { how.to_owned() } else { format!("{} {how}s", split.len()) };
    let dice: Vec<String> = split.iter().map(u32::to_string).collect();
    let body = input.integer("target.body");
    format!("{attacks} {} with {} skill dice against Body {body}", KEYS.code(input), dice.join(" + "))
}

fn metrics(rules: &Rules, action: &Action) -> Vec<MetricSpec> {
    let hits = action.attacks.len() as i64;
    let boxes = rules.most_boxes();
    let successes = action.attacks.iter().map(PenalizedRoll::most).sum();
    let dodged = action.dodge.as_ref().map_or(0, PenalizedRoll::most);
    vec![
        MetricSpec::open("successes", "successes of all attacks", 0, successes).called("successes"),
        MetricSpec::open("dodge", "successes of the dodge", 0, dodged).called("dodge successes"),
        MetricSpec::integer("hit", "attacks that hit", 0, hits).called("attacks that hit"),
        MetricSpec::label("wound", "the worst wound", Level::LABELS).called("worst wound"),
        MetricSpec::integer("boxes", "boxes of all wounds, whether or not they found room", 0, hits * boxes)
            .called("boxes of wounds")
            .leading(true),
        MetricSpec::label("state", "what becomes of the target", State::LABELS).called("state of the target"),
        MetricSpec::integer("penalty", "the target's penalty to target numbers", 0, MOST_PENALTY.into())
            .called("target's wound penalty"),
    ]
}
