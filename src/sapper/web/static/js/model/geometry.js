// Which cells are neighbours, for every shape that a size makes a board of: grid, torus, hex.
// The same as the library's geometry.py; a test replays random games in both.

import { t } from "../language.js";

const SQUARE = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];
const HEX_EVEN_ROW = [[-1, -1], [-1, 0], [0, -1], [0, 1], [1, -1], [1, 0]];
const HEX_ODD_ROW = [[-1, 0], [-1, 1], [0, -1], [0, 1], [1, 0], [1, 1]];

const STEPS = { grid: [SQUARE, SQUARE], torus: [SQUARE, SQUARE], hex: [HEX_EVEN_ROW, HEX_ODD_ROW] };

const known = new Map();
const MOST_KEPT = 8;

/** The neighbours of every cell as lists of indices. Throws for a shape that has no rule, as a graph. */
export function neighboursOf(shape, rows, columns) {
  const key = `${shape}-${rows}x${columns}`;
  if (!known.has(key)) {
    if (!Object.hasOwn(STEPS, shape)) throw new Error(t("the page cannot play on {shape} boards", { shape }));
    if (known.size >= MOST_KEPT) known.delete(known.keys().next().value);
    known.set(key, Array.from({ length: rows * columns }, (_, index) => around(shape, rows, columns, index)));
  }
  return known.get(key);
}

function around(shape, rows, columns, index) {
  const [row, column] = [Math.floor(index / columns), index % columns];
  const found = new Set();
  for (const [down, right] of STEPS[shape][row % 2]) {
    let [r, c] = [row + down, column + right];
    if (shape === "torus") [r, c] = [(r + rows) % rows, (c + columns) % columns];
    if (r >= 0 && r < rows && c >= 0 && c < columns) found.add(r * columns + c);
  }
  found.delete(index); // a narrow torus reaches a cell twice, or itself
  return [...found];
}
