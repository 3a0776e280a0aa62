//! Decisions of players, against published figures and against other choices.

use std::sync::Arc;

use super::super::decide::{self, Decisions};
use super::super::procedure::Rules;
use super::{readers_agree, readers_agree_with, rules, rules_with};
use crate::chance::{AnyProcedure, Budget, Metric, NoLaw, Packing, Player, Progress, Unsolved};
use crate::description::Datum;

/// The mean of the goal, by the exact distribution.
fn mean_of_goal(rules: &Rules) -> f64 {
    let (goal, _) = rules.game().program.goal.expect("something is played for");
    let packing = Packing::new(rules.metrics(), |metric| metric == Metric(goal)).unwrap();
    let cells = rules.enumerate(&packing, Budget::new(10_000_000)).unwrap().cells;
    let mut values = Vec::new();
    let mean = |(key, weight): (u64, f64)| {
        packing.unpack(key, &mut values);
        values[goal] as f64 * weight
    };
    cells.into_iter().map(mean).sum()
}

/// The value of best play, which is the mean of the goal.
#[track_caller]
fn value(text: &str, set: &[(&str, i64)]) -> f64 {
    let rules = rules_with(text, set).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
    let mean = mean_of_goal(&rules);
    if let Some(decisions) = rules.game().decisions.get() {
        assert!((decisions.solution.value - mean).abs() < 1e-9, "{} is not {mean}", decisions.solution.value);
    }
    mean
}

#[test]
fn dice_on_the_table_are_seen() {
    let bet = |asked: &str| {
        value(
            &format!(
                "goal maximize win\np = 2d6\n{asked}choose bet from 'high' | 'low'\nm = p.max()\n\
                 win = bet == 'high' ? m >= 5 : m < 5\nreport win"
            ),
            &[],
        )
    };
    assert_eq!([bet(""), bet("s = p.min()\n")], [1.0, 1.0]);
    // In a block, too.
    let nested = "goal maximize win\np = 2d6\nwin = 0\nif d6 > 3 {\nchoose bet from 3..4\n\
                  win = p.nth(2) < 4 && bet == 3 || p.nth(2) > 3 && bet == 4\n}\nreport win";
    assert!((value(nested, &[]) - 0.5).abs() < 1e-12);
}

#[test]
fn a_member_of_a_group_is_chosen() {
    let text = |which: &str| {
        format!(
            "group foe in 3..3 {{ key hp = 2 in 1..9 }}\ngoal maximize down\n\
             for f in foe {{ f.left = f.hp }}\n\
             repeat 4 while any(f.left > 0 for f in foe) {{\n\
             choose target from foe where target.left > 0{which}\ntarget.left -= 1\n}}\n\
             report down = count(f.left == 0 for f in foe)"
        )
    };
    // Four blows put two down who stand two, if they are not spread.
    assert!((value(&text(""), &[]) - 2.0).abs() < 1e-12);
    let weakest = text(" && target.left == max(f.left for f in foe)");
    assert!((value(&weakest, &[]) - 1.0).abs() < 1e-12);
}

#[test]
fn what_was_chosen_last_is_known_behind_a_loop() {
    let text =
        "goal maximize y\nx = 0\nrepeat 2 {\nchoose k from 1..3\nx += k * d2\n}\nreport y = x - 10 * k";
    assert!((value(text, &[]) + 4.0).abs() < 1e-12);
}

/// Checks that choosing the second-best option in one situation loses the stated amount on each visit.
/// Returns how many situations were tried.
#[track_caller]
pub fn deviations_lose_what_is_said(text: &str) -> usize {
    let best = rules(text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
    best.solve(&Progress::default()).unwrap();
    let Some(decisions) = best.game().decisions.get() else { return 0 };
    let value = mean_of_goal(&best);
    let off = (value - decisions.solution.value).abs();
    assert!(off < 1e-9, "{text}\n{value} is not {}", decisions.solution.value);
    let mut tried = 0;
    for (number, place) in best.places().iter().enumerate() {
        let player = best.game().program.choices[place.choice].player;
        for (index, (seen, known)) in decisions.solution.situations[number].iter().enumerate() {
            let Some((other, loss)) = known.advice.runner_up else { continue };
            tried += 1;
            if tried > 12 {
                return tried;
            }
            let worse = rules(text).unwrap();
            let mut changed = decisions.solution.clone();
            changed.situations[number].get_mut(index).advice.choice = other;
            worse.game().decisions.set(Decisions::new(worse.places().to_vec(), changed)).unwrap();
            let lost = match player {
                Player::Maximizes => value - mean_of_goal(&worse),
                Player::Minimizes => mean_of_goal(&worse) - value,
            };
            assert!(
                (lost - known.visits * loss).abs() < 1e-9,
                "{text}\n{seen:?}: {other} loses {lost}, and not {} times {loss}",
                known.visits
            );
        }
    }
    tried
}

const AGAIN: &str = "key most = 2 in 0..9
points = d6
repeat most {
    choose again from 'no' | 'yes'
    if again == 'yes' { points = d6 }
}
goal maximize points
report points";

#[test]
fn a_die_that_may_be_rolled_again_is_rolled_below_its_worth() {
    assert!((value(AGAIN, &[("most", 1)]) - 4.25).abs() < 1e-12);
    assert!((value(AGAIN, &[]) - 14.0 / 3.0).abs() < 1e-12);
    for policy in [0, 1] {
        assert!((value(AGAIN, &[("policy.again", policy)]) - 3.5).abs() < 1e-12);
    }
    readers_agree(AGAIN, 100_000, 10_000).unwrap();
    // There are two rounds, with six values of `points` each.
    assert_eq!(deviations_lose_what_is_said(AGAIN), 12);
}

/// A turn of Pig (T. Neller and C. Presser, Optimal play of the dice game Pig, The UMAP Journal 25,
/// 2004): the mean of the points is greatest for a player who holds at 20, and is 8.14.
const PIG: &str = "score = 0 in 0..200
on = true
repeat while on {
    choose move from 'hold' | 'roll'
    if move == 'roll' {
        face = d6
        if face == 1 {
            score = 0
            on = false
        } else {
            score = min(score + face, 200)
        }
    } else {
        on = false
    }
}
goal maximize score
report score";

#[test]
fn a_turn_of_pig_is_held_at_20() {
    let value = value(PIG, &[]);
    assert!((value - 8.141_8).abs() < 5e-5, "{value}");
    let rules = rules(PIG).unwrap();
    rules.solve(&Progress::default()).unwrap();
    let situations = &rules.game().decisions.get().unwrap().solution.situations[0];
    for (seen, known) in situations.iter() {
        let is_held = known.advice.choice == 0;
        assert_eq!(is_held, seen[0] >= 20, "{seen:?}");
    }
    deviations_lose_what_is_said(PIG);
}

/// Situations recur when the turn passes without points. The values are those of an independent iteration
/// with 64 bits of precision.
#[test]
fn pig_for_two_is_solved_by_situations() {
    let text = include_str!("../../../scenarios/rules/pig-two.rules");
    for (points, expected) in [(20, 0.615_558_549_805_042_8), (40, 0.544_694_393_481_696_4)] {
        let value = value(text, &[("goal.points", points)]);
        assert!((value - expected).abs() < 1e-12, "{points}: {value}");
    }
}

#[test]
fn opponents_answer_what_they_see() {
    let seen = "choose a from 0..2\nchoose b from 0..2 for minimize\ngoal maximize win\nreport win = a != b";
    assert_eq!(value(seen, &[]), 0.0);
    assert_eq!(value(seen, &[("policy.b", 1)]), 1.0);
    // A fixed choice that is no option is replaced by the nearest option.
    assert_eq!(value(seen, &[("policy.a", 9), ("policy.b", 2)]), 0.0);
    let last =
        "choose a from [1, 3, 5]\nchoose b from 0..a for minimize\ngoal minimize x\nreport x = a * 2 - b";
    assert_eq!(value(last, &[]), 1.0);
}

#[test]
fn what_is_chosen_may_replace_what_it_is_chosen_by() {
    let text = "a = d6\nchoose a from 1..a\nb = d6\nif b > 3 { choose b from 0..b }\ngoal maximize x\nreport x = a - b";
    assert!((value(text, &[]) - 2.5).abs() < 1e-12);
    readers_agree(text, 100_000, 10_000).unwrap();
}

#[test]
fn what_is_fixed_is_the_nearest_that_is_there() {
    let text = |dice: &str| {
        format!(
            "goal maximize taken\nleft = 5\ntaken = 0\nrepeat 3 {{\n\
             choose take from 0..left where take != 2\nleft -= take\n{dice}taken = 10 * taken + take\n}}\n\
             report taken"
        )
    };
    let taken = [-4, 0, 1, 2, 3, 4, 9].map(|take| value(&text(""), &[("policy.take", take)]));
    assert_eq!(taken, [0.0, 0.0, 111.0, 111.0, 311.0, 410.0, 500.0]);
    for take in [-4, 2, 3, 9] {
        let set = [("policy.take", take)];
        assert!(readers_agree_with(&text("left += d3 - 1\n"), &set, 10_000, 10_000).is_some());
    }
    // Words, and a list.
    let text = "goal maximize worth\nluck = d2\nchoose move from 'run' | 'hide' | 'fight' where luck == 2 || move != 'fight'\n\
                choose pay from [1, 4, 8] where pay < 3 * luck\nreport worth = 10 * pay + (move == 'hide') + 2 * (move == 'fight')";
    assert_eq!(value(text, &[("policy.move", 2), ("policy.pay", 8)]), 0.5 * (11.0 + 42.0));
    readers_agree_with(text, &[("policy.move", 2), ("policy.pay", 8)], 10_000, 10_000).unwrap();
    // Options that a key of the text has, and a policy of its own.
    let own = "goal maximize x\nkey policy.take = 3\nchoose take from 0..9 where take <= policy.take\nreport x = take";
    assert_eq!(value(own, &[("policy.take", 4)]), 4.0);
    let many = "goal maximize x\nchoose take from 0..1000 where take % 7 == 3\nreport x = take";
    assert!(rules_with(many, &[("policy.take", 4)]).is_err());
}

#[test]
fn every_turn_of_a_list_decides_for_itself() {
    // Three dice come one after the other; one of them counts, and a die that was passed is lost.
    let text = "points = 0
for left in [2, 1, 0] {
    face = d6
    if points == 0 {
        choose take from 'no' | 'yes'
        if take == 'yes' { points = face }
    }
}
goal maximize points
report points";
    // The third die is worth 3.5, so the second is taken from 4 on, and the first from 5 on.
    assert!((value(text, &[]) - 14.0 / 3.0).abs() < 1e-12);
    readers_agree(text, 100_000, 10_000).unwrap();
    deviations_lose_what_is_said(text);
}

/// What dice do before and behind a choice is remembered from round to round, and the choice is not.
#[test]
fn a_choice_between_dice_depends_on_the_round() {
    let text = "points = 0
cold = 0
repeat 3 while points == 0 {
    face = d6
    cold = min(cold + (d2 == 1), 2)
    choose take from 'no' | 'yes'
    if take == 'yes' { points = max(face - cold, 0) + 1 }
    if take == 'no' && d3 == 1 { cold = max(cold - 1, 0) }
}
goal maximize points
report points, cold";
    value(text, &[]);
    readers_agree(text, 1_000_000, 20_000).unwrap();
    deviations_lose_what_is_said(text);
    let rules = rules(text).unwrap();
    rules.solve(&Progress::default()).unwrap();
    let decisions = rules.game().decisions.get().expect("it is solved");
    let choices = |round: i32| {
        let of_round = decisions.solution.situations[0].iter().filter(|(state, _)| state[0] == round);
        of_round.map(|(state, known)| (state[1..].to_vec(), known.advice.choice)).collect::<Vec<_>>()
    };
    let (first, last) = (choices(0), choices(2));
    assert!(
        first.iter().any(|one| last.iter().any(|other| one.0 == other.0 && one.1 != other.1)),
        "{first:?} {last:?}"
    );
}

#[test]
fn a_loop_without_a_number_that_nobody_leaves_is_refused() {
    let text = "n = 0\non = true\nrepeat while on {\nchoose stay from 'yes' | 'no'\nif stay == 'no' {\nn = d6\non = false\n}\n}\ngoal minimize n\nreport n";
    let rules = rules(text).unwrap();
    let packing = Packing::all(rules.metrics()).unwrap();
    let refused = rules.enumerate(&packing, Budget::new(1_000_000)).unwrap_err();
    assert_eq!(refused, NoLaw::Unsolved(Unsolved::Endless));
}

/// Pay at once, or 1 in each round until `end` happens: what players do best, and what it costs.
fn waiting(cost: u32, end: &str) -> String {
    format!(
        "cost = 0\non = true\nrepeat while on {{\nchoose act from 'pay' | 'wait'\nif act == 'pay' {{\n\
         cost += {cost}\non = false\n}} else {{\ncost += 1\nif {end} {{ on = false }}\n}}\n}}\n\
         goal minimize total\nreport total = cost"
    )
}

#[test]
fn values_of_long_loops_are_those_of_play_to_the_end() {
    // Waiting costs 40,000 on average; after 10,000 rounds it has not cost 9,000 yet.
    assert_eq!(value(&waiting(9_000, "2d200 == 2"), &[]), 9_000.0);
    assert!((value(&waiting(9_000, "d200 == 2"), &[]) - 200.0).abs() < 1e-6);
}

#[test]
fn a_loop_that_best_play_goes_on_with_for_too_long_is_refused() {
    // Waiting is best: 3,000 rounds on average, and in a thirtieth of all cases more than 10,000.
    let rules = rules(&waiting(3_500, "d1000 == 1 && d3 == 1")).unwrap();
    let refused = rules.solve(&Progress::default()).unwrap_err();
    assert_eq!(refused, NoLaw::Unsolved(Unsolved::GoesOn));
}

#[test]
fn a_decision_in_several_places_says_in_which() {
    let text = "got = 0\nfor k in 1..2 {\nf = d6\nchoose take from 'no' | 'yes'\nif take == 'yes' {\ngot = f\n\
                stop\n}\n}\nsum = 0\nchoose more from 0..1\nsum += more\ne = d2\nchoose more from 0..1\n\
                sum += more * e\ngoal maximize pay\nreport pay = got + sum";
    let rules = Arc::new(rules(text).unwrap());
    rules.solve(&Progress::default()).unwrap();
    let rows = decide::table::policy(&rules).rows(&[]);
    let mut decisions: Vec<&Datum> = rows.iter().map(|row| &row[0]).collect();
    decisions.dedup();
    // What is decided in line 11 is told with the decision before it.
    let expected = ["take (k 1)", "take (k 2)", "more (line 14)"];
    assert_eq!(decisions, expected.map(|name| Datum::Text(name.to_owned())).each_ref());
}

#[test]
fn a_game_that_is_too_large_names_what_makes_it_large() {
    let text = "a = 0 in 0..99999
b = 0 in 0..99999
repeat 99 {
    choose more from 0..9
    a = min(a + more * d10, 99999)
    b = min(b + more * d10, 99999)
}
goal maximize x
report x = a > b";
    let rules = rules(text).unwrap();
    let game = rules.game();
    let code = rules.code_of_goal().unwrap();
    let unsolved = decide::solve(game, &code, Budget::new(100_000)).unwrap_err().to_string();
    assert!(unsolved.contains("values of `a`") && unsolved.contains(" rounds"), "{unsolved}");
}

/// What the dice show comes from their number alone, and not from the points that the player has.
#[test]
fn dice_that_are_looked_at_face_by_face_make_no_situations() {
    let text = "points = 0 in 0..99
left = 8 in 0..8
repeat while left > 0 {
    choose dice from 0..3 where dice <= left
    if dice == 0 { stop }
    left -= dice
    best = 0
    for x, n in (dice)d6 { if n > best { best = x } }
    points = min(points + best, 99)
    if best == 1 { points = 0 }
}
goal maximize points
report points = min(points, 40)";
    let rules = rules(text).unwrap();
    let code = rules.code_of_goal().unwrap();
    assert!(decide::solve(rules.game(), &code, Budget::new(3_000)).is_ok());
}

/// What players see is not always what results need: it is kept behind dice that are taken out of a loop.
#[test]
fn play_follows_what_players_see_behind_dice() {
    let face_by_face = "a = 1\nb = 0\nc = 1\nrepeat 2 {\n u = 0\n for x, n in 1d2 { u += x * n }\n \
                        choose l from [0, 1]\n b += l\n c = a\n a = u\n}\n\
                        goal maximize m\nreport m = b + c";
    assert_eq!(value(face_by_face, &[]), 3.5);
    let in_a_branch = "a = 1\nb = 0\ns = 0\nw = 0\nrepeat 2 {\n if b != 1 {\n for x, n in 1d1 {\n \
                       w = max(w, n)\n b = w\n }\n }\n u = 0\n for x, n in d2 { u -= x * n }\n \
                       choose l from [0, 1]\n s += l\n a += u\n v = d2\n a += v\n}\n\
                       goal maximize z\nreport z = a - b + s";
    assert_eq!(value(in_a_branch, &[]), 2.0);
}

/// Waiting is worth as much as going on, as long as somebody goes on some day: best play does.
#[test]
fn best_play_does_not_wait_forever() {
    for options in ["'wait' | 'go'", "'go' | 'wait'"] {
        let text = format!(
            "x = 0\nturns = 0\nrepeat while x < 10 {{\n choose now from {options}\n \
             if now == 'go' {{ x += d6 }}\n}}\ngoal maximize total\nreport total = x"
        );
        // As in a race to 10 by sixes: the mean of where it ends.
        let race = super::mean("x = 0\nrepeat while x < 10 { x += d6 }\nreport x");
        assert!((value(&text, &[]) - race).abs() < 1e-9);
    }
}

#[test]
fn choices_at_once_are_one_choice() {
    // The player puts two numbers down, one after the other, before anything is rolled.
    let text = "goal maximize points\nchoose a from 1..3\nchoose b from 1..3\n\
                points = d6 >= 2 * a ? a + 4 * b - b * b * a : 0\nreport points";
    let best = rules(text).unwrap_or_else(|errors| panic!("{errors:?}"));
    best.solve(&Progress::default()).unwrap();
    let worth = |a: i32, b: i32| f64::from(7 - 2 * a) / 6.0 * f64::from(a + 4 * b - b * b * a);
    let mut all: Vec<((i32, i32), f64)> =
        (1..=3).flat_map(|a| (1..=3).map(move |b| ((a, b), worth(a, b)))).collect();
    all.sort_by(|one, two| two.1.total_cmp(&one.1).then(one.0.cmp(&two.0)));
    let solution = &best.game().decisions.get().unwrap().solution;
    let options = |chosen: Vec<(usize, i32)>| (chosen[0].1, chosen[1].1);
    assert_eq!(options(solution.best([0, 0])), all[0].0);
    let (other, loss) = solution.next_best([0, 0]).unwrap();
    assert!((loss - (all[0].1 - all[1].1)).abs() < 1e-12, "{loss}");
    assert_eq!(worth(options(other.clone()).0, options(other).1), all[1].1);
    assert!(solution.play[0].next.len() == 1 && solution.play.len() == 2, "{:?}", solution.play);
}

#[test]
fn a_copy_of_a_score_is_seen() {
    let text = |copy: &str, goal: &str| {
        format!(
            "goal maximize net\npoints = 0\nbonus = 0\nrepeat 2 {{ points += d6 }}\n{copy}\nchoose go from 0..1\n\
             if go == 1 {{ bonus += y > 6 ? 5 : -5 }}\nreport net = {goal}"
        )
    };
    let best = 7.0 + 5.0 * 21.0 / 36.0;
    for copy in ["y = points", "z = points\ny = z", "y = points * 2 / 2"] {
        assert!((value(&text(copy, "points + bonus"), &[]) - best).abs() < 1e-9, "{copy}");
        assert!((value(&text(copy, "points * 3 - bonus * -3"), &[]) - 3.0 * best).abs() < 1e-9, "{copy}");
    }
    let reported = text("y = points", "points + bonus") + ", y, also = points";
    assert!((value(&reported, &[]) - best).abs() < 1e-9);
}

#[test]
fn scores_too_large_to_be_kept_apart_stay() {
    let text = "goal maximize net\ngold = 0\nrepeat 2 { gold += d6 }\nchoose shop from 'keep' | 'sell'\n\
                if shop == 'sell' { gold += 22000 } else { gold += 20900 + 10 * d6 }\n\
                choose rest from 'yes' | 'no'\ngold -= 21000\nif rest == 'yes' { gold += d4 }\n\
                report net = gold * 100000";
    let is = |text: &str, expected: f64| {
        let rules = rules(text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
        let mean = mean_of_goal(&rules);
        let value = rules.game().decisions.get().expect("it is solved").solution.value;
        assert!([mean, value].iter().all(|one| (one - expected).abs() < 1e-3), "{mean}, {value}, {text}");
    };
    is(text, 1e5 * (7.0 + 1000.0 + 2.5));
    let several = "goal maximize net\na = 500000000\nb = -400000000\non = d2\nif on == 1 { a += 400000000 }\n\
                   choose go from 0..1\nif go == 1 { b += 10 }\nreport net = a + b";
    is(several, 300_000_010.0);
}

#[test]
fn a_condition_that_goes_wrong_is_an_error() {
    let with = |choice: &str, condition: &str| {
        format!(
            "goal maximize x\nkey o optional in 1..3\nlist a = [0, 1]\nn = d3\nchoose k from {choice} where {condition}\nreport x = k"
        )
    };
    for (choice, condition, place, message) in [
        ("[5, 8]", "a[k] == 0 || k >= 5", "k", "this can be 5, and the list has the places 0 to 1"),
        ("0..2", "a[k] >= 0", "k", "this can be 2, and the list has the places 0 to 1"),
        ("0..n", "a[k] >= 0", "k", "this can be 2, and the list has the places 0 to 1"),
        ("0..1", "k == 0 || n / (n - 2) > 0", "(n - 2)", "this can be 0, and nothing is divided by 0"),
        ("1..5", "k == 1 || k * 900000000 > 5", "k * 900000000", "this can be 1800000000"),
        ("0..n", "k == 0 || k < o", "o", "the key `o` is not set, and has a value here"),
    ] {
        let text = with(choice, condition);
        let errors = rules(&text).err().unwrap_or_default();
        let told = errors.first().map_or("no error", |error| &*error.message);
        assert!(told.starts_with(message), "{choice} {condition}: {told}");
        assert_eq!(&text[errors[0].span.clone()], place, "{choice} {condition}");
    }
    for (choice, condition, best) in [
        ("[1, 8, 1]", "k >= 5 || a[k] == 0", 8.0),
        ("0..5", "k < 2 && a[k] == 0", 0.0),
        ("0..5", "(k < 2 ? a[k] : n) > 0", 5.0),
        ("0..n", "k <= 1 || n >= 2 && a[n - 2] == 0", 4.0 / 3.0),
        ("0..n", "k <= (o is set ? o : 0) || o is set && k < o", 0.0),
    ] {
        let found = value(&with(choice, condition), &[]);
        assert!((found - best).abs() < 1e-12, "{choice} {condition}: {found}");
    }
}

#[test]
fn a_goal_may_be_a_sum_of_what_is_added_up() {
    // A turn that a 1 ends, and in which each roll costs 3.
    let turn = |add: &str, cost: &str, goal: &str| {
        format!(
            "points = 0\nrolls = 0\nn = 0\non = true\nrepeat while on {{\n\
             choose move from 'hold' | 'roll'\nif move == 'hold' {{ on = false }} else {{\n{cost}\nface = d6\n\
             if face == 1 {{ on = false }} else {{ {add} }}\n}}\n}}\ngoal maximize net\nreport net = {goal}"
        )
    };
    let of_one = value(&turn("n += face", "n -= 3", "n"), &[]);
    for goal in ["points - rolls", "0 - (rolls - points)", "points + 0 - rolls"] {
        let of_two = value(&turn("points += face", "rolls += 3", goal), &[]);
        assert!((of_one - of_two).abs() < 1e-9, "{goal}: {of_two}, not {of_one}");
    }
    // Each roll is worth 1/3, and there are six of them.
    assert!((of_one - 2.0).abs() < 1e-6, "{of_one}");
    for (add, cost, goal) in [
        ("points += face", "rolls += 1", "points - 3 * rolls"),
        ("points = face + points", "rolls = 1 + rolls", "points - rolls * 2 - rolls"),
        ("points = points + 1 + (face - 1)", "rolls = 1 + rolls + 2", "points - rolls"),
        ("points -= face", "rolls -= 1", "4 - (points + 4) + 2 * rolls + rolls"),
    ] {
        let rules = rules(&turn(add, cost, goal)).unwrap();
        let of_two = mean_of_goal(&rules);
        assert!((of_one - of_two).abs() < 1e-9, "{add}, {cost}, {goal}: {of_two}, not {of_one}");
        assert_eq!(rules.game().decisions.get().expect("it is solved").solution.scores.len(), 2, "{goal}");
    }
    let doubled = value(&turn("points += face", "rolls += 1", "2 * points - 6 * rolls"), &[]);
    assert!((doubled - 2.0 * of_one).abs() < 1e-9, "{doubled}");
}
