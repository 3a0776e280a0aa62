// What is shown, and how players choose it.

import { showAdvice } from "./advice.js";
import { find, movable } from "./dom.js";
import { law, rows } from "./law.js";
import { showPolicies, showRounds } from "./sequence.js";
import { data, shown, tableRow } from "./shown.js";

const axes = data.sweep ? data.sweep.axes : [];

/** The chances of a metric. */
const showLaw = (metric) => {
  find("chart").replaceChildren(law(metric, shown.width, (words) => { find("told").textContent = words; }));
  find("told").textContent = "";
  find("rows").replaceChildren(...rows(metric).map((row) => tableRow(row.name, "", [row.text, row.orMore ?? ""])));
};

/** The place of each axis at a setting: the last turns fastest. */
const stepsOf = (setting) => {
  let left = setting;
  return axes.map(({ steps }) => steps.length).reverse().map((length) => {
    const step = left % length;
    left = (left - step) / length;
    return step;
  }).reverse();
};

/** What is found at a setting, or why there is nothing. */
const settingOf = (number) => {
  const { settings, found, answers, indicators } = data.sweep, place = settings[number];
  if (typeof place === "string") return { why: place };
  const one = found[place];
  const chances = (names, parts) => parts.map(([value, number, about, one_in], at) => ({ ...names[at], value, number, about, one_in }));
  const answered = chances(answers, one.answers), [first] = answered;
  const usual = first && { value: first.value, number: first.number, about: first.about };
  return {
    ...one,
    answers: answered,
    indicators: chances(indicators, one.indicators),
    headline: { ...data.scenarios[0].headline, ...usual, ...one.headline },
    choices: stepsOf(number).map((step, at) => axes[at].choices[step]).join(", "),
  };
};

/** How the rules were read: the values of the sliders, or those of the scenario as it is written. */
const written = [...document.querySelectorAll("#read dt[data-key] span")].map((node) => [node, node.textContent]);
const showReadings = (steps) => {
  for (const [node, text] of written) node.textContent = text;
  for (const node of document.querySelectorAll(".as-written")) node.hidden = !steps;
  if (!steps) return;
  axes.forEach(({ keys, values }, at) => keys.forEach((key, place) => {
    const node = document.querySelector(`#read dt[data-key="${CSS.escape(key)}"] span`);
    if (node) node.textContent = values[steps[at]][place];
  }));
};

const show = () => {
  shown.width = Math.max(300, Math.min(720, document.querySelector("main").clientWidth || 720));
  const scenario = data.scenarios[shown.scenario];
  const setting = shown.setting === null ? null : settingOf(shown.setting);
  const { headline, answers, indicators, how, engine } = setting && !setting.why ? setting : scenario;
  if (setting) find("setting").textContent = setting.why ? `The rules do not allow this: ${setting.why}` : how;
  else if (find("setting")) find("setting").textContent = "";
  // The value of the file may be none of the slider's.
  if (!setting && shown.scenario === 0) axes.forEach(({ start, own }, place) => say(place, start, own));
  find("asked").textContent = headline.question;
  find("number").textContent = headline.number;
  find("number").dataset.value = headline.value;
  find("about").textContent = headline.about;
  find("sentence").textContent = headline.sentence;
  find("how").textContent = how;
  find("engine").textContent = engine;
  showReadings(setting && !setting.why ? stepsOf(shown.setting) : null);
  find("choices").textContent = (setting && setting.choices) || scenario.choices;
  if (find("answers")) {
    find("answers").replaceChildren(...[...answers, ...indicators].map((answer) => {
      const line = tableRow(answer.name, answer.event, [answer.number, answer.about]);
      line.cells[1].dataset.value = answer.value;
      return line;
    }));
  }
  const metric = scenario.metrics[shown.metric];
  if (find("chart") && metric) {
    find("help").textContent = metric.help;
    const known = setting && !setting.why && setting.laws ? setting.laws[shown.metric] : metric.law;
    showLaw({ ...metric, law: known || { v: [], p: [], ticks: [[0, "0 %"], [1, "100 %"]] } });
  }
  for (const part of document.querySelectorAll("[data-scenario]")) {
    part.hidden = Number(part.dataset.scenario) !== shown.scenario;
  }
  showRounds(setting && setting.rounds ? setting.rounds : scenario.course && scenario.course.rounds);
  if (data.advice) showAdvice(choose);
};
const fillMetrics = () => {
  if (!find("metric")) return;
  const { metrics, headline } = data.scenarios[shown.scenario];
  const before = find("metric").selectedOptions[0].textContent;
  const same = metrics.findIndex((metric) => metric.name === before);
  shown.metric = same < 0 ? headline.metric : same;
  find("metric").replaceChildren(...metrics.map((metric, place) => new Option(metric.name, place, false, place === shown.metric)));
};

// --- choosing ------------------------------------------------------------
const inputs = axes.map((_, place) => find(`axis-${place}`));
const say = (place, step, name) => {
  inputs[place].value = step;
  inputs[place].setAttribute("aria-valuetext", name);
  find(`step-${place}`).textContent = name;
};
const choose = (setting) => {
  stepsOf(setting).forEach((step, place) => say(place, step, axes[place].steps[step]));
  shown.setting = setting;
  if (shown.scenario !== 0) {
    shown.scenario = 0;
    fillMetrics();
  }
  if (find("scenario")) find("scenario").value = "0";
  show();
};
inputs.forEach((input) => input.addEventListener("input", () => {
  choose(inputs.reduce((number, one, place) => number * axes[place].steps.length + Number(one.value), 0));
}));
if (find("metric")) {
  find("metric").addEventListener("change", (event) => {
    shown.metric = Number(event.target.value);
    show();
  });
}
if (find("scenario")) {
  find("scenario").addEventListener("change", (event) => {
    shown.scenario = Number(event.target.value);
    shown.setting = null;
    fillMetrics();
    show();
  });
}
const root = document.documentElement;
const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark"
  : matchMedia("(prefers-color-scheme: dark)").matches);
const nameTheme = () => { find("theme").textContent = isDark() ? "Light" : "Dark"; };
find("theme").addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  nameTheme();
});
nameTheme();
addEventListener("resize", show);
document.querySelectorAll(".wide, pre").forEach(movable);
showPolicies();
show();
