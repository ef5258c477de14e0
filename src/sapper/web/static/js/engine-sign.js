// Signs of the engine on every view: that a question waits for its answer, and that nobody answers.

import { asking } from "./asking/ask.js";
import { $ } from "./dom.js";
import { t } from "./language.js";

const PATIENCE = 150; // milliseconds; quicker answers need no sign

/** Show the signs from now on. */
export function showEngine() {
  let waiting = 0;
  asking.addEventListener("pending", () => {
    clearTimeout(waiting);
    if (asking.asked) waiting = setTimeout(() => document.body.setAttribute("data-asking", ""), PATIENCE);
    else document.body.removeAttribute("data-asking");
  });
  asking.addEventListener("loading", () => showLoading());
  asking.addEventListener("pending", () => showLoading());
  asking.addEventListener("down", () => { $("#engine").hidden = false; });
  asking.addEventListener("up", () => { $("#engine").hidden = true; });
}

/** Say how much of Python has come, where a question waits for it. */
function showLoading() {
  const { done, all } = asking.loading ?? { done: 1, all: 1 };
  const isLoading = done < all && asking.asked > 0;
  $("#loading").hidden = !isLoading;
  if (isLoading) $("#loading").textContent = t("Loading what answers: {done} of {all} MB", { done: megabytes(done), all: megabytes(all) });
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
