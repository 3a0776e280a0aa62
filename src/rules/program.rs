//! A rule text with resolved names and types.
//!
//! Every value is an integer: a truth value is 0 or 1, a label is its index among its labels. Dice and
//! calls have statements of their own, before the statement that uses them. So an expression is
//! deterministic, given its variables and the keys.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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

/// The type of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Type {
    #[default]
    Number,
    Truth,
    /// One of these labels, by its index.
    Label(Vec<String>),
}

/// Statements with variables of their own: the whole text, or a definition.
#[derive(Debug, Default)]
pub struct Routine {
    pub name: String,
    /// Its variables; the parameters come first.
    pub variables: Vec<Variable>,
    pub parameters: usize,
    pub body: Block,
    /// The variables that it returns, with their types.
    pub outputs: Vec<(usize, Type)>,
    /// The nesting depth of the blocks and definitions in it, including those that it calls.
    pub depth: usize,
}

/// A variable of a routine. Variables that the resolver adds have an empty name, and those that the parser adds
/// one that begins with a space.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    /// Its name in stories.
    pub told: String,
    pub ty: Type,
}

impl Variable {
    /// Whether the text names it.
    pub fn is_named(&self) -> bool {
        !self.name.is_empty() && !self.name.starts_with(' ')
    }
}

pub type Block = Vec<Statement>;

#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
    /// The loops over the members of a group whose statements stand one after another in the block, and to
    /// which it belongs, the outermost first.
    pub turns: Vec<Turn>,
}

/// The turn of a member in a loop over the members of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The index of the loop.
    pub each: usize,
    pub group: usize,
    pub member: usize,
}

/// A statement, or a loop over the members of a group with the statements of each of them.
pub enum Portion<'b> {
    One(&'b Statement),
    Each(Vec<(Turn, &'b [Statement])>),
}

impl<'b> Portion<'b> {
    pub fn statements(&self) -> impl Iterator<Item = &'b Statement> {
        let (one, turns) = match self {
            Portion::One(one) => (Some(*one), &[][..]),
            Portion::Each(turns) => (None, &turns[..]),
        };
        one.into_iter().chain(turns.iter().flat_map(|&(_, statements)| statements))
    }
}

/// The statements of a block within so many loops over members, with those of a further loop together.
pub fn portions(block: &[Statement], depth: usize) -> impl Iterator<Item = Portion<'_>> {
    let each = move |one: &Statement| one.turns.get(depth).map(|turn| turn.each);
    let together = move |one: &Statement, next: &Statement| each(one).is_some() && each(one) == each(next);
    block.chunk_by(together).map(move |statements| match each(&statements[0]) {
        None => Portion::One(&statements[0]),
        Some(_) => {
            let turns = statements.chunk_by(|one, next| one.turns[depth] == next.turns[depth]);
            Portion::Each(turns.map(|of_one| (of_one[0].turns[depth], of_one)).collect())
        }
    })
}

#[derive(Clone, Debug)]
pub enum StatementKind {
    Assign {
        variable: usize,
        value: Expr,
    },
    /// Requires a variable to lie in a range.
    Range {
        variable: usize,
        low: Expr,
        high: Expr,
    },
    /// Rolls dice: a roll of the program, and the variables that take its answers.
    Roll {
        roll: usize,
        arguments: Vec<Expr>,
        answers: Vec<usize>,
    },
    /// Calls a definition.
    Call {
        definition: usize,
        arguments: Vec<Expr>,
        results: Vec<usize>,
        /// It is not played: the result is the chance that it returns true, in whole parts of which so many are a
        /// certainty.
        parts: Option<i64>,
    },
    If {
        condition: Expr,
        yes: Block,
        no: Block,
    },
    Repeat {
        /// The maximum number of rounds; it depends on keys alone.
        most: Option<Expr>,
        /// Statements that run before the condition is tested.
        head: Block,
        condition: Expr,
        body: Block,
        /// For narration: the variables that the loop changes and that have a value before it.
        state: Vec<usize>,
        /// The indices of the values that are followed through its rounds.
        followed: Vec<usize>,
        /// Whether each round is that of a member of a group.
        is_of_members: bool,
    },
    For {
        variable: usize,
        values: Vec<i64>,
        body: Block,
    },
    /// Goes through the numbers that dice of some rolls may show.
    Faces {
        rolls: Vec<usize>,
        /// Takes the number.
        variable: usize,
        /// For each roll, the variable that takes how many of its dice show the number.
        counts: Vec<usize>,
        is_from_high: bool,
        body: Block,
    },
    /// Lets a player decide: the index of a choice of the program.
    Choose(usize),
    /// Counts the marks of a chart.
    Chart(usize),
    Step(usize),
    Note(Vec<Words>),
}

/// A part of a note.
#[derive(Clone, Debug)]
pub enum Words {
    Text(String),
    Value(Expr, Type),
    /// The first if the condition is met, otherwise the second.
    Either(Expr, Vec<Words>, Vec<Words>),
}

impl Words {
    /// Whether it reads no other variable than this one.
    pub fn reads_only(&self, variable: usize) -> bool {
        match self {
            Words::Text(_) => true,
            Words::Value(value, _) => value.reads_only(variable),
            Words::Either(condition, yes, no) => {
                condition.reads_only(variable) && yes.iter().chain(no).all(|part| part.reads_only(variable))
            }
        }
    }
}

/// An expression and its position.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

/// Two are equal if they are the same but for their positions.
impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        self.kind == other.kind
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    Constant(i64),
    /// The value of a key that is set.
    Key(usize),
    /// Whether a key is set.
    IsSet(usize),
    /// The value of a key, or of the expression if the key is not set.
    KeyOr(usize, Box<Expr>),
    Variable(usize),
    Not(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `condition ? yes : no`
    Conditional(Box<[Expr; 3]>),
    /// The element of a list at an index.
    Element(usize, Box<Expr>),
    /// One of several values, by its index.
    Pick(Box<Pick>),
}

/// One of several values, such as those of the members of a group, by its index.
#[derive(Clone, Debug, PartialEq)]
pub struct Pick {
    pub place: Expr,
    pub values: Vec<Expr>,
    /// Whether the index is a member of a group, and behind the last one nobody.
    pub is_member: bool,
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Plus,
    Minus,
    Times,
    Divide,
    Remainder,
    Min,
    Max,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    And,
    Or,
}

/// The maximum number of rounds of a loop without a number.
pub const MOST_ROUNDS: i64 = 10_000;

/// The greatest absolute value of a number.
pub const GREATEST: i64 = 1_000_000_000;

/// The key values of a scenario, by the index of the key. They know which of them were read, so that a user
/// can be told which make no difference.
#[derive(Debug)]
pub struct KeyValues {
    values: Vec<Option<i64>>,
    read: Vec<AtomicBool>,
}

impl FromIterator<Option<i64>> for KeyValues {
    fn from_iter<I: IntoIterator<Item = Option<i64>>>(values: I) -> Self {
        let values: Vec<Option<i64>> = values.into_iter().collect();
        let read = values.iter().map(|_| AtomicBool::new(false)).collect();
        KeyValues { values, read }
    }
}

impl KeyValues {
    /// The values of no keys.
    pub const NONE: KeyValues = KeyValues { values: Vec::new(), read: Vec::new() };

    /// The value of a key, which is then read; `None` if it is not set.
    pub fn of(&self, key: usize) -> Option<i64> {
        self.read[key].store(true, Ordering::Relaxed);
        self.values[key]
    }

    /// The value of a key, which is not read by this.
    pub fn peek(&self, key: usize) -> Option<i64> {
        self.values[key]
    }

    /// A copy of the key values, in which no key counts as read.
    pub fn unread(&self) -> KeyValues {
        self.values.iter().copied().collect()
    }

    /// Marks keys as read.
    pub fn mark(&self, keys: &[usize]) {
        keys.iter().for_each(|&key| self.read[key].store(true, Ordering::Relaxed));
    }

    /// Whether a key was read.
    pub fn is_read(&self, key: usize) -> bool {
        self.read[key].load(Ordering::Relaxed)
    }
}

impl Operator {
    /// Applies the operator. Division rounds towards minus infinity. Division by 0 gives 0; checks
    /// report it beforehand if it can happen.
    #[inline(always)]
    pub fn of(self, a: i64, b: i64) -> i64 {
        match self {
            Operator::Plus => a.saturating_add(b),
            Operator::Minus => a.saturating_sub(b),
            Operator::Times => a.saturating_mul(b),
            Operator::Divide if b == 0 => 0,
            Operator::Divide => a.div_euclid(b) - i64::from(b < 0 && a.rem_euclid(b) != 0),
            Operator::Remainder if b == 0 => 0,
            Operator::Remainder => a - b * Operator::Divide.of(a, b),
            Operator::Min => a.min(b),
            Operator::Max => a.max(b),
            Operator::Equal => i64::from(a == b),
            Operator::NotEqual => i64::from(a != b),
            Operator::Less => i64::from(a < b),
            Operator::LessOrEqual => i64::from(a <= b),
            Operator::And => a & b,
            Operator::Or => a | b,
        }
    }
}

impl Routine {
    /// The variables with the most values, given how many values some of them have, in words.
    pub fn sizes(&self, values: impl Iterator<Item = (usize, usize)>) -> Vec<String> {
        let named = |variable: usize| self.variables.get(variable).filter(|known| known.is_named());
        let mut sizes: Vec<(usize, &str)> = values
            .filter(|(_, values)| *values > 1)
            .filter_map(|(variable, values)| Some((values, named(variable)?.name.as_str())))
            .collect();
        sizes.sort_by(|a, b| b.cmp(a));
        sizes.iter().take(5).map(|(values, name)| format!("{values} values of `{name}`")).collect()
    }
}

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

    /// The statistic that the players want, and whether they maximize it; a unit that keys decide is left out.
    pub fn objective(&self) -> Option<(String, bool)> {
        let (metric, player) = self.goal?;
        let metric = &self.metrics[metric];
        let chance = if metric.ty == Type::Truth { "p" } else { "mean" };
        let unit = match self.unit.as_ref().map(|unit| &unit.kind) {
            Some(ExprKind::Constant(unit)) => format!(" / {unit}"),
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

/// Why an expression has no value.
pub type NoValue = ExpressionError;

impl Expr {
    pub fn new(kind: ExprKind, span: Span) -> Expr {
        Expr { kind, span }
    }

    pub fn constant(value: i64, span: &Span) -> Expr {
        Expr::new(ExprKind::Constant(value), span.clone())
    }

    pub fn variable(variable: usize, span: &Span) -> Expr {
        Expr::new(ExprKind::Variable(variable), span.clone())
    }

    pub fn binary(operator: Operator, a: Expr, b: Expr, span: &Span) -> Expr {
        Expr::new(ExprKind::Binary(operator, Box::new(a), Box::new(b)), span.clone())
    }

    /// `condition ? yes : no`
    pub fn conditional(condition: Expr, yes: Expr, no: Expr, span: &Span) -> Expr {
        Expr::new(ExprKind::Conditional(Box::new([condition, yes, no])), span.clone())
    }

    /// Evaluates the expression, given variables and keys. Operands are evaluated only if needed: the
    /// right side of `&&` only if the left side is true.
    ///
    /// # Errors
    /// On division by 0, if a list has no such element, or if a number is too large.
    pub fn value(&self, variables: &[i64], keys: &KeyValues, lists: &[Vec<i64>]) -> Result<i64, NoValue> {
        let value = |expr: &Expr| expr.value(variables, keys, lists);
        Ok(match &self.kind {
            ExprKind::Constant(constant) => *constant,
            ExprKind::Key(key) => keys.of(*key).unwrap_or(0),
            ExprKind::IsSet(key) => i64::from(keys.of(*key).is_some()),
            ExprKind::KeyOr(key, otherwise) => match keys.of(*key) {
                Some(value) => value,
                None => value(otherwise)?,
            },
            ExprKind::Variable(variable) => variables[*variable],
            ExprKind::Not(inner) => 1 - value(inner)?,
            // What follows is not asked where it makes no difference.
            ExprKind::Binary(operator @ (Operator::And | Operator::Or), left, right) => {
                let known = value(left)?;
                if known == i64::from(*operator == Operator::Or) { known } else { value(right)? }
            }
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (value(left)?, value(right)?);
                if b == 0 && matches!(operator, Operator::Divide | Operator::Remainder) {
                    return Err(divided_by_zero(&right.span));
                }
                held(operator.of(a, b), &self.span)?
            }
            ExprKind::Conditional(parts) => {
                let [condition, yes, no] = &**parts;
                value(if value(condition)? == 1 { yes } else { no })?
            }
            ExprKind::Element(list, place) => {
                let at = value(place)?;
                let element = usize::try_from(at).ok().and_then(|at| lists[*list].get(at));
                *element.ok_or_else(|| no_element(&place.span, at, lists[*list].len()))?
            }
            ExprKind::Pick(pick) => {
                let at = value(&pick.place)?;
                match usize::try_from(at).ok().and_then(|at| pick.values.get(at)) {
                    Some(chosen) => value(chosen)?,
                    None if pick.is_member => return Err(is_nobody(&pick.place.span)),
                    None => return Err(no_element(&pick.place.span, at, pick.values.len())),
                }
            }
        })
    }

    /// This expression with values in place of its variables.
    pub fn with(&self, values: &[Expr]) -> Expr {
        self.map(&|variable, _| values[variable].clone())
    }

    /// This expression with others in place of its variables, by their numbers and positions.
    pub fn map(&self, to: &impl Fn(usize, &Span) -> Expr) -> Expr {
        let boxed = |part: &Expr| Box::new(part.map(to));
        let kind = match &self.kind {
            ExprKind::Variable(variable) => return to(*variable, &self.span),
            ExprKind::Constant(_) | ExprKind::Key(_) | ExprKind::IsSet(_) => self.kind.clone(),
            ExprKind::KeyOr(key, otherwise) => ExprKind::KeyOr(*key, boxed(otherwise)),
            ExprKind::Not(inner) => ExprKind::Not(boxed(inner)),
            ExprKind::Binary(operator, left, right) => ExprKind::Binary(*operator, boxed(left), boxed(right)),
            ExprKind::Conditional(parts) => {
                ExprKind::Conditional(Box::new(parts.each_ref().map(|part| part.map(to))))
            }
            ExprKind::Element(list, place) => ExprKind::Element(*list, boxed(place)),
            ExprKind::Pick(pick) => ExprKind::Pick(Box::new(Pick {
                place: pick.place.map(to),
                values: pick.values.iter().map(|value| value.map(to)).collect(),
                is_member: pick.is_member,
            })),
        };
        Expr::new(kind, self.span.clone())
    }

    /// The variables that it reads, in the order of the text.
    pub fn variables(&self) -> impl Iterator<Item = usize> {
        self.parts().filter_map(|part| match part.kind {
            ExprKind::Variable(variable) => Some(variable),
            _ => None,
        })
    }

    /// Whether it reads no other variable than this one.
    pub fn reads_only(&self, variable: usize) -> bool {
        self.variables().all(|read| read == variable)
    }

    /// This expression and all its parts, in the order of the text.
    pub fn parts(&self) -> impl Iterator<Item = &Expr> {
        let mut left = vec![self];
        std::iter::from_fn(move || {
            let part = left.pop()?;
            match &part.kind {
                ExprKind::Constant(_) | ExprKind::Key(_) | ExprKind::IsSet(_) | ExprKind::Variable(_) => {}
                ExprKind::KeyOr(_, inner) | ExprKind::Not(inner) | ExprKind::Element(_, inner) => {
                    left.push(inner);
                }
                ExprKind::Binary(_, one, other) => left.extend([&**other, &**one]),
                ExprKind::Conditional(parts) => left.extend(parts.iter().rev()),
                ExprKind::Pick(pick) => left.extend(pick.values.iter().rev().chain([&pick.place])),
            }
            Some(part)
        })
    }

    /// Whether it is the value of this variable unless a condition is met.
    pub fn keeps(&self, variable: usize) -> bool {
        let ExprKind::Conditional(parts) = &self.kind else { return false };
        matches!(parts[2].kind, ExprKind::Variable(kept) if kept == variable)
    }

    /// Whether it reads a key.
    pub fn reads_keys(&self) -> bool {
        !self.keys_read().1.is_empty()
    }

    /// The keys of which it asks whether they are set, and all that it reads, in the order of the text.
    pub fn keys_read(&self) -> (Vec<usize>, Vec<usize>) {
        let (mut asked, mut read) = (Vec::new(), Vec::new());
        for part in self.parts() {
            match part.kind {
                ExprKind::IsSet(key) => {
                    asked.push(key);
                    read.push(key);
                }
                ExprKind::Key(key) | ExprKind::KeyOr(key, _) => read.push(key),
                _ => {}
            }
        }
        (asked, read)
    }

    /// Its value, if keys alone determine it.
    pub fn of_keys(&self, keys: &KeyValues, lists: &[Vec<i64>]) -> Option<i64> {
        self.is_fixed().then(|| self.value(&[], keys, lists).ok()).flatten()
    }

    /// Whether it reads no variable, so that a scenario determines its value.
    pub fn is_fixed(&self) -> bool {
        self.variables().next().is_none()
    }
}

pub fn divided_by_zero(span: &Span) -> NoValue {
    let help = "ask first, as in `b == 0 ? 0 : a / b`";
    NoValue::new(span.clone(), "this can be 0, and nothing is divided by 0", help)
}

/// Returns a number that the engine can hold.
///
/// # Errors
/// If it is greater than [`GREATEST`], or less than its negative.
pub fn held(value: i64, span: &Span) -> Result<i64, NoValue> {
    if value.abs() <= GREATEST {
        return Ok(value);
    }
    let message = format!("this can be {value}");
    let help = "numbers are between -1,000,000,000 and 1,000,000,000: count in larger units, play fewer rounds, or bound it, as in min(x, 1000)";
    Err(NoValue::new(span.clone(), message, help))
}

pub fn is_nobody(span: &Span) -> NoValue {
    let help = "ask first, as in `target != 'nobody' && target.boxes > 0`";
    NoValue::new(span.clone(), "this can be nobody", help)
}

pub fn no_element(span: &Span, at: i64, length: usize) -> NoValue {
    let message = format!("this can be {at}, and the list has the places 0 to {}", length as i64 - 1);
    let help =
        format!("the first place is 0; keep it in range, as in `list[clamp(i, 0, {})]`", length.max(1) - 1);
    NoValue::new(span.clone(), message, help)
}
