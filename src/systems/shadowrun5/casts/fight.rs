//! The state of a sequence of casts, which is passed from stage to stage.

use std::hash::{Hash, Hasher};

use super::super::casting::Due;
use super::super::table::Cast;
use super::monitor::Marks;
use crate::chance::MayEnd;

/// The maximum number of opponents.
pub const MOST_OPPONENTS: usize = 8;

/// The state of a sequence between two stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fight {
    /// Whether the sequence is over; then everything else is as in [`Fight::OVER`].
    pub over: bool,
    /// The caster's boxes.
    pub caster: Marks,
    /// The opponents by index; entries after the last opponent have no meaning.
    pub opponents: [Marks; MOST_OPPONENTS],
    /// The drams that are left; [`UNLIMITED`] if there are as many as wanted.
    pub drams: u32,
    /// The number of casts, the next ones, on which Edge is to be spent.
    pub edge_casts: u8,
    /// The spell that is being cast.
    pub spell: u16,
    /// The casting roll, until all opponents have met it.
    pub cast: Cast,
    /// The drain that is due for the cast.
    pub due: Due,
}

/// An unlimited number of drams.
pub const UNLIMITED: u32 = u32::MAX;

const NO_CAST: Cast = Cast { hits: 0, in_reach: false };

impl MayEnd for Fight {
    #[inline(always)]
    fn is_over(&self) -> bool {
        self.over
    }
}

impl Fight {
    /// A sequence that is over, with its metrics recorded.
    pub const OVER: Fight = Fight {
        over: true,
        caster: Marks { stun: 0, physical: 0 },
        opponents: [Marks::DOWN; MOST_OPPONENTS],
        drams: 0,
        edge_casts: 0,
        spell: 0,
        cast: NO_CAST,
        due: Due::Nothing,
    };

    /// A new sequence.
    pub fn new(caster: Marks, opponents: usize, drams: Option<u32>, edge_casts: u8) -> Fight {
        let drams = drams.unwrap_or(UNLIMITED);
        let mut fight = Fight { over: false, edge_casts, caster, drams, ..Fight::OVER };
        fight.opponents[..opponents].fill(Marks::default());
        fight
    }

    /// The index of the first opponent who stands.
    #[inline(always)]
    pub fn first_standing(&self) -> Option<usize> {
        self.opponents.iter().position(|marks| !marks.is_down())
    }

    /// Resets the casting roll when all opponents have met it.
    pub fn forget_cast(&mut self) {
        self.cast = NO_CAST;
    }

    /// Resets the spell and the drain at the end of a cast.
    pub fn end_cast(&mut self) {
        (self.spell, self.due) = (0, Due::Nothing);
    }

    /// Uses up drams.
    #[inline(always)]
    pub fn use_drams(&mut self, drams: u32) {
        if self.drams != UNLIMITED {
            self.drams -= drams;
        }
    }
}

/// Hashes whole words instead of fields, because millions of states are looked up.
impl Hash for Fight {
    #[inline(always)]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Fight { over, caster, opponents, drams, edge_casts, spell, cast, due } = *self;
        words(opponents).into_iter().for_each(|word| hasher.write_u64(word));
        hasher.write_u64(u64::from(drams) << 32 | u64::from(spell) << 16 | caster.bits());
        let flags = u64::from(over) << 3 | u64::from(cast.in_reach) << 2 | due as u64;
        hasher.write_u64(u64::from(cast.hits as u32) << 16 | u64::from(edge_casts) << 8 | flags);
    }
}

/// Packs the marks of all opponents into two words.
#[inline(always)]
pub fn words(opponents: [Marks; MOST_OPPONENTS]) -> [u64; 2] {
    let word = |marks: &[Marks]| marks.iter().fold(0, |word, marks| word << 16 | marks.bits());
    let (first, last) = opponents.split_at(MOST_OPPONENTS / 2);
    [word(first), word(last)]
}
