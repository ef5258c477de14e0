// Words for what documents name by fixed codes, which are the same in every language.

import { t } from "./language.js";
import { LETTERS, moveCell } from "./model/game-line.js";
import { cellName } from "./model/position.js";

const STATUSES = { playing: t("not over"), won: t("won"), lost: t("lost") };
const GRADES = { click: t("click"), single: t("single"), pair: t("pair"), chain: t("chain"), count: t("count") };
const VERDICTS = {
  mark: t("mark"), "first cell": t("first cell"), certain: t("certain"), "forced guess": t("forced guess"),
  "unforced guess": t("unforced guess"), "certain mine": t("certain mine"),
  inaccuracy: t("inaccuracy"), mistake: t("mistake"), blunder: t("blunder"),
};
const TECHNIQUES = {
  given: t("given"), "single number": t("single number"), subset: t("subset"), difference: t("difference"),
  chain: t("chain"), "case split": t("case split"), "mine count": t("mine count"),
};
const HELP = {
  undo: t("undo"), hint: t("hint"), heat: t("heat map"), warn: t("warnings"), watch: t("watched"), practice: t("practice"), link: t("link"), repeat: t("known board"),
};
const KINDS = { open: t("opened"), flag: t("flagged"), question: t("questioned"), unmark: t("unmarked"), chord: t("chorded") };

const namesBy = (names) => (code) => (Object.hasOwn(names, code) ? names[code] : code);

export const statusName = namesBy(STATUSES);
export const gradeName = namesBy(GRADES);
/** A verdict on a move, or the grade of a mistake. */
export const verdictName = namesBy(VERDICTS);
export const techniqueName = namesBy(TECHNIQUES);
/** A kind of help that a player had. */
export const helpName = namesBy(HELP);

/** A move in words, such as r2c11 opened, of its kind and cell or as it is written: o2,11. */
export function moveName(move) {
  if (move.kind) return `${cellName(move.cell)} ${KINDS[move.kind]}`;
  const kind = Object.keys(LETTERS).find((name) => LETTERS[name] === move[0]);
  return `${cellName(moveCell(move))} ${KINDS[kind]}`;
}

/** What is said while the questions of others come before. */
export function waitingText(ahead) {
  return ahead ? t("In the queue: {count} before this one.", { count: ahead }) : t("Waiting for the server …");
}
