//! Best play as sentences: what to choose first, and what then.

use std::collections::BTreeSet;

use indexmap::{IndexMap, IndexSet};
use serde::Serialize;
use serde_json::{Value, json};

use crate::description::words::{capitalized, signed};
use crate::description::{BestPlay, Branch, Choice, Datum, Decided, Seen};
use crate::report::number::Measure;
use crate::scenario::Scenario;
use crate::stats::same;

/// The lines of a terminal on what players do: the best choice, and what comes next. None if nobody
/// decides anything.
pub fn lines(scenario: &Scenario) -> Vec<String> {
    let steps = scenario.ready.best_play.as_ref().and_then(|play| Steps::new(play, IN_SIGHT));
    steps.map_or_else(Vec::new, |steps| steps.lines())
}

/// What to choose first. `None` if nobody decides anything.
pub fn first(scenario: &Scenario) -> Option<String> {
    first_choice(&joined(&scenario.ready.best_play.as_ref()?.first))
}

/// The best choice, and what comes next.
#[derive(Clone, Debug, PartialEq)]
pub struct Steps {
    /// The first choice with its value, and what the second best would lose.
    pub answer: String,
    /// What comes next, the likeliest first.
    pub steps: Vec<PlayStep>,
    /// Whether the steps say all that can come next.
    pub is_all: bool,
}

/// A choice that may come up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayStep {
    /// What leads there and what to do then, in a sentence.
    pub sentence: String,
    /// What comes next.
    pub then: Vec<PlayStep>,
}

/// The limits of the steps that are shown.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum number of steps in all.
    pub steps: usize,
    /// The maximum number of steps that follow each other.
    pub depth: usize,
    /// Steps that are less likely are left out.
    pub chance: f64,
}

/// The limits of a terminal, which shows all steps at once.
pub const IN_SIGHT: Limits = Limits { steps: 7, depth: 3, chance: 0.02 };

/// The limits of a page, on which steps are unfolded one by one.
pub const UNFOLDED: Limits = Limits { steps: 80, depth: 8, chance: 0.005 };

/// The maximum number of separate values in a condition: "4, 5 or 7".
const MOST_LISTED: usize = 3;

impl Steps {
    /// The sentences of best play; `None` if nobody decides anything.
    pub fn new(play: &BestPlay, limits: Limits) -> Option<Steps> {
        let first: Vec<Group<'_>> = joined(&play.first);
        let answer = answer(play, &first)?;
        // A single first choice is in the answer.
        let nodes = match &first[..] {
            [only] => next(only),
            _ => nodes(first),
        };
        let is_all = !play.first.iter().any(Branch::is_cut);
        let mut tree = Tree { nodes: Vec::new(), limits, is_all };
        let roots = tree.add(nodes, 1);
        while let Some(here) = tree.waiting() {
            let (nodes, depth) = (next(&tree.nodes[here].group), tree.nodes[here].depth + 1);
            tree.nodes[here].then = Some(tree.add(nodes, depth));
        }
        let Tree { nodes, mut is_all, .. } = tree;
        let steps = roots.into_iter().map(|place| PlayStep::new(&nodes, place));
        let always = if is_all { None } else { always(play) };
        is_all |= always.is_some();
        let always = always.map(|told| PlayStep { sentence: told, then: Vec::new() });
        Some(Steps { answer, steps: steps.chain(always).collect(), is_all })
    }

    /// The answer, and below it the steps, indented.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.answer.clone()];
        self.steps.iter().for_each(|step| step.add_to(&mut lines, 1));
        let left = if self.steps.is_empty() { "The" } else { "Rarer and later" };
        lines.extend((!self.is_all).then(|| format!("  {left} situations are in policy.csv.")));
        lines
    }
}

impl PlayStep {
    fn new(nodes: &[Node<'_>], place: usize) -> PlayStep {
        let Node { when, action, then, group, .. } = &nodes[place];
        let then = then.iter().flatten().map(|&place| PlayStep::new(nodes, place)).collect();
        let chance = match group.chance() {
            certain if same(certain, 1.0) => String::new(),
            chance => format!(" ({})", Measure::Chance.say(chance)),
        };
        PlayStep { sentence: format!("{when}{chance}: {action}."), then }
    }

    fn add_to(&self, lines: &mut Vec<String>, depth: usize) {
        lines.push("  ".repeat(depth) + &self.sentence);
        self.then.iter().for_each(|step| step.add_to(lines, depth + 1));
    }
}

/// Branches with one choice.
#[derive(Clone)]
struct Group<'a> {
    event: String,
    choice: &'a Choice,
    branches: Vec<&'a Branch>,
}

/// A step while the steps are being found.
struct Node<'a> {
    /// "If it is cast"
    when: String,
    /// "cast Ward with 2 dice"
    action: String,
    group: Group<'a>,
    depth: usize,
    /// The indices of the next steps, once they are found.
    then: Option<Vec<usize>>,
}

/// The steps that are found, and what limits them.
struct Tree<'a> {
    nodes: Vec<Node<'a>>,
    limits: Limits,
    /// Whether these are all steps that can come.
    is_all: bool,
}

impl<'a> Tree<'a> {
    /// Adds the steps that are within the limits, if there is room for them. Returns their indices.
    fn add(&mut self, mut nodes: Vec<Node<'a>>, depth: usize) -> Vec<usize> {
        let can_come = nodes.iter().filter(|node| node.group.chance() > 0.0).count();
        nodes.retain(|node| node.group.chance() >= self.limits.chance);
        if depth > self.limits.depth || self.nodes.len() + nodes.len() > self.limits.steps {
            nodes.clear();
        }
        self.is_all &= nodes.len() == can_come;
        let first = self.nodes.len();
        self.nodes.extend(nodes.into_iter().map(|node| Node { depth, ..node }));
        (first..self.nodes.len()).collect()
    }

    /// The likeliest step whose next steps are not found yet; the first one among equally likely ones.
    fn waiting(&self) -> Option<usize> {
        let chance = |place: usize| self.nodes[place].group.chance();
        let waiting = (0..self.nodes.len()).filter(|&place| self.nodes[place].then.is_none());
        waiting.rev().max_by(|&one, &other| chance(one).total_cmp(&chance(other)))
    }
}

/// The steps after a choice, the likeliest first.
fn next<'a>(chosen: &Group<'a>) -> Vec<Node<'a>> {
    let mut groups = chosen.next();
    // The same choice, whatever happens, is said once for as long as that goes on.
    let mut last = None;
    let mut again = 0;
    while let [only] = &groups[..]
        && only.choice == chosen.choice
    {
        again += 1;
        let next = only.next();
        last = groups.pop();
        groups = next;
    }
    let Some(group) = last else { return nodes(groups) };
    let is_certain = group.chance() >= chosen.chance() - NOTHING;
    let when = match again {
        _ if is_certain => "Then, whatever happens",
        1 => "Whenever it goes on",
        // The chance beside it is that it goes on so long.
        _ => "Whenever it goes on so long",
    };
    let action = if again == 1 {
        "the same again".to_owned()
    } else {
        format!("the same at least {again} times more")
    };
    vec![Node { when: when.to_owned(), action, group, depth: 0, then: None }]
}

/// What tells the best choice in all situations that come up, as in "In all situations: if turn is 19 or less, roll;
/// if turn is 20 or more, hold.", if they are known and one thing tells it.
fn always(play: &BestPlay) -> Option<String> {
    let all = &play.likeliest;
    let names = |one: &Decided| one.seen.iter().map(|seen| seen.name.clone()).collect::<Vec<_>>();
    let is_one_decision = all.iter().all(|one| names(one) == names(&all[0]));
    if all.len() >= BestPlay::MOST_LISTED || !is_one_decision {
        return None;
    }
    let mut choices: IndexMap<&Choice, Branch> = IndexMap::new();
    for one in all {
        let of_choice = choices.entry(&one.choice).or_insert_with(|| Branch::of(one.choice.clone()));
        of_choice.situations.push((one.clone(), one.visits));
    }
    let groups = choices.values().map(|branch| Group {
        event: String::new(),
        choice: &branch.choice,
        branches: vec![branch],
    });
    let groups: Vec<Group<'_>> = groups.collect();
    let told = |group: &Group<'_>| {
        let others: Vec<&Group<'_>> = groups.iter().filter(|other| other.choice != group.choice).collect();
        Some(format!("if {}, {}", told_apart(group, &others)?, group.choice.order()))
    };
    let told: Vec<String> = groups.iter().map(told).collect::<Option<_>>()?;
    (told.len() > 1).then(|| format!("In all situations: {}.", told.join("; ")))
}

/// The steps of these groups, the likeliest first.
fn nodes<'a>(groups: Vec<Group<'a>>) -> Vec<Node<'a>> {
    let whens = conditions(&groups);
    let node = |(when, group): (String, Group<'a>)| {
        let action = group.choice.order();
        Node { when, action, group, depth: 0, then: None }
    };
    let mut nodes: Vec<Node<'a>> = whens.into_iter().zip(groups).map(node).collect();
    nodes.sort_by(|one, other| other.group.chance().total_cmp(&one.group.chance()));
    nodes
}

impl<'a> Group<'a> {
    fn chance(&self) -> f64 {
        self.branches.iter().map(|branch| branch.chance()).sum()
    }

    fn situations(&self) -> impl Iterator<Item = &'a (Decided, f64)> {
        self.branches.iter().flat_map(|branch| &branch.situations)
    }

    fn likeliest(&self) -> &'a Decided {
        let most = self.situations().reduce(|one, other| if other.1 > one.1 { other } else { one });
        &most.expect("a branch has situations").0
    }

    /// The groups that come next.
    fn next(&self) -> Vec<Group<'a>> {
        joined(self.branches.iter().flat_map(|branch| &branch.next))
    }
}

/// Groups branches by event and choice, and joins events that are followed by the same choice alone.
fn joined<'a>(branches: impl IntoIterator<Item = &'a Branch>) -> Vec<Group<'a>> {
    let mut events: IndexMap<&str, IndexMap<&Choice, Vec<&'a Branch>>> = IndexMap::new();
    for branch in branches {
        let choices = events.entry(&branch.event).or_default();
        choices.entry(&branch.choice).or_default().push(branch);
    }
    let mut alone: IndexMap<&Choice, Group<'a>> = IndexMap::new();
    let mut groups = Vec::new();
    for (event, choices) in events {
        let is_alone = choices.len() == 1;
        for (choice, branches) in choices {
            if !is_alone {
                groups.push(Group { event: event.to_owned(), choice, branches });
            } else if let Some(group) = alone.get_mut(choice) {
                group.event += &format!(" or {event}");
                group.branches.extend(branches);
            } else {
                alone.insert(choice, Group { event: event.to_owned(), choice, branches });
            }
        }
    }
    groups.extend(alone.into_values());
    if let [only] = &mut groups[..] {
        only.event.clear();
    }
    groups
}

/// What leads to each group: its event, and what tells it from the other groups of this event.
fn conditions(groups: &[Group<'_>]) -> Vec<String> {
    let condition = |group: &Group<'_>| {
        let others =
            || groups.iter().filter(|other| other.event == group.event && other.choice != group.choice);
        let others: Vec<&Group<'_>> = others().collect();
        let event = &group.event;
        match (told_apart(group, &others), event.is_empty()) {
            _ if others.is_empty() && event.is_empty() => "Then".to_owned(),
            _ if others.is_empty() => format!("If {event}"),
            (Some(statement), true) => format!("If {statement}"),
            (Some(statement), false) => format!("If {event} and {statement}"),
            (None, is_alone) => {
                let all: f64 = others.iter().map(|other| other.chance()).sum::<f64>() + group.chance();
                let is_most = |one: &Group<'_>| one.chance() > all / 2.0 + NOTHING;
                let rarely =
                    if others.iter().any(|other| is_most(other)) { "at other times" } else { "sometimes" };
                let manner = match &*example(group, &others) {
                    _ if is_most(group) => "most often".to_owned(),
                    "" => rarely.to_owned(),
                    example => format!("{rarely}, as when {example}"),
                };
                if is_alone { capitalized(&manner) } else { format!("If {event}, {manner}") }
            }
        }
    };
    groups.iter().map(condition).collect()
}

/// A statement about one thing that the player sees, which is true for this group alone.
fn told_apart(group: &Group<'_>, others: &[&Group<'_>]) -> Option<String> {
    let seen = &group.likeliest().seen;
    let statements = seen.iter().enumerate().filter(|(_, seen)| !seen.statement.is_empty());
    let mut told = statements.filter_map(|(place, seen)| {
        let here = values(group, place, seen)?;
        let elsewhere = others.iter().map(|other| values(other, place, seen)).collect::<Option<Vec<_>>>()?;
        let elsewhere = elsewhere.into_iter().flatten().collect();
        // What is counted has a singular and a plural.
        let less = if seen.statement.contains('|') { "fewer" } else { "less" };
        Some(seen.state(&range(&here, &elsewhere, less).or_else(|| list(&here, &elsewhere))?))
    });
    told.next()
}

/// The values of what is seen in the situations of a group; `None` if some of them do not have it.
fn values(group: &Group<'_>, place: usize, seen: &Seen) -> Option<BTreeSet<Shown>> {
    let value = |(situation, _): &(Decided, f64)| {
        let known = situation.seen.get(place).filter(|known| known.name == seen.name)?;
        Some(match &known.value {
            Datum::Integer(number) => Shown::Number(*number),
            other => Shown::Words(in_words(other)),
        })
    };
    group.situations().map(value).collect()
}

/// A value that a player sees. Numbers sort numerically.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Shown {
    Number(i64),
    Words(String),
}

/// The range of numbers in words, if no number elsewhere is in it. `less` is the word for what is below.
fn range(here: &BTreeSet<Shown>, elsewhere: &BTreeSet<Shown>, less: &str) -> Option<String> {
    let (Shown::Number(low), Shown::Number(high)) = (here.first()?, here.last()?) else { return None };
    let ends = [Shown::Number(*low), Shown::Number(*high)];
    if elsewhere.range(ends[0].clone()..=ends[1].clone()).next().is_some() {
        return None;
    }
    let is_last = elsewhere.last().is_some_and(|last| *last < ends[0]);
    let is_first = elsewhere.first().is_some_and(|first| *first > ends[1]);
    Some(match () {
        () if low == high => signed(low),
        () if is_last => format!("{} or more", signed(low)),
        () if is_first => format!("{} or {less}", signed(high)),
        () => format!("{} to {}", signed(low), signed(high)),
    })
}

/// The list of values in words, if it is short and has no value from elsewhere.
fn list(here: &BTreeSet<Shown>, elsewhere: &BTreeSet<Shown>) -> Option<String> {
    if here.len() > MOST_LISTED || !here.is_disjoint(elsewhere) {
        return None;
    }
    let said = |shown: &Shown| match shown {
        Shown::Number(number) => signed(number),
        Shown::Words(words) => words.clone(),
    };
    let words: Vec<String> = here.iter().map(said).collect();
    Some(match words.split_last() {
        Some((last, first @ [_, ..])) => format!("{} or {last}", first.join(", ")),
        _ => words.concat(),
    })
}

/// The most things that an example of a situation names.
const MOST_THINGS: usize = 3;

/// What is seen in the likeliest situation of a group and not in the likeliest of the others: a few things with
/// which this choice is always the best. Empty if there are no such things.
fn example(group: &Group<'_>, others: &[&Group<'_>]) -> String {
    let likeliest =
        others.iter().reduce(|one, other| if other.chance() > one.chance() { other } else { one });
    let Some(usual) = likeliest.map(|group| &group.likeliest().seen) else { return String::new() };
    let seen = group.likeliest().seen.iter().zip(usual).enumerate();
    let differs: Vec<(usize, &Seen)> = seen
        .filter(|(_, (one, usual))| one != usual && !one.statement.is_empty())
        .map(|(place, (one, _))| (place, one))
        .collect();
    let is_telling = |things: &&[(usize, &Seen)]| {
        let is_such = |situation: &Decided| {
            things.iter().all(|&(place, seen)| situation.seen.get(place).is_some_and(|other| other == seen))
        };
        !others.iter().any(|other| other.situations().any(|(situation, _)| is_such(situation)))
    };
    let found = (1..=MOST_THINGS).flat_map(|count| differs.windows(count)).find(is_telling);
    let found = found.unwrap_or_default();
    let statements: Vec<String> = found.iter().map(|(_, one)| one.state(&in_words(&one.value))).collect();
    statements.join(" and ")
}

/// What to choose first, in words.
fn first_choice(first: &[Group<'_>]) -> Option<String> {
    let mut chances: IndexMap<&Choice, f64> = IndexMap::new();
    first.iter().for_each(|group| *chances.entry(group.choice).or_default() += group.chance());
    let likeliest = chances.into_iter().reduce(|one, other| if other.1 > one.1 { other } else { one })?;
    let order = likeliest.0.order();
    Some(match first {
        [only] if only.situations().nth(1).is_none() => capitalized(&order),
        [only] if only.branches.iter().all(|branch| branch.next.is_empty()) => {
            format!("{}, in every situation", capitalized(&order))
        }
        [_] => format!("{} first, in every situation", capitalized(&order)),
        // Of equally likely choices none is the usual one.
        _ if likeliest.1 > 0.5 + NOTHING => format!("It depends; most often, {order}"),
        _ => "It depends".to_owned(),
    })
}

/// The first sentence: what to choose first, its value, and what the second best would lose.
fn answer(play: &BestPlay, first: &[Group<'_>]) -> Option<String> {
    let choice = first_choice(first)?;
    let runner_up = match first {
        [only] if only.situations().nth(1).is_none() => &only.likeliest().runner_up,
        _ => &None,
    };
    let next_best = match runner_up {
        None => String::new(),
        Some((other, loss)) if *loss <= NOTHING => format!("; {} is as good", other.name),
        Some((other, loss)) => {
            let points = if play.goal.is_chance { " percentage points" } else { "" };
            format!("; next best {} loses {}{points}", other.name, lost(play, *loss))
        }
    };
    let on_average = if first.len() > 1 && !play.goal.is_chance { " on average" } else { "" };
    Some(format!("{choice} ({}{on_average}{next_best}).", value(play, play.value)))
}

/// A table of the likeliest situations in the words of players, the best choice first.
pub fn situations(play: &BestPlay) -> Value {
    let names: IndexSet<&str> =
        play.likeliest.iter().flat_map(|decided| decided.seen.iter().map(|seen| &*seen.name)).collect();
    let value =
        if play.goal.is_chance { format!("chance that {}", play.goal.name) } else { "value".to_owned() };
    let columns = ["best choice", "comes up"].map(str::to_owned).into_iter();
    let columns = columns.chain(names.iter().map(|name| (*name).to_owned()));
    let columns: Vec<String> = columns.chain([value, "next best".to_owned(), "loses".to_owned()]).collect();
    let is_chance = play.likeliest.iter().all(|decided| decided.visits <= 1.0 + NOTHING);
    let often = |visits: f64| match is_chance {
        true => Measure::Chance.say(visits),
        false => format!("{} times", Measure::Number.say(visits)),
    };
    let row = |decided: &Decided| {
        let seen = |name: &&str| decided.seen.iter().find(|seen| seen.name == **name);
        let seen = names.iter().map(|name| seen(name).map_or_else(String::new, |seen| in_words(&seen.value)));
        let (other, loss) = match &decided.runner_up {
            Some((other, loss)) => (other.name.clone(), lost(play, *loss)),
            None => Default::default(),
        };
        let first = [capitalized(&decided.choice.order()), often(decided.visits)].into_iter();
        first.chain(seen).chain([measure(play).say(decided.value), other, loss]).collect::<Vec<String>>()
    };
    json!({
        "name": "best play",
        "columns": columns,
        "rows": play.likeliest.iter().map(row).collect::<Vec<_>>(),
    })
}

/// A loss that is a rounding error.
const NOTHING: f64 = 1e-9;

fn measure(play: &BestPlay) -> Measure {
    if play.goal.is_chance { Measure::Chance } else { Measure::Number }
}

fn value(play: &BestPlay, value: f64) -> String {
    let name = if play.goal.is_chance { &play.goal.name } else { "value" };
    format!("{name} {}", measure(play).say(value))
}

fn lost(play: &BestPlay, loss: f64) -> String {
    // A plus sign says nothing about a loss.
    measure(play).say_change(loss).trim_start_matches('+').to_owned()
}

fn in_words(value: &Datum) -> String {
    match value {
        Datum::Empty => "–".to_owned(),
        Datum::Text(text) => text.clone(),
        Datum::Integer(number) => signed(number),
        Datum::Number(number) => Measure::Number.say(*number),
        Datum::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
    }
}

#[cfg(test)]
mod tests;
