// Where the mines of a game are: one 0 or 1 per cell. They come from the server, a link or a file.

import { ExpectedError } from "../errors.js";
import { t } from "../language.js";

/** The layout of hexadecimal digits, one bit per cell, as in the line of a continued game. */
export function parseLayout(text, size) {
  if (!/^[0-9a-f]+$/.test(text)) throw new ExpectedError(t("expected a layout in hexadecimal digits, got {text}", { text: text.slice(0, 40) }));
  const bits = [...text].flatMap((digit) => [3, 2, 1, 0].map((bit) => (parseInt(digit, 16) >> bit) & 1));
  const extra = bits.length - size;
  if (bits.slice(0, Math.max(extra, 0)).includes(1)) throw new ExpectedError(t("expected a layout of {size} cells, got {text}", { size, text: text.slice(0, 40) }));
  return Uint8Array.from({ length: size }, (_, index) => bits[index + extra] ?? 0);
}

/** The layout that the line of a game has, or null if it is dealt from a seed; throws for one of another board. */
export function layoutOfLine({ layout, rows, columns, mines }) {
  if (layout === null) return null;
  const cells = parseLayout(layout, rows * columns);
  if (cells.reduce((sum, bit) => sum + bit, 0) !== mines) throw new ExpectedError(t("expected {mines} mines in the layout of this game", { mines }));
  return cells;
}

/** The layout of the rows that the server deals: * where a mine lies. */
export function layoutOfRows(rows) {
  return Uint8Array.from(rows.join(""), (sign) => Number(sign === "*"));
}

/** The layout of cells with mines. */
export function layoutOfCells(cells, position) {
  const layout = new Uint8Array(position.size);
  for (const index of position.indices(cells)) layout[index] = 1;
  return layout;
}

/** The face that every cell has once it is open: its number, or X. */
export function openFaces(layout, around) {
  const counts = new Uint8Array(layout.length);
  for (let index = 0; index < layout.length; index += 1) {
    if (layout[index]) for (const other of around[index]) counts[other] += 1;
  }
  return Array.from(counts, (count, index) => (layout[index] ? "X" : count.toString(36)));
}
