// Pictures. Numbers, ticks and words come ready to print.

import { draw } from "./dom.js";

const HEIGHT = 320, LEFT = 56, RIGHT = 16, TOP = 34, BOTTOM = 44;

const canvas = (width, height, label) => draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": label });

/** Makes a part of a picture speak when it is pointed at, tapped or reached by the keyboard. */
const speaking = (node, words, tell) => {
  for (const [name, value] of [["tabindex", 0], ["role", "img"], ["aria-label", words]]) node.setAttribute(name, value);
  for (const event of ["pointerenter", "click", "focus"]) node.addEventListener(event, () => tell(words));
  return node;
};

/** Ticks of an upward axis: pairs of a number and what it says. */
const grid = (svg, ticks, y, width) => ticks.forEach(([tick, label]) => svg.append(
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
  const apart = Math.max(1, Math.ceil((metric.labels ? 60 : 34) / slot));
  all.forEach((row, place) => {
    const middle = LEFT + slot * (number(row, place) + 0.5), thick = Math.max(1, Math.min(slot * 0.7, 60));
    const range = row.ends ? ` (${row.within})` : "", more = row.orMore ? `; ${row.name} or more: ${row.orMore}` : "";
    const words = `${metric.labels ? `${metric.name}: ${row.name}` : `${row.name} ${metric.name}`}: ${row.text}${range}${more}`;
    svg.append(speaking(draw("g", { class: "value" },
      draw("rect", { class: "hit", x: middle - slot / 2, y: TOP, width: slot, height: HEIGHT - TOP - BOTTOM }),
      draw("rect", { class: "bar", x: middle - thick / 2, y: y(row.p), width: thick, height: Math.max(0, y(0) - y(row.p)) }),
      row.ends ? draw("line", { class: "interval", x1: middle, x2: middle, y1: y(row.ends[0]), y2: y(row.ends[1]) }) : null,
    ), words, tell));
    if (number(row, place) % apart === 0) svg.append(draw("text", { x: middle, y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, row.name));
  });
  if (curve) {
    // The chance of this value or more changes only at values that can happen.
    const right = (row) => LEFT + slot * (row.value - low + 1);
    const steps = all.map((row, place) => `${place ? "V" : `M${LEFT},`}${y(row.tail)}H${right(row)}`);
    svg.append(draw("path", { class: "curve", d: steps.join(""), "pointer-events": "none" }));
  }
  svg.append(draw("text", { x: width - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, metric.name));
  return svg;
};

const kind = (choice) => choice.best ? "; recommended" : choice.feasible ? "" : "; a condition does not hold";

/** What every value of one key gives: a line, with the best marked. */
export const line = (axis, { choices, ticks }, objective, width, tell) => {
  const svg = canvas(width, HEIGHT, `${objective} by ${axis.name}`), slot = (width - LEFT - RIGHT) / axis.steps.length;
  const y = (share) => HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * share, x = (choice) => LEFT + slot * (choice.number + 0.5);
  const all = choices.filter((choice) => choice.share !== null).sort((a, b) => a.number - b.number);
  grid(svg, ticks, y, width);
  svg.append(draw("path", { class: "steps", d: all.map((one, place) => `${place ? "L" : "M"}${x(one)},${y(one.share)}`).join("") }));
  const longest = Math.max(...axis.steps.map((step) => step.length)), apart = Math.max(1, Math.ceil((8 * longest + 8) / slot));
  axis.steps.forEach((step, place) => {
    if (place % apart === 0) svg.append(draw("text", { x: LEFT + slot * (place + 0.5), y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, step));
  });
  for (const one of all) {
    svg.append(speaking(draw("g", { class: "value" },
      draw("circle", { class: "hit", cx: x(one), cy: y(one.share), r: 12 }),
      draw("circle", { class: one.best ? "best" : one.feasible ? "efficient" : "pale", cx: x(one), cy: y(one.share), r: one.best ? 8 : 5 }),
    ), `${one.name}: ${one.text}${kind(one)}`, tell));
  }
  svg.append(draw("text", { x: LEFT, y: 19 }, `↑ ${objective}`), draw("text", { x: width - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, `${axis.name} →`));
  return svg;
};

/** What the values of two keys give together: the darker, the more; each cell says its number. */
export const heat = ([down, across], { choices }, objective, width, tell) => {
  const named = Math.min(150, 24 + 7 * Math.max(...down.steps.map((step) => step.length)));
  const slot = (width - named - RIGHT) / across.steps.length, row = 26, head = 64;
  const height = head + row * down.steps.length + 8;
  const svg = canvas(width, height, `${objective} by ${down.name} and ${across.name}`);
  const values = choices.map((choice) => choice.value).filter(Number.isFinite);
  const [least, most] = [Math.min(...values), Math.max(...values)], apart = Math.max(1, Math.ceil(46 / slot));
  svg.append(draw("text", { x: 0, y: 15 }, objective), draw("text", { x: 0, y: 34 }, `${down.name} ↓, ${across.name} →`));
  across.steps.forEach((step, place) => {
    if (place % apart === 0) svg.append(draw("text", { x: named + slot * (place + 0.5), y: 56, "text-anchor": "middle" }, step));
  });
  down.steps.forEach((step, place) => svg.append(draw("text", { x: named - 6, y: head + row * place + 17, "text-anchor": "end" }, step)));
  for (const one of choices) {
    const place = one.number % across.steps.length, left = named + slot * place, top = head + row * ((one.number - place) / across.steps.length);
    const share = most > least ? (one.value - least) / (most - least) : 0;
    const cell = draw("g", { class: "value" },
      draw("rect", { class: "cell", x: left, y: top, width: slot - 1, height: row - 1, "fill-opacity": one.feasible ? 0.08 + 0.87 * share : 0 }),
      draw("rect", { class: one.best ? "chosen-cell" : one.feasible ? "hit" : "refused", x: left + 1.5, y: top + 1.5, width: Math.max(1, slot - 4), height: row - 4 }));
    if (slot > 7 * one.text.length) {
      cell.append(draw("text", { class: share > 0.55 && one.feasible ? "on-dark" : "on-light", x: left + slot / 2, y: top + 17, "text-anchor": "middle" }, one.text));
    }
    svg.append(speaking(cell, `${one.name}: ${one.text}${kind(one)}`, tell));
  }
  return svg;
};
