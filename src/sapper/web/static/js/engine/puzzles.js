// Boards that need no guess: the core searches, or repairs where that finds nothing.
//
// The same boards as the server's for the same seed and number. Grades finer than the core's levels
// of reasoning, hard steps beyond pairs and the difficulty need Python: they are left out.

import { gameLine, moveText } from "../game-line.js";
import { layoutOfRows, layoutText, minesOf } from "../game/layout.js";
import { t } from "../language.js";
import { Refused, has, isBoard, isSeed, tell } from "./requests.js";

const MILLISECONDS = 4000; // as many boards as a server with its 2 seconds tries, or nearly
const TRIES = 200_000; // the core stops there too
const MOST_NUMBER = 2 ** 32 - 1;
const METHODS = ["uniform", "repair"];
const HARDEST = 4;
const LEVELS = { single: 1, pair: 2, count: HARDEST }; // the grades that are a whole level
const GRADES = ["click", "single", "pair", undefined, "count"]; // by level; of level 3 there are three

/** Whether the core alone can decide which board is asked for. */
export function isPuzzle(body) {
  const { board, grade, method = "uniform", seed = 0, number = 0 } = body;
  return has(body, "board", "start", "first", "grade", "method", "seed", "number") && isBoard(board)
    && METHODS.includes(method) && (grade == null || Object.hasOwn(LEVELS, grade)) && isSeed(seed) && isSeed(number) && Number(number) <= MOST_NUMBER;
}

/** Puzzle `number` of a seed; throws Refused if there is none within the time. */
export function makePuzzle(core, { board, start = "open", first, grade, method = "uniform", seed = 0, number = 0 }) {
  const [rows, columns] = /(\d+)x(\d+)/.exec(board).slice(1).map(Number);
  const cell = first ?? [Math.floor(rows / 2), Math.floor(columns / 2)];
  const least = grade == null ? 0 : LEVELS[grade];
  const most = grade == null ? HARDEST : least;
  const isUniform = method === "uniform";
  const found = tell(core, "puzzle", board, start, ...cell, String(seed), String(number), least, most, !isUniform, MILLISECONDS);
  if (!found.rows) {
    const text = t("no board without guess was found among {count} boards of {board}: take fewer mines, or ask for less", { board, count: found.tries });
    throw new Refused(text, "work", found.tries >= TRIES ? "tries" : "time");
  }
  return documentOf({ board, start, first: cell, method, isUniform, seed: String(seed), number: String(number) }, found);
}

function documentOf({ board, start, first, method, isUniform, seed, number }, found) {
  const layout = layoutOfRows(found.rows);
  const digits = layoutText(layout);
  const mines = isUniform ? [seed, found.game] : [`=${digits}`, "0"];
  const game = gameLine(board, start, ...mines, [moveText("open", first)]);
  return {
    game, link: `#play:${game.replaceAll(" ", "_")}`, board, layout: `${board}=${digits}`,
    mines: minesOf(layout, found.rows[0].length), start, first, no_guess: true, mine_count: true, ...gradeOf(found),
    method, is_uniform: isUniform, seed, number, tries: found.tries, acceptance: isUniform ? 1 / found.tries : null,
    bbbv: found.bbbv, openings: found.openings,
  };
}

/** What the core's levels tell of the grade; nothing of a board that needs three numbers or more. */
function gradeOf({ level, rounds }) {
  const grade = GRADES[level];
  const [, , pairs, ...harder] = rounds;
  return { ...(grade && { grade }), ...(harder.every((count) => count === 0) && { hard_steps: pairs }) };
}
