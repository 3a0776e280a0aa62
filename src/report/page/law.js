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

/** The width of a letter, more or less. */
export const LETTER = 7.5;

/** A name in so much room. */
export const shortened = (name, room) => LETTER * name.length <= room ? name : `${name.slice(0, Math.max(1, Math.floor(room / LETTER) - 1))}…`;

const said = (value) => String(value).replace("-", "−");

/** Numbers on an axis from `low` to `high`, multiples of `unit` from `low` on: round ones whose labels have room, where neighbours are `slot` pixels apart. */
export const ticks = (low, high, unit, slot) => {
  const name = (value) => value.toLocaleString("en").replace("-", "−");
  const apart = (LETTER * Math.max(...[low, high].map((value) => name(value).length)) + 8) / slot;
  const size = 10 ** Math.max(0, Math.floor(Math.log10(apart))), step = size * [1, 2, 5, 10].find((digit) => digit * size >= apart);
  const from = Math.floor(low / unit), first = low + (Math.ceil(from / step) * step - from) * unit;
  return Array.from({ length: Math.floor((high - first) / unit / step) + 1 }, (_, place) => first + place * step * unit).map((value) => [value, name(value)]);
};

/** A label below a picture of that width, which it does not leave. */
export const below = (x, label, width, line = 0) => draw("text", { x: Math.min(x, width - 4 * label.length), y: HEIGHT - BOTTOM + 18 + 16 * line, "text-anchor": "middle" }, label);

/** What marks mean, in lines below a picture of that width: for each, what draws it around a place, its words and their class. Also the height with these lines. */
export const key = (items, width) => {
  let left = 0, right = 0, y = HEIGHT + 12;
  const parts = items.flatMap(([mark, words, style]) => {
    const said = shortened(words, width - 40), room = 40 + LETTER * said.length;
    left = right && right + room <= width ? right : 0;
    if (right && !left) y += 20;
    right = left + room + 24;
    return [mark(left + 17, y - 4), draw("text", { class: style, x: left + 40, y }, said)];
  });
  return { parts, height: y + 8 };
};

/** The values of a metric: their names, chances, and chances of this value or more. */
export const rows = (metric) => {
  const { v, p, text, or_more: orMore, ends, within } = metric.law;
  let tail = 0;
  const all = v.map((value, place) => ({
    value, p: p[place], text: text[place], orMore: orMore ? orMore[place] : null, ends: ends?.[place], within: within?.[place],
    name: metric.labels ? metric.labels[value - metric.first] : said(value),
  }));
  for (const row of [...all].reverse()) row.tail = (tail += row.p);
  // The least value or more is certain; the sum of rounded probabilities may miss 1.
  if (all.length) all[0].tail = 1;
  return all;
};

/** The bins of a metric, each with its place from the left: one for each value, or those of the law. */
export const binned = (metric) => {
  const all = rows(metric), { v } = metric.law;
  if (metric.labels || !v.length) return { shown: all.map((row, place) => ({ ...row, place })), count: v.length };
  const bins = metric.law.bins ?? { first: v[0], spacing: 1, step: 1, count: v.at(-1) - v[0] + 1 }, { first, spacing, step, count, p } = bins;
  const place = ({ value }) => Math.floor((value - first) / step);
  if (!p) return { ...bins, shown: all.map((row) => ({ ...row, place: place(row) })).filter(({ place }) => place >= 0 && place < count) };
  const bin = (p, place) => {
    const least = first + step * place, most = Math.min(least + step - spacing, bins.greatest);
    return { place, p, text: bins.text[place], ends: bins.ends?.[place], within: bins.within?.[place],
      name: `${said(least)} to ${said(most)}`, least: said(least), orMore: all.find(({ value }) => value >= least)?.orMore };
  };
  return { ...bins, shown: p.map(bin).filter(({ p }) => p > 0) };
};

/** The distribution of a metric: bars, and the chance of each value or more as a curve. */
export const law = (metric, width, tell) => {
  const { shown, count, first, spacing, step, note } = binned(metric), all = rows(metric), curve = !metric.labels && all.length > 2;
  const slot = (width - LEFT - RIGHT) / count, thick = slot < 3 ? slot : Math.min(slot * 0.7, 60), most = metric.law.ticks.at(-1)[0];
  const y = (p) => HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * p / most;
  // If even the widest interval is invisible, none is drawn.
  const hasIntervals = shown.some(({ ends }) => ends && y(ends[0]) - y(ends[1]) >= 2);
  const notes = [...note ? note.split("; ") : [], ...hasIntervals ? ["thin lines: 95 % intervals"] : []], joined = notes.join("; ");
  const lines = LETTER * joined.length > width ? notes : joined ? [joined] : [];
  const svg = canvas(width, HEIGHT + 17 * lines.length, `The chances of ${metric.name}; the numbers are in the table below`);
  grid(svg, metric.law.ticks, y, width);
  svg.append(draw("rect", { class: "bar", x: LEFT, y: 8, width: 14, height: 12 }), draw("text", { x: LEFT + 20, y: 19 }, step > spacing ? "these values" : "this value"));
  if (curve) svg.append(draw("path", { class: "curve", d: `M${LEFT + 110},14h30` }), draw("text", { x: LEFT + 148, y: 19 }, "this value or more"));
  for (const { place, p, name, text, ends, within, orMore, least } of shown) {
    const middle = LEFT + slot * (place + 0.5), range = ends ? ` (${within})` : "", more = orMore ? `; ${least ?? name} or more: ${orMore}` : "";
    svg.append(speaking(draw("g", { class: "value" },
      draw("rect", { class: "hit", x: middle - slot / 2, y: TOP, width: slot, height: HEIGHT - TOP - BOTTOM }),
      draw("rect", { class: "bar", x: middle - thick / 2, y: y(p), width: thick, height: Math.max(0, y(0) - y(p)) }),
      ends && hasIntervals ? draw("line", { class: "interval", x1: middle, x2: middle, y1: y(ends[0]), y2: y(ends[1]), "stroke-width": slot < 8 ? 0.5 : 1.5 }) : null,
    ), `${name} (${metric.name}): ${text}${range}${more}`, tell));
  }
  // Words that are left out say nothing: they stand in two lines if one is too short.
  const apart = metric.labels && Math.max(1, Math.ceil((7 * Math.max(...all.map(({ name }) => name.length), 0) + 6) / slot)), isDouble = apart === 2;
  if (metric.labels) svg.append(...shown.filter(({ place }) => isDouble || place % apart === 0).map(({ place, name }) => below(LEFT + slot * (place + 0.5), name, width, isDouble ? place % 2 : 0)));
  else if (count) {
    const middle = (value) => LEFT + slot * (value - first + spacing / 2) / step, unit = step > spacing ? 1 : spacing;
    svg.append(...ticks(first, first + step * count - spacing, unit, slot * unit / step).map(([value, label]) => below(middle(value), label, width)));
  }
  if (curve) {
    // The chance of this value or more changes only at values that can happen.
    const right = (value) => slot * (value - first + spacing) / step;
    const steps = all.filter(({ value }) => right(value) > 0 && right(value) <= slot * count).map(({ value, tail }, place) => `${place ? "V" : `M${LEFT},`}${y(tail)}H${LEFT + right(value)}`);
    svg.append(draw("path", { class: "curve", id: "tail", d: steps.join(""), "pointer-events": "none" }));
  }
  svg.append(draw("text", { x: width - RIGHT, y: isDouble ? 19 : HEIGHT - 6, "text-anchor": "end" }, shortened(metric.name, width - RIGHT - (isDouble ? LEFT + 110 : 0))),
    ...lines.map((line, place) => draw("text", { x: width - RIGHT, y: HEIGHT + 11 + 17 * place, "text-anchor": "end" }, line)));
  return oneStop(svg);
};
