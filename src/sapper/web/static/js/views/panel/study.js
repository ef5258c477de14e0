// What the engine says of the position on a board: chances, certain cells, the best move.
// Every answer is kept only if it is about the position that is shown; nothing stale is painted.

import { asking, latest } from "../../asking/ask.js";
import { chancesOf } from "../../asking/instant.js";
import { messageOf, throwUnexpected } from "../../errors.js";
import { t } from "../../language.js";
import { cellName } from "../../model/position.js";
import { cellChance } from "../../percent.js";

export class Study {
  /** `changed` is called whenever there is more to show, and `begun` for another position. */
  constructor({ changed, begun = () => {} }) {
    this.changed = changed;
    this.begun = begun;
    this.position = null;
    this.wants = /** @type {any} */ ({});
    this.forget();
    this.ask = { analyse: latest("analyse"), best: latest("best"), cell: latest("cell"), pointed: latest("cell") };
    asking.addEventListener("up", () => this.position && this.update(this.position, this.wants));
  }

  forget() {
    this.analysis = this.seen = this.advice = this.conflict = null;
    this.reason = this.error = "";
  }

  /** The fields of a question about the position. */
  body(extra = {}) {
    const { density, trust, doubtful } = this.wants;
    const known = this.position.mines !== null;
    return { position: this.position.line, trust_flags: Boolean(trust), ...(known ? {} : { density }), ...(doubtful?.length ? { doubtful } : {}), ...extra };
  }

  /** Whether the start rule, and no number, says what the first cell is. */
  get isStart() { return Boolean(this.position?.isUntouched) && ["safe", "open"].includes(this.wants.start); }

  /**
   * Study another position. Wants: chances, all (with the figures of the position), best; density,
   * trust, start and doubtful (cells that may show something else) for the request.
   */
  async update(position, wants) {
    const isNew = this.position?.line !== position.line
      || ["trust", "density", "start", "doubtful"].some((name) => String(this.wants[name]) !== String(wants[name]));
    this.position = position;
    this.wants = wants;
    if (isNew) {
      this.forget();
      this.begun();
    }
    try {
      await this.learn(position, wants);
    } catch (error) {
      const message = messageOf(error);
      if (this.position === position) this.error = message;
    }
    if (this.position === position) this.changed();
  }

  async learn(position, wants) {
    if (this.isStart) return;
    if (wants.chances && !wants.doubtful?.length && !this.seen && !this.conflict) {
      const seen = await chancesOf(position, wants);
      if (this.position !== position) return;
      if (seen) this.seen = { ...seen, safe: new Set(seen.safe), mines: new Set(seen.mines) };
      this.changed();
    }
    if ((wants.all || (wants.chances && !this.seen)) && !this.analysis && !this.conflict) {
      const answer = await this.ask.analyse(this.body());
      if (!answer || this.position !== position) return;
      this.take(answer);
      this.changed();
    }
    if (wants.best && !this.advice && !this.conflict) await this.askForBest(position);
  }

  take(answer) {
    if (answer.conflict) { this.conflict = answer.conflict; return; }
    const { position } = this;
    this.analysis = answer;
    this.seen = { chances: answer.chances.flat(), safe: position.indices(answer.safe), mines: position.indices(answer.mines), byDoubt: position.indices(answer.certain_by_doubt ?? []) };
  }

  /** Ask for the best move; where there is none, keep the reason. */
  async askForBest(position, extra = {}) {
    if (!position.hasCovered) { this.reason = t("Every cell is open."); return; }
    try {
      const answer = await this.ask.best(this.body(extra));
      if (answer && !answer.conflict && this.position === position) this.advice = answer;
    } catch (error) {
      if (!error.kind) throw error;
      if (this.position === position) this.reason = error.message;
    }
  }

  /** What the chances put over the cells of a board: numbers beside open cells, elsewhere a tint. */
  heat() {
    const { position, seen, conflict } = this;
    if (!seen || conflict) return {};
    const beside = (index) => position.around(index).some((other) => position.isNumber(other));
    return { chances: seen.chances, safe: seen.safe, mines: seen.mines, byDoubt: seen.byDoubt, elsewhere: { has: (index) => !beside(index) } };
  }

  /** The exact chance of a covered cell in a sentence; empty where there is none. */
  async chanceText(index) {
    const { position } = this;
    if (index === null || !position?.isCovered(index) || this.conflict || this.isStart) return "";
    try {
      const answer = await this.ask.pointed(this.body({ cell: position.cell(index) }));
      if (!answer?.numbers || this.position !== position) return "";
      const facts = { cell: cellName(position.cell(index)), chance: cellChance(answer.chance), fraction: fractionText(answer.fraction, 24) };
      return [t("{cell} is a mine in {chance} (= {fraction})", facts), doubtText(position, [index], answer)].filter(Boolean).join(". ");
    } catch (error) {
      throwUnexpected(error);
      return "";
    }
  }
}

/** The remark on cells that an answer calls certain only by doubtful ones. */
export function doubtText(position, named, { certain_by_doubt: cells = [] }) {
  const doubted = position.indices(cells);
  return named.some((index) => doubted.has(index)) ? t("Certain only if the doubtful cells were read rightly.") : "";
}

/** An exact chance; of a long one the begin. */
export function fractionText(fraction, most) {
  return fraction.length <= most ? fraction : t("{begin}… ({count} digits)", { begin: fraction.slice(0, 12), count: fraction.length });
}

/** The roles of cells in a proof or a clash, by their indices. */
export function rolesOf(position, highlights) {
  return new Map(highlights.map(({ cell, role }) => [position.index(...cell), role]));
}
