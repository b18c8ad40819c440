// The source beside the show: the line of each step, the steps of each line, and what was found.

const source = { lines: new Map(), active: [] };

/** Builds the panel of the sources. */
function buildSource(data) {
  source.lines.clear();
  source.active = [];
  const panel = part("code");
  const nodes = [];
  data.sources.forEach((text, index) => {
    if (data.sources.length > 1 || !text.lines) {
      nodes.push(element("h3", { class: "file", dir: "auto", title: text.name }, text.name));
    }
    if (!text.lines) {
      nodes.push(element("p", { class: "empty" }, "The text of this file is not in the page."));
      return;
    }
    const list = element("ol", { class: "lines" });
    text.lines.forEach((words, number) => list.append(lineOf(data, index + 1, number + 1, words)));
    if (text.lines.length === 0 || text.lines.every((words) => words.trim() === "")) {
      nodes.push(element("p", { class: "empty" }, "There is nothing in this script yet."));
    }
    nodes.push(list);
  });
  for (const finding of data.findings.filter((one) => one.at.length === 0)) {
    nodes.unshift(noteOf(finding));
  }
  panel.replaceChildren(...nodes);
}

function lineOf(data, file, number, words) {
  const button = element("button", {
    type: "button", class: "number", "aria-label": `line ${number}: show its steps`,
  }, String(number));
  const text = element("code", { dir: "auto" }, ...coloured(words));
  const item = element("li", {}, button, text);
  item.place = [file, number];
  const found = data.findings.filter((one) => one.at[0] === file && one.at[1] === number);
  for (const finding of found) item.append(noteOf(finding));
  if (found.length > 0) item.classList.add(found.some((one) => one.error) ? "wrong" : "doubtful");
  source.lines.set(`${file}:${number}`, item);
  return item;
}

function noteOf(finding, place = "") {
  return element("div", { class: finding.error ? "finding wrong" : "finding doubtful" },
    element("b", {}, `${place}${finding.error ? "error" : "warning"} ${finding.code}`), ` ${finding.message}`,
    ...finding.notes.map((note) => element("div", { class: "note" }, note)));
}

/** The words of a line, its comment, texts and figures set off. */
function coloured(words) {
  const parts = [];
  const pattern = /("[^"]*"?)|(#.*)|(-?\b\d[\w.%]*)/gu;
  let last = 0;
  for (const match of words.matchAll(pattern)) {
    parts.push(words.slice(last, match.index));
    const kind = match[1] ? "text" : match[2] ? "comment" : "figure";
    parts.push(element("span", { class: kind }, match[0]));
    last = match.index + match[0].length;
  }
  parts.push(words.slice(last));
  return parts;
}

/** Marks the lines that are carried out at a time. */
function drawSource(run, time, isPlaying) {
  const keys = new Map();
  for (const { lane, bar } of barsAt(run, time)) {
    keys.set(`${bar[5]}:${bar[6]}`, lane === "steps" ? "step" : "beside");
  }
  const next = [...keys].map(([key, kind]) => `${key} ${kind}`).join();
  if (next === source.shown) return;
  source.shown = next;
  for (const item of source.active) {
    item.classList.remove("now", "now-beside");
    item.removeAttribute("aria-current");
  }
  source.active = [];
  for (const [key, kind] of keys) {
    const item = source.lines.get(key);
    if (!item) continue;
    item.classList.add(kind === "step" ? "now" : "now-beside");
    item.setAttribute("aria-current", "true");
    source.active.push(item);
  }
  const last = source.active.at(-1);
  if (last && isPlaying) reveal(last);
}

/** Scrolls the panel, and nothing else, so that a line is seen. */
function reveal(item) {
  const panel = part("code");
  const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight];
  if (top < panel.scrollTop || bottom > panel.scrollTop + panel.clientHeight) {
    panel.scrollTop = top - panel.clientHeight / 3;
  }
}

/** All bars of a run, with the names of their lanes, by time. */
function allBars(run) {
  return run.lanes.filter((lane) => !["motors"].includes(lane.name)).flatMap((lane) =>
    lane.bars.map((bar) => ({ lane: lane.name, bar }))).sort((a, b) => a.bar[0] - b.bar[0]);
}

/** Shows the steps of a line, and goes to the first, or to the next after the present time. */
function selectLine(file, number) {
  const steps = allBars(plot.run).filter(({ bar }) => bar[5] === file && bar[6] === number);
  const item = source.lines.get(`${file}:${number}`);
  markLine(item);
  const panel = part("selection");
  if (steps.length === 0) {
    plot.selected = null;
    panel.replaceChildren(element("p", {}, `Line ${number} does nothing in this run.`));
    drawPlot();
    return;
  }
  const next = steps.find(({ bar }) => bar[0] > player.time + 1e-6) ?? steps[0];
  plot.selected = next.bar;
  player.go(next.bar[0]);
  panel.replaceChildren(
    element("p", {},
      `Line ${number} is ${steps.length === 1 ? "one step" : `${steps.length} steps`}:`),
    element("ul", { class: "steps" }, ...steps.slice(0, 200).map(({ bar }) => stepOf(bar))));
  if (steps.length > 200) panel.append(element("p", {}, `and ${steps.length - 200} more`));
  drawPlot();
}

function stepOf(bar) {
  const button = element("button", { type: "button", class: "link", dir: "auto" },
    `${clock(bar[0])}  ${bar[2]}`);
  button.addEventListener("click", () => {
    player.go(bar[0]);
    selectBar(bar);
  });
  return element("li", {}, button);
}

function markLine(item) {
  part("code").querySelector(".selected")?.classList.remove("selected");
  item?.classList.add("selected");
}

/** Shows the line of a step, and the calls that led there. */
function selectBar(bar) {
  plot.selected = bar;
  const item = source.lines.get(`${bar[5]}:${bar[6]}`);
  markLine(item);
  if (item) reveal(item);
  const time = bar[1] > bar[0] ? `${clock(bar[0])} to ${clock(bar[1])}` : clock(bar[0]);
  const nodes = [
    element("p", {}, element("b", { dir: "auto" }, bar[2])),
    element("p", { class: "quiet-text" }, bar[6] ? `${time} · line ${bar[6]}` : time),
  ];
  const calls = bar.slice(7);
  if (calls.length > 0) nodes.push(chainOf(bar, calls));
  part("selection").replaceChildren(...nodes);
  drawPlot();
}

/** What led to a step, the outermost first, as buttons that show its line. */
function chainOf(bar, calls) {
  const list = element("ol", { class: "chain" });
  for (let index = calls.length - 3; index >= 0; index -= 3) {
    const [words, file, number] = calls.slice(index, index + 3);
    const button = element("button", { type: "button", class: "link", dir: "auto" },
      number > 0 ? `line ${number}: ${words}` : words);
    button.addEventListener("click", () => {
      const item = source.lines.get(`${file}:${number}`);
      markLine(item);
      if (item) reveal(item);
    });
    list.append(element("li", {}, button));
  }
  return element("div", {}, element("p", { class: "quiet-text" }, "inside of"), list);
}
