"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);
const NS = "http://www.w3.org/2000/svg";
// What is shown: a scenario, or a setting of the first one; and one of its metrics.
const shown = { scenario: 0, setting: null, metric: data.scenarios[0].headline.metric };

/** A row of a table: what it is called, with a note below that, and its cells. */
const tableRow = (name, note, texts) => {
  const line = document.createElement("tr"), head = document.createElement("th");
  head.scope = "row";
  head.append(name);
  if (note) {
    const small = document.createElement("small");
    small.textContent = note;
    head.append(small);
  }
  line.append(head);
  for (const text of texts) line.insertCell().textContent = text;
  return line;
};

const draw = (name, attributes, parent, text) => {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return parent.appendChild(node);
};
const canvas = (figure, width, height, label) => {
  figure.replaceChildren();
  return draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": label }, figure);
};
/** Where a number stands from one end to the other, on an axis of ticks that come ready to print. */
const axis = (ticks, begin, end) => {
  const from = ticks[0][0], to = ticks[ticks.length - 1][0];
  return (number) => begin + (end - begin) * (number - from) / (to - from);
};
/** Makes a part of a chart speak when it is pointed at, tapped or reached by the keyboard. */
const speak = (node, place, words) => {
  node.setAttribute("tabindex", "0");
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", words);
  const tell = () => {
    for (const other of node.parentNode.querySelectorAll(".chosen")) other.classList.remove("chosen");
    node.classList.add("chosen");
    find(place).textContent = words;
  };
  for (const event of ["pointerenter", "click", "focus"]) node.addEventListener(event, tell);
};
