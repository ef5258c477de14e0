// The view Analyse: an editor of positions, with the server's analysis beside it.

import { goTo, writeAddress } from "../../address.js";
import { ask } from "../../asking/ask.js";
import { Board } from "../../board/board.js";
import { $, announce, h, notify, toast } from "../../dom.js";
import { messageOf } from "../../errors.js";
import { keepDealt } from "../../history/dealt.js";
import { t } from "../../language.js";
import { AnalysisPanel } from "./analysis-panel.js";
import { PictureSide } from "./picture.js";
import { Variations, supposition } from "./variations.js";
import { Position } from "../../model/position.js";
import { PositionTexts } from "./position-texts.js";
import { shareButtons } from "../panel/share.js";

/** @type {[string, string, string][]} */
const FACES = [
  ["_", t("hidden"), "hid"], ["0", "0", "num"], ...[..."12345678"].map((n) => /** @type {[string, string, string]} */ ([n, n, `num n${n}`])),
  ["F", t("flag"), "hid flag"], ["Q", t("question mark"), "hid ask"], ["X", t("mine"), "mine"],
];
const KEYS = { " ": "_", _: "_", ".": "_", "-": "_", Backspace: "_", Delete: "_", f: "F", q: "Q", "?": "Q", x: "X", "*": "X" };
// Worth a look: the best guess is not the safest cell.
const EXAMPLE = "9x9/16:111001__2/1_100123_/112110011/001_10000/002220000/013_31111/12____2__/2_5______/_________";

export class Analyse {
  constructor() {
    this.root = $("#analyse");
    this.history = new Variations();
    this.brush = null;
    this.texts = new PositionTexts(this);
    this.picture = new PictureSide(this);
    this.board = new Board($("#edit-board"), t("Position editor"), {
      down: (index, button) => { if (this.brush && button === 0) this.beginStroke(index); },
      drag: (index) => { if (this.stroke) this.paintTo(index); },
      press: (index, button) => this.press(index, button),
      key: (event) => this.key(event),
      focus: (index) => { this.panel.point(index); this.paint(); },
      hover: (index) => this.panel.hover(index),
    });
    this.panel = new AnalysisPanel($("#edit-analysis"), {
      changed: () => this.paint(),
      board: this.board,
      repair: (change) => this.repair(change),
      suppose: (index, face) => this.edit(this.position.withFaces([index], face), supposition(this.position, index, face)),
      tell: (text) => { $("#edit-state").textContent = text; },
    });
    this.wire();
  }

  wire() {
    const form = $("#shape");
    form.addEventListener("submit", (event) => { event.preventDefault(); this.reshape(form); });
    form.mines.addEventListener("change", () => this.reshape(form));
    for (const field of [form.density, form.trust]) field.addEventListener("change", () => this.changed());
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, () => this.endStroke());
    document.addEventListener("keydown", (event) => { if (event.key === "Escape" && !this.root.hidden) this.drop(); });
    $("#clear").addEventListener("click", () => this.edit(Position.hidden(this.position.rows, this.position.columns, this.position.mines, this.position.shape)));
    $("#edit-undo").addEventListener("click", () => this.travel("undo"));
    $("#edit-redo").addEventListener("click", () => this.travel("redo"));
    $("#to-play").addEventListener("click", () => this.playOn());
    $("#palette").append(...FACES.map((face) => this.paletteButton(face)));
    shareButtons($("#edit-share"), {
      line: () => this.position.line,
      state: () => ({ position: this.position.line, heat: !this.panel.study.conflict && !this.picture.doubtful.size, ...(this.position.mines === null ? { density: this.density } : {}) }),
    });
  }

  paletteButton([face, name, cls]) {
    const text = /[1-8]/.test(face) ? face : face === "Q" ? "?" : "";
    return h("button", {
      type: "button", class: `c ${cls} swatch`, "aria-label": name, title: name, "data-face": face, "aria-pressed": "false",
      onclick: () => this.pick(face),
    }, text);
  }

  get density() { return +$("#shape").density.value; }

  /** What is in the address besides the position. */
  optionsFor(position) {
    return { trust: $("#shape").trust.checked, density: position.mines === null ? this.density : null, doubtful: this.picture.textFor(position) };
  }

  /** Show the position of an address; of one that is wrong an empty board, and what is wrong. */
  load(line, /** @type {any} */ options = {}) {
    this.takeOptions(options);
    if (!line) { this.edit(this.position ?? Position.parse(EXAMPLE)); return; }
    try {
      const position = Position.parse(line);
      this.picture.load(position, options.doubtful);
      this.edit(position);
    } catch (error) {
      const reason = messageOf(error);
      this.empty();
      notify(t("This position cannot be shown: {reason}.", { reason }));
    }
  }

  /** Show an empty board. */
  empty() { this.edit(Position.hidden(9, 9, 10)); }

  /** @param {any} options */
  takeOptions({ trust, density }) {
    const form = $("#shape");
    form.trust.checked = trust === "yes";
    if (density !== undefined && +density > 0 && +density < 1) form.density.value = density;
    else if (density !== undefined) notify(t("Expected a density between 0 and 1, got “{text}”.", { text: density.slice(0, 20) }));
  }

  /** The view is shown again, with the position that it had. */
  returned() {
    this.remember();
    this.paint();
  }

  remember() {
    if (!this.root.hidden) writeAddress("analyse", this.position.line, this.optionsFor(this.position));
  }

  /** Show a new position and add it to the history. */
  edit(position, name = "") {
    if (this.position?.line === position.line) { this.changed(); return; }
    this.history.push(position, name);
    this.position = position;
    this.changed();
  }

  travel(direction) {
    const position = this.history[direction]();
    if (!position) return;
    this.position = position;
    announce(direction === "undo" ? t("Undone") : t("Redone"));
    this.changed();
  }

  /** Show the position everywhere and ask the server about it. */
  changed() {
    const { position } = this;
    const form = $("#shape");
    this.picture.update(position);
    [form.rows.value, form.columns.value, form.mines.value] = [position.rows, position.columns, position.mines ?? "?"];
    $(".density", form).hidden = position.mines !== null;
    this.remember();
    this.panel.update(position, { trust: form.trust.checked, density: this.density, doubtful: this.picture.cells });
    $("#variations").replaceChildren(...this.history.links((at) => this.optionsFor(at), (to) => { this.position = to; this.changed(); }));
    this.paint();
  }

  paint() {
    if (!this.position) return;
    this.board.show(this.position, { ...this.panel.overlay(), doubtful: this.picture.doubtful, selected: this.chosen });
    this.picture.paint(this.board.cursor);
    $("#edit-undo").disabled = !this.history.canUndo;
    $("#edit-redo").disabled = !this.history.canRedo;
  }

  reshape(form) {
    const mines = form.mines.value.trim();
    const count = mines === "" || mines === "?" ? null : +mines;
    if (!form.reportValidity()) return;
    this.edit(this.position.resized(+form.rows.value, +form.columns.value).withMines(count));
  }

  /** The cell that keys write into and that the panel tells of. */
  get chosen() { return new Set([this.board.cursor]); }

  /** A stroke of the brush is one step of undo, however many cells it passes. */
  beginStroke(index) {
    this.stroke = { at: index, position: this.position };
    this.paintTo(index);
  }

  paintTo(index) {
    const { stroke } = this;
    stroke.position = stroke.position.withFaces(cellsBetween(this.position, stroke.at, index), this.brush);
    stroke.at = index;
    this.board.show(stroke.position, { selected: this.chosen });
  }

  endStroke() {
    if (!this.stroke) return;
    const { position } = this.stroke;
    this.stroke = null;
    this.edit(position);
  }

  press(index, button) {
    if (button === 2) {
      this.edit(this.position.withFaces([index], this.position.faces[index] === "F" ? "_" : "F"));
    } else if (this.brush && !this.stroke) {
      this.edit(this.position.withFaces([index], this.brush)); // a tap, which has no stroke
    }
    this.endStroke();
  }

  /** Press a face of the palette: it is for the chosen cell if that is doubtful, else a brush, or none any more. */
  pick(face) {
    if (this.picture.doubtful.has(this.board.cursor) && !this.brush) this.type(face, 1);
    else this.take(this.brush === face ? null : face);
  }

  /** Take a face of the palette as brush, or none. */
  take(face) {
    this.brush = face;
    for (const button of $("#palette").children) button.setAttribute("aria-pressed", String(button.dataset.face === this.brush));
  }

  /** Drop the brush. */
  drop() {
    if (!this.brush) return;
    this.stroke = null;
    this.take(null);
    this.paint();
    announce(t("Brush dropped"));
  }

  key(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) { this.command(event, key); return; }
    if (event.altKey) return;
    const face = /^[0-8]$/.test(key) ? key : KEYS[key];
    if (face) {
      event.preventDefault();
      this.type(face, key === "Backspace" ? -1 : 1);
    } else if (key === "w") this.panel.why(this.board.cursor);
  }

  command(event, key) {
    const direction = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : null;
    if (!direction) return;
    event.preventDefault();
    this.travel(direction);
  }

  /** Write a face into the cell and go on to the next one. */
  type(face, step) {
    const index = this.board.cursor;
    const next = this.picture.correct(index, face) ?? index + step;
    this.edit(this.position.withFaces([index], face));
    if (next < 0 || next >= this.position.size) return;
    this.board.go(next);
  }

  repair({ cell, value, text }) {
    const position = cell === null ? this.position.withMines(value)
      : this.position.withFaces([this.position.index(...cell)], value === null ? "_" : value.toString(36));
    this.edit(position);
    announce(t("Repaired: {text}", { text }));
  }

  async playOn() {
    try {
      const seed = crypto.getRandomValues(new Uint32Array(1))[0];
      const answer = await ask("continue", { position: this.position.line, seed });
      if (this.root.hidden) return; // another view was chosen meanwhile
      if (answer.conflict) { toast(t("No layout of mines fits: repair the position first"), "bad"); return; }
      const remarks = [answer.is_same ? "" : t("Cells beside zeros were opened, as the rules demand"), this.picture.dropped].filter(Boolean);
      if (remarks.length) toast(remarks.join(". "));
      keepDealt(answer.game, { help: ["practice"], given: answer.moves.length });
      goTo("play", answer.game);
    } catch (error) {
      const message = messageOf(error);
      if (!this.root.hidden) toast(message, "bad");
    }
  }
}

/** The indices of the cells on the straight line between two cells, both included: a fast stroke passes none over. */
function cellsBetween(position, from, to) {
  const [[r1, c1], [r2, c2]] = [position.cell(from), position.cell(to)];
  const steps = Math.max(Math.abs(r2 - r1), Math.abs(c2 - c1));
  const along = (a, b, i) => Math.round(a + ((b - a) * i) / (steps || 1));
  return Array.from({ length: steps + 1 }, (_, i) => position.index(along(r1, r2, i), along(c1, c2, i)));
}
