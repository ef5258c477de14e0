// One worker with the core. Questions wait in the page, so that one which is cancelled before its turn
// costs nothing; one that is cancelled while the core works on it ends with its worker, and another
// worker goes on. The old worker stays until the new one runs: where none can start any more, as
// after a host is gone, the core still answers.

import { ExpectedError } from "../errors.js";
import { t } from "../language.js";

const GRACE = 50; // milliseconds in which a cancelled question may still end by itself

class CoreWorker {
  constructor(parts, on) {
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.ready = new Promise((resolve, reject) => {
      this.worker.addEventListener("message", ({ data }) => {
        if (data.isReady === undefined) on.answer(this, data);
        else if (data.isReady) resolve(this);
        else reject(new Error(data.text));
      });
      this.worker.addEventListener("error", (event) => { reject(new Error(event.message)); on.failure(this); });
    });
    this.ready.catch(() => {});
    this.worker.postMessage(parts);
  }

  ask({ route, body }) { this.worker.postMessage({ route, body }); }
  end() { this.worker.terminate(); }
}

export class Lane {
  constructor(parts) {
    Object.assign(this, { parts, waiting: [], asked: null, isReady: false, hasFailed: false });
    this.worker = this.start();
    this.ready = this.worker.ready;
    this.ready.then(() => { this.isReady = true; this.next(); }, () => this.fail());
  }

  start() {
    return new CoreWorker(this.parts, {
      answer: (worker, data) => { if (worker === this.worker) this.take(data); },
      failure: (worker) => { if (worker === this.worker) this.fail(); },
    });
  }

  /** A worker that fails is not used again. */
  fail() {
    this.hasFailed = true;
    this.worker.end();
    for (const { reject } of [this.asked, ...this.waiting].filter(Boolean)) reject(new ExpectedError(t("the engine of this page failed")));
    [this.asked, this.waiting] = [null, []];
  }

  ask(route, body, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) { reject(signal.reason); return; }
      const question = { route, body, resolve, reject };
      signal?.addEventListener("abort", () => this.cancel(question, signal.reason), { once: true });
      this.waiting.push(question);
      this.next();
    });
  }

  /** Ask the next question, unless the core works on one. */
  next() {
    if (!this.isReady || this.asked || !this.waiting.length) return;
    this.asked = this.waiting.shift();
    this.worker.ask(this.asked);
  }

  take({ failure, ...answer }) {
    if (!this.asked) return;
    const { resolve, reject } = this.asked;
    this.asked = null;
    if (failure) {
      console.error(failure);
      reject(new ExpectedError(t("the engine of this page failed")));
    } else resolve(answer);
    this.next();
  }

  cancel(question, reason) {
    question.reject(reason);
    this.waiting = this.waiting.filter((other) => other !== question);
    if (question === this.asked) setTimeout(() => this.stop(question), GRACE);
  }

  /** Go on with another worker, unless the question ends before that one runs. */
  async stop(question) {
    if (this.asked !== question) return;
    const fresh = this.start();
    const runs = await fresh.ready.then(() => true, () => false);
    if (!runs || this.asked !== question) { fresh.end(); return; }
    this.worker.end();
    [this.worker, this.asked] = [fresh, null];
    this.next();
  }
}
