// The line of a game, BOARD START SEED GAME MOVES..., and its moves, such as o3,4@1.25.

import { ExpectedError } from "../errors.js";
import { t } from "../language.js";
import { checkShape } from "./position.js";

const BOARD = /^(?:([a-z]+)-)?(\d{1,6})x(\d{1,6})\/(\d{1,8})$/;
const GUESS = /^guess=(\d{1,20})$/;
const MOST_DRAWN = 1000; // cells of which the core draws layouts
const MOVE = /^([ofquc])(\d{1,6}),(\d{1,6})(?:@(\d{1,9}(?:\.\d{1,3})?))?$/;
/** The letter of each kind of move. */
export const LETTERS = { open: "o", flag: "f", question: "q", unmark: "u", chord: "c" };
const KINDS = Object.fromEntries(Object.entries(LETTERS).map(([kind, letter]) => [letter, kind]));
const PRESETS = { beginner: "9x9/10", intermediate: "16x16/40", expert: "16x30/99" };
const STARTS = ["raw", "safe", "open"];

/** What a mark leaves on a cell. */
export const MARKS = { flag: "F", question: "Q", unmark: "_" };

/** The words of a line, checked: shape, rows, columns, mines, start, seed (or layout), number, moves, and
 * in guess mode the seed of its redraws. */
export class GameLine {
  shape = "grid";
  rows = 0;
  columns = 0;
  mines = 0;

  constructor(board, start, seed, number, moves) {
    this.guess = GUESS.exec(moves[0])?.[1] ?? null;
    this.board = Object.hasOwn(PRESETS, board) ? PRESETS[board] : board;
    this.start = start;
    this.seed = seed;
    this.number = number;
    this.moves = this.guess === null ? moves : moves.slice(1);
    const [shape, rows, columns, mines] = parseBoard(this.board);
    Object.assign(this, { shape, rows, columns, mines });
    if (!STARTS.includes(start)) throw new ExpectedError(t("expected a start rule raw, safe or open, got {text}", { text: start.slice(0, 40) }));
    if (!/^(\d{1,20}|=[0-9a-f]+)$/.test(seed) || !/^\d{1,20}$/.test(number)) throw new ExpectedError(t("expected a seed and a game number"));
    if (this.guess !== null && this.rows * this.columns > MOST_DRAWN) throw new ExpectedError(t("guess mode is not available on {board}: it takes up to {most} cells", { board: this.board, most: MOST_DRAWN }));
  }

  static parse(text) {
    const [board, start, seed, number, ...moves] = text.trim().split(/\s+/);
    if (number === undefined) throw new ExpectedError(t("expected 'BOARD START SEED GAME MOVES...', got '{text}'", { text: text.slice(0, 60) }));
    return new GameLine(board, start, seed, number, moves);
  }

  /** The line of the same game before its first move. */
  get opening() { return gameLine(this.board, this.start, this.seed, this.number, this.guess); }

  /** What sorts games of a board: the start rule, or guess mode. */
  get rule() { return this.guess === null ? this.start : "guess"; }

  /** The mines as hexadecimal digits if the line has them, else null. */
  get layout() { return this.seed.startsWith("=") ? this.seed.slice(1) : null; }
}

function parseBoard(board) {
  const match = BOARD.exec(board);
  if (!match) throw new ExpectedError(t("expected a board like 9x9/10 or torus-6x7/8, got {text}", { text: board.slice(0, 40) }));
  const [rows, columns, mines] = match.slice(2).map(Number);
  checkShape(match[1] ?? "grid", rows, columns);
  if (mines >= rows * columns) throw new ExpectedError(t("expected 0 to {most} mines on {rows}x{columns}, got {mines}", { most: rows * columns - 1, rows, columns, mines }));
  return [match[1] ?? "grid", rows, columns, mines];
}

/** The move of a word on a board: {kind, index, time}, the time in seconds or null. */
export function parseMove(word, position) {
  const match = MOVE.exec(word);
  if (!match) throw new ExpectedError(t("expected a move like o3,4 (o f q u c), got {text}", { text: word.slice(0, 40) }));
  const [row, column] = [+match[2], +match[3]];
  if (row >= position.rows || column >= position.columns) throw new ExpectedError(t("expected a cell within {rows} rows and {columns} columns, got {text}", { rows: position.rows, columns: position.columns, text: word }));
  return { kind: KINDS[match[1]], index: position.index(row, column), time: match[4] === undefined ? null : +match[4] };
}

/** The line of a board, start rule, seed and game number; in guess mode with the seed of its redraws. */
export function gameLine(board, start, seed, game, guess = null) {
  return [board, start, seed, game, ...(guess === null ? [] : [`guess=${guess}`])].join(" ");
}

/** The cell of a written move, as row and column; a time may follow it: o3,4@1.25. */
export function moveCell(move) { return move.slice(1).split("@")[0].split(",").map(Number); }

/** A move as a word; its time, if known, to the millisecond. */
export function writeMove({ kind, index, time }, columns) {
  const word = `${LETTERS[kind]}${Math.floor(index / columns)},${index % columns}`;
  return time == null ? word : `${word}@${time.toFixed(3).replace(/\.?0+$/, "")}`;
}
