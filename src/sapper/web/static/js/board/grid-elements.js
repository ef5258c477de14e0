// A board of real elements, by the W3C grid pattern: one tab stop, arrow keys inside.

import { h } from "../dom.js";
import { look } from "./cell-look.js";
import { listen } from "./pointer-events.js";

const HEAT = ["--heat-light", "--heat-dark", "--ink-light"];

export class ElementGrid {
  constructor(board) {
    this.board = board;
    const { rows, columns, shape } = board.position;
    this.cells = [];
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
    const marks = Array.from({ length: columns }, (_, column) => h("span", {}, String(column)));
    return h("div", { class: "ruler", "aria-hidden": "true" }, h("span", { class: "corner" }), ...marks);
  }

  row(row, columns) {
    const line = h("div", { role: "row", class: "row-of-cells", "aria-rowindex": row + 1 });
    line.append(h("span", { class: "mark", "aria-hidden": "true" }, String(row)));
    for (let column = 0; column < columns; column += 1) {
      const cell = h("div", { role: "gridcell", tabindex: -1, "aria-colindex": column + 1 });
      cell.index = this.cells.length;
      this.cells.push(cell);
      line.append(cell);
    }
    return line;
  }

  paint(position, over) {
    const before = this.painted;
    const isPlain = Object.entries(over).every(([name, value]) => name === "last" || value == null || value.size === 0);
    this.painted = { faces: position.faces, last: over.last, isPlain };
    for (let index = 0; index < this.cells.length; index += 1) {
      const isTouched = !isPlain || !before?.isPlain || position.faces[index] !== before.faces[index] || index === over.last || index === before.last;
      if (!isTouched) continue; // a click on a plain board looks at few cells
      const seen = look(position, over, index);
      if (seen.key === this.keys[index]) continue;
      this.keys[index] = seen.key;
      const cell = this.cells[index];
      cell.className = seen.cls;
      cell.textContent = seen.text;
      for (const name of HEAT) cell.style.setProperty(name, seen.style?.[name] ?? "");
      if (seen.corner) cell.dataset.corner = seen.corner;
      else delete cell.dataset.corner;
      cell.setAttribute("aria-label", seen.label);
      if (this.board.on.range) cell.setAttribute("aria-selected", String(Boolean(over.selected?.has(index))));
    }
  }

  press(cells) {
    for (const index of this.pressed) this.cells[index].classList.remove("pressed");
    for (const index of cells) this.cells[index].classList.add("pressed");
    this.pressed = cells;
  }

  resize() {}

  point(index, focus) {
    if (this.current) this.current.tabIndex = -1;
    this.current = this.cells[index];
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
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("[role=gridcell]");
    return cell && this.element.contains(cell) ? cell.index : null;
  }
}
