//! Decisions of players, and the policies that make them.

use std::any::Any;
use std::fmt;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};
use serde::Serialize;

use super::{Metric, State, Step};

/// A decision that a player makes at the beginning of a stage.
pub trait Decision {
    /// The state that the stage receives.
    type State: State;
    /// What the player knows of the state: everything that matters to the best choice, and nothing
    /// that depends on the reader (which states merge, which metrics are wanted). If the number of
    /// rounds is limited, the round is part of it.
    type Seen: State + fmt::Display;
    /// One of the options.
    type Choice: Copy + fmt::Display + Send + Sync + 'static;

    /// The step of the rule text in which the player decides. Every decision of a rule text has its
    /// own step.
    fn step(&self) -> Step;

    /// Who decides.
    fn player(&self) -> Player {
        Player::Maximizes
    }

    /// What the player sees, or `None` if there is nothing to decide.
    fn sees(&self, state: &Self::State) -> Option<Self::Seen>;

    /// The options of the player, at least one. Among equally good options the first is chosen.
    fn options(&self, seen: &Self::Seen) -> Vec<Self::Choice>;

    /// What the second best option would lose, in words.
    fn loss_in_words(loss: f64) -> String {
        format!("{loss:.4}")
    }
}

/// Whether a player maximizes or minimizes the expected worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The player wants as much as possible.
    Maximizes,
    /// The player wants as little as possible.
    Minimizes,
}

/// The objective of the players: the expected value of a weighted sum of metrics and labels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Objective {
    /// Metrics, each with the worth of one unit.
    pub worth: Vec<(Metric, f64)>,
    /// Metrics of labels, each with the index of a label and the worth of that label. Such a metric
    /// must be recorded once in each resolution.
    pub labels: Vec<(Metric, i64, f64)>,
    /// What makes the game large, in words, for the message that it is too large to solve:
    /// "20 casts, 3 opponents".
    pub sizes: String,
}

impl Objective {
    /// The worth of recording a value in a metric.
    #[inline(always)]
    pub(super) fn of(&self, metric: Metric, value: i64) -> f64 {
        let each = self.worth.iter().filter(|worth| worth.0 == metric).map(|worth| worth.1);
        let labels = self.labels.iter().filter(|label| (label.0, label.1) == (metric, value));
        each.sum::<f64>() * value as f64 + labels.map(|label| label.2).sum::<f64>()
    }

    /// Whether recording this metric can be worth anything.
    pub(super) fn counts(&self, metric: Metric) -> bool {
        self.worth.iter().any(|&(other, each)| other == metric && each != 0.0)
            || self.labels.iter().any(|label| label.0 == metric)
    }
}

/// The best choice in a situation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Advice<C> {
    /// What to choose.
    pub choice: C,
    /// The expected worth of all that follows, under best play.
    pub value: f64,
    /// The second best choice and how much it would lose, or `None` if there is no other option.
    pub runner_up: Option<(C, f64)>,
}

/// A situation that comes up under a policy.
pub struct Visited<D: Decision> {
    /// What the player sees.
    pub seen: D::Seen,
    /// Its number among the situations of all decisions.
    pub number: u32,
    /// The probability of the situation, or how often it comes up on average if it can come up again.
    pub probability: f64,
    /// The best choice.
    pub advice: Advice<D::Choice>,
}

/// How likely each situation is, and how play goes on from choice to choice.
///
/// Play is a tree: its nodes are the sequences of choices that players have made, without what luck did
/// between them.
#[derive(Debug)]
pub struct Visits {
    /// The numbers of situations, indexed by the number of the step.
    situations: Vec<Option<Box<dyn Any + Send + Sync>>>,
    /// The probability of each situation, by its number.
    probabilities: Vec<f64>,
    /// The best choice in each situation, as its index among the texts of all choices.
    choices: Vec<usize>,
    texts: IndexSet<String, FxBuildHasher>,
    /// The depth of each node. The first node is the beginning.
    depths: Vec<usize>,
    /// The child of a node for a choice.
    children: FxHashMap<(u32, usize), u32>,
    /// The maximum depth of a node.
    deepest: usize,
    /// The probability of each situation, and the child to which its choice leads, by node.
    next: Vec<IndexMap<u32, (u32, f64), FxBuildHasher>>,
}

/// The numbers of the situations of one decision, in order of first arrival.
type Numbers<S> = IndexMap<S, u32, FxBuildHasher>;

/// The maximum number of nodes.
const MOST_NODES: usize = 200;

impl Visits {
    /// The node before any choice.
    pub const BEGINNING: u32 = 0;

    /// The node of play that is not followed any more.
    const BEYOND: u32 = u32::MAX;

    /// No visits yet, for nodes of at most this depth. Play beyond them is not followed.
    pub(super) fn new(deepest: usize) -> Visits {
        Visits {
            situations: Vec::new(),
            probabilities: Vec::new(),
            choices: Vec::new(),
            texts: IndexSet::default(),
            depths: vec![0],
            children: FxHashMap::default(),
            deepest,
            next: vec![IndexMap::default()],
        }
    }

    /// The number of a situation; `None` if there is nothing to decide.
    pub(super) fn number<D: Decision>(
        &mut self,
        policy: Option<&Policy>,
        decision: &D,
        state: &D::State,
    ) -> Option<u32> {
        let seen = decision.sees(state)?;
        let place = usize::from(decision.step().0);
        if self.situations.len() <= place {
            self.situations.resize_with(place + 1, || None);
        }
        let numbers = self.situations[place].get_or_insert_with(|| Box::new(Numbers::<D::Seen>::default()));
        let numbers = numbers.downcast_mut::<Numbers<D::Seen>>().expect(ONE_DECISION);
        Some(*numbers.entry(seen).or_insert_with(|| {
            let choice = Policy::answer(policy, decision, state).map(|choice| choice.to_string());
            self.choices.push(self.texts.insert_full(choice.unwrap_or_default()).0);
            self.probabilities.push(0.0);
            self.probabilities.len() as u32 - 1
        }))
    }

    /// Adds to the probability of a situation at a node. Returns the node after the choice.
    pub(super) fn add(&mut self, node: u32, situation: u32, probability: f64) -> u32 {
        self.probabilities[situation as usize] += probability;
        let Some(&depth) = self.depths.get(node as usize) else { return Visits::BEYOND };
        let choice = self.choices[situation as usize];
        let child = *self.children.entry((node, choice)).or_insert_with(|| {
            if depth >= self.deepest || self.depths.len() >= MOST_NODES {
                return Visits::BEYOND;
            }
            self.depths.push(depth + 1);
            self.next.push(IndexMap::default());
            self.depths.len() as u32 - 1
        });
        self.next[node as usize].entry(situation).or_insert((child, 0.0)).1 += probability;
        child
    }

    /// The situations after a node: for each the node after its choice, its number, and the
    /// probability that play gets there. Empty for nodes that are not followed.
    pub fn next(&self, node: u32) -> impl Iterator<Item = (u32, u32, f64)> {
        let next = self.next.get(node as usize).into_iter().flatten();
        next.map(|(&situation, &(child, probability))| (child, situation, probability))
    }
}

/// Why the tables of a step can be downcast to the types of its decision.
const ONE_DECISION: &str = "no two decisions have the same step";

/// The best choice in each situation that can be reached.
#[derive(Default)]
pub struct Policy {
    /// The expected worth of a whole resolution under best play.
    pub value: f64,
    /// Indexed by the number of the step.
    decisions: Vec<Option<Box<dyn Answers>>>,
}

/// The answers to one decision, by what the player sees.
type Table<D> = IndexMap<<D as Decision>::Seen, Advice<<D as Decision>::Choice>, FxBuildHasher>;

/// A [`Table`] with its types erased.
trait Answers: Any + Send + Sync {
    /// An estimate of its size in bytes.
    fn bytes(&self) -> u64;
}

impl<S, C> Answers for IndexMap<S, Advice<C>, FxBuildHasher>
where
    S: State + fmt::Display,
    C: Copy + fmt::Display + Send + Sync + 'static,
{
    fn bytes(&self) -> u64 {
        // Lists and tables may have room for twice as many entries.
        (self.len() * (2 * size_of::<(S, Advice<C>, u64)>() + 8)) as u64
    }
}

impl Policy {
    /// The advice in a situation, or `None` if the situation was never reached when solving.
    pub fn advice<D: Decision>(&self, decision: &D, seen: &D::Seen) -> Option<Advice<D::Choice>> {
        let answers: &dyn Any = self.decisions.get(usize::from(decision.step().0))?.as_deref()?;
        answers.downcast_ref::<Table<D>>()?.get(seen).copied()
    }

    /// The choice of a player who follows a policy, or `None` if there is nothing to decide.
    /// Without a policy it is the first option, and also in a situation that the policy does not
    /// know: such a situation is so unlikely that exact distributions omit it.
    pub(super) fn answer<D: Decision>(
        policy: Option<&Policy>,
        decision: &D,
        state: &D::State,
    ) -> Option<D::Choice> {
        let seen = decision.sees(state)?;
        let advice = policy.and_then(|policy| policy.advice(decision, &seen));
        let first = || *decision.options(&seen).first().expect("a decision has options");
        Some(advice.map_or_else(first, |advice| advice.choice))
    }

    /// How the narrator describes a choice: the choice, and what the second best would lose.
    pub(super) fn in_words<D: Decision>(
        policy: Option<&Policy>,
        decision: &D,
        state: &D::State,
        choice: D::Choice,
    ) -> String {
        match policy.and_then(|policy| policy.advice(decision, &decision.sees(state)?)?.runner_up) {
            Some((other, loss)) => format!("{choice} ({other} would lose {})", D::loss_in_words(loss)),
            None => choice.to_string(),
        }
    }

    /// The visited situations of a decision, with their probabilities and advice.
    pub(super) fn visited<D: Decision>(&self, visits: &Visits, step: Step) -> Vec<Visited<D>> {
        let place = usize::from(step.0);
        let table = self.decisions.get(place).and_then(Option::as_deref);
        let numbers = visits.situations.get(place).and_then(Option::as_deref);
        let Some((table, numbers)) = table.zip(numbers) else { return Vec::new() };
        let table = (table as &dyn Any).downcast_ref::<Table<D>>().expect(ONE_DECISION);
        let numbers = numbers.downcast_ref::<Numbers<D::Seen>>().expect(ONE_DECISION);
        let row = |(seen, &number): (&D::Seen, &u32)| {
            let probability = visits.probabilities[number as usize];
            Some(Visited { seen: *seen, number, probability, advice: *table.get(seen)? })
        };
        numbers.iter().filter_map(row).collect()
    }

    /// Stores the advice for a situation, unless it has some.
    pub(super) fn learn<D: Decision>(&mut self, decision: &D, seen: D::Seen, advice: Advice<D::Choice>) {
        let place = usize::from(decision.step().0);
        if self.decisions.len() <= place {
            self.decisions.resize_with(place + 1, || None);
        }
        let answers = self.decisions[place].get_or_insert_with(|| Box::new(Table::<D>::default()));
        let table = (&mut **answers as &mut dyn Any).downcast_mut::<Table<D>>();
        let known = table.expect(ONE_DECISION).entry(seen).or_insert(advice);
        debug_assert!(
            (known.value - advice.value).abs() <= 1e-9 * known.value.abs().max(1.0),
            "what the player sees leaves out what matters: {seen} is worth {} and {}",
            known.value,
            advice.value
        );
    }

    /// An estimate of the size of all answers in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.decisions.iter().flatten().map(|answers| answers.bytes()).sum()
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy").field("value", &self.value).finish_non_exhaustive()
    }
}
