// The page: a scenario's text, the form of it, and what comes out.

import { find, make } from "../page/dom.js";
import { Engine, Stopped, sampled, unpacked } from "./engine.js";
import { showForm } from "./form.js";
import { showPurpose } from "./purpose.js";
import { forget, whenFilled, write } from "./renew.js";
import { showChoice, showComparison, showExpected, showOutcome, showStory } from "./results.js";
import { beginRules, showRules } from "./rules.js";
import { download, fileName, fragment, opened, scenarioOf } from "./share.js";
import { showVariants } from "./variants.js";

/** As on the command line. */
const SAMPLE = { trials: 1000000, seed: 1 };

/** More workers need more memory than they save time. */
const MOST_ENGINES = 8;

/** Milliseconds after which a worker that edits or checks a scenario is taken for dead. */
const PATIENCE = 30000;

const state = { text: "", notice: "", form: null, outcome: null, choice: null, turn: 0, typing: null, seed: 0, changed: Promise.resolve() };
/** Of edits, which take no time; of forms; of odds; of all that is asked besides; and those that sample. */
let pen, quick, slow, further, several;

/** Gives up what is being computed. */
const stop = () => [quick, slow, further, ...(several ?? [])].forEach((engine) => engine.stop());

/** Where results stand. */
const RESULTS = ["results", "compared", "choice", "expected"];

/** Marks all results as those of an earlier scenario. */
const age = () => RESULTS.forEach((place) => find(place).classList.add("stale"));

/** What is told while something is computed or could not be, and what share of it is done, if that is known. */
const tell = (words, share) => {
  find("status").textContent = words || state.notice;
  find("progress").hidden = share === undefined;
  if (share === null) find("progress").removeAttribute("value");
  else if (share !== undefined) find("progress").value = share;
  find("stop").hidden = share === undefined;
  find("again").hidden = true;
};

/** An answer, or an error that says why there is none. */
const asked = async (engine, ask, more = {}) => {
  const reply = await engine.ask({ ask, scenario: state.text, ...more });
  if ("answer" in reply) return reply.answer;
  if (reply.problems) throw new Error(reply.problems.map(({ message, help }) => help ? `${message}: ${help}` : message).join("; "));
  throw Object.assign(new Error(reply.error ?? reply.too_large), { isTooLarge: "too_large" in reply });
};

/** The odds: exact if they can be had, or else from a sample. What was played out until somebody stops it is kept if it `isWanted`. */
const odds = async (isWanted) => {
  try {
    return await asked(slow, "exact");
  } catch (error) {
    if (!error.isTooLarge) throw error;
  }
  tell("There are too many cases to count them all: they are played out a million times…", 0);
  several ??= [slow, ...Array.from({ length: Math.min(MOST_ENGINES, navigator.hardwareConcurrency || 2) - 1 }, () => new Engine(slow.module))];
  return sampled(several, state.text, SAMPLE, (share) => tell("Playing it out a million times…", share), isWanted);
};

/** Does something whose result replaces what stands at `place`; says there why it could not. */
const fill = async (place, work) => {
  const turn = state.turn;
  find(place).classList.add("stale");
  try {
    await work(() => turn === state.turn);
  } catch (error) {
    if (turn !== state.turn || error instanceof Stopped) return;
    find(place).replaceChildren(make("p", { class: "problem", role: "alert" }, error.message));
  }
  if (turn === state.turn) find(place).classList.remove("stale");
};

/** Shows the scenario as it is now. */
const refresh = async () => {
  const turn = ++state.turn, isNow = () => turn === state.turn;
  // What is still computed for an earlier scenario is of no use.
  stop();
  const slowly = setTimeout(() => {
    if (!isNow()) return;
    tell("Counting all that can happen…", null);
    age();
  }, 300);
  try {
    const computed = odds(isNow);
    // Where the scenario is wrong the form says so.
    computed.catch(() => {});
    const form = await asked(quick, "form");
    if (!isNow() || !showScenario(form)) return;
    const outcome = await computed;
    if (!isNow()) return;
    // Pictures are drawn again when the window changes, and then there may be another form.
    showOutcome(state.outcome = { ...outcome, title: form.title });
    find("results").classList.remove("stale");
    find("story").replaceChildren();
    find("roll").hidden = !outcome.metrics.length;
    if (outcome.isPart) return stopped("Stopped: the odds are from what was played out so far.");
    tell("");
  } catch (error) {
    if (!isNow()) return;
    age();
    if (error instanceof Stopped) stopped(`Stopped${ofBefore()}.`);
    else tell(error.message);
    return;
  } finally {
    clearTimeout(slowly);
  }
  await showFurther();
};

const ofBefore = () => state.outcome ? ": the results are those of before" : "";

/** Says that something was stopped, and offers to do it again. */
const stopped = (words) => {
  tell(words);
  find("again").hidden = false;
};

/** Shows the form of a scenario; whether that is in order. */
const showScenario = (form) => {
  write(find("text"), state.text);
  showRules(form.rules);
  if (form.sections) {
    // What came out of another game says nothing about this one.
    if (!state.typing && state.form && gameOf(form) !== gameOf(state.form)) forgetResults();
    state.form = { ...form, text: state.text };
    showForm(form, change);
    showPurpose(form, change);
    showVariants(form, change);
    write(find("game"), gameOf(form));
    document.title = `${form.title} – fizzle`;
  }
  if (!form.problems.length && !form.rules?.problems.length) return true;
  age();
  tell(form.problems.length && !form.sections ? form.problems.map(({ message, help }) => `${message}: ${help}`).join("; ")
    : `Something is wrong${form.rules?.problems.length ? " in the rules" : ""}${ofBefore()}.`);
  return false;
};

const gameOf = ({ game, procedure }) => `${game}/${procedure}`;

const forgetResults = () => {
  state.outcome = state.choice = null;
  for (const place of [...RESULTS, "story"]) find(place).replaceChildren();
};

/** What is asked besides. */
const showFurther = async () => {
  const { variants, purpose, expectations } = state.form, isOpen = purpose.choices.some(({ values }) => values !== null) && (purpose.maximize || purpose.minimize);
  if (!isOpen) state.choice = null;
  for (const [place, isAsked] of [["compared", variants.length], ["choice", isOpen], ["expected", expectations]]) {
    if (isAsked) continue;
    find(place).replaceChildren();
    find(place).classList.remove("stale");
  }
  if (variants.length) await fill("compared", async (isNow) => {
    const compared = await asked(further, "compare");
    if (isNow()) showComparison(compared);
  });
  find("expecting").hidden = !expectations;
  if (expectations) await fill("expected", async (isNow) => {
    const expected = await asked(further, "expect");
    if (isNow()) showExpected(expected);
  });
  if (isOpen) await fill("choice", async (isNow) => {
    const choice = await asked(further, "choose");
    if (isNow()) showChoice(state.choice = { ...choice, title: state.form.title });
  });
};

/** Goes to another text of the scenario, which the address has before anything is shown; a step back in the browser's history leads to the one before. */
const go = async (text, typing = null, notice = "") => {
  state.text = text;
  state.notice = notice;
  const isTyping = typing && typing === state.typing;
  state.typing = typing;
  const hash = await fragment(text);
  if (state.text !== text) return;
  history[isTyping ? "replaceState" : "pushState"](null, "", hash);
  await refresh();
};

/** Changes the text. One change waits for the one before: it changes what that has left. */
const change = (changes, typing, scenario) => {
  const edited = async () => {
    const text = await asked(pen, "edit", { changes, scenario: scenario ?? state.text });
    // What comes of it is shown meanwhile.
    go(text, typing);
  };
  state.changed = state.changed.then(edited).catch((error) => tell(error.message));
  return state.changed;
};

const start = async (name, notice) => {
  const [game, procedure] = name.split("/");
  const { answer } = await pen.ask({ ask: "start", game, procedure });
  if (answer) await go(answer, null, notice);
};

/** Shows the scenario that the address has; whether it has one. */
const arrive = async () => {
  let text = null;
  state.notice = "";
  try {
    text = await scenarioOf(location.hash);
  } catch (error) {
    tell(state.notice = error.message);
  }
  if (text === null) return false;
  state.text = text;
  state.typing = null;
  forget();
  await refresh();
  return true;
};

const buttons = () => {
  find("game").addEventListener("change", () => start(find("game").value));
  find("link").addEventListener("click", async () => {
    const link = `${location.href.split("#")[0]}${await fragment(state.text)}`;
    const where = /^https?:/.test(location.protocol) ? "" : " It works on this computer alone, since the page is a file here. To others, send the file that “Download .toml” gives.";
    try {
      await navigator.clipboard.writeText(link);
      tell(`The link is copied.${where}`);
    } catch {
      prompt(`The link to this scenario.${where}`, link);
    }
  });
  find("save").addEventListener("click", () => download(`${fileName(state.form?.title ?? "")}.toml`, state.text, "application/toml"));
  find("save-rules").addEventListener("click", () => download(`${fileName(state.form?.title ?? "")}.rules`, find("rules").value, "text/plain"));
  find("open").addEventListener("change", async ({ target }) => {
    const files = [...target.files];
    target.value = "";
    try {
      const { scenario, rules } = await opened(files);
      if (rules === undefined) await go(scenario);
      else await change([{ set: ["rules", rules] }], null, scenario);
    } catch (error) {
      tell(error.message);
    }
  });
  beginRules((text) => change([{ set: ["rules", text] }], "rules"));
  find("text").addEventListener("input", () => go(find("text").value, "text"));
  // Enter presses the button beside a text.
  addEventListener("keydown", ({ key, isComposing, target }) => {
    if (key === "Enter" && !isComposing && target.matches(".vary input[type=text]")) target.closest(".vary").querySelector("button:not([hidden])")?.click();
  });
  find("stop").addEventListener("click", stop);
  find("again").addEventListener("click", refresh);
  // What was typed is shown as the scenario has it, unless that is still on its way.
  whenFilled(async () => {
    await state.changed;
    if (state.form?.text === state.text) showScenario(state.form);
  });
  find("roll").addEventListener("click", () => fill("story", async (isNow) => {
    const told = await asked(further, "tell", { seed: ++state.seed, event: find("where").value.trim() || null });
    if (isNow()) showStory(told, state.form.metrics);
  }));
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const named = () => { find("theme").textContent = isDark() ? "Light" : "Dark"; };
  find("theme").addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    named();
  });
  named();
  addEventListener("popstate", arrive);
  addEventListener("resize", () => {
    if (state.outcome) showOutcome(state.outcome);
    if (state.choice) showChoice(state.choice);
  });
};

const begin = async () => {
  const module = await unpacked(find("module").textContent);
  [pen, quick] = Array.from({ length: 2 }, () => new Engine(module, PATIENCE));
  [slow, further] = Array.from({ length: 2 }, () => new Engine(module));
  const { games, examples } = await asked(pen, "catalog");
  find("game").replaceChildren(
    ...games.map(({ name, title, procedures }) => make("optgroup", { label: title },
      ...procedures.map((procedure) => make("option", { value: `${name}/${procedure.name}` }, `${procedure.name.replaceAll("-", " ")}: ${procedure.help}`)))),
    make("optgroup", { label: "Your own rules" }, ...examples.map(({ name, title }) => make("option", { value: `rules/${name}` }, name ? title : "Write your own rules"))));
  buttons();
  // For pages that ask more, and for tests: a question as JSON to its answer as JSON, and the bytes that all modules have taken.
  globalThis.fizzle = { answer: (question) => pen.answer(question), bytes: () => [pen, quick, slow, further].map(({ bytes }) => bytes) };
  const given = JSON.parse(find("scenario").textContent);
  if (await arrive()) return;
  if (given) await go(given, null, state.notice);
  else await start(find("game").options[0].value, state.notice);
};

find("unscripted").remove();
begin().catch((error) => {
  const isOld = !["WebAssembly", "CompressionStream", "DecompressionStream"].every((name) => name in globalThis);
  tell(`${isOld ? "This page needs a browser of 2023 or later" : "This page cannot compute here"}: ${error.message}`);
});
