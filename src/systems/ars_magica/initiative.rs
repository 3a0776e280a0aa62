//! Step 1: who is faster.

use std::cmp::Reverse;

use super::arena::Arena;
use super::dice::{Botches, Pair, Stress};
use super::fight::{Fight, Foe, InitiativeDice, Speed};
use super::score::Score;
use super::step;
use crate::chance::Merging;

impl Arena {
    /// Opens a round with Initiative. Where that matters to a double kill alone, the
    /// dice may wait for one.
    #[inline(always)]
    pub fn begin<C: Merging>(
        &self,
        chance: &mut C,
        mut fight: Fight,
        title: &impl Fn(&Fight) -> String,
    ) -> Fight {
        if fight.over {
            return fight;
        }
        chance.note(step::INITIATIVE, || title(&fight));
        let once = self.rules.initiative_once;
        let closing = self.foes.iter().zip(&fight.foes).any(|(foe, now)| foe.closes > 0 && !now.is_out());
        // A double kill ends a duel: dice that waited for it are not needed again.
        let may_wait = !closing && (self.foes.len() == 1 || !once);
        if !(chance.merges() && may_wait) {
            let dice = match fight.kept {
                Some(dice) => {
                    self.tell_kept(chance, &fight, &dice);
                    dice
                }
                None => self.roll_initiative(chance, &fight, once, |_| true),
            };
            self.compare(&mut fight, &dice);
            self.tell_closing(chance, &fight);
            fight.kept = once.then_some(dice);
        }
        self.settled(chance, fight, self.foes.len())
    }

    /// Rolls Initiative late, for the hero and those foes of whom it is `asked`.
    #[inline(always)]
    pub fn roll_late<C: Merging>(&self, chance: &mut C, fight: &mut Fight, asked: impl Fn(&Foe) -> bool) {
        let dice = self.roll_initiative(chance, fight, false, asked);
        self.compare(fight, &dice);
    }

    /// Rolls Initiative for the hero and those foes of whom it is `asked`. Dice that
    /// are kept matter again, under other penalties.
    #[inline(always)]
    fn roll_initiative<C: Merging>(
        &self,
        chance: &mut C,
        fight: &Fight,
        keep: bool,
        asked: impl Fn(&Foe) -> bool,
    ) -> InitiativeDice {
        let mut dice = InitiativeDice::default();
        if self.foes.len() == 1 {
            let Pair { ours, theirs } = chance.draw_alike(&self.pair, |pair| self.lead(fight, pair, keep));
            (dice[0], dice[1]) = (ours, theirs);
            chance.tell(|| {
                format!(
                    "{}, {}",
                    self.initiative_words(fight, None, ours),
                    self.initiative_words(fight, Some(0), theirs)
                )
            });
            return dice;
        }
        dice[0] = chance.draw(&self.stress);
        chance.tell(|| self.initiative_words(fight, None, dice[0]));
        let hero = self.hero_initiative(fight).total(dice[0]);
        for (place, foe) in fight.foes[..self.foes.len()].iter().enumerate() {
            if !foe.is_out() && asked(foe) {
                let score = self.foe_initiative(fight, place);
                dice[place + 1] = match keep {
                    true => chance.draw(&self.stress),
                    false => chance.draw_alike(&self.stress, |die| Speed::of(score.total(die), hero)),
                };
                chance.tell(|| self.initiative_words(fight, Some(place), dice[place + 1]));
            }
        }
        dice
    }

    /// What matters of the Initiative dice of a duel: who is faster, or, if they are
    /// kept, under how many of all penalties to come.
    fn lead(&self, fight: &Fight, pair: Pair, keep: bool) -> (Botches, Reverse<u64>) {
        let (hero, foe) = (self.hero_initiative(fight), self.foe_initiative(fight, 0));
        let speed = |hero: Score, foe: Score| Speed::of(foe.total(pair.theirs), hero.total(pair.ours)) as u64;
        let under = |score: Score| self.penalties.iter().map(move |&penalty| score.with(penalty));
        let sum = match keep {
            false => speed(hero, foe),
            true => under(hero).map(|hero| under(foe).map(|foe| speed(hero, foe)).sum::<u64>()).sum(),
        };
        (pair.botches(), Reverse(sum))
    }

    /// Tells the totals of dice that were rolled in the first round.
    #[inline(always)]
    fn tell_kept<C: Merging>(&self, chance: &mut C, fight: &Fight, dice: &InitiativeDice) {
        chance.note(step::INITIATIVE, || {
            let foes = (0..self.foes.len()).filter(|&place| !fight.foes[place].is_out());
            let words = foes.map(|place| self.initiative_words(fight, Some(place), dice[place + 1]));
            let hero = self.initiative_words(fight, None, dice[0]);
            let all: Vec<String> = std::iter::once(hero).chain(words).collect();
            format!("the dice of the first round: {}", all.join(", "))
        });
    }

    /// Tells who gets inside the range of the hero's weapon, and who does not.
    #[inline(always)]
    fn tell_closing<C: Merging>(&self, chance: &mut C, fight: &Fight) {
        for (place, foe) in self.foes.iter().enumerate() {
            if foe.closes > 0 && !fight.foes[place].is_out() {
                let closes = fight.foes[place].speed == Speed::Faster;
                let how = if closes { "closes in" } else { "does not close in" };
                chance.note(step::INITIATIVE, || format!("{} {how}", self.name(place)));
            }
        }
    }

    /// The Initiative of the hero, or of a foe, in words.
    fn initiative_words(&self, fight: &Fight, foe: Option<usize>, die: Stress) -> String {
        match foe {
            None => format!("the hero {}", self.hero_initiative(fight).words(die)),
            Some(place) => format!("{} {}", self.name(place), self.foe_initiative(fight, place).words(die)),
        }
    }

    /// Finds out of each foe whether he is faster than the hero.
    #[inline(always)]
    fn compare(&self, fight: &mut Fight, dice: &InitiativeDice) {
        let hero = self.hero_initiative(fight).total(dice[0]);
        for place in 0..self.foes.len() {
            if !fight.foes[place].is_out() {
                let foe = self.foe_initiative(fight, place).total(dice[place + 1]);
                fight.foes[place].speed = Speed::of(foe, hero);
            }
        }
    }
}
