// The control of a key: a stepper, a slider, a list of words, or a text.

import { find, make } from "../page/dom.js";

/** A number with more values than these has no slider. */
const MOST_ON_A_SLIDER = 60;

/** How far PageUp and PageDown go. */
const PAGE = 10;

/** More weights than this are only in the text. */
const MOST_WEIGHTS = 24;

/** Whether a problem is at a key: at its value, or at one of several that it may have. */
export const isAt = (key) => (problem) => problem.key === key || problem.key?.startsWith(`${key}.`);

/** What is wrong at a key, if anything is: two things at most. */
export const wrong = (problems, key) => {
  const all = [...new Set(problems.filter(isAt(key)).map(({ message, help }) => `${message}${help ? `: ${help}` : ""}`))];
  return all.slice(0, 2).join("; ") + (all.length > 2 ? `; and ${all.length - 2} more` : "");
};

/** The labelled control of a key; `problem` and `help` are shown below it. */
export const field = (key, label, input, help, problem, ...more) => {
  const id = `field-${key}`, about = [], control = input.matches("input, select") ? input : input.querySelector("input");
  control.id = id;
  const row = make("div", { class: problem ? "field wrong" : "field", "data-key": key }, make("label", { for: id }, label), input, ...more);
  const tell = (text, className, role) => {
    if (!text) return;
    about.push(`${id}-${className}`);
    row.append(make("p", { id: about.at(-1), class: className, role }, text));
  };
  tell(problem, "problem", "alert");
  tell(help, "help");
  if (about.length) control.setAttribute("aria-describedby", about.join(" "));
  if (problem) control.setAttribute("aria-invalid", "true");
  return row;
};

/** A button; `about` is what it is called where its label alone does not tell. */
export const button = (label, press, about, more = {}) => make("button", { type: "button", click: press, "aria-label": about ?? null, ...more }, label);

/** An input for text, which tells `set` its value, and itself. */
export const textInput = (value, set, more = {}) => {
  const input = make("input", { type: "text", autocomplete: "off", spellcheck: "false", input: ({ currentTarget }) => set(currentTarget.value, currentTarget), ...more });
  input.value = value ?? "";
  return input;
};

export const numberIn = (text) => Number(String(text).trim().replace("−", "-") || NaN);

/** Changes the number in an input by a step, within its limits; whether it has one. */
const step = (input, by, [min, max], otherwise) => {
  const written = numberIn(input.value), number = Number.isNaN(written) ? numberIn(otherwise) : written;
  if (!Number.isInteger(number)) return false;
  input.value = Math.min(max, Math.max(min, number + by));
  input.dispatchEvent(new Event("input"));
  return true;
};

/** A number with buttons for one less and one more, which the arrow keys do, too. */
const stepper = (label, value, { limits, otherwise = "" }, set, more = {}) => {
  const press = (by) => ({ currentTarget }) => step(currentTarget.parentNode.querySelector("input"), by, limits, otherwise);
  const pressed = (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: PAGE, PageDown: -PAGE }[event.key];
    if (by && step(event.currentTarget, by, limits, otherwise)) event.preventDefault();
  };
  // The keyboard does not stop at the buttons: it has keys for them.
  const one = (sign, by, what) => button(sign, press(by), `${label}: one ${what}`, { class: "step", tabindex: -1 });
  const input = textInput(value, set, { inputmode: limits[0] < 0 ? "text" : "numeric", keydown: pressed, ...more });
  return make("span", { class: "number" }, one("−", -1, "less"), input, one("+", 1, "more"));
};

/** A range as the texts of its two ends, one of which somebody may be writing; nothing if a text is none. */
export const ends = (text) => /^\s*(-?\d*)\s*\.\.\s*(-?\d*)\s*$/.exec(text ?? "")?.slice(1);

/** Whether a value may be one of several. */
const isUnknown = ({ value, weights }) => weights?.length > 1 || Boolean(ends(value));

/** The control of a number: a stepper, and a switch for a number that is not known. */
const numberOf = (one, set) => {
  const { label, value, limits: [min, max], otherwise, weights, needed } = one, unknown = isUnknown(one);
  // Telephones have all letters for 1,2,4 and 2..5.
  const control = stepper(label, value, one, set, { placeholder: needed ? "needed" : otherwise, ...unknown ? { inputmode: "text" } : {} });
  if (!weights) return control;
  control.classList.toggle("unknown", unknown);
  const toggle = () => {
    if (unknown) {
      const known = (ends(value) ?? [weights[0][0]]).map(numberIn).filter(Number.isInteger);
      return set(String(known.length ? Math.round(known.reduce((one, other) => one + other) / known.length) : min));
    }
    const number = [numberIn(value), numberIn(otherwise), min].find(Number.isInteger);
    set(`${Math.max(min, number - 1)}..${Math.min(max, number + 1)}`);
  };
  control.append(button("?", toggle, `${label} is not known`, { class: "step", "aria-pressed": String(unknown), title: "not known" }));
  return control;
};

/** The two ends of a range, which may be from `min` to `max`; `set` hears it as a text. Both are read from the page: what has just been written may be on its way still. */
export const between = (label, [from, to], [min, max], set, ...more) => {
  const both = (_, input) => set([...input.closest(".between").querySelectorAll(".number input")].map(({ value }) => value.trim()).join(".."));
  const end = (what, value, limits) => [make("span", {}, what), stepper(`${label}, ${what}`, value, { limits }, both, { "aria-label": `${label}, ${what}` })];
  const limit = (end, otherwise) => Number.isInteger(numberIn(end)) ? numberIn(end) : otherwise;
  return make("div", { class: "between" }, ...end("from", from, [min, limit(to, max)]), ...end("to", to, [limit(from, min), max]), ...more);
};

/** What belongs below a number: a slider, or the ends of a range. */
const belowNumber = (one, set) => {
  const { label, value, limits: [min, max], otherwise } = one, range = ends(value);
  if (range) return between(label, range, [min, max], set);
  if (isUnknown(one) || max - min > MOST_ON_A_SLIDER) return null;
  const slider = make("input", { type: "range", min, max, "aria-label": label, input: ({ currentTarget }) => set(currentTarget.value) });
  slider.value = [numberIn(value), numberIn(otherwise), min].find((number) => !Number.isNaN(number));
  return slider;
};

/** The control for a key with its value, which it tells `set`. */
export const inputOf = (one, set) => {
  if (one.kind === "integer") return numberOf(one, set);
  if (one.kind === "text") return textInput(one.value, set, { placeholder: one.needed ? "needed" : one.otherwise });
  const any = one.kind === "choice" && one.options.length > 1 ? [{ value: one.options.map(({ value }) => value).join(","), label: "not known" }] : [];
  const options = [...one.options, ...any];
  const left = one.needed ? [] : [make("option", { value: "" }, one.value === null ? one.otherwise : "as usual")];
  const known = options.some(({ value }) => value === one.value) || one.value === null ? [] : [make("option", { value: one.value }, one.value)];
  const input = make("select", { change: ({ currentTarget }) => set(currentTarget.value) },
    ...left, ...known, ...options.map(({ value, label }) => make("option", { value }, label)));
  input.value = one.value ?? "";
  return input;
};

/** How likely each value is that a key may have, compared to the others. What is no weight stays where it is written. */
const weightsOf = ({ key, label, weights, options }, change) => {
  const set = ({ currentTarget }) => {
    const row = currentTarget.closest(".weights"), all = [...row.querySelectorAll("input")];
    row.querySelector(".problem")?.remove();
    if (!all.every((input) => input.checkValidity())) {
      row.append(make("p", { class: "problem", role: "alert" }, "a weight is a number, and not less than 0"));
      return;
    }
    const table = weights.map(([value], at) => `${JSON.stringify(value)} = ${Number(all[at].value)}`);
    change([{ set: [`unknown.${key}`, `{ ${table.join(", ")} }`] }], null);
  };
  const one = ([value, weight]) => {
    const said = options.find((option) => option.value === value)?.label ?? value;
    const input = make("input", { type: "number", min: 0, step: "any", required: true, "aria-label": `Weight of ${label} ${said}`, change: set });
    input.value = weight;
    return make("label", { "data-key": value }, `${said} `, input);
  };
  return make("div", { class: "weights" }, make("span", { class: "help" }, "how likely, compared to each other:"), ...weights.map(one));
};

/** Tells `change` the value of a key. */
export const setting = (key, change) => (value) => change([value === "" ? { unset: key } : { set: [key, value] }], key);

/** The field of a key of the form. */
export const fieldOf = (one, problem, change) => {
  const set = setting(one.key, change), meaning = one.options.find(({ value }) => value === one.value)?.meaning;
  const isNew = one.help.toLowerCase() !== one.label.toLowerCase();
  const help = [meaning || (isNew ? one.help : ""), one.not_in_text ? `not in the rules: ${one.not_in_text}` : "", one.idle ? "it makes no difference here" : ""];
  const below = one.kind === "integer" ? belowNumber(one, set) : null;
  const row = field(one.key, one.label, inputOf(one, set), help.filter(Boolean).join("; "), problem, ...below ? [below] : []);
  if (one.idle) row.classList.add("idle");
  if (one.weights.length > 1 && one.weights.length <= MOST_WEIGHTS) row.append(weightsOf(one, change));
  return row;
};
