// The view Play: a game by the rules in model/, drawn on a board. Answers of the engine are shown
// beside it; the game never waits for them.

import { goTo, writeAddress } from "../../address.js";
import { Study } from "../panel/study.js";
import { ask, asking } from "../../asking/ask.js";
import { dealMines, drawMines } from "../../asking/instant.js";
import { Board } from "../../board/board.js";
import { $, $$, announce, ask as askPlayer, notify, toast } from "../../dom.js";
import { messageOf } from "../../errors.js";
import { layoutOfRows } from "../../model/layout.js";
import { GameLine, writeMove } from "../../model/game-line.js";
import { Session } from "../../model/session.js";
import { dealtAs, keepDealt } from "../../history/dealt.js";
import { Recorder } from "../../history/recorder.js";
import { t } from "../../language.js";
import { Help } from "./help.js";
import { NewGame } from "./new-game.js";
import { percent } from "../../percent.js";
import { Controls } from "./controls.js";
import { PlayFace } from "./face.js";
import { cellName } from "../../model/position.js";
import { ResultCard } from "./result-card.js";
import { keepSetting, rememberInput, setting } from "../../settings.js";
import { shareButtons } from "../panel/share.js";
import { Watcher } from "./watch.js";

const FALLBACK = "9x9/10 safe 1 0";
const SAVE_AFTER = 300; // milliseconds; browsers allow few changes of the address per second

export class Play {
  constructor() {
    this.root = $("#play");
    this.session = new Session({
      deal: (line, index) => this.deal(line, index),
      draw: (game, next) => this.draw(game, next),
      changed: (what) => this.changed(what),
      refused: (text) => announce(text),
      failed: (reason) => toast(reason, "bad"),
    });
    this.controls = new Controls(this);
    this.board = new Board($("#play-board"), t("Minefield"), this.controls.handlers);
    this.study = new Study({ changed: () => this.paint() });
    this.face = new PlayFace(this);
    this.form = new NewGame(this);
    this.recorder = new Recorder(this.session);
    this.result = new ResultCard($("#result"), this);
    this.help = new Help($("#help-card"), this);
    this.watcher = new Watcher(this);
    this.confirming = Promise.resolve();
    this.wire();
  }

  wire() {
    $("#undo").addEventListener("click", () => this.undo());
    $("#redo").addEventListener("click", () => this.session.redo());
    $("#restart").addEventListener("click", () => this.restart());
    $("#to-analyse").addEventListener("click", () => goTo("analyse", this.session.position.line));
    $("#to-review").addEventListener("click", () => goTo("review", this.text));
    $("#face").addEventListener("click", (event) => { if (event.detail < 2) this.fresh(); }); // a double click begins one game
    for (const toggle of $$("#play .panel-toggle")) toggle.addEventListener("click", () => (this.root.classList.contains("folded") ? this.openPanel() : this.foldPanel(true)));
    for (const input of $$("#assist input")) rememberInput(input, `assist.${input.name}`);
    $("#assist").addEventListener("change", () => this.ask());
    this.endWelcome = welcome();
    $("#play-share").addEventListener("click", () => this.saveNow(), true);
    shareButtons($("#play-share"), {
      line: () => this.text,
      state: () => ({ position: this.session.position.line, heat: this.wants.heat }),
    });
    window.addEventListener("pagehide", () => this.saveNow());
    document.addEventListener("visibilitychange", () => this.saveNow());
    window.addEventListener("hashchange", () => this.keep(), true); // before the next view reads the history
    asking.addEventListener("up", () => { this.session.retry(); this.paint(); });
    asking.addEventListener("down", () => this.paint());
  }

  /** The grade of a board that needs no guess, else null. */
  get grade() { return this.recorder.record?.grade ?? null; }

  /** The line of the game with all its moves. */
  get text() { return this.session.game.text; }

  get wants() {
    const { heat, warn } = Object.fromEntries($$("#assist input").map((input) => [input.name, input.checked]));
    return { heat, warn, chances: heat || warn, best: warn, start: this.session.game?.line.start };
  }

  async deal(line, index) {
    const mines = await dealMines(line, index);
    if (mines) return mines;
    const first = this.session.game.blank.cell(index);
    const { rows } = await ask("deal", { board: line.board, start: line.start, first, seed: line.seed, game: line.number });
    return layoutOfRows(rows);
  }

  /** The mines that a move of guess mode meets. */
  async draw(game, { move, cells }) {
    const mines = await drawMines(game, cells);
    if (mines) return mines;
    const word = writeMove({ ...move, time: null }, game.blank.columns);
    return layoutOfRows((await ask("draw", { game: `${game.text} ${word}` })).rows);
  }

  /** Go on with the game that was not finished at the last visit, or begin one. */
  async first() {
    const kept = await this.recorder.unfinished();
    if (kept) this.load(kept.game, { seconds: kept.seconds });
    else await this.form.begin();
  }

  /** Begin a game from the form. */
  async fresh() {
    notify("");
    await this.form.begin();
  }

  /** Begin the same board again, after the moves that were given. */
  restart() {
    const { session: { game, floor }, recorder: { record } } = this;
    const { opening } = game.line;
    const help = record.help.filter((kind) => kind === "practice");
    if (floor) this.load([opening, ...game.words.slice(0, floor)].join(" "), { dealt: { ...record, help } });
    else this.load(opening);
  }

  /** Show a game from its line; `layout` has its mines, and `dealt` says how it begins, if that is known. */
  load(text, { layout = null, seconds = 0, dealt = null } = {}) {
    const { record } = this.recorder;
    try {
      const line = GameLine.parse(text);
      this.watcher?.stop();
      this.recorder.leave();
      [this.isJudged, this.board.cursor] = [false, 0];
      const begun = this.dealing([line.opening, ...line.moves].join(" "), dealt);
      this.session.load(line, { layout, seconds, given: begun.given });
      this.recorder.begin(begun);
      this.form.show(line, this.grade);
    } catch (error) {
      notify(t("This game cannot be shown: {reason}.", { reason: messageOf(error) }));
      this.recorder.record = record; // the game before goes on
      if (!this.session.game) this.load(FALLBACK);
    }
  }

  /** How a game was dealt: now, or as this window keeps it from before. */
  dealing(text, dealt) {
    if (dealt) keepDealt(text, dealt);
    return { ...(dealt ?? dealtAs(text)), text, isNew: Boolean(dealt) };
  }

  /** The game has changed: draw it in the next frame, and ask the engine what it says about it. */
  changed(what) {
    const { session, before } = this;
    const isMove = what !== "waiting";
    if (isMove) this.before = { safeLeft: session.game.safeLeft, count: session.game.made.length };
    this.root.classList.toggle("waiting", session.isWaiting);
    this.board.build(session.position); // at once: what follows points at its cells
    this.paint();
    if (!isMove) return;
    if (what === "undo") this.recorder.help("undo");
    this.recorder.note();
    this.saveSoon();
    this.ask();
    this.help.leave();
    this.judge();
    const isUntouched = what === "loaded" && this.board.cursor === 0; // the player has not moved it meanwhile
    if (isUntouched && session.game.last) this.board.reveal(session.game.last.index);
    const news = { undo: t("Undone"), redo: t("Redone"), loaded: "" }[what] ?? this.face.news(before);
    if (news) announce(news);
  }

  /** Ask what the switches want to know. */
  ask() {
    const { session, wants } = this;
    if (!session.game) return;
    this.recorder.helpBy(wants);
    this.looking = this.study.update(session.position, wants);
  }

  /** Show the panel beside the board, on phones over its lower third. */
  openPanel() { this.setPanel(true); }

  /** Fold the panel to a rail, unless it still shows a result. */
  foldPanel(always = false) {
    if (always || $("#result").hidden) this.setPanel(false);
  }

  setPanel(isOpen) {
    this.root.classList.toggle("folded", !isOpen);
    for (const toggle of $$("#play .panel-toggle")) toggle.setAttribute("aria-expanded", String(isOpen));
  }

  /** Hide a card of the panel; the focus that was in it goes to the board. */
  hideCard(card) {
    const hasFocus = card.contains(document.activeElement);
    card.hidden = true;
    if (hasFocus) this.board.go(this.board.cursor);
  }

  /** Show the result of a finished game, once. */
  judge() {
    const { isOver } = this.session.game;
    if (isOver && !this.isJudged) {
      this.recorder.end();
      this.help.leave();
      this.result.show();
      this.openPanel();
    } else if (!isOver && this.isJudged) {
      this.result.clear();
      this.foldPanel();
    }
    this.isJudged = isOver;
  }

  paint() {
    cancelAnimationFrame(this.painting);
    this.painting = requestAnimationFrame(() => this.face?.paint());
  }

  saveSoon() {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.saveNow(), SAVE_AFTER);
  }

  /** Write the game into the address and the history. */
  saveNow() {
    clearTimeout(this.saving);
    if (this.session.game && !this.session.isLoading && !this.root.hidden) writeAddress("play", this.text);
    this.keep();
  }

  /** Write the game into the history only: the address may already be another one. */
  keep() {
    if (this.session.game && !this.session.isLoading) this.recorder.save();
  }

  /** The view is shown again, with the game that it had. */
  returned() {
    this.saveNow();
    this.paint();
  }

  /** Open a covered cell, after a warning if that is wanted. */
  open(index) {
    if (this.session.game.isOver) { announce(t("The game is over. Undo, or begin a new one.")); return; }
    if (!$("#assist [name=warn]").checked) { this.session.open(index); return; }
    const { epoch } = this.session;
    this.confirming = this.confirming.then(async () => {
      if (this.session.epoch === epoch && await this.isConfirmed(index) && this.session.epoch === epoch) this.session.open(index);
    }).catch(reportError); // the next click goes on
  }

  /** Ask whether the player really wants a move that is not the best; return true if so. */
  async isConfirmed(index) {
    await this.looking;
    const { session, study: { advice, seen } } = this;
    const { position } = session;
    if (session.game.isOver || !advice || !seen || !session.game.made.length || !position.isCovered(index)) return true;
    const chance = seen.chances[index];
    const isBest = advice.is_guess ? position.index(...advice.cell) === index : chance === 0;
    if (isBest) return true;
    const facts = { chance: percent(chance), best: cellName(advice.cell) };
    const text = advice.is_guess ? t("This cell is a mine in {chance} of all layouts; {best} is the best guess.", facts)
      : t("This cell is a mine in {chance} of all layouts; {best} is certainly safe.", facts);
    return askPlayer(t("Not the best move"), text, t("Open it anyway"), t("Keep looking"));
  }

  undo() {
    this.watcher.stop();
    this.session.undo();
  }
}

/** At the first visits, until Help is used: what one can do here that one cannot elsewhere. Returns what ends it. */
function welcome() {
  const line = $("#welcome");
  line.hidden = setting("welcomed", false);
  const close = () => { line.hidden = true; keepSetting("welcomed", true); };
  $("button", line).addEventListener("click", close);
  return close;
}
