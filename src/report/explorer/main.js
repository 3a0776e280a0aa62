// The page: a scenario's text, the form of it, and what comes out.

import { find, make } from "./dom.js";
import { Engine, Stopped, sampled, unpacked } from "./engine.js";
import { showForm } from "./form.js";
import { showChoice, showComparison, showOutcome, showStory } from "./results.js";
import { download, fileName, fragment, scenarioOf } from "./share.js";

/** As on the command line. */
const SAMPLE = { trials: 1000000, seed: 1 };

/** More workers need more memory than they save time. */
const MOST_ENGINES = 8;

const state = { text: "", form: null, outcome: null, choice: null, turn: 0, typing: null, seed: 0 };
/** Of edits, which take no time; of forms; of odds; and all that sample. */
let pen, quick, slow, several;

/** Gives up what is being computed. */
const stop = () => [quick, slow, ...(several ?? [])].forEach((engine) => engine.stop());

/** What is told while something is computed or could not be, and what share of it is done, if that is known. */
const tell = (words, share) => {
  find("status").textContent = words;
  find("progress").hidden = share === undefined;
  if (share === null) find("progress").removeAttribute("value");
  else if (share !== undefined) find("progress").value = share;
  find("stop").hidden = share === undefined;
};

/** An answer, or an error that says why there is none. */
const asked = async (engine, ask, more = {}) => {
  const reply = await engine.ask({ ask, scenario: state.text, ...more });
  if ("answer" in reply) return reply.answer;
  if (reply.problems) throw new Error(reply.problems.map(({ message, help }) => help ? `${message}: ${help}` : message).join("; "));
  throw Object.assign(new Error(reply.error ?? reply.too_large), { isTooLarge: "too_large" in reply });
};

/** The odds: exact if they can be had, or else from a sample. */
const odds = async () => {
  try {
    return await asked(slow, "exact");
  } catch (error) {
    if (!error.isTooLarge) throw error;
  }
  tell("There are too many cases to count them all: they are played out a million times…", 0);
  several ??= [slow, ...Array.from({ length: Math.min(MOST_ENGINES, navigator.hardwareConcurrency || 2) - 1 }, () => new Engine(slow.module))];
  return sampled(several, state.text, SAMPLE, (share) => tell("Playing it out a million times…", share));
};

/** Does something whose result replaces what stands at `place`; says there why it could not. */
const fill = async (place, work) => {
  const turn = state.turn;
  find(place).classList.add("stale");
  try {
    await work(() => turn === state.turn);
    if (turn === state.turn) find(place).classList.remove("stale");
  } catch (error) {
    if (turn === state.turn && !(error instanceof Stopped)) find(place).replaceChildren(make("p", { class: "problem", role: "alert" }, error.message));
  }
};

/** Shows the scenario as it is now. */
const refresh = async () => {
  const turn = ++state.turn, isNow = () => turn === state.turn;
  // What is still computed for an earlier scenario is of no use.
  stop();
  const slowly = setTimeout(() => isNow() && tell("Counting all that can happen…", null), 300);
  try {
    const form = await asked(quick, "form");
    if (!isNow() || !showScenario(form)) return;
    const outcome = await odds();
    if (!isNow()) return;
    showOutcome(state.outcome = outcome, form.title);
    find("results").classList.remove("stale");
    tell("");
  } catch (error) {
    if (isNow()) tell(error instanceof Stopped ? "Stopped." : error.message);
    return;
  } finally {
    clearTimeout(slowly);
  }
  find("story").replaceChildren();
  find("roll").hidden = !state.outcome.metrics.length;
  await further();
};

/** Shows the form of a scenario; whether that is in order. */
const showScenario = (form) => {
  if (document.activeElement !== find("text")) find("text").value = state.text;
  const wrong = form.problems.length > 0;
  if (form.sections) {
    state.form = form;
    showForm(form, change);
    find("game").value = `${form.game}/${form.procedure}`;
    document.title = `${form.title} – fizzle`;
  }
  if (!wrong) {
    showPurpose(form);
    showVariants(form);
    return true;
  }
  for (const place of ["results", "compared", "choice"]) find(place).classList.add("stale");
  tell(form.sections ? "Something is wrong: the results are those of before." : form.problems.map(({ message, help }) => `${message}: ${help}`).join("; "));
  return false;
};

/** What is asked besides. */
const further = async () => {
  const { variants, purpose } = state.form, isOpen = purpose.choices.some(({ values }) => values !== null) && (purpose.maximize || purpose.minimize);
  if (!variants.length) find("compared").replaceChildren();
  if (!isOpen) {
    state.choice = null;
    find("choice").replaceChildren();
  }
  if (variants.length) await fill("compared", async (isNow) => {
    const compared = await asked(slow, "compare");
    if (isNow()) showComparison(compared, (place) => change([{ remove: ["variant", place] }]));
  });
  if (isOpen) await fill("choice", async (isNow) => {
    const choice = await asked(slow, "choose");
    if (isNow()) showChoice(state.choice = choice, state.form.title);
  });
};

/** What there is to choose, and what for. */
const showPurpose = ({ purpose }) => {
  const { choices, objectives, maximize, minimize } = purpose, wanted = maximize ?? minimize;
  find("choosing").hidden = !choices.length;
  const aim = wanted ?? objectives[0]?.statistic;
  const row = ({ key, label, values, suggested }, place) => {
    const among = make("input", { type: "text", "aria-label": `Values of ${label}`, autocomplete: "off", spellcheck: "false" });
    among.value = values ?? suggested;
    const tick = make("input", { type: "checkbox", id: `vary-${place}` });
    tick.checked = values !== null;
    const set = () => change(tick.checked
      ? [{ set: [`vary.${key}`, among.value] }, ...(wanted || !aim ? [] : [{ set: ["advise.maximize", aim] }])]
      : [{ unset: `vary.${key}` }]);
    tick.addEventListener("change", set);
    among.addEventListener("change", () => { tick.checked = true; set(); });
    return make("p", { class: "vary" }, tick, make("label", { for: tick.id }, label), among);
  };
  const known = objectives.some(({ statistic }) => statistic === aim) ? [] : [{ statistic: aim, label: aim }];
  const objective = make("select", { id: "objective" }, ...[...known, ...objectives].filter(({ statistic }) => statistic).map(({ statistic, label }) => make("option", { value: statistic }, label)));
  objective.value = aim ?? "";
  const sense = make("select", { id: "sense", "aria-label": "as much or as little as possible" }, make("option", { value: "maximize" }, "as great as possible"), make("option", { value: "minimize" }, "as small as possible"));
  sense.value = minimize ? "minimize" : "maximize";
  const set = () => change([{ unset: `advise.${sense.value === "maximize" ? "minimize" : "maximize"}` }, { set: [`advise.${sense.value}`, objective.value] }]);
  for (const select of [objective, sense]) select.addEventListener("change", set);
  const open = find("choices").querySelector("details")?.open;
  const rows = choices.map(row), more = rows.splice(6);
  find("choices").replaceChildren(make("p", {}, make("label", { for: "objective" }, "I want "), objective, " ", sense), make("p", { class: "help" }, "Tick what you may choose; one or two make a picture."), ...rows,
    ...(more.length ? [make("details", open ? { open } : {}, make("summary", {}, "More"), ...more)] : []));
};

/** A variant is one value changed; the text of the scenario may change more. */
const showVariants = ({ sections, variants }) => {
  const fields = sections.flatMap(({ title, fields }) => fields.filter(({ idle }) => !idle).map((one) => [`${title}: ${one.label}`, one]));
  const key = find("variant-key"), before = key.value;
  key.replaceChildren(...fields.map(([label, one]) => make("option", { value: one.key }, label)));
  if (fields.some(([, one]) => one.key === before)) key.value = before;
  find("variant-add").onclick = () => {
    const value = find("variant-value").value.trim(), place = variants.length;
    if (!value) return find("variant-value").focus();
    const plain = `${key.value.split(".").at(-1)}-${value}`.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
    let name = plain;
    for (let number = 2; variants.includes(name) || name === "base"; number++) name = `${plain}-${number}`;
    change([{ set: [`variant.${place}.name`, name] }, { set: [`variant.${place}.set.${key.value}`, value] }]);
  };
};

/** Goes to another text of the scenario; a step back in the browser's history leads to the one before. */
const go = async (text, typing = null) => {
  state.text = text;
  const hash = await fragment(text);
  if (state.text === text) history[typing && typing === state.typing ? "replaceState" : "pushState"](null, "", hash);
  state.typing = typing;
  await refresh();
};

const change = async (changes, typing) => go(await asked(pen, "edit", { changes }), typing);

const start = async (name) => {
  const [game, procedure] = name.split("/");
  const { answer } = await pen.ask({ ask: "start", game, procedure });
  if (answer) await go(answer);
};

const arrive = async () => {
  const text = await scenarioOf(location.hash);
  if (text === null) return false;
  state.text = text;
  state.typing = null;
  await refresh();
  return true;
};

const buttons = () => {
  find("game").addEventListener("change", () => start(find("game").value));
  find("link").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      tell("The link is copied.");
    } catch {
      prompt("The link to this scenario:", location.href);
    }
  });
  find("save").addEventListener("click", () => download(`${fileName(state.form?.title ?? "")}.toml`, state.text, "application/toml"));
  find("open").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    if (file) await go(await file.text());
    target.value = "";
  });
  find("text").addEventListener("input", () => go(find("text").value, "text"));
  find("stop").addEventListener("click", stop);
  find("roll").addEventListener("click", () => fill("story", async (isNow) => {
    const told = await asked(slow, "tell", { seed: ++state.seed, event: find("where").value.trim() || null });
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
    if (state.outcome) showOutcome(state.outcome, state.form.title);
    if (state.choice) showChoice(state.choice, state.form.title);
  });
};

const begin = async () => {
  const module = await unpacked(find("module").textContent.trim());
  [pen, quick, slow] = [new Engine(module), new Engine(module), new Engine(module)];
  const { games } = await asked(pen, "catalog");
  find("game").replaceChildren(...games.map(({ name, title, procedures }) => make("optgroup", { label: title },
    ...procedures.map((procedure) => make("option", { value: `${name}/${procedure.name}` }, `${procedure.name.replaceAll("-", " ")}: ${procedure.help}`)))));
  buttons();
  // For pages that ask more, and for tests: a question as JSON to its answer as JSON.
  globalThis.fizzle = { answer: (question) => pen.answer(question) };
  const given = JSON.parse(find("scenario").textContent);
  if (await arrive()) return;
  if (given) await go(given);
  else await start(find("game").options[0].value);
};

const ready = begin();
ready.catch((error) => tell(`This page needs a browser of 2023 or later: ${error.message}`));
