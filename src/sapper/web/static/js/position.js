// A position: the header and one character per cell, as in its line of text.

const HEADER = /^(?:([a-z]+)-)?(\d+)x(\d+)\/(\d+|\?)$/;

const COVERED = /[_FQ]/;

/** The name of a cell, as in the library's messages: r3c4. */
export const cellName = ([row, column]) => `r${row}c${column}`;

export class Position {
  constructor(shape, rows, columns, mines, faces) {
    Object.assign(this, { shape, rows, columns, mines, faces });
  }

  static parse(line) {
    const [header, body] = line.split(":");
    const match = HEADER.exec(header);
    if (!match || body === undefined) throw new Error(`expected a position, got ${line.slice(0, 40)}`);
    const mines = match[4] === "?" ? null : +match[4];
    return new Position(match[1] || "grid", +match[2], +match[3], mines, body.split("/").join(""));
  }

  static hidden(rows, columns, mines, shape = "grid") {
    return new Position(shape, rows, columns, mines, "_".repeat(rows * columns));
  }

  get size() { return this.rows * this.columns; }
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
