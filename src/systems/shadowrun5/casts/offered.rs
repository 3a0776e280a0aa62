//! The choices that a scenario offers to the caster.

use std::collections::BTreeSet;

use super::super::choice::{Choice, EdgeUse};
use super::super::scene::{Course, Scene};
use super::choosing::{Caster, Fixed, Options};
use super::monitor::Monitor;
use super::spells::Spell;
use crate::chance::StepText;
use crate::description::MAX_DICE;
use crate::description::words::count;

/// The spells that may be cast, sorted by Force, then drams, and how one is chosen.
pub struct Offered {
    choices: Vec<Choice>,
    /// How Edge is spent on the first casts.
    edge: EdgeUse,
    /// The number of these casts.
    pub edge_casts: u8,
    how: How,
}

enum How {
    /// Always this Force, and this number of drams while they last.
    Fixed { force: i32, drams: u32 },
    /// Whatever is best.
    Best { withdraw: bool },
}

/// The maximum number of choices at a cast.
const MOST_CHOICES: usize = 1_000;

/// The keys that apply only to a fixed choice, and those that apply only to the best choice.
const OF_FIXED: [&str; 2] = ["choice.force", "choice.reagents"];
const OF_BEST: [&str; 3] = ["policy.force", "policy.reagents", "policy.withdraw"];

impl Offered {
    /// Reads the choices with this number of drams.
    pub fn read(scene: &mut Scene, drams: Option<u32>) -> Offered {
        let mut offered = Offered::read_all(scene, drams);
        if offered.choices.len() > MOST_CHOICES {
            let forces = offered.forces().len();
            let message = format!(
                "there are {} choices at every cast: {forces} Forces × {} numbers of drams",
                offered.choices.len(),
                offered.choices.len() / forces
            );
            scene.input.fault("policy.force", message, format!("at most {MOST_CHOICES} in all"));
            offered.choices.truncate(MOST_CHOICES);
        }
        offered
    }

    fn read_all(scene: &mut Scene, drams: Option<u32>) -> Offered {
        if scene.input.is("policy.caster", "best") {
            refuse(
                scene,
                &OF_FIXED,
                "the best choice is made at every cast",
                "or write policy.caster = \"fixed\"",
            );
            Offered::best(scene)
        } else {
            refuse(
                scene,
                &OF_BEST,
                "the choice is the same at every cast",
                "or write policy.caster = \"best\"",
            );
            Offered::fixed(scene, drams)
        }
    }

    fn fixed(scene: &mut Scene, drams: Option<u32>) -> Offered {
        let force =
            scene.input.need("choice.force", "write the Force of every cast, or policy.caster = \"best\"");
        scene.check_force("choice.force", force);
        let uses = scene.input.find("choice.reagents").unwrap_or(0).unsigned_abs();
        let mut numbers = BTreeSet::from([uses]);
        if let Some(drams) = drams {
            let last = if uses > 0 { drams % uses } else { 0 };
            // When the drams run out, one cast uses the rest, and later ones none.
            numbers.extend([last, 0]);
        }
        let choices = numbers.into_iter().map(|drams| Choice::new(force, drams)).collect();
        Offered::new(scene, choices, How::Fixed { force, drams: uses })
    }

    fn best(scene: &mut Scene) -> Offered {
        // A pool has at most 500 dice, and Magic is a part of it.
        let highest = 2 * i64::from(scene.input.integer("caster.magic")).min(MAX_DICE);
        let forces: BTreeSet<i64> = match scene.input.integers("policy.force") {
            Some(list) => list.iter().copied().collect(),
            None => (1..=highest).collect(),
        };
        if let Some(&force) = forces.last() {
            scene.check_force("policy.force", force as i32);
        }
        let drams: BTreeSet<i64> =
            scene.input.integers("policy.reagents").unwrap_or(&[0]).iter().copied().collect();
        let choices = forces
            .iter()
            .flat_map(|&force| drams.iter().map(move |&drams| Choice::new(force as i32, drams as u32)));
        let withdraw = scene.input.value("policy.withdraw").is_none() || scene.input.flag("policy.withdraw");
        Offered::new(scene, choices.collect(), How::Best { withdraw })
    }

    fn new(scene: &mut Scene, choices: Vec<Choice>, how: How) -> Offered {
        let edge = scene.edge_use();
        let edge_casts = if edge == EdgeUse::NONE { 0 } else { edge_casts(scene, edge) };
        Offered { choices, edge, edge_casts, how }
    }

    pub fn is_best(&self) -> bool {
        matches!(self.how, How::Best { .. })
    }

    /// The Forces, ascending.
    pub fn forces(&self) -> Vec<i32> {
        let mut forces: Vec<i32> = self.choices.iter().map(|choice| choice.force).collect();
        forces.dedup();
        forces
    }

    /// The steps of each cast, with the same numbers whether or not reagents are used.
    pub fn steps(&self, course: &Course) -> Vec<StepText> {
        (course.steps)(self.choices.iter().any(|choice| choice.reagents.is_some()))
    }

    /// The spells for a caster with this monitor. If Edge is spent, those of casts with Edge follow.
    pub fn spells(&self, scene: &mut Scene, monitor: &Monitor, course: &Course) -> Vec<Spell> {
        let mut spells = self.spells_with(EdgeUse::NONE, 0, scene, monitor, course);
        if self.edge_casts > 0 {
            spells.extend(self.spells_with(self.edge, spells.len(), scene, monitor, course));
        }
        spells
    }

    /// The spells; `first` is the index of the first one.
    fn spells_with(
        &self,
        edge: EdgeUse,
        first: usize,
        scene: &mut Scene,
        monitor: &Monitor,
        course: &Course,
    ) -> Vec<Spell> {
        let (forces, steps) = (self.forces(), self.steps(course));
        let mut spell = |&choice: &Choice| {
            let alike = self.choices.iter().position(|other| other.force == choice.force);
            let penalties = 0..=monitor.most_penalty() as i32;
            let casting = |wounds| scene.casting(choice, edge, Some(wounds), course, &steps);
            Spell {
                choice,
                force: forces.iter().position(|&force| force == choice.force).unwrap_or_default(),
                alike: (first + alike.unwrap_or_default()) as u16,
                castings: penalties.map(casting).collect(),
            }
        };
        self.choices.iter().map(&mut spell).collect()
    }

    /// How the caster chooses among these spells.
    pub fn caster(&self, spells: &[Spell]) -> Caster {
        let numbered: Vec<(u16, Choice)> =
            (0..).zip(spells).map(|(place, spell)| (place, spell.choice)).collect();
        let (without_edge, with_edge) = numbered.split_at(self.choices.len());
        match self.how {
            How::Fixed { drams, .. } => {
                let by_drams = |spells: &[(u16, Choice)]| {
                    spells.iter().map(|&(place, choice)| (choice.drams(), place)).collect()
                };
                Caster::Fixed(Fixed {
                    drams,
                    with_edge: by_drams(with_edge),
                    without_edge: by_drams(without_edge),
                })
            }
            How::Best { withdraw } => Caster::Best(Options {
                with_edge: with_edge.to_vec(),
                without_edge: without_edge.to_vec(),
                edge_casts: self.edge_casts.into(),
                withdraw,
            }),
        }
    }

    /// Describes the choice, as in `Force 6 at every cast, 12 at most`.
    pub fn words(&self, most: u32) -> String {
        let choice = match self.how {
            How::Fixed { force, drams } => Choice::new(force, drams).words(),
            How::Best { .. } => "the best choice".to_owned(),
        };
        let edge = match self.edge_casts {
            0 => String::new(),
            1 => format!("{} in the first cast", self.edge.words()),
            casts => format!("{} in the first {casts} casts", self.edge.words()),
        };
        format!("{choice} at every cast, {most} at most{edge}")
    }
}

/// The number of casts on which Edge is spent. The caster needs a point for each roll.
fn edge_casts(scene: &mut Scene, edge: EdgeUse) -> u8 {
    let input = &mut scene.input;
    let [rating, wanted, most] =
        ["caster.edge", "choice.edge_casts", "choice.casts"].map(|key| input.integer(key).unsigned_abs());
    let casts = wanted.min(most);
    let points = casts * edge.points();
    // Without any Edge, the rolls are at fault.
    if rating > 0 && points > rating {
        let message = format!(
            "{} with Edge {} {points} points of it, and the caster has {rating}",
            count(casts, "cast", "casts"),
            if casts == 1 { "costs" } else { "cost" }
        );
        let key = if casts > 1 { "choice.edge_casts" } else { "caster.edge" };
        let each = "each push and each second chance, on casting or on drain, costs a point";
        input.fault(key, message, format!("{each}: at most caster.edge = {rating} in all"));
    }
    // There are at most 100 casts.
    casts as u8
}

/// Reports a fault for keys that do not apply to how the caster chooses.
fn refuse(scene: &mut Scene, keys: &[&str], why: &str, otherwise: &str) {
    for key in keys {
        if scene.input.value(key).is_some() {
            scene.input.fault(
                key,
                format!("`{key}` is given, and {why}"),
                format!("leave it out, {otherwise}"),
            );
        }
    }
}
