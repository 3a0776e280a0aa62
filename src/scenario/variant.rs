//! Named changes of a scenario.

use std::sync::Arc;

use super::check::is_variant_name;
use super::document::Document;
#[cfg(feature = "cli")]
use super::document::rules::RULES;
use super::written::Written;
use super::{Place, Problems, SourceText};
use crate::expression::nearest;

impl Document {
    /// The names of the variants that the file has, in its order.
    pub fn variant_names(&self) -> Vec<String> {
        self.positions("variant").into_iter().filter_map(|position| self.name_of_variant(position)).collect()
    }

    /// A variant of the file by its `NAME`, or one written as
    /// `NAME: KEY=VALUE, KEY=VALUE …`.
    pub fn variant(&self, argument: &str) -> Result<Document, Problems> {
        self.variant_of("--variant", argument)
    }

    /// A variant as of [`Document::variant`]; `option` names the argument in messages.
    pub fn variant_of(&self, option: &str, argument: &str) -> Result<Document, Problems> {
        let source = Arc::new(SourceText::new(option, argument));
        let whole = Place { source: source.clone(), span: 0..argument.len() };
        let mut document = self.without_variants();
        let Some((name, changes)) = argument.split_once(':') else {
            if let Some(set) = self.changes_of(argument.trim()) {
                document.apply(set);
                document.variant = Some(argument.trim().to_owned());
                return Ok(document.without_unset_keys_of(self));
            }
            let names = self.variant_names();
            let help = match nearest(argument, names.iter().map(String::as_str)) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None if names.is_empty() => "it has none; write one as 'NAME: KEY=VALUE, …'".to_owned(),
                None => format!("it has: {}; or write one as 'NAME: KEY=VALUE, …'", names.join(", ")),
            };
            let message = format!("{} has no variant of this name", self.source.name);
            return Err(Problems::of(whole, message, help));
        };
        if !is_variant_name(name.trim()) {
            let place = Place { source, span: 0..name.len() };
            let message = format!("\"{}\" cannot name a variant", name.trim());
            return Err(Problems::of(place, message, "use letters, digits and hyphens"));
        }
        document.assign_all(&source, name.len() + 1, changes)?;
        document.variant = Some(name.trim().to_owned());
        Ok(document.without_unset_keys_of(self))
    }

    /// Where variants name or contain rules of their own, and the names of these variants.
    #[cfg(feature = "cli")]
    pub(super) fn variants_with_rules(&self) -> Vec<(String, String)> {
        let of_variant = |position: usize| {
            let path = format!("variant.{position}.set.{RULES}");
            self.get(&path).is_some().then_some((path, self.name_of_variant(position)?))
        };
        self.positions("variant").into_iter().filter_map(of_variant).collect()
    }

    fn name_of_variant(&self, position: usize) -> Option<String> {
        match &self.get(&format!("variant.{position}.name"))?.value {
            Written::Text(name) | Written::Bare(name) => Some(name.clone()),
            _ => None,
        }
    }
}
