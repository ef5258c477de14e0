// The structure that an algorithm works on, beside the board: queue, groups, memo table, search tree, weights,
// matrix, tries. Each is shown as it is at one frame of a film; for a screen reader all are lists or tables.

import { h, s } from "../../dom.js";
import { t, tn } from "../../language.js";
import { cellName, someCells } from "../../model/position.js";

const [ACROSS, DOWN, RADIUS] = [66, 72, 14]; // pixels between nodes
const INK = "#1f2328";
// Explicit colours, so that a saved tree looks the same; as in the library's pictures.
const COLOURS = { dead: ["#f9d5cc", "#b3402a"], solution: ["#d3eec8", "#2f7a2b"], open: ["#e3ebf4", "#4a6a8c"] };
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
  if (number <= Number.MAX_SAFE_INTEGER) return String(number);
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
  const places = trace.film.places[frame.step];
  const visited = step.nodes.filter((node) => node.id <= frame.node && node.id <= places.length);
  const [wide, deep] = [Math.max(...places.map(({ x }) => x)), Math.max(...places.map(({ depth }) => depth))];
  const [width, height] = [(wide + 1) * ACROSS + 20, (deep + 1) * DOWN + 8];
  const picture = s("svg", {
    xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true", "font-family": "system-ui,sans-serif", class: "tree",
  }, s("rect", { width: "100%", height: "100%", fill: "#ffffff" }));
  const at = (node) => [places[node.id - 1].x * ACROSS + ACROSS / 2 + 10, places[node.id - 1].depth * DOWN + RADIUS + 6];
  for (const node of visited) if (node.parent !== null) edge(picture, node, at(step.nodes[node.parent - 1]), at(node));
  for (const node of visited) draw(picture, node, at(node), node.id === frame.node);
  const texts = trace.film.frames.filter((other) => other.step === frame.step && other.node !== null && other.node <= frame.node);
  const more = step.nodes.length > places.length && h("p", { class: "note" }, t("Only the first {count} nodes are drawn.", { count: places.length }));
  const cut = !step.is_complete && h("p", { class: "note" }, t("The search was cut at its bound."));
  const place = h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("Search tree, node by node") }, picture,
    h("ol", { class: "away" }, ...texts.map(({ text }) => h("li", {}, text))));
  const made = part(tn("State space tree: {count} node so far", "State space tree: {count} nodes so far", visited.length), ...[more, cut].filter(Boolean), place);
  made.follow = () => {
    const node = visited.at(-1);
    if (node) [place.scrollLeft, place.scrollTop] = [at(node)[0] - place.clientWidth / 2, at(node)[1] - place.clientHeight / 2];
  };
  return made;
}

function edge(picture, node, from, to) {
  const [[x1, y1], [x2, y2]] = [from, to];
  const colour = node.verdict === "mine" ? COLOURS.dead[1] : COLOURS.solution[1];
  const word = `${cellName(node.cell)} ${node.verdict === "mine" ? t("mine") : t("safe")}`;
  picture.append(s("path", { d: `M${x1} ${y1 + RADIUS}C${x1} ${y1 + 34} ${x2} ${y1 + 20} ${x2} ${y2 - RADIUS}`, fill: "none", stroke: colour, "stroke-width": 1.5 }),
    s("text", { x: x2, y: y2 - RADIUS - 5, "font-size": 10, "text-anchor": "middle", fill: colour, stroke: "#ffffff", "stroke-width": 3, "paint-order": "stroke" }, word));
}

function draw(picture, node, place, isNow) {
  const [x, y] = place;
  const isDead = node.violated !== null || node.over_mines;
  const [fill, line] = COLOURS[node.is_solution ? "solution" : isDead ? "dead" : "open"];
  picture.append(s("circle", { cx: x, cy: y, r: RADIUS, fill, stroke: isNow ? INK : line, "stroke-width": isNow ? 3.5 : 1.5 }),
    s("text", { x, y: y + 4, "font-size": 12, "font-weight": 600, "text-anchor": "middle", fill: INK }, String(node.id)));
  const end = node.is_solution ? t("solution") : node.violated ? `✗ ${cellName(node.violated)}` : isDead ? `✗ ${t("mine count")}` : "";
  if (end) picture.append(s("text", { x, y: y + RADIUS + 11, "font-size": 10, "text-anchor": "middle", fill: line }, end));
}
