//! Prepares a firefight from a checked scenario.

use std::collections::BTreeSet;

use super::super::attack::{ActionKeys, Means};
use super::super::initiative::Initiative;
use super::super::rules::Rules;
use super::super::step;
use super::super::track::{self, MOST_PENALTY, State, read_damage, read_track};
use super::super::wound::{PenaltyRanges, Sufferer};
use super::fighter::{Fighter, Shooting};
use super::{ENDINGS, Firefight, TURNS, WINNER, WINNERS};
use crate::chance::{Inner, Merging, MetricSpec, Procedure, Tables};
use crate::description::words::count;
use crate::description::{CheckedInput, InputReader, Prepared, Ready, SideTable};

/// Prepares a firefight.
pub fn prepare(input: &CheckedInput) -> Prepared {
    let mut input = InputReader::new(input);
    let rules = Rules::read(&input);
    let max_turns = input.integer("choice.max_turns").unsigned_abs();
    let positions = input.positions("fighter");
    let tables = |metrics| {
        let indicators = ENDINGS * max_turns as usize + 1;
        Tables::new(metrics, step::firefight()).with_indicators(indicators, &[WINNER, TURNS])
    };
    let &[first, second] = &positions[..] else {
        let fighters = positions.len() as u32;
        let is = if fighters == 1 { "is" } else { "are" };
        let message = format!("there {is} {}", count(fighters, "fighter", "fighters"));
        input.fault("fighter", message, "a firefight has two: write [[fighter]] twice");
        return input.finish(Ready::new(Nobody, tables(metrics(max_turns, [(0, 0); 2])), String::new()));
    };
    let [first, second] = [first, second].map(|position| format!("fighter.{position}"));
    let fighters = [
        fighter(&mut input, &rules, "the first fighter", &first, &second),
        fighter(&mut input, &rules, "the second fighter", &second, &first),
    ];
    let bounds = [0, 1].map(|place| {
        let (fighter, other) = (&fighters[place], &fighters[1 - place]);
        (max_turns * most_actions(fighter), most_boxes(&rules, other.attacks))
    });
    let firefight = Firefight {
        max_turns,
        most_counts: fighters.iter().map(most_actions).sum(),
        most_wounds: fighters.iter().map(|fighter| fighter.attacks as usize).max().unwrap_or(0),
        fighters,
    };
    let choices = choices(&input, &first, &second);
    let mut ready = Ready::new(firefight, tables(metrics(max_turns, bounds)), choices);
    let columns = ["turn", "first_out", "second_out", "both_out", "going_on"];
    ready.tables.push(SideTable::of_course("turns.csv", columns, max_turns as usize));
    input.finish(ready)
}

/// A fight with a missing fighter. That is a fault, so it is never resolved.
struct Nobody;

impl Procedure for Nobody {
    #[inline]
    fn resolve<C: Merging>(&self, _chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        start
    }
}

/// Describes the fight in one line.
fn choices(input: &InputReader, first: &str, second: &str) -> String {
    let who = |table: &str, other: &str, unnamed| {
        let name = input.word(&format!("{table}.name")).unwrap_or(unnamed);
        let wired = match input.integer(&format!("{table}.wired_level")) {
            0 => String::new(),
            level => format!("wired {level}, "),
        };
        format!("{name} ({wired}{})", keys(table, other).code(input))
    };
    format!("{} against {}", who(first, second, "the first"), who(second, first, "the second"))
}

/// The keys of one fighter's attacks on another.
fn keys<'a>(attacker: &'a str, target: &'a str) -> ActionKeys<'a> {
    ActionKeys { attacker, weapon: attacker, target, choice: attacker }
}

fn fighter(input: &mut InputReader, rules: &Rules, unnamed: &str, me: &str, other: &str) -> Fighter {
    let count = |input: &InputReader, name| input.find(&format!("{me}.{name}")).map(i32::unsigned_abs);
    let keys = keys(me, other);
    let split = keys.split(input);
    let ammunition = count(input, "ammunition");
    if ammunition.is_some() && keys.is_unarmed(input) {
        let help = "leave out `ammunition`, or `kind`";
        input.fault(&format!("{me}.ammunition"), "fists and feet use no ammunition", help);
    }
    let rounds = if keys.is_burst(input) { 3 } else { 1 };
    let surprised = input.flag(&format!("{me}.surprised"));
    let pool_dice = count(input, "pool_dice").unwrap_or(0);
    let (dodge_dice, dodge_per_action) = dodge(input, me);
    let marks = rules.condition(read_track(input, me));
    let damage = read_damage(input, &format!("{other}.damage"));
    let name = input.word(&format!("{me}.name")).unwrap_or(unnamed);
    let mut fighter = Fighter {
        initiative: Initiative::read(input, me),
        body: Sufferer::new(name, rules, marks, damage, step::MARK, 0),
        dodge_dice,
        dodge_per_action,
        surprised,
        pool_dice,
        attacks: split.len() as u32,
        rounds,
        ammunition,
        actions: Vec::new(),
    };
    let attacks = ammunition.map(|rounds_left| portions(rounds_left / rounds, fighter.attacks));
    let attacks = attacks.unwrap_or_default().into_iter().chain([fighter.attacks]).collect::<BTreeSet<u32>>();
    let (dodge_dice, at_a_time) = dodge(input, other);
    // The action with the most dice comes first: if it has no fault, the others have none.
    for attacks in attacks.into_iter().rev().filter(|&attacks| attacks > 0) {
        for &dodge_dice in portions(dodge_dice, at_a_time).iter().rev() {
            for pool in BTreeSet::from([fighter.has_pool(2), fighter.has_pool(1)]).into_iter().rev() {
                let shooting = Shooting { attacks, pool, dodge_dice };
                let means = Means { split: &split[..attacks as usize], pool, dodge_dice };
                let action = keys.action(input, rules, means, PenaltyRanges::any(), true);
                fighter.actions.push((shooting, Inner::new(action)));
                if !input.is_sound() {
                    return fighter;
                }
            }
        }
    }
    fighter
}

/// The dodge dice of a fighter, and the maximum number against one action.
fn dodge(input: &InputReader, table: &str) -> (u32, u32) {
    let all = keys(table, table).dodge_pool(input);
    let at_a_time = input.find(&format!("{table}.dodge_per_action")).map_or(all, i32::unsigned_abs);
    (all, at_a_time)
}

/// All amounts that can be used at a time from a limited supply: `each`, the rest, and 0.
fn portions(total: u32, each: u32) -> BTreeSet<u32> {
    BTreeSet::from([each.min(total), total.checked_rem(each).unwrap_or(0), 0])
}

/// The maximum number of actions in a turn.
fn most_actions(fighter: &Fighter) -> u32 {
    fighter.initiative.actions(fighter.initiative.most()).unsigned_abs()
}

/// The maximum of the boxes of all wounds. Wounds before the last action have found room on the track;
/// those of the last action, with this number of attacks, need not.
fn most_boxes(rules: &Rules, attacks: u32) -> u32 {
    // A box has room for two marks of stun. The book's track is shorter.
    2 * track::BOXES as u32 + attacks * rules.most_boxes() as u32
}

/// The metrics of a fight. `most` contains the maximum number of actions and boxes for each fighter.
fn metrics(max_turns: u32, most: [(u32, u32); 2]) -> Vec<MetricSpec> {
    let [first, second] = most;
    let actions = |who: &str, (actions, _): (u32, u32)| {
        MetricSpec::integer(
            &format!("{who}_actions"),
            format!("actions of the {who} fighter"),
            0,
            actions.into(),
        )
        .called(format!("actions of the {who}"))
    };
    let state = |who: &str| {
        MetricSpec::label(
            &format!("{who}_state"),
            format!("what becomes of the {who} fighter"),
            State::LABELS,
        )
        .called(format!("state of the {who}"))
    };
    let penalty = |who: &str| {
        let help = format!("the {who} fighter's penalty to target numbers at the end");
        MetricSpec::integer(&format!("{who}_penalty"), help, 0, MOST_PENALTY.into())
            .called(format!("penalty of the {who}"))
    };
    let boxes = |who: &str, (_, boxes): (u32, u32)| {
        let help = format!("boxes of all wounds of the {who} fighter, whether or not they found room");
        MetricSpec::integer(&format!("{who}_boxes"), help, 0, boxes.into())
            .called(format!("boxes of the {who}"))
    };
    vec![
        MetricSpec::label("winner", "who is left standing", WINNERS).called("winner").leading(true),
        MetricSpec::integer("turns", "combat turns fought", 1, max_turns.into()).called("combat turns"),
        actions("first", first),
        actions("second", second),
        state("first"),
        state("second"),
        penalty("first"),
        penalty("second"),
        boxes("first", first),
        boxes("second", second),
    ]
}
