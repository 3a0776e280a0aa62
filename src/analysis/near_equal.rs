//! Sorting by numbers that may differ by rounding errors.

use crate::stats::same;

/// Sorts by a number, ascending. Each run of items whose numbers are equal up to rounding is passed to
/// `then`, which sorts it by its own criterion.
pub fn sort_near_equal<T>(mut items: &mut [T], number: impl Fn(&T) -> f64, mut then: impl FnMut(&mut [T])) {
    items.sort_by(|a, b| number(a).total_cmp(&number(b)));
    while let Some(first) = items.first() {
        let least = number(first);
        let equals = items.iter().take_while(|one| same(number(one), least)).count().max(1);
        let (equal, others) = std::mem::take(&mut items).split_at_mut(equals);
        then(equal);
        items = others;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_by_rounding_is_equal() {
        let mut items = [(3.0, 'c'), (1.0 + 1e-15, 'a'), (1.0, 'b'), (f64::NAN, 'e'), (f64::INFINITY, 'd')];
        sort_near_equal(&mut items, |item| item.0, |equal| equal.sort_by_key(|item| item.1));
        assert_eq!(items.map(|item| item.1), ['a', 'b', 'c', 'd', 'e']);
    }
}
