// Signs of what answers on every view: where it is, that it is still loading, and that nobody answers.

import { IS_STATIC, asking } from "./asking/ask.js";
import { cannotRun } from "./asking/errors.js";
import { hasCore } from "./asking/instant.js";
import { $ } from "./dom.js";
import { t } from "./language.js";
import { figure } from "./percent.js";

/** Show the signs from now on. */
export function showEngine() {
  asking.addEventListener("loading", () => { showLoading(); if (asking.home.cannot || !IS_STATIC) showHome(); });
  asking.addEventListener("pending", () => showLoading());
  asking.addEventListener("down", () => { $("#engine").hidden = false; });
  asking.addEventListener("up", () => { $("#engine").hidden = true; });
  showHome();
}

/** Say in the footer where answers come from, and what is missing there. */
async function showHome() {
  $("#home").textContent = asking.home.cannot ? cannotRun().message : IS_STATIC
    ? t("Everything is answered in your browser, also offline. Ledgers, other programs, the papers' tables and figures without luck need sapper serve: pip install 'sapper[all]'.")
    : await hasCore() ? t("Mines and chances come from your browser, all other answers from the server of this page.")
      : t("All answers come from the server of this page: it has no core for the browser that fits (make wasm).");
}

/** Say how much of Python has come, where a question waits for it. */
function showLoading() {
  const { done, all } = asking.loading ?? { done: 1, all: 1 };
  const isLoading = done < all && asking.asked > 0;
  $("#loading").hidden = !isLoading;
  if (isLoading) $("#loading").textContent = t("Loading what answers: {done} of {all} MB", { done: megabytes(done), all: megabytes(all) });
}

const megabytes = (bytes) => figure(bytes / 1e6, 1);
