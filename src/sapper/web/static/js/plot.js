// Draw lines on axes, from figures that the server computed.

import { s } from "./dom.js";

const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [270, 46, 16, 14, 46];

/**
 * Draw series {name, colour, points: [{x, y, low, high}]} with y from 0 to 1 shown in percent.
 * `pick(x)` is called for a click; `here` is a place on the x axis to mark; `width` is the room in pixels.
 */
export function plot(series, { xLabel, most, label, here = null, pick = null, low = 0, high = 1, width = 760 }) {
  const WIDTH = Math.max(280, width - 18);
  const across = (x) => LEFT + (WIDTH - LEFT - RIGHT) * (most ? x / most : 0);
  const up = (y) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * ((y - low) / (high - low));
  const picture = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label });
  for (const y of ticks(low, high)) {
    picture.append(s("line", { class: "axis", x1: LEFT, x2: WIDTH - RIGHT, y1: up(y), y2: up(y) }),
      text(LEFT - 6, up(y) + 4, `${Math.round(100 * y)} %`, "end"));
  }
  picture.append(text(LEFT, HEIGHT - 30, "0", "start"), text(WIDTH - RIGHT, HEIGHT - 30, `${most} ${xLabel}`, "end"));
  for (const one of series) drawSeries(picture, one, across, up);
  legend(picture, series);
  if (here !== null) picture.append(s("line", { class: "here", x1: across(here), x2: across(here), y1: TOP, y2: HEIGHT - BOTTOM }));
  if (pick) {
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * WIDTH;
      pick(Math.max(0, Math.min(most, Math.round(((x - LEFT) / (WIDTH - LEFT - RIGHT)) * most))));
    });
  }
  return picture;
}

function ticks(low, high) {
  return [0, 0.25, 0.5, 0.75, 1].map((part) => low + part * (high - low));
}

function text(x, y, words, anchor) {
  return s("text", { x, y, "text-anchor": anchor }, words);
}

function drawSeries(picture, { colour, points }, across, up) {
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
  const last = points.at(-1);
  const dot = s("circle", { cx: across(last.x), cy: up(last.y), r: 3.5 });
  dot.style.fill = colour;
  picture.append(curve, dot);
}

/** The names of the curves in one line at the bottom, each beside a piece of its colour. */
function legend(picture, series) {
  let x = LEFT;
  for (const { name, colour } of series.filter((one) => one.name)) {
    const piece = s("rect", { x, y: HEIGHT - 14, width: 14, height: 4, rx: 2 });
    piece.style.fill = colour;
    picture.append(piece, text(x + 20, HEIGHT - 8, name, "start"));
    x += 40 + 7 * name.length;
  }
}
