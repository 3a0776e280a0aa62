//! Computes what a chain draws from: the transitions of stages and rounds, or the distribution of a
//! whole procedure.

use super::{Enumerator, Mixture};
use crate::chance::chain::{Marking, Marks, Survey};
use crate::chance::meter::Meter;
use crate::chance::{Budget, Packing, Policy, Procedure, State};

impl<'a> Enumerator<'a> {
    /// Computes the transitions of the states that a survey has visited, stage by stage, in one pass
    /// over the procedure.
    pub(in crate::chance) fn survey<P: Procedure>(
        rules: &P,
        policy: Option<&'a Policy>,
        packing: &'a Packing,
        survey: Survey,
    ) -> Survey {
        let mut reader = Enumerator::new(packing, UNBOUNDED).under(policy);
        reader.survey = Some(Box::new(survey));
        rules.resolve(&mut reader, Mixture::NOTHING);
        reader.survey.map(|survey| *survey).unwrap_or_default()
    }

    /// The distribution of the joint outcomes of a whole procedure, with the indicators of each.
    /// `None` if it takes more than so many paths, or 16 times as many additions, which take as
    /// long. Rows that are computed again do not count, and states are limited instead of bytes: so
    /// a browser page, which remembers no rows, gets the same result.
    pub(in crate::chance) fn whole<P: Procedure>(
        rules: &P,
        policy: Option<&'a Policy>,
        packing: &'a Packing,
        paths: u64,
    ) -> Option<Vec<(u64, Marks, f64)>> {
        let budget = Budget { outcomes: paths, additions: ADDITIONS * paths, ..UNBOUNDED };
        let mut reader = Enumerator::new(packing, budget).under(policy);
        reader.marks = Some(Marking::new(packing, true));
        let start = reader.start(());
        let end = rules.resolve(&mut reader, start).states;
        reader.meter.finish().ok()?;
        let marks = reader.marks.filter(|marks| !marks.is_full())?;
        let outcome = |(key, weight)| {
            let (key, marks) = marks.split(key);
            (key, marks.clone(), weight)
        };
        Some(end.first()?.1.iter().map(outcome).collect())
    }

    /// The highest round number of the survey, or `None` if this is no survey.
    pub(super) fn surveyed_rounds(&self) -> Option<u32> {
        self.survey.as_ref().map(|survey| survey.most_rounds())
    }

    /// Computes the transitions of a stage or of a whole round. Returns the share of its visits that
    /// has no table.
    pub(super) fn survey_step<S: State, T: State>(
        &mut self,
        survey: &mut Survey,
        is_round: bool,
        step: &dyn Fn(&mut Self, Mixture<S>) -> Mixture<T>,
    ) -> f64 {
        let spot = self.loops.spot.clone();
        let start = self.packing.pack(&[]);
        self.marks = Some(Marking::new(self.packing, false));
        let visited = survey.take::<S>(&spot);
        let visits = visited.iter().map(|(_, count)| count).sum();
        let (mut known, mut tried, mut spent) = (0, 0, 0);
        for (state, count) in visited {
            if tried >= TRIED && survey.gives_up(spent, [known, visits], is_round) {
                break;
            }
            let number = survey.number(state);
            if survey.knows(&spot, number) {
                known += count;
                continue;
            }
            let most = survey.most_paths(count, is_round);
            if most == 0 {
                continue;
            }
            self.meter = Meter::new(Budget::new(most));
            self.ever_asked = false;
            let before = self.start(state);
            let after = step(self, before);
            self.loops.spot.clone_from(&spot);
            tried += 1;
            spent += self.meter.outcomes();
            survey.spend(self.meter.outcomes());
            let marks = self.marks.as_ref().expect("indicators are recorded");
            if self.meter.has_ended() || marks.is_full() {
                continue;
            }
            let mut ways = Vec::new();
            for (behind, cells) in after.states {
                let behind = survey.number(behind);
                ways.extend(cells.iter().map(|(key, weight)| {
                    let (recorded, marks) = marks.split(key.wrapping_sub(start));
                    (behind, recorded, marks.clone(), weight)
                }));
            }
            if survey.keep(&spot, number, &ways, self.ever_asked || self.loops.has_asked) {
                known += count;
            }
        }
        self.marks = None;
        self.meter = Meter::new(UNBOUNDED);
        survey.count(visits, known, is_round);
        1.0 - f64::from(known) / f64::from(visits.max(1))
    }

    /// Computes the transitions of a whole round, and then those of its stages, which matter only to
    /// states whose round has no table.
    pub(super) fn survey_round<S: State>(
        &mut self,
        mut survey: Box<Survey>,
        round: impl Fn(&mut Self, Mixture<S>) -> Mixture<S>,
    ) -> Mixture<S> {
        let rest = self.survey_step(&mut survey, true, &round);
        let part = survey.narrow(rest);
        self.survey = Some(survey);
        round(self, Mixture::NOTHING);
        self.survey.iter_mut().for_each(|survey| survey.widen(part));
        Mixture::NOTHING
    }
}

/// The maximum number of states between two stages of a whole procedure.
pub(super) const MOST_STATES: usize = 1 << 16;

/// After so many states of a spot, the survey checks whether there are enough paths for the others.
const TRIED: u32 = 8;

/// So many additions take about as long as enumerating a path.
const ADDITIONS: u64 = 16;

/// No limits, because the transitions of each state have a budget of their own.
const UNBOUNDED: Budget<'static> =
    Budget { outcomes: u64::MAX, additions: u64::MAX, bytes: u64::MAX, progress: None };
