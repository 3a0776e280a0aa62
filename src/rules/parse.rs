//! Parses a text into statements, one per line. After an error, parsing continues with the next line,
//! so that all errors are reported together.

use std::collections::HashSet;

use super::syntax::{
    Aim, Block, Expectation, Key, KeyRange, Name, NotePart, OptionsText, Sheet, Span, Statement,
    StatementKind,
};
use crate::expression::ExpressionError;
use crate::expression::grammar::{
    BinaryOperator, END_OF_LINE, Parser, RULES, Syntax, SyntaxKind, Token, TokenKind, tokens_and_errors,
};

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

/// The result of parsing a rule text.
#[derive(Default)]
pub struct Parsed {
    pub block: Block,
    /// The names that are queried, as `roll` in `roll.max()`.
    pub asked: HashSet<String>,
    pub errors: Vec<ExpressionError>,
}

/// Parses a rule text into its statements and errors.
pub fn parse(text: &str) -> Parsed {
    if text.len() > MAX_BYTES {
        let error = ExpressionError::new(0..0, "this text is too long", "rules have at most 1 MB");
        return Parsed { errors: vec![error], ..Parsed::default() };
    }
    let (tokens, errors) = tokens_and_errors(text, &RULES);
    let asked = asked(&tokens).collect();
    let mut reader = Reader { text, parser: Parser::new(&RULES, tokens), asked, errors, depth: 0 };
    let block = reader.block(Enclosing::Text);
    Parsed { block, asked: reader.asked, errors: reader.errors }
}

/// The names that are queried.
fn asked(tokens: &[Token]) -> impl Iterator<Item = String> {
    tokens.windows(2).filter_map(|pair| match (&pair[0].kind, &pair[1].kind) {
        (TokenKind::Name(name), TokenKind::Symbol("(")) => Some(name.rsplit_once('.')?.0.to_owned()),
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
}

impl Reader<'_> {
    /// Statements up to the end of the block, or of the text.
    fn block(&mut self, within: Enclosing) -> Block {
        let mut block = Block::new();
        loop {
            match self.parser.peek().kind {
                END_OF_LINE => drop(self.parser.next()),
                TokenKind::End => return block,
                TokenKind::Symbol("}") if within != Enclosing::Text => return block,
                _ => match self
                    .statement()
                    .and_then(|statement| self.end_of_statement(within).map(|()| statement))
                {
                    Ok(statement) => block.push(statement),
                    Err(error) => {
                        self.errors.push(error);
                        self.skip_line();
                    }
                },
            }
        }
    }

    /// Skips the rest of a line with an error, and the block that it opens.
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
                    }
                    return;
                }
                TokenKind::Symbol("}") => depth -= 1,
                END_OF_LINE if depth == 0 => return,
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
            _ => Err(self.unexpected("this does not belong to the statement before it", "begin a new line")),
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
        let is_assigned = matches!(self.parser.ahead(1), Some(TokenKind::Symbol("=" | "+=" | "-=" | ",")));
        let word = match &self.parser.peek().kind {
            TokenKind::Name(name) if !is_assigned => name.clone(),
            TokenKind::Name(_) => String::new(),
            _ => return Err(self.unexpected("a statement is missing here", STATEMENTS)),
        };
        match word.as_str() {
            "" => return self.assignment(),
            "title" | "key" | "preset" | "list" | "labels" | "die" | "question" | "expect" | "sheet"
            | "require" | "def" | "return" | "if" | "repeat" | "for" | "follow" | "step" | "note"
            | "choose" | "goal" | "report" => drop(self.parser.next()),
            _ => return self.assignment(),
        }
        match word.as_str() {
            "title" => Ok(StatementKind::Title(self.text("the title")?)),
            "key" => self.key(),
            "preset" => {
                let name = self.name_with_hyphens()?;
                let label = match self.parser.peek().kind {
                    TokenKind::Text(_) => self.text("the label")?,
                    _ => String::new(),
                };
                Ok(StatementKind::Preset { name, label, values: self.enclosed(Enclosing::Preset)? })
            }
            "list" => Ok(StatementKind::List(self.defined()?, self.parser.expression()?)),
            "die" => Ok(StatementKind::Die(self.defined()?, self.parser.expression()?)),
            "labels" => Ok(StatementKind::Labels(self.defined()?, self.labels()?)),
            "question" => {
                let name = self.text("the question")?;
                self.parser.expect("=")?;
                let event = self.parser.expression()?;
                Ok(StatementKind::Question(name, event.outer))
            }
            "expect" => Ok(StatementKind::Expect(self.expectation()?)),
            "sheet" => Ok(StatementKind::Sheet(self.sheet()?)),
            "require" => {
                let condition = self.parser.expression()?;
                Ok(StatementKind::Require(condition, self.text("the message")?))
            }
            "def" => self.definition(),
            "return" => Ok(StatementKind::Return(self.expressions()?)),
            "if" => self.condition(),
            "repeat" => self.repeat(),
            "for" => {
                let name = self.name()?;
                self.word("in")?;
                let list = self.parser.expression()?;
                Ok(StatementKind::For { name, list, body: self.braces()? })
            }
            "follow" => Ok(StatementKind::Follow(self.defined()?, self.parser.expression()?)),
            "step" => Ok(StatementKind::Step(self.text("the step")?)),
            "note" => {
                let start = self.parser.peek().span.start + 1;
                let text = self.text("the note")?;
                Ok(StatementKind::Note(self.note(&text, start)?))
            }
            "choose" => self.choice(),
            "goal" => Ok(StatementKind::Goal(self.aim()?, self.name()?)),
            _ => self.report(),
        }
    }

    /// `name = EXPR`, `a, b = EXPR`, `name += EXPR`, optionally with a range.
    fn assignment(&mut self) -> Read<StatementKind> {
        let start = self.parser.peek().span.start;
        let mut targets = vec![self.name()?];
        while self.parser.eat(",") {
            targets.push(self.name()?);
        }
        let at = self.parser.peek().span.clone();
        let operator = if self.parser.eat("+=") {
            Some(BinaryOperator::Plus)
        } else if self.parser.eat("-=") {
            Some(BinaryOperator::Minus)
        } else if self.parser.eat("=") {
            None
        } else {
            let name = &self.text[start..self.parser.end()];
            let message = format!("`{name}` begins no statement");
            return Err(ExpressionError::new(start..self.parser.end(), message, STATEMENTS));
        };
        let mut value = self.parser.expression()?;
        if let (Some(operator), [target]) = (operator, &targets[..]) {
            let span = value.outer.clone();
            let left = Syntax::new(SyntaxKind::Name(target.text.clone()), target.span.clone());
            let (left, right) = (Box::new(left), Box::new(value));
            value = Syntax::new(SyntaxKind::Binary { operator, at, left, right }, span);
        } else if operator.is_some() {
            return Err(ExpressionError::new(at, "several names cannot be added to", "assign them with ="));
        }
        let range = if self.eat_word("in") { Some(self.range()?) } else { None };
        Ok(StatementKind::Assign { targets, value, range })
    }

    fn key(&mut self) -> Read<StatementKind> {
        let name = self.name()?;
        let is_optional = self.eat_word("optional");
        let default = if self.parser.eat("=") { Some(self.parser.expression()?) } else { None };
        let range = match self.eat_word("in") {
            false => None,
            true if matches!(self.parser.peek().kind, TokenKind::Text(_)) => {
                Some(KeyRange::Labels(self.labels()?))
            }
            true => Some(KeyRange::Numbers(self.range()?)),
        };
        let help = match self.parser.peek().kind {
            TokenKind::Text(_) => self.text("the help")?,
            _ => String::new(),
        };
        Ok(StatementKind::Key(Key { name, is_optional, default, range, help }))
    }

    /// `STATISTIC in LOW..HIGH`. Statistics and their bounds may have decimals, which the grammar of
    /// rules does not know, so the statistic is kept as a position in the text.
    fn expectation(&mut self) -> Read<Expectation> {
        let message = "the range of this expectation is missing";
        let statistic = self.up_to("in").map_err(|span| ExpressionError::new(span, message, EXPECTATION))?;
        let start = self.parser.end();
        while !self.is_end_of_line() {
            self.parser.next();
        }
        let text = &self.text[start..self.parser.end()];
        let bounds = start + text.len() - text.trim_start().len()..self.parser.end();
        let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        let between = text.split_once("..").and_then(|(low, high)| Some([number(low)?, number(high)?]));
        match between {
            Some(between @ [low, high]) if low <= high => Ok(Expectation { statistic, between, bounds }),
            _ => Err(ExpressionError::new(bounds, "this is no range of numbers", EXPECTATION)),
        }
    }

    /// `"TITLE" = STATISTIC for KEY in VALUES by KEY in VALUES`
    fn sheet(&mut self) -> Read<Sheet> {
        let title = self.text("the title of the sheet")?;
        self.parser.expect("=")?;
        let missing = |what: &str| {
            let message = format!("the {what} of this sheet are missing");
            move |span| ExpressionError::new(span, message, SHEET)
        };
        let statistic = self.up_to("for").map_err(missing("rows"))?;
        let rows = self.name()?;
        self.word("in")?;
        let row_values = self.up_to("by").map_err(missing("columns"))?;
        let columns = self.name()?;
        self.word("in")?;
        let start = self.parser.peek().span.start;
        while !self.is_end_of_line() {
            self.parser.next();
        }
        let column_values = start..self.parser.end().max(start);
        Ok(Sheet { title, statistic, axes: [(rows, row_values), (columns, column_values)] })
    }

    /// Skips to `word` outside of parentheses, and past it. Returns the span before it, or as an error
    /// the rest of the line if the word is missing.
    fn up_to(&mut self, word: &str) -> Result<Span, Span> {
        let start = self.parser.peek().span.start;
        let mut depth = 0usize;
        while !self.is_end_of_line() {
            let before = start..self.parser.end().max(start);
            match self.parser.next().kind {
                TokenKind::Name(name) if name == word && depth == 0 => return Ok(before),
                TokenKind::Symbol("(") => depth += 1,
                TokenKind::Symbol(")") => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        Err(start..self.parser.end().max(start))
    }

    fn is_end_of_line(&self) -> bool {
        matches!(self.parser.peek().kind, END_OF_LINE | TokenKind::End)
    }

    fn definition(&mut self) -> Read<StatementKind> {
        let name = self.name()?;
        self.parser.expect("(")?;
        let mut parameters = Vec::new();
        while !self.parser.eat(")") {
            if !parameters.is_empty() {
                self.parser.expect(",")?;
            }
            parameters.push(self.name()?);
        }
        Ok(StatementKind::Definition { name, parameters, body: self.braces()? })
    }

    fn condition(&mut self) -> Read<StatementKind> {
        let condition = self.parser.expression()?;
        let yes = self.braces()?;
        // `else` may follow the brace or stand on a line of its own.
        let mut ahead = 0;
        while self.parser.ahead(ahead) == Some(&END_OF_LINE) {
            ahead += 1;
        }
        if !matches!(self.parser.ahead(ahead), Some(TokenKind::Name(word)) if word == "else") {
            return Ok(StatementKind::If { condition, yes, no: Block::new() });
        }
        (0..=ahead).for_each(|_| drop(self.parser.next()));
        let start = self.parser.peek().span.start;
        let no = match self.eat_word("if") {
            false => self.braces()?,
            true => {
                let kind = self.deeper(Self::condition)?;
                vec![Statement { kind, span: start..self.parser.end() }]
            }
        };
        Ok(StatementKind::If { condition, yes, no })
    }

    fn repeat(&mut self) -> Read<StatementKind> {
        let is_here = |kind: &TokenKind| {
            *kind == TokenKind::Symbol("{") || matches!(kind, TokenKind::Name(name) if name == "while")
        };
        let most = if is_here(&self.parser.peek().kind) { None } else { Some(self.parser.expression()?) };
        let condition = if self.eat_word("while") { Some(self.parser.expression()?) } else { None };
        Ok(StatementKind::Repeat { most, condition, body: self.braces()? })
    }

    fn choice(&mut self) -> Read<StatementKind> {
        let name = self.name()?;
        self.word("from")?;
        let start = self.parser.peek().span.start;
        let options = match self.parser.peek().kind {
            TokenKind::Text(_) => OptionsText::Labels(self.labels()?, start..self.parser.end()),
            _ => {
                let first = self.parser.expression()?;
                match self.parser.eat("..") {
                    true => OptionsText::Range([first, self.parser.expression()?]),
                    false => OptionsText::List(first),
                }
            }
        };
        let aim = if self.eat_word("for") { Some(self.aim()?) } else { None };
        Ok(StatementKind::Choose { name, options, aim })
    }

    fn aim(&mut self) -> Read<Aim> {
        match () {
            () if self.eat_word("maximize") => Ok(Aim::Maximize),
            () if self.eat_word("minimize") => Ok(Aim::Minimize),
            () => Err(self.unexpected("what is aimed at is missing here", "write `maximize` or `minimize`")),
        }
    }

    fn report(&mut self) -> Read<StatementKind> {
        let mut metrics = Vec::new();
        loop {
            let name = self.name()?;
            let value = if self.parser.eat("=") { Some(self.parser.expression()?) } else { None };
            metrics.push((name, value));
            if !self.parser.eat(",") {
                return Ok(StatementKind::Report(metrics));
            }
        }
    }

    /// Splits the text of a note, which begins at `start`, into text and expressions between `{` and `}`.
    fn note(&mut self, text: &str, start: usize) -> Read<Vec<NotePart>> {
        let mut parts = Vec::new();
        let mut at = 0;
        while let Some(open) = text[at..].find('{') {
            let begin = at + open + 1;
            let Some(length) = text[begin..].find('}') else {
                let span = start + begin - 1..start + text.len();
                return Err(ExpressionError::new(span, "this bracket is not closed", "write `}`"));
            };
            parts.push(NotePart::Text(text[at..begin - 1].to_owned()));
            parts.push(NotePart::Value(self.part(start + begin..start + begin + length)?));
            at = begin + length + 1;
        }
        parts.push(NotePart::Text(text[at..].to_owned()));
        Ok(parts)
    }

    /// Parses the expression in these bytes.
    fn part(&mut self, span: Span) -> Read<Syntax> {
        let (mut tokens, errors) = tokens_and_errors(&self.text[span.clone()], &RULES);
        let moved = |at: &Span| at.start + span.start..at.end + span.start;
        if let Some(error) = errors.into_iter().next() {
            return Err(ExpressionError { span: moved(&error.span), ..error });
        }
        self.asked.extend(asked(&tokens));
        tokens.iter_mut().for_each(|token| token.span = moved(&token.span));
        let mut parser = Parser::new(&RULES, tokens);
        let value = parser.expression()?;
        match parser.peek().kind {
            TokenKind::End => Ok(value),
            _ => Err(ExpressionError::new(parser.next().span, "unexpected text", "write one expression")),
        }
    }

    /// A block between `{` and `}`.
    fn braces(&mut self) -> Read<Block> {
        self.enclosed(Enclosing::Braces)
    }

    fn enclosed(&mut self, within: Enclosing) -> Read<Block> {
        self.parser.expect("{")?;
        let block = self.deeper(|reader| Ok(reader.block(within)))?;
        self.parser.expect("}")?;
        Ok(block)
    }

    /// Reads something one level deeper, unless that is too deep.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == MAX_BLOCKS {
            let help = format!("at most {MAX_BLOCKS} levels; write definitions");
            return Err(self.unexpected("blocks are nested too deeply", &help));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// `LOW..HIGH`
    fn range(&mut self) -> Read<[Syntax; 2]> {
        let low = self.parser.expression()?;
        self.parser.expect("..")?;
        Ok([low, self.parser.expression()?])
    }

    /// `'a' | 'b'`
    fn labels(&mut self) -> Read<Vec<String>> {
        let mut labels = vec![self.text("the label")?];
        while self.parser.eat("|") {
            labels.push(self.text("the label")?);
        }
        Ok(labels)
    }

    fn expressions(&mut self) -> Read<Vec<Syntax>> {
        let mut expressions = vec![self.parser.expression()?];
        while self.parser.eat(",") {
            expressions.push(self.parser.expression()?);
        }
        Ok(expressions)
    }

    /// A name and the `=` after it.
    fn defined(&mut self) -> Read<Name> {
        let name = self.name()?;
        self.parser.expect("=")?;
        Ok(name)
    }

    fn name(&mut self) -> Read<Name> {
        match self.parser.peek().kind.clone() {
            TokenKind::Name(text) => Ok(Name { text, span: self.parser.next().span }),
            _ => Err(self.unexpected("a name is missing here", "names have letters, digits and _")),
        }
    }

    /// A name that may have hyphens, as in `spell.lightning-bolt`.
    fn name_with_hyphens(&mut self) -> Read<Name> {
        let mut name = self.name()?;
        while self.parser.peek().span.start == name.span.end && self.parser.eat("-") {
            name.span.end = self.name()?.span.end;
        }
        name.text = self.text[name.span.clone()].to_owned();
        Ok(name)
    }

    fn text(&mut self, what: &str) -> Read<String> {
        match self.parser.peek().kind.clone() {
            TokenKind::Text(text) => {
                self.parser.next();
                Ok(text)
            }
            _ => Err(self.unexpected(&format!("{what} is missing here"), "write it in quotes")),
        }
    }

    fn word(&mut self, word: &str) -> Read<()> {
        let message = format!("`{word}` is missing here");
        if self.eat_word(word) { Ok(()) } else { Err(self.unexpected(&message, &format!("write `{word}`"))) }
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let is_here = matches!(&self.parser.peek().kind, TokenKind::Name(name) if name == word);
        if is_here {
            self.parser.next();
        }
        is_here
    }
}

const EXPECTATION: &str = "write it as in `expect p(hit) in 0.6..0.7`, the lower number first";

const SHEET: &str = "write it as in `sheet \"Hits\" = mean(hits) for dice in 1..20 by face in 2..6`";

const STATEMENTS: &str = "a line is `name = …`, `if …`, `repeat …`, `for …`, `def …`, `return …`, `choose …`, `follow …`, `step …`, `note …`, `report …` or a declaration: title, key, preset, list, labels, die, question, expect, sheet, require, goal";
