// Draw lines on axes, from figures that the server computed.

import { s } from "../dom.js";

const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [270, 46, 16, 14, 46];
const LINE = 16; // of the legend
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.25]; // between two lines of the axis

/** Return the ends of an axis that shows all series, rounded outward: {low, high}. */
export function fitted(series) {
  const points = series.flatMap((one) => one.points);
  if (!points.length) return {};
  const ends = series.map((one) => one.points.at(-1)).filter((point) => point?.low != null);
  const least = Math.min(...points.map(({ y }) => y), ...ends.map(({ low }) => low));
  const most = Math.max(...points.map(({ y }) => y), ...ends.map(({ high }) => high));
  const step = stepOf(least, most);
  const low = Math.max(0, Math.floor(least / step + 1e-9) * step);
  return { low, high: Math.min(1, Math.max(Math.ceil(most / step - 1e-9) * step, low + step)) };
}

function stepOf(low, high) {
  return STEPS.find((step) => (high - low) / step <= 6) ?? STEPS.at(-1);
}

/**
 * Draw series {name, colour, dash, points: [{x, y, low, high}]} with y from 0 to 1 shown in percent.
 * `end` stands at the end of the x axis; `width` is the room in pixels.
 */
export function plot(series, { end, most, label, low = 0, high = 1, width = 760 }) {
  const WIDTH = Math.max(280, width - 18);
  const names = placeNames(series, WIDTH);
  const across = (x) => LEFT + (WIDTH - LEFT - RIGHT) * (most ? x / most : 0);
  const up = (y) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * ((Math.max(low, Math.min(high, y)) - low) / (high - low));
  const picture = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT + LINE * Math.max(0, (names.at(-1)?.row ?? 0))}`, role: "img", "aria-label": label });
  for (const y of ticks(low, high)) {
    picture.append(s("line", { class: "axis", x1: LEFT, x2: WIDTH - RIGHT, y1: up(y), y2: up(y) }),
      text(LEFT - 6, up(y) + 4, `${Math.round(100 * y)} %`, "end"));
  }
  picture.append(text(LEFT, HEIGHT - 30, "0", "start"), text(WIDTH - RIGHT, HEIGHT - 30, end, "end"));
  for (const one of series) drawSeries(picture, one, across, up);
  legend(picture, names);
  return picture;
}

function ticks(low, high) {
  const step = stepOf(low, high);
  return Array.from({ length: Math.round((high - low) / step) + 1 }, (_, count) => low + count * step);
}

function text(x, y, words, anchor) {
  return s("text", { x, y, "text-anchor": anchor }, words);
}

function drawSeries(picture, { colour, dash, points }, across, up) {
  if (!points.length) return;
  const place = ({ x, y }) => `${across(x).toFixed(1)},${up(y).toFixed(1)}`;
  const banded = points.filter((point) => point.low != null);
  if (banded.length > 1) {
    const upper = banded.map(({ x, high }) => place({ x, y: high }));
    const lower = banded.map(({ x, low }) => place({ x, y: low })).reverse();
    const band = s("polygon", { class: "band", points: [...upper, ...lower].join(" ") });
    band.style.fill = colour;
    picture.append(band);
  }
  const curve = s("polyline", { class: "curve", points: points.map(place).join(" ") });
  curve.style.stroke = colour;
  if (dash) curve.style.strokeDasharray = dash;
  const last = points.at(-1);
  const dot = s("circle", { cx: across(last.x), cy: up(last.y), r: 3.5 });
  dot.style.fill = colour;
  picture.append(curve, dot);
}

/** Return where the names of the curves stand, in as many rows as they need. */
function placeNames(series, width) {
  let [x, row] = [LEFT, 0];
  return series.filter((one) => one.name).map((one) => {
    const room = 40 + 7 * one.name.length;
    if (x > LEFT && x + room > width) [x, row] = [LEFT, row + 1];
    const place = { ...one, x, row };
    x += room;
    return place;
  });
}

/** The names at the bottom, each beside a piece of its curve. */
function legend(picture, names) {
  for (const { name, colour, dash, x, row } of names) {
    const y = HEIGHT - 12 + LINE * row;
    const piece = s("line", { x1: x, x2: x + 16, y1: y, y2: y, "stroke-width": 3 });
    piece.style.stroke = colour;
    if (dash) piece.style.strokeDasharray = dash;
    picture.append(piece, text(x + 21, y + 4, name, "start"));
  }
}
