//! The errors for what is written as another language would have it.

use std::ops::Range;

use super::super::error::ExpressionError;
use super::super::notation::own_notation;
use super::super::syntax::{Syntax, SyntaxKind};
use super::super::token::{Token, TokenKind};
use super::Parser;

impl Parser<'_> {
    /// The error for dice in the notation of another program: `3d6!`, `d%`.
    pub(super) fn in_other_notation(&self, dice: &Syntax) -> Option<ExpressionError> {
        let Token { kind: TokenKind::Symbol(symbol @ ("!" | "%")), span } = self.peek() else { return None };
        let written = match &dice.kind {
            SyntaxKind::Roll { .. } | SyntaxKind::Name(_) => dice.to_string(),
            _ => return None,
        };
        // A remainder has an operand behind it.
        let is_operand = |kind: &TokenKind| match kind {
            TokenKind::Symbol(symbol) => *symbol == "(",
            kind => *kind != TokenKind::End,
        };
        let is_remainder = !written.ends_with(['d', 'D']) || self.ahead(1).is_some_and(is_operand);
        let is_other = self.dialect.has_statements && span.start == dice.outer.end;
        if !is_other || *symbol == "%" && is_remainder {
            return None;
        }
        let again = if self.ahead(1) == Some(&TokenKind::Symbol("!")) { "!" } else { "" };
        let own = own_notation(&format!("{written}{symbol}{again}"))?;
        Some(ExpressionError::meaningless(span, symbol, format!("write `{own}`")))
    }

    /// The error for a number with decimals, which are the token before this place. Its help is a
    /// calculation with whole numbers.
    pub(super) fn not_whole(&self) -> ExpressionError {
        let (decimals, whole) = (&self.tokens[self.at - 1], self.at.saturating_sub(3));
        let times = TokenKind::Symbol("*");
        let before = whole.checked_sub(1).map(|before| &self.tokens[before].kind);
        let help = match self.fraction(whole) {
            None => "multiply first, as in `n * 5 / 2` (the result is rounded down)".to_owned(),
            Some([above, below]) => {
                let multiplied = |factor: usize, above: i64, below: i64| {
                    let factor = self.operand_at(factor);
                    format!("multiply first: `{factor} * {above} / {below}` (the result is rounded down)")
                };
                match before {
                    _ if self.peek().kind == times => multiplied(self.at + 1, above, below),
                    Some(kind) if *kind == times => multiplied(whole - 2, above, below),
                    Some(TokenKind::Symbol("/")) => multiplied(whole - 2, below, above),
                    _ => format!("multiply everything by {below}: this becomes {above}"),
                }
            }
        };
        ExpressionError::new(self.tokens[whole].span.start..decimals.span.end, "numbers are whole here", help)
    }

    /// A number with decimals, whose whole part is the token at `whole`, as the two sides of a fraction.
    fn fraction(&self, whole: usize) -> Option<[i64; 2]> {
        let [whole, _, decimals] = self.tokens.get(whole..whole + 3)? else { return None };
        let (TokenKind::Integer(number), TokenKind::Integer(part)) = (&whole.kind, &decimals.kind) else {
            return None;
        };
        let below = 10i64.checked_pow(decimals.span.len() as u32)?;
        let above = number.checked_mul(below)?.checked_add(*part)?;
        let (mut common, mut rest) = (below, above);
        while rest != 0 {
            (common, rest) = (rest, common % rest);
        }
        (above > 0).then_some([above / common, below / common])
    }

    /// A name or a roll of dice that begins or ends with this token, for help.
    fn operand_at(&self, at: usize) -> String {
        let roll = |at: usize| {
            let [count, die] = self.tokens.get(at..at + 2)? else { return None };
            match (&count.kind, &die.kind) {
                (TokenKind::Integer(count_of), TokenKind::Name(die_of))
                    if count.span.end == die.span.start =>
                {
                    Some(format!("{count_of}{die_of}"))
                }
                _ => None,
            }
        };
        let name = match self.tokens.get(at).map(|token| &token.kind) {
            Some(TokenKind::Name(name)) => Some(name.clone()),
            _ => None,
        };
        let found = roll(at).or_else(|| roll(at.checked_sub(1)?)).or(name);
        let is_call = self
            .tokens
            .get(at + 1..at + 3)
            .unwrap_or_default()
            .iter()
            .any(|token| token.kind == TokenKind::Symbol("("));
        found.filter(|_| !is_call).unwrap_or_else(|| "n".to_owned())
    }

    /// The error for a comma in the brackets behind a name.
    pub(super) fn two_places(&self, list: &Syntax) -> ExpressionError {
        let help = match &list.kind {
            SyntaxKind::Name(name) if name == "d" => "the faces of a die stand in braces, as in d{1, 2, 3}",
            SyntaxKind::Roll { die, .. } if die == "d" => {
                "the faces of a die stand in braces, as in 2d{1, 2, 3}"
            }
            _ => "one number stands in the brackets, as in list[2]",
        };
        ExpressionError::new(self.peek().span.clone(), "a list has no second place", help)
    }

    pub(super) fn too_soon(&self, span: Range<usize>) -> ExpressionError {
        let message = format!("the {} ends too soon", self.dialect.name);
        ExpressionError::new(span, message, "something is missing at its end")
    }
}
