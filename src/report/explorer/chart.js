// Pictures of what there is to choose. Numbers, ticks and words come ready to print.

import { draw } from "../page/dom.js";
import { BOTTOM, HEIGHT, LEFT, RIGHT, TOP, canvas, grid, oneStop, shortened, speaking } from "../page/law.js";

const kind = (choice) => choice.best ? "; recommended" : choice.feasible ? "" : "; a condition does not hold";

/** What every value of one key gives: a line, with the best marked. */
export const line = (axis, { choices, ticks }, objective, width, tell) => {
  const svg = canvas(width, HEIGHT, `${objective} by ${axis.name}`), slot = (width - LEFT - RIGHT) / axis.steps.length;
  const y = (share) => HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * share, x = (choice) => LEFT + slot * (choice.number + 0.5);
  const all = choices.filter((choice) => choice.share !== null).sort((a, b) => a.number - b.number);
  grid(svg, ticks, y, width);
  svg.append(draw("path", { class: "steps", d: all.map((one, place) => `${place ? "L" : "M"}${x(one)},${y(one.share)}`).join("") }));
  // Numbers may be left out between others; words are only shortened.
  const isNumber = axis.steps.every((step) => /^[−\d]/.test(step)), longest = Math.max(...axis.steps.map((step) => step.length));
  const apart = isNumber ? Math.max(1, Math.ceil((8 * longest + 8) / slot)) : 1, shown = (step) => isNumber ? step : shortened(step, slot);
  axis.steps.forEach((step, place) => {
    if (place % apart === 0) svg.append(draw("text", { x: LEFT + slot * (place + 0.5), y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, shown(step)));
  });
  for (const one of all) {
    svg.append(speaking(draw("g", { class: "value" },
      draw("circle", { class: "hit", cx: x(one), cy: y(one.share), r: 12 }),
      draw("circle", { class: one.best ? "best" : one.feasible ? "efficient" : "pale", cx: x(one), cy: y(one.share), r: one.best ? 8 : 5 }),
    ), `${one.name}: ${one.text}${kind(one)}`, tell));
  }
  svg.append(draw("text", { x: 0, y: 19 }, `↑ ${shortened(objective, width - 20)}`), draw("text", { x: width - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, `${shortened(axis.name, width - RIGHT - 20)} →`));
  return oneStop(svg);
};

/** What the values of two keys give together: the darker, the more; each cell says its number. */
export const heat = ([down, across], { choices }, objective, width, tell) => {
  const named = Math.min(150, 24 + 7 * Math.max(...down.steps.map((step) => step.length)));
  const slot = (width - named - RIGHT) / across.steps.length, row = 26, head = 64;
  const fits = ({ text }) => slot > 7 * text.length, isBlank = !choices.every(fits);
  const foot = head + row * down.steps.length, height = foot + (isBlank ? 24 : 8);
  const svg = canvas(width, height, `${objective} by ${down.name} and ${across.name}`);
  const values = choices.map((choice) => choice.value).filter(Number.isFinite);
  const [least, most] = [Math.min(...values), Math.max(...values)], apart = Math.max(1, Math.ceil(46 / slot));
  svg.append(draw("text", { x: 0, y: 15 }, shortened(objective, width)), draw("text", { x: 0, y: 34 }, shortened(`${down.name} ↓, ${across.name} →`, width)));
  if (isBlank) svg.append(draw("text", { x: 0, y: foot + 18 }, "Numbers without room: point at a cell, or tap it."));
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
    if (fits(one)) {
      cell.append(draw("text", { class: "in-cell", x: left + slot / 2, y: top + 17, "text-anchor": "middle" }, one.text));
    }
    svg.append(speaking(cell, `${one.name}: ${one.text}${kind(one)}`, tell));
  }
  return oneStop(svg);
};
