//! Prepares a phase from a checked scenario.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::super::attempt::{Rules, refuse_large_laws};
use super::super::{bound, step};
use super::game::{Casting, CastingOption, Dispeller, Game, Known, Order, Planned, Spell, Version, Wizard};
use super::solved::Solved;
use super::strategy::Strategy;
use super::{CAST, Phase, metrics, tables, wizards, words};
use crate::chance::{MAX_METRICS, Tables};
use crate::description::words::count;
use crate::description::{
    BestPlays, CheckedInput, Datum, DerivedValue, DerivedValues, InputReader, Prepared, Ready, SideTable,
};

/// The maximum number of states of a phase.
const MAX_STATES: u128 = 2_000_000;

/// The maximum number of steps for solving a phase, which take a minute or two.
const MAX_STEPS: f64 = 1e11;

/// Prepares a phase.
pub fn prepare(input: &CheckedInput) -> Prepared {
    let mut input = InputReader::new(input);
    let mut game = GameReader::new(&mut input).game();
    if has_too_many_states(&mut input, &game)
        || has_too_high_totals(&mut input, &game)
        || takes_too_long(&mut input, &game)
        || !input.is_sound()
    {
        // An invalid game is not solved; only the names of its metrics are needed.
        game.choices.clear();
        game.order = Order::Plan(Vec::new());
    }
    let attempts = match &game.order {
        Order::Free { .. } => game.spells.iter().map(|spell| spell.attempts).sum(),
        Order::Plan(plan) => plan.len() as u32,
    };
    let (metrics, choices, names_wizards) = (metrics(&game), choices(&game), game.names_wizards());
    let strategy = Arc::new(Solved::new(game));
    let phase = Phase { strategy: Arc::clone(&strategy), attempts };
    let mut ready = Ready::new(phase, Tables::new(metrics, step::steps()), choices);
    let table = |name: &'static str, columns: &[&'static str], rows: fn(&Strategy) -> Vec<Vec<Datum>>| {
        let strategy = Arc::clone(&strategy);
        let columns = columns.iter().chain(if names_wizards { tables::WIZARD_COLUMNS } else { &[] });
        SideTable::new(name, columns.copied(), move || rows(&strategy))
    };
    let replied = Arc::clone(&strategy);
    ready.tables = vec![
        table("policy.csv", tables::POLICY_COLUMNS, tables::policy),
        table("dispel.csv", tables::DISPEL_COLUMNS, tables::dispel)
            .with_words(tables::DISPEL_IN_WORDS.iter().copied(), move || tables::dispel_in_words(&replied)),
    ];
    let solved = Arc::clone(&strategy);
    ready.best_play = BestPlays::new(Box::new(move || tables::best_play(&solved)));
    ready.derived = DerivedValues::new(Box::new(move || derived_values(&strategy)));
    input.finish(ready)
}

/// The game of a valid scenario.
#[cfg(test)]
pub fn game_of(input: &CheckedInput) -> Game {
    GameReader::new(&mut InputReader::new(input)).game()
}

/// The derived values of the solution.
fn derived_values(strategy: &Strategy) -> Vec<DerivedValue> {
    let game = &strategy.game;
    let (_, node) = strategy.node(game.start());
    let decision = strategy.decision(node);
    let value_of = if game.may_stop() { "value of the game" } else { "value of the plan" };
    let mut values = vec![DerivedValue {
        name: "value".into(),
        title: value_of.into(),
        text: format!("{:.4} points", decision.value),
        value: Datum::Number(decision.value),
    }];
    let first = words::choice(game, decision.choice);
    if game.may_stop() {
        let text = match decision.runner_up {
            Some((other, loss)) => {
                format!("{first}; next best: {}, {loss:.4} less", words::choice(game, other))
            }
            None => first.clone(),
        };
        values.push(DerivedValue {
            name: "first_attempt".into(),
            title: "best first attempt".into(),
            text,
            value: Datum::Text(first),
        });
    }
    values
}

/// Describes the phase in one line.
fn choices(game: &Game) -> String {
    let spells = words::spells_in_words(game, game.start());
    let caster = match &game.order {
        Order::Free { .. } => "the caster plays his best".to_owned(),
        Order::Plan(plan) => {
            let planned = plan.iter().rev().map(|planned| words::planned(game, planned));
            format!("the caster plans {}", planned.collect::<Vec<_>>().join(", "))
        }
    };
    let dispeller = match game.dispeller {
        Dispeller::Optimal => "the dispeller plays his best",
        Dispeller::Never => "the dispeller lets all through",
        Dispeller::AllIn => "the dispeller goes all in",
        Dispeller::Plan => "the dispeller follows the plan",
    };
    let magic = count(game.magic_dice, "magic die", "magic dice");
    let dispel = count(game.dispel_dice, "dispel die", "dispel dice");
    format!("{magic} against {dispel}: {spells}; {caster}; {dispeller}")
}

/// Whether the phase has too many states to be solved; if so, reports a fault that says what to reduce.
fn has_too_many_states(input: &mut InputReader, game: &Game) -> bool {
    let positions = game.radices().map(u128::from).fold(1u128, u128::saturating_mul);
    let dice = (u128::from(game.magic_dice) + 1) * (u128::from(game.dispel_dice) + 1);
    let states = positions.saturating_mul(dice);
    if states <= MAX_STATES {
        return false;
    }
    let message = format!(
        "the phase has {states} states, more than {MAX_STATES}: {positions} of attempts{} left × {} of magic dice × {} of dispel dice",
        if (0..game.wizards.len()).any(|wizard| game.may_run_out(wizard)) { " and casts" } else { "" },
        game.magic_dice + 1,
        game.dispel_dice + 1
    );
    let help = "leave out spells that matter least (each doubles the number), or give fewer attempts or dice";
    input.fault("pool.magic_dice", message, help);
    true
}

/// Whether the distributions of the dispeller's dice are too large; if so, reports a fault.
fn has_too_high_totals(input: &mut InputReader, game: &Game) -> bool {
    let totals = game.choices.iter().flat_map(|choice| choice.law.outcomes()).map(|rolled| rolled.roll.total);
    let needed = totals.map(|total| game.rules.needed(total, game.dispelling_modifier));
    let dice = if game.dispeller == Dispeller::Never { 0 } else { game.dispel_dice };
    refuse_large_laws(input, "pool.dispel_dice", dice, needed)
}

/// Whether solving the phase takes too many steps; if so, reports a fault that says what to reduce.
fn takes_too_long(input: &mut InputReader, game: &Game) -> bool {
    let steps = steps_to_solve(game);
    if steps <= MAX_STEPS {
        return false;
    }
    let message = format!("solving the phase takes about {steps:.0e} steps, more than {MAX_STEPS:.0e}");
    let help = "give fewer dice, attempts or spells: each of them multiplies the steps";
    input.fault("pool.magic_dice", message, help);
    true
}

/// Estimates the additions needed to solve a phase: in every state, for every spell, the effect of each
/// number of dispel dice on every total, and the value of every outcome of every choice.
fn steps_to_solve(game: &Game) -> f64 {
    let outcomes = || game.choices.iter().flat_map(|choice| choice.law.outcomes());
    let totals: HashSet<i32> = outcomes().map(|rolled| rolled.roll.total).collect();
    let dispel_dice = match game.dispeller {
        Dispeller::Optimal => f64::from(game.dispel_dice),
        _ => 1.0,
    };
    // Each number of dice has as many ways to fail as dice may return: half the maximum on average.
    let of_dice = dispel_dice * (dispel_dice / 2.0 + 2.0) / 2.0;
    let replies = totals.len() as f64 * of_dice * game.open_spells();
    game.states() as f64 * (replies + outcomes().count() as f64)
}

/// What a plan has not used so far.
struct Left {
    /// The attempts of each spell.
    spells: Vec<u32>,
    /// The casts of each wizard.
    casts: Vec<u32>,
}

/// What a version of a spell needs to be cast.
#[derive(Clone, Copy)]
enum Value {
    /// The casting roll has to reach this.
    Rolled(i32),
    /// Nothing: its totals with 2 dice and with 3.
    Bound([i32; 2]),
}

/// Reads a phase.
struct GameReader<'a, 'b> {
    input: &'a mut InputReader<'b>,
    rules: Rules,
    spells: Vec<Spell>,
    wizards: Vec<Wizard>,
    /// What each wizard adds to casting rolls.
    modifiers: Vec<i32>,
    known: Vec<Known>,
    versions: Vec<Version>,
    /// The index of each spell by its name.
    names: HashMap<String, usize>,
}

impl<'a, 'b> GameReader<'a, 'b> {
    fn new(input: &'a mut InputReader<'b>) -> Self {
        let rules = Rules::read(input);
        let (wizards, modifiers) = wizards::read(input);
        let (spells, known, versions, names) = Default::default();
        GameReader { input, rules, spells, wizards, modifiers, known, versions, names }
    }

    fn game(mut self) -> Game {
        let positions = self.input.positions("spell");
        if positions.is_empty() {
            let help = "write [[spell]] with name, casting_value and worth; any number of them";
            self.input.fault("spell", "the phase has no spells", help);
        }
        if let Some(&position) = positions.get(MAX_METRICS - CAST) {
            let message = format!("there are {} spells", positions.len());
            let help = format!("at most {} in a phase", MAX_METRICS - CAST);
            self.input.fault(&format!("spell.{position}.name"), message, help);
        }
        for position in positions.into_iter().take(MAX_METRICS - CAST) {
            self.spell(position);
        }
        let dice = |input: &InputReader, path| u32::try_from(input.integer(path)).unwrap_or(0);
        let plan = self.plan();
        let faces: Vec<_> = (0..=self.rules.max_magic_dice).map(|dice| self.rules.faces(dice)).collect();
        let rules = self.rules;
        let mut choices = Vec::new();
        for (place, version) in self.versions.iter().enumerate() {
            let is_bound = self.spells[version.spell].is_bound;
            for dice in (1..=rules.max_magic_dice).filter(|dice| !is_bound || bound::DICE.contains(dice)) {
                let faces = &faces[version.casting.rolled(dice)];
                choices.push(CastingOption::new(rules, place, version.casting, dice, faces));
            }
        }
        let versions = &self.versions;
        choices.sort_by_key(|choice| (choice.dice, versions[choice.version].boosted, choice.version));
        let follows_plan = self.follows_plan();
        let mut game = Game {
            rules,
            faces,
            choices,
            order: Order::Plan(plan),
            dispeller: self.dispeller(),
            dispelling_modifier: self.input.integer("dispeller.dispelling_modifier"),
            miscast_cost: self.input.integer("policy.miscast_cost"),
            magic_dice: dice(self.input, "pool.magic_dice"),
            dispel_dice: dice(self.input, "pool.dispel_dice"),
            spells: self.spells,
            wizards: self.wizards,
            known: self.known,
            versions: self.versions,
        };
        // The plan is checked even if only a variant uses it.
        if !follows_plan {
            game.order = game.any_order();
        }
        game
    }

    fn spell(&mut self, position: usize) {
        let key = |name: &str| format!("spell.{position}.{name}");
        let place = self.spells.len();
        let name = self.name(position, place);
        let input = &mut *self.input;
        let resistance =
            input.find(&key("magic_resistance")).unwrap_or_else(|| input.integer("target.magic_resistance"));
        let own_modifier = input.find(&key("casting_modifier"));
        let worth = input.integer(&key("worth"));
        let bound = input.integers(&key("bound"));
        self.spells.push(Spell {
            name,
            attempts: u32::try_from(input.integer(&key("attempts"))).unwrap_or(0),
            attribute_worth: input.integer(&key("attribute_worth")),
            is_bound: bound.is_some(),
        });
        let [basic, boosted] = match bound {
            Some(totals) => {
                bound::refuse_values(input, &format!("spell.{position}"));
                let totals = bound::DICE.map(|dice| bound::total(totals, dice, resistance));
                [Some(Value::Bound(totals)), None]
            }
            None => {
                let why = "what the casting roll has to reach; or give it `bound`";
                let value = input.need(&key("casting_value"), why);
                [Some(Value::Rolled(value)), input.find(&key("boosted_value")).map(Value::Rolled)]
            }
        };
        let boosted_worth = input.find(&key("boosted_worth"));
        if boosted.is_none() && boosted_worth.is_some() {
            let help = "give `boosted_value`, or leave `boosted_worth` out";
            let message = "a spell without a boosted version has no boosted worth";
            input.fault(&key("boosted_worth"), message, help);
        }
        for wizard in wizards::who_know(input, position, &self.wizards) {
            self.known.push(Known { spell: place, wizard });
            let modifier = own_modifier.unwrap_or(self.modifiers[wizard]) - resistance;
            let versions = [(false, basic, worth), (true, boosted, boosted_worth.unwrap_or(worth))];
            for (boosted, value, worth) in versions {
                let casting = match value {
                    Some(Value::Rolled(value)) => Casting::Rolled { modifier, value },
                    Some(Value::Bound(totals)) => Casting::Bound(totals),
                    None => continue,
                };
                self.versions.push(Version { spell: place, wizard, boosted, worth, casting });
            }
        }
    }

    /// Reads the name of a spell: an identifier that is different from all earlier ones.
    fn name(&mut self, position: usize, place: usize) -> String {
        let path = format!("spell.{position}.name");
        // A missing name is reported elsewhere.
        let name = self.input.word(&path).map_or_else(|| format!("spell-{position}"), str::to_owned);
        let is_name = |c: u8| c.is_ascii_alphanumeric() || c == b'-';
        if name.is_empty() || !name.bytes().all(is_name) {
            let message = format!("\"{name}\" cannot name a spell");
            self.input.fault(
                &path,
                message,
                "use letters, digits and hyphens: the name is also that of a metric and of files",
            );
        }
        // On some systems, files whose names differ only in case would be the same.
        if self.names.insert(name.to_ascii_lowercase(), place).is_some() {
            let message = format!("two spells are called \"{name}\"");
            self.input.fault(&path, message, "give each its own name; capitals do not count");
        }
        name
    }

    fn follows_plan(&self) -> bool {
        self.input.word("policy.caster") == Some("plan")
    }

    /// Reads the plan, with the last attempt first.
    fn plan(&mut self) -> Vec<Planned> {
        let positions = self.input.positions("plan");
        if positions.is_empty() && self.follows_plan() {
            let help = "write [[plan]] with spell and magic_dice, an item for each attempt";
            self.input.fault("policy.caster", "the caster follows a plan, but the scenario has none", help);
        }
        let spells = self.spells.iter().map(|spell| spell.attempts).collect();
        let mut left = Left { spells, casts: self.wizards.iter().map(|wizard| wizard.casts).collect() };
        let mut plan: Vec<Planned> =
            positions.into_iter().filter_map(|position| self.planned(position, &mut left)).collect();
        plan.reverse();
        plan
    }

    fn planned(&mut self, position: usize, left: &mut Left) -> Option<Planned> {
        let key = |name: &str| format!("plan.{position}.{name}");
        let name = self.input.word(&key("spell"))?;
        let known = self.names.get(&name.to_ascii_lowercase());
        let Some(&spell) = known.filter(|&&spell| self.spells[spell].name == name) else {
            let names: Vec<&str> = self.spells.iter().map(|spell| spell.name.as_str()).collect();
            let help = format!("the spells are: {}", names.join(", "));
            self.input.fault(&key("spell"), format!("the phase has no spell \"{name}\""), help);
            return None;
        };
        let attempts = self.spells[spell].attempts;
        // A spell without attempts left is skipped: in the middle of a phase, a part of the plan is
        // already done.
        if attempts == 0 {
            return None;
        }
        match left.spells[spell].checked_sub(1) {
            Some(fewer) => left.spells[spell] = fewer,
            None => {
                let message = format!(
                    "\"{name}\" is planned more often than its {}",
                    count(attempts, "attempt", "attempts")
                );
                self.input.fault(&key("spell"), message, "leave it out, or give the spell more `attempts`");
            }
        }
        let known = Known { spell, wizard: self.who_casts(position, spell, left)? };
        let boosted = self.input.flag(&key("boosted"));
        let version =
            self.versions.iter().position(|version| version.known() == known && version.boosted == boosted);
        if version.is_none() {
            let help = "give the spell a `boosted_value`, or plan its basic version";
            self.input.fault(&key("boosted"), format!("\"{name}\" has no boosted version"), help);
        }
        let dice = u32::try_from(self.input.integer(&key("magic_dice"))).unwrap_or(0);
        let dispel_dice = u32::try_from(self.input.integer(&key("dispel_dice"))).unwrap_or(0);
        if self.spells[spell].is_bound {
            bound::check_dice(self.input, &self.rules, &key("magic_dice"), dice);
        } else {
            self.rules.check_dice(self.input, &key("magic_dice"), dice);
        }
        Some(Planned { version: version?, dice, dispel_dice })
    }

    /// The wizard who makes a planned attempt at a spell. The plan has to name him if several know it.
    fn who_casts(&mut self, position: usize, spell: usize, left: &mut Left) -> Option<usize> {
        let path = format!("plan.{position}.wizard");
        let of_spell = self.known.iter().filter(|known| known.spell == spell);
        let who_know: Vec<usize> = of_spell.map(|known| known.wizard).collect();
        let names = who_know.iter().map(|&wizard| &*self.wizards[wizard].name).collect::<Vec<_>>().join(", ");
        let wizard = match (self.input.word(&path), &*who_know) {
            (Some(name), _) => wizards::named(self.input, &path, name, &self.wizards)?,
            (None, [only]) => *only,
            (None, _) => {
                let message = format!("several wizards know \"{}\"", self.spells[spell].name);
                self.input.fault(&path, message, format!("say who casts it here: {names}"));
                return None;
            }
        };
        let Wizard { name, casts } = &self.wizards[wizard];
        if !who_know.contains(&wizard) {
            let message = format!("{name} does not know \"{}\"", self.spells[spell].name);
            self.input.fault(&path, message, format!("it is known by: {names}"));
            return None;
        }
        match left.casts[wizard].checked_sub(1) {
            Some(fewer) => left.casts[wizard] = fewer,
            None => {
                let casts = count(*casts, "cast", "casts");
                let message = format!("{name} is planned more often than his {casts}");
                self.input.fault(&path, message, "plan another wizard, or give him more `casts`");
            }
        }
        Some(wizard)
    }

    fn dispeller(&mut self) -> Dispeller {
        match self.input.word("policy.dispeller") {
            Some("never") => Dispeller::Never,
            Some("all-in") => Dispeller::AllIn,
            Some("plan") => {
                if !self.follows_plan() {
                    let help = "write policy.caster = \"plan\" too, or let the dispeller play otherwise";
                    self.input.fault(
                        "policy.dispeller",
                        "a planning dispeller needs a planning caster",
                        help,
                    );
                }
                Dispeller::Plan
            }
            _ => Dispeller::Optimal,
        }
    }
}
