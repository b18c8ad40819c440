// The events of the script as buttons, and the ways in which the show can go.

/** The runs from the show as it was asked for to this one. */
function wayTo(data, number) {
  const way = [];
  for (let next = number; next !== null; next = data.runs[next].parent) way.unshift(next);
  return way;
}

/** The runs that follow a run when an event is pressed, by the time of the press. */
function pressesOf(data, number, event) {
  const found = [];
  data.runs.forEach((run, index) => {
    const last = run.presses.at(-1);
    if (run.parent === number && last[0] === event) found.push({ index, time: last[1] });
  });
  return found.sort((a, b) => a.time - b.time);
}

/** Draws the buttons, and the way to the run that is shown. */
function buildBranches() {
  const { data } = show;
  const panel = part("events");
  part("branches").hidden = data.events.length === 0 && data.runs.length === 1;
  panel.replaceChildren(...data.events.map((event, number) => eventButton(event, number)));
  const way = wayTo(data, show.number);
  const crumbs = way.map((index, depth) => {
    const run = data.runs[index];
    const last = run.presses.at(-1);
    const name = last ? `${data.events[last[0]].name} at ${clock(last[1])}` : "the show";
    const isHere = depth === way.length - 1;
    const button = element("button", {
      type: "button", class: "link", "aria-current": isHere ? "step" : null,
    }, name);
    button.addEventListener("click", () => chooseRun(index, player.time));
    return element("li", {}, button);
  });
  part("way").replaceChildren(...crumbs);
  part("way").hidden = way.length === 1;
}

function eventButton(event, number) {
  const presses = pressesOf(show.data, show.number, number);
  const isLive = typeof show.hooks.press === "function";
  const policy = event.policy === null ? "waited for"
    : event.policy === "alongside" ? "runs alongside" : event.policy;
  const times = presses.map((press) => clock(press.time)).join(", ");
  const button = element("button", {
    type: "button", class: "event", "data-event": number,
    "aria-disabled": isLive || presses.length > 0 ? null : "true",
  },
  element("b", { dir: "auto" }, event.name),
  element("span", { class: "policy" }, isLive || presses.length === 0 ? policy : `${policy} · ${times}`));
  button.addEventListener("click", () => pressEvent(number));
  return button;
}

/** The event at a time in seconds, as the option '--event' takes it. */
function optionOf(event, time) {
  return event.option.replace("T", `${time}s`);
}

/** Presses an event near the present time: where the page knows what comes of it. */
function pressEvent(number) {
  const event = show.data.events[number];
  if (typeof show.hooks.press === "function") {
    show.hooks.press(number, player.time);
    return;
  }
  const presses = pressesOf(show.data, show.number, number);
  if (presses.length === 0) {
    const before = show.data.runs[show.number].presses
      .map(([one, time]) => ` --event '${optionOf(show.data.events[one], figure(time))}'`).join("");
    const time = figure(Math.max(0, Math.round(player.time * 10) / 10));
    say(`This file does not hold what comes of '${event.name}' here. This makes a page of it: `
      + `${show.data.command}${before} --event '${optionOf(event, time)}'`);
    return;
  }
  const nearest = presses.reduce((best, press) =>
    Math.abs(press.time - player.time) < Math.abs(best.time - player.time) ? press : best);
  chooseRun(nearest.index, nearest.time);
  say(`${event.name} at ${clock(nearest.time)}`);
  part("events").querySelector(`[data-event="${number}"]`)?.focus({ preventScroll: true });
}

/** Says something once, also to those who cannot see it. */
function say(text) {
  write(part("status"), text);
}
