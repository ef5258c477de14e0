// The core alone in a small worker: the mines of a game, chances and certain cells, soon after loading.

import { startCore } from "./core.js";

const SHAPES = ["grid", "torus", "hex"];
const STATES = 5_000_000;
const MILLISECONDS = 1000;
const [COVERED, BITS, SAFE, MINE] = [64, 3, 2, 3]; // native/sapper/graph.hpp and count/solve.hpp
const FACES = { _: COVERED, F: COVERED + 1, Q: COVERED + 2, X: COVERED + 3 };

let core = null;

function give(bytes) {
  core.view(core.exports.door_input(bytes.length), bytes.length).set(bytes);
}

/** The numbers and bytes of an answer; null where the core cannot give one. */
function take(size) {
  const { buffer } = core.view(core.exports.door_output(), size).slice();
  const [status, count] = new Float64Array(buffer, 0, 2);
  if (status) return null;
  return { numbers: new Float64Array(buffer, 16, count), bytes: new Uint8Array(buffer, 16 + 8 * count) };
}

const halves = (digits) => [Number(BigInt(digits) >> 32n), Number(BigInt(digits) & 0xffffffffn)];

/** The layout of a game: 1 for every mine. */
function deal({ cells, mines, free, seed, number }) {
  give(new Uint8Array(Uint32Array.from(free).buffer));
  return take(core.exports.door_deal(cells, mines, free.length, ...halves(seed), ...halves(number)))?.bytes;
}

/** The chance of a mine by cell, and the certain cells; null for a position that no layout fits. */
function chances({ shape, rows, columns, mines, faces, density, trust }) {
  const graph = core.exports.door_shape(SHAPES.indexOf(shape), rows, columns);
  give(Uint8Array.from(faces, (face) => FACES[face] ?? parseInt(face, 36)));
  const found = take(core.exports.door_solve(graph, mines ?? -1, density ?? 0, Number(trust), STATES, MILLISECONDS));
  core.exports.door_drop_graph(graph);
  if (!found || found.numbers[0] !== 0) return null;
  const [, , , , clash] = found.numbers;
  const where = (kind) => [...found.bytes.keys()].filter((cell) => (found.bytes[cell] & BITS) === kind);
  const values = Array.from(found.numbers.subarray(5 + clash), (chance) => (Number.isNaN(chance) ? null : chance));
  return { chances: values, safe: where(SAFE), mines: where(MINE) };
}

const ANSWERS = { deal, chances };

self.addEventListener("message", async ({ data: { id, module, question, body } }) => {
  if (module) core = startCore(module);
  else self.postMessage({ id, found: ANSWERS[question](body) ?? null });
});
