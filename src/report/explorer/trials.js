// Odds from a sample: few trials at once, and then more and more of them.

import { Stopped, answered } from "./engine.js";

/** The trials that are shown at once. */
export const FIRST = 10000;

/** The trials of `fizzle run`. */
export const USUAL = 1000000;

/** More trials than these take too long for a page. */
export const MOST = 1000000000;

/** The trials of a block: a sample grows by whole blocks. */
const BLOCK = 65536;

/** Milliseconds: a block of rules that play long may take minutes. */
const PATIENCE = 300000;

/** Plays a scenario out `trials` times, in parts on all engines. `show` hears the odds each time when there are twice as many trials as were shown, from more than `shown` on; `progress` what share is done. Those that were played until somebody stops it are shown, too, if it `isWanted` still. Whether it was stopped. */
export const played = async (engines, { scenario, before }, trials, shown, { progress, show, isWanted }) => {
  if (trials <= shown) return false;
  const ask = async (engine, ask, more) => answered(await engine.ask({ ask, scenario, sample: { trials, seed: 1 }, ...more }, PATIENCE));
  const merged = (some) => ask(engines[0], "merge", { parts: [...parts], some, before });
  const parts = [];
  let next = 0, done = 0, known = shown;
  const all = (async () => {
    const ranges = await ask(engines[0], "plan", { ranges: 16 * engines.length });
    await Promise.all(engines.map(async (engine, place) => {
      while (next < ranges.length) {
        const [begin, end] = ranges[next++];
        parts.push(await ask(engine, "part", { blocks: [begin, end] }));
        done += (end - begin) * BLOCK;
        progress(Math.min(1, done / trials));
        if (place > 0 || done < 2 * known || next >= ranges.length) continue;
        known = done;
        show(await merged(true));
      }
    }));
    show(await merged(false));
  })();
  try {
    await all;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    if (done > known && isWanted()) show(await merged(true));
    return true;
  }
  return false;
};
