//! Pieces of statements: blocks, names, ranges, words.

use super::super::syntax::{Block, Name, Span};
use super::mistakes::instead_of_brace;
use super::{Enclosing, MAX_BLOCKS, Read, Reader, asked};
use crate::expression::grammar::{
    BinaryOperator, END_OF_LINE, Parser, RULES, Syntax, SyntaxKind, TokenKind, tokens_and_errors, unclosed,
};
use crate::expression::{ExpressionError, wrong};

impl Reader<'_> {
    /// A block between `{` and `}`.
    pub(super) fn braces(&mut self) -> Read<Block> {
        self.enclosed(Enclosing::Braces)
    }

    pub(super) fn enclosed(&mut self, within: Enclosing) -> Read<Block> {
        if self.is_end_of_line() && self.parser.ahead(1) == Some(&TokenKind::Symbol("{")) {
            let help = "write it at the end of this line, and not at the beginning of the next";
            let error = self.unexpected("`{` is missing here", help);
            self.errors.push(error);
            self.parser.next();
        }
        let open = self.parser.peek().clone();
        let is_open = self.parser.eat("{");
        if !is_open {
            let error = match &open.kind {
                TokenKind::Name(word) if word == "in" => self.no_list(),
                TokenKind::Name(word) if let Some(help) = instead_of_brace(word) => {
                    self.unexpected(&format!("`{word}` has no meaning here"), help)
                }
                TokenKind::Symbol(":") => {
                    let help = "write `{ … }` around what depends on it, and no `:`";
                    let error = self.unexpected("`{` is missing here", help);
                    self.with_colon = Some(error.clone());
                    error
                }
                _ => self.unexpected("`{` is missing here", "write `{`"),
            };
            if self.surplus == 0 || !self.is_end_of_line() {
                return Err(error);
            }
            // There is a `}` too many, so the block is read as if its `{` was here.
            self.surplus -= 1;
            self.errors.push(error);
        }
        let block = self.deeper(|reader| Ok(reader.block(within)))?;
        if self.parser.eat("}") || !is_open { Ok(block) } else { Err(unclosed(open, "}")) }
    }

    /// Reads something one level deeper, unless that is too deep.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == MAX_BLOCKS {
            let help = format!("at most {MAX_BLOCKS} levels; write definitions");
            return Err(self.unexpected("blocks are nested too deeply", &help));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// Parses the expression in these bytes.
    pub(super) fn part(&mut self, span: Span) -> Read<Syntax> {
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
            _ => wrong(&parser.next().span, "unexpected text", "write one expression"),
        }
    }

    /// `LOW..HIGH`
    pub(super) fn range(&mut self) -> Read<[Syntax; 2]> {
        let low = self.parser.expression()?;
        let is_to = matches!(&self.parser.peek().kind, TokenKind::Name(word) if word == "to");
        let both = match &low.kind {
            SyntaxKind::Binary { operator: BinaryOperator::Minus, left, right, .. } => {
                Some((left.to_string(), right.to_string()))
            }
            _ => None,
        };
        match both {
            _ if is_to => return Err(self.unexpected("`to` has no meaning here", "write `..`, as in `1..6`")),
            Some((low_end, high_end)) if self.parser.peek().kind != TokenKind::Symbol("..") => {
                return wrong(&low.outer, "a range has two dots", format!("write `{low_end}..{high_end}`"));
            }
            _ => self.parser.expect("..")?,
        }
        Ok([low, self.parser.expression()?])
    }

    /// `in LOW..HIGH`, where it stands.
    pub(super) fn range_if_stated(&mut self) -> Read<Option<[Syntax; 2]>> {
        self.eat_word("in").then(|| self.range()).transpose()
    }

    /// `'a' | 'b'`
    pub(super) fn labels(&mut self) -> Read<Vec<String>> {
        let mut labels = vec![self.text("the label")?];
        while self.parser.eat("|") {
            labels.push(self.text("the label")?);
        }
        Ok(labels)
    }

    /// `'a' "words" | 'b'`: labels with what they are called, which may be empty.
    pub(super) fn labels_in_words(&mut self) -> Read<Vec<(String, String)>> {
        let mut labels = Vec::new();
        loop {
            labels.push((self.text("the label")?, self.text_if_any()));
            if !self.parser.eat("|") {
                return Ok(labels);
            }
        }
    }

    pub(super) fn expressions(&mut self) -> Read<Vec<Syntax>> {
        let mut expressions = vec![self.parser.expression()?];
        while self.parser.eat(",") {
            expressions.push(self.parser.expression()?);
        }
        Ok(expressions)
    }

    /// A name and the `=` after it.
    pub(super) fn defined(&mut self) -> Read<Name> {
        let name = self.name()?;
        self.parser.expect("=")?;
        Ok(name)
    }

    pub(super) fn name(&mut self) -> Read<Name> {
        match self.parser.peek().kind.clone() {
            TokenKind::Name(text) => Ok(Name { text, span: self.parser.next().span }),
            _ => Err(self.unexpected("a name is missing here", "names have letters, digits and _")),
        }
    }

    /// Names that may have hyphens, with commas between them.
    pub(super) fn names_with_hyphens(&mut self) -> Read<Vec<Name>> {
        let mut names = vec![self.name_with_hyphens()?];
        while self.parser.eat(",") {
            names.push(self.name_with_hyphens()?);
        }
        Ok(names)
    }

    /// A name that may have hyphens, as in `spell.lightning-bolt`.
    pub(super) fn name_with_hyphens(&mut self) -> Read<Name> {
        let mut name = self.name()?;
        while self.parser.peek().span.start == name.span.end && self.parser.eat("-") {
            name.span.end = self.name()?.span.end;
        }
        name.text = self.text[name.span.clone()].to_owned();
        Ok(name)
    }

    pub(super) fn text(&mut self, what: &str) -> Read<String> {
        match self.parser.peek().kind.clone() {
            TokenKind::Text(text) => {
                self.parser.next();
                Ok(text)
            }
            _ => Err(self.unexpected(&format!("{what} is missing here"), "write it in quotes")),
        }
    }

    /// A text in quotes, if one follows.
    pub(super) fn text_if_any(&mut self) -> String {
        match &self.parser.peek().kind {
            TokenKind::Text(text) => {
                let text = text.clone();
                self.parser.next();
                text
            }
            _ => String::new(),
        }
    }

    pub(super) fn word(&mut self, word: &str) -> Read<()> {
        let message = format!("`{word}` is missing here");
        if self.eat_word(word) { Ok(()) } else { Err(self.unexpected(&message, &format!("write `{word}`"))) }
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        self.parser.eat_word(word)
    }

    /// Skips to `word` outside of parentheses, and past it. Returns the span before it, or as an error
    /// the rest of the line if the word is missing.
    pub(super) fn up_to(&mut self, word: &str) -> Result<Span, Span> {
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

    pub(super) fn is_end_of_line(&self) -> bool {
        matches!(self.parser.peek().kind, END_OF_LINE | TokenKind::End)
    }
}
