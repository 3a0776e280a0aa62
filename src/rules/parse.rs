//! Parses a text into statements, one per line. After an error, parsing continues with the next line,
//! so that all errors are reported together.

mod declarations;

mod faces;

mod leaving;

mod mistakes;

mod parts;

mod pieces;

mod procedures;

mod statements;

use std::collections::HashSet;

pub use self::leaving::{is_left_early, notes_leaving, unless_left};
use self::mistakes::instead_of;
use self::parts::with_parts;
use self::procedures::divided;
use super::syntax::{Block, Name, Statement, StatementKind};
use crate::expression::ExpressionError;
use crate::expression::grammar::{END_OF_LINE, Parser, RULES, Token, TokenKind, tokens_and_errors};

/// The maximum length of a text.
const MAX_BYTES: usize = 1 << 20;

/// The maximum nesting depth of blocks.
const MAX_BLOCKS: usize = 50;

/// What encloses a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Enclosing {
    Text,
    Braces,
    /// The braces of a preset, in which commas also end statements.
    Preset,
}

/// A procedure of a parsed rule text, with what it shares with others.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// Its name and its help, unless the text is one procedure.
    pub procedure: Option<(Name, String)>,
    pub block: Block,
    /// The names that are queried, as `roll` in `roll.max()`.
    pub asked: HashSet<String>,
    /// The names that are called, as `attack` in `attack(3)`.
    pub called: HashSet<String>,
    pub errors: Vec<ExpressionError>,
    pub warnings: Vec<ExpressionError>,
    /// Where its lines end, except for the last one.
    pub line_ends: Vec<usize>,
}

/// Parses a rule text into its procedures, each with its statements; all have the errors of the text.
pub fn parse(text: &str) -> Vec<Parsed> {
    if text.len() > MAX_BYTES {
        let error = ExpressionError::new(0..0, "this text is too long", "rules have at most 1 MB");
        return vec![Parsed { errors: vec![error], ..Parsed::default() }];
    }
    let (tokens, errors) = tokens_and_errors(text, &RULES);
    let called = called(&tokens).collect();
    let (block, asked, mut errors) = Reader::new(text, tokens, errors).read();
    let block = with_parts(block, &mut errors);
    let line_ends: Vec<usize> = text.match_indices('\n').map(|(end, _)| end).collect();
    let whole = Parsed { block, asked, called, errors, line_ends, ..Parsed::default() };
    divided(text, whole)
}

/// Whether a text has nothing but what other texts `use`.
pub fn is_for_use(text: &str) -> bool {
    use StatementKind as Kind;
    let (tokens, errors) = tokens_and_errors(text, &RULES);
    let (block, ..) = Reader::new(text, tokens, errors).read();
    let is_shared = |statement: &Statement| {
        matches!(
            statement.kind,
            Kind::Title(_)
                | Kind::Summary(_)
                | Kind::Use(_)
                | Kind::List(..)
                | Kind::Labels(..)
                | Kind::Die(..)
                | Kind::Deck(..)
                | Kind::Definition { .. }
        )
    };
    !block.is_empty() && block.iter().all(is_shared)
}

/// The statements of a text outside of all brackets, with those in them, and its errors.
#[cfg(feature = "cli")]
pub fn statements(text: &str) -> (Block, Vec<ExpressionError>) {
    let (tokens, errors) = tokens_and_errors(text, &RULES);
    let (block, _, errors) = Reader::new(text, tokens, errors).read();
    (block, errors)
}

/// The names that are queried.
fn asked(tokens: &[Token]) -> impl Iterator<Item = String> {
    tokens.windows(2).filter_map(|pair| match (&pair[0].kind, &pair[1].kind) {
        (TokenKind::Name(name), TokenKind::Symbol("(")) => Some(name.rsplit_once('.')?.0.to_owned()),
        _ => None,
    })
}

/// The names that are called, and not only defined.
fn called(tokens: &[Token]) -> impl Iterator<Item = String> {
    tokens.windows(3).filter_map(|three| match (&three[0].kind, &three[1].kind, &three[2].kind) {
        (TokenKind::Name(def), ..) if def == "def" => None,
        (_, TokenKind::Name(name), TokenKind::Symbol("(")) => Some(name.clone()),
        _ => None,
    })
}

type Read<T> = Result<T, ExpressionError>;

struct Reader<'a> {
    text: &'a str,
    parser: Parser<'a>,
    asked: HashSet<String>,
    errors: Vec<ExpressionError>,
    depth: usize,
    /// The starts of the tokens without a meaning, in order.
    meaningless: Vec<usize>,
    /// How many more `}` than `{` there are, except for blocks that were read without their `{`.
    surplus: usize,
    /// The error of a block that begins with a `:`, if there is one.
    with_colon: Option<ExpressionError>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, tokens: Vec<Token>, errors: Vec<ExpressionError>) -> Reader<'a> {
        let braces = |brace| tokens.iter().filter(|token| token.kind == TokenKind::Symbol(brace)).count();
        let surplus = braces("}").saturating_sub(braces("{"));
        let meaningless = errors.iter().map(|error| error.span.start).collect();
        let asked = asked(&tokens).collect();
        let parser = Parser::new(&RULES, tokens);
        Reader { text, parser, asked, errors, depth: 0, meaningless, surplus, with_colon: None }
    }

    /// All statements, the names that are queried, and the errors.
    fn read(mut self) -> (Block, HashSet<String>, Vec<ExpressionError>) {
        let block = self.block(Enclosing::Text);
        (block, self.asked, self.errors)
    }

    /// Statements up to the end of the block, or of the text.
    fn block(&mut self, within: Enclosing) -> Block {
        let mut block = Block::new();
        loop {
            match self.parser.peek().kind {
                END_OF_LINE => drop(self.parser.next()),
                TokenKind::End => return block,
                TokenKind::Symbol("}") if within != Enclosing::Text => return block,
                _ => {
                    let start = self.parser.peek().span.start;
                    match self
                        .statement()
                        .and_then(|statement| self.end_of_statement(within).map(|()| statement))
                    {
                        Ok(statement) => block.push(statement),
                        Err(error) => block.push(self.wrong(error, start)),
                    }
                }
            }
        }
    }

    /// Notes the error of a statement that begins at `start`, and skips the rest of it.
    fn wrong(&mut self, error: ExpressionError, start: usize) -> Statement {
        // A token without a meaning was left out, and what comes of that is the same mistake.
        let known = self.meaningless.partition_point(|&place| place < start);
        if self.meaningless.get(known).is_none_or(|&place| place >= error.span.end) {
            self.errors.push(error);
        }
        self.skip_line();
        let span = start..self.parser.end().max(start);
        let (tokens, _) = tokens_and_errors(&self.text[span.clone()], &RULES);
        let words = tokens.into_iter().filter_map(|token| match token.kind {
            TokenKind::Name(word) | TokenKind::Text(word) => Some(word),
            _ => None,
        });
        Statement { kind: StatementKind::Wrong(words.collect()), span }
    }

    /// Skips the rest of a line with an error, the block that it opens, and what `else` adds to that.
    fn skip_line(&mut self) {
        let mut depth = 0usize;
        loop {
            match self.parser.peek().kind {
                TokenKind::End => return,
                TokenKind::Symbol("{") => depth += 1,
                TokenKind::Symbol("}") if depth == 0 => {
                    // At the outermost level, a stray closing brace is skipped.
                    if self.depth == 0 {
                        self.parser.next();
                        if self.lines_to_else().is_some() {
                            continue;
                        }
                    }
                    return;
                }
                TokenKind::Symbol("}") => depth -= 1,
                END_OF_LINE if depth == 0 && self.lines_to_else().is_none() => return,
                _ => {}
            }
            self.parser.next();
        }
    }

    fn end_of_statement(&mut self, within: Enclosing) -> Read<()> {
        match self.parser.peek().kind {
            TokenKind::Symbol(",") if within == Enclosing::Preset => {
                self.parser.next();
                Ok(())
            }
            END_OF_LINE | TokenKind::End | TokenKind::Symbol("}") => Ok(()),
            _ => Err(self.left_over()),
        }
    }

    fn unexpected(&self, message: &str, help: &str) -> ExpressionError {
        ExpressionError::new(self.parser.peek().span.clone(), message, help)
    }

    fn statement(&mut self) -> Read<Statement> {
        let start = self.parser.peek().span.start;
        let kind = self.kind()?;
        Ok(Statement { kind, span: start..self.parser.end().max(start) })
    }

    fn kind(&mut self) -> Read<StatementKind> {
        let is_assigned =
            matches!(self.parser.ahead(1), Some(TokenKind::Symbol("=" | "+=" | "-=" | "," | "[")));
        let word = match &self.parser.peek().kind {
            TokenKind::Name(name) if !is_assigned => name.clone(),
            TokenKind::Name(_) => String::new(),
            TokenKind::Symbol("}") => {
                return Err(
                    self.unexpected("no `{` is open here", "leave it out, or write the `{` before it")
                );
            }
            _ => return Err(self.unexpected("a statement is missing here", STATEMENTS)),
        };
        if word == "use" && matches!(self.parser.ahead(1), Some(TokenKind::Name(_))) {
            let message = "the file of the other rules is missing here";
            return Err(self.unexpected(message, "write it in quotes, as in `use \"dnd.rules\"`"));
        }
        // What follows on a block that begins with a `:` is the same mistake.
        if let Some(error) = self.with_colon.clone().filter(|_| ["else", "elif"].contains(&word.as_str())) {
            return Err(error);
        }
        if let Some(help) = instead_of(&word) {
            let error = self.unexpected(&format!("`{word}` begins no statement"), help);
            // Names and blocks that follow are read, so that the rest of the text knows them.
            return match word.as_str() {
                "let" | "var" | "const" => {
                    self.errors.push(error);
                    self.parser.next();
                    self.assignment()
                }
                "while" => {
                    self.errors.push(error);
                    self.repeat()
                }
                _ => Err(error),
            };
        }
        match word.as_str() {
            "" => return self.assignment(),
            "use" if matches!(self.parser.ahead(1), Some(TokenKind::Text(_))) => drop(self.parser.next()),
            "title" | "summary" | "reading" | "procedure" | "part" | "play" | "key" | "keys" | "group"
            | "preset" | "list" | "table" | "labels" | "die" | "deck" | "question" | "expect" | "sheet"
            | "require" | "either" | "def" | "return" | "stop" | "if" | "repeat" | "for" | "follow"
            | "chart" | "step" | "note" | "choose" | "goal" | "report" => drop(self.parser.next()),
            _ => return self.assignment(),
        }
        match word.as_str() {
            "title" => Ok(StatementKind::Title(self.text("the title")?)),
            "summary" => Ok(StatementKind::Summary([self.note("the summary")?, self.note_if_any()?])),
            "reading" => Ok(StatementKind::Reading(self.note("the reading")?, self.condition_if_any()?)),
            "procedure" => {
                let (name, help) = (self.name_with_hyphens()?, self.text_if_any());
                Ok(StatementKind::Procedure { name, help, body: self.braces()? })
            }
            "key" => self.key(),
            "keys" => Ok(StatementKind::Keys(self.names_with_hyphens()?)),
            "part" => Ok(StatementKind::Part(self.name()?, self.braces()?)),
            "play" => Ok(StatementKind::Play(self.name()?)),
            "use" => {
                let span = self.parser.peek().span.clone();
                Ok(StatementKind::Use(Name { text: self.text("the file")?, span }))
            }
            "preset" => {
                let (name, label) = (self.name_with_hyphens()?, self.text_if_any());
                let called = match self.eat_word("called") {
                    true => self.text("what a member is called")?,
                    false => String::new(),
                };
                let procedures = self.procedures_if_any()?;
                let values = self.enclosed(Enclosing::Preset)?;
                Ok(StatementKind::Preset { name, label, called, procedures, values })
            }
            "group" => self.group(),
            "list" => Ok(StatementKind::List(self.defined()?, self.parser.expression()?)),
            "table" => {
                let (name, list) = (self.defined()?, self.parser.expression()?);
                Ok(StatementKind::Table(name, list, self.range_if_stated()?))
            }
            "die" => Ok(StatementKind::Die(self.defined()?, self.over()?)),
            "deck" => Ok(StatementKind::Deck(self.defined()?, self.over()?)),
            "labels" => Ok(StatementKind::Labels(self.defined()?, self.labels_in_words()?)),
            "question" => {
                let name = self.text("the question")?;
                self.parser.expect("=")?;
                let event = self.parser.expression()?;
                Ok(StatementKind::Question(name, event.outer))
            }
            "expect" => Ok(StatementKind::Expect(self.expectation()?)),
            "sheet" => Ok(StatementKind::Sheet(self.sheet()?)),
            "require" => self.requirement(),
            "either" => self.either(),
            "def" => self.definition(),
            "return" => Ok(StatementKind::Return(self.expressions()?)),
            "stop" => Ok(StatementKind::Stop),
            "if" => self.condition(),
            "repeat" => self.repeat(),
            "for" if self.parser.ahead(1) == Some(&TokenKind::Symbol(",")) => self.faces(),
            "for" => self.for_each(),
            "follow" => self.follow(),
            "chart" => self.chart(),
            "step" => self.step(),
            "note" => Ok(StatementKind::Note(self.note("the note")?)),
            "choose" => self.choice(),
            "goal" => Ok(StatementKind::Goal(self.goal()?)),
            _ => self.report(),
        }
    }
}

const STATEMENTS: &str = "a line is `name = …`, `if …`, `repeat …`, `for …`, `def …`, `return …`, `stop`, `choose …`, `follow …`, `chart …`, `step …`, `note …`, `report …`, `play …` or a declaration: title, summary, reading, use, procedure, part, key, keys, group, preset, list, table, labels, die, deck, question, expect, sheet, require, either, goal";
