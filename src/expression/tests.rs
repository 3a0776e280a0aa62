//! Printed expressions parse back, and their values agree with an independent evaluator.

use proptest::prelude::*;
use proptest::sample::select;

use super::dialect::Dialect;
use super::syntax::{BinaryOperator, Syntax, SyntaxKind, UnaryOperator};
use super::typed::{Calculation, Numeric};
use super::*;
use crate::chance::MetricSpec;

/// A dialect with the whole grammar.
static ALL: Dialect = Dialect { without: &[], functions: &[], ..dialect::EVENT };

fn part(kind: SyntaxKind) -> Syntax {
    Syntax::new(kind, 0..0)
}

fn binary(operator: BinaryOperator, left: Syntax, right: Syntax) -> Syntax {
    let (left, right) = (Box::new(left), Box::new(right));
    part(SyntaxKind::Binary { operator, at: 0..0, left, right })
}

fn unary(operator: UnaryOperator, inner: Syntax) -> Syntax {
    part(SyntaxKind::Unary(operator, Box::new(inner)))
}

/// The expression without the positions of its parts.
fn without_places(syntax: Syntax) -> Syntax {
    let all = |items: Vec<Syntax>| items.into_iter().map(without_places).collect();
    let boxed = |syntax: Box<Syntax>| Box::new(without_places(*syntax));
    part(match syntax.kind {
        SyntaxKind::List(items) => SyntaxKind::List(all(items)),
        SyntaxKind::Unary(operator, inner) => SyntaxKind::Unary(operator, boxed(inner)),
        SyntaxKind::Binary { operator, left, right, .. } => {
            return binary(operator, *boxed(left), *boxed(right));
        }
        SyntaxKind::Conditional(parts) => SyntaxKind::Conditional(Box::new(parts.map(without_places))),
        SyntaxKind::IsSet(inner) => SyntaxKind::IsSet(boxed(inner)),
        SyntaxKind::Call { name, arguments } => SyntaxKind::Call { name, arguments: all(arguments) },
        SyntaxKind::Method { receiver, name, arguments } => {
            SyntaxKind::Method { receiver: boxed(receiver), name, arguments: all(arguments) }
        }
        SyntaxKind::Index { list, index } => SyntaxKind::Index { list: boxed(list), index: boxed(index) },
        leaf => leaf,
    })
}

/// Expressions of the whole grammar.
fn expressions() -> impl Strategy<Value = Syntax> {
    let name = || select(vec!["damage", "net_hits", "p", "is", "set"]).prop_map(str::to_owned);
    let leaf = prop_oneof![
        (0..i64::MAX).prop_map(SyntaxKind::Integer),
        (0.0..1e300).prop_map(SyntaxKind::Decimal),
        (0.0..1e-5).prop_map(SyntaxKind::Decimal),
        "[a-z ']{0,8}|[a-z \"]{0,8}".prop_map(SyntaxKind::Text),
        name().prop_map(SyntaxKind::Name),
        Just(SyntaxKind::Name("foe.0.attack".to_owned())),
    ]
    .prop_map(part);
    leaf.prop_recursive(5, 60, 4, move |inner| {
        let items = || prop::collection::vec(inner.clone(), 0..4);
        let given = (inner.clone(), inner.clone())
            .prop_map(|(what, given)| binary(BinaryOperator::Given, what, given));
        let arguments = || prop::collection::vec(prop_oneof![3 => inner.clone(), 1 => given.clone()], 0..3);
        let operators: Vec<_> =
            BinaryOperator::ALL.into_iter().filter(|operator| *operator != BinaryOperator::In).collect();
        prop_oneof![
            4 => (select(operators), inner.clone(), inner.clone())
                .prop_map(|(operator, left, right)| binary(operator, left, right)),
            1 => (inner.clone(), items()).prop_map(|(value, items)| {
                binary(BinaryOperator::In, value, part(SyntaxKind::List(items)))
            }),
            1 => (select(vec![UnaryOperator::Minus, UnaryOperator::Not]), inner.clone())
                .prop_map(|(operator, inner)| unary(operator, inner)),
            1 => [inner.clone(), inner.clone(), inner.clone()]
                .prop_map(|parts| part(SyntaxKind::Conditional(Box::new(parts)))),
            1 => inner.clone().prop_map(|inner| part(SyntaxKind::IsSet(Box::new(inner)))),
            1 => (name(), arguments())
                .prop_map(|(name, arguments)| part(SyntaxKind::Call { name, arguments })),
            1 => (inner.clone(), name(), arguments()).prop_map(|(receiver, name, arguments)| {
                part(SyntaxKind::Method { receiver: Box::new(receiver), name, arguments })
            }),
            1 => (inner.clone(), inner.clone()).prop_map(|(list, index)| {
                part(SyntaxKind::Index { list: Box::new(list), index: Box::new(index) })
            }),
        ]
    })
}

/// Arithmetic expressions of two metrics.
fn numbers() -> impl Strategy<Value = Syntax> {
    let leaf = prop_oneof![
        (0..20i64).prop_map(SyntaxKind::Integer),
        select(vec!["damage", "net_hits"]).prop_map(|name| SyntaxKind::Name(name.to_owned())),
    ]
    .prop_map(part);
    leaf.prop_recursive(3, 20, 2, |inner| {
        let operators = vec![BinaryOperator::Plus, BinaryOperator::Minus, BinaryOperator::Times];
        prop_oneof![
            (select(operators), inner.clone(), inner.clone())
                .prop_map(|(operator, left, right)| binary(operator, left, right)),
            inner.clone().prop_map(|inner| unary(UnaryOperator::Minus, inner)),
        ]
    })
}

/// Events about two metrics.
fn events() -> impl Strategy<Value = Syntax> {
    let unlike = [BinaryOperator::In, BinaryOperator::Is];
    let compares = |operator: &BinaryOperator| operator.is_relation() && !unlike.contains(operator);
    let relations: Vec<_> = BinaryOperator::ALL.into_iter().filter(compares).collect();
    let leaf = prop_oneof![
        (select(relations), numbers(), numbers())
            .prop_map(|(operator, left, right)| binary(operator, left, right)),
        (numbers(), prop::collection::vec(numbers(), 0..4))
            .prop_map(|(value, items)| { binary(BinaryOperator::In, value, part(SyntaxKind::List(items))) }),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        let operators = vec![BinaryOperator::And, BinaryOperator::Or];
        prop_oneof![
            (select(operators), inner.clone(), inner.clone())
                .prop_map(|(operator, left, right)| binary(operator, left, right)),
            inner.clone().prop_map(|inner| unary(UnaryOperator::Not, inner)),
        ]
    })
}

/// The value of one of `numbers`.
fn number(syntax: &Syntax, [damage, net_hits]: [i64; 2]) -> i128 {
    let value = |syntax| number(syntax, [damage, net_hits]);
    match &syntax.kind {
        SyntaxKind::Integer(integer) => (*integer).into(),
        SyntaxKind::Name(name) => if name == "damage" { damage } else { net_hits }.into(),
        SyntaxKind::Unary(_, inner) => -value(inner),
        SyntaxKind::Binary { operator: BinaryOperator::Plus, left, right, .. } => value(left) + value(right),
        SyntaxKind::Binary { operator: BinaryOperator::Minus, left, right, .. } => value(left) - value(right),
        SyntaxKind::Binary { left, right, .. } => value(left) * value(right),
        _ => unreachable!("numbers have nothing else"),
    }
}

/// Whether one of `events` happens.
fn happens(syntax: &Syntax, metrics: [i64; 2]) -> bool {
    let SyntaxKind::Binary { operator, left, right, .. } = &syntax.kind else {
        let SyntaxKind::Unary(_, inner) = &syntax.kind else { unreachable!("events have nothing else") };
        return !happens(inner, metrics);
    };
    let order = || number(left, metrics).cmp(&number(right, metrics));
    match operator {
        BinaryOperator::And => happens(left, metrics) & happens(right, metrics),
        BinaryOperator::Or => happens(left, metrics) | happens(right, metrics),
        BinaryOperator::Equal => order().is_eq(),
        BinaryOperator::NotEqual => order().is_ne(),
        BinaryOperator::Less => order().is_lt(),
        BinaryOperator::LessOrEqual => order().is_le(),
        BinaryOperator::Greater => order().is_gt(),
        BinaryOperator::GreaterOrEqual => order().is_ge(),
        _ => {
            let SyntaxKind::List(items) = &right.kind else { unreachable!("`in` has a list") };
            items.iter().any(|item| number(item, metrics) == number(left, metrics))
        }
    }
}

/// Two metrics and no other names.
struct TwoMetrics([MetricSpec; 2]);

impl TwoMetrics {
    fn new() -> Self {
        TwoMetrics([
            MetricSpec::integer("damage", "boxes", 0, 20),
            MetricSpec::integer("net_hits", "net", -9, 9),
        ])
    }
}

impl Scope for TwoMetrics {
    fn metrics(&self) -> &[MetricSpec] {
        &self.0
    }

    fn events(&self) -> Vec<(&str, &Event)> {
        Vec::new()
    }

    fn number(&self, _: &str) -> Result<NamedNumber, NoNumber> {
        Err(NoNumber::Unknown)
    }

    fn numbers(&self) -> Vec<&str> {
        Vec::new()
    }
}

proptest! {
    #[test]
    fn what_is_printed_reads_back(syntax in expressions()) {
        let text = syntax.to_string();
        let read = Syntax::parse(&text, &ALL);
        prop_assert_eq!(read.map(without_places), Ok(syntax), "{}", text);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[-a-z0-9.=<>!&|?:%'\"(\\[\\]) ,+*/−≥é]{0,40}") {
        for dialect in [&ALL, &dialect::EVENT, &dialect::STATISTIC] {
            let span = Syntax::parse(&text, dialect).map_or_else(|error| error.span, |syntax| syntax.outer);
            prop_assert!(text.get(span).is_some());
        }
        let scope = TwoMetrics::new();
        let _ = (Statistic::parse(&text, &scope).is_ok(), Constraint::parse(&text, &scope).is_ok());
    }

    #[test]
    fn events_hold_as_they_read(syntax in events(), damage in 0..=20i64, net_hits in -9..=9i64) {
        let text = syntax.to_string();
        let event = Event::parse(&text, TwoMetrics::new().metrics()).unwrap();
        prop_assert_eq!(event.holds(&[damage, net_hits]), happens(&syntax, [damage, net_hits]), "{}", text);
    }

    #[test]
    fn means_are_those_of_what_is_written(syntax in numbers(), rows in prop::array::uniform4((0..=20i64, -9..=9i64))) {
        let text = format!("mean({syntax}) / 2");
        let law = rows.iter().map(|(damage, net_hits)| (vec![*damage, *net_hits], 0.25)).collect();
        let law = JointLaw::new(&[], law, None, 0.0);
        let value = Statistic::parse(&text, &TwoMetrics::new()).unwrap().of(&law).value;
        let sum: i128 = rows.iter().map(|&(damage, net_hits)| number(&syntax, [damage, net_hits])).sum();
        let expected = sum as f64 / 8.0;
        prop_assert!((value - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{}: {} {}", text, value, expected);
    }

    #[test]
    fn whole_numbers_are_divided_downwards(a in -1000..1000i128, b in -9..=9i128) {
        let expected = if b == 0 { 0 } else { (a as f64 / b as f64).floor() as i128 };
        prop_assert_eq!(a.calculated(Calculation::Quotient, b), expected);
        prop_assert_eq!(i128::MIN.calculated(Calculation::Quotient, -1), i128::MAX);
    }
}

#[test]
fn a_long_chain_of_operators_is_no_deep_nesting() {
    let chain = vec!["damage == 1"; 900].join(" || ");
    assert!(Event::parse(&chain, TwoMetrics::new().metrics()).unwrap().holds(&[1, 0]));
}

#[test]
fn what_a_dialect_lacks_has_its_place() {
    let scope = TwoMetrics::new();
    for (text, place, message) in [
        ("p(damage / 2 == 1)", "/", "`/` has no meaning here"),
        ("p(max(damage, 1) == 1)", "max", "there is no metric `max`"),
        ("p(damage(1) == 1)", "damage", "`damage` is a metric, not a function"),
        ("p(damage[0] == 1)", "damage[0]", "`[ ]` has no meaning here"),
        ("p([1] == 1)", "[1]", "a list has no meaning here"),
        ("p(damage is set)", "damage is set", "`is set` has no meaning here"),
        ("p(damage.sum() > 1)", "damage.sum()", "`.sum( )` has no meaning here"),
        ("p(damage in net_hits)", "net_hits", "`in` needs a list"),
        ("p(damage in )", ")", "`in` needs a list"),
        ("p((damge) > 1)", "damge", "there is no metric `damge`"),
        ("p(damage > 1, damage > 2)", "p(damage > 1, damage > 2)", "`p( )` takes one event"),
        ("mean()", "mean()", "`mean( )` takes one number"),
        ("sd(damage | damage > 1)", "|", "`|` has no meaning here"),
        ("quantile(damage)", "quantile(damage)", "`quantile( )` takes a metric and a share"),
        ("mean damage", "damage", "`(` is missing here"),
        ("mean(damage == 1)", "damage == 1", "this is true or false, not a number"),
        ("p(damage > 1) > 0.5", "p(damage > 1) > 0.5", "a statistic is a number, and this is a comparison"),
        ("p(damage > 1) && 1", "p(damage > 1)", "this is a number, not true or false"),
        ("'deadly'", "'deadly'", "this is not a statistic"),
        ("1 ? 2 : 3", "?", "`?` has no meaning here"),
    ] {
        let error = Statistic::parse(text, &scope).expect_err(text);
        assert_eq!((&text[error.span.clone()], error.message.as_str()), (place, message), "{error:?}");
    }
    for (text, place) in [("p(damage > 1)", ""), ("p(damage > 1) != 0.5", "!="), ("1 + mean(damage)", "")] {
        let error = Constraint::parse(text, &scope).expect_err(text);
        assert_eq!(
            (&text[error.span.clone()], error.message.as_str()),
            (place, "a comparison is missing here")
        );
    }
    assert_eq!(
        Statistic::parse("1e-4 + 0", &scope).unwrap().of(&JointLaw::new(&[], Vec::new(), None, 0.0)).value,
        1e-4
    );
}
