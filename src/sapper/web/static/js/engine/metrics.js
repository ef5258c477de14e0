// The figures of a game for its result card and the history: a part of the server's document.
//
// The page's own rules replay the game; every chance comes from the core, for a chord that of all
// its cells together (src/sapper/games/pluck.py).

import { messageOf } from "../errors.js";
import { layoutOfLine, layoutOfRows } from "../game/layout.js";
import { GameLine, parseMove } from "../game/line.js";
import { Game, NotDealt } from "../game/rules.js";
import { t } from "../language.js";
import { MILLISECONDS, Refused, has, isBoard, isSeed, tell } from "./requests.js";

const MOST_MOVES = 20_000; // as on the server
const WASTED = ["wasted_left", "wasted_right", "wasted_chord"];
const OPENING = ["open", "chord"];

/** Whether the line of a game is one that the core can deal. */
export function isMeasurable(body) {
  if (!has(body, "game", ...WASTED) || typeof body.game !== "string") return false;
  try {
    const { board, seed, number, layout, moves } = GameLine.parse(body.game);
    return isBoard(board) && (layout !== null || isSeed(seed)) && isSeed(number) && moves.length <= MOST_MOVES;
  } catch {
    return false;
  }
}

/** 3BV, speed, efficiency and guesses; the guesses are left out if the time does not suffice. */
export function measure(core, body) {
  const line = GameLine.parse(body.game);
  const game = gameOf(line);
  const luck = new Luck(core);
  for (const [number, word] of line.moves.entries()) play(core, game, luck, word, number);
  if (!game.layout) throw new Refused(t("the mines of this game are dealt by its first open: nothing to measure"), "input");
  const { bbbv, solved_bbbv: solved } = tell(core, "solved", game.position.line, signsOf(game.layout));
  const clicks = clicksOf(game, body);
  const time = game.last?.time ?? null;
  const flags = game.made.filter(({ move }) => move.kind === "flag").length;
  const all = clicks.left + clicks.right + clicks.chord;
  return {
    game: game.text, status: game.status, clicks, time, bbbv, solved_bbbv: solved,
    bbbv_per_second: time ? solved / time : null, efficiency: all ? solved / all : null,
    flags, is_no_flag: flags === 0, ...luck.guessesOf(game),
  };
}

function gameOf(line) {
  try {
    return new Game(line, layoutOfLine(line));
  } catch (error) {
    throw new Refused(messageOf(error), "input");
  }
}

/** Judge and make a move of the line; throws Refused for one that is not allowed. */
function play(core, game, luck, word, number) {
  try {
    const move = parseMove(word, game.blank);
    if (OPENING.includes(move.kind)) luck.judge(game, move, number);
    try {
      game.make(move);
    } catch (error) {
      if (!(error instanceof NotDealt)) throw error;
      game.deal(layoutOfRows(dealFor(core, game, error.index).rows));
      game.make(move);
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused(t("move {number}: {reason}", { number: number + 1, reason: messageOf(error) }), "input");
  }
}

function dealFor(core, { line, blank }, index) {
  return tell(core, "deal", line.board, line.start, ...blank.cell(index), line.seed, line.number);
}

const signsOf = (layout) => Array.from(layout, (isMine) => (isMine ? "*" : ".")).join("");

function clicksOf(game, body) {
  const count = (...kinds) => game.made.filter(({ move }) => kinds.includes(move.kind)).length;
  const [left, right, chord] = WASTED.map((name) => body[name] ?? 0);
  return {
    left: count("open") + left, right: count("flag", "question", "unmark") + right, chord: count("chord") + chord,
    wasted_left: left, wasted_right: right, wasted_chord: chord,
  };
}

/** The opening clicks that could lose, each with the chance to survive it; the first opening is free. */
class Luck {
  constructor(core) {
    Object.assign(this, { core, known: new Set(), guesses: [], hasBegun: false, isOver: false });
    this.ends = performance.now() + MILLISECONDS;
  }

  judge(game, move, number) {
    if (this.hasBegun && !this.isOver && !game.isOver) {
      const chance = this.survival(game, move);
      if (chance < 1) this.guesses.push({ number, kind: move.kind, cell: game.blank.cell(move.index), chance, is_survived: true });
    }
    this.hasBegun = true;
    this.last = number;
  }

  /** The chance of a click; cells that were safe stay safe, so most need no question. */
  survival(game, { kind, index }) {
    const cells = kind === "open" ? [index] : game.chorded(index).sort((a, b) => a - b);
    if (cells.every((cell) => this.known.has(cell))) return 1;
    const left = this.ends - performance.now();
    const found = left > 0 ? this.core.call("survival", game.position.line, cells.join(","), left) : { kind: "work" };
    if (found.kind !== undefined || found.clash) { this.isOver = true; return 1; }
    for (const cell of found.safe) this.known.add(cell);
    return found.chance;
  }

  guessesOf({ status }) {
    if (this.isOver) return {};
    const isLost = ({ number }) => status === "lost" && number === this.last;
    return { guesses: this.guesses.map((guess) => ({ ...guess, is_survived: !isLost(guess) })) };
  }
}
