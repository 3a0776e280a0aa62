//! One attempt at one spell: the casting roll, the dispelling roll, and the rules that both procedures
//! share.

use std::fmt;

use super::dice::{self, Count, Faces};
use super::step;
use crate::chance::{Chance, Drawn, Law};
use crate::description::InputReader;
use crate::description::words::{added, count, signed};

/// The maximum number of dispel dice against totals that need more than [`HIGH_TOTAL`]: the
/// distributions of more dice are too large.
const MANY_DICE: u32 = 100;

/// Up to this total, any number of dispel dice can be solved.
const HIGH_TOTAL: i32 = 300;

/// Whether the sum of this number of dice can be as high as `needed`.
pub fn can_reach(dice: u32, needed: i32) -> bool {
    6 * i64::from(dice) >= i64::from(needed)
}

/// Whether the distributions of this number of dispel dice against the `needed` sums are too large; if
/// so, reports a fault.
pub fn refuse_large_laws(
    input: &mut InputReader,
    path: &str,
    dice: u32,
    needed: impl Iterator<Item = i32>,
) -> bool {
    let in_reach = needed.filter(|&needed| can_reach(dice, needed)).max().unwrap_or(0);
    let is_large = dice > MANY_DICE && in_reach > HIGH_TOTAL;
    if is_large {
        let message = format!("{dice} dispel dice against totals that need {in_reach} are too many to solve");
        let help =
            format!("at most {MANY_DICE} dispel dice, or totals that need at most {HIGH_TOTAL} of them");
        input.fault(path, message, help);
    }
    is_large
}

/// The switches of an attempt.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    miscast: bool,
    miscast_modifier: i32,
    broken_concentration: bool,
    broken_fizzle: bool,
    dispel_ties: bool,
    single_die_fail: i32,
    fizzle_face: u32,
    fizzle_min_dice: u32,
    pub max_magic_dice: u32,
}

/// The result of a casting roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CastingRoll {
    /// The total casting roll.
    pub total: i32,
    /// The result of the attempt, unless it is dispelled.
    pub verdict: Verdict,
}

/// The result of a casting attempt, unless it is dispelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// It fails, and `back` dice return.
    Failed { back: u32 },
    /// The spell is cast.
    Cast,
    /// The spell is cast, with a miscast effect that is not Broken Concentration.
    Miscast(Miscast),
    /// Broken Concentration: the spell is not cast, and `back` dice return.
    Broken { back: u32 },
}

/// The index of a miscast effect, 1 to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Miscast(pub u8);

/// The result of a dispelling roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DispelRoll {
    /// The attempt is dispelled.
    Dispelled,
    /// The attempt is not dispelled, and `back` dispel dice return.
    Failed { back: u32 },
}

/// A dispelling attempt against one casting total.
#[derive(Clone, Debug)]
pub struct Dispelling {
    /// The number of dice used.
    pub dice: u32,
    /// The sum that the dice have to reach.
    pub needed: i32,
    pub law: Law<DispelRoll>,
}

impl Miscast {
    /// Broken Concentration.
    pub const BROKEN: Miscast = Miscast(1);

    /// The names of the indices in the game, from 0: no miscast.
    pub const NAMES: [&str; 8] = [
        "none",
        "Broken Concentration",
        "Witchfire",
        "Magical Inferno",
        "Amnesia",
        "Backlash",
        "Implosion",
        "Breach in the Veil",
    ];

    /// The name in the game.
    pub fn name(self) -> &'static str {
        Miscast::NAMES[usize::from(self.0)]
    }

    /// Describes its effect, after an attempt with this number of magic dice.
    pub fn effect(self, dice: u32) -> String {
        match self.0 {
            2 => format!("the caster's unit suffers D6 hits of Strength {dice}"),
            3 => format!("the caster's unit suffers 2D6 hits of Strength {dice}"),
            4 => "the caster forgets the spell".to_owned(),
            5 => "the caster suffers 2 hits that wound on 4+".to_owned(),
            6 => "the caster suffers 4 hits that wound on 4+".to_owned(),
            7 => "the caster is removed".to_owned(),
            _ => "no effect".to_owned(),
        }
    }
}

impl Rules {
    pub fn read(input: &InputReader) -> Self {
        let count = |path| u32::try_from(input.integer(path)).unwrap_or(0);
        // A switch without effect is not read, so that it is reported as making no difference.
        let miscast = input.flag("rules.miscast");
        let broken_concentration = miscast && input.flag("rules.broken_concentration");
        Rules {
            miscast,
            miscast_modifier: if miscast { input.integer("rules.miscast_modifier") } else { 0 },
            broken_concentration,
            broken_fizzle: broken_concentration && input.flag("rules.broken_fizzle"),
            dispel_ties: input.flag("rules.dispel_ties"),
            single_die_fail: input.integer("rules.single_die_fail"),
            fizzle_face: count("rules.fizzle_face"),
            fizzle_min_dice: count("rules.fizzle_min_dice"),
            max_magic_dice: count("rules.max_magic_dice"),
        }
    }

    /// Reports a fault if this number of magic dice is too high for one attempt.
    pub fn check_dice(&self, input: &mut InputReader, path: &str, dice: u32) {
        if dice > self.max_magic_dice {
            let message = format!("{dice} magic dice are too many for one casting attempt");
            input.fault(path, message, format!("at most rules.max_magic_dice = {}", self.max_magic_dice));
        }
    }

    /// The distribution of the faces of `dice` magic dice.
    pub fn faces(&self, dice: u32) -> Law<Faces> {
        dice::casting(dice, self.fizzle_face)
    }

    /// The result of the faces of `dice` magic dice. `modifier` is added to their sum; the total has to
    /// reach `value`.
    pub fn casting(&self, faces: Faces, dice: u32, modifier: i32, value: i32) -> CastingRoll {
        let total = faces.sum + modifier;
        let lone_failure = dice == 1 && faces.sum <= self.single_die_fail;
        let verdict = match self.miscast(faces) {
            _ if total < value || lone_failure => Verdict::Failed { back: self.returning(dice, faces.ones) },
            Some(Miscast::BROKEN) => {
                let back = if self.broken_fizzle { self.returning(dice, faces.ones) } else { 0 };
                Verdict::Broken { back }
            }
            Some(miscast) => Verdict::Miscast(miscast),
            None => Verdict::Cast,
        };
        CastingRoll { total, verdict }
    }

    /// The miscast of a casting roll, if there is one. Index 1 is none without Broken Concentration.
    pub fn miscast(&self, faces: Faces) -> Option<Miscast> {
        let index = (i32::from(faces.triple) + self.miscast_modifier).clamp(0, 7);
        let miscast = Miscast(index as u8);
        let has_effect = index > 0 && (miscast != Miscast::BROKEN || self.broken_concentration);
        (self.miscast && faces.triple > 0 && has_effect).then_some(miscast)
    }

    /// The sum that dispel dice have to reach against a casting total.
    pub fn needed(&self, total: i32, dispelling_modifier: i32) -> i32 {
        total - dispelling_modifier + i32::from(!self.dispel_ties)
    }

    /// The distribution of `dice` dispel dice, whose sum is capped at `enough`. If they cannot reach
    /// `enough`, only the dice that return matter.
    pub fn counts(&self, dice: u32, enough: i32) -> Law<Count> {
        match can_reach(dice, enough) {
            true => dice::dispelling(dice, self.fizzle_face, enough),
            false => dice::hopeless(dice, self.fizzle_face),
        }
    }

    /// The distributions of 0 to `most` dispel dice, whose sums are capped at `enough`.
    pub fn counts_up_to(&self, most: u32, enough: i32) -> Vec<Law<Count>> {
        dice::dispelling_up_to(most, self.fizzle_face, enough)
    }

    /// The distributions of 0 to `most` dispel dice against a total that they cannot reach, so that
    /// only the dice that return matter.
    pub fn hopeless_counts_up_to(&self, most: u32) -> Vec<Law<Count>> {
        dice::hopeless_up_to(most, self.fizzle_face)
    }

    /// The probability that the sum of this number of dice is at least `needed`.
    pub fn reaches(&self, dice: u32, needed: i32) -> f64 {
        // With a returning face of 0 no dice return: only the sum matters.
        let law = dice::dispelling(dice, 0, needed);
        law.iter().filter(|(count, _)| count.sum >= needed).map(|(_, p)| p).sum()
    }

    /// A dispelling attempt: `counts` is the distribution of its dice, `needed` the sum that they have
    /// to reach.
    pub fn dispelling(&self, counts: &Law<Count>, dice: u32, needed: i32) -> Dispelling {
        let rules = *self;
        let law = counts.map(move |count| match count.sum >= needed {
            true => DispelRoll::Dispelled,
            false => DispelRoll::Failed { back: rules.returning(dice, count.ones) },
        });
        Dispelling { dice, needed, law }
    }

    /// Fizzle: the number of dice of a failed attempt that return to their pool.
    fn returning(&self, dice: u32, ones: u32) -> u32 {
        if dice >= self.fizzle_min_dice { ones } else { 0 }
    }

    /// Describes the dice of a casting attempt, and the value that they have to reach.
    pub fn casting_words(&self, dice: u32, modifier: i32, value: i32) -> String {
        let value = match dice {
            1 if self.single_die_fail > 0 => {
                format!("{value}; a lone die of {} or less fails", self.single_die_fail)
            }
            _ => value.to_string(),
        };
        let dice = count(dice, "magic die", "magic dice");
        format!("{dice}{} against {value}", added(modifier))
    }
}

impl Dispelling {
    /// Rolls the dispel dice: steps B2 and B3.
    #[inline(always)]
    pub fn roll<C: Chance>(&self, chance: &mut C) -> DispelRoll {
        chance.note(step::ROLL_DISPELLING, || {
            format!("{}: {} or more dispels", count(self.dice, "dispel die", "dispel dice"), self.needed)
        });
        let roll = chance.draw(&self.law);
        chance.note(step::DISPELLED, || match roll {
            DispelRoll::Dispelled => "the spell is dispelled".to_owned(),
            DispelRoll::Failed { back } => format!("the dispelling attempt fails{}", returning(back)),
        });
        roll
    }
}

impl Verdict {
    /// Step A3: notes whether the attempt is passed.
    #[inline(always)]
    pub fn note<C: Chance>(self, chance: &mut C) {
        chance.note(step::PASSED, || match self {
            Verdict::Failed { back } => format!("the casting attempt fails{}", returning(back)),
            Verdict::Cast => "the casting attempt is passed".to_owned(),
            Verdict::Broken { .. } => passed_with(Miscast::BROKEN),
            Verdict::Miscast(miscast) => passed_with(miscast),
        });
    }
}

/// Step C: notes that Broken Concentration ends the attempt, at this cost.
#[inline(always)]
pub fn note_broken<C: Chance>(chance: &mut C, back: u32, cost: i32) {
    chance.note(step::BROKEN, || {
        let cost = if cost > 0 { format!("; {cost} points less") } else { String::new() };
        format!("the spell is not cast{}{cost}", returning(back))
    });
}

fn passed_with(miscast: Miscast) -> String {
    format!("the casting attempt is passed, with miscast {}, {}", miscast.0, miscast.name())
}

/// The end of a sentence that says how many dice return.
fn returning(back: u32) -> String {
    match back {
        0 => String::new(),
        1 => "; 1 die returns to its pool".to_owned(),
        _ => format!("; {back} dice return to their pool"),
    }
}

impl Drawn for CastingRoll {}

impl fmt::Display for CastingRoll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "total {}", signed(self.total))
    }
}

impl Drawn for DispelRoll {}

impl fmt::Display for DispelRoll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DispelRoll::Dispelled => write!(f, "enough"),
            DispelRoll::Failed { .. } => write!(f, "not enough"),
        }
    }
}
