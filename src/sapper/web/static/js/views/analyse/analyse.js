// The view Analyse: an editor of positions, with the server's analysis beside it.

import { goTo, writeAddress } from "../../address.js";
import { ask } from "../../asking/ask.js";
import { Board } from "../../board/board.js";
import { cellsBetween } from "./brush.js";
import { $, announce, h, notify, toast } from "../../dom.js";
import { messageOf } from "../../errors.js";
import { keepDealt } from "../../history/dealt.js";
import { t, tn } from "../../language.js";
import { AnalysisPanel } from "./analysis-panel.js";
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
    this.selected = new Set([0]);
    this.brush = null;
    this.texts = new PositionTexts(this);
    this.board = new Board($("#edit-board"), t("Position editor"), {
      down: (index, event) => this.down(index, event),
      drag: (from, to) => this.drag(from, to),
      press: (index, button, event) => this.press(index, button, event),
      key: (event) => this.key(event),
      focus: (index) => this.panel.point(index),
      hover: (index) => this.panel.hover(index),
      range: (from, to) => this.select(from, to),
    });
    this.panel = new AnalysisPanel($("#edit-analysis"), {
      changed: () => this.paint(),
      board: {
        goTo: (row, column) => { this.board.goTo(row, column); this.select(this.board.cursor, this.board.cursor); },
        light: (row, column) => this.board.light(row, column),
      },
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
    for (const field of [form.density, form.trust, form.start]) field.addEventListener("change", () => this.changed());
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, () => this.endStroke());
    document.addEventListener("keydown", (event) => { if (event.key === "Escape" && !this.root.hidden) this.drop(); });
    $("#clear").addEventListener("click", () => this.edit(Position.hidden(this.position.rows, this.position.columns, this.position.mines, this.position.shape)));
    $("#edit-undo").addEventListener("click", () => this.travel("undo"));
    $("#edit-redo").addEventListener("click", () => this.travel("redo"));
    $("#to-play").addEventListener("click", () => this.playOn());
    $("#palette").append(...FACES.map((face) => this.paletteButton(face)));
    shareButtons($("#edit-share"), {
      line: () => this.position.line,
      state: () => ({ position: this.position.line, heat: !this.panel.study.conflict, ...(this.position.mines === null ? { density: this.density } : {}) }),
    });
  }

  paletteButton([face, name, cls]) {
    const text = /[1-8]/.test(face) ? face : face === "Q" ? "?" : "";
    return h("button", {
      type: "button", class: `c ${cls} swatch`, "aria-label": name, title: name, "data-face": face, "aria-pressed": "false",
      onclick: () => this.choose(face),
    }, text);
  }

  get density() { return +$("#shape").density.value; }

  /** What is in the address besides the position. */
  get options() {
    const { trust, start } = $("#shape");
    const { mines, isUntouched } = this.position;
    return { trust: trust.checked, density: mines === null ? this.density : null, start: isUntouched ? start.value : null };
  }

  /** Show the position of an address; of one that is wrong an empty board, and what is wrong. */
  load(line, options = {}) {
    this.takeOptions(options);
    if (!line) { this.edit(this.position ?? Position.parse(EXAMPLE)); return; }
    try {
      this.edit(Position.parse(line));
    } catch (error) {
      const reason = messageOf(error);
      this.empty();
      notify(t("This position cannot be shown: {reason}.", { reason }));
    }
  }

  /** Show an empty board. */
  empty() { this.edit(Position.hidden(9, 9, 10)); }

  /** @param {any} options */
  takeOptions({ trust, density, start }) {
    const form = $("#shape");
    form.trust.checked = trust === "yes";
    if (density !== undefined && +density > 0 && +density < 1) form.density.value = density;
    else if (density !== undefined) notify(t("Expected a density between 0 and 1, got “{text}”.", { text: density.slice(0, 20) }));
    if (["open", "safe", "raw"].includes(start)) form.start.value = start;
    else if (start !== undefined) notify(t("Expected the first click open, safe or raw, got “{text}”.", { text: start.slice(0, 20) }));
  }

  /** The view is shown again, with the position that it had. */
  returned() {
    this.remember();
    this.paint();
  }

  remember() {
    if (!this.root.hidden) writeAddress("analyse", this.position.line, this.options);
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
    this.selected = new Set([...this.selected].filter((index) => index < position.size));
    [form.rows.value, form.columns.value, form.mines.value] = [position.rows, position.columns, position.mines ?? "?"];
    $(".density", form).hidden = position.mines !== null;
    $(".first-click", form).hidden = !position.isUntouched;
    this.remember();
    this.panel.update(position, { trust: form.trust.checked, density: this.density, start: form.start.value });
    $("#variations").replaceChildren(...this.history.links(this.options, (to) => { this.position = to; this.changed(); }));
    this.paint();
  }

  paint() {
    if (!this.position) return;
    this.board.show(this.position, { ...this.panel.overlay(), selected: this.selected });
    $("#edit-undo").disabled = !this.history.canUndo;
    $("#edit-redo").disabled = !this.history.canRedo;
  }

  reshape(form) {
    const mines = form.mines.value.trim();
    const count = mines === "" || mines === "?" ? null : +mines;
    if (!form.reportValidity()) return;
    this.edit(this.position.resized(+form.rows.value, +form.columns.value).withMines(count));
  }

  /** Select the rectangle between two cells. */
  select(from, to) {
    const [[r1, c1], [r2, c2]] = [this.position.cell(from), this.position.cell(to)];
    this.selected = new Set();
    for (let row = Math.min(r1, r2); row <= Math.max(r1, r2); row += 1) {
      for (let column = Math.min(c1, c2); column <= Math.max(c1, c2); column += 1) this.selected.add(this.position.index(row, column));
    }
    this.paint();
  }

  down(index, event) {
    if (this.brush && event.button === 0) this.beginStroke(index);
  }

  drag(from, to) {
    if (this.stroke) this.paintTo(to);
    else if (!this.brush) this.select(from, to);
  }

  /** A stroke of the brush is one step of undo, however many cells it passes. */
  beginStroke(index) {
    this.stroke = { at: index, position: this.position };
    this.paintTo(index);
  }

  paintTo(index) {
    const { stroke } = this;
    stroke.position = stroke.position.withFaces(cellsBetween(this.position, stroke.at, index), this.brush);
    stroke.at = index;
    this.board.show(stroke.position, { selected: this.selected });
  }

  endStroke() {
    if (!this.stroke) return;
    const { position } = this.stroke;
    this.stroke = null;
    this.edit(position);
  }

  press(index, button, event) {
    if (button === 2) {
      this.edit(this.position.withFaces([index], this.position.faces[index] === "F" ? "_" : "F"));
    } else if (this.brush && !this.stroke) {
      this.edit(this.position.withFaces([index], this.brush)); // a tap, which has no stroke
    }
    this.endStroke();
    if (event?.shiftKey && this.selected.size) this.select([...this.selected][0], index);
    else this.select(index, index);
  }

  /** Choose a face of the palette: fill the selection with it, or select it as brush; again deselects it. */
  choose(face) {
    if (this.selected.size > 1) { this.fill(face); return; }
    this.take(this.brush === face ? null : face);
  }

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

  fill(face) {
    this.edit(this.position.withFaces(this.selected, face));
    announce(tn("{count} cell filled", "{count} cells filled", this.selected.size));
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
    else if (key === "Escape") this.select(this.board.cursor, this.board.cursor);
  }

  command(event, key) {
    const act = {
      z: () => this.travel(event.shiftKey ? "redo" : "undo"),
      y: () => this.travel("redo"),
      a: () => this.select(0, this.position.size - 1),
    }[key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Type a face: into all that is selected, or here and on to the next cell. */
  type(face, step) {
    if (this.selected.size > 1) { this.fill(face); return; }
    const index = this.board.cursor;
    this.edit(this.position.withFaces([index], face));
    const next = index + step;
    if (next < 0 || next >= this.position.size) return;
    this.board.go(next);
    this.select(next, next);
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
      if (!answer.is_same) toast(t("Cells beside zeros were opened, as the rules demand"));
      keepDealt(answer.game, { help: ["practice"], given: answer.moves.length });
      goTo("play", answer.game);
    } catch (error) {
      const message = messageOf(error);
      if (!this.root.hidden) toast(message, "bad");
    }
  }
}
