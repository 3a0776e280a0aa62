//! Expressions: their types, and the statements that must precede them.

use super::super::program::{Block, Expr, ExprKind, Operator, Statement, StatementKind, Type};
use super::super::syntax::Span;
use super::meant::{compared_again, not_of_all, with_in};
use super::scope::Scope;
use super::{Resolved, Resolver, broken};
use crate::description::words::count;
use crate::expression::grammar::{BinaryOperator, Syntax, SyntaxKind, UnaryOperator};
use crate::expression::wrong;

/// An expression and its type.
pub type Typed = (Expr, Type);

/// The functions of numbers, with the minimum and the maximum number of arguments.
pub const FUNCTIONS: [(&str, usize, usize); 4] =
    [("min", 2, 100), ("max", 2, 100), ("abs", 1, 1), ("clamp", 3, 3)];

impl Resolver {
    /// Resolves a number; truth values count as 0 and 1.
    pub fn number(&mut self, scope: &mut Scope, syntax: &Syntax) -> Resolved<Expr> {
        let (value, ty) = self.expression(scope, syntax, None)?;
        match ty {
            Type::Number | Type::Truth => Ok(value),
            Type::Label(_) => {
                wrong(&syntax.outer, "this is a label, not a number", "labels are compared with == and !=")
            }
        }
    }

    /// Resolves a truth value.
    pub fn truth(&mut self, scope: &mut Scope, syntax: &Syntax) -> Resolved<Expr> {
        let (value, ty) = self.expression(scope, syntax, None)?;
        match ty {
            Type::Truth => Ok(value),
            other => {
                let message = format!("this is {}, not true or false", other.words());
                let help = match (&value.kind, &syntax.kind) {
                    (ExprKind::Variable(place), SyntaxKind::Name(name))
                        if scope.face.is_none() && *place < scope.routine.parameters =>
                    {
                        format!("a parameter is a number or a label, and true is given as 1: `{name} == 1`")
                    }
                    _ => "compare it, as in `n > 0`".to_owned(),
                };
                wrong(&syntax.outer, message, help)
            }
        }
    }

    /// Resolves an expression. `expected` gives the labels to which a label in quotes belongs.
    pub fn expression(
        &mut self,
        scope: &mut Scope,
        syntax: &Syntax,
        expected: Option<&Type>,
    ) -> Resolved<Typed> {
        self.level += 1;
        let resolved = self.of_kind(scope, syntax, expected);
        self.level -= 1;
        resolved
    }

    fn of_kind(&mut self, scope: &mut Scope, syntax: &Syntax, expected: Option<&Type>) -> Resolved<Typed> {
        let span = &syntax.outer;
        if let Some(held) = self.key_of_one(scope, syntax) {
            return self.for_each_it_may_be(scope, syntax, expected, held);
        }
        if let Some(roll) = self.roll(scope, syntax)? {
            return Ok((self.sum_of(scope, roll, span)?, Type::Number));
        }
        match &syntax.kind {
            SyntaxKind::Integer(integer) => {
                if integer.abs() > super::super::program::GREATEST {
                    return wrong(span, "this number is too large", "numbers are at most 1,000,000,000");
                }
                Ok((Expr::constant(*integer, span), Type::Number))
            }
            SyntaxKind::Decimal(_) => {
                wrong(span, "this is not a whole number", "numbers are whole; write 3 / 2 as in `n * 3 / 2`")
            }
            SyntaxKind::Text(text) => self.label(text, span, expected),
            SyntaxKind::Name(name) => self.name(scope, name, span),
            SyntaxKind::Unary(UnaryOperator::Minus, inner) => {
                let inner = self.number(scope, inner)?;
                let zero = Expr::constant(0, span);
                Ok((Expr::binary(Operator::Minus, zero, inner, span), Type::Number))
            }
            SyntaxKind::Unary(UnaryOperator::Not, inner) => {
                let inner = self.truth(scope, inner)?;
                Ok((Expr::new(ExprKind::Not(Box::new(inner)), span.clone()), Type::Truth))
            }
            SyntaxKind::Binary { operator, at, left, right } => {
                self.binary(scope, *operator, at, [left, right], span)
            }
            SyntaxKind::Conditional(parts) => {
                let [condition, yes, no] = &**parts;
                if let SyntaxKind::Conditional(then) = &no.kind {
                    self.warn_of_other_die(condition, &then[0]);
                }
                let condition = self.truth(scope, condition)?;
                self.conditional(scope, condition, yes, no, span, expected)
            }
            SyntaxKind::IsSet(inner) => {
                if let SyntaxKind::Name(name) = &inner.kind
                    && let Some(is_set) = self.is_list_set(scope, name)
                {
                    return Ok((Expr::constant(i64::from(is_set), span), Type::Truth));
                }
                let key = self.key_named(scope, inner)?;
                Ok((Expr::new(ExprKind::IsSet(key), span.clone()), Type::Truth))
            }
            SyntaxKind::Call { name, arguments }
                if matches!(arguments[..], [Syntax { kind: SyntaxKind::Each(_), .. }]) =>
            {
                self.of_members(scope, name, &arguments[0], span)
            }
            SyntaxKind::Call { name, arguments } if FUNCTIONS.iter().any(|(known, ..)| known == name) => {
                self.function(scope, name, arguments, span)
            }
            SyntaxKind::Call { name, arguments } if self.is_chance(name) => {
                self.chance(scope, arguments, span)
            }
            SyntaxKind::Call { name, arguments } => {
                if scope.plays_nothing || scope.face.is_some() {
                    if let Some(formula) = self.formula(scope, name, arguments, span)? {
                        return Ok(formula);
                    }
                    if scope.face.is_some() {
                        let message =
                            "a question about dice plays no definition, but those that return a formula";
                        return wrong(span, message, "assign its result to a name before");
                    }
                }
                let mut results = self.call(scope, name, arguments, span)?;
                if results.len() != 1 {
                    let message = format!("`{name}` returns {} values, and one is needed", results.len());
                    return wrong(span, message, "name them, as in `a, b = f(x)`");
                }
                let (result, ty) = results.remove(0);
                Ok((Expr::variable(result, span), ty))
            }
            SyntaxKind::Index { list, index } => {
                let SyntaxKind::Name(name) = &list.kind else {
                    return wrong(&list.span, "this is not a list", "write its name, as in boxes[wound]");
                };
                let table = self.table_of(scope, name);
                if scope.tables.contains_key(&table) {
                    return self.place(scope, &table, index, span);
                }
                if self.is_list_set(scope, name) == Some(false) {
                    // Where it is set, it is another text.
                    return Ok((Expr::constant(0, span), Type::Number));
                }
                let path = self.list_path(scope, name);
                let Some(place) = self.lists.iter().position(|(known, _)| *known == path) else {
                    let known = self.lists.iter().map(|(known, _)| known.as_str());
                    return Err(self.unknown(&list.span, "list", name, known));
                };
                // A label counts by its place among its labels.
                let (index, _) = self.expression(scope, index, None)?;
                Ok((Expr::new(ExprKind::Element(place, Box::new(index)), span.clone()), Type::Number))
            }
            SyntaxKind::List(_) => {
                let help = "a list follows on `in`, or has a name: `list boxes = [0, 1, 3]`";
                wrong(span, "a list has no meaning here", help)
            }
            SyntaxKind::Method { receiver, name, arguments } => {
                let value = self.question(scope, receiver, name, arguments, span)?;
                Ok((value, Type::Number))
            }
            SyntaxKind::Each(_) => {
                let help = "write it in a function, as in `sum(f.boxes for f in fighter)`";
                wrong(span, "these are several values", help)
            }
            SyntaxKind::Roll { .. } | SyntaxKind::Sized { .. } | SyntaxKind::Cards { .. } => {
                unreachable!("rolls were looked at first")
            }
        }
    }

    fn binary(
        &mut self,
        scope: &mut Scope,
        operator: BinaryOperator,
        at: &Span,
        [left, right]: [&Syntax; 2],
        span: &Span,
    ) -> Resolved<Typed> {
        let numeric = |operator| (operator, Type::Number);
        let (made, ty) = match operator {
            BinaryOperator::Plus => numeric(Operator::Plus),
            BinaryOperator::Minus => numeric(Operator::Minus),
            BinaryOperator::Times => numeric(Operator::Times),
            BinaryOperator::Divide => numeric(Operator::Divide),
            BinaryOperator::Remainder => numeric(Operator::Remainder),
            BinaryOperator::Less | BinaryOperator::Greater => (Operator::Less, Type::Truth),
            BinaryOperator::LessOrEqual | BinaryOperator::GreaterOrEqual => {
                (Operator::LessOrEqual, Type::Truth)
            }
            BinaryOperator::Equal | BinaryOperator::NotEqual => {
                return self.equality(scope, operator, [left, right], span);
            }
            BinaryOperator::And | BinaryOperator::Or => {
                let is_or = operator == BinaryOperator::Or;
                if are_bounds(left, right) || is_or && left.to_string() != right.to_string() {
                    self.warn_of_other_die(left, right);
                }
                let condition = self.truth(scope, left)?;
                scope.open();
                let other = self.truth(scope, right);
                let right = other.map_err(|error| compared_again(operator, [left, right], error));
                let before = scope.close();
                let is_and = operator == BinaryOperator::And;
                let made = if is_and { Operator::And } else { Operator::Or };
                if before.is_empty() {
                    return Ok((Expr::binary(made, condition, right?, span), Type::Truth));
                }
                // Dice on the right are rolled only where they matter.
                let other = Expr::constant(i64::from(!is_and), span);
                let decided = (Block::new(), other);
                let (yes, no) =
                    if is_and { ((before, right?), decided) } else { (decided, (before, right?)) };
                return Ok((choose(scope, condition, yes, no, Type::Truth, span), Type::Truth));
            }
            BinaryOperator::In => return self.member(scope, left, right, span),
            BinaryOperator::Otherwise if self.is_key_of_held(scope, left) => {
                let (value, _) = self.expression(scope, right, None)?;
                let found = self
                    .key_of_held(scope, left, span, &|key| ExprKind::KeyOr(key, Box::new(value.clone())))?;
                return Ok(found.expect("it is such a key"));
            }
            BinaryOperator::Otherwise => {
                let key = self.key_named(scope, left)?;
                let ty = self.program.keys[key].ty.clone();
                let (otherwise, found) = self.expression(scope, right, Some(&ty))?;
                if found != ty {
                    let message = format!("this is {}, and the key is {}", found.words(), ty.words());
                    return wrong(&right.outer, message, "make them fit");
                }
                return Ok((Expr::new(ExprKind::KeyOr(key, Box::new(otherwise)), span.clone()), ty));
            }
            BinaryOperator::Together => unreachable!("rolls were looked at first"),
            BinaryOperator::Is => {
                let help = "write `==`; and give each name its value on a line of its own";
                return wrong(at, "`=` does not compare", help);
            }
            BinaryOperator::Given => {
                return wrong(at, "`|` has no meaning here", "conditions stand in questions of a scenario");
            }
        };
        if operator == BinaryOperator::Divide {
            self.warn_of_fraction([left, right], span);
        }
        if operator.is_relation() {
            self.warn_of_sum(operator, [left, right], span);
        }
        self.warn_of_two_rolls([left, right], span);
        let is_turned = matches!(operator, BinaryOperator::Greater | BinaryOperator::GreaterOrEqual);
        let known = scope.routine.variables.len();
        let a = self.number(scope, left);
        let a = a.map_err(|error| not_of_all(operator, [left, right], error))?;
        let a = self.kept(scope, a, known, right);
        let b = self.number(scope, right)?;
        let (a, b) = if is_turned { (b, a) } else { (a, b) };
        Ok((Expr::binary(made, a, b, span), ty))
    }

    /// A value that is needed behind `next`. If more dice are rolled there, of those before only what they came
    /// to is kept, and not each of them: what they answer are the variables behind the `known` ones.
    fn kept(&self, scope: &mut Scope, value: Expr, known: usize, next: &Syntax) -> Expr {
        let has_answers = value.variables().any(|variable| variable >= known);
        let is_answer = matches!(value.kind, ExprKind::Variable(_));
        match has_answers && !is_answer && scope.face.is_none() && self.may_roll(scope, next) {
            true => scope.hold(value, Type::Number),
            false => value,
        }
    }

    /// Whether dice may be rolled in an expression, as far as its form tells.
    pub fn may_roll(&self, scope: &Scope, expression: &Syntax) -> bool {
        expression.has(&|part| match &part.kind {
            SyntaxKind::Name(name) => !scope.names.contains_key(name) && self.key_at(name).is_none(),
            SyntaxKind::Call { name, .. } => FUNCTIONS.iter().all(|(known, ..)| known != name),
            kind => kind.is_drawn() || matches!(kind, SyntaxKind::Method { .. }),
        })
    }

    /// `==` and `!=`, of numbers, truth values or labels.
    fn equality(
        &mut self,
        scope: &mut Scope,
        operator: BinaryOperator,
        [left, right]: [&Syntax; 2],
        span: &Span,
    ) -> Resolved<Typed> {
        // A label in quotes belongs to the labels of the other side.
        let is_text = |syntax: &Syntax| matches!(syntax.kind, SyntaxKind::Text(_));
        let (first, second) = if is_text(left) { (right, left) } else { (left, right) };
        let first = self.expression(scope, first, None);
        let (a, ty) = first.map_err(|error| not_of_all(operator, [left, right], error))?;
        let second = self.expression(scope, second, Some(&ty));
        let (b, other) = second.map_err(|error| with_in(operator, [left, right], error))?;
        let is_number = |ty: &Type| matches!(ty, Type::Number | Type::Truth);
        if ty != other && !(is_number(&ty) && is_number(&other)) {
            let message = format!("{} is compared with {}", ty.words(), other.words());
            return wrong(span, message, "compare labels with labels, and numbers with numbers");
        }
        let made = if operator == BinaryOperator::Equal { Operator::Equal } else { Operator::NotEqual };
        Ok((Expr::binary(made, a, b, span), Type::Truth))
    }

    /// `x in [a, b]`
    fn member(&mut self, scope: &mut Scope, left: &Syntax, list: &Syntax, span: &Span) -> Resolved<Typed> {
        let (value, ty) = self.expression(scope, left, None)?;
        let value = match value.kind {
            ExprKind::Constant(_) | ExprKind::Variable(_) | ExprKind::Key(_) => value,
            // The value is used several times.
            _ if scope.face.is_none() => scope.hold(value, ty.clone()),
            _ => value,
        };
        let items = match &list.kind {
            SyntaxKind::List(items) => {
                let item = |item: &Syntax| Ok((self.expression(scope, item, Some(&ty))?, item.outer.clone()));
                items.iter().map(item).collect::<Resolved<Vec<_>>>()?
            }
            _ => {
                let numbers = self.numbers(list)?;
                let item = |number| ((Expr::constant(number, &list.span), Type::Number), list.span.clone());
                numbers.into_iter().map(item).collect()
            }
        };
        let mut is_in: Option<Expr> = None;
        for ((item, other), place) in items {
            if other != ty && (matches!(other, Type::Label(_)) || matches!(ty, Type::Label(_))) {
                let message = format!("this is {}, and not {}", other.words(), ty.words());
                return wrong(&place, message, "make them fit");
            }
            let is_equal = Expr::binary(Operator::Equal, value.clone(), item, span);
            is_in = Some(match is_in {
                None => is_equal,
                Some(before) => Expr::binary(Operator::Or, before, is_equal, span),
            });
        }
        Ok((is_in.unwrap_or_else(|| Expr::constant(0, span)), Type::Truth))
    }

    fn conditional(
        &mut self,
        scope: &mut Scope,
        condition: Expr,
        yes: &Syntax,
        no: &Syntax,
        span: &Span,
        expected: Option<&Type>,
    ) -> Resolved<Typed> {
        scope.open();
        let yes_value = self.expression(scope, yes, expected);
        let before_yes = scope.close();
        let (yes_value, ty) = yes_value?;
        scope.open();
        let no_value = self.expression(scope, no, expected.or(Some(&ty)));
        let before_no = scope.close();
        let (no_value, other) = no_value?;
        let ty = match (ty, other) {
            (ty, other) if ty == other => ty,
            (Type::Number | Type::Truth, Type::Number | Type::Truth) => Type::Number,
            (ty, other) => {
                let message = format!("this is {} or {}", ty.words(), other.words());
                return wrong(span, message, "both sides have one type");
            }
        };
        if before_yes.is_empty() && before_no.is_empty() {
            return Ok((Expr::conditional(condition, yes_value, no_value, span), ty));
        }
        let value =
            choose(scope, condition, (before_yes, yes_value), (before_no, no_value), ty.clone(), span);
        Ok((value, ty))
    }

    fn function(
        &mut self,
        scope: &mut Scope,
        name: &str,
        arguments: &[Syntax],
        span: &Span,
    ) -> Resolved<Typed> {
        let (_, fewest, most) = FUNCTIONS.into_iter().find(|(known, ..)| *known == name).unwrap_or_default();
        if !(fewest..=most).contains(&arguments.len()) {
            if self.broken.contains(name) {
                return Err(broken(span));
            }
            let help = match arguments {
                [Syntax { kind: SyntaxKind::Roll { .. } | SyntaxKind::Sized { .. }, .. }]
                    if matches!(name, "min" | "max") =>
                {
                    format!("write `{}.{name}()` for one of the dice", arguments[0])
                }
                _ => "write min(a, b), max(a, b), abs(a), clamp(x, low, high)".to_owned(),
            };
            let message = format!("`{name}` is given {}", count(arguments.len() as u32, "number", "numbers"));
            return wrong(span, message, help);
        }
        let known = scope.routine.variables.len();
        if let "min" | "max" = name {
            let operator = if name == "min" { Operator::Min } else { Operator::Max };
            let mut value = self.number(scope, &arguments[0])?;
            for argument in &arguments[1..] {
                value = self.kept(scope, value, known, argument);
                value = Expr::binary(operator, value, self.number(scope, argument)?, span);
            }
            return Ok((value, Type::Number));
        }
        let mut numbers =
            arguments.iter().map(|argument| self.number(scope, argument)).collect::<Resolved<Vec<Expr>>>()?;
        let first = numbers.remove(0);
        let value = match name {
            "clamp" => {
                let high = numbers.pop().unwrap_or_else(|| first.clone());
                let low = numbers.pop().unwrap_or_else(|| first.clone());
                Expr::binary(Operator::Min, Expr::binary(Operator::Max, first, low, span), high, span)
            }
            _ => {
                let zero = Expr::constant(0, span);
                let negative = Expr::binary(Operator::Minus, zero, first.clone(), span);
                Expr::binary(Operator::Max, first, negative, span)
            }
        };
        Ok((value, Type::Number))
    }
}

/// The value of a conditional whose sides need statements of their own.
pub fn choose(
    scope: &mut Scope,
    condition: Expr,
    (mut yes, yes_value): (Block, Expr),
    (mut no, no_value): (Block, Expr),
    ty: Type,
    span: &Span,
) -> Expr {
    let variable = scope.variable("", ty);
    let assign = |value: Expr| {
        let span = value.span.clone();
        Statement { kind: StatementKind::Assign { variable, value }, span, turns: Vec::new() }
    };
    yes.push(assign(yes_value));
    no.push(assign(no_value));
    scope.mark(variable);
    scope.push(StatementKind::If { condition, yes, no }, span);
    Expr::variable(variable, span)
}

/// Whether two comparisons are meant to bound something from both sides, as in `x >= 2 && x <= 4`.
fn are_bounds(one: &Syntax, other: &Syntax) -> bool {
    use BinaryOperator::{Greater, GreaterOrEqual, Less, LessOrEqual};
    let operator = |syntax: &Syntax| match syntax.kind {
        SyntaxKind::Binary { operator, .. } => Some(operator),
        _ => None,
    };
    matches!(
        (operator(one), operator(other)),
        (Some(Less | LessOrEqual), Some(Greater | GreaterOrEqual))
            | (Some(Greater | GreaterOrEqual), Some(Less | LessOrEqual))
    )
}
