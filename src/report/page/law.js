// The chances of a metric.

const rowsOf = (metric, law) => {
  let tail = 0;
  const rows = law.v.map((value, place) => ({
    value, p: law.p[place], text: law.text[place], orMore: law.or_more ? law.or_more[place] : "",
    ends: law.ends && law.ends[place], within: law.within && law.within[place],
  }));
  for (const row of [...rows].reverse()) row.tail = (tail += row.p);
  // The least value or more is certain; the sum of rounded probabilities may miss 1.
  if (rows.length) rows[0].tail = 1;
  for (const row of rows) row.name = metric.labels ? metric.labels[row.value - metric.first] : String(row.value).replace("-", "−");
  return rows;
};
const HEIGHT = 340, LEFT = 56, RIGHT = 16, TOP = 34, BOTTOM = 44;
// As wide as the page lets it be, so that letters keep their size on a telephone.
let WIDTH = 720;

const drawLaw = (metric, law) => {
  const rows = rowsOf(metric, law);
  const curve = !metric.labels && rows.length > 2;
  const svg = canvas(find("chart"), WIDTH, HEIGHT, `The chances of ${metric.name}; the numbers are in the table below`);
  const y = axis(law.ticks, HEIGHT - BOTTOM, TOP);
  const [low, high] = metric.labels || !rows.length
    ? [0, rows.length - 1] : [rows[0].value, rows[rows.length - 1].value];
  const slot = (WIDTH - LEFT - RIGHT) / (high - low + 1);
  const x = (row, place) => LEFT + slot * ((metric.labels ? place : row.value - low) + 0.5);
  for (const [tick, label] of law.ticks) {
    draw("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick) }, svg);
    draw("text", { x: LEFT - 8, y: y(tick) + 4, "text-anchor": "end" }, svg, label);
  }
  draw("rect", { class: "bar", x: LEFT, y: 8, width: 14, height: 12 }, svg);
  draw("text", { x: LEFT + 20, y: 19 }, svg, "this value");
  if (curve) {
    draw("path", { class: "curve", d: `M${LEFT + 110},14h30` }, svg);
    draw("text", { x: LEFT + 148, y: 19 }, svg, "this value or more");
  }
  const apart = Math.max(1, Math.ceil((metric.labels ? 60 : 34) / slot));
  rows.forEach((row, place) => {
    const middle = x(row, place), width = Math.max(1, Math.min(slot * 0.7, 60));
    const group = draw("g", { class: "value" }, svg);
    draw("rect", { class: "hit", x: middle - slot / 2, y: TOP, width: slot, height: HEIGHT - TOP - BOTTOM }, group);
    draw("rect", { class: "bar", x: middle - width / 2, y: y(row.p), width, height: Math.max(0, y(0) - y(row.p)) }, group);
    let words = `${metric.labels ? `${metric.name}: ${row.name}` : `${row.name} ${metric.name}`}: ${row.text}`;
    if (row.ends) {
      const [below, above] = row.ends;
      draw("line", { class: "interval", x1: middle, x2: middle, y1: y(below), y2: y(above) }, group);
      words += ` (${row.within})`;
    }
    if (!metric.labels) words += `; ${row.name} or more: ${row.orMore}`;
    speak(group, "told", words);
    const number = metric.labels ? place : row.value - low;
    if (number % apart === 0) {
      draw("text", { x: middle, y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, svg, row.name);
    }
  });
  if (curve) {
    // The chance of this value or more changes only at values that can happen: between
    // them it is that of the next. So it goes by steps, each as wide as its values.
    const right = (row) => LEFT + slot * (row.value - low + 1);
    const steps = rows.map((row, place) => `${place ? "V" : `M${LEFT},`}${y(row.tail)}H${right(row)}`);
    draw("path", { class: "curve", id: "tail", d: steps.join(""), "pointer-events": "none" }, svg);
  }
  draw("text", { x: WIDTH - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, svg, metric.name);
  find("told").textContent = "";
  find("rows").replaceChildren(...rows.map((row) => tableRow(row.name, "", [row.text, row.orMore])));
};
