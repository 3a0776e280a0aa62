/** A chance, as a number and in words. */
export interface Chance {
  /** As in `drops the ganger`. */
  name: string;
  /** What happens, in words; may be empty. */
  event: string;
  value: number;
  /** As in `0.99 %`. */
  number: string;
  /** As in `about 1 in 101`; may be empty. */
  about: string;
}

/** The distribution of something that is counted. */
export interface Metric {
  /** As in `boxes of damage`. */
  name: string;
  help: string;
  /** The names of the values, from `first` on, if they are no numbers. */
  labels: string[] | null;
  first: number;
  /** The values, their chances, and the chances of this value or more as text. */
  law: { v: number[]; p: number[]; text: string[]; or_more?: string[] };
}

/** A key of a scenario, with its value. */
export interface Key {
  /** As in `choice.force`. */
  key: string;
  label: string;
  help: string;
  value: string | null;
  limits: [number, number] | null;
  options: { value: string; label: string; meaning: string }[];
}

export interface Odds {
  title: string;
  /** The first question, or else what matters most. */
  headline: { question: string; value: number; number: string; about: string; sentence: string; metric: number };
  /** The answers to the questions of the scenario. */
  answers: Chance[];
  /** What may happen. */
  indicators: Chance[];
  metrics: Metric[];
  /** How it was computed. */
  how: string;
  /** The number of simulated trials; `null` for exact odds. */
  trials: number | null;
  /** The results as CSV files. */
  files: { name: string; text: string }[];
  /** The text of the scenario, with what was `set`. */
  scenario: string;
  keys: Key[];
}

/**
 * The odds of a scenario, which is the text of its TOML: exact where that takes little time, and
 * otherwise sampled. `set` changes keys, as in `{ "choice.force": 8 }`; its key `rules` is a rule text.
 * An error says what is wrong with the scenario.
 */
export function odds(scenario: string, options?: { set?: Record<string, string | number | boolean>; trials?: number }): Promise<Odds>;

/** The distributions of dice expressions such as `4d6kh3`. What cannot be read has `problems`. */
export function roll(...expressions: string[]): Promise<
  { expression: string; odds?: Odds; problems?: { message: string; help?: string }[]; error?: string; too_large?: string }[]
>;

/** The answer to a request of the module `ask` in the Rust library. */
export function ask(request: { ask: string } & Record<string, unknown>): Promise<any>;
