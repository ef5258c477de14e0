// The strip below the board of Review: the winning chance by move, dots for guesses and mistakes.

import { s } from "../../dom.js";
import { t } from "../../language.js";
import { percent } from "../../percent.js";

const [HEIGHT, EDGE, LEFT] = [64, 7, 40]; // on the left is the axis

export const isMistake = (move) => Boolean(move.missed) || ["unforced guess", "certain mine"].includes(move.verdict);
const isGuess = (move) => move.verdict === "forced guess";

/** Draw the strip of a review at step `here`; before the review is known only the step is drawn. */
export function drawStrip(review, { here, last, width, pick }) {
  const across = (x) => LEFT + (width - LEFT - EDGE) * (last ? x / last : 0);
  const up = (y) => HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * y;
  const picture = s("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": describe(review) });
  for (const y of [0, 0.5, 1]) {
    picture.append(s("line", { class: "half", x1: LEFT, x2: width - EDGE, y1: up(y), y2: up(y) }), s("text", { x: LEFT - 6, y: up(y) + 4, "text-anchor": "end" }, percent(y, 0)));
  }
  if (review) drawChances(picture, review, across, up);
  picture.append(s("line", { class: "here", x1: across(here), x2: across(here), y1: 0, y2: HEIGHT }));
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * width;
    pick(Math.max(0, Math.min(last, Math.round(((x - LEFT) / (width - LEFT - EDGE)) * last))));
  });
  return picture;
}

function drawChances(picture, { moves, start }, across, up) {
  const first = Math.max(0, moves.findIndex((move) => move.verdict === "first cell"));
  const points = [[first, start.chance], ...moves.slice(first).map((move, i) => [first + i + 1, move.after.chance])];
  picture.append(s("polyline", { class: "curve", points: points.map(([x, y]) => `${across(x).toFixed(1)},${up(y).toFixed(1)}`).join(" ") }));
  moves.forEach((move, i) => {
    const [x, y] = [across(i), up(move.before.chance)];
    if (isMistake(move)) picture.append(s("rect", { class: "mistake", x: x - 4.5, y: y - 4.5, width: 9, height: 9, transform: `rotate(45 ${x} ${y})` }));
    else if (isGuess(move)) picture.append(s("circle", { class: "guess", cx: x, cy: y, r: 4 }));
  });
}

function describe(review) {
  if (!review) return t("Winning chance by move: not known yet");
  const mistakes = review.moves.filter(isMistake).length;
  return t("Winning chance by move, from {start} to {end}; {guesses} guesses, {mistakes} mistakes", {
    start: percent(review.start.chance), end: percent(review.end.chance), guesses: review.guesses, mistakes,
  });
}
