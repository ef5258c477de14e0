// The core in workers of the page: one for quick questions, and one for those that take long.

import { catalogue, t } from "../language.js";
import { canAnswer } from "./routes.js";

const FILES = new URL("../../engine/", import.meta.url);
const SLOW = new Set(["win", "no-guess"]);

/** One worker with the core; a worker that fails is not used again. */
class Lane {
  constructor(parts) {
    this.asked = new Map();
    this.count = 0;
    this.hasFailed = false;
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.ready = new Promise((resolve, reject) => {
      this.worker.addEventListener("message", ({ data }) => {
        if (data.isReady === undefined) this.take(data);
        else if (data.isReady) resolve();
        else reject(new Error(data.text));
      });
      this.worker.addEventListener("error", (event) => { reject(new Error(event.message)); this.fail(); });
    });
    this.ready.catch(() => {});
    this.worker.postMessage(parts);
  }

  fail() {
    this.hasFailed = true;
    for (const { reject } of this.asked.values()) reject(new Error(t("the engine of this page failed")));
    this.asked.clear();
  }

  take({ id, ...answer }) {
    const asker = this.asked.get(id);
    this.asked.delete(id);
    if (answer.failure) asker?.reject(new Error(answer.failure));
    else asker?.resolve(answer);
  }

  async ask(route, body, signal) {
    await this.ready;
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      this.count += 1;
      const id = this.count;
      this.asked.set(id, { resolve, reject });
      signal?.addEventListener("abort", () => { this.asked.delete(id); reject(signal.reason); }, { once: true });
      this.worker.postMessage({ id, route, body });
    });
  }
}

class Engine {
  constructor(parts) {
    this.parts = parts;
    this.quick = new Lane(parts);
    this.slow = null;
  }

  canAnswer(route, body) { return !this.quick.hasFailed && !this.slow?.hasFailed && canAnswer(route, body); }

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
