//! The best use of advantage: what the hero of a duel does with each hit.

use std::fmt;
use std::sync::Arc;

use super::bonus::{Bonus, Total};
use super::dice::{Botches, Pair};
use super::fight::Fight;
use super::goal::Goal;
use super::matchup::Matchup;
use super::step;
use super::wounds::Lost;
use crate::chance::{Advice, Decision, Playable, Procedure, Step, Visited};
use crate::description::words::{count, signed};
use crate::description::{BestPlay, BestPlays, Choice, Datum, Seen, SideTable};

/// The hero's decision after a hit, when both blows of the round are known but no wounds have been
/// applied. There is no decision if the hit puts the foe out: with the same dice, saving it is never
/// better.
pub struct AfterHit<'a> {
    pub matchup: &'a Matchup,
    /// The number of the round, counted from 1.
    pub round: u32,
}

/// What the hero sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// The number of the round.
    pub round: u32,
    /// The levels lost by both before the wounds of this round.
    pub hero: Lost,
    pub foe: Lost,
    /// Body levels that the foe's blow of this round takes from the hero.
    pub taken: u8,
    /// Body levels that the hit takes from the foe.
    pub levels: u8,
    /// The difference by which the hero has hit, capped at the greatest bonus that is distinguished.
    pub difference: i32,
    /// The bonus that the foe has saved in this round.
    pub foe_saved: Bonus,
    /// The comparison of Initiative, if the dice of the first round are kept and decide anything.
    pub lead: Option<Lead>,
}

/// Kept Initiative dice, reduced to what matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lead {
    botches: Botches,
    /// The number of pairs of penalties with which the hero is faster, minus the number with which the
    /// foe is.
    points: i64,
}

/// What the hero does with a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    Wound,
    Save(Total),
}

impl Decision for AfterHit<'_> {
    type State = Fight;
    type Seen = Situation;
    type Choice = Use;

    fn step(&self) -> Step {
        step::ADVANTAGE
    }

    fn sees(&self, fight: &Fight) -> Option<Situation> {
        let Bonus::Offered(difference) = fight.ours.saved else { return None };
        let foe = fight.foes[0];
        let lead = |[ours, theirs, ..]: super::fight::InitiativeDice| {
            let pair = Pair { ours, theirs };
            Lead { botches: pair.botches(), points: self.matchup.kept_lead(pair) }
        };
        Some(Situation {
            round: self.round,
            hero: fight.hero,
            foe: foe.lost,
            taken: foe.taken,
            levels: foe.dealt,
            difference: difference.min(self.matchup.greatest_bonus),
            foe_saved: fight.theirs.saved,
            lead: fight.kept.filter(|_| self.matchup.initiative_decides()).map(lead),
        })
    }

    fn options(&self, _seen: &Situation) -> Vec<Use> {
        vec![Use::Wound, Use::Save(Total::Attack), Use::Save(Total::Defense)]
    }

    /// Both goals are chances.
    fn loss_in_words(loss: f64) -> String {
        format!("{:.2} percentage points", 100.0 * loss)
    }
}

impl Use {
    /// Applies the choice to the hit of this round.
    pub fn apply(self, fight: &mut Fight) {
        let Bonus::Offered(difference) = fight.ours.saved else { return };
        fight.ours.saved = match self {
            Use::Wound => Bonus::None,
            Use::Save(to) => {
                fight.foes[0].dealt = 0;
                Bonus::Of(to, difference)
            }
        };
    }
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Use::Wound => write!(f, "wound"),
            Use::Save(Total::Attack) => write!(f, "save for Attack"),
            Use::Save(Total::Defense) => write!(f, "save for Defense"),
        }
    }
}

impl fmt::Display for Situation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let levels = |levels: u8| count(levels.into(), "Body level", "Body levels");
        let lost = |Lost { body, fatigue }: Lost| format!("{body} Body, {fatigue} Fatigue lost");
        write!(
            f,
            "round {}: the hero {}, the foe {}; a hit by {} for {}, the foe's blow for {}",
            self.round,
            lost(self.hero),
            lost(self.foe),
            self.difference,
            levels(self.levels),
            levels(self.taken)
        )?;
        if self.foe_saved != Bonus::None {
            write!(f, ", saved: {}", self.foe_saved)?;
        }
        match self.lead {
            Some(lead) => write!(f, "; Initiative {lead}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Lead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = signed(self.points as i32);
        match (self.botches.ours, self.botches.theirs) {
            (false, false) => write!(f, "{points}"),
            (true, false) => write!(f, "{points}, the hero botched"),
            (false, true) => write!(f, "{points}, the foe botched"),
            (true, true) => write!(f, "{points}, both botched"),
        }
    }
}

/// Situations are listed in the policy if their probability is above this.
const SEEN: f64 = 1e-3;

const POLICY_COLUMNS: [&str; 15] = [
    "round",
    "hero_body_lost",
    "hero_fatigue_lost",
    "foe_body_lost",
    "foe_fatigue_lost",
    "initiative_lead",
    "hero_hit_by",
    "hero_deals",
    "foe_deals",
    "probability",
    "choice",
    "value",
    "runner_up",
    "loss",
    "foe_saves",
];

/// The policy table: what the hero does with a hit in each situation that is reached often enough. The
/// last column is there only if the foe saves hits, too.
pub fn policy<P: Procedure + 'static>(melee: Arc<Playable<P>>, foe_saves: bool) -> SideTable {
    let columns = POLICY_COLUMNS.len() - usize::from(!foe_saves);
    SideTable::new("policy.csv", POLICY_COLUMNS.into_iter().take(columns), move || {
        // When the table is requested, the melee has already been solved.
        let visited = melee.visited::<AfterHit>(step::ADVANTAGE).unwrap_or_default();
        let reached = visited.iter().filter(|visited| visited.probability > SEEN);
        reached.map(|visited| row(visited).into_iter().take(columns).collect()).collect()
    })
}

fn row(visited: &Visited<AfterHit>) -> Vec<Datum> {
    let Visited { seen, probability, advice: Advice { choice, value, runner_up }, .. } = visited;
    let (other, loss) = match runner_up {
        Some((other, loss)) => (Datum::Text(other.to_string()), Datum::Number(*loss)),
        None => (Datum::Empty, Datum::Empty),
    };
    vec![
        Datum::Integer(seen.round.into()),
        Datum::Integer(seen.hero.body.into()),
        Datum::Integer(seen.hero.fatigue.into()),
        Datum::Integer(seen.foe.body.into()),
        Datum::Integer(seen.foe.fatigue.into()),
        seen.lead.map_or(Datum::Empty, |lead| Datum::Text(lead.to_string())),
        Datum::Integer(seen.difference.into()),
        Datum::Integer(seen.levels.into()),
        Datum::Integer(seen.taken.into()),
        Datum::Number(*probability),
        Datum::Text(choice.to_string()),
        Datum::Number(*value),
        other,
        loss,
        match seen.foe_saved {
            Bonus::None => Datum::Empty,
            saved => Datum::Text(saved.to_string()),
        },
    ]
}

/// What the hero sees and does after each hit.
pub fn best_play<P: Procedure + 'static>(goal: Goal, melee: Arc<Playable<P>>) -> BestPlays {
    BestPlays::new(Box::new(move || {
        let seen = |seen: &Situation| {
            let number = |name, statement, value: i64| Seen::new(name, statement, Datum::Integer(value));
            let mut all = vec![
                number("round", "it is round {}", seen.round.into()),
                number("hits by", "the hero hits by {}", seen.difference.into()),
                number("levels of the hit", "the hit takes {} Body [level|levels]", seen.levels.into()),
                number(
                    "levels of the foe's blow",
                    "the foe's blow takes {} Body [level|levels]",
                    seen.taken.into(),
                ),
                number("own Body lost", "the hero has lost {} Body [level|levels]", seen.hero.body.into()),
                number(
                    "own Fatigue lost",
                    "the hero has lost {} Fatigue [level|levels]",
                    seen.hero.fatigue.into(),
                ),
                number("foe's Body lost", "the foe has lost {} Body [level|levels]", seen.foe.body.into()),
                number(
                    "foe's Fatigue lost",
                    "the foe has lost {} Fatigue [level|levels]",
                    seen.foe.fatigue.into(),
                ),
            ];
            if seen.foe_saved != Bonus::None {
                let saved = Datum::Text(seen.foe_saved.to_string());
                all.push(Seen::new("foe saves", "the foe saves {}", saved));
            }
            let lead = seen.lead.map(|lead| Datum::Text(lead.to_string()));
            all.extend(lead.map(|lead| Seen::new("Initiative lead", "", lead)));
            all
        };
        let name = |choice: Use| Choice {
            verb: "".into(),
            name: match choice {
                Use::Wound => "let the hit wound",
                Use::Save(Total::Attack) => "save the hit for Attack",
                Use::Save(Total::Defense) => "save the hit for Defense",
            }
            .to_owned(),
        };
        BestPlay::of_decision::<_, AfterHit>(goal.in_words(), &melee, step::ADVANTAGE, seen, name)
    }))
}
