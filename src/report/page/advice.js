// What to choose.

/** What is recommended in the situation that is shown. */
const advised = () => {
  const { here, choices, situations } = data.advice;
  return situations[shown.setting === null ? here : Math.floor(shown.setting / choices)];
};
const showAdvice = () => {
  const { sentence, steps, points, ticks } = advised();
  find("advised").textContent = sentence;
  find("steps").replaceChildren(...steps.map((step) => {
    const line = document.createElement("li");
    line.textContent = step;
    return line;
  }));
  if (!find("frontier")) return;
  const efficient = points.filter((point) => point.efficient);
  find("efficient").replaceChildren(...efficient.map((point) => (
    tableRow(point.name, point.best ? "recommended" : "", [point.gain_in_words, point.pain_in_words])
  )));
  find("frontier").replaceChildren();
  if (points.length) drawFrontier(points, ticks);
};
const drawFrontier = (points, ticks) => {
  const { gain, pain, wants_more } = data.advice;
  const svg = canvas(find("frontier"), WIDTH, HEIGHT, `${gain} against ${pain}; the efficient choices are in the table below`);
  const x = axis(ticks.pain, LEFT, WIDTH - RIGHT), y = axis(ticks.gain, HEIGHT - BOTTOM, TOP);
  for (const [tick, label] of ticks.gain) {
    draw("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick) }, svg);
    draw("text", { x: LEFT - 8, y: y(tick) + 4, "text-anchor": "end" }, svg, label);
  }
  for (const [tick, label] of ticks.pain) {
    draw("text", { x: x(tick), y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, svg, label);
  }
  draw("text", { x: LEFT, y: 19 }, svg, `↑ ${gain}`);
  draw("text", { x: WIDTH - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, svg, `${pain} →`);
  const efficient = points.filter((point) => point.efficient).sort((a, b) => a.pain - b.pain);
  const steps = efficient.map((point, place) => {
    const across = x(point.pain), up = y(point.gain);
    if (!place) return `M${across},${up}`;
    return wants_more ? `V${up}H${across}` : `H${across}V${up}`;
  });
  if (steps.length) draw("path", { class: "steps", d: steps.join("") }, svg);
  for (const point of [...points].sort((a, b) => a.efficient - b.efficient || a.best - b.best)) {
    const group = draw("g", { class: "value" }, svg), at = [x(point.pain), y(point.gain)];
    draw("circle", { class: "hit", cx: at[0], cy: at[1], r: 11 }, group);
    if (point.best) {
      const corners = Array.from({ length: 10 }, (_, corner) => {
        const radius = corner % 2 ? 4.5 : 11, angle = Math.PI * (corner / 5 - 0.5);
        return `${at[0] + radius * Math.cos(angle)},${at[1] + radius * Math.sin(angle)}`;
      });
      draw("polygon", { class: "best", points: corners.join(" ") }, group);
    } else {
      draw("circle", { class: point.efficient ? "efficient" : "pale", cx: at[0], cy: at[1], r: point.efficient ? 5 : 3.5 }, group);
    }
    if (point.setting === shown.setting) draw("circle", { class: "here", cx: at[0], cy: at[1], r: 13 }, group);
    const kind = point.best ? "; recommended" : point.efficient ? "; efficient" : "";
    speak(group, "point", `${point.name}. ${gain}: ${point.gain_in_words}; ${pain}: ${point.pain_in_words}${kind}`);
    group.addEventListener("click", () => choose(point.setting));
    group.addEventListener("keydown", (event) => { if (event.key === "Enter") choose(point.setting); });
  }
};
