//! Wounds: levels lost, and their penalties.

use std::collections::BTreeSet;

use crate::description::InputReader;
use crate::description::words::{count, signed};

/// The levels that a combatant has lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lost {
    pub body: u8,
    pub fatigue: u8,
}

impl Lost {
    /// Reads the levels that the combatant in the table `who` has lost before the fight. Losing all of
    /// them is a fault.
    pub fn read(input: &mut InputReader, wounds: &Wounds, who: &str) -> Lost {
        Lost {
            body: lost(input, wounds, who, "body_lost"),
            fatigue: lost(input, wounds, who, "fatigue_lost"),
        }
    }
}

/// Reads the levels of one kind lost before the fight.
pub fn lost(input: &mut InputReader, wounds: &Wounds, who: &str, key: &str) -> u8 {
    let path = format!("{who}.{key}");
    let (lost, most) = (input.integer(&path), i32::from(wounds.levels()) - 1);
    if lost > most {
        let message = format!("`{path} = {lost}`: out before the fight");
        input.fault(
            &path,
            message,
            format!("rules.penalties has {} entries: at most {most} levels may be lost", most + 1),
        );
    }
    lost.clamp(0, most) as u8
}

/// The rules for wounds: penalties, and the damage for a level.
#[derive(Clone, Debug)]
pub struct Wounds {
    /// The penalty by the number of levels lost, from 0.
    penalties: Vec<i32>,
    pub botch_dice: u32,
    /// Points of damage over Soak per level.
    step: i32,
}

impl Wounds {
    /// Reads the rules for wounds. Penalties that rise are a fault.
    pub fn read(input: &mut InputReader) -> Wounds {
        let penalties: Vec<i32> =
            input.integers("rules.penalties").unwrap_or(&[]).iter().map(|&penalty| penalty as i32).collect();
        if let Some(place) = penalties.windows(2).position(|pair| pair[0] < pair[1]) {
            let message = format!("the penalties rise from {} to {}", penalties[place], penalties[place + 1]);
            input.fault(
                "rules.penalties",
                message,
                "whoever has lost more levels has the same penalty or a worse one",
            );
        }
        Wounds {
            penalties,
            botch_dice: input.integer("rules.botch_dice").unsigned_abs(),
            step: input.integer("rules.step"),
        }
    }

    /// The number of levels of a combatant.
    pub fn levels(&self) -> u8 {
        self.penalties.len() as u8
    }

    /// All possible sums of a Body and a Fatigue penalty, each once.
    pub fn penalties(&self) -> Vec<i32> {
        let sums =
            self.penalties.iter().flat_map(|body| self.penalties.iter().map(move |fatigue| body + fatigue));
        sums.collect::<BTreeSet<i32>>().into_iter().collect()
    }

    /// The penalty for this number of levels lost; 0 for a combatant who is out.
    #[inline(always)]
    pub fn penalty(&self, lost: u8) -> i32 {
        self.penalties.get(usize::from(lost)).copied().unwrap_or(0)
    }

    /// The Body levels taken by damage that exceeds Soak by `over` points: one for each full step.
    #[inline(always)]
    pub fn levels_taken(&self, over: i32) -> u8 {
        (over / self.step).clamp(0, i32::from(u8::MAX)) as u8
    }

    /// The difference of totals by which a hit takes all Body levels of an unwounded combatant.
    pub fn deadly(&self, damage: i32, soak: i32) -> i32 {
        self.step.saturating_mul(self.levels().into()).saturating_add(soak - damage)
    }

    /// Describes a wound of `levels` to a combatant who has then lost `lost` Body levels.
    pub fn suffered(&self, levels: u8, lost: u8) -> String {
        let levels_in_words = || count(levels.into(), "Body level", "Body levels");
        let penalty = match self.penalty(lost) {
            0 => String::new(),
            penalty => format!(" ({})", signed(penalty)),
        };
        match levels {
            0 => "is not wounded".to_owned(),
            _ if lost == self.levels() => format!("loses {} and is out", levels_in_words()),
            _ => format!("loses {}: {lost} in all{penalty}", levels_in_words()),
        }
    }
}
