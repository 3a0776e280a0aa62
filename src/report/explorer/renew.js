// Parts of the page that somebody may be using. They are changed where they differ, and never made anew: so the focus, the caret and a word that is being composed stay.

import { heard, listen, make } from "../page/dom.js";

/** The control that somebody fills in: from the first key until it loses the focus. */
let used = null;

for (const event of ["compositionstart", "input"]) addEventListener(event, ({ target }) => { used = target; }, true);

/** What is in the control is no longer that of the scenario: another scenario has been opened. */
export const forget = () => { used = null; };

/** Calls a function when a control has been filled in. */
export const whenFilled = (listener) => addEventListener("focusout", ({ target }) => {
  if (target !== used) return;
  used = null;
  listener();
});

/** Writes a value into a control, except while somebody writes there. */
export const write = (control, value) => {
  // A slider that is held is in use, too.
  const isInUse = control === used && (control === document.activeElement || control.matches(":active"));
  if (!isInUse && control.value !== value) control.value = value;
};

/** What tells a node from its siblings. Nodes without a key are told apart by their order. */
const nameOf = (node) => `${node.nodeName} ${node.dataset?.key ?? node.id ?? ""}`;

const renewNode = (node, made) => {
  if (node.nodeType === Node.TEXT_NODE) {
    if (node.data !== made.data) node.data = made.data;
    return;
  }
  listen(node, heard(made));
  for (const { name } of [...node.attributes]) {
    // What is unfolded stays so.
    if (name !== "open" && !made.hasAttribute(name)) node.removeAttribute(name);
  }
  for (const { name, value } of made.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  renewChildren(node, [...made.childNodes]);
  if (!made.matches("input, select, textarea")) return;
  if (made.type === "checkbox") node.checked = made.checked;
  else write(node, made.value);
};

const renewChildren = (root, made) => {
  const old = [...root.childNodes];
  const nodes = made.map((child) => {
    const place = old.findIndex((node) => nameOf(node) === nameOf(child));
    return place < 0 ? child : old.splice(place, 1)[0];
  });
  for (const node of old) node.remove();
  nodes.forEach((node, place) => {
    if (node !== made[place]) renewNode(node, made[place]);
    if (root.childNodes[place] !== node) root.insertBefore(node, root.childNodes[place]);
  });
};

/** Makes the children of an element look as these do. Elements with the same name and the same `data-key`, or else the same id, belong together: the old one stays, and gets the attributes and the listeners of the new one. So listeners find elements through their event or by an id. */
export const renew = (root, ...children) => {
  const controls = () => [...root.querySelectorAll("input, select, textarea, button, summary")];
  const hadFocus = root.contains(document.activeElement), place = controls().indexOf(document.activeElement);
  renewChildren(root, [...make("div", {}, ...children).childNodes]);
  // Where the focus was is what has moved there.
  if (hadFocus && !root.contains(document.activeElement)) controls().slice(0, place + 1).at(-1)?.focus({ preventScroll: true });
};
