// Errors that the page expects: what a player typed or opened, or a server that does not answer.
// Only these become a sentence on the page. Any other is a mistake in the page and must reach the console.

/** An error whose message is for the player. */
export class ExpectedError extends Error {}

/** Throw an error on, unless it is expected or a question was cancelled. */
export function throwUnexpected(error) {
  if (!(error instanceof ExpectedError) && error.name !== "AbortError") throw error;
}

/** The message of an expected error; any other is thrown on. */
export function messageOf(error) {
  throwUnexpected(error);
  return error.message;
}
