// Elements of the page. What users have written becomes text, never markup.

/** The element with an id. */
export const find = (id) => document.getElementById(id);

const listeners = new WeakMap();
const hear = (event) => listeners.get(event.currentTarget)[event.type]?.(event);

/** What an element listens to: functions by the names of events. */
export const heard = (node) => listeners.get(node) ?? {};

/** Lets an element listen to this, and no longer to what it listened to before. */
export const listen = (node, functions) => {
  listeners.set(node, functions);
  for (const name of Object.keys(functions)) node.addEventListener(name, hear);
};

/** An element with its attributes, listeners (functions) and children: elements or texts. */
export const make = (name, attributes = {}, ...children) => {
  const [tag, space] = name.split("@");
  const node = space ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  listen(node, Object.fromEntries(Object.entries(attributes).filter(([, value]) => typeof value === "function")));
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") continue;
    if (value === true) node.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
};

/** A part of a picture. */
export const draw = (name, attributes, ...children) => make(`${name}@svg`, attributes, ...children);

const reach = new ResizeObserver((boxes) => boxes.forEach(({ target }) => {
  const box = target.closest(".wide, pre") ?? target;
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
}));

/** Lets the keyboard reach a box while its contents are wider than it. */
export const movable = (box) => {
  // What is in it may grow, too.
  for (const one of [box, ...box.children]) reach.observe(one);
  return box;
};

/** A table: headings, and rows of texts whose first cell says what the row is about. */
export const table = (headings, rows) => movable(make("div", { class: "wide" }, make("table", {},
  headings ? make("thead", {}, make("tr", {}, ...headings.map((text) => text === "" ? make("td") : make("th", { scope: "col" }, text)))) : null,
  make("tbody", {}, ...rows.map(([first, ...cells]) => make("tr", {},
    make("th", { scope: "row" }, first), ...cells.map((cell) => make("td", {}, cell))))))));

/** A part that is folded away behind its summary. */
export const folded = (summary, ...children) => make("details", {}, make("summary", {}, summary), ...children);

/** Draws a part anew; what was unfolded in it stays so. */
export const withOpen = (root, draw) => {
  const name = (summary) => summary.dataset.name ?? summary.textContent;
  const open = new Set([...root.querySelectorAll("details[open] > summary")].map(name));
  draw();
  for (const one of root.querySelectorAll("summary")) if (open.has(name(one))) one.parentNode.open = true;
};
