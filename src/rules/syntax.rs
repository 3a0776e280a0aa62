//! What a rule text says, before it is known what its names mean.

use std::ops::Range;

use crate::expression::grammar::Syntax;

/// Bytes of the text.
pub type Span = Range<usize>;

/// A name and where it stands.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// A statement and where it stands; of one with a block only its head.
#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

/// Statements between `{` and `}`.
pub type Block = Vec<Statement>;

#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `title "TEXT"`
    Title(String),
    /// `key NAME [optional] [= DEFAULT] [in RANGE] ["HELP"]`
    Key(Key),
    /// `preset NAME ["LABEL"] { KEY = VALUE … }`
    Preset { name: Name, label: String, values: Block },
    /// `list NAME = [NUMBERS]`
    List(Name, Syntax),
    /// `labels NAME = 'A' | 'B'`
    Labels(Name, Vec<String>),
    /// `die NAME = [NUMBERS]`
    Die(Name, Syntax),
    /// `question "NAME" = EVENT`, and where the event is
    Question(String, Span),
    /// `expect STATISTIC in LOW..HIGH`
    Expect(Expectation),
    /// `sheet "TITLE" = STATISTIC for KEY in VALUES by KEY in VALUES`
    Sheet(Sheet),
    /// `require EXPR "MESSAGE"`
    Require(Syntax, String),
    /// `def NAME(PARAMETERS) { … }`
    Definition { name: Name, parameters: Vec<Name>, body: Block },
    /// `return EXPR, …`
    Return(Vec<Syntax>),
    /// `NAME, … = EXPR [in LOW..HIGH]`, `NAME += EXPR`, `NAME -= EXPR`
    Assign { targets: Vec<Name>, value: Syntax, range: Option<[Syntax; 2]> },
    /// `if EXPR { … } else { … }`
    If { condition: Syntax, yes: Block, no: Block },
    /// `repeat [MOST] [while EXPR] { … }`
    Repeat { most: Option<Syntax>, condition: Option<Syntax>, body: Block },
    /// `for NAME in LIST { … }`
    For { name: Name, list: Syntax, body: Block },
    /// `follow NAME = EXPR`
    Follow(Name, Syntax),
    /// `step "TITLE"`
    Step(String),
    /// `note "TEXT {EXPR}"`
    Note(Vec<NotePart>),
    /// `choose NAME from OPTIONS [for minimize]`
    Choose { name: Name, options: OptionsText, aim: Option<Aim> },
    /// `goal maximize NAME`
    Goal(Aim, Name),
    /// `report NAME [= EXPR], …`
    Report(Vec<(Name, Option<Syntax>)>),
}

/// What a statistic of the text is expected to be, where all keys have their defaults.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// Where the statistic stands. It is read where the metrics are known.
    pub statistic: Span,
    /// The least and the greatest value that is expected.
    pub between: [f64; 2],
    /// Where these stand.
    pub bounds: Span,
}

/// A table of a sheet. Where its statistic and its values stand is kept: both are read where the metrics
/// and the keys are known.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// What it answers.
    pub title: String,
    /// Where the statistic of its cells stands.
    pub statistic: Span,
    /// The key of the rows and that of the columns, with their values.
    pub axes: [(Name, Span); 2],
}

/// The options of a `choose`, as they are written.
#[derive(Clone, Debug)]
pub enum OptionsText {
    /// `LOW..HIGH`
    Range([Syntax; 2]),
    /// `'A' | 'B'`, where it stands
    Labels(Vec<String>, Span),
    /// `[NUMBERS]`, or the name of a list
    List(Syntax),
}

/// What a player wants of the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    Maximize,
    Minimize,
}

/// A key as it is declared.
#[derive(Clone, Debug)]
pub struct Key {
    pub name: Name,
    pub is_optional: bool,
    pub default: Option<Syntax>,
    pub range: Option<KeyRange>,
    pub help: String,
}

/// What a key may be.
#[derive(Clone, Debug)]
pub enum KeyRange {
    Numbers([Syntax; 2]),
    Labels(Vec<String>),
}

/// A part of a note.
#[derive(Clone, Debug)]
pub enum NotePart {
    Text(String),
    Value(Syntax),
}
