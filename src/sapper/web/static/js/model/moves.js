// The line of a game, BOARD START SEED GAME MOVES..., as the server reads and writes it.

/** The letter of each kind of move. */
export const LETTERS = { open: "o", flag: "f", question: "q", unmark: "u", chord: "c" };

/** The line of a board, start rule, seed, game number and moves. */
export function gameLine(board, start, seed, game, moves = []) {
  return [board, start, seed, game, ...moves].join(" ");
}

/** A move as it is written: o3,4. */
export function moveText(kind, [row, column]) {
  return `${LETTERS[kind]}${row},${column}`;
}

/** The cell of a written move, as row and column; a time may follow it: o3,4@1.25. */
export function moveCell(move) {
  return move.slice(1).split("@")[0].split(",").map(Number);
}
