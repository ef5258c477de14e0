// Mouse, touch and keys of the view Play. A chord is a left click on a number, both buttons or the middle one.

import { $, $$ } from "../../dom.js";

const REST = 100; // milliseconds without a move after which the mouse rests on a cell
const TYPING = "input:not([type=checkbox], [type=radio], [type=range], [type=file]), select, textarea";

export class Controls {
  constructor(play) {
    this.play = play;
    this.handlers = {
      press: (index, button) => this.press(index, button),
      chord: (index) => this.chordOn(index),
      preview: (index, isChord) => this.preview(index, isChord),
      key: (event) => this.key(event),
      focus: (index) => this.hover(index),
      hover: (index) => this.hover(index),
    };
    document.addEventListener("keydown", (event) => this.keyElsewhere(event));
    $("#play .stage").addEventListener("click", (event) => this.returnFocus(event));
  }

  get mode() { return $("input[name=mode]:checked").value; }

  press(index, button) {
    const { position } = this.play.session;
    const isFlagging = (this.mode === "flag") !== (button === 2); // the right button does the other
    if (!position.isNumber(index)) this.mark(index, isFlagging ? "flag" : "open");
    else if (button === 0) this.chordOn(index);
  }

  chordOn(index) {
    const { session } = this.play;
    if (session.isWaiting || (session.position.isNumber(index) && session.position.faces[index] !== "0")) session.chord(index);
  }

  /** Open a cell, or chord on a number. */
  open(index) {
    const { position } = this.play.session;
    if (position.isNumber(index)) this.chordOn(index);
    else if ("_Q".includes(position.faces[index])) this.play.open(index);
  }

  mark(index, what) {
    const { session } = this.play;
    if (session.game.isOver || !session.position.isCovered(index)) return;
    if (what === "open") this.open(index);
    else session.mark(index, what);
  }

  /** With the heat map say the exact chance of the cell on which the mouse rests. */
  hover(index) {
    const { face, study, wants } = this.play;
    clearTimeout(this.resting);
    const resting = this.resting = setTimeout(async () => {
      const text = wants.heat ? await study.chanceText(index) : "";
      if (this.resting === resting) face.tell(text); // the mouse has not gone on
    }, REST);
  }

  /** Let the cells that a release would open look pressed. */
  preview(index, isChord) {
    const { board, session: { game, position } } = this.play;
    if (index === null || game.isOver) { board.press(); return; }
    const isNumber = position.isNumber(index);
    const cells = isChord || isNumber ? [index, ...game.around[index]] : [index];
    board.press(cells.filter((each) => "_Q".includes(position.faces[each])));
  }

  /** A key on the board: it is meant for the cell under the mouse, or for the cursor. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { play } = this;
    const index = play.board.here;
    const act = {
      Enter: () => this.open(index), " ": () => this.space(index), f: () => this.mark(index, "flag"),
      q: () => this.mark(index, "question"), "?": () => this.mark(index, "question"),
      c: () => this.chordOn(index), u: () => play.undo(), r: () => play.session.redo(), n: () => play.fresh(),
      h: () => play.help.next(), Escape: () => play.help.close(),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  space(index) {
    if (this.play.session.position.isNumber(index)) this.chordOn(index);
    else this.mark(index, "flag");
  }

  /** The same keys wherever the focus is, except where they type, choose or press something else. */
  keyElsewhere(event) {
    const { target, key } = event;
    const isBusy = this.play.root.hidden || event.defaultPrevented || $$("dialog[open]").length || !this.play.session.game;
    if (isBusy || target.closest?.("[role=grid]") || target.matches?.(TYPING)) return;
    const isControl = target.matches?.("a, button, input, summary") && target.matches(":focus-visible");
    if (isControl && (key === " " || key === "Enter")) return;
    this.key(event);
  }

  /** After a click on a button the board has the focus again, so that its keys go on working. */
  returnFocus(event) {
    const isButton = event.target.closest("button, .segments") && !event.target.closest("[role=grid], .menu");
    if (isButton && event.detail > 0 && !$$("dialog[open]").length) this.play.board.go(this.play.board.cursor);
  }
}
