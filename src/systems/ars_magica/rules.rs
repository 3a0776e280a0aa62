//! The switches: how a scenario reads the rules.

use std::collections::BTreeSet;

use super::combatant::Lost;
use crate::description::InputReader;
use crate::description::words::{count, signed};

/// How a scenario reads the rules of a round.
#[derive(Clone, Debug)]
pub struct Rules {
    pub combat_die: CombatDie,
    pub extra_foe_penalty: i32,
    pub inside_range_penalty: i32,
    pub simultaneous: Simultaneous,
    /// What a fatigue roll has to reach.
    pub fatigue_needs: i32,
    /// Whether the Initiative dice of the first round are kept.
    pub initiative_once: bool,
    pub wounds: Wounds,
}

/// What wounds cost, and what they take.
#[derive(Clone, Debug)]
pub struct Wounds {
    /// By levels lost, from none.
    penalties: Vec<i32>,
    pub botch_dice: u32,
    /// Points over Soak for each level.
    step: i32,
}

/// The dice of a combatant's Attack and Defense totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CombatDie {
    /// One for the hero against several foes; one for each total otherwise.
    Text,
    /// One for everyone, for all totals.
    Shared,
    /// One for all attacks and one for all defences.
    Separate,
}

/// Whether the wounds of a round fall together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simultaneous {
    /// Yes, unless the hero and a foe would put each other out: of their two blows only
    /// the one of the higher Initiative total falls.
    UnlessBothOut,
    /// Yes, unless the hero and any foe would be out: then all blows fall in the order of
    /// Initiative totals.
    UnlessBothSidesOut,
    /// Yes.
    Always,
}

impl Rules {
    /// Reads the switches that are there.
    pub fn read(input: &mut InputReader) -> Rules {
        let is = |path, word| input.word(path) == Some(word);
        let meets = is("rules.fatigue_success", "meets");
        Rules {
            combat_die: match input.word("rules.combat_die") {
                Some("shared") => CombatDie::Shared,
                Some("separate") => CombatDie::Separate,
                _ => CombatDie::Text,
            },
            extra_foe_penalty: input.integer("rules.extra_foe_penalty"),
            inside_range_penalty: input.integer("rules.inside_range_penalty"),
            simultaneous: match input.word("rules.simultaneous") {
                Some("unless-both-sides-out") => Simultaneous::UnlessBothSidesOut,
                Some("always") => Simultaneous::Always,
                _ => Simultaneous::UnlessBothOut,
            },
            fatigue_needs: input.integer("rules.fatigue_target") + i32::from(!meets),
            initiative_once: is("rules.initiative", "once"),
            wounds: Wounds::read(input),
        }
    }

    /// The levels that a combatant has: who has lost so many is out.
    pub fn levels(&self) -> u8 {
        self.wounds.levels()
    }

    /// The penalty of levels lost, both kinds together.
    #[inline(always)]
    pub fn penalty(&self, lost: Lost) -> i32 {
        self.wounds.penalty(lost.body) + self.wounds.penalty(lost.fatigue)
    }
}

impl Wounds {
    /// Reads what wounds cost; a fault if penalties rise.
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

    /// The levels that a combatant has.
    pub fn levels(&self) -> u8 {
        self.penalties.len() as u8
    }

    /// What levels lost, Body and Fatigue together, may cost: each sum once.
    pub fn penalties(&self) -> Vec<i32> {
        let sums =
            self.penalties.iter().flat_map(|body| self.penalties.iter().map(move |fatigue| body + fatigue));
        sums.collect::<BTreeSet<i32>>().into_iter().collect()
    }

    /// The penalty of so many levels lost; none for whoever is out.
    #[inline(always)]
    pub fn penalty(&self, lost: u8) -> i32 {
        self.penalties.get(usize::from(lost)).copied().unwrap_or(0)
    }

    /// The Body levels taken by damage that is so much over Soak: one for each full
    /// step.
    #[inline(always)]
    pub fn levels_taken(&self, over: i32) -> u8 {
        (over / self.step).clamp(0, i32::from(u8::MAX)) as u8
    }

    /// The difference of totals by which a hit takes all Body levels of somebody unhurt.
    pub fn deadly(&self, damage: i32, soak: i32) -> i32 {
        self.step.saturating_mul(self.levels().into()).saturating_add(soak - damage)
    }

    /// What a wound does to somebody who has `lost` so many levels then, in words.
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
