// The cards beside a board: each function turns an answer of the server into an element.

import { h, withCells } from "./dom.js";
import { heatStyle } from "./cell-look.js";
import { percent, percentFigure } from "./percent.js";
import { cellName } from "./position.js";

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

export function summaryCard(analysis, go) {
  const facts = [
    ["Layouts", layoutsText(analysis)],
    ["Safe", String(analysis.safe.length)],
    ["Mines", String(analysis.mines.length)],
  ];
  if (analysis.untouched_chance !== null) facts.push(["Elsewhere", percent(analysis.untouched_chance)]);
  const list = h("dl", { class: "facts" }, ...facts.map(([term, value]) => h("div", {}, h("dt", {}, term), h("dd", {}, value))));
  const safest = analysis.safest[0];
  const line = analysis.safe.length ? `Certainly safe: ${some(analysis.safe)}`
    : safest ? `Safest: ${some(analysis.safest)}, a mine in ${percent(analysis.safest_chance)}` : "No covered cell.";
  const notes = (analysis.notes || []).map((note) => h("p", { class: "note" }, note));
  return card("Position", list, h("p", {}, ...withCells(line, go)), ...notes,
    analysis.milliseconds === undefined ? null : h("p", { class: "note" }, `Analysed in ${analysis.milliseconds.toFixed(2)} ms`));
}

function some(cells) {
  const few = cells.slice(0, 6).map(cellName).join(", ");
  return cells.length > 6 ? `${few} and ${cells.length - 6} more` : few;
}

/** One cell: its exact chance and, as bars, the chances of the numbers behind it. */
export function cellCard(answer, why) {
  const chip = h("span", { class: "chip heat" }, percent(answer.chance, 2));
  for (const [name, value] of Object.entries(heatStyle(answer.chance))) chip.style.setProperty(name, value);
  const exact = answer.fraction.length <= 40 ? answer.fraction : `${answer.fraction.slice(0, 18)}… (${answer.fraction.length} digits)`;
  const bars = answer.numbers.map((chance, number) => [chance, number]).filter(([chance]) => chance > 0).map(bar);
  return card(`Cell ${cellName(answer.cell)}`,
    h("p", { class: "row" }, chip, h("span", { class: "exact", title: answer.fraction }, `= ${exact} a mine`)),
    bars.length ? h("div", { class: "bars", role: "list", "aria-label": "Numbers behind the cell" }, ...bars) : null,
    h("button", { type: "button", onclick: why }, "Why?"));
}

function bar([chance, number]) {
  const fill = h("span", { class: "fill" });
  fill.style.width = `${Math.max(1, 100 * chance)}%`;
  return h("div", { class: "bar-row", role: "listitem" }, h("span", { class: `digit n${number}` }, String(number)),
    h("span", { class: "track" }, fill), h("span", { class: "value" }, percent(chance)));
}

/** The ranked candidates, and what decided between them. */
export function bestCard(advice, go, winChance) {
  const has = (key) => advice.candidates.some((candidate) => candidate[key] !== null);
  const columns = [["safe", "safety"], ["progress", "progress"], ["est. wins", "estimate"], ["wins", "win"]].filter(([, key]) => has(key));
  const head = h("tr", {}, h("th", { scope: "col" }, "cell"), ...columns.map(([title]) => h("th", { scope: "col" }, title)));
  const rows = advice.candidates.slice(0, 8).map((candidate) => h("tr", {},
    h("th", { scope: "row" }, ...withCells(cellName(candidate.cell), go)),
    ...columns.map(([, key]) => h("td", {}, candidate[key] === null ? "–" : percent(candidate[key])))));
  const result = h("p", { class: "note", "aria-live": "polite" });
  const button = h("button", { type: "button" }, "Chance to win?");
  button.addEventListener("click", async () => {
    button.disabled = true;
    result.textContent = "Playing random layouts …";
    try {
      const answer = await winChance();
      result.textContent = answer && winText(answer);
    } catch (error) {
      result.textContent = error.message;
    }
    button.disabled = false;
  });
  if (!advice.is_guess) {
    return card("Best move", h("p", {}, ...withCells(advice.explanation, go)), button, result);
  }
  return card("Best guess", h("p", {}, ...withCells(advice.explanation, go)),
    h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows)), button, result);
}

function winText({ chance, is_exact: exact, games, error }) {
  if (exact) return `Exactly ${percent(chance, 2)} with best play.`;
  return `${percent(chance)} ± ${percentFigure(error)} over ${games} random layouts that fit.`;
}

/** The proof in words, step by step. */
export function whyCard(proof, go) {
  if (!proof.is_certain) {
    return card("Why?", h("p", {}, ...withCells(proof.text, go)),
      h("p", { class: "note" }, "A and B mark the mines of the two layouts."));
  }
  const title = `Why ${cellName(proof.cell)} is ${proof.is_mine ? "a mine" : "safe"}`;
  const steps = proof.steps.map((step) => h("li", {}, ...withCells(step.text, go)));
  const body = steps.length ? h("ol", { class: "steps" }, ...steps) : h("p", {}, ...withCells(proof.text, go));
  const pattern = proof.pattern ? ` · the ${proof.pattern} pattern` : "";
  return card(title, body, h("p", { class: "note" }, `By ${proof.technique}${pattern}`));
}

/** What clashes, and the changes that would repair it. */
export function conflictCard(conflict, go, repair) {
  const element = card("No layout of mines fits", h("p", {}, ...withCells(conflict.text, go)));
  element.classList.add("alarm");
  element.setAttribute("role", "alert");
  if (conflict.repairs.length && repair) {
    const items = conflict.repairs.slice(0, 8).map((change) => h("li", {},
      h("button", { type: "button", class: "repair", onclick: () => repair(change) }, change.text)));
    element.append(h("h3", {}, "Repairs"), h("ul", { class: "repairs" }, ...items));
  }
  return element;
}
