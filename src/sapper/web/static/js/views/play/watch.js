// Watch a player continue a game: the engine decides, this module makes one move at a time.

import { $, h, toast } from "../../dom.js";
import { messageOf } from "../../errors.js";
import { t } from "../../language.js";
import { moveName } from "../../names.js";
import { percent } from "../../percent.js";
import { ask, players } from "../../asking/ask.js";
import { rememberInput } from "../../settings.js";
import { Autoplay } from "../autoplay.js";

const FIRST = "champion"; // who is watched, unless another is chosen
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
    this.fill();
  }

  /** List the players, as soon as an engine names them. */
  async fill() {
    const known = await players();
    $("#watch-player").replaceChildren(...known.map(({ name, summary }) =>
      h("option", { value: name, title: summary, translate: "no", selected: name === FIRST }, name)));
    rememberInput($("#watch-player"), "watch.player");
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
      while (session.epoch === epoch && session.isWaiting) await pause(20);
      const decision = session.epoch === epoch && !session.game.isOver && await this.next(epoch);
      if (!decision) return false;
      recorder.help("watch");
      session.move(decision.move);
      while (session.epoch === epoch && session.isWaiting) await pause(20);
      this.at = this.play.text;
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
      const answer = await ask("watch", { game: asked, player: $("#watch-player").value || FIRST });
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
