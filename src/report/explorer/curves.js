// Distributions over each other, as curves, and a small picture of one.

import { draw } from "../page/dom.js";
import { BOTTOM, HEIGHT, LEFT, RIGHT, TOP, below, binned, canvas, grid, key, oneStop, rows, shortened, speaking, ticks } from "../page/law.js";

/** More curves than these cannot be told apart. */
export const MOST_CURVES = 8;

/** What has less probability than this on either side is not drawn. */
const SELDOM = 0.001;

/** The chance of a value or more. */
const atLeast = (all, value) => all.find((row) => row.value >= value);

/** The chance of each value or more as one curve for each distribution: pairs of a name and a metric. Their names are below: beside a curve they would lie on others. */
export const curves = (named, name, width, tell) => {
  const whole = named.slice(0, MOST_CURVES).map(([name, metric]) => [name, rows(metric)]);
  const keys = key(named.slice(0, MOST_CURVES).map(([name], place) => [(x, y) => draw("path", { class: `over over-${place}`, d: `M${x - 17},${y}h34` }), name, `name over-${place}`]), width);
  const svg = canvas(width, keys.height, `The chances of ${name}, this or more; the numbers are in the table below`);
  const low = Math.min(...whole.map(([, all]) => all.findLast(({ tail }) => tail >= 1 - SELDOM)?.value ?? all[0].value));
  const high = Math.max(...whole.map(([, all]) => all.findLast(({ tail }) => tail >= SELDOM)?.value ?? all.at(-1).value));
  const isShown = ({ value }) => low <= value && value <= high, isCut = whole.some(([, all]) => !all.every(isShown));
  const shown = whole.map(([name, all]) => [name, all.filter(isShown)]);
  const slot = (width - LEFT - RIGHT) / (high - low + 1), left = (value) => LEFT + slot * (value - low);
  const y = (p) => HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * p;
  grid(svg, [0, 0.25, 0.5, 0.75, 1].map((p) => [p, `${100 * p} %`]), y, width);
  const step = Math.max(1, Math.ceil((high - low + 1) / 400));
  for (let value = low; value <= high; value += step) {
    const words = shown.map(([name, all]) => `${name} ${atLeast(all, value)?.orMore ?? "never"}`).join("; ");
    svg.append(speaking(draw("g", { class: "value" }, draw("rect", { class: "hit", x: left(value), y: TOP, width: slot * step, height: HEIGHT - TOP - BOTTOM })),
      `${String(value).replace("-", "−")} or more: ${words}`, tell));
  }
  for (const [value, label] of ticks(low, high, 1, slot)) svg.append(below(left(value) + slot / 2, label, width));
  shown.forEach(([name, all], place) => {
    const steps = all.map((row, at) => `${at ? "V" : `M${LEFT},`}${y(row.tail)}H${left(row.value + 1)}`);
    svg.append(draw("path", { class: `over over-${place}`, d: `${steps.join("")}V${y(0)}`, "pointer-events": "none" }));
  });
  svg.append(draw("text", { x: LEFT, y: 19 }, "↑ chance of this or more"), draw("text", { x: width - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, `${shortened(name, width - RIGHT - (isCut ? 200 : 20))}${isCut ? ", without ends below 0.1 %" : ""} →`), ...keys.parts);
  return oneStop(svg);
};

/** A distribution without numbers: bars, with those of the one before as an outline. */
export const spark = (metric, before) => {
  const width = 160, height = 56, bars = (one) => {
    const { shown, first = 0, step = 1 } = binned(one);
    return shown.map(({ place, p }) => ({ left: first + place * step, right: first + (place + 1) * step, p }));
  };
  const all = bars(metric), old = before && before.name === metric.name ? bars(before) : [], both = [...all, ...old];
  const low = Math.min(...both.map(({ left }) => left)), slot = width / (Math.max(...both.map(({ right }) => right)) - low), x = (value) => (value - low) * slot;
  const most = Math.max(...both.map(({ p }) => p)), y = (p) => height - 1 - (height - 4) * p / most;
  const svg = draw("svg", { class: "spark", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", preserveAspectRatio: "none" });
  for (const { left, right, p } of all) svg.append(draw("rect", { class: "bar", x: x(0.9 * left + 0.1 * right), y: y(p), width: Math.max(0.5, 0.8 * (right - left) * slot), height: height - y(p) }));
  // Between values that cannot happen it goes down to nothing.
  const steps = old.map(({ left, right, p }, at) => `${at ? "H" : "M"}${x(left)}${at ? "" : `,${y(0)}`}V${y(p)}H${x(right)}V${y(0)}`);
  if (old.length) svg.append(draw("path", { class: "old", d: steps.join("") }));
  return svg;
};
