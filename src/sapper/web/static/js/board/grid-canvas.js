// A board too large for elements: a canvas that draws the visible part, and one real cell that
// follows the cursor, so that keyboards and screen readers find a grid here too.

import { h } from "../dom.js";
import { look } from "./cell-look.js";
import { listen } from "./pointer-events.js";

export class CanvasGrid {
  constructor(board) {
    this.board = board;
    this.pressed = new Set();
    [this.position, this.over] = [board.position, {}];
    const { rows, columns } = board.position;
    this.canvas = h("canvas", { "aria-hidden": "true" });
    this.cell = h("div", { role: "gridcell", tabindex: 0, class: "pointed" });
    this.line = h("div", { role: "row" }, this.cell);
    this.space = h("div", { class: "space" }, this.canvas, this.line);
    this.element = h("div", {
      role: "grid", class: "board large", "aria-label": board.label, "aria-rowcount": rows, "aria-colcount": columns,
    }, this.space);
    this.element.addEventListener("scroll", () => this.draw(), { passive: true });
    this.element.addEventListener("keydown", (event) => board.key(event));
    this.cell.addEventListener("focus", () => board.on.focus?.(board.cursor));
    listen(this.element, board, (event) => this.at(event));
    new ResizeObserver(() => this.draw()).observe(this.element);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    window.addEventListener("theme", () => this.draw());
  }

  paint(position, over) {
    this.position = position;
    this.over = over;
    this.point(this.board.cursor, false);
    this.draw();
  }

  press(cells) {
    this.pressed = new Set(cells);
    this.draw();
  }

  resize(size) {
    this.size = size;
    const { rows, columns, shape } = this.board.position;
    this.space.style.width = `${(columns + (shape === "hex" ? 0.5 : 0)) * size}px`;
    this.space.style.height = `${rows * size}px`;
    this.paint(this.position, this.over);
  }

  shift(row) { return this.position.shape === "hex" && row % 2 ? this.size / 2 : 0; }

  point(index, focus) {
    const [row, column] = this.position.cell(index);
    const seen = look(this.position, this.over, index);
    this.line.setAttribute("aria-rowindex", row + 1);
    this.cell.setAttribute("aria-colindex", column + 1);
    this.cell.setAttribute("aria-label", seen.label);
    this.cell.style.transform = `translate(${column * this.size + this.shift(row)}px, ${row * this.size}px)`;
    if (!focus) return;
    this.cell.focus({ preventScroll: true });
    this.reveal(row, column);
  }

  /** Scroll as little as needed, or so that the cell is in the middle. */
  reveal(row, column, toMiddle = false) {
    const { element, size } = this;
    const [top, left] = [row * size, column * size];
    if (toMiddle) element.scrollTo({ top: top - element.clientHeight / 2, left: left - element.clientWidth / 2 });
    if (top < element.scrollTop) element.scrollTop = top;
    if (left < element.scrollLeft) element.scrollLeft = left;
    if (top + size > element.scrollTop + element.clientHeight) element.scrollTop = top + size - element.clientHeight;
    if (left + size > element.scrollLeft + element.clientWidth) element.scrollLeft = left + size - element.clientWidth;
  }

  at(event) {
    const box = this.space.getBoundingClientRect();
    const row = Math.floor((event.clientY - box.top) / this.size);
    if (row < 0 || row >= this.position.rows) return null;
    const column = Math.floor((event.clientX - box.left - this.shift(row)) / this.size);
    return column >= 0 && column < this.position.columns ? this.position.index(row, column) : null;
  }

  draw() {
    cancelAnimationFrame(this.waiting);
    this.waiting = requestAnimationFrame(() => this.drawNow());
  }

  drawNow() {
    if (!this.size || !this.element.isConnected) return;
    const { element, canvas, size } = this;
    const [width, height, sharp] = [element.clientWidth, element.clientHeight, devicePixelRatio || 1];
    canvas.width = width * sharp;
    canvas.height = height * sharp;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    canvas.style.transform = `translate(${element.scrollLeft}px, ${element.scrollTop}px)`;
    const pen = canvas.getContext("2d");
    pen.scale(sharp, sharp);
    pen.translate(-element.scrollLeft, -element.scrollTop);
    this.colours = colours(element);
    const [top, left] = [Math.floor(element.scrollTop / size), Math.max(0, Math.floor(element.scrollLeft / size) - 1)];
    const bottom = Math.min(this.position.rows, Math.ceil((element.scrollTop + height) / size));
    const right = Math.min(this.position.columns, Math.ceil((element.scrollLeft + width) / size));
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) this.drawCell(pen, row, column);
    }
  }

  drawCell(pen, row, column) {
    const { size, colours: ours } = this;
    const index = this.position.index(row, column);
    const seen = look(this.position, this.over, index);
    const [x, y] = [column * size + this.shift(row), row * size];
    const has = (name) => seen.cls.includes(name);
    pen.fillStyle = seen.style?.[ours.isDark ? "--heat-dark" : "--heat-light"] || (has("sure-safe") ? ours.safe : has("sure-mine") ? ours.sureMine
      : this.pressed.has(index) ? ours.num : has("hid") ? ours.hid : has(" mine") ? ours.mine : ours.num);
    pen.fillRect(x + 0.5, y + 0.5, size - 1, size - 1);
    const text = seen.text || (has("flag") ? "⚑" : has("ask") ? "?" : has(" mine") || has("shown") ? "✱" : "");
    if (text) {
      const number = /\bn([1-8])\b/.exec(seen.cls);
      pen.fillStyle = (seen.style && (ours.isDark ? "#ffffff" : seen.style["--ink-light"])) || (number ? ours[`n${number[1]}`] : has("sure-") ? ours.onSure : has("hid") ? ours.onTile : ours.ink);
      pen.font = `${number ? 700 : 600} ${size * (has("heat") ? 0.4 : 0.58)}px system-ui, sans-serif`;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillText(text, x + size / 2, y + size / 2 + 1);
    }
    const ring = has("clash") ? ours.bad : has("best") || has("role-") || has("chosen") || has("last") ? ours.ring : "";
    if (!ring) return;
    pen.strokeStyle = ring;
    pen.lineWidth = 2.5;
    pen.beginPath();
    if (has("last") && !has("best")) pen.arc(x + size / 2, y + size / 2, size / 2 - 2.5, 0, 2 * Math.PI);
    else pen.rect(x + 1.5, y + 1.5, size - 3, size - 3);
    pen.stroke();
  }
}

function colours(element) {
  const style = getComputedStyle(element);
  const of = (name) => style.getPropertyValue(name).trim();
  const numbers = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((n) => [`n${n}`, of(`--n${n}`)]));
  return {
    ...numbers, isDark: style.colorScheme === "dark", ink: of("--ink"), ring: of("--ring"), onTile: of("--on-tile"), onSure: of("--on-sure"), hid: of("--tile"), num: of("--open"), mine: of("--mine"),
    safe: of("--safe"), sureMine: of("--sure-mine"), accent: of("--accent"), bad: of("--bad"),
  };
}
