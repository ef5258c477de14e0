// Your games, kept in this browser's IndexedDB and nowhere else. Where a browser keeps nothing,
// as in some private windows, every list is empty and `isKept` is false.

import { ExpectedError, throwUnexpected } from "../errors.js";

const [NAME, VERSION, GAMES] = ["sapper", 1, "games"];

let opening = null;

function database() {
  opening ??= new Promise((resolve, reject) => {
    if (!globalThis.indexedDB) throw new ExpectedError("this browser keeps no games");
    const request = indexedDB.open(NAME, VERSION);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(GAMES, { keyPath: "id" }));
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
    request.addEventListener("blocked", () => reject(new ExpectedError("another window holds the games")));
  });
  return opening;
}

/** Do something with the store; resolves to the result of the request that `work` returns. */
function transact(mode, work) {
  return attempt(mode, work).catch((error) => {
    throw error instanceof DOMException ? new ExpectedError(error.message) : error; // nothing is kept here
  });
}

async function attempt(mode, work) {
  const transaction = (await database()).transaction(GAMES, mode);
  return new Promise((resolve, reject) => {
    const request = work(transaction.objectStore(GAMES));
    if (mode === "readwrite") transaction.commit?.(); // at once: the page may be about to go
    transaction.addEventListener("complete", () => resolve(request?.result));
    transaction.addEventListener("abort", () => reject(transaction.error)); // it follows every error, and only then is that known here
  });
}

export const store = {
  /** Resolves when the game that is played now has been kept. */
  saving: Promise.resolve(),

  /** Whether this browser keeps games at all. */
  async isKept() {
    try { await database(); return true; } catch { return false; }
  },

  /** All games, the oldest first; none where nothing is kept. */
  async all() {
    try {
      const games = await transact("readonly", (games_) => games_.getAll());
      return games.sort((a, b) => a.began - b.began);
    } catch (error) {
      throwUnexpected(error);
      return [];
    }
  },

  /** Keep games, each instead of an earlier one with its id. */
  async put(...games) {
    await transact("readwrite", (kept) => { for (const game of games) kept.put(game); });
  },

  async clear() { await transact("readwrite", (kept) => kept.clear()); },
};
