//! A small duel in which the hero makes the best use of his hits, as plainly as can be.

use std::cmp::Ordering;
use std::collections::HashMap;

/// A die that shows this value, or a botch, with this probability.
type Die = Vec<(Option<i32>, f64)>;

/// Dice are doubled at most so often: what is left out is less than 1e-6 of a round.
const DOUBLINGS: i32 = 6;

fn stress() -> Die {
    let mut die: Die = (2..=9).map(|value| (Some(value), 0.1)).collect();
    die.extend([(Some(0), 0.09), (None, 0.01)]);
    for doublings in 1..=DOUBLINGS {
        let p = 0.1f64.powi(doublings + 1);
        die.extend((2..=10).map(|value| (Some(value << doublings), p)));
    }
    die
}

fn total(score: i32, die: Option<i32>) -> i32 {
    die.map_or(score.min(0), |value| score + value)
}

/// The levels that a hit by so much takes.
fn levels(difference: i32, damage: i32) -> i32 {
    if difference > 0 { ((damage + difference - 5) / 5).max(0) } else { 0 }
}

/// A greater bonus does the same, unless a die exceeds another by too much: 1e-6 of all rounds.
const MOST_SAVED: i32 = 60;

/// Body and Fatigue levels lost.
type Lost = (i32, i32);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Bonus {
    None,
    Attack(i32),
    Defense(i32),
}

/// A duel of combatants with two levels of each kind. Attack and Defense are 10 and 8,
/// Initiative 6 and 4, Soak 5, Combat Fatigue 3.
#[derive(Clone, Copy)]
pub struct Duel {
    pub rounds: i32,
    pub survive: bool,
    pub shared: bool,
    /// Whether Initiative totals decide a double kill, and not scores.
    pub total: bool,
    pub hero_damage: i32,
    pub foe_damage: i32,
}

impl Duel {
    /// How likely the hero reaches his goal.
    pub fn value(self) -> f64 {
        let mut recursion = Recursion { duel: self, die: stress(), known: HashMap::new() };
        recursion.value(1, (0, 0), (0, 0), Bonus::None)
    }
}

const PENALTIES: [i32; 2] = [0, -4];

fn penalty((body, fatigue): Lost) -> i32 {
    PENALTIES[body as usize] + PENALTIES[fatigue as usize]
}

/// A duel that is being solved.
struct Recursion {
    duel: Duel,
    die: Die,
    known: HashMap<(i32, Lost, Lost, Bonus), f64>,
}

impl Recursion {
    /// By how much the hero hits, how many levels the foe's blow takes, and how likely both are.
    fn blows(&self, hero: Lost, foe: Lost, bonus: Bonus) -> Vec<(i32, i32, f64)> {
        let (attack, defense) = match bonus {
            Bonus::None => (0, 0),
            Bonus::Attack(bonus) => (bonus, 0),
            Bonus::Defense(bonus) => (0, bonus),
        };
        let (own, other) = (penalty(hero), penalty(foe));
        let struck = |die, against| {
            let difference = total(10 + own + attack, die) - total(8 + other, against);
            difference.clamp(0, MOST_SAVED)
        };
        let taken = |die, against| {
            let difference = total(8 + other, against) - total(10 + own + defense, die);
            levels(difference, self.duel.foe_damage).min(2 - hero.0)
        };
        let mut hits = vec![[0.0; 3]; MOST_SAVED as usize + 1];
        let (mut strikes, mut blows_back) = (vec![0.0; hits.len()], [0.0; 3]);
        for &(die, p) in &self.die {
            for &(against, q) in &self.die {
                let (struck, taken) = (struck(die, against) as usize, taken(die, against) as usize);
                hits[struck][taken] += p * q;
                strikes[struck] += p * q;
                blows_back[taken] += p * q;
            }
        }
        let both = |(struck, taken): (usize, usize)| match self.duel.shared {
            true => hits[struck][taken],
            false => strikes[struck] * blows_back[taken],
        };
        let all = (0..hits.len()).flat_map(|struck| (0..3).map(move |taken| (struck, taken)));
        all.map(|place| (place.0 as i32, place.1 as i32, both(place))).filter(|blow| blow.2 > 0.0).collect()
    }

    /// How likely the hero's Initiative is lower, equal, higher.
    fn initiative(&self, hero: Lost, foe: Lost) -> [(Ordering, f64); 3] {
        let mut law = [(Ordering::Less, 0.0), (Ordering::Equal, 0.0), (Ordering::Greater, 0.0)];
        if !self.duel.total {
            let order = (6 + penalty(hero)).cmp(&(4 + penalty(foe)));
            law[(order as i8 + 1) as usize].1 = 1.0;
            return law;
        }
        for (die, p) in &self.die {
            for (against, q) in &self.die {
                let order = total(6 + penalty(hero), *die).cmp(&total(4 + penalty(foe), *against));
                law[(order as i8 + 1) as usize].1 += p * q;
            }
        }
        law
    }

    fn tires(&self, lost: Lost) -> f64 {
        let tired = |die: &&(Option<i32>, f64)| total(3 + PENALTIES[lost.0 as usize], die.0) <= 6;
        self.die.iter().filter(tired).map(|(_, p)| p).sum()
    }

    /// How likely the hero reaches his goal from the beginning of a round.
    fn value(&mut self, round: i32, hero: Lost, foe: Lost, bonus: Bonus) -> f64 {
        if round > self.duel.rounds {
            return f64::from(self.duel.survive);
        }
        if let Some(value) = self.known.get(&(round, hero, foe, bonus)) {
            return *value;
        }
        let mut value = 0.0;
        for (struck, taken, p) in self.blows(hero, foe, bonus) {
            let dealt = levels(struck, self.duel.hero_damage).min(2 - foe.0);
            let mut best = self.after(round, hero, foe, dealt, taken, Bonus::None);
            if struck > 0 {
                for saved in [Bonus::Attack(struck), Bonus::Defense(struck)] {
                    best = best.max(self.after(round, hero, foe, 0, taken, saved));
                }
            }
            value += p * best;
        }
        self.known.insert((round, hero, foe, bonus), value);
        value
    }

    fn after(&mut self, round: i32, hero: Lost, foe: Lost, dealt: i32, taken: i32, saved: Bonus) -> f64 {
        if dealt == 2 - foe.0 && taken == 2 - hero.0 {
            let mut value = 0.0;
            for (order, p) in self.initiative(hero, foe) {
                value += p * match order {
                    Ordering::Less => self.tire(round, (2, hero.1), foe, Bonus::None),
                    Ordering::Equal => self.tire(round, (2, hero.1), (2, foe.1), Bonus::None),
                    Ordering::Greater => self.tire(round, hero, (2, foe.1), Bonus::None),
                };
            }
            return value;
        }
        self.tire(round, (hero.0 + taken, hero.1), (foe.0 + dealt, foe.1), saved)
    }

    fn tire(&mut self, round: i32, hero: Lost, foe: Lost, saved: Bonus) -> f64 {
        if hero.0 == 2 {
            return 0.0;
        }
        let hero_tires = self.tires(hero);
        let foe_tires = if foe.0 == 2 { 0.0 } else { self.tires(foe) };
        let mut value = 0.0;
        for (own, p) in [(0, 1.0 - hero_tires), (1, hero_tires)] {
            for (other, q) in [(0, 1.0 - foe_tires), (1, foe_tires)] {
                let (hero, foe) = ((hero.0, hero.1 + own), (foe.0, foe.1 + other));
                value += p
                    * q
                    * match (hero.1 == 2, foe.0 == 2 || foe.1 == 2) {
                        (true, _) => 0.0,
                        (false, true) => 1.0,
                        (false, false) if p * q == 0.0 => 0.0,
                        (false, false) => self.value(round + 1, hero, foe, saved),
                    };
            }
        }
        value
    }
}
