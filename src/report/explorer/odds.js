// The odds of the scenario: those that came with the form, those that take long, and samples.

import { find } from "../page/dom.js";
import { showBar } from "./bar.js";
import { Stopped, answered } from "./engine.js";
import { showOutcome } from "./results.js";
import { RESULTS, age, asked, engines, ofBefore, state, tell } from "./state.js";
import { FIRST, MOST, USUAL, played } from "./trials.js";

/** The headline that the next odds are compared with. */
export const headlineBefore = () => state.before?.headline.value ?? undefined;

/** Shows the headline of odds. */
export const showHeadline = (outcome) => {
  state.outcome = { ...outcome, title: state.form.title, text: state.text };
  showBar(state.outcome, state.form, state.before);
  age(["bar"], false);
};

/** Shows what there is besides the headline. */
export const showRest = () => {
  age(["results"], false);
  showOutcome(state.outcome);
  find("roll").hidden = !state.outcome.metrics.length;
};

const showOdds = (outcome) => {
  showHeadline(outcome);
  showRest();
};

/** Plays the scenario out: few times, and then `most` times, as often as `run` does unless somebody wants more. */
const sample = async (isNow, most = USUAL) => {
  const about = { scenario: state.text, before: headlineBefore() }, words = `Playing it out ${most.toLocaleString("en")} times…`;
  const known = () => state.outcome?.text === about.scenario ? state.outcome.trials : 0;
  const hear = { progress: (share) => isNow() && tell(words, share), show: (outcome) => isNow() && showOdds(outcome), isWanted: isNow };
  tell(words, 0);
  const isStopped = !known() && await played([engines.slow], about, FIRST, 0, { ...hear, progress: () => {} }) || await played(engines.sampling, about, most, known(), hear);
  if (!isNow()) return;
  tell(isStopped ? "Stopped: the odds are from what was played out so far." : "");
  find("more").hidden = most >= MOST;
};

/** Goes on with the sample that is shown, until there are ten times as many trials or somebody stops it. */
export const more = () => {
  const turn = state.turn, { trials } = state.outcome;
  return sample(() => turn === state.turn, 10 ** Math.floor(Math.log10(10 * trials))).catch((error) => tell(error.message));
};

/** The odds that did not come with the form: exact if they can be had, or else from a sample. */
const longOdds = async (isNow) => {
  const slowly = setTimeout(() => {
    if (!isNow()) return;
    tell("Counting all that can happen…", null);
    age(RESULTS, true);
  }, 300);
  try {
    const exact = await asked(engines.slow, "exact", { before: headlineBefore() });
    if (!isNow()) return;
    tell("");
    showOdds(exact);
  } catch (error) {
    if (!error.isTooLarge) throw error;
    if (isNow()) await sample(isNow);
  } finally {
    clearTimeout(slowly);
  }
};

/** What comes after the form: odds that take long; then `showFurther`. */
export const finish = async (isNow, odds, showFurther) => {
  try {
    if ("too_large" in odds) await longOdds(isNow);
    else answered(odds);
  } catch (error) {
    if (!isNow()) return;
    age(RESULTS, true);
    const isStopped = error instanceof Stopped;
    tell(isStopped ? `Stopped${ofBefore()}.` : error.message);
    find("again").hidden = !isStopped;
    return;
  }
  if (isNow()) await showFurther();
};
