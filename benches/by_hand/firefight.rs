//! A firefight of Shadowrun 1 with the house rules, as `fizzle new` writes it, but for the wired
//! reflexes of level 2 of the first. Both have Reaction 5, skill 6, two pool dice, four
//! dodge dice, and armor 3.

use super::Rng;
use super::shadowrun1::{BOXES, MODERATE, OK, STEPS, Track, initiative, resisted, test};

const REACTION: i64 = 5;
const WIRED: [usize; 2] = [2, 0];
const DODGE_DICE: i64 = 4;

struct Fighter {
    track: Track,
    dodge_dice: i64,
    actions: i64,
    boxes: i64,
}

pub fn fight(rng: &mut Rng) -> [i64; 12] {
    let fresh = || Fighter { track: Track::default(), dodge_dice: DODGE_DICE, actions: 0, boxes: 0 };
    let mut fighters = [fresh(), fresh()];
    let mut turns = 0;
    while turns < 10 && fighters.iter().all(|fighter| fighter.track.state == OK) {
        turns += 1;
        turn(rng, &mut fighters);
    }
    let [first, second] = &fighters;
    let winner = match (first.track.state == OK, second.track.state == OK) {
        (true, false) => 0,
        (false, true) => 1,
        (false, false) => 2,
        (true, true) => 3,
    };
    [
        winner,
        turns,
        (first.track.state != OK).into(),
        (second.track.state != OK).into(),
        first.actions,
        first.track.state,
        first.track.penalty(),
        first.boxes,
        second.actions,
        second.track.state,
        second.track.penalty(),
        second.boxes,
    ]
}

fn turn(rng: &mut Rng, fighters: &mut [Fighter; 2]) {
    let mut next = WIRED.map(|wired| initiative(rng, REACTION, wired as i64));
    while fighters.iter().all(|fighter| fighter.track.state == OK) {
        let count = next[0].max(next[1]);
        if count < 1 {
            return;
        }
        let acts = next.map(|own| own == count);
        // Penalties and dodge dice are those of the beginning of the count.
        let penalties = [0, 1].map(|one: usize| fighters[one].track.penalty());
        let wounds = [0, 1].map(|shooter: usize| {
            let target = 1 - shooter;
            match acts[shooter] {
                true => shoot(rng, penalties[shooter], penalties[target], &mut fighters[target].dodge_dice),
                false => None,
            }
        });
        for one in [0, 1] {
            if let Some(wound) = wounds[1 - one] {
                fighters[one].track.mark(rng, BOXES[wound as usize], true);
                fighters[one].boxes += BOXES[wound as usize];
            }
            if acts[one] {
                fighters[one].actions += 1;
                fighters[one].dodge_dice = DODGE_DICE;
                next[one] -= STEPS[WIRED[one]];
            }
        }
    }
}

/// The level of the wound, if the shot hits. The target uses all dodge dice.
fn shoot(rng: &mut Rng, penalty: i64, target_penalty: i64, dodge_dice: &mut i64) -> Option<i64> {
    let shot = test(rng, 6, 2, 4 + penalty);
    let dodge = test(rng, *dodge_dice, 0, 4 + target_penalty);
    *dodge_dice = 0;
    let hit = shot > 0 && dodge <= shot;
    hit.then(|| resisted(rng, MODERATE, shot - dodge, 3, target_penalty))
}
