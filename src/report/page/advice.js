// What to choose.

import { draw, find, make } from "./dom.js";
import { BOTTOM, HEIGHT, LEFT, RIGHT, TOP, canvas, grid, speaking } from "./law.js";
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

/** All choices by what is gained and what is weighed against it; `choose` hears which one is pressed. */
const frontier = (points, ticks, choose) => {
  const { gain, pain, wants_more: wantsMore } = data.advice, { width } = shown;
  const svg = canvas(width, HEIGHT, `${gain} against ${pain}; the efficient choices are in the table below`);
  const x = axis(ticks.pain, LEFT, width - RIGHT), y = axis(ticks.gain, HEIGHT - BOTTOM, TOP);
  grid(svg, ticks.gain, y, width);
  const across = ([tick, label], place) => draw("text", {
    x: x(tick), y: HEIGHT - BOTTOM + 18, "text-anchor": place === ticks.pain.length - 1 ? "end" : "middle",
  }, label);
  svg.append(...ticks.pain.map(across),
    draw("text", { x: LEFT, y: 19 }, `↑ ${gain}`), draw("text", { x: width - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, `${pain} →`));
  const efficient = points.filter((point) => point.efficient).sort((a, b) => a.pain - b.pain);
  const steps = efficient.map((point, place) => {
    const across = x(point.pain), up = y(point.gain);
    if (!place) return `M${across},${up}`;
    return wantsMore ? `V${up}H${across}` : `H${across}V${up}`;
  });
  if (steps.length) svg.append(draw("path", { class: "steps", d: steps.join("") }));
  for (const point of [...points].sort((a, b) => a.efficient - b.efficient || a.best - b.best)) {
    const at = [x(point.pain), y(point.gain)], [cx, cy] = at;
    const group = draw("g", { class: "value" }, draw("circle", { class: "hit", cx, cy, r: 11 }),
      point.best ? draw("polygon", { class: "best", points: star(at) })
        : draw("circle", { class: point.efficient ? "efficient" : "pale", cx, cy, r: point.efficient ? 5 : 3.5 }),
      point.setting === shown.setting ? draw("circle", { class: "here", cx, cy, r: 13 }) : null);
    const kind = point.best ? "; recommended" : point.efficient ? "; efficient" : "";
    const words = `${point.name}. ${gain}: ${point.gain_in_words}; ${pain}: ${point.pain_in_words}${kind}`;
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
    tableRow(point.name, point.best ? "recommended" : "", [point.gain_in_words, point.pain_in_words])
  )));
  find("frontier").replaceChildren(...(points.length ? [frontier(points, ticks, choose)] : []));
};
