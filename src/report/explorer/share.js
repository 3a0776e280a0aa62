// A scenario as a link, and as a file; pictures and tables for others.

import { draw } from "../page/dom.js";

/** What links begin with behind the `#`: another format will have another number. */
const VERSION = "1.";

/** The most bytes of a scenario in a link. */
const MOST = 200000;

const through = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);

/** A fragment that shows little, for other sites: `#embed&1.…`, or `#embed=KEY&1.…` with the slider of a key. */
const EMBED = /^#embed(?:=([^&]*))?&/;

/** A part of an address as it was written. */
export const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error("This link is damaged.");
  }
};

/** Whether a fragment is for another site; and the key of its slider, if it names one. */
export const embedded = (hash) => {
  const found = EMBED.exec(hash);
  return found && { key: decoded(found[1] ?? "") };
};

/** The fragment of the link to a scenario. */
export const fragment = async (text) => {
  const packed = await new Response(through(text, new CompressionStream("deflate-raw"))).arrayBuffer();
  const letters = Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte)).join("");
  return `#${VERSION}${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
};

/** The scenario of a fragment; nothing if it has none. It may come from anybody: it is never larger than a scenario. */
export const scenarioOf = async (whole) => {
  const hash = whole.replace(EMBED, "#");
  if (!/^#\d+\./.test(hash)) return null;
  if (!hash.startsWith(`#${VERSION}`)) throw new Error("This link is of another version of fizzle, so its scenario is not shown.");
  try {
    const letters = atob(hash.slice(1 + VERSION.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const reader = through(bytes, new DecompressionStream("deflate-raw")).getReader();
    const parts = [];
    let length = 0;
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      length += value.length;
      if (length > MOST) throw new Error("too long");
      parts.push(value);
    }
    return await new Blob(parts).text();
  } catch {
    throw new Error("This link is damaged, so its scenario is not shown. Is it whole?");
  }
};

/** The scenario and the rule text among some files. */
export const opened = async (files) => {
  const large = files.find(({ size }) => size > MOST);
  if (large) throw new Error(`${large.name} has ${large.size.toLocaleString("en")} bytes: a scenario and its rules have at most ${MOST.toLocaleString("en")}.`);
  const text = (wanted) => files.find(wanted)?.text();
  const isRules = ({ name }) => name.endsWith(".rules");
  const foreign = files.find(({ name }) => !/\.(rules|toml|txt)$/i.test(name));
  if (foreign) throw new Error(`${foreign.name} is neither a scenario (.toml) nor a rule text (.rules).`);
  // Lines end as those of a text field.
  return { scenario: await text((file) => !isRules(file)) ?? "", rules: (await text(isRules))?.replaceAll("\r\n", "\n") };
};

/** Gives a file to the user. */
export const download = (name, content, type) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

/** A title as the name of a file. */
export const fileName = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "scenario";

/** Gives a text to the clipboard, or shows it to be copied where that is not allowed; whether it is there. */
export const copy = async (text, about) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    prompt(about, text);
    return false;
  }
};

/** A table as text, for a forum: columns of equal width. */
export const asText = (table, title) => {
  const textOf = (cell) => [cell.cloneNode(true)].map((copy) => {
    copy.querySelectorAll("small").forEach((small) => small.replaceWith(` (${small.textContent})`));
    return copy.textContent.trim();
  })[0];
  const rows = [...table.querySelectorAll("tr")].map((row) => [...row.cells].map(textOf));
  const widths = rows[0].map((_, place) => Math.max(...rows.map((row) => row[place]?.length ?? 0)));
  const line = (row) => row.map((text, place) => place ? text.padStart(widths[place]) : text.padEnd(widths[0])).join("  ").trimEnd();
  return `${title}\n${rows.map(line).join("\n")}\n`;
};

/** The height of a line of a caption. */
const LINE = 20;

/** A picture as an SVG document, with the colours that it has now, below its caption and above its source. */
export const svg = (picture, caption) => {
  const copy = picture.cloneNode(true), shown = [picture, ...picture.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((node, place) => {
    const style = getComputedStyle(shown[place]);
    for (const name of ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "paint-order", "opacity", "font-size", "font-family", "font-weight"]) {
      node.style.setProperty(name, style.getPropertyValue(name));
    }
  });
  // What is pointed at is marked on the page alone.
  copy.querySelectorAll(".hit").forEach((part) => part.style.setProperty("fill", "none"));
  const { width, height } = picture.viewBox.baseVal, { color, backgroundColor, fontFamily } = getComputedStyle(document.body);
  const top = 12 + LINE * caption.length, whole = top + height + LINE;
  const text = (words, y, more) => draw("text", { x: 8, y, fill: color, "font-family": fontFamily, "font-size": 13, ...more }, words);
  Object.entries({ y: top, width, height }).forEach(([name, value]) => copy.setAttribute(name, value));
  const root = draw("svg", { xmlns: "http://www.w3.org/2000/svg", width, height: whole, viewBox: `0 0 ${width} ${whole}` },
    draw("title", {}, caption.join(", ")), draw("rect", { width, height: whole, fill: backgroundColor }),
    ...caption.map((words, place) => text(words, LINE * (place + 1), place ? { opacity: 0.8 } : { "font-size": 16, "font-weight": 600 })),
    copy, text(document.querySelector("footer").textContent.split(";")[0].trim(), whole - 6, { opacity: 0.8, "font-size": 11 }));
  return new XMLSerializer().serializeToString(root);
};

/** A picture with its caption as the bytes of a PNG, with two pixels for each of its units. */
export const png = (picture, caption) => new Promise((done, failed) => {
  const image = new Image();
  image.onerror = () => failed(new Error("this site does not let pictures be drawn: take the SVG"));
  image.onload = () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 2 * image.width, height: 2 * image.height });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob(done);
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg(picture, caption))}`;
});
