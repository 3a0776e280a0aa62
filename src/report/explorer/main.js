// The page: a scenario's text, the form of it, and what comes out.

import { find, make } from "../page/dom.js";
import { showBar } from "./bar.js";
import { beginDice } from "./dice.js";
import { Engine, Stopped, answered, loaded } from "./engine.js";
import { showEmbedded, showForm } from "./form.js";
import { showPurpose } from "./purpose.js";
import { forget, whenFilled, write } from "./renew.js";
import { showChoice, showComparison, showExpected, showOutcome, showStory } from "./results.js";
import { beginRules, showRules } from "./rules.js";
import { copy, download, embedded, fileName, fragment, opened, scenarioOf } from "./share.js";
import { showStart } from "./start.js";
import { beginTabs } from "./tabs.js";
import { beginTheme } from "./theme.js";
import { FIRST, MOST, USUAL, played } from "./trials.js";
import { showVariants } from "./variants.js";

/** More workers need more memory than they save time. */
const MOST_ENGINES = 8;

/** Milliseconds after which a worker that does not sample is taken for dead. */
const PATIENCE = 30000;

/** Milliseconds between two changes of a value that are one edit: somebody who types, or moves a slider. */
const PAUSE = 1500;

const state = {
  text: "", notice: "", form: null, outcome: null, before: null, choice: null, compared: null,
  turn: 0, typing: null, changedAt: 0, answered: {}, given: null, seed: Math.floor(Math.random() * 1e6), embedded: null,
};

/** What is still to be done to the scenario: another text, and changes of it. */
const NOTHING = { text: null, changes: [], typing: null, notice: "", isInAddress: false };
let waiting = { ...NOTHING }, working = null;

/** Of edits and what takes no time; of odds that take long; of all that is asked besides; and those that sample. */
let quick, slow, further, several;

/** Gives up what is being computed. */
const stop = () => [slow, further, ...(several ?? [])].forEach((engine) => engine.stop());

/** Where results stand. */
const RESULTS = ["bar", "results", "compared", "choice", "expected"];

const age = (places, isOld) => places.forEach((place) => find(place).classList.toggle("stale", isOld));

/** What is told while something is computed or could not be, and what share of it is done, if that is known. */
const tell = (words, share) => {
  find("status").textContent = words || state.notice;
  find("progress").hidden = share === undefined;
  if (share === null) find("progress").removeAttribute("value");
  else if (share !== undefined) find("progress").value = share;
  find("stop").hidden = share === undefined;
  find("again").hidden = true;
};

const asked = async (engine, ask, more = {}) => answered(await engine.ask({ ask, scenario: state.text, ...more }, PATIENCE));

/** Does something whose result replaces what stands at `place`; says there why it could not. */
const fill = async (place, work) => {
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

/** The headline that the next odds are compared with. */
const headlineBefore = () => state.before?.headline.value ?? undefined;

const showHeadline = (outcome) => {
  state.outcome = { ...outcome, title: state.form.title, text: state.text };
  showBar(state.outcome, state.form, state.before);
  age(["bar"], false);
};

const showRest = () => {
  age(["results"], false);
  showOutcome(state.outcome);
  find("roll").hidden = !state.outcome.metrics.length;
};

const showOdds = (outcome) => {
  showHeadline(outcome);
  showRest();
};

/** Lets the browser paint. */
const breath = () => new Promise((done) => setTimeout(done));

/** Plays the scenario out: few times, and then `most` times, as often as `run` does unless somebody wants more. */
const sample = async (isNow, most = USUAL) => {
  several ??= [slow, ...Array.from({ length: Math.min(MOST_ENGINES, navigator.hardwareConcurrency || 2) - 1 }, () => new Engine(slow.module))];
  const about = { scenario: state.text, before: headlineBefore() }, words = `Playing it out ${most.toLocaleString("en")} times…`;
  const known = () => state.outcome?.text === about.scenario ? state.outcome.trials : 0;
  const hear = { progress: (share) => isNow() && tell(words, share), show: (outcome) => isNow() && showOdds(outcome), isWanted: isNow };
  tell(words, 0);
  const isStopped = !known() && await played([slow], about, FIRST, 0, { ...hear, progress: () => {} }) || await played(several, about, most, known(), hear);
  if (!isNow()) return;
  tell(isStopped ? "Stopped: the odds are from what was played out so far." : "");
  find("more").hidden = most >= MOST;
};

/** Goes on with the sample that is shown, until there are ten times as many trials or somebody stops it. */
const more = () => {
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
    const exact = await asked(slow, "exact", { before: headlineBefore() });
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

/** What comes after the form: odds that take long, and what is asked in the tab that is open. */
const finish = async (isNow, odds) => {
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

const ofBefore = () => state.outcome ? ": the results are those of before" : "";

const gameOf = ({ game, procedure }) => `${game}/${procedure}`;

const forgetResults = () => {
  state.outcome = state.before = state.choice = state.compared = null;
  for (const place of ["headline", "title", "sure", "others", "spark", "results", "compared", "choice", "expected", "story"]) find(place).replaceChildren();
};

const inWords = ({ message, help }) => help ? `${message}: ${help}` : message;

/** Shows the form of the scenario, and what is wrong with it. */
const showScenario = (form) => {
  write(find("text"), state.text);
  showRules(form.rules);
  if (form.sections) {
    if (state.embedded) return showEmbedded(form, state.embedded.key, change);
    showForm(form, change);
    showPurpose(form, change);
    showVariants(form, change);
    write(find("game"), gameOf(form));
  }
  if (form.is_right) return;
  age(RESULTS, true);
  tell(form.problems.length && !form.sections ? form.problems.map(inWords).join("; ")
    : `Something is wrong${form.rules?.problems.length ? " in the rules" : ""}${ofBefore()}.`);
};

/** Shows what came of a message: the headline first, since everybody waits for it. */
const showAnswer = async ({ scenario, form, odds }, isNow, isTyping) => {
  state.text = scenario;
  if (form.sections) {
    // What came out of another game says nothing about this one.
    if (!isTyping && state.form && gameOf(form) !== gameOf(state.form)) forgetResults();
    state.form = { ...form, text: scenario };
    document.title = `${form.title} – fizzle`;
  }
  if (odds && "answer" in odds) {
    tell("");
    showHeadline(odds.answer);
    await breath();
    if (!isNow()) return;
    showRest();
  }
  showScenario(form);
  find("more").hidden = true;
  if (odds) finish(isNow, odds);
};

/** Puts the scenario into the address, before anything is shown; a step back in the browser's history leads to the one before. */
const remember = async (text, isTyping) => {
  const hash = await fragment(text);
  if (!state.embedded) history[isTyping ? "replaceState" : "pushState"](null, "", hash);
};

/** Does all that is waiting: changes that came together are one message. */
const work = async () => {
  while (waiting.text !== null || waiting.changes.length) {
    const { text, changes, typing, notice, isInAddress } = waiting, turn = ++state.turn, isNow = () => turn === state.turn;
    waiting = { ...NOTHING };
    const isTyping = Boolean(typing) && typing === state.typing, now = performance.now();
    if (!isTyping || now - state.changedAt > PAUSE) state.before = state.outcome;
    Object.assign(state, { typing, notice, changedAt: now });
    // What is still computed for an earlier scenario is of no use.
    stop();
    const slowly = setTimeout(() => age(RESULTS, true), 300);
    try {
      const answer = answered(await quick.ask({ ask: "show", scenario: text ?? state.text, changes, before: headlineBefore() }, PATIENCE));
      // Somebody may have left for the start page.
      if (!isNow()) continue;
      if (!isInAddress) await remember(answer.scenario, isTyping);
      await showAnswer(answer, isNow, isTyping);
    } catch (error) {
      // A text that is not TOML can still be corrected.
      if (text !== null && !changes.length) {
        state.text = text;
        if (!isInAddress) await remember(text, isTyping);
      }
      if (text !== null) age(RESULTS, true);
      tell(error.message);
    } finally {
      clearTimeout(slowly);
    }
  }
};

const goOn = () => {
  working ??= work().finally(() => { working = null; });
  return working;
};

/** Goes to another text of the scenario. */
const go = (text, typing = null, more = {}) => {
  waiting = { ...NOTHING, text, typing, ...more };
  show("work");
  return goOn();
};

/** Changes the scenario; `typing` is the key that somebody types. */
const change = (changes, typing = null) => {
  waiting = { ...waiting, changes: [...waiting.changes, ...changes], typing };
  return goOn();
};

/** What is asked in the tab that is open. */
const showFurther = async () => {
  const { turn, form } = state, { variants, purpose, expectations } = form;
  const isOpen = (tab) => find(tab).getAttribute("aria-selected") === "true";
  const hasAim = purpose.choices.some(({ values }) => values !== null) && (purpose.maximize || purpose.minimize);
  if (!hasAim) state.choice = null;
  if (!variants.length) state.compared = null;
  find("expecting").hidden = !expectations;
  for (const [place, tab, isAsked, ask, show] of [
    ["expected", "tab-odds", expectations, "expect", showExpected],
    ["choice", "tab-choose", hasAim, "choose", (choice) => showChoice(state.choice = { ...choice, title: form.title }, take)],
    ["compared", "tab-compare", variants.length, "compare", (compared) => showComparison(state.compared = { ...compared, title: form.title, variants, shown: state.outcome.metrics[state.outcome.headline.metric]?.name })],
  ]) {
    if (!isAsked) {
      find(place).replaceChildren();
      age([place], false);
    } else if (isOpen(tab) && state.answered[place] !== turn) {
      await fill(place, async (isNow) => {
        const answer = await asked(further, ask);
        if (!isNow()) return;
        state.answered[place] = turn;
        show(answer);
      });
    }
    if (turn !== state.turn) return;
  }
};

/** Takes a choice: pairs of a key and its value. */
const take = (settings) => change(settings.map(([key, value]) => value === "unset" ? { unset: key } : { set: [key, value] }));

/** Shows the start page, or a scenario. */
const show = (view) => {
  for (const other of ["start", "work"]) find(other).hidden = other !== view;
  for (const one of document.querySelectorAll(".of-scenario")) one.hidden = view !== "work";
  find("notice").textContent = "";
  if (view === "start") document.title = "fizzle";
};

const showGames = (notice = "") => {
  stop();
  state.turn++;
  show("start");
  find("notice").textContent = notice;
};

const start = async (name) => {
  // The name of the game is there already: odds of another must not stand below it.
  forgetResults();
  const [game, procedure] = name.split("/");
  await go(answered(await quick.ask({ ask: "start", game, procedure }, PATIENCE)));
};

/** Shows what the address has; `given` is the scenario that the page begins with. */
const arrive = async (given) => {
  const { hash } = location;
  state.embedded = embedded(hash);
  document.body.classList.toggle("embed", Boolean(state.embedded));
  try {
    const text = await scenarioOf(hash);
    forget();
    if (text !== null) return go(text, null, { isInAddress: true });
  } catch (error) {
    return showGames(`${error.message} Choose something here instead.`);
  }
  if (/^#dice=/.test(hash)) {
    find("dice").value = decodeURIComponent(hash.slice("#dice=".length));
    rollDice();
  } else if (given && hash !== "#games") return go(given);
  return showGames();
};

let rollDice = () => {};

const buttons = () => {
  find("game").addEventListener("change", () => start(find("game").value).catch((error) => tell(error.message)));
  find("games").addEventListener("click", () => {
    history.pushState(null, "", "#games");
    showGames();
    find("cards").querySelector("button")?.focus({ preventScroll: true });
    scrollTo(0, 0);
  });
  find("link").addEventListener("click", async () => {
    const link = `${location.href.split("#")[0]}${await fragment(state.text)}`;
    const where = /^https?:/.test(location.protocol) ? "" : " The page is a file here: others can open the link with “Open a link” on the start page of their fizzle.";
    if (await copy(link, `The link to this scenario.${where}`)) tell(`The link is copied.${where}`);
  });
  find("paste").addEventListener("input", async () => {
    const link = find("paste").value.trim(), hash = link.slice(link.indexOf("#"));
    if (!link) return;
    try {
      const text = await scenarioOf(hash);
      if (text === null) throw new Error("This is not a link to a scenario.");
      find("paste").value = "";
      await go(text);
    } catch (error) {
      find("notice").textContent = error.message;
    }
  });
  find("save").addEventListener("click", () => download(`${fileName(state.form?.title ?? "")}.toml`, state.text, "application/toml"));
  find("save-rules").addEventListener("click", () => download(`${fileName(state.form?.title ?? "")}.rules`, find("rules").value, "text/plain"));
  find("open").addEventListener("change", async ({ target }) => {
    const files = [...target.files];
    target.value = "";
    try {
      const { scenario, rules } = await opened(files);
      await go(scenario, null, rules === undefined ? {} : { changes: [{ set: ["rules", rules] }] });
    } catch (error) {
      tell(error.message);
      find("notice").textContent = error.message;
    }
  });
  beginRules((text) => change([{ set: ["rules", text] }], "rules"));
  find("text").addEventListener("input", () => go(find("text").value, "text"));
  // Enter presses the button beside a text.
  addEventListener("keydown", ({ key, isComposing, target }) => {
    if (key === "Enter" && !isComposing && target.matches(".vary input[type=text]")) target.closest(".vary").querySelector("button:not([hidden]):not(.step)")?.click();
  });
  find("stop").addEventListener("click", stop);
  find("again").addEventListener("click", () => go(state.text, null, { isInAddress: true }));
  find("more").addEventListener("click", more);
  for (const [id, place] of [["skip", "form"], ["edit", "form"]]) find(id).addEventListener("click", (event) => {
    event.preventDefault();
    find(place).scrollIntoView();
    find(place).querySelector("input, select")?.focus({ preventScroll: true });
  });
  // What was typed is shown as the scenario has it, unless that is still on its way.
  whenFilled(async () => {
    await working;
    if (state.form?.text === state.text) showScenario(state.form);
  });
  find("roll").addEventListener("click", () => fill("story", async (isNow) => {
    const told = await asked(further, "tell", { seed: state.seed++, event: find("where").value.trim() || null });
    if (isNow()) showStory(told, state.form.metrics);
  }));
  beginTheme();
  beginTabs(() => {
    if (state.form?.is_right) showFurther();
  });
  addEventListener("popstate", () => arrive(state.given));
  addEventListener("resize", () => {
    if (state.outcome) showOutcome(state.outcome);
    if (state.choice) showChoice(state.choice, take);
    if (state.compared) showComparison(state.compared);
  });
};

/** Shows the games to choose from, on the start page and in the list. */
const showCatalog = async () => {
  const catalog = answered(await quick.ask({ ask: "catalog" }, PATIENCE)), { games, examples } = catalog;
  find("game").replaceChildren(
    ...games.map(({ name, title, procedures }) => make("optgroup", { label: title },
      ...procedures.map((procedure) => make("option", { value: `${name}/${procedure.name}` }, `${procedure.name.replaceAll("-", " ")}: ${procedure.help}`)))),
    make("optgroup", { label: "Rules as a text" }, ...examples.map(({ name, title }) => make("option", { value: `rules/${name}` }, name ? title : "Write your own rules"))));
  if (state.form) write(find("game"), gameOf(state.form));
  showStart(catalog, async (name) => go(answered(await quick.ask({ ask: "open", name }, PATIENCE))), start);
};

const begin = async () => {
  const module = await loaded();
  [quick, slow, further] = Array.from({ length: 3 }, () => new Engine(module));
  rollDice = beginDice(async (question, patience) => answered(await quick.ask(question, patience)), (expressions) => {
    history.replaceState(null, "", expressions.length ? `#dice=${encodeURIComponent(expressions.join("\n"))}` : "#games");
  });
  buttons();
  // For pages that ask more, and for tests: a question as JSON to its answer as JSON, the bytes that all modules have taken, and whether a change is on its way.
  globalThis.fizzle = { answer: (question) => quick.answer(question, PATIENCE), bytes: () => [quick, slow, further].map(({ bytes }) => bytes), isBusy: () => working !== null };
  state.given = JSON.parse(find("scenario").textContent);
  // The odds come first; what else there is to choose from can wait.
  await arrive(state.given);
  await showCatalog();
};

find("unscripted").remove();
begin().catch((error) => {
  const isOld = !["WebAssembly", "CompressionStream", "DecompressionStream"].every((name) => name in globalThis);
  const isForbidden = /unsafe-eval|Content.Security.Policy|violates/i.test(error.message);
  const why = isOld ? "This page needs a browser of 2023 or later" : isForbidden ? "The site that the page comes from does not allow WebAssembly: it has to send “Content-Security-Policy: script-src 'self' 'wasm-unsafe-eval'”" : "This page cannot compute here";
  find("notice").textContent = `${why}: ${error.message}`;
});
