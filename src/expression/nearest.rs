//! Suggestions for misspelled names.

use strsim::damerau_levenshtein;

/// The candidate nearest to `name`, if one is near: up to a third of the letters may be wrong; of a dotted path
/// in the same table, up to a third of its last part. Dotted paths with the same last part are near, too:
/// `target.magic` is near to `caster.magic`. If none is near, `name` may be the abbreviation of one: `dmg` of
/// `damage`.
pub fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    nearest_of(name, &candidates.collect::<Vec<&str>>())
}

/// Compiled once, and not for each kind of iterator.
fn nearest_of<'a>(name: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let last = |path: &str| path.rsplit('.').next().map(str::to_owned).unwrap_or_default();
    let near = candidates
        .iter()
        .map(|candidate| {
            let whole = damerau_levenshtein(name, candidate);
            let moved = if last(name) == last(candidate) { 1 } else { usize::MAX };
            (whole.min(moved), *candidate)
        })
        .min_by_key(|&(distance, _)| distance)
        .filter(|&(distance, candidate)| {
            let table = |path: &str| path.rsplit_once('.').map(|(table, _)| table.to_owned());
            let open = if table(name) == table(candidate) { last(name) } else { name.to_owned() };
            distance <= (open.chars().count() / 3).max(1)
        });
    let is_short_for = |candidate: &&&str| {
        let (short, long) = (last(name), last(candidate));
        let mut letters = long.chars();
        name.strip_suffix(&*short) == candidate.strip_suffix(&*long)
            && (3..long.len()).contains(&short.len())
            && short.chars().next() == long.chars().next()
            && short.chars().all(|letter| letters.any(|other| other == letter))
    };
    let abbreviated = || candidates.iter().filter(is_short_for).min_by_key(|candidate| candidate.len());
    near.map(|(_, candidate)| candidate).or_else(|| abbreviated().copied())
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
    fn an_abbreviation_is_near() {
        let known = ["caster.magic", "damage_type", "damage", "drain", "caster.willpower"];
        let found =
            ["dmg", "dmgtype", "caster.will", "caster.a", "dxg"].map(|name| nearest(name, known.into_iter()));
        assert_eq!(found, [Some("damage"), Some("damage_type"), Some("caster.willpower"), None, None]);
    }

    #[test]
    fn something_else_is_not() {
        check("weapon.staging", None);
        check("choice.fists", None);
    }
}
