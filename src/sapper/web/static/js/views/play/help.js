// Help: one button, and the key H. Each press says more: is anything certain? where? which cell? why?
// At a guess it names the best one. After a loss it says what was certain before.

import { latest } from "../../asking/ask.js";
import { $, announce, h, withCells } from "../../dom.js";
import { messageOf } from "../../errors.js";
import { t } from "../../language.js";
import { guessParts, proofParts, startText } from "../panel/cards.js";
import { rolesOf } from "../panel/study.js";

const CELL = 2; // the level before the one that names a cell
const NEXT = [t("Help"), t("Where?"), t("Which cell?"), t("Why?")];

export class Help {
  constructor(root, play) {
    this.root = root;
    this.play = play;
    this.restart();
    this.ask = { hint: latest("hint"), best: latest("best"), clicks: latest("clicks") };
    this.button = $("#help");
    this.button.addEventListener("click", () => this.next());
  }

  /** Say the next that there is to say about the position on the board. */
  async next() {
    const { session, recorder, study } = this.play;
    const { position } = session;
    if (session.game.isOver) { announce(t("The game is over. Undo, or begin a new one.")); return; }
    if (this.position !== position) this.begin(position);
    if (session.isWaiting) { this.isWanted = true; this.say(t("Asking the engine …")); return; } // about the position after the mines are dealt
    this.level = Math.min(this.level + 1, NEXT.length);
    recorder.help("hint");
    this.play.endWelcome();
    if (study.isStart) { this.show([h("p", {}, startText(study.wants.start))]); return; }
    await this.answer(position, async () => {
      const found = await this.ask.hint({ position: position.line, level: this.level });
      const best = found && !found.conflict && !found.is_certain ? await this.ask.best({ position: position.line, limit: 20 }) : null;
      if (this.position === position && found) this.tell(found, best);
    });
  }

  restart(position = null) {
    this.position = position;
    this.level = 0;
    this.over = /** @type {any} */ ({});
  }

  begin(position) {
    this.restart(position);
    this.play.openPanel();
  }

  /** Ask, and show what is wrong if that fails; an answer about another position is dropped. */
  async answer(position, work) {
    if (!this.root.firstChild) this.say(t("Asking the engine …"));
    try {
      await work();
    } catch (error) {
      const message = messageOf(error);
      if (this.position === position) this.show([h("p", { class: "bad" }, message)]);
    }
  }

  tell(found, best) {
    const { position, play: { board } } = this;
    if (found.conflict) { this.show([h("p", {}, ...withCells(found.conflict.text, board))]); return; }
    const target = best?.cell ?? found.cell;
    if (best) {
      this.level = NEXT.length;
      this.over = { best: position.index(...best.cell) };
      this.show(guessParts(best, board), best.explanation);
    } else {
      this.over = { roles: new Map([...position.indices(found.region)].map((index) => [index, "helper"])) };
      if (target) this.over[found.is_mine ? "mines" : "safe"] = new Set([position.index(...target)]);
      if (found.proof) this.over.roles = rolesOf(position, found.proof.highlights);
      else if (target) this.over.roles.set(position.index(...target), "cell");
      this.show(found.proof ? proofParts(found.proof, board) : [h("p", {}, ...withCells(found.text, board))], found.text);
    }
    const [near] = target ? [target] : found.region;
    if (near) board.reveal(position.index(...near));
  }

  /** Say which certain move saves most clicks, with what it opens and what to flag first. */
  async fewestClicks() {
    const { position, play: { board } } = this;
    await this.answer(position, async () => {
      const found = await this.ask.clicks({ position: position.line, limit: 2 });
      if (this.position !== position || !found || found.conflict) return;
      const [best] = found.candidates;
      this.level = NEXT.length;
      this.over = best ? { safe: new Set(position.indices(best.opens)), mines: new Set(position.indices(best.flags)) } : {};
      this.show([h("p", {}, ...withCells(found.text, board))], found.text);
      if (best) board.reveal(position.index(...best.opens[0]));
    });
  }

  /** Show the card with these parts; the button says what the next press asks. */
  show(parts, said = "") {
    const more = this.level > 0 && this.level < NEXT.length && said ? h("button", { type: "button", class: "main", onclick: () => this.next() }, NEXT[this.level]) : null;
    const hasFocus = this.root.contains(document.activeElement);
    const clicks = said && this.play.session.position.mines !== null ? h("button", { type: "button", class: "quiet", onclick: () => this.fewestClicks() }, t("Fewest clicks")) : null;
    const buttons = h("div", { class: "row" }, more, clicks, h("button", { type: "button", class: "quiet", onclick: () => this.close() }, t("Close")));
    this.root.hidden = false;
    this.root.replaceChildren(h("h2", {}, t("Help")), ...parts, buttons);
    if (hasFocus) $("button", buttons).focus();
    this.button.textContent = NEXT[more ? this.level : 0];
    if (said) announce(said);
    this.play.paint();
  }

  say(text) { this.show([h("p", { class: "note" }, text)]); }

  /** What is put over the board, while it shows the position that was asked about. */
  overlay(position) { return this.position === position ? this.over : {}; }

  /** The game may have gone on: then this help is over, or is asked for only now. */
  leave() {
    const { isWanted } = this;
    if (this.position && this.position !== this.play.session.position) this.close();
    this.isWanted = false;
    if (isWanted && !this.play.session.game.isOver) this.next();
  }

  close() {
    this.restart();
    this.play.hideCard(this.root);
    this.root.replaceChildren();
    this.button.textContent = NEXT[0];
    this.play.foldPanel();
    this.play.paint();
  }

  /** Go back to before the move that lost, and show what was certain there, or the best guess. */
  async beforeLoss() {
    this.play.session.undo();
    this.begin(this.play.session.position);
    this.level = CELL;
    await this.next();
  }
}
