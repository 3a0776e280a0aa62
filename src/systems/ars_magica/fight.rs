//! The state of a fight, which is passed from round to round.

use super::bonus::Bonuses;
use super::dice::Stress;
use super::keys::MOST_FOES;
use super::wounds::Lost;
use crate::chance::Chance;

/// A fight between two stages of its rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fight {
    /// Whether the fight is over; then everything else is as in [`Fight::OVER`].
    pub over: bool,
    /// The levels that the hero has lost.
    pub hero: Lost,
    /// The foes by index; entries after the last foe have no meaning.
    pub foes: [Foe; MOST_FOES],
    /// The hero's die for his attacks of this round, if there is one for all.
    pub attack_die: Option<Stress>,
    /// The hero's die for his defences of this round, if there is one for all.
    pub defense_die: Option<Stress>,
    /// The bonuses of the hero of a duel to Attack or Defense totals, from saved hits.
    pub ours: Bonuses,
    /// Those of his foe.
    pub theirs: Bonuses,
    /// The Initiative dice of the first round, if they are kept.
    pub kept: Option<InitiativeDice>,
}

/// The Initiative die of the hero, then those of the foes by index.
pub type InitiativeDice = [Stress; MOST_FOES + 1];

/// A foe between two stages of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Foe {
    /// The levels lost.
    pub lost: Lost,
    /// Body levels that the hero's blow of this round takes from the foe, unless it is saved.
    pub dealt: u8,
    /// Body levels that the foe's blow takes from the hero, unless it is saved.
    pub taken: u8,
    /// Whether the foe is faster than the hero in this round, if known: by totals in the blows, by
    /// scores or totals in a double kill.
    pub speed: Speed,
}

/// An Initiative total compared with the hero's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Speed {
    /// Not determined yet, or not needed any more.
    #[default]
    Unknown,
    /// A lower total than the hero's.
    Slower,
    /// A total equal to the hero's.
    Same,
    /// A higher total.
    Faster,
}

impl Speed {
    /// Compares the Initiative totals of a foe and the hero.
    pub fn of(foe: i32, hero: i32) -> Speed {
        match foe.cmp(&hero) {
            std::cmp::Ordering::Less => Speed::Slower,
            std::cmp::Ordering::Equal => Speed::Same,
            std::cmp::Ordering::Greater => Speed::Faster,
        }
    }
}

impl Foe {
    /// A foe who is out, for any reason.
    pub const OUT: Foe =
        Foe { lost: Lost { body: u8::MAX, fatigue: u8::MAX }, dealt: 0, taken: 0, speed: Speed::Unknown };

    /// A foe who has lost these levels.
    pub fn new(lost: Lost) -> Foe {
        Foe { lost, ..Foe::default() }
    }

    /// Whether he is out.
    #[inline(always)]
    pub fn is_out(&self) -> bool {
        self.lost.body == Foe::OUT.lost.body
    }
}

/// The levels that the hero and his foes have lost. The number of foes is a parameter, so that the
/// state of a duel is small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sides<const FOES: usize> {
    pub hero: Lost,
    /// By index; a foe who is out has the levels of [`Foe::OUT`].
    pub foes: [Lost; FOES],
}

impl<const FOES: usize> Sides<FOES> {
    /// The number of foes still standing.
    #[inline(always)]
    pub fn standing(&self) -> usize {
        self.foes.iter().filter(|foe| **foe != Foe::OUT.lost).count()
    }

    /// The levels lost after a part of a round.
    #[inline(always)]
    pub fn after(self, part: impl FnOnce(&mut Fight)) -> Self {
        let mut fight = Fight::new(self.hero, &self.foes);
        part(&mut fight);
        fight.sides()
    }
}

/// Plays a stage that changes a fight unless it is over.
#[inline(always)]
pub fn unless_over<C: Chance>(
    chance: &mut C,
    before: C::Of<Fight>,
    rule: impl Fn(&mut C, &mut Fight),
) -> C::Of<Fight> {
    chance.stage(before, |chance, mut fight| {
        if !fight.over {
            rule(chance, &mut fight);
        }
        fight
    })
}

impl Fight {
    /// A fight that is decided, with its metrics recorded.
    pub const OVER: Fight = Fight {
        over: true,
        hero: Lost { body: 0, fatigue: 0 },
        foes: [Foe::OUT; MOST_FOES],
        attack_die: None,
        defense_die: None,
        ours: Bonuses::NONE,
        theirs: Bonuses::NONE,
        kept: None,
    };

    /// A new fight.
    pub fn new(hero: Lost, foes: &[Lost]) -> Fight {
        let mut fight = Fight::OVER;
        (fight.over, fight.hero) = (false, hero);
        for (foe, &lost) in fight.foes.iter_mut().zip(foes) {
            *foe = Foe::new(lost);
        }
        fight
    }

    /// The levels lost.
    #[inline(always)]
    pub fn sides<const FOES: usize>(&self) -> Sides<FOES> {
        Sides { hero: self.hero, foes: std::array::from_fn(|place| self.foes[place].lost) }
    }

    /// The number of foes still standing.
    #[inline(always)]
    pub fn standing(&self) -> usize {
        self.foes.iter().filter(|foe| !foe.is_out()).count()
    }
}
