//! `cast-order`: the order in which casters act. There are no dice.

use crate::chance::{Merging, Procedure, Tables};
use crate::description::words::count;
use crate::description::{CheckedInput, Datum, InputReader, Prepared, Ready, SideTable};

/// The kinds of spells, in the order in which they are cast.
const KINDS: [&str; 3] = ["fast-cast", "spontaneous", "formulaic"];

/// A caster.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Caster {
    name: String,
    /// The index of the spell's kind in [`KINDS`].
    kind: usize,
    /// Quickness + Finesse + Encumbrance.
    total: i32,
}

/// A procedure without dice: the order is known in advance.
struct Known;

impl Procedure for Known {
    #[inline]
    fn resolve<C: Merging>(&self, _chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        start
    }
}

/// Sorts the casters.
pub fn prepare(input: &CheckedInput) -> Prepared {
    let mut input = InputReader::new(input);
    let mut casters: Vec<Caster> = input
        .positions("caster")
        .into_iter()
        .map(|position| {
            let path = |key: &str| format!("caster.{position}.{key}");
            let value = |key| input.integer(&path(key));
            let kind = input.word(&path("kind"));
            Caster {
                name: input.word(&path("name")).unwrap_or_default().to_owned(),
                kind: KINDS.iter().position(|name| Some(*name) == kind).unwrap_or(0),
                total: value("quickness") + value("finesse") + value("encumbrance"),
            }
        })
        .collect();
    for position in input.positions("caster") {
        let path = format!("caster.{position}.name");
        if input.word(&path).is_some_and(|name| name.trim().is_empty()) {
            input.fault(&path, "this caster has no name", "write name = \"Marcus\"");
        }
    }
    if casters.is_empty() {
        input.fault("caster", "there is no caster", "write [[caster]] for each");
    }
    casters.sort_by_key(|caster| (caster.kind, std::cmp::Reverse(caster.total)));
    let choices = count(casters.len() as u32, "caster", "casters");
    let ready = Ready {
        tables: vec![SideTable::new("order.csv", ["position", "name", "kind", "total"], move || {
            order(&casters)
        })],
        ..Ready::new(Known, Tables::default(), choices)
    };
    input.finish(ready)
}

/// The rows of the table. Equal casters act together and share the position after all who act before
/// them.
fn order(casters: &[Caster]) -> Vec<Vec<Datum>> {
    let rank = |caster: &Caster| (caster.kind, caster.total);
    casters
        .iter()
        .map(|caster| {
            let before = casters.iter().take_while(|other| rank(other) != rank(caster)).count();
            vec![
                Datum::Integer(before as i64 + 1),
                Datum::Text(caster.name.clone()),
                Datum::Text(KINDS[caster.kind].to_owned()),
                Datum::Integer(caster.total.into()),
            ]
        })
        .collect()
}
