//! What is said of what is meant otherwise than it is written: conditions, labels, functions of other languages, loops.

use std::collections::HashSet;
use std::sync::Arc;

use indexmap::IndexSet;

use super::super::syntax::{Block, Name, Span, Statement, StatementKind};
use super::Resolver;
use crate::expression::ExpressionError;
use crate::expression::grammar::{BinaryOperator, Syntax, SyntaxKind, UnaryOperator};

/// The error for a value that stands where a condition is needed, behind one that compares: `x == 1 || 2`.
pub fn compared_again(
    operator: BinaryOperator,
    [left, right]: [&Syntax; 2],
    error: ExpressionError,
) -> ExpressionError {
    let is_value = matches!(right.kind, SyntaxKind::Integer(_) | SyntaxKind::Text(_) | SyntaxKind::Name(_));
    match &left.kind {
        SyntaxKind::Binary { operator: compared, left: what, right: first, .. }
            if compared.is_relation() && is_value && error.span == right.outer =>
        {
            let listed = match (operator, compared) {
                (BinaryOperator::Or, BinaryOperator::Equal) => format!(", or `{what} in [{first}, {right}]`"),
                _ => String::new(),
            };
            let symbols = [operator.symbol(), compared.symbol()];
            let help = format!("write `{left} {} {what} {} {right}`{listed}", symbols[0], symbols[1]);
            ExpressionError { help, ..error }
        }
        _ => error,
    }
}

/// The error for a `!` that is meant for the whole comparison, and stands before its first part: `!x == 1`.
pub fn not_of_all(
    operator: BinaryOperator,
    [left, right]: [&Syntax; 2],
    error: ExpressionError,
) -> ExpressionError {
    match &left.kind {
        SyntaxKind::Unary(UnaryOperator::Not, inner) if error.span == inner.outer => {
            let help = format!("write `!({inner} {} {right})`", operator.symbol());
            ExpressionError { help, ..error }
        }
        _ => error,
    }
}

/// The error for a list that something is compared with: `x == [1, 2]`.
pub fn with_in(
    operator: BinaryOperator,
    [left, right]: [&Syntax; 2],
    error: ExpressionError,
) -> ExpressionError {
    match &right.kind {
        SyntaxKind::List(_) if error.span == right.outer => {
            let help = match operator {
                BinaryOperator::Equal => format!("write `{left} in {right}`"),
                _ => format!("write `!({left} in {right})`"),
            };
            ExpressionError { help, ..error }
        }
        _ => error,
    }
}

/// The labels that a text gives a name, in its order.
fn labels_given<'a>(block: &'a [Statement], name: &str, given: &mut IndexSet<&'a str>) {
    for statement in block {
        match &statement.kind {
            StatementKind::Assign { targets, value, .. } if matches!(&targets[..], [one] if one.text == name) =>
            {
                given.extend(texts(value));
            }
            StatementKind::Definition { body, .. } => labels_given(body, name, given),
            _ => {}
        }
        statement.blocks().into_iter().for_each(|block| labels_given(block, name, given));
    }
}

/// The labels between which an expression chooses.
pub fn texts(value: &Syntax) -> Vec<&str> {
    match &value.kind {
        SyntaxKind::Text(text) => vec![text],
        SyntaxKind::Conditional(parts) => parts[1..].iter().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

impl Resolver {
    /// How to write what other languages have a function for.
    pub fn instead_of_call(&self, name: &str, arguments: &[Syntax]) -> Option<String> {
        let is_dice = |one: &&Syntax| matches!(one.kind, SyntaxKind::Roll { .. });
        let dice = arguments.iter().find(is_dice);
        let number = arguments.iter().find(|one| matches!(one.kind, SyntaxKind::Integer(_)));
        let own = match (name.to_ascii_lowercase().as_str(), dice, number, arguments) {
            _ if self.lists.iter().any(|(list, _)| list == name) => match arguments {
                [place] => format!("write `{name}[{place}]`"),
                _ => return None,
            },
            ("sum" | "total" | "roll" | "throw", Some(dice), ..) => {
                format!("write `{dice}`, which is the sum")
            }
            ("count" | "countif", Some(dice), Some(least), _) => {
                format!("write `{dice}.count(x, x >= {least})`")
            }
            ("highest" | "keep" | "top" | "best", Some(dice), Some(so_many), _) => {
                format!("write `{dice}.highest({so_many})`")
            }
            ("lowest", Some(dice), Some(so_many), _) => format!("write `{dice}.lowest({so_many})`"),
            ("randint" | "randbetween" | "random" | "rand", _, _, [low, high]) => match low.kind {
                SyntaxKind::Integer(1) => format!("write `d{high}`"),
                _ => format!("write `d{{{low}..{high}}}`"),
            },
            ("round" | "floor" | "trunc" | "int", _, _, [what]) => {
                format!("divisions round down already: write `{what}`")
            }
            ("ceil" | "ceiling", _, _, [_]) => "divisions round down: write `(a + b - 1) / b`".to_owned(),
            _ => return None,
        };
        Some(own)
    }

    /// The error for labels that are not declared for a name. They are taken as declared behind it, so that it is the
    /// only one.
    pub fn not_declared(&mut self, target: &Name, error: ExpressionError) -> ExpressionError {
        let parsed = Arc::clone(&self.program.parsed);
        let mut given = IndexSet::new();
        labels_given(&parsed.block, &target.text, &mut given);
        let labels: Vec<String> = given.into_iter().map(str::to_owned).collect();
        if labels.len() < 2 {
            return error;
        }
        let help = format!("write `labels {} = '{}'` above", target.text, labels.join("' | '"));
        self.labels.push((target.text.clone(), labels));
        ExpressionError { help, ..error }
    }

    /// Warns of a loop whose rounds forget the one before: nothing in it reads what it made earlier.
    pub fn warn_of_forgetting(&mut self, body: &Block, span: &Span) {
        let mut made: HashSet<&str> = HashSet::new();
        for statement in body {
            let StatementKind::Assign { targets, value, .. } = &statement.kind else { return };
            let is_made_later = |name: &str| {
                let is_it = |statement: &Statement| match &statement.kind {
                    StatementKind::Assign { targets, .. } => targets.iter().any(|target| target.text == name),
                    _ => false,
                };
                !made.contains(name) && body.iter().any(is_it)
            };
            let is_of_round_before =
                |part: &Syntax| matches!(&part.kind, SyntaxKind::Name(name) if is_made_later(name));
            if value.has(&is_of_round_before) || targets.iter().any(|target| target.text.contains('.')) {
                return;
            }
            made.extend(targets.iter().map(|target| target.text.as_str()));
        }
        if let Some(StatementKind::Assign { targets, .. }) = body.last().map(|last| &last.kind) {
            let help = format!("to add up, write `{} += …`", targets[0].text);
            self.warn(span, "every round forgets the one before: only the last one counts", help);
        }
    }
}
