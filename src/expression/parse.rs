//! Parses tokens into a syntax tree, by recursive descent.

mod dice;

mod hints;

use std::ops::Range;

use super::dialect::Dialect;
use super::error::{ExpressionError, Parsed, wrong};
use super::syntax::{BinaryOperator, Each, Syntax, SyntaxKind, UnaryOperator};
use super::token::{END_OF_LINE, Token, TokenKind, tokens};

/// The maximum number of tokens of an expression, and the maximum nesting depth: trees are walked by
/// recursion.
const MAX_TOKENS: usize = 4_000;
const MAX_DEPTH: usize = 100;

/// The most faces of a range in a die.
const MOST_IN_A_ROW: i64 = 1_000;

/// The numbers from one to another, both written in a list as in `[1..6]`.
fn numbers_between(first: &Syntax, last: &Syntax) -> Parsed<Vec<Syntax>> {
    let number = |end: &Syntax| match &end.kind {
        SyntaxKind::Integer(number) => Ok(*number),
        SyntaxKind::Unary(UnaryOperator::Minus, inner) if let SyntaxKind::Integer(number) = inner.kind => {
            Ok(-number)
        }
        _ => {
            wrong(&end.outer, "this is no number", "both ends are written as numbers in a list, as in [1..6]")
        }
    };
    let (low, high) = (number(first)?, number(last)?);
    let span = first.outer.start..last.outer.end;
    if high < low || high.abs_diff(low) >= MOST_IN_A_ROW as u64 {
        let help = format!("from less to more, as in [1..6], and at most {MOST_IN_A_ROW}");
        return wrong(&span, "these are no numbers of a list", help);
    }
    let written = |number: i64| {
        let positive = Syntax::new(SyntaxKind::Integer(number.abs()), span.clone());
        match number {
            ..0 => Syntax::new(SyntaxKind::Unary(UnaryOperator::Minus, Box::new(positive)), span.clone()),
            _ => positive,
        }
    };
    Ok((low..=high).map(written).collect())
}

impl Syntax {
    /// Parses a whole expression.
    pub fn parse(text: &str, dialect: &Dialect) -> Parsed<Syntax> {
        let tokens = tokens(text, dialect)?;
        if tokens.len() > MAX_TOKENS {
            let help = format!("at most {MAX_TOKENS} names, numbers and operators");
            return wrong(&(0..text.len()), format!("this {} is too long", dialect.name), help);
        }
        if tokens.len() == 1 {
            let message = format!("{} is missing", dialect.article_and_name);
            return wrong(&(0..text.len()), message, dialect.example);
        }
        let mut parser = Parser::new(dialect, tokens);
        let syntax = parser.expression()?;
        match parser.peek() {
            Token { kind: TokenKind::End, .. } => Ok(syntax),
            Token { span, .. } => wrong(span, "unexpected text", dialect.joining),
        }
    }
}

/// Parses tokens, from the first to the last.
pub struct Parser<'a> {
    dialect: &'a Dialect,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    /// A parser of tokens, the last of which is the end.
    pub fn new(dialect: &'a Dialect, tokens: Vec<Token>) -> Self {
        Parser { dialect, tokens, at: 0, depth: 0 }
    }

    /// Parses an expression up to the first token that does not belong to it.
    pub fn expression(&mut self) -> Parsed<Syntax> {
        let condition = self.operation(BinaryOperator::Or.tightness())?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let yes = self.nested(Self::expression)?;
        self.expect(":")?;
        let no = self.nested(Self::expression)?;
        let span = condition.outer.start..no.outer.end;
        Ok(Syntax::new(SyntaxKind::Conditional(Box::new([condition, yes, no])), span))
    }

    /// Parses operators that bind at least this tightly, with their operands.
    fn operation(&mut self, least: u8) -> Parsed<Syntax> {
        let mut left = self.unary()?;
        let mut chained = 0;
        while let Some(operator) = self.operator().filter(|operator| operator.tightness() >= least) {
            let at = self.next().span;
            chained += 1;
            // Rules are walked by recursion, including their chains of operators.
            if self.dialect.has_statements && chained > MAX_DEPTH {
                let help = format!("at most {MAX_DEPTH} in a row; give parts of it names");
                return wrong(&at, "there are too many operators in a row", help);
            }
            let tightness = operator.tightness();
            let right = match operator {
                BinaryOperator::In => self.list()?,
                BinaryOperator::Otherwise => self.nested(|parser| parser.operation(tightness))?,
                _ => self.operation(tightness + 1)?,
            };
            left = binary(operator, at, left, right);
            if operator.is_relation() && self.operator().is_some_and(BinaryOperator::is_relation) {
                let help = "join two comparisons with &&";
                let span = self.peek().span.clone();
                return wrong(&span, "a comparison cannot be compared again", help);
            }
        }
        Ok(left)
    }

    /// The operator at this place.
    fn operator(&self) -> Option<BinaryOperator> {
        let symbol = match &self.peek().kind {
            TokenKind::Name(name) if name == "in" && self.begins_range() => return None,
            TokenKind::Symbol(symbol) => symbol,
            TokenKind::Name(name) => name.as_str(),
            _ => return None,
        };
        BinaryOperator::ALL.into_iter().find(|operator| operator.symbol() == symbol)
    }

    /// Whether `in` is followed by a range or by labels, which belong to the statement, and not by a list.
    fn begins_range(&self) -> bool {
        let is_list = |ahead: &TokenKind| matches!(ahead, TokenKind::Symbol("[") | TokenKind::Name(_));
        // `in (1, 6)` means a list, which is an error of its own.
        let has_comma = |ahead: &TokenKind| {
            let behind = || self.ahead(3) == Some(&TokenKind::Symbol(","));
            *ahead == TokenKind::Symbol("(") && behind()
        };
        self.dialect.has_statements
            && (!self.ahead(1).is_some_and(|ahead| is_list(ahead) || has_comma(ahead))
                || self.has_dots_ahead())
    }

    /// Whether `..` follows behind a calculation.
    fn has_dots_ahead(&self) -> bool {
        let mut depth = 0;
        for ahead in (1..).map_while(|tokens| self.ahead(tokens)) {
            match ahead {
                TokenKind::Symbol("..") if depth == 0 => return true,
                TokenKind::Symbol("(" | "[") => depth += 1,
                TokenKind::Symbol(")" | "]") if depth > 0 => depth -= 1,
                TokenKind::Symbol("+" | "-" | "*" | "/" | "%")
                | TokenKind::Integer(_)
                | TokenKind::Name(_) => {}
                _ if depth > 0 && *ahead != END_OF_LINE && *ahead != TokenKind::End => {}
                _ => return false,
            }
        }
        false
    }

    /// Parses what follows `in`: a list, or the name of a list.
    fn list(&mut self) -> Parsed<Syntax> {
        match self.peek() {
            Token { kind: TokenKind::Symbol("[") | TokenKind::Name(_), .. } => self.postfix(),
            Token { kind: TokenKind::Integer(low), span }
                if let [Some(TokenKind::Symbol("..")), Some(TokenKind::Integer(high))] =
                    [1, 2].map(|tokens| self.ahead(tokens)) =>
            {
                wrong(span, "`in` needs a list", format!("write it as [{low}..{high}]"))
            }
            Token { span, .. } => Err(no_list(span.clone())),
        }
    }

    fn unary(&mut self) -> Parsed<Syntax> {
        let start = self.peek().span.start;
        let operator = if self.eat("-") {
            UnaryOperator::Minus
        } else if self.eat("!") {
            UnaryOperator::Not
        } else {
            return self.is_set();
        };
        let inner = self.nested(Self::unary)?;
        let span = start..inner.outer.end;
        Ok(Syntax::new(SyntaxKind::Unary(operator, Box::new(inner)), span))
    }

    /// Parses an operand that may be followed by `is set`.
    fn is_set(&mut self) -> Parsed<Syntax> {
        let inner = self.postfix()?;
        let is_word =
            |token: &Token, word: &str| matches!(&token.kind, TokenKind::Name(name) if name == word);
        let follows = is_word(self.peek(), "is")
            && self.tokens.get(self.at + 1).is_some_and(|token| is_word(token, "set"));
        if !follows {
            return Ok(inner);
        }
        self.next();
        let span = inner.outer.start..self.next().span.end;
        Ok(Syntax::new(SyntaxKind::IsSet(Box::new(inner)), span))
    }

    /// Parses a number, a name, a label or a bracket, with the calls and indices after it.
    fn postfix(&mut self) -> Parsed<Syntax> {
        let first = self.primary()?;
        let mut left = self.cards(first)?;
        loop {
            let start = left.outer.start;
            let kind = if self.eat("[") {
                let open = self.at - 1;
                let index = self.nested(Self::expression)?;
                if self.peek().kind == TokenKind::Symbol(",") {
                    return Err(self.two_places(&left));
                }
                self.close("]", open, "]")?;
                SyntaxKind::Index { list: Box::new(left), index: Box::new(index) }
            } else if self.eat(".") {
                let Token { kind, span } = self.next();
                let name = match kind {
                    TokenKind::Name(name) => name,
                    TokenKind::Integer(_) => return Err(self.not_whole()),
                    _ => {
                        return wrong(&span, "a name is missing here", "write it as in d6.sum()");
                    }
                };
                self.expect("(")?;
                SyntaxKind::Method { receiver: Box::new(left), name, arguments: self.arguments()? }
            } else {
                return self.in_other_notation(&left).map_or(Ok(left), Err);
            };
            left = Syntax::new(kind, start..self.end());
        }
    }

    fn primary(&mut self) -> Parsed<Syntax> {
        if self.peek().kind == END_OF_LINE {
            let span = self.peek().span.clone();
            return wrong(&span, "the line ends too soon", self.dialect.operand);
        }
        let Token { kind, span } = self.next();
        let kind = match kind {
            TokenKind::Integer(integer) => SyntaxKind::Integer(integer),
            TokenKind::Decimal(number) => SyntaxKind::Decimal(number),
            TokenKind::Text(text) => SyntaxKind::Text(text),
            TokenKind::Name(name) => self.name(name, span.start)?,
            TokenKind::Symbol("(") => {
                let open = self.at - 1;
                let inner = self.nested(Self::expression)?;
                self.close(")", open, ")")?;
                let inner = Syntax { outer: span.start..self.end(), ..inner };
                return self.roll(inner);
            }
            TokenKind::Symbol("[") => SyntaxKind::List(self.items("]", ",", Self::expression)?),
            TokenKind::Symbol(symbol) => {
                return wrong(&span, format!("`{symbol}` is not expected here"), self.dialect.operand);
            }
            TokenKind::End => return Err(self.too_soon(span)),
        };
        let syntax = Syntax::new(kind, span.start..self.end());
        if matches!(syntax.kind, SyntaxKind::Integer(_)) { self.roll(syntax) } else { Ok(syntax) }
    }

    /// Parses a name that begins at `start`, or a call. In a call, the part after the last dot is a
    /// method of the part before it.
    fn name(&mut self, name: String, start: usize) -> Parsed<SyntaxKind> {
        if let Some(die) = self.die_in_line(&name)? {
            let one = Syntax::new(SyntaxKind::Integer(1), start..start);
            return Ok(SyntaxKind::Roll { count: Box::new(one), die });
        }
        if self.dialect.functions.contains(&name.as_str()) {
            self.expect("(")?;
        } else if !self.eat("(") {
            return Ok(SyntaxKind::Name(name));
        }
        let arguments = self.arguments()?;
        Ok(match name.rsplit_once('.') {
            None => SyntaxKind::Call { name, arguments },
            Some((receiver, method)) => {
                let kind = SyntaxKind::Name(receiver.to_owned());
                let receiver = Box::new(Syntax::new(kind, start..start + receiver.len()));
                SyntaxKind::Method { receiver, name: method.to_owned(), arguments }
            }
        })
    }

    /// Parses the arguments of a function, after the opening bracket. Each may have a condition.
    fn arguments(&mut self) -> Parsed<Vec<Syntax>> {
        self.items(")", ")", |parser| {
            let what = parser.expression()?;
            if parser.dialect.has_statements && parser.eat_word("for") {
                return parser.each(what);
            }
            let at = parser.peek().span.clone();
            match parser.eat("|") {
                false => Ok(what),
                true => Ok(binary(BinaryOperator::Given, at, what, parser.expression()?)),
            }
        })
    }

    /// Parses what follows `value for`: `name in group where condition`.
    fn each(&mut self, value: Syntax) -> Parsed<Syntax> {
        let (name, _) = self.plain_name()?;
        if !self.eat_word("in") {
            let help = "write it as in `sum(f.boxes for f in fighter)`";
            return wrong(&self.peek().span, "`in` is missing here", help);
        }
        let group = self.plain_name()?;
        let condition = if self.eat_word("where") { Some(self.nested(Self::expression)?) } else { None };
        let span = value.outer.start..self.end();
        Ok(Syntax::new(SyntaxKind::Each(Box::new(Each { value, name, group, condition })), span))
    }

    /// Takes a name that must be at this place.
    fn plain_name(&mut self) -> Parsed<(String, Range<usize>)> {
        match self.next() {
            Token { kind: TokenKind::Name(name), span } => Ok((name, span)),
            Token { span, .. } => wrong(&span, "a name is missing here", "names have letters, digits and _"),
        }
    }

    /// Takes a word if it is at this place.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let is_here = matches!(&self.peek().kind, TokenKind::Name(name) if name == word);
        if is_here {
            self.next();
        }
        is_here
    }

    /// Parses items between commas, from behind the opening bracket up to the closing one. If a comma is
    /// missing, the error asks for `missing`.
    fn items(
        &mut self,
        close: &'static str,
        missing: &'static str,
        parse: fn(&mut Self) -> Parsed<Syntax>,
    ) -> Parsed<Vec<Syntax>> {
        let open = self.at - 1;
        let mut items = Vec::new();
        while !self.eat(close) {
            if !items.is_empty() && !self.eat(",") {
                self.close(close, open, missing)?;
            }
            let item = self.nested(parse)?;
            if close == "]" && self.eat("..") {
                let last = self.nested(parse)?;
                items.extend(numbers_between(&item, &last)?);
            } else {
                items.push(item);
            }
        }
        Ok(items)
    }

    /// Parses something one level deeper, unless that is too deep.
    fn nested(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<Syntax>) -> Parsed<Syntax> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let help = format!("at most {MAX_DEPTH} levels");
            return wrong(&self.peek().span, "this is nested too deeply", help);
        }
        let syntax = parse(self);
        self.depth -= 1;
        syntax
    }

    /// The kind of a token further on.
    pub fn ahead(&self, tokens: usize) -> Option<&TokenKind> {
        self.tokens.get(self.at + tokens).map(|token| &token.kind)
    }

    /// The token at this place.
    pub fn peek(&self) -> &Token {
        &self.tokens[self.at]
    }

    /// Takes the token at this place. The last token is never passed.
    pub fn next(&mut self) -> Token {
        let token = self.tokens[self.at].clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// The end of the token before this place.
    pub fn end(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |before| self.tokens[before].span.end)
    }

    /// The start of the roll of dice before this place, as in `4d6`.
    pub fn last_roll(&self) -> Option<usize> {
        let [.., count, die] = &self.tokens[..self.at] else { return None };
        let is_count = matches!(count.kind, TokenKind::Integer(_)) && count.span.end == die.span.start;
        matches!(die.kind, TokenKind::Name(_)).then(|| if is_count { count } else { die }.span.start)
    }

    /// Takes a symbol if it is at this place.
    pub fn eat(&mut self, symbol: &'static str) -> bool {
        let here = self.peek().kind == TokenKind::Symbol(symbol);
        if here {
            self.at += 1;
        }
        here
    }

    /// Takes a symbol that must be at this place.
    pub fn expect(&mut self, symbol: &'static str) -> Parsed<()> {
        self.expect_or(symbol, symbol)
    }

    /// Takes the bracket that closes the one at `open`, the index of a token. If it is not at this place
    /// but further on, the error asks for `missing` here.
    fn close(&mut self, bracket: &'static str, open: usize, missing: &'static str) -> Parsed<()> {
        if self.eat(bracket) {
            return Ok(());
        }
        let mut depth = 0;
        let end = self.tokens[self.at..].iter().find(|token| {
            let TokenKind::Symbol(symbol) = token.kind else { return token.kind == TokenKind::End };
            depth += i32::from(matches!(symbol, "(" | "[")) - i32::from(matches!(symbol, ")" | "]"));
            depth < 0 || matches!(symbol, "{" | "}")
        });
        if end.is_some_and(|end| end.kind == TokenKind::Symbol(bracket)) {
            return self.expect_or(bracket, missing);
        }
        Err(unclosed(self.tokens[open].clone(), bracket))
    }

    /// Takes `symbol`; if it is missing, the error asks for `missing`.
    fn expect_or(&mut self, symbol: &'static str, missing: &'static str) -> Parsed<()> {
        if self.eat(symbol) {
            return Ok(());
        }
        match self.peek() {
            Token { kind: TokenKind::End, span } => Err(self.too_soon(span.clone())),
            Token { kind: TokenKind::Symbol(".."), span } => {
                wrong(span, "a range cannot stand here", "compare with its ends, as in `x >= 5 && x <= 6`")
            }
            Token { span, .. } => {
                wrong(span, format!("`{missing}` is missing here"), format!("write `{missing}`"))
            }
        }
    }
}

/// The error for an opening bracket without its closing one.
pub fn unclosed(open: Token, bracket: &str) -> ExpressionError {
    let written = if let TokenKind::Symbol(symbol) = open.kind { symbol } else { "" };
    let message = format!("this `{written}` is never closed");
    ExpressionError::new(open.span, message, format!("write `{bracket}` where it ends"))
}

/// The error for a missing list.
pub fn no_list(span: Range<usize>) -> ExpressionError {
    ExpressionError::new(span, "`in` needs a list", "write it as in [1, 2] or ['stun']")
}

fn binary(operator: BinaryOperator, at: Range<usize>, left: Syntax, right: Syntax) -> Syntax {
    let span = left.outer.start..right.outer.end;
    Syntax::new(SyntaxKind::Binary { operator, at, left: Box::new(left), right: Box::new(right) }, span)
}
