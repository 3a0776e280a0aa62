//! Charts of policies.

use super::read::{area_of, words};
use super::*;
use crate::description::{Datum, PolicyFigure, SeenByPlayer, SideTable};

/// Maps by the number of the cast, with own boxes as rows and the other's boxes as columns.
static MAPS: LazyLock<Figure> = LazyLock::new(|| {
    let seen = |name: &'static str, column: &'static str| SeenByPlayer::new(name, [column]);
    let policy = PolicyFigure {
        title: "what to cast".into(),
        help: "by boxes".into(),
        table: "policy.csv".into(),
        cases: vec![seen("cast", "cast")],
        rows: seen("own boxes", "own"),
        columns: seen("boxes of the other", "other"),
        choices: vec![],
    };
    Figure::new("policy", FigureKind::Policy(policy))
});

/// A situation: cast, own boxes and the other's boxes; chosen Force and drams; its probability.
type Situation = ([i64; 3], [i64; 2], f64);

fn tables(situations: Vec<Situation>) -> Vec<SideTable> {
    let columns = ["cast", "own", "other", "force", "drams", "choice", "probability"];
    let row = |(seen, chosen, probability): &Situation| {
        let words = match chosen {
            [0, _] => "stop".to_owned(),
            [force, 0] => format!("Force {force}"),
            [force, drams] => format!("Force {force} with {drams} drams"),
        };
        let numbers = seen.iter().chain(chosen).map(|number| Datum::Integer(*number));
        numbers.chain([Datum::Text(words), Datum::Number(*probability)]).collect()
    };
    vec![SideTable::new("policy.csv", columns, move || situations.iter().map(row).collect())]
}

#[track_caller]
fn draw(situations: Vec<Situation>) -> Picture {
    let picture =
        figure(&HEADING, &example(), &tables(situations), &MAPS).unwrap().expect("there is a policy");
    on_its_page(&picture);
    picture
}

/// The middle of a text that occurs exactly once.
#[track_caller]
fn middle(picture: &Picture, wanted: &str) -> (f64, f64) {
    let text = |mark: &Mark| match mark {
        Mark::Text(text) if text.words == wanted => Some(area_of(text)),
        _ => None,
    };
    let all: Vec<Area> = picture.marks.iter().filter_map(text).collect();
    let [area] = all[..] else { panic!("{wanted} stands at {} places", all.len()) };
    ((area.left + area.right) / 2.0, (area.top + area.bottom) / 2.0)
}

#[test]
fn a_cell_stands_at_its_boxes_and_says_what_to_choose() {
    let picture = draw(vec![
        ([1, 20, 30], [6, 0], 0.5),
        ([1, 20, 32], [8, 0], 0.2),
        ([1, 21, 31], [6, 2], 0.2),
        ([1, 21, 30], [0, 0], 0.1),
    ]);
    for (cell, row, column) in [("6", "20", "30"), ("8", "20", "32"), ("6+2", "21", "31")] {
        let (x, y) = middle(&picture, cell);
        assert!((x - middle(&picture, column).0).abs() < 1.0, "{cell} is not in column {column}");
        assert!((y - middle(&picture, row).1).abs() < 2.0, "{cell} is not in row {row}");
    }
    let words = words(&picture);
    shows(
        &words,
        ["6: Force 6", "6+2: Force 6 with 2 drams", "own boxes", "boxes of the other", "what to cast"],
    );
    shows(&words, ["What to cast: most often Force 6, 50.0 % of all choices"]);
    // The choice is in the legend and in its cell. With only one cast, the map needs no name.
    assert_eq!(words.iter().filter(|word| *word == "stop").count(), 2);
    assert!(!words.iter().any(|word| word.starts_with("cast")), "{words:?}");
}

#[test]
fn choices_that_depend_on_what_is_not_drawn_share_a_cell() {
    let both = |seldom| vec![([1, 0, 0], [6, 0], 0.5), ([1, 0, 0], [8, 0], seldom), ([1, 0, 1], [8, 0], 0.1)];
    let note = "several choices in a cell: it depends on what the map does not show";
    let words = |seldom| words(&draw(both(seldom)));
    assert!(has(&words(0.2), "6/8") && has(&words(0.2), note));
    // Rare choices are not written.
    assert!(!has(&words(0.01), "6/8"));
}

#[test]
fn maps_without_a_choice_are_told_in_words() {
    let mut situations = vec![([2, 0, 0], [6, 0], 0.3), ([2, 0, 1], [8, 0], 0.2)];
    situations.extend([([1, 0, 0], [6, 0], 1.0), ([3, 0, 1], [6, 0], 0.1), ([4, 0, 0], [8, 0], 0.1)]);
    let words = words(&draw(situations));
    shows(&words, ["cast: 2", "50.0 %", "always Force 6: cast: 1 | cast: 3", "always Force 8: cast: 4"]);
    assert!(!has(&words, "cast: 1"), "{words:?}");
}

#[test]
fn of_many_maps_those_that_differ_most_from_the_commonest_choice_are_drawn() {
    let other = |cast: i64| 0.001 * (cast * 7 % 20) as f64 + 0.0001;
    let of_cast = |cast| [([cast, 0, 0], [6, 0], 0.05), ([cast, 0, 1], [8, 0], other(cast))];
    let words = words(&draw((1..=20).flat_map(of_cast).collect()));
    let drawn: Vec<i64> = words.iter().filter_map(|word| word.strip_prefix("cast: ")?.parse().ok()).collect();
    let mut telling: Vec<i64> = (1..=20).collect();
    telling.sort_by(|one, two| other(*two).total_cmp(&other(*one)));
    telling.truncate(6);
    telling.sort_unstable();
    assert_eq!(drawn, telling);
    let note = "drawn: the 6 of 20 maps in which the choice is most often another than Force 6";
    shows(&words, [note]);
}

#[test]
fn policies_of_any_size_stay_on_their_page() {
    for (casts, own, other, forces) in [(1, 1, 1, 1), (1, 3, 250, 24), (13, 12, 4, 5), (3, 250, 2, 2)] {
        let situation = |cast, own: i64, other: i64| {
            let chosen = [1 + (own + other) % forces, (own * other) % 3 * 10];
            ([cast, own, other], chosen, 1e-4)
        };
        let all = (0..casts).flat_map(|cast| {
            (0..own).flat_map(move |own| (0..other).map(move |other| situation(cast, own, other)))
        });
        draw(all.collect());
    }
}

#[test]
fn a_scenario_without_a_policy_has_no_maps() {
    let other = vec![SideTable::new("casts.csv", ["cast"], Vec::new)];
    for tables in [vec![], other, tables(vec![])] {
        assert_eq!(figure(&HEADING, &example(), &tables, &MAPS).unwrap(), None);
    }
}
