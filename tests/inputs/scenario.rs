//! The file of a scenario: it is one, or every problem of it can be shown; and so is each of its
//! variants.

use fizzle::scenario::{Document, Problems};

pub fn check(text: &str) {
    if let Err(problems) = all_of(text) {
        assert!(!problems.to_string().is_empty(), "a problem without a word");
    }
}

fn all_of(text: &str) -> Result<(), Problems> {
    let document = Document::parse("scenario.toml", text)?;
    let scenario = document.check();
    for name in document.variant_names() {
        document.variant(&name)?.check()?;
    }
    scenario.map(drop)
}
