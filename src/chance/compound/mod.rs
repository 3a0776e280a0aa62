//! Procedures whose parameters are drawn before they are played.

mod tables;

use std::iter;
use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;

use self::tables::joined;

use super::{
    AliasTable, AnyProcedure, Block, Budget, Cells, Die, ExactCells, GivenDice, Isa, Line, Metric,
    MetricSpec, NoLaw, Packing, Progress, Reader, Resolutions, Resource, Roller, Step, StepText, Story,
    Tables, Tally, Told, TooLarge, add_up, substreams,
};

/// A procedure whose parameters are drawn, independently of each other, before it is played. The
/// distribution of its outcomes is the mixture of those for each combination of the parameters' values.
///
/// Its metrics are those of the procedure, followed by the parameters. A key of a component is also
/// a key of the compound, if the parameters of the component start at their values.
pub struct Compound {
    tables: Tables,
    parameters: Vec<Parameter>,
    components: Vec<Component>,
    /// Draws the index of a component.
    table: AliasTable,
}

/// A quantity that is drawn before a resolution.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The quantity.
    pub metric: MetricSpec,
    /// Its possible values, at least one.
    pub values: Vec<ParameterValue>,
}

/// A possible value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterValue {
    /// The value of its metric.
    pub value: i64,
    /// Its probability, up to a factor that all values of the parameter share.
    pub weight: f64,
    /// The value as the narrator tells it: "target's Willpower 3".
    pub words: String,
}

/// The procedure with one combination of the parameters' values.
struct Component {
    procedure: Arc<dyn AnyProcedure>,
    probability: f64,
    /// The index of each parameter's value.
    places: Vec<usize>,
}

/// A component whose outcomes cannot be counted together with those of the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlike {
    /// Its index.
    pub component: usize,
    /// The metrics that one of the two lacks, or whose values have different meanings. If there are
    /// none, the indicators differ.
    pub metrics: Vec<String>,
}

/// The number of blocks whose resolutions of one component are sampled together.
const BLOCKS: usize = 16;

/// The step in which parameters are drawn. No rule text uses it.
const DRAWN: Step = Step(u8::MAX);

impl Compound {
    /// All combinations of one value per parameter, as indices of the values; `sizes` are the
    /// numbers of values. The last parameter varies fastest.
    pub fn combinations(sizes: &[usize]) -> Vec<Vec<usize>> {
        let with_each = |size: usize| {
            move |places: Vec<usize>| (0..size).map(move |place| [&places[..], &[place]].concat())
        };
        sizes.iter().fold(vec![Vec::new()], |all, &size| all.into_iter().flat_map(with_each(size)).collect())
    }

    /// Joins one procedure for each [combination](Compound::combinations) of the parameters'
    /// values, of which there is at least one.
    ///
    /// Also returns the components that are unlike the first. If there are any, the compound must
    /// not be read, but its metrics have their names.
    ///
    /// # Panics
    /// If the number of procedures is not that of the combinations.
    pub fn new(
        parameters: Vec<Parameter>,
        procedures: Vec<Arc<dyn AnyProcedure>>,
    ) -> (Compound, Vec<Unlike>) {
        let sizes: Vec<usize> = parameters.iter().map(|parameter| parameter.values.len()).collect();
        let combinations = Compound::combinations(&sizes);
        assert_eq!(procedures.len(), combinations.len(), "each combination has a procedure");
        let (mut tables, unlike) = joined(&procedures);
        tables.metrics.extend(parameters.iter().map(|parameter| parameter.metric.clone()));
        tables
            .steps
            .splice(0..0, StepText::table(&[(DRAWN, "0", "Unknown", "Drawn before the rules begin")]));
        let component = |(places, procedure): (Vec<usize>, Arc<dyn AnyProcedure>)| {
            let probability = places.iter().zip(&parameters).map(|(&place, of)| of.probability(place));
            Component { procedure, probability: probability.product(), places }
        };
        let components: Vec<Component> = combinations.into_iter().zip(procedures).map(component).collect();
        let table = AliasTable::new((0..).zip(components.iter().map(|component| component.probability)));
        (Compound { tables, parameters, components, table }, unlike)
    }

    /// The packing in which the parameters start at the values of a component.
    fn packing(&self, packing: &Packing, component: &Component) -> Packing {
        let first = self.tables.metrics.len() - self.parameters.len();
        let values = self.parameters.iter().zip(&component.places);
        let values = values.map(|(parameter, &place)| parameter.values[place].value);
        packing.beginning_with((first..).map(Metric).zip(values))
    }

    /// The component for these indices of values.
    fn component(&self, places: impl Iterator<Item = usize>) -> &Component {
        let number = |number, (place, of): (usize, &Parameter)| number * of.values.len() + place;
        &self.components[places.zip(&self.parameters).fold(0, number)]
    }

    /// Rolls the component: one die per parameter, with one face for each value.
    fn rolled(&self, dice: &mut dyn Roller) -> &Component {
        let sides = self.parameters.iter().map(|parameter| parameter.values.len() as u32);
        self.component(sides.map(|sides| dice.roll(sides) as usize - 1))
    }

    /// How many of `trials` resolutions belong to each component. Each resolution draws its own.
    fn counts(&self, mut stream: Xoshiro256PlusPlus, trials: u64) -> Vec<u64> {
        let mut counts = vec![0; self.components.len()];
        (0..trials).for_each(|_| counts[self.table.draw(&mut stream) as usize] += 1);
        counts
    }

    /// The share of each component in blocks, or `None` if there are no blocks.
    fn shares(&self, blocks: &mut dyn Iterator<Item = Block>) -> Option<Vec<Vec<Block>>> {
        let mut shares = None;
        for (stream, trials) in blocks {
            let mut streams = substreams(stream);
            let mut next = || streams.next().expect("substreams never end");
            let counts = self.counts(next(), trials);
            let shares = shares.get_or_insert_with(|| vec![Vec::new(); counts.len()]);
            for (share, count) in shares.iter_mut().zip(counts).filter(|(_, count)| *count > 0) {
                share.push((next(), count));
            }
        }
        shares
    }

    /// The story of a component, preceded by the drawn parameters.
    fn told(&self, component: &Component, mut story: Story) -> Story {
        let line = |(parameter, &place): (&Parameter, &usize)| {
            let die = Die { faces: vec![place as i64 + 1], ..Die::default() };
            Line::Roll { dice: vec![die], result: parameter.values[place].words.clone() }
        };
        let lines = self.parameters.iter().zip(&component.places).map(line).collect();
        story.steps.insert(0, Told { step: DRAWN, lines });
        story
    }

    /// The error for the whole budget, if the distribution of a component does not fit into what
    /// the components before it, `sum`, have left.
    fn too_large(&self, number: usize, sum: &ExactCells, budget: Budget<'_>, error: TooLarge) -> TooLarge {
        let (used, limit) = match error.resource {
            Resource::Outcomes => (sum.outcomes, budget.outcomes),
            Resource::Additions => (sum.visited, budget.additions),
            Resource::Rounds | Resource::Bytes => return error,
        };
        let left = (self.components.len() - number) as u64;
        TooLarge { needed: used.saturating_add(error.needed.saturating_mul(left)), limit, ..error }
    }
}

impl Parameter {
    /// The probability of the value at an index.
    pub fn probability(&self, place: usize) -> f64 {
        self.values[place].weight / self.values.iter().map(|value| value.weight).sum::<f64>()
    }
}

impl AnyProcedure for Compound {
    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn solve(&self, progress: &Progress) -> Result<(), NoLaw> {
        self.components.iter().try_for_each(|component| component.procedure.solve(progress))
    }

    fn fastest_reader(&self, packing: &Packing, isa: Isa) -> Reader {
        let mut readers = self.components.iter().map(|one| one.procedure.fastest_reader(packing, isa));
        readers.find(|reader| *reader != Reader::Sampler).unwrap_or(Reader::Sampler)
    }

    fn resolutions<'a>(
        &'a self,
        reader: Reader,
        packings: &[Packing],
        trials: u64,
    ) -> Box<dyn Resolutions + 'a> {
        let ready = |component: &'a Component| {
            let packings: Vec<Packing> =
                packings.iter().map(|packing| self.packing(packing, component)).collect();
            let reader = match reader {
                Reader::Columns(isa) => component.procedure.fastest_reader(&packings[0], isa),
                other => other,
            };
            let trials = (trials as f64 * component.probability) as u64;
            component.procedure.resolutions(reader, &packings, trials)
        };
        Box::new(Sampled { compound: self, components: self.components.iter().map(ready).collect() })
    }

    /// The mixture of the distributions of the components, which share the budget.
    fn enumerate(&self, packing: &Packing, budget: Budget<'_>) -> Result<ExactCells, NoLaw> {
        let indicators = vec![0.0; if packing.has_indicators() { self.tables.indicators } else { 0 }];
        let mut sum = ExactCells { cells: Vec::new(), indicators, omitted: 0.0, visited: 0, outcomes: 0 };
        let mut cells = Cells::new();
        for (number, component) in self.components.iter().enumerate() {
            let left = budget.less(sum.outcomes, sum.visited);
            let law = match component.procedure.enumerate(&self.packing(packing, component), left) {
                Err(NoLaw::TooLarge(error)) => {
                    return Err(self.too_large(number, &sum, budget, error).into());
                }
                other => other?,
            };
            let p = component.probability;
            law.cells.into_iter().for_each(|(key, q)| cells.add(key, p * q));
            sum.indicators.iter_mut().zip(law.indicators).for_each(|(sum, q)| *sum += p * q);
            sum.omitted += p * law.omitted;
            sum.visited += law.visited;
            sum.outcomes += law.outcomes;
        }
        Ok(ExactCells { cells: cells.into_list(), ..sum })
    }

    fn tell(
        &self,
        packing: &Packing,
        rng: &mut Xoshiro256PlusPlus,
        attempts: u64,
        wanted: &mut dyn FnMut(u64) -> bool,
    ) -> Option<(u64, Story)> {
        (1..=attempts).find_map(|attempt| {
            let component = &self.components[self.table.draw(rng) as usize];
            let packing = self.packing(packing, component);
            let (_, story) = component.procedure.tell(&packing, rng, 1, wanted)?;
            Some((attempt, self.told(component, story)))
        })
    }

    /// The first faces choose the values of the parameters, one face each: the index of the value,
    /// counted from 1.
    fn tell_given<'a>(&self, packing: &Packing, mut dice: GivenDice<'a>) -> (Story, GivenDice<'a>) {
        let component = self.rolled(&mut dice);
        let (story, dice) = component.procedure.tell_given(&self.packing(packing, component), dice);
        (self.told(component, story), dice)
    }
}

/// A compound whose components are ready to be sampled.
struct Sampled<'a> {
    compound: &'a Compound,
    components: Vec<Box<dyn Resolutions + 'a>>,
}

impl Resolutions for Sampled<'_> {
    fn sample_all(&self, blocks: &mut dyn Iterator<Item = Block>, tallies: &mut [Tally]) -> Vec<u64> {
        let shares = iter::from_fn(|| self.compound.shares(&mut blocks.take(BLOCKS)));
        let counted = shares.flat_map(|shares| {
            let shared = self.components.iter().zip(shares).filter(|(_, share)| !share.is_empty());
            shared
                .map(|(component, share)| component.sample_all(&mut share.into_iter(), tallies))
                .collect::<Vec<_>>()
        });
        add_up(self.compound.tables.indicators, counted)
    }
}

#[cfg(test)]
mod tests;
