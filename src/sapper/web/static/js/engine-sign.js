// Signs of the engine on every view: that a question waits for its answer, and that nobody answers.

import { $ } from "./dom.js";
import { engine } from "./questions.js";

const PATIENCE = 150; // milliseconds; quicker answers need no sign

/** Show the signs from now on. */
export function showEngine() {
  let waiting = 0;
  engine.addEventListener("pending", () => {
    clearTimeout(waiting);
    if (engine.asked) waiting = setTimeout(() => document.body.setAttribute("data-asking", ""), PATIENCE);
    else document.body.removeAttribute("data-asking");
  });
  engine.addEventListener("down", () => { $("#engine").hidden = false; });
  engine.addEventListener("up", () => { $("#engine").hidden = true; });
}
