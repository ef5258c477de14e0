// Asks the core as WebAssembly in node: one request per line of JSON, one answer per line.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Core } from "./js/engine/core.js";
import { answer, canAnswer } from "./js/engine/routes.js";

const core = await Core.start(await WebAssembly.compile(readFileSync("engine/sapper.wasm")));
const words = JSON.parse(readFileSync("engine/words.json", "utf8"));

function respond({ call, route, body }) {
  if (call) return core.call(...call);
  return canAnswer(route, body) ? answer(core, words, route, body) : null;
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(respond(JSON.parse(line)))}\n`);
}
