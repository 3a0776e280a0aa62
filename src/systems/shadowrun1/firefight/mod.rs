//! `firefight`: two shoot at each other until one is out.

pub mod prepare;

mod fight;

mod fighter;

use self::fight::{Fight, Now};
use self::fighter::{Fighter, Shooting};
use super::attack::Wounds;
use super::step;
use super::track::State;
use super::wound::Penalties;
use crate::chance::{Chance, Indicator, Merging, Metric, Procedure};
use crate::description::Course;

const WINNER: Metric = Metric(0);
const TURNS: Metric = Metric(1);
const ACTIONS: [Metric; 2] = [Metric(2), Metric(3)];
const STATE: [Metric; 2] = [Metric(4), Metric(5)];
const PENALTY: [Metric; 2] = [Metric(6), Metric(7)];
const BOXES: [Metric; 2] = [Metric(8), Metric(9)];

const WINNERS: [&str; 4] = ["first", "second", "both-out", "undecided"];

/// The outcome of a fight, in the order of [`WINNERS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    First,
    Second,
    BothOut,
    Undecided,
}

/// The number of ways in which a turn may end a fight. Each turn has an indicator for each, in the
/// order of the columns of `turns.csv`.
const ENDINGS: usize = 3;

impl Outcome {
    /// The indicator of a fight that ends this way in this turn.
    fn indicator(self, turn: u32) -> Indicator {
        let column = match self {
            Outcome::Second => 0,
            Outcome::First => 1,
            Outcome::BothOut => 2,
            // After the indicators of the last turn.
            Outcome::Undecided => ENDINGS,
        };
        Indicator(ENDINGS * (turn as usize - 1) + column)
    }
}

/// Two fighters, until one is out.
struct Firefight {
    fighters: [Fighter; 2],
    max_turns: u32,
    /// The maximum number of counts in a turn at which somebody acts.
    most_counts: u32,
    /// The maximum number of wounds of one fighter at one count.
    most_wounds: usize,
}

impl Procedure for Firefight {
    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let before = Fight { over: false, now: self.fighters.each_ref().map(Fighter::before) };
        let fight = chance.stage(start, |_, ()| before);
        let fight = chance.until(
            fight,
            self.max_turns,
            |fight| fight.over,
            |chance, fight, round| {
                let turn = chance.number(round);
                let fight = chance.unless_over(fight, |chance, fight| self.begin_turn(chance, fight, turn));
                let fight = chance.until(fight, self.most_counts, Fight::is_turn_over, |chance, fight, _| {
                    self.count(chance, fight, turn)
                });
                chance.unless_over(fight, |chance, fight| {
                    if turn == self.max_turns {
                        self.end(chance, fight, turn, Outcome::Undecided);
                    }
                })
            },
        );
        chance.stage(fight, |_, _| ())
    }
}

impl Firefight {
    /// Both roll Initiative. A fighter who was surprised has full dodge dice when the second turn
    /// begins.
    #[inline(always)]
    fn begin_turn<C: Chance>(&self, chance: &mut C, fight: &mut Fight, turn: u32) {
        chance.note(step::INITIATIVE, || format!("turn {turn}"));
        for (fighter, now) in self.fighters.iter().zip(&mut fight.now) {
            chance.note(step::INITIATIVE, || {
                format!("{}: {}", fighter.name(), fighter.initiative.dice_in_words())
            });
            now.next = fighter.initiative.roll(chance);
            chance.tell(|| fighter.initiative.counts_in_words(now.next));
            if fighter.surprised && turn == 2 {
                now.dodge_dice = fighter.dodge_dice;
            }
        }
    }

    /// Resolves the next count at which somebody acts: shots, then the wounds of both.
    #[inline(always)]
    fn count<C: Merging>(&self, chance: &mut C, fight: C::Of<Fight>, turn: u32) -> C::Of<Fight> {
        let mut fight = chance.unless_over(fight, |chance, fight| {
            if !fight.is_turn_over() {
                self.shoot(chance, fight, turn);
            }
        });
        for _ in 0..self.most_wounds {
            fight = chance.unless_over(fight, |chance, fight| self.mark(chance, fight));
        }
        chance.unless_over(fight, |chance, fight| self.end_count(chance, fight, turn))
    }

    /// A fighter who acts at this count shoots and then has full dodge dice again. Penalties and dodge
    /// dice are those at the beginning of the count.
    #[inline(always)]
    fn shoot<C: Chance>(&self, chance: &mut C, fight: &mut Fight, turn: u32) {
        let before = fight.now;
        let count = fight.count();
        for place in 0..2 {
            if before[place].next == count {
                fight.now[1 - place].wounds = self.act(chance, fight, &before, place, turn);
            }
        }
        for (fighter, now) in self.fighters.iter().zip(&mut fight.now) {
            if now.next == count {
                now.next = fighter.initiative.below(count);
                if !fighter.is_off_guard(turn) {
                    now.dodge_dice = fighter.dodge_dice;
                }
            }
        }
    }

    /// The action of one fighter. Returns the wounds that it causes.
    #[inline(always)]
    fn act<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut Fight,
        before: &[Now; 2],
        place: usize,
        turn: u32,
    ) -> Wounds {
        let (actor, target) = (&self.fighters[place], &self.fighters[1 - place]);
        let attacks = actor.attacks(&before[place]);
        chance.note(step::SHOOT, || actor.shot_in_words(target.name(), before[place].next, attacks));
        if attacks == 0 {
            return Wounds::NONE;
        }
        let dodge_dice = target.dodge_dice_used(&before[1 - place]);
        let shooting = Shooting { attacks, pool: actor.has_pool(turn), dodge_dice };
        let penalties = Penalties {
            actor: before[place].condition.penalty(),
            target: before[1 - place].condition.penalty(),
        };
        chance.record(ACTIONS[place], 1);
        actor.pay(&mut fight.now[place], attacks);
        fight.now[1 - place].dodge_dice -= dodge_dice;
        chance.play(actor.action(shooting), penalties)
    }

    /// Marks the next wound of each fighter.
    #[inline(always)]
    fn mark<C: Chance>(&self, chance: &mut C, fight: &mut Fight) {
        for (place, fighter) in self.fighters.iter().enumerate() {
            let now = &mut fight.now[place];
            if let Some((level, others)) = now.wounds.split() {
                now.wounds = others;
                now.condition = fighter.body.suffer(chance, now.condition, level);
                chance.record(BOXES[place], fighter.body.boxes(level));
            }
        }
    }

    /// Ends the fight if somebody is out after this count.
    #[inline(always)]
    fn end_count<C: Chance>(&self, chance: &mut C, fight: &mut Fight, turn: u32) {
        chance.note(step::AFTER_COUNT, || {
            let told = self.fighters.iter().zip(&fight.now).map(|(fighter, now)| fighter.in_words(now));
            told.collect::<Vec<_>>().join("\n")
        });
        let outcome = match fight.now.map(|now| now.condition.state() != State::Ok) {
            [false, false] => return,
            [false, true] => Outcome::First,
            [true, false] => Outcome::Second,
            [true, true] => Outcome::BothOut,
        };
        self.end(chance, fight, turn, outcome);
    }

    /// Records a fight that ends in this turn.
    #[inline(always)]
    fn end<C: Chance>(&self, chance: &mut C, fight: &mut Fight, turn: u32, outcome: Outcome) {
        chance.indicate(outcome.indicator(turn));
        chance.record(WINNER, outcome as i64);
        chance.record(TURNS, turn);
        for (place, now) in fight.now.iter().enumerate() {
            chance.record(STATE[place], now.condition.state() as i64);
            chance.record(PENALTY[place], now.condition.penalty());
        }
        *fight = Fight::OVER;
    }
}

/// The chart of `turns.csv`.
pub fn course() -> Course {
    Course {
        title: "who is still there".into(),
        help: "after each combat turn; a fight that is over stays as it ended".into(),
        round: "turn".into(),
        endings: ["the first is out", "the second is out", "both are out"].map(Into::into).into(),
        won: 1,
        open: "both are there".into(),
        followed: None,
    }
}
