//! Rolls of magic and dispel dice, summarized before any rule is applied.

use crate::chance::{Law, Memo};

/// A casting roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Faces {
    /// The sum of the dice.
    pub sum: i32,
    /// The number of dice that show the face that returns to the pool, by default a natural 1.
    pub ones: u32,
    /// The highest face that three or more dice show; 0 if there is none.
    pub triple: u8,
}

/// A dispelling roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count {
    /// The sum of the dice, capped at what is enough to dispel.
    pub sum: i32,
    /// The number of dice that show the face that returns to the pool; 0 if the sum is enough.
    pub ones: u32,
}

/// The dice rolled so far, reduced to what still matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Table {
    faces: Faces,
    /// The number of dice that show each face above that of the highest triple; 0 for the other faces.
    above: [u8; 6],
}

impl Table {
    const EMPTY: Table = Table { faces: Faces { sum: 0, ones: 0, triple: 0 }, above: [0; 6] };

    fn with(mut self, face: u32, returning: u32) -> Table {
        self.faces.sum += face as i32;
        self.faces.ones += u32::from(face == returning);
        if face > u32::from(self.faces.triple) {
            let index = face as usize - 1;
            self.above[index] += 1;
            if self.above[index] == 3 {
                self.faces.triple = face as u8;
                self.above[..=index].fill(0);
            }
        }
        self
    }
}

/// The distribution of a casting roll of `dice` dice. Dice that show `returning` may return to the
/// pool.
pub fn casting(dice: u32, returning: u32) -> Law<Faces> {
    static ROLLS: Memo<(u32, u32), Faces> = Memo::new();
    ROLLS.law((dice, returning), || {
        Law::repeat(dice, &Law::die(6), Table::EMPTY, move |table, face| table.with(face, returning))
            .map(|table| table.faces)
    })
}

/// The distribution of a dispelling roll of `dice` dice, whose sum is capped at `enough`.
pub fn dispelling(dice: u32, returning: u32, enough: i32) -> Law<Count> {
    static ROLLS: Memo<(u32, u32, i32), Count> = Memo::new();
    ROLLS.law((dice, returning, enough), || {
        Law::repeat(dice, &Law::die(6), Count::NONE, move |count, face| count.with(face, returning, enough))
    })
}

/// The distributions of dispelling rolls of 0 to `most` dice, whose sums are capped at `enough`.
pub fn dispelling_up_to(most: u32, returning: u32, enough: i32) -> Vec<Law<Count>> {
    up_to(most, move |count, face| count.with(face, returning, enough))
}

/// The distributions of dispelling rolls of 0 to `most` dice if no sum is enough and only the dice that
/// return matter.
pub fn hopeless_up_to(most: u32, returning: u32) -> Vec<Law<Count>> {
    up_to(most, move |count, face| count.with_hopeless(face, returning))
}

/// The distribution of a dispelling roll of `dice` dice if no sum is enough and only the dice that
/// return matter.
pub fn hopeless(dice: u32, returning: u32) -> Law<Count> {
    Law::repeat(dice, &Law::die(6), Count::NONE, move |count, face| count.with_hopeless(face, returning))
}

fn up_to(most: u32, add: impl Fn(Count, u32) -> Count + Copy + Send + Sync + 'static) -> Vec<Law<Count>> {
    let die = Law::die(6);
    let laws = std::iter::successors(Some(Law::certain(Count::NONE)), |law| Some(law.and(&die, add)));
    laws.take(most as usize + 1).collect()
}

impl Count {
    const NONE: Count = Count { sum: 0, ones: 0 };

    fn with(self, face: u32, returning: u32, enough: i32) -> Count {
        let sum = self.sum + face as i32;
        match sum < enough {
            true => Count { sum, ..self.with_hopeless(face, returning) },
            false => Count { sum: enough, ones: 0 },
        }
    }

    /// Adds a die whose face does not matter to the sum.
    fn with_hopeless(self, face: u32, returning: u32) -> Count {
        Count { ones: self.ones + u32::from(face == returning), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The probability of a triple, from the distribution of all rolls.
    fn triples(dice: u32) -> f64 {
        casting(dice, 1).iter().filter(|(faces, _)| faces.triple > 0).map(|(_, p)| p).sum()
    }

    #[test]
    fn triples_are_as_likely_as_the_page_says() {
        for (dice, percent) in [(3, 2.778), (4, 9.722), (5, 21.296)] {
            assert!((100.0 * triples(dice) - percent).abs() < 5e-4, "{dice} dice");
        }
    }

    #[test]
    fn of_two_triples_the_higher_counts_and_the_order_does_not() {
        let table = |faces: &[u32]| faces.iter().fold(Table::EMPTY, |table, &face| table.with(face, 1)).faces;
        let expected = Faces { sum: 21, ones: 3, triple: 6 };
        assert_eq!(table(&[1, 1, 1, 6, 6, 6]), expected);
        assert_eq!(table(&[6, 1, 6, 1, 6, 1]), expected);
        assert_eq!(table(&[6, 6, 6, 1, 1, 1]), expected);
        assert_eq!(table(&[2, 2, 6, 5, 2, 6]), Faces { sum: 23, ones: 0, triple: 2 });
    }

    #[test]
    fn laws_are_the_same_one_by_one_and_die_by_die() {
        for (dice, law) in dispelling_up_to(7, 2, 20).iter().enumerate() {
            let other = dispelling(dice as u32, 2, 20);
            assert_eq!(law.outcomes(), other.outcomes());
            for (a, b) in law.iter().zip(other.iter()) {
                assert!((a.1 - b.1).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn sums_beyond_what_is_enough_are_one() {
        let law = dispelling(2, 1, 7);
        assert!((law.probability(&Count { sum: 7, ones: 0 }) - 21.0 / 36.0).abs() < 1e-15);
        assert!((law.probability(&Count { sum: 2, ones: 2 }) - 1.0 / 36.0).abs() < 1e-15);
        assert!((law.probability(&Count { sum: 4, ones: 1 }) - 2.0 / 36.0).abs() < 1e-15);
        assert!((law.probability(&Count { sum: 4, ones: 0 }) - 1.0 / 36.0).abs() < 1e-15);
    }
}
