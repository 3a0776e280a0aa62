//! What players do under best play, and what comes next.

use std::hash::Hash;
use std::sync::LazyLock;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{Datum, Str};
use crate::chance::{Advice, Decision, Playable, Procedure, Step, Visited, Visits};

/// The best choices of a procedure's players.
#[derive(Clone, Debug, PartialEq)]
pub struct BestPlay {
    /// What the players play for.
    pub goal: Goal,
    /// The mean of the goal under best play.
    pub value: f64,
    /// The first choices, and what comes after them.
    pub first: Vec<Branch>,
    /// The likeliest situations; all, if they are fewer than [`BestPlay::MOST_LISTED`].
    pub likeliest: Vec<Decided>,
}

/// The best play of a procedure, computed when it is first asked for. `None` if its players decide nothing.
pub type BestPlays = LazyLock<Option<BestPlay>, Box<dyn FnOnce() -> Option<BestPlay> + Send>>;

/// The side table of best play, with all digits.
pub const BEST_PLAY: &str = "policy.csv";

/// What players play for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Its name in words: "points of worth", "the hero wins".
    pub name: Str,
    /// Whether it is an event, so that its mean is a chance.
    pub is_chance: bool,
}

/// All situations after one event in which one choice is best.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// What happened after the choice before, as in "it is dispelled". Empty if the player tells what
    /// happened by what is seen.
    pub event: Str,
    /// The choice.
    pub choice: Choice,
    /// The situations, each with the chance that play gets there.
    pub situations: Vec<(Decided, f64)>,
    /// What comes next. Empty if nothing more is decided, or if that is not followed.
    pub next: Vec<Branch>,
    /// Whether more is decided than is followed.
    pub goes_on: bool,
}

/// A situation in which a player decides, and the best choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// What the player sees, in the same order in all situations of a decision.
    pub seen: Vec<Seen>,
    /// How often the situation comes up on average: its probability, if it cannot come up again.
    pub visits: f64,
    /// The best choice.
    pub choice: Choice,
    /// The mean of the goal from here on.
    pub value: f64,
    /// The second best choice, and how much it loses; `None` if there is no other choice.
    pub runner_up: Option<(Choice, f64)>,
}

/// A choice in words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The verb, as an order: "cast". Empty if the name is enough.
    pub verb: Str,
    /// The name: "Ward with 2 dice".
    pub name: String,
}

/// Something that a player sees when he decides.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// Its name, for tables: "magic dice".
    pub name: Str,
    /// A statement about it, with `{}` in place of the value, and with words for a value of 1 and for
    /// others: "{} magic [die is|dice are] left". Empty if its values are too long for a sentence.
    pub statement: Str,
    /// Its value.
    pub value: Datum,
}

/// A situation of type `K` that comes next: the event that leads there, and its probability.
pub type Coming<K> = (Str, K, f64);

/// The maximum number of branches, the maximum depth of a branch, and the least chance of branches that
/// are followed.
const MOST_BRANCHES: usize = 80;
const DEEPEST: usize = 8;
const LEAST_CHANCE: f64 = 0.005;

impl BestPlay {
    /// The maximum number of the likeliest situations.
    pub const MOST_LISTED: usize = 200;

    /// Follows play from the `first` situations, the likeliest branches first. `next` returns what comes
    /// after situations with the same choice, given their chances; `None` if that is not known.
    pub fn new<K: Clone + Eq + Hash>(
        goal: Goal,
        value: f64,
        first: Vec<Coming<K>>,
        decided: impl Fn(&K) -> Decided,
        next: impl Fn(&[(K, f64)]) -> Option<Vec<Coming<K>>>,
    ) -> BestPlay {
        let mut nodes: Vec<Node<K>> = grouped(first, &decided, 1);
        let roots = nodes.len();
        let mut open: Vec<usize> = (0..roots).collect();
        let likelier = |nodes: &[Node<K>], one: usize, other: usize| {
            nodes[one].chance().total_cmp(&nodes[other].chance()).then(other.cmp(&one))
        };
        let mut left = Vec::new();
        while nodes.len() < MOST_BRANCHES
            && let Some(here) = open.iter().copied().max_by(|&one, &other| likelier(&nodes, one, other))
        {
            open.retain(|&one| one != here);
            let Node { keys, depth, .. } = &nodes[here];
            let (depth, is_likely) = (*depth, nodes[here].chance() >= LEAST_CHANCE);
            let Some(coming) = (depth < DEEPEST && is_likely).then(|| next(keys)).flatten() else {
                left.push(here);
                continue;
            };
            for child in grouped(coming, &decided, depth + 1) {
                let place = nodes.len();
                nodes[here].next.push(place);
                open.push(place);
                nodes.push(child);
            }
        }
        for here in left.into_iter().chain(open) {
            nodes[here].branch.goes_on = next(&nodes[here].keys).is_none_or(|coming| !coming.is_empty());
        }
        // Children come after their parents.
        let mut branches: Vec<Option<Branch>> = nodes.iter().map(|_| None).collect();
        for (place, node) in nodes.into_iter().enumerate().rev() {
            let next = node.next.iter().filter_map(|&child| branches[child].take()).collect();
            branches[place] = Some(Branch { next, ..node.branch });
        }
        let first = branches.into_iter().take(roots).flatten().collect();
        BestPlay { goal, value, first, likeliest: Vec::new() }
    }

    /// With the likeliest of these situations, each with its number of visits.
    pub fn listing<K>(self, mut situations: Vec<(K, f64)>, decided: impl Fn(&K) -> Decided) -> BestPlay {
        // The sort is stable, so equally likely situations stay in order.
        situations.sort_by(|one, other| other.1.total_cmp(&one.1));
        let likeliest = situations.iter().take(Self::MOST_LISTED).map(|(key, _)| decided(key)).collect();
        BestPlay { likeliest, ..self }
    }

    /// The play of solved rules whose players decide in one step. `describe` says what they see, and
    /// `name` what they choose. `None` if it is too much to follow.
    pub fn of_decision<P: Procedure, D: Decision>(
        goal: Goal,
        rules: &Playable<P>,
        step: Step,
        describe: impl Fn(&D::Seen) -> Vec<Seen>,
        name: impl Fn(D::Choice) -> Choice,
    ) -> Option<BestPlay> {
        let visited = rules.visited::<D>(step).ok()?;
        let visits = rules.visits().ok()?;
        let numbers: FxHashMap<u32, &Visited<D>> = visited.iter().map(|one| (one.number, one)).collect();
        let decided = |number: &u32| {
            let Visited { seen, probability, advice, .. } = numbers[number];
            let Advice { choice, value, runner_up } = *advice;
            Decided {
                seen: describe(seen),
                visits: *probability,
                choice: name(choice),
                value,
                runner_up: runner_up.map(|(other, loss)| (name(other), loss)),
            }
        };
        let next = |node: u32| -> Vec<Coming<(u32, u32)>> {
            let next = visits.next(node).filter(|(_, number, _)| numbers.contains_key(number));
            next.map(|(child, number, probability)| ("".into(), (child, number), probability)).collect()
        };
        let value = rules.policy()?.value;
        let play = BestPlay::new(
            goal,
            value,
            next(Visits::BEGINNING),
            |(_, number)| decided(number),
            |members| Some(next(members[0].0.0)),
        );
        let all = visited.iter().map(|one| (one.number, one.probability)).collect();
        Some(play.listing(all, decided))
    }

    /// The play of a procedure with unknown values: first its combinations of values are drawn, each with
    /// an event and its probability.
    pub(super) fn joined(all: Vec<(Str, f64, BestPlay)>) -> Option<BestPlay> {
        let goal = all.first()?.2.goal.clone();
        let value = all.iter().map(|(_, probability, play)| probability * play.value).sum();
        let (mut first, mut likeliest) = (Vec::new(), Vec::new());
        for (event, probability, play) in all {
            first.extend(play.first.into_iter().map(|branch| {
                let mut branch = branch.scaled(probability);
                branch.event = event.clone();
                branch
            }));
            let scaled = |one: Decided| Decided { visits: probability * one.visits, ..one };
            likeliest.extend(play.likeliest.into_iter().map(scaled));
        }
        let play = BestPlay { goal, value, first, likeliest: Vec::new() };
        Some(
            play.listing(
                likeliest.into_iter().map(|one| (one.clone(), one.visits)).collect(),
                Decided::clone,
            ),
        )
    }
}

/// A branch while play is being followed.
struct Node<K> {
    branch: Branch,
    keys: Vec<(K, f64)>,
    depth: usize,
    /// The indices of the next branches.
    next: Vec<usize>,
}

impl<K> Node<K> {
    fn chance(&self) -> f64 {
        self.keys.iter().map(|(_, chance)| chance).sum()
    }
}

/// Situations grouped by event and choice.
fn grouped<K: Clone + Eq + Hash>(
    coming: Vec<Coming<K>>,
    decided: impl Fn(&K) -> Decided,
    depth: usize,
) -> Vec<Node<K>> {
    let mut chances: IndexMap<(Str, K), f64, FxBuildHasher> = IndexMap::default();
    for (event, key, probability) in coming {
        *chances.entry((event, key)).or_default() += probability;
    }
    let mut nodes: IndexMap<(Str, Choice), Node<K>, FxBuildHasher> = IndexMap::default();
    for ((event, key), chance) in chances {
        let decided = decided(&key);
        let choice = decided.choice.clone();
        let node = nodes.entry((event.clone(), choice.clone())).or_insert_with(|| Node {
            branch: Branch { event, ..Branch::of(choice) },
            keys: Vec::new(),
            depth,
            next: Vec::new(),
        });
        node.branch.situations.push((decided, chance));
        node.keys.push((key, chance));
    }
    nodes.into_values().collect()
}

impl Branch {
    /// A branch of a choice, without situations.
    pub fn of(choice: Choice) -> Branch {
        Branch { event: "".into(), choice, situations: Vec::new(), next: Vec::new(), goes_on: false }
    }

    /// The chance that play gets there.
    pub fn chance(&self) -> f64 {
        self.situations.iter().map(|(_, chance)| chance).sum()
    }

    /// Whether more is decided than is followed, here or later.
    pub fn is_cut(&self) -> bool {
        self.goes_on || self.next.iter().any(Branch::is_cut)
    }

    /// The branch with all chances multiplied.
    fn scaled(self, factor: f64) -> Branch {
        let situations = self.situations.into_iter().map(|(one, chance)| (one, factor * chance)).collect();
        let next = self.next.into_iter().map(|branch| branch.scaled(factor)).collect();
        Branch { situations, next, ..self }
    }
}

impl Choice {
    /// The choice as an order: "cast Ward with 2 dice".
    pub fn order(&self) -> String {
        format!("{} {}", self.verb, self.name).trim_start().to_owned()
    }
}

impl Seen {
    /// What a player sees.
    pub fn new(name: impl Into<Str>, statement: impl Into<Str>, value: Datum) -> Seen {
        Seen { name: name.into(), statement: statement.into(), value }
    }

    /// The statement about this value, or about several values as in "4 or 5".
    pub fn state(&self, values: &str) -> String {
        let mut parts = self.statement.split(['[', ']']);
        let mut text = parts.next().unwrap_or_default().to_owned();
        while let (Some(words), Some(rest)) = (parts.next(), parts.next()) {
            match words.split_once('|') {
                Some((one, several)) => text += if values == "1" { one } else { several },
                // The place of a table, as in `c[2]`.
                None => text += &format!("[{words}]"),
            }
            text += rest;
        }
        text.replace("{}", values)
    }
}
