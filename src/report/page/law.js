// The distribution of a metric as a picture. Numbers, ticks and words come ready to print.

import { draw } from "./dom.js";

/** The height of a picture, and what is left free of it around what is drawn. */
export const HEIGHT = 320;
export const LEFT = 56;
export const RIGHT = 16;
export const TOP = 34;
export const BOTTOM = 44;

/** An empty picture. */
export const canvas = (width, height, label) => draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": label });

/** Makes a part of a picture speak when it is pointed at, tapped or reached by the keyboard. */
export const speaking = (node, words, tell) => {
  for (const [name, value] of [["tabindex", 0], ["role", "img"], ["aria-label", words]]) node.setAttribute(name, value);
  const say = () => {
    for (const other of node.parentNode.querySelectorAll(".chosen")) other.classList.remove("chosen");
    node.classList.add("chosen");
    tell(words);
  };
  for (const event of ["pointerenter", "click", "focus"]) node.addEventListener(event, say);
  return node;
};

/** Makes the speaking parts of a picture one stop of the keyboard: the arrow keys go from one to the next. */
export const oneStop = (svg) => {
  const parts = [...svg.querySelectorAll(".value")];
  const reach = (part) => parts.forEach((other) => other.setAttribute("tabindex", other === part ? 0 : -1));
  if (parts.length) reach(parts[0]);
  svg.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const next = by && parts[parts.indexOf(document.activeElement) + by];
    if (!by) return;
    event.preventDefault();
    if (!next) return;
    reach(next);
    next.focus();
  });
  return svg;
};

/** Ticks of an upward axis: pairs of a number and what it says. */
export const grid = (svg, ticks, y, width) => ticks.forEach(([tick, label]) => svg.append(
  draw("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(tick), y2: y(tick) }),
  draw("text", { x: LEFT - 8, y: y(tick) + 4, "text-anchor": "end" }, label),
));

/** The values of a metric: their names, chances, and chances of this value or more. */
export const rows = (metric) => {
  const { v, p, text, or_more: orMore, ends, within } = metric.law;
  let tail = 0;
  const all = v.map((value, place) => ({
    value, p: p[place], text: text[place], orMore: orMore ? orMore[place] : null, ends: ends?.[place], within: within?.[place],
    name: metric.labels ? metric.labels[value - metric.first] : String(value).replace("-", "−"),
  }));
  for (const row of [...all].reverse()) row.tail = (tail += row.p);
  // The least value or more is certain; the sum of rounded probabilities may miss 1.
  if (all.length) all[0].tail = 1;
  return all;
};

/** The distribution of a metric: bars, and the chance of each value or more as a curve. */
export const law = (metric, width, tell) => {
  const all = rows(metric), { ticks } = metric.law, curve = !metric.labels && all.length > 2;
  const svg = canvas(width, HEIGHT, `The chances of ${metric.name}; the numbers are in the table below`);
  const [low, high] = metric.labels || !all.length ? [0, all.length - 1] : [all[0].value, all.at(-1).value];
  const most = ticks.at(-1)[0], slot = (width - LEFT - RIGHT) / (high - low + 1);
  const y = (p) => HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * p / most;
  const number = (row, place) => metric.labels ? place : row.value - low;
  grid(svg, ticks, y, width);
  svg.append(draw("rect", { class: "bar", x: LEFT, y: 8, width: 14, height: 12 }), draw("text", { x: LEFT + 20, y: 19 }, "this value"));
  if (curve) svg.append(draw("path", { class: "curve", d: `M${LEFT + 110},14h30` }), draw("text", { x: LEFT + 148, y: 19 }, "this value or more"));
  // The letters of a label are about 7 pixels wide.
  const longest = Math.max(...all.map(({ name }) => name.length), 0);
  const apart = Math.max(1, Math.ceil((metric.labels ? 7 * longest + 6 : 34) / slot));
  // Words that are left out say nothing: they stand in two lines if one is too short.
  const lines = metric.labels && apart === 2 ? 2 : 1;
  all.forEach((row, place) => {
    const middle = LEFT + slot * (number(row, place) + 0.5), thick = Math.max(1, Math.min(slot * 0.7, 60));
    const range = row.ends ? ` (${row.within})` : "", more = row.orMore ? `; ${row.name} or more: ${row.orMore}` : "";
    const words = `${row.name} (${metric.name}): ${row.text}${range}${more}`;
    svg.append(speaking(draw("g", { class: "value" },
      draw("rect", { class: "hit", x: middle - slot / 2, y: TOP, width: slot, height: HEIGHT - TOP - BOTTOM }),
      draw("rect", { class: "bar", x: middle - thick / 2, y: y(row.p), width: thick, height: Math.max(0, y(0) - y(row.p)) }),
      row.ends ? draw("line", { class: "interval", x1: middle, x2: middle, y1: y(row.ends[0]), y2: y(row.ends[1]) }) : null,
    ), words, tell));
    const line = number(row, place) % lines;
    if (lines === 2 || number(row, place) % apart === 0) svg.append(draw("text", { x: middle, y: HEIGHT - BOTTOM + 18 + 16 * line, "text-anchor": "middle" }, row.name));
  });
  if (curve) {
    // The chance of this value or more changes only at values that can happen.
    const right = (row) => LEFT + slot * (row.value - low + 1);
    const steps = all.map((row, place) => `${place ? "V" : `M${LEFT},`}${y(row.tail)}H${right(row)}`);
    svg.append(draw("path", { class: "curve", id: "tail", d: steps.join(""), "pointer-events": "none" }));
  }
  svg.append(draw("text", { x: width - RIGHT, y: lines === 2 ? 19 : HEIGHT - 6, "text-anchor": "end" }, metric.name));
  return oneStop(svg);
};
