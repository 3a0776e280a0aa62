//! Settings in few words.

/// What keys are called where room is scarce: by their last part, or by all of it if
/// another one ends the same.
pub fn brief_keys(keys: &[String]) -> Vec<&str> {
    let last = |key: &'_ str| key.rfind('.').map_or(0, |dot| dot + 1);
    let brief = |key: &String| key[last(key)..].to_owned();
    let is_alone = |key: &String| keys.iter().filter(|other| brief(other) == brief(key)).count() == 1;
    keys.iter().map(|key| if is_alone(key) { &key[last(key)..] } else { key.as_str() }).collect()
}

/// A setting as in `force=6 reagents=8`.
pub fn in_words(keys: &[String], values: &[String]) -> String {
    let words = brief_keys(keys).into_iter().zip(values).map(|(key, value)| format!("{key}={value}"));
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_called_by_their_last_part_unless_two_are_the_same() {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let keys = owned(&["choice.force", "foe.0.attack", "foe.1.attack", "alone"]);
        assert_eq!(brief_keys(&keys), ["force", "foe.0.attack", "foe.1.attack", "alone"]);
        assert_eq!(in_words(&keys[..1], &owned(&["6"])), "force=6");
        assert_eq!(in_words(&[], &[]), "");
    }
}
