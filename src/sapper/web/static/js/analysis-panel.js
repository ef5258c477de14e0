// The panel beside a board with the server's analysis of the position: used in Play and in Analyse.

import { announce, h, toast, withCells } from "./dom.js";
import { bestCard, cellCard, conflictCard, summaryCard, whyCard } from "./panel-cards.js";
import { ask, engine, latest } from "./questions.js";

export class AnalysisPanel {
  /** `on` has changed() to repaint, go(row, column), repair(repair). */
  constructor(root, on) {
    this.on = on;
    this.parts = Object.fromEntries(
      ["conflict", "summary", "cell", "why", "best"].map((name) => [name, h("div", { class: "part" })]));
    root.append(this.parts.conflict, this.parts.summary, this.parts.cell, this.helpCard(), this.parts.why, this.parts.best);
    this.ask = { analyse: latest("analyse"), best: latest("best"), cell: latest("cell") };
    this.position = null;
    this.wants = {};
    this.forget();
    engine.addEventListener("up", () => this.position && this.update(this.position, this.wants));
  }

  helpCard() {
    this.hintText = h("p", { class: "note", "aria-live": "polite" });
    this.hintButton = h("button", { type: "button", onclick: () => this.hint() }, "Hint");
    const why = h("button", { type: "button", onclick: () => this.why(this.index) }, "Why?");
    const off = h("button", { type: "button", class: "quiet", onclick: () => this.clearHelp() }, "Clear");
    return h("section", { class: "card", "aria-label": "Help" }, h("div", { class: "row" }, this.hintButton, why, off), this.hintText);
  }

  forget() {
    Object.assign(this, { analysis: null, advice: null, conflict: null, roles: null, witness: null, level: 0 });
  }

  clearHelp() {
    Object.assign(this, { roles: null, witness: null, level: 0 });
    this.hintText.textContent = "";
    this.hintButton.textContent = "Hint";
    this.parts.why.replaceChildren();
    this.on.changed();
  }

  requestBody(extra = {}) {
    const { density, trust } = this.wants;
    const known = this.position.mines !== null;
    return { position: this.position.line, trust_flags: Boolean(trust), ...(known ? {} : { density }), ...extra };
  }

  /** Whether these wants need an analysis. */
  static needsAnalysis(wants) { return Boolean(wants.heat || wants.certain || wants.summary || wants.warn || wants.auto); }

  /**
   * Show another position. Wants: heat, certain, best, summary; density and trust for the request.
   * An analysis that came with the position is not requested again. Nothing of another position
   * stays visible.
   */
  async update(position, wants, given = null) {
    const isNew = this.position?.line !== position.line || this.wants.trust !== wants.trust || this.wants.density !== wants.density;
    this.position = position;
    this.wants = wants;
    if (isNew) {
      this.forget();
      this.analysis = given;
      this.clearHelp();
      this.cellSoon();
    }
    try {
      await this.askFor(wants);
    } catch (error) {
      this.on.changed();
      this.parts.summary.replaceChildren(h("section", { class: "card" }, h("p", { class: "bad" }, error.message)));
      return;
    }
    this.render();
  }

  async askFor(wants) {
    const { position } = this;
    if (AnalysisPanel.needsAnalysis(wants) && !this.analysis && !this.conflict) {
      const answer = await this.ask.analyse(this.requestBody());
      if (!answer || this.position !== position) return;
      if (answer.conflict) this.conflict = answer.conflict;
      else this.analysis = answer;
      this.render();
    }
    if ((wants.best || wants.warn) && !this.advice && !this.conflict && this.position.mines !== null && this.position.hasCovered) {
      try {
        const answer = await this.ask.best({ position: position.line });
        if (answer && !answer.conflict && this.position === position) this.advice = answer;
      } catch (error) {
        if (error.status !== 422) throw error; // no safe cell is left to open
      }
    }
  }

  render() {
    const { wants, parts } = this;
    const go = (row, column) => this.on.go(row, column);
    parts.conflict.replaceChildren(...(this.conflict ? [conflictCard(this.conflict, go, this.on.repair)] : []));
    parts.summary.replaceChildren(...(this.analysis && wants.summary ? [summaryCard(this.analysis, go)] : []));
    parts.best.replaceChildren(...(this.advice && wants.best ? [bestCard(this.advice, go, () => this.winChance())] : []));
    this.on.changed();
  }

  /** What the board shows over its cells, as far as the wants allow. */
  overlay() {
    const { advice, conflict, position, wants, roles, witness } = this;
    const analysis = conflict ? null : this.analysis;
    const over = { roles, with: witness?.with, without: witness?.without };
    if (analysis && wants.heat) over.chances = analysis.chances.flat();
    if (analysis && (wants.heat || wants.certain)) {
      over.safe = position.indices(analysis.safe);
      over.mines = position.indices(analysis.mines);
    }
    if (advice && wants.best) over.best = position.index(...advice.cell);
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
  }

  cellSoon() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.showCell(), 70);
  }

  async showCell() {
    const { index, position } = this;
    if (index == null || !position || index >= position.size || !position.isCovered(index) || this.conflict || !this.wants.cell) {
      this.parts.cell.replaceChildren();
      return;
    }
    try {
      const answer = await this.ask.cell(this.requestBody({ cell: position.cell(index) }));
      if (answer?.numbers && this.position === position) this.parts.cell.replaceChildren(cellCard(answer, () => this.why(index)));
    } catch {
      this.parts.cell.replaceChildren();
    }
  }

  async why(index) {
    if (index == null || !this.position?.isCovered(index)) {
      this.hintText.textContent = "Choose a covered cell first, then ask why.";
      return;
    }
    try {
      const { position } = this;
      const answer = await ask("explain", this.requestBody({ cell: position.cell(index), density: undefined }));
      if (answer.conflict || this.position !== position) return;
      const [found] = answer.explanations;
      this.showProof(found);
      announce(found.text);
    } catch (error) {
      toast(error.message, "bad");
    }
  }

  /** Show a proof, or two layouts that differ in the cell. */
  showProof(proof) {
    const { position } = this;
    this.roles = proof.is_certain ? rolesOf(position, proof.highlights)
      : new Map([[position.index(...proof.cell), "cell"]]);
    this.witness = proof.is_certain ? null
      : { with: position.indices(proof.with_mine), without: position.indices(proof.without_mine) };
    this.parts.why.replaceChildren(whyCard(proof, (row, column) => this.on.go(row, column)));
    this.on.changed();
  }

  /** Show the next level of the hint: whether, where, which, why. */
  async hint(level = this.level + 1) {
    this.level = Math.min(level, 4);
    try {
      const { position } = this;
      const answer = await ask("hint", this.requestBody({ level: this.level, density: undefined }));
      if (answer.conflict || this.position !== position) return;
      this.hintText.replaceChildren(...withCells(answer.text, (row, column) => this.on.go(row, column)));
      this.hintButton.textContent = this.level < 4 ? "More help" : "Hint";
      this.roles = new Map([...this.position.indices(answer.region)].map((index) => [index, "helper"]));
      if (answer.cell) this.roles.set(this.position.index(...answer.cell), "cell");
      if (answer.proof) this.showProof(answer.proof);
      this.on.changed();
    } catch (error) {
      toast(error.message, "bad");
    }
  }

  async winChance() {
    const { position } = this.requestBody();
    const answer = await ask("win", { position, games: 400 });
    return answer.conflict ? null : answer;
  }
}

function rolesOf(position, highlights) {
  return new Map(highlights.map(({ cell, role }) => [position.index(...cell), role]));
}

