// A board on the page: its size, its cursor, its keys, and the cells that a text points at.

import { $, $$, h } from "../dom.js";
import { Cells } from "./cells.js";
import { t } from "../language.js";
import { keepSetting, setting } from "../settings.js";

const PHONE = matchMedia("(max-width: 560px)");
const PORTRAIT = matchMedia("(max-width: 560px) and (orientation: portrait)");
const RULERS = 36; // pixels above and below the cells
const GAP = 12; // below the view
const [LEAST, MOST, USUAL] = [12, 72, 50]; // pixels of a cell
const MOVES = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-5, 0], PageDown: [5, 0],
};

export class Board {
  /**
   * `on` has press(index, button), key(event, index), focus(index), hover(index); an editor's also
   * down(index, button) and drag(index).
   * A board to play on also has chord(index), for both buttons or the middle one, and
   * preview(index, isChord) for what is held down; its right button acts when it goes down.
   */
  constructor(host, label, on) {
    this.host = host;
    this.label = label;
    this.on = on;
    this.cursor = 0;
    this.hovered = this.cells = this.position = this.turn = null;
    this.view = host.closest(".view");
    this.zoom = +setting("zoom", 1) || 1;
    new ResizeObserver(() => this.fit()).observe(host.parentElement);
    window.addEventListener("resize", () => this.fit());
    $(".sizes", this.view).append(...this.sizeButtons());
  }

  /** Show a position; only cells that look different are touched. */
  show(position, over = {}) {
    this.build(position);
    this.cells.paint(position, over);
    for (const name of this.view.getElementsByClassName("cell-name")) {
      const index = position.index(...name.dataset.cell.split(",").map(Number));
      name.dataset.kind = over.safe?.has(index) ? "safe" : over.mines?.has(index) ? "mine" : "";
    }
  }

  /** Build the cells of a position, unless those on the page have its size and shape. */
  build(position) {
    const before = this.position;
    this.position = position;
    if (before && before.rows === position.rows && before.columns === position.columns && before.shape === position.shape) return;
    this.cursor = Math.min(this.cursor, position.size - 1);
    const hasFocus = this.host.contains(document.activeElement);
    this.cells = new Cells(this);
    this.host.replaceChildren(this.cells.element);
    if (hasFocus) this.cells.point(this.cursor, true); // keys go on working on the new cells
    this.size = null;
    this.fit();
  }

  /** Make the cells as large as the page allows, within limits; then by the player's zoom. */
  fit() {
    const frame = this.host.parentElement;
    if (!this.position || !frame.clientWidth) return;
    this.isTurned = this.turn ?? (PORTRAIT.matches && this.position.columns > this.position.rows);
    this.cells.element.classList.toggle("turned", this.isTurned);
    const { rows, columns } = this.position;
    const [across, down] = this.isTurned ? [rows, columns] : [columns, rows];
    const wide = (frame.clientWidth - 34) / across;
    const fitting = PHONE.matches ? wide : Math.min(wide, roomBelow(frame) / down);
    const least = matchMedia("(pointer: coarse), (max-height: 500px)").matches ? 26 : 18; // a finger, or a page at 200 %
    const size = Math.floor(Math.max(LEAST, Math.min(MOST, Math.max(Math.min(fitting, USUAL), least) * this.zoom)));
    if (size === this.size) return;
    this.size = size;
    this.host.style.setProperty("--cell", `${size}px`);
  }

  /** Buttons for smaller and larger cells; on phones also for rows across or down. */
  sizeButtons() {
    const button = (text, label, act, more = {}) => h("button", { type: "button", "aria-label": label, title: label, onclick: () => { act(); this.size = null; this.fit(); }, ...more }, text);
    const zoom = (by) => () => {
      this.zoom = Math.max(0.4, Math.min(3, by * this.zoom));
      keepSetting("zoom", this.zoom);
    };
    return [button("−", t("Smaller cells"), zoom(1 / 1.12)), button("+", t("Larger cells"), zoom(1.12)),
      button("⟳", t("Turn the board"), () => { this.turn = !this.isTurned; }, { class: "of-phones" })];
  }

  go(index) {
    this.cursor = index;
    this.cells.point(index, true);
    this.on.focus?.(index);
  }

  /** Bring a cell into sight without taking the focus. */
  reveal(index) {
    this.cursor = index;
    this.cells.point(index, false);
    this.cells.all[index].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Light a cell that a text names, for as long as the name is pointed at; none by null. */
  light(row, column) {
    for (const lit of $$(".lit", this.host)) lit.classList.remove("lit");
    if (row !== null) this.cells.all[this.position.index(row, column)]?.classList.add("lit");
  }

  /** The cell that a key is meant for: the one under the mouse, or the cursor once keys have moved it. */
  get here() { return this.hovered !== null && this.hovered < this.position.size ? this.hovered : this.cursor; }

  hover(index) {
    this.hovered = index;
    this.on.hover?.(index);
  }

  /** Let cells look pressed; none without cells. */
  press(cells = []) { this.cells?.press(cells); }

  goTo(row, column) {
    this.go(this.position.index(row, column));
    this.light(row, column);
  }

  key(event) {
    const to = this.target(event);
    if (to === null) {
      this.on.key?.(event, this.cursor);
      return;
    }
    event.preventDefault();
    this.hovered = null;
    this.go(to);
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

/** The height for cells in a frame such that everything below it stays in the window; a picture may stand beside it. */
function roomBelow(frame) {
  const [stage, column] = [frame.closest(".view > .stage"), frame.parentElement];
  const top = stage.getBoundingClientRect().top + scrollY;
  const others = stage.offsetHeight - (frame.closest(".sides") ?? column).offsetHeight + column.offsetHeight - frame.offsetHeight;
  return window.innerHeight - top - others - RULERS - $("#home").offsetHeight - GAP;
}
