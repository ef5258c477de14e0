// An exercise on the technique of a lesson: the student names a cell, the answer is judged with its proof.

import { latest } from "../../asking/ask.js";
import { $, announce, withCells } from "../../dom.js";
import { messageOf } from "../../errors.js";
import { t } from "../../language.js";
import { cellName, Position } from "../../model/position.js";
import { techniqueName } from "../../names.js";
import { figure } from "../../percent.js";
import { rolesOf } from "../panel/study.js";

export class Exercise {
  /** `shows(position)` is called with the position to show; `board` has the cells that texts name. */
  constructor({ shows, board }) {
    this.shows = shows;
    this.board = board;
    this.position = null;
    this.technique = "";
    this.own = null; // mistakes to practise instead
    this.turn = 0;
    this.roles = new Map();
    this.chosen = 0;
    this.ask = { exercise: latest("exercise"), explain: latest("explain") };
    $("#learn-new").addEventListener("click", () => this.begin());
    $("#learn-safe").addEventListener("click", () => this.judge(false));
    $("#learn-mine").addEventListener("click", () => this.judge(true));
  }

  /** Show another position; `seed` numbers it. */
  async begin(seed = Math.floor(Math.random() * 1000)) {
    this.say(t("Searching for a position …"));
    try {
      const found = this.own ? this.own[this.turn++ % this.own.length] : await this.ask.exercise({ technique: this.technique, seed });
      if (!found) return;
      if (this.own) $("#learn-technique").textContent = t("Here you guessed, at a cost of {points} points of winning chance. A cell was certain, by this technique: {name}.", { points: figure(100 * found.loss, 1), name: techniqueName(found.technique) });
      this.seed = seed;
      this.position = Position.parse(found.position);
      this.roles = new Map();
      this.chosen = Math.max(0, [...this.position.faces].findIndex((face) => face === "_"));
      $("#learn-answer").hidden = false;
      this.shows(this.position);
      $("#learn-board").scrollIntoView({ block: "nearest" }); // from below it, on a phone
      this.say(t("Choose a covered cell that is certain, then say what it is."));
      this.choose(this.chosen);
    } catch (error) {
      this.say(messageOf(error));
    }
  }

  /** End the exercise: the board shows the lesson again. */
  end() {
    this.position = null;
    $("#learn-answer").hidden = true;
    this.say("");
  }

  choose(index) {
    this.chosen = index;
    $("#learn-chosen").textContent = cellName(this.position.cell(index));
  }

  async judge(isMine) {
    const cell = this.position.cell(this.chosen);
    if (!this.position.isCovered(this.chosen)) { this.say(t("{cell} is open: choose a covered cell.", { cell: cellName(cell) })); return; }
    try {
      const answer = await this.ask.explain({ position: this.position.line, cell, trust_flags: true });
      if (!answer) return;
      const [found] = answer.explanations;
      this.roles = rolesOf(this.position, found.highlights ?? []);
      const verdict = !found.is_certain ? t("Not decided.") : found.is_mine === isMine ? t("Right.") : t("It is the other way.");
      this.say(`${verdict} ${found.text}`);
      this.shows(this.position);
    } catch (error) {
      this.say(messageOf(error));
    }
  }

  /** What stands over the cells. */
  get over() { return { roles: this.roles, selected: new Set([this.chosen]) }; }

  say(text) {
    $("#learn-judged").replaceChildren(...withCells(text, this.board));
    if (text) announce(text);
  }
}
