// The dock in space, with its phone, those around it, and the cone of the view.
//
// The projection is parallel, so that the phone turns exactly and its screen can be drawn flat. The
// lens is the origin; x goes right, y up, and z ahead of the dock at home. Those around it are drawn
// nearer and smaller by the same factor, which keeps every direction.

const space = {
  heading: 32, elevation: 24, scale: 100, shrink: 0.5,
  // The phone: half of its width and height, its thickness, and the radius of its corners.
  phone: { x: 0.33, y: 0.165, z: 0.042, corner: 0.045 },
};

const vector = {
  sum: (...list) => list.reduce((a, b) => a.map((value, index) => value + b[index])),
  times: (factor, a) => a.map((value) => factor * value),
  dot: (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2],
};

/** Where a view of this bearing and elevation looks, and its right and up. */
function directions(bearing, elevation, roll = 0) {
  const [b, e, turn] = [radians(bearing), radians(elevation), radians(roll)];
  const ahead = [Math.cos(e) * Math.sin(b), Math.sin(e), Math.cos(e) * Math.cos(b)];
  const right = [Math.cos(b), 0, -Math.sin(b)];
  const up = [-Math.sin(e) * Math.sin(b), Math.cos(e), -Math.sin(e) * Math.cos(b)];
  return {
    ahead,
    right: vector.sum(vector.times(Math.cos(turn), right), vector.times(-Math.sin(turn), up)),
    up: vector.sum(vector.times(Math.sin(turn), right), vector.times(Math.cos(turn), up)),
  };
}

/** The place on the page of a point in space. */
function flat(point) {
  const { right, up } = space.eye;
  return [space.scale * vector.dot(point, right), -space.scale * vector.dot(point, up)];
}

const line = (points) => `M${points.map(([x, y]) => `${px(x)} ${px(y)}`).join("L")}`;
const area = (points) => `${line(points)}Z`;

/** A circle at a height, as a path. */
function ring(radius, height, from = 0, to = 360) {
  const points = [];
  for (let angle = from; angle <= to; angle += 6) {
    const a = radians(angle);
    points.push(flat([radius * Math.sin(a), height, radius * Math.cos(a)]));
  }
  return line(points) + (to - from === 360 ? "Z" : "");
}

/** The outline around points: the smallest convex one. */
function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (list) => {
    const chain = [];
    for (const point of list) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** The matrix that draws x to the right and y down of a plane in space. */
function plane(origin, right, up) {
  const { right: across, up: rise } = space.eye;
  const k = space.scale;
  const [x, y] = flat(origin);
  const numbers = [
    k * vector.dot(right, across), -k * vector.dot(right, rise), -k * vector.dot(up, across),
    k * vector.dot(up, rise), x, y,
  ];
  return `matrix(${numbers.map((value) => value.toFixed(6)).join(" ")})`;
}

/** Builds the drawing for a run; `drawSpace` then only moves it. */
function buildSpace(data, run) {
  const root = part("space");
  root.replaceChildren();
  const group = (name) => {
    const node = shape("g", { class: name });
    root.append(node);
    return node;
  };
  space.hasCompany = data.company.length > 0;
  space.floor = space.hasCompany ? -1.5 * space.shrink : -0.44;
  const far = Math.max(
    0, ...data.company.flatMap((one) => one.ways.flatMap((way) => [way[2], way[5]])));
  space.reach = space.hasCompany ? limited((far + 0.35) * space.shrink, 0.9, 2.2) : 1.05;
  space.parts = Object.fromEntries(
    ["ground", "behind", "coneBehind", "trail", "stand", "phone", "coneBefore", "before"].map(
      (name) => [name, group(name)]));
  const { parts } = space;
  parts.trail.append(
    shape("path", { class: "whole" }), shape("path", { class: "done" }),
    shape("circle", { class: "spot", r: 4 }));
  buildPhone(parts.phone);
  space.trail = trailOf(run);
  turnSpace();
}

function buildPhone(root) {
  const { x, y, corner } = space.phone;
  const plate = (name) =>
    shape("rect", { class: name, x: -x, y: -y, width: 2 * x, height: 2 * y, rx: corner });
  root.append(
    shape("path", { class: "edge" }),
    shape("g", { class: "screen", id: "phone-screen" }, plate("glass"),
      shape("rect", {
        class: "lit", x: -x + 0.012, y: -y + 0.012, width: 2 * x - 0.024, height: 2 * y - 0.024,
        rx: corner - 0.01,
      }),
      shape("g", { class: "face", transform: `scale(${(2 * x - 0.03) / 640})` }),
      shape("circle", { class: "recording", cx: x - 0.05, cy: -y + 0.05, r: 0.017 })),
    shape("g", { class: "back", id: "phone-back" }, plate("shell"),
      shape("rect", { class: "bump", x: -0.055, y: -0.055, width: 0.11, height: 0.11, rx: 0.03 }),
      shape("circle", { class: "lens", r: 0.032 })));
}

/** The path of the middle of the view over the whole run, as directions with their times. */
function trailOf(run) {
  // Of a long show only some pieces: the path is for the eye, and no more can be seen.
  const most = 3000;
  const moving = run.axes.flatMap((axis) => axis.done.filter((piece) => piece.length > 3));
  const count = limited(Math.floor(most / Math.max(1, moving.length)), 1, 8);
  const stride = Math.max(1, Math.ceil(moving.length / most));
  const times = new Set([0, run.length]);
  for (let index = 0; index < moving.length; index += stride) {
    const [start, length] = moving[index];
    for (let turn = 0; turn <= count; turn += 1) times.add(start + (length * turn) / count);
  }
  const list = [...times].filter((time) => time <= run.length).sort((a, b) => a - b);
  const [pan, tilt] = ["pan", "tilt"].map((name) => run.axes.find((one) => one.name === name));
  return list.map((time) => [
    time, pan ? position(pan, time) : 0, tilt ? -position(tilt, time) : 0,
  ]);
}

/** Draws what does not move, after the eye has turned. */
function turnSpace() {
  space.eye = directions(space.heading, -space.elevation);
  const root = part("space");
  root.dataset.heading = space.heading;
  root.dataset.elevation = space.elevation;
  drawGround();
  drawStand();
  const rim = space.reach;
  const points = [];
  for (let angle = 0; angle < 360; angle += 15) {
    const [x, z] = [rim * Math.sin(radians(angle)), rim * Math.cos(radians(angle))];
    points.push(flat([x, space.floor, z]), flat([x, 0.25, z]));
  }
  points.push(flat([0, 0.42, 0]), ...namesOfBearings().flatMap(({ name, x, y }) =>
    [[x - 3.2 * name.length, y - 6], [x + 3.2 * name.length, y + 6]]));
  const [xs, ys] = [0, 1].map((index) => points.map((point) => point[index]));
  const [left, top] = [Math.min(...xs) - 12, Math.min(...ys) - 12];
  const [width, height] = [Math.max(...xs) + 12 - left, Math.max(...ys) + 18 - top];
  set(root, { viewBox: [left, top, width, height].map(px).join(" ") });
  [space.left, space.width] = [left, width];
  // Text keeps its size however the drawing is scaled.
  const shown = root.getBoundingClientRect();
  const unit = shown.height > 0 ? Math.max(width / shown.width, height / shown.height) : 1;
  root.style.setProperty("--unit", unit);
  space.unit = unit;
  space.points = space.trail.map(([time, bearing, elevation]) => {
    const { ahead } = directions(bearing, elevation);
    return [time, ...flat(vector.times(0.82 * space.reach, ahead))];
  });
  set(space.parts.trail.querySelector(".whole"), {
    d: line(space.points.map((point) => point.slice(1))),
  });
}

function drawGround() {
  const { ground } = space.parts;
  const floor = space.floor;
  const nodes = [shape("path", { class: "floor", d: ring(space.reach, floor) })];
  const steps = space.hasCompany
    ? [1, 2, 3, 4].filter((metres) => metres * space.shrink < space.reach - 0.02)
    : [];
  for (const metres of steps) {
    const radius = metres * space.shrink;
    nodes.push(shape("path", { class: "circle", d: ring(radius, floor) }));
    const [x, y] = flat([radius * Math.sin(2.6), floor, radius * Math.cos(2.6)]);
    nodes.push(shape("text", { class: "note", x: px(x), y: px(y + 3) }, `${metres} m`));
  }
  for (let bearing = 0; bearing < 360; bearing += 15) {
    const direction = [Math.sin(radians(bearing)), 0, Math.cos(radians(bearing))];
    const isMain = bearing % 90 === 0;
    const [inner, outer] = [space.reach - (isMain ? 0.09 : 0.05), space.reach].map((radius) =>
      flat(vector.sum(vector.times(radius, direction), [0, floor, 0])));
    nodes.push(shape("path", { class: isMain ? "mark main" : "mark", d: line([inner, outer]) }));
  }
  for (const { name, x, y } of namesOfBearings()) {
    nodes.push(shape("text", { class: "note", x: px(x), y: px(y + 3) }, name));
  }
  ground.replaceChildren(...nodes);
}

/** The names of four bearings, and the places of their middles: outside of the rim, beside its marks. */
function namesOfBearings() {
  const middle = flat([0, space.floor, 0]);
  return [["ahead", 0, 1], ["90° right", 1, 0], ["behind", 0, -1], ["90° left", -1, 0]].map(
    ([name, x, z]) => {
      const rim = flat([space.reach * x, space.floor, space.reach * z]);
      const way = [rim[0] - middle[0], rim[1] - middle[1]];
      const share = way[0] / (Math.hypot(...way) || 1);
      return { name, x: rim[0] + 12 * share, y: rim[1] + (way[1] < 0 ? -11 : 11) };
    });
}

function drawStand() {
  const [base, top] = [-0.44, -0.35];
  const column = (radius, low, high) => {
    const points = [];
    for (let angle = 0; angle < 360; angle += 6) {
      const [x, z] = [radius * Math.sin(radians(angle)), radius * Math.cos(radians(angle))];
      points.push(flat([x, low, z]), flat([x, high, z]));
    }
    return area(hull(points));
  };
  const nodes = [];
  if (space.floor < base) {
    nodes.push(
      shape("path", { class: "foot", d: column(0.2, space.floor, space.floor + 0.02) }),
      shape("path", { class: "foot", d: column(0.035, space.floor, base) }));
  }
  nodes.push(
    shape("path", { class: "base", d: column(0.26, base, top) }),
    shape("path", { class: "table", d: ring(0.26, top) }),
    shape("path", { class: "home", d: line([flat([0, top, 0.22]), flat([0, top, 0.26])]) }),
    shape("path", { class: "pointer" }),
    shape("path", { class: "neck" }),
    shape("path", { class: "yoke" }));
  space.parts.stand.replaceChildren(...nodes);
}

/** Moves everything to how it is at a time. */
function drawSpace(state, data, run) {
  const { parts } = space;
  const { yaw, pitch, roll } = state.pose;
  const phone = directions(yaw, -pitch, roll);
  drawYoke(yaw);
  drawPhone(state, phone);
  drawFace(parts.phone.querySelector(".face"), state, data, run);
  drawCone(state, phone);
  drawTrail(state);
  const depth = (one) => {
    const b = radians(one.bearing);
    return one.distance * vector.dot([Math.sin(b), 0, Math.cos(b)], space.eye.ahead);
  };
  const sorted = [...state.subjects].sort((a, b) => depth(b) - depth(a));
  const isBehind = (one) => depth(one) > 0;
  parts.behind.replaceChildren(...sorted.filter(isBehind).map(figureOf));
  parts.before.replaceChildren(...sorted.filter((one) => !isBehind(one)).map(figureOf));
  part("space").classList.toggle("dark-room", !state.isLit);
}

function drawYoke(yaw) {
  const { right, ahead } = directions(yaw, 0);
  const at = (x, y, z = 0) =>
    flat(vector.sum(vector.times(x, right), [0, y, 0], vector.times(z, ahead)));
  const stand = space.parts.stand;
  set(stand.querySelector(".pointer"), { d: line([at(0, -0.35, 0.12), at(0, -0.35, 0.21)]) });
  set(stand.querySelector(".neck"), { d: line([at(0, -0.35), at(0, -0.245)]) });
  const arm = space.phone.x + 0.035;
  set(stand.querySelector(".yoke"), {
    d: line([at(-arm, 0), at(-arm, -0.235), at(arm, -0.235), at(arm, 0)]),
  });
}

function drawPhone(state, { ahead, right, up }) {
  const { phone } = space.parts;
  const { x, y, z, corner } = space.phone;
  const lift = state.isDocked ? [0, 0, 0] : [0, 0.2, 0];
  const outline = [];
  for (const side of [-z / 2, z / 2]) {
    for (let turn = 0; turn < 24; turn += 1) {
      const a = radians(15 * turn + 7.5);
      const [cx, cy] = [Math.sign(Math.cos(a)) * (x - corner), Math.sign(Math.sin(a)) * (y - corner)];
      outline.push(flat(vector.sum(
        lift, vector.times(cx + corner * Math.cos(a), right),
        vector.times(cy + corner * Math.sin(a), up), vector.times(side, ahead))));
    }
  }
  set(phone.querySelector(".edge"), { d: area(hull(outline)) });
  const isScreen = vector.dot(ahead, space.eye.ahead) > 0;
  const screen = phone.querySelector(".screen");
  const back = phone.querySelector(".back");
  set(screen, {
    transform: plane(vector.sum(lift, vector.times(-z / 2, ahead)), right, up),
    visibility: isScreen ? null : "hidden",
  });
  set(back, {
    transform: plane(
      vector.sum(lift, vector.times(z / 2, ahead)), vector.times(-1, right), up),
    visibility: isScreen ? "hidden" : null,
  });
  set(screen.querySelector(".recording"), { visibility: state.isRecording ? null : "hidden" });
  phone.classList.toggle("away", !state.isDocked);
}

function drawCone(state, phone) {
  const { coneBehind, coneBefore } = space.parts;
  const camera = cameraAt(state);
  const sign = state.isFront ? -1 : 1;
  const corner = (x, y) => {
    const way = vector.sum(
      vector.times(sign, phone.ahead), vector.times(sign * x * camera.across, phone.right),
      vector.times(y * camera.down, phone.up));
    return flat(vector.times((0.82 * space.reach) / Math.hypot(...way), way));
  };
  const corners = [corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1)];
  const lens = flat([0, 0, 0]);
  const nodes = [
    shape("path", { class: "cone", d: area(hull([lens, ...corners])) }),
    ...corners.map((point) => shape("path", { class: "ray", d: line([lens, point]) })),
    shape("path", { class: "frame", d: area(corners) }),
  ];
  const isAway = sign * vector.dot(phone.ahead, space.eye.ahead) > 0;
  (isAway ? coneBehind : coneBefore).replaceChildren(...nodes);
  (isAway ? coneBefore : coneBehind).replaceChildren();
}

function drawTrail(state) {
  const index = lastIndex(space.points, state.time);
  const { yaw, pitch } = state.pose;
  const { ahead } = directions(yaw, -pitch);
  const spot = flat(vector.times(0.82 * space.reach, ahead));
  const done = space.points.slice(0, index + 1).map((point) => point.slice(1));
  set(space.parts.trail.querySelector(".done"), { d: line([...done, spot]) });
  set(space.parts.trail.querySelector(".spot"), { cx: px(spot[0]), cy: px(spot[1]) });
}

/** Somebody, or something, standing on the floor. */
function figureOf(one) {
  const b = radians(one.bearing);
  const { shrink, scale, floor } = space;
  const spot = [Math.sin(b) * one.distance * shrink, 0, Math.cos(b) * one.distance * shrink];
  const [x, head] = flat([spot[0], one.height * shrink, spot[2]]);
  const [, ground] = flat([spot[0], floor, spot[2]]);
  const unit = scale * shrink;
  const node = shape("g", { class: one.isPerson ? "person" : "object" });
  node.append(shape("ellipse", {
    class: "shadow", cx: px(x), cy: px(ground), rx: px(0.26 * unit),
    ry: px(0.26 * unit * Math.sin(radians(space.elevation))),
  }));
  if (one.isPerson) {
    const [wide, narrow] = [0.24 * unit, 0.15 * unit];
    const [neck, foot] = [head + 0.17 * unit, Math.max(ground, head + 0.5 * unit)];
    node.append(
      shape("path", {
        class: "body",
        d: `M${px(x - wide)} ${px(neck + wide)}Q${px(x - wide)} ${px(neck)} ${px(x)} ${px(neck)}`
          + `Q${px(x + wide)} ${px(neck)} ${px(x + wide)} ${px(neck + wide)}`
          + `L${px(x + narrow)} ${px(foot)}L${px(x - narrow)} ${px(foot)}Z`,
      }),
      shape("circle", { class: "head", cx: px(x), cy: px(head), r: px(0.14 * unit) }));
    if (one.isSpeaking) {
      for (const radius of [0.22, 0.3, 0.38]) {
        const [r, side] = [radius * unit, 0.5];
        node.append(shape("path", {
          class: "voice",
          d: `M${px(x + r * Math.cos(side))} ${px(head - r * Math.sin(side))}`
            + `A${px(r)} ${px(r)} 0 0 1 ${px(x + r * Math.cos(side))} ${px(head + r * Math.sin(side))}`,
        }));
      }
    }
  } else {
    const half = 0.12 * unit;
    node.append(
      shape("path", { class: "thread", d: line([[x, head], [x, ground]]) }),
      shape("rect", {
        class: "thing", x: px(x - half), y: px(head - half), width: px(2 * half),
        height: px(2 * half), rx: 3,
      }));
  }
  const name = one.name.length > 18 ? `${one.name.slice(0, 17)}…` : one.name;
  // A letter is about 8 wide; a long name stays in the picture.
  const half = Math.min(4.2 * name.length * space.unit, space.width / 2);
  const middle = limited(x, space.left + half, space.left + space.width - half);
  node.append(shape("text", { class: "name", x: px(middle), y: px(head - 0.22 * unit) }, name));
  return node;
}
