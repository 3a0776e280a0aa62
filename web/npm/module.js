// Where the package has its module and the script of its workers: in files beside it.

/** The bytes of a file. Node does not fetch files. */
const read = async (url) => url.protocol === "file:" && globalThis.process?.getBuiltinModule
  ? process.getBuiltinModule("node:fs").promises.readFile(url)
  : new Uint8Array(await (await fetch(url)).arrayBuffer());

/** The module. Some servers decompress it on the way. */
export const loaded = async () => {
  const bytes = await read(new URL("../fizzle.wasm.gz", import.meta.url));
  if (bytes[0] !== 0x1f) return WebAssembly.compile(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
};

/** A new worker. Browsers start no script of another site, but a script may import it. */
export const newWorker = () => {
  // Bundlers know this form.
  if (new URL(import.meta.url).origin === location.origin) return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  const address = import.meta.url.replace(/[^/]*$/, "worker.js");
  const script = new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(script), { type: "module" });
};
