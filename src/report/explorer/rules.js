// The editor of a rule text: lines are numbered, and what is wrong is marked where it stands.

import { find, make } from "../page/dom.js";
import { write } from "./renew.js";

/** The text with its wrong parts marked; a part without length marks what follows it. */
const marked = (text, problems) => {
  const parts = [];
  let at = 0;
  for (const { start, end } of [...problems].sort((a, b) => a.start - b.start)) {
    const from = Math.max(at, start), to = Math.max(from, end, Math.min(start + 1, text.length));
    if (to <= at) continue;
    parts.push(text.slice(at, from), make("mark", {}, text.slice(from, to)));
    at = to;
  }
  return [...parts, `${text.slice(at)}\n`];
};

/** A button that leads to the place of a problem. */
const problemOf = (editor) => ({ line, start, end, message, help }) => make("li", {}, make("button", { type: "button", click: () => {
  editor.focus();
  editor.setSelectionRange(start, Math.max(start, end));
} }, `Line ${line}`), ` ${message}${help ? `: ${help}` : ""}`);

/** Moves the numbers and the marks with the text. */
const follow = () => {
  const { scrollTop, scrollLeft } = find("rules");
  find("rules-lines").scrollTop = scrollTop;
  Object.assign(find("rules-marks"), { scrollTop, scrollLeft });
};

/** Shows the rule text of a scenario with what is wrong with it, or nothing where it has none. */
export const showRules = (rules) => {
  find("own-rules").hidden = !rules;
  if (!rules) return;
  const editor = find("rules"), { text, problems } = rules;
  write(editor, text);
  // A single line ends in the scenario, so that it is no name of a file.
  const isShown = [text, text.replace(/\n$/, "")].includes(editor.value);
  const lines = new Set(problems.map(({ line }) => line));
  find("rules-lines").replaceChildren(...editor.value.split("\n").map((_, place) => make("span", { class: lines.has(place + 1) ? "problem" : null }, `${place + 1}\n`)));
  find("rules-marks").replaceChildren(...(isShown ? marked(text, problems) : []));
  follow();
  find("rules-problems").replaceChildren(...problems.map(problemOf(editor)));
  if (problems.length) editor.setAttribute("aria-invalid", "true");
  else editor.removeAttribute("aria-invalid");
};

/** Makes the editor work: `change` hears what is typed. */
export const beginRules = (change) => {
  const editor = find("rules");
  editor.addEventListener("input", () => change(editor.value));
  editor.addEventListener("scroll", follow);
};
