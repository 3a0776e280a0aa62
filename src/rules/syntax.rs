//! The syntax tree of a rule text, before names are resolved.

use std::ops::Range;

use crate::expression::grammar::{BinaryOperator, Syntax, SyntaxKind};

/// A range of bytes in the text.
pub type Span = Range<usize>;

/// The changes of dice, which stand behind them.
pub const CHANGES: [&str; 3] = ["reroll", "explode", "compound"];

/// A name and its position.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// What the parser and the resolver write stands in the place of a name of the text.
impl Name {
    /// Another name.
    pub fn instead(&self, text: String) -> Name {
        Name { text, span: self.span.clone() }
    }

    pub fn number(&self, number: i64) -> Syntax {
        Syntax::new(SyntaxKind::Integer(number), self.span.clone())
    }

    /// The value of the name.
    pub fn read(&self) -> Syntax {
        Syntax::new(SyntaxKind::Name(self.text.clone()), self.span.clone())
    }

    /// `NAME OPERATOR OTHER`
    pub fn with(&self, operator: BinaryOperator, other: Syntax) -> Syntax {
        let [left, right] = [self.read(), other].map(Box::new);
        let kind = SyntaxKind::Binary { operator, at: self.span.clone(), left, right };
        Syntax::new(kind, self.span.clone())
    }

    /// `NAME = VALUE`
    pub fn assign(&self, value: Syntax) -> Statement {
        let kind = StatementKind::Assign { targets: vec![self.clone()], value, range: None };
        Statement { kind, span: self.span.clone() }
    }
}

/// A statement and its position.
#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

impl Statement {
    /// The blocks in it.
    pub fn blocks(&self) -> Vec<&Block> {
        match &self.kind {
            StatementKind::If { yes, no, .. } => vec![yes, no],
            StatementKind::Repeat { body, .. }
            | StatementKind::For { body, .. }
            | StatementKind::Faces { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }

    /// All blocks in it, those of declarations, too.
    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        match &mut self.kind {
            StatementKind::If { yes, no, .. } => vec![yes, no],
            StatementKind::Repeat { body, .. }
            | StatementKind::For { body, .. }
            | StatementKind::Faces { body, .. }
            | StatementKind::Procedure { body, .. }
            | StatementKind::Definition { body, .. }
            | StatementKind::Group(Group { keys: body, .. }) => vec![body],
            _ => Vec::new(),
        }
    }

    /// The body of a loop.
    pub fn body(&mut self) -> Option<&mut Block> {
        match &mut self.kind {
            StatementKind::Repeat { body, .. }
            | StatementKind::For { body, .. }
            | StatementKind::Faces { body, .. } => Some(body),
            _ => None,
        }
    }

    /// Whether it declares something, and is not played.
    pub fn is_declaration(&self) -> bool {
        use StatementKind as Kind;
        matches!(
            self.kind,
            Kind::Title(_)
                | Kind::Summary(_)
                | Kind::Reading(..)
                | Kind::Key(_)
                | Kind::Keys(_)
                | Kind::Part(..)
                | Kind::Use(_)
                | Kind::Group(_)
                | Kind::Preset { .. }
                | Kind::List(..)
                | Kind::Labels(..)
                | Kind::Die(..)
                | Kind::Deck(..)
                | Kind::Question(..)
                | Kind::Expect(_)
                | Kind::Sheet(_)
                | Kind::Require(..)
                | Kind::Either(_)
                | Kind::Goal(_)
                | Kind::Definition { .. }
                // It may be one.
                | Kind::Wrong(_)
        )
    }

    /// Whether it or one in its blocks is such a statement.
    pub fn has(&self, is_such: &dyn Fn(&Statement) -> bool) -> bool {
        is_such(self) || self.blocks().into_iter().flatten().any(|inner| inner.has(is_such))
    }

    /// How many statements it is, with those in its blocks.
    pub fn count(&self) -> usize {
        1 + self.blocks().into_iter().flatten().map(Statement::count).sum::<usize>()
    }

    /// The expressions that are computed in play, those in its blocks apart.
    pub fn expressions(&self) -> Vec<&Syntax> {
        match &self.kind {
            StatementKind::Assign { value, range, .. } => {
                std::iter::once(value).chain(range.iter().flatten()).collect()
            }
            StatementKind::AssignAt { place, value, .. } => vec![place, value],
            StatementKind::If { condition, .. } => vec![condition],
            StatementKind::Repeat { most, condition, .. } => most.iter().chain(condition).collect(),
            StatementKind::For { over: Over::List(list), .. } => vec![list],
            StatementKind::Faces { rolls, .. } => rolls.iter().collect(),
            StatementKind::Return(values) => values.iter().collect(),
            StatementKind::Note(parts) => parts.iter().flat_map(NotePart::expressions).collect(),
            _ => Vec::new(),
        }
    }
}

/// Statements between `{` and `}`.
pub type Block = Vec<Statement>;

#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `title "TEXT"`
    Title(String),
    /// `summary "TEXT {EXPR}" ["TEXT {EXPR}"]`
    Summary([Vec<NotePart>; 2]),
    /// `reading "TEXT {EXPR}" [where EXPR]`
    Reading(Vec<NotePart>, Option<Syntax>),
    /// `procedure NAME ["HELP"] { … }`
    Procedure { name: Name, help: String, body: Block },
    /// `key NAME [optional] [chosen] [list] [= DEFAULT] [in RANGE] [decimals PLACES] ["HELP"]`
    Key(Box<Key>),
    /// `keys TABLE, …`: all keys of these tables that procedures share.
    Keys(Vec<Name>),
    /// `part NAME { … }`: lines that stand where they are played.
    Part(Name, Block),
    /// `play NAME`: the lines of a part.
    Play(Name),
    /// `use "FILE"`: what another text declares for others.
    Use(Name),
    /// `preset NAME ["LABEL"] [called "NAME"] [for PROCEDURE, …] { KEY = VALUE … }`
    Preset { name: Name, label: String, called: String, procedures: Vec<Name>, values: Block },
    /// `group NAME in LOW..HIGH ["HELP"] { key … }`
    Group(Group),
    /// `list NAME = [NUMBERS]`
    List(Name, Syntax),
    /// `table NAME = [NUMBERS] [in LOW..HIGH]`
    Table(Name, Syntax, Option<[Syntax; 2]>),
    /// `labels NAME = 'A' ["WORDS"] | 'B' ["WORDS"]`
    Labels(Name, Vec<(String, String)>),
    /// `die NAME = [NUMBERS]`
    Die(Name, Over),
    /// `deck NAME = [NUMBERS]`, `deck NAME = LOW..HIGH`
    Deck(Name, Over),
    /// `question "NAME" = EVENT`, with the position of the event
    Question(String, Span),
    /// `expect STATISTIC in LOW..HIGH`
    Expect(Expectation),
    /// `sheet "TITLE" = STATISTIC for KEY in VALUES by KEY in VALUES`
    Sheet(Sheet),
    /// `require EXPR [for NAME in GROUP] "MESSAGE" ["HELP"]`
    Require(Requirement),
    /// `either KEY, … [with KEY, …] | KEY, … [with KEY, …] "WORDS"`
    Either(Either),
    /// `def NAME(PARAMETERS) { … }`
    Definition { name: Name, parameters: Vec<Name>, body: Block },
    /// `return EXPR, …`; without an expression, what was returned in a loop is returned behind it.
    Return(Vec<Syntax>),
    /// `stop`
    Stop,
    /// What follows is never reached.
    Unreachable,
    /// A block has too many statements that leave it.
    LeftTooOften,
    /// `NAME, … = EXPR [in LOW..HIGH]`, `NAME += EXPR`, `NAME -= EXPR`
    Assign { targets: Vec<Name>, value: Syntax, range: Option<[Syntax; 2]> },
    /// `TABLE[EXPR] = EXPR`, `TABLE[EXPR] += EXPR`, `TABLE[EXPR] -= EXPR`
    AssignAt {
        table: Name,
        place: Syntax,
        /// Of `+=` and `-=`: the value is added to what is there, or subtracted from it.
        added: Option<BinaryOperator>,
        value: Syntax,
    },
    /// `if EXPR { … } else { … }`
    If { condition: Syntax, yes: Block, no: Block },
    /// `repeat [MOST] [while EXPR] { … }`
    Repeat { most: Option<Syntax>, condition: Option<Syntax>, body: Block },
    /// `for NAME in LIST { … }`, `for NAME in LOW..HIGH { … }`, `for NAME in GROUP { … }`
    For { name: Name, over: Over, body: Block },
    /// `follow [TABLE:] NAME = EXPR [in LOW..HIGH], …`
    Follow { table: Option<Name>, values: Vec<FollowedText> },
    /// `chart NAME "TITLE" for PLACE in LOW..HIGH [from high]: MARK = EXPR [where EXPR], …`
    Chart(Box<Chart>),
    /// `for FACE, COUNT, … in ROLL, … [from high] { … }`
    Faces { names: Vec<Name>, rolls: Vec<Syntax>, is_from_high: bool, body: Block },
    /// `step ["NUMBER"] ["WHO"] "TITLE"`
    Step(StepOfRules),
    /// `note "TEXT {EXPR}"`
    Note(Vec<NotePart>),
    /// `choose NAME from OPTIONS [where EXPR] [seeing [often] NAME ["WORDS"], …] [for minimize] ["TEXT {EXPR}"]`
    Choose(Box<Choose>),
    /// `goal maximize NAME [/ EXPR]`
    Goal(Goal),
    /// `report [main] NAME [= EXPR] [for 'LABEL'] [if ever] ["WORDS"], …, each GROUP: NAME … [where EXPR]`
    Report(Vec<Reported>, Option<Syntax>),
    /// A line with an error, which was noted: its names and labels. It may define any of them.
    Wrong(Vec<String>),
}

/// A value that is followed, as written.
#[derive(Clone, Debug)]
pub struct FollowedText {
    pub name: Name,
    pub value: Syntax,
    /// The range of a number.
    pub range: Option<[Syntax; 2]>,
    /// The label that the player plays for.
    pub won: Option<(String, Span)>,
    /// The title of its chart; may be empty.
    pub title: String,
}

/// What stands at each of several places at the end, such as the boxes of a damage track.
#[derive(Clone, Debug)]
pub struct Chart {
    pub name: Name,
    pub title: String,
    pub help: String,
    pub place: Name,
    pub places: [Syntax; 2],
    pub is_from_high: bool,
    /// The label that stands there.
    pub mark: Name,
    pub value: Syntax,
    /// Whether there is such a chart, by the keys.
    pub condition: Option<Syntax>,
    /// Places that have something in common: what, the first, and the last.
    pub zones: Vec<(String, [Syntax; 2])>,
}

/// What a `for` loop goes over.
#[derive(Clone, Debug)]
pub enum Over {
    /// A list, the name of one, or the name of a group.
    List(Syntax),
    /// `LOW..HIGH`
    Range([Syntax; 2]),
}

/// What a report names: a metric, or one for each member of a group.
#[derive(Clone, Debug)]
pub struct Reported {
    pub name: Name,
    pub value: Option<Syntax>,
    /// The label that the player plays for, if one is named.
    pub won: Option<(String, Span)>,
    /// What readers call it; empty if its name says it.
    pub words: Vec<NotePart>,
    /// What it is; empty if what it is called says it.
    pub help: String,
    /// Whether results begin with it.
    pub is_main: bool,
    /// Whether it says when something happens, and 0 that it never does.
    pub is_occasion: bool,
    pub group: Option<Name>,
}

/// A step of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepOfRules {
    /// Its number in the rulebook; empty if steps are counted.
    pub number: String,
    /// Who plays it; may be empty.
    pub who: String,
    pub title: String,
}

/// A group as declared: several of a kind, each with its own values of some keys.
#[derive(Clone, Debug)]
pub struct Group {
    pub name: Name,
    /// The least and the greatest number of members.
    pub range: [Syntax; 2],
    pub help: String,
    /// The declarations of its keys.
    pub keys: Block,
}

/// The expected value of a statistic when all keys have their defaults.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The position of the statistic, which is parsed once the metrics are known.
    pub statistic: Span,
    /// The least and the greatest expected value.
    pub between: [f64; 2],
    /// The position of these bounds.
    pub bounds: Span,
}

/// A table of a sheet. It keeps the positions of its statistic and of its values, which are parsed once
/// the metrics and the keys are known.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The question that the table answers.
    pub title: String,
    /// The position of the statistic of its cells.
    pub statistic: Span,
    /// The key of the rows, with the position of its values.
    pub rows: (Name, Span),
    /// The key of the columns, if there are several.
    pub columns: Option<(Name, Span)>,
}

impl Sheet {
    /// The keys that vary in it, with the positions of their values.
    pub fn axes(&self) -> impl Iterator<Item = &(Name, Span)> {
        [&self.rows].into_iter().chain(&self.columns)
    }
}

/// A decision, as written.
#[derive(Clone, Debug)]
pub struct Choose {
    pub name: Name,
    pub options: OptionsText,
    /// Which of the options there are.
    pub condition: Option<Syntax>,
    /// What players go by: names, and statements with a `{}`, which may be empty.
    pub seeing: Vec<(Name, String)>,
    /// Whether only situations are listed that come up often.
    pub is_often: bool,
    pub aim: Option<Aim>,
    /// An option in words; empty if its number or label says it.
    pub words: Vec<NotePart>,
}

/// What players play for, as written.
#[derive(Clone, Debug)]
pub struct Goal {
    pub aim: Aim,
    pub name: Name,
    /// What the metric is divided by.
    pub unit: Option<Syntax>,
}

/// The options of a `choose` statement, as written.
#[derive(Clone, Debug)]
pub enum OptionsText {
    /// `LOW..HIGH`
    Range([Syntax; 2]),
    /// `'A' | 'B'`, with their position
    Labels(Vec<String>, Span),
    /// `[NUMBERS]`, or the name of a list
    List(Syntax),
}

/// Whether a player maximizes or minimizes the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    Maximize,
    Minimize,
}

/// A condition on keys, possibly for each member of a group.
#[derive(Clone, Debug)]
pub struct Requirement {
    pub condition: Syntax,
    /// The name of the member in the condition, and its group.
    pub each: Option<(Name, Name)>,
    pub message: Vec<NotePart>,
    /// What to write instead; may be empty.
    pub help: Vec<NotePart>,
}

/// Sets of keys that do not go together.
#[derive(Clone, Debug)]
pub struct Either {
    pub sets: Vec<KeySet<Name>>,
    pub words: String,
}

/// Keys that belong together.
#[derive(Clone, Debug)]
pub struct KeySet<N> {
    /// What is needed if any of them is set.
    pub needed: Vec<N>,
    pub others: Vec<N>,
}

impl<N> KeySet<N> {
    pub fn all(&self) -> impl Iterator<Item = &N> {
        self.needed.iter().chain(&self.others)
    }

    /// The set with other names: what `name` makes of each.
    ///
    /// # Errors
    /// If one has no other name.
    pub fn named<M, E>(&self, mut name: impl FnMut(&N) -> Result<M, E>) -> Result<KeySet<M>, E> {
        let mut all = |names: &[N]| names.iter().map(&mut name).collect::<Result<_, E>>();
        Ok(KeySet { needed: all(&self.needed)?, others: all(&self.others)? })
    }
}

/// The maximum length of a list in a scenario, also if its key does not say one.
pub const MOST_IN_LIST: usize = 100;

/// A key as declared.
#[derive(Clone, Debug)]
pub struct Key {
    pub name: Name,
    pub is_optional: bool,
    /// Whether it holds a list of numbers.
    pub is_list: bool,
    pub default: Option<Syntax>,
    pub range: Option<KeyRange>,
    /// The least and the greatest length of a list.
    pub lengths: Option<(usize, usize)>,
    /// How many decimal places its values may have.
    pub decimals: u32,
    pub words: KeyWords,
}

impl Key {
    /// Whether nothing is said of its values.
    pub fn is_bare(&self) -> bool {
        !self.is_list && !self.is_optional && self.default.is_none() && self.range.is_none()
    }

    /// Whether it only says what a key is called that holds names of presets.
    pub fn names_presets(&self) -> bool {
        self.is_bare() && (self.name.text == "preset" || self.name.text.ends_with(".preset"))
    }
}

/// What players call a key, and what is said about it. What is empty follows from its path.
#[derive(Clone, Debug, Default)]
pub struct KeyWords {
    /// Whether a player decides it; if it is not said, its table tells.
    pub is_chosen: Option<bool>,
    pub help: String,
    /// What it is called; of something that is counted, the plural.
    pub label: String,
    /// Of something that is counted, the singular.
    pub one: String,
    /// Whether its values are understood without what it is called.
    pub is_alone: bool,
    /// What is said if it is left out.
    pub absent: String,
    /// A value for examples, as a scenario has it.
    pub example: String,
    /// What about it is our reading, for the rulebook does not say it.
    pub unsaid: String,
    /// What its labels mean, one by one, if that is said.
    pub meanings: Vec<String>,
    /// Whether its labels have an order of their own.
    pub has_order: bool,
}

/// The values that a key may have.
#[derive(Clone, Debug)]
pub enum KeyRange {
    Numbers([Syntax; 2]),
    Labels(Vec<String>),
    /// `true | false`
    Truth,
    /// Of a list that is written as a text: its length and its symbols.
    Symbols(usize, Vec<String>),
}

/// A part of a note.
#[derive(Clone, Debug)]
pub enum NotePart {
    Text(String),
    Value(Syntax),
    /// The first parts if the condition is met, otherwise the second.
    Either(Syntax, Vec<NotePart>, Vec<NotePart>),
}

impl NotePart {
    /// The expressions in it.
    fn expressions(&self) -> Vec<&Syntax> {
        match self {
            NotePart::Text(_) => Vec::new(),
            NotePart::Value(value) => vec![value],
            NotePart::Either(condition, yes, no) => std::iter::once(condition)
                .chain(yes.iter().chain(no).flat_map(NotePart::expressions))
                .collect(),
        }
    }
}
