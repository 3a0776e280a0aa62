// Dice without rules: the distributions of expressions, over each other.

import { find, make, table } from "../page/dom.js";
import { law } from "../page/law.js";
import { curves } from "./curves.js";
import { Stopped } from "./engine.js";
import { renew } from "./renew.js";
import { figure, width } from "./results.js";
import { age } from "./state.js";

/** The expressions of a text: one a line, or between commas that are in no brackets. */
export const expressionsOf = (text) => {
  const all = [""];
  let depth = 0;
  for (const letter of text) {
    depth += { "(": 1, "[": 1, ")": -1, "]": -1 }[letter] ?? 0;
    if (letter === "\n" || letter === "," && depth <= 0) {
      all.push("");
      depth = 0;
    } else all[all.length - 1] += letter;
  }
  return all.map((one) => one.trim()).filter(Boolean);
};

const saying = ({ message, help }) => help ? `${message}: ${help}` : message;

/** What came of an expression, in words. */
const inWords = ({ odds, problems, error, too_large: tooLarge }) => {
  if (!odds) return make("span", { class: "problem" }, problems?.map(saying).join("; ") ?? error ?? `${tooLarge}; roll fewer dice, or write rules, which can be played out`);
  const { headline, indicators } = odds;
  return indicators[0]?.number ?? (headline.number || headline.sentence);
};

/** Shows what came of expressions. */
export const showDice = (all) => {
  const drawn = all.flatMap(({ expression, odds }) => odds?.metrics[0]?.law.v.length ? [[expression, odds.metrics[0]]] : []);
  const names = drawn.map(([name]) => name).join(", ");
  const picture = drawn.length === 0 ? "" : drawn.length === 1 ? figure((tell) => law({ ...drawn[0][1], name: names }, width(), tell), [names])
    : figure((tell) => curves(drawn, "the roll", width(), tell), [names]);
  find("dice-shown").replaceChildren(all.length ? table(null, all.map((one) => [make("span", {}, make("code", {}, one.expression), one.own === one.expression ? "" : make("small", {}, one.own)), inWords(one)])) : "", picture);
};

/** Makes the box for dice work; `ask` answers, `stop` gives up what is asked, and `changed` hears its text. */
export const beginDice = (ask, stop, changed) => {
  let turn = 0;
  const tell = (words, isStopped = true) => {
    find("dice-status").textContent = words;
    find("dice-stop").hidden = isStopped;
  };
  const roll = async () => {
    const now = ++turn, expressions = expressionsOf(find("dice").value), slowly = setTimeout(() => {
      age(["dice-shown"], true);
      tell("Counting all that can happen…", false);
    }, 300);
    changed(expressions);
    // What was written before is of no use any more.
    stop();
    tell("");
    try {
      const all = expressions.length ? await ask({ ask: "roll", expressions }) : [];
      if (now !== turn) return;
      tell("");
      age(["dice-shown"], false);
      showDice(all);
    } catch (error) {
      if (now === turn) tell(error instanceof Stopped ? "Stopped." : error.message);
    } finally {
      clearTimeout(slowly);
    }
  };
  find("dice").addEventListener("input", roll);
  find("dice-stop").addEventListener("click", stop);
  renew(find("dice-examples"), ...["4d6kh3", "2d20kh1", "3d6!, d20", "8d10.count(x, x >= 8)"].map((example) => make("button", { type: "button", click: () => {
    find("dice").value = example.replace(", ", "\n");
    roll();
  } }, example)));
  return roll;
};
