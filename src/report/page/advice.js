// What to choose.

import { draw, find, make } from "./dom.js";
import { BOTTOM, HEIGHT, LEFT, RIGHT, TOP, canvas, grid, key, shortened, speaking } from "./law.js";
import { data, shown, tableRow } from "./shown.js";

/** What is recommended in the situation that is shown. */
const advised = () => {
  const { here, choices, situations } = data.advice;
  return situations[shown.setting === null ? here : Math.floor(shown.setting / choices)];
};

/** Where a number stands from one end to the other, on an axis of ticks that come ready to print. */
const axis = (ticks, begin, end) => {
  const from = ticks[0][0], to = ticks.at(-1)[0];
  return (number) => begin + (end - begin) * (number - from) / (to - from);
};

/** A star around a place. */
const star = ([x, y]) => Array.from({ length: 10 }, (_, corner) => {
  const radius = corner % 2 ? 4.5 : 11, angle = Math.PI * (corner / 5 - 0.5);
  return `${x + radius * Math.cos(angle)},${y + radius * Math.sin(angle)}`;
}).join(" ");

/** The kinds of choices: whether one is of a kind, its mark, and words. */
const KINDS = [
  [(point) => point.best, (x, y) => draw("polygon", { class: "best", points: star([x, y]) }), "recommended"],
  [(point) => !point.feasible, (cx, cy) => draw("circle", { class: "pale", cx, cy, r: 4 }), "misses a condition"],
  [(point) => point.efficient, (cx, cy) => draw("circle", { class: "efficient", cx, cy, r: 5 }), "efficient"],
  [() => true, (cx, cy) => draw("circle", { class: "faint", cx, cy, r: 3.5 }), "another one is better"],
];
const kindOf = (point) => KINDS.find(([is]) => is(point));
const ring = (cx, cy) => draw("circle", { class: "here", cx, cy, r: 13 });

/** All choices by what is gained and what is weighed against it; `choose` hears which one is pressed. */
const frontier = (points, ticks, choose) => {
  const { gain, pain, wants_more: wantsMore, limits } = data.advice, { width } = shown, isHere = (point) => point.setting === shown.setting;
  const x = axis(ticks.pain, LEFT, width - RIGHT), y = axis(ticks.gain, HEIGHT - BOTTOM, TOP);
  const dashes = (d) => draw("path", { class: "limit", d });
  // A limit may be beyond the scale.
  const within = (side) => limits[side] && ticks[side][0][0] <= limits[side][0] && limits[side][0] <= ticks[side].at(-1)[0] ? [limits[side]] : [];
  const across = within("pain").map(([limit, text]) => [`M${x(limit)},${TOP}V${HEIGHT - BOTTOM}`, text]);
  const bounds = [...across, ...within("gain").map(([limit, text]) => [`M${LEFT},${y(limit)}H${width - RIGHT}`, text])];
  const keys = key([...KINDS.filter((kind) => points.some((point) => kindOf(point) === kind)).map(([, mark, words]) => [mark, words]),
    ...points.some(isHere) ? [[ring, "as set above"]] : [],
    ...bounds.map(([, text]) => [(x, y) => dashes(`M${x - 17},${y}h34`), `limit: ${text}`])], width);
  const svg = canvas(width, keys.height, `${gain} against ${pain}; the efficient choices are in the table below`);
  grid(svg, ticks.gain, y, width);
  const label = ([tick, label], place) => draw("text", {
    x: x(tick), y: HEIGHT - BOTTOM + 18, "text-anchor": place === ticks.pain.length - 1 ? "end" : "middle",
  }, label);
  svg.append(...ticks.pain.map(label), ...bounds.map(([d]) => dashes(d)), ...keys.parts,
    draw("text", { x: 0, y: 19 }, `↑ ${shortened(gain, width - 20)}`),
    draw("text", { x: width - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, `${shortened(pain, width - RIGHT - 20)} →`));
  const efficient = points.filter((point) => point.efficient).sort((a, b) => a.pain - b.pain);
  const steps = efficient.map((point, place) => {
    const across = x(point.pain), up = y(point.gain);
    if (!place) return `M${across},${up}`;
    return wantsMore ? `V${up}H${across}` : `H${across}V${up}`;
  });
  if (steps.length) svg.append(draw("path", { class: "steps", d: steps.join("") }));
  for (const point of [...points].sort((a, b) => a.efficient - b.efficient || a.best - b.best)) {
    const cx = x(point.pain), cy = y(point.gain), [, mark, kind] = kindOf(point);
    const group = draw("g", { class: "value" }, draw("circle", { class: "hit", cx, cy, r: 11 }), mark(cx, cy), isHere(point) ? ring(cx, cy) : null);
    const words = `${point.name}. ${gain}: ${point.gain_in_words}; ${pain}: ${point.pain_in_words}; ${kind}`;
    svg.append(speaking(group, words, (words) => { find("point").textContent = words; }));
    group.addEventListener("click", () => choose(point.setting));
    group.addEventListener("keydown", (event) => { if (event.key === "Enter") choose(point.setting); });
  }
  return svg;
};

/** Shows what is recommended; `choose` hears which other choice is pressed. */
export const showAdvice = (choose) => {
  const { sentence, steps, points, ticks } = advised();
  find("advised").textContent = sentence;
  find("steps").replaceChildren(...steps.map((step) => make("li", {}, step)));
  if (!find("frontier")) return;
  const efficient = points.filter((point) => point.efficient);
  find("efficient").replaceChildren(...efficient.map((point) => (
    tableRow(point.name, point.best ? "recommended" : point.feasible ? "" : "misses a condition", [point.gain_in_words, point.pain_in_words])
  )));
  find("frontier").replaceChildren(...(points.length ? [frontier(points, ticks, choose)] : []));
};
