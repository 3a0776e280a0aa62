// What comes out: the odds of a scenario, its variants side by side, what to choose, one resolution.

import * as chart from "./chart.js";
import { find, folded, make, table, withOpen } from "../page/dom.js";
import { law, rows } from "../page/law.js";
import { howSure } from "./bar.js";
import { MOST_CURVES, curves } from "./curves.js";
import { asText, copy, download, fileName, png, svg } from "./share.js";

/** The width of pictures: what the part of the page lets them have that is shown. */
export const width = () => {
  const shown = [...document.querySelectorAll("[role=tabpanel]"), find("dice-shown")].find(({ clientWidth }) => clientWidth);
  return Math.max(300, Math.min(720, shown?.clientWidth ?? 720));
};

/** A picture with a line that says what is pointed at, and buttons that keep it under its `caption`. */
export const figure = (draw, caption) => {
  const told = make("p", { class: "help told", role: "status" });
  const picture = draw((words) => { told.textContent = words; });
  const name = fileName(caption.join(" "));
  const keep = (label, press) => make("button", { type: "button", click: press }, label);
  return make("div", {}, make("figure", {}, picture), told, make("p", { class: "buttons" },
    keep("SVG", () => download(`${name}.svg`, svg(picture, caption), "image/svg+xml")),
    keep("PNG", async () => {
      try {
        download(`${name}.png`, await png(picture, caption), "image/png");
      } catch (error) {
        told.textContent = error.message;
      }
    })));
};

/** A table with a button that copies it as text. */
const copied = (table, title) => {
  const press = make("button", { type: "button", click: async () => {
    const isDone = await copy(asText(table, title), "The table as text");
    press.textContent = isDone ? "Copied" : press.textContent;
  } }, "Copy as text");
  return make("div", {}, table, make("p", { class: "buttons" }, press));
};

let chosen = "";

/** A list of metrics to choose from, and what is shown of the one that is chosen. */
const choice = (id, all, first, show) => {
  const place = all.findIndex(({ name }) => name === chosen), shown = make("div");
  const change = () => {
    chosen = all[select.value].name;
    shown.replaceChildren(...show(all[select.value]));
  };
  const select = make("select", { id, change }, ...all.map(({ name }, place) => make("option", { value: place }, name)));
  select.value = place < 0 ? first : place;
  shown.replaceChildren(...show(all[select.value]));
  return make("div", {}, make("p", {}, make("label", { for: id }, "Show "), select), shown);
};

const metrics = ({ metrics: all, headline, title, trials }) => choice("metric", all, headline.metric, (metric) => {
  const values = rows(metric), headings = metric.labels ? ["value", "chance"] : ["value", "chance", "this or more"];
  const numbers = table(headings, values.map((row) => metric.labels ? [row.name, row.text] : [row.name, row.text, row.orMore]));
  numbers.querySelector("table").id = "law";
  const caption = [metric.name, title, howSure(trials)];
  return [make("p", { class: "help" }, metric.help), figure((tell) => law(metric, width(), tell), caption),
    folded("The numbers", copied(numbers, caption.join(", ")))];
});

const chances = (all) => table(["", "chance", ""], all.map(({ name, event, number, about }) => [
  make("span", {}, name, event ? make("small", {}, event) : ""), number, about]));

/** What comes next under best play: steps that can be opened. */
const steps = (list) => make("ul", { class: "steps" }, ...list.map(({ sentence, then }) => (
  make("li", {}, then.length ? folded(sentence, steps(then)) : sentence))));

const decided = ({ answer, steps: list }) => make("section", {}, make("h2", {}, "What to do"), make("p", { class: "decision" }, answer),
  steps(list), make("p", { class: "help" }, "In brackets: the chance to get there."));

/** Shows what to do under best play, among what to choose. */
const showDecisions = (decisions) => {
  withOpen(find("decided"), () => find("decided").replaceChildren(...decisions ? [decided(decisions)] : []));
  if (decisions) find("nothing-to-choose").hidden = true;
};

/** Shows the odds of a scenario. */
export const showOutcome = (outcome) => {
  const { title, headline, answers, indicators, metrics: laws, tables, facts, readings, how, files, choices, decisions } = outcome;
  const chance = [...answers, ...indicators], name = fileName(title);
  const csv = files.map(({ name: file, text }) => make("button", { type: "button", click: () => download(`${name}-${file}`, text, "text/csv") }, file));
  showDecisions(decisions);
  withOpen(find("results"), () => find("results").replaceChildren(
    make("p", {}, headline.sentence), make("p", { class: "help" }, choices),
    decisions ? decided(decisions) : "",
    laws.length ? make("section", {}, make("h2", {}, "What can happen"), metrics(outcome)) : "",
    chance.length ? make("section", {}, make("h2", {}, "Chances"), copied(chances(chance), title)) : "",
    ...tables.map(({ name, columns, rows, left_out: left }) => make("section", {}, laws.length
      ? folded(`Table: ${name}`, copied(table(columns, rows), `${title}: ${name}`), left ? make("p", {}, `and ${left} more rows in its file`) : "")
      : table(columns, rows))),
    folded("How it was read", ...facts.map(({ title, text }) => make("p", {}, `${title}: ${text}`)),
      make("dl", {}, ...readings.flatMap(({ key, value, meaning }) => [make("dt", {}, `${key}: ${value}`), make("dd", {}, meaning)]))),
    make("p", { class: "help", id: "how" }, laws.length ? how : "This scenario rolls no dice."),
    folded("All numbers as files (CSV)", make("p", { class: "buttons" }, ...csv)),
  ));
};

const small = (text) => text ? make("small", {}, text) : null;

/** What a column of a comparison is called: by its changes, where its name only repeats them. */
const calledBy = (variants) => (name, place) => {
  const words = place ? variants[place - 1]?.words : "as it is";
  const isPlain = !place || fileName(words ?? "").includes(fileName(name).replace(/-\d+$/, ""));
  return words && isPlain ? words : name;
};

/** Shows scenarios side by side: curves over each other, at first of the metric that is `shown`, and a table. */
export const showComparison = ({ columns, items, metrics: all, title, variants, shown }) => {
  const called = calledBy(variants), names = columns.map(({ name }, place) => called(name, place));
  const right = columns.flatMap(({ problems }, place) => problems ? [] : [place]);
  const heading = ({ problems, trials }, place) => make("span", {}, names[place], problems ? make("small", { class: "problem" }, "not possible") : small(howSure(trials)));
  const cells = (values) => columns.map((_, place) => {
    const value = values[right.indexOf(place)];
    return value ? make("span", {}, value.text, small(value.within), small(value.change)) : "";
  });
  const wrong = columns.flatMap(({ problems }, place) => (problems ?? []).map(({ message, help }) => make("li", { class: "problem" }, `${names[place]}: ${message}${help ? `: ${help}` : ""}`)));
  const named = ({ laws, ...metric }) => laws.flatMap((law, place) => law?.v.length ? [[names[right[place]], { ...metric, law }]] : []);
  const drawn = all.filter(({ laws }) => laws[0]?.v.length > 1 && new Set(laws.filter(Boolean).map(({ p, v }) => `${p} ${v}`)).size > 1);
  const several = drawn.length ? choice("compared-metric", drawn, Math.max(0, drawn.findIndex(({ name }) => name === shown)), (metric) => [
    figure((tell) => curves(named(metric), metric.name, width(), tell), [metric.name, title, names.join(", ")]),
    named(metric).length > MOST_CURVES ? make("p", { class: "help" }, `The picture shows the first ${MOST_CURVES}.`) : ""]) : "";
  find("compared").replaceChildren(several, wrong.length ? make("ul", {}, ...wrong) : "",
    copied(table(["", ...columns.map(heading)], items.map(({ name, values }) => [name, ...cells(values)])), `${title}: side by side`));
};

/** Shows which expectations are met. */
export const showExpected = (all) => find("expected").replaceChildren(make("ul", {}, ...all.map(
  ({ is_in_rules: isInRules, line, stat, verdict, words }) => make("li", { class: verdict === "failed" ? "problem" : null },
    make("strong", {}, verdict), ` ${isInRules ? "rules, " : ""}line ${line}: `, make("code", {}, stat), ` is ${words}`))));

/** What a choice changes besides. */
const effects = (items) => {
  const changed = items.filter(({ values }) => values[1].change);
  return changed.length ? [make("h3", {}, "What it changes"), table(["", "now", "with this choice"],
    changed.map(({ name, values: [now, then] }) => [name, now.text, make("span", {}, then.text, small(then.change))]))] : [];
};

/** Shows what to choose; `take` hears the settings of a choice that is taken. */
export const showChoice = ({ title, objective, conditions, axes, situations, effects: items, left_out: left }, take) => {
  const one = (situation) => {
    const { name, sentence, ladder, choices } = situation, best = choices.find(({ best }) => best);
    const picture = axes.length === 1 ? (tell) => chart.line(axes[0], situation, objective, width(), tell)
      : axes.length === 2 ? (tell) => chart.heat(axes, situation, objective, width(), tell) : null;
    const shown = choices.slice(0, 200), keys = axes.flatMap(({ keys }) => keys);
    const all = table(["", objective], shown.map(({ name, text, feasible }) => [name, feasible ? text : `${text} (a condition does not hold)`]));
    return make("div", {}, name ? make("h3", {}, name) : "", make("p", { class: "advice" }, sentence),
      best && items ? make("p", {}, make("button", { type: "button", click: () => take(keys.map((key, place) => [key, best.values[place]])) }, `Take ${best.name}`)) : "",
      ...best && items ? effects(items) : [],
      picture ? figure(picture, [objective, title]) : "",
      ladder.length ? make("ul", {}, ...ladder.map((step) => make("li", {}, step))) : "",
      folded(`All choices${name ? `: ${name}` : ""}`, copied(all, title),
        choices.length > shown.length ? make("p", {}, `and ${choices.length - shown.length} more`) : ""));
  };
  const refused = situations.some(({ choices }) => choices.some(({ feasible }) => !feasible)) && axes.length <= 2;
  const marks = refused ? ` Where it does not hold, ${axes.length === 1 ? "points are hollow" : "cells are dashed"}.` : "";
  find("choice").replaceChildren(...(conditions.length ? [make("p", { class: "help" }, `On condition: ${conditions.join("; ")}.${marks}`)] : []), ...situations.map(one),
    ...left ? [make("p", { class: "help" }, left)] : []);
};

const die = (faces) => faces.length === 1 ? `${faces[0]}` : faces.join(" ");

/** Shows one resolution, step by step; the first in which an `event` happens, if one is asked for. */
export const showStory = ({ seed, resolution, steps, outcome }, event, labels) => {
  const line = (line) => make("li", {}, line.note ?? `${line.dice.length ? `[${line.dice.map(die).join("] [")}] ` : ""}${line.result}`);
  const called = (name) => labels.find((metric) => metric.name === name)?.label ?? name;
  find("story").replaceChildren(
    make("ol", {}, ...steps.map(({ number, who, title, lines }) => make("li", { value: Number.parseInt(number, 10) || null }, [who, title].filter(Boolean).join(": "), make("ul", {}, ...lines.map(line))))),
    table(null, Object.entries(outcome).map(([name, value]) => [called(name), `${value}`])),
    make("p", { class: "help" }, `Attempt ${resolution} of seed ${seed}: fizzle explain --seed ${seed}${event ? " --where …" : ""} tells the same.`));
};
