//! The keys that every scenario may have, whatever its game.

use std::sync::LazyLock;

use crate::description::{Key, Kind};

/// The common keys, which are valid in addition to those of the procedure.
pub static COMMON: LazyLock<Vec<Key>> = LazyLock::new(|| {
    vec![
    Key::other("system", Kind::Text).label("game").help("the game"),
    Key::other("procedure", Kind::Text).label("procedure").help("what is resolved; a preset may imply it"),
    Key::other("title", Kind::Text).label("title").help("the scenario's name, for tables and charts"),
    Key::other("base", Kind::Text)
        .label("name beside variants")
        .help("what the file itself is called beside its variants, \"base\" if left out"),
    Key::other("given", Kind::Text)
        .label("condition")
        .help("an event that has happened: results count only what goes with it, as in \"damage == 3\""),
    Key::other("question.*.name", Kind::Text)
        .label("name of question *")
        .help("the question in a few words; the event, if left out"),
    Key::other("question.*.event", Kind::Text)
        .label("event of question *")
        .help("the event whose probability answers it, as in \"damage >= 10\""),
    Key::other("variant.*.name", Kind::Text)
        .label("name of variant *")
        .help("the variant's name: letters, digits, hyphens"),
    Key::other("variant.*.set", Kind::Settings)
        .label("changes of variant *")
        .help("the keys that it changes, and their values"),
    Key::other("vary", Kind::Settings)
        .label("settings to compare")
        .help("the grid of `sweep`, `advise` and `report`: keys and the values they take"),
    Key::other("unknown", Kind::Settings)
        .label("what is not known")
        .help("keys whose values are drawn before each trial, as in \"target.willpower\" = \"2..5\", or with weights { \"3\" = 2, \"4\" = 1 }; each is a metric"),
    Key::other("advise.maximize", Kind::Text)
        .label("objective to maximize")
        .help("the statistic that should be great, as in \"mean(damage)\"; without an objective nothing is recommended"),
    Key::other("advise.minimize", Kind::Text)
        .label("objective to minimize")
        .help("or the statistic that should be small"),
    Key::other("advise.subject_to", Kind::Texts)
        .label("conditions of a choice")
        .help("what a choice has to meet, as in [\"p(drain > 3) <= 0.01\"]"),
    Key::other("advise.cost", Kind::Text)
        .label("cost of a choice")
        .help("what a choice costs, as in \"20 * choice.reagents\""),
    Key::other("advise.worth", Kind::Number)
        .label("worth of the objective")
        .help("what one unit of the objective is worth, in units of the cost"),
    Key::other("advise.frontier", Kind::Text)
        .label("statistics to weigh")
        .help("two statistics to weigh against each other, as in \"mean(damage), mean(drain)\""),
    Key::other("expect.*.stat", Kind::Text)
        .label("statistic of expectation *")
        .help("a statistic for `test`, as in \"p(hit == 1)\""),
    Key::other("expect.*.between", Kind::Range)
        .label("range of expectation *")
        .help("the range it should be in"),
    Key::other("expect.*.equals", Kind::Number)
        .label("value of expectation *")
        .help("or the value it should have"),
    Key::other("expect.*.within", Kind::Number)
        .label("tolerance of expectation *")
        .help("and by how much it may differ"),
]
});
