// What the page holds, and what of it is shown: a scenario, or a setting of the first one; and one
// of its metrics.

import { make } from "./dom.js";

export const data = JSON.parse(document.getElementById("data").textContent);

/** The width is that which the page lets pictures have, so that letters keep their size on a telephone. */
export const shown = { scenario: 0, setting: null, metric: data.scenarios[0].headline.metric, width: 720 };

/** A row of a table: what it is called, with a note below that, and its cells. */
export const tableRow = (name, note, texts) => make("tr", {},
  make("th", { scope: "row" }, name, note ? make("small", {}, note) : null), ...texts.map((text) => make("td", {}, text)));
