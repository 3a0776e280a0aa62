//! `missile`: one shot or throw.

use super::attack::{Attack, Blow, Saving};
use super::dice::{Pair, pair, stress};
use super::score::Score;
use super::step;
use super::wounds::{Wounds, lost};
use crate::chance::{Law, Merging, Metric, MetricSpec, Procedure, Tables};
use crate::description::words::signed;
use crate::description::{CheckedInput, InputReader, Prepared, Ready};

const HIT: Metric = Metric(0);
const BODY_LOST: Metric = Metric(1);
const OUT: Metric = Metric(2);

/// One shot or throw at a mark.
struct Missile {
    shot: Attack,
    wounds: Wounds,
    pair: Law<Pair>,
}

impl Procedure for Missile {
    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        chance.stage(start, |chance, ()| {
            let Missile { shot, wounds, .. } = self;
            chance.note(step::SHOT, String::new);
            let pair = chance.draw_alike(&self.pair, |pair| (pair.botches(), shot.blow(wounds, pair)));
            chance.tell(|| shot.words(wounds, pair));
            let blow = shot.blow(wounds, pair);
            let levels = blow.levels();
            chance.record(HIT, blow != Blow::Miss);
            chance.note(step::DAMAGE, || {
                format!("the mark {}", wounds.suffered(levels, wounds.levels() - shot.left + levels))
            });
            chance.record(BODY_LOST, levels);
            chance.record(OUT, levels == shot.left);
        })
    }
}

/// Prepares a shot.
pub fn prepare(input: &CheckedInput) -> Prepared {
    let mut input = InputReader::new(input);
    let wounds = Wounds::read(&mut input);
    let body_lost = lost(&mut input, &wounds, "mark", "body_lost");
    let left = wounds.levels() - body_lost;
    let modifier = input.integer("mark.modifier") + wounds.penalty(body_lost);
    let shot = Attack {
        attack: Score { base: input.integer("shooter.attack"), modifier: input.integer("shooter.modifier") },
        defense: Score { base: input.integer("mark.defense"), modifier },
        damage: input.integer("shooter.damage"),
        soak: input.integer("mark.soak"),
        left,
        saving: Saving::None,
    };
    let choices = format!(
        "Attack {} and Damage {} against Defense {} and Soak {}",
        signed(shot.attack.sum()),
        signed(shot.damage),
        signed(shot.defense.sum()),
        signed(shot.soak)
    );
    let metrics = vec![
        MetricSpec::flag("hit", "1 if it hits").called("missile hits"),
        MetricSpec::integer("body_lost", "Body levels that the mark loses", 0, left.into())
            .called("Body levels lost"),
        MetricSpec::flag("out", "1 if the mark is out").called("mark is out"),
    ];
    let pair = pair(&stress(wounds.botch_dice));
    let missile = Missile { shot, wounds, pair };
    input.finish(Ready::new(missile, Tables::new(metrics, step::missile()), choices))
}
