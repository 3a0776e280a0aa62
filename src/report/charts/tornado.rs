//! Tornado charts: the effects of rules on statistics as bars to both sides of 0, largest first.

use super::language::*;
use crate::analysis::Attributed;
use crate::report::attribute::{NamedAttribution, RuleEffect};
use crate::report::number::{Measure, Scale};

/// The maximum number of rules with a bar of their own.
const MOST_RULES: usize = 20;

/// Draws an attribution. Returns `None` if no rule differs, or there are no statistics.
pub fn tornado(heading: &Heading<'_>, named: &NamedAttribution<'_>) -> Option<Picture> {
    let NamedAttribution { names: [base, house], attribution, .. } = *named;
    if attribution.rules.is_empty() || attribution.statistics.is_empty() {
        return None;
    }
    let mut page = Page::new(WIDE, heading, named.headline().as_deref());
    let room = page.room();
    page.key(vec![
        (Sample::Bar, "share of the whole difference".to_owned()),
        (
            Sample::Whisker,
            format!("from its effect as the only change of {base} to its effect as the last step to {house}"),
        ),
    ]);
    for statistic in &attribution.statistics {
        page.add(panel(named, statistic, room), 22.0);
    }
    page.notes(&notes(named), 3, 0.0);
    Some(page.finish(&how_many([attribution.trials].into_iter())))
}

/// The notes below the panels.
fn notes(named: &NamedAttribution<'_>) -> Vec<String> {
    let shares = "a share is what the rule adds on average over all orders in which the rules may come";
    let orders = named.attribution.orders.map(|orders| format!("; {orders} orders were drawn"));
    let shares = format!("{shares}{}", orders.unwrap_or_default());
    [Some(shares), named.unread()].into_iter().flatten().collect()
}

/// The panel of one statistic.
fn panel(named: &NamedAttribution<'_>, statistic: &Attributed, width: f64) -> Picture {
    let measure = Measure::of(&statistic.name);
    let ends = named.ends(statistic, Measure::brief);
    let change = measure.say_change(statistic.house.less(statistic.base));
    let ends = format!("{ends}: {change} {}", measure.unit_of_changes());
    let mut panel = name(&statistic.name.words, width);
    panel.below(lines(&wrap(&ends, NORMAL, width, 1), NORMAL, ink::FAINT_TEXT, 18.0, 10.0), 0.0);
    let (effects, idle) = named.by_share(statistic);
    let (shown, others) = effects.split_at(effects.len().min(MOST_RULES));
    let mut bars: Vec<Row> = shown.iter().map(|one| row(named, measure, one)).collect();
    if !others.is_empty() {
        let value: f64 = others.iter().map(|one| one.effect.share.value).sum();
        let bar = RowBar::new(value, vec![measure.say_change(value)]);
        bars.push(Row::new(format!("{} others together", others.len()), bar));
    }
    if !bars.is_empty() {
        let scale = Scale::of_changes(measure, reach(&bars), 6);
        let heads = &["share", "alone", "as the last"];
        let style =
            RowStyle { texts: SMALL, name_share: 0.38, least_height: 24.0, heads, ..RowStyle::default() };
        panel.below(rows(&bars, Some(&scale), &style, width), 0.0);
        panel.height += 6.0;
    }
    panel.below(small_print(idle.as_slice(), width, 3), 0.0);
    panel
}

fn row(named: &NamedAttribution<'_>, measure: Measure, one: &RuleEffect<'_>) -> Row {
    let RuleEffect { rule, effect, .. } = *one;
    let [base, house] = named.values(rule);
    // Taking a rule back undoes what it adds after all others.
    let (share, alone, last) = (effect.share, effect.added_alone, effect.taken_alone.times(-1.0));
    let texts = [share, alone, last].map(|change| measure.say_change(change)).to_vec();
    let range = Some([alone.value, last.value]);
    let bar = RowBar { range, ..RowBar::new(share, texts) };
    Row::new(format!("{}: {base} → {house}", named.label(rule)), bar)
}
