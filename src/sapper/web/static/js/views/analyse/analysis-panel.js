// The panel beside the board of Analyse: the figures of the position, the best move, the chosen cell.

import { latest } from "../../asking/ask.js";
import { announce, h, toast } from "../../dom.js";
import { messageOf, throwUnexpected } from "../../errors.js";
import { t } from "../../language.js";
import { cellName } from "../../model/position.js";
import { bestParts, card, cellParts, conflictCard, proofParts, summaryCard } from "../panel/cards.js";
import { Study, doubtText, rolesOf } from "../panel/study.js";

export class AnalysisPanel {
  /** `on` has changed() to repaint, board, repair(repair), suppose(index, face) and tell(text). */
  constructor(root, on) {
    this.on = on;
    this.explain = latest("explain");
    this.study = new Study({ changed: () => this.render(), begun: () => this.begin() });
    this.parts = Object.fromEntries(["conflict", "summary", "cell", "why"].map((name) => [name, h("div", { class: "part" })]));
    const { conflict, summary, why } = this.parts;
    this.best = h("section", { class: "card slot-best", "aria-label": t("Best move"), hidden: true });
    root.append(conflict, summary, this.best, this.cellCard(), why);
  }

  get position() { return this.study.position; }

  cellCard() {
    this.cellTitle = h("h2", {}, t("Choose a covered cell"));
    const why = h("button", { type: "button", onclick: () => this.why(this.index) }, t("Why?"));
    const off = h("button", { type: "button", class: "quiet", onclick: () => this.clearProof() }, t("Clear"));
    return h("section", { class: "card slot-cell", "aria-label": t("Cell") }, this.cellTitle, this.parts.cell, h("div", { class: "row" }, why, off));
  }

  /** Show what follows from a position; `wants` has density and trust. */
  update(position, wants) {
    this.study.update(position, { ...wants, chances: true, all: true, best: true });
  }

  begin() {
    this.clearProof();
    this.cellSoon();
  }

  clearProof() {
    Object.assign(this, { roles: null, witness: null });
    this.parts.why.replaceChildren();
    this.on.changed();
  }

  render() {
    const { parts, on, study: { wants, analysis, advice, conflict, error, reason, position } } = this;
    const summary = error ? card(t("Position"), h("p", { class: "bad" }, error)) : analysis ? summaryCard(analysis, position.mines === null ? wants.density : null) : "";
    parts.conflict.replaceChildren(conflict ? conflictCard(conflict, on.board, on.repair) : "");
    parts.summary.replaceChildren(summary);
    this.best.hidden = Boolean(conflict);
    const doubts = (advice?.notes ?? []).map((note) => h("p", { class: "note" }, note)); // of cells that it names as certain
    this.best.replaceChildren(...bestParts(advice ?? { reason }, on.board), ...doubts);
    on.changed();
  }

  /** What the board shows over its cells. */
  overlay() {
    const { roles, witness, study: { advice, conflict, position } } = this;
    /** @type {any} */
    const over = { ...this.study.heat(), roles, with: witness?.with, without: witness?.without };
    if (advice) over.best = position.index(...advice.cell);
    if (conflict) {
      over.clash = position.indices(conflict.numbers);
      over.roles ??= rolesOf(position, conflict.highlights.filter(({ role }) => role !== "number"));
    }
    return over;
  }

  /** Choose the cell whose exact chance and numbers are shown. */
  point(index) {
    if (index === this.index) return;
    this.index = index;
    this.cellSoon();
    this.hover(index);
  }

  cellSoon() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.showCell(), 70);
  }

  /** Say the exact chance of the cell under the mouse, or that was tapped or walked to. */
  hover(index) {
    clearTimeout(this.resting);
    const resting = this.resting = setTimeout(async () => {
      const text = await this.study.chanceText(index);
      if (this.resting === resting) this.on.tell(text); // the mouse has not gone on
    }, 70);
  }

  async showCell() {
    const { index, position, study } = this;
    const isCovered = index != null && position && index < position.size && position.isCovered(index);
    this.cellTitle.textContent = isCovered ? t("Cell {name}", { name: cellName(position.cell(index)) }) : t("Choose a covered cell");
    if (!isCovered || study.conflict) {
      this.parts.cell.replaceChildren();
      return;
    }
    try {
      const answer = await study.ask.cell(study.body({ cell: position.cell(index) }));
      if (answer?.numbers && this.position === position && this.index === index) this.parts.cell.replaceChildren(...cellParts(answer, (face) => this.on.suppose(index, face)), doubtNote(position, [index], answer));
    } catch (error) {
      throwUnexpected(error);
      this.parts.cell.replaceChildren();
    }
  }

  /** Show a proof, or two layouts that differ in the cell. */
  async why(index) {
    const { position } = this;
    if (index == null || !position?.isCovered(index)) {
      toast(t("Choose a covered cell first, then ask why."));
      return;
    }
    try {
      const answer = await this.explain(this.study.body({ cell: position.cell(index), density: undefined }));
      if (!answer || answer.conflict || this.position !== position) return;
      const [proof] = answer.explanations;
      this.roles = proof.is_certain ? rolesOf(position, proof.highlights) : new Map([[index, "cell"]]);
      this.witness = proof.is_certain ? null : { with: position.indices(proof.with_mine), without: position.indices(proof.without_mine) };
      this.parts.why.replaceChildren(card(t("Why?"), ...proofParts(proof, this.on.board), doubtNote(position, [...this.roles.keys()], answer)));
      this.on.changed();
      announce(proof.text);
    } catch (error) {
      const message = messageOf(error);
      if (this.position === position) toast(message, "bad");
    }
  }
}

const doubtNote = (position, named, answer) => h("p", { class: "note" }, doubtText(position, named, answer));
