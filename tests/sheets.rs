//! The tables that players pin to their screen: their numbers against arithmetic of its
//! own, and that nothing is missing.

use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use fizzle::analysis::{Effort, Filled, Method, Progress, Sampling, SheetCell, sheet};
use fizzle::description::{SheetCells, System};
use fizzle::systems::SYSTEMS;

/// The tables of all games.
static TABLES: LazyLock<Vec<(&Arc<System>, Vec<Filled>)>> = LazyLock::new(|| {
    let effort = Effort { method: Method::Exact, sampling: Sampling::default() };
    let filled = |system| (system, sheet(system, &effort, &Progress::default()).unwrap().tables);
    SYSTEMS.iter().map(Deref::deref).map(filled).collect()
});

/// One of them.
fn table(system: &str, title: &str) -> &'static Filled {
    let (_, all) = TABLES.iter().find(|(known, _)| known.name == system).unwrap();
    all.iter().find(|filled| filled.table.title == title).unwrap_or_else(|| panic!("no {title}"))
}

/// The cells with their labels: row, block, column.
fn cells(filled: &Filled) -> Vec<([&str; 3], &SheetCell)> {
    let places = filled.rows.iter().flat_map(|row| {
        filled.blocks.iter().flat_map(move |block| {
            filled.columns.iter().map(move |column| [row.as_str(), block.as_str(), column.as_str()])
        })
    });
    assert_eq!(filled.cells.len(), filled.rows.len() * filled.blocks.len() * filled.columns.len());
    places.zip(&filled.cells).collect()
}

#[track_caller]
fn number(filled: &Filled, place: [&str; 3]) -> f64 {
    match cells(filled).into_iter().find(|(other, _)| *other == place) {
        Some((_, SheetCell::Number(number))) => *number,
        other => panic!("{place:?}: {other:?}"),
    }
}

/// What each cell shows is needed; `None`: more than was tried.
fn needed(filled: &Filled) -> Vec<([&str; 3], Option<i64>)> {
    let read = |cell: &SheetCell| match cell {
        SheetCell::Needed(place) => Some(filled.tried[*place].replace('−', "-").parse().unwrap()),
        SheetCell::Beyond => None,
        other => panic!("{other:?}"),
    };
    cells(filled).into_iter().map(|(place, cell)| (place, read(cell))).collect()
}

#[track_caller]
fn agree(found: f64, expected: f64, place: [&str; 3]) {
    assert!((found - expected).abs() < 1e-9, "{place:?}: {found}, not {expected}");
}

fn choose(n: u32, k: u32) -> f64 {
    (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product()
}

/// The chance of at least `k` successes in `n` trials.
fn tail(n: u32, k: u32, p: f64) -> f64 {
    (k..=n).map(|i| choose(n, i) * p.powi(i as i32) * (1.0 - p).powi((n - i) as i32)).sum()
}

/// How many rolls of so many six-sided dice reach each total.
fn totals(dice: u32) -> Vec<f64> {
    let mut ways = vec![1.0];
    for _ in 0..dice {
        let mut more = vec![0.0; ways.len() + 6];
        for (total, count) in ways.iter().enumerate() {
            (1..=6).for_each(|face| more[total + face] += count);
        }
        ways = more;
    }
    ways
}

/// The chance that so many six-sided dice reach a total.
fn reach(dice: u32, total: usize) -> f64 {
    totals(dice).iter().skip(total).sum::<f64>() / 6f64.powi(dice as i32)
}

#[test]
fn every_game_has_a_sheet_without_an_empty_cell() {
    for (system, tables) in TABLES.iter() {
        assert!(tables.len() >= 4, "{}", system.name);
        for filled in tables {
            let title = &filled.table.title;
            assert!(!filled.table.caption.is_empty() && !filled.rows.is_empty(), "{title}");
            for (place, cell) in cells(filled) {
                match (cell, &filled.table.cells) {
                    (
                        SheetCell::Number(chance),
                        SheetCells::Chance(_) | SheetCells::Rare(_) | SheetCells::Sampled { .. },
                    ) => {
                        assert!((0.0..=1.0 + 1e-12).contains(chance), "{title} {place:?}: {chance}");
                    }
                    (SheetCell::Number(number), SheetCells::Number(_)) => {
                        assert!(number.is_finite() && *number >= 0.0, "{title} {place:?}: {number}");
                    }
                    (SheetCell::Needed(_) | SheetCell::Beyond, SheetCells::Needed { .. }) => {}
                    // A spell of mana at a drone: nothing else is not allowed.
                    (SheetCell::NotAllowed(why), _) => {
                        assert_eq!((place[1], place[2]), ("drone", "mana"), "{title} {place:?}: {why}");
                        assert!(why.contains("mana spell"), "{why}");
                    }
                    _ => panic!("{title} {place:?}: {cell:?}"),
                }
            }
        }
    }
}

#[test]
fn hits_are_binomial() {
    let filled = table("shadowrun5", "At least so many hits");
    for (place, _) in cells(filled) {
        let (dice, hits) = (place[0].parse().unwrap(), place[2].parse().unwrap());
        agree(number(filled, place), tail(dice, hits, 1.0 / 3.0), place);
    }
    let filled = table("shadowrun5", "Dice needed");
    for (place, dice) in needed(filled) {
        let hits = place[0].parse().unwrap();
        let wanted = place[2].trim_end_matches("\u{a0}%").parse::<f64>().unwrap() / 100.0;
        assert_eq!(
            dice,
            (1..).find(|&dice| tail(dice, hits, 1.0 / 3.0) >= wanted).map(i64::from),
            "{place:?}"
        );
    }
}

#[test]
fn glitches_are_ones_of_more_than_half_of_the_dice() {
    let filled = table("shadowrun5", "Glitches");
    for (place, _) in cells(filled) {
        let dice: u32 = place[0].parse().unwrap();
        let ones = dice / 2 + 1;
        let expected = match place[2] {
            "glitch" => tail(dice, ones, 1.0 / 6.0),
            // The other dice show 2, 3 or 4.
            _ => {
                (ones..=dice).map(|k| choose(dice, k) * 3f64.powi((dice - k) as i32)).sum::<f64>()
                    / 6f64.powi(dice as i32)
            }
        };
        agree(number(filled, place), expected, place);
    }
}

#[test]
fn drain_is_the_value_less_hits() {
    let (none, left) = (table("shadowrun5", "No drain at all"), table("shadowrun5", "Drain left"));
    for (place, _) in cells(none) {
        let (value, dice): (u32, u32) = (place[0].parse().unwrap(), place[2].parse().unwrap());
        agree(number(none, place), tail(dice, value, 1.0 / 3.0), place);
        // The mean of what is left is the sum of the chances that more than so much is left.
        let mean = (0..value).map(|boxes| 1.0 - tail(dice, value - boxes, 1.0 / 3.0)).sum();
        agree(number(left, place), mean, place);
    }
}

/// The figures of the rules' page; the mental limit of 7 binds at neither Force.
#[test]
fn damage_has_the_figures_of_the_page() {
    let filled = table("shadowrun5", "Damage of the standard spells");
    // Manabolt at Willpower 4, Lightning Bolt at Reaction + Intuition 7, Body 4, Armor 12.
    for (place, expected) in [
        (["6", "guard", "mana"], 2.6302),
        (["5", "guard", "mana"], 2.4524),
        (["5", "ganger", "strike"], 2.5819),
        (["6", "ganger", "strike"], 3.7064),
    ] {
        let found = number(filled, place);
        assert!((found - expected).abs() < 5e-5, "{place:?}: {found}, not {expected}");
    }
}

#[test]
fn casting_is_a_sum_of_dice() {
    let filled = table("ninth-age", "Cast");
    for (place, _) in cells(filled) {
        let (value, dice): (usize, u32) = (place[0].parse().unwrap(), place[2].parse().unwrap());
        let expected = match dice {
            1 => reach(1, value.max(3)),
            // Two dice have no triple; of three only 1, 1, 1 breaks, which makes 3.
            2 => reach(2, value),
            3 => reach(3, value.max(4)),
            _ => continue,
        };
        agree(number(filled, place), expected, place);
    }
    // The figures of the rules' page, for four and five dice at 8.
    assert!((number(filled, ["8", "", "4"]) - 0.9668).abs() < 5e-5);
    assert!((number(filled, ["8", "", "5"]) - 0.9645).abs() < 5e-5);
}

#[test]
fn dispelling_is_a_sum_of_dice() {
    let filled = table("ninth-age", "Dispel");
    for (place, _) in cells(filled) {
        let (total, dice) = (place[0].parse().unwrap(), place[2].parse().unwrap());
        agree(number(filled, place), reach(dice, total), place);
    }
    let filled = table("ninth-age", "Dispel dice");
    for (place, dice) in needed(filled) {
        let total = place[0].parse().unwrap();
        let wanted = place[2].trim_end_matches("\u{a0}%").parse::<f64>().unwrap() / 100.0;
        let least = (1..).find(|&dice| reach(dice, total) >= wanted - 1e-12);
        assert_eq!(dice, least.map(i64::from), "{place:?}");
    }
}

#[test]
fn miscasts_are_triples() {
    let filled = table("ninth-age", "Miscasts");
    for (place, _) in cells(filled) {
        let dice = place[0].parse().unwrap();
        let faces = match place[2] {
            "any" => 6.0,
            "2–3" | "5–6" => 2.0,
            _ => 1.0,
        };
        agree(number(filled, place), faces * tail(dice, 3, 1.0 / 6.0), place);
    }
}

/// The chance that an exploding die reaches a target number.
fn exploding(target: i32) -> f64 {
    match target {
        ..=1 => 1.0,
        2..=6 => f64::from(7 - target) / 6.0,
        _ => exploding((target - 6).max(1)) / 6.0,
    }
}

#[test]
fn successes_by_the_book_are_binomial() {
    for (title, successes) in [
        ("One success or more", 1),
        ("Two successes or more", 2),
        ("Three successes or more", 3),
        ("Four successes or more", 4),
    ] {
        let filled = table("shadowrun1", title);
        for (place, _) in cells(filled).into_iter().filter(|(place, _)| place[1] == "the book") {
            let (target, dice) = (place[0].parse().unwrap(), place[2].parse().unwrap());
            agree(number(filled, place), tail(dice, successes, exploding(target)), place);
        }
    }
}

#[test]
fn the_house_trades_dice_for_a_lower_target_number() {
    let filled = table("shadowrun1", "One success or more");
    for (place, _) in cells(filled).into_iter().filter(|(place, _)| place[1] == "house rules") {
        let (target, dice): (i32, i32) = (place[0].parse().unwrap(), place[2].parse().unwrap());
        let traded = (target - 10).max(0).min(dice - 1);
        let expected = tail((dice - traded) as u32, 1, exploding(target - traded));
        agree(number(filled, place), expected, place);
    }
    assert!((number(filled, ["12", "house rules", "6"]) - 0.2939).abs() < 5e-5);
}

#[test]
fn attacks_have_the_figures_of_the_page() {
    let filled = table("ars-magica", "Attack beats Defense");
    for (difference, expected) in
        [("−6", 0.0991), ("−3", 0.2339), ("0", 0.4523), ("+3", 0.7008), ("+6", 0.8661)]
    {
        let found = number(filled, [difference, "", "hits"]);
        assert!((found - expected).abs() < 5e-5, "{difference}: {found}");
    }
    // With Damage 4 above Soak whoever is hit loses a level.
    let wounds = table("ars-magica", "An attack wounds");
    for (place, _) in cells(filled) {
        agree(number(wounds, [place[0], "", "4"]), number(filled, place), place);
    }
}

#[test]
fn a_botch_is_a_naught_and_one_more() {
    let filled = table("ars-magica", "Botches");
    for (place, _) in cells(filled) {
        let dice: i32 = place[0].parse().unwrap();
        let expected = 0.1 * (1.0 - 0.9f64.powi(dice));
        assert!((number(filled, place) - expected).abs() < 1e-8, "{place:?}");
    }
}

#[test]
fn fatigue_has_the_figures_of_the_page() {
    let filled = table("ars-magica", "A round costs a Fatigue level");
    for (stamina, ability, text, custom) in
        [("0", "0", 0.62, 0.51), ("1", "1", 0.41, 0.30), ("0", "4", 0.20, 0.10), ("3", "3", 0.10, 0.01)]
    {
        for (reading, expected) in
            [("beats the ease factor (the text)", text), ("meets it (the custom)", custom)]
        {
            let found = number(filled, [stamina, reading, ability]);
            assert!((found - expected).abs() < 1e-8, "{stamina} {ability} {reading}: {found}");
        }
    }
    let filled = table("ars-magica", "To stay fresh");
    let sums: Vec<Option<i64>> = needed(filled).into_iter().map(|(_, sum)| sum).collect();
    assert_eq!(sums, [2, 4, 7, 1, 3, 6].map(Some));
}

#[test]
fn whoever_casts_on_drops_when_the_drain_has_filled_the_stun_monitor() {
    let filled = table("shadowrun5", "Casts until you drop");
    // Up to Force 6 no cast scores more hits than Magic: all drain is stun, on 11 boxes.
    let codes = [("F−6", 6), ("F−3", 3), ("F−1", 1), ("F", 0)];
    for (place, _) in cells(filled).into_iter().filter(|(place, _)| place[0].parse::<i32>().unwrap() <= 6) {
        let code = codes.iter().find(|(label, _)| *label == place[1]).unwrap().1;
        let drain = (place[0].parse::<i32>().unwrap() - code).max(2) as usize;
        let mut boxes = vec![0.0; 11];
        boxes[0] = 1.0;
        for _ in 0..place[2].parse().unwrap() {
            let mut after = vec![0.0; 11];
            for (marked, p) in boxes.iter().enumerate() {
                for hits in 0..=10u32 {
                    let sum = marked + drain.saturating_sub(hits as usize);
                    let exactly = tail(10, hits, 1.0 / 3.0) - tail(10, hits + 1, 1.0 / 3.0);
                    after.get_mut(sum).into_iter().for_each(|after| *after += p * exactly);
                }
            }
            boxes = after;
        }
        agree(number(filled, place), boxes.iter().sum(), place);
    }
}

#[test]
fn wiring_is_worth_more_the_more_of_it_there_is() {
    let filled = table("shadowrun1", "What wiring is worth");
    for block in &filled.blocks {
        let at = |own: usize, other: usize| number(filled, [&own.to_string(), block, &other.to_string()]);
        for own in 0..=3 {
            for other in 0..=3 {
                // Five standard errors of 10,000 fights.
                let noise = 0.025;
                let decided = at(own, other) + at(other, own);
                // A fight against oneself is counted twice.
                assert!((0.8..=1.0 + 2.0 * noise).contains(&decided), "{block} {own} {other}: {decided}");
                assert!(own == 3 || at(own, other) < at(own + 1, other) + noise, "{block} {own} {other}");
            }
        }
        assert!(at(3, 0) > 0.9 && at(0, 3) < 0.1, "{block}");
    }
}
