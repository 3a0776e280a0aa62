//! The caster's choices: one spell again and again, or the best one at each cast.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::super::choice::Choice;
use super::super::step;
use super::fight::{Fight, MOST_OPPONENTS, UNLIMITED, words};
use super::monitor::Marks;
use super::sort_alike;
use crate::chance::{Decision, Step};
use crate::description::words::count;

/// How the caster chooses.
pub enum Caster {
    /// One Force and one number of drams for all casts, as long as the drams last.
    Fixed(Fixed),
    /// Whatever is worth most.
    Best(Options),
}

/// A spell that is cast again and again.
pub struct Fixed {
    /// The drams that a cast uses while there are enough.
    pub drams: u32,
    /// For each number of drams that may be available to a cast, the index of the spell: for the casts
    /// on which Edge is spent, and for all others.
    pub with_edge: Vec<(u32, u16)>,
    pub without_edge: Vec<(u32, u16)>,
}

/// The options of the caster.
pub struct Options {
    /// The spells by index, sorted by Force, then drams: for the casts on which Edge is spent, and for
    /// all others.
    pub with_edge: Vec<(u16, Choice)>,
    pub without_edge: Vec<(u16, Choice)>,
    /// The number of casts, the first ones, on which Edge is spent.
    pub edge_casts: u32,
    /// Whether he may stop.
    pub withdraw: bool,
}

impl Fixed {
    /// The spell for a cast with or without Edge, with this many drams left.
    #[inline(always)]
    pub fn spell(&self, with_edge: bool, left: u32) -> u16 {
        let uses = self.drams.min(left);
        let spells = if with_edge { &self.with_edge } else { &self.without_edge };
        let spell = spells.iter().find(|(drams, _)| *drams == uses);
        spell.expect("there is a spell for every number of drams that may be left").1
    }
}

/// The caster's decision before a cast.
pub struct Turn<'a> {
    /// The number of the cast, counted from 1.
    pub number: u32,
    pub options: &'a Options,
    /// The kinds of the opponents by index, if the order within a kind does not matter.
    pub alike: &'a [u8],
}

/// What the caster sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The number of the cast.
    pub number: u8,
    pub caster: Marks,
    /// The opponents' marks, in ascending order where the order does not matter.
    pub opponents: [Marks; MOST_OPPONENTS],
    pub drams: u32,
}

/// What the caster does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    Stop,
    Cast { spell: u16, choice: Choice },
}

impl Decision for Turn<'_> {
    type State = Fight;
    type Seen = Situation;
    type Choice = Move;

    fn step(&self) -> Step {
        step::CAST
    }

    fn sees(&self, fight: &Fight) -> Option<Situation> {
        let Fight { over, caster, mut opponents, drams, .. } = *fight;
        sort_alike(&mut opponents, self.alike);
        // The number fits: there are at most 100 casts.
        (!over).then_some(Situation { number: self.number as u8, caster, opponents, drams })
    }

    fn options(&self, seen: &Situation) -> Vec<Move> {
        let affordable = |(_, choice): &&(u16, Choice)| choice.drams() <= seen.drams;
        let Options { with_edge, without_edge, edge_casts, withdraw } = self.options;
        let spells = if u32::from(seen.number) <= *edge_casts { with_edge } else { without_edge };
        let casts = spells.iter().filter(affordable);
        let mut moves: Vec<Move> = casts.map(|&(spell, choice)| Move::Cast { spell, choice }).collect();
        if *withdraw || moves.is_empty() {
            moves.insert(0, Move::Stop);
        }
        moves
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Stop => write!(f, "stop"),
            Move::Cast { choice, .. } => write!(f, "{}", choice.words()),
        }
    }
}

/// Packs the situation like a [`Fight`].
impl Hash for Situation {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Situation { number, caster, opponents, drams } = *self;
        words(opponents).into_iter().for_each(|word| hasher.write_u64(word));
        hasher.write_u64(u64::from(drams) << 32 | u64::from(number) << 16 | caster.bits());
    }
}

impl Situation {
    /// Lists the opponents: `stun/physical` boxes of those who stand, `down` for the others.
    pub fn opponents_in_words(&self, opponents: usize) -> String {
        let words = |marks: &Marks| match marks.is_down() {
            true => "down".to_owned(),
            false => format!("{}/{}", marks.stun, marks.physical),
        };
        self.opponents[..opponents].iter().map(words).collect::<Vec<_>>().join(" ")
    }

    /// The marks of the opponents who stand.
    pub fn standing(&self, opponents: usize) -> impl Iterator<Item = &Marks> {
        self.opponents[..opponents].iter().filter(|marks| !marks.is_down())
    }

    /// The marks of the first opponent who stands; none if all are down.
    pub fn first_standing(&self, opponents: usize) -> Marks {
        self.standing(opponents).next().copied().unwrap_or_default()
    }

    /// The drams that are left; `None` if unlimited.
    pub fn drams_left(&self) -> Option<u32> {
        (self.drams != UNLIMITED).then_some(self.drams)
    }
}

impl fmt::Display for Situation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Situation { number, caster: Marks { stun, physical }, .. } = self;
        let opponents = self.opponents_in_words(MOST_OPPONENTS);
        write!(f, "cast {number}: own boxes {stun}/{physical}, opponents {opponents}")?;
        match self.drams_left() {
            Some(drams) => write!(f, ", {} left", count(drams, "dram", "drams")),
            None => Ok(()),
        }
    }
}
