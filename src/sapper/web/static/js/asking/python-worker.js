// The worker with Python: it loads, and answers one question after another.

import { startPython } from "./python.js";

const PYTHON = new URL("../../python/", import.meta.url);
const LOST = /fetch|network|load/i; // what browsers say where the network, and no file, is missing
const ask = globalThis.fetch;
let loaded = 0;
let all = 1;

async function fetchPlainly(address, options) {
  const response = await ask(address, options);
  if (!response.ok) throw new ReferenceError(`${address} is missing`);
  return response;
}

/** Count the bytes of what is fetched, so that the page can show them; Pyodide's core comes compressed. */
globalThis.fetch = async (address, options) => {
  if (String(address).endsWith(".asm.wasm")) {
    return new Response(await unpack("pyodide.asm.wasm.gz"), { headers: { "content-type": "application/wasm" } });
  }
  const response = await fetchPlainly(address, options);
  if (String(address).startsWith("blob:")) return response;
  const counter = new TransformStream({
    transform(chunk, stream) {
      loaded += chunk.length;
      self.postMessage({ loaded: Math.min(loaded, all), all });
      stream.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter), response);
};

/** The bytes of a file that was compressed when the page was written, whatever its host compresses. */
async function unpack(name) {
  const { body } = await fetch(new URL(name, PYTHON));
  return body.pipeThrough(new DecompressionStream("gzip"));
}

const blobOf = async (name) => new Response(await unpack(name)).blob();

async function start() {
  if (!globalThis.WebAssembly) throw new ReferenceError("this browser has no WebAssembly");
  all = (await (await fetchPlainly(new URL("sizes.json", PYTHON))).json()).bytes;
  const [{ loadPyodide }, module] = await Promise.all([
    import(String(new URL("pyodide.mjs", PYTHON))),
    WebAssembly.compileStreaming(fetchPlainly(new URL("../../engine/sapper.wasm", import.meta.url))),
  ]);
  const answer = await startPython({
    loadPyodide, module, folder: PYTHON.href,
    library: blobOf("python.zip.gz").then((blob) => URL.createObjectURL(blob)),
    rooms: blobOf("sapper.zip.gz").then((blob) => blob.arrayBuffer()),
  });
  self.postMessage({ isReady: true });
  return answer;
}

const ready = start();
ready.catch((error) => {
  const cannot = !(error instanceof TypeError && LOST.test(error.message)); // no WebAssembly or memory, files missing or old
  self.postMessage({ failure: String(error), cannot }); // the page then ends this worker
});

self.addEventListener("message", async ({ data: { question, body, language } }) => {
  try {
    const answer = await ready;
    self.postMessage({ text: answer(question, body, language, (event, text) => self.postMessage({ event, text })) });
  } catch (error) {
    self.postMessage({ failure: String(error) });
  }
});
