// The keys whose values a user may choose, and the statistic that shall be great or small.

import { find, folded, make } from "../page/dom.js";
import { between, button, ends, field, numberIn, setting, textInput, wrong } from "./field.js";
import { renew } from "./renew.js";

/** Statistics that may be wanted: they are known of a scenario that is in order. */
let objectives = [];

/** What a choice has to meet, and what it costs. */
const conditions = ({ purpose: { conditions, cost }, problems }, change) => {
  const path = "advise.subject_to";
  const all = (list) => change([list.length ? { set: [path, JSON.stringify(list)] } : { unset: path }], path);
  const written = (_, input) => all([...input.closest("details").querySelectorAll("[id^='field-condition.']")].map(({ value }) => value));
  const one = (text, place) => {
    const input = textInput(text, written);
    const row = field(`condition.${place}`, `Only if (${place + 1})`, input, "", place ? "" : wrong(problems, path));
    row.append(button("Remove", () => all(conditions.filter((_, at) => at !== place)), `Remove condition ${place + 1}`));
    return row;
  };
  const price = field("advise.cost", "It costs", textInput(cost, setting("advise.cost", change), { placeholder: "nothing" }), "as in 20 * choice.reagents", wrong(problems, "advise.cost"));
  const first = objectives.find(({ statistic }) => statistic.startsWith("p(")) ?? objectives[0];
  return make("div", { "data-key": "conditions" }, folded("Conditions and costs", ...conditions.map(one),
    first ? button("Add a condition", () => all([...conditions, first.statistic.startsWith("p(") ? `${first.statistic} >= 0.5` : `${first.statistic} >= 1`])) : null, price));
};

/** The values of a key with names, to be ticked; `set` hears them as a text. */
const ticks = (label, options, text, set) => {
  const chosen = text.split(",").map((value) => value.trim());
  const ticked = ({ currentTarget }) => {
    const all = [...currentTarget.closest("fieldset").querySelectorAll("input")];
    set(options.filter((_, at) => all[at].checked).map(({ value }) => value).join(","));
  };
  const one = ({ value, label }) => {
    const tick = make("input", { type: "checkbox", change: ticked });
    tick.checked = chosen.includes(value);
    return make("label", { "data-key": value }, tick, ` ${label}`);
  };
  return make("fieldset", { class: "ticks" }, make("legend", {}, `Which ${label.toLowerCase()}`), ...options.map(one));
};

/** What stands before a range of values, if no value is one of them, too. */
const NONE = /^\s*unset\s*,\s*/;

/** The values of a number: a range as its two ends, and everything as a text. */
const numbers = (one, { key, label }, text, set, problem) => {
  const none = NONE.test(text) ? "unset," : "", range = one && ends(text.replace(NONE, ""));
  const input = textInput(text, set, { id: `values-${key}`, "aria-label": `Values of ${label}`, "aria-invalid": problem ? "true" : null });
  const written = make("details", { "data-key": "text", open: !range }, make("summary", {}, "As text"), input);
  if (!range) return [written];
  const isOptional = none || !one.needed && Number.isNaN(numberIn(one.otherwise));
  const tick = make("input", { type: "checkbox", change: ({ currentTarget }) => set(`${currentTarget.checked ? "unset," : ""}${range.join("..")}`) });
  tick.checked = none !== "";
  return [between(label, range, one.limits, (text) => set(none + text),
    isOptional ? make("label", { class: "tick" }, tick, `or ${one.otherwise || "none"}`) : null), written];
};

/** A key that may be chosen, and its values; `one` is its field. */
const choice = ({ key, label, values, suggested }, one, change, aim, problem) => {
  const path = `vary.${key}`, known = values ?? suggested;
  const set = (text, typing) => change(text ? [{ set: [path, text] }, ...aim()] : [{ unset: path }], typing);
  const tick = make("input", { type: "checkbox", id: `tick-${key}`, change: ({ currentTarget }) => set(currentTarget.checked ? find(`values-${key}`)?.value ?? known : "", null) });
  tick.checked = values !== null;
  const options = one?.options ?? [], isListed = options.length > 0 && known.split(",").every((value) => options.some((option) => option.value === value.trim()));
  const among = values === null ? [] : isListed ? [ticks(label, options, known, (text) => set(text, null))]
    : numbers(one?.kind === "integer" ? one : null, { key, label }, known, (text) => set(text, path), problem);
  return make("div", { "data-key": path }, make("p", { class: "vary" }, tick, make("label", { for: tick.id }, label)), ...among,
    problem ? make("p", { class: "problem", role: "alert" }, problem) : null);
};

/** Shows what there is to choose; `change` hears what is chosen. */
export const showPurpose = (form, change) => {
  const { purpose, problems } = form, { choices, maximize, minimize } = purpose, wanted = maximize ?? minimize;
  if (purpose.objectives.length || !problems.length) objectives = purpose.objectives;
  find("choosing").hidden = !choices.length;
  find("nothing-to-choose").hidden = choices.length > 0 || find("decided").hasChildNodes();
  // Where something is varied already and nobody has said what for, nothing is taken for granted.
  const isAsked = !wanted && choices.some(({ values }) => values !== null);
  const aim = wanted ?? (isAsked ? "" : objectives[0]?.statistic ?? "");
  const known = objectives.some(({ statistic }) => statistic === aim) ? [] : [{ statistic: aim, label: aim || "… (choose)" }];
  const set = () => {
    const sense = find("sense").value, statistic = find("objective").value;
    if (statistic) change([{ unset: `advise.${sense === "maximize" ? "minimize" : "maximize"}` }, { set: [`advise.${sense}`, statistic] }]);
  };
  const objective = make("select", { id: "objective", change: set }, ...[...known, ...objectives].map(({ statistic, label }) => make("option", { value: statistic }, label)));
  objective.value = aim;
  const sense = make("select", { id: "sense", "aria-label": "as much or as little as possible", change: set }, make("option", { value: "maximize" }, "as great as possible"), make("option", { value: "minimize" }, "as small as possible"));
  sense.value = minimize ? "minimize" : "maximize";
  const first = () => {
    const statistic = find("objective").value || objectives[0]?.statistic;
    return wanted || !statistic ? [] : [{ set: [`advise.${find("sense").value}`, statistic] }];
  };
  const fields = form.sections.flatMap(({ fields }) => fields);
  const rows = choices.map((one) => choice(one, fields.find(({ key }) => key === one.key), change, first, wrong([...problems, ...purpose.problems], `vary.${one.key}`))), more = rows.splice(6);
  renew(find("choices"),
    make("p", {}, make("label", { for: "objective" }, "I want "), objective, " ", sense),
    make("p", { class: "help" }, "Tick what you may choose; one or two make a picture."), ...rows,
    more.length ? folded("More", ...more) : null, conditions(form, change));
};
