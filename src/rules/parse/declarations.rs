//! Statements that declare something: keys, expectations, sheets, definitions, metrics.

use super::super::syntax::{
    Aim, Either, Expectation, Goal, Group, Key, KeyRange, KeySet, KeyWords, MOST_IN_LIST, Name, Reported,
    Requirement, Sheet, StatementKind,
};
use super::{Read, Reader};
use crate::expression::grammar::{BinaryOperator, END_OF_LINE, Syntax, SyntaxKind, TokenKind};
use crate::expression::{ExpressionError, wrong};

/// The most decimal places of a key.
const MOST_DECIMALS: i64 = 6;

impl Reader<'_> {
    pub(super) fn key(&mut self) -> Read<StatementKind> {
        let name = self.name()?;
        let is_optional = self.eat_word("optional");
        let is_chosen =
            if self.eat_word("chosen") { Some(true) } else { self.eat_word("given").then_some(false) };
        let mut words = KeyWords { is_chosen, ..KeyWords::default() };
        let is_list = self.eat_word("list");
        let lengths = if is_list && self.eat_word("of") { Some(self.lengths()?) } else { None };
        let default = if self.parser.eat("=") { Some(self.parser.expression()?) } else { None };
        self.check_default(&name, default.as_ref())?;
        let range = match self.eat_word("in") {
            false => None,
            true if matches!(self.parser.peek().kind, TokenKind::Text(_)) => {
                Some(KeyRange::Labels(self.labels_of_key(&mut words)?))
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
        let decimals = if self.eat_word("decimals") {
            self.whole(MOST_DECIMALS, "how many decimal places it may have")? as u32
        } else {
            0
        };
        words.help = self.text_if_any();
        if range.is_none()
            && !words.help.is_empty()
            && self.parser.peek().kind == TokenKind::Name("in".to_owned())
        {
            let help = "write it before the words, as in `key x = 3 in 1..6 \"dice\"`";
            return Err(self.unexpected("the range of a key stands before what it means", help));
        }
        self.words_of_key(&mut words)?;
        Ok(StatementKind::Key(Box::new(Key {
            name,
            is_optional,
            is_list,
            default,
            range,
            lengths,
            decimals,
            words,
        })))
    }

    /// Refuses what may be meant as the default and the range of a key, and is something else or nothing.
    fn check_default(&self, name: &Name, default: Option<&Syntax>) -> Read<()> {
        let written = default.map_or("1".to_owned(), Syntax::to_string);
        let help = format!("write a default and a range, as in `key {} = {written} in 1..6`", name.text);
        match (default, &self.parser.peek().kind) {
            (Some(Syntax { kind: SyntaxKind::Binary { operator, left, right, .. }, outer, .. }), _)
                if *operator == BinaryOperator::In =>
            {
                let message = format!("this is true or false: whether {left} is one of {right}");
                wrong(outer, message, format!("write a range, as in `key {} = {left} in 1..6`", name.text))
            }
            (Some(_), TokenKind::Symbol("..")) => Err(self.unexpected("this is no default", &help)),
            (None, TokenKind::Integer(number)) => {
                let help = format!("write `key {} = {number}`", name.text);
                Err(self.unexpected("`=` is missing here", &help))
            }
            (None, TokenKind::Symbol(":")) => Err(self.unexpected("`:` has no meaning here", &help)),
            _ => Ok(()),
        }
    }

    /// `'a' | 'b'`, or `'a' "what it means" | 'b' "…"`; with `<` for `|` if they have an order. A text behind
    /// the last label is what it means if the others have one, and else the help of the key.
    fn labels_of_key(&mut self, words: &mut KeyWords) -> Read<Vec<String>> {
        let mut labels = vec![self.text("the label")?];
        let is_separator = |token: Option<&TokenKind>| matches!(token, Some(TokenKind::Symbol("|" | "<")));
        let have_meanings =
            matches!(self.parser.peek().kind, TokenKind::Text(_)) && is_separator(self.parser.ahead(1));
        loop {
            if have_meanings {
                words.meanings.push(self.text("what the label means")?);
            }
            match &self.parser.peek().kind {
                TokenKind::Symbol("|") => {}
                TokenKind::Symbol("<") => words.has_order = true,
                _ => return Ok(labels),
            }
            self.parser.next();
            labels.push(self.text("the label")?);
        }
    }

    /// What stands behind the help of a key, or in the lines below it: `called "WORDS" [one "WORD" | alone]`,
    /// `absent "WORDS"`, `such as "VALUE"`, `unsaid "WORDS"`.
    fn words_of_key(&mut self, words: &mut KeyWords) -> Read<()> {
        while let Some(clause) = self.clause_of_key() {
            match clause.as_str() {
                "called" => {
                    words.label = self.text("what players call it")?;
                    words.is_alone = self.eat_word("alone");
                    if self.eat_word("one") {
                        words.one = self.text("what one is called")?;
                    }
                }
                "absent" => words.absent = self.text("what is said if it is left out")?,
                "such" => {
                    self.word("as")?;
                    words.example = self.text("the example")?;
                }
                _ => words.unsaid = self.text("what the rulebook does not say")?,
            }
        }
        Ok(())
    }

    /// The first word of what is said about a key, in this line or a line below it.
    fn clause_of_key(&mut self) -> Option<String> {
        let mut lines = 0;
        while self.parser.ahead(lines) == Some(&END_OF_LINE) {
            lines += 1;
        }
        let Some(TokenKind::Name(word)) = self.parser.ahead(lines) else { return None };
        let word = word.clone();
        let is_clause = match (word.as_str(), self.parser.ahead(lines + 1)) {
            ("called" | "absent" | "unsaid", Some(TokenKind::Text(_))) => true,
            ("such", Some(TokenKind::Name(next))) => next == "as",
            _ => false,
        };
        if !is_clause {
            return None;
        }
        for _ in 0..=lines {
            self.parser.next();
        }
        Some(word)
    }

    /// The length of a list, or the least and the greatest.
    fn lengths(&mut self) -> Read<(usize, usize)> {
        let low = self.whole(MOST_IN_LIST as i64, "how many numbers it has")?;
        let high =
            if self.parser.eat("..") { self.whole(MOST_IN_LIST as i64, "how many at most")? } else { low };
        Ok((low as usize, high.max(low) as usize))
    }

    /// A whole number that is written out, from 1 to `most`: `what`.
    fn whole(&mut self, most: i64, what: &str) -> Read<i64> {
        match self.parser.peek().kind {
            TokenKind::Integer(number) if (1..=most).contains(&number) => {
                self.parser.next();
                Ok(number)
            }
            _ => Err(self.unexpected("a number is missing here", &format!("write {what}, 1 to {most}"))),
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
            _ => wrong(&bounds, "this is not a range of numbers", EXPECTATION),
        }
    }

    /// `"TITLE" = STATISTIC for KEY in VALUES by KEY in VALUES`
    pub(super) fn sheet(&mut self) -> Read<Sheet> {
        let title = self.text("the title of the sheet")?;
        self.parser.expect("=")?;
        let no_rows = |span| ExpressionError::new(span, "the rows of this sheet are missing", SHEET);
        let statistic = self.up_to("for").map_err(no_rows)?;
        let rows = self.name()?;
        self.word("in")?;
        let (row_values, columns) = match self.up_to("by") {
            Err(values) => (values, None),
            Ok(values) => {
                let columns = self.name()?;
                self.word("in")?;
                let start = self.parser.peek().span.start;
                while !self.is_end_of_line() {
                    self.parser.next();
                }
                (values, Some((columns, start..self.parser.end().max(start))))
            }
        };
        Ok(Sheet { title, statistic, rows: (rows, row_values), columns })
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
        if self.parser.peek().kind == TokenKind::Symbol("=") {
            let help = format!("write `def {}(…) {{ return … }}`", name.text);
            return Err(self.unexpected("`{` is missing here", &help));
        }
        Ok(StatementKind::Definition { name, parameters, body: self.braces()? })
    }

    pub(super) fn aim(&mut self) -> Read<Aim> {
        match () {
            () if self.eat_word("maximize") => Ok(Aim::Maximize),
            () if self.eat_word("minimize") => Ok(Aim::Minimize),
            () => {
                let error =
                    self.unexpected("what is aimed at is missing here", "write `maximize` or `minimize`");
                let aims = [(["maximise", "max"], Aim::Maximize), (["minimise", "min"], Aim::Minimize)];
                let meant = aims.into_iter().find(|(words, _)| words.iter().any(|word| self.eat_word(word)));
                // It is read as if it were right, so that this is the only error.
                let (_, aim) = meant.ok_or_else(|| error.clone())?;
                self.errors.push(error);
                Ok(aim)
            }
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
            if let TokenKind::Text(words) = &self.parser.peek().kind {
                let help = format!("words stand behind the name: `report result \"{words}\"`");
                return Err(self.unexpected("what is reported needs a name", &help));
            }
            let is_value = !matches!(self.parser.ahead(1), Some(&TokenKind::Symbol("=")));
            let name = match is_value && !self.is_end_of_line() {
                false => self.name()?,
                true => match self.parser.expression()? {
                    Syntax { kind: SyntaxKind::Name(text), span, .. } => Name { text, span },
                    value => {
                        let help = match &value.kind {
                            SyntaxKind::Call { name, arguments }
                                if name == "mean" || name == "avg" || name == "average" =>
                            {
                                let what = arguments.first().map(ToString::to_string).unwrap_or_default();
                                format!("write `report {what}`: its average is shown with it")
                            }
                            _ => format!("write it as in `report result = {value}`"),
                        };
                        return wrong(&value.outer, "what is reported needs a name", help);
                    }
                },
            };
            let value = if self.parser.eat("=") { Some(self.parser.expression()?) } else { None };
            if let (TokenKind::Name(word), Some(TokenKind::Text(words))) =
                (&self.parser.peek().kind, self.parser.ahead(1))
                && word == "as"
            {
                let help = format!("leave it out: `report {} \"{words}\"`", name.text);
                return Err(self.unexpected("`as` has no meaning here", &help));
            }
            let won = self.played_for()?;
            let is_occasion = self.eat_word("if");
            if is_occasion && !self.eat_word("ever") {
                let help = "a value by a condition is written as `x > 3 ? 1 : 0`; `if ever` is about when it happens";
                return Err(self.unexpected("`ever` is missing here", help));
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

const SHEET: &str =
    "write it as in `sheet \"Hits\" = mean(hits) for dice in 1..20` or `… for dice in 1..20 by face in 2..6`";
