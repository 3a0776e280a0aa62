//! The presets that a scenario names.

use super::Document;
use crate::description::{Preset, Str, System, Value};
use crate::scenario::Problems;

impl Document {
    /// Warns of a preset of one thing that a later one of a whole person fills over: `shotgun + guard` gives the
    /// guard back his own weapon.
    pub(super) fn warn_of_hidden_presets(&self, system: &System, warnings: &mut Problems) {
        for (path, entry) in self.entries() {
            let known = |name| system.presets_at(path).find(|preset| preset.name == name);
            let named: Vec<&Preset> =
                entry.text().map(Preset::names).into_iter().flatten().filter_map(known).collect();
            for pair in named.windows(2) {
                let [narrow, broad] = [pair[0], pair[1]];
                let is_replaced = |(key, value): &(Str, Value)| {
                    broad.fills.iter().any(|(other, new)| other == key && new != value)
                };
                if narrow.fills.len() < broad.fills.len() && narrow.fills.iter().any(is_replaced) {
                    let message =
                        format!("the preset \"{}\" fills over \"{}\" here", broad.name, narrow.name);
                    let help = format!("write \"{} + {}\": the last one wins", broad.name, narrow.name);
                    warnings.push(entry.place.clone(), message, help);
                }
            }
        }
    }
}
