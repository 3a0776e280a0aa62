// The form of a scenario: what it is filled with comes from the table of keys.

import { find, folded, make } from "../page/dom.js";
import { renew } from "./renew.js";

/** Whether a problem is at a key: at its value, or at one of several that it may have. */
const isAt = (key) => (problem) => problem.key === key || problem.key?.startsWith(`${key}.`);

/** What is wrong at a key, if anything is. */
export const wrong = (problems, key) => problems.filter(isAt(key)).map(({ message, help }) => `${message}${help ? `: ${help}` : ""}`).join("; ");

/** The labelled control of a key; `problem` is shown below it. */
export const field = (key, label, input, help, problem) => {
  const id = `field-${key}`, about = [];
  input.id = id;
  const row = make("div", { class: problem ? "field wrong" : "field", "data-key": key }, make("label", { for: id }, label), input);
  const tell = (text, className, role) => {
    if (!text) return;
    about.push(`${id}-${className}`);
    row.append(make("p", { id: about.at(-1), class: className, role }, text));
  };
  tell(problem, "problem", "alert");
  tell(help, "help");
  if (about.length) input.setAttribute("aria-describedby", about.join(" "));
  if (problem) input.setAttribute("aria-invalid", "true");
  return row;
};

/** Numbers go up and down with the arrow keys; they may also be written as a range. */
const stepping = ({ min, max, otherwise }) => (event) => {
  const by = { ArrowUp: 1, ArrowDown: -1 }[event.key], input = event.currentTarget;
  const number = Number(input.value || otherwise.replace("−", "-"));
  if (!by || !Number.isInteger(number)) return;
  event.preventDefault();
  input.value = Math.min(max, Math.max(min, number + by));
  input.dispatchEvent(new Event("input"));
};

/** An input for text, which tells `set` its value. */
export const textInput = (value, set, more = {}) => {
  const input = make("input", { type: "text", autocomplete: "off", spellcheck: "false", input: ({ currentTarget }) => set(currentTarget.value), ...more });
  input.value = value ?? "";
  return input;
};

/** The control for a key with its value, which it tells `set`. */
export const inputOf = (one, set) => {
  if (one.kind !== "choice" && one.kind !== "preset") {
    // Telephones have all letters for it: 2..5, 1,2,4 and −1 are numbers, too.
    return textInput(one.value, set, { placeholder: one.needed ? "needed" : one.otherwise, keydown: one.kind === "integer" ? stepping(one) : null });
  }
  const any = one.kind === "choice" && one.options.length > 1 ? [{ value: one.options.map(({ value }) => value).join(","), label: "not known" }] : [];
  const options = [...one.options, ...any];
  const left = one.needed ? [] : [make("option", { value: "" }, one.value === null ? one.otherwise : "as usual")];
  const known = options.some(({ value }) => value === one.value) || one.value === null ? [] : [make("option", { value: one.value }, one.value)];
  const input = make("select", { change: ({ currentTarget }) => set(currentTarget.value) },
    ...left, ...known, ...options.map(({ value, label }) => make("option", { value }, label)));
  input.value = one.value ?? "";
  return input;
};

/** How likely each value is that a key may have, compared to the others. */
const weightsOf = ({ key, label, weights, options }, change) => {
  const set = (place, text) => {
    const number = text.trim() === "" ? NaN : Number(text);
    const written = Number.isFinite(number) ? String(number) : JSON.stringify(text);
    const table = weights.map(([value, weight], at) => `${JSON.stringify(value)} = ${at === place ? written : weight}`);
    return change([{ set: [`unknown.${key}`, `{ ${table.join(", ")} }`] }], null);
  };
  const one = ([value, weight], place) => {
    const said = options.find((option) => option.value === value)?.label ?? value;
    const input = make("input", { type: "number", min: 0, step: "any", "aria-label": `Weight of ${label} ${said}`, change: ({ currentTarget }) => set(place, currentTarget.value) });
    input.value = weight;
    return make("label", { "data-key": value }, `${said} `, input);
  };
  return make("div", { class: "weights" }, make("span", { class: "help" }, "how likely, compared to each other:"), ...weights.map(one));
};

/** More weights than this are only in the text. */
const MOST_WEIGHTS = 24;

/** Tells `change` the value of a key. */
export const setting = (key, change) => (value) => change([value === "" ? { unset: key } : { set: [key, value] }], key);

const fieldOf = (one, problems, change) => {
  const meaning = one.options.find(({ value }) => value === one.value)?.meaning;
  const help = [meaning || one.help, one.not_in_text ? `not in the rules: ${one.not_in_text}` : "", one.idle ? "it makes no difference here" : ""];
  const row = field(one.key, one.label, inputOf(one, setting(one.key, change)), help.filter(Boolean).join("; "), wrong(problems, one.key));
  if (one.idle) row.classList.add("idle");
  if (one.weights.length > 1 && one.weights.length <= MOST_WEIGHTS) row.append(weightsOf(one, change));
  return row;
};

/** A button; `about` is what it is called where its label alone does not tell. */
export const button = (label, press, about) => make("button", { type: "button", click: press, "aria-label": about ?? null }, label);

/** Whether a field is folded away. One that is in sight stays where it is: somebody may be typing there. */
const isFolded = ({ key, folded }, problems) => {
  const row = find("form").querySelector(`[data-key="${CSS.escape(key)}"]`), around = row?.closest("details");
  if (row && (!around || around.open)) return Boolean(around);
  return folded && !wrong(problems, key);
};

const section = (one, problems, change) => {
  const { title, array, position, fields } = one;
  if (array && position === null) return make("p", { "data-key": `add.${array}` }, button(`Add: ${title.toLowerCase()}`, () => change([{ add: array }])));
  const more = fields.filter((one) => isFolded(one, problems)), shown = fields.filter((one) => !more.includes(one));
  const rows = (some) => some.map((one) => fieldOf(one, problems, change));
  const removing = array ? button("Remove", () => change([{ remove: [array, position] }]), `Remove ${title}`) : null;
  return make("fieldset", { "data-key": `section.${title}` }, make("legend", {}, title), ...rows(shown),
    more.length ? folded(shown.length ? `More: ${title.toLowerCase()}` : "Change", ...rows(more)) : null, removing);
};

/** What events may read: it is known of a scenario that is in order. */
let metrics = [];

const questions = (form, change) => {
  if (form.metrics.length || !form.problems.length) metrics = form.metrics;
  const text = (key, label, value) => field(key, label, textInput(value, setting(key, change)), "", wrong(form.problems, key));
  const one = ({ name, event }, place) => make("fieldset", { "data-key": `question.${place}` }, make("legend", {}, `Question ${place + 1}`),
    text(`question.${place}.name`, "In words", name), text(`question.${place}.event`, "Event", event),
    button("Remove", () => change([{ remove: ["question", place] }]), `Remove question ${place + 1}`));
  const known = metrics.map(({ name, label, labels }) => make("li", {}, make("code", {}, name), `: ${label}${labels ? ` (${labels.map((label) => `'${label}'`).join(", ")})` : ""}`));
  const place = form.questions.length, [first] = metrics;
  const add = first ? button("Add a question", () => change([
    { set: [`question.${place}.name`, `Question ${place + 1}`] },
    { set: [`question.${place}.event`, first.labels ? `${first.name} == '${first.labels[0]}'` : `${first.name} >= 1`] },
  ])) : null;
  return make("div", {}, ...form.questions.map(one), add,
    folded("What events are made of", make("ul", {}, ...known), make("p", {}, "Compare them with == != < <= > >=, and join comparisons with && (and), || (or), ! (not).")));
};

/** Shows a form. `change` hears changes, and the key that they are about if somebody types. */
export const showForm = (form, change) => {
  const keys = form.sections.flatMap(({ fields }) => fields.map(({ key }) => key));
  const hasField = (problem) => keys.some((key) => isAt(key)(problem)) || /^(question|variant)\.\d|^vary\.|^advise\./.test(problem.key ?? "");
  const general = form.problems.filter((problem) => !hasField(problem));
  const root = find("form"), of = `${form.game}/${form.procedure}`;
  if (root.dataset.of !== of) root.replaceChildren();
  root.dataset.of = of;
  renew(root,
    make("p", { class: "help" }, form.help),
    general.length ? make("ul", { class: "problem", role: "alert" }, ...general.map(({ message, help, line }) => make("li", {}, `${line ? `Line ${line}: ` : ""}${message}${help ? `: ${help}` : ""}`))) : null,
    field("title", "Title", textInput(form.title, setting("title", change)), "", ""),
    ...form.sections.map((one) => section(one, form.problems, change)),
    make("h2", {}, "Questions"), questions(form, change),
    make("p", { class: "help" }, "Where you do not know a number, write what it may be: 2..5, or 1,2,4."),
  );
};
