// The cards beside a board: each function turns an answer of the server into an element.

import { h, withCells } from "../../dom.js";
import { heatStyle } from "../../board/cell-look.js";
import { t } from "../../language.js";
import { techniqueName } from "../../names.js";
import { percent, shareText } from "../../percent.js";
import { cellName } from "../../model/position.js";

function card(title, ...children) {
  return h("section", { class: "card", "aria-label": title }, h("h2", {}, title), ...children);
}

/** A count of layouts, in digits or as a power of ten. */
export function layoutsText({ ways, ways_log10: log }) {
  if (ways && ways.length <= 12) return ways.replace(/\B(?=(\d{3})+$)/g, " ");
  const power = Math.floor(log);
  return `${(10 ** (log - power)).toFixed(3)} · 10${superscript(power)}`;
}

function superscript(number) {
  return [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[+digit]).join("");
}

/** The figures of a position; which cells are certain stands on the board and under the best move. */
export function summaryCard(analysis) {
  const facts = [
    [t("Layouts"), layoutsText(analysis)],
    [t("Safe"), String(analysis.safe.length)],
    [t("Mines"), String(analysis.mines.length)],
  ];
  if (analysis.untouched_chance !== null && analysis.untouched) facts.push([t("Elsewhere"), percent(analysis.untouched_chance)]);
  const list = h("dl", { class: "facts four" }, ...facts.map(([term, value]) => h("div", {}, h("dt", {}, term), h("dd", {}, value))));
  const notes = (analysis.notes || []).map((note) => h("p", { class: "note" }, note));
  return card(t("Position"), list, ...notes);
}

/** What the start rule says before the first click. */
export function startCard(start) {
  const text = { safe: t("The first cell is safe, whichever it is."), open: t("The first cell opens a space, whichever it is.") }[start];
  return card(t("Position"), h("p", {}, [t("Nothing is open yet."), text].join(" ")));
}

/** One cell: its exact chance and, as bars, the chances of the numbers behind it. */
export function cellParts(answer) {
  const chip = h("span", { class: "chip heat" }, percent(answer.chance, 2));
  for (const [name, value] of Object.entries(heatStyle(answer.chance))) chip.style.setProperty(name, value);
  const exact = answer.fraction.length <= 40 ? answer.fraction : t("{begin}… ({count} digits)", { begin: answer.fraction.slice(0, 18), count: answer.fraction.length });
  const bars = answer.numbers.map((chance, number) => [chance, number]).filter(([chance]) => chance > 0).map(bar);
  return [h("p", { class: "row" }, chip, h("span", { class: "exact", title: answer.fraction }, t("= {fraction} a mine", { fraction: exact }))),
    bars.length ? h("div", { class: "bars", role: "list", "aria-label": t("Numbers behind the cell") }, ...bars) : ""];
}

function bar([chance, number]) {
  const fill = h("span", { class: "fill" });
  fill.style.width = `${Math.max(1, 100 * chance)}%`;
  return h("div", { class: "bar-row", role: "listitem" }, h("span", { class: `digit n${number}` }, String(number)),
    h("span", { class: "track" }, fill), h("span", { class: "value" }, percent(chance)));
}

const COLUMNS = [
  [t("safe"), (one) => one.safety], [t("progress"), (one) => one.progress], [t("est. wins"), (one) => one.estimate], [t("wins"), (one) => one.win],
];

/** The best move, why it is, and its rivals; where there is none, the reason. */
export function bestParts(advice, go) {
  const title = h("h2", {}, advice.is_guess ? t("Best guess") : t("Best move"));
  if (!advice.candidates) return [title, h("p", { class: "note" }, ...withCells(advice.reason || "", go))];
  const words = h("p", {}, ...withCells(advice.explanation || "", go));
  if (!advice.is_guess) return [title, words];
  const columns = COLUMNS.filter(([, value]) => advice.candidates.some((one) => value(one) !== null)).map(([name, value]) => [name, (one) => percent(value(one))]);
  if (advice.candidates.some((one) => one.rollouts)) columns.push([t("of layouts"), (one) => played(one.rollouts)]);
  const head = h("tr", {}, h("th", { scope: "col" }, t("cell")), ...columns.map(([name]) => h("th", { scope: "col" }, name)));
  const rows = advice.candidates.slice(0, 4).map((one) => h("tr", {},
    h("th", { scope: "row" }, ...withCells(cellName(one.cell), go)), ...columns.map(([, text]) => h("td", {}, text(one)))));
  return [title, words, h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows))];
}

function played(rollouts) {
  return rollouts ? shareText(rollouts.chance, rollouts.low, rollouts.high) : "–";
}

/** The proof in words, step by step. */
export function whyCard(proof, go) {
  if (!proof.is_certain) {
    return card(t("Why?"), h("p", {}, ...withCells(proof.text, go)),
      h("p", { class: "note" }, t("A and B mark the mines of the two layouts.")));
  }
  const cell = cellName(proof.cell);
  const title = proof.is_mine ? t("Why {cell} is a mine", { cell }) : t("Why {cell} is safe", { cell });
  const steps = proof.steps.map((step) => h("li", {}, ...withCells(step.text, go)));
  const body = steps.length ? h("ol", { class: "steps" }, ...steps) : h("p", {}, ...withCells(proof.text, go));
  const reason = [t("By {technique}", { technique: techniqueName(proof.technique) })];
  if (proof.pattern) reason.push(t("the {name} pattern", { name: proof.pattern }));
  return card(title, body, h("p", { class: "note" }, reason.join(" · ")));
}

/** What clashes, and the changes that would repair it. */
export function conflictCard(conflict, go, repair) {
  const element = card(t("No layout of mines fits"), h("p", {}, ...withCells(conflict.text, go)));
  element.classList.add("alarm");
  element.setAttribute("role", "alert");
  if (conflict.repairs.length && repair) {
    const items = conflict.repairs.slice(0, 8).map((change) => h("li", {},
      h("button", { type: "button", class: "repair", onclick: () => repair(change) }, change.text)));
    element.append(h("h3", {}, t("Repairs")), h("ul", { class: "repairs" }, ...items));
  }
  return element;
}
