//! The wounds of a round once more, as plainly as can be: every blow of every pair, and whose
//! Initiative is higher.

use std::collections::BTreeMap;

use crate::common;
use crate::scene::{TWO_FOES, probability};
use fizzle::analysis::{MAX_OUTCOMES, exact};

/// A die that shows this value, or a botch, with this probability.
type Die = Vec<(Option<i32>, f64)>;

/// A stress die with one botch die, doubled at most so often.
fn stress(doublings: i32) -> Die {
    let mut die: Die = (2..=9).map(|value| (Some(value), 0.1)).collect();
    die.extend([(Some(0), 0.09), (None, 0.01)]);
    for doublings in 1..=doublings {
        let p = 0.1f64.powi(doublings + 1);
        die.extend((2..=10).map(|value| (Some(value << doublings), p)));
    }
    die
}

fn total(score: i32, die: Option<i32>) -> i32 {
    die.map_or(score.min(0), |value| score + value)
}

#[derive(Clone, Copy, PartialEq)]
enum Order {
    Pairs,
    Sides,
    Always,
}

#[derive(Clone, Copy)]
struct Fighter {
    initiative: i32,
    attack: i32,
    defense: i32,
    damage: i32,
    soak: i32,
    /// Levels lost before.
    lost: i32,
}

impl Fighter {
    fn penalty(self) -> i32 {
        [0, 0, -1, -3, -5][self.lost as usize]
    }

    /// The hit by totals with all modifiers, and the levels that it takes, at most those left.
    fn strikes(self, other: Fighter, attack: i32, defense: i32) -> (bool, i32) {
        let difference = attack - defense;
        let levels = (self.damage + difference - other.soak) / 5;
        (difference > 0, if difference > 0 { levels.clamp(0, 5 - other.lost) } else { 0 })
    }

    fn settings(self, who: &str) -> Vec<String> {
        let keys = ["initiative", "attack", "defense", "damage", "soak", "body_lost"];
        let values = [self.initiative, self.attack, self.defense, self.damage, self.soak, self.lost];
        keys.iter().zip(values).map(|(key, value)| format!("{who}.{key}={value}")).collect()
    }
}

/// What hero and foe do to each other, and how the Initiative of the foe compares.
type Pair = (bool, i32, bool, i32, std::cmp::Ordering);

/// The law of landed, taken, foe_body_lost, hero_body_lost, foes_out, hero_out, if Initiative rolls
/// this die: a single 0 leaves the scores.
fn law(
    die: &Die,
    initiative_die: &Die,
    hero: Fighter,
    foes: &[Fighter],
    order: Order,
) -> BTreeMap<[i32; 6], f64> {
    let many = 3 * (foes.len() as i32 - 1);
    let mut law = BTreeMap::new();
    for (heros, p) in die {
        // Against several foes one die is for all totals of the hero.
        let attack = total(hero.attack + hero.penalty() - many, *heros);
        let defense = total(hero.defense + hero.penalty() - many, *heros);
        let blows: Vec<BTreeMap<(bool, i32, bool, i32), f64>> = foes
            .iter()
            .map(|foe| {
                let mut blows = BTreeMap::new();
                for (parry, q) in die {
                    let (landed, dealt) =
                        hero.strikes(*foe, attack, total(foe.defense + foe.penalty(), *parry));
                    for (strike, r) in die {
                        let (hit, taken) =
                            foe.strikes(hero, total(foe.attack + foe.penalty(), *strike), defense);
                        *blows.entry((landed, dealt, hit, taken)).or_default() += q * r;
                    }
                }
                blows
            })
            .collect();
        for (initiative, q) in initiative_die {
            let heros = total(hero.initiative + hero.penalty(), *initiative);
            let mut rounds: Vec<(Vec<Pair>, f64)> = vec![(Vec::new(), p * q)];
            for (foe, blows) in foes.iter().zip(&blows) {
                let mut speeds = BTreeMap::new();
                for (foes, r) in initiative_die {
                    let foes = total(foe.initiative + foe.penalty(), *foes);
                    *speeds.entry(foes.cmp(&heros)).or_default() += r;
                }
                let mut next = Vec::new();
                for (pairs, p) in &rounds {
                    for ((landed, dealt, hit, taken), q) in blows {
                        for (speed, r) in &speeds {
                            let pair = (*landed, *dealt, *hit, *taken, *speed);
                            let r: &f64 = r;
                            next.push(([&pairs[..], &[pair]].concat(), p * q * r));
                        }
                    }
                }
                rounds = next;
            }
            for (pairs, p) in rounds {
                *law.entry(outcome(hero, foes, &pairs, order)).or_default() += p;
            }
        }
    }
    law
}

fn outcome(hero: Fighter, foes: &[Fighter], pairs: &[Pair], order: Order) -> [i32; 6] {
    let left = 5 - hero.lost;
    let falls = |place: usize| pairs[place].1 == 5 - foes[place].lost;
    let mut dealt: Vec<i32> = pairs.iter().map(|pair| pair.1).collect();
    let mut taken: Vec<i32> = pairs.iter().map(|pair| pair.3).collect();
    let all: i32 = taken.iter().sum();
    let someone = (0..foes.len()).any(falls);
    if order == Order::Sides && all >= left && someone {
        let before: i32 = pairs.iter().filter(|pair| pair.4.is_gt()).map(|pair| pair.3).sum();
        for place in 0..foes.len() {
            if before >= left {
                dealt[place] = 0;
            } else if pairs[place].4.is_lt() && falls(place) {
                taken[place] = 0;
            }
        }
    }
    for place in 0..foes.len() {
        if order == Order::Pairs && pairs[place].3 >= left && falls(place) {
            match pairs[place].4 {
                std::cmp::Ordering::Greater => dealt[place] = 0,
                std::cmp::Ordering::Less => taken[place] = 0,
                std::cmp::Ordering::Equal => {}
            }
        }
    }
    let lost = taken.iter().sum::<i32>().min(left);
    let out = (0..foes.len()).filter(|&place| dealt[place] == 5 - foes[place].lost).count() as i32;
    [
        pairs.iter().filter(|pair| pair.0).count() as i32,
        pairs.iter().filter(|pair| pair.2).count() as i32,
        dealt.iter().sum(),
        lost,
        out,
        i32::from(lost == left),
    ]
}

const HERO: Fighter = Fighter { initiative: 6, attack: 12, defense: 9, damage: 14, soak: 3, lost: 1 };

const DEADLY: Fighter = Fighter { initiative: 7, attack: 9, defense: 8, damage: 22, soak: 2, lost: 0 };

const WEAK: Fighter = Fighter { initiative: 3, attack: 11, defense: 5, damage: 10, soak: 1, lost: 2 };

const METRICS: [&str; 6] = ["landed", "taken", "foe_body_lost", "hero_body_lost", "foes_out", "hero_out"];

#[track_caller]
fn check(doublings: i32, foes: &[Fighter], order: Order) {
    check_with("score", &vec![(Some(0), 1.0)], doublings, foes, order);
    check_with("total", &stress(doublings), doublings, foes, order);
}

#[track_caller]
fn check_with(by: &str, initiative_die: &Die, doublings: i32, foes: &[Fighter], order: Order) {
    let words = ["unless-both-out", "unless-both-sides-out", "always"];
    let mut set = HERO.settings("hero");
    for (place, foe) in foes.iter().enumerate() {
        set.extend(foe.settings(&format!("foe.{place}")));
        set.push(format!("foe.{place}.combat_fatigue=5"));
    }
    set.push(format!("rules.simultaneous={}", words[order as usize]));
    set.push(format!("rules.double_kill={by}"));
    let set: Vec<&str> = set.iter().map(String::as_str).collect();
    let odds = exact(&common::parse(TWO_FOES, &set), None, MAX_OUTCOMES).unwrap();
    let mut wanted: BTreeMap<(usize, i32), f64> = BTreeMap::new();
    for (values, p) in law(&stress(doublings), initiative_die, HERO, foes, order) {
        for (metric, value) in values.into_iter().enumerate() {
            *wanted.entry((metric, value)).or_default() += p;
        }
    }
    for ((metric, value), wanted) in wanted {
        let ours = probability(&odds, METRICS[metric], &value.to_string());
        // What the dice leave out: each of hero and foes rolls four at most.
        let cut = 16.0 * 0.1f64.powi(doublings + 1);
        let name = METRICS[metric];
        assert!((ours - wanted).abs() < cut, "{name} = {value} of {set:?}: {ours} is not {wanted}");
    }
}

#[test]
fn wounds_of_two_foes_agree_with_the_page() {
    for order in [Order::Pairs, Order::Sides, Order::Always] {
        check(7, &[DEADLY, WEAK], order);
        check(7, &[DEADLY, DEADLY], order);
        check(7, &[WEAK, Fighter { damage: 40, initiative: 9, ..DEADLY }], order);
    }
}

#[test]
fn wounds_of_three_foes_agree_with_the_page() {
    let mighty = Fighter { damage: 40, ..DEADLY };
    check(4, &[mighty, WEAK, mighty], Order::Pairs);
    check(4, &[mighty, WEAK, mighty], Order::Sides);
}
