// The settings of a comparison in an address: board, start rule, games, seed and players.

import { t } from "../../language.js";

const STARTS = ["open", "safe", "raw"];
const BOARD = /^([a-z]+-)?([1-9]\d{0,4})x([1-9]\d{0,4})\/\d{1,6}$|^[a-z]+$/;
const MOST_GAMES = 100_000;

/** Return the settings of a text, or in `wrong` what it lacks; `known` are all players. */
export function readLabAddress(text, known) {
  const [board, start = "safe", games = "200", seed = "0", ...chosen] = text.split(" ").filter(Boolean);
  const stranger = chosen.find((name) => !known.includes(name));
  const wrong = [
    [!BOARD.test(board ?? ""), t("expected a board such as 9x9/10, got '{text}'", { text: (board ?? "").slice(0, 40) })],
    [!STARTS.includes(start), t("expected the start rule open, safe or raw, got '{text}'", { text: start.slice(0, 40) })],
    [!/^\d{1,6}$/.test(games) || +games < 1 || +games > MOST_GAMES, t("expected 1 to 100,000 games, got '{text}'", { text: games.slice(0, 40) })],
    [!/^\d{1,20}$/.test(seed), t("expected a seed of digits, got '{text}'", { text: seed.slice(0, 40) })],
    [stranger !== undefined, t("there is no player '{text}'", { text: (stranger ?? "").slice(0, 40) })],
  ].find(([isWrong]) => isWrong);
  return { wrong: wrong?.[1] ?? "", board, start, games, seed, chosen };
}
