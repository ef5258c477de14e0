// What the kept games missed: guesses where a cell was certain, as positions to practise.

import { store } from "./store.js";

/** What a review says was missed, to keep with its game. Flags of the player may be wrong, so they are left out. */
export function missedIn({ moves }) {
  return moves.filter(({ missed }) => missed).map(({ position, missed, skill }) => ({
    position: position.replaceAll("F", "_"), technique: missed.pattern ?? missed.technique, loss: -skill,
  }));
}

/** The missed positions of all judged games, those that cost most first. */
export async function ownMistakes() {
  const games = await store.all();
  return games.flatMap(({ review }) => review?.missed ?? []).sort((one, other) => other.loss - one.loss);
}
