// The cells that a stroke of the brush passes, however fast it is.

/** The indices of the cells on the straight line between two cells, both included. */
export function cellsBetween(position, from, to) {
  const [[r1, c1], [r2, c2]] = [position.cell(from), position.cell(to)];
  const steps = Math.max(Math.abs(r2 - r1), Math.abs(c2 - c1));
  const along = (a, b, i) => Math.round(a + ((b - a) * i) / (steps || 1));
  return Array.from({ length: steps + 1 }, (_, i) => position.index(along(r1, r2, i), along(c1, c2, i)));
}
