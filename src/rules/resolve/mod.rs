//! Turns statements into a program: resolves names and types, and finds where dice are rolled.

mod charts;

mod choices;

mod declarations;

mod definitions;

mod dice;

mod expressions;

mod faces;

mod functions;

mod groups;

mod lists;

mod loops;

mod meant;

mod members;

mod names;

mod presets;

mod rolls;

mod scope;

mod statements;

mod tables;

mod turns;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use indexmap::IndexSet;

pub use self::lists::{of_symbols, symbols_in_words};
pub use self::loops::KEPT;
use self::loops::names_in;
use super::parse::{Parsed, parse};
use super::program::{Cast, Program, Type};
use super::syntax::{Block, Goal, Name, Span, Statement, StepOfRules};
use crate::description::is_position;
use crate::expression::{ExpressionError, nearest};

type Resolved<T> = Result<T, ExpressionError>;

impl Program {
    /// Parses and resolves a rule text: its procedures, in its order.
    ///
    /// # Errors
    /// All errors, in the order of the text.
    pub fn parse(text: &str) -> Result<Vec<Program>, Vec<ExpressionError>> {
        let (mut procedures, mut errors) = (Vec::new(), Vec::new());
        for parsed in parse(text) {
            match Program::resolve(Arc::new(parsed), None, Vec::new()) {
                Ok(program) => procedures.push(program),
                Err(more) => errors.extend(more),
            }
        }
        if errors.is_empty() { Ok(procedures) } else { Err(in_order(errors)) }
    }

    /// Resolves this text anew, for the members that a scenario has in its groups.
    ///
    /// # Errors
    /// Those of a text that is too long or too deep with so many members.
    pub fn with_members(&self, cast: Cast) -> Result<Program, Vec<ExpressionError>> {
        Program::resolve(Arc::clone(&self.parsed), Some(cast), Vec::new())
    }

    /// This text with one more loop over members resolved for each of them apart: the one that holds this
    /// place. `None` if there is none.
    pub fn with_members_apart(&self, place: &Span) -> Option<Program> {
        let holds = |one: &&Span| one.start <= place.start && place.end <= one.end;
        let inner = self.in_turn.iter().filter(holds).min_by_key(|one| one.len())?;
        let apart = self.apart.iter().chain([inner]).cloned().collect();
        Program::resolve(Arc::clone(&self.parsed), self.cast.clone(), apart).ok()
    }

    /// Resolves a text. Without a cast, each group has two members, or as many as it may have.
    fn resolve(
        parsed: Arc<Parsed>,
        cast: Option<Cast>,
        apart: Vec<Span>,
    ) -> Result<Program, Vec<ExpressionError>> {
        let Parsed { block, asked, called, errors, warnings, line_ends, .. } = &*parsed;
        let (asked, called, errors) = (asked.clone(), called.clone(), errors.clone());
        let (warnings, line_ends) = (warnings.clone(), line_ends.clone());
        let program =
            Program { parsed: Arc::clone(&parsed), cast, apart, warnings, line_ends, ..Program::default() };
        let named = names_in(block);
        let mut resolver = Resolver { program, named, asked, called, errors, ..Resolver::default() };
        resolver.declare(block);
        let (main, metrics) = resolver.main(block);
        resolver.unused_definitions();
        // Presets may set the keys of choices, which are known by now.
        let presets = resolver.presets(block);
        let (goal, unit) = resolver.goal_among(&metrics);
        let mut errors = resolver.errors;
        if errors.is_empty() {
            let lists = resolver.lists.into_iter().map(|(_, list)| list).collect();
            let steps = resolver.steps.into_iter().map(|(step, _)| step).collect();
            return Ok(Program { presets, lists, main, metrics, goal, unit, steps, ..resolver.program });
        }
        // The cause of a broken name is reported at its own position.
        if errors.iter().any(|error| error.message != BROKEN) {
            errors.retain(|error| error.message != BROKEN);
        }
        Err(in_order(errors))
    }
}

/// Errors in the order of the text, each of them once.
fn in_order(mut errors: Vec<ExpressionError>) -> Vec<ExpressionError> {
    errors.sort_by_key(|error| (error.span.start, error.span.end));
    errors.dedup();
    errors
}

/// So many names are told where one is not known.
const MOST_NAMED: usize = 20;

/// The maximum nesting depth of definitions, with their blocks and brackets. Rules are resolved and
/// played by recursion, and the stack may be small.
const MOST_LEVELS: usize = 150;

/// The number of levels that a call of a definition counts.
const LEVELS_OF_CALL: usize = 4;

/// The message for a use of a name or definition that has an error of its own.
const BROKEN: &str = "something is wrong with what this is";

/// Everything known about a rule text so far.
#[derive(Default)]
struct Resolver {
    /// The program, as far as it is made.
    program: Program,
    /// The names to which the text gives a meaning, wherever it does so.
    named: HashSet<String>,
    /// The names that are queried: dice with such a name are kept, instead of being added up at once.
    asked: HashSet<String>,
    /// The names that are called.
    called: HashSet<String>,
    /// The names and labels that statements with an error may define.
    broken: HashSet<String>,
    /// The current nesting depth of blocks, brackets and definitions.
    level: usize,
    errors: Vec<ExpressionError>,
    /// The presets: their keys, their names, and what players call them.
    known_presets: Vec<(String, String, String)>,
    /// The metrics so far. They are no names of the text.
    reported: HashSet<String>,
    lists: Vec<(String, Vec<i64>)>,
    /// The paths of the lists that questions were asked of.
    asked_lists: Vec<String>,
    labels: Vec<(String, Vec<String>)>,
    /// What the labels of a name are called.
    label_words: HashMap<String, Vec<String>>,
    dice: Vec<(String, Arc<[i64]>)>,
    /// The decks with their cards.
    decks: Vec<(String, Arc<[i64]>)>,
    /// The names of dice that are made of dice; each is a definition, too.
    made: Vec<String>,
    definitions: Vec<Definition>,
    /// The definitions that are called where nothing is played.
    formulas: HashSet<String>,
    /// The steps, and where they are written.
    steps: Vec<(StepOfRules, Span)>,
    goal: Option<Goal>,
}

/// A definition as written, and how far it is resolved.
struct Definition {
    name: Name,
    parameters: Vec<Name>,
    body: Block,
    progress: DefinitionProgress,
}

enum DefinitionProgress {
    Unused,
    /// It is being resolved, so a call of it is a recursion.
    Open,
    /// The index of its routine, and the types of its parameters.
    Done(usize, Vec<Type>),
    /// It has errors, which were noted.
    Wrong,
}

impl Resolver {
    /// Records the error, if there is one, so that resolving can continue.
    fn noted<T>(&mut self, resolved: Resolved<T>) -> Option<T> {
        resolved.map_err(|error| self.errors.push(error)).ok()
    }

    /// Records the error of a statement, if there is one: what it defines is known, but not its type.
    fn noted_in(&mut self, statement: &Statement, resolved: Resolved<()>) {
        if self.noted(resolved).is_none() {
            self.broken.extend(names_in(std::slice::from_ref(statement)));
        }
    }

    fn warn(&mut self, span: &Span, message: impl Into<String>, help: impl Into<String>) {
        let warning = ExpressionError::new(span.clone(), message, help);
        // What stands in a loop over members may be resolved for each of them.
        if !self.program.warnings.contains(&warning) {
            self.program.warnings.push(warning);
        }
    }

    /// The error for an unknown name; suggests the nearest known name.
    fn unknown<'a>(
        &self,
        span: &Span,
        what: &str,
        name: &str,
        known: impl Iterator<Item = &'a str>,
    ) -> ExpressionError {
        self.unknown_among(span, what, name, known.collect())
    }

    fn unknown_among(&self, span: &Span, what: &str, name: &str, known: Vec<&str>) -> ExpressionError {
        if self.broken.contains(name) {
            return broken(span);
        }
        let known = self.as_written(name, known);
        let help = match nearest(name, known.iter().map(String::as_str)) {
            Some(near) if near == name => self.of_member(name),
            Some(near) => format!("did you mean `{near}`?"),
            None => match &known[..] {
                [] if what == "die" => {
                    "write 3d6, d20 or (n)d10, and then .highest(3), .count(x, x >= 5) or .explode(6)"
                        .to_owned()
                }
                [] if what == "name" => self.first_value(name),
                [] => format!("there is no {what} so far"),
                known => {
                    let are = if known.len() == 1 { "is" } else { "are" };
                    let value = if what == "name" { self.first_value(name) + "; " } else { String::new() };
                    let shown = known[..known.len().min(MOST_NAMED)].join(", ");
                    let more = match known.len().saturating_sub(MOST_NAMED) {
                        0 => String::new(),
                        more => format!(" and {more} more"),
                    };
                    format!("{value}there {are} {shown}{more}")
                }
            },
        };
        ExpressionError::new(span.clone(), format!("there is no {what} `{name}`"), help)
    }

    /// Known names as a text has them where `name` was written. Those of the members of a group have its beginning: the
    /// name of the group, or one that stands for a member and begins no other names.
    fn as_written(&self, name: &str, known: Vec<&str>) -> Vec<String> {
        fn head_of(name: &str) -> Option<&str> {
            Some(name.split_once('.')?.0)
        }
        if name.split('.').any(is_position) {
            return known.into_iter().map(str::to_owned).collect();
        }
        let (members, others): (Vec<&str>, Vec<&str>) =
            known.into_iter().partition(|known| known.split('.').any(is_position));
        let is_taken = |head: &&str| others.iter().any(|other| head_of(other) == Some(head));
        let head = head_of(name).filter(|head| !is_taken(head));
        let of_members = members.into_iter().filter_map(|known| {
            let head = head.filter(|head| !self.is_group(head) || head_of(known) == Some(head))?;
            Some(format!("{head}.{}", known.splitn(3, '.').nth(2)?))
        });
        let all: IndexSet<String> = of_members.chain(others.into_iter().map(str::to_owned)).collect();
        all.into_iter().collect()
    }

    /// How the name of something that members of a group have is written where it means nothing.
    fn of_member(&self, name: &str) -> String {
        let (head, rest) = name.split_once('.').unwrap_or((name, ""));
        if let Some((position, rest)) = rest.split_once('.').filter(|(position, _)| is_position(position)) {
            return format!("leave the {position} out: `{head}.{rest}`");
        }
        match self.is_group(head) {
            true => {
                format!("`{head}` is a group: ask its members, as in `any(one.{rest} > 0 for one in {head})`")
            }
            false => {
                let groups: Vec<&str> = self.program.groups.iter().map(|group| &*group.name).collect();
                let group = if let [only] = groups[..] { only } else { "group" };
                format!(
                    "`{head}` is no member here; a loop makes it one, as in `for {head} in {group} {{ … }}`"
                )
            }
        }
    }

    /// How a name without a value gets one.
    fn first_value(&self, name: &str) -> String {
        if name.contains('.') {
            return format!("declare the key, as in `key {name} = 0`");
        }
        let labels = self.labels.iter().find(|(known, _)| known == name);
        let label = labels.and_then(|(_, labels)| labels.first());
        let value = label.map_or("0".to_owned(), |label| format!("'{label}'"));
        format!("give it a value first, as in `{name} = {value}`")
    }
}

/// The error for a use of what has an error of its own.
fn broken(span: &Span) -> ExpressionError {
    ExpressionError::new(span.clone(), BROKEN, "mend it")
}

impl Type {
    /// The type in words, for messages.
    pub fn words(&self) -> String {
        match self {
            Type::Number => "a number".to_owned(),
            Type::Truth => "true or false".to_owned(),
            Type::Label(labels) => format!("one of '{}'", labels.join("', '")),
        }
    }
}
