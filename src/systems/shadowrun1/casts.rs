//! `casts`: the same spell at the same target, again and again.

use super::level::Condition;
use super::rules::Rules;
use super::spell::{Attempt, Drain, Impact, prepare as spell};
use super::step;
use super::track::{MOST_PENALTY, State, read_track};
use super::wound::{Penalties, PenaltyRanges, Sufferer};
use crate::chance::{Indicator, Inner, MayEnd, Merging, Metric, MetricSpec, Procedure, Tables};
use crate::description::words::count;
use crate::description::{CheckedInput, Course, InputReader, Prepared, Ready, SideTable};

const CASTS: Metric = Metric(0);
const HITS: Metric = Metric(1);
const STATE: Metric = Metric(2);
const CASTER_STATE: Metric = Metric(3);
const PENALTY: Metric = Metric(4);

/// How a sequence ends. Each cast has an indicator for each ending, in this order, which is that of the
/// columns of `casts.csv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    CasterDown,
    /// The target is down, or under the control of the spell, whether or not the caster is down, too.
    TargetDown,
}

const ENDINGS: usize = 2;

/// A sequence of casts until somebody is down.
struct Casts {
    /// The first cast, with the automatic sixes bought for it.
    first: Inner<Attempt, Penalties, Impact>,
    /// Every other cast.
    later: Inner<Attempt, Penalties, Impact>,
    drain: Drain,
    target: Sufferer,
    caster: Sufferer,
    /// Whether it is a control spell.
    control: bool,
    /// The maximum number of casts.
    most: u32,
}

/// The state of a sequence between two stages of a cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Sequence {
    /// Whether the sequence is over; then everything else is as in [`Sequence::OVER`].
    over: bool,
    target: Condition,
    caster: Condition,
    /// Whether a control spell has succeeded.
    controlled: bool,
}

impl MayEnd for Sequence {
    #[inline(always)]
    fn is_over(&self) -> bool {
        self.over
    }
}

impl Sequence {
    const OVER: Sequence = Sequence {
        over: true,
        target: Condition::nothing_but(State::Ok),
        caster: Condition::nothing_but(State::Ok),
        controlled: false,
    };

    fn target_is_down(&self) -> bool {
        self.controlled || self.target.state() != State::Ok
    }
}

impl Procedure for Casts {
    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let before = Sequence {
            over: false,
            target: self.target.before,
            caster: self.caster.before,
            controlled: false,
        };
        let sequence = chance.stage(start, |_, ()| before);
        let sequence = chance.until(
            sequence,
            self.most,
            |sequence| sequence.over,
            |chance, sequence, round| {
                let cast = chance.number(round);
                let struck =
                    chance.unless_over(sequence, |chance, sequence| self.strike(chance, sequence, cast));
                chance.unless_over(struck, |chance, sequence| self.drain(chance, sequence, cast))
            },
        );
        chance.stage(sequence, |_, _| ())
    }
}

impl Casts {
    /// The spell, and its effect on the target.
    #[inline(always)]
    fn strike<C: Merging>(&self, chance: &mut C, sequence: &mut Sequence, cast: u32) {
        chance.note(step::ROLL_SPELL, || format!("cast {cast}"));
        let penalties = Penalties { actor: sequence.caster.penalty(), target: sequence.target.penalty() };
        let attempt = if cast == 1 { &self.first } else { &self.later };
        let Impact { hit, wound } = chance.play(attempt, penalties);
        chance.record(HITS, hit);
        sequence.target = self.target.suffer(chance, sequence.target, wound);
        sequence.controlled = hit && self.control;
        let is_last = sequence.target_is_down() || cast == self.most;
        if is_last && chance.merges() {
            sequence.target = Condition::nothing_but(sequence.target.state());
        }
    }

    /// The drain, and whether the sequence ends with this cast.
    #[inline(always)]
    fn drain<C: Merging>(&self, chance: &mut C, sequence: &mut Sequence, cast: u32) {
        let wound = self.drain.resist(chance, sequence.caster.penalty());
        sequence.caster = self.caster.suffer(chance, sequence.caster, wound);
        let Sequence { target, caster, .. } = *sequence;
        chance.note(step::AFTER_CAST, || {
            format!("{}\n{}", self.caster.in_words(caster), self.target.in_words(target))
        });
        let ending = match (sequence.target_is_down(), caster.state()) {
            (true, _) => Some(Ending::TargetDown),
            (false, State::Ok) => None,
            (false, _) => Some(Ending::CasterDown),
        };
        let place = match ending {
            Some(ending) => ENDINGS * (cast as usize - 1) + ending as usize,
            None if cast < self.most => return,
            None => ENDINGS * self.most as usize,
        };
        chance.indicate(Indicator(place));
        chance.record(CASTS, cast);
        chance.record(STATE, target.state() as i64);
        chance.record(CASTER_STATE, caster.state() as i64);
        chance.record(PENALTY, caster.penalty());
        *sequence = Sequence::OVER;
    }
}

/// Prepares a sequence of casts.
pub fn prepare(input: &CheckedInput) -> Prepared {
    let mut input = InputReader::new(input);
    let rules = Rules::read(&input);
    let target = rules.condition(read_track(&mut input, "target"));
    let caster = rules.condition(read_track(&mut input, "caster"));
    let sixes = input.integer("caster.automatic_sixes").unsigned_abs();
    let [target, caster] = spell::sufferers(&input, &rules, target, caster);
    let mut attempt = |sixes| Inner::new(spell::attempt(&mut input, &rules, PenaltyRanges::any(), sixes));
    let (first, later) = (attempt(sixes), attempt(0));
    let drain = spell::drain(&mut input, &rules, PenaltyRanges::any());
    let most = input.integer("choice.casts").unsigned_abs();
    let control = spell::is_control(&input);
    let choices = format!("{}, {} at most", spell::choices(&input), count(most, "cast", "casts"));
    let indicators = ENDINGS * most as usize + 1;
    let tables = Tables::new(metrics(most), step::casts()).with_indicators(indicators, &[CASTS, STATE]);
    let casts = Casts { first, later, drain, target, caster, control, most };
    let mut ready = Ready::new(casts, tables, choices);
    let columns = ["cast", "caster_down", "target_down", "going_on"];
    ready.tables.push(SideTable::of_course("casts.csv", columns, most as usize));
    input.finish(ready)
}

fn metrics(most: u32) -> Vec<MetricSpec> {
    let most = i64::from(most);
    vec![
        MetricSpec::integer("casts", "casts made, until anybody is down", 1, most).called("casts made"),
        MetricSpec::integer("hits", "casts that took effect", 0, most).called("casts that took effect"),
        MetricSpec::label("state", "what becomes of the target", State::LABELS)
            .called("state of the target")
            .leading(true),
        MetricSpec::label("caster_state", "what becomes of the caster", State::LABELS)
            .called("state of the caster"),
        MetricSpec::integer(
            "penalty",
            "the caster's penalty to target numbers at the end",
            0,
            MOST_PENALTY.into(),
        )
        .called("caster's wound penalty"),
    ]
}

/// The chart of `casts.csv`.
pub fn course() -> Course {
    Course {
        title: "who is still there".into(),
        help: "after each cast; a sequence that is over stays as it ended".into(),
        round: "cast".into(),
        endings: ["the caster is down", "the target is down, or does as it is told"].map(Into::into).into(),
        won: 1,
        open: "both go on".into(),
        followed: None,
    }
}
