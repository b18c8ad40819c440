// Elements of the page, and the words in which it writes figures.

/** Creates an element of HTML; attributes whose value is null are left out. */
function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** Creates an element of SVG. */
function shape(name, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function filled(node, attributes, children) {
  set(node, attributes);
  node.append(...children.filter((child) => child !== null));
  return node;
}

/** Changes attributes of a node; null takes one away. */
function set(node, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null) {
      node.removeAttribute(key);
    } else if (node.getAttribute(key) !== String(value)) {
      node.setAttribute(key, value);
    }
  }
  return node;
}

/** Changes the text of a node, if it is another. */
function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** The element of the page with this name. */
function part(id) {
  return document.getElementById(id);
}

const limited = (value, low, high) => Math.min(Math.max(value, low), high);
const radians = (degrees) => (degrees * Math.PI) / 180;
const degrees = (radians) => (radians * 180) / Math.PI;

/** A number of pixels, short. */
const px = (value) => String(Math.round(value * 100) / 100);

/** A figure with as many digits as count. */
function figure(value) {
  const size = Math.abs(value);
  const digits = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3;
  const text = value.toFixed(digits);
  return (digits > 0 ? text.replace(/\.?0+$/, "") : text).replace(/^-0$/, "0");
}

/** A time: `4.20 s`, `1:05.2`. */
function clock(time) {
  const seconds = Math.max(0, time);
  if (seconds < 59.995) return `${seconds.toFixed(2)} s`;
  const tenths = Math.round(seconds * 10);
  const pad = (value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(tenths / 36000), Math.floor(tenths / 600) % 60];
  const rest = `${pad(Math.floor(tenths / 10) % 60)}.${tenths % 10}`;
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** The time of a mark: as short as it can be. */
function markName(time, tick) {
  if (tick < 1 || (time < 60 && tick < 60)) return `${figure(time)} s`;
  const seconds = Math.round(time);
  const pad = (value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}`
    : `${minutes}:${pad(seconds % 60)}`;
}

/** An angle of an axis with the word of its direction: `30° left`. */
function place(axis, value) {
  const text = figure(Math.abs(value));
  return text === "0" ? "0°" : `${text}° ${value < 0 ? axis.negative : axis.positive}`;
}

/** The last entry of a list, ordered by its first element, that is not after `time`; -1 for none. */
function lastIndex(list, time) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle][0] <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
