//! What a sequence of casts has come to: the state that stages pass on.

use std::hash::{Hash, Hasher};

use super::super::casting::Due;
use super::super::table::Cast;
use super::monitor::Marks;
use crate::chance::MayEnd;

/// The most opponents.
pub const MOST_OPPONENTS: usize = 8;

/// A sequence between two stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fight {
    /// Nothing more happens; everything else is as in [`Fight::OVER`].
    pub over: bool,
    /// The caster's boxes.
    pub caster: Marks,
    /// The opponents in their places; what stands behind the last means nothing.
    pub opponents: [Marks; MOST_OPPONENTS],
    /// The drams that are left; where there are as many as wanted, [`UNLIMITED`].
    pub drams: u32,
    /// Whether Edge is to be spent on the next cast, the first.
    pub edge: bool,
    /// The spell that is being cast.
    pub spell: u16,
    /// The casting roll, as long as opponents meet it.
    pub cast: Cast,
    /// The drain that is due for it.
    pub due: Due,
}

/// As many drams as wanted.
pub const UNLIMITED: u32 = u32::MAX;

const NO_CAST: Cast = Cast { hits: 0, in_reach: false };

impl MayEnd for Fight {
    #[inline(always)]
    fn is_over(&self) -> bool {
        self.over
    }
}

impl Fight {
    /// A sequence that is over and counted.
    pub const OVER: Fight = Fight {
        over: true,
        caster: Marks { stun: 0, physical: 0 },
        opponents: [Marks::DOWN; MOST_OPPONENTS],
        drams: 0,
        edge: false,
        spell: 0,
        cast: NO_CAST,
        due: Due::Nothing,
    };

    /// A sequence that begins.
    pub fn new(caster: Marks, opponents: usize, drams: Option<u32>, edge: bool) -> Fight {
        let mut fight = Fight { over: false, edge, caster, drams: drams.unwrap_or(UNLIMITED), ..Fight::OVER };
        fight.opponents[..opponents].fill(Marks::default());
        fight
    }

    /// The place of the first opponent who stands.
    #[inline(always)]
    pub fn first_standing(&self) -> Option<usize> {
        self.opponents.iter().position(|marks| !marks.is_down())
    }

    /// Forgets the casting roll, which all opponents have met.
    pub fn forget_cast(&mut self) {
        self.cast = NO_CAST;
    }

    /// Forgets all of a cast that is paid for.
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

/// States are looked up by the million: they are hashed word by word, not field by field.
impl Hash for Fight {
    #[inline(always)]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Fight { over, caster, opponents, drams, edge, spell, cast, due } = *self;
        words(opponents).into_iter().for_each(|word| hasher.write_u64(word));
        hasher.write_u64(u64::from(drams) << 32 | u64::from(spell) << 16 | caster.bits());
        let flags = u64::from(edge) << 4 | u64::from(over) << 3 | u64::from(cast.in_reach) << 2 | due as u64;
        hasher.write_u64(u64::from(cast.hits as u32) << 8 | flags);
    }
}

/// The marks of all opponents in two words.
#[inline(always)]
pub fn words(opponents: [Marks; MOST_OPPONENTS]) -> [u64; 2] {
    let word = |marks: &[Marks]| marks.iter().fold(0, |word, marks| word << 16 | marks.bits());
    let (first, last) = opponents.split_at(MOST_OPPONENTS / 2);
    [word(first), word(last)]
}
