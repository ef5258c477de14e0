// A position: the header and one character per cell, as in its line of text.

import { ExpectedError } from "../errors.js";
import { t } from "../language.js";
import { SHAPES, neighboursOf } from "./geometry.js";

const HEADER = /^(?:([a-z]+)-)?(\d+)x(\d+)\/(\d+|\?)$/;

const COVERED = /[_FQ]/;
const MOST_CELLS = 2500; // elements that a page still draws without delay

const shorten = (text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** Throw for a board that the page does not show. */
export function checkShape(shape, rows, columns) {
  if (!rows || !columns || rows * columns > MOST_CELLS) throw new ExpectedError(t("the page shows boards of 1 to 2,500 cells, not {rows} rows of {columns}; the command takes larger ones", { rows, columns }));
  if (!SHAPES.includes(shape)) throw new ExpectedError(t("the page shows grids and tori, not {shape} boards; the command knows them", { shape }));
}

function checkRows(lines, rows, columns) {
  if (lines.length !== rows) throw new ExpectedError(t("expected {rows} rows, got {count}", { rows, count: lines.length }));
  lines.forEach((cells, row) => {
    if (cells.length !== columns) throw new ExpectedError(t("expected {columns} cells in row {row}, got {count}: '{text}'", { columns, row, count: cells.length, text: shorten(cells) }));
    const wrong = /[^0-9a-z_FQX]/.exec(cells);
    if (wrong) throw new ExpectedError(t("expected a number, _, F, Q or X in row {row}, got '{text}'", { row, text: wrong[0] }));
  });
}

/** The name of a cell, as in the library's messages: r3c4.
 * @param {number[]} cell */
export const cellName = ([row, column]) => `r${row}c${column}`;

/** The names of some cells; of more than `most` the rest is counted. */
export function someCells(cells, most = 5) {
  const names = cells.slice(0, most).map(cellName).join(", ");
  return cells.length > most ? t("{names} and {count} more", { names, count: cells.length - most }) : names;
}

export class Position {
  shape = "grid";
  rows = 0;
  columns = 0;
  mines = /** @type {number | null} */ (null);
  faces = "";

  constructor(shape, rows, columns, mines, faces) {
    Object.assign(this, { shape, rows, columns, mines, faces });
  }

  /** The position of a line; throws an error that says what is wrong. */
  static parse(line) {
    const [header, body, more] = line.split(":");
    const match = HEADER.exec(header);
    if (!match || body === undefined || more !== undefined) throw new ExpectedError(t("expected a position such as 3x3/2:01_/12_/___, got '{text}'", { text: shorten(line) }));
    const [rows, columns] = [+match[2], +match[3]];
    checkShape(match[1] ?? "grid", rows, columns);
    checkRows(body.split("/"), rows, columns);
    const mines = match[4] === "?" ? null : +match[4];
    if (mines > rows * columns) throw new ExpectedError(t("expected at most {most} mines, got {mines}", { most: rows * columns, mines }));
    return new Position(match[1] || "grid", rows, columns, mines, body.replaceAll("/", ""));
  }

  static hidden(rows, columns, mines, shape = "grid") {
    return new Position(shape, rows, columns, mines, "_".repeat(rows * columns));
  }

  get size() { return this.rows * this.columns; }
  get isUntouched() { return !/[0-9a-zX]/.test(this.faces); }
  get hasCovered() { return COVERED.test(this.faces); }

  get header() {
    const prefix = this.shape === "grid" ? "" : `${this.shape}-`;
    return `${prefix}${this.rows}x${this.columns}/${this.mines ?? "?"}`;
  }

  get line() {
    const rows = [];
    for (let at = 0; at < this.size; at += this.columns) rows.push(this.faces.slice(at, at + this.columns));
    return `${this.header}:${rows.join("/")}`;
  }

  index(row, column) { return row * this.columns + column; }
  cell(index) { return [Math.floor(index / this.columns), index % this.columns]; }
  indices(cells) { return new Set(cells.map(([row, column]) => this.index(row, column))); }
  around(index) { return neighboursOf(this.shape, this.rows, this.columns)[index]; }
  isCovered(index) { return COVERED.test(this.faces[index]); }
  isNumber(index) { return /[0-9a-z]/.test(this.faces[index]); }

  withFaces(indices, face) {
    const faces = [...this.faces];
    for (const index of indices) faces[index] = face;
    return new Position(this.shape, this.rows, this.columns, this.mines, faces.join(""));
  }

  /** The same board with all faces given. */
  withAll(faces) {
    return new Position(this.shape, this.rows, this.columns, this.mines, faces);
  }

  withMines(mines) {
    return new Position(this.shape, this.rows, this.columns, mines, this.faces);
  }

  /** The same cells on a board of another size; what is new is hidden. */
  resized(rows, columns) {
    let faces = "";
    for (let row = 0; row < rows; row += 1) {
      const kept = row < this.rows ? this.faces.slice(row * this.columns, (row + 1) * this.columns) : "";
      faces += kept.slice(0, columns).padEnd(columns, "_");
    }
    return new Position(this.shape, rows, columns, this.mines, faces);
  }
}
