//! The metrics of a round.

use super::fight::Fight;
use super::matchup::Matchup;
use super::wounds::Lost;
use crate::chance::{Metric, MetricSpec};

pub const LANDED: Metric = Metric(0);
pub const TAKEN: Metric = Metric(1);
pub const FOE_BODY_LOST: Metric = Metric(2);
pub const HERO_BODY_LOST: Metric = Metric(3);
pub const FOES_OUT: Metric = Metric(4);
pub const HERO_OUT: Metric = Metric(5);
pub const HERO_FATIGUE_LOST: Metric = Metric(6);
pub const FOE_FATIGUE_LOST: Metric = Metric(7);

/// The metrics of a round of this matchup.
pub fn round(matchup: &Matchup, before: &Fight) -> Vec<MetricSpec> {
    let foes = matchup.foes.len() as i64;
    let left = |lost: Lost| i64::from(matchup.rules.levels().saturating_sub(lost.body));
    let of_foes = before.foes[..matchup.foes.len()].iter().map(|foe| left(foe.lost)).sum();
    vec![
        MetricSpec::integer("landed", "foes hit", 0, foes).called("foes hit"),
        MetricSpec::integer("taken", "hits on the hero", 0, foes).called("hits on the hero"),
        MetricSpec::integer("foe_body_lost", "Body levels lost by all foes", 0, of_foes)
            .called("Body lost by foes"),
        MetricSpec::integer("hero_body_lost", "Body levels lost by the hero", 0, left(before.hero))
            .called("Body lost by the hero"),
        MetricSpec::integer("foes_out", "foes out by wounds of this round", 0, foes).called("foes out"),
        MetricSpec::flag("hero_out", "1 if the hero is out by wounds of this round").called("hero is out"),
        MetricSpec::flag("hero_fatigue_lost", "Fatigue levels lost by the hero")
            .called("hero loses a Fatigue level"),
        MetricSpec::integer("foe_fatigue_lost", "Fatigue levels lost by all foes", 0, foes)
            .called("Fatigue lost by foes"),
    ]
}
