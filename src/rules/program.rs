//! A rule text with resolved names and types.
//!
//! Every value is an integer: a truth value is 0 or 1, a label is its index among its labels. Dice and
//! calls have statements of their own, before the statement that uses them. So an expression is
//! deterministic, given its variables and the keys.

mod statement;

mod value;

use std::collections::BTreeSet;
use std::sync::Arc;

pub use self::statement::{
    Block, Portion, Routine, Statement, StatementKind, Turn, Type, Variable, Words, portions,
};
pub use self::value::{
    Expr, ExprKind, GREATEST, KeyValues, NoValue, Operator, Pick, divided_by_zero, held, is_nobody,
    no_element,
};
use super::game::SharedLaws;
use super::parse::Parsed;
use super::roll::Roll;
use super::syntax::{Expectation, KeySet, KeyWords, Sheet, Span, StepOfRules};
use crate::chance::Player;
use crate::description::fits;
use crate::expression::ExpressionError;

/// A rule text that a user has written.
#[derive(Debug, Default)]
pub struct Program {
    /// The text as it was parsed, from which it is resolved anew for other members of its groups.
    pub(super) parsed: Arc<Parsed>,
    /// What is known of a scenario, if there is one.
    pub(super) cast: Option<Cast>,
    /// The loops over members that are resolved once, for the member whose turn it is.
    pub(super) in_turn: Vec<Span>,
    /// Loops over members that could be resolved once, and are resolved for each member apart.
    pub(super) apart: Vec<Span>,
    pub(super) title: String,
    /// The settings in a line, for headings; may be empty.
    pub(super) summary: Vec<Words>,
    /// What its character throws, for a sheet; may be empty.
    pub(super) pools: Vec<Words>,
    /// What results rest on though the rulebook is silent about it, and where that is so.
    pub(super) readings: Vec<(Expr, Vec<Words>)>,
    pub(super) groups: Vec<GroupOfRules>,
    pub(super) keys: Vec<KeyOfRules>,
    pub(super) list_keys: Vec<ListKey>,
    pub(super) presets: Vec<PresetOfRules>,
    /// What is said about keys that hold names: of presets, and of members.
    pub(super) names: Vec<(String, KeyWords)>,
    /// Questions in the text: their names, and the positions of their events.
    pub(super) questions: Vec<(String, Span)>,
    pub(super) expectations: Vec<Expectation>,
    pub(super) sheets: Vec<Sheet>,
    /// Conditions on the keys.
    pub(super) requirements: Vec<Requirement>,
    pub(super) alternatives: Vec<Alternatives>,
    pub(super) lists: Vec<Vec<i64>>,
    pub(super) rolls: Vec<Roll>,
    pub(super) laws: SharedLaws,
    pub(super) definitions: Vec<Routine>,
    pub(super) main: Routine,
    pub(super) metrics: Vec<MetricOfRules>,
    /// Where the metrics begin that are reported on a condition.
    pub(super) on_condition: Option<(usize, Expr)>,
    /// The decisions of players, in the order of the text.
    pub(super) choices: Vec<Choice>,
    /// The goal of the players: a metric, and whether it is maximized or minimized.
    pub(super) goal: Option<(usize, Player)>,
    /// What the metric is divided by, for the value of the goal.
    pub(super) unit: Option<Expr>,
    /// The values of `follow` statements.
    pub(super) followed: Vec<Followed>,
    pub(super) charts: Vec<ChartOfRules>,
    /// The steps, from step 1; step 0 is everything before them.
    pub(super) steps: Vec<StepOfRules>,
    /// What is allowed, and hardly meant.
    pub(super) warnings: Vec<ExpressionError>,
    /// Where the lines of the text end, except for the last one.
    pub(super) line_ends: Vec<usize>,
}

/// A condition on the keys of a scenario.
#[derive(Debug)]
pub struct Requirement {
    pub condition: Expr,
    /// The paths of the lists that it asks something of, keys among them.
    pub lists: Vec<String>,
    /// What is wrong with a scenario that does not meet it.
    pub message: Vec<Words>,
    /// What to write instead; may be empty.
    pub help: Vec<Words>,
}

/// Sets of optional keys, by their paths: a scenario has those of one set.
#[derive(Debug)]
pub struct Alternatives {
    pub sets: Vec<KeySet<String>>,
    /// The sets in words.
    pub words: String,
}

/// A group that a rule text declares: several of a kind, each with its own values of some keys. A
/// scenario has a table for each, or for several alike.
#[derive(Clone, Debug)]
pub struct GroupOfRules {
    pub name: String,
    /// The least and the greatest number of members.
    pub range: (i64, i64),
    pub help: String,
    pub members: Vec<Member>,
}

impl GroupOfRules {
    /// The type of a member: the labels of all, and behind them that of nobody.
    pub fn member_type(&self) -> Type {
        let labels = self.members.iter().map(|member| member.label.clone());
        Type::Label(labels.chain([NOBODY.to_owned()]).collect())
    }
}

/// A member of a group.
#[derive(Clone, Debug)]
pub struct Member {
    /// What it is called, unlike the others.
    pub label: String,
    /// The position of its table in the scenario.
    pub table: usize,
}

/// What of a scenario is known when its text is resolved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cast {
    /// The tables for each group of the text, in its order.
    pub groups: Vec<Vec<Part>>,
    /// The lists that keys hold, with their paths.
    pub lists: Vec<(String, Vec<i64>)>,
}

/// A key that holds a list of numbers. Its list is a list of the text.
#[derive(Clone, Debug)]
pub struct ListKey {
    /// Its path; for a key of a group, with a `*` for the position of the table.
    pub name: String,
    /// The least and the greatest number.
    pub range: (i64, i64),
    /// If it is written as a text: its length, and the symbols that stand for 0, 1, and so on.
    pub symbols: Option<(usize, Vec<String>)>,
    /// The least and the greatest length.
    pub lengths: (usize, usize),
    pub default: Option<Vec<i64>>,
    pub is_optional: bool,
    pub words: KeyWords,
    pub span: Span,
}

/// A table of a scenario for members of a group: their name, if it has one, and how many they are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    pub name: Option<String>,
    pub count: usize,
}

/// The key of the name of a member, which every group has.
pub const NAME: &str = "name";

/// The key of a group that says how many members are alike.
pub const COUNT: &str = "count";

/// The label of no member of a group.
pub const NOBODY: &str = "nobody";

/// A key that a rule text declares.
#[derive(Debug, Default)]
pub struct KeyOfRules {
    /// Its path; for a key of a group, with the position of the table.
    pub name: String,
    pub ty: Type,
    /// The least and the greatest number, times `scale`; for labels and truth values, their least and greatest
    /// index.
    pub range: (i64, i64),
    /// The labels that a scenario writes, if it has any.
    pub labels: Vec<String>,
    /// What a value is multiplied by: 10 for one decimal place.
    pub scale: i64,
    /// Whether it names a preset.
    pub is_of_presets: bool,
    pub default: Option<i64>,
    pub is_optional: bool,
    pub words: KeyWords,
    /// Where it is declared, or where players choose what it fixes.
    pub span: Span,
}

/// A named set of key values.
#[derive(Debug)]
pub struct PresetOfRules {
    /// The path of the key that names it.
    pub key: String,
    pub name: String,
    pub label: String,
    /// What a member of a group is called that has it, and no name of its own; empty if it does not say.
    pub called: String,
    /// The procedures that it serves, and that take it for their own; all, if none is named.
    pub procedures: Vec<String>,
    /// The indices of keys, with their values.
    pub fills: Vec<(usize, i64)>,
}

/// A metric that a rule text reports.
#[derive(Debug)]
pub struct MetricOfRules {
    pub name: String,
    /// What readers call it.
    pub words: Vec<Words>,
    /// What it is; empty if what it is called says it.
    pub help: String,
    pub ty: Type,
    /// What its labels are called, if the text says it.
    pub label_words: Vec<String>,
    /// The variable of the main routine that holds it at the end.
    pub variable: usize,
    /// The index of the label that the player plays for, if the text names one.
    pub won: Option<usize>,
    /// Whether the text says that results begin with it.
    pub is_main: bool,
    /// Whether it says when something happens, and 0 that it never does.
    pub is_occasion: bool,
}

/// A decision of a player.
#[derive(Debug)]
pub struct Choice {
    /// The variable that holds what is chosen.
    pub variable: usize,
    pub options: Options,
    /// Whether the player maximizes or minimizes the goal.
    pub player: Player,
    /// Which of the options there are, by the variable and others.
    pub condition: Option<Expr>,
    /// The variables that players go by, with statements that have a `{}` and may be empty; all that matter,
    /// if none is named.
    pub seeing: Vec<(usize, String)>,
    /// Whether only situations are listed that come up often.
    pub is_often: bool,
    /// An option in words; may be empty.
    pub words: Vec<Words>,
    /// The key with which a scenario fixes the decision.
    pub key: Option<usize>,
    /// What the members are called whose turns it is in, of loops over members.
    pub members: Vec<String>,
    /// The variables of the `for` loops around it.
    pub loops: Vec<usize>,
    pub span: Span,
}

/// A value that is followed through the rounds of a loop.
#[derive(Debug)]
pub struct Followed {
    pub name: String,
    /// The title of its chart; may be empty.
    pub title: String,
    /// The table that it has with others; it has one of its own otherwise.
    pub table: Option<String>,
    /// The names of the values 0, 1, and so on.
    pub labels: Vec<String>,
    /// What they are called in charts, if the text says it.
    pub words: Vec<String>,
    /// The least number, if the values are numbers.
    pub least: Option<i64>,
    /// The value that the player plays for.
    pub won: usize,
    /// Statements that run before the value is computed.
    pub head: Block,
    pub value: Expr,
    /// The maximum number of rounds, which depends on keys alone; none if it is a mark of a chart.
    pub most: Option<Expr>,
}

/// What stands at each of several places at the end.
#[derive(Debug)]
pub struct ChartOfRules {
    pub name: String,
    pub title: String,
    /// What a place and a mark are called.
    pub columns: [String; 2],
    /// What it shows, in words; may be empty.
    pub help: String,
    /// The variable that holds a place.
    pub variable: usize,
    /// The places, from the lowest.
    pub places: Vec<i64>,
    pub is_from_high: bool,
    /// The index of the followed value of the first place.
    pub first: usize,
    /// Places that have something in common: what, the lowest, and the highest.
    pub zones: Vec<(String, [i64; 2])>,
    /// Whether there is such a chart, by the keys.
    pub condition: Expr,
}

/// The options of a decision.
#[derive(Debug)]
pub enum Options {
    /// All numbers from the first to the second.
    Range(Expr, Expr),
    /// These numbers. Of equally good options, the first is chosen.
    List(Vec<i64>),
}

/// The maximum number of rounds of a loop without a number.
pub const MOST_ROUNDS: i64 = 10_000;

impl Program {
    /// The line of the text that contains this byte, from 1.
    pub(super) fn line(&self, at: usize) -> usize {
        self.line_ends.partition_point(|&end| end < at) + 1
    }

    /// Whether its steps are those of a rulebook, which has numbers for them or says who acts. It then begins
    /// with the first of them.
    pub(super) fn follows_rulebook(&self) -> bool {
        self.steps.iter().any(|step| !step.number.is_empty() || !step.who.is_empty())
    }

    /// The steps that a scenario with these keys may come to, in their order, from 1.
    pub(super) fn steps_reached(&self, keys: &KeyValues) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut played = vec![false; self.definitions.len()];
        let of_dice = self.rolls.iter().filter_map(|roll| Some(&self.definitions[roll.made?].body));
        let mut open: Vec<&Block> = of_dice.chain([&self.main.body]).collect();
        while let Some(block) = open.pop() {
            for statement in block {
                match &statement.kind {
                    StatementKind::Step(step) => drop(reached.insert(*step)),
                    StatementKind::If { condition, yes, no } => match condition.of_keys(keys, &self.lists) {
                        Some(truth) => open.push(if truth == 1 { yes } else { no }),
                        None => open.extend([yes, no]),
                    },
                    StatementKind::Call { definition, parts: None, .. }
                        if !std::mem::replace(&mut played[*definition], true) =>
                    {
                        open.push(&self.definitions[*definition].body);
                    }
                    StatementKind::Repeat { body, .. }
                    | StatementKind::For { body, .. }
                    | StatementKind::Faces { body, .. } => open.push(body),
                    _ => {}
                }
            }
        }
        reached
    }

    /// The group and the key in it to which the path of a key leads, with the position of its table.
    pub(super) fn in_group<'k>(&self, path: &'k str) -> Option<(&GroupOfRules, usize, &'k str)> {
        self.groups.iter().find_map(|group| {
            let rest = path.strip_prefix(group.name.as_str())?.strip_prefix('.')?;
            let (table, key) = rest.split_once('.')?;
            Some((group, table.parse().ok()?, key))
        })
    }

    /// The keys that a requirement limits by other keys, as in `require force <= 2 * magic`.
    pub(super) fn limited(&self) -> Vec<&str> {
        let mut limited = Vec::new();
        for requirement in &self.requirements {
            for part in requirement.condition.parts() {
                if let ExprKind::Binary(Operator::Less | Operator::LessOrEqual, left, right) = &part.kind
                    && let ExprKind::Key(key) = left.kind
                    && right.reads_keys()
                {
                    limited.push(self.keys[key].name.as_str());
                }
            }
        }
        limited
    }

    /// Where a key is declared.
    pub fn key_span(&self, name: &str) -> Option<&Span> {
        let list = || Some(&self.list_keys.iter().find(|key| fits(&key.name, name))?.span);
        self.keys.iter().find(|key| key.name == name).map(|key| &key.span).or_else(list)
    }

    /// The metric that results begin with: the main one, the goal, or else the first one. If the text has
    /// questions, results begin with these.
    pub(super) fn lead(&self) -> Option<usize> {
        let main = || self.metrics.iter().position(|metric| metric.is_main);
        let goal = || self.goal.map(|(metric, _)| metric);
        self.questions.is_empty().then(|| main().or_else(goal).unwrap_or(0))
    }

    /// The statistic that the players want, and whether they maximize it; a unit that keys decide is left out, but
    /// for a key that is the unit, and always a number above 0.
    pub fn objective(&self) -> Option<(String, bool)> {
        let (metric, player) = self.goal?;
        let metric = &self.metrics[metric];
        let chance = if metric.ty == Type::Truth { "p" } else { "mean" };
        let unit = match self.unit.as_ref().map(|unit| &unit.kind) {
            Some(ExprKind::Constant(unit)) => format!(" / {unit}"),
            Some(&ExprKind::Key(unit)) if self.keys[unit].range.0 > 0 && !self.keys[unit].is_optional => {
                format!(" / {}", self.keys[unit].name)
            }
            _ => String::new(),
        };
        Some((format!("{chance}({}){unit}", metric.name), player == Player::Maximizes))
    }

    /// The questions in the text: their names, and the positions of their events.
    pub fn questions(&self) -> impl Iterator<Item = (&str, &Span)> {
        self.questions.iter().map(|(name, event)| (name.as_str(), event))
    }

    /// What the text may say, and hardly means.
    pub fn warnings(&self) -> &[ExpressionError] {
        &self.warnings
    }

    /// The keys, and where the text declares them.
    pub fn places_of_keys(&self) -> impl Iterator<Item = (&str, &Span)> {
        let lists = self.list_keys.iter().map(|key| (&*key.name, &key.span));
        self.keys.iter().map(|key| (&*key.name, &key.span)).chain(lists)
    }

    /// The tables of the sheet.
    pub fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }

    /// The expectations in the text, which hold when all keys have their defaults.
    pub fn expectations(&self) -> &[Expectation] {
        &self.expectations
    }
}

impl Choice {
    /// The option that a scenario fixes, and the key that says so.
    pub fn fixed(&self, keys: &KeyValues) -> Option<(i64, usize)> {
        let key = self.key?;
        Some((keys.of(key)?, key))
    }

    /// An expression with an option in place of what is chosen.
    pub fn with_option(&self, expr: &Expr, option: i64) -> Expr {
        expr.map(&|variable, span| match variable == self.variable {
            true => Expr::constant(option, span),
            false => Expr::variable(variable, span),
        })
    }
}

impl Options {
    /// The option that is nearest to a number; the lesser one of two equally near options.
    pub fn nearest(&self, wanted: i64) -> Expr {
        match self {
            Options::List(list) => {
                let nearest = list.iter().copied().min_by_key(|&option| (option.abs_diff(wanted), option));
                Expr::constant(nearest.unwrap_or(wanted), &(0..0))
            }
            Options::Range(low, high) => {
                let span = low.span.start..high.span.end;
                let wanted = Expr::constant(wanted, &span);
                let most = Expr::binary(Operator::Min, high.clone(), wanted, &span);
                Expr::binary(Operator::Max, low.clone(), most, &span)
            }
        }
    }
}
