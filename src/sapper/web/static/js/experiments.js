// The running experiments of the view Lab: the runs of ledgers that the operator named at the start.
// The server counts and judges; this only asks again and again, and draws what it is told.

import { get } from "./api.js";
import { $, $$, announce, h, s } from "./dom.js";
import { t, tn } from "./language.js";
import { percent } from "./percent.js";

const SECONDS = 2; // between two looks, while the view is shown
const [WIDTH, HEIGHT, EDGE] = [320, 90, 6];
const QUIET = ["running", "finished", "stored"]; // states that need no further words
const STATES = {
  running: t("running"), stalled: t("stalled"), lost: t("lost contact"), stopped: t("stopped"), finished: t("finished"), stored: t("stored"),
};
const FAULTS = {
  crashed: t("crashed"), timed_out: t("timed out"), illegal_move: t("illegal move"), too_many_moves: t("too many moves"),
  process_died: t("process died"), garbage: t("answer that is no move"), endless_output: t("endless output"),
};
const VERDICTS = { H0: "H0", H1: "H1", undecided: t("undecided") };

export class Experiments {
  constructor() {
    this.announced = new Set();
    document.addEventListener("visibilitychange", () => this.look());
    this.look();
  }

  /** Ask how the runs are doing, and ask again as long as the view is shown; only one such chain. */
  async look() {
    clearTimeout(this.next);
    if ($("#lab").hidden || document.hidden || this.isAsking) return;
    this.isAsking = true;
    const found = await get("experiments").catch(() => null);
    this.isAsking = false;
    if (found) this.show(found.ledgers);
    else $("#experiments-state").textContent = t("The server does not respond.");
    if (!found || found.ledgers.length) this.next = setTimeout(() => this.look(), 1000 * SECONDS);
  }

  show(ledgers) {
    $("#experiments").hidden = !ledgers.length;
    const runs = ledgers.flatMap((ledger) => ledger.runs);
    const count = (state) => runs.filter((run) => run.state === state).length;
    const counted = ["running", "stalled", "lost"].map((state) => [count(state), state]).filter(([number]) => number);
    $("#experiments-state").textContent = counted.length ? counted.map(([number, state]) => `${number} ${STATES[state]}`).join(", ") : t("Nothing is running.");
    const open = $$("#experiments details[open]").map(({ dataset }) => dataset.key);
    const focused = document.activeElement?.closest("#experiments details")?.dataset.key;
    $("#experiments-ledgers").replaceChildren(...ledgers.map(drawLedger));
    for (const details of $$("#experiments details")) {
      details.open = open.includes(details.dataset.key);
      if (details.dataset.key === focused) $("summary", details).focus();
    }
    this.alarm(ledgers);
  }

  /** Announce every alarm once. */
  alarm(ledgers) {
    for (const { ledger, runs } of ledgers) {
      for (const { number, player, alarms } of runs) {
        const key = `${ledger} ${number}`;
        if (!alarms.length || this.announced.has(key)) continue;
        this.announced.add(key);
        announce(t("Alarm of {player}: {text}", { player, text: alarms[0].text }));
      }
    }
  }
}

function drawLedger({ ledger, error, runs, left_out: leftOut }) {
  return h("div", { class: "ledger" }, h("h3", {}, ledger),
    error ? h("p", { class: "bad" }, error) : null,
    !error && !runs.length ? h("p", { class: "note" }, t("No runs yet.")) : null,
    h("div", { class: "runs" }, ...runs.map((run) => drawRun(run, `${ledger} ${run.number}`))),
    leftOut ? h("p", { class: "note" }, tn("{count} older run is not shown; sapper ledger show lists it.", "{count} older runs are not shown; sapper ledger show lists them.", leftOut)) : null);
}

function drawRun(run, key) {
  const { player, board, start, seed, games, done, state, note, speed, seconds_ago: ago, workers } = run;
  return h("article", { class: `run ${state}`, "aria-label": t("{player} on {board}", { player, board }) },
    h("header", {}, h("strong", {}, player), h("span", {}, " ", t("on {board}, {start}, seed {seed}", { board, start, seed })),
      h("span", { class: `chip-state ${state}` }, STATES[state] ?? state)),
    h("progress", { max: games ?? (done || 1), value: done, "aria-label": t("games done") }),
    h("dl", { class: "facts" },
      fact(t("games"), games == null ? whole(done) : t("{done} of {all}", { done: whole(done), all: whole(games) })),
      fact(t("won"), percent(run.win_rate, 2)),
      fact("95 %", run.win_rate == null ? "–" : `${percent(run.win_rate_low, 2)} – ${percent(run.win_rate_high, 2)}`),
      fact(t("speed"), speed == null ? "–" : t("{number} games/s", { number: speed < 10 ? speed.toFixed(1) : whole(Math.round(speed)) })),
      fact(t("last chunk"), ago == null ? "–" : t("{time} ago", { time: age(ago) })),
      fact(t("workers"), workers || "–")),
    QUIET.includes(state) ? null : h("p", { class: state === "stopped" ? "note" : "bad" }, note),
    ...run.alarms.map(({ text }) => h("p", { class: "bad alarm" }, t("Alarm: {text}. sapper ledger show names the worker, sapper ledger check --replay 200 plays its games again.", { text }))),
    run.faults.total ? drawFaults(run.faults, key) : null,
    run.sprt ? drawTest(run.sprt) : null);
}

function fact(name, value) {
  return h("div", {}, h("dt", {}, name), h("dd", {}, value));
}

function drawFaults({ total, examples, ...kinds }, key) {
  const parts = Object.entries(kinds).filter(([, number]) => number).map(([kind, number]) => `${whole(number)} ${FAULTS[kind] ?? kind}`);
  return h("details", { class: "bad", "data-key": key }, h("summary", {}, tn("{total} game with a fault, counted as lost: {kinds}", "{total} games with a fault, counted as lost: {kinds}", total, { total: whole(total), kinds: parts.join(", ") })),
    ...examples.map(({ game, replay }) => h("p", {}, t("game {number}:", { number: game }), " ", h("code", {}, replay))));
}

/** The ratio of a sequential test by boards, between its two bounds. */
function drawTest({ players, verdict, ratio, games, low, high, history }) {
  const top = Math.max(high, ...history.map(([, value]) => value));
  const bottom = Math.min(low, ...history.map(([, value]) => value));
  const across = (x) => EDGE + (WIDTH - 2 * EDGE) * (games ? x / games : 0);
  const up = (y) => HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * ((y - bottom) / (top - bottom));
  const place = ([x, y]) => `${across(x).toFixed(1)},${up(y).toFixed(1)}`;
  const label = t("Sequential test {first} against {second}: ratio {ratio} after {games} boards", { first: players[0], second: players[1], ratio: ratio.toFixed(2), games });
  const line = (y, name) => s("line", { class: name, x1: EDGE, x2: WIDTH - EDGE, y1: up(y), y2: up(y) });
  return h("figure", { class: "graph" },
    s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
      line(low, "here"), line(high, "here"), line(0, "axis"),
      s("polyline", { class: "curve test", points: history.map(place).join(" ") })),
    h("figcaption", { class: "note" }, t("{test}; H0 at {low}, H1 at {high}: {verdict}", { test: label, low: low.toFixed(2), high: high.toFixed(2), verdict: VERDICTS[verdict] ?? verdict })));
}

const whole = (number) => number.toLocaleString("en-GB");

function age(seconds) {
  if (seconds < 120) return t("{number} s", { number: Math.round(seconds) });
  if (seconds < 7200) return t("{number} min", { number: Math.floor(seconds / 60) });
  return seconds < 172800 ? t("{number} h", { number: Math.floor(seconds / 3600) }) : t("{number} d", { number: Math.floor(seconds / 86400) });
}
