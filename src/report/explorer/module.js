// Where the page has its module and the script of its workers: inside it, or in files beside it.

import { find } from "../page/dom.js";

/** The seven bits that come before nine more in a character of two bytes. */
const SPECIAL = [0, 13, 60];

/** The bytes behind a text: what `as_text` in `mod.rs` has written. */
const bytesOf = (text) => {
  const bytes = new Uint8Array(2 * text.length);
  let bits = 0, left = 0, to = 0;
  for (let place = 0; place < text.length; place++) {
    const sign = text.charCodeAt(place);
    if (sign < 128 || sign >= 1792) {
      bits = bits << 7 | sign & 127;
      left += 7;
    } else {
      bits = bits << 16 | SPECIAL[sign - 256 >> 9] << 9 | sign - 256 & 511;
      left += 16;
    }
    while (left >= 8) bytes[to++] = bits >> (left -= 8);
  }
  return bytes.subarray(0, to);
};

/** The module: out of the page, or from the file beside it. */
export const loaded = async () => {
  const inside = find("module");
  if (!inside) return WebAssembly.compile(await (await fetch("fizzle.wasm")).arrayBuffer());
  const stream = new Blob([bytesOf(inside.textContent)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
};

/** A new worker: its script, too, is in the page or in a file beside it. */
export const newWorker = () => {
  const inside = find("worker");
  if (!inside) return new Worker("worker.js");
  const url = URL.createObjectURL(new Blob([inside.textContent], { type: "text/javascript" }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  return worker;
};
