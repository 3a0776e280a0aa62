//! Suggestions for misspelled names.

use strsim::damerau_levenshtein;

/// The candidate nearest to `name`, if one is near: up to a third of the letters may be wrong. Dotted
/// paths with the same last part are near, too: `target.magic` is near to `caster.magic`.
pub fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let last = |path: &str| path.rsplit('.').next().map(str::to_owned).unwrap_or_default();
    candidates
        .map(|candidate| {
            let whole = damerau_levenshtein(name, candidate);
            let moved = if last(name) == last(candidate) { 1 } else { usize::MAX };
            (whole.min(moved), candidate)
        })
        .min_by_key(|&(distance, _)| distance)
        .filter(|&(distance, _)| distance <= (name.chars().count() / 3).max(1))
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, expected: Option<&str>) {
        let known = ["caster.magic", "caster.willpower", "target.willpower", "choice.force"];
        assert_eq!(nearest(name, known.into_iter()), expected);
    }

    #[test]
    fn a_slip_of_the_finger_is_near() {
        check("caster.wilpower", Some("caster.willpower"));
        check("target.wilpower", Some("target.willpower"));
        check("choice.froce", Some("choice.force"));
    }

    #[test]
    fn the_wrong_table_is_near() {
        check("target.magic", Some("caster.magic"));
    }

    #[test]
    fn something_else_is_not() {
        check("weapon.staging", None);
    }
}
