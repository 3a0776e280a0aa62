//! Compounds of dice with different numbers of sides.

use super::*;
use crate::chance::{Indicator, Law, Merging, Playable, Procedure, streams};

const FACE: Metric = Metric(0);
const SIDES: Metric = Metric(1);

/// Rolls a die, and indicates whether it shows its highest face.
struct Rolled(u32);

impl Procedure for Rolled {
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let sides = self.0;
        chance.stage(start, |chance, ()| {
            chance.note(Step(0), String::new);
            let face = chance.draw(&Law::die(sides));
            chance.record(FACE, face);
            if face == sides {
                chance.indicate(Indicator(0));
            }
        })
    }
}

fn die(sides: u32, name: &str) -> Arc<dyn AnyProcedure> {
    let metrics = vec![MetricSpec::integer(name, "", 1, sides.into())];
    let steps = StepText::table(&[(Step(0), "1", "You", "Roll")]);
    Arc::new(Playable::new(Rolled(sides), Tables::new(metrics, steps).with_indicators(1, &[FACE])))
}

fn parameter(values: &[(i64, f64)]) -> Parameter {
    let [min, max] = [values.iter().min_by_key(|one| one.0), values.iter().max_by_key(|one| one.0)];
    let metric = MetricSpec::integer("sides", "", min.unwrap().0, max.unwrap().0);
    let value = |&(value, weight): &(i64, f64)| ParameterValue { value, weight, words: format!("d{value}") };
    Parameter { metric, values: values.iter().map(value).collect() }
}

/// A die that has 4 sides three times as often as 6.
fn compound() -> Compound {
    let (compound, unlike) =
        Compound::new(vec![parameter(&[(4, 3.0), (6, 1.0)])], vec![die(4, "face"), die(6, "face")]);
    assert_eq!(unlike, []);
    compound
}

#[test]
fn the_law_is_the_mixture_and_tells_the_parameters_apart() {
    let compound = compound();
    assert_eq!(compound.metrics()[FACE.0].range(), (1, 6));
    let whole = Packing::all(compound.metrics()).unwrap();
    let law = compound.enumerate(&whole, Budget::new(100)).unwrap();
    assert_eq!(law.cells.len(), 10);
    for (key, p) in law.cells {
        let expected = if whole.value(key, SIDES) == 4 { 0.75 / 4.0 } else { 0.25 / 6.0 };
        assert!((p - expected).abs() < 1e-15, "{p}");
    }
    let faces = Packing::new(compound.metrics(), |metric| metric == FACE).unwrap().with_indicators();
    let law = compound.enumerate(&faces, Budget::new(100)).unwrap();
    assert_eq!((law.cells.len(), law.visited), (6, 10));
    assert!((law.indicators[0] - (0.75 / 4.0 + 0.25 / 6.0)).abs() < 1e-15);
}

#[test]
fn each_resolution_draws_its_parameters() {
    let compound = compound();
    let whole = Packing::all(compound.metrics()).unwrap();
    let (mut blocks, trials) = (streams(1), 1_000);
    let four: Vec<f64> = (0..400)
        .map(|_| {
            let mut tally = Tally::new(&whole);
            compound.sample(Reader::Sampler, &whole, blocks.next().unwrap(), trials, &mut tally);
            let counts = tally.into_sorted();
            assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), trials);
            let four = counts.iter().filter(|(key, _)| whole.value(*key, SIDES) == 4);
            four.map(|(_, count)| *count as f64).sum()
        })
        .collect();
    // Binomial: the mean of 400 is off by less than 4 of its standard errors of 0.68, and the
    // variance by less than 4 of its own, 7 %.
    let mean = four.iter().sum::<f64>() / 400.0;
    let variance = four.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / 399.0;
    assert!((mean - 750.0).abs() < 4.0 * 0.68, "{mean}");
    assert!((variance / 187.5 - 1.0).abs() < 4.0 * 0.071, "{variance}");
}

#[test]
fn components_share_the_budget() {
    let whole = Packing::all(compound().metrics()).unwrap();
    assert!(compound().enumerate(&whole, Budget::new(10)).is_ok());
    let error = compound().enumerate(&whole, Budget::new(9)).unwrap_err();
    let NoLaw::TooLarge(TooLarge { resource, limit, .. }) = error else { panic!("{error}") };
    assert_eq!((resource, limit), (Resource::Outcomes, 9));
}

#[test]
fn a_story_begins_with_the_parameters() {
    let compound = compound();
    let whole = Packing::all(compound.metrics()).unwrap();
    let (story, dice) = compound.tell_given(&whole, GivenDice::new(&[2, 5]));
    assert_eq!((dice.asked, dice.misfit), (2, None));
    assert_eq!(story.key, whole.pack(&[5, 6]));
    let drawn = Die { faces: vec![2], ..Die::default() };
    assert_eq!(story.steps[0].lines, [Line::Roll { dice: vec![drawn], result: "d6".to_owned() }]);
    assert_eq!(StepText::of(compound.steps(), story.steps[0].step).number, "0");
    assert_eq!(compound.play(&whole, &[2, 5]), story.key);
    let (_, dice) = compound.tell_given(&whole, GivenDice::new(&[3, 5]));
    assert_eq!(dice.misfit.map(|misfit| misfit.position), Some(0));
}

#[test]
fn components_with_other_metrics_are_named() {
    let parameters = vec![parameter(&[(4, 1.0), (6, 1.0), (8, 1.0)])];
    let (compound, unlike) =
        Compound::new(parameters, vec![die(4, "face"), die(6, "face"), die(8, "number")]);
    let metrics = ["face", "number"].map(str::to_owned).to_vec();
    assert_eq!(unlike, [Unlike { component: 2, metrics }]);
    assert_eq!(compound.metrics()[1].name, "sides");
}
