//! Rule texts that use others.

use std::collections::HashSet;
use std::mem;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::read::read;
use super::{Place, Problems, SourceText};
use crate::rules::Uses;

/// A rule text with what it uses of others behind its own lines, which keep their numbers.
///
/// # Errors
/// What is wrong with those texts, and which of them cannot be read.
pub fn with_used(name: String, text: String) -> Result<SourceText, Problems> {
    let uses = Uses::of(&text);
    if uses.files.is_empty() {
        return Ok(SourceText::new(name, text));
    }
    let own = Arc::new(SourceText::new(name.clone(), text));
    let mut others = Others { known: vec![whole_path(Path::new(&name))], ..Others::default() };
    others.read(&own, &uses);
    mem::take(&mut others.problems).sorted().or(())?;
    let mut joined = Joined::default();
    let mut from = 0;
    for (statement, _) in &uses.files {
        joined.repeat(Place { source: Arc::clone(&own), span: from..statement.start });
        joined.text.push_str("# ");
        from = statement.start;
    }
    joined.repeat(Place { source: Arc::clone(&own), span: from..own.text.len() });
    let mut file = None;
    for place in others.needed_by(&own.text) {
        if file.replace(place.source.name.clone()).is_none_or(|before| before != place.source.name) {
            joined.text.push_str(&format!("\n\n# of {}", place.source.name));
        }
        joined.text.push('\n');
        joined.repeat(place);
    }
    Ok(SourceText::new(name, joined.text).of_pieces(joined.pieces))
}

/// The texts that a text uses.
#[derive(Default)]
struct Others {
    /// The files that were read.
    known: Vec<PathBuf>,
    /// What they share, definitions with their names.
    shared: Vec<(Option<String>, Place)>,
    problems: Problems,
}

impl Others {
    /// Reads what a text uses, and what those use, each file once.
    fn read(&mut self, source: &Arc<SourceText>, uses: &Uses) {
        let folder = Path::new(&source.name).parent().unwrap_or(Path::new(""));
        for (_, file) in &uses.files {
            let path = folder.join(&file.text);
            let whole = whole_path(&path);
            if self.known.contains(&whole) {
                continue;
            }
            self.known.push(whole);
            let (name, text) = match read(&path) {
                Ok(read) => read,
                Err(error) => {
                    let place = Place { source: Arc::clone(source), span: file.span.clone() };
                    let help = "name a rule text, as seen from the folder of this one";
                    self.problems.push(place, error.to_string(), help);
                    continue;
                }
            };
            let uses = Uses::of(&text);
            let other = Arc::new(SourceText::new(name, text));
            let place = |span: &Range<usize>| Place { source: Arc::clone(&other), span: span.clone() };
            for error in &uses.errors {
                self.problems.push(place(&error.span), &*error.message, &*error.help);
            }
            self.shared.extend(uses.shared.iter().map(|(name, span)| (name.clone(), place(span))));
            self.read(&other, &uses);
        }
    }

    /// What they share, without definitions that the text does not name, nor what it needs.
    fn needed_by(self, text: &str) -> Vec<Place> {
        let mut named: HashSet<String> = words(text);
        let mut needed = vec![false; self.shared.len()];
        let is_named = |name: &Option<String>, named: &HashSet<String>| {
            name.as_ref().is_none_or(|name| named.contains(name))
        };
        while let Some(next) =
            (0..needed.len()).find(|&next| !needed[next] && is_named(&self.shared[next].0, &named))
        {
            needed[next] = true;
            named.extend(words(self.shared[next].1.text()));
        }
        self.shared
            .into_iter()
            .zip(needed)
            .filter(|(_, is_needed)| *is_needed)
            .map(|((_, place), _)| place)
            .collect()
    }
}

/// All names in a text, and other words.
fn words(text: &str) -> HashSet<String> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').map(str::to_owned).collect()
}

/// A text that is put together.
#[derive(Default)]
struct Joined {
    text: String,
    /// What it repeats, and from where on.
    pieces: Vec<(usize, Place)>,
}

impl Joined {
    fn repeat(&mut self, place: Place) {
        let start = self.text.len();
        self.text.push_str(place.text());
        self.pieces.push((start, place));
    }
}

/// A path by which a file is known, however it is named.
fn whole_path(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
