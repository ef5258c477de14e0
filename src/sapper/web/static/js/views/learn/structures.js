// The structure that an algorithm works on, beside the board: queue, groups, memo table, search tree, weights,
// matrix, tries. Each is shown as it is at one frame of a film; for a screen reader all are lists or tables.

import { h } from "../../dom.js";
import { language, t, tn } from "../../language.js";
import { cellName, someCells } from "../../model/position.js";

const MOST_TRIES = 14;
const MOST_ROWS = 60;
const QUEUES = { "single-square": t("Queue of the single-square analysis"), "multi-square": t("Queue of the multi-square analysis") };

/** The structures of a trace with its film, up to a frame. */
export function structuresOf(trace, frame, position) {
  const { steps } = trace;
  const seen = steps.slice(0, frame.step + 1);
  const now = steps[frame.step];
  const of = (kind) => seen.filter((step) => step.kind === kind);
  const queues = Object.keys(QUEUES).map((name) => of("queue").findLast((step) => step.queue === name)).filter(Boolean);
  return [
    ...queues.map((step) => queue(step, step === now)),
    ...[of("component").at(-1)].filter(Boolean).map(component),
    of("memo").length && memo(of("memo"), now),
    now?.kind === "search" && frame.node !== null && tree(trace, frame),
    of("search").length && frame.node === null && tree(trace, { ...frame, step: steps.lastIndexOf(of("search").at(-1)), node: Infinity }),
    of("weights").length && weights(of("weights"), now),
    (of("chances").length || of("weights").length) && matrix(of("chances").at(-1), of("weights"), position),
    of("try").length && tries(of("try"), now),
  ].filter(Boolean);
}

const part = (title, ...children) => h("section", { class: "structure", "aria-label": title }, h("h3", {}, title), ...children);

/** A whole number; one that JavaScript cannot hold exactly as a power of ten. */
function whole(number) {
  if (number <= Number.MAX_SAFE_INTEGER) return number.toLocaleString(language);
  return `≈10^${Math.round(Math.log10(number))}`;
}

function queue(step, isNow) {
  const fresh = new Set(isNow ? step.added.map(cellName) : []);
  const items = step.waiting.map(cellName).map((name) => h("li", { class: fresh.has(name) ? "now" : "" }, name));
  return part(QUEUES[step.queue], step.taken && h("p", {}, t("taken: {cell}", { cell: cellName(step.taken) })),
    items.length ? h("ol", { class: "queue" }, ...items) : h("p", { class: "note" }, t("The queue is empty.")));
}

function needsText({ numbers, needs }) {
  return numbers.map((cell, index) => `${cellName(cell)} ${needs[index]}`).join(" · ");
}

function component(step) {
  return part(t("Local CSP: groups of alike cells"),
    h("ul", { class: "queue" }, ...step.groups.map((group) => h("li", {}, someCells(group)))),
    h("p", { class: "note" }, t("mines still needed: {needs}", { needs: needsText(step) })));
}

function table(titles, rows, current = -1) {
  const lines = rows.map((cells, index) => h("tr", index === current ? { class: "now", "aria-current": "step" } : {},
    ...cells.map((cell) => h("td", {}, cell))));
  return h("table", {}, h("thead", {}, h("tr", {}, ...titles.map((title) => h("th", { scope: "col" }, title)))), h("tbody", {}, ...lines));
}

function memo(steps, now) {
  const first = Math.max(0, steps.length - MOST_ROWS);
  const rows = steps.slice(first).map((step) => [someCells(step.group, 3), step.mines, step.needs.join(" "), whole(step.ways), step.is_hit ? t("hit") : t("new")]);
  const hits = steps.filter((step) => step.is_hit).length;
  const numbers = someCells(steps[0].numbers, 8);
  return part(t("Memo table"),
    h("p", { class: "note" }, t("entries: {entries}, hits: {hits}; needs of {numbers}", { entries: steps.length - hits, hits, numbers })),
    table([t("group"), t("mines"), t("needs"), t("ways"), t("entry")], rows, now?.kind === "memo" ? rows.length - 1 : -1));
}

function weights(steps, now) {
  const rows = steps.map((step) => [step.mines, whole(step.frontier_ways), whole(step.outside_ways), whole(step.frontier_ways * step.outside_ways)]);
  const { outside_cells: cells } = steps[0];
  return part(t("Weights by mines on the frontier"), h("p", { class: "note" }, tn("{count} cell is outside.", "{count} cells are outside.", cells)),
    table([t("frontier mines"), t("layouts"), t("binomial"), t("product")], rows, now?.kind === "weights" ? rows.length - 1 : -1));
}

/** The matrix in the shape of the board: layouts with a mine in each cell, of all; while it is filled the sum so far. */
function matrix(chances, sums, position) {
  const cells = new Map();
  for (const step of sums) step.cells.forEach((cell, index) => cells.set(String(cell), (cells.get(String(cell)) ?? 0) + step.mine_ways[index]));
  const all = sums.reduce((sum, step) => sum + step.frontier_ways * step.outside_ways, 0);
  const texts = new Map([...cells].map(([cell, ways]) => [cell, `${whole(ways)}/${whole(all)}`]));
  chances?.cells.forEach((cell, index) => texts.set(String(cell), `${whole(chances.mine_ways[index])}/${whole(chances.ways[index])}`));
  if (position.columns > 12) return null; // the board has them as colours
  const rows = Array.from({ length: position.rows }, (_, row) => h("tr", {}, h("th", { scope: "row" }, `r${row}`),
    ...Array.from({ length: position.columns }, (__, column) => h("td", {}, texts.get(`${row},${column}`) ?? "·"))));
  const heads = Array.from({ length: position.columns }, (_, column) => h("th", { scope: "col" }, `c${column}`));
  return part(t("Matrix: layouts with a mine / all layouts"), h("table", { class: "matrix" }, h("thead", {}, h("tr", {}, h("td"), ...heads)), h("tbody", {}, ...rows)));
}

function tries(steps, now) {
  const first = Math.max(0, steps.length - MOST_TRIES);
  const items = steps.slice(first).map((step) => {
    const names = step.mines.length ? someCells(step.mines, 4) : t("no mines");
    const end = step.violated.length ? tn("✗ {count} number violated", "✗ {count} numbers violated", step.violated.length) : t("✓ every number fits");
    return h("li", { class: step === now ? "now" : "" }, `${names}: ${end}`);
  });
  return part(t("Tries"), h("p", { class: "note" }, tn("{count} try so far", "{count} tries so far", steps.length)), h("ol", { class: "tries", start: first + 1 }, ...items));
}

/** The search tree, as far as its nodes were visited. */
function tree(trace, frame) {
  const step = trace.steps[frame.step];
  const nodes = step.nodes.filter((node) => node.id <= frame.node).length;
  const picture = new DOMParser().parseFromString(trace.film.trees[frame.step], "image/svg+xml").documentElement;
  const drawn = [...picture.querySelectorAll("g")];
  for (const later of drawn.slice(nodes)) later.remove();
  const now = drawn[frame.node - 1];
  now?.classList.add("here");
  picture.classList.add("tree");
  picture.setAttribute("aria-hidden", "true");
  const texts = trace.film.frames.filter((other) => other.step === frame.step && other.node !== null && other.node <= frame.node);
  const more = step.nodes.length > drawn.length && h("p", { class: "note" }, t("Only the first {count} nodes are drawn.", { count: drawn.length }));
  const cut = !step.is_complete && h("p", { class: "note" }, t("The search was cut at its bound."));
  const place = h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("Search tree, node by node") }, picture,
    h("ol", { class: "away" }, ...texts.map(({ text }) => h("li", {}, text))));
  const made = part(tn("State space tree: {count} node so far", "State space tree: {count} nodes so far", nodes), ...[more, cut].filter(Boolean), place);
  made.follow = () => {
    const [x, y] = ["cx", "cy"].map((side) => +(now?.querySelector("circle").getAttribute(side) ?? 0));
    [place.scrollLeft, place.scrollTop] = [x - place.clientWidth / 2, y - place.clientHeight / 2];
  };
  return made;
}
