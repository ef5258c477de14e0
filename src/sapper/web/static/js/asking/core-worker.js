// The core alone in a small worker: the mines of a game, chances and certain cells, soon after loading.

import { startCore } from "./core.js";
import { bytesOf, valueOf } from "./marshal.js";

const SHAPES = ["grid", "torus", "hex"];
const STATES = 5_000_000;
const MILLISECONDS = 1000;
const [COVERED, BITS, SAFE, MINE] = [64, 3, 2, 3]; // native/sapper/graph.hpp and count/solve.hpp
const FACES = { _: COVERED, F: COVERED + 1, Q: COVERED + 2, X: COVERED + 3 };

let core = null;

/** What a function of the core gives; null where it cannot. */
function call(name, ...given) {
  const asked = [...bytesOf(name), ...bytesOf(given)];
  core.view(core.exports.door_input(asked.length), asked.length).set(asked);
  const size = core.exports.door_call();
  const [error, found] = valueOf(core.view(core.exports.door_output(), size).slice());
  return error ? null : found;
}

/** The layout of a game: 1 for every mine. */
const deal = ({ cells, mines, free, seed, number }) => call("deal", cells, mines, free, BigInt(seed), BigInt(number));

const graphOf = (shape, rows, columns) => call("shape", SHAPES.indexOf(shape), rows, columns);
const seenOf = (faces) => Uint8Array.from(faces, (face) => FACES[face] ?? parseInt(face, 36));

/** The layout in which a move of guess mode opens cells. */
function draw({ shape, rows, columns, faces, cells, layout, seed, number }) {
  const graph = graphOf(shape, rows, columns);
  const found = call("guess_layout", graph, seenOf(faces), cells, layout, BigInt(seed), number);
  core.exports.door_drop(graph);
  return found;
}

/** The chance of a mine by cell, and the certain cells; null for a position that no layout fits. */
function chances({ shape, rows, columns, mines, faces, density, trust }) {
  const graph = graphOf(shape, rows, columns);
  const found = call("solve", graph, seenOf(faces), mines ?? -1, density ?? 0, Number(trust), STATES, MILLISECONDS);
  core.exports.door_drop(graph);
  if (found?.[0] !== 0) return null;
  const [, raw, verdicts] = found;
  const where = (kind) => [...verdicts.keys()].filter((cell) => (verdicts[cell] & BITS) === kind);
  const values = Array.from(new Float64Array(raw.buffer), (chance) => (Number.isNaN(chance) ? null : chance));
  return { chances: values, safe: where(SAFE), mines: where(MINE) };
}

const ANSWERS = { deal, draw, chances };

// An error ends up at the page, which then does without the core.
self.addEventListener("message", ({ data: { id, module, question, body } }) => {
  if (module) core = startCore(module);
  else self.postMessage({ id, found: ANSWERS[question](body) ?? null });
});
