// The questions of a scenario: events as rows of a metric, a comparison and a value, or as a text.

import { folded, make } from "../page/dom.js";
import { button, field, setting, textInput, wrong } from "./field.js";

/** Comparisons as players say them. */
const COMPARISONS = [[">=", "is at least"], ["<=", "is at most"], ["==", "is"], ["!=", "is not"], [">", "is more than"], ["<", "is less than"]];

/** For what happens or does not. */
const HAPPENS = [["1", "happens"], ["0", "does not happen"]];

/** What events may read: it is known of a scenario that is in order. */
let metrics = [];

/** The parts of an event that are joined by "and": a metric, a comparison, a value. Nothing if it is more than that. */
const partsOf = (event) => {
  const parts = (event ?? "").split("&&").map((part) => /^\s*([\w.-]+?)\s*(==|!=|<=|>=|<|>)\s*(?:(-?\d+)|'([^']*)'|"([^"]*)")\s*$/.exec(part));
  const known = parts.map((part) => part && metrics.find(({ name }) => name === part[1]));
  if (!known.every(Boolean)) return null;
  return parts.map(([, name, comparison, number, single, double], place) => ({ metric: known[place], name, comparison, value: number ?? single ?? double }));
};

const written = ({ metric, comparison, value }) => `${metric.name} ${comparison} ${metric.labels ? `'${value}'` : value}`;

const select = (options, chosen, label, set) => {
  const input = make("select", { "aria-label": label, change: ({ currentTarget }) => set(currentTarget.value, currentTarget) }, ...options.map(([value, label]) => make("option", { value }, label)));
  input.value = chosen;
  return input;
};

/** What is asked of a metric to begin with. */
const beginning = (metric) => ({ metric, comparison: metric.labels || metric.is_indicator ? "==" : ">=", value: metric.labels ? metric.labels[0] : "1" });

/** What stands in the row of a part: what it is about, a comparison unless that is clear, and a value. */
const readPart = (row) => {
  const [about, ...others] = [...row.querySelectorAll("select, input")].map(({ value }) => value.trim());
  const [comparison, value] = others.length > 1 ? others : ["==", ...others];
  return { metric: metrics.find(({ name }) => name === about), comparison, value };
};

/** The rows of an event; `set` hears it as a text. All rows are read from the page: what has just been written in another one may be on its way still. */
const builder = (parts, question, set) => {
  const change = (input, about) => {
    const all = [...input.closest(".parts").querySelectorAll(".part")].map((row) => about && row.contains(input) ? beginning(about) : readPart(row));
    if (all.every(({ metric, value }) => metric.labels || /^-?\d+$/.test(value))) set(all.map(written).join(" && "));
  };
  const one = (part, place) => {
    const { metric, comparison, value } = part, about = parts.length > 1 ? `part ${place + 1} of ${question}` : question, more = (_, input) => change(input), isSure = metric.is_indicator && comparison === "==" && ["0", "1"].includes(value);
    const comparisons = metric.labels ? COMPARISONS.filter(([sign]) => /[=!]=/.test(sign) && !/[<>]/.test(sign)) : COMPARISONS;
    const given = () => metric.labels ? select(metric.labels.map((label) => [label, label]), value, `Value of ${about}`, more) : textInput(value, more, { "aria-label": `Value of ${about}` });
    return make("div", { class: "part", "data-key": `part.${place}` },
      select(metrics.map(({ name, label }) => [name, label]), metric.name, `What ${about} is about`, (name, input) => change(input, metrics.find((one) => one.name === name))),
      ...isSure ? [select(HAPPENS, value, `Whether it happens in ${about}`, more)]
        : [select(comparisons, comparison, `Comparison of ${about}`, more), given()],
      parts.length > 1 ? button("×", () => set(parts.filter((_, at) => at !== place).map(written).join(" && ")), `Remove ${about}`) : null);
  };
  return make("div", { class: "parts", "data-key": "parts" }, ...parts.map(one),
    button("and…", () => set([...parts, beginning(metrics[0])].map(written).join(" && ")), `and… one more condition of ${question}`));
};

const known = ({ name, label, labels }) => make("li", {}, make("code", {}, name), `: ${label}${labels ? ` (${labels.map((label) => `'${label}'`).join(", ")})` : ""}`);

/** The questions of a form, and a button for one more. */
export const questions = (form, change) => {
  if (form.metrics.length || form.is_right) metrics = form.metrics;
  const one = ({ name, event }, place) => {
    const path = `question.${place}`, about = `question ${place + 1}`, parts = partsOf(event), problem = wrong(form.problems, `${path}.event`);
    const text = field(`${path}.event`, "As an event", textInput(event, setting(`${path}.event`, change)), "", problem);
    return make("fieldset", { "data-key": path }, make("legend", {}, `Question ${place + 1}`),
      field(`${path}.name`, "In words", textInput(name, setting(`${path}.name`, change)), "", wrong(form.problems, `${path}.name`)),
      parts ? builder(parts, about, (event) => change([{ set: [`${path}.event`, event] }], `${path}.event`)) : null,
      make("details", { "data-key": "text", open: !parts }, make("summary", {}, "As text"), text),
      button("Remove", () => change([{ remove: ["question", place] }]), `Remove ${about}`));
  };
  const place = form.questions.length, [first] = metrics;
  const add = first ? button("Add a question", () => change([
    { set: [`question.${place}.name`, `Question ${place + 1}`] },
    { set: [`question.${place}.event`, written(beginning(first))] },
  ])) : null;
  return make("div", { "data-key": "questions" }, ...form.questions.map(one), add,
    folded("What events are made of", make("ul", {}, ...metrics.map(known)), make("p", {}, "Compare them with == != < <= > >=, and join comparisons with && (and), || (or), ! (not).")));
};
