// The cells of a board: real elements, by the W3C grid pattern: one tab stop, arrow keys inside.

import { h } from "../dom.js";
import { look } from "./cell-look.js";
import { listen } from "./pointer-events.js";

const HEAT = ["--heat", "--heat-ink"];
const FARTHEST = 8; // frames after which the last cells of an opening show
const NO_SIGNS = ["last", "from"]; // of what is over a position: one cell each

export class Cells {
  constructor(board) {
    this.board = board;
    const { rows, columns, shape } = board.position;
    this.all = [];
    this.keys = [];
    this.pressed = [];
    this.element = h("div", {
      role: "grid", class: "board", "aria-label": board.label, "aria-rowcount": rows, "aria-colcount": columns,
      "data-shape": shape,
    });
    this.element.append(this.ruler(columns));
    for (let row = 0; row < rows; row += 1) this.element.append(this.row(row, columns));
    this.element.addEventListener("keydown", (event) => board.key(event));
    this.element.addEventListener("focusin", (event) => this.focused(event.target));
    listen(this.element, board, (event) => this.at(event));
    this.point(board.cursor, false);
  }

  ruler(columns) {
    const marks = Array.from({ length: columns }, (_, column) => h("span", {}, `c${column}`));
    return h("div", { class: "ruler", "aria-hidden": "true" }, h("span", { class: "corner" }), ...marks);
  }

  row(row, columns) {
    const line = h("div", { role: "row", class: "row-of-cells", "aria-rowindex": row + 1 });
    line.append(h("span", { class: "mark", "aria-hidden": "true" }, `r${row}`));
    for (let column = 0; column < columns; column += 1) {
      const cell = h("div", { role: "gridcell", class: "c hid", tabindex: -1, "aria-colindex": column + 1 });
      cell.index = this.all.length;
      this.all.push(cell);
      line.append(cell);
    }
    return line;
  }

  paint(position, over) {
    const before = this.painted;
    const isPlain = Object.entries(over).every(([name, value]) => NO_SIGNS.includes(name) || value == null || value.size === 0);
    this.painted = { position, last: over.last, isPlain };
    const opened = [];
    for (let index = 0; index < this.all.length; index += 1) {
      const isChanged = position.faces[index] !== before?.position.faces[index];
      if (!isChanged && isPlain && before.isPlain && index !== over.last && index !== before.last) continue; // a click on a plain board looks at few cells
      const seen = look(position, over, index);
      if (seen.key === this.keys[index]) continue;
      this.keys[index] = seen.key;
      this.dress(this.all[index], seen, over.selected?.has(index));
      if (isChanged && before && over.from != null && position.isNumber(index)) opened.push(index);
    }
    if (opened.length > 1) this.spread(opened, over.from, position);
  }

  dress(cell, seen, isSelected) {
    cell.className = seen.cls;
    cell.textContent = seen.text;
    for (const name of HEAT) cell.style.setProperty(name, seen.style?.[name] ?? "");
    if (seen.corner) cell.dataset.corner = seen.corner;
    else delete cell.dataset.corner;
    cell.setAttribute("aria-label", seen.label);
    if (isSelected) cell.setAttribute("aria-selected", "true");
    else cell.removeAttribute("aria-selected");
  }

  /** Let an opening spread from the cell that was opened, a ring of cells each frame. */
  spread(opened, from, position) {
    const [row, column] = position.cell(from);
    for (const index of opened) {
      const [r, c] = position.cell(index);
      const far = Math.min(FARTHEST, Math.max(Math.abs(r - row), Math.abs(c - column)));
      this.all[index].style.setProperty("--far", far);
      this.all[index].classList.add("spread");
    }
  }

  press(cells) {
    for (const index of this.pressed) this.all[index].classList.remove("pressed");
    for (const index of cells) this.all[index].classList.add("pressed");
    this.pressed = cells;
  }

  point(index, focus) {
    if (this.current) this.current.tabIndex = -1;
    this.current = this.all[index];
    this.current.tabIndex = 0;
    if (focus) this.current.focus({ preventScroll: false });
  }

  focused(cell) {
    if (cell.index === undefined) return;
    this.board.cursor = cell.index;
    if (cell !== this.current) this.point(cell.index, false);
    this.board.on.focus?.(cell.index);
  }

  at(event) {
    // A finger stays with the element that it touched first; asking for a point lays the page out.
    const target = event.pointerType === "touch" ? document.elementFromPoint(event.clientX, event.clientY) : event.target;
    const cell = /** @type {any} */ (target?.closest("[role=gridcell]"));
    return cell && this.element.contains(cell) ? cell.index : null;
  }
}
