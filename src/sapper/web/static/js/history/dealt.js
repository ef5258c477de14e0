// How the game of this window began, where its line does not tell: the engine made its first moves,
// or searched a board without guess. The history has it too, but only after the player's first move.

const KEY = "sapper.dealt";

/** Keep how the game of a line was dealt: the grade of its board, the help, the number of given moves. */
export function keepDealt(line, { grade = null, help, given }) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ line, grade, help, given }));
  } catch { /* the game is then taken for one of a link when the page is loaded again */ }
}

/** How a game was dealt that begins with the line of the last one kept, else null. */
export function dealtAs(text) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    return kept && `${text} `.startsWith(`${kept.line} `) ? kept : null;
  } catch {
    return null;
  }
}
