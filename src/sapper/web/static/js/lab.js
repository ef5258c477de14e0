// The view Lab: compare strategies on the same boards; the server streams the progress.

import { writeAddress } from "./address.js";
import { get } from "./api.js";
import { $, $$, announce, h, notify } from "./dom.js";
import { Experiments } from "./experiments.js";
import { readLabAddress } from "./lab-address.js";
import { percent } from "./percent.js";
import { plot } from "./plot.js";

const COLOURS = ["var(--s1)", "var(--s2)", "var(--s3)", "var(--s4)", "var(--s5)", "var(--s6)"];
const FIXED = (digits) => (value) => (value == null ? "–" : value.toFixed(digits));

export class Lab {
  constructor() {
    this.form = $("#lab-form");
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.run(); });
    $("#lab-stop").addEventListener("click", () => this.stop("Stopped."));
    $("#papers-run").addEventListener("click", () => this.papers());
    for (const part of [this.form, $("#lab-strategies")]) part.addEventListener("change", () => this.remember());
    this.filled = this.fill();
    this.experiments = new Experiments();
  }

  async fill() {
    const { strategies: known } = await get("strategies");
    const first = ["champion", "fast", "greedy"].filter((name) => known.some((one) => one.name === name)).slice(0, 3);
    $("#lab-strategies").append(...known.map(({ name, summary }) => h("label", {},
      h("input", { type: "checkbox", name: "strategy", value: name, checked: first.includes(name) }),
      h("span", {}, name), h("small", {}, summary))));
  }

  /** The view is shown again. */
  returned() {
    this.experiments.look();
    this.remember();
  }

  get chosen() { return $$("#lab-strategies input:checked").map((input) => input.value); }

  /** Fill the form from a link; one that is wrong is told in a sentence, and changes nothing. */
  async load(text) {
    await this.filled;
    const inputs = $$("#lab-strategies input");
    const { wrong, board, start, games, seed, chosen } = readLabAddress(text, inputs.map((input) => input.value));
    if (wrong) { notify(`This comparison cannot be shown: ${wrong}.`); return; }
    [this.form.board.value, this.form.start.value, this.form.games.value, this.form.seed.value] = [board, start, games, seed];
    for (const input of inputs) input.checked = chosen.includes(input.value);
    this.remember();
  }

  /** Write the settings into the address. */
  remember() {
    const { board, start, games, seed } = this.form;
    writeAddress("lab", [board.value.trim(), start.value, games.value, seed.value || "0", ...this.chosen].join(" "));
  }

  run() {
    const { board, start, games, seed } = this.form;
    if (!this.chosen.length) { this.say("Choose at least one strategy."); return; }
    const names = this.chosen.slice(0, 6);
    const query = new URLSearchParams({ board: board.value.trim(), start: start.value, games: games.value, seed: seed.value || "0" });
    for (const name of names) query.append("strategy", name);
    this.remember();
    this.curves = new Map(names.map((name, index) => [name, { name, colour: COLOURS[index], points: [] }]));
    $("#lab-players").replaceChildren();
    $("#lab-pairs").replaceChildren();
    this.most = +games.value;
    this.listen(`/api/simulate?${query}`, {
      begin: () => this.say("Playing …"),
      progress: (standing) => this.progress(standing),
      done: (found) => this.done(found),
    });
  }

  /** Listen to a stream of events until it is done, failed or stopped. */
  async listen(address, on) {
    this.stop("");
    const source = new EventSource(address);
    this.source = source;
    this.busy(true);
    const end = () => { source.close(); if (this.source === source) { this.source = null; this.busy(false); } };
    const hear = (name, then) => source.addEventListener(name, (event) => then(JSON.parse(event.data)));
    for (const [name, then] of Object.entries(on)) hear(name, (data) => { if (name === "done") end(); then(data); });
    hear("failed", ({ error }) => { end(); this.say(error); });
    source.onerror = async () => {
      if (this.source !== source) return;
      end();
      this.say(await refusal(address));
    };
  }

  stop(said) {
    if (!this.source) return;
    this.source.close();
    this.source = null;
    this.busy(false);
    this.say(said);
  }

  busy(isBusy) {
    $("#lab-run").disabled = isBusy;
    $("#lab-stop").disabled = !isBusy;
    $("#papers-run").disabled = isBusy;
  }

  say(text, place = "#lab-state") { $(place).textContent = text; }

  progress(standing) {
    const curve = this.curves.get(standing.strategy);
    if (!curve || standing.win_rate == null) return;
    curve.points.push({ x: standing.done, y: standing.win_rate, low: standing.win_rate_low, high: standing.win_rate_high });
    curve.standing = standing;
    const all = [...this.curves.values()];
    $("#lab-plot").replaceChildren(plot(all, { most: this.most, xLabel: "games", label: "Win rate by games played", width: $("#lab-plot").parentElement.clientWidth }));
    const done = all.reduce((sum, one) => sum + (one.standing?.done ?? 0), 0);
    this.say(`${done} of ${this.most * all.length} games played`);
  }

  done({ players, pairs }) {
    const colour = (name) => this.curves.get(name)?.colour ?? "var(--ink)";
    fillTable($("#lab-players"), players, [
      ["player", (row) => named(row.strategy, colour(row.strategy))], ["games", (row) => row.games], ["won", (row) => row.wins],
      ["win rate", (row) => percent(row.win_rate, 1)],
      ["95 %", (row) => `${percent(row.win_rate_low, 1)} – ${percent(row.win_rate_high, 1)}`],
      ["guesses", (row) => FIXED(2)(row.guesses_per_game)], ["right", (row) => percent(row.guess_accuracy, 1)],
      ["ms per game", (row) => FIXED(2)(row.ms_per_game)],
    ]);
    fillTable($("#lab-pairs"), pairs, [
      ["pair", (row) => `${row.first} against ${row.second}`], ["only first won", (row) => row.only_first],
      ["only second won", (row) => row.only_second], ["difference", (row) => percent(row.difference, 1)],
      ["95 %", (row) => `${percent(row.difference_low, 1)} – ${percent(row.difference_high, 1)}`], ["p", (row) => FIXED(3)(row.p)],
    ]);
    const best = players.reduce((a, b) => (b.win_rate > a.win_rate ? b : a));
    this.say(`Done: ${best.strategy} won ${percent(best.win_rate)}.`);
    announce(`Done. ${best.strategy} won ${percent(best.win_rate)}.`);
  }

  papers() {
    this.say("Playing …", "#papers-state");
    this.listen("/api/papers?games=60", {
      progress: ({ strategy, board, done, games }) => this.say(`${strategy} on ${board}: ${done} of ${games}`, "#papers-state"),
      done: ({ tables }) => {
        this.say("Done.", "#papers-state");
        $("#papers-tables").replaceChildren(...tables.map(titledTable));
      },
    });
  }
}

/** Why a stream was refused: the same request again, read as a plain response. */
async function refusal(address) {
  const stop = new AbortController();
  const response = await fetch(address, { signal: stop.signal }).catch(() => null);
  if (!response) return "The server does not respond.";
  if (response.ok) { stop.abort(); return "The connection was lost."; }
  return (await response.json()).error;
}

function named(name, colour) {
  const line = h("span", { class: "swatch-line" });
  line.style.backgroundColor = colour;
  return h("span", {}, line, name);
}

function fillTable(table, rows, columns) {
  if (!rows.length) { table.replaceChildren(); return; }
  table.replaceChildren(
    h("thead", {}, h("tr", {}, ...columns.map(([title]) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...columns.map(([, value]) => h("td", {}, value(row)))))));
}

function titledTable({ title, columns, rows, notes }) {
  const table = h("table", {}, h("caption", {}, title),
    h("thead", {}, h("tr", {}, ...columns.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((value) => h("td", {}, value == null ? "–" : String(value)))))));
  return h("div", {}, h("div", { class: "wide-table", tabindex: 0, role: "region", "aria-label": title }, table),
    ...notes.map((note) => h("p", { class: "note" }, note)));
}
