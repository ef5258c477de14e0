// The panel beside a board with the server's analysis of the position: used in Play and in Analyse.
// Every answer is kept only if it is about the position that is shown; nothing stale is painted.

import { ask, asking, latest } from "../../asking/ask.js";
import { chancesOf } from "../../asking/instant.js";
import { announce, h, toast, withCells } from "../../dom.js";
import { messageOf, throwUnexpected } from "../../errors.js";
import { t } from "../../language.js";
import { bestParts, cellParts, conflictCard, startCard, summaryCard, whyCard } from "./cards.js";
import { cellName } from "../../model/position.js";
import { SearchBox } from "./search-box.js";

export class AnalysisPanel {
  /** `on` has changed() to repaint, go(row, column), repair(repair). */
  constructor(root, on) {
    this.on = on;
    this.parts = Object.fromEntries(
      ["conflict", "summary", "best", "cell", "why"].map((name) => [name, h("div", { class: "part" })]));
    const { conflict, summary, why } = this.parts;
    root.append(conflict, summary, this.bestCard(), this.helpCard(), why);
    this.ask = { analyse: latest("analyse"), best: latest("best"), cell: latest("cell") };
    this.position = null;
    this.wants = {};
    this.forget();
    asking.addEventListener("up", () => this.position && this.update(this.position, this.wants));
  }

  bestCard() {
    this.searches = new SearchBox({
      advice: (advice) => { this.advice = advice; this.render(); },
      go: (row, column) => this.on.go(row, column),
      winChance: (signal) => ask("win", { ...this.requestBody({ games: 400 }), density: undefined }, { signal }),
    });
    this.best = h("section", { class: "card slot-best", "aria-label": t("Best move"), hidden: true }, this.parts.best, this.searches.element);
    return this.best;
  }

  helpCard() {
    this.hintText = h("p", { class: "note", "aria-live": "polite" });
    this.hintButton = h("button", { type: "button", onclick: () => this.hint() }, t("Hint"));
    const why = h("button", { type: "button", onclick: () => this.why(this.index) }, t("Why?"));
    const off = h("button", { type: "button", class: "quiet", onclick: () => this.clearHelp() }, t("Clear"));
    this.cellTitle = h("h2", {}, t("Choose a covered cell"));
    return h("section", { class: "card slot-cell", "aria-label": t("Cell") },
      this.cellTitle, this.parts.cell, h("div", { class: "row" }, why, this.hintButton, off), this.hintText);
  }

  forget() {
    Object.assign(this, { analysis: null, seen: null, advice: null, reason: "", conflict: null, roles: null, witness: null, level: 0 });
  }

  clearHelp() {
    Object.assign(this, { roles: null, witness: null, level: 0 });
    this.hintText.textContent = "";
    this.hintButton.textContent = t("Hint");
    this.parts.why.replaceChildren();
    this.on.changed();
  }

  requestBody(extra = {}) {
    const { density, trust } = this.wants;
    const known = this.position.mines !== null;
    return { position: this.position.line, trust_flags: Boolean(trust), ...(known ? {} : { density }), ...extra };
  }

  /** Whether these wants need the chances or the certain cells. */
  static needsChances(wants) { return Boolean(wants.heat || wants.certain || wants.warn || wants.auto); }

  /** Whether the start rule, and no number, says what the first cell is. */
  get isStart() { return this.position.isUntouched && ["safe", "open"].includes(this.wants.start); }

  /**
   * Show another position. Wants: heat, certain, best, summary, cell; density, trust and start for
   * the request. Nothing of another position stays visible.
   */
  async update(position, wants) {
    const isNew = this.position?.line !== position.line
      || ["trust", "density", "start"].some((name) => this.wants[name] !== wants[name]);
    this.position = position;
    this.wants = wants;
    if (isNew) this.begin();
    try {
      await this.askFor(wants);
    } catch (error) {
      const message = messageOf(error);
      if (this.position !== position) return;
      this.on.changed();
      this.parts.summary.replaceChildren(h("section", { class: "card" }, h("p", { class: "bad" }, message)));
      return;
    }
    if (this.position === position) this.render();
  }

  begin() {
    this.forget();
    const { position, wants } = this;
    const { line, mines, isUntouched, size: cells } = position;
    this.searches.reset(position.hasCovered ? { line, mines, cells, isUntouched, trust: wants.trust, start: wants.start ?? "raw" } : null);
    this.clearHelp();
    this.cellSoon();
  }

  async askFor(wants) {
    const { position } = this;
    if (this.isStart) return;
    if (AnalysisPanel.needsChances(wants) && !this.seen && !this.conflict) {
      const seen = await chancesOf(position, wants);
      if (this.position !== position) return;
      if (seen) { this.seen = { ...seen, safe: new Set(seen.safe), mines: new Set(seen.mines) }; this.on.changed(); }
    }
    const isAsked = wants.summary || (AnalysisPanel.needsChances(wants) && !this.seen);
    if (isAsked && !this.analysis && !this.conflict) {
      const answer = await this.ask.analyse(this.requestBody());
      if (!answer || this.position !== position) return;
      if (answer.conflict) this.conflict = answer.conflict;
      else this.learn(answer);
      this.render();
    }
    if ((wants.best || wants.warn) && !this.advice && !this.conflict) await this.askForBest(position);
  }

  learn(analysis) {
    const { position } = this;
    this.analysis = analysis;
    this.searches.offerOptimal(analysis.ways_log10);
    this.seen = { chances: analysis.chances.flat(), safe: position.indices(analysis.safe), mines: position.indices(analysis.mines) };
  }

  /** Ask for the best move; where there is none, keep the reason. */
  async askForBest(position) {
    if (!position.hasCovered) { this.reason = t("Every cell is open."); return; }
    try {
      const answer = await this.ask.best(this.requestBody());
      if (answer && !answer.conflict && this.position === position) this.advice = answer;
    } catch (error) {
      if (!error.kind) throw error;
      if (this.position === position) this.reason = error.message;
    }
  }

  render() {
    const { wants, parts } = this;
    const go = (row, column) => this.on.go(row, column);
    const summary = this.isStart && wants.summary ? startCard(wants.start) : this.analysis && wants.summary ? summaryCard(this.analysis) : null;
    parts.conflict.replaceChildren(...(this.conflict ? [conflictCard(this.conflict, go, this.on.repair)] : []));
    parts.summary.replaceChildren(...(summary ? [summary] : []));
    this.best.hidden = !wants.best || Boolean(this.conflict);
    const advice = this.isStart ? { reason: t("Any first cell will do; on small boards Optimal play says which is best.") } : this.advice ?? { reason: this.reason };
    parts.best.replaceChildren(...bestParts(advice, go));
    this.on.changed();
  }

  /** What the board shows over its cells, as far as the wants allow. */
  overlay() {
    const { advice, conflict, position, wants, roles, witness } = this;
    const [analysis, seen] = conflict ? [] : [this.analysis, this.seen];
    const over = { roles, with: witness?.with, without: witness?.without };
    if (seen && wants.heat) over.chances = seen.chances;
    if (analysis && wants.heat) {
      const frontier = position.indices(analysis.components.flatMap(({ cells }) => cells));
      over.elsewhere = { has: (index) => !frontier.has(index) };
    }
    if (seen && (wants.heat || wants.certain)) Object.assign(over, { safe: seen.safe, mines: seen.mines });
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
    const { index, position, wants } = this;
    const isCovered = index != null && position && index < position.size && position.isCovered(index);
    const name = isCovered ? cellName(position.cell(index)) : "";
    this.cellTitle.textContent = name ? t("Cell {name}", { name }) : t("Choose a covered cell");
    if (!isCovered || this.conflict || !wants.cell || this.isStart) {
      this.parts.cell.replaceChildren();
      return;
    }
    try {
      const answer = await this.ask.cell(this.requestBody({ cell: position.cell(index) }));
      if (answer?.numbers && this.position === position && this.index === index) this.parts.cell.replaceChildren(...cellParts(answer));
    } catch (error) {
      throwUnexpected(error);
      this.parts.cell.replaceChildren();
    }
  }

  async why(index) {
    const { position } = this;
    if (index == null || !position?.isCovered(index)) {
      this.hintText.textContent = t("Choose a covered cell first, then ask why.");
      return;
    }
    try {
      const answer = await ask("explain", this.requestBody({ cell: position.cell(index), density: undefined }));
      if (answer.conflict || this.position !== position) return;
      const [found] = answer.explanations;
      this.showProof(found);
      announce(found.text);
    } catch (error) {
      const message = messageOf(error);
      if (this.position === position) toast(message, "bad");
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
    const { position } = this;
    try {
      const answer = await ask("hint", this.requestBody({ level: this.level, density: undefined }));
      if (answer.conflict || this.position !== position) return;
      this.hintText.replaceChildren(...withCells(answer.text, (row, column) => this.on.go(row, column)));
      this.hintButton.textContent = this.level < 4 ? t("More help") : t("Hint");
      this.roles = new Map([...position.indices(answer.region)].map((index) => [index, "helper"]));
      if (answer.cell) this.roles.set(position.index(...answer.cell), "cell");
      if (answer.proof) this.showProof(answer.proof);
      this.on.changed();
    } catch (error) {
      const message = messageOf(error);
      if (this.position === position) toast(message, "bad");
    }
  }
}

function rolesOf(position, highlights) {
  return new Map(highlights.map(({ cell, role }) => [position.index(...cell), role]));
}
