// A worker: it first gets the module, and then questions.

import { answering } from "./answering.js";

let answer;
onmessage = ({ data }) => {
  if (data.module) answer = answering(data.module);
  else postMessage(answer(data.question));
};
