//! Statements that declare something: keys, expectations, sheets, definitions, metrics.

use super::super::syntax::{
    Aim, Either, Expectation, Goal, Group, Key, KeyRange, KeySet, Name, Reported, Requirement, Sheet,
    StatementKind,
};
use super::{Read, Reader};
use crate::expression::ExpressionError;
use crate::expression::grammar::{END_OF_LINE, Syntax, SyntaxKind, TokenKind};

/// The most decimal places of a key.
const MOST_DECIMALS: i64 = 6;

impl Reader<'_> {
    pub(super) fn key(&mut self) -> Read<StatementKind> {
        let name = self.name()?;
        let is_optional = self.eat_word("optional");
        let is_chosen = self.eat_word("chosen");
        let is_list = self.eat_word("list");
        let default = if self.parser.eat("=") { Some(self.parser.expression()?) } else { None };
        let range = match self.eat_word("in") {
            false => None,
            true if matches!(self.parser.peek().kind, TokenKind::Text(_)) => {
                Some(KeyRange::Labels(self.labels()?))
            }
            true if self.eat_word("true") => {
                self.parser.expect("|")?;
                self.word("false")?;
                Some(KeyRange::Truth)
            }
            true => match (self.parser.peek().kind.clone(), self.parser.ahead(1)) {
                (TokenKind::Integer(length), Some(TokenKind::Name(of))) if is_list && of == "of" => {
                    self.parser.next();
                    self.parser.next();
                    Some(KeyRange::Symbols(length.clamp(1, 100) as usize, self.labels()?))
                }
                _ => Some(KeyRange::Numbers(self.range()?)),
            },
        };
        let decimals = if self.eat_word("decimals") { self.decimals()? } else { 0 };
        let help = self.text_if_any();
        Ok(StatementKind::Key(Key { name, is_optional, is_chosen, is_list, default, range, decimals, help }))
    }

    /// The number of decimal places of a key.
    fn decimals(&mut self) -> Read<u32> {
        match self.parser.peek().kind {
            TokenKind::Integer(places @ 1..=MOST_DECIMALS) => {
                self.parser.next();
                Ok(places as u32)
            }
            _ => {
                let help = format!("write how many decimal places it may have, 1 to {MOST_DECIMALS}");
                Err(self.unexpected("a number is missing here", &help))
            }
        }
    }

    /// `for PROCEDURE, …`, if it follows.
    pub(super) fn procedures_if_any(&mut self) -> Read<Vec<Name>> {
        if self.eat_word("for") { self.names_with_hyphens() } else { Ok(Vec::new()) }
    }

    /// `maximize NAME [/ EXPR]`
    pub(super) fn goal(&mut self) -> Read<Goal> {
        let (aim, name) = (self.aim()?, self.name()?);
        let unit = self.parser.eat("/").then(|| self.parser.expression()).transpose()?;
        Ok(Goal { aim, name, unit })
    }

    /// `EXPR [for NAME in GROUP] "MESSAGE" ["HELP"]`
    pub(super) fn requirement(&mut self) -> Read<StatementKind> {
        let condition = self.parser.expression()?;
        let each = match self.eat_word("for") {
            false => None,
            true => {
                let name = self.name()?;
                self.word("in")?;
                Some((name, self.name()?))
            }
        };
        let (message, help) = (self.note("the message")?, self.note_if_any()?);
        Ok(StatementKind::Require(Requirement { condition, each, message, help }))
    }

    /// `KEY, … [with KEY, …] | … "WORDS"`
    pub(super) fn either(&mut self) -> Read<StatementKind> {
        let mut sets = Vec::new();
        loop {
            let needed = self.names_with_hyphens()?;
            let others = if self.eat_word("with") { self.names_with_hyphens()? } else { Vec::new() };
            sets.push(KeySet { needed, others });
            if !self.parser.eat("|") {
                return Ok(StatementKind::Either(Either { sets, words: self.text("what is written")? }));
            }
        }
    }

    pub(super) fn group(&mut self) -> Read<StatementKind> {
        let name = self.name()?;
        self.word("in")?;
        let range = self.range()?;
        let help = self.text_if_any();
        Ok(StatementKind::Group(Group { name, range, help, keys: self.braces()? }))
    }

    /// `STATISTIC in LOW..HIGH`. Statistics and their bounds may have decimals, which the grammar of
    /// rules does not know, so the statistic is kept as a position in the text.
    pub(super) fn expectation(&mut self) -> Read<Expectation> {
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
            _ => Err(ExpressionError::new(bounds, "this is not a range of numbers", EXPECTATION)),
        }
    }

    /// `"TITLE" = STATISTIC for KEY in VALUES by KEY in VALUES`
    pub(super) fn sheet(&mut self) -> Read<Sheet> {
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

    pub(super) fn definition(&mut self) -> Read<StatementKind> {
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

    pub(super) fn aim(&mut self) -> Read<Aim> {
        match () {
            () if self.eat_word("maximize") => Ok(Aim::Maximize),
            () if self.eat_word("minimize") => Ok(Aim::Minimize),
            () => Err(self.unexpected("what is aimed at is missing here", "write `maximize` or `minimize`")),
        }
    }

    pub(super) fn report(&mut self) -> Read<StatementKind> {
        let mut metrics = Vec::new();
        let mut group = None;
        loop {
            let is_group = matches!(self.parser.ahead(2), Some(&TokenKind::Symbol(":")));
            if is_group && self.eat_word("each") {
                group = Some(self.name()?);
                self.parser.expect(":")?;
            }
            let is_main = matches!(self.parser.ahead(1), Some(TokenKind::Name(_))) && self.eat_word("main");
            let is_value = !matches!(self.parser.ahead(1), Some(&TokenKind::Symbol("=")));
            let name = match is_value && !self.is_end_of_line() {
                false => self.name()?,
                true => match self.parser.expression()? {
                    Syntax { kind: SyntaxKind::Name(text), span, .. } => Name { text, span },
                    value => {
                        let help = format!("write it as in `report result = {value}`");
                        let message = "what is reported needs a name";
                        return Err(ExpressionError::new(value.outer, message, help));
                    }
                },
            };
            let value = if self.parser.eat("=") { Some(self.parser.expression()?) } else { None };
            let won = self.played_for()?;
            let is_occasion = self.eat_word("if");
            if is_occasion {
                self.word("ever")?;
            }
            let (words, help, group) = (self.note_if_any()?, self.text_if_any(), group.clone());
            metrics.push(Reported { name, value, won, words, help, is_main, is_occasion, group });
            if !self.parser.eat(",") {
                return Ok(StatementKind::Report(metrics, self.condition_if_any()?));
            }
            // The next one may stand in a line of its own.
            while self.parser.peek().kind == END_OF_LINE {
                self.parser.next();
            }
        }
    }
}

const EXPECTATION: &str = "write it as in `expect p(hit) in 0.6..0.7`, the lower number first";

const SHEET: &str = "write it as in `sheet \"Hits\" = mean(hits) for dice in 1..20 by face in 2..6`";
