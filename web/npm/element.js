// <fizzle-odds src="bolt.toml">: the odds of a scenario on any page.
//
// | attribute | what it is |
// |---|---|
// | `src` | the address of the scenario; without it, the text inside the element is the scenario |
// | `rules` | the address of the rule text that the scenario plays |
// | `metric` | what the picture shows, as in `boxes of damage`; usually that of the headline |
// | `choose` | a key that the reader may change, as in `choice.force` |

import { odds } from "./index.js";
import { folded, make, table } from "./page/dom.js";
import { law, rows } from "./page/law.js";

const STYLE = `
:host { display: block; max-width: 40rem; --line: #d9d9d9; --quiet: #5a5a5a; --bar: #0072b2; --curve: #b34700; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :host { --line: #3b3f46; --quiet: #ababab; --bar: #56b4e9; --curve: #e69f00; } }
p { margin: .25rem 0; }
.title { font-weight: 600; }
.question, .help, small { color: var(--quiet); }
.answer strong { font-size: 2.4em; line-height: 1.1; margin-right: .25rem; }
.problem { color: var(--curve); font-weight: 600; }
.told { min-height: 1.4em; }
input, select { font: inherit; }
figure { margin: .5rem 0; }
svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--quiet); font-size: 13px; font-family: inherit; }
svg .grid { stroke: var(--line); }
svg .bar { fill: var(--bar); }
svg .curve { fill: none; stroke: var(--curve); stroke-width: 2.5; stroke-dasharray: 7 4; }
svg .hit { fill: transparent; }
svg .value:is(:hover, :focus, .chosen) .hit { fill: var(--line); opacity: .6; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .4rem .3rem 0; border-bottom: 1px solid var(--line); text-align: right; }
th[scope="row"], th:first-child { text-align: left; font-weight: normal; }
small { display: block; }
`;

/** The width of the picture in its own units: it grows with the element. */
const WIDTH = 560;

const text = async (url) => {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${reply.statusText}`);
  return reply.text();
};

/** The control of a key; `change` hears its value. */
const control = ({ label, value, otherwise, limits, options }, change) => {
  const heard = ({ currentTarget }) => currentTarget.value && change(currentTarget.value);
  const input = limits ? make("input", { type: "number", min: limits[0], max: limits[1], input: heard })
    : make("select", { change: heard }, ...options.map(({ value, label }) => make("option", { value }, label)));
  input.value = value ?? otherwise;
  return make("label", {}, `${label} `, input);
};

const picture = (metric) => {
  const told = make("p", { class: "help told", role: "status" });
  const numbers = rows(metric).map(({ name, text, orMore }) => metric.labels ? [name, text] : [name, text, orMore]);
  return [make("figure", {}, law(metric, WIDTH, (words) => { told.textContent = words; })), told,
    folded("The numbers", table(["value", "chance", ...metric.labels ? [] : ["this or more"]], numbers))];
};

/** What is shown of odds. */
const shown = ({ title, headline, answers, indicators, metrics, how }, wanted) => {
  const metric = metrics.find(({ name }) => name === wanted) ?? metrics[headline.metric];
  const chances = [...answers, ...indicators].map(({ name, event, number, about }) => (
    [make("span", {}, name, event ? make("small", {}, event) : ""), number, about]));
  return [
    make("p", { class: "title" }, title),
    make("p", { class: "question" }, headline.question || headline.sentence),
    make("p", { class: "answer" }, make("strong", {}, headline.number), headline.about),
    ...metric?.law.v.length > 1 ? picture(metric) : [],
    chances.length ? table(null, chances) : "",
    make("p", { class: "help" }, how),
  ];
};

/** The element. When its odds have changed it fires `odds`, with the odds as its detail. */
export class FizzleOdds extends HTMLElement {
  static observedAttributes = ["src", "rules", "metric", "choose"];

  #results = make("div", { "aria-live": "polite" });
  #choice = make("p");
  #turn = 0;

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    root.append(this.#results, this.#choice);
  }

  connectedCallback() {
    this.#show({});
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#show({});
  }

  /** Shows the odds with what the reader has chosen. A later change overtakes an earlier one. */
  async #show(chosen) {
    const turn = ++this.#turn;
    // Several attributes may change at once.
    await null;
    if (turn !== this.#turn) return;
    const [src, rules, metric, choose] = FizzleOdds.observedAttributes.map((name) => this.getAttribute(name));
    try {
      const set = { ...rules ? { rules: await text(rules) } : {}, ...chosen };
      const outcome = await odds(src ? await text(src) : this.textContent, { set });
      if (turn !== this.#turn) return;
      this.#results.replaceChildren(...shown(outcome, metric));
      const key = outcome.keys.find(({ key }) => key === choose);
      if (!Object.keys(chosen).length) this.#choice.replaceChildren(...key ? [control(key, (value) => this.#show({ [choose]: value }))] : []);
      this.dispatchEvent(new CustomEvent("odds", { detail: outcome }));
    } catch (error) {
      if (turn === this.#turn) this.#results.replaceChildren(make("p", { class: "problem", role: "alert" }, error.message));
    }
  }
}

customElements.define("fizzle-odds", FizzleOdds);
