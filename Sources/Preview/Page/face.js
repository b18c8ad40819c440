// The face on the screen of the phone: the drawings of the file, with eyes that move and blink.

const face = { shown: null, isStill: matchMedia("(prefers-reduced-motion: reduce)") };

/** How far the eyes are open in blinks [start, count, gap, length], from 0 to 1. */
function openness(blinks, time) {
  const blink = blinks[lastIndex(blinks, time)];
  if (!blink) return 1;
  const [start, count, gap, length] = blink;
  let open = 1;
  for (let turn = 0; turn < count; turn += 1) {
    const share = (time - start - turn * gap) / length;
    if (share <= 0 || share >= 1) continue;
    open = Math.min(open, share < 0.4 ? 1 - gently(share / 0.4) : gently((share - 0.4) / 0.6));
  }
  return open;
}

/** A share of a change that begins and ends gently. */
function gently(share) {
  const part = limited(share, 0, 1);
  return part * part * (3 - 2 * part);
}

/** Where the eyes look, from 0 to 1, from left to right and from top to bottom. */
function eyeAim(state, data) {
  const fixed = { left: [0.1, 0.5], right: [0.9, 0.5], up: [0.5, 0.2], down: [0.5, 0.8] };
  if (!state.follows) return fixed[state.gaze] ?? [0.5, 0.5];
  const wanted = state.subjects.filter((one) => {
    if (state.follows.startsWith("object")) return !one.isPerson;
    return one.isPerson && (!state.follows.includes("speaking") || one.isSpeaking);
  });
  const named = wanted.find((one) => state.follows.endsWith(` ${one.name}`)) ?? wanted[0];
  if (!named) return [0.5, 0.5];
  const [width, height] = named.isPerson ? data.sizes.face : data.sizes.object;
  const box = framed(cameraAt(state), named, width, height);
  if (!box) return [0.5, 0.5];
  const [x, y] = [box[0] + box[2] / 2, box[1] + box[3] / 2];
  if (x < 0 || x > 1 || y < 0 || y > 1) return [0.5, 0.5];
  return [limited(x, 0.1, 0.9), limited(y, 0.2, 0.8)];
}

/**
 * How far a spring has come after a share of its time, from 0 to 1: the closed form of a damping
 * fraction of 0.7, which stands after one swing.
 */
function swung(share) {
  if (share >= 1) return 1;
  const swing = 2 * Math.PI * Math.max(0, share);
  const decay = 0.7 / Math.sqrt(1 - 0.7 * 0.7);
  return 1 - Math.exp(-decay * swing) * (Math.cos(swing) + decay * Math.sin(swing));
}

/** Draws the rings that taps let run over the face. */
function drawRipples(root, state, data, run) {
  const { path, length, reach, opacity } = data.ripple;
  root.querySelectorAll(".ripple").forEach((ring) => ring.remove());
  if (face.isStill.matches) return;
  const color = data.faces.find((one) => one.name === state.mood)?.color ?? "#ffffff";
  for (const tap of run.taps) {
    const left = 1 - (state.time - tap) / length;
    if (left <= 0 || left > 1) continue;
    const size = reach[1] - (reach[1] - reach[0]) * left * left;
    root.append(shape("path", {
      class: "ripple", d: path, fill: color, "fill-opacity": px(opacity * left),
      transform: `scale(${px(size)})`,
    }));
  }
}

/** The drawing of a mood, made once. */
function faceOf(mood) {
  const group = shape("g", { class: "mood-face", "data-mood": mood.name });
  for (const piece of mood.parts) {
    const node = shape("g", { class: piece.name });
    for (const [path, color, opacity] of piece.shapes) {
      node.append(shape("path", { d: path, fill: color, "fill-opacity": opacity }));
    }
    group.append(node);
  }
  return group;
}

/** Draws the face into the screen: the present mood, and over it the one before as it goes. */
function drawFace(root, state, data, run) {
  const change = state.moodBefore;
  const time = change && change.length > 0 ? (state.time - change.start) / change.length : 1;
  // A drawing that fades cannot swing past its end.
  const share = change?.isSpring ? limited(swung(time), 0, 1) : gently(time);
  const names = time < 1 ? [change.mood, state.mood] : [state.mood];
  const key = names.join();
  if (face.shown !== key || root.childElementCount === 0) {
    face.shown = key;
    root.replaceChildren(...names.map((name) =>
      faceOf(data.faces.find((one) => one.name === name) ?? data.faces[0])));
  }
  const aim = eyeAim(state, data);
  const blink = face.isStill.matches ? 1 : openness(run.blinks, state.time);
  root.querySelectorAll(".mood-face").forEach((group, index) => {
    const mood = data.faces.find((one) => one.name === group.dataset.mood);
    group.setAttribute("opacity", names.length > 1 ? (index === 0 ? 1 - share : share) : 1);
    const [x, y] = [(aim[0] - 0.5) * mood.reach[0], (aim[1] - 0.5) * mood.reach[1]];
    const open = mood.open + (1 - mood.open) * blink;
    for (const node of group.children) {
      if (node.getAttribute("class") === "eye") {
        node.setAttribute("transform", `translate(${px(x)} ${px(y - 12 * (1 - open))})`
          + ` scale(1 ${px(Math.max(0.05, open))})`);
      } else {
        const part = node.getAttribute("class") === "brow" ? 0.8 : 0.35;
        node.setAttribute("transform", `translate(${px(x * part)} 0)`);
      }
    }
  });
  drawRipples(root, state, data, run);
}
