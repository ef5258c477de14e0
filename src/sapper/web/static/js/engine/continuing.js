// A game at a position: the core draws the mines, and the page's own rules make the moves.
// The same document as the server's, from src/sapper/games/continuation.py.

import { layoutOfRows, layoutText, minesOf } from "../game/layout.js";
import { GameLine } from "../game/line.js";
import { Game } from "../game/rules.js";
import { t } from "../language.js";
import { Position } from "../position.js";
import { MILLISECONDS, Refused, tell } from "./requests.js";

const MARKS = { F: "flag", Q: "question" };

/** The game that stands at a position, with mines drawn from all layouts that fit. */
export function continuePosition(core, { position: line, seed = 0 }) {
  const position = Position.parse(line);
  if (position.mines === null) throw new Refused(t("cannot continue a position without a mine count: give the number of mines"), "input");
  const found = tell(core, "sample", line, String(seed), MILLISECONDS);
  if (found.clash) return found;
  if (!found.rows) throw new Refused(t("cannot continue a position with more than 1000 unknown cells"), "input");
  const game = gameAt(position, layoutOfRows(found.rows));
  return documentOf(game, game.position.line === line);
}

/** The game of a layout with the open cells and marks of a position. */
function gameAt(position, layout) {
  const line = new GameLine(position.header, "raw", `=${layoutText(layout)}`, "0", []);
  const game = new Game(line, layout);
  const make = (kind, index) => { if (!game.isOver && "_Q".includes(game.faces[index])) game.make({ kind, index }); };
  for (let index = 0; index < position.size; index += 1) if (position.isNumber(index)) make("open", index);
  for (const [index, face] of [...position.faces].entries()) if (face in MARKS) make(MARKS[face], index);
  return game;
}

function documentOf(game, isSame) {
  const { line, words } = game;
  return {
    game: game.text, board: line.board, start: line.start, seed: line.seed, number: line.number, moves: words,
    status: game.status, position: game.position.line, mines_left: game.minesLeft, safe_left: game.safeLeft,
    mines: game.isOver ? minesOf(game.layout, line.columns) : null, is_same: isSame,
  };
}
