// A board on the page: real elements up to 2,500 cells, a canvas beyond; both behave alike.

import { h } from "../dom.js";
import { CanvasGrid } from "./grid-canvas.js";
import { ElementGrid } from "./grid-elements.js";
import { t } from "../language.js";

const MOST_ELEMENTS = 2500;
const PHONE = matchMedia("(max-width: 560px)");
const PORTRAIT = matchMedia("(max-width: 560px) and (orientation: portrait)");
const RULERS = 38; // pixels above and below the cells
const MOVES = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-5, 0], PageDown: [5, 0],
};

export class Board {
  /**
   * `on` has press(index, button), key(event, index), focus(index), hover(index), range(from, to).
   * A board to play on also has chord(index), for both buttons or the middle one, and
   * preview(index, isChord) for what is held down; its right button acts when it goes down.
   */
  constructor(host, label, on) {
    this.host = host;
    this.label = label;
    this.on = on;
    this.cursor = 0;
    this.hovered = null;
    this.anchor = null;
    this.grid = null;
    this.position = null;
    this.zoom = 1;
    this.turn = null;
    new ResizeObserver(() => this.fit()).observe(host.parentElement);
    window.addEventListener("resize", () => this.fit());
    host.parentElement.after(this.sizeButtons());
  }

  /** Show a position; only cells that look different are touched. */
  show(position, over = {}) {
    this.build(position);
    this.grid.paint(position, over);
  }

  /** Build the grid of a position, unless the one on the page has its size and shape. */
  build(position) {
    const before = this.position;
    this.position = position;
    if (before && before.rows === position.rows && before.columns === position.columns && before.shape === position.shape) return;
    this.cursor = Math.min(this.cursor, position.size - 1);
    const Grid = position.size <= MOST_ELEMENTS ? ElementGrid : CanvasGrid;
    this.grid = new Grid(this);
    this.host.replaceChildren(this.grid.element);
    this.cell = null;
    this.fit();
  }

  /** Make the cells as large as the page allows, within limits; then by the player's zoom. */
  fit() {
    const frame = this.host.parentElement;
    if (!this.position || !frame.clientWidth) return;
    const isLarge = this.position.size > MOST_ELEMENTS;
    this.isTurned = !isLarge && (this.turn ?? (PORTRAIT.matches && this.position.columns > this.position.rows));
    this.grid.element.classList.toggle("turned", this.isTurned);
    const { rows, columns } = this.position;
    const [across, down] = this.isTurned ? [rows, columns] : [columns + (this.position.shape === "hex" ? 0.5 : 0), rows];
    const wide = (frame.clientWidth - (PHONE.matches ? 24 : 34)) / across;
    const fitting = PHONE.matches ? wide : Math.min(wide, roomBelow(frame) / down);
    const least = isLarge ? 20 : matchMedia("(pointer: coarse)").matches ? 26 : 18;
    const cell = Math.floor(Math.max(12, Math.min(72, Math.max(Math.min(fitting, 52), least) * this.zoom)));
    if (cell === this.cell) return;
    this.cell = cell;
    this.host.style.setProperty("--cell", `${cell}px`);
    this.grid.resize(cell);
  }

  /** Buttons for phones: smaller, larger, rows across or down. */
  sizeButtons() {
    const button = (text, label, act) => h("button", { type: "button", "aria-label": label, onclick: () => { act(); this.cell = null; this.fit(); } }, text);
    return h("div", { class: "zoom", role: "group", "aria-label": t("Size of the board") },
      button("−", t("Smaller cells"), () => { this.zoom = Math.max(0.4, this.zoom / 1.25); }),
      button("+", t("Larger cells"), () => { this.zoom = Math.min(3, this.zoom * 1.25); }),
      button(t("Turn"), t("Turn the board"), () => { this.turn = !this.isTurned; }));
  }

  go(index, { focus = true, extend = false } = {}) {
    if (extend) this.anchor ??= this.cursor;
    else this.anchor = null;
    this.cursor = index;
    this.grid.point(index, focus);
    this.on.focus?.(index);
    if (extend) this.on.range?.(this.anchor, index);
  }

  /** Bring a cell into sight without taking the focus. */
  reveal(index) {
    this.cursor = index;
    this.grid.point(index, false);
    this.grid.reveal?.(...this.position.cell(index), true);
  }

  /** The cell that a key is meant for: the one under the mouse, or the cursor once keys have moved it. */
  get here() { return this.hovered !== null && this.hovered < this.position.size ? this.hovered : this.cursor; }

  hover(index) {
    this.hovered = index;
    this.on.hover?.(index);
  }

  /** Let cells look pressed; none without cells. */
  press(cells = []) { this.grid?.press(cells); }

  goTo(row, column) { this.go(this.position.index(row, column)); }

  key(event) {
    const to = this.target(event);
    if (to === null) {
      this.on.key?.(event, this.cursor);
      return;
    }
    event.preventDefault();
    this.hovered = null;
    if (!event.shiftKey) this.on.range?.(to, to, true);
    this.go(to, { extend: event.shiftKey && Boolean(this.on.range) });
  }

  /** The cell that an arrow key, Home or End leads to, or null for any other key. */
  target(event) {
    const { rows, columns } = this.position;
    const [row, column] = this.position.cell(this.cursor);
    const far = event.ctrlKey || event.metaKey;
    if (event.key === "Home") return far ? 0 : row * columns;
    if (event.key === "End") return far ? rows * columns - 1 : row * columns + columns - 1;
    const move = MOVES[event.key];
    if (!move || far || event.altKey) return null;
    const clamp = (value, most) => Math.max(0, Math.min(most - 1, value));
    const [by, along] = this.isTurned ? [move[1], move[0]] : move;
    return clamp(row + by, rows) * columns + clamp(column + along, columns);
  }
}

/** The height for cells in a frame such that everything below it stays in the window. */
function roomBelow(frame) {
  const stage = frame.parentElement;
  const top = stage.getBoundingClientRect().top + scrollY;
  const others = stage.offsetHeight - frame.offsetHeight;
  return window.innerHeight - top - others - RULERS - 8;
}
