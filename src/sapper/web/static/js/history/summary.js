// Count games: played, won, best times and streaks of each board. Counting only; whatever needs
// statistics is asked from the engine.

import { isUnaided } from "./record.js";

const isEnded = ({ status, help }) => status !== "playing" && !help.includes("practice") && !help.includes("watch");

/** The games that count for win rates and streaks, and of each kind of board what was reached. */
export function summarize(games) {
  const kinds = new Map();
  for (const game of games.filter(isEnded)) {
    const key = `${game.board} ${game.start}${game.grade ? " no guess" : ""}`;
    if (!kinds.has(key)) kinds.set(key, { board: game.board, start: game.start, noGuess: Boolean(game.grade), games: [] });
    kinds.get(key).games.push(game);
  }
  return [...kinds.values()].map((kind) => ({ ...kind, ...reached(kind.games) })).sort((a, b) => b.played - a.played);
}

function reached(games) {
  const won = games.filter(({ status }) => status === "won");
  const times = won.filter(isUnaided).map(({ seconds }) => seconds);
  return { played: games.length, won: won.length, best: times.length ? Math.min(...times) : null, ...streaks(games) };
}

/** Wins in a row: now, and the longest; games are in the order in which they were played. */
function streaks(games) {
  let [now, longest] = [0, 0];
  for (const { status } of games) {
    now = status === "won" ? now + 1 : 0;
    longest = Math.max(longest, now);
  }
  return { now, longest };
}
