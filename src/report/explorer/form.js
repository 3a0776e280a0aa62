// The form of a scenario: what it is filled with comes from the table of keys.

import { find, folded, make } from "../page/dom.js";
import { button, field, fieldOf, isAt, setting, textInput, wrong } from "./field.js";
import { questions } from "./questions.js";
import { renew } from "./renew.js";

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
  const rows = (some) => some.map((one) => fieldOf(one, wrong(problems, one.key), change));
  const removing = array ? button("Remove", () => change([{ remove: [array, position] }]), `Remove ${title}`) : null;
  return make("fieldset", { "data-key": `section.${title}` }, make("legend", {}, title), ...rows(shown),
    more.length ? folded(shown.length ? `More: ${title.toLowerCase()}` : "Change", ...rows(more)) : null, removing);
};

/** Shows the control of one key alone: of the named one, or the first that a player decides. */
export const showEmbedded = (form, key, change) => {
  const all = form.sections.flatMap(({ fields }) => fields);
  const one = all.find((one) => one.key === key) ?? all.find(({ key }) => form.purpose.choices.some((choice) => choice.key === key));
  renew(find("form"), ...one ? [fieldOf(one, wrong(form.problems, one.key), change)] : []);
};

/** Shows a form. `change` hears changes, and the key that they are about if somebody types. */
export const showForm = (form, change) => {
  const keys = form.sections.flatMap(({ fields }) => fields.map(({ key }) => key));
  const hasField = (problem) => keys.some((key) => isAt(key)(problem)) || /^(question|variant)\.\d/.test(problem.key ?? "");
  const general = form.problems.filter((problem) => !hasField(problem));
  const root = find("form"), of = `${form.game}/${form.procedure}`;
  find("events").replaceChildren(...form.questions.map(({ name, event }) => make("option", { value: event, label: name })));
  if (root.dataset.of !== of) root.replaceChildren();
  root.dataset.of = of;
  renew(root,
    make("p", { class: "help" }, form.help),
    general.length ? make("ul", { class: "problem", role: "alert" }, ...general.map(({ message, help, line }) => make("li", {}, `${line ? `Line ${line}: ` : ""}${message}${help ? `: ${help}` : ""}`))) : null,
    ...form.sections.map((one) => section(one, form.problems, change)),
    make("h2", {}, "Questions"), questions(form, change),
    field("title", "Title", textInput(form.title, setting("title", change)), "", ""),
    make("p", { class: "help" }, "Where you do not know a number, press “?”, and say from where to where; or write 2..5, or 1,2,4."),
  );
};
