//! Prepares a sequence of casts from a checked scenario.

use std::sync::Arc;

use super::super::prepare::PrepareTable;
use super::super::scene::Scene;
use super::super::step;
use super::super::table::{Direct, Indirect, IndirectArea, Table};
use super::fight::Fight;
use super::monitor::{Condition, Marks, Monitor};
use super::offered::Offered;
use super::opponents::Rows;
use super::spells::{AtEach, AtOne, Paying, Spells, Throwing};
use super::worth::Worth;
use super::{CASTS, CLEARED, Casts, ENDINGS, metrics, tables};
use crate::chance::{Inner, Objective, Playable, Tables};
use crate::description::{CheckedInput, Datum, DerivedValue, DerivedValues, InputReader, Prepared, Ready};

/// Prepares a sequence of casts.
pub fn casts(input: &CheckedInput) -> Prepared {
    match InputReader::new(input).word("spell.table") {
        Some("indirect") => prepare::<Indirect>(input),
        Some("indirect-area") => prepare::<IndirectArea>(input),
        _ => prepare::<Direct>(input),
    }
}

fn prepare<T: PrepareTable>(input: &CheckedInput) -> Prepared {
    let mut scene = Scene::read(input);
    let area = strikes_all(&mut scene);
    let rows = Rows::read(&mut scene);
    let (monitor, marks) = caster(&mut scene);
    let most = scene.input.integer("choice.casts") as u32;
    let drams = scene.input.find("caster.drams").map(i32::unsigned_abs);
    let offered = Offered::read(&mut scene, drams);
    let worth = Worth::read(&mut scene.input, offered.is_best());
    let spells = offered.spells(&mut scene, &monitor, &T::COURSE);
    let kinds = rows.kinds::<T>(&mut scene, &offered.forces());
    let spells = Arc::new(Spells { spells, kinds });
    let opponents = rows.places();
    let words =
        format!("{} {}, {}, {most} at most", scene.spell_words(T::NAME), rows.words(), offered.words());
    let casts = Casts::<T> {
        throwing: Inner::new(Throwing(Arc::clone(&spells))),
        at_each: Inner::new(AtEach(Arc::clone(&spells))),
        at_one: Inner::new(AtOne(Arc::clone(&spells))),
        paying: Inner::new(Paying(Arc::clone(&spells))),
        area,
        monitor,
        before: Fight::new(marks, opponents.len(), drams, offered.edge_casts),
        most,
        worth: worth.unwrap_or_default(),
        names: rows.names(),
        caster: offered.caster(&spells.spells),
        opponents,
        spells,
    };
    let tables = Tables::new(metrics::metrics(&casts, worth), step::casts(offered.steps(&T::COURSE)))
        .with_indicators(ENDINGS * most as usize + 1, &[CASTS, CLEARED]);
    let played = casts.opponents.len();
    let mut ready = if offered.is_best() {
        let objective = Objective { sizes: casts.sizes(), ..worth.unwrap_or_default().objective() };
        let casts = Arc::new(Playable::new(casts, tables.with_objective(objective)));
        Ready {
            derived: value(Arc::clone(&casts)),
            best_play: tables::best_play(Arc::clone(&casts), played),
            tables: vec![tables::policy(Arc::clone(&casts), played)],
            ..Ready::of(casts, words)
        }
    } else {
        Ready::new(casts, tables, words)
    };
    ready.tables.push(tables::casts(most as usize));
    ready.pools = scene.pools(0);
    scene.input.finish(ready)
}

/// Whether the spell strikes all standing opponents.
fn strikes_all(scene: &mut Scene) -> bool {
    let input = &mut scene.input;
    match input.word("spell.table") {
        Some("indirect-area") => true,
        Some("indirect") => false,
        Some(_) => input.flag("spell.area"),
        None => {
            let help =
                "write \"direct\", \"indirect\" or \"indirect-area\", or name a spell with `spell.preset`";
            input.fault("spell.table", "`spell.table` is missing", help);
            false
        }
    }
}

/// The caster's monitor, and the boxes marked on it at the start.
fn caster(scene: &mut Scene) -> (Monitor, Marks) {
    let input = &mut scene.input;
    let attributes = [
        ("caster.willpower", input.integer("caster.willpower")),
        ("caster.body", input.integer("caster.body")),
    ];
    let monitor = Monitor::living(input, attributes);
    let [stun, physical] =
        ["caster.stun", "caster.physical"].map(|key| input.integer(key).clamp(0, u8::MAX.into()) as u8);
    let marks = Marks { stun, physical };
    let down = match monitor.condition(marks) {
        Condition::Standing => return (monitor, marks),
        Condition::Unconscious => ("caster.stun", "unconscious", monitor.stun.unwrap_or_default()),
        Condition::Dying => ("caster.physical", "dying", monitor.physical),
    };
    let (key, state, boxes) = down;
    input.fault(
        key,
        format!("the caster is {state} at the start"),
        format!("fewer than the {boxes} boxes of the monitor"),
    );
    (monitor, marks)
}

/// The value of the sequence with the best choices.
fn value<T: Table>(casts: Arc<Playable<Casts<T>>>) -> DerivedValues {
    DerivedValues::new(Box::new(move || {
        // When the value is requested, the sequence has already been solved.
        let value = casts.policy().map(|policy| DerivedValue {
            name: "value".into(),
            title: "value of the sequence".into(),
            text: format!("{:.4}", policy.value),
            value: Datum::Number(policy.value),
        });
        value.into_iter().collect()
    }))
}
