// Watch a strategy continue a game: the server decides, this module shows one move at a time.

import { get, post } from "./api.js";
import { $, h, toast } from "./dom.js";
import { percent } from "./percent.js";

const SPEEDS = [0.5, 1, 2, 4, 10, 25, 60]; // moves per second

export class Watcher {
  constructor(play) {
    this.play = play;
    this.ahead = [];
    this.at = null;
    this.timer = 0;
    $("#watch-run").addEventListener("click", () => (this.timer ? this.stop() : this.run()));
    $("#watch-step").addEventListener("click", () => { this.stop(); this.step(); });
    $("#watch-strategy").addEventListener("change", () => { this.ahead = []; });
    this.filled = this.fill();
  }

  async fill() {
    const { strategies: known } = await get("strategies");
    const first = known.find(({ name }) => name === "champion") ?? known[0];
    $("#watch-strategy").replaceChildren(...known.map(({ name, summary }) =>
      h("option", { value: name, title: summary, selected: name === first.name }, name)));
  }

  run() {
    $("#watch-run").textContent = "Pause";
    const next = async () => {
      if (!(await this.step())) { this.stop(); return; }
      if (!this.timer) return;
      this.timer = setTimeout(next, 1000 / SPEEDS[+$("#watch-speed").value]);
    };
    this.timer = setTimeout(next, 0);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    $("#watch-run").textContent = "Watch";
  }

  /** Make the strategy's next move; false when there is none. */
  async step() {
    const { play } = this;
    if (play.state.status !== "playing") return false;
    try {
      await this.filled; // a fast click comes before the list of strategies
      if (!this.ahead.length || this.at !== play.state.game) {
        const answer = await post("watch", { game: play.state.game, strategy: $("#watch-strategy").value });
        this.ahead = answer.decisions;
      }
      const decision = this.ahead.shift();
      if (!decision) return false;
      play.undone = [];
      play.take(await post("play", { game: `${play.state.game} ${decision.move}` }));
      this.at = play.state.game;
      const risk = decision.is_guess && decision.chance ? ` (a mine in ${percent(decision.chance)})` : "";
      $("#watch-reason").textContent = `${decision.move}: ${decision.reason}${decision.reason.includes("%") ? "" : risk}`;
      return play.state.status === "playing";
    } catch (error) {
      toast(error.message, "bad");
      return false;
    }
  }
}
