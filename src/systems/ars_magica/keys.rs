//! The keys of scenarios.

use super::combatant::{STOCK, StockValue, WEAPONS};
use crate::description::{Key, Kind};
use crate::description::{MAX_DICE, MAX_RATING, Preset};

/// The keys of `exchange`.
pub fn exchange() -> Vec<Key> {
    [hero(), foe(), round(), wounds()].concat()
}

/// The keys of `melee`.
pub fn melee() -> Vec<Key> {
    [hero(), foe(), saving_foe(), fight(), round(), wounds()].concat()
}

/// The keys of `missile`.
pub fn missile() -> Vec<Key> {
    [shot(), wounds()].concat()
}

/// The keys of `cast-order`.
pub fn cast_order() -> Vec<Key> {
    vec![
        Key::text("caster.*.name").label("name of caster *").help("the caster"),
        Key::words(
            "caster.*.kind",
            [
                ("fast-cast", "before the Magic phase"),
                ("spontaneous", "before all formulaic spells"),
                ("formulaic", "last"),
            ],
        )
        .label("kind of spell of caster *")
        .help("the kind of spell"),
        number("caster.*.quickness").label("Quickness of caster *").help("Quickness"),
        number("caster.*.finesse").label("Finesse of caster *").help("Finesse"),
        Key::integer("caster.*.encumbrance", -MAX_RATING, 0)
            .or(0)
            .label("Encumbrance of caster *")
            .help("Encumbrance: 0 or negative"),
    ]
}

/// The maximum number of foes in a fight.
pub const MOST_FOES: usize = 6;

/// The maximum number of levels of a combatant.
pub const MOST_LEVELS: usize = 20;

/// The maximum number of rounds of a fight.
pub const MOST_ROUNDS: i64 = 1_000;

/// The maximum number of range steps inside the optimum of a weapon.
const MOST_STEPS: i64 = 100;

fn number(path: &'static str) -> Key {
    Key::integer(path, -MAX_RATING, MAX_RATING)
}

fn levels(path: &'static str) -> Key {
    Key::integer(path, 0, MOST_LEVELS as i64).or(0)
}

fn switch<const N: usize>(path: &'static str, words: [(&'static str, &'static str); N]) -> Key {
    let first = words[0].0;
    Key::words(path, words).or(first)
}

/// The keys that the hero and foes share. The hero's weapon is a player's choice, those of foes are
/// not.
macro_rules! combatant {
    ($who:literal, $before:literal, $after:literal, $( $more:expr ),*) => {
        vec![
            Key::preset(concat!($who, ".preset")).label(concat!($before, "stock character", $after)).not_in_text("the examples").help("knight: six scores; bandit: characteristics, the weapon to be named. Scores and characteristics do not go together"),
            number(concat!($who, ".initiative")).optional().such_as(5).label(concat!($before, "Initiative", $after)).help("Initiative score"),
            number(concat!($who, ".attack")).optional().such_as(6).label(concat!($before, "Attack", $after)).help("Attack score"),
            number(concat!($who, ".defense")).optional().such_as(8).label(concat!($before, "Defense", $after)).help("Defense score"),
            number(concat!($who, ".damage")).optional().such_as(5).label(concat!($before, "Damage", $after)).help("Damage score"),
            number(concat!($who, ".soak")).optional().such_as(2).label(concat!($before, "Soak", $after)).help("Soak score"),
            number(concat!($who, ".combat_fatigue")).optional().such_as(3).label(concat!($before, "Combat Fatigue", $after)).help("Combat Fatigue score"),
            number(concat!($who, ".quickness")).optional().label(concat!($before, "Quickness", $after)).help("or, instead of scores, characteristics (0, if left out): Quickness"),
            number(concat!($who, ".dexterity")).optional().label(concat!($before, "Dexterity", $after)).help("Dexterity"),
            number(concat!($who, ".strength")).optional().label(concat!($before, "Strength", $after)).help("Strength"),
            number(concat!($who, ".stamina")).optional().label(concat!($before, "Stamina", $after)).help("Stamina"),
            number(concat!($who, ".size")).optional().label(concat!($before, "Size", $after)).help("Size"),
            number(concat!($who, ".ability")).optional().label(concat!($before, "Ability", $after)).help("the Ability with the weapon"),
            Key::integer(concat!($who, ".encumbrance"), -MAX_RATING, 0).optional().such_as(-1).label(concat!($before, "Encumbrance", $after)).help("Encumbrance: 0 or negative"),
            number(concat!($who, ".armor")).optional().label(concat!($before, "armor", $after)).help("what armor adds to Soak"),
            Key::words(concat!($who, ".weapon"), WEAPONS.iter().map(|weapon| (weapon.name, weapon.words))).decided(!$who.contains('*')).optional().such_as("longsword").label(concat!($before, "weapon", $after)).not_in_text("what weapons add").help("adds to Initiative, Attack, Defense, Damage; needed beside characteristics"),
            levels(concat!($who, ".body_lost")).label(concat!($before, "Body levels lost", $after)).help("Body levels lost before"),
            levels(concat!($who, ".fatigue_lost")).label(concat!($before, "Fatigue levels lost", $after)).help("Fatigue levels lost before"),
            $( $more ),*
        ]
    };
}

fn hero() -> Vec<Key> {
    combatant!(
    "hero",
    "hero's ",
    "",
    Key::other("hero.inside_range", Kind::Integers { min: 0, max: MOST_STEPS, fewest: 0, most: MOST_FOES })
        .such_as([1])
        .label("steps inside the hero's range").help("for each foe, the range steps by which he is inside the optimum of the hero's weapon; 0, if left out"),
    number("hero.brawl_defense").optional().such_as(9).label("hero's Brawling Defense").not_in_text("that the step inside the range costs it nothing").help(
        "Defense by Brawling against a foe inside his range, without that penalty, when it gives more",
    )
)
}

fn foe() -> Vec<Key> {
    combatant!(
    "foe.*",
    "",
    " of group *",
    Key::integer("foe.*.count", 1, MOST_FOES as i64).or(1).label("foes in group *").counted("foe in group *").help("how many like this one; 6 foes in all"),
    Key::integer("foe.*.inside_range", 0, MOST_STEPS)
        .or(0)
        .label("steps inside range of group *").help("range steps by which the hero is inside the optimum of this foe's weapon"),
    Key::integer("foe.*.closes", 0, MOST_STEPS)
        .or(0)
        .label("steps by which group * closes in").help("range steps that this foe tries to get inside the hero's optimum, each round: his Initiative total has to be higher")
)
}

/// How the foe of a duel saves the advantage of hits.
fn saving_foe() -> Vec<Key> {
    vec![
        switch(
            "foe.*.advantage",
            [
                ("never", "he hits at once"),
                ("attack", "the difference of a hit may become a bonus to Attack in the next round"),
                ("defense", "it may become a bonus to Defense"),
            ],
        )
        .label("what group * saves hits for")
        .help("whether the foe of a duel saves the advantage of a hit instead of wounding"),
        switch("foe.*.save", SAVE)
            .label("when group * saves hits")
            .not_in_text("either: the player chooses hit by hit")
            .help("when he saves it"),
    ]
}

/// When an advantage is saved.
const SAVE: [(&str, &str); 2] = [
    ("no-wound", "whenever the hit would cost the other no Body level"),
    ("always", "whenever he holds no bonus"),
];

fn fight() -> Vec<Key> {
    vec![
        Key::integer("choice.max_rounds", 1, MOST_ROUNDS)
            .decided(false)
            .or(20)
            .label("rounds at most")
            .counted("round at most")
            .help("rounds after which a fight is undecided"),
        switch(
            "choice.advantage",
            [
                ("never", "he hits at once"),
                ("attack", "the difference of a hit may become a bonus to Attack in the next round"),
                ("defense", "it may become a bonus to Defense"),
                ("best", "after each hit the hero does what serves his goal best"),
            ],
        )
        .label("what an advantage is saved for")
        .help("whether the hero of a duel saves the advantage of a hit instead of wounding"),
        switch("choice.save", SAVE)
            .label("when an advantage is saved")
            .not_in_text("either: the player chooses hit by hit")
            .help("when he saves it"),
        switch(
            "choice.goal",
            [("win", "the hero wins"), ("survive", "the hero is not out, at least after the last round")],
        )
        .decided(false)
        .label("goal of the best use")
        .not_in_text("either")
        .help("what is made most likely if choice.advantage is \"best\""),
        switch(
            "rules.initiative",
            [("each-round", "rolled in every round"), ("once", "the dice of the first round are kept")],
        )
        .label("when Initiative is rolled")
        .not_in_text("either")
        .help("when Initiative is rolled"),
    ]
}

fn round() -> Vec<Key> {
    vec![
    switch(
        "rules.combat_die",
        [
            ("text", "one for the hero against several; everyone else one for Attack and one for Defense"),
            ("shared", "one for everyone, for all totals"),
            ("separate", "one for all attacks and one for all defences, for everyone"),
        ],
    )
    .label("dice for Attack and Defense")
    .not_in_text("\"shared\" and \"separate\"").help("the dice of a combatant's Attack and Defense totals"),
    Key::rating("rules.extra_foe_penalty")
        .or(3)
        .label("penalty for each extra foe")
        .help("taken off the hero's totals for each foe beyond the first"),
    Key::rating("rules.inside_range_penalty")
        .or(6)
        .label("penalty inside range")
        .help("taken off totals for each step inside the weapon's optimum range"),
    switch(
        "rules.simultaneous",
        [
            ("unless-both-out", "pair by pair: where hero and foe would put each other out, only the blow of the higher Initiative falls"),
            ("unless-both-sides-out", "where the hero and some foe would be out, all blows fall in the order of Initiative"),
            ("always", "all wounds fall together"),
        ],
    )
    .label("order of wounds")
    .not_in_text("\"unless-both-sides-out\" and \"always\"").help("the order of wounds"),
    switch(
        "rules.double_kill",
        [("score", "the Initiative scores, with penalties and without a die"), ("total", "the Initiative totals of the round")],
    )
    .label("Initiative of a double kill")
    .not_in_text("\"total\"").help("whose blow falls first where hero and foe would be out; equal: both fall"),
    number("rules.fatigue_target")
        .or(6)
        .label("ease factor of fatigue rolls")
        .help("the ease factor of fatigue rolls"),
    switch(
        "rules.fatigue_success",
        [("beats", "more than the ease factor is needed"), ("meets", "the ease factor suffices")],
    )
    .label("what keeps a Fatigue level")
    .not_in_text("\"meets\"").help("what keeps the Fatigue level"),]
}

fn wounds() -> Vec<Key> {
    vec![
        Key::new(
            "rules.penalties",
            Kind::Integers { min: -MAX_RATING, max: 0, fewest: 1, most: MOST_LEVELS },
        )
        .or([0, 0, -1, -3, -5])
        .label("penalties by levels lost")
        .not_in_text("the penalties and the number of levels")
        .help("the penalty by levels lost, from none; one more level lost is out"),
        Key::integer("rules.botch_dice", 0, MAX_DICE)
            .or(1)
            .label("botch dice")
            .counted("botch die")
            .not_in_text("what a botch does")
            .help("dice rolled after a first 0"),
        Key::integer("rules.step", 1, MAX_RATING)
            .or(5)
            .label("damage for a Body level")
            .help("points by which damage beats Soak for each Body level lost"),
    ]
}

fn shot() -> Vec<Key> {
    vec![
        number("shooter.attack").label("shooter's Attack").help("Attack score of the missile"),
        number("shooter.damage").label("shooter's Damage").help("its Damage score"),
        number("shooter.modifier")
            .or(0)
            .label("Attack modifier")
            .help("added to the Attack total: range, aim"),
        number("mark.defense").label("mark's Defense").help("Defense score"),
        number("mark.soak").label("mark's Soak").help("Soak score"),
        number("mark.modifier")
            .or(0)
            .label("Defense modifier")
            .help("added to the Defense total: cover, movement"),
        levels("mark.body_lost")
            .label("Body levels lost before")
            .counted("Body level lost before")
            .help("Body levels lost before"),
    ]
}

/// The presets knight and bandit, for the hero and for foes.
pub fn presets() -> Vec<Preset> {
    let preset = |who, (name, scores): &(&'static str, &[StockValue])| {
        let preset = Preset::new(format!("{who}.preset"), *name, *name);
        scores.iter().fold(preset, |preset, (score, value)| preset.fill(format!("{who}.{score}"), *value))
    };
    ["hero", "foe.*"].iter().flat_map(|who| STOCK.iter().map(move |stock| preset(who, stock))).collect()
}
