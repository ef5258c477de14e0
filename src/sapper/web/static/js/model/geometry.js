// Which cells are neighbours, on a grid and on a torus.
// The same as native/sapper/shapes.cpp; a test replays random games in both.

const STEPS = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];
export const SHAPES = ["grid", "torus"]; // those that the page shows; the command knows more

const known = new Map();
const MOST_KEPT = 8;

/** The neighbours of every cell as lists of indices. */
export function neighboursOf(shape, rows, columns) {
  const key = `${shape}-${rows}x${columns}`;
  if (!known.has(key)) {
    if (known.size >= MOST_KEPT) known.delete(known.keys().next().value);
    known.set(key, Array.from({ length: rows * columns }, (_, index) => around(shape, rows, columns, index)));
  }
  return known.get(key);
}

function around(shape, rows, columns, index) {
  const [row, column] = [Math.floor(index / columns), index % columns];
  const found = new Set();
  for (const [down, right] of STEPS) {
    let [r, c] = [row + down, column + right];
    if (shape === "torus") [r, c] = [(r + rows) % rows, (c + columns) % columns];
    if (r >= 0 && r < rows && c >= 0 && c < columns) found.add(r * columns + c);
  }
  found.delete(index); // a narrow torus reaches a cell twice, or itself
  return [...found];
}
