// Python of the page in node: one question, or a module to run, per line of JSON; one answer per line.

import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { gunzipSync } from "node:zlib";
import { loadPyodide } from "./python/pyodide.mjs";
import { startPython } from "./js/asking/python.js";

const unpacked = (name) => gunzipSync(readFileSync(`python/${name}.gz`));
writeFileSync("python.zip", unpacked("python.zip"));
writeFileSync("python/pyodide.asm.wasm", unpacked("pyodide.asm.wasm"));
let python = null;
const answer = await startPython({
  loadPyodide: async (options) => (python = await loadPyodide(options)),
  module: new WebAssembly.Module(readFileSync("engine/sapper.wasm")),
  folder: `${process.cwd()}/python/`, library: `${process.cwd()}/python.zip`, rooms: unpacked("sapper.zip"),
});

function respond({ run, question, body, language }) {
  if (run !== undefined) return python.runPython(run);
  if (body.data) body.data = new Uint8Array(Buffer.from(body.data, "base64"));
  const events = [];
  const text = answer(question, body, language, (event, data) => events.push([event, JSON.parse(data)]));
  return { document: JSON.parse(text), events };
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(respond(JSON.parse(line)))}\n`);
}
