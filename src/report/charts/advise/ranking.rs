//! The best choices of a situation, one below another.

use plotters::prelude::DrawingBackend;

use super::super::Heading;
use super::super::amounts::{Amount, Amounts};
use super::super::measure::{Measure, interval};
use super::super::page::{MARGIN, NAME_ROOM, Page, how_many, write_name_and_help};
use super::super::surface::{Canvas, Drawn, Scene};
use crate::analysis::{Choice, Situation};
use crate::expression::StatisticName;
use crate::report::advise::which_count;

/// The picture of the best choices.
pub struct RankingChart {
    page: Page,
    name: String,
    help: String,
    amounts: Amounts,
}

const WIDTH: f64 = 860.0;

/// So many are drawn.
const MOST_CHOICES: usize = 10;

/// The room below the name.
const BELOW_NAME: f64 = 6.0;

impl RankingChart {
    /// Lays it out; `None` if no choice is feasible.
    pub fn new(
        heading: &Heading<'_>,
        situation: &Situation,
        keys: &[String],
        objective: &StatisticName,
    ) -> Option<Self> {
        let feasible = situation.choices.iter().filter(|choice| choice.feasible).count();
        let shown = &situation.choices[..feasible.min(MOST_CHOICES)];
        if shown.is_empty() {
            return None;
        }
        let measure = Measure::of(objective);
        let has_costs = shown.iter().any(|choice| choice.cost.is_some());
        let amount = |(place, choice): (usize, &Choice)| {
            let loss = choice.loss.map_or_else(String::new, |loss| measure.brief_size(loss));
            let loss = if place == 0 { "–".to_owned() } else { loss };
            let cost = choice.cost.map(|cost| Measure::Number.brief(cost));
            let cost = has_costs.then(|| cost.unwrap_or_default());
            let texts = [Some(measure.brief(choice.objective)), Some(loss), cost];
            Amount {
                name: format!("{}. {}", place + 1, heading.system.say_setting(keys, &choice.values)),
                value: choice.objective.value,
                interval: interval(choice.objective),
                marks: Vec::new(),
                texts: texts.into_iter().flatten().collect(),
                best: place == 0 && situation.has_best,
            }
        };
        let amounts: Vec<Amount> = shown.iter().enumerate().map(amount).collect();
        let scale = measure.scale(amounts.iter().flat_map(Amount::reach), 5);
        let page = Page::with_footnote(WIDTH, heading, &how_many(shown.iter().map(|choice| choice.trials)));
        let loss = format!("loss, {}", measure.unit_of_changes());
        let loss = loss.trim_end_matches([',', ' ']);
        let heads = if has_costs { &["value", loss, "cost"][..] } else { &["value", loss] };
        let which = which_count(situation);
        let help = match feasible {
            1 => format!("the only choice{which}"),
            _ if feasible > shown.len() => format!("the best {} of {feasible} choices{which}", shown.len()),
            _ => format!("all {feasible} choices{which}"),
        };
        let amounts = Amounts::new(amounts, heads, scale, page.inner_width());
        Some(RankingChart { page, name: objective.words.clone(), help, amounts })
    }

    fn contents(&self) -> f64 {
        NAME_ROOM + BELOW_NAME + self.amounts.height()
    }
}

impl Scene for RankingChart {
    fn size(&self) -> (f64, f64) {
        (WIDTH, self.page.height(self.contents()))
    }

    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        self.page.draw(canvas, self.contents())?;
        write_name_and_help(canvas, &self.page, &self.name, &self.help)?;
        self.amounts.draw(canvas, MARGIN, self.page.top() + NAME_ROOM + BELOW_NAME)
    }
}
