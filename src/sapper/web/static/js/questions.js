// Questions to the engine: cancelled when a newer one is asked, and safe when nobody answers.
//
// Playing needs no answer. When the server cannot be reached, `engine` says so once, looks for it
// again by itself, and tells everybody who listens as soon as it is back.

import { get, isAnsweredHere, post } from "./api.js";
import { ExpectedError } from "./errors.js";
import { t } from "./language.js";

const GONE = [502, 503, 504];
const FIRST_LOOK = 1000; // milliseconds until the first look whether the engine is back
const LONGEST_WAIT = 8000;

/** The question got no answer; the game goes on without it. */
export class EngineDown extends ExpectedError {
  constructor() {
    super(t("the engine does not answer; you can go on playing"));
    this.isDown = true;
  }
}

class Engine extends EventTarget {
  isUp = true;
  asked = 0;
  wait = FIRST_LOOK;

  /** Send "pending" whenever the first question is asked and the last one answered. */
  count(step) {
    this.asked += step;
    if (this.asked === Number(step > 0)) this.dispatchEvent(new Event("pending"));
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
    try {
      await get("about");
      this.goUp();
    } catch (error) {
      if (isSilence(error)) this.lookSoon();
      else this.goUp();
    }
  }
}

export const engine = new Engine();
window.addEventListener("online", () => { if (!engine.isUp) engine.look(); });

const isSilence = (error) => GONE.includes(error.status);

/** Ask the engine; throws EngineDown when nobody answers. */
export async function ask(path, body, signal) {
  engine.count(+1);
  try {
    const answer = await post(path, body, signal);
    if (!isAnsweredHere(path, body)) engine.goUp(); // the page's own core says nothing about the server
    return answer;
  } catch (error) {
    if (!isSilence(error)) throw error;
    engine.goDown();
    throw new EngineDown();
  } finally {
    engine.count(-1);
  }
}

/** Return a function that asks a route and cancels its earlier question, which then resolves to null. */
export function latest(path) {
  let running = null;
  return async (body) => {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    try {
      const document = await ask(path, body, mine.signal);
      return running === mine ? document : null;
    } catch (error) {
      if (error.name === "AbortError" || running !== mine) return null;
      throw error;
    }
  };
}
