//! From statements to a program: what names mean, which types values have, where dice are rolled.

mod choices;

mod declarations;

mod definitions;

mod expressions;

mod loops;

mod names;

mod presets;

mod rolls;

mod scope;

mod statements;

use std::collections::HashSet;
use std::sync::Arc;

use super::parse::{Parsed, parse};
use super::program::{Choice, Expr, Followed, KeyOfRules, Program, Routine, Type};
use super::roll::Roll;
use super::syntax::{Aim, Block, Expectation, Name, Sheet, Span};
use crate::expression::{ExpressionError, nearest};

type Resolved<T> = Result<T, ExpressionError>;

impl Program {
    /// Reads a rule text.
    ///
    /// # Errors
    /// All that is wrong with it, in the order of the text.
    pub fn parse(text: &str) -> Result<Program, Vec<ExpressionError>> {
        let Parsed { block, asked, errors } = parse(text);
        let mut resolver = Resolver { asked, errors, ..Resolver::default() };
        resolver.declare(&block);
        let (main, metrics) = resolver.main(&block);
        resolver.unused_definitions();
        // They may set choices, which are known by now.
        let presets = resolver.presets(&block);
        let goal = resolver.goal_among(&metrics);
        let mut errors = resolver.errors;
        if errors.is_empty() {
            return Ok(Program {
                title: resolver.title,
                keys: resolver.keys,
                presets,
                questions: resolver.questions,
                expectations: resolver.expectations,
                sheets: resolver.sheets,
                requirements: resolver.requirements,
                lists: resolver.lists.into_iter().map(|(_, list)| list).collect(),
                rolls: resolver.rolls,
                definitions: resolver.routines,
                main,
                metrics,
                choices: resolver.choices,
                goal,
                followed: resolver.followed,
                steps: resolver.steps,
            });
        }
        // What is wrong with a name was said where it stands.
        if errors.iter().any(|error| error.message != BROKEN) {
            errors.retain(|error| error.message != BROKEN);
        }
        errors.sort_by_key(|error| (error.span.start, error.span.end));
        errors.dedup();
        Err(errors)
    }
}

/// Rules are read and played by recursion, and a stack may be small: definitions that are played
/// deeper within each other, their blocks and brackets counted, are refused.
const MOST_LEVELS: usize = 150;

/// So many levels a call of a definition counts.
const LEVELS_OF_CALL: usize = 4;

/// What is said of a definition, or of a name, with which something is wrong.
const BROKEN: &str = "something is wrong with what this is";

/// All that is known of a rule text by now.
#[derive(Default)]
struct Resolver {
    /// The names of which something is asked: dice that are called so are kept as they are.
    asked: HashSet<String>,
    /// How many blocks, brackets and definitions are open, one within the other.
    level: usize,
    errors: Vec<ExpressionError>,
    title: String,
    keys: Vec<KeyOfRules>,
    questions: Vec<(String, Span)>,
    expectations: Vec<Expectation>,
    sheets: Vec<Sheet>,
    requirements: Vec<(Expr, String)>,
    lists: Vec<(String, Vec<i64>)>,
    labels: Vec<(String, Vec<String>)>,
    dice: Vec<(String, Arc<[i64]>)>,
    definitions: Vec<Definition>,
    rolls: Vec<Roll>,
    routines: Vec<Routine>,
    steps: Vec<String>,
    choices: Vec<Choice>,
    followed: Vec<Followed>,
    goal: Option<(Aim, Name)>,
}

/// A definition as it is written, and what became of it.
struct Definition {
    name: Name,
    parameters: Vec<Name>,
    body: Block,
    progress: DefinitionProgress,
}

enum DefinitionProgress {
    Unused,
    /// It is being resolved: a call of it would be a recursion.
    Open,
    /// The number of its routine, and what its parameters mean.
    Done(usize, Vec<Type>),
    /// Something is wrong with it, and was noted.
    Wrong,
}

impl Resolver {
    /// Notes what is wrong, and goes on.
    fn noted<T>(&mut self, resolved: Resolved<T>) -> Option<T> {
        resolved.map_err(|error| self.errors.push(error)).ok()
    }

    /// What is wrong with a name that means nothing, with the nearest of the known names.
    fn unknown<'a>(
        span: &Span,
        what: &str,
        name: &str,
        known: impl Iterator<Item = &'a str> + Clone,
    ) -> ExpressionError {
        let help = match nearest(name, known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let known: Vec<&str> = known.collect();
                if known.is_empty() {
                    format!("there is no {what} so far")
                } else {
                    format!("there is {}", known.join(", "))
                }
            }
        };
        ExpressionError::new(span.clone(), format!("there is no {what} `{name}`"), help)
    }
}

impl Type {
    /// What it is, in words.
    pub fn words(&self) -> String {
        match self {
            Type::Number => "a number".to_owned(),
            Type::Truth => "true or false".to_owned(),
            Type::Label(labels) => format!("one of '{}'", labels.join("', '")),
        }
    }
}
