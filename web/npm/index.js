// Odds of spell and combat rules, in one line: `await odds(scenario)`.

import { Engine, answered } from "./explorer/engine.js";
import { loaded } from "./explorer/module.js";
import { played } from "./explorer/trials.js";

/** The simulated trials of odds that are not exact: one worker plays these in seconds. */
const TRIALS = 100000;

/** Milliseconds after which a worker without an answer is taken for dead. */
const PATIENCE = 60000;

let engine;

const started = () => engine ??= loaded().then((module) => new Engine(module)).catch((error) => {
  // The next call may find the network again.
  engine = undefined;
  throw error;
});

/** The answer to a request, as in `{ ask: "exact", scenario }`. */
export const ask = async (request) => answered(await (await started()).ask(request, PATIENCE));

/** The odds from `trials` simulated trials. */
const sampled = async (scenario, trials) => {
  let odds;
  const show = (some) => { odds = some; };
  await played([await started()], { scenario }, trials, 0, { show, progress: () => {}, isWanted: () => true });
  return odds;
};

/** The odds of a scenario, which is the text of its TOML: exact where that takes little time, and otherwise sampled. */
export const odds = async (scenario, { set = {}, trials = TRIALS } = {}) => {
  const changes = Object.entries(set).map(([key, value]) => ({ set: [key, String(value)] }));
  const { scenario: text, form, odds: quick } = await ask({ ask: "show", scenario, changes });
  // Without odds it has problems, which the next request reports.
  const isKnown = quick && "answer" in quick;
  const answer = isKnown ? quick.answer : await ask({ ask: "exact", scenario: text }).catch((error) => {
    if (error.isTooLarge) return sampled(text, trials);
    throw error;
  });
  return { ...answer, title: form.title, scenario: text, keys: form.sections.flatMap(({ fields }) => fields) };
};

/** The distributions of dice expressions such as `4d6kh3`. */
export const roll = (...expressions) => ask({ ask: "roll", expressions });
