//! Pools of six-sided dice that count hits.

use std::fmt;

use crate::chance::{Drawn, Law, Memo};

/// The result of a Spellcasting roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Roll {
    /// The number of hits, before any limit.
    pub hits: i32,
    /// Whether the roll is a glitch.
    pub glitch: Glitch,
}

/// Whether strictly more than half of the dice of a pool show 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Glitch {
    /// No glitch.
    None,
    /// More than half of the dice show 1.
    Ordinary,
    /// More than half of the dice show 1, and no die is a hit.
    Critical,
}

impl Glitch {
    /// The labels of the metric, in the order of the variants.
    pub const LABELS: [&str; 3] = ["none", "glitch", "critical"];
}

/// The result of any other pool: the number of hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hits(pub i32);

/// How Edge is spent on a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    /// No Edge is spent.
    None,
    /// Edge adds dice, each 6 is rolled again, and no limit applies.
    Push,
    /// Dice that are not hits are rolled once more.
    SecondChance,
}

/// Metres of scatter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Metres(pub i32);

impl Drawn for Hits {
    #[inline(always)]
    fn code(self, _place: usize) -> u32 {
        self.0 as u32
    }

    #[inline(always)]
    fn decode(code: u32, _law: &Law<Self>) -> Self {
        Hits(code as i32)
    }
}

impl Drawn for Roll {
    #[inline(always)]
    fn code(self, _place: usize) -> u32 {
        4 * self.hits as u32 + self.glitch as u32
    }

    #[inline(always)]
    fn decode(code: u32, _law: &Law<Self>) -> Self {
        let glitch = match code % 4 {
            0 => Glitch::None,
            1 => Glitch::Ordinary,
            _ => Glitch::Critical,
        };
        Roll { hits: (code / 4) as i32, glitch }
    }
}

impl Drawn for Metres {
    #[inline(always)]
    fn code(self, _place: usize) -> u32 {
        self.0 as u32
    }

    #[inline(always)]
    fn decode(code: u32, _law: &Law<Self>) -> Self {
        Metres(code as i32)
    }
}

impl fmt::Display for Hits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.0 == 1 { "" } else { "s" };
        write!(f, "{} hit{plural}", self.0)
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Hits(self.hits).fmt(f)?;
        match self.glitch {
            Glitch::None => Ok(()),
            Glitch::Ordinary => write!(f, ", a glitch"),
            Glitch::Critical => write!(f, ", a critical glitch"),
        }
    }
}

impl fmt::Display for Metres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} m", self.0)
    }
}

/// The maximum number of times that a 6 is rolled again. Longer runs, with probability 6^-24 per die,
/// are omitted.
const REROLLS: u32 = 23;

/// The state of a die while it is rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Thrown {
    rolls: u32,
    last: u32,
    hits: i32,
    /// 1 if the first roll shows 1, which is what counts for glitches.
    ones: u32,
}

/// The distribution of one die; a hit is a face of `hit_on` or more.
fn die(hit_on: u32, edge: Edge) -> Law<Thrown> {
    let roll = move |Thrown { rolls, hits, ones, .. }, face| Thrown {
        rolls: rolls + 1,
        last: face,
        hits: hits + i32::from(face >= hit_on),
        ones: ones + u32::from(rolls == 0 && face == 1),
    };
    let again = move |thrown: Thrown| match edge {
        Edge::None => false,
        Edge::Push => thrown.last == 6,
        Edge::SecondChance => thrown.hits == 0 && thrown.rolls == 1,
    };
    Law::rerolled(6, REROLLS, Thrown::default(), roll, again)
}

/// The joint distribution of the hits and the glitch of `dice` dice.
pub fn spellcasting(dice: u32, hit_on: u32, edge: Edge) -> Law<Roll> {
    static POOLS: Memo<(u32, u32, Edge), Roll> = Memo::new();
    POOLS.law((dice, hit_on, edge), || {
        let die = die(hit_on, edge).map(|thrown| (thrown.hits, thrown.ones));
        let sum = |(hits, ones), (hit, one)| (hits + hit, ones + one);
        Law::repeat_within(cut(edge), dice, &die, (0, 0), sum).map(move |(hits, ones)| {
            let glitch = match 2 * ones > dice {
                false => Glitch::None,
                true if hits == 0 => Glitch::Critical,
                true => Glitch::Ordinary,
            };
            Roll { hits, glitch }
        })
    })
}

/// The distribution of the hits of `dice` dice.
pub fn hits(dice: u32, hit_on: u32, edge: Edge) -> Law<Hits> {
    static POOLS: Memo<(u32, u32, Edge), Hits> = Memo::new();
    POOLS.law((dice, hit_on, edge), || {
        let die = die(hit_on, edge).map(|thrown| thrown.hits);
        Law::repeat_within(cut(edge), dice, &die, 0, |hits, hit| hits + hit).map(Hits)
    })
}

/// The maximum probability omitted in the upper tail of a pool: 1e-18 if dice are open-ended, otherwise
/// 0.
fn cut(edge: Edge) -> f64 {
    if edge == Edge::Push { 1e-18 } else { 0.0 }
}

/// The distribution of the metres that `dice` dice scatter.
pub fn metres(dice: u32) -> Law<Metres> {
    static POOLS: Memo<u32, Metres> = Memo::new();
    POOLS.law(dice, || Law::repeat(dice, &Law::die(6), 0, |sum, face| sum + face as i32).map(Metres))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pool_has_the_law_of_its_own_dice() {
        for (dice, hit_on) in (0..=12).flat_map(|dice| (2..=6).map(move |hit_on| (dice, hit_on))) {
            let mean = f64::from(dice) * f64::from(7 - hit_on) / 6.0;
            for _ in 0..2 {
                let of_hits: f64 =
                    hits(dice, hit_on, Edge::None).iter().map(|(Hits(hits), p)| f64::from(hits) * p).sum();
                let of_rolls: f64 = spellcasting(dice, hit_on, Edge::None)
                    .iter()
                    .map(|(roll, p)| f64::from(roll.hits) * p)
                    .sum();
                assert!((of_hits - mean).abs() < 1e-14, "{dice} dice hit on {hit_on}: {of_hits}");
                assert!((of_rolls - mean).abs() < 1e-14, "{dice} dice hit on {hit_on}: {of_rolls}");
            }
            assert_eq!(metres(dice).outcomes().len(), 5 * dice as usize + 1);
        }
    }
}
