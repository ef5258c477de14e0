// Questions of the page: one way to ask, answered where this page is at home.
//
// Served by `sapper serve` it asks that server; as static files it asks Python in a worker. Both give
// the document of the same Python function. Playing needs no answer: when nobody answers, `asking` says
// so once, looks again by itself, and tells everybody who listens as soon as answers come again.

import { BrowserHome } from "./browser-home.js";
import { throwUnexpected } from "../errors.js";
import { AskError, EngineDown } from "./errors.js";
import { ServerHome } from "./server-home.js";

/** Whether these are static files without a server. */
export const IS_STATIC = document.documentElement.dataset.host === "static";

const FIRST_LOOK = 1000; // milliseconds until the first look whether answers come again
const LONGEST_WAIT = 8000;

/** Sends "pending", "down", "up", and "loading" while what answers is not there yet. */
class Asking extends EventTarget {
  isUp = true;
  asked = 0;
  wait = FIRST_LOOK;
  home = new (IS_STATIC ? BrowserHome : ServerHome)((done, all) => this.load(done, all));

  /** Send "pending" whenever the first question is asked and the last one answered. */
  count(step) {
    this.asked += step;
    if (this.asked === Number(step > 0)) this.dispatchEvent(new Event("pending"));
  }

  load(done, all) {
    this.loading = { done, all };
    this.dispatchEvent(new Event("loading"));
  }

  goDown() {
    if (!this.isUp) return;
    this.isUp = false;
    this.wait = FIRST_LOOK;
    this.dispatchEvent(new Event("down"));
    this.lookSoon();
  }

  goUp() {
    if (this.isUp) return;
    this.isUp = true;
    clearTimeout(this.looking);
    this.dispatchEvent(new Event("up"));
  }

  lookSoon() {
    clearTimeout(this.looking);
    this.looking = setTimeout(() => this.look(), this.wait);
    this.wait = Math.min(1.5 * this.wait, LONGEST_WAIT);
  }

  async look() {
    if (await this.home.isThere()) this.goUp();
    else this.lookSoon();
  }
}

export const asking = new Asking();
window.addEventListener("online", () => { if (!asking.isUp) asking.look(); });

/**
 * Ask a question; resolves to the document that `sapper ... --json` prints. `progress(event, data)` is
 * called while a long answer is worked out, and `signal` stops it. Throws AskError with the `kind` and
 * `where` of the error's document, and EngineDown when nobody answers.
 */
export async function ask(question, body = {}, { signal = null, progress = null } = {}) {
  signal?.throwIfAborted();
  asking.count(+1);
  try {
    const document = await asking.home.ask(question, body, { signal, progress });
    if (document.error !== undefined) throw new AskError(document);
    asking.goUp();
    return document;
  } catch (error) {
    if (error instanceof EngineDown) asking.goDown();
    throw error;
  } finally {
    asking.count(-1);
  }
}

/** Return a function that asks a question and cancels its earlier one, which then resolves to null. */
export function latest(question) {
  let running = null;
  return async (body) => {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    try {
      const document = await ask(question, body, { signal: mine.signal });
      return running === mine ? document : null;
    } catch (error) {
      if (error.name === "AbortError" || running !== mine) return null;
      throw error;
    }
  };
}

/** All players; while nobody answers this waits, after a call of `wait`. */
export async function players(wait = () => {}) {
  for (;;) {
    try {
      return (await ask("players")).players;
    } catch (error) {
      throwUnexpected(error);
      wait();
      await new Promise((resolve) => { asking.addEventListener("up", resolve, { once: true }); });
    }
  }
}

Object.assign(window, { sapper: { ask } }); // for scripts on the page, and for tests
