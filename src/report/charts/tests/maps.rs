//! Charts of the best choice of every situation.

use super::choices::{choice, near, owned};
use super::read::{has, on_its_page, rectangles};
use super::*;
use crate::analysis::{Candidate, Recommendation, Situation, Skipped};
use crate::report::charts::language::FLIP;
use crate::report::charts::language::ink;
use crate::scenario::Problems;

/// A recommendation whose best choice in each situation comes from `best`: its values and objective,
/// or `None` if no choice is feasible.
fn advice(
    axes: &[(&str, &[&str])],
    keys: &[&str],
    best: impl Fn(usize, &[String]) -> Option<(Vec<String>, f64)>,
) -> Recommendation {
    let situation = |(place, values): (usize, Vec<String>)| {
        let choices = match best(place, &values) {
            Some((chosen, objective)) => vec![Candidate { values: chosen, ..choice(&[], objective) }],
            None => vec![Candidate { values: owned(keys), feasible: false, ..choice(&[], 1.0) }],
        };
        Situation { values, ..choices::situation(&[], choices) }
    };
    Recommendation {
        situation_keys: axes.iter().map(|(key, _)| (*key).to_owned()).collect(),
        fastest: 1,
        keys: owned(keys),
        situations: grid(axes).into_iter().enumerate().map(situation).collect(),
        skipped: Vec::new(),
    }
}

fn map_of(advice: &Recommendation) -> Option<Picture> {
    decision_map(&HEADING, "A finding", advice, &number("boxes of damage on average"))
}

#[track_caller]
fn draw_map(advice: &Recommendation) -> Vec<String> {
    let chart = map_of(advice);
    assert_eq!(map_of(advice), chart, "drawn twice");
    on_its_page(&chart.expect("there is a map"))
}

const KEYS: &[&str] = &["choice.force", "choice.reagents"];

#[test]
fn numbered_situations_are_strips_that_tell_where_the_choice_flips() {
    let armors = ["0", "1", "2", "3", "4", "5", "6", "7"];
    let best = |place: usize, _: &[String]| match place {
        0..3 => Some((owned(&["6", "unset"]), 9.0)),
        3..6 => Some((owned(&["8", "3"]), 7.5)),
        6 => Some((owned(&["12", "3"]), -1.25)),
        _ => None,
    };
    let advice = advice(&[("target.armor", &armors)], KEYS, best);
    let flips = map_of(&advice).unwrap();
    let is_flip = |mark: &&Mark| matches!(mark, Mark::Line { dashes, .. } if **dashes == *FLIP);
    let flips = flips.marks.iter().filter(is_flip);
    // One line in the legend, and two in each of the three plots.
    assert_eq!(flips.count(), 7);
    let texts = draw_map(&advice);
    shows(
        &texts,
        ["Force", "drams of reagents", "none", "12", "boxes of damage on average", "the best choice changes"],
    );
    let runs = "best by target's armor: 0 to 2: Force 6, no reagents; 3 to 5: Force 8, 3 drams of reagents; \
                6: Force 12, 3 drams of reagents; 7: none";
    shows(&texts, [runs, "no choice meets the conditions"]);
}

#[test]
fn situations_of_words_have_a_row_each() {
    let best = |place: usize, _: &[String]| (place != 2).then(|| (owned(&["6", "2"]), place as f64 + 1.5));
    let texts = draw_map(&advice(&[("spell.preset", &["manabolt", "fireball", "blast"])], KEYS, best));
    shows(
        &texts,
        [
            "Manabolt",
            "1.50",
            "Force 6, 2 drams of reagents",
            "none meets the conditions",
            "boxes of damage on average of the best choice",
        ],
    );
}

/// A recommendation with three choices in every situation, of which `equals` are equally good.
fn with_ties(axes: &[(&str, &[&str])], equals: impl Fn(usize) -> usize) -> Recommendation {
    let mut advice = advice(axes, KEYS, |_, _| None);
    for (place, situation) in advice.situations.iter_mut().enumerate() {
        let choices = [["6", "unset"], ["6", "7"], ["6", "8"]].into_iter().enumerate();
        let of = |(rank, values): (usize, [&str; 2])| {
            choice(&values, if rank < equals(place) { 5.0 } else { 4.0 })
        };
        situation.choices = choices.map(of).collect();
    }
    advice
}

#[test]
fn choices_that_are_equally_good_are_all_shown() {
    let armors: (&str, &[&str]) = ("target.armor", &["0", "1", "2", "3"]);
    let equals = |place: usize| [2, 2, 1, 3][place % 4];
    let texts = draw_map(&with_ties(&[armors], equals));
    let runs = "best by target's armor: 0 to 1: Force 6, no reagents or Force 6, 7 drams of reagents; \
                2: Force 6, no reagents; 3: any, since all give the same";
    shows(&texts, [runs]);
    // Each of several equally good values has a level of its own.
    shows(&texts, ["none", "7", "8", "the best choice changes"]);
    let texts = draw_map(&with_ties(&[armors, ("caster.magic", &["4", "5", "6", "7"])], equals));
    shows(&texts, ["Force 6, no reagents or Force 6, 7 drams of reagents", "6, none/7", "any"]);
    let texts = draw_map(&with_ties(&[("spell.preset", &["manabolt", "fireball"])], equals));
    let rest = texts.iter().filter(|text| text.starts_with("Force 6, no reagents or ")).count();
    assert_eq!(rest, 2, "{texts:?}");
}

#[test]
fn two_keys_are_a_grid_with_few_choices_named_and_many_shaded() {
    let axes: &[(&str, &[&str])] = &[("target.armor", &["0", "6", "12"]), ("caster.magic", &["4", "5", "6"])];
    let few = |place: usize, _: &[String]| {
        let choices = [["6", "unset"], ["8", "3"], ["12", "3"]];
        (place != 4).then(|| (owned(&choices[place % 3]), place as f64))
    };
    let two = map_of(&advice(axes, KEYS, |place, _| few(place / 6 * 2, &[])));
    let strong = rectangles(&two.unwrap(), ink::TEXT);
    let levels = strong.iter().filter(|line| near(line.height(), 1.5)).count();
    assert_eq!(levels, 3, "the choice flips between the second row and the third");
    let texts = draw_map(&advice(axes, KEYS, few));
    shows(&texts, ["Force 6, no reagents", "Force 12, 3 drams of reagents", "6, none", "12, 3", "Magic"]);
    shows(&texts, ["no choice meets the conditions"]);
    let many = |place: usize, _: &[String]| Some((owned(&[&place.to_string(), "3"]), place as f64 - 4.0));
    let texts = draw_map(&advice(axes, KEYS, many));
    shows(
        &texts,
        ["8, 3", "in each cell: Force, drams of reagents", "boxes of damage on average", "−5", "5"],
    );
}

#[test]
fn small_cells_have_letters_or_none() {
    let many: Vec<String> = (0..40).map(|n| n.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let axes: &[(&str, &[&str])] = &[("a", &many[..20]), ("b", &many)];
    let two = |place: usize, _: &[String]| Some((owned(&[["a long word", "another one"][place % 2]]), 1.0));
    let texts = draw_map(&advice(axes, &["rules.armor"], two));
    shows(&texts, ["A: rules.armor: a long word", "B"]);
    let all = |place: usize, _: &[String]| Some((vec![format!("a long word {place}")], 1.0));
    let texts = draw_map(&advice(axes, &["rules.armor"], all));
    shows(&texts, ["the cells have no room for the choices"]);
}

#[test]
fn more_keys_are_several_grids_and_what_is_left_out_is_told() {
    let many = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14"];
    let axes: &[(&str, &[&str])] = &[("a", &["1", "2"]), ("b", &["x", "y"]), ("c", &many), ("d", &["0"])];
    let best = |place: usize, _: &[String]| Some((owned(&[["5", "6"][place % 2]]), 1.0));
    let texts = draw_map(&advice(axes, &["choice.force"], best));
    shows(&texts, ["c: 1", "c: 12", "drawn: the first 12 of 14 values of c", "Force 5"]);
    assert!(!has(&texts, "c: 13") && texts.iter().any(|text| text.contains("d: 0")), "{texts:?}");
}

#[test]
fn situations_without_any_choice_stand_where_they_belong() {
    let best = |place: usize, _: &[String]| Some((owned(&["5"]), place as f64));
    let mut advice = advice(&[("a", &["2", "3"])], &["k"], best);
    let values = owned(&["1", "9"]);
    advice.skipped.push(Skipped { number: 0, values, problems: Problems::default() });
    let texts = draw_map(&advice);
    shows(&texts, ["best by a: 1: none; 2 to 3: k: 5", "blank: the rules allow no choice"]);
}

#[test]
fn maps_of_one_situation_of_long_words_and_of_no_objective_are_drawn() {
    let long = "a value that is much longer than its panel ".repeat(9);
    let one = |_: usize, _: &[String]| Some((owned(&["5"]), f64::NAN));
    draw_map(&advice(&[("a", &["7"])], &["k"], one));
    let words = |_: usize, _: &[String]| Some((vec![long.clone()], -1e300));
    draw_map(&advice(&[("a", &["1", "2"])], &[&long], words));
    draw_map(&advice(&[(&long, &["x", &long])], &[&long], words));
    draw_map(&advice(&[("a", &["x", &long]), (&long, &["1", &long])], &["k"], words));
    assert_eq!(map_of(&advice(&[], &["k"], one)), None);
}
