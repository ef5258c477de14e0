// The cards beside a board: each function turns an answer of the server into an element.

import { h, tableParts, withCells } from "../../dom.js";
import { ROLES, heatStyle } from "../../board/cell-look.js";
import { localNumber, t } from "../../language.js";
import { techniqueName } from "../../names.js";
import { cellChance, figure, percent } from "../../percent.js";
import { cellName } from "../../model/position.js";
import { fractionText } from "./study.js";

export function card(title, ...children) {
  return h("section", { class: "card", "aria-label": title }, h("h2", {}, title), ...children);
}

/** A count of layouts, in digits or as a power of ten. */
function layoutsText({ ways, ways_log10: log }) {
  if (ways && ways.length <= 12) return ways.replace(/\B(?=(\d{3})+$)/g, " ");
  const power = Math.floor(log);
  return `${figure(10 ** (log - power), 3)} · 10${superscript(power)}`;
}

function superscript(number) {
  return [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[+digit]).join("");
}

/** Figures with their names; a third part says what a figure means. */
export function factList(facts, kind = "") {
  return h("dl", { class: `facts ${kind}` }, ...facts.map(([term, value, meaning]) => h("div", { title: meaning }, h("dt", {}, term), h("dd", {}, String(value)))));
}

/** How many clicks there were, and how many of them changed nothing. */
export function clicksText({ left, right, chord, wasted }) {
  const all = left + right + chord;
  return wasted ? t("{all} ({wasted} wasted)", { all, wasted }) : String(all);
}

/** The figures of a position; which cells are certain stands on the board and under the best move. */
export function summaryCard(analysis, density) {
  const facts = [
    [t("Layouts"), layoutsText(analysis), t("layouts of the mines that fit what is open")],
    [t("Safe"), analysis.safe.length, t("cells without a mine in every layout")],
    [t("Mines"), analysis.mines.length, t("cells with a mine in every layout")],
  ];
  if (analysis.untouched_chance !== null && analysis.untouched) facts.push([t("Elsewhere"), percent(analysis.untouched_chance), t("chance of a mine beside no open number")]);
  const notes = (analysis.notes || []).map((note) => h("p", { class: "note" }, note));
  if (density !== null) notes.push(h("p", { class: "note" }, t("The number of mines is not given: every covered cell is taken for a mine with the density {density}.", { density: localNumber(String(density)) })));
  return card(t("Position"), factList(facts, "four"), ...notes);
}

/** What the start rule says before the first click. */
export function startText(start) {
  const text = { safe: t("The first cell is safe, whichever it is."), open: t("The first cell opens a space, whichever it is.") }[start];
  return [t("Nothing is open yet."), text].join(" ");
}

/** One cell: its exact chance and the chances of the numbers behind it; `suppose` shows one of them. */
export function cellParts(answer, suppose) {
  const chip = h("span", { class: "chip heat" }, cellChance(answer.chance));
  for (const [name, value] of Object.entries(heatStyle(answer.chance))) chip.style.setProperty(name, value);
  const faces = [...answer.numbers.map((chance, number) => [chance, String(number)]), [answer.chance, "X"]].filter(([chance]) => chance > 0);
  return [h("p", { class: "row" }, chip, h("span", { class: "exact", title: answer.fraction }, t("= {fraction} a mine", { fraction: fractionText(answer.fraction, 40) }))),
    h("div", { class: "bars", role: "group", "aria-label": t("What if the cell shows …") }, ...faces.map((face) => bar(face, suppose)))];
}

function bar([chance, face], suppose) {
  const fill = h("span", { class: "fill" });
  fill.style.width = `${Math.max(1, 100 * chance)}%`;
  const title = face === "X" ? t("What if it is a mine?") : t("What if it shows {number}?", { number: face });
  return h("button", { type: "button", class: "bar-row", title, "aria-label": title, onclick: () => suppose(face) },
    h("span", { class: `digit n${face}` }, face === "X" ? "✱" : face), h("span", { class: "track" }, fill), h("span", { class: "value" }, percent(chance)));
}

const SHOWN = 4; // candidates before all are wanted
const COLUMNS = [
  [t("safe"), (one) => one.safety, t("chance that the cell is no mine")], [t("progress"), (one) => one.progress, t("chance that a certain cell follows")],
  [t("est. wins"), (one) => one.estimate, t("learned estimate of the chance to win")], [t("wins"), (one) => one.win, t("exact chance to win")],
];

/** A guess: why it is the best one, and its rivals, all of them on demand. */
export function guessParts(advice, board) {
  const columns = COLUMNS.filter(([, value]) => advice.candidates.some((one) => value(one) !== null)).map(([name, value, title]) => [name, (one) => percent(value(one)), title]);
  const titles = [t("cell"), ...columns.map(([name, , title]) => h("span", { title }, name))];
  const [head, body = h("tbody")] = tableParts(titles, advice.candidates.map((one) => [withCells(cellName(one.cell), board)[1], ...columns.map(([, text]) => text(one))]));
  const rows = [...body.children].slice(SHOWN);
  for (const row of rows) row.hidden = true;
  const more = h("button", { type: "button", class: "quiet", hidden: !rows.length, onclick: () => { for (const row of rows) row.hidden = false; more.hidden = true; } }, t("All {count} cells", { count: advice.candidates.length }));
  return [h("p", {}, ...withCells(advice.explanation || "", board)), h("table", {}, head, body), more];
}

/** The best move, why it is, and its rivals; where there is none, the reason. */
export function bestParts(advice, board) {
  const title = h("h2", {}, advice.is_guess ? t("Best guess") : t("Best move"));
  if (!advice.candidates) return [title, h("p", { class: "note" }, ...withCells(advice.reason || "", board))];
  return advice.is_guess ? [title, ...guessParts(advice, board)] : [title, h("p", {}, ...withCells(advice.explanation || "", board))];
}

/** A proof in words, step by step, and what its outlines on the board mean. */
export function proofParts(proof, board) {
  if (!proof.is_certain) return [h("p", {}, ...withCells(proof.text, board)), h("p", { class: "note" }, t("A and B mark the mines of the two layouts."))];
  const steps = proof.steps.map((step) => h("li", {}, ...withCells(step.text, board)));
  const reason = [t("By {technique}", { technique: techniqueName(proof.technique) })];
  if (proof.pattern) reason.push(t("the {name} pattern", { name: proof.pattern }));
  const roles = Object.entries(ROLES).filter(([role]) => proof.highlights.some((one) => one.role === role));
  return [h("h3", {}, proofTitle(proof)), steps.length ? h("ol", { class: "steps" }, ...steps) : h("p", {}, ...withCells(proof.text, board)),
    h("p", { class: "note legend" }, ...roles.map(([role, name]) => h("span", {}, h("i", { class: `c role-${role}` }), name))),
    h("p", { class: "note" }, reason.join(" · "))];
}

function proofTitle({ cell, is_mine: isMine }) {
  const name = { cell: cellName(cell) };
  return isMine ? t("Why {cell} is a mine", name) : t("Why {cell} is safe", name);
}

/** What clashes, and the changes that would repair it. */
export function conflictCard(conflict, board, repair) {
  const element = card(t("No layout of mines fits"), h("p", {}, ...withCells(conflict.text, board)));
  element.classList.add("alarm");
  element.setAttribute("role", "alert");
  if (conflict.repairs.length && repair) {
    const items = conflict.repairs.slice(0, 8).map((change) => h("li", {},
      h("button", { type: "button", class: "repair", onclick: () => repair(change) }, change.text)));
    element.append(h("h3", {}, t("Repairs")), h("ul", { class: "repairs" }, ...items));
  }
  return element;
}
