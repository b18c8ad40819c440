// The time of the show: playing, stepping, and the part that is repeated.

const player = {
  time: 0, length: 0, rate: 1, isPlaying: false, isLooping: false, from: null, to: null,
  frames: { last: null },

  /** True if a part of the show is chosen. */
  hasSpan() {
    return player.from !== null || player.to !== null;
  },

  /** The part that is played: all of it, unless a part is chosen. */
  span() {
    const from = player.from ?? 0;
    const to = player.to ?? player.length;
    return from < to ? [from, to] : [0, player.length];
  },

  /** Goes to a time, and shows it. */
  go(time) {
    player.time = limited(Math.round(time * 1e6) / 1e6, 0, player.length);
    followCursor();
    render();
  },

  play() {
    if (player.isPlaying || player.length === 0) return;
    const [from, to] = player.span();
    if (player.time >= to - 1e-6 || player.time < from) player.go(from);
    player.isPlaying = true;
    player.frames.last = null;
    requestAnimationFrame(player.tick);
    drawButtons();
  },

  pause() {
    if (!player.isPlaying) return;
    player.isPlaying = false;
    drawButtons();
    render();
  },

  toggle() {
    if (player.isPlaying) player.pause();
    else player.play();
  },

  /** Plays what has passed since the last picture. */
  tick(now) {
    if (!player.isPlaying) return;
    const passed = player.frames.last === null ? 0 : (now - player.frames.last) / 1000;
    player.frames.last = now;
    const [from, to] = player.span();
    let next = player.time + passed * player.rate;
    if (next >= to) {
      if (player.isLooping && to > from) next = from + ((next - from) % (to - from));
      else {
        player.go(to);
        player.pause();
        return;
      }
    }
    player.go(next);
    requestAnimationFrame(player.tick);
  },

  setRate(rate) {
    player.rate = rate;
    drawButtons();
  },

  /** Begins, or ends, the part that is played at the present time. */
  mark(isEnd) {
    player[isEnd ? "to" : "from"] = player.time;
    if (player.from !== null && player.to !== null && player.from >= player.to) {
      player[isEnd ? "from" : "to"] = null;
    }
    player.isLooping = true;
    drawButtons();
    drawCursors();
    const [from, to] = player.span();
    say(`repeats ${clock(from)} to ${clock(to)}`);
  },

  clearSpan() {
    [player.from, player.to, player.isLooping] = [null, null, false];
    drawButtons();
    drawCursors();
    say("plays all of it");
  },

  /** Goes to where the next step begins, or the last one before. */
  step(direction) {
    const steps = allBars(plot.run).filter(({ bar }) => bar[6]);
    const found = direction > 0
      ? steps.find(({ bar }) => bar[0] > player.time + 1e-6)
      : steps.findLast(({ bar }) => bar[0] < player.time - 1e-6);
    if (!found) return;
    player.go(found.bar[0]);
    selectBar(found.bar);
    say(`${clock(found.bar[0])}: ${found.bar[2]}`);
  },

  pin() {
    if (plot.pins.some((pin) => Math.abs(pin - player.time) < 1e-6)) return;
    plot.pins.push(player.time);
    plot.pins.sort((a, b) => a - b);
    drawPins();
    drawCursors();
    say(`pinned ${clock(player.time)}`);
  },
};

/** What each key does. */
const keys = {
  " ": () => player.toggle(),
  ArrowLeft: (event) => player.go(player.time - (event.shiftKey ? 1 : 0.1)),
  ArrowRight: (event) => player.go(player.time + (event.shiftKey ? 1 : 0.1)),
  Home: () => player.go(player.span()[0]),
  End: () => player.go(player.span()[1]),
  ",": () => player.step(-1),
  ".": () => player.step(1),
  "[": () => player.mark(false),
  "]": () => player.mark(true),
  l: () => toggleLoop(),
  x: () => player.clearSpan(),
  p: () => player.pin(),
  h: () => player.setRate(0.5),
  1: () => player.setRate(1),
  2: () => player.setRate(2),
  "+": () => zoomBy(0.5),
  "-": () => zoomBy(2),
  0: () => fitPlot(),
  "?": () => toggleKeys(),
};

/** Carries out a key, unless it is meant for an element. */
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return;
  const target = event.target.closest("button, a, input, summary, select");
  const isScrubber = target?.id === "scrubber";
  const isForTarget = target && !isScrubber && [" ", "Enter"].includes(event.key);
  if (isForTarget) return;
  event.preventDefault();
  action(event);
}

function toggleLoop() {
  player.isLooping = !player.isLooping;
  drawButtons();
}

function toggleKeys() {
  const help = part("keys");
  help.open = !help.open;
}

function fitPlot() {
  plot.zoom = null;
  drawPlot();
}

/** Shows on the buttons what is on. */
function drawButtons() {
  const play = part("play");
  set(play, { "aria-label": player.isPlaying ? "pause" : "play", "aria-pressed": player.isPlaying });
  play.classList.toggle("playing", player.isPlaying);
  for (const button of document.querySelectorAll("[data-rate]")) {
    set(button, { "aria-pressed": Number(button.dataset.rate) === player.rate });
  }
  play.disabled = player.length === 0;
  set(part("loop"), { "aria-pressed": player.isLooping });
  part("clear").disabled = !player.hasSpan();
}
