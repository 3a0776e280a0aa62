//! The tables of the players' policies in a phase.

use std::collections::BTreeSet;

use super::super::attempt::Verdict;
use super::game::{CastingOption, Game, Rolled, State};
use super::solution::{BestChoice, Reply, Solution};
use super::strategy::{Node, Strategy};
use super::words;
use crate::description::words::count;
use crate::description::{BestPlay, Coming, Datum, Decided, Goal, Seen};

/// States are listed if their probability is above this.
const SEEN: f64 = 1e-3;

pub const POLICY_COLUMNS: &[&str] = &[
    "spells_left",
    "magic_dice",
    "dispel_dice",
    "probability",
    "spell",
    "boosted",
    "dice",
    "value",
    "runner_up",
    "loss",
];

pub const DISPEL_COLUMNS: &[&str] = &[
    "spells_left",
    "magic_dice",
    "dispel_dice",
    "spell",
    "boosted",
    "dice",
    "total",
    "miscast",
    "ones",
    "dispel_dice_used",
    "value",
    "loss_if_let_through",
];

/// The last columns of both tables, which are there only if the scenario tells wizards apart.
pub const WIZARD_COLUMNS: &[&str] = &["wizard", "casts_left"];

/// The columns of [`dispel_in_words`].
pub const DISPEL_IN_WORDS: &[&str] = &[
    "best reply",
    "to",
    "total",
    "miscast",
    "spells left",
    "magic dice",
    "dispel dice",
    "value",
    "letting it through loses",
];

/// What the caster sees and does before each attempt; `None` if he follows a plan.
pub fn best_play(strategy: &Strategy) -> Option<BestPlay> {
    let game = &strategy.game;
    if !game.may_stop() {
        return None;
    }
    let goal = Goal { name: "points".into(), is_chance: false };
    let start = strategy.node(game.start()).0;
    // Without an alternative there is nothing to decide.
    let decides = |place: &usize| {
        let node = &strategy.nodes[*place];
        node.choice.is_some() || strategy.decision(node).runner_up.is_some()
    };
    let decided = |place: &usize| {
        let node = &strategy.nodes[*place];
        let BestChoice { choice, value, runner_up } = strategy.decision(node);
        let State { magic_dice, dispel_dice, .. } = node.state;
        let dice = |dice: u32| Datum::Integer(dice.into());
        let spells = Datum::Text(words::spells_in_words(game, node.state));
        let casts = words::casts_left(game, node.state);
        let casts = (!casts.is_empty()).then(|| Datum::Text(casts.join(", ")));
        let mut seen = vec![Seen::new("spells left", "", spells)];
        seen.extend(casts.map(|casts| Seen::new("casts left", "", casts)));
        seen.extend([
            Seen::new("magic dice", "{} magic [die is|dice are] left", dice(magic_dice)),
            Seen::new("dispel dice", "{} dispel [die is|dice are] left", dice(dispel_dice)),
        ]);
        Decided {
            seen,
            visits: node.probability,
            choice: words::order(game, choice),
            value,
            runner_up: runner_up.map(|(other, loss)| (words::order(game, other), loss)),
        }
    };
    let next = |reached: &[(usize, f64)]| -> Vec<Coming<usize>> {
        let attempts = reached.iter().filter(|(place, _)| strategy.nodes[*place].choice.is_some());
        let ways = attempts.flat_map(|&(place, chance)| {
            strategy.ways(&strategy.nodes[place]).into_iter().map(move |way| (way, chance))
        });
        let coming = ways
            .map(|((end, state, p), chance)| (words::end(end).into(), strategy.node(state).0, chance * p));
        coming.filter(|(_, place, _)| decides(place)).collect()
    };
    let value = strategy.decision(&strategy.nodes[start]).value;
    let first = vec![("".into(), start, 1.0)];
    let first = first.into_iter().filter(|(_, place, _)| decides(place)).collect();
    let all = (0..strategy.nodes.len()).filter(decides);
    let all = all.map(|place| (place, strategy.nodes[place].probability)).collect();
    Some(BestPlay::new(goal, value, first, decided, |chosen| Some(next(chosen))).listing(all, decided))
}

/// The caster's choice in each state that is reached often enough.
pub fn policy(strategy: &Strategy) -> Vec<Vec<Datum>> {
    let game = &strategy.game;
    let row = |node: &Node| {
        let BestChoice { choice, value, runner_up } = strategy.decision(node);
        let mut row = state(game, node.state);
        row.push(Datum::Number(node.probability));
        row.extend(chosen(game, choice));
        row.push(Datum::Number(value));
        match runner_up {
            Some((other, loss)) => row.extend([Datum::Text(words::choice(game, other)), Datum::Number(loss)]),
            None => row.extend([Datum::Empty, Datum::Empty]),
        }
        row.extend(wizard(game, node));
        row
    };
    seen(strategy).map(row).collect()
}

/// The dispeller's reply to each roll that passes in the states of [`policy`].
pub fn dispel(strategy: &Strategy) -> Vec<Vec<Datum>> {
    let row = |Replied { node, roll, reply, loss }: Replied<'_>| {
        let mut row = state(&strategy.game, node.state);
        row.extend(chosen(&strategy.game, node.choice));
        let numbers = [roll.total.into(), roll.miscast.into(), roll.ones.into(), reply.dice.into()];
        row.extend(numbers.map(Datum::Integer));
        row.extend([reply.value, loss].map(Datum::Number));
        row.extend(wizard(&strategy.game, node));
        row
    };
    replied(strategy).into_iter().map(row).collect()
}

/// The rows of [`dispel`] for players, the reply first. Rolls that make no difference share a row.
pub fn dispel_in_words(strategy: &Strategy) -> Vec<Vec<String>> {
    let game = &strategy.game;
    let row = |Replied { node, roll, reply, loss }: Replied<'_>| {
        vec![
            match reply.dice {
                0 => "Let it through".to_owned(),
                dice => format!("Dispel with {}", count(dice, "die", "dice")),
            },
            words::order(game, node.choice).name,
            roll.total.to_string(),
            if roll.miscast == 0 { String::new() } else { roll.miscast.to_string() },
            words::spells_in_words(game, node.state),
            node.state.magic_dice.to_string(),
            node.state.dispel_dice.to_string(),
            words::points(reply.value),
            words::points(loss),
        ]
    };
    let mut rows: Vec<_> = replied(strategy).into_iter().map(row).collect();
    rows.dedup();
    rows
}

/// A roll that passes, and the dispeller's reply.
struct Replied<'a> {
    node: &'a Node,
    roll: Roll,
    reply: Reply,
    /// What it costs to let the spell through.
    loss: f64,
}

fn replied(strategy: &Strategy) -> Vec<Replied<'_>> {
    let game = &strategy.game;
    let mut all = Vec::new();
    for node in seen(strategy) {
        let Some(choice) = node.choice.map(|choice| &game.choices[choice]) else { continue };
        for roll in passed(game, choice) {
            let rolled = choice.law.outcomes()[roll.place];
            let reply = Solution::reply(&strategy.replies(node, rolled));
            let loss = strategy.let_through(node, rolled) - reply.value;
            all.push(Replied { node, roll, reply, loss });
        }
    }
    all
}

/// What the dispeller sees of a passed roll, and its index among the outcomes of the choice.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Roll {
    total: i32,
    miscast: u8,
    ones: u32,
    place: usize,
}

/// The rolls with which a choice passes, ascending.
fn passed(game: &Game, choice: &CastingOption) -> Vec<Roll> {
    let casting = game.versions[choice.version].casting;
    let rolls = game.faces(choice).outcomes().iter().filter_map(|&faces| {
        let miscast = game.rules.miscast(faces).map_or(0, |miscast| miscast.0);
        let Rolled { place, roll } = choice.rolled(&game.rules, casting, faces);
        let passed = !matches!(roll.verdict, Verdict::Failed { .. });
        passed.then_some(Roll { total: roll.total, miscast, ones: faces.ones, place })
    });
    rolls.collect::<BTreeSet<Roll>>().into_iter().collect()
}

fn seen(strategy: &Strategy) -> impl Iterator<Item = &Node> {
    strategy.nodes.iter().filter(|node| node.probability > SEEN)
}

fn state(game: &Game, state: State) -> Vec<Datum> {
    vec![
        Datum::Text(words::spells_left(game, state).join(" ")),
        Datum::Integer(state.magic_dice.into()),
        Datum::Integer(state.dispel_dice.into()),
    ]
}

/// Who casts, and the casts left of those who may run out of them; nothing if wizards are not told apart.
fn wizard(game: &Game, node: &Node) -> Vec<Datum> {
    if !game.names_wizards() {
        return Vec::new();
    }
    let name =
        node.choice.map(|choice| &game.wizards[game.versions[game.choices[choice].version].wizard].name);
    let casts = words::casts_left(game, node.state).join(", ");
    vec![name.map_or(Datum::Empty, |name| Datum::Text(name.clone())), Datum::Text(casts)]
}

/// The spell, its version and the dice; empty and 0 if the caster stops.
fn chosen(game: &Game, choice: Option<usize>) -> [Datum; 3] {
    let Some(choice) = choice.map(|choice| &game.choices[choice]) else {
        return [Datum::Empty, Datum::Empty, Datum::Integer(0)];
    };
    let version = &game.versions[choice.version];
    let name = game.spells[version.spell].name.clone();
    [Datum::Text(name), Datum::Flag(version.boosted), Datum::Integer(choice.dice.into())]
}
