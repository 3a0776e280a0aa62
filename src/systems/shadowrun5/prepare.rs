//! Prepares one of the step tables, with its distributions, from a checked scenario.

use super::choice::Choice;
use super::dice::{self, Edge};
use super::metric::Boxes;
use super::metric::{self, Reach};
use super::presets::needs_touch;
use super::scene::{Course, Scene};
use super::single::Single;
use super::step;
use super::table::{Direct, Indirect, IndirectArea, Scatter, Table};
use super::target::Target;
use crate::chance::{MetricSpec, Tables};
use crate::description::{CheckedInput, Prepared, Ready};

/// A step table that can be prepared for a scenario.
pub trait PrepareTable: Table + Sized {
    /// The name of its kind of spell.
    const NAME: &str;

    /// The parts of the table that a casting refers to.
    const COURSE: Course;

    /// Reads the table for a target and a Force.
    fn read(scene: &mut Scene, target: &Target, force: i32) -> Self;

    /// What its results rest on though the source text is silent about it, in words.
    fn reading(_: &mut Scene) -> Option<&'static str> {
        None
    }

    /// The greatest values of its metrics, except those of the casting, with at most this many hits.
    fn reach(&self, hits: i32) -> Reach;

    /// The metrics of one spell at one target.
    fn metrics(reach: &Reach) -> Vec<MetricSpec> {
        metric::single(reach)
    }
}

impl PrepareTable for Direct {
    const NAME: &str = "Direct spell";

    // "No need to continue" appears only in the indirect tables.
    const COURSE: Course = Course { steps: step::direct, glitch: metric::GLITCH, may_miss: false };

    fn read(scene: &mut Scene, target: &Target, _force: i32) -> Self {
        let boxes = if target.kind.is_living() { scene.boxes } else { Boxes::Physical };
        Direct { resistance: target.resistance(scene), boxes }
    }

    fn reach(&self, hits: i32) -> Reach {
        Reach { hits, opposed_hits: self.resistance.most_hits(), damage: hits, drain: 0, open: false }
    }
}

impl PrepareTable for Indirect {
    const NAME: &str = "Indirect spell";

    const COURSE: Course = Course { steps: step::indirect, glitch: metric::GLITCH, may_miss: true };

    fn read(scene: &mut Scene, target: &Target, force: i32) -> Self {
        Indirect { defense: target.defense(scene), strike: target.strike(scene, force) }
    }

    fn reach(&self, hits: i32) -> Reach {
        Reach {
            hits,
            opposed_hits: self.defense.most_hits(),
            damage: self.strike.force + hits,
            drain: 0,
            open: false,
        }
    }
}

impl PrepareTable for IndirectArea {
    const NAME: &str = "Indirect area spell";

    const COURSE: Course =
        Course { steps: step::indirect_area, glitch: metric::GLITCH_OF_AREA, may_miss: true };

    fn read(scene: &mut Scene, target: &Target, force: i32) -> Self {
        let scatter = Scatter {
            one_die: dice::metres(1),
            two_dice: dice::metres(2),
            minus_hits: scene.input.is("rules.scatter", "minus-hits"),
            radius: scene.input.flag("rules.scatter_miss").then_some(force),
        };
        let counterspelling = target.area_defense(scene);
        IndirectArea { scatter, counterspelling, strike: target.strike(scene, force) }
    }

    fn reading(scene: &mut Scene) -> Option<&'static str> {
        let is_dodged = scene.input.word("rules.area_defense") == Some("reaction+intuition");
        (!is_dodged).then_some("nobody dodges a blast (rules.area_defense)")
    }

    fn reach(&self, hits: i32) -> Reach {
        let damage = self.strike.force + (hits - 3).max(0);
        Reach { hits, opposed_hits: self.counterspelling.most_hits(), damage, drain: 0, open: false }
    }

    fn metrics(reach: &Reach) -> Vec<MetricSpec> {
        metric::area(reach)
    }
}

/// Prepares one spell at one target.
pub fn single<T: PrepareTable>(input: &CheckedInput) -> Prepared {
    let mut scene = Scene::read(input);
    let choice =
        Choice { force: scene.input.integer("choice.force"), reagents: scene.input.find("choice.reagents") };
    scene.check_force("choice.force", choice.force);
    let target = Target::read(&mut scene, "target".to_owned());
    let table = T::read(&mut scene, &target, choice.force);
    let edge = scene.edge_use();
    let steps = (T::COURSE.steps)(choice.reagents.is_some());
    let casting = scene.casting(choice, edge, None, &T::COURSE, &steps);
    let open = edge.casting == Edge::Push;
    let reach = Reach { drain: casting.drain.value, open, ..table.reach(casting.most_hits()) };
    let tables = Tables::new(T::metrics(&reach), steps);
    let choices = format!(
        "{} at {} against {}{}",
        scene.spell_words(T::NAME),
        choice.words(),
        target.kind.words(),
        edge.words()
    );
    let is_touch = input.preset("spell.preset").is_some_and(needs_touch);
    let readings = [
        is_touch.then_some("the caster has to touch the target, and no roll for that is in the text"),
        (scene.boxes == Boxes::Stun && !target.kind.is_living())
            .then_some("a stun spell does physical damage to what is not alive"),
        T::reading(&mut scene),
    ];
    let reading = readings.into_iter().flatten().collect::<Vec<_>>().join("; ");
    let wounds = scene.input.integer("caster.wound_penalty");
    let pools = scene.pools(wounds);
    scene.input.finish(Ready { reading, pools, ..Ready::new(Single { casting, table }, tables, choices) })
}
