// The odds in a few words, always in sight: the questions, what has changed, and a small picture.

import { find, make } from "../page/dom.js";
import { spark } from "./curves.js";

/** More questions than these stand in the first tab alone. */
const MOST_OTHERS = 3;

/** How sure the odds are. */
export const howSure = (trials) => trials ? `${trials.toLocaleString("en")} trials` : "exact";

/** Shows the odds of a scenario; `before` are those that they are compared with. */
export const showBar = (outcome, before) => {
  const { title, headline, answers, metrics, trials } = outcome, old = before?.headline.question === headline.question ? before : null;
  const number = make("strong", { id: "number", "data-value": headline.value }, headline.number);
  find("headline").replaceChildren(...headline.question ? [make("p", { class: "question" }, headline.question)] : [],
    make("p", { class: "answer" }, number, " ", make("span", { class: "about" }, headline.about), " ",
      make("span", { id: "change" }, old && headline.change ? headline.change : "")));
  find("title").textContent = title;
  find("sure").textContent = metrics.length ? howSure(trials) : "";
  find("others").replaceChildren(...answers.slice(1, 1 + MOST_OTHERS).map(({ name, number }) => make("li", {}, `${name} `, make("strong", {}, number))));
  const shown = metrics[headline.metric];
  find("spark").replaceChildren(...shown?.law.v.length > 1 ? [spark(shown, old?.metrics[headline.metric])] : []);
};
