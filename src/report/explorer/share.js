// A scenario as a link, and as a file.

/** What links begin with behind the `#`: another format will have another number. */
const VERSION = "1.";

/** The most bytes of a scenario in a link. */
const MOST = 200000;

const through = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);

/** The fragment of the link to a scenario. */
export const fragment = async (text) => {
  const packed = await new Response(through(text, new CompressionStream("deflate-raw"))).arrayBuffer();
  const letters = Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte)).join("");
  return `#${VERSION}${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
};

/** The scenario of a fragment; nothing if it has none. It may come from anybody: it is never larger than a scenario. */
export const scenarioOf = async (hash) => {
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

/** A picture as an SVG document, with the colours that it has now. */
export const asSvg = (picture) => {
  const copy = picture.cloneNode(true);
  const shown = [picture, ...picture.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((node, place) => {
    const style = getComputedStyle(shown[place]);
    for (const name of ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-family", "font-weight"]) {
      node.style.setProperty(name, style.getPropertyValue(name));
    }
  });
  const { width, height } = picture.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  copy.style.background = getComputedStyle(document.body).backgroundColor;
  return new XMLSerializer().serializeToString(copy);
};

/** A picture as the bytes of a PNG, with two pixels for each of its units. */
export const asPng = (picture) => new Promise((done, failed) => {
  const { width, height } = picture.viewBox.baseVal;
  const image = new Image();
  image.onerror = () => failed(new Error("the picture cannot be drawn"));
  image.onload = () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 2 * width, height: 2 * height });
    const pen = canvas.getContext("2d");
    pen.fillStyle = getComputedStyle(document.body).backgroundColor;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob(done);
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(asSvg(picture))}`;
});
