// What the page shows, what it computes with, and what it tells.

import { find } from "../page/dom.js";
import { Engine, answered } from "./engine.js";

/** More workers need more memory than they save time. */
const MOST_ENGINES = 8;

/** Milliseconds after which a worker that does what takes no time is taken for dead. */
export const PATIENCE = 30000;

/** The same, of one that does what may take long, and can be stopped. */
export const LONG_PATIENCE = 600000;

/** What is shown, and for which text. What was asked besides are functions that show it. */
export const state = {
  text: "", form: null, outcome: null, before: null, expected: null, choice: null, compared: null,
  turn: 0, typing: null, changedAt: 0, told: null, asked: {}, filling: {}, given: null, seed: Math.floor(Math.random() * 1e6), embedded: null,
};

/** The engines: `quick` for edits and what takes no time, `slow` for odds that take long, `further` for all that is asked besides, and those that sample. */
export const engines = { quick: null, slow: null, further: null, sampling: null };

/** Begins with a compiled module. */
export const beginEngines = (module) => {
  const count = Math.min(MOST_ENGINES, navigator.hardwareConcurrency || 2);
  for (const name of ["quick", "slow", "further"]) engines[name] = new Engine(module);
  engines.sampling = [engines.slow, ...Array.from({ length: count - 1 }, () => new Engine(module))];
};

/** Gives up what is being computed. */
export const stop = () => [engines.further, ...engines.sampling].forEach((engine) => engine.stop());

/** Where results stand. */
export const RESULTS = ["bar", "results", "compared", "decided", "choice", "expected"];

/** Marks places as those of an earlier scenario, or no longer. */
export const age = (places, isOld) => places.forEach((place) => find(place).classList.toggle("stale", isOld));

/** What is told while something is computed or could not be, and what share of it is done, if that is known. */
export const tell = (words, share) => {
  find("status").textContent = words;
  find("progress").hidden = share === undefined;
  if (share === null) find("progress").removeAttribute("value");
  else if (share !== undefined) find("progress").value = share;
  find("stop").hidden = share === undefined;
  find("again").hidden = true;
};

/** Asks an engine about the scenario. */
export const asked = async (engine, ask, more = {}) => answered(await engine.ask({ ask, scenario: state.text, ...more }, LONG_PATIENCE));

/** What is said of results when there are no new ones. */
export const ofBefore = () => state.outcome ? ": the results are those of before" : "";
