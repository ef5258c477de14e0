// Watch a player continue a game: the engine decides, this module makes one move at a time.

import { $, h, toast } from "../../dom.js";
import { messageOf, throwUnexpected } from "../../errors.js";
import { t } from "../../language.js";
import { moveName } from "../../names.js";
import { percent } from "../../percent.js";
import { ask, asking } from "../../asking/ask.js";
import { rememberInput } from "../../settings.js";
import { Autoplay } from "../autoplay.js";

const PAUSE = 150; // milliseconds between two moves

export class Watcher {
  constructor(play) {
    this.play = play;
    this.ahead = [];
    this.at = null;
    this.stepping = /** @type {Promise<any>} */ (Promise.resolve());
    this.autoplay = new Autoplay($("#watch-run"), PAUSE, () => this.step());
    $("#watch-step").addEventListener("click", () => { this.stop(); this.step(); });
    $("#watch-player").addEventListener("change", () => { this.ahead = []; });
    this.filled = this.fill();
    asking.addEventListener("up", () => { if (!$("#watch-player").options.length) this.filled = this.fill(); });
  }

  /** List the players; without an engine the list stays empty until it is back. */
  async fill() {
    try {
      const { players: known } = await ask("players");
      const first = known.find(({ name }) => name === "champion") ?? known[0];
      $("#watch-player").replaceChildren(...known.map(({ name, summary }) =>
        h("option", { value: name, title: summary, translate: "no", selected: name === first.name }, name)));
      rememberInput($("#watch-player"), "watch.player");
    } catch (error) {
      throwUnexpected(error);
    }
  }

  stop() { this.autoplay.stop(); }

  /** Make the player's next move after those that were asked for before; false when there is none. */
  step() {
    this.stepping = this.stepping.then(() => this.makeNext()).catch(reportError); // the next step goes on
    return this.stepping;
  }

  async makeNext() {
    const { play: { session, recorder } } = this;
    const { epoch } = session;
    try {
      await this.filled; // a fast click comes before the list of players
      while (session.epoch === epoch && session.isWaiting) await pause(20);
      const decision = session.epoch === epoch && !session.game.isOver && await this.next(epoch);
      if (!decision) return false;
      recorder.help("watch");
      session.move(decision.move);
      this.at = session.isWaiting ? null : this.play.text;
      this.explain(decision);
      return !session.game.isOver;
    } catch (error) {
      toast(messageOf(error), "bad");
      return false;
    }
  }

  /** The next decision; the engine is asked when the game has come where no decision is known. */
  async next(epoch) {
    const { play, play: { session } } = this;
    if (!this.ahead.length || this.at !== play.text) {
      const asked = play.text;
      const answer = await ask("watch", { game: asked, player: $("#watch-player").value });
      if (session.epoch !== epoch || play.text !== asked) return null; // the player went on
      this.ahead = [...answer.decisions]; // an answer without them is not kept
    }
    return this.ahead.shift();
  }

  explain({ move, reason, chance, is_guess: isGuess }) {
    const said = moveName(move);
    const isToldApart = isGuess && chance && !reason.includes("%");
    $("#watch-reason").textContent = isToldApart ? t("{move}: {reason} (a mine in {chance})", { move: said, reason, chance: percent(chance) }) : t("{move}: {reason}", { move: said, reason });
  }
}

const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });
