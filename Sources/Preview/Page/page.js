// The page: shows data, and lets its parts work together.

/** What is shown; `hooks.press` is called in place of the branches of the file. */
const show = { data: null, number: 0, run: null, hooks: { press: null } };

/** Shows `data` in place of what was shown; the time and the run stay, as far as they can. */
function showData(data) {
  const [time, before] = [player.time, show.data];
  const wasAt = before ? JSON.stringify(before.runs[show.number].presses) : null;
  data.runs.forEach(indexed);
  show.data = data;
  document.title = `${data.title} – dock preview`;
  write(part("title"), data.title);
  set(part("title"), { title: data.title });
  buildSource(data);
  const same = data.runs.findIndex((run) => JSON.stringify(run.presses) === wasAt);
  plot.pins = before ? plot.pins : [];
  chooseRun(Math.max(0, same), before ? time : 0);
  part("left-out").hidden = data.leftOut.length === 0;
  write(part("left-out-words"), `Not in this file: ${data.leftOut.join("; ")}.`);
}

/** Shows a run, at a time. */
function chooseRun(number, time) {
  show.number = number;
  show.run = show.data.runs[number];
  player.pause();
  [player.length, player.from, player.to] = [show.run.length, null, null];
  player.isLooping = false;
  [plot.zoom, plot.selected] = [null, null];
  plot.pins = plot.pins.filter((pin) => pin <= player.length);
  source.shown = null;
  set(part("scrubber"), { max: Math.max(player.length, 0.001) });
  write(part("summary"), summaryOf(show.data, show.run));
  part("selection").replaceChildren(
    element("p", { class: "quiet-text" },
      "Choose a step in the plot, or a line, to see what belongs together."));
  buildBranches();
  buildSpace(show.data, show.run);
  buildPlot(show.run);
  drawPins();
  drawButtons();
  player.go(time);
}

function summaryOf(data, run) {
  const parts = [data.dock, clock(run.length), data.steps === 1 ? "1 step" : `${data.steps} steps`];
  if (run.ending !== "the end") parts.push(run.ending);
  const [errors, all] = [data.findings.filter((one) => one.error).length, data.findings.length];
  if (errors > 0) parts.push(errors === 1 ? "1 error" : `${errors} errors`);
  if (all > errors) parts.push(all - errors === 1 ? "1 warning" : `${all - errors} warnings`);
  return parts.join("  ·  ");
}

/** Says that what is shown is not of the present source, and why; null ends that. */
function showStale(message, findings = []) {
  const banner = part("stale");
  banner.hidden = message === null;
  banner.replaceChildren(
    element("b", {}, message ?? ""), ...findings.map((finding) => noteOf(finding, placeOf(finding))));
}

/** Where a finding is, for those who do not see the line: `hello.dock:3: `. */
function placeOf({ at: [file, line] }) {
  const name = show.data.sources[file - 1]?.name;
  return line ? `${name ?? "line "}${name ? ":" : ""}${line}: ` : "";
}

/** Shows the present time everywhere. */
function render() {
  const { data, run } = show;
  const state = stateAt(data, run, player.time);
  drawSpace(state, data, run);
  drawPicture(state, data);
  drawCursors();
  drawSource(run, player.time, player.isPlaying);
  const scrubber = part("scrubber");
  scrubber.value = player.time;
  const words = `${clock(player.time)} of ${clock(player.length)}`;
  if (scrubber.getAttribute("aria-valuetext") !== words) set(scrubber, { "aria-valuetext": words });
  write(part("time"), clock(player.time));
  const angles = run.axes.map((axis) => `${axis.name} ${place(axis, position(axis, player.time))}`);
  write(part("pose"), angles.join(" · "));
  if (!player.isPlaying) describe(state, angles);
}

/** Says what the drawings show, to those who cannot see them. */
function describe(state, angles) {
  const eyes = state.follows ? `eyes follow ${state.follows}` : `eyes ${state.gaze}`;
  const there = state.subjects.map((one) => one.name).join(", ");
  set(part("space"), {
    "aria-label": `The dock at ${clock(state.time)}: ${angles.join(", ")}; face ${state.mood}, ${eyes}`
      + `${there ? `; around it: ${there}` : ""}`,
  });
  const seen = [...part("picture").querySelectorAll("[data-subject]")]
    .map((box) => show.data.company[box.dataset.subject].name);
  set(part("picture"), {
    "aria-label": seen.length > 0 ? `The camera sees ${seen.join(", ")}` : "The camera sees nobody",
  });
  write(part("mood"), state.mood);
  write(part("gaze"), eyes);
}

/** Turns the eye by some degrees. */
function turnEye(heading, elevation) {
  space.heading = (((heading + 180) % 360) + 360) % 360 - 180;
  space.elevation = limited(elevation, 4, 86);
  turnSpace();
  render();
}

function connectSpace() {
  const root = part("space");
  let last = null;
  root.addEventListener("pointerdown", (event) => {
    last = [event.clientX, event.clientY];
    root.setPointerCapture(event.pointerId);
  });
  root.addEventListener("pointermove", (event) => {
    if (!last) return;
    const [x, y] = [event.clientX - last[0], event.clientY - last[1]];
    last = [event.clientX, event.clientY];
    turnEye(space.heading + x * 0.4, space.elevation + y * 0.3);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    root.addEventListener(name, () => {
      last = null;
    });
  }
  for (const button of document.querySelectorAll("[data-eye]")) {
    const [heading, elevation] = button.dataset.eye.split(" ").map(Number);
    button.addEventListener("click", () => turnEye(heading, elevation));
  }
}

function connectTracks() {
  const tracks = part("tracks");
  let drag = null;
  const timeAt = (event) => plot.view.time(event.clientX - tracks.getBoundingClientRect().left);
  const isOnTime = (event) =>
    event.clientX - tracks.getBoundingClientRect().left >= plot.view.left - 4;
  tracks.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !isOnTime(event)) return;
    drag = { x: event.clientX, bar: event.target.closest(".bar")?.bar ?? null, hasMoved: false };
    drag.start = timeAt(event);
    tracks.setPointerCapture(event.pointerId);
    player.pause();
    if (!event.shiftKey) player.go(drag.start);
  });
  tracks.addEventListener("pointermove", (event) => {
    if (!drag) return;
    drag.hasMoved ||= Math.abs(event.clientX - drag.x) > 3;
    if (event.shiftKey && drag.hasMoved) {
      const ends = [drag.start, timeAt(event)].sort((a, b) => a - b);
      [player.from, player.to, player.isLooping] = [...ends, true];
      drawButtons();
    }
    player.go(timeAt(event));
  });
  tracks.addEventListener("pointerup", () => {
    if (drag && !drag.hasMoved && drag.bar) selectBar(drag.bar);
    drag = null;
  });
  tracks.addEventListener("pointercancel", () => {
    drag = null;
  });
  tracks.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomBy(event.deltaY < 0 ? 0.8 : 1.25);
  }, { passive: false });
}

/** A click on the number or the text of a line chooses it. */
function connectSource() {
  part("code").addEventListener("click", (event) => {
    const item = event.target.closest("button.number, code")?.closest("li");
    if (item?.place) selectLine(...item.place);
  });
}

function connectButtons() {
  const actions = {
    play: () => player.toggle(), in: () => player.mark(false), out: () => player.mark(true),
    loop: toggleLoop, clear: () => player.clearSpan(), pin: () => player.pin(),
    "zoom-in": () => zoomBy(0.5), "zoom-out": () => zoomBy(2), fit: fitPlot,
    back: () => player.step(-1), next: () => player.step(1), theme: turnTheme,
  };
  for (const [id, action] of Object.entries(actions)) part(id).addEventListener("click", action);
  for (const button of document.querySelectorAll("[data-rate]")) {
    button.addEventListener("click", () => player.setRate(Number(button.dataset.rate)));
  }
  part("scrubber").addEventListener("input", (event) => {
    player.pause();
    player.go(Number(event.target.value));
  });
  document.addEventListener("keydown", onKey);
}

/** Takes the next of the themes: as the system says, light, dark. */
function turnTheme() {
  const root = document.documentElement;
  const next = { auto: "light", light: "dark", dark: "auto" }[root.dataset.theme ?? "auto"];
  if (next === "auto") delete root.dataset.theme;
  else root.dataset.theme = next;
  write(part("theme"), `theme: ${next}`);
}

/** Calls `action` when an element of the page has got another size. */
function whenResized(id, action) {
  const size = () => `${part(id).clientWidth} ${part(id).clientHeight}`;
  let last = size();
  new ResizeObserver(() => {
    const next = size();
    if (next === last || part(id).clientWidth === 0) return;
    last = next;
    action();
  }).observe(part(id));
}

function start() {
  connectSpace();
  connectTracks();
  connectButtons();
  connectSource();
  showData(JSON.parse(part("data").textContent));
  whenResized("tracks", drawPlot);
  whenResized("space", () => {
    turnSpace();
    render();
  });
  whenResized("picture", sizePicture);
  sizePicture();
  window.addEventListener("beforeprint", () => drawPlot());
}

/** What a server may use: it replaces the data, says that they are stale, and takes the presses. */
window.dockPreview = { show: showData, stale: showStale, hooks: show.hooks, redraw: buildBranches };

start();
