//! The items of the arrays that every scenario may have: questions, variants,
//! expectations.

use std::collections::HashSet;
use std::ops::Range;

use super::{Checker, Question, is_variant_name, one_line};
use crate::scenario::Place;
use crate::scenario::expression::Event;
use crate::systems::Ready;

impl Checker<'_> {
    /// The questions, compiled.
    pub(super) fn questions(&mut self, ready: &Ready) -> Vec<Question> {
        self.names("question");
        let mut questions = Vec::new();
        for position in self.document.positions("question") {
            let path = format!("question.{position}.event");
            if ready.procedure.metrics().is_empty() && !self.guessed {
                let place = self.document.place_of(&path);
                self.problems.push(
                    place,
                    "there are no dice, and no odds to ask for",
                    "take the question out",
                );
                continue;
            }
            let Some(event) = self.text(&path) else {
                if !self.has(&path) {
                    let place = self.document.place_of(&path);
                    self.problems.push(
                        place,
                        "a question without an event",
                        "write event = \"damage >= 10\"",
                    );
                }
                continue;
            };
            if self.guessed {
                continue;
            }
            match Event::parse(&event, ready.procedure.metrics()) {
                Ok(parsed) => {
                    let name = self.text(&format!("question.{position}.name")).unwrap_or(event);
                    questions.push(Question { name: one_line(&name), event: parsed });
                }
                Err(error) => {
                    let place = inside(&self.document.place_of(&path), &event, &error.span);
                    self.problems.push(place, error.message, error.help);
                }
            }
        }
        questions
    }

    /// No two items of an array may have the same name.
    pub(super) fn names(&mut self, array: &str) {
        let mut seen = HashSet::new();
        for position in self.document.positions(array) {
            let path = format!("{array}.{position}.name");
            match self.text(&path) {
                Some(name) => {
                    if array == "variant" && !is_variant_name(&name) {
                        let help = "letters, digits and hyphens make a variant's name: it names a folder too";
                        self.problems.push(
                            self.document.place_of(&path),
                            format!("\"{name}\" is no name for a variant"),
                            help,
                        );
                    }
                    if !seen.insert(name.clone()) {
                        let message = format!("another {array} is called \"{name}\" too");
                        self.problems.push(
                            self.document.place_of(&path),
                            message,
                            "give each a name of its own",
                        );
                    }
                }
                None if array == "variant" && !self.has(&path) => {
                    self.problems.push(
                        self.document.place_of(&path),
                        "a variant without a name",
                        "write name = \"book\"",
                    );
                }
                None => {}
            }
        }
    }

    /// Each expectation needs a statistic and one range.
    pub(super) fn expectations(&mut self) {
        for position in self.document.positions("expect") {
            let has = |name: &str| self.has(&format!("expect.{position}.{name}"));
            let place = self.document.place_of(&format!("expect.{position}"));
            let help =
                "write stat = \"p(hit == 1)\" and between = [0.6, 0.7], or equals = 0.65 with within = 0.01";
            match (has("stat"), has("between"), has("equals"), has("within")) {
                (false, ..) => self.problems.push(place, "an expectation without a statistic", help),
                (_, true, false, false) | (_, false, true, true) => {}
                (_, false, false, false) => self.problems.push(place, "an expectation without a range", help),
                _ => self.problems.push(place, "an expectation needs one range", help),
            }
        }
    }
}

/// The place of a part of a text value, where the file has it to the letter.
fn inside(place: &Place, text: &str, span: &Range<usize>) -> Place {
    match place.source.text[place.span.clone()].find(text) {
        Some(offset) if !text.is_empty() => {
            let start = place.span.start + offset;
            Place { source: place.source.clone(), span: start + span.start..start + span.end }
        }
        _ => place.clone(),
    }
}
