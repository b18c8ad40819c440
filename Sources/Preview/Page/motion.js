// The motion of an axis: pieces, each a polynomial of its position over the share of its time.
// A piece is [start, length, c0, c1, …]: at the share w the position is c0 + c1·w + c2·w² + …

const quantities = [
  { name: "position", unit: "°", height: 112 },
  { name: "speed", unit: "°/s", height: 68 },
  { name: "acceleration", unit: "°/s²", height: 58 },
  { name: "jerk", unit: "°/s³", height: 50 },
];

/**
 * The pieces of groups, as they are in the file: a group is its start, its position there, and of
 * each piece its length and c1, c2, …; each begins where the one before ends.
 */
function piecesOf(groups) {
  const exact = (value) => Math.round(value * 1e7) / 1e7;
  const pieces = [];
  for (const [start, place, ...group] of groups) {
    let [time, c0] = [start, place];
    for (const [length, ...others] of group) {
      pieces.push([time, length, c0, ...others]);
      time = exact(time + length);
      c0 = exact(others.reduce((sum, value) => sum + value, c0));
    }
  }
  return pieces;
}

/** The coefficients of a derivative of the position, over the share of the time. */
function coefficients(piece, order) {
  let list = piece.slice(2);
  for (let turn = 0; turn < order; turn += 1) {
    list = list.slice(1).map((value, index) => (value * (index + 1)) / piece[1]);
  }
  return list.length > 0 ? list : [0];
}

const valueAt = (list, share) => list.reduceRight((sum, value) => sum * share + value, 0);

/** The value of a quantity at a time; null where nothing is known. */
function sample(pieces, time, order = 0) {
  const piece = pieces[lastIndex(pieces, time)];
  if (!piece) return null;
  if (time > piece[0] + piece[1] + 1e-6) return null;
  return valueAt(coefficients(piece, order), limited((time - piece[0]) / piece[1], 0, 1));
}

/** Where an axis stands at a time: as it did last, before and after all that is known. */
function position(axis, time) {
  const pieces = axis.done.length > 0 ? axis.done : axis.plan;
  if (pieces.length === 0) return 0;
  const piece = pieces[Math.max(0, lastIndex(pieces, time))];
  return valueAt(coefficients(piece, 0), limited((time - piece[0]) / piece[1], 0, 1));
}

/**
 * A quantity over a piece as cubics [start, length, c0, c1, c2, c3], exact up to degree 3.
 *
 * Beyond that, a cubic with the values and slopes of both ends of a part is off by h⁴ / 384 times
 * the greatest fourth derivative at most; there are as many parts as that needs.
 */
function cubics(piece, order, tolerance) {
  const list = coefficients(piece, order);
  const [start, length] = piece;
  const bend = list.reduce(
    (sum, value, power) =>
      power < 4 ? sum : sum + Math.abs(value) * power * (power - 1) * (power - 2) * (power - 3), 0);
  if (bend === 0) return [[start, length, list[0], list[1] ?? 0, list[2] ?? 0, list[3] ?? 0]];
  const count = limited(Math.ceil(Math.sqrt(Math.sqrt(bend / 384 / tolerance))), 1, 64);
  const slopes = list.slice(1).map((value, index) => value * (index + 1));
  const parts = [];
  for (let index = 0; index < count; index += 1) {
    const [first, last] = [index / count, (index + 1) / count];
    const [from, to] = [valueAt(list, first), valueAt(list, last)];
    const [rise, fall] = [valueAt(slopes, first) / count, valueAt(slopes, last) / count];
    parts.push([
      start + first * length, length / count, from, rise, 3 * (to - from) - 2 * rise - fall,
      2 * (from - to) + rise + fall,
    ]);
  }
  return parts;
}

/** The least and the greatest value of a cubic. */
function extremes(cubic) {
  const [c0, c1, c2, c3] = cubic.slice(2);
  const shares = [0, 1];
  const root = Math.sqrt(c2 * c2 - 3 * c3 * c1);
  if (c3 === 0) {
    if (c2 !== 0) shares.push(-c1 / (2 * c2));
  } else if (Number.isFinite(root)) {
    shares.push((-c2 + root) / (3 * c3), (-c2 - root) / (3 * c3));
  }
  let [low, high] = [Infinity, -Infinity];
  for (const share of shares) {
    if (!(share >= 0 && share <= 1)) continue;
    const value = c0 + share * (c1 + share * (c2 + share * c3));
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}

/** The limits of an axis at a time: lower, upper, speed, acceleration, jerk; null is none. */
function limitsAt(axis, time) {
  const entry = axis.limits[Math.max(0, lastIndex(axis.limits, time))];
  return entry ? entry.slice(1) : [null, null, null, null, null];
}

/** Both bounds of a quantity; null where there is none. */
function bounds(limits, order) {
  if (order === 0) return [limits[0], limits[1]];
  const most = limits[order + 1];
  return most === null ? [null, null] : [-most, most];
}
