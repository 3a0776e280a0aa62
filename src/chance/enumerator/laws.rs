//! The laws of stages and rounds, for a chain.

use super::{Enumerator, Mixture};
use crate::chance::chain::{Marking, StageLaw, Survey};
use crate::chance::meter::Meter;
use crate::chance::{Budget, Packing, Policy, Procedure, State};

impl<'a> Enumerator<'a> {
    /// Finds the laws of the states that a survey has: it goes through the text once, from stage to
    /// stage, with no resolution.
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

    /// The highest number of a round that a survey has, if there is one.
    pub(super) fn surveyed_rounds(&self) -> Option<u32> {
        self.survey.as_ref().map(|survey| survey.most_rounds())
    }

    /// Finds the laws of a stage.
    pub(super) fn survey_stage<S: State, A: Copy, T: State>(
        &mut self,
        mut prepare: impl FnMut(&S, f64) -> A,
        rule: impl Fn(&mut Self, S, A) -> T,
    ) {
        let Some(mut survey) = self.survey.take() else { return };
        for visited in survey.take::<S>(&self.loops.spot) {
            let most = survey.most_paths(&visited);
            if survey.knows(&self.loops.spot, &visited) || most == 0 {
                continue;
            }
            let prepared = prepare(&visited.state, 1.0);
            let mut law = StageLaw::default();
            let mut is_whole = true;
            let paths = self.paths(
                |reader| rule(reader, visited.state, prepared),
                |reader, paths, path| {
                    if let Some((after, weight)) = path {
                        let marks = reader.indicated.as_slice().into();
                        *law.entry((after, reader.recorded, marks)).or_default() += weight;
                    }
                    is_whole = paths <= most && !reader.meter.has_ended();
                    is_whole
                },
            );
            survey.spend(paths);
            if is_whole {
                survey.keep(&self.loops.spot, &visited, &law, self.has_asked || self.loops.has_asked);
            }
        }
        self.survey = Some(survey);
    }

    /// Finds the laws of a whole round, and then those of its stages, to which only resolutions come
    /// that cannot leap over the round.
    pub(super) fn survey_round<S: State>(
        &mut self,
        round: impl Fn(&mut Self, Mixture<S>) -> Mixture<S>,
    ) -> Mixture<S> {
        let Some(mut survey) = self.survey.take() else { return Mixture::NOTHING };
        let spot = self.loops.spot.clone();
        let start = self.packing.pack(&[]);
        self.marks = Some(Marking::new(self.packing.room()));
        self.loops.forget();
        let (mut visits, mut known) = (0, 0);
        for visited in survey.take::<S>(&spot) {
            visits += visited.count;
            if survey.knows(&spot, &visited) {
                known += visited.count;
                continue;
            }
            let most = survey.most_paths(&visited);
            if most == 0 {
                continue;
            }
            self.meter = Meter::new(Budget::new(most));
            self.ever_asked = false;
            let before = self.start(visited.state);
            let after = round(self, before);
            self.loops.spot = spot.clone();
            survey.spend(self.meter.outcomes());
            let marks = self.marks.as_ref().expect("indicators are recorded");
            if self.meter.has_ended() || marks.is_full {
                continue;
            }
            let mut law = StageLaw::default();
            for (behind, cells) in after.states {
                for (key, weight) in cells.iter() {
                    let (recorded, indicated) = marks.split(key.wrapping_sub(start));
                    *law.entry((behind, recorded, indicated)).or_default() += weight;
                }
            }
            if survey.keep(&spot, &visited, &law, self.ever_asked || self.loops.has_asked) {
                known += visited.count;
            }
        }
        self.marks = None;
        self.loops.forget();
        self.meter = Meter::new(UNBOUNDED);
        let part = survey.narrow(1.0 - f64::from(known) / f64::from(visits.max(1)));
        self.survey = Some(survey);
        round(self, Mixture::NOTHING);
        self.survey.iter_mut().for_each(|survey| survey.widen(part));
        Mixture::NOTHING
    }
}

/// Each law has bounds of its own.
const UNBOUNDED: Budget<'static> =
    Budget { outcomes: u64::MAX, additions: u64::MAX, bytes: u64::MAX, progress: None };
