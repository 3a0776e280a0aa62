//! Step 1: Initiative against several foes, if the dice are not kept.

use super::dice::Stress;
use super::fight::Speed;
use super::keys::MOST_FOES;
use super::score::Score;
use super::story;
use crate::chance::{Law, Merging, Procedure};

/// The Initiative scores of the hero, and of the foes who take part, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Race {
    pub hero: Score,
    pub foes: [Option<Score>; MOST_FOES],
}

/// The speeds of the foes who took part.
pub type Speeds = [Speed; MOST_FOES];

/// Initiative dice.
pub struct Racing {
    pub stress: Law<Stress>,
}

impl Procedure<Race, Speeds> for Racing {
    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<Race>) -> C::Of<Speeds> {
        chance.stage(start, |chance, Race { hero, foes }| {
            let die = chance.draw(&self.stress);
            chance.tell(|| story::initiative("the hero", hero, die));
            let total = hero.total(die);
            let mut speeds = Speeds::default();
            for (place, foe) in foes.into_iter().enumerate() {
                let Some(score) = foe else { continue };
                let speed = |die| Speed::of(score.total(die), total);
                let die = chance.draw_alike(&self.stress, speed);
                chance.tell(|| story::initiative(&story::foe(place), score, die));
                speeds[place] = speed(die);
            }
            speeds
        })
    }
}
