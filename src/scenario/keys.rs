//! The keys that every scenario may have, whatever its game.

use crate::systems::{Key, Kind};

/// They stand beside the table of keys of the procedure.
pub const COMMON: &[Key] = &[
    Key::other("system", Kind::Text).help("the game"),
    Key::other("procedure", Kind::Text).help("what is resolved; a preset may imply it"),
    Key::other("title", Kind::Text).help("the scenario's name, for tables and charts"),
    Key::other("question.*.name", Kind::Text).help("the question in a few words; the event, if left out"),
    Key::other("question.*.event", Kind::Text)
        .help("the event whose probability answers it, as in \"damage >= 10\""),
    Key::other("variant.*.name", Kind::Text).help("the variant's name: letters, digits, hyphens"),
    Key::other("variant.*.set", Kind::Settings).help("the keys that it changes, and their values"),
    Key::other("vary", Kind::Settings)
        .help("the grid of `sweep`, `advise` and `report`: keys and the values they take"),
    Key::other("expect.*.stat", Kind::Text).help("a statistic for `test`, as in \"p(hit == 1)\""),
    Key::other("expect.*.between", Kind::Range).help("the range it should be in"),
    Key::other("expect.*.equals", Kind::Number).help("or the value it should have"),
    Key::other("expect.*.within", Kind::Number).help("and by how much it may differ"),
];
