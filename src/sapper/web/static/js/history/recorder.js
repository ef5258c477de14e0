// Keep the game that is being played in the history: after its first open, on every pause.

import { throwUnexpected } from "../errors.js";
import { t } from "../language.js";
import { figure } from "../percent.js";
import { isUnaided, newId } from "./record.js";
import { store } from "./store.js";

const RESUMED_FOR = 7 * 24 * 3600 * 1000; // milliseconds for which an unfinished game is taken up again

export class Recorder {
  constructor(session) {
    this.session = session;
    this.record = null;
    this.saved = Promise.resolve();
  }

  /** A game was loaded. It is the one in the history that has not ended, if that has the same board. */
  begin({ text, grade = null, help = [], given = 0, isNew }) {
    const { game, queue } = this.session;
    const { opening, moves } = game.line;
    const record = {
      id: newId(), opening, board: game.line.board, start: game.line.rule, began: Date.now(),
      grade, given, help: [...help], figures: null, review: null,
    };
    Object.assign(this, { record, ended: null, seen: game.made.length + queue.length });
    this.limitUndo(record);
    const isLinked = moves.length > this.session.floor;
    const isSought = moves.length > 0 && !isNew;
    const identified = this.saved.then(() => this.identify(record, { text, isLinked, isSought })); // it may be the game that was just saved
    this.ready = identified.catch(reportError); // the next save goes on
  }

  /** Moves that were given stay; so does the first open of a board without guess: the mines are made for it. */
  limitUndo({ grade, given }) { Object.assign(this.session, { given, floor: given || (grade ? 1 : 0) }); }

  async identify(record, { text, isLinked, isSought }) {
    const same = (await store.all()).filter((each) => each.opening === record.opening);
    const open = same.filter(({ status, game }) => isSought && status === "playing" && isBegun(game, text));
    if (open.length) this.takeUp(record, open.find(({ game }) => game === text) ?? open.at(-1));
    else if (same.length) this.addTo(record, "repeat");
    else if (isLinked && !record.help.length) this.addTo(record, "link");
  }

  /** The game that was loaded is this one of the history: it goes on with its time. */
  takeUp(record, { id, began, grade, given = 0, help, seconds }) {
    Object.assign(record, { id, began, grade, given, help: [...new Set([...help, ...record.help])] });
    if (record.seconds < seconds) record.seconds = seconds; // saved meanwhile
    if (this.record !== record) return;
    this.seen = 0;
    this.limitUndo(record);
    this.session.clock.atLeast(seconds);
  }

  addTo(record, kind) { if (!record.help.includes(kind)) record.help.push(kind); }

  /** Note that the player had help of a kind. */
  help(kind) { if (this.record && !this.session.game.isOver) this.addTo(this.record, kind); }

  helpBy(wants) {
    if (!this.session.game.hasOpened) return;
    for (const kind of ["heat", "warn"]) if (wants[kind]) this.help(kind);
  }

  /** Another game comes: save this one, and take nothing more for it. */
  leave() {
    if (this.session.game) this.save();
    this.record = null;
  }

  /** The game has changed; `save` will keep it. */
  note() { this.isChanged = true; }

  end() { return this.save(); }

  /** What is played on after an undo is another game: one that has ended stays as it ended. */
  goOn() {
    this.ended = this.record;
    const help = [...new Set([...this.ended.help, "repeat"])];
    this.record = { ...this.ended, id: newId(), game: null, began: Date.now(), status: "playing", help, figures: null, review: null };
    this.seen = this.session.game.made.length;
  }

  async save() {
    const { session } = this;
    if (hasEnded(this.record) && !session.game.isOver) this.goOn();
    const { record } = this;
    const isNews = this.isChanged || session.clock.isRunning;
    if (!record || !isNews || session.isLoading || !session.game.hasOpened) return;
    if (session.game.made.length <= this.seen && !session.game.isOver) return; // only looked at
    this.isChanged = false;
    if (session.game.isOver && this.ended?.game === session.game.text) return; // undone and redone
    const { game, clock, wasted } = session;
    Object.assign(record, { game: game.text, status: game.status, seconds: clock.seconds, wasted });
    store.saving = this.saved = this.keep(record).catch(reportError); // the next game goes on
    await this.saved;
  }

  async keep(record) {
    try {
      await this.ready;
      await store.put(structuredClone(record));
    } catch (error) {
      throwUnexpected(error); // where this browser keeps nothing, the view of your games says so
    }
  }

  /** Keep what the engine measured of a game. */
  keepFigures(record, { "3bv": bbbv, "3bv_per_second": bbbv_per_second, efficiency, guesses }) {
    if (!record?.game) return; // nothing was played since an undo: a redo has come back to the end
    record.figures = { bbbv, bbbv_per_second, efficiency, guesses: guesses?.length ?? null };
    this.keep(record);
  }

  /** The last game if it has not ended and is not old. */
  async unfinished() {
    const last = (await store.all()).at(-1);
    const isFresh = last && last.status === "playing" && Date.now() - last.began < RESUMED_FOR;
    return isFresh && !last.help.includes("practice") ? last : null;
  }

  /** A sentence if the game that was just won is the fastest of its kind, else null. */
  async isBest() {
    const { record, session } = this;
    await this.ready;
    if (!record || session.game.status !== "won" || !isUnaided(record)) return null;
    const times = (await store.all())
      .filter((each) => each.id !== record.id && each.status === "won" && isUnaided(each))
      .filter(({ board, start }) => board === record.board && start === record.start)
      .map(({ seconds }) => seconds);
    if (!times.length) return t("Your first win on this board.");
    const best = Math.min(...times);
    return session.clock.seconds < best ? t("Your best time on this board; it was {seconds} s.", { seconds: figure(best, 2) }) : null;
  }
}

const hasEnded = (record) => ["won", "lost"].includes(record?.status);

/** Whether one of two games begins with all moves of the other. */
function isBegun(kept, text) {
  return `${kept} `.startsWith(`${text} `) || `${text} `.startsWith(`${kept} `);
}
