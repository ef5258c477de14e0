// The cards beside the board of Review: the verdict on the game, on one move, and the list of moves.

import { h, withCells } from "../../dom.js";
import { t } from "../../language.js";
import { verdictName } from "../../names.js";
import { whyCard } from "../panel/cards.js";
import { percent } from "../../percent.js";
import { cellName } from "../../model/position.js";
import { isMistake } from "./strip.js";

const QUIET = ["mark", "certain", "first cell"];
const isQuiet = (move) => QUIET.includes(move.verdict);
const signed = (value) => `${value < 0 ? "−" : "+"}${(100 * Math.abs(value)).toFixed(1)}`;

/** The figures of a review, and its summary. */
export function summaryParts({ accuracy, guesses, unforced_guesses: unforced, skill, luck, summary }, go) {
  const facts = [[t("Accuracy"), percent(accuracy)], [t("Guesses"), guesses], [t("Unforced"), unforced], [t("Skill"), signed(skill)], [t("Luck"), signed(luck)]];
  return [
    h("dl", { class: "facts" }, ...facts.map(([term, value]) => h("div", {}, h("dt", {}, term), h("dd", {}, String(value))))),
    h("p", { class: "note" }, ...withCells(summary, go)),
  ];
}

/** One line of the list of moves. */
export function moveRow(move, show) {
  return h("li", {}, h("button", { type: "button", onclick: show },
    h("span", {}, String(move.number)), h("span", {}, `${move.kind[0]} ${cellName(move.cell)}`),
    move.time === null ? null : h("span", { class: "time" }, t("{number} s", { number: move.time.toFixed(2) })),
    h("span", { class: isMistake(move) ? "mistake" : "" }, move.missed ? t("you had a proof here") : verdictName(move.grade ?? move.verdict)),
    h("span", {}, isQuiet(move) ? "" : signed(move.skill))));
}

/** The verdict on one move, with the proof that was missed. */
export function moveCard(move, go) {
  const proof = move.missed ?? move.refuted;
  const parts = [h("p", {}, ...withCells(move.text, go))];
  if (move.time !== null) parts.push(h("p", { class: "note" }, t("At {seconds} s", { seconds: move.time.toFixed(3) })));
  if (!isQuiet(move)) parts.push(h("p", { class: "note" }, t("Skill {skill}, luck {luck} points of winning chance", { skill: signed(move.skill), luck: signed(move.luck) })));
  if (proof) parts.push(h("p", { class: "mistake" }, move.missed ? t("You had a proof here:") : t("It was certainly a mine:")), whyCard(proof, go));
  return parts;
}
