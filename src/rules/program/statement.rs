//! Statements: those of the whole text, and those of its definitions.

use super::super::syntax::Span;
use super::value::Expr;

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
