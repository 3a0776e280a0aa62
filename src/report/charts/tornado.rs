//! Tornado charts: the effects of rules on statistics as bars to both sides of 0, largest first.

use super::language::*;
use crate::analysis::{Attributed, Effect};
use crate::report::attribute::{NamedAttribution, RuleEffect, may_be_none};
use crate::report::number::{Digits, Measure, Scale};
use crate::stats::Estimate;

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
    let is_only = attribution.rules.len() == 1;
    let what = if is_only { "the change" } else { "share of the whole difference" };
    let mut samples = vec![(Sample::Bar, format!("{what}: less, more"))];
    if !is_only {
        samples.push((Sample::Sign(Sign::Ring), format!("alone: as the only change of {base}")));
        samples.push((Sample::Sign(Sign::Diamond), format!("as the last step to {house}")));
    }
    if attribution.trials.is_some() {
        samples.push((
            Sample::Whisker,
            format!("95\u{a0}% interval of the {}", if is_only { "change" } else { "share" }),
        ));
    }
    page.key(samples);
    let is_unsure = |effect: &Effect| effect.share.is_sampled() && may_be_none(effect.share);
    if attribution.statistics.iter().flat_map(|one| &one.effects).any(is_unsure) {
        page.notes(&["grey: the sample does not tell that there is any difference"], 1, 4.0);
    }
    let all = attribution.statistics.iter().map(|one| (one, Bars::new(named, one)));
    let (all, alike): (Vec<_>, Vec<_>) = all.partition(|(_, bars)| !bars.rows.is_empty());
    // Changes of chances are compared, so that they share an axis; those of numbers have units of their own.
    let chances = all.iter().filter(|one| one.1.measure == Measure::Chance);
    let chances = Scale::of_changes(Measure::Chance, chances.flat_map(|one| reach(&one.1.rows)), 6);
    for (statistic, bars) in &all {
        let scale = match bars.measure {
            Measure::Chance => chances.clone(),
            measure => Scale::of_changes(measure, reach(&bars.rows), 6),
        };
        page.add(panel(named, statistic, bars, &scale, room), 22.0);
    }
    page.notes(&notes(named, alike.iter().map(|one| one.0)), 3, 0.0);
    Some(page.finish(&how_many([attribution.trials].into_iter())))
}

/// The notes below the panels. No rule makes a difference to the statistics that are `alike`.
fn notes<'a>(named: &NamedAttribution<'_>, alike: impl Iterator<Item = &'a Attributed>) -> Vec<String> {
    let value = |one: &Attributed| format!("{}: {}", one.name.words, Measure::of(&one.name).brief(one.base));
    let alike: Vec<String> = alike.map(value).collect();
    let alike = (!alike.is_empty()).then(|| format!("No difference: {}", alike.join("; ")));
    let shares = "a share is what the rule adds on average over all orders in which the rules may come";
    let orders = named.attribution.orders.map(|orders| format!("; {orders} orders were drawn"));
    let shares = format!("{shares}{}", orders.unwrap_or_default());
    let shares = (named.attribution.rules.len() > 1).then_some(shares);
    [alike, shares, named.unread()].into_iter().flatten().collect()
}

/// The effects on one statistic.
struct Bars {
    measure: Measure,
    rows: Vec<Row>,
    /// The note on rules without an effect.
    idle: Option<String>,
}

impl Bars {
    fn new(named: &NamedAttribution<'_>, statistic: &Attributed) -> Bars {
        let measure = Measure::of(&statistic.name);
        let (effects, idle) = named.by_share(statistic);
        let (shown, others) = effects.split_at(effects.len().min(MOST_RULES));
        let mut rows: Vec<Row> = shown.iter().map(|one| row(named, measure, one)).collect();
        if !others.is_empty() {
            let value: f64 = others.iter().map(|one| one.effect.share.value).sum();
            let bar = RowBar::new(value, vec![measure.say_change(value)]);
            rows.push(Row::new(format!("{} others together", others.len()), bar));
        }
        Bars { measure, rows, idle }
    }
}

/// The panel of one statistic.
fn panel(
    named: &NamedAttribution<'_>,
    statistic: &Attributed,
    bars: &Bars,
    scale: &Scale,
    width: f64,
) -> Picture {
    let measure = bars.measure;
    let ends = named.ends(statistic, Measure::brief);
    let change = measure.change_and_error(statistic.house.less(statistic.base), Digits::Few);
    let ends = format!("{ends}: {change} {}", measure.unit_of_changes());
    let mut panel = name(&statistic.name.words, width);
    panel.below(lines(&wrap(&ends, NORMAL, width, 1), NORMAL, ink::FAINT_TEXT, 18.0, 10.0), 0.0);
    let heads =
        if named.attribution.rules.len() == 1 { &["change"][..] } else { &["share", "alone", "as the last"] };
    let style = RowStyle { texts: SMALL, name_share: 0.38, least_height: 24.0, heads, ..RowStyle::NORMAL };
    panel.below(rows(&bars.rows, Some(scale), &style, width), 0.0);
    panel.height += 6.0;
    panel.below(small_print(bars.idle.as_slice(), width, 3), 0.0);
    panel
}

fn row(named: &NamedAttribution<'_>, measure: Measure, one: &RuleEffect<'_>) -> Row {
    let RuleEffect { rule, effect, .. } = *one;
    let [base, house] = named.values(rule);
    // Taking a rule back undoes what it adds after all others.
    let (share, alone) = (effect.share, effect.added_alone);
    let last = Estimate::exactly(0.0).less(effect.taken_alone);
    let (changes, signs) = match named.attribution.rules.len() {
        1 => (vec![share], Vec::new()),
        _ => (vec![share, alone, last], vec![(Sign::Diamond, last.value), (Sign::Ring, alone.value)]),
    };
    let texts = changes.into_iter().map(|change| measure.change_and_error(change, Digits::Few)).collect();
    let look = if may_be_none(share) { Look::Grey } else { Look::Bar };
    let bar = RowBar { signs, look, ..RowBar::new(share, texts) };
    Row::new(format!("{}: {base} → {house}", named.label(rule)), bar)
}
