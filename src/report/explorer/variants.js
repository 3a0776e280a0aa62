// Variants: what changes in each of them, to compare side by side.

import { find, make } from "../page/dom.js";
import { button, field, inputOf, textInput, wrong } from "./field.js";
import { renew } from "./renew.js";

/** What an input is made of for a key that the form does not have. */
const ANY = { kind: "text", options: [], needed: true };

/** The keys that make a difference, with what they are called. */
const keysOf = ({ sections }) => new Map(sections.flatMap(({ title, fields }) => fields.filter(({ idle }) => !idle).map((one) => [one.key, { ...one, called: `${title}: ${one.label}` }])));

/** A value to begin with: the one that the scenario has. */
const startOf = ({ value, options, kind, otherwise, limits }) => {
  if (value !== null) return value;
  if (options.length) return options[0].value;
  const number = Number(otherwise.replace("−", "-"));
  return kind === "integer" ? String(Number.isInteger(number) && otherwise !== "" ? number : limits[0]) : otherwise;
};

const options = (keys) => keys.map(([key, { called }]) => make("option", { value: key }, called));

/** One variant: its name, and what it changes. */
const variant = (form, known, change) => ({ name, changes }, place) => {
  const path = `variant.${place}`, problem = (key) => wrong(form.problems, key);
  const changed = changes.map(({ key, label, value }) => {
    const at = `${path}.set.${key}`, one = { ...known.get(key) ?? ANY, value: value === "unset" ? null : value, otherwise: "none", weights: null };
    const row = field(at, label, inputOf(one, (value) => change([{ set: [at, value === "" ? "unset" : value] }], at)), "", problem(at));
    row.append(button("Take out", () => change([{ unset: at }]), `Take out ${label} from ${name}`));
    return row;
  });
  const rest = [...known].filter(([key]) => !changes.some((change) => change.key === key)), id = `${path}.more`, before = find(id)?.value;
  const more = make("select", { id, "aria-label": `What else changes in ${name}` }, ...options(rest));
  if (rest.some(([key]) => key === before)) more.value = before;
  const add = button("Add", () => change([{ set: [`${path}.set.${find(id).value}`, startOf(known.get(find(id).value))] }]), `Add this change to ${name}`);
  const summary = make("summary", {}, `${name}: ${changes.map(({ label, value }) => `${label} ${value === "unset" ? "none" : value}`).join(", ") || "nothing changes yet"}`);
  return make("details", { "data-key": path, open: problem(path) !== "" }, summary, make("fieldset", {}, make("legend", {}, name),
    field(`${path}.name`, "Name", textInput(name, (value) => change([{ set: [`${path}.name`, value] }], `${path}.name`)), "", problem(`${path}.name`)),
    ...changed, rest.length ? make("p", { class: "vary" }, "and ", more, add) : null,
    button("Remove", () => change([{ remove: ["variant", place] }]), `Remove ${name}`)));
};

/** Shows the variants of a scenario, and a row for one more. */
export const showVariants = (form, change) => {
  const { variants } = form, known = keysOf(form), key = find("variant-key"), before = key.value;
  renew(find("variants"), ...variants.map(variant(form, known, change)));
  renew(key, ...options([...known]));
  key.closest(".vary").hidden = !known.size;
  // Mostly it is a choice that is compared with another.
  const chosen = form.purpose.choices.find((one) => known.get(one.key)?.kind === "integer")?.key;
  key.value = [before, chosen].find((one) => known.has(one)) ?? [...known.keys()][0] ?? "";
  const showValue = () => {
    const old = find("variant-value"), one = known.get(key.value);
    if (!one || old.dataset.of === key.value) return;
    const control = inputOf({ ...one, value: null, needed: true, weights: null }, () => {}), input = control.querySelector("input") ?? control;
    if ("placeholder" in input) input.placeholder = "value";
    for (const [name, value] of [["id", "variant-value"], ["aria-label", "The other value"], ["data-of", key.value]]) input.setAttribute(name, value);
    (old.closest(".number") ?? old).replaceWith(control);
  };
  key.onchange = showValue;
  showValue();
  find("variant-add").onclick = () => {
    const value = find("variant-value").value.trim(), place = variants.length;
    if (!value) return find("variant-value").focus();
    const plain = `${key.value.split(".").at(-1)}-${value}`.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
    let name = plain;
    for (let number = 2; variants.some((one) => one.name === name) || name === "base"; number++) name = `${plain}-${number}`;
    change([{ set: [`variant.${place}.name`, name] }, { set: [`variant.${place}.set.${key.value}`, value] }]);
  };
};
