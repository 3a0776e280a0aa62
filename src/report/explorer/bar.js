// The odds in a few words, always in sight: the questions, what has changed, and a small picture.

import { find, make } from "../page/dom.js";
import { spark } from "./curves.js";

/** More questions than these stand in the first tab alone. */
const MOST_OTHERS = 3;

/** How sure the odds are. */
export const howSure = (trials) => trials ? `${trials.toLocaleString("en")} trials` : "exact";

/** Values in words: "2 to 5", or "4, 6 or 8". */
const spread = (values) => values.length > 2 && values.every((value, at) => !at || Number(value) === Number(values[at - 1]) + 1)
  ? `${values[0]} to ${values.at(-1)}` : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;

/** What is not known of a scenario, with its values. */
const unknown = ({ sections }) => sections.flatMap(({ fields }) => fields).filter(({ weights }) => weights.length > 1)
  .map(({ label, weights }) => `${label} ${spread(weights.map(([value]) => value))}`).join(", ");

/** Shows the odds of a scenario, whose form this is; `before` are those that they are compared with. */
export const showBar = (outcome, form, before) => {
  const { title, headline, answers, metrics, trials, decisions, given } = outcome, old = before?.headline.question === headline.question ? before : null;
  const number = make("strong", { id: "number", "data-value": headline.value }, headline.number);
  find("headline").replaceChildren(...headline.question ? [make("p", { class: "question" }, headline.question)] : [],
    make("p", { class: "answer" }, number, " ", make("span", { class: "about" }, headline.about), " ",
      make("span", { id: "change" }, old && headline.change ? headline.change : "")),
    ...given ? [make("p", { class: "help" }, given)] : [],
    ...unknown(form) ? [make("p", { class: "help" }, `averaged over ${unknown(form)}`)] : []);
  find("title").textContent = title;
  find("sure").textContent = metrics.length ? howSure(trials) : "";
  find("others").replaceChildren(...answers.slice(decisions ? 0 : 1).slice(0, MOST_OTHERS).map(({ name, number }) => make("li", {}, `${name} `, make("strong", {}, number))));
  const shown = metrics[headline.metric];
  find("spark").replaceChildren(...shown?.law.v.length > 1 ? [spark(shown, old?.metrics[headline.metric]), make("small", {}, shown.name)] : []);
};
