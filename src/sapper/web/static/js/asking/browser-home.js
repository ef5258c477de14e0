// Answers from Python in a worker of this page. One question after another; those that wait cost nothing
// when they are cancelled. One that is cancelled while Python works on it, or that does not end, ends
// with its worker, and another starts.

import { STATIC } from "../place.js";
import { language, t } from "../language.js";
import { EngineDown, cannotRun } from "./errors.js";

const GRACE = 300; // milliseconds in which a cancelled question may still end by itself
const PATIENCE = 45_000; // the longest answer, a review, takes half of this

export class BrowserHome {
  cannot = false; // Python, in this browser

  /** `load(done, all)` is called with the bytes that have come while Python is fetched. */
  constructor(load) {
    this.load = load;
    Object.assign(this, { waiting: [], asked: null, worker: null });
    const soon = globalThis.requestIdleCallback ?? setTimeout;
    soon(() => this.start());
  }

  /** Whether Python runs, once it has been started, or it is known that it never will. */
  isThere() {
    this.start();
    return this.running;
  }

  start() {
    if (this.worker || this.cannot) return;
    const worker = new Worker(new URL("js/asking/python-worker.js", STATIC), { type: "module" });
    worker.addEventListener("message", ({ data }) => { if (worker === this.worker) this.take(data); });
    worker.addEventListener("error", () => { if (worker === this.worker) this.end(new EngineDown()); });
    this.worker = worker;
    this.running = new Promise((resolve) => { this.settle = resolve; });
    this.next();
  }

  ask(question, body, { signal = null, progress = null }) {
    return new Promise((resolve, reject) => {
      if (this.cannot) { reject(cannotRun()); return; }
      const asked = { question, body, progress, resolve, reject };
      signal?.addEventListener("abort", () => this.cancel(asked, signal.reason), { once: true });
      this.waiting.push(asked);
      this.start();
      this.next();
    });
  }

  next() {
    if (this.asked || !this.waiting.length || !this.worker) return;
    this.asked = this.waiting.shift();
    this.worker.postMessage({ question: this.asked.question, body: this.asked.body, language });
    this.look();
  }

  /** End the worker if it says nothing for long. */
  look() {
    clearTimeout(this.late);
    this.late = setTimeout(() => this.end(new EngineDown(t("Python in this page does not answer; it is started again."))), PATIENCE);
  }

  take({ loaded, all, isReady, event, text, failure, cannot }) {
    if (all) { this.load(loaded, all); if (this.asked) this.look(); return; }
    if (isReady) { this.load(1, 1); this.settle(true); return; }
    if (cannot) { this.giveUp(); return; }
    if (failure) { console.error(failure); this.end(new EngineDown(t("Python failed in this page; it is started again."))); return; }
    if (!this.asked) return;
    this.look();
    if (event) { this.asked.progress?.(event, JSON.parse(text)); return; }
    clearTimeout(this.late);
    const { resolve } = this.asked;
    this.asked = null;
    resolve(JSON.parse(text));
    this.next();
  }

  cancel(asked, reason) {
    asked.reject(reason);
    asked.progress = null;
    this.waiting = this.waiting.filter((other) => other !== asked);
    if (asked === this.asked) setTimeout(() => { if (asked === this.asked) this.end(reason); }, GRACE);
  }

  /** Say to all who ask, from now on, that nothing answers in this browser. */
  giveUp() {
    this.cannot = true;
    this.load(1, 1);
    for (const { reject } of this.waiting.splice(0)) reject(cannotRun());
    this.end(cannotRun());
  }

  /** End the worker, and with it the question that it works on; start another for those that wait. */
  end(reason) {
    clearTimeout(this.late);
    this.settle(false);
    this.worker.terminate();
    this.worker = null;
    this.asked?.reject(reason);
    this.asked = null;
    if (this.waiting.length) this.start();
  }
}
