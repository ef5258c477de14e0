// The paper's figures beside ours: games are played here again, and the interval shrinks as they grow.

import { ask } from "../../asking/ask.js";
import { $, h, tableParts } from "../../dom.js";
import { messageOf } from "../../errors.js";
import { t } from "../../language.js";
import { shareText } from "../../percent.js";

export class Experiment {
  constructor() {
    this.lesson = this.running = null;
    this.played = new Map(); // a run by its key
    $("#learn-run").addEventListener("click", () => (this.running ? this.stop() : this.run()));
  }

  /** Show the figures of a lesson. */
  show(lesson) {
    if (lesson !== this.lesson) this.stop();
    this.lesson = lesson;
    const { experiments } = lesson;
    $("#learn-games").hidden = !experiments.length;
    $("#learn-experiment").replaceChildren(...experiments.map((one, index) => h("option", { value: index }, one.board)));
    $("#learn-experiment").hidden = experiments.length < 2;
    this.draw();
  }

  draw() {
    const { experiments, figures } = this.lesson;
    const games = experiments.flatMap((one) => one.players.map((player, index) => [
      `${player}, ${one.board}`, one.printed[index] ?? "–", this.text(this.played.get(keyOf(one.board, one.start, player))),
    ]));
    const rows = [...figures.map(({ name, printed, ours }) => [name, printed, ours]), ...games];
    $("#learn-figures").replaceChildren(...tableParts(["", t("printed"), t("ours")], rows));
  }

  text(run) {
    if (!run?.games) return "–";
    return t("{share}, {games} games", { share: shareText(run.rate, run.low, run.high), games: run.games });
  }

  stop() {
    this.running?.abort();
    this.running = null;
    $("#learn-run").textContent = t("Play games here");
  }

  async run() {
    const one = this.lesson.experiments[+$("#learn-experiment").value || 0];
    const running = this.running = new AbortController();
    $("#learn-run").textContent = t("Stop");
    const say = (text) => { $("#learn-run-state").textContent = text; };
    say("");
    const take = ({ player, done, games, win_rate: rate, win_rate_low: low, win_rate_high: high }) => {
      this.played.set(keyOf(one.board, one.start, player), { games: done ?? games, rate, low, high });
      if (this.running === running) this.draw();
    };
    const { board, start, first } = one;
    const body = { player: one.players, board, start, first, games: +$("#learn-count").value };
    try {
      const found = await ask("simulate", body, { signal: running.signal, progress: (event, data) => event === "progress" && take(data) });
      found.players.forEach(take);
      say(t("Done; share won with its 95 % interval."));
    } catch (error) {
      if (!running.signal.aborted) say(messageOf(error));
    } finally {
      if (this.running === running) this.stop();
    }
  }
}

const keyOf = (...parts) => parts.join(" ");
