//! The switches of the rules.

use super::wounds::{Lost, Wounds};
use crate::description::InputReader;

/// The rules of a round, as the scenario sets them.
#[derive(Clone, Debug)]
pub struct Rules {
    pub combat_die: CombatDie,
    pub extra_foe_penalty: i32,
    pub inside_range_penalty: i32,
    pub simultaneous: Simultaneous,
    pub double_kill: DoubleKill,
    /// The total that a fatigue roll has to reach.
    pub fatigue_needs: i32,
    /// Whether the Initiative dice of the first round are kept.
    pub initiative_once: bool,
    pub wounds: Wounds,
}

/// The dice of a combatant's Attack and Defense totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CombatDie {
    /// One for the hero against several foes; otherwise one for each total.
    Text,
    /// One for everyone, for all totals.
    Shared,
    /// One for all attacks and one for all defences.
    Separate,
}

/// Whether the wounds of a round fall together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simultaneous {
    /// Yes, unless the hero and a foe would put each other out. Then only the blow of the higher
    /// Initiative falls of the two.
    UnlessBothOut,
    /// Yes, unless the hero and any foe would be out. Then all blows fall in the order of Initiative.
    UnlessBothSidesOut,
    /// Yes.
    Always,
}

/// The Initiative that decides a double kill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoubleKill {
    /// The score with its penalties, without a die.
    Score,
    /// The total of the round.
    Total,
}

impl Rules {
    /// Reads the switches from a scenario.
    pub fn read(input: &mut InputReader) -> Rules {
        let is = |path, word| input.word(path) == Some(word);
        let meets = is("rules.fatigue_success", "meets");
        let simultaneous = match input.word("rules.simultaneous") {
            Some("unless-both-sides-out") => Simultaneous::UnlessBothSidesOut,
            Some("always") => Simultaneous::Always,
            _ => Simultaneous::UnlessBothOut,
        };
        Rules {
            combat_die: match input.word("rules.combat_die") {
                Some("shared") => CombatDie::Shared,
                Some("separate") => CombatDie::Separate,
                _ => CombatDie::Text,
            },
            extra_foe_penalty: input.integer("rules.extra_foe_penalty"),
            inside_range_penalty: input.integer("rules.inside_range_penalty"),
            simultaneous,
            // Where all wounds fall together, it makes no difference.
            double_kill: match simultaneous != Simultaneous::Always && is("rules.double_kill", "total") {
                true => DoubleKill::Total,
                false => DoubleKill::Score,
            },
            fatigue_needs: input.integer("rules.fatigue_target") + i32::from(!meets),
            initiative_once: is("rules.initiative", "once"),
            wounds: Wounds::read(input),
        }
    }

    /// The number of levels of a combatant, who is out when all are lost.
    pub fn levels(&self) -> u8 {
        self.wounds.levels()
    }

    /// The sum of the penalties for Body and Fatigue levels lost.
    #[inline(always)]
    pub fn penalty(&self, lost: Lost) -> i32 {
        self.wounds.penalty(lost.body) + self.wounds.penalty(lost.fatigue)
    }
}
