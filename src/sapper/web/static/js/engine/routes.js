// The routes that the core can answer alone, with the documents of the server (docs/10-documents.md).
//
// Every figure comes from the core. A body that only the server understands is refused by `canAnswer`.

import { joinNames, later, t, tn } from "../language.js";
import { percent } from "../percent.js";
import { cellName } from "../position.js";
import { continuePosition } from "./continuing.js";
import { isMeasurable, measure } from "./metrics.js";
import { isPuzzle, makePuzzle } from "./puzzles.js";
import { MILLISECONDS, Refused, has, isBoard, isError, isLine, isSeed } from "./requests.js";

const SCHEMA = 1;

// Errors of the core that a visitor can meet.
const ERRORS = new Set([
  later("stopped by the budget: the position ties very many numbers together"),
  later("no move is left: the board has no other safe cell"),
  later("the mine count is unknown: give the mines, or a density between 0 and 1"),
  later("layouts can be sampled for at most 1000 unknown cells in narrow components"),
  later("expected a board with a mine count that leaves a safe cell"),
]);

const textOf = (density) => (density == null ? "" : String(density));

/** What each route takes, and how the core answers it. */
const ROUTES = {
  read: {
    takes: (body) => has(body, "position") && isLine(body),
    answer: (core, { position }) => {
      const found = core.call("read", position);
      return isError(found) ? found : { position, format: "line", notes: [] };
    },
  },
  analyse: {
    takes: (body) => has(body, "position", "trust_flags", "density") && isLine(body),
    answer: analyse,
  },
  cell: {
    takes: (body) => has(body, "position", "trust_flags", "density", "cell") && isLine(body),
    answer: (core, { position, cell, trust_flags: trust, density }) =>
      core.call("cell", position, ...cell, Boolean(trust), textOf(density), MILLISECONDS),
  },
  best: {
    takes: (body) => has(body, "position", "player", "limit", "trust_flags") && isLine(body),
    answer: best,
  },
  win: {
    takes: (body) => has(body, "position", "player", "games", "seed", "trust_flags") && !body.trust_flags
      && isLine(body) && isSeed(body.seed ?? 0),
    answer: (core, { position, player = "fast", games = 200, seed = 0 }) =>
      core.call("win", position, player, games, String(seed), MILLISECONDS),
  },
  deal: {
    takes: (body) => has(body, "board", "start", "first", "seed", "game") && isBoard(body.board)
      && isSeed(body.seed ?? 0) && isSeed(body.game ?? 0),
    answer: (core, { board, start = "safe", first = [0, 0], seed = 0, game = 0 }) =>
      core.call("deal", board, start, ...first, String(seed), String(game)),
  },
  continue: {
    takes: (body) => has(body, "position", "seed") && isLine(body) && isSeed(body.seed ?? 0),
    answer: continuePosition,
  },
  generate: { takes: isPuzzle, answer: makePuzzle },
  metrics: { takes: isMeasurable, answer: measure },
  "no-guess": {
    takes: (body) => has(body, "board", "rows", "first") && isBoard(body.board),
    answer: (core, { board, rows, first }) => core.call("no_guess", board, rows.join(""), ...first),
  },
};

/** Whether the core alone can answer this request. */
export function canAnswer(route, body) {
  return Boolean(ROUTES[route]?.takes(body));
}

/** The answer as the server would send it: a status and a document. `words` has the texts of `words.json`. */
export function answer(core, words, route, body) {
  const document = documentOf(core, words, route, body);
  if (document.clash) return { status: 200, isClash: true, document: stamp(impossible(body.position, document)) };
  if (!isError(document)) return { status: 200, document: stamp(document) };
  return { status: { work: 413, server: 500 }[document.kind] ?? 422, document: stamp(translated(document)) };
}

function documentOf(core, words, route, body) {
  try {
    return ROUTES[route].answer(core, body, words);
  } catch (error) {
    if (error instanceof Refused) return error.document;
    throw error;
  }
}

const translated = (document) => (ERRORS.has(document.error) ? { ...document, error: t(document.error) } : document);

const stamp = (document) => ({ schema: SCHEMA, ...document });

function analyse(core, { position, trust_flags: trust, density }) {
  const began = performance.now();
  const found = core.call("analyse", position, Boolean(trust), textOf(density), MILLISECONDS);
  if (isError(found) || found.clash) return found;
  const spent = performance.now() - began;
  const { safe, mines, by_mine_count, safest, safest_chance, untouched, untouched_chance, components, ways, ways_log10 } = found;
  return {
    position, ways, ways_log10, safe, mines, by_mine_count, safest, safest_chance,
    chances: rowsOf(core, position), untouched, untouched_chance, components,
    notes: [], milliseconds: Math.round(1e4 * spent) / 1e4,
  };
}

/** The chances of the last analysis in rows; null where a cell is not covered. */
function rowsOf(core, line) {
  const [, rows, columns] = /(\d+)x(\d+)\//.exec(line).map(Number);
  const chances = core.chances(rows * columns);
  return Array.from({ length: rows }, (_, row) =>
    Array.from(chances.subarray(row * columns, (row + 1) * columns), (chance) => (Number.isNaN(chance) ? null : chance)));
}

function best(core, { position, player = "champion", limit = 8, trust_flags: trust }, words) {
  const found = core.call("best", position, player, limit, Boolean(trust), MILLISECONDS);
  if (isError(found) || found.clash) return found;
  const { basis, is_guess, is_exact, cell, candidates, risk } = found;
  const { short, long, compared } = words.basis[basis];
  const explanation = is_guess
    ? t("Nothing is certain. Open {cell} (mine in {risk}): {why}.", { cell: cellName(cell), risk: percent(risk), why: short })
    : tn("{cells} is certain: {why}.", "{cells} are certain: {why}.", candidates.length, { cells: certainCells(candidates, words.most_named), why: short });
  return {
    position, player, basis, compared, reason: long, is_guess, is_exact, cell, candidates,
    bias: compared === "estimate" ? biasOf(position, words.bias) : null, explanation, win_chance: null,
  };
}

/** The names of certain cells, such as "r0c1, r0c2 and 3 more". */
function certainCells(candidates, most) {
  const shown = candidates.length <= most ? candidates.length : most - 2;
  const names = candidates.slice(0, shown).map(({ cell }) => cellName(cell));
  if (shown < candidates.length) names.push(t("{count} more", { count: candidates.length - shown }));
  return joinNames(names);
}

/** How far estimates were off on the nearest measured board: a row of the library's table. */
function biasOf(line, { boards, most_larger: larger, most_denser: denser, none }) {
  const [, shape, rows, columns, mines] = /^(?:(\w+)-)?(\d+)x(\d+)\/(\d+)/.exec(line);
  if (shape) return none;
  const sides = [+rows, +columns].sort((a, b) => a - b);
  const density = mines / (rows * columns);
  const ratios = (board) => board.sides.map((side, i) => Math.max(side, sides[i]) / Math.min(side, sides[i]));
  const unlike = (board) => ratios(board).reduce((sum, ratio) => sum + Math.log(ratio), 0);
  const near = boards.filter((board) => Math.max(...ratios(board)) <= larger && Math.abs(board.density - density) <= denser);
  const distances = near.map((board) => [unlike(board), Math.abs(board.density - density)]);
  const order = near.map((_, i) => i).sort((a, b) => distances[a][0] - distances[b][0] || distances[a][1] - distances[b][1]);
  return near.length ? near[order[0]].bias : none;
}

/** The answer for a position that no layout fits, as far as the core knows it: why and the repairs need Python. */
function impossible(position, { clash, is_mine_count: byCount }) {
  const text = byCount ? t("The numbers are possible, but no layout has this number of mines.")
    : t("No layout of mines fits these numbers.");
  return {
    position, notes: [],
    conflict: {
      summary: text, numbers: clash, uses_mine_count: byCount, steps: [],
      highlights: clash.map((cell) => ({ cell, role: "number" })), text, repairs: [],
    },
  };
}
