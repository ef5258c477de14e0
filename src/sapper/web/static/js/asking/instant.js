// What the core alone answers within milliseconds, in both homes: playing waits for nothing else.
// Where the host has no core, or one of another version, every answer is null: ask as for the rest. Static
// files then deal slowly, so that everybody can play.

import { neighboursOf } from "../model/geometry.js";
import { STATIC } from "../place.js";
import { IS_STATIC, asking } from "./ask.js";

let found = start().catch(() => null);
const waiting = new Map();
let asked = 0;

async function start() {
  if (!IS_STATIC && !(await asking.home.ask("about", {}, {})).has_engine) return null;
  const module = await WebAssembly.compileStreaming(fetch(new URL("engine/sapper.wasm", STATIC)));
  const worker = new Worker(new URL("js/asking/core-worker.js", STATIC), { type: "module" });
  worker.addEventListener("message", ({ data }) => { waiting.get(data.id)(data.found); waiting.delete(data.id); });
  worker.addEventListener("error", (event) => { event.preventDefault(); giveUp(worker); });
  worker.postMessage({ module });
  performance.mark("core");
  return worker;
}

/** The core does not fit this page: nothing waits for it, now or later. */
function giveUp(worker) {
  worker.terminate();
  found = Promise.resolve(null);
  for (const resolve of waiting.values()) resolve(null);
  waiting.clear();
  asking.load(1, 1); // the footer says so
}

/** Whether the core runs in this page. */
export const hasCore = async () => Boolean(await found);

async function askCore(question, body) {
  const worker = await found;
  if (!worker) return null;
  const id = (asked += 1);
  return new Promise((resolve) => { waiting.set(id, resolve); worker.postMessage({ id, question, body }); });
}

/** The mines of a game whose first click is a cell, 1 for each; null where they do not fit beside it. */
export async function dealMines({ shape, rows, columns, mines, start: rule, seed, number }, index) {
  const around = neighboursOf(shape, rows, columns)[index];
  const free = { raw: [], safe: [index], open: [index, ...around] }[rule];
  const cells = rows * columns;
  if (mines > cells - free.length) return null;
  const game = { cells, mines, free, seed, number };
  const dealt = await askCore("deal", game);
  return dealt || !IS_STATIC ? dealt : (await import("./slow-dealing.js")).dealSlowly(game);
}

/** The mines that a move of guess mode meets, opening these cells; null where the core cannot tell. */
export function drawMines({ line: { guess: seed }, position, layout, made }, cells) {
  const { shape, rows, columns, faces } = position;
  return askCore("draw", { shape, rows, columns, faces, cells, layout, seed, number: made.length });
}

/** The chances and certain cells of a position; null where it has none, or the work is too much. */
export async function chancesOf({ shape, rows, columns, mines, faces }, { density = null, trust = false }) {
  if (shape === "graph" || (mines === null && density === null)) return null;
  return askCore("chances", { shape, rows, columns, mines, faces, density, trust });
}
