// What is asked besides the odds: of the tab that is open.

import { find, make } from "../page/dom.js";
import { Stopped } from "./engine.js";
import { showChoice, showComparison, showExpected } from "./results.js";
import { age, asked, engines, state } from "./state.js";

/** Does something whose result replaces what stands at `place`; says there why it could not. */
export const fill = async (place, work) => {
  const turn = state.turn;
  age([place], true);
  try {
    await work(() => turn === state.turn);
  } catch (error) {
    if (turn !== state.turn || error instanceof Stopped) return;
    find(place).replaceChildren(make("p", { class: "problem", role: "alert" }, error.message));
  }
  if (turn === state.turn) age([place], false);
};

/** What is asked in the tab that is open; `change` hears the changes of a choice that is taken. */
export const showFurther = async (change) => {
  const { turn, form } = state, { variants, purpose, expectations } = form;
  const take = (settings) => change(settings.map(([key, value]) => value === "unset" ? { unset: key } : { set: [key, value] }));
  const isOpen = (tab) => find(tab).getAttribute("aria-selected") === "true";
  const hasAim = purpose.choices.some(({ values }) => values !== null) && (purpose.maximize || purpose.minimize);
  find("expecting").hidden = !expectations;
  const title = form.title, shown = state.outcome.metrics[state.outcome.headline.metric]?.name;
  for (const [place, tab, isAsked, ask, shows] of [
    ["expected", "tab-odds", expectations, "expect", (expected) => () => showExpected(expected)],
    ["choice", "tab-choose", hasAim, "choose", (choice) => () => showChoice({ ...choice, title }, take)],
    ["compared", "tab-compare", variants.length, "compare", (compared) => () => showComparison({ ...compared, title, variants, shown })],
  ]) {
    if (!isAsked) {
      state[place] = null;
      find(place).replaceChildren();
      age([place], false);
    } else if (isOpen(tab) && state.answered[place] !== turn) {
      await fill(place, async (isNow) => {
        const answer = await asked(engines.further, ask);
        if (!isNow()) return;
        state.answered[place] = turn;
        state[place] = shows(answer);
        state[place]();
      });
    }
    if (turn !== state.turn) return;
  }
};
