// A lesson: what is certain in a position, and practice from there with other mines that fit it.
// It is for the position before a lost move, or for the one on the board.

import { $, h, toast, withCells } from "../../dom.js";
import { messageOf } from "../../errors.js";
import { t } from "../../language.js";
import { randomSeed } from "./new-game.js";
import { percent } from "../../percent.js";
import { cellName, someCells } from "../../model/position.js";
import { ask, latest } from "../../asking/ask.js";

export class Lesson {
  constructor(root, play) {
    this.root = root;
    this.play = play;
    this.analyse = latest("analyse");
    this.position = null;
    $("#what-certain").addEventListener("click", () => this.show());
    $("#next-provable").addEventListener("click", () => { play.recorder.help("hint"); play.panel.hint(3); });
    $("#practise").addEventListener("click", () => this.practise());
  }

  /** Go back to before the move that lost, and show what was certain there. */
  beforeLoss() {
    const { session } = this.play;
    const opened = session.game.last;
    session.undo();
    return this.show(opened);
  }

  /** Show what is certain now; `opened` is the move that the player chose instead. */
  async show(opened = null) {
    const { session, recorder } = this.play;
    const { position } = session;
    [this.position, this.analysis] = [position, null];
    recorder.help("certain");
    this.render(h("p", { class: "note" }, t("Asking the engine …")));
    try {
      const analysis = await this.analyse({ position: position.line });
      if (!analysis || this.position !== position) return;
      this.analysis = analysis;
      this.render(...this.words(analysis, opened), this.buttons());
      this.play.paint();
    } catch (error) {
      const message = messageOf(error);
      if (this.position === position) this.render(h("p", { class: "bad" }, message));
    }
  }

  words(analysis, opened) {
    const go = (row, column) => this.play.board.goTo(row, column);
    const sentences = [certainText(analysis)];
    if (opened?.kind === "open") {
      const chance = analysis.chances.flat()[opened.index];
      sentences.unshift(t("You opened {cell}, a mine in {chance} of all layouts.", { cell: cellName(this.position.cell(opened.index)), chance: percent(chance) }));
    }
    return sentences.map((text) => h("p", {}, ...withCells(text, go)));
  }

  buttons() {
    return h("div", { class: "row" },
      h("button", { type: "button", class: "main", onclick: () => this.practise() }, t("Practise from here")),
      h("button", { type: "button", class: "quiet", onclick: () => { this.leave(true); this.play.paint(); } }, t("Close")));
  }

  render(...children) {
    this.root.hidden = false;
    this.root.replaceChildren(h("h2", {}, t("What is certain")), ...children);
  }

  /** The marks on the board, while it still shows the position of the lesson. */
  overlay(position) {
    if (!this.analysis?.safe || this.position !== position) return {};
    return { safe: position.indices(this.analysis.safe), mines: position.indices(this.analysis.mines) };
  }

  /** End the lesson when the game has gone on. */
  leave(always = false) {
    if (!always && this.position === this.play.session.position) return;
    [this.position, this.analysis, this.root.hidden] = [null, null, true];
  }

  /** Play on from the position with mines drawn anew from all that fit it. */
  async practise() {
    const { session } = this.play;
    const { epoch, position } = session;
    try {
      const answer = await ask("continue", { position: position.line, seed: randomSeed() });
      if (session.epoch !== epoch || session.position !== position || answer.conflict) return;
      this.play.load(answer.game, { dealt: { help: ["practice"], given: answer.moves.length } });
      toast(t("Practice: the same position, with other mines that fit it."));
    } catch (error) {
      toast(messageOf(error), "bad");
    }
  }
}

function certainText({ safe, mines, safest, safest_chance: chance }) {
  const first = safe.length ? t("Certainly safe: {cells}.", { cells: someCells(safe) })
    : t("No cell is certainly safe; the least risk is {chance} at {cells}.", { chance: percent(chance), cells: someCells(safest) });
  const second = mines.length ? [t("Certainly mines: {cells}.", { cells: someCells(mines) })] : [];
  return [first, ...second].join(" ");
}
