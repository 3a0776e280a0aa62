//! Charts of courses.

use super::figures::{draw, words_of};
use super::read::{area_of, words};
use super::*;
use crate::description::{Course, FollowedValue};
use crate::report::charts::language::ink;
use crate::report::color::Rgb;

static COURSE: LazyLock<Figure> = LazyLock::new(|| {
    let course = Course {
        title: "a course".into(),
        round: "round".into(),
        help: "by round".into(),
        endings: ["won", "lost", "drawn", "called off"].map(Into::into).into(),
        won: 0,
        open: "open".into(),
        followed: None,
    };
    Figure::new("course", FigureKind::Stacks(course))
});

/// Odds for the course: the chances of the endings in each round, and the open rest.
fn course(rounds: &[[f64; 4]], open: f64) -> Odds {
    Odds { indicators: rounds.iter().flatten().copied().chain([open]).collect(), ..example() }
}

/// Odds for a course in which each round ends this share of what is still open.
fn fading(rounds: i32, share: f64) -> Odds {
    let won = |round| [share * (1.0 - share).powi(round), 0.0, 0.0, 0.0];
    course(&(0..rounds).map(won).collect::<Vec<_>>(), (1.0 - share).powi(rounds))
}

/// The outlined parts of bars in drawing order: their colours, tops and bottoms.
fn parts(picture: &Picture, count: usize) -> Vec<(Rgb, f64, f64)> {
    let rectangle = |mark: &Mark| match mark {
        Mark::Rectangle { area, ink } => Some((*ink, *area)),
        _ => None,
    };
    let all: Vec<(Rgb, Area)> = picture.marks.iter().filter_map(rectangle).collect();
    let outlined = all.windows(2).filter(|pair| pair[0].0 == ink::TEXT && pair[1].0 != ink::TEXT);
    outlined.map(|pair| (pair[1].0, pair[0].1.top, pair[0].1.bottom)).take(count).collect()
}

/// The round numbers below the bars, with the left and right ends of their texts.
fn axis(picture: &Picture) -> Vec<(usize, f64, f64)> {
    let number = |mark: &Mark| match mark {
        Mark::Text(text) if text.anchor == Anchor::Middle => {
            let Area { left, right, .. } = area_of(text);
            Some((text.words.replace(',', "").parse().ok()?, left, right))
        }
        _ => None,
    };
    picture.marks.iter().filter_map(number).collect()
}

#[test]
fn the_first_two_endings_stand_at_the_edges_and_what_is_open_above_the_first() {
    let odds = course(&[[0.1, 0.2, 0.06, 0.04], [0.3, 0.1, 0.0, 0.0]], 0.2);
    let parts = parts(&draw(&odds, &COURSE), 10);
    // From the bottom: won, open, called off, drawn, lost.
    let shares = [[0.1, 0.6, 0.04, 0.06, 0.2], [0.4, 0.2, 0.04, 0.06, 0.3]];
    let bottom = parts[0].2;
    for (bar, shares) in parts.chunks(5).zip(shares) {
        let mut below = 0.0;
        for ((_, top, bottom_of), share) in bar.iter().zip(shares) {
            let height = |share: f64| 270.0 * share;
            assert!((bottom - bottom_of - height(below)).abs() < 1e-6, "{parts:?}");
            below += share;
            assert!((bottom - top - 1.0 - height(below)).abs() < 1e-6, "{parts:?}");
        }
    }
    let grounds = |bar: usize| parts[5 * bar..][..5].iter().map(|part| &part.0).collect::<Vec<_>>();
    assert_eq!(grounds(0), grounds(1));
    // Neighbouring parts have different colours.
    assert!(grounds(0).windows(2).all(|pair| pair[0] != pair[1]), "{parts:?}");
}

#[test]
fn shares_and_names_stand_where_they_have_room() {
    let odds = course(&[[0.1, 0.2, 0.06, 0.04], [0.3, 0.1, 0.0, 0.0]], 0.2);
    let words = words_of(&odds, &COURSE);
    let count = |wanted: &str| words.iter().filter(|word| *word == wanted).count();
    // Names are next to the last bar and in the rows, or only in the rows.
    assert_eq!(["won", "open", "lost", "drawn", "called off"].map(count), [2, 2, 2, 2, 1], "{words:?}");
    // Shares are in the bars that have room for them, and in the rows.
    assert_eq!(["60.0 %", "30.0 %", "6.0 %", "4.0 %"].map(count), [1, 2, 3, 1], "{words:?}");
    let rows: Vec<&String> = words.iter().skip_while(|word| *word != "after round 2").collect();
    let place = |wanted: &str| rows.iter().position(|word| *word == wanted).unwrap();
    let order = ["lost", "drawn", "called off", "open", "won"].map(place);
    assert!(order.is_sorted(), "{rows:?}");
}

#[test]
fn many_bars_have_shorter_numbers_and_not_all_of_them_or_none() {
    let words = |rounds| words_of(&fading(rounds, 0.02), &COURSE);
    assert!(has(&words(9), "94.1 %") && !has(&words(9), "94.1"));
    // Every second bar has its numbers, the last one among them.
    assert!(has(&words(20), "92.2") && !has(&words(20), "92.2 %") && !has(&words(20), "94.1"));
    assert!(!has(&words(40), "92.2") && !has(&words(40), "92.2 %"));
}

#[test]
fn rounds_in_which_as_good_as_all_is_decided_are_not_drawn() {
    let drawn = |rounds, share| {
        let picture = draw(&fading(rounds, share), &COURSE);
        (axis(&picture).iter().map(|mark| mark.0).collect::<Vec<_>>(), words(&picture))
    };
    let (axis, words) = drawn(1000, 0.5);
    assert_eq!(axis, [1, 2, 3, 4, 5, 6, 7, 8]);
    shows(&words, ["not drawn: rounds 9 to 1,000 (after round 8, open: 0.39 %)", "after round 1,000"]);
    let (_, words) = drawn(9, 0.5);
    shows(&words, ["not drawn: round 9 (after round 8, open: 0.39 %)"]);
    // At least five rounds are drawn, even if everything is decided earlier.
    assert_eq!(drawn(7, 0.999).0, [1, 2, 3, 4, 5]);
    for (rounds, share) in [(1, 0.999), (5, 0.999), (8, 0.5), (7, 0.1)] {
        let (axis, words) = drawn(rounds, share);
        assert_eq!(axis.len(), rounds as usize);
        assert!(!words.iter().any(|word| word.contains("not drawn")), "{words:?}");
    }
}

#[test]
fn many_rounds_share_bars_and_their_marks_stay_apart() {
    for rounds in [1, 2, 3, 9, 10, 20, 49, 50, 51, 60, 99, 101, 200, 501, 995, 1000] {
        let picture = draw(&fading(rounds, 0.0001), &COURSE);
        let axis = axis(&picture);
        assert!(axis.windows(2).all(|pair| pair[0].2 + 3.0 <= pair[1].1), "{rounds}: {axis:?}");
        assert!((1..=50).contains(&axis.len()), "{rounds}: {axis:?}");
        let note = words(&picture).into_iter().find(|word| word.starts_with("one bar for every"));
        assert_eq!(note.is_some(), rounds > 50, "{rounds}");
    }
    let picture = draw(&fading(995, 0.0001), &COURSE);
    assert!(has(&words(&picture), "one bar for every 20 rounds"));
    // The last bar is that of round 995, which is not a multiple of 20.
    let mut heights = parts(&picture, 100).into_iter().map(|(_, top, bottom)| bottom - top - 1.0);
    let last_open = heights.rfind(|height| *height > 200.0).unwrap();
    assert!((last_open / 270.0 - 0.9999f64.powi(995)).abs() < 1e-6, "{last_open}");
}

#[test]
fn a_label_of_one_word_is_told_with_what_it_is_about() {
    let figure_of = |won: &str| {
        let course = Course {
            title: "standing".into(),
            round: "round".into(),
            help: "by round".into(),
            endings: vec![won.to_owned().into()],
            won: 0,
            open: "both".into(),
            followed: Some(FollowedValue { first: 0, values: 2, rounds: 1 }),
        };
        Figure::new("course", FigureKind::Stacks(course))
    };
    let odds = Odds { indicators: vec![0.0, 1.0, 0.0, 1.0, 0.25, 0.75], ..example() };
    let title = |won: &str| words(&draw(&odds, &figure_of(won))).into_iter().next().unwrap();
    assert_eq!(title("Fighter"), "Standing: Fighter, 25.0 % after round 1");
    assert_eq!(title("the fighter stands"), "The fighter stands: 25.0 % after round 1");
}

#[test]
fn what_was_sampled_says_how_far_off_it_is() {
    let engine = Engine::Sampled { trials: 100, seed: 1 };
    let odds = Odds { engine, ..course(&[[0.1, 0.0, 0.0, 0.0], [0.4, 0.0, 0.0, 0.0]], 0.5) };
    let words = words_of(&odds, &COURSE);
    let off = "100 trials, seed 1; 95 % intervals of at most ±9.62 percentage points";
    shows(&words, [off, "(40–60 %)", "< 4 %"]);
}

#[test]
fn courses_of_any_probabilities_are_drawn() {
    draw(&course(&[[f64::NAN, f64::INFINITY, -1.0, 2.0], [0.0, -0.0, 1e-300, 1.0]], 7.0), &COURSE);
    draw(&course(&[[0.0; 4]; 3], 0.0), &COURSE);
    draw(&course(&[[0.0; 4]; 3], 1.0), &COURSE);
    draw(&course(&[[1e-9, 1e-9, 1e-9, 1e-9]; 60], 1.0), &COURSE);
}

#[test]
fn a_course_without_its_marks_is_not_drawn() {
    for marks in [vec![], vec![1.0], vec![0.5; 4], vec![0.1; 10]] {
        assert_eq!(figure(&HEADING, &Odds { indicators: marks, ..example() }, &[], &COURSE).unwrap(), None);
    }
}

#[test]
fn bars_of_a_sample_have_no_more_digits_than_its_error_supports_and_are_never_always() {
    let engine = Engine::Sampled { trials: 500, seed: 1 };
    let odds = Odds { engine, ..course(&[[0.0; 4], [0.926, 0.074, 0.0, 0.0]], 0.0) };
    let words = words_of(&odds, &COURSE);
    shows(&words, ["> 99.2 %", "93 %", "7 %"]);
    assert!(!words.iter().any(|word| word.contains("92.6") || word.contains("always")), "{words:?}");
}

#[test]
fn the_least_likely_of_many_parts_share_one() {
    let course = Course {
        title: "hits".into(),
        round: "round".into(),
        help: "by round".into(),
        endings: (0..11).map(|n| format!("{n} hits").into()).collect(),
        won: 0,
        open: "11 hits".into(),
        followed: Some(FollowedValue { first: 0, values: 12, rounds: 1 }),
    };
    let shares = [0.3, 0.02, 0.02, 0.02, 0.1, 0.1, 0.1, 0.1, 0.02, 0.02, 0.1, 0.1];
    let odds = Odds { indicators: shares.repeat(3), ..example() };
    let words = words(&draw(&odds, &Figure::new("course", FigureKind::Stacks(course))));
    shows(&words, ["0 hits", "1 hits", "7 hits", "11 hits", "5 others"]);
    assert!(!has(&words, "8 hits"), "{words:?}");
}
