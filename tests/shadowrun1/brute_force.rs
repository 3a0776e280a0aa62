//! The page once more, as plainly as can be: every law against that of the program.

use std::collections::BTreeMap;

use crate::scene::{ATTACK, SPELL, law, probability};

/// The probability of so many successes, by their number.
type Successes = Vec<f64>;

/// A law of words and numbers.
type Told = BTreeMap<String, f64>;

#[derive(Clone, Copy)]
struct Rules {
    /// The house rules of dice, or else the book's.
    house: bool,
    dodge_penalty: bool,
    unaware_defense: bool,
}

const HOUSE: Rules = Rules { house: true, dodge_penalty: true, unaware_defense: true };

const BOOK: Rules = Rules { house: false, ..HOUSE };

fn add(to: &mut Successes, successes: usize, probability: f64) {
    if to.len() <= successes {
        to.resize(successes + 1, 0.0);
    }
    to[successes] += probability;
}

fn both(one: &Successes, other: &Successes) -> Successes {
    let mut sum = Successes::new();
    for (a, p) in one.iter().enumerate() {
        for (b, q) in other.iter().enumerate() {
            add(&mut sum, a + b, p * q);
        }
    }
    sum
}

impl Rules {
    fn score(self, value: i32, target_number: i32) -> usize {
        match value - target_number {
            ..0 => 0,
            over if self.house => 1 + over as usize / 6,
            _ => 1,
        }
    }

    /// A die on top of what is there: a 6 is rolled again and added.
    fn die(self, on_top_of: i32, target_number: i32) -> Successes {
        let mut die = Successes::new();
        for sixes in 0..24 {
            for face in 1..6 {
                let value = on_top_of + 6 * sixes + face;
                add(&mut die, self.score(value, target_number), 6f64.powi(-sixes - 1));
            }
        }
        die
    }

    fn dice(self, count: i32, target_number: i32) -> Successes {
        let die = self.die(0, target_number);
        (0..count).fold(vec![1.0], |sum, _| both(&sum, &die))
    }

    fn sixes(self, count: i32, target_number: i32) -> Successes {
        let six = if self.house { self.die(6, target_number) } else { vec![0.0, 1.0] };
        (0..count).fold(vec![1.0], |sum, _| both(&sum, &six))
    }

    /// A test: skill dice are traded, added dice and automatic sixes are not.
    fn test(self, skill: i32, added: i32, sixes: i32, number: i32) -> Successes {
        let (mut dice, mut number) = (skill, number);
        if !self.house || skill == 0 {
            number = number.max(2);
        } else if number > 10 {
            let given = (number - 10).min(skill - 1);
            (dice, number) = (dice - given, number - given);
        } else if number < 2 {
            (dice, number) = (dice + 2 - number, 2);
        }
        both(&self.dice(dice + added, number), &self.sixes(sixes, number))
    }

    /// The penalty of a track, written from box 12 down to box 0.
    fn penalty(self, marks: &str) -> i32 {
        let marked = marks.chars().filter(|&mark| mark != '.').count();
        if !self.house {
            return [0, 1, 1, 2, 2, 2].get(marked).copied().unwrap_or(3);
        }
        match marks.chars().rev().position(|mark| mark != '.') {
            None => 0,
            Some(0..=2) => 4,
            Some(3..=5) => 3,
            Some(6..=8) => 2,
            Some(_) => 1,
        }
    }

    /// A physical wound from a box down. Whether it kills, and what is marked then.
    fn hit(marks: &str, start: usize, boxes: usize) -> (String, bool) {
        let mut marks: Vec<char> = marks.chars().collect();
        let mut owed = boxes;
        for number in (0..=start).rev() {
            if owed > 0 && marks[12 - number] != 'X' {
                marks[12 - number] = 'X';
                owed -= 1;
            }
        }
        (marks.into_iter().collect(), owed > 0)
    }
}

#[derive(Clone, Copy)]
struct Attack {
    rules: Rules,
    split: &'static [i32],
    target_number: i32,
    body: i32,
    armor: i32,
    impact: i32,
    dodge_dice: i32,
    /// Automatic sixes of the target.
    karma: i32,
    marks: &'static str,
    /// The penalty that is written.
    penalty: Option<i32>,
}

const PLAIN: Attack = Attack {
    rules: HOUSE,
    split: &[5],
    target_number: 4,
    body: 4,
    armor: 0,
    impact: 0,
    dodge_dice: 0,
    karma: 0,
    marks: ".............",
    penalty: None,
};

const BOXES: [usize; 5] = [0, 1, 3, 6, 10];

const LEVELS: [&str; 5] = ["none", "L", "M", "S", "D"];

impl Attack {
    /// The code is 5M3.
    fn laws(self) -> [Told; 4] {
        let rules = self.rules;
        let penalty = self.penalty.unwrap_or(rules.penalty(self.marks));
        let dodge_dice = (self.dodge_dice - (self.impact + 1) / 2).max(0);
        let dodge_number = 4 + if rules.dodge_penalty { penalty } else { 0 };
        let (dodge, joining) = match rules.house {
            true => (rules.test(dodge_dice, 0, 0, dodge_number), 0),
            false => (vec![1.0], self.dodge_dice),
        };
        let body = rules.test(self.body, 0, self.karma, 5 + penalty);
        let beside = match (rules.house, self.armor) {
            (_, 0) => rules.test(0, joining, 0, 5),
            (true, armor) => rules.test(0, armor, 1, 5),
            (false, armor) => both(&rules.test(0, joining, 0, 5), &rules.sixes(armor, 5)),
        };
        let resisted = both(&body, &beside);
        let mut laws: [Told; 4] = Default::default();
        for (evaded, p) in dodge.iter().enumerate() {
            // The wounds of the attacks, none for a miss, and how many hit.
            let mut actions: Vec<(Vec<usize>, usize, f64)> = vec![(Vec::new(), 0, *p)];
            for &skill in self.split {
                let mut next = BTreeMap::<(Vec<usize>, usize), f64>::new();
                for (successes, q) in rules.test(skill, 0, 0, self.target_number).iter().enumerate() {
                    for (wounds, hits, p) in &actions {
                        if successes == 0 || evaded > successes {
                            *next.entry(([&wounds[..], &[0]].concat(), *hits)).or_default() += p * q;
                            continue;
                        }
                        let extra = (successes - evaded).saturating_sub(1);
                        let level = (2 + extra / if rules.house { 2 } else { 3 }).min(4);
                        for (down, r) in resisted.iter().enumerate() {
                            let left = level.saturating_sub(down / 3);
                            *next.entry(([&wounds[..], &[left]].concat(), hits + 1)).or_default() +=
                                p * q * r;
                        }
                    }
                }
                actions = next.into_iter().map(|((wounds, hits), p)| (wounds, hits, p)).collect();
            }
            *laws[0].entry(evaded.to_string()).or_default() += p;
            for (wounds, hits, p) in actions {
                *laws[1].entry(hits.to_string()).or_default() += p;
                let worst = wounds.iter().max().expect("an action has an attack");
                *laws[2].entry(LEVELS[*worst].to_owned()).or_default() += p;
                self.mark(&wounds, p, &mut laws[3]);
            }
        }
        laws
    }

    /// Marks all wounds: the state of the target.
    fn mark(self, wounds: &[usize], p: f64, states: &mut Told) {
        if !self.rules.house {
            let marked = self.marks.chars().filter(|&mark| mark != '.').count();
            let boxes: usize = wounds.iter().map(|&level| BOXES[level]).sum();
            let dead = boxes > 0 && marked + boxes >= 10;
            *states.entry(if dead { "dead" } else { "ok" }.to_owned()).or_default() += p;
            return;
        }
        let mut tracks = vec![(self.marks.to_owned(), false, p)];
        for &level in wounds.iter().filter(|&&level| level > 0) {
            let locations = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
            let hit = |location| {
                tracks.iter().map(move |(marks, dead, p): &(String, bool, f64)| {
                    let (marks, dies) = Rules::hit(marks, location, BOXES[level]);
                    (marks, *dead || dies, p / 36.0)
                })
            };
            tracks = locations.flat_map(hit).collect();
        }
        for (_, dead, p) in tracks {
            *states.entry(if dead { "dead" } else { "ok" }.to_owned()).or_default() += p;
        }
    }

    fn settings(self) -> Vec<String> {
        let mut set = vec![
            format!("rules.preset={}", if self.rules.house { "house" } else { "book" }),
            format!("rules.dodge_penalty={}", self.rules.dodge_penalty),
            format!("attacker.skill={}", self.split.iter().sum::<i32>()),
            format!("choice.split={:?}", self.split),
            format!("choice.target_number={}", self.target_number),
            "weapon.power=5".to_owned(),
            "weapon.staging=3".to_owned(),
            format!("target.body={}", self.body),
            format!("target.armor={}", self.armor),
            format!("target.impact={}", self.impact),
            format!("target.dodge_dice={}", self.dodge_dice),
            format!("target.automatic_sixes={}", self.karma),
            format!("target.marks={}", self.marks),
        ];
        set.extend((self.armor > 0).then(|| "target.armor_class=ordinary".to_owned()));
        set.extend(self.penalty.map(|penalty| format!("target.wound_penalty={penalty}")));
        set
    }
}

#[track_caller]
fn check_law(text: &str, set: &[String], metric: &str, expected: &Told) {
    let set: Vec<&str> = set.iter().map(String::as_str).collect();
    let odds = law(text, &set);
    for (value, wanted) in expected {
        let ours = probability(&odds, metric, value);
        assert!((ours - wanted).abs() < 1e-12, "{set:?}: {metric} = {value}: {ours} is not {wanted}");
    }
    assert!((expected.values().sum::<f64>() - 1.0).abs() < 1e-9, "{metric} of {set:?}");
}

#[test]
fn attacks_agree_with_the_page() {
    let marks = "..X../.......";
    let armored = Attack { armor: 5, impact: 1, ..PLAIN };
    for attack in [
        PLAIN,
        Attack { marks, dodge_dice: 3, ..PLAIN },
        Attack { marks, dodge_dice: 4, ..armored },
        Attack { marks, dodge_dice: 4, rules: Rules { dodge_penalty: false, ..HOUSE }, ..armored },
        Attack { marks, dodge_dice: 2, penalty: Some(0), ..PLAIN },
        Attack { dodge_dice: 2, penalty: Some(-2), ..PLAIN },
        Attack { dodge_dice: 3, penalty: Some(9), ..PLAIN },
        Attack { marks, dodge_dice: 3, split: &[3, 2], ..PLAIN },
        Attack { marks: "XX...........", target_number: 12, split: &[2, 2], ..armored },
        Attack { marks, karma: 2, ..armored },
        Attack { karma: 1, penalty: Some(9), ..armored },
        Attack { body: 0, karma: 2, penalty: Some(9), ..PLAIN },
        Attack { rules: BOOK, karma: 1, ..PLAIN },
        Attack { rules: BOOK, ..PLAIN },
        Attack { rules: BOOK, marks: "XXX..........", dodge_dice: 3, ..PLAIN },
        Attack { rules: BOOK, marks: "XXXXXX.......", split: &[3, 2], armor: 2, ..PLAIN },
    ] {
        let [dodge, hit, wound, state] = attack.laws();
        for (metric, law) in [("dodge", dodge), ("hit", hit), ("wound", wound), ("state", state)] {
            check_law(ATTACK, &attack.settings(), metric, &law);
        }
    }
}

#[derive(Clone, Copy)]
struct Spell {
    rules: Rules,
    control: bool,
    aware: bool,
    force: i32,
    attribute: i32,
    target_magic: i32,
    target_marks: &'static str,
    caster_marks: &'static str,
}

impl Spell {
    /// Sorcery 3, Magic 4, Willpower 2, and a drain of 5M2.
    fn laws(self) -> [Told; 4] {
        let rules = self.rules;
        let (caster, target) = (rules.penalty(self.caster_marks), rules.penalty(self.target_marks));
        let success = rules.test(self.force, 0, 0, self.attribute + caster);
        let defense = if rules.house { ((6 - self.target_magic) / 2).max(0) } else { 0 };
        let against = if rules.house { self.force } else { 3 } + target;
        let resisted = match self.control && !self.aware {
            false => rules.test(self.attribute, defense, 0, against),
            true if rules.unaware_defense => rules.test(0, defense, 0, against),
            true => vec![1.0],
        };
        let drain = rules.test(if rules.house { 4 } else { 2 }, 0, 0, 5 + caster);
        let mut laws: [Told; 4] = Default::default();
        for (a, p) in success.iter().enumerate() {
            for (r, q) in resisted.iter().enumerate() {
                let net = a as i32 - r as i32;
                let threshold = match (self.control, rules.house) {
                    (false, _) => 0,
                    (true, true) => self.attribute,
                    (true, false) => 1,
                };
                let hit = a > 0 && net >= threshold;
                let wound = if hit && !self.control { (2 + (net - 1).max(0) / 2).min(4) } else { 0 };
                *laws[0].entry(r.to_string()).or_default() += p * q;
                *laws[1].entry(i32::from(hit).to_string()).or_default() += p * q;
                *laws[2].entry(LEVELS[wound as usize].to_owned()).or_default() += p * q;
            }
        }
        let level = 2 + usize::from(self.control && rules.house);
        for (down, p) in drain.iter().enumerate() {
            *laws[3].entry(LEVELS[level.saturating_sub(down / 2)].to_owned()).or_default() += p;
        }
        laws
    }

    fn settings(self) -> Vec<String> {
        vec![
            format!("rules.preset={}", if self.rules.house { "house" } else { "book" }),
            format!("rules.unaware_defense={}", self.rules.unaware_defense),
            "caster.magic=4".to_owned(),
            format!("spell.category={}", if self.control { "control" } else { "combat" }),
            format!("spell.force={}", self.force),
            format!("target.attribute={}", self.attribute),
            format!("target.aware={}", self.aware),
            format!("target.magic={}", self.target_magic),
            format!("target.marks={}", self.target_marks),
            format!("caster.marks={}", self.caster_marks),
        ]
    }
}

#[test]
fn spells_agree_with_the_page() {
    let combat = Spell {
        rules: HOUSE,
        control: false,
        aware: true,
        force: 4,
        attribute: 3,
        target_magic: 0,
        target_marks: ".............",
        caster_marks: ".............",
    };
    let control = Spell { control: true, ..combat };
    let unaware = Spell { aware: false, ..control };
    for spell in [
        combat,
        Spell { caster_marks: "....X........", target_marks: "./...........", ..combat },
        Spell { aware: false, ..combat },
        control,
        unaware,
        Spell { target_marks: "............X", ..unaware },
        Spell { target_marks: "............X", force: 9, ..unaware },
        Spell { target_marks: "............X", force: 12, ..unaware },
        Spell { target_magic: 6, ..unaware },
        Spell { rules: Rules { unaware_defense: false, ..HOUSE }, ..unaware },
        Spell { rules: BOOK, caster_marks: "XXX..........", target_marks: "XXXXXX.......", ..combat },
        Spell { rules: BOOK, caster_marks: "X............", ..control },
        Spell { rules: BOOK, ..unaware },
    ] {
        let [resisted, hit, wound, drain] = spell.laws();
        for (metric, law) in [("resisted", resisted), ("hit", hit), ("wound", wound), ("drain_wound", drain)]
        {
            check_law(SPELL, &spell.settings(), metric, &law);
        }
    }
}
