//! Shadowrun 1: a firefight of two sides, with the house rules, those of the book, or any mixture of them.
//! It reads its scenario itself.

mod file;

use std::array;
use std::cmp::Reverse;

use self::file::*;
use super::encounter::{self, Side};
use super::shadowrun1::{DEAD, OK, Track, UNCONSCIOUS, exploding};
use super::{Rng, die};

/// The most fighters.
const MOST: usize = 12;

const DEADLY: i64 = 4;

const CONTROLLED: i64 = 3;

/// From one action to the next, wiring takes off as much as it costs in Essence.
const ESSENCE: [i64; 4] = [0, 2, 3, 5];

/// A firefight, ready to be fought.
pub struct Firefight {
    fighters: Vec<Fighter>,
    sides: Vec<Side>,
    starts: Vec<State>,
    max_turns: i64,
    rules: Rules,
}

/// How somebody is.
#[derive(Clone, Copy, Default)]
struct State {
    /// The damage track of the house rules; of the book's only its state counts.
    track: Track,
    /// Boxes of the book's track.
    marked: i64,
    is_controlled: bool,
    dodge: i64,
    rounds: i64,
    automatic_sixes: i64,
    actions: i64,
    boxes: i64,
    /// The count of the next action of the turn.
    next: i64,
    /// How many actions have been aimed at this fighter in this turn.
    aimed_at: i64,
}

impl State {
    fn stands(&self) -> bool {
        self.track.state == OK && !self.is_controlled
    }
}

/// The beginning of a count: who acts then sees, and suffers, what was so.
struct Beginning {
    turn: i64,
    stand: [bool; MOST],
    penalties: [i64; MOST],
}

/// What an action does to somebody, marked when all have acted.
struct Effect {
    target: usize,
    level: i64,
    damage: Damage,
    controls: bool,
}

/// Whether somebody has pool dice and dodge dice in a turn.
fn has_pool(fighter: &Fighter, turn: i64) -> bool {
    turn > 1 || !fighter.surprised
}

impl Firefight {
    /// Reads a scenario.
    pub fn new(text: &str) -> Self {
        let File { fighter, choice, rules: own } = encounter::read(text, "fighter", "");
        let preset =
            if own.get("preset").and_then(|name| name.as_str()) == Some("book") { BOOK } else { HOUSE };
        let mut rules: toml::Table = format!("{SAME}{preset}").parse().expect("rules are TOML");
        rules.extend(own);
        let rules = rules.try_into().unwrap_or_else(|error| panic!("{error}"));
        let mut fight =
            Firefight { fighters: vec![], sides: vec![], starts: vec![], max_turns: choice.max_turns, rules };
        for (table, one) in fighter.iter().enumerate() {
            let side = one.side.unwrap_or(if table == 0 { Side::First } else { Side::Second });
            for _ in 0..one.count.unwrap_or(1) {
                fight.fighters.push(one.clone());
                fight.sides.push(side);
                fight.starts.push(fight.start(one));
            }
        }
        fight
    }

    fn start(&self, fighter: &Fighter) -> State {
        let mut state = State::default();
        let mut healed = fighter.healed;
        for (place, symbol) in fighter.marks.chars().rev().enumerate() {
            let mark = match symbol {
                '/' => 1,
                'X' => 2,
                _ => continue,
            };
            if healed > 0 {
                healed -= 1;
            } else {
                state.track.marks[place] = mark;
                state.marked += 1;
            }
        }
        state.dodge = if fighter.surprised { 0 } else { self.pool(fighter) };
        state.rounds = fighter.ammunition.unwrap_or(0);
        state.automatic_sixes = fighter.automatic_sixes;
        state
    }

    /// The full pool of dodge dice.
    fn pool(&self, fighter: &Fighter) -> i64 {
        let slowed = if self.rules.impact_slows_dodge { (fighter.impact + 1) / 2 } else { 0 };
        (fighter.dodge_dice - slowed).max(0)
    }

    /// How many metrics it has.
    pub fn metrics(&self) -> usize {
        4 + 4 * self.fighters.len()
    }

    /// Fights it, and sets its metrics.
    pub fn fight(&self, rng: &mut Rng, metrics: &mut [i64]) {
        let mut all: [State; MOST] =
            array::from_fn(|place| self.starts.get(place).copied().unwrap_or_default());
        let all = &mut all[..self.fighters.len()];
        let mut effects = Vec::new();
        let mut turns = 0;
        while turns < self.max_turns && self.both_stand(all) {
            turns += 1;
            self.turn(rng, all, turns, &mut effects);
        }
        let [first, second] = Side::BOTH.map(|side| self.standing(all, side));
        let firsts = self.sides.iter().filter(|&&side| side == Side::First).count();
        metrics[0] = encounter::winner(first > 0, second > 0);
        metrics[1] = turns;
        metrics[2] = (firsts - first) as i64;
        metrics[3] = (self.sides.len() - firsts - second) as i64;
        for (place, state) in all.iter().enumerate() {
            let own = &mut metrics[4 + 4 * place..];
            own[0] = state.actions;
            own[1] =
                if state.track.state == OK && state.is_controlled { CONTROLLED } else { state.track.state };
            own[2] = self.penalty(state);
            own[3] = state.boxes;
        }
    }

    fn standing(&self, all: &[State], side: Side) -> usize {
        all.iter().zip(&self.sides).filter(|&(state, &own)| own == side && state.stands()).count()
    }

    fn both_stand(&self, all: &[State]) -> bool {
        Side::BOTH.iter().all(|&side| self.standing(all, side) > 0)
    }

    fn penalty(&self, state: &State) -> i64 {
        match (self.rules.damage_track, state.marked) {
            (DamageTrack::Single, _) => state.track.penalty(),
            (DamageTrack::Book, ..1) => 0,
            (DamageTrack::Book, 1..3) => 1,
            (DamageTrack::Book, 3..6) => 2,
            (DamageTrack::Book, 6..) => 3,
        }
    }

    /// What makes a target weak.
    fn weakness(&self, state: &State) -> i64 {
        match self.rules.damage_track {
            DamageTrack::Single => state.track.marks.iter().filter(|&&mark| mark > 0).count() as i64,
            DamageTrack::Book => state.marked,
        }
    }

    fn turn(&self, rng: &mut Rng, all: &mut [State], turn: i64, effects: &mut Vec<Effect>) {
        for (state, fighter) in all.iter_mut().zip(&self.fighters) {
            if turn == 2 && fighter.surprised {
                state.dodge = self.pool(fighter);
            }
            state.aimed_at = 0;
            let wired = fighter.wired_level as i64;
            let dice = if self.rules.wired == Wired::Dice { 1 + wired } else { 1 };
            if state.stands() {
                state.next = fighter.reaction + 2 * wired + (0..dice).map(|_| die(rng, 6)).sum::<i64>();
            }
        }
        while self.both_stand(all) {
            let standing = all.iter().filter(|state| state.stands());
            let count = standing.map(|state| state.next).max().expect("somebody stands");
            if count < 1 {
                return;
            }
            self.count(rng, all, turn, count, effects);
        }
    }

    /// All who act at a count, with the penalties of its beginning.
    fn count(&self, rng: &mut Rng, all: &mut [State], turn: i64, count: i64, effects: &mut Vec<Effect>) {
        let mut start = Beginning { turn, stand: [false; MOST], penalties: [0; MOST] };
        for (place, state) in all.iter().enumerate() {
            (start.stand[place], start.penalties[place]) = (state.stands(), self.penalty(state));
        }
        effects.clear();
        for place in 0..all.len() {
            if start.stand[place] && all[place].next == count {
                match self.fighters[place].action {
                    Action::Shoot => self.shoot(rng, all, &start, place, effects),
                    Action::Cast => self.cast(rng, all, &start, place, effects),
                }
            }
        }
        for effect in &*effects {
            self.mark(rng, &mut all[effect.target], effect);
        }
        for (place, fighter) in self.fighters.iter().enumerate() {
            let state = &mut all[place];
            if start.stand[place] && state.next == count {
                state.next -= match self.rules.wired {
                    Wired::Decrement => self.rules.initiative_step - ESSENCE[fighter.wired_level],
                    Wired::Dice => self.rules.initiative_step,
                };
                if has_pool(fighter, turn) {
                    state.dodge = self.pool(fighter);
                }
            }
        }
    }

    /// The standing opponents of a fighter, in the order in which an action goes at them.
    fn targets(&self, rng: &mut Rng, all: &[State], start: &Beginning, place: usize, order: &mut Vec<usize>) {
        order.clear();
        order.extend(
            (0..all.len()).filter(|&other| start.stand[other] && self.sides[other] != self.sides[place]),
        );
        match self.fighters[place].target {
            Aim::First => {}
            Aim::Weakest => order.sort_by_key(|&other| Reverse(self.weakness(&all[other]))),
            Aim::Spread => order.sort_by_key(|&other| all[other].aimed_at),
            Aim::Random => {
                for left in (1..order.len()).rev() {
                    order.swap(left, die(rng, left as i64 + 1) as usize - 1);
                }
            }
        }
    }

    fn shoot(
        &self,
        rng: &mut Rng,
        all: &mut [State],
        start: &Beginning,
        place: usize,
        effects: &mut Vec<Effect>,
    ) {
        let shooter = &self.fighters[place];
        let is_burst = shooter.mode == Mode::Burst;
        let whole = [shooter.skill];
        let split = shooter.split.as_deref().unwrap_or(&whole);
        let mut attacks = split.len();
        if shooter.ammunition.is_some() {
            let rounds = if is_burst { 3 } else { 1 };
            attacks = attacks.min((all[place].rounds / rounds) as usize);
            all[place].rounds -= rounds * attacks as i64;
        }
        if attacks == 0 {
            return;
        }
        all[place].actions += 1;
        let mut order = Vec::with_capacity(MOST);
        self.targets(rng, all, start, place, &mut order);
        order.truncate(if shooter.spread_fire { attacks } else { 1 });
        // Successes of the dodge, and dice that join the resistance, of each target.
        let mut dodges = [(0, 0); MOST];
        for (&target, dodge) in order.iter().zip(&mut dodges) {
            all[target].aimed_at += 1;
            let dice = self.fighters[target].dodge_per_action.unwrap_or(i64::MAX).min(all[target].dodge);
            all[target].dodge -= dice;
            if self.rules.dodge == Dodge::Resist {
                dodge.1 = dice;
            } else {
                let number = shooter.dodge_number.unwrap_or(if is_burst { 5 } else { 4 });
                let penalty = if self.rules.dodge_penalty { start.penalties[target] } else { 0 };
                dodge.0 = self.test(rng, dice, 0, number + penalty);
            }
        }
        let recoil = if is_burst { (attacks as i64 - shooter.recoil_compensation).max(0) } else { 0 };
        for (attack, &dice) in split[..attacks].iter().enumerate() {
            let target = order[attack % order.len()];
            let (evaded, joining) = dodges[attack % order.len()];
            let pool_dice = if attack == 0 && has_pool(shooter, start.turn) { shooter.pool_dice } else { 0 };
            let successes =
                self.test(rng, dice, pool_dice, shooter.target_number + start.penalties[place] + recoil);
            if successes == 0 || evaded > successes {
                continue;
            }
            let level = self.raised(shooter, successes - evaded);
            let staged =
                self.resist(rng, &self.fighters[target], shooter.power, start.penalties[target], joining);
            let level = (level - staged / shooter.staging).clamp(0, DEADLY);
            effects.push(Effect { target, level, damage: shooter.damage, controls: false });
        }
    }

    /// The level of a hit with so many net successes, before it is resisted.
    fn raised(&self, shooter: &Fighter, net: i64) -> i64 {
        let extra = match self.rules.extra {
            Extra::BeyondFirst => (net - 1).max(0),
            Extra::All => net,
        };
        let raised = match (self.rules.staging_up, shooter.kind) {
            (StagingUp::Book, _) => (net - 1).max(0) / shooter.staging,
            (StagingUp::House, Kind::Weapon) => extra / self.rules.successes_per_level,
            (StagingUp::House, Kind::Unarmed) => extra / self.rules.unarmed_per_level,
        };
        let level = shooter.level as i64 + i64::from(shooter.mode == Mode::Burst) + raised;
        if self.rules.cap_before_resist { level.min(DEADLY) } else { level }
    }

    /// Successes of Body and armor.
    fn resist(&self, rng: &mut Rng, target: &Fighter, power: i64, penalty: i64, joining: i64) -> i64 {
        let mut raw = power.max(2);
        if self.rules.target_number_cap {
            raw = raw.min(self.rules.target_number_ceiling);
        }
        let (automatic, dice) = match (target.armor_class, self.rules.armor) {
            (ArmorClass::None, _) => (0, 0),
            (_, Armor::Automatic) => (target.armor, 0),
            (ArmorClass::Ordinary, Armor::Dice) => (self.rules.ordinary_sixes, target.armor),
            (ArmorClass::Heavy, Armor::Dice) => (self.rules.heavy_sixes, target.armor),
        };
        self.test(rng, target.body, 0, power + penalty)
            + self.automatic(rng, automatic, raw)
            + self.roll(rng, dice + joining, raw)
    }

    fn cast(
        &self,
        rng: &mut Rng,
        all: &mut [State],
        start: &Beginning,
        place: usize,
        effects: &mut Vec<Effect>,
    ) {
        let caster = &self.fighters[place];
        let spell = &caster.spell;
        all[place].actions += 1;
        let mut order = Vec::with_capacity(MOST);
        self.targets(rng, all, start, place, &mut order);
        let target = order[0];
        all[target].aimed_at += 1;
        let aim = &self.fighters[target];

        let number = aim.attribute + start.penalties[place];
        let added = if has_pool(caster, start.turn) { caster.pool_dice } else { 0 }
            + caster.fetish_dice
            + caster.elemental_force;
        let mut successes = self.test(rng, spell.force, added, number);
        let (_, traded) = self.traded(spell.force, number);
        successes += self.automatic(rng, std::mem::take(&mut all[place].automatic_sixes), traded);

        let mut defense = 0;
        if self.rules.spell_defense {
            let up = i64::from(self.rules.spell_defense_rounding == Rounding::Up);
            defense = (6 - aim.magic + up).max(0) / 2;
        }
        let is_unaware = spell.category == Category::Control && !aim.aware.unwrap_or(true);
        let against = match self.rules.resist_against {
            ResistAgainst::Force => spell.force,
            ResistAgainst::Sorcery => caster.sorcery,
        };
        let (attribute, defense) = match (is_unaware, self.rules.unaware_defense) {
            (false, _) => (aim.attribute, defense),
            (true, true) => (0, defense),
            (true, false) => (0, 0),
        };
        let resisted = self.test(rng, attribute, defense, against + start.penalties[target]);

        let net = successes - resisted;
        match spell.category {
            Category::Combat if successes > 0 && net >= 0 => {
                let level = (spell.level as i64 + (net - 1).max(0) / spell.staging).min(DEADLY);
                effects.push(Effect { target, level, damage: spell.damage, controls: false });
            }
            Category::Control => {
                let threshold = if self.rules.control_threshold { aim.attribute } else { 1 };
                if successes > 0 && net >= threshold {
                    effects.push(Effect { target, level: 0, damage: spell.damage, controls: true });
                }
            }
            Category::Combat => {}
        }

        let dice = match self.rules.drain_dice {
            DrainDice::Magic => caster.magic,
            DrainDice::Willpower => caster.willpower,
        };
        let power = spell.drain_power.unwrap_or(spell.force / 2 + spell.drain_modifier);
        let mut level = spell.drain_level as i64;
        if spell.category == Category::Control && self.rules.control_drain_up {
            level = (level + 1).min(DEADLY);
        }
        let staged = self.test(rng, dice, caster.elemental_force, power + start.penalties[place]);
        let level = (level - staged / spell.drain_staging).max(0);
        let damage = if spell.force > caster.magic { Damage::Physical } else { Damage::Stun };
        effects.push(Effect { target: place, level, damage, controls: false });
    }

    fn mark(&self, rng: &mut Rng, state: &mut State, effect: &Effect) {
        state.is_controlled |= effect.controls;
        if effect.level == 0 {
            return;
        }
        let owed = self.rules.level_boxes[effect.level as usize - 1];
        state.boxes += owed;
        let is_physical = effect.damage == Damage::Physical;
        match self.rules.damage_track {
            DamageTrack::Single => state.track.mark(rng, owed, is_physical),
            DamageTrack::Book => {
                state.marked += owed;
                if state.marked >= 10 && state.track.state != DEAD {
                    state.track.state = if is_physical { DEAD } else { UNCONSCIOUS };
                }
            }
        }
    }

    /// A test of a skill with added dice.
    fn test(&self, rng: &mut Rng, skill: i64, added: i64, target_number: i64) -> i64 {
        let (skill, number) = self.traded(skill, target_number);
        self.roll(rng, skill + added, number)
    }

    /// Dice of a skill, and their target number, after the trade.
    fn traded(&self, skill: i64, number: i64) -> (i64, i64) {
        let ceiling = self.rules.target_number_ceiling;
        if !self.rules.target_number_cap || skill < 1 {
            (skill.max(0), number.max(2))
        } else if number > ceiling {
            let paid = (number - ceiling).min(skill - 1);
            (skill - paid, number - paid)
        } else if number < 2 {
            (skill + 2 - number, 2)
        } else {
            (skill, number)
        }
    }

    fn roll(&self, rng: &mut Rng, dice: i64, number: i64) -> i64 {
        (0..dice).map(|_| self.successes(exploding(rng), number)).sum()
    }

    fn automatic(&self, rng: &mut Rng, sixes: i64, number: i64) -> i64 {
        match self.rules.automatic_six {
            AutomaticSix::Exploding => (0..sixes).map(|_| self.successes(6 + exploding(rng), number)).sum(),
            AutomaticSix::Flat => sixes * self.successes(6, number),
            AutomaticSix::Success => sixes,
        }
    }

    fn successes(&self, value: i64, number: i64) -> i64 {
        if value < number {
            return 0;
        }
        if self.rules.six_plus { 1 + (value - number) / self.rules.success_step } else { 1 }
    }
}
