// What is asked besides the odds: of the tab that is open.

import { find, make } from "../page/dom.js";
import { Stopped } from "./engine.js";
import { showChoice, showComparison, showExpected } from "./results.js";
import { age, asked, engines, state, tell } from "./state.js";

/** Does something whose result replaces what stands at `place`; says there why it could not. If it takes longer, the `words` tell what is done, unless something else is. */
export const fill = async (place, words, work) => {
  const turn = state.turn, filling = state.filling[place] = (state.filling[place] ?? 0) + 1;
  const isNow = () => turn === state.turn && filling === state.filling[place], isTold = () => isNow() && find("status").textContent === words;
  age([place], true);
  const slowly = setTimeout(() => isNow() && find("progress").hidden && tell(words, null), 700);
  try {
    await work(isNow);
  } catch (error) {
    if (!isNow()) return;
    if (error instanceof Stopped) {
      // Whoever comes back to it asks once more.
      delete state.asked[place];
      if (isTold()) {
        tell("Stopped.");
        find("again").hidden = false;
      }
      return;
    }
    find(place).replaceChildren(make("p", { class: "problem", role: "alert" }, error.message));
  } finally {
    clearTimeout(slowly);
  }
  if (isTold()) tell("");
  if (isNow()) age([place], false);
};

/** What is asked in the tab that is open; `change` hears the changes of a choice that is taken. */
export const showFurther = async (change) => {
  // The odds come first.
  if (!state.outcome) return;
  const { turn, form } = state, { variants, purpose, expectations } = form;
  const take = (settings) => change(settings.map(([key, value]) => value === "unset" ? { unset: key } : { set: [key, value] }));
  const isOpen = (tab) => find(tab).getAttribute("aria-selected") === "true";
  const hasAim = purpose.choices.some(({ values }) => values !== null) && (purpose.maximize || purpose.minimize);
  find("expecting").hidden = !expectations;
  const title = form.title, shown = state.outcome.metrics[state.outcome.headline.metric]?.name;
  for (const [place, tab, isAsked, ask, words, shows] of [
    ["expected", "tab-odds", expectations, "expect", "Checking what is expected…", (expected) => () => showExpected(expected)],
    ["choice", "tab-choose", hasAim, "choose", "Trying all choices…", (choice) => () => showChoice({ ...choice, title }, take)],
    ["compared", "tab-compare", variants.length, "compare", "Comparing…", (compared) => () => showComparison({ ...compared, title, variants, shown })],
  ]) {
    if (!isAsked) {
      state[place] = null;
      find(place).replaceChildren();
      age([place], false);
    } else if (isOpen(tab) && state.asked[place] !== turn) {
      state.asked[place] = turn;
      await fill(place, words, async (isNow) => {
        const answer = await asked(engines.further, ask);
        if (!isNow()) return;
        state[place] = shows(answer);
        state[place]();
      });
    }
    if (turn !== state.turn) return;
  }
};
