// The plot: lanes and charts on one time axis, with a cursor, pinned cursors and a zoom.

const plot = { charts: [], pins: [], selected: null, view: null, zoom: null };

/** The times that are shown, and where they are on the page. */
function viewOf(run, width) {
  const [from, to] = plot.zoom ?? [0, Math.max(run.length, 0.001)];
  const left = width < 560 ? 56 : 76;
  const right = width - 8;
  const x = (time) => left + ((time - from) / (to - from)) * (right - left);
  const view = {
    from, to, left, right, width, x, bounded: (time) => limited(x(time), left, right),
    time: (place) => limited(from + ((place - left) / (right - left)) * (to - from), 0, run.length),
  };
  const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60,
    120, 300, 600, 900, 1800, 3600, 7200, 14400];
  view.tick = steps.find((step) => (step / (to - from)) * (right - left) >= 58) ?? 28800;
  view.marks = [];
  for (let index = Math.ceil(from / view.tick - 1e-9); index * view.tick <= to + 1e-9; index += 1) {
    view.marks.push({ x: x(index * view.tick), name: markName(index * view.tick, view.tick) });
  }
  return view;
}

/** Builds the tracks of a run. */
function buildPlot(run) {
  const tracks = part("tracks");
  plot.run = run;
  plot.charts = [];
  plot.lanes = [];
  const nodes = [shape("svg", { class: "ruler", height: 22, "aria-hidden": "true" })];
  plot.rulers = [nodes[0]];
  for (const lane of run.lanes) {
    const svg = shape("svg", { class: "lane", role: "img", "aria-label": laneWords(lane) });
    plot.lanes.push({ lane, svg });
    nodes.push(svg);
  }
  for (const axis of run.axes) {
    const moves = [...axis.plan, ...axis.done].some((piece) => piece.length > 3);
    if (!moves) continue;
    nodes.push(axisHead(axis));
    quantities.forEach((quantity, order) => {
      if (order >= 2 && !axis.plan.some((piece) => piece.length > 3)) return;
      const head = chartHead(axis, order);
      const svg = shape("svg", {
        class: "chart", role: "img", "aria-label": `${axis.name}: ${quantity.name} over time`,
        "data-axis": axis.name, "data-quantity": quantity.name,
      });
      plot.charts.push({ svg, ...head });
      nodes.push(head.node, svg);
    });
  }
  if (plot.charts.length > 0) {
    plot.rulers.push(shape("svg", { class: "ruler", height: 22, "aria-hidden": "true" }));
    nodes.push(plot.rulers[1]);
  } else {
    nodes.push(element("p", { class: "empty" }, run.length === 0
      ? "Nothing happens in this show." : "No axis moves in this show."));
  }
  tracks.classList.toggle("still", run.length === 0);
  tracks.replaceChildren(...nodes, part("cursor"), part("in-out"), part("pins"));
  drawPlot();
}

const laneWords = (lane) =>
  `${lane.name}: ${lane.bars.slice(0, 12).map((bar) => `${figure(bar[0])} s ${bar[2]}`).join("; ")}`;

function axisHead(axis) {
  const words = axis.nearest ? `nearest to a limit: ${axis.nearest[4]}` : "";
  return element("h3", { class: `axis ${axis.name}` }, axis.name,
    element("span", { class: "nearest-words" }, words));
}

function chartHead(axis, order) {
  const quantity = quantities[order];
  const value = element("span", { class: "now" });
  const facts = chartFacts(axis, order);
  const most = facts.planned ? Math.max(...facts.planned.map(Math.abs)) : null;
  const limit = bounds(limitsAt(axis, 0), order)[1];
  let peak = "";
  if (order > 0 && most !== null) {
    peak = `peak ${figure(most)}${limit ? ` of ${figure(limit)}` : ""}`;
  } else if (facts.planned) {
    const [low, high] = facts.planned.map((one) => place(axis, one * facts.sign));
    peak = low === high ? low : `${low} to ${high}`;
  }
  const node = element("div", { class: "chart-head" },
    element("span", { class: "quantity" }, quantity.name, " ",
      element("span", { class: "unit" }, quantity.unit)),
    value, element("span", { class: "peak" }, peak));
  return { node, value, facts };
}

/** Draws the tracks for the present width and zoom. */
function drawPlot() {
  const width = part("tracks").clientWidth || 800;
  const view = viewOf(plot.run, width);
  plot.view = view;
  set(part("tracks-rect"), { x: view.left, y: -10, width: view.right - view.left, height: 400 });
  for (const ruler of plot.rulers) {
    set(ruler, { viewBox: `0 0 ${px(width)} 22` });
    ruler.replaceChildren(...view.marks.map((mark) => shape("text", {
      class: "tick", x: px(mark.x), y: 15,
      "text-anchor": mark.x > view.right - 18 ? "end" : mark.x < view.left + 12 ? "start" : "middle",
    }, mark.name)));
  }
  for (const { lane, svg } of plot.lanes) drawLane(svg, lane, view);
  let merged = 0;
  for (const chart of plot.charts) {
    Object.assign(chart, drawChart(chart.svg, chart.facts, view));
    merged += chart.merged;
  }
  write(part("merged"), merged > 0
    ? `${merged} stretches narrower than half a pixel are drawn as what they cover; zoom in to see them.`
    : "");
  part("zoom-out").disabled = part("fit").disabled = !plot.zoom;
  drawCursors();
}

/** Bars in rows in which they do not overlap; those too narrow to be told apart are joined. */
function rowsOf(bars, view) {
  const rows = [];
  for (const bar of bars) {
    if (bar[1] < view.from || bar[0] > view.to) continue;
    const x = view.bounded(bar[0]);
    const isPoint = bar[0] === bar[1];
    const width = isPoint ? 0 : view.bounded(bar[1]) - x;
    const free = rows.findIndex((row) => row.at(-1).edge <= x + 0.01);
    const last = rows.flatMap((row) => row.slice(-1)).find((one) =>
      width < 1 && one.width < 1.5 && one.x + one.width >= x - (isPoint ? 3 : 1));
    if (last && (!isPoint || rows.length >= 4)) {
      last.width = Math.max(last.width, x + width - last.x);
      last.edge = Math.max(last.edge, last.x + last.width);
      last.bars.push(bar);
      continue;
    }
    const placed = { x, width, edge: x + (isPoint ? 12 : width), bars: [bar], isPoint };
    if (free >= 0) rows[free].push(placed);
    else if (rows.length < 40) rows.push([placed]);
    else rows[39].push(placed);
  }
  return rows;
}

const laneHeight = 22;

/** Text of bars, measured as it is drawn. */
const pen = document.createElement("canvas").getContext("2d");

/** As much of a text as fits into some pixels of a bar, with an ellipsis; empty if too little does. */
function fitted(words, room) {
  pen.font = `10.5px ${getComputedStyle(document.body).fontFamily}`;
  const isWider = (text) => pen.measureText(text).width > room;
  const text = words.slice(0, 400);
  if (!isWider(text)) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isWider(`${text.slice(0, middle)}…`)) high = middle - 1;
    else low = middle;
  }
  return low < 2 ? "" : `${text.slice(0, low)}…`;
}

function drawLane(svg, lane, view) {
  const rows = rowsOf(lane.bars, view);
  const height = Math.max(1, rows.length) * laneHeight;
  const nodes = [
    shape("rect", {
      class: "panel", x: px(view.left), width: px(view.right - view.left), y: 0, height,
    }),
    shape("text", { class: "lane-name", x: 0, y: 15 }, lane.name),
  ];
  for (const mark of view.marks) {
    nodes.push(shape("path", { class: "grid", d: `M${px(mark.x)} 0V${height}` }));
  }
  rows.forEach((row, index) => {
    row.forEach((placed, turn) => {
      const room = (row[turn + 1]?.x ?? view.right) - placed.x;
      nodes.push(barOf(placed, index * laneHeight, room));
    });
  });
  svg.replaceChildren(...nodes);
  set(svg, { viewBox: `0 0 ${px(view.width)} ${height}`, height });
}

function barOf({ x, width, bars, isPoint }, top, room) {
  const [start, end, text, ink, isBand] = bars[0];
  const span = end > start ? `${figure(start)} to ${figure(end)} s` : `${figure(start)} s`;
  const line = bars[0][6] ? ` (line ${bars[0][6]})` : "";
  const title = bars.length > 1
    ? `${bars.length} that are too close to be drawn each` : `${span}: ${text}${line}`;
  const node = shape("g", { class: isBand ? `bar band` : "bar" }, shape("title", {}, title));
  node.bar = bars[0];
  if (bars[0] === plot.selected) node.classList.add("selected");
  const middle = top + laneHeight / 2;
  let [from, space] = [x + 8, width - 12];
  if (isPoint && bars.length === 1) {
    node.append(shape("path", {
      class: `fill-${ink}`, d: `M${px(x)} ${middle - 5}l5 5l-5 5l-5 -5Z`,
    }));
    [from, space] = [x + 9, room - 14];
  } else {
    node.append(shape("rect", {
      class: `box fill-${ink}`, x: px(x), y: top + 2.5, width: px(Math.max(1, width - 0.5)),
      height: laneHeight - 5, rx: 3,
    }));
    if (!isBand && width > 6) {
      node.append(shape("rect", {
        class: `fill-${ink}`, x: px(x), y: top + 2.5, width: 3, height: laneHeight - 5, rx: 1.5,
      }));
    }
  }
  const words = bars.length > 1 ? String(bars.length) : text;
  const fit = space > 8 ? fitted(words, space) : "";
  if (fit) node.append(shape("text", { class: "bar-text", x: px(from), y: middle + 4 }, fit));
  return node;
}

/** The bars that hold at a time and come from a line, the steps last. */
function barsAt(run, time) {
  const found = [];
  for (const lane of run.lanes) {
    if (["motors", "tracking", "limits"].includes(lane.name)) continue;
    // A face lasts until the next one, but its statement is over soon.
    const isState = ["face", "eyes", "framing"].includes(lane.name);
    for (const bar of lane.bars) {
      if (bar[0] > time + 1e-9) break;
      const lasts = bar[1] > bar[0] && !isState ? time < bar[1] - 1e-9 : time < bar[0] + 0.4;
      if (lasts && bar[6]) found.push({ lane: lane.name, bar });
    }
  }
  return found.sort((a, b) => (a.lane === "steps" ? 1 : 0) - (b.lane === "steps" ? 1 : 0));
}

/** A value with its unit and the word of its direction: `30° left`, `12 °/s up`. */
function quantityOf(axis, value, order) {
  if (order === 0) return place(axis, value);
  const { unit } = quantities[order];
  const text = figure(Math.abs(value));
  return text === "0" ? `0 ${unit}` : `${text} ${unit} ${value < 0 ? axis.negative : axis.positive}`;
}

/** Moves the cursors, and writes the values there. */
function drawCursors() {
  const { view, run } = plot;
  if (!view) return;
  const time = player.time;
  const cursor = part("cursor");
  const isSeen = time >= view.from - 1e-9 && time <= view.to + 1e-9;
  cursor.hidden = !isSeen;
  cursor.style.transform = `translateX(${view.bounded(time)}px)`;
  for (const chart of plot.charts) {
    const { facts, dot, scale, value } = chart;
    const planned = sample(facts.axis.plan, time, facts.order);
    const done = facts.order < 2 ? sample(facts.axis.done, time, facts.order) : null;
    const shown = planned ?? done;
    const words = (one) => quantityOf(facts.axis, one, facts.order);
    let text = planned === null ? "" : words(planned);
    if (done !== null && (planned === null || Math.abs(done - planned) > 0.05)) {
      text += `${text ? " · " : ""}did ${words(done)}`;
    }
    write(value, text || "not known");
    if (shown === null || !isSeen) {
      set(dot, { visibility: "hidden" });
    } else {
      set(dot, {
        visibility: null, cx: px(view.x(time)), cy: px(scale.bounded(shown * facts.sign)),
      });
    }
  }
  const [from, to] = player.span();
  const band = part("in-out");
  band.hidden = !player.hasSpan();
  band.style.left = `${view.bounded(from)}px`;
  band.style.width = `${Math.max(0, view.bounded(to) - view.bounded(from))}px`;
  part("pins").replaceChildren(...plot.pins.map((pin, index) => {
    const node = element("div", { class: "pin" }, element("span", {}, String(index + 1)));
    node.hidden = pin < view.from || pin > view.to;
    node.style.transform = `translateX(${view.bounded(pin)}px)`;
    return node;
  }));
  if (run) part("tracks").classList.toggle("zoomed", plot.zoom !== null);
}

/** Shows a part of the time that is `factor` as long, around the cursor. */
function zoomBy(factor) {
  const { from, to } = plot.view;
  const length = limited((to - from) * factor, 0.05, plot.run.length);
  if (length >= plot.run.length) plot.zoom = null;
  else {
    const middle = limited(player.time, from, to);
    const start = limited(
      middle - ((middle - from) / (to - from)) * length, 0, plot.run.length - length);
    plot.zoom = [start, start + length];
  }
  drawPlot();
}

/** Keeps the cursor in what is shown. */
function followCursor() {
  if (!plot.zoom) return;
  const [from, to] = plot.zoom;
  if (player.time >= from && player.time <= to) return;
  const length = to - from;
  const start = limited(player.time - length * 0.1, 0, plot.run.length - length);
  plot.zoom = [start, start + length];
  drawPlot();
}

/** The table of the pinned cursors. */
function drawPins() {
  const axes = plot.run.axes.filter((axis) => axis.plan.length + axis.done.length > 0);
  part("pinned").hidden = plot.pins.length === 0;
  const cell = (name, text) => element(name, {}, text);
  const rows = plot.pins.map((pin, index) => {
    const remove = element("button", { type: "button", "aria-label": `remove pin ${index + 1}` }, "×");
    remove.addEventListener("click", () => {
      plot.pins.splice(index, 1);
      drawPins();
      drawCursors();
    });
    const jump = element("button", { type: "button", class: "link" }, clock(pin));
    jump.addEventListener("click", () => player.go(pin));
    return element("tr", {}, cell("th", String(index + 1)), element("td", {}, jump),
      ...axes.flatMap((axis) => [
        cell("td", place(axis, position(axis, pin))),
        cell("td", quantityOf(axis, sample(axis.done, pin, 1) ?? 0, 1)),
      ]), element("td", {}, remove));
  });
  part("pinned").replaceChildren(element("table", {},
    element("caption", {}, "Pinned times, and what the dock did there"),
    element("thead", {}, element("tr", {}, cell("th", "pin"), cell("th", "time"),
      ...axes.flatMap((axis) => [cell("th", axis.name), cell("th", `speed of ${axis.name}`)]),
      element("th", {}, element("span", { class: "quiet" }, "remove")))),
    element("tbody", {}, ...rows)));
}
