// Examples for rooms that would be empty: two judged games and a comparison; tests/web play them again.

import { STATIC } from "./place.js";

/** The examples, or null where they do not come. */
export async function examples() {
  const response = await fetch(new URL("examples.json", STATIC)).catch(() => null);
  return response?.ok ? response.json() : null;
}
