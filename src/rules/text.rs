//! A rule text as a game.

use std::sync::Arc;

use super::Program;
use super::parse::is_for_use;
use crate::description::{Preset, ProcedureDescription, Str, System, Value};
use crate::expression::ExpressionError;

/// A rule text that a user has written: its procedures, in its order.
#[derive(Clone, Debug)]
pub struct RuleText {
    text: Arc<str>,
    procedures: Vec<Arc<Program>>,
}

impl RuleText {
    /// Parses a rule text.
    ///
    /// # Errors
    /// All errors, in the order of the text.
    pub fn parse(text: &str) -> Result<RuleText, Vec<ExpressionError>> {
        let procedures = Program::parse(text)?.into_iter().map(Arc::new).collect();
        Ok(RuleText { text: text.into(), procedures })
    }

    /// Whether a text has nothing but what other texts `use`, and cannot be played.
    pub fn is_for_use(text: &str) -> bool {
        is_for_use(text)
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The procedure of this name; the first one, if there is none.
    pub fn procedure(&self, name: Option<&str>) -> &Program {
        let named = self.procedures.iter().find(|one| name == one.name());
        named.unwrap_or(&self.procedures[0])
    }

    /// The procedures of the text.
    pub fn procedures(&self) -> impl Iterator<Item = &Program> {
        self.procedures.iter().map(|one| &**one)
    }

    /// Returns the game that the text describes, under this name.
    pub fn system(&self, name: &str) -> System {
        let title = &self.procedures[0].title;
        let title = if title.is_empty() { name.to_owned() } else { title.clone() };
        let system = System::new(name.to_owned(), title.clone());
        let system = self.described(&title).into_iter().fold(system, System::with);
        let sheets = self
            .procedures()
            .flat_map(|one| one.sheets.iter().map(|sheet| one.sheet_table(sheet, self.text())));
        system.presets(self.presets()).sheet(sheets.collect())
    }

    /// Describes the procedures. One that is the whole text is described by `title`.
    pub fn described(&self, title: &str) -> Vec<ProcedureDescription> {
        let presets = self.presets();
        let described = |program: &Arc<Program>| Arc::clone(program).described_procedure(title, &presets);
        self.procedures.iter().map(described).collect()
    }

    /// The presets. What several procedures have of one fills the keys of each of them.
    pub fn presets(&self) -> Vec<Preset> {
        let mut presets: Vec<Preset> = Vec::new();
        for preset in self.procedures().flat_map(Program::described_presets) {
            match presets.iter_mut().find(|known| known.key == preset.key && known.name == preset.name) {
                None => presets.push(preset),
                Some(known) => {
                    let new = |fill: &(Str, Value)| known.fills.iter().all(|(path, _)| *path != fill.0);
                    let new: Vec<_> = preset.fills.into_iter().filter(new).collect();
                    known.fills.extend(new);
                }
            }
        }
        presets
    }
}
