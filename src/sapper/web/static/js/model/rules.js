// The rules of the game, without anything that draws or asks. Held equal to the library's Game:
// tests/web/test_rules.py replays random games in both.
//
// - Opening a mine loses, whatever else is open. All safe cells open wins.
// - A 0 opens its neighbours. A flagged cell is never opened by a 0 or a chord; a questioned one is.
// - A chord needs as many flags around the number as it says, and another covered neighbour.
// - A move that is not allowed throws RuleError and changes nothing.
// - The mines come by `deal` before the first open; undoing that open forgets them again, because
//   under the start rules safe and open another first cell means other mines.
// - In guess mode the mines that a move meets come by `draw` before every move that opens cells.

import { neighboursOf } from "./geometry.js";
import { ExpectedError } from "../errors.js";
import { t } from "../language.js";
import { openFaces } from "./layout.js";
import { MARKS, writeMove } from "./game-line.js";
import { Position, cellName } from "./position.js";

/** A move that the rules do not allow now. */
export class RuleError extends ExpectedError {}

/** An open that needs the mines, which are not dealt yet. */
export class NotDealt extends ExpectedError {
  constructor(index) {
    super(t("the mines are not dealt yet"));
    this.index = index;
  }
}

/** A move of guess mode that opens cells: only the core knows which mines it meets. */
export class NotDrawn extends ExpectedError {
  constructor(move, cells) {
    super(t("the mines are not dealt yet"));
    Object.assign(this, { move, cells });
  }
}

export class Game {
  /** `line` is a GameLine; its moves are not made here. `layout` has the mines if they are known. */
  constructor(line, layout = null) {
    const { shape, rows, columns, mines } = line;
    this.line = line;
    this.around = neighboursOf(shape, rows, columns);
    this.blank = Position.hidden(rows, columns, mines, shape);
    this.faces = Array.from({ length: rows * columns }, () => "_");
    this.status = "playing";
    this.safeLeft = rows * columns - mines;
    this.flags = 0;
    this.made = [];
    this.undone = [];
    this.given = layout;
    this.hidden = null;
    this.layout = this.drawn = null;
    if (layout) this.setLayout(layout);
  }

  get position() {
    this.seen ??= this.blank.withAll(this.faces.join(""));
    return this.seen;
  }

  get isOver() { return this.status !== "playing"; }
  get minesLeft() { return this.blank.mines - this.flags; }
  get words() { return this.made.map(({ move }) => writeMove(move, this.blank.columns)); }
  get text() { return [this.line.opening, ...this.words].join(" "); }
  get last() { return this.made.at(-1)?.move ?? null; }
  get hasOpened() { return this.made.some(({ move }) => move.kind === "open"); }

  /** The mines, once the first cell is to be opened. */
  deal(layout) {
    if (layout.length !== this.faces.length) throw new ExpectedError(t("expected a layout of {size} cells, got {text}", { size: this.faces.length, text: layout.length }));
    this.setLayout(layout);
  }

  /** The mines that the next move of guess mode meets. */
  draw(layout) { this.drawn = layout; }

  setLayout(layout) {
    this.layout = layout;
    this.hidden = openFaces(layout, this.around);
  }

  /** Make a move {kind, index, time}; return the indices of the cells that it changed. */
  make(move) {
    const changed = this.apply(move);
    this.undone = [];
    return changed;
  }

  apply(move) {
    if (this.isOver) throw new RuleError(this.status === "won" ? t("the game is won") : t("the game is lost"));
    const deals = move.kind === "open" && !this.made.some(({ isDeal }) => isDeal) && !this.given;
    const { layout, drawn } = this;
    this.drawn = null;
    const changed = this.change(move, drawn);
    this.made.push({ move, changed, isDeal: deals, layout, drawn });
    this.seen = null;
    return changed.map(([index]) => index);
  }

  change(move, drawn) {
    const { kind, index } = move;
    if (kind !== "open" && kind !== "chord") return this.mark(index, MARKS[kind]);
    const cells = kind === "open" ? [this.openable(index)] : this.chorded(index);
    if (this.line.guess !== null && !drawn) throw new NotDrawn(move, cells);
    if (drawn) this.setLayout(drawn);
    return this.reveal(cells);
  }

  openable(index) {
    if (!"_Q".includes(this.faces[index])) throw new RuleError(t("{cell} cannot be opened", { cell: this.name(index) }));
    if (!this.layout) throw new NotDealt(index);
    return index;
  }

  /** Open cells, and the neighbours of every 0 among them. */
  reveal(cells) {
    const { faces, hidden } = this;
    const changed = [];
    for (const index of cells) {
      const face = faces[index];
      if (face !== "_" && face !== "Q") continue;
      changed.push([index, face]);
      faces[index] = hidden[index];
      if (hidden[index] === "0") cells.push(...this.around[index]);
      else if (hidden[index] === "X") this.status = "lost";
      if (hidden[index] !== "X") this.safeLeft -= 1;
    }
    if (this.safeLeft === 0 && this.status === "playing") this.status = "won";
    return changed;
  }

  /** The cells that a chord opens; throws where it is not allowed. */
  chorded(index) {
    if (!this.position.isNumber(index)) throw new RuleError(t("a chord needs an open number, not {cell}", { cell: this.name(index) }));
    const around = this.around[index];
    const cells = around.filter((other) => "_Q".includes(this.faces[other]));
    const flags = around.filter((other) => this.faces[other] === "F").length;
    if (!cells.length) throw new RuleError(t("a chord on {cell} has nothing to open", { cell: this.name(index) }));
    if (flags !== parseInt(this.faces[index], 36)) {
      throw new RuleError(t("a chord on the {number} at {cell} needs as many flags around it, not {flags}", { number: this.faces[index], cell: this.name(index), flags }));
    }
    return cells;
  }

  mark(index, mark) {
    const face = this.faces[index];
    if (!"_FQ".includes(face) || face === mark) throw new RuleError(t("{cell} cannot be marked so", { cell: this.name(index) }));
    this.flags += Number(mark === "F") - Number(face === "F");
    this.faces[index] = mark;
    return [[index, face]];
  }

  /** Undo the last move, even one that ended the game; return it, or null if there is none. */
  undo() {
    const last = this.made.pop();
    if (!last) return null;
    for (const [index, face] of last.changed) {
      if (this.position.isNumber(index)) this.safeLeft += 1;
      this.flags += Number(face === "F") - Number(this.faces[index] === "F");
      this.faces[index] = face;
    }
    if (last.isDeal) [this.layout, this.hidden] = [null, null];
    else if (last.drawn) this.setLayout(last.layout);
    this.status = "playing";
    this.seen = null;
    this.undone.push(last);
    return last.move;
  }

  /** Make the last undone move again; it needs the mines if it dealt them. */
  redo() {
    const next = this.undone.at(-1);
    if (!next) return null;
    this.drawn = next.drawn;
    this.apply(next.move);
    this.undone.pop();
    return next.move;
  }

  name(index) { return cellName(this.blank.cell(index)); }
}
