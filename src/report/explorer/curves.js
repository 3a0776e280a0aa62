// Distributions over each other, as curves, and a small picture of one.

import { draw } from "../page/dom.js";
import { BOTTOM, HEIGHT, LEFT, RIGHT, TOP, canvas, grid, oneStop, rows, speaking } from "../page/law.js";

/** More curves than these cannot be told apart. */
export const MOST_CURVES = 8;

/** What has less probability than this on either side is not drawn. */
const SELDOM = 0.001;

/** The width of a letter, more or less. */
const LETTER = 7.5;

/** A name in so much room. */
export const shortened = (name, room) => LETTER * name.length <= room ? name : `${name.slice(0, Math.max(1, Math.floor(room / LETTER) - 1))}…`;

/** The chance of a value or more. */
const atLeast = (all, value) => all.find((row) => row.value >= value);

/** The chance of each value or more as one curve for each distribution: pairs of a name and a metric. Each curve has its name beside it. */
export const curves = (named, name, width, tell) => {
  const svg = canvas(width, HEIGHT, `The chances of ${name}, this or more; the numbers are in the table below`);
  const whole = named.slice(0, MOST_CURVES).map(([name, metric]) => [name, rows(metric)]);
  const low = Math.min(...whole.map(([, all]) => all.findLast(({ tail }) => tail >= 1 - SELDOM)?.value ?? all[0].value));
  const high = Math.max(...whole.map(([, all]) => all.findLast(({ tail }) => tail >= SELDOM)?.value ?? all.at(-1).value));
  const isShown = ({ value }) => low <= value && value <= high, isCut = whole.some(([, all]) => !all.every(isShown));
  const shown = whole.map(([name, all]) => [name, all.filter(isShown)]);
  const slot = (width - LEFT - RIGHT) / (high - low + 1), left = (value) => LEFT + slot * (value - low);
  const y = (p) => HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * p;
  grid(svg, [0, 0.25, 0.5, 0.75, 1].map((p) => [p, `${100 * p} %`]), y, width);
  const apart = Math.max(1, Math.ceil(34 / slot)), step = Math.max(1, Math.ceil((high - low + 1) / 400));
  for (let value = low; value <= high; value += step) {
    const words = shown.map(([name, all]) => `${name} ${atLeast(all, value)?.orMore ?? "never"}`).join("; ");
    svg.append(speaking(draw("g", { class: "value" }, draw("rect", { class: "hit", x: left(value), y: TOP, width: slot * step, height: HEIGHT - TOP - BOTTOM })),
      `${String(value).replace("-", "−")} or more: ${words}`, tell));
    if ((value - low) % apart === 0) svg.append(draw("text", { x: left(value) + slot / 2, y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, String(value).replace("-", "−")));
  }
  shown.forEach(([name, all], place) => {
    const steps = all.map((row, at) => `${at ? "V" : `M${LEFT},`}${y(row.tail)}H${left(row.value + 1)}`);
    svg.append(draw("path", { class: `over over-${place}`, d: `${steps.join("")}V${y(0)}`, "pointer-events": "none" }));
    // Each name at another height, where its curve passes.
    const height = 0.88 - 0.76 * (place + 0.5) / shown.length, last = all.findLast((row) => row.tail >= height) ?? all[0];
    const x = left(last.value + 1) + 6, said = shortened(name, width - RIGHT), room = LETTER * said.length, isNear = x > width - RIGHT - room;
    svg.append(draw("text", { class: `name over-${place}`, x: isNear ? Math.max(x - 12, room) : x, y: y(height) + 4, "text-anchor": isNear ? "end" : "start", "pointer-events": "none" }, said));
  });
  svg.append(draw("text", { x: LEFT, y: 19 }, "↑ chance of this or more"), draw("text", { x: width - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, `${name}${isCut ? ", without ends below 0.1 %" : ""} →`));
  return oneStop(svg);
};

/** A distribution without numbers: bars, with those of the one before as an outline. */
export const spark = (metric, before) => {
  const width = 160, height = 56, all = rows(metric), old = before && before.name === metric.name ? rows(before) : [];
  const values = [...all, ...old].map(({ value }) => value), low = Math.min(...values), slot = width / (Math.max(...values) - low + 1);
  const most = Math.max(...[...all, ...old].map(({ p }) => p)), y = (p) => height - 1 - (height - 4) * p / most;
  const svg = draw("svg", { class: "spark", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", preserveAspectRatio: "none" });
  for (const { value, p } of all) svg.append(draw("rect", { class: "bar", x: (value - low + 0.1) * slot, y: y(p), width: Math.max(0.5, 0.8 * slot), height: height - y(p) }));
  // Between values that cannot happen it goes down to nothing.
  const steps = old.map(({ value, p }) => `V${y(p)}H${(value - low + 1) * slot}V${y(0)}`);
  if (old.length) svg.append(draw("path", { class: "old", d: old.map(({ value }, at) => `${at ? "H" : "M"}${(value - low) * slot}${at ? "" : `,${y(0)}`}${steps[at]}`).join("") }));
  return svg;
};
