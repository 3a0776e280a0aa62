//! What each rule does to statistics: bars from 0 either way, the greatest first.

use plotters::prelude::DrawingBackend;

use super::Heading;
use super::amounts::{Amount, Amounts};
use super::key::{Key, Sample};
use super::measure::{Measure, interval};
use super::page::{MARGIN, NAME, NAME_ROOM, NORMAL, NOTE_LINE, Page, SMALL, how_many, write_notes};
use super::signs::Sign;
use super::surface::{Anchor, Canvas, Drawn, Scene, ink};
use super::wording::{shorten, wrap};
use crate::analysis::{Attributed, Effect, Rule};
use crate::report::attribute::NamedAttribution;

/// The picture of an attribution.
pub struct TornadoChart {
    page: Page,
    key: Key,
    panels: Vec<Panel>,
    notes: Vec<String>,
}

/// What the rules do to one statistic.
struct Panel {
    name: String,
    ends: String,
    /// `None` where no rule makes a difference.
    amounts: Option<Amounts>,
    notes: Vec<String>,
}

const WIDTH: f64 = 980.0;

/// The room below the key, the lines that name a panel, and below it.
const BELOW_KEY: f64 = 16.0;
const NAMES: f64 = NAME_ROOM + 18.0;
const BELOW: f64 = 22.0;

/// The room above the rules that make no difference.
const ABOVE_NOTES: f64 = 6.0;

/// The most rules that are drawn one by one.
const MOST_RULES: usize = 20;

impl TornadoChart {
    /// Lays it out; `None` if no rule differs, or nothing was asked.
    pub fn new(heading: &Heading<'_>, named: &NamedAttribution<'_>) -> Option<Self> {
        let NamedAttribution { names: [base, house], attribution, .. } = *named;
        if attribution.rules.is_empty() || attribution.statistics.is_empty() {
            return None;
        }
        let page = Page::with_footnote(WIDTH, heading, &how_many([attribution.trials].into_iter()));
        let room = page.inner_width();
        let key = vec![
            (Sample::Bar, "share of the whole difference".to_owned()),
            (Sample::Sign(Sign::Down), format!("added alone, to {base}")),
            (Sample::Sign(Sign::Up), format!("taken back, from {house}")),
        ];
        let panel = |statistic: &Attributed| Panel::new(named, statistic, room);
        let panels = attribution.statistics.iter().map(panel).collect();
        let notes = notes(named).iter().flat_map(|note| wrap(note, SMALL, room, 3)).collect();
        Some(TornadoChart { page, key: Key::new(key, room), panels, notes })
    }

    fn panels_height(&self) -> f64 {
        let panels = self.panels.iter().map(Panel::height);
        self.key.height() + BELOW_KEY + panels.sum::<f64>()
    }

    fn contents(&self) -> f64 {
        self.panels_height() + NOTE_LINE * self.notes.len() as f64
    }
}

/// What the reader must know besides.
fn notes(named: &NamedAttribution<'_>) -> Vec<String> {
    let shares = "a share is what the rule adds on average over all orders in which the rules may come";
    let orders = named.attribution.orders.map(|orders| format!("; {orders} orders were drawn"));
    let shares = format!("{shares}{}", orders.unwrap_or_default());
    [Some(shares), named.unread()].into_iter().flatten().collect()
}

impl Panel {
    fn new(named: &NamedAttribution<'_>, statistic: &Attributed, width: f64) -> Self {
        let measure = Measure::of(&statistic.name);
        let ends = format!(
            "{}: {} {}",
            named.ends(statistic, Measure::brief),
            measure.brief_change(statistic.house.value - statistic.base.value),
            measure.unit_of_changes(),
        );
        let all = named.attribution.rules.iter().zip(&statistic.effects);
        let (idle, mut effects): (Vec<_>, Vec<_>) = all.partition(|(_, effect)| effect.is_none());
        let idle: Vec<String> = idle.iter().map(|(rule, _)| named.label(rule)).collect();
        let idle = (!idle.is_empty()).then(|| format!("no difference: {}", idle.join(", ")));
        let notes = idle.iter().flat_map(|note| wrap(note, SMALL, width, 3)).collect();
        let size = |effect: &Effect| Some(effect.share.value.abs()).filter(|size| size.is_finite());
        effects.sort_by(|a, b| size(b.1).unwrap_or(-1.0).total_cmp(&size(a.1).unwrap_or(-1.0)));
        let (shown, others) = effects.split_at(effects.len().min(MOST_RULES));
        let mut amounts: Vec<Amount> =
            shown.iter().map(|(rule, effect)| amount(named, measure, rule, effect)).collect();
        if !others.is_empty() {
            let value: f64 = others.iter().map(|(_, effect)| effect.share.value).sum();
            amounts.push(Amount {
                name: format!("{} others together", others.len()),
                value,
                texts: vec![measure.brief_change(value)],
                ..Amount::default()
            });
        }
        let scale = measure.scale(amounts.iter().flat_map(Amount::reach).chain([0.0]), 6);
        let amounts = (!amounts.is_empty())
            .then(|| Amounts::new(amounts, &["share", "added alone", "taken back"], scale, width));
        Panel { name: statistic.name.words.clone(), ends: ends.trim_end().to_owned(), amounts, notes }
    }

    /// The height down to the notes.
    fn amounts_bottom(&self) -> f64 {
        NAMES + self.amounts.as_ref().map_or(0.0, |amounts| amounts.height() + ABOVE_NOTES)
    }

    fn height(&self) -> f64 {
        self.amounts_bottom() + NOTE_LINE * self.notes.len() as f64 + BELOW
    }

    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, top: f64, width: f64) -> Drawn {
        let name = shorten(&self.name, NAME, width);
        canvas.write(&name, (MARGIN, top + 12.0), Anchor::Start, NAME, ink::TEXT)?;
        let ends = shorten(&self.ends, NORMAL, width);
        canvas.write(&ends, (MARGIN, top + 30.0), Anchor::Start, NORMAL, ink::FAINT_TEXT)?;
        if let Some(amounts) = &self.amounts {
            amounts.draw(canvas, MARGIN, top + NAMES)?;
        }
        write_notes(canvas, &self.notes, top + self.amounts_bottom())
    }
}

fn amount(named: &NamedAttribution<'_>, measure: Measure, rule: &Rule, effect: &Effect) -> Amount {
    let [base, house] = named.values(rule);
    let (alone, back) = (effect.added_alone.value, effect.taken_alone.value);
    let value = effect.share.value;
    Amount {
        name: format!("{}: {base} → {house}", named.label(rule)),
        value,
        interval: interval(effect.share),
        marks: vec![(Sign::Down, alone), (Sign::Up, back)],
        texts: [value, alone, back].map(|change| measure.brief_change(change)).to_vec(),
        best: false,
    }
}

impl Scene for TornadoChart {
    fn size(&self) -> (f64, f64) {
        (WIDTH, self.page.height(self.contents()))
    }

    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        self.page.draw(canvas, self.contents())?;
        let mut top = self.page.top();
        write_notes(canvas, &self.notes, top + self.panels_height())?;
        self.key.draw(canvas, MARGIN, top)?;
        top += self.key.height() + BELOW_KEY;
        for panel in &self.panels {
            panel.draw(canvas, top, self.page.inner_width())?;
            top += panel.height();
        }
        Ok(())
    }
}
