//! Reads the wizards of a phase, and who knows which spell.

use super::game::Wizard;
use crate::description::InputReader;

/// The maximum number of wizards.
const MOST_WIZARDS: usize = 12;

/// The wizards of the caster's side, and what each adds to casting rolls. One without a name, with the
/// modifier of `[caster]`, if the scenario has no `[[wizard]]`.
pub fn read(input: &mut InputReader) -> (Vec<Wizard>, Vec<i32>) {
    let positions = input.positions("wizard");
    if positions.is_empty() {
        let modifier = input.integer("caster.casting_modifier");
        return (vec![Wizard { name: String::new(), casts: u32::MAX }], vec![modifier]);
    }
    if let Some(&position) = positions.get(MOST_WIZARDS) {
        let message = format!("there are {} wizards", positions.len());
        input.fault(
            &format!("wizard.{position}.name"),
            message,
            format!("at most {MOST_WIZARDS} in a phase"),
        );
    }
    let (mut wizards, mut modifiers): (Vec<Wizard>, Vec<i32>) = Default::default();
    for position in positions.into_iter().take(MOST_WIZARDS) {
        let path = format!("wizard.{position}.name");
        // A missing name is reported elsewhere.
        let name = input.word(&path).map_or_else(|| format!("wizard {}", position + 1), str::to_owned);
        if name.trim().is_empty() {
            input.fault(&path, "the wizard has no name", "plans and policies name who casts");
        }
        if wizards.iter().any(|other| other.name == name) {
            let message = format!("two wizards are called \"{name}\"");
            input.fault(&path, message, "give each another name");
        }
        let casts = u32::try_from(input.integer(&format!("wizard.{position}.casts"))).unwrap_or(0);
        wizards.push(Wizard { name, casts });
        modifiers.push(input.integer(&format!("wizard.{position}.casting_modifier")));
    }
    (wizards, modifiers)
}

/// The wizards who know a spell: those whom it names, or else all.
pub fn who_know(input: &mut InputReader, spell: usize, wizards: &[Wizard]) -> Vec<usize> {
    let path = format!("spell.{spell}.wizards");
    let Some(names) = input.texts(&path) else { return (0..wizards.len()).collect() };
    if names.is_empty() {
        input.fault(&path, "nobody knows this spell", "name wizards who do, or leave the spell out");
    }
    let mut known: Vec<usize> = names.iter().filter_map(|name| named(input, &path, name, wizards)).collect();
    known.sort_unstable();
    known.dedup();
    known
}

/// The wizard of this name, which stands in the key `path`.
pub fn named(input: &mut InputReader, path: &str, name: &str, wizards: &[Wizard]) -> Option<usize> {
    let found = wizards.iter().position(|wizard| wizard.name == name && !name.is_empty());
    if found.is_none() {
        let names: Vec<&str> = wizards.iter().map(|wizard| &*wizard.name).collect();
        let help = match &*names {
            [""] => "write [[wizard]] with this name".to_owned(),
            names => format!("the wizards are: {}", names.join(", ")),
        };
        input.fault(path, format!("there is no wizard \"{name}\""), help);
    }
    found
}
