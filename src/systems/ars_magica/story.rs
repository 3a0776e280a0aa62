//! Texts that narrate a round.

use super::dice::Stress;
use super::fight::{Fight, InitiativeDice, Speed};
use super::matchup::Matchup;
use super::rules::DoubleKill;
use super::score::Score;
use super::wounds::Lost;
use crate::chance::Round;
use crate::description::words::signed;

/// The name of one of several foes.
pub fn foe(place: usize) -> String {
    format!("foe {}", place + 1)
}

/// Describes the Initiative total of a combatant.
pub fn initiative(name: &str, score: Score, die: Stress) -> String {
    format!("{name} {}", score.words(die))
}

impl Matchup {
    /// The name of a foe.
    pub fn name(&self, place: usize) -> String {
        if self.foes.len() == 1 { "the foe".to_owned() } else { foe(place) }
    }

    /// The title of a round: its number in a melee, and who stands.
    pub fn title(&self, number: Option<Round>, fight: &Fight) -> String {
        let standing = self.standing(fight);
        match number {
            None => standing,
            Some(number) => format!("Round {number}: {standing}"),
        }
    }

    /// Describes the state of the hero and the foes.
    fn standing(&self, fight: &Fight) -> String {
        let lost = |Lost { body, fatigue }: Lost| match (body, fatigue) {
            (0, 0) => "unhurt".to_owned(),
            _ => {
                let penalty = match self.rules.penalty(Lost { body, fatigue }) {
                    0 => String::new(),
                    penalty => format!(" ({})", signed(penalty)),
                };
                format!("{body} Body, {fatigue} Fatigue lost{penalty}")
            }
        };
        let mut parts = vec![format!("the hero {}", lost(fight.hero))];
        for (place, foe) in fight.foes[..self.foes.len()].iter().enumerate() {
            let state = if foe.is_out() { "out".to_owned() } else { lost(foe.lost) };
            parts.push(format!("{} {state}", self.name(place)));
        }
        parts.join("; ")
    }

    /// Describes the Initiative totals of the hero and the foes.
    pub fn initiative_words(&self, fight: &Fight, dice: &InitiativeDice) -> String {
        let mut words = vec![initiative("the hero", self.hero_initiative(fight), dice[0])];
        let standing = (0..self.foes.len()).filter(|&place| !fight.foes[place].is_out());
        words.extend(
            standing.map(|place| {
                initiative(&self.name(place), self.foe_initiative(fight, place), dice[place + 1])
            }),
        );
        words.join(", ")
    }

    /// Says whose blow falls when the hero and a foe of this speed would put each other out.
    pub fn double_kill_words(&self, place: usize, speed: Speed) -> String {
        let foe = self.name(place);
        let by = match self.rules.double_kill {
            DoubleKill::Score => "score",
            DoubleKill::Total => "total",
        };
        let falls = match speed {
            Speed::Faster => {
                format!("{foe} has the higher Initiative {by}, and only the blow on the hero falls")
            }
            Speed::Slower => {
                format!("the hero has the higher Initiative {by}, and only the blow on {foe} falls")
            }
            Speed::Same | Speed::Unknown => format!("their Initiative {by}s are equal, and both blows fall"),
        };
        format!("the hero and {foe} would put each other out: {falls}")
    }

    /// Describes a fatigue roll of a combatant who has lost these levels before.
    pub fn fatigue_words(&self, name: &str, score: Score, die: Stress, lost: Lost, tired: bool) -> String {
        let left = self.rules.levels() - lost.fatigue - 1;
        let what = match (tired, left) {
            (false, _) => "keeps his breath",
            (true, 0) => "loses the last Fatigue level and is out",
            (true, _) => "loses a Fatigue level",
        };
        format!("{name} {}, {} needed: {what}", score.words(die), self.rules.fatigue_needs)
    }
}
