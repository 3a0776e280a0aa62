//! A phase in which both players decide, as a rule text for the general solver, whose result has to
//! equal that of the phase's own solver.
//!
//! The own solver computes the effect of the dispeller's dice once per total, and shares it between
//! rolls, numbers of dice and versions. The general solver tries each of them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::super::attempt::{CastingRoll, DispelRoll, Dispelling, Verdict};
use super::super::step;
use super::game::{Dispeller, Game, Passed, State};
use super::prepare::game_of;
use super::solution::Solution;
use crate::chance::{
    Budget, Decision, Merging, Metric, Objective, Player, Procedure, Progress, Solver, Step, Unit,
};
use crate::description::CheckedInput;
use crate::scenario::Document;

const WORTH: Metric = Metric(0);

/// The state of a phase between two decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Turn {
    Caster(State),
    Dispeller { passed: Passed, version: usize, roll: CastingRoll },
    Over,
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

struct Casts<'a>(&'a Game);

impl Decision for Casts<'_> {
    type State = Turn;
    type Seen = Turn;
    /// The index of a choice, or the number of choices: to stop.
    type Choice = usize;

    fn step(&self) -> Step {
        step::DECLARE
    }

    fn sees(&self, turn: &Turn) -> Option<Turn> {
        matches!(turn, Turn::Caster(_)).then_some(*turn)
    }

    fn options(&self, turn: &Turn) -> Vec<usize> {
        let Casts(game) = self;
        let stop = game.choices.len();
        let &Turn::Caster(state) = turn else { unreachable!("the caster sees his own turn") };
        let open = game.open(state.position);
        let is_open = |choice: &usize| {
            let choice = &game.choices[*choice];
            open.iter().any(|(known, _)| *known == game.versions[choice.version].known())
                && game.allows(state.position, choice, state.magic_dice)
        };
        std::iter::once(stop).chain((0..stop).filter(is_open)).collect()
    }
}

struct Dispels<'a>(&'a Game);

impl Decision for Dispels<'_> {
    type State = Turn;
    type Seen = Turn;
    type Choice = u32;

    fn step(&self) -> Step {
        step::DECLARE_DISPEL
    }

    fn player(&self) -> Player {
        Player::Minimizes
    }

    fn sees(&self, turn: &Turn) -> Option<Turn> {
        matches!(turn, Turn::Dispeller { .. }).then_some(*turn)
    }

    fn options(&self, turn: &Turn) -> Vec<u32> {
        let Turn::Dispeller { passed, .. } = turn else { unreachable!("a spell has been cast") };
        self.0.replies(passed.from, passed.next.dispel_dice).collect()
    }
}

/// A phase whose players decide by `choose`.
struct ByChoices {
    game: Arc<Game>,
    attempts: u32,
    /// By the number of dice and the sum that they need.
    dispellings: BTreeMap<(u32, i32), Dispelling>,
}

impl ByChoices {
    fn new(game: Arc<Game>) -> Self {
        assert!(game.may_stop() && game.dispeller == Dispeller::Optimal, "both players decide");
        let mut dispellings = BTreeMap::new();
        for (roll, _) in game.choices.iter().flat_map(|choice| choice.law.iter()) {
            let needed = game.rules.needed(roll.roll.total, game.dispelling_modifier);
            for dice in 1..=game.dispel_dice {
                let counts = game.rules.counts(dice, needed);
                dispellings
                    .entry((dice, needed))
                    .or_insert_with(|| game.rules.dispelling(&counts, dice, needed));
            }
        }
        let attempts = game.spells.iter().map(|spell| spell.attempts).sum();
        ByChoices { game, attempts, dispellings }
    }
}

impl Procedure for ByChoices {
    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let game = &*self.game;
        let turn = chance.stage(start, |_, ()| Turn::Caster(game.start()));
        let turn = chance.until(
            turn,
            self.attempts,
            |turn| *turn == Turn::Over,
            |chance, turn, _| {
                let passed = chance.choose(turn, &Casts(game), |chance, turn, choice| {
                    let (Turn::Caster(state), Some(choice)) = (turn, choice) else { return turn };
                    let Some(choice) = game.choices.get(choice) else { return Turn::Over };
                    let roll = chance.draw(&choice.law).roll;
                    let next = game.used(state, choice);
                    match roll.verdict {
                        Verdict::Failed { back } => {
                            Turn::Caster(State { magic_dice: next.magic_dice + back, ..next })
                        }
                        _ => Turn::Dispeller {
                            passed: Passed { from: state.position, next },
                            version: choice.version,
                            roll,
                        },
                    }
                });
                chance.choose(passed, &Dispels(game), |chance, turn, dice| {
                    let (Turn::Dispeller { passed: Passed { next, .. }, version, roll }, Some(dice)) =
                        (turn, dice)
                    else {
                        return turn;
                    };
                    let mut next = State { dispel_dice: next.dispel_dice - dice, ..next };
                    let needed = game.rules.needed(roll.total, game.dispelling_modifier);
                    if let Some(dispelling) = self.dispellings.get(&(dice, needed)) {
                        match chance.draw(&dispelling.law) {
                            DispelRoll::Dispelled => return Turn::Caster(next),
                            DispelRoll::Failed { back } => next.dispel_dice += back,
                        }
                    }
                    chance.record(WORTH, game.gain(version, roll.verdict));
                    next.magic_dice += Game::back(roll.verdict);
                    Turn::Caster(next)
                })
            },
        );
        chance.stage(turn, |_, _| ())
    }
}

fn game(pools: (u32, u32), spells: &[(i32, i32)]) -> Arc<Game> {
    let mut text = format!(
        "system = \"ninth-age\"\nprocedure = \"phase\"\npool = {{ magic_dice = {}, dispel_dice = {} }}\n",
        pools.0, pools.1
    );
    for (place, (value, worth)) in spells.iter().enumerate() {
        text += &format!("[[spell]]\nname = \"spell-{place}\"\ncasting_value = {value}\nworth = {worth}\n");
    }
    let document = Document::parse("phase", &text).expect("the text is TOML");
    let scenario = document.check().unwrap_or_else(|problems| panic!("{problems}"));
    let input = CheckedInput::new(scenario.input, &scenario.procedure.keys, &scenario.system.presets);
    Arc::new(game_of(&input.expect("a scenario that is in order")))
}

#[test]
fn the_general_solver_finds_what_the_own_one_finds() {
    for (pools, spells) in [
        ((3, 0), &[(7, 10)][..]),
        ((3, 2), &[(7, 10)]),
        ((4, 3), &[(5, 6), (9, 20)]),
        ((5, 3), &[(4, 3), (6, 7), (8, 11)]),
    ] {
        let game = game(pools, spells);
        let nobody = Progress::default();
        let own = Solution::new(&game, &nobody.begin(Unit::States, None)).expect("nobody stops it");
        let value = own.values.of(&game, game.start());
        let general = ByChoices::new(Arc::clone(&game));
        let objective = Objective { worth: vec![(WORTH, 1.0)], ..Objective::default() };
        let policy = Solver::solve(&general, &objective, Budget::new(10_000_000)).unwrap();
        assert!((policy.value - value).abs() < 1e-9, "{pools:?}, {spells:?}: {} and {value}", policy.value);
        let advice = policy.advice(&Casts(&game), &Turn::Caster(game.start())).expect("play begins there");
        let decision = own.decision(&game, game.start());
        assert_eq!(Some(advice.choice).filter(|choice| *choice < game.choices.len()), decision.choice);
        let (other, loss) = advice.runner_up.expect("there is another choice");
        let (own_other, own_loss) = decision.runner_up.expect("there is another choice");
        assert!((loss - own_loss).abs() < 1e-9, "{other} loses {loss}, {own_other:?} {own_loss}");
    }
}
