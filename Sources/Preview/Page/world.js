// The dock, its phone and those around it at a time, and what the camera sees of them.

const fieldOfView = 65;
const aspect = 16 / 9;

/** Sorts what happened in a run by its word, so that the last of each is found at once. */
function indexed(run, number, runs) {
  run.by = {};
  for (const axis of run.axes) {
    [axis.plan, axis.done] = [piecesOf(axis.plan), piecesOf(axis.done)];
    completeCurves(axis, runs[run.parent]?.axes.find((other) => other.name === axis.name));
  }
  for (const [time, word, ...values] of run.happened) {
    (run.by[word] ??= []).push([time, ...values]);
  }
  let zoom = 1;
  let before = null;
  for (const entry of run.by.zoom ?? []) {
    if (before) zoom = zoomOf(before, entry[0]);
    entry.push(zoom);
    before = entry;
  }
  return run;
}

/**
 * Completes the curves of an axis, of which each piece is in the file once: both begin with pieces
 * of the run that this one leaves, and what was done with pieces of what was planned.
 */
function completeCurves(axis, left) {
  const { as_left: [planAsLeft, doneAsLeft], as_planned: asPlanned } = axis;
  if (planAsLeft > 0) axis.plan = [...left.plan.slice(0, planAsLeft), ...axis.plan];
  if (asPlanned === axis.plan.length && axis.done.length === 0 && doneAsLeft <= asPlanned) {
    axis.done = axis.plan;
  } else if (doneAsLeft > asPlanned) {
    axis.done = [...left.done.slice(0, doneAsLeft), ...axis.done];
  } else if (asPlanned > 0) {
    axis.done = [...axis.plan.slice(0, asPlanned), ...axis.done];
  }
}

/** The zoom of an entry [time, thousandths, milliseconds, from]: it changes evenly. */
function zoomOf([start, value, length, from], time) {
  const share = length > 0 ? limited((time - start) / (length / 1000), 0, 1) : 1;
  return from + share * (value / 1000 - from);
}

/** The values of the last thing of a word that happened; null if there was none. */
function latest(run, word, time) {
  const list = run.by[word] ?? [];
  const entry = list[lastIndex(list, time)];
  return entry ?? null;
}

/** All that is so at a time. */
function stateAt(data, run, time) {
  const flips = lastIndex(run.by.flip ?? [], time) + 1;
  const zoom = latest(run, "zoom", time);
  const eyes = [latest(run, "look", time), latest(run, "follow", time)];
  const follows = eyes[1] && (!eyes[0] || eyes[1][0] >= eyes[0][0]);
  const pose = { yaw: 0, pitch: 0, roll: 0 };
  for (const axis of run.axes) {
    pose[{ pan: "yaw", tilt: "pitch", roll: "roll" }[axis.name]] = position(axis, time);
  }
  const region = latest(run, "region", time);
  // A tracker that has lost the motors since follows nobody.
  const [turn, tracker] = [latest(run, "tracking", time), latest(run, "tracker", time)];
  const isFollowing = tracker && (!turn || tracker[0] >= turn[0]);
  return {
    time,
    pose,
    zoom: zoom ? zoomOf(zoom, time) : 1,
    isFront: flips % 2 === 1,
    mood: latest(run, "face", time)?.[1] ?? "normal",
    moodBefore: moodBefore(run, time),
    gaze: follows ? null : eyes[0]?.[1] ?? "center",
    follows: follows ? eyes[1].slice(1).join(" ") : null,
    blinked: latest(run, "blink", time)?.[0] ?? null,
    photo: latest(run, "photo", time)?.[0] ?? null,
    isRecording: latest(run, "record", time)?.[1] ?? false,
    sounds: soundsAt(run, time),
    framing: latest(run, "framing", time)?.[1] ?? "automatic",
    region: region ? region.slice(1) : null,
    crop: latest(run, "crop", time)?.slice(1) ?? null,
    format: latest(run, "format", time)?.slice(1) ?? [1920, 1080],
    isTracking: latest(run, "tracking", time)?.[1] ?? run.tracked,
    isDocked: latest(run, "docked", time)?.[1] ?? true,
    tracker: isFollowing ? tracker.slice(1) : null,
    isLit: data.light[lastIndex(data.light, time)]?.[1] ?? true,
    subjects: subjectsAt(data, time),
  };
}

/** The names of what is heard at a time. */
function soundsAt(run, time) {
  const silences = run.by.silence ?? [];
  return (run.by.sound ?? []).filter(([start, number, , length]) =>
    start <= time && time < start + length / 1000 &&
    !silences.some(([end, other]) => other === number && start <= end && end <= time)
  ).map((entry) => entry[4]);
}

/** The change of the face that is under way: when it began, its seconds, and the mood before. */
function moodBefore(run, time) {
  const list = run.by.face ?? [];
  const index = lastIndex(list, time);
  if (index < 0) return null;
  return {
    mood: list[index - 1]?.[1] ?? "normal", start: list[index][0], length: list[index][2] / 1000,
    isSpring: list[index][3] === true,
  };
}

/** Those who are there at a time: where their face or middle is, seen from the lens. */
function subjectsAt(data, time) {
  const there = [];
  data.company.forEach((subject, number) => {
    const way = subject.ways[lastIndex(subject.ways, time)];
    if (!way || !way[9]) return;
    const share = walked(time - way[7], way[8]);
    const [bearing, distance, height] = [0, 1, 2].map(
      (index) => way[1 + index] + share * (way[4 + index] - way[1 + index]));
    there.push({
      number, name: subject.name, isPerson: subject.person, bearing, distance, height,
      isSeated: way[10], looking: way[11], isSpeaking: subject.person && time < way[12],
    });
  });
  return there;
}

/** The share of a walk that is done: even, but for half a second at both ends. */
function walked(time, length) {
  if (length <= 0 || time >= length) return 1;
  const ramp = Math.min(0.5, length / 2);
  const speed = 1 / (length - ramp);
  if (time < ramp) return (speed * Math.max(0, time) ** 2) / (2 * ramp);
  const left = length - time;
  return left < ramp ? 1 - (speed * left * left) / (2 * ramp) : speed * (time - ramp / 2);
}

/** The camera: tangents of half of its angles, and where it looks. */
function cameraAt(state) {
  const half = Math.tan(radians(fieldOfView / 2)) / state.zoom;
  const { yaw, pitch } = state.pose;
  return {
    across: half,
    down: half / aspect,
    bearing: state.isFront ? yaw + 180 : yaw,
    elevation: state.isFront ? pitch : -pitch,
  };
}

/** Where a direction is in the picture, whose sides are 1; null behind the lens. */
function project(camera, bearing, elevation) {
  const [e, b] = [radians(elevation), radians(bearing - camera.bearing)];
  const tilt = radians(camera.elevation);
  const forward = Math.cos(e) * Math.cos(b);
  const depth = Math.sin(e) * Math.sin(tilt) + forward * Math.cos(tilt);
  if (depth < 1e-6) return null;
  const right = Math.cos(e) * Math.sin(b);
  const up = Math.sin(e) * Math.cos(tilt) - forward * Math.sin(tilt);
  return [0.5 + right / depth / camera.across / 2, 0.5 - up / depth / camera.down / 2];
}

/** The rectangle of a figure in the picture, [x, y, width, height]; null if it is behind it. */
function framed(camera, subject, width, height, drop = 0) {
  const away = Math.hypot(subject.distance, subject.height);
  const [e, b] = [Math.atan2(subject.height - drop, subject.distance), radians(subject.bearing)];
  const distance = drop === 0 ? away : Math.hypot(subject.distance, subject.height - drop);
  const [across, up] = [width / 2 / distance, height / 2 / distance];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [side, rise] of [[-across, -up], [across, -up], [-across, up], [across, up]]) {
    const x = Math.cos(e) * Math.sin(b) + side * Math.cos(b);
    const z = Math.cos(e) * Math.cos(b) - side * Math.sin(b);
    const point = project(
      camera, degrees(Math.atan2(x, z)), degrees(Math.atan2(Math.sin(e) + rise, Math.hypot(x, z))));
    if (!point) return null;
    [left, right] = [Math.min(left, point[0]), Math.max(right, point[0])];
    [top, bottom] = [Math.min(top, point[1]), Math.max(bottom, point[1])];
  }
  return [left, top, right - left, bottom - top];
}
