// The page: a scenario's text, the form of it, and what comes out.

import { find, make } from "../page/dom.js";
import { showBar } from "./bar.js";
import { beginDice } from "./dice.js";
import { Stopped, answered } from "./engine.js";
import { showEmbedded, showForm } from "./form.js";
import { fill, showFurther } from "./further.js";
import { loaded } from "./module.js";
import { finish, headlineBefore, more, showHeadline, showRest } from "./odds.js";
import { showPurpose } from "./purpose.js";
import { forget, whenFilled, write } from "./renew.js";
import { showOutcome, showStory } from "./results.js";
import { beginRules, showRules } from "./rules.js";
import { copy, decoded, download, embedded, fileName, fragment, opened, scenarioOf } from "./share.js";
import { showStart } from "./start.js";
import { LONG_PATIENCE, PATIENCE, RESULTS, age, asked, beginEngines, engines, ofBefore, state, stop, tell } from "./state.js";
import { beginTabs } from "./tabs.js";
import { beginTheme } from "./theme.js";
import { showVariants } from "./variants.js";

/** Milliseconds between two changes of a value that are one edit: somebody who types, or moves a slider. */
const PAUSE = 1500;

/** Milliseconds after which a question is overtaken by the next one. */
const OVERTAKEN = 1500;

/** When the scenario was asked about that is not shown yet. */
let askedAt = Infinity;

/** What is still to be done to the scenario: another text, and changes of it. */
const NOTHING = { text: null, changes: [], typing: null, isInAddress: false, since: 0 };
let waiting = { ...NOTHING }, working = null;

const isWaiting = () => waiting.text !== null || waiting.changes.length > 0;

/** How many scenarios' odds are still computed. */
let unfinished = 0;

/** Lets the browser paint. */
const breath = () => new Promise((done) => setTimeout(done));

const gameOf = ({ game, procedure }) => `${game}/${procedure}`;

const forgetResults = () => {
  state.outcome = state.before = state.choice = state.compared = null;
  find("where").value = "";
  for (const place of ["headline", "title", "sure", "others", "spark", "results", "compared", "decided", "choice", "expected", "story"]) find(place).replaceChildren();
};

const inWords = ({ message, help }) => help ? `${message}: ${help}` : message;

/** What is wrong, without what follows on it. */
const inFewWords = (problems) => {
  const all = [...new Set(problems.map(inWords))];
  return all.slice(0, 2).join("; ") + (all.length > 2 ? `; and ${all.length - 2} more` : "");
};

/** Shows the form of the scenario, and what is wrong with it. */
const showScenario = (form) => {
  write(find("text"), state.text);
  showRules(form.rules);
  // What is not even TOML can only be corrected as a text.
  const isBroken = !form.sections && !form.rules;
  find("form").inert = isBroken;
  if (isBroken) find("text").closest("details").open = true;
  if (form.sections) {
    if (state.embedded) return showEmbedded(form, state.embedded.key, change);
    showForm(form, change);
    showPurpose(form, change);
    showVariants(form, change);
    write(find("game"), gameOf(form));
  }
  if (form.is_right) return;
  age(RESULTS, true);
  tell(form.problems.length && !form.sections ? inFewWords(form.problems)
    : `Something is wrong${form.rules?.problems.length ? " in the rules" : ""}${ofBefore()}.`);
};

/** Shows what came of a message: the headline first, since everybody waits for it. */
const showAnswer = async ({ scenario, form, odds }, isNow, isTyping) => {
  state.text = scenario;
  age(["story"], state.told !== null && state.told !== scenario);
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
  // What somebody has written meanwhile is not in this form yet.
  if (isWaiting()) return;
  showScenario(form);
  find("more").hidden = true;
  if (!odds) return;
  unfinished++;
  finish(isNow, odds, () => showFurther(change)).finally(() => { unfinished--; });
};

/** Puts the scenario into the address, unless somebody has gone to another one there; a step back in the browser's history leads to the one before. */
const remember = async (text, isOneEdit) => {
  const hash = await fragment(text);
  if (!state.embedded && !waiting.isInAddress) history[isOneEdit ? "replaceState" : "pushState"](null, "", hash);
};

/** Does all that is waiting: changes that came together are one message. */
const work = async () => {
  while (isWaiting()) {
    const { text, changes, typing, isInAddress, since } = waiting, turn = ++state.turn, isNow = () => turn === state.turn;
    waiting = { ...NOTHING };
    const isTyping = Boolean(typing) && typing === state.typing, isOneEdit = isTyping && since - state.changedAt <= PAUSE;
    if (!isOneEdit) state.before = state.outcome;
    Object.assign(state, { typing, changedAt: since });
    // What is still computed for an earlier scenario is of no use.
    stop();
    const slowly = setTimeout(() => age(RESULTS, true), 300), late = setTimeout(() => tell("One moment…"), 1000);
    try {
      askedAt = performance.now();
      const answer = answered(await engines.quick.ask({ ask: "show", scenario: text ?? state.text, changes, before: headlineBefore() }, LONG_PATIENCE));
      askedAt = Infinity;
      clearTimeout(slowly);
      clearTimeout(late);
      // Somebody may have left for the start page.
      if (!isNow()) continue;
      const remembered = isInAddress ? null : remember(answer.scenario, isOneEdit);
      await showAnswer(answer, isNow, isTyping);
      await remembered;
    } catch (error) {
      if (error instanceof Stopped) {
        // It was overtaken: what comes now is done with it.
        if (waiting.text === null) waiting = { ...waiting, text, changes: [...changes, ...waiting.changes] };
        continue;
      }
      // A text that is not TOML can still be corrected.
      if (text !== null && !changes.length) {
        state.text = text;
        if (!isInAddress) await remember(text, isOneEdit);
      }
      if (text !== null) age(RESULTS, true);
      tell(error.message);
    } finally {
      askedAt = Infinity;
      clearTimeout(slowly);
      clearTimeout(late);
    }
  }
};

/** Goes on with what is waiting. A question that takes long is not waited for. */
const goOn = () => {
  if (performance.now() - askedAt > OVERTAKEN) engines.quick.stop();
  working ??= work().finally(() => { working = null; });
  return working;
};

/** Goes to another text of the scenario. */
const go = (text, typing = null, more = {}) => {
  waiting = { ...NOTHING, text, typing, since: performance.now(), ...more };
  show("work");
  return goOn();
};

/** Changes the scenario; `typing` is the key that somebody types. */
const change = (changes, typing = null) => {
  waiting = { ...waiting, changes: [...waiting.changes, ...changes], typing, since: performance.now() };
  return goOn();
};

/** Shows the start page, or a scenario. */
const show = (view) => {
  // What is opened is read from its beginning.
  if (view === "work" && find("work").hidden) scrollTo(0, 0);
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
  // Whoever opened a link is at the end of the page.
  if (notice) find("notice").scrollIntoView({ block: "nearest" });
};

const start = async (name) => {
  // The name of the game is there already: odds of another must not stand below it.
  forgetResults();
  const [game, procedure] = name.split("/");
  await go(answered(await engines.quick.ask({ ask: "start", game, procedure }, PATIENCE)));
};

/** What an address has before rolls of dice. */
const DICE = /^#dice=/;

/** Shows what the address has; `given` is the scenario that the page begins with. */
const arrive = async (given) => {
  const { hash } = location;
  try {
    state.embedded = embedded(hash);
    document.body.classList.toggle("embed", Boolean(state.embedded));
    const text = await scenarioOf(hash);
    forget();
    if (text !== null) return go(text, null, { isInAddress: true });
    if (DICE.test(hash)) find("dice").value = decoded(hash.replace(DICE, ""));
  } catch (error) {
    return showGames(`${error.message} Choose something here instead.`);
  }
  if (DICE.test(hash)) {
    showGames();
    return rollDice();
  }
  if (given && hash !== "#games") return go(given);
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
    await working;
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
      showGames(error.message);
    }
  });
  find("save").addEventListener("click", async () => {
    // A change may still be on its way into the text.
    await working;
    download(`${fileName(state.form?.title ?? "")}.toml`, state.text, "application/toml");
  });
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
  find("roll").addEventListener("click", () => {
    // What was to happen before is of no interest any more.
    engines.further.stop();
    return fill("story", "Rolling until it happens…", async (isNow) => {
      const event = find("where").value.trim(), told = await asked(engines.further, "tell", { seed: state.seed++, event: event || null });
      if (!isNow()) return;
      state.told = state.text;
      showStory(told, event, state.form.metrics);
    });
  });
  beginTheme();
  beginTabs(() => {
    if (state.form?.is_right) showFurther(change);
  });
  addEventListener("popstate", () => arrive(state.given));
  addEventListener("resize", () => {
    if (state.outcome) showOutcome(state.outcome);
    if (state.choice) state.choice();
    if (state.compared) state.compared();
  });
};

/** Shows the games to choose from, on the start page and in the list. */
const showCatalog = async () => {
  const catalog = answered(await engines.quick.ask({ ask: "catalog" }, PATIENCE)), { games, examples } = catalog;
  find("game").replaceChildren(
    ...games.map(({ name, title, procedures }) => make("optgroup", { label: title },
      ...procedures.map((procedure) => make("option", { value: `${name}/${procedure.name}` }, `${procedure.name.replaceAll("-", " ")}: ${procedure.help}`)))),
    make("optgroup", { label: "Rules as a text" }, ...examples.map(({ name, title }) => make("option", { value: `rules/${name}` }, name ? title : "Write your own rules"))));
  if (state.form) write(find("game"), gameOf(state.form));
  showStart(catalog, async (name) => go(answered(await engines.quick.ask({ ask: "open", name }, PATIENCE))), start);
};

/** Shows the odds that the page was made with, until it has computed them. */
const showOpening = () => {
  const odds = JSON.parse(find("opening").textContent);
  if (!odds || location.hash) return;
  find("notice").textContent = "";
  find("work").hidden = false;
  showBar(odds, { sections: [] }, null);
  age(["bar"], false);
  find("status").textContent = "One moment…";
};

const begin = async () => {
  showOpening();
  beginEngines(await loaded());
  rollDice = beginDice(async (question) => answered(await engines.further.ask(question, LONG_PATIENCE)), () => engines.further.stop(), (expressions) => {
    history.replaceState(null, "", expressions.length ? `#dice=${encodeURIComponent(expressions.join("\n"))}` : "#games");
  });
  buttons();
  // For pages that ask more, and for tests: a question as JSON to its answer as JSON, the bytes that all modules have taken, and whether anything is still computed.
  globalThis.fizzle = { answer: (question) => engines.quick.answer(question, PATIENCE), bytes: () => [engines.quick, engines.slow, engines.further].map(({ bytes }) => bytes), isBusy: () => working !== null || unfinished > 0 };
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
  tell("");
});
