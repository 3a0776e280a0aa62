"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const find = (id) => document.getElementById(id);
  const NS = "http://www.w3.org/2000/svg";
  // What is shown: a scenario, or a setting of the first one; and one of its metrics.
  const shown = { scenario: 0, setting: null, metric: data.scenarios[0].headline.metric };

  // --- drawing -------------------------------------------------------------
  const draw = (name, attributes, parent, text) => {
    const node = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    return parent.appendChild(node);
  };
  const canvas = (figure, width, height, label) => {
    figure.replaceChildren();
    return draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": label }, figure);
  };
  /** Where a number stands from one end to the other, on an axis of ticks that come ready to print. */
  const axis = (ticks, begin, end) => {
    const from = ticks[0][0], to = ticks[ticks.length - 1][0];
    return (number) => begin + (end - begin) * (number - from) / (to - from);
  };
  /** Makes a part of a chart speak when it is pointed at, tapped or reached by the keyboard. */
  const speak = (node, place, words) => {
    node.setAttribute("tabindex", "0");
    node.setAttribute("role", "img");
    node.setAttribute("aria-label", words);
    const tell = () => {
      for (const other of node.parentNode.querySelectorAll(".chosen")) other.classList.remove("chosen");
      node.classList.add("chosen");
      find(place).textContent = words;
    };
    for (const event of ["pointerenter", "click", "focus"]) node.addEventListener(event, tell);
  };

  // --- the chances of a metric ---------------------------------------------
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
    find("rows").replaceChildren(...rows.map((row) => {
      const line = document.createElement("tr"), head = document.createElement("th");
      head.scope = "row";
      head.textContent = row.name;
      line.append(head);
      for (const text of [row.text, row.orMore]) {
        line.insertCell().textContent = text;
      }
      return line;
    }));
  };

  // --- what to choose ------------------------------------------------------
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
    find("efficient").replaceChildren(...points.filter((point) => point.efficient).map((point) => {
      const line = document.createElement("tr"), head = document.createElement("th");
      head.scope = "row";
      head.append(point.name);
      if (point.best) {
        const note = document.createElement("small");
        note.textContent = "recommended";
        head.append(note);
      }
      line.append(head);
      for (const text of [point.gain_in_words, point.pain_in_words]) line.insertCell().textContent = text;
      return line;
    }));
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

  // --- showing -------------------------------------------------------------
  const show = () => {
    WIDTH = Math.max(300, Math.min(720, document.querySelector("main").clientWidth || 720));
    const scenario = data.scenarios[shown.scenario];
    const setting = shown.setting === null ? null : data.sweep.settings[shown.setting];
    const { headline, answers, indicators } = setting && !setting.why ? setting : scenario;
    if (setting) find("setting").textContent = setting.why ? `The rules do not allow this: ${setting.why}` : setting.how;
    else if (find("setting")) find("setting").textContent = "";
    find("asked").textContent = headline.question;
    find("number").textContent = headline.number;
    find("number").dataset.value = headline.value;
    find("about").textContent = headline.about;
    find("sentence").textContent = headline.sentence;
    find("choices").textContent = (setting && setting.choices) || scenario.choices;
    if (find("answers")) {
      find("answers").replaceChildren(...[...answers, ...indicators].map((answer) => {
        const line = document.createElement("tr"), head = document.createElement("th"), event = document.createElement("small");
        head.scope = "row";
        event.textContent = answer.event;
        head.append(answer.name, event);
        line.append(head);
        for (const text of [answer.number, answer.about, answer.one_in]) line.insertCell().textContent = text;
        line.cells[1].dataset.value = answer.value;
        return line;
      }));
    }
    const metric = scenario.metrics[shown.metric];
    if (find("chart") && metric) {
      find("help").textContent = metric.help;
      const law = setting && !setting.why && setting.laws ? setting.laws[shown.metric] : metric.law;
      drawLaw(metric, law || { v: [], p: [], ticks: [[0, "0 %"], [1, "100 %"]] });
    }
    for (const part of ["parts", "how"]) {
      Array.from(find(part).children).forEach((child, place) => { child.hidden = place !== shown.scenario; });
    }
    if (data.advice) showAdvice();
  };
  const fillMetrics = () => {
    if (!find("metric")) return;
    const { metrics, headline } = data.scenarios[shown.scenario];
    const before = find("metric").selectedOptions[0].textContent;
    const same = metrics.findIndex((metric) => metric.name === before);
    shown.metric = same < 0 ? headline.metric : same;
    find("metric").replaceChildren(...metrics.map((metric, place) => new Option(metric.name, place, false, place === shown.metric)));
  };

  // --- choosing ------------------------------------------------------------
  const axes = data.sweep ? data.sweep.axes : [];
  const inputs = axes.map((_, place) => find(`axis-${place}`));
  const choose = (setting) => {
    let left = setting;
    for (let place = axes.length - 1; place >= 0; place--) {
      const steps = axes[place].steps, step = left % steps.length;
      left = (left - step) / steps.length;
      inputs[place].value = step;
      inputs[place].setAttribute("aria-valuetext", steps[step]);
      find(`step-${place}`).textContent = steps[step];
    }
    shown.setting = setting;
    if (shown.scenario !== 0) {
      shown.scenario = 0;
      fillMetrics();
    }
    if (find("scenario")) find("scenario").value = "0";
    show();
  };
  inputs.forEach((input) => input.addEventListener("input", () => {
    choose(inputs.reduce((number, one, place) => number * axes[place].steps.length + Number(one.value), 0));
  }));
  if (find("metric")) {
    find("metric").addEventListener("change", (event) => {
      shown.metric = Number(event.target.value);
      show();
    });
  }
  if (find("scenario")) {
    find("scenario").addEventListener("change", (event) => {
      shown.scenario = Number(event.target.value);
      shown.setting = null;
      fillMetrics();
      show();
    });
  }
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches);
  const nameTheme = () => { find("theme").textContent = isDark() ? "Light" : "Dark"; };
  find("theme").addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    nameTheme();
  });
  nameTheme();
  addEventListener("resize", show);
  show();
})();
