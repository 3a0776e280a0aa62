//! The keys of scenarios.

use crate::description::{Key, Kind, Value};
use crate::description::{MAX_DICE, MAX_RATING};

/// The maximum of `rules.max_magic_dice`: the distribution of a roll grows with the number of dice.
pub const MOST_MAGIC_DICE: i64 = 36;

/// The keys of `cast`.
pub fn cast() -> Vec<Key> {
    [caster(), wounds(), opponent(), attempt(), rules()].concat()
}

/// The keys of `phase`.
pub fn phase() -> Vec<Key> {
    [caster(), opponent(), game(), rules()].concat()
}

/// A modifier, which may be negative.
fn modifier(path: &'static str) -> Key {
    Key::integer(path, -MAX_RATING, MAX_RATING)
}

fn caster() -> Vec<Key> {
    vec![
        modifier("caster.casting_modifier")
            .or(0)
            .label("casting modifier")
            .help("added to the casting roll: 1 for a Wizard Master"),
    ]
}

fn wounds() -> Vec<Key> {
    vec![
        Key::integer("caster.wounds", 1, MAX_RATING)
            .optional()
            .such_as(3)
            .label("wounds the caster has left")
            .counted("wound the caster has left")
            .not_in_text("what miscasts do to the caster")
            .help("wounds the caster has left: adds the metric caster_wounded"),
    ]
}

fn opponent() -> Vec<Key> {
    vec![
        modifier("target.magic_resistance")
            .or(0)
            .label("magic resistance")
            .not_in_text("magic resistance")
            .help("subtracted from the casting roll"),
        modifier("dispeller.dispelling_modifier")
            .or(0)
            .label("dispelling modifier")
            .help("added to the dispelling roll"),
    ]
}

fn attempt() -> Vec<Key> {
    vec![
    Key::rating("spell.casting_value")
        .optional()
        .label("casting value").help("what the casting roll has to reach; all but bound spells need it"),
    Key::rating("spell.boosted_value")
        .optional()
        .such_as(11)
        .label("boosted casting value").help("what it has to reach for the boosted version"),
    Key::other("spell.bound", BOUND)
        .such_as(TOTALS)
        .label("totals of the bound spell").not_in_text("the totals of bound spells").help("a bound spell instead: its totals with 2 and with 3 magic dice, without a roll"),
    Key::integer("choice.magic_dice", 1, MOST_MAGIC_DICE).optional().label("magic dice").counted("magic die").help(
        "magic dice used: 1 to rules.max_magic_dice; 2 or 3 for a bound spell; needed but for casting_total",
    ),
    Key::flag("choice.boosted", false).label("boost").help("true: the boosted version is tried"),
    Key::new(
        "choice.dispel_dice",
        Kind::IntegerOrText {
            min: 0,
            max: MAX_DICE,
            text: "\"least-for P\": the fewest that dispel the total rolled with probability P or more".into(),
        },
    )
    .or(0)
    .label("dispel dice").counted("dispel die").help("dice of the dispelling attempt; 0: none is made"),
    modifier("choice.casting_total").decided(false)
        .optional()
        .such_as(14)
        .label("casting total").help("instead of magic_dice: the casting roll has passed with this total, modifiers included"),
    Key::integer("pool.dispel_dice", 0, MAX_DICE)
        .optional()
        .such_as(5)
        .label("dispel dice in the pool").counted("dispel die in the pool").absent_as("dispel dice in the pool not given").help("the most dispel dice there are; \"least-for P\" needs it"),]
}

fn game() -> Vec<Key> {
    vec![
    Key::integer("pool.magic_dice", 0, MAX_DICE).label("magic dice in the pool").counted("magic die in the pool").help("the active player's magic dice"),
    Key::integer("pool.dispel_dice", 0, MAX_DICE).label("dispel dice in the pool").counted("dispel die in the pool").help("the reactive player's dice"),
    Key::text("spell.*.name").label("name of spell *").help("its name: letters, digits, hyphens"),
    Key::rating("spell.*.casting_value").optional().label("casting value of spell *").help("what the casting roll has to reach; all but bound spells need it"),
    Key::rating("spell.*.boosted_value").optional().label("boosted value of spell *").help("what it has to reach for the boosted version"),
    Key::other("spell.*.bound", BOUND).such_as(TOTALS)
        .label("bound totals of spell *").not_in_text("the totals of bound spells").help("a bound spell instead: its totals with 2 and with 3 magic dice, without a roll"),
    Key::rating("spell.*.worth").label("worth of spell *").help("what a success is worth to the caster, in points"),
    Key::rating("spell.*.boosted_worth")
        .optional()
        .label("boosted worth of spell *").help("what a boosted success is worth; worth, if left out"),
    Key::integer("spell.*.attempts", 0, MAX_RATING)
        .or(1)
        .label("attempts at spell *").counted("attempt at spell *").help("how often it may still be tried: more for Replicable and bound spells; 0: not any more, and plans skip it"),
    Key::rating("spell.*.attribute_worth")
        .or(0)
        .label("attribute worth of spell *").help("the Attribute spell's worth, gained with every success and never dispelled"),
    modifier("spell.*.casting_modifier")
        .optional()
        .label("casting modifier of spell *").help("that of the wizard who casts it, instead of the caster's"),
    modifier("spell.*.magic_resistance").optional().label("magic resistance to spell *").not_in_text("magic resistance").help("that of the unit it strikes, instead of the target's"),
    Key::other("spell.*.wizards", Kind::Texts).such_as(Value::Texts(vec!["Adept".to_owned()])).label("wizards who know spell *").help("the wizards who know it; all, if left out"),
    Key::text("wizard.*.name").label("name of wizard *").help("a wizard of the caster's side, if they are told apart"),
    modifier("wizard.*.casting_modifier").or(0).label("casting modifier of wizard *").help("added to his casting rolls, instead of the caster's"),
    Key::integer("wizard.*.casts", 0, MAX_RATING).or(99).label("casts of wizard *").counted("cast of wizard *").help("the attempts that he may make in this phase"),
    Key::text("plan.*.wizard").optional().such_as("Adept").label("wizard of attempt *").help("who makes it; needed where several wizards know the spell"),
    Key::text("plan.*.spell").label("spell of attempt *").help("the spell tried next, if the caster follows a plan"),
    Key::integer("plan.*.magic_dice", 1, MOST_MAGIC_DICE).such_as(3).label("magic dice of attempt *").counted("magic die of attempt *").help("its magic dice, or all that are left"),
    Key::flag("plan.*.boosted", false).label("boost of attempt *").help("true: its boosted version"),
    Key::integer("plan.*.dispel_dice", 0, MAX_DICE)
        .or(0)
        .label("dispel dice against attempt *").counted("dispel die against attempt *").help("dice a planning dispeller uses against it if it passes, or all that are left"),
    Key::words(
        "policy.caster",
        [
            ("optimal", "makes the attempts that bring the most worth on average, and stops when none does"),
            ("plan", "makes the attempts of [[plan]] in their order"),
        ],
    )
    .or("optimal")
    .label("caster's policy").help("how the active player chooses"),
    Key::words(
        "policy.dispeller",
        [
            ("optimal", "keeps the worth as low as can be, choosing after seeing the casting dice"),
            ("never", "dispels nothing"),
            ("all-in", "uses all dice that are left at every passed attempt"),
            ("plan", "uses the dispel_dice of [[plan]]"),
        ],
    )
    .or("optimal")
    .label("dispeller's policy").help("how the reactive player chooses"),
    Key::rating("policy.miscast_cost").decided(false)
        .or(0)
        .label("cost of a miscast").help("points the caster loses whenever a miscast takes effect, Broken Concentration included"),]
}

/// The totals of the most common bound spells.
const TOTALS: [i64; 2] = [4, 8];

const BOUND: Kind = Kind::Integers { min: 0, max: MAX_RATING, fewest: 2, most: 2 };

fn rules() -> Vec<Key> {
    vec![
    Key::flag("rules.miscast", true)
        .label("miscasts")
        .not_in_text("when there is a miscast").help("true: three equal magic dice are a miscast; false: there are none"),
    modifier("rules.miscast_modifier")
        .or(0)
        .label("miscast modifier")
        .not_in_text("the miscast table").help("added to the face of a miscast: 0 and less is none, 7 the most"),
    Key::flag("rules.broken_concentration", true)
        .label("Broken Concentration")
        .not_in_text("which miscast it is").help("true: miscast 1 breaks the attempt; false: it has no effect and does not count, and the spell is cast"),
    Key::flag("rules.broken_fizzle", true).label("Fizzle on Broken Concentration").not_in_text("true: it speaks of failed attempts only").help(
        "true: Broken Concentration is a failed attempt, and its natural 1s return; false: nothing returns",
    ),
    Key::flag("rules.dispel_ties", true)
        .label("dispelling by a tie")
        .not_in_text("false").help("true: a dispelling roll that equals the casting roll dispels it; false: it has to be higher"),
    Key::integer("rules.single_die_fail", 0, 6)
        .or(2)
        .label("highest face of a failed die")
        .help("the highest face with which a single magic die always fails; 0: none"),
    Key::integer("rules.fizzle_face", 1, 6)
        .or(1)
        .label("face that Fizzle returns")
        .help("the face of a failed attempt's dice that return to their pool"),
    Key::rating("rules.fizzle_min_dice")
        .or(2)
        .label("fewest dice for Fizzle")
        .help("the fewest dice of an attempt of which any return"),
    Key::integer("rules.max_magic_dice", 1, MOST_MAGIC_DICE)
        .or(5)
        .label("most magic dice")
        .help("the most magic dice for one casting attempt"),]
}
