// The form of a scenario: what it is filled with comes from the table of keys.

import { find, folded, make, withOpen } from "../page/dom.js";

let names = 0;

/** Whether a problem is at a key: at its value, or at one of several that it may have. */
const isAt = (key) => (problem) => problem.key === key || problem.key?.startsWith(`${key}.`);

/** What is wrong at a key, if anything is. */
export const wrong = (problems, key) => problems.filter(isAt(key)).map(({ message, help }) => `${message}${help ? `: ${help}` : ""}`).join("; ");

/** A labelled input that tells `change` its value; `problem` is shown below it. */
export const field = (label, input, help, problem, change) => {
  const id = `field-${names++}`, about = [];
  input.id = id;
  const row = make("div", { class: problem ? "field wrong" : "field" }, make("label", { for: id }, label), input);
  const tell = (text, className, role) => {
    if (!text) return;
    about.push(`${id}-${className}`);
    row.append(make("p", { id: about.at(-1), class: className, role }, text));
  };
  tell(problem, "problem", "alert");
  tell(help, "help");
  if (about.length) input.setAttribute("aria-describedby", about.join(" "));
  if (problem) input.setAttribute("aria-invalid", "true");
  input.addEventListener(input.tagName === "SELECT" ? "change" : "input", () => change(input.value));
  return row;
};

/** Numbers go up and down with the arrow keys; they may also be written as a range. */
const stepping = (input, { min, max, otherwise }) => input.addEventListener("keydown", (event) => {
  const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  const number = Number(input.value || otherwise.replace("−", "-"));
  if (!by || !Number.isInteger(number)) return;
  event.preventDefault();
  input.value = Math.min(max, Math.max(min, number + by));
  input.dispatchEvent(new Event("input"));
});

/** An input for text. */
export const textInput = (value, more = {}) => {
  const input = make("input", { type: "text", autocomplete: "off", spellcheck: "false", ...more });
  input.value = value ?? "";
  return input;
};

/** The input for a key with its value. */
export const inputOf = (one) => {
  if (one.kind !== "choice" && one.kind !== "preset") {
    const input = textInput(one.value, { inputmode: one.kind === "integer" ? "numeric" : "text", placeholder: one.needed ? "needed" : one.otherwise });
    if (one.kind === "integer") stepping(input, one);
    return input;
  }
  const any = one.kind === "choice" && one.options.length > 1 ? [{ value: one.options.map(({ value }) => value).join(","), label: "not known" }] : [];
  const options = [...one.options, ...any];
  const left = one.needed ? [] : [make("option", { value: "" }, one.value === null ? one.otherwise : "as usual")];
  const known = options.some(({ value }) => value === one.value) || one.value === null ? [] : [make("option", { value: one.value }, one.value)];
  const input = make("select", {}, ...left, ...known, ...options.map(({ value, label }) => make("option", { value }, label)));
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
    const input = make("input", { type: "number", min: 0, step: "any", "aria-label": `Weight of ${label} ${said}`, change: () => set(place, input.value) });
    input.value = weight;
    return make("label", {}, `${said} `, input);
  };
  return make("div", { class: "weights" }, make("span", { class: "help" }, "how likely, compared to each other:"), ...weights.map(one));
};

/** More weights than this are only in the text. */
const MOST_WEIGHTS = 24;

const fieldOf = (one, problems, change) => {
  const meaning = one.options.find(({ value }) => value === one.value)?.meaning;
  const help = [meaning || one.help, one.not_in_text ? `not in the rules: ${one.not_in_text}` : "", one.idle ? "it makes no difference here" : ""];
  const row = field(one.label, inputOf(one), help.filter(Boolean).join("; "), wrong(problems, one.key),
    (value) => change([value === "" ? { unset: one.key } : { set: [one.key, value] }], one.key));
  row.dataset.key = one.key;
  if (one.idle) row.classList.add("idle");
  if (one.weights.length > 1 && one.weights.length <= MOST_WEIGHTS) row.append(weightsOf(one, change));
  return row;
};

/** A button; `about` is what it is called where its label alone does not tell. */
export const button = (label, press, about) => make("button", { type: "button", click: press, "aria-label": about ?? null }, label);

const section = (one, problems, change) => {
  const { title, array, position, fields } = one;
  if (array && position === null) return button(`Add: ${title.toLowerCase()}`, () => change([{ add: array }]));
  const shown = fields.filter((one) => !one.folded || wrong(problems, one.key)), more = fields.filter((one) => !shown.includes(one));
  const rows = (some) => some.map((one) => fieldOf(one, problems, change));
  const removing = array ? button("Remove", () => change([{ remove: [array, position] }]), `Remove ${title}`) : null;
  return make("fieldset", { "data-section": title }, make("legend", {}, title), ...rows(shown),
    more.length ? folded(shown.length ? `More: ${title.toLowerCase()}` : "Change", ...rows(more)) : null, removing);
};

const questions = (form, change) => {
  const text = (key, label, value) => field(label, textInput(value), "", wrong(form.problems, key), (value) => change([value === "" ? { unset: key } : { set: [key, value] }], key));
  const one = ({ name, event }, place) => make("fieldset", {}, make("legend", {}, `Question ${place + 1}`),
    text(`question.${place}.name`, "In words", name), text(`question.${place}.event`, "Event", event),
    button("Remove", () => change([{ remove: ["question", place] }]), `Remove question ${place + 1}`));
  const known = form.metrics.map(({ name, label, labels }) => make("li", {}, make("code", {}, name), `: ${label}${labels ? ` (${labels.map((label) => `'${label}'`).join(", ")})` : ""}`));
  const place = form.questions.length, [first] = form.metrics;
  const add = first ? button("Add a question", () => change([
    { set: [`question.${place}.name`, `Question ${place + 1}`] },
    { set: [`question.${place}.event`, first.labels ? `${first.name} == '${first.labels[0]}'` : `${first.name} >= 1`] },
  ])) : null;
  return make("div", {}, ...form.questions.map(one), add,
    folded("What events are made of", make("ul", {}, ...known), make("p", {}, "Compare them with == != < <= > >=, and join comparisons with && (and), || (or), ! (not).")));
};

/** Which element has the focus, so that it has it again when all of this is made anew. */
export const focused = (root) => {
  const input = document.activeElement;
  if (!root.contains(input) || !input.closest("[data-key], fieldset")) return () => {};
  const all = () => [...root.querySelectorAll("input, select, button, summary")];
  const place = all().indexOf(input), key = input.closest("[data-key]")?.dataset.key;
  const { selectionStart, selectionEnd } = input;
  return () => {
    const again = key ? root.querySelector(`[data-key="${CSS.escape(key)}"]`)?.querySelector("input, select") : all()[place];
    again?.closest("details")?.setAttribute("open", "");
    again?.focus({ preventScroll: true });
    if (again?.setSelectionRange && selectionStart !== null && selectionStart !== undefined) again.setSelectionRange(selectionStart, selectionEnd);
  };
};

/** Shows a form. `change` hears changes, and the key that they are about if somebody types. */
export const showForm = (form, change) => {
  const root = find("form"), again = focused(root);
  const keys = form.sections.flatMap(({ fields }) => fields.map(({ key }) => key));
  const hasField = (problem) => keys.some((key) => isAt(key)(problem)) || /^(question|variant)\.\d|^vary\.|^advise\./.test(problem.key ?? "");
  const general = form.problems.filter((problem) => !hasField(problem));
  withOpen(root, () => root.replaceChildren(
    make("p", { class: "help" }, form.help),
    general.length ? make("ul", { class: "problem", role: "alert" }, ...general.map(({ message, help, line }) => make("li", {}, `${line ? `Line ${line}: ` : ""}${message}${help ? `: ${help}` : ""}`))) : "",
    field("Title", textInput(form.title), "", "", (value) => change([value === "" ? { unset: "title" } : { set: ["title", value] }], "title")),
    ...form.sections.map((one) => section(one, form.problems, change)),
    make("h2", {}, "Questions"), questions(form, change),
    make("p", { class: "help" }, "Where you do not know a number, write what it may be: 2..5, or 1,2,4."),
  ));
  again();
};
