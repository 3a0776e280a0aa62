// Sequences: what is left after each round, and what to do in each situation.

import { data, shown, tableRow } from "./shown.js";

/** What is left after each round. */
export const showRounds = (rounds) => {
  const part = document.querySelector(`.course[data-scenario="${shown.scenario}"] tbody`);
  if (!part) return;
  part.replaceChildren(...rounds.map(({ round, parts }) => {
    const line = tableRow(round, "", ["", ...parts.map((one) => one.text)]);
    const stack = document.createElement("span");
    stack.className = "stack";
    stack.append(...parts.map(({ width }, place) => {
      const bar = document.createElement("i");
      bar.className = `part-${place}`;
      bar.style.width = `${width}%`;
      return bar;
    }));
    line.cells[1].append(stack);
    return line;
  }));
};

/** Makes the sliders of situations work. */
export const showPolicies = () => {
  for (const part of document.querySelectorAll(".policy")) {
    const { sliders, rows } = data.scenarios[part.dataset.scenario].policy;
    const inputs = part.querySelectorAll("input"), steps = part.querySelectorAll("output");
    const tell = () => {
      let situation = 0;
      sliders.forEach(({ steps: { length } }, place) => { situation = situation * length + Number(inputs[place].value); });
      sliders.forEach((slider, place) => {
        const step = slider.steps[inputs[place].value];
        inputs[place].setAttribute("aria-valuetext", step);
        steps[place].textContent = step;
      });
      const known = rows[situation] || [];
      part.querySelector("tbody").replaceChildren(...known.map(([seen, ...texts]) => tableRow(seen, "", texts)));
      part.querySelector(".none").hidden = known.length > 0;
    };
    for (const input of inputs) input.addEventListener("input", tell);
  }
};
