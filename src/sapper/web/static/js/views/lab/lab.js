// The view Lab: compare players on the same boards; progress is shown on the way.

import { writeAddress } from "../../address.js";
import { $, $$, announce, h, notify, tableParts } from "../../dom.js";
import { messageOf } from "../../errors.js";
import { examples } from "../../examples.js";
import { joinNames, t } from "../../language.js";
import { waitingText } from "../../names.js";
import { figure, percent } from "../../percent.js";
import { ask, players as allPlayers } from "../../asking/ask.js";

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
    const known = await allPlayers(() => this.say(t("The players come from the server, which does not answer.")));
    this.say(t("Choose players; all play the same boards."));
    const first = ["champion", "fast", "greedy"].filter((name) => known.some((one) => one.name === name)).slice(0, 3);
    $("#lab-choice").append(...known.map(({ name, summary }) => h("label", {},
      h("input", { type: "checkbox", name: "player", value: name, checked: first.includes(name) }),
      h("span", { translate: "no" }, name), h("small", {}, summary))));
  }

  /** Show an example: a comparison that was made before. */
  async first() {
    const found = await examples();
    await this.filled;
    if (found && !this.rows) {
      const { player, board, start = "safe", games, seed, players, pairs } = found.comparison;
      this.fillForm({ board, start, games, seed, chosen: player });
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
    const [board, start = "safe", games = "200", seed = "0", ...chosen] = text.split(" ").filter(Boolean);
    const known = $$("#lab-choice input").map((input) => input.value);
    this.fillForm({ board, start, games, seed, chosen });
    if (this.form.checkValidity() && chosen.every((name) => known.includes(name))) { this.remember(); return; }
    this.form.reset();
    notify(t("This comparison cannot be shown: expected a board, a start rule, 1 to 100,000 games, a seed and players, got “{text}”.", { text: text.slice(0, 80) }));
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
    this.rows = new Map();
    this.tabulate([], []);
    this.listen(body);
  }

  /** Ask for a simulation; show its progress until it is done, failed, refused or stopped. */
  async listen(body) {
    this.stop();
    const stop = new AbortController();
    const on = {
      waiting: ({ ahead }) => this.say(waitingText(ahead)),
      begin: ({ runs }) => this.standing(runs),
      progress: (run) => this.standing([run]),
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
      this.say(this.rows.size ? t("Failed: {reason}", { reason }) : t("Not started: {reason}.", { reason }));
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

  /** Show how far runs have come: their rows of the table, and the games played of all. */
  standing(runs) {
    for (const run of runs) this.rows.set(run.player, run);
    const all = [...this.rows.values()];
    this.tabulate(all.map((run) => ({ ...run, games: run.done })), []);
    const [done, games] = ["done", "games"].map((name) => all.reduce((sum, run) => sum + run[name], 0));
    this.say(t("{done} of {all} games played", { done, all: games }), games ? done / games : 0);
  }

  done({ players, pairs }) {
    this.tabulate(players, pairs);
    const text = t("Done: {result}", { result: outcome(players, pairs) });
    this.say(text);
    announce(text);
  }

  tabulate(players, pairs) {
    fillTable($("#lab-players"), players, [
      [t("player"), (row) => h("span", { translate: "no" }, row.player)], [t("games"), (row) => row.games], [t("won"), (row) => row.wins],
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

function fillTable(table, rows, columns) {
  table.replaceChildren(...tableParts(columns.map(([title]) => title), rows.map((row) => columns.map(([, value]) => value(row)))));
}
