// The cards beside the board of Review: the verdict on the game, on one move, and the list of moves.

import { h, withCells } from "../../dom.js";
import { t } from "../../language.js";
import { moveName, verdictName } from "../../names.js";
import { factList, proofParts } from "../panel/cards.js";
import { figure, percent, points } from "../../percent.js";
import { isMistake } from "./strip.js";

const QUIET = ["mark", "certain", "first cell"];
const isQuiet = (move) => QUIET.includes(move.verdict);

/** The figures of a review, and its summary. */
export function summaryParts({ accuracy, guesses, unforced_guesses: unforced, certain_losses: losses, skill, luck, summary, score }, board) {
  const facts = [
    [t("Accuracy"), percent(accuracy), t("chance to win that was kept, of what the best moves keep")], [t("Guesses"), guesses, t("opens of cells that were not certain")],
    [t("Unforced"), unforced, t("guesses where a cell was certainly safe")],
    [t("Sure losses"), losses, t("opens of a cell that was certainly a mine")], [t("Skill"), points(skill), t("points of winning chance, won or lost by moves")],
    [t("Luck"), points(luck), t("points of winning chance, won or lost by what lay below")],
  ];
  const texts = [summary, ...(score ? [score.text] : [])];
  return [factList(facts), ...texts.map((text) => h("p", { class: "note" }, ...withCells(text, board)))];
}

/** One line of the list of moves. */
export function moveRow(move, show) {
  return h("li", {}, h("button", { type: "button", onclick: show },
    h("span", {}, String(move.number)), h("span", {}, moveName(move)),
    move.time === null ? null : h("span", { class: "time" }, t("{number} s", { number: figure(move.time, 2) })),
    h("span", { class: isMistake(move) ? "mistake" : "" }, move.missed ? t("you had a proof here") : verdictName(move.grade ?? move.verdict)),
    h("span", {}, isQuiet(move) ? "" : points(move.skill))));
}

/** The verdict on one move, with the proof that was missed. */
export function moveCard(move, board) {
  const proof = move.missed ?? move.refuted;
  const parts = [h("p", {}, ...withCells(move.text, board))];
  if (move.time !== null) parts.push(h("p", { class: "note" }, t("At {seconds} s", { seconds: figure(move.time, 3) })));
  if (!isQuiet(move)) parts.push(h("p", { class: "note" }, t("Skill {skill}, luck {luck} points of winning chance", { skill: points(move.skill), luck: points(move.luck) })));
  if (proof) parts.push(h("p", { class: "mistake" }, move.missed ? t("You had a proof here:") : t("It was certainly a mine:")), ...proofParts(proof, board));
  return parts;
}
