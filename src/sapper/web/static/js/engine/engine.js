// The core in workers of the page: one for quick questions, and one for those that take long.

import { catalogue } from "../language.js";
import { Lane } from "./lane.js";
import { canAnswer } from "./routes.js";

const FILES = new URL("../../engine/", import.meta.url);
const SLOW = new Set(["win", "no-guess", "generate", "metrics"]);

class Engine {
  constructor(parts) {
    this.parts = parts;
    this.quick = new Lane(parts);
    this.slow = null;
  }

  canAnswer(route, body) { return !(SLOW.has(route) ? this.slow : this.quick)?.hasFailed && canAnswer(route, body); }

  /** The core's answer: status, document, and isClash for a position whose conflict the server tells better. */
  ask(route, body, signal) {
    if (!SLOW.has(route)) return this.quick.ask(route, body, signal);
    this.slow ??= new Lane(this.parts);
    return this.slow.ask(route, body, signal);
  }
}

/** Load the core and start it; null where the browser or the host has none. */
export async function startEngine() {
  try {
    const [module, words] = await Promise.all([
      WebAssembly.compileStreaming(fetch(new URL("sapper.wasm", FILES))),
      catalogue.words ?? fetch(new URL("words.json", FILES)).then((response) => response.json()),
    ]);
    const engine = new Engine({ module, words, messages: catalogue.messages });
    await engine.quick.ready;
    return engine;
  } catch {
    return null;
  }
}
