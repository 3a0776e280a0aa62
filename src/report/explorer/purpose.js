// The keys whose values a user may choose, and the statistic that shall be great or small.

import { find, folded, make, withOpen } from "../page/dom.js";
import { button, field, focused, textInput, wrong } from "./form.js";

/** Statistics that may be wanted: they are known of a scenario that is in order. */
let objectives = [];

/** What a choice has to meet, and what it costs. */
const conditions = ({ purpose: { conditions, cost }, problems }, change) => {
  const all = (list) => change([list.length ? { set: ["advise.subject_to", JSON.stringify(list)] } : { unset: "advise.subject_to" }], "advise.subject_to");
  const one = (text, place) => {
    const row = field(`Only if (${place + 1})`, textInput(text), "", place ? "" : wrong(problems, "advise.subject_to"), (text) => all(conditions.map((other, at) => at === place ? text : other)));
    row.dataset.key = `condition.${place}`;
    row.append(button("Remove", () => all(conditions.filter((_, at) => at !== place)), `Remove condition ${place + 1}`));
    return row;
  };
  const price = field("It costs", textInput(cost, { placeholder: "nothing" }), "as in 20 * choice.reagents", wrong(problems, "advise.cost"), (text) => change([text ? { set: ["advise.cost", text] } : { unset: "advise.cost" }], "advise.cost"));
  price.dataset.key = "advise.cost";
  const first = objectives.find(({ statistic }) => statistic.startsWith("p(")) ?? objectives[0];
  return folded("Conditions and costs", ...conditions.map(one),
    first ? button("Add a condition", () => all([...conditions, first.statistic.startsWith("p(") ? `${first.statistic} >= 0.5` : `${first.statistic} >= 1`])) : null, price);
};

/** Shows what there is to choose; `change` hears what is chosen. */
export const showPurpose = (form, change) => {
  const { purpose, problems } = form, { choices, maximize, minimize } = purpose, wanted = maximize ?? minimize;
  if (purpose.objectives.length || !problems.length) objectives = purpose.objectives;
  find("choosing").hidden = !choices.length;
  const aim = wanted ?? objectives[0]?.statistic;
  const row = ({ key, label, values, suggested }, place) => {
    const among = textInput(values ?? suggested, { "aria-label": `Values of ${label}` });
    const tick = make("input", { type: "checkbox", id: `vary-${place}` });
    tick.checked = values !== null;
    const set = () => change(tick.checked
      ? [{ set: [`vary.${key}`, among.value] }, ...(wanted || !aim ? [] : [{ set: ["advise.maximize", aim] }])]
      : [{ unset: `vary.${key}` }]);
    tick.addEventListener("change", set);
    among.addEventListener("change", () => { tick.checked = true; set(); });
    const problem = wrong([...problems, ...purpose.problems], `vary.${key}`);
    if (problem) among.setAttribute("aria-invalid", "true");
    return make("div", { "data-key": `vary.${key}` }, make("p", { class: "vary" }, tick, make("label", { for: tick.id }, label), among),
      problem ? make("p", { class: "problem", role: "alert" }, problem) : null);
  };
  const known = objectives.some(({ statistic }) => statistic === aim) ? [] : [{ statistic: aim, label: aim }];
  const objective = make("select", { id: "objective" }, ...[...known, ...objectives].filter(({ statistic }) => statistic).map(({ statistic, label }) => make("option", { value: statistic }, label)));
  objective.value = aim ?? "";
  const sense = make("select", { id: "sense", "aria-label": "as much or as little as possible" }, make("option", { value: "maximize" }, "as great as possible"), make("option", { value: "minimize" }, "as small as possible"));
  sense.value = minimize ? "minimize" : "maximize";
  const set = () => change([{ unset: `advise.${sense.value === "maximize" ? "minimize" : "maximize"}` }, { set: [`advise.${sense.value}`, objective.value] }]);
  for (const select of [objective, sense]) select.addEventListener("change", set);
  const rows = choices.map(row), more = rows.splice(6), root = find("choices"), again = focused(root);
  withOpen(root, () => root.replaceChildren(
    make("p", {}, make("label", { for: "objective" }, "I want "), objective, " ", sense),
    make("p", { class: "help" }, "Tick what you may choose; one or two make a picture."), ...rows,
    more.length ? folded("More", ...more) : "", conditions(form, change)));
  again();
};
