//! Charts of what stands at places at the end, such as the boxes of a damage track.

use super::super::program::{ChartOfRules, Expr, Followed, StatementKind, Type};
use super::super::syntax::{Chart, Span};
use super::scope::Scope;
use super::{Resolved, Resolver};
use crate::expression::wrong;

/// The maximum number of places of a chart.
const MOST_PLACES: usize = 100;

impl Resolver {
    /// `chart NAME "TITLE" for PLACE in LOW..HIGH: MARK = EXPR`: the mark of each place is followed once.
    pub fn chart(&mut self, scope: &mut Scope, chart: &Chart, span: &Span) -> Resolved<()> {
        let Chart { name, title, help, place, places, is_from_high, mark, value, condition, zones } = chart;
        if scope.blocks.len() > 1 || !scope.routine.name.is_empty() {
            let help = "write it outside of all brackets, with `where` if it is not always drawn";
            return wrong(span, "a chart cannot stand in a block", help);
        }
        if self.program.charts.iter().any(|other| other.name == name.text) {
            return wrong(
                &name.span,
                format!("there is a chart `{}` already", name.text),
                "give it another name",
            );
        }
        let places = self.numbers_between(places)?;
        if places.len() > MOST_PLACES {
            let message = format!("a chart has at most {MOST_PLACES} places");
            return wrong(&place.span, message, "divide it into several");
        }
        let zone = |(zone, [low, high]): &(String, [_; 2])| {
            Ok((zone.clone(), [self.constant(low)?, self.constant(high)?]))
        };
        let zones = zones.iter().map(zone).collect::<Resolved<Vec<_>>>()?;
        let always = || Expr::constant(1, span);
        let condition = condition.as_ref().map_or_else(|| Ok(always()), |one| self.truth(scope, one))?;
        if !condition.is_fixed() {
            return wrong(&condition.span, "this is not known before play", "it reads keys alone");
        }
        let variable = self.target(scope, place, Type::Number)?;
        scope.mark(variable);
        scope.open();
        let expected = self.labels_named(&mark.text);
        let resolved = self.expression(scope, value, expected.as_ref());
        let head = scope.close();
        let (value, ty) = resolved?;
        let Type::Label(labels) = ty else {
            let help = "declare `labels` for it, the first of them for a place without a mark";
            return wrong(&value.span, "a mark is a label", help);
        };
        let first = self.program.followed.len();
        for place in &places {
            self.program.followed.push(Followed {
                name: format!("{} {place}", name.text),
                title: String::new(),
                table: None,
                labels: labels.clone(),
                words: Vec::new(),
                least: None,
                won: 0,
                head: head.clone(),
                value: value.clone(),
                most: None,
            });
        }
        scope.open();
        scope.push(StatementKind::Chart(self.program.charts.len()), span);
        let yes = scope.close();
        scope.push(StatementKind::If { condition: condition.clone(), yes, no: Vec::new() }, span);
        self.program.charts.push(ChartOfRules {
            name: name.text.clone(),
            title: title.clone(),
            help: help.clone(),
            variable,
            columns: [&place.text, &mark.text].map(String::clone),
            places,
            is_from_high: *is_from_high,
            first,
            zones,
            condition,
        });
        Ok(())
    }
}
