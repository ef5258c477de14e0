// The record of one game in the history, and the check of records that come from a file.

import { GameLine } from "../model/game-line.js";
import { ExpectedError, messageOf } from "../errors.js";
import { t } from "../language.js";

const STATUSES = ["playing", "won", "lost"];
const HELP = ["undo", "hint", "heat", "warn", "watch", "practice", "link", "repeat"];
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
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new ExpectedError(t("this file is not JSON: expected games that sapper exported"));
  }
  if (data?.format !== FORMAT || !Array.isArray(data.games)) throw new ExpectedError(t("expected a file of games that sapper exported"));
  if (data.version !== VERSION) throw new ExpectedError(t("expected version {version} of the file, got {text}", { version: VERSION, text: String(data.version).slice(0, 20) }));
  return data.games.map((game, number) => {
    try { return checked(game); } catch (error) { throw new ExpectedError(t("game {number} of the file: {reason}", { number: number + 1, reason: messageOf(error) }), { cause: error }); }
  });
}

/** A record with just the fields that we know, or an error that names the wrong one. */
function checked(game) {
  if (!game || typeof game !== "object") throw new ExpectedError(t("expected an object of JSON"));
  const line = GameLine.parse(textOf(game.game, "game"));
  if (!STATUSES.includes(game.status)) throw new ExpectedError(t("expected the status playing, won or lost"));
  const help = Array.isArray(game.help) ? game.help.filter((kind) => HELP.includes(kind)) : [];
  const clicks = Object.fromEntries(["left", "right", "chord", "wasted"].map((name) => [name, numberOf(game.clicks?.[name], "clicks")]));
  return {
    id: textOf(game.id, "id").slice(0, 60), opening: line.opening, game: game.game, board: line.board, start: line.start,
    status: game.status, began: dateOf(game.began, "began"), seconds: numberOf(game.seconds, "seconds"), clicks, help,
    grade: game.grade == null ? null : textOf(game.grade, "grade").slice(0, 20),
    given: game.given == null ? 0 : Math.min(line.moves.length, Math.floor(numberOf(game.given, "given"))),
    figures: fields(game.figures, ["bbbv", "bbbv_per_second", "efficiency", "guesses"]),
    review: fields(game.review, ["skill", "luck", "accuracy"]),
  };
}

function textOf(value, name) {
  if (typeof value !== "string") throw new ExpectedError(t("expected a text as {name}", { name }));
  return value;
}

function numberOf(value, name) {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) throw new ExpectedError(t("expected a number as {name}", { name }));
  return value;
}

/** Milliseconds that a calendar can show. */
function dateOf(value, name) {
  if (Number.isNaN(new Date(numberOf(value, name)).getTime())) throw new ExpectedError(t("expected a date in milliseconds as {name}", { name }));
  return value;
}

/** The named numbers of an object, or null if it has none. */
function fields(value, names) {
  if (!value || typeof value !== "object") return null;
  return Object.fromEntries(names.map((name) => [name, Number.isFinite(value[name]) ? value[name] : null]));
}
