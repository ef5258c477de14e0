// One game being played: the rules, the clock, and clicks that wait for the mines. Nothing is drawn.
//
// The mines are asked for once, at the first open. Until they come every further action waits in a
// queue and is then done in order, so no click is lost however slow the answer is. An answer for a
// game that is no longer played is dropped: every load begins a new `epoch`.

import { Clock } from "./clock.js";
import { messageOf } from "../errors.js";
import { t } from "../language.js";
import { layoutOfLine } from "./layout.js";
import { MARKS, parseMove } from "./game-line.js";
import { Game, NotDealt, NotDrawn, RuleError } from "./rules.js";

const BUTTONS = { open: "left", chord: "chord" };

export class Session {
  /**
   * `on` has deal(line, index), a promise of the layout, in guess mode draw(game, {move, cells}), one
   * of that which the move meets; changed(what) after every change;
   * refused(text) for a move that the rules do not allow; failed(reason) if there can be no deal.
   */
  constructor(on) {
    this.on = on;
    this.epoch = 0;
    this.game = null;
    this.queue = [];
    this.wasted = { left: 0, right: 0, chord: 0 };
    this.given = this.floor = 0;
  }

  /** Begin the game of a line and make its moves; the first `given` of them are not the player's. */
  load(line, { layout = null, seconds = 0, given = 0 } = {}) {
    const game = new Game(line, layoutOfLine(line));
    const moves = line.moves.map((word) => parseMove(word, game.blank));
    const isSame = this.game?.line.opening === line.opening; // its mines need not be asked for again
    this.layouts = isSame ? this.layouts : new Map();
    if (layout) this.layouts.set(moves.find(({ kind }) => kind === "open")?.index, layout);
    this.epoch += 1;
    Object.assign(this, { game, given, floor: given, waiting: null, queue: [], wasted: { left: 0, right: 0, chord: 0 } });
    this.clock = new Clock(Math.max(seconds, ...moves.map(({ time }) => time ?? 0)));
    this.isLoading = true;
    const { epoch } = this;
    for (const [number, move] of moves.entries()) {
      this.act({ kind: "given", move, number });
      if (this.epoch !== epoch) return; // it was refused
    }
    this.act({ kind: "loaded" });
  }

  get position() { return this.game.position; }
  get isWaiting() { return this.waiting !== null; }

  /** The cells of clicks that wait for the mines. */
  get waitingCells() {
    const waiting = this.waiting ? [this.waiting.action, ...this.queue] : [];
    return new Set(waiting.map(({ index, move }) => index ?? move?.index).filter((index) => index !== undefined));
  }

  /** All clicks of the player by kind, and how many of them changed nothing. */
  get clicks() {
    const { left, right, chord } = this.wasted;
    const all = { left, right, chord, wasted: left + right + chord };
    for (const { move } of this.game.made.slice(this.given)) all[BUTTONS[move.kind] ?? "right"] += 1;
    return all;
  }

  open(index) { this.act({ kind: "open", index }); }
  chord(index) { this.act({ kind: "chord", index }); }
  mark(index, what) { this.act({ kind: "mark", index, what }); }
  move(word) { this.act({ kind: "given", move: parseMove(word, this.game.blank) }); }

  get canUndo() { return this.isWaiting || this.game.made.length > this.floor; }

  /** Undo the last move, but none below the `floor`; while clicks wait for the mines, take back the last of them. */
  undo() {
    if (this.isLoading || !this.canUndo) return;
    if (!this.isWaiting) { this.act({ kind: "undo" }); return; }
    if (this.queue.length) this.queue.pop();
    else this.waiting = null;
    this.on.changed("undo");
  }

  redo() { this.act({ kind: "redo" }); }

  /** Do an action, or keep it until the mines are there. */
  act(action) {
    if (this.isWaiting) {
      this.queue.push(action);
      this.on.changed("waiting");
      return;
    }
    try {
      const what = this.perform(action);
      this.afterwards(what);
    } catch (error) {
      this.stumble(action, error);
    }
  }

  perform({ kind, index, what, move }) {
    const { game } = this;
    if (kind === "undo") return game.undo() && "undo";
    if (kind === "redo") return game.redo() && "redo";
    if (kind === "loaded") { this.isLoading = false; return "loaded"; }
    if (kind === "given") { game.make({ ...move, time: this.isLoading ? move.time : this.time(move) }); return move.kind; }
    const made = kind === "mark" ? this.markKind(index, what) : kind;
    game.make({ kind: made, index, time: this.time({ kind: made }) });
    return made;
  }

  /** Setting a mark that is already there removes it. */
  markKind(index, what) { return this.game.faces[index] === MARKS[what] ? "unmark" : what; }

  /** The time of a move made now; the clock stands at 0 until the first cell is open. */
  time({ kind }) {
    if (kind === "open" && !this.game.layout) return null; // it must be dealt first, and is then asked again
    const last = this.game.made.findLast(({ move }) => move.time != null)?.move.time ?? 0;
    return Math.max(last, Math.round(1000 * this.clock.seconds) / 1000);
  }

  afterwards(what) {
    if (!what) return;
    const { game, clock } = this;
    if (game.isOver) clock.stop();
    else if (game.hasOpened || clock.base > 0) clock.run();
    if (!this.isLoading) this.on.changed(what);
  }

  stumble(action, error) {
    if (error instanceof NotDealt) this.deal(action, error.index);
    else if (error instanceof NotDrawn) this.wait({ action, drawn: error });
    else if (!(error instanceof RuleError)) throw error;
    else if (action.kind === "given" && action.number !== undefined) this.giveUp(t("move {number}: {reason}", { number: action.number + 1, reason: error.message }));
    else this.waste(action, error);
  }

  waste({ kind, move }, error) {
    if (!this.game.isOver) this.wasted[BUTTONS[move?.kind ?? kind] ?? "right"] += 1;
    this.on.refused(error.message);
  }

  /** Ask for the mines of a first cell, and go on with the action when they are there. */
  deal(action, index) {
    const known = this.layouts.get(index);
    if (known) {
      this.game.deal(known);
      this.act(action);
      return;
    }
    this.wait({ action, index });
  }

  wait(waiting) {
    this.waiting = waiting;
    this.on.changed("waiting");
    this.retry();
  }

  /** Ask for the mines, again if an earlier request got no answer. */
  async retry() {
    const { epoch, waiting, game } = this;
    if (!waiting) return;
    let layout = null;
    try {
      layout = await (waiting.drawn ? this.on.draw(game, waiting.drawn) : this.on.deal(game.line, waiting.index));
    } catch (error) {
      const reason = messageOf(error);
      if (this.epoch === epoch && this.waiting === waiting && !error.isDown) this.giveUp(reason);
      return;
    }
    if (this.epoch !== epoch) return;
    if (!waiting.drawn) this.layouts.set(waiting.index, layout);
    if (this.waiting !== waiting) return;
    if (waiting.drawn) game.draw(layout);
    this.resume();
  }

  /** Do what waited for the mines, in order. */
  resume() {
    const { action } = this.waiting;
    const actions = [action, ...this.queue];
    const { epoch } = this;
    Object.assign(this, { waiting: null, queue: [] });
    for (const each of actions) {
      if (this.epoch !== epoch) return;
      this.act(each);
    }
  }

  giveUp(reason) {
    this.epoch += 1;
    Object.assign(this, { waiting: null, queue: [], isLoading: false });
    this.on.changed("loaded");
    this.on.failed(reason);
  }
}
