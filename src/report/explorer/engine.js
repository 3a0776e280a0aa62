// The module that answers questions, in workers: a question never blocks the page.

/** A module's memory never shrinks: one that has taken more than this is replaced. */
const MOST_BYTES = 256e6;

/** Answers with an instance of the module: JSON in, JSON out, and the bytes of its memory. Workers run it, too. */
const answering = (module) => {
  const { room, answer, memory } = new WebAssembly.Instance(module, {}).exports;
  return (question) => {
    const bytes = new TextEncoder().encode(question);
    // Memory may move when it grows: only then is it looked at.
    const begin = room(bytes.length) >>> 0;
    new Uint8Array(memory.buffer).set(bytes, begin);
    const place = answer() >>> 0;
    const length = new DataView(memory.buffer).getUint32(place, true);
    return { text: new TextDecoder().decode(new Uint8Array(memory.buffer, place + 4, length)), bytes: memory.buffer.byteLength };
  };
};

const WORKER = `"use strict";
const answering = ${answering};
let answer;
onmessage = ({ data }) => {
  if (data.module) answer = answering(data.module);
  else postMessage(answer(data.question));
};`;

/** The bytes behind a text of seven bits a sign: what `base128` in `mod.rs` has written. */
const bytesOf = (text) => {
  const bytes = new Uint8Array(Math.floor(text.length * 7 / 8));
  let bits = 0;
  let left = 0;
  let to = 0;
  for (let place = 0; place < text.length; place++) {
    bits = bits << 7 | text.charCodeAt(place) & 127;
    left += 7;
    if (left >= 8) bytes[to++] = bits >> (left -= 8);
  }
  return bytes;
};

/** The module, out of the page. */
export const unpacked = async (text) => {
  const stream = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
};

/** One instance of the module, which answers one question after the other. */
export class Engine {
  /** A worker that has no answer after `patience` milliseconds is taken for dead, if that is given. */
  constructor(module, patience) {
    this.module = module;
    this.patience = patience;
    this.waiting = [];
    this.bytes = 0;
    this.begin();
  }

  begin() {
    // Where there are no workers the page itself answers.
    if (typeof Worker !== "function") {
      this.local = answering(this.module);
      return;
    }
    const url = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
    this.worker = new Worker(url);
    URL.revokeObjectURL(url);
    this.worker.onmessage = ({ data: { text, bytes } }) => {
      const { done } = this.waiting.shift();
      this.bytes = bytes;
      if (bytes > MOST_BYTES) this.replace();
      this.next();
      done(text);
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.restart(event.message);
    };
    this.worker.postMessage({ module: this.module });
  }

  /** What the module says to a question. Whoever stops it makes the promise fail. */
  async ask(question) {
    return JSON.parse(await this.answer(JSON.stringify(question)));
  }

  /** The same as texts of JSON. */
  answer(text) {
    if (this.local) return Promise.resolve(text).then((text) => this.local(text).text);
    return new Promise((done, failed) => {
      this.waiting.push({ text, done, failed, tried: 0 });
      if (this.waiting.length === 1) this.next();
    });
  }

  next() {
    clearTimeout(this.late);
    if (!this.waiting.length) return;
    this.worker.postMessage({ question: this.waiting[0].text });
    if (this.patience) this.late = setTimeout(() => this.restart(`no answer in ${this.patience / 1000} seconds`), this.patience);
  }

  /** Whether it is at work. */
  get busy() {
    return this.waiting.length > 0;
  }

  /** Gives up all that it was asked. */
  stop() {
    if (!this.busy) return;
    const given = this.waiting.splice(0);
    this.replace();
    given.forEach(({ failed }) => failed(new Stopped()));
  }

  /** Goes on with a new worker. */
  replace() {
    clearTimeout(this.late);
    this.worker.terminate();
    this.begin();
  }

  /** A worker that died is replaced, and the question asked once more. */
  restart(why) {
    this.replace();
    const [first] = this.waiting;
    if (first && first.tried++) {
      this.waiting.shift();
      first.failed(new Error(why ? `this could not be computed; there may not be enough memory (${why})`
        : "the site that it comes from does not let it start workers (Content-Security-Policy: worker-src blob:)"));
    }
    this.next();
  }
}

/** Why a question that was given up has no answer. */
export class Stopped extends Error {}

/** A sample, of which every engine takes parts: its outcome. `progress` hears what share is done. If it is stopped, the outcome of the parts that are done `isPart` of it, unless it is not wanted any more. */
export const sampled = async (engines, scenario, sample, progress, isWanted) => {
  const question = (ask, more) => ({ ask, scenario, sample, ...more });
  const ask = async (engine, asked) => {
    const { answer, error } = await engine.ask(asked);
    if (error) throw new Error(error);
    return answer;
  };
  const ranges = await ask(engines[0], question("plan", { ranges: 16 * engines.length }));
  const parts = [];
  let next = 0;
  const all = Promise.all(engines.map(async (engine) => {
    while (next < ranges.length) {
      parts.push(await ask(engine, question("part", { blocks: ranges[next++] })));
      progress(parts.length / ranges.length);
    }
  }));
  await all.catch((error) => {
    if (!(error instanceof Stopped && parts.length && isWanted())) throw error;
  });
  const isPart = parts.length < ranges.length;
  return { ...await ask(engines[0], question("merge", isPart ? { parts, some: true } : { parts })), isPart };
};
