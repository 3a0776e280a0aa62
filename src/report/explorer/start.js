// The start page: the games with their scenarios, rule texts, dice, and links.

import { find, folded, make } from "../page/dom.js";

const item = (title, about, press) => make("li", {}, make("button", { type: "button", class: "open", click: press }, make("strong", {}, title), about ? make("span", {}, about) : null));

const card = (title, about, ...children) => make("section", { class: "card" }, make("h2", {}, title), about ? make("p", { class: "help" }, about) : null, ...children);

/** Shows what there is to open: `open` hears the name of a scenario, `begin` that of a game and a procedure. */
export const showStart = ({ games, scenarios, examples }, open, begin) => {
  const named = (game) => scenarios.filter((one) => one.game === game).map(({ name, title, about }) => item(title, about, () => open(name)));
  const ofGame = ({ name, title, procedures }) => card(title, "", make("ul", {}, ...named(name)),
    folded("With values of your own", make("ul", {}, ...procedures.map((one) => item(one.name.replaceAll("-", " "), one.help, () => begin(`${name}/${one.name}`))))));
  const [shortest, ...others] = examples.map(({ name, title, about }) => item(name ? title : "Write your own rules", name ? about : "A roll of dice to begin with", () => begin(`rules/${name}`)));
  find("cards").replaceChildren(...games.map(ofGame), card("Other games, as rule texts", "D&D, Warhammer, Risk: rules as a text that you can change.", make("ul", {}, shortest, ...others, ...named("rules"))));
};
