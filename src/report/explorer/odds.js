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
  age(["results", "decided"], false);
  showOutcome(state.outcome);
  find("roll").hidden = !state.outcome.metrics.length;
};

const showOdds = (outcome) => {
  showHeadline(outcome);
  showRest();
};

/** The trials of the scenario that are shown; nothing if its odds are not shown yet. */
const trialsShown = () => state.outcome?.text === state.text ? state.outcome.trials : undefined;

const STOPPED = "Stopped: the odds are from what was played out so far.";

/** Plays the scenario out `most` times, and shows more and more of them; `tellShare` hears how many are done. Whether it was stopped. */
const play = (sampling, most, isNow, tellShare) => played(sampling, { scenario: state.text, before: headlineBefore() }, most, trialsShown() ?? 0, {
  progress: (share) => isNow() && tellShare(share),
  // What is exact meanwhile stays.
  show: (outcome) => isNow() && trialsShown() !== null && showOdds(outcome),
  isWanted: isNow,
});

/** Plays the scenario out as often as `run` does, or `most` times. */
const sample = async (isNow, most = USUAL) => {
  const tellShare = (share) => tell(`Playing it out ${most.toLocaleString("en")} times…`, share);
  tellShare(0);
  const isStopped = await play(engines.sampling, most, isNow, tellShare);
  if (!isNow()) return;
  tell(isStopped ? STOPPED : "");
  find("more").hidden = most >= MOST;
};

/** Goes on with the sample that is shown, until there are ten times as many trials or somebody stops it. */
export const more = () => {
  const turn = state.turn, { trials } = state.outcome;
  return sample(() => turn === state.turn, 10 ** Math.floor(Math.log10(10 * trials))).catch((error) => tell(error.message));
};

/** The odds that did not come with the form: few trials at once; then exact odds if they can be had, or else more trials. */
const longOdds = async (isNow) => {
  // Somebody came back to what is shown: nothing new may come.
  if (trialsShown() !== undefined) showOdds(state.outcome);
  const first = play([engines.sampling.at(-1)], FIRST, isNow, () => {});
  // What is wrong with it is wrong with the exact odds, too.
  first.catch(() => {});
  const slowly = setTimeout(() => {
    if (!isNow()) return;
    tell("Counting all that can happen…", null);
    if (trialsShown() === undefined) age(RESULTS, true);
  }, 300);
  try {
    const exact = await asked(engines.slow, "exact", { before: headlineBefore() });
    if (!isNow()) return;
    tell("");
    showOdds(exact);
  } catch (error) {
    if (!error.isTooLarge) throw error;
    clearTimeout(slowly);
    if (!isNow() || await first || !isNow()) return;
    await sample(isNow);
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
    const isStopped = error instanceof Stopped;
    if (isStopped && trialsShown()) {
      tell(STOPPED);
      find("more").hidden = false;
      return;
    }
    age(RESULTS, true);
    tell(isStopped ? `Stopped${ofBefore()}.` : error.message);
    find("again").hidden = !isStopped;
    return;
  }
  if (isNow()) await showFurther();
};
