// A picture in the view Analyse: the engine reads it, and here it stands beside the board. Cells that were
// read with doubt are outlined on both until they are corrected or confirmed.

import { IS_STATIC, ask } from "../../asking/ask.js";
import { $, h, notify, onFile, s, toast } from "../../dom.js";
import { ExpectedError, messageOf } from "../../errors.js";
import { t, tn } from "../../language.js";
import { Position, cellName, someCells } from "../../model/position.js";

const MOST_PIXELS = 24_000_000; // as native/sapper/pictures/read.hpp
const WIDE = 16; // columns; beside a wider board is no room

export class PictureSide {
  read = /** @type {Position | null} */ (null); // the position as it was read
  suspects = /** @type {number[]} */ ([]); // its doubtful cells, of which some may be settled now
  doubtful = new Set();

  /** `editor` has position, board, edit(position) and changed(). */
  constructor(editor) {
    this.editor = editor;
    Object.assign(this, { confirmed: new Set(), grid: null });
    this.root = $("#edit-picture");
    this.marks = s("g");
    this.state = h("p", { class: "state", role: "status" });
    this.done = h("button", { type: "button", onclick: () => this.finish() });
    onFile($("#edit-picture-file"), (file) => this.open(file));
  }

  /** Nothing was read with doubt. */
  forget() {
    Object.assign(this, { read: null, suspects: [], doubtful: new Set(), grid: null });
    this.root.hidden = true;
  }

  /** The doubtful cells as pairs, for a question. */
  get cells() { return [...this.doubtful].map((index) => this.read.cell(index)); }

  /** The cells of a position that are still as they were read with doubt. */
  doubtfulIn(position) {
    const { read, suspects, confirmed } = this;
    const isOther = position.rows !== read?.rows || position.columns !== read.columns;
    return isOther ? [] : suspects.filter((index) => !confirmed.has(index) && position.faces[index] === read.faces[index]);
  }

  /** The doubtful cells of a position as a text, for an address. */
  textFor(position) { return this.doubtfulIn(position).map((index) => cellName(position.cell(index))).join(""); }

  /** What becomes of them where they are not marked; empty where there are none. */
  get dropped() { return this.doubtful.size ? t("Doubtful cells are taken as they were read: {cells}.", { cells: someCells(this.cells) }) : ""; }

  /** Take the doubtful cells of a position from an address. */
  load(position, text = "") {
    this.forget();
    const cells = [...text.matchAll(/r(\d+)c(\d+)/g)].map(([, row, column]) => [+row, +column]);
    const suspects = cells.filter(([row, column]) => row < position.rows && column < position.columns);
    if (suspects.length) this.expect(position, suspects, this.state, this.done);
  }

  /** Read a file; what is wrong is said in a sentence. */
  async open(file) {
    notify("");
    toast(t("Reading the picture …"));
    const number = (this.number = (this.number ?? 0) + 1); // only the last of several is shown
    try {
      const pixels = await pixelsOf(file);
      const reading = await ask("read_picture", pixels);
      const position = Position.parse(reading.position);
      if (number !== this.number) return;
      $("#toast").replaceChildren();
      this.show(file, pixels, reading, position);
    } catch (error) {
      const reason = messageOf(error);
      if (number === this.number) notify(t("This picture cannot be read: {reason}.", { reason }));
    }
  }

  /** Show the picture, what was remarked on its reading, and the position. */
  show(file, { width, height }, reading, position) {
    const { box: [left, top, right, bottom], ring, doubtful, notes } = reading;
    const [above, below, before, after] = ring;
    const wide = (right - left) / (position.columns - before - after);
    const high = (bottom - top) / (position.rows - above - below);
    URL.revokeObjectURL(this.address);
    this.address = URL.createObjectURL(file);
    const viewBox = [left - wide, top - high, right - left + 2 * wide, bottom - top + 2 * high].join(" ");
    this.picture = s("svg", { viewBox, role: "img", "aria-label": t("Picture") }, s("image", { href: this.address, width, height }), this.marks);
    this.picture.addEventListener("click", (event) => this.press(event));
    this.mines = this.minesForm(reading.usual_mines);
    const honesty = [t("This is experimental: compare the board with the picture."), privacy()].join(" ");
    const flags = reading.flags ? [tn("{count} cell is flagged.", "{count} cells are flagged.", reading.flags)] : [];
    const remarks = [...flags, ...notes, honesty].map((note) => h("p", { class: "note" }, note));
    this.expect(position, doubtful, this.picture, h("div", {}, this.mines, this.state, this.done, ...remarks));
    this.grid = { x: left - before * wide, y: top - above * high, wide, high };
    this.editor.board.cursor = this.suspects[0] ?? 0;
    this.editor.edit(position);
  }

  expect(position, suspects, ...parts) {
    Object.assign(this, { read: position, suspects: [...position.indices(suspects)], confirmed: new Set() });
    this.root.replaceChildren(...parts);
    this.root.parentElement.classList.toggle("stacked", position.columns > WIDE);
    this.root.hidden = false;
  }

  minesForm(usual) {
    const field = h("input", { name: "count", inputmode: "numeric", pattern: "[0-9]+", size: 4, required: true, value: usual });
    const set = (event) => { event.preventDefault(); this.editor.edit(this.editor.position.withMines(+field.value)); };
    return h("form", { class: "row", onsubmit: set }, h("label", {}, t("How many mines?"), " ", field), h("button", { class: "main" }, t("Set")));
  }

  /** Follow the editor: a cell that shows something else was corrected, and a board of another size is another one. */
  update(position) {
    const { read } = this;
    if (!read) return;
    if (position.rows !== read.rows || position.columns !== read.columns) { this.forget(); return; }
    this.doubtful = new Set(this.doubtfulIn(position));
    const count = this.doubtful.size;
    this.state.textContent = count ? tn("{count} doubtful cell is outlined: choose it and type what it shows.", "{count} doubtful cells are outlined: choose one and type what it shows.", count) : t("No cell is doubtful.");
    this.done.textContent = count ? t("All were read rightly") : t("Close the picture");
    if (this.mines) this.mines.hidden = position.mines !== null;
  }

  /** A face is typed into a cell: the doubtful cell that comes after it, or null if this one was none. */
  correct(index, face) {
    if (!this.doubtful.has(index)) return null;
    if (face === this.read.faces[index]) this.confirmed.add(index);
    const others = [...this.doubtful].filter((other) => other !== index);
    return others.find((other) => other > index) ?? others[0] ?? index;
  }

  /** All doubtful cells are right; if there are none, take the picture away. */
  finish() {
    if (!this.doubtful.size) { this.forget(); return; }
    this.confirmed = new Set(this.suspects);
    this.editor.changed();
  }

  /** Choose the cell of the board that was pressed in the picture. */
  press(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.picture.getScreenCTM().inverse());
    const [row, column] = [Math.floor((y - this.grid.y) / this.grid.high), Math.floor((x - this.grid.x) / this.grid.wide)];
    const { rows, columns } = this.read;
    if (row >= 0 && row < rows && column >= 0 && column < columns) this.editor.board.goTo(row, column);
  }

  /** Outline the doubtful cells in the picture, and the chosen one. */
  paint(chosen) {
    if (!this.grid) return;
    const { x, y, wide, high } = this.grid;
    const outline = (index, kind) => {
      const [row, column] = this.read.cell(index);
      return s("rect", { x: x + column * wide, y: y + row * high, width: wide, height: high, class: kind });
    };
    this.marks.replaceChildren(outline(chosen, "here"), ...[...this.doubtful].map((index) => outline(index, "doubtful")));
  }
}

/** The pixels of a picture file; the browser decodes it. */
async function pixelsOf(file) {
  const image = await createImageBitmap(file).catch(() => { throw new ExpectedError(t("the browser cannot open this file as a picture")); });
  const { width, height } = image;
  if (width * height > MOST_PIXELS) throw new ExpectedError(t("the picture has more than {most} million pixels: cut it to the board", { most: MOST_PIXELS / 1e6 }));
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const { buffer } = canvas.getImageData(0, 0, width, height).data;
  return { data: new Uint8Array(buffer), width, height };
}

const privacy = () => (IS_STATIC ? t("The picture was read in this page and has not left this device.") : t("The picture went to the sapper server of this page only, which has not kept it."));
