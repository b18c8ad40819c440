// What the camera sees: the room by its bearings, those in it, thirds, and the region of interest.

const frame = { width: 480, height: 270, unit: 1 };

/** A point of the picture, whose sides are 1, on the page. */
const inFrame = ([x, y]) => [x * frame.width, y * frame.height];

/** A line of points in the picture, interrupted where they are behind the lens. */
function seenLine(points) {
  let path = "";
  let isDrawing = false;
  for (const point of points) {
    if (!point || Math.abs(point[0] - 0.5) > 4 || Math.abs(point[1] - 0.5) > 4) {
      isDrawing = false;
      continue;
    }
    const [x, y] = inFrame(point);
    path += `${isDrawing ? "L" : "M"}${px(x)} ${px(y)}`;
    isDrawing = true;
  }
  return path;
}

/** Keeps the size of text however wide the picture is. */
function sizePicture() {
  const width = part("picture").clientWidth;
  if (width === 0) return;
  frame.unit = frame.width / width;
  part("picture").style.setProperty("--unit", frame.unit);
  if (show.run) render();
}

function drawPicture(state, data) {
  const root = part("picture");
  const camera = cameraAt(state);
  const nodes = [shape("rect", { class: "wall", width: frame.width, height: frame.height })];
  nodes.push(...roomOf(camera));
  const sorted = [...state.subjects].sort((a, b) => b.distance - a.distance);
  for (const one of sorted) nodes.push(...subjectIn(camera, one, data, state));
  nodes.push(...guides(state));
  if (!state.isLit) {
    nodes.push(
      shape("rect", { class: "night", width: frame.width, height: frame.height }),
      shape("text", { class: "middle", x: frame.width / 2, y: frame.height / 2 }, "the light is off"));
  }
  root.replaceChildren(...nodes);
  write(part("lens"), state.isFront ? "front camera" : "back camera");
  write(part("zoom-value"), `${figure(state.zoom)}×`);
  write(part("framing-value"), `framing ${state.framing}`);
  part("record").hidden = !state.isRecording;
  write(part("sound"), `♪ ${state.sounds.join(", ")}`);
  part("sound").hidden = state.sounds.length === 0;
  const follows = state.tracker && state.tracker[0] === "follows" ? state.tracker.slice(1) : [];
  const words = state.isTracking
    ? follows.length > 0 ? `system tracking follows ${follows.join(", ")}` : "system tracking"
    : follows.length > 0 ? `the script follows ${follows.join(", ")}` : "the script has the motors";
  write(part("tracker"), words);
  part("flash").hidden = state.photo === null || state.time - state.photo > 0.25;
}

/** The horizon and lines of bearing and elevation, so that the picture moves in an empty room. */
function roomOf(camera) {
  const nodes = [];
  const span = degrees(Math.atan(camera.across)) * 2;
  const step = span > 50 ? 15 : span > 20 ? 5 : span > 8 ? 2 : 1;
  const first = Math.ceil((camera.bearing - span) / step) * step;
  for (let bearing = first; bearing <= camera.bearing + span; bearing += step) {
    const points = [];
    for (let e = -60; e <= 60; e += 10) points.push(project(camera, bearing, e));
    nodes.push(shape("path", { class: bearing % 90 === 0 ? "wire main" : "wire", d: seenLine(points) }));
    const label = project(camera, bearing, camera.elevation - degrees(Math.atan(camera.down)) * 0.86);
    if (!label) continue;
    const turned = ((((bearing + 180) % 360) + 360) % 360) - 180;
    const name = turned === 0 ? "0°" : `${Math.abs(turned)}° ${turned < 0 ? "left" : "right"}`;
    const [x, y] = inFrame(label);
    // A name that would be cut off at the side is not there.
    const half = 3 * name.length * frame.unit;
    if (x < half || x > frame.width - half) continue;
    nodes.push(
      shape("text", { class: "note", x: px(x), y: px(Math.min(y, frame.height - 5)) }, name));
  }
  for (let elevation = -60; elevation <= 60; elevation += step) {
    if (Math.abs(elevation - camera.elevation) > span) continue;
    const points = [];
    for (let b = -60; b <= 60; b += 6) points.push(project(camera, camera.bearing + b, elevation));
    nodes.push(shape("path", { class: elevation === 0 ? "wire horizon" : "wire", d: seenLine(points) }));
  }
  return nodes;
}

function subjectIn(camera, one, data, state) {
  const [width, height] = one.isPerson ? data.sizes.face : data.sizes.object;
  const box = framed(camera, one, width, height);
  if (!box || box[0] > 1.5 || box[0] + box[2] < -0.5) return [];
  const place = ([x, y, w, h]) => ({
    x: px(x * frame.width), y: px(y * frame.height), width: px(w * frame.width),
    height: px(h * frame.height),
  });
  const nodes = [];
  if (one.isPerson) {
    const [bodyWidth, bodyHeight] = data.sizes.body;
    const body = framed(camera, one, bodyWidth, bodyHeight, height / 2 + bodyHeight / 2 + 0.03);
    if (body) nodes.push(shape("rect", { class: "body", ...place(body), rx: px(body[2] * 160) }));
    const [x, y, w, h] = box;
    nodes.push(shape("ellipse", {
      class: "head", cx: px((x + w / 2) * frame.width), cy: px((y + h / 2) * frame.height),
      rx: px((w / 2) * frame.width), ry: px((h / 2) * frame.height),
    }));
  } else {
    nodes.push(shape("rect", { class: "thing", ...place(box), rx: 3 }));
  }
  const followed = state.tracker?.slice(1).includes(one.name);
  nodes.push(shape("rect", {
    class: followed ? "box followed" : "box", ...place(box), "data-subject": one.number,
  }));
  const words = [one.name.length > 24 ? `${one.name.slice(0, 23)}…` : one.name];
  if (one.isSpeaking) words.push("speaks");
  if (one.isPerson && one.looking < 0.5) words.push("looks away");
  const x = limited(box[0] * frame.width, 4, frame.width - 60);
  const y = box[1] * frame.height - 5;
  if (box[0] + box[2] > 0 && box[0] < 1) {
    nodes.push(shape("text", { class: "name", x: px(x), y: px(Math.max(12, y)) }, words.join(" · ")));
  }
  return nodes;
}

/** The thirds, the region of interest, the part that is kept, and where framing wants somebody. */
function guides(state) {
  const { width, height } = frame;
  const nodes = [];
  for (const third of [1 / 3, 2 / 3]) {
    nodes.push(
      shape("path", { class: "third", d: `M${px(third * width)} 0V${height}` }),
      shape("path", { class: "third", d: `M0 ${px(third * height)}H${width}` }));
  }
  const region = state.region ?? [0, 0, 1, 1];
  if (state.region) {
    nodes.push(shape("rect", {
      class: "region", x: px(region[0] * width), y: px(region[1] * height),
      width: px(region[2] * width), height: px(region[3] * height),
    }), shape("text", {
      class: "note start", x: px(region[0] * width + 5), y: px(region[1] * height + 13),
    }, "region of interest"));
  }
  const share = { left: 1 / 6, right: 5 / 6 }[state.framing] ?? 0.5;
  const [x, y] = [(region[0] + share * region[2]) * width, (region[1] + region[3] / 2) * height];
  nodes.push(shape("path", { class: "aim", d: `M${px(x - 7)} ${px(y)}h14M${px(x)} ${px(y - 7)}v14` }));
  if (state.crop) {
    const [w, h] = [state.crop[0] / state.format[0], state.crop[1] / state.format[1]];
    if (w < 1 || h < 1) {
      nodes.push(shape("rect", {
        class: "crop", x: px(((1 - w) / 2) * width), y: px(((1 - h) / 2) * height),
        width: px(w * width), height: px(h * height),
      }));
    }
  }
  return nodes;
}
