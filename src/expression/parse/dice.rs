//! Parses dice and cards, as in `3d6`, `d{1: 3, 2: 1}` and `5 of cards`.

use super::super::error::{Parsed, wrong};
use super::super::syntax::{Syntax, SyntaxKind};
use super::super::token::{Token, TokenKind};
use super::{MOST_IN_A_ROW, Parser};

impl Parser<'_> {
    /// Parses a roll of `count` dice if a die follows without a space, as in `3d6`; otherwise returns
    /// the number.
    pub(super) fn roll(&mut self, count: Syntax) -> Parsed<Syntax> {
        let TokenKind::Name(name) = &self.peek().kind else { return Ok(count) };
        if !self.dialect.has_statements || self.peek().span.start != count.outer.end {
            return Ok(count);
        }
        let (die, question) = name.split_once('.').unwrap_or((name, ""));
        let (die, question) = (die.to_owned(), question.to_owned());
        self.next();
        if die == "d" && question.is_empty() && self.eat("(") {
            let open = self.at - 1;
            let sides = self.nested(Self::expression)?;
            self.close(")", open, ")")?;
            let (start, count) = (count.outer.start, Box::new(count));
            let sized = SyntaxKind::Sized { count, sides: Box::new(sides) };
            return Ok(Syntax::new(sized, start..self.end()));
        }
        if let Some(die) = self.die_in_line(&die)? {
            return Ok(Syntax::new(
                SyntaxKind::Roll { count: Box::new(count.clone()), die },
                count.outer.start..self.end(),
            ));
        }
        let start = count.outer.start;
        self.asked(SyntaxKind::Roll { count: Box::new(count), die }, start, question)
    }

    /// Dice or cards that begin at `start` and whose last name was just read, with the question that this
    /// name ends with, if there is one.
    fn asked(&mut self, drawn: SyntaxKind, start: usize, question: String) -> Parsed<Syntax> {
        let end = self.end() - if question.is_empty() { 0 } else { question.len() + 1 };
        let drawn = Syntax::new(drawn, start..end);
        if question.is_empty() {
            return Ok(drawn);
        }
        if !self.eat("(") {
            let help = format!("write `.{question}(…)`, or `.{question}()` if it takes nothing");
            let at = self.end() - question.len()..self.end();
            return wrong(&at, "the brackets of a question are missing", help);
        }
        let (receiver, arguments) = (Box::new(drawn), self.arguments()?);
        let kind = SyntaxKind::Method { receiver, name: question, arguments };
        Ok(Syntax::new(kind, start..self.end()))
    }

    /// Parses `of DECK` behind the number of cards, if it is there.
    pub(super) fn cards(&mut self, count: Syntax) -> Parsed<Syntax> {
        let is_of = matches!(&self.peek().kind, TokenKind::Name(of) if of == "of");
        let (true, Some(TokenKind::Name(name))) = (self.dialect.has_statements && is_of, self.ahead(1))
        else {
            return Ok(count);
        };
        let (deck, question) = name.split_once('.').unwrap_or((name, ""));
        let (deck, question) = (deck.to_owned(), question.to_owned());
        self.next();
        self.next();
        let start = count.outer.start;
        self.asked(SyntaxKind::Cards { count: Box::new(count), deck }, start, question)
    }

    /// Parses the faces of a die right behind its `d`, as in `d{1, 1, 2, 3}`, `d{0..9}` or `d{1: 3, 2: 1}`.
    pub(super) fn die_in_line(&mut self, die: &str) -> Parsed<Option<String>> {
        let is_here = self.dialect.has_statements
            && die == "d"
            && self.peek().kind == TokenKind::Symbol("{")
            && self.peek().span.start == self.end();
        if !is_here {
            return Ok(None);
        }
        self.next();
        let mut faces: Vec<String> = Vec::new();
        loop {
            let start = self.peek().span.start;
            let face = self.face()?;
            if self.eat("..") {
                let last = self.face()?;
                let span = start..self.end();
                if last < face || last - face >= MOST_IN_A_ROW {
                    let help = format!("from less to more, as in d{{0..9}}, and at most {MOST_IN_A_ROW}");
                    return wrong(&span, "these are not the faces of a die", help);
                }
                faces.extend((face..=last).map(|face| face.to_string()));
            } else if self.eat(":") {
                let often = self.whole("write how often the face is there, as in d{1: 3, 2: 1}")?;
                faces.push(format!("{face}: {often}"));
            } else {
                faces.push(face.to_string());
            }
            if self.eat("}") {
                return Ok(Some(format!("d{{{}}}", faces.join(", "))));
            }
            self.expect(",")?;
        }
    }

    /// A face of a die, which may be below 0.
    fn face(&mut self) -> Parsed<i64> {
        let is_below_0 = self.eat("-");
        let help =
            "write the faces as in d{1, 1, 2, 3}, or as in d{1: 3, 2: 1}, with how often each is there";
        let face = self.whole(help)?;
        Ok(if is_below_0 { -face } else { face })
    }

    /// A whole number.
    fn whole(&mut self, help: &str) -> Parsed<i64> {
        match self.next() {
            Token { kind: TokenKind::Integer(number), .. } => Ok(number),
            Token { span, .. } => wrong(&span, "a whole number is missing here", help),
        }
    }
}
