// One quantity of one axis over time, between its limits.

/** Where the values of a chart are; limits that are far away stand at the edges, behind a break. */
function scaleFor([least, most], [lower, upper], isSymmetric, height) {
  let [low, high] = isSymmetric ? [-Math.max(-least, most), Math.max(-least, most)] : [least, most];
  if (high - low < 1e-9) {
    const room = isSymmetric ? upper ?? 1 : 1;
    [low, high] = [low - room, high + room];
  }
  const pad = (high - low) * (isSymmetric ? 0.1 : 0.12);
  [low, high] = [low - pad, high + pad];
  const span = high - low;
  const isFar = (distance) => distance > span * (isSymmetric ? 0.9 : 0.8);
  const breaks = [lower !== null && isFar(low - lower), upper !== null && isFar(upper - high)];
  if (lower !== null && !breaks[0]) low = Math.min(low, lower - span * 0.04);
  if (upper !== null && !breaks[1]) high = Math.max(high, upper + span * 0.04);
  const margin = 12;
  const top = breaks[1] ? margin : 0;
  const inner = height - top - (breaks[0] ? margin : 0);
  const y = (value) => top + ((high - value) / (high - low)) * inner;
  return {
    low, high, y, breaks: [breaks[1] ? margin * 0.7 : null, breaks[0] ? height - margin * 0.7 : null],
    limitY: (value, isUpper) =>
      breaks[isUpper ? 1 : 0] ? (isUpper ? 3 : height - 3) : limited(y(value), 0, height),
    bounded: (value) => limited(y(value), 0, height),
  };
}

/** The pieces of a list that are at least partly within a view. */
function within(pieces, view) {
  const first = Math.max(0, lastIndex(pieces, view.from));
  const last = lastIndex(pieces, view.to);
  return pieces.slice(first, last + 1);
}

/** The curve of pieces as a path, and what is too narrow to be seen as the area that it covers. */
function curvePath(pieces, order, sign, view, scale) {
  let path = "";
  let covered = "";
  let last = null;
  let run = null;
  let merged = 0;
  const isDense = pieces.length > 2000;
  const close = () => {
    if (!run) return;
    const [top, bottom] = [scale.y(run.high), scale.y(run.low)];
    const width = Math.max(0.6, run.to - run.from);
    covered += `M${px(run.from)} ${px(top)}h${px(width)}V${px(Math.max(bottom, top + 1))}h${px(-width)}Z`;
    run = null;
  };
  for (const piece of pieces) {
    for (const cubic of cubics(piece, order, 1e-4)) {
      const [start, length] = cubic;
      const [x0, x1] = [view.x(start), view.x(start + length)];
      if (isDense && x1 - x0 < 0.5) {
        merged += 1;
        const [low, high] = extremes(cubic).map((value) => value * sign).sort((a, b) => a - b);
        if (run && x1 - run.from <= 1) {
          run = { from: run.from, to: x1, low: Math.min(run.low, low), high: Math.max(run.high, high) };
        } else {
          close();
          run = { from: x0, to: x1, low, high };
        }
        last = null;
        continue;
      }
      close();
      const [c0, c1, c2, c3] = cubic.slice(2).map((value) => value * sign);
      const [y0, y1, y2, y3] = [
        c0, c0 + c1 / 3, c0 + (2 * c1 + c2) / 3, c0 + c1 + c2 + c3,
      ].map(scale.y);
      const meets = last && Math.abs(last[0] - start) < 1e-6;
      if (!meets) path += `M${px(x0)} ${px(y0)}`;
      else if (Math.abs(last[1] - y0) > 0.01) path += `L${px(x0)} ${px(y0)}`;
      path += c2 === 0 && c3 === 0
        ? `L${px(x1)} ${px(y3)}`
        : `C${px(x0 + (x1 - x0) / 3)} ${px(y1)} ${px(x0 + (2 * (x1 - x0)) / 3)} ${px(y2)}`
          + ` ${px(x1)} ${px(y3)}`;
      last = [start + length, y3];
    }
  }
  close();
  return { path, covered, merged };
}

/** The least and the greatest value of a quantity over pieces; null for none. */
function rangeOf(pieces, order, sign) {
  let [low, high] = [Infinity, -Infinity];
  for (const piece of pieces) {
    for (const cubic of cubics(piece, order, 1e-2)) {
      const [a, b] = extremes(cubic);
      low = Math.min(low, a * sign, b * sign);
      high = Math.max(high, a * sign, b * sign);
    }
  }
  return low > high ? null : [low, high];
}

/** Steps from mark to mark that are easy to read: the first that is long enough, and the next two. */
function roundSteps(least) {
  let unit = 1e-6;
  while (unit * 10 < least) unit *= 10;
  const steps = [10, 5, 2, 1, 0.5, 0.2].map((factor) => factor * unit);
  const first = steps.findLastIndex((step) => step >= least);
  return steps.slice(first, first + 3);
}

/** 1, or -1 of tilt, whose values are drawn upside down: up is up. */
const orientation = (axis) => (axis.name === "tilt" ? -1 : 1);

/** What a chart needs to know of a run and does not depend on the view. */
function chartFacts(axis, order) {
  const sign = orientation(axis);
  const planned = rangeOf(axis.plan, order, sign);
  const isOther = order < 2 && axis.done !== axis.plan;
  const done = isOther ? rangeOf(axis.done, order, sign) : null;
  const range = planned && done
    ? [Math.min(planned[0], done[0]), Math.max(planned[1], done[1])] : planned ?? done;
  let [lower, upper] = [null, null];
  for (const entry of axis.limits) {
    let pair = bounds(entry.slice(1), order);
    if (sign < 0) pair = [pair[1] === null ? null : -pair[1], pair[0] === null ? null : -pair[0]];
    if (pair[0] !== null) lower = Math.min(lower ?? pair[0], pair[0]);
    if (pair[1] !== null) upper = Math.max(upper ?? pair[1], pair[1]);
  }
  return { axis, order, sign, range: range ?? [0, 0], planned, lower, upper };
}

/** Draws a chart into its SVG. */
function drawChart(svg, facts, view) {
  const { axis, order, sign, lower, upper } = facts;
  const { height } = quantities[order];
  const scale = scaleFor(facts.range, [lower, upper], order > 0, height);
  const nodes = [shape("rect", {
    class: "panel", x: px(view.left), y: 0, width: px(view.right - view.left), height,
  })];
  for (const mark of view.marks) {
    nodes.push(shape("path", { class: "grid", d: `M${px(mark.x)} 0V${height}` }));
  }
  const zero = scale.y(0);
  if (zero > 1 && zero < height - 1) {
    nodes.push(shape("path", { class: "zero", d: `M${px(view.left)} ${px(zero)}H${px(view.right)}` }));
  }
  for (const y of scale.breaks.filter((one) => one !== null)) {
    nodes.push(shape("rect", {
      class: "break", x: px(view.left), y: px(y - 1.5), width: px(view.right - view.left), height: 3,
    }));
  }
  const unknown = unknownTimes(axis, order, view, height);
  nodes.push(...unknown.areas);
  nodes.push(...limitLines(facts, scale, view));
  const inner = shape("g", { "clip-path": "url(#tracks-clip)" });
  const plan = curvePath(within(axis.plan, view), order, sign, view, scale);
  let { merged } = plan;
  if (order < 2 && axis.done !== axis.plan) {
    const done = curvePath(within(axis.done, view), order, sign, view, scale);
    merged += done.merged;
    inner.append(
      shape("path", { class: "covered", d: done.covered || null }),
      shape("path", { class: "done", d: done.path || null }));
  }
  inner.append(
    shape("path", { class: `covered ${axis.name}`, d: plan.covered || null }),
    shape("path", { class: `plan ${axis.name}`, d: plan.path || null }));
  nodes.push(
    inner, ...unknown.words, ...nearestMark(facts, scale, view, height),
    ...valueMarks(facts, scale, view, height));
  const dot = shape("circle", { class: `dot ${axis.name}`, r: 3.5, visibility: "hidden" });
  svg.replaceChildren(...nodes, dot);
  set(svg, { viewBox: `0 0 ${px(view.width)} ${height}`, height });
  return { scale, dot, merged };
}

/** The times of which nothing is planned, and the words for them, which lie over the curves. */
function unknownTimes(axis, order, view, height) {
  const [areas, words] = [[], []];
  for (const [from, to, name, note] of axis.unknown) {
    if (to <= view.from || from >= view.to) continue;
    const [x0, x1] = [view.bounded(from), view.bounded(to)];
    areas.push(shape(
      "rect", { class: "unknown", x: px(x0), y: 0, width: px(Math.max(0.5, x1 - x0)), height },
      shape("title", {}, note)));
    if (order === 0 && x1 - x0 > name.length * 6) {
      words.push(shape("text", { class: "note", x: px((x0 + x1) / 2), y: height / 2 + 4 }, name));
    }
  }
  return { areas, words };
}

/** The lines of both limits as they change over time, and the share of the motion near to them. */
function limitLines(facts, scale, view) {
  const { axis, order, sign } = facts;
  let path = "";
  let tight = "";
  axis.limits.forEach((entry, index) => {
    const end = axis.limits[index + 1]?.[0] ?? Infinity;
    if (end < view.from || entry[0] > view.to) return;
    let pair = bounds(entry.slice(1), order).map((value) => (value === null ? null : value * sign));
    if (sign < 0) pair = pair.reverse();
    pair.forEach((value, side) => {
      if (value === null) return;
      const y = px(scale.limitY(value, side === 1));
      path += `M${px(view.bounded(entry[0]))} ${y}H${px(view.bounded(end))}`;
    });
    tight += tightPath(facts, pair, [entry[0], end], scale, view);
  });
  return [
    shape("path", { class: "tight", d: tight || null }),
    shape("path", { class: "limit", d: path || null }),
  ];
}

/** Where less than a tenth is left to a limit. */
function tightPath({ axis, order, sign, planned }, pair, [from, to], scale, view) {
  let path = "";
  pair.forEach((limit, side) => {
    if (limit === null || !planned) return;
    const room = pair[0] !== null && pair[1] !== null ? (pair[1] - pair[0]) / 10 : 0;
    const near = order === 0 ? limit + (side === 1 ? -room : room) : 0.9 * limit;
    if (side === 1 ? planned[1] <= near : planned[0] >= near) return;
    for (const piece of within(axis.plan, view)) {
      if (piece[0] >= to || piece[0] + piece[1] <= from) continue;
      for (const cubic of cubics(piece, order, 1e-2)) {
        const count = 12;
        const [start, length, c0, c1, c2, c3] = cubic;
        for (let turn = 0; turn < count; turn += 1) {
          const w = (turn + 0.5) / count;
          const value = sign * (c0 + w * (c1 + w * (c2 + w * c3)));
          if (side === 1 ? value <= near : value >= near) continue;
          const [x0, x1] = [turn, turn + 1].map((part) =>
            view.bounded(start + (length * part) / count));
          if (x1 - x0 < 0.05) continue;
          const [y0, y1] = [scale.bounded(near), scale.limitY(limit, side === 1)];
          path += `M${px(x0)} ${px(y0)}H${px(x1)}V${px(y1)}H${px(x0)}Z`;
        }
      }
    }
  });
  return path;
}

function nearestMark({ axis, order, sign }, scale, view, height) {
  if (!axis.nearest || axis.nearest[1] !== quantities[order].name) return [];
  const [time, , value, percent, words] = axis.nearest;
  if (time < view.from || time > view.to) return [];
  const [x, y] = [view.x(time), scale.bounded(value * sign)];
  const isRight = x > view.right - 60;
  // Away from the curve, which comes back from there, if there is room; else below the peak.
  const [away, back] = value * sign < 0 ? [y + 15, y - 7] : [y - 7, y + 15];
  const line = [away, back].find((one) => one >= 10 && one <= height - 3) ?? limited(y + 4, 10, 1000);
  return [shape("g", { class: `nearest ${axis.name}` },
    shape("title", {}, `nearest to a limit: ${words}`),
    shape("circle", { cx: px(x), cy: px(y), r: 3.5 }),
    shape("text", {
      x: px(x + (isRight ? -8 : 8)), y: px(line),
      "text-anchor": isRight ? "end" : "start",
    }, percent))];
}

/** The values beside the chart: the limits, zero, and round ones, none over another. */
function valueMarks({ axis, order, sign, lower, upper }, scale, view, height) {
  let marks = [];
  const least = 12;
  const add = (value, y, isLimit) => {
    if (y < -1 || y > height + 1 || marks.some((mark) => Math.abs(mark.y - y) < least)) return;
    const size = value * sign;
    const words = order === 0 ? place(axis, size) : figure(Math.abs(size));
    marks.push({ value, y, words, isLimit });
  };
  if (upper !== null) add(upper, scale.limitY(upper, true), true);
  if (lower !== null) add(lower, scale.limitY(lower, false), true);
  if (scale.low < 0 && scale.high > 0) add(0, scale.y(0), false);
  const ends = marks;
  let best = marks;
  for (const step of roundSteps((scale.high - scale.low) / Math.max(1, height / 21))) {
    if (scale.y(0) - scale.y(step) < least) break;
    marks = [...ends];
    for (let value = Math.ceil(scale.low / step) * step; value <= scale.high; value += step) {
      add(value, scale.y(value), false);
    }
    if (marks.length > best.length) best = marks;
    // One value alone is no scale; nor are limits behind a break.
    if (best.filter(({ value }) => value >= scale.low && value <= scale.high).length > 1) break;
  }
  return best.map((mark) => shape("text", {
    class: mark.isLimit ? "value limit-value" : "value", x: px(view.left - 6),
    y: px(limited(mark.y + 3.5, 8, height - 1)),
  }, mark.words));
}
