//! Many trials side by side, one lane each.

use super::super::super::code::{Live, Operand};
use super::super::kernel::View;
use crate::chance::{Isa, vectorized};

/// Many trials: the values of their registers, and their recorded metrics.
pub struct Lanes {
    pub columns: Vec<Vec<i32>>,
    pub keys: Vec<u64>,
}
impl Lanes {
    pub fn view(&self, operand: Operand) -> View<'_> {
        match operand {
            Operand::Constant(constant) => View::Constant(constant),
            Operand::Register(register) => View::Column(&self.columns[register]),
        }
    }

    #[inline(always)]
    pub fn compute(&mut self, isa: Isa, to: usize, f: impl FnOnce(&Lanes, &mut [i32])) {
        let mut column = std::mem::take(&mut self.columns[to]);
        column.resize(self.keys.len(), 0);
        vectorized(isa, || f(self, &mut column));
        self.columns[to] = column;
    }

    /// Resizes columns. Those that were never assigned are not read before they are.
    pub fn fit(&mut self, live: &[usize]) {
        for &register in live {
            self.columns[register].resize(self.keys.len(), 0);
        }
    }

    /// The lanes in which a condition is true, with the columns `yes`, and the others with `no`.
    pub fn split(&mut self, condition: Operand, yes: &Live, no: &Live) -> (Lanes, Lanes) {
        self.fit(yes);
        self.fit(no);
        let condition = self.view(condition);
        let (on, off): (Vec<usize>, Vec<usize>) =
            (0..self.keys.len()).partition(|&lane| condition.at(lane) != 0);
        let picked = |lanes: &[usize], live: &Live| {
            let mut columns = vec![Vec::new(); self.columns.len()];
            for &register in live {
                let column = &self.columns[register];
                columns[register] = lanes.iter().map(|&lane| column[lane]).collect();
            }
            Lanes { columns, keys: lanes.iter().map(|&lane| self.keys[lane]).collect() }
        };
        (picked(&on, yes), picked(&off, no))
    }

    /// Moves the lanes in which a condition is false to `done`.
    pub fn retain(&mut self, condition: Operand, inner: &Live, done: &mut Lanes, live: &Live) {
        let Operand::Register(condition) = condition else { return };
        self.fit(live);
        self.fit(inner);
        let condition = self.columns[condition].clone();
        let ended = condition[..self.keys.len()].iter().filter(|&&goes_on| goes_on == 0).count();
        if ended == 0 {
            return;
        }
        for &register in live {
            let column = &self.columns[register];
            let ended = column.iter().zip(&condition).filter(|&(_, &goes_on)| goes_on == 0);
            done.columns[register].extend(ended.map(|(&value, _)| value));
        }
        let ended = self.keys.iter().zip(&condition).filter(|&(_, &goes_on)| goes_on == 0);
        done.keys.extend(ended.map(|(&key, _)| key));
        for &register in inner {
            compact(&mut self.columns[register], &condition);
        }
        compact(&mut self.keys, &condition);
    }

    pub fn append(&mut self, other: &mut Lanes, live: &Live) {
        self.fit(live);
        other.fit(live);
        for &register in live {
            self.columns[register].extend_from_slice(&other.columns[register]);
        }
        self.keys.extend_from_slice(&other.keys);
    }
}

/// Keeps the elements for which the condition is true.
fn compact<T: Copy>(column: &mut Vec<T>, condition: &[i32]) {
    let mut kept = 0;
    for place in 0..condition.len().min(column.len()) {
        column[kept] = column[place];
        kept += usize::from(condition[place] != 0);
    }
    column.truncate(kept);
}
