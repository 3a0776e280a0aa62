// What comes out: the odds of a scenario, its variants side by side, what to choose, one resolution.

import * as chart from "./chart.js";
import { find, folded, make, table, withOpen } from "../page/dom.js";
import { law, rows } from "../page/law.js";
import { asPng, asSvg, download, fileName } from "./share.js";

const width = () => Math.max(300, Math.min(720, find("results").clientWidth || 720));

/** A picture with a line that says what is pointed at, and buttons that keep it. */
const figure = (draw, name) => {
  const told = make("p", { class: "help", role: "status" });
  const picture = draw((words) => { told.textContent = words; });
  const keep = (label, press) => make("button", { type: "button", click: press }, label);
  return make("div", {}, make("figure", {}, picture), told, make("p", { class: "buttons" },
    keep("SVG", () => download(`${name}.svg`, asSvg(picture), "image/svg+xml")),
    keep("PNG", async () => download(`${name}.png`, await asPng(picture), "image/png"))));
};

let chosen = "";

const metrics = (outcome, name) => {
  const { metrics: all, headline } = outcome, place = all.findIndex(({ name }) => name === chosen);
  const select = make("select", { id: "metric" }, ...all.map(({ name }, place) => make("option", { value: place }, name)));
  const shown = make("div");
  const show = () => {
    const metric = all[select.value], values = rows(metric);
    chosen = metric.name;
    const headings = metric.labels ? ["value", "chance"] : ["value", "chance", "this or more"];
    shown.replaceChildren(make("p", { class: "help" }, metric.help), figure((tell) => law(metric, width(), tell), `${name}-${metric.name.replaceAll(" ", "-")}`),
      folded("The numbers", table(headings, values.map((row) => metric.labels ? [row.name, row.text] : [row.name, row.text, row.orMore]))));
    shown.querySelector("table").id = "law";
  };
  select.value = place < 0 ? headline.metric : place;
  select.addEventListener("change", show);
  show();
  return make("section", {}, make("h2", {}, "What can happen"), make("p", {}, make("label", { for: "metric" }, "Show "), select), shown);
};

const chances = (all) => table(["", "chance", "about", "1 in"], all.map(({ name, event, number, about, one_in: oneIn }) => [
  make("span", {}, name, event ? make("small", {}, event) : ""), number, about, oneIn]));

/** Shows the odds of a scenario. */
export const showOutcome = (outcome) => {
  const { title, headline, answers, indicators, metrics: laws, tables, facts, readings, how, files, choices } = outcome;
  const name = fileName(title), chance = [...answers, ...indicators];
  const number = make("strong", { id: "number", "data-value": headline.value }, headline.number);
  const csv = files.map(({ name: file, text }) => make("button", { type: "button", click: () => download(`${name}-${file}`, text, "text/csv") }, file));
  withOpen(find("results"), () => find("results").replaceChildren(
    make("section", { "aria-live": "polite" }, make("h1", {}, title), headline.question ? make("h2", {}, headline.question) : "",
      make("p", { class: "answer" }, number, " ", make("span", {}, headline.about)),
      make("p", {}, headline.sentence), make("p", { class: "help" }, choices)),
    laws.length ? metrics(outcome, name) : "",
    chance.length ? make("section", {}, make("h2", {}, "Chances"), chances(chance)) : "",
    ...tables.map(({ name, columns, rows, left_out: left }) => make("section", {}, laws.length
      ? folded(`Table: ${name}`, table(columns, rows), left ? make("p", {}, `and ${left} more rows in its file`) : "")
      : table(columns, rows))),
    folded("How it was read", ...facts.map(({ title, text }) => make("p", {}, `${title}: ${text}`)),
      make("dl", {}, ...readings.flatMap(({ key, value, meaning }) => [make("dt", {}, `${key}: ${value}`), make("dd", {}, meaning)]))),
    make("p", { class: "help" }, laws.length ? how : "This scenario rolls no dice."),
    folded("All numbers as files (CSV)", make("p", { class: "buttons" }, ...csv)),
  ));
};

/** Shows scenarios side by side. */
export const showComparison = ({ names, sampled, items }) => {
  const small = (text) => text ? make("small", {}, text) : null;
  find("compared").replaceChildren(table(
    ["", ...names.map((name, place) => make("span", {}, name, small(sampled?.[place] && "sampled")))],
    items.map(({ name, values }) => [name, ...values.map(({ text, within, change }) => make("span", {}, text, small(within), small(change)))]),
  ));
};

/** Shows which expectations are met. */
export const showExpected = (all) => find("expected").replaceChildren(make("ul", {}, ...all.map(
  ({ is_in_rules: isInRules, line, stat, verdict, words }) => make("li", { class: verdict === "failed" ? "problem" : null },
    make("strong", {}, verdict), ` ${isInRules ? "rules, " : ""}line ${line}: `, make("code", {}, stat), ` is ${words}`))));

/** Shows what to choose. */
export const showChoice = ({ title, objective, conditions, axes, situations }) => {
  const one = (situation) => {
    const { name, sentence, ladder, choices } = situation, file = `${fileName(title)}-choice`;
    const picture = axes.length === 1 ? (tell) => chart.line(axes[0], situation, objective, width(), tell)
      : axes.length === 2 ? (tell) => chart.heat(axes, situation, objective, width(), tell) : null;
    const shown = choices.slice(0, 200);
    return make("div", {}, name ? make("h3", {}, name) : "", make("p", { class: "advice" }, sentence),
      picture ? figure(picture, file) : "",
      ladder.length ? make("ul", {}, ...ladder.map((step) => make("li", {}, step))) : "",
      folded(`All choices${name ? `: ${name}` : ""}`, table(["", objective], shown.map(({ name, text, feasible }) => [name, feasible ? text : `${text} (a condition does not hold)`])),
        choices.length > shown.length ? make("p", {}, `and ${choices.length - shown.length} more`) : ""));
  };
  const refused = situations.some(({ choices }) => choices.some(({ feasible }) => !feasible)) && axes.length <= 2;
  const marks = refused ? ` Where it does not hold, ${axes.length === 1 ? "points are hollow" : "cells are dashed"}.` : "";
  find("choice").replaceChildren(...(conditions.length ? [make("p", { class: "help" }, `On condition: ${conditions.join("; ")}.${marks}`)] : []), ...situations.map(one));
};

const die = (faces) => faces.length === 1 ? `${faces[0]}` : faces.join(" ");

/** Shows one resolution, step by step. */
export const showStory = ({ seed, resolution, steps, outcome }, labels) => {
  const line = (line) => make("li", {}, line.note ?? `${line.dice.length ? `[${line.dice.map(die).join("] [")}] ` : ""}${line.result}`);
  const called = (name) => labels.find((metric) => metric.name === name)?.label ?? name;
  find("story").replaceChildren(
    make("ol", {}, ...steps.map(({ number, who, title, lines }) => make("li", { value: Number.parseInt(number, 10) || null }, [who, title].filter(Boolean).join(": "), make("ul", {}, ...lines.map(line))))),
    table(null, Object.entries(outcome).map(([name, value]) => [called(name), `${value}`])),
    make("p", { class: "help" }, `Attempt ${resolution} of seed ${seed}: fizzle explain tells the same.`));
};
