// The view Lab: compare players on the same boards; progress is shown on the way.

import { writeAddress } from "../../address.js";
import { $, $$, announce, h, notify } from "../../dom.js";
import { messageOf, throwUnexpected } from "../../errors.js";
import { examples } from "../../examples.js";
import { readLabAddress } from "./lab-address.js";
import { joinNames, t, tn } from "../../language.js";
import { waitingText } from "../../names.js";
import { figure, percent } from "../../percent.js";
import { fitted, plot } from "../plot.js";
import { ask, asking } from "../../asking/ask.js";

const COLOURS = ["var(--s1)", "var(--s2)", "var(--s3)", "var(--s4)", "var(--s5)", "var(--s6)"];
const DASHES = ["", "7 4", "2 4"]; // beyond the sixth curve the colours come again, dashed
const SHOWN = "higher"; // the verdict on a pair whose first player is shown to win more

export class Lab {
  constructor() {
    this.form = $("#lab-form");
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.run(); });
    $("#lab-stop").addEventListener("click", () => this.stop());
    for (const part of [this.form, $("#lab-choice")]) part.addEventListener("change", () => this.remember());
    this.filled = this.fill();
  }

  async fill() {
    const known = await this.players();
    const first = ["champion", "fast", "greedy"].filter((name) => known.some((one) => one.name === name)).slice(0, 3);
    $("#lab-choice").append(...known.map(({ name, summary }) => h("label", {},
      h("input", { type: "checkbox", name: "player", value: name, checked: first.includes(name) }),
      h("span", { translate: "no" }, name), h("small", {}, summary))));
  }

  /** All players; while the server is silent this waits, and says so. */
  async players() {
    try {
      return (await ask("players")).players;
    } catch (error) {
      throwUnexpected(error);
      this.say(t("The players come from the server, which does not answer."));
      await new Promise((resolve) => { asking.addEventListener("up", resolve, { once: true }); });
      this.say(t("Choose players; all play the same boards."));
      return this.players();
    }
  }

  /** Show an example: a comparison that was made before. */
  async first() {
    const found = await examples();
    await this.filled;
    if (found && !this.curves) {
      const { player, board, start = "safe", games, seed, players, pairs } = found.comparison;
      this.fillForm({ board, start, games, seed, chosen: player });
      this.curves = new Map(player.map((name, index) => [name, look(index)]));
      this.tabulate(players, pairs);
      this.say(t("An example: {result}", { result: outcome(players, pairs) }));
    }
    this.remember();
  }

  /** The view is shown again. */
  returned() {
    this.filled.then(() => this.remember());
  }

  get chosen() { return $$("#lab-choice input:checked").map((input) => input.value); }

  /** Fill the form from a link; one that is wrong is told in a sentence, and changes nothing. */
  async load(text) {
    await this.filled;
    const inputs = $$("#lab-choice input");
    const { wrong, board, start, games, seed, chosen } = readLabAddress(text, inputs.map((input) => input.value));
    if (wrong) { notify(t("This comparison cannot be shown: {reason}.", { reason: wrong })); return; }
    this.fillForm({ board, start, games, seed, chosen });
    this.remember();
  }

  fillForm({ chosen, ...values }) {
    for (const [name, value] of Object.entries(values)) this.form[name].value = value;
    for (const input of $$("#lab-choice input")) input.checked = chosen.includes(input.value);
  }

  /** Write the settings into the address. */
  remember() {
    if ($("#lab").hidden) return;
    const { board, start, games, seed } = this.form;
    writeAddress("lab", [board.value.trim(), start.value, games.value, seed.value || "0", ...this.chosen].join(" "));
  }

  async run() {
    await this.filled;
    const { board, start, games, seed } = this.form;
    if (!this.chosen.length) { this.say(t("Choose at least one player.")); return; }
    const names = this.chosen;
    const body = { player: names, board: board.value.trim(), start: start.value, games: +games.value, seed: seed.value || "0" };
    this.remember();
    this.curves = new Map(names.map((name, index) => [name, { name, ...look(index), points: [] }]));
    for (const place of ["#lab-plot", "#lab-players", "#lab-pairs"]) $(place).replaceChildren();
    this.most = +games.value;
    this.listen(body);
  }

  /** Ask for a simulation; show its progress until it is done, failed, refused or stopped. */
  async listen(body) {
    this.stop();
    const stop = new AbortController();
    const progress = new Progress((text, part) => this.say(text, part));
    const on = {
      waiting: ({ ahead }) => this.say(waitingText(ahead)),
      begin: ({ runs }) => progress.begin(runs),
      progress: (standing) => { progress.add(standing); this.draw(standing); },
      note: ({ note }) => this.say(note),
    };
    this.busy(stop);
    this.say(t("Starting …"), 0);
    try {
      const found = await ask("simulate", body, { signal: stop.signal, progress: (event, data) => on[event]?.(data) });
      this.free(stop);
      this.done(found);
    } catch (error) {
      const reason = messageOf(error);
      if (stop.signal.aborted) return;
      this.say(progress.hasBegun ? t("Failed: {reason}", { reason }) : t("Not started: {reason}.", { reason }));
    } finally {
      this.free(stop);
    }
  }

  /** Stop what is running: the server ends its work as soon as nobody listens. */
  stop() {
    if (!this.running) return;
    this.running.abort();
    this.busy(null);
    this.say(t("Stopped."));
  }

  free(stop) {
    if (this.running === stop) this.busy(null);
  }

  busy(running) {
    this.running = running;
    $("#lab-run").disabled = Boolean(running);
    $("#lab-stop").disabled = !running;
  }

  /** Say how things stand; with `part` of the work done, from 0 to 1, also as a bar. */
  say(text, part = null) {
    const bar = part === null ? null : h("progress", { max: 1, value: part, "aria-label": t("games played") });
    $("#lab-state").replaceChildren(...[bar, text].filter(Boolean));
  }

  draw(standing) {
    const curve = this.curves.get(standing.player);
    if (!curve || standing.win_rate == null) return;
    curve.points.push({ x: standing.done, y: standing.win_rate, low: standing.win_rate_low, high: standing.win_rate_high });
    const all = [...this.curves.values()];
    $("#lab-plot").replaceChildren(plot(all, { most: this.most, end: tn("{count} game", "{count} games", this.most), label: t("Win rate by games played"), width: $("#lab-plot").parentElement.clientWidth, ...fitted(all) }));
  }

  done({ players, pairs }) {
    this.tabulate(players, pairs);
    const text = t("Done: {result}", { result: outcome(players, pairs) });
    this.say(text);
    announce(text);
  }

  tabulate(players, pairs) {
    fillTable($("#lab-players"), players, [
      [t("player"), (row) => named(row.player, this.curves.get(row.player))], [t("games"), (row) => row.games], [t("won"), (row) => row.wins],
      [t("win rate"), (row) => percent(row.win_rate, 1)],
      ["95 %", (row) => `${percent(row.win_rate_low, 1)} – ${percent(row.win_rate_high, 1)}`],
      [t("guesses"), (row) => figure(row.guesses_per_game, 2)], [t("right"), (row) => percent(row.guess_accuracy, 1)],
      [t("ms per game"), (row) => figure(row.ms_per_game, 2)],
    ]);
    fillTable($("#lab-pairs"), pairs, [
      [t("pair"), ({ first, second }) => t("{first} against {second}", { first, second })], [t("only first won"), (row) => row.only_first],
      [t("only second won"), (row) => row.only_second], [t("difference"), (row) => percent(row.difference, 1)],
      ["95 %", (row) => `${percent(row.difference_low, 1)} – ${percent(row.difference_high, 1)}`], ["p", (row) => pValue(row.p)],
      [t("shown"), (row) => verdictOf(row)],
    ]);
  }
}

/** The games played of all that were announced, the speed, and the time left at this speed. */
class Progress {
  constructor(say) {
    this.say = say;
    this.runs = new Map();
    this.began = performance.now();
    this.before = 0;
  }

  get hasBegun() { return this.runs.size > 0; }

  begin(runs) {
    for (const run of runs) this.runs.set(key(run), run);
    this.before = this.played;
    this.began = performance.now();
    this.show();
  }

  add(standing) {
    this.runs.set(key(standing), standing);
    this.show();
  }

  get played() { return [...this.runs.values()].reduce((sum, { done }) => sum + done, 0); }

  show() {
    const all = [...this.runs.values()].reduce((sum, { games }) => sum + games, 0);
    const speed = (1000 * (this.played - this.before)) / Math.max(1, performance.now() - this.began);
    const played = t("{done} of {all} games played", { done: this.played, all });
    const pace = { number: speed < 10 ? figure(speed, 1) : Math.round(speed), time: duration((all - this.played) / speed) };
    this.say(speed > 0 ? t("{played}, {number} per second, about {time} left", { played, ...pace }) : played, all ? this.played / all : 0);
  }
}

const key = ({ player, board }) => `${player} ${board}`;

function duration(seconds) {
  if (seconds < 90) return t("{number} s", { number: Math.ceil(seconds) });
  return seconds < 5400 ? t("{number} min", { number: Math.round(seconds / 60) }) : t("{number} h", { number: figure(seconds / 3600, 1) });
}

function look(index) {
  return { colour: COLOURS[index % COLOURS.length], dash: DASHES[Math.floor(index / COLOURS.length) % DASHES.length] };
}

function pValue(p) {
  return p != null && p < 0.001 ? `<${figure(0.001, 3)}` : figure(p, 3);
}

/** What the server shows about a pair: which one wins more, or a tie. */
function verdictOf({ first, second, verdict, difference }) {
  if (difference === 0) return t("tie");
  if (verdict === SHOWN) return t("{player} wins more", { player: first });
  return verdict === "lower" ? t("{player} wins more", { player: second }) : t("no difference shown");
}

/** The best player; those that are not shown to win less are named beside it. */
function outcome(players, pairs) {
  const best = players.reduce((a, b) => (b.wins > a.wins ? b : a));
  const isLess = (name) => pairs.some((pair) => (pair.first === best.player && pair.second === name && pair.verdict === SHOWN)
    || (pair.second === best.player && pair.first === name && pair.verdict === "lower"));
  const others = players.filter(({ player }) => player !== best.player);
  const equal = others.filter(({ wins }) => wins === best.wins).map(({ player }) => player);
  const close = others.filter(({ player, wins }) => wins !== best.wins && !isLess(player)).map(({ player }) => player);
  const rate = percent(best.win_rate);
  const head = equal.length ? t("a tie: {players} won {rate} each", { players: joinNames([best.player, ...equal]), rate }) : t("{player} won {rate}", { player: best.player, rate });
  const tail = close.length ? t("no difference to {players} is shown", { players: joinNames(close) }) : others.length > equal.length ? t("more than all others") : "";
  return tail ? `${head}; ${tail}.` : `${head}.`;
}

function named(name, { colour = "var(--ink)", dash = "" } = {}) {
  const line = h("span", { class: dash ? "swatch-line dashed" : "swatch-line" });
  line.style.color = colour;
  return h("span", { translate: "no" }, line, name);
}

function fillTable(table, rows, columns) {
  if (!rows.length) { table.replaceChildren(); return; }
  table.replaceChildren(
    h("thead", {}, h("tr", {}, ...columns.map(([title]) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...columns.map(([, value]) => h("td", {}, value(row)))))));
}
