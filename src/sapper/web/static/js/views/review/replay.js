// A recorded game, move by move: the server says what every move changed, so any step is at hand.

import { moveCell } from "../../model/game-line.js";
import { Position } from "../../model/position.js";

export class Replay {
  constructor(steps) {
    this.document = steps;
    this.opening = Position.parse(steps.position);
    this.cells = steps.steps.map(({ move }) => this.opening.index(...moveCell(move)));
  }

  get length() { return this.document.steps.length; }

  /** The position after the first moves. */
  after(count) {
    const faces = [...this.opening.faces];
    for (const step of this.document.steps.slice(0, count)) {
      step.cells.forEach((cell, i) => { faces[cell] = step.faces[i]; });
    }
    const { shape, rows, columns, mines } = this.opening;
    return new Position(shape, rows, columns, mines, faces.join(""));
  }

  /** What is shown over the last position: the mines that were left, wrong flags, the last move. */
  ending(position) {
    const over = { last: this.cells.at(-1) };
    if (!this.document.mines) return over;
    const mines = position.indices(this.document.mines);
    over.shown = new Set([...mines].filter((index) => position.faces[index] === "_"));
    over.wrong = new Set([...position.faces].flatMap((face, index) => (face === "F" && !mines.has(index) ? [index] : [])));
    return over;
  }
}
