//! Statements that are played: assignments, conditions, loops, choices, notes.

use super::super::syntax::{
    Block, Chart, Choose, FollowedText, NotePart, OptionsText, Over, Span, Statement, StatementKind,
    StepOfRules,
};
use super::mistakes::UNTIL;
use super::{Read, Reader};
use crate::expression::grammar::{BinaryOperator, END_OF_LINE, Syntax, SyntaxKind, TokenKind};
use crate::expression::wrong;

/// Help for a bracket in a text.
const NESTED: &str = "write `}`; texts in it stand in single quotes, as in {hit ? 'yes' : 'no'}";

impl Reader<'_> {
    /// `name = EXPR`, `a, b = EXPR`, `name += EXPR`, optionally with a range.
    pub(super) fn assignment(&mut self) -> Read<StatementKind> {
        let start = self.parser.peek().span.start;
        let mut targets = vec![self.name()?];
        let is_place = self.parser.eat("[");
        let place = is_place.then(|| self.parser.expression()).transpose()?;
        if is_place {
            self.parser.expect("]")?;
        }
        while !is_place && self.parser.eat(",") {
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
            return wrong(&(start..self.parser.end()), message, self.instead_of_line(name));
        };
        let mut value = self.parser.expression()?;
        if let Some(place) = place {
            return Ok(StatementKind::AssignAt { table: targets.remove(0), place, added: operator, value });
        }
        if let (Some(operator), [target]) = (operator, &targets[..]) {
            let span = target.span.start..value.outer.end;
            let left = Syntax::new(SyntaxKind::Name(target.text.clone()), target.span.clone());
            let (left, right) = (Box::new(left), Box::new(value));
            value = Syntax::new(SyntaxKind::Binary { operator, at, left, right }, span);
        } else if operator.is_some() {
            return wrong(&at, "several names cannot be added to", "assign them with =");
        }
        let range = self.range_if_stated()?;
        Ok(StatementKind::Assign { targets, value, range })
    }

    /// `[TABLE:] NAME = EXPR [in LOW..HIGH] [for 'LABEL'], …`
    pub(super) fn follow(&mut self) -> Read<StatementKind> {
        let mut table = None;
        if self.parser.ahead(1) == Some(&TokenKind::Symbol(":")) {
            table = Some(self.name()?);
            self.parser.expect(":")?;
        }
        let mut values = Vec::new();
        loop {
            let (name, value) = (self.defined()?, self.parser.expression()?);
            let range = self.range_if_stated()?;
            let won = self.played_for()?;
            let title = self.text_if_any();
            values.push(FollowedText { name, value, range, won, title });
            if !self.parser.eat(",") {
                return Ok(StatementKind::Follow { table, values });
            }
        }
    }

    /// `NAME "TITLE" for PLACE in LOW..HIGH [from high]: MARK = EXPR [where EXPR], 'ZONE' in LOW..HIGH, …`
    pub(super) fn chart(&mut self) -> Read<StatementKind> {
        let (name, title, help) = (self.name_with_hyphens()?, self.text("the title")?, self.text_if_any());
        self.word("for")?;
        let place = self.name()?;
        self.word("in")?;
        let (places, is_from_high) = (self.range()?, self.direction()?);
        self.parser.expect(":")?;
        let (mark, value) = (self.defined()?, self.parser.expression()?);
        let condition = self.condition_if_any()?;
        let mut zones = Vec::new();
        while self.parser.eat(",") {
            let zone = self.text("what these places have in common")?;
            self.word("in")?;
            zones.push((zone, self.range()?));
        }
        Ok(StatementKind::Chart(Box::new(Chart {
            name,
            title,
            help,
            place,
            places,
            is_from_high,
            mark,
            value,
            condition,
            zones,
        })))
    }

    /// `for 'LABEL'`: the label that the player plays for, if one follows.
    pub(super) fn played_for(&mut self) -> Read<Option<(String, Span)>> {
        let start = self.parser.peek().span.start;
        Ok(match self.eat_word("for") {
            true => Some((self.text("the label")?, start..self.parser.end())),
            false => None,
        })
    }

    /// `NAME in LIST { … }`, `NAME in LOW..HIGH { … }`, `NAME in GROUP where EXPR { … }`
    pub(super) fn for_each(&mut self) -> Read<StatementKind> {
        let name = self.name()?;
        self.word("in")?;
        let over = self.over()?;
        let start = self.parser.peek().span.start;
        let condition = self.condition_if_any()?;
        let mut body = self.braces()?;
        if let Some(condition) = condition {
            let kind = StatementKind::If { condition, yes: body, no: Block::new() };
            body = vec![Statement { kind, span: start..self.parser.end() }];
        }
        Ok(StatementKind::For { name, over, body })
    }

    /// `LIST`, `LOW..HIGH`
    pub(super) fn over(&mut self) -> Read<Over> {
        if self.parser.peek().kind == TokenKind::Symbol("{") {
            let help = "write a list as in [0, 0, 1], or dice as in d{0: 2, 1: 1}, with how often each face is there";
            return Err(self.unexpected("a list stands in [ ]", help));
        }
        let first = self.parser.expression()?;
        Ok(match self.parser.eat("..") {
            true => Over::Range([first, self.parser.expression()?]),
            false => Over::List(first),
        })
    }

    pub(super) fn condition(&mut self) -> Read<StatementKind> {
        let condition = self.parser.expression()?;
        let yes = self.braces()?;
        let Some(lines) = self.lines_to_else() else {
            return Ok(StatementKind::If { condition, yes, no: Block::new() });
        };
        (0..=lines).for_each(|_| drop(self.parser.next()));
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

    /// The ends of lines before an `else`, which may follow a brace or stand on a line of its own.
    pub(super) fn lines_to_else(&self) -> Option<usize> {
        let lines = (0..).find(|&place| self.parser.ahead(place) != Some(&END_OF_LINE))?;
        let next = self.parser.ahead(lines);
        matches!(next, Some(TokenKind::Name(word)) if word == "else").then_some(lines)
    }

    pub(super) fn repeat(&mut self) -> Read<StatementKind> {
        let is_here = |kind: &TokenKind| {
            *kind == TokenKind::Symbol("{") || matches!(kind, TokenKind::Name(name) if name == "while")
        };
        let is_word = |kind: &TokenKind| matches!(kind, TokenKind::Name(word) if word == "until");
        let begins = |kind: &TokenKind| match kind {
            TokenKind::Name(name) => name != "while",
            kind => matches!(kind, TokenKind::Integer(_) | TokenKind::Symbol("!")),
        };
        // Alone it may be the name of a number.
        if is_word(&self.parser.peek().kind) && self.parser.ahead(1).is_some_and(begins) {
            return Err(self.unexpected("`until` has no meaning here", UNTIL));
        }
        let most = if is_here(&self.parser.peek().kind) { None } else { Some(self.parser.expression()?) };
        let condition = if self.eat_word("while") { Some(self.parser.expression()?) } else { None };
        Ok(StatementKind::Repeat { most, condition, body: self.braces()? })
    }

    pub(super) fn choice(&mut self) -> Read<StatementKind> {
        if matches!(self.parser.peek().kind, TokenKind::Text(_)) {
            let help = "a choice has a name, as in `choose move from 'roll' | 'hold'`";
            return Err(self.unexpected("a name is missing here", help));
        }
        let name = self.name()?;
        if let TokenKind::Text(_) = self.parser.peek().kind {
            return Err(self.unexpected("`from` is missing here", "words for the player end the line"));
        }
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
        if let TokenKind::Symbol("|") = self.parser.peek().kind {
            let help = "options are written in quotes, as in `'roll' | 'hold'`";
            return Err(self.unexpected("`|` has no meaning here", help));
        }
        let condition = self.condition_if_any()?;
        let (mut seeing, mut is_often) = (Vec::new(), false);
        if self.eat_word("seeing") {
            is_often = matches!(self.parser.ahead(1), Some(TokenKind::Name(_))) && self.eat_word("often");
            loop {
                seeing.push((self.name()?, self.text_if_any()));
                if !self.parser.eat(",") {
                    break;
                }
            }
        }
        let aim = if self.eat_word("for") { Some(self.aim()?) } else { None };
        let words = self.note_if_any()?;
        Ok(StatementKind::Choose(Box::new(Choose { name, options, condition, seeing, is_often, aim, words })))
    }

    /// `["NUMBER"] ["WHO"] "TITLE"`. A number has a digit.
    pub(super) fn step(&mut self) -> Read<StatementKind> {
        let first = self.text("the step")?;
        let is_number = first.contains(|letter: char| letter.is_ascii_digit());
        let (second, third) = (self.text_if_any(), self.text_if_any());
        let (number, who, title) = match (second.is_empty(), third.is_empty()) {
            (true, _) => Default::default(),
            (_, true) if is_number => (first.clone(), String::new(), second),
            (_, true) => (String::new(), first.clone(), second),
            _ => (first.clone(), second, third),
        };
        let title = if title.is_empty() { first } else { title };
        Ok(StatementKind::Step(StepOfRules { number, who, title }))
    }

    /// A text with expressions between `{` and `}`: a note, or what else `what` names.
    pub(super) fn note(&mut self, what: &str) -> Read<Vec<NotePart>> {
        let start = self.parser.peek().span.start + 1;
        let text = self.text(what)?;
        self.note_parts(&text, start)
    }

    /// Such a text, if one follows.
    pub(super) fn note_if_any(&mut self) -> Read<Vec<NotePart>> {
        match self.parser.peek().kind {
            TokenKind::Text(_) => self.note("the text"),
            _ => Ok(Vec::new()),
        }
    }

    /// `where EXPR`, if it follows.
    pub(super) fn condition_if_any(&mut self) -> Read<Option<Syntax>> {
        self.eat_word("where").then(|| self.parser.expression()).transpose()
    }

    /// The parts of a note, which begins at `start`.
    fn note_parts(&mut self, text: &str, start: usize) -> Read<Vec<NotePart>> {
        let mut parts = Vec::new();
        let mut at = 0;
        for inside in in_brackets(text) {
            let Ok(inside) = inside else {
                let span = start + inside.unwrap_err()..start + text.len();
                return wrong(&span, "this bracket is not closed", NESTED);
            };
            if text[inside.clone()].trim().is_empty() {
                let span = start + inside.start - 1..start + inside.end + 1;
                let help = "write one between the brackets, as in {hits}";
                return wrong(&span, "a value is missing here", help);
            }
            parts.push(NotePart::Text(text[at..inside.start - 1].to_owned()));
            at = inside.end + 1;
            let value = self.part(start + inside.start..start + inside.end)?;
            parts.push(self.note_part(value)?);
        }
        parts.push(NotePart::Text(text[at..].to_owned()));
        Ok(parts)
    }

    /// A value in a note, or a choice between texts, which may have values themselves.
    fn note_part(&mut self, value: Syntax) -> Read<NotePart> {
        let Syntax { kind: SyntaxKind::Conditional(parts), .. } = &value else {
            return Ok(NotePart::Value(value));
        };
        let [condition, yes, no] = &**parts;
        if !is_text(yes) || !is_text(no) {
            return Ok(NotePart::Value(value));
        }
        let mut branch = |one: &Syntax| match &one.kind {
            SyntaxKind::Text(text) => self.note_parts(text, one.span.start + 1),
            _ => Ok(vec![self.note_part(one.clone())?]),
        };
        Ok(NotePart::Either(condition.clone(), branch(yes)?, branch(no)?))
    }
}

/// Whether a part of a note is a text, or a choice between texts.
fn is_text(value: &Syntax) -> bool {
    match &value.kind {
        SyntaxKind::Text(_) => true,
        SyntaxKind::Conditional(parts) => parts[1..].iter().all(is_text),
        _ => false,
    }
}

/// What stands between the outermost brackets of a text, or as an error where a bracket opens that is not
/// closed.
pub(super) fn in_brackets(text: &str) -> Vec<Result<Span, usize>> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0usize, 0);
    for (place, letter) in text.char_indices() {
        match letter {
            '{' => {
                start = if depth == 0 { place + 1 } else { start };
                depth += 1;
            }
            '}' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    found.push(Ok(start..place));
                }
            }
            _ => {}
        }
    }
    if depth > 0 {
        found.push(Err(start - 1));
    }
    found
}
