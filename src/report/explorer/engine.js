// The module that answers questions, in workers: a question never blocks the page.

import { answering } from "./answering.js";
import { newWorker } from "./module.js";

/** A module's memory never shrinks: one that has taken more than this is replaced. */
const MOST_BYTES = 256e6;

/** One instance of the module, which answers one question after the other. It begins with the first one. */
export class Engine {
  constructor(module) {
    this.module = module;
    this.waiting = [];
    this.bytes = 0;
  }

  begin() {
    // Where there are no workers the page itself answers.
    if (typeof Worker !== "function") {
      this.local = answering(this.module);
      return;
    }
    this.worker = newWorker();
    this.worker.onmessage = ({ data: { text, bytes } }) => {
      const { done } = this.waiting.shift();
      this.bytes = bytes;
      if (bytes > MOST_BYTES) this.replace();
      this.next();
      done(text);
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.restart(event.message ? `this could not be computed; there may not be enough memory (${event.message})`
        : "the site that it comes from does not let it start workers (Content-Security-Policy: worker-src)");
    };
    this.worker.postMessage({ module: this.module });
  }

  /** What the module says to a question. A worker that has no answer after `patience` milliseconds is taken for dead. Whoever stops it makes the promise fail. */
  async ask(question, patience) {
    return JSON.parse(await this.answer(JSON.stringify(question), patience));
  }

  /** The same as texts of JSON. */
  answer(text, patience) {
    if (!this.worker && !this.local) this.begin();
    if (this.local) return Promise.resolve(text).then((text) => this.local(text).text);
    return new Promise((done, failed) => {
      this.waiting.push({ text, patience, done, failed, tried: 0 });
      if (this.waiting.length === 1) this.next();
    });
  }

  next() {
    clearTimeout(this.late);
    if (!this.waiting.length) return;
    const { text, patience } = this.waiting[0];
    this.worker.postMessage({ question: text });
    this.late = setTimeout(() => this.restart(`no answer in ${patience / 1000} seconds: it takes too long here, or more memory than there is`), patience);
  }

  /** Gives up all that it was asked. */
  stop() {
    if (!this.waiting.length) return;
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
      first.failed(new Error(why));
    }
    this.next();
  }
}

/** Why a question that was given up has no answer. */
export class Stopped extends Error {}

/** An answer, or an error that says why there is none. */
export const answered = (reply) => {
  if ("answer" in reply) return reply.answer;
  const { problems, error, too_large: tooLarge } = reply;
  if (problems) throw new Error(problems.map(({ message, help }) => help ? `${message}: ${help}` : message).join("; "));
  throw Object.assign(new Error(error ?? tooLarge), { isTooLarge: tooLarge !== undefined });
};
