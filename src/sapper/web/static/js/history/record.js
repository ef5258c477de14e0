// The record of one game in the history, and the file of all of them.

import { ExpectedError } from "../errors.js";
import { GameLine } from "../model/game-line.js";
import { t } from "../language.js";

const FORMAT = "sapper games";
const VERSION = 1;

/** A new id; no two games have the same. */
export function newId() {
  const random = crypto.getRandomValues(new Uint32Array(2));
  return `${Date.now().toString(36)}-${[...random].map((part) => part.toString(36)).join("")}`;
}

/** Whether a game was played without help: only such games count for best times. */
export const isUnaided = ({ help }) => help.length === 0;

/** The text of the file that `parseGames` reads. */
export function gamesText(games) {
  return JSON.stringify({ format: FORMAT, version: VERSION, games });
}

/** The games of an exported file; throws with a reason if it is another file. */
export function parseGames(text) {
  const wrong = new ExpectedError(t("expected a file of games that sapper exported"));
  try {
    const { format, version, games } = JSON.parse(text);
    if (format !== FORMAT || version !== VERSION) throw wrong;
    for (const game of games) GameLine.parse(game.game);
    return games;
  } catch {
    throw wrong;
  }
}
