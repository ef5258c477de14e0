// The view Review: a replay of a game, with the server's verdict on every move.

import { goTo, writeAddress } from "../../address.js";
import { ask } from "../../asking/ask.js";
import { Autoplay } from "../autoplay.js";
import { Board } from "../../board/board.js";
import { examples } from "../../examples.js";
import { $, $$, announce, h, notify, onFile, toast } from "../../dom.js";
import { messageOf } from "../../errors.js";
import { t, tn } from "../../language.js";
import { statusName } from "../../names.js";
import { Replay } from "./replay.js";
import { ClicksCard } from "./clicks.js";
import { moveCard, moveRow, summaryParts } from "./cards.js";
import { drawStrip, isMistake } from "./strip.js";
import { shareButtons } from "../panel/share.js";

const PAUSE = 300; // milliseconds between two moves of a replay
const PARTS = ["#review-sum", "#review-move", "#review-clicks", "#review-list"];
const EMPTY = t("Paste a game in any format that sapper reads, drop its file here, or play one and press Review.");
const ENDED = { playing: t("The game is not over."), won: t("The game is won."), lost: t("The game is lost.") };

export class Review {
  constructor() {
    this.root = $("#review");
    this.form = $("#review-form");
    this.slider = $("#review-slider");
    this.number = 0;
    this.replay = this.found = null;
    this.board = new Board($("#review-board"), t("The game under review"), {});
    const step = () => { this.show(this.at + 1); return this.at < this.replay.length; };
    this.autoplay = new Autoplay($("#review-run"), PAUSE, step, () => { if (this.at === this.replay.length) this.show(0); });
    this.clicks = new ClicksCard(this);
    this.wire();
  }

  wire() {
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.open(textFile(this.form.game.value)); });
    for (const button of $$("#review-steps [data-go]")) button.addEventListener("click", () => this.go(button.dataset.go));
    this.slider.addEventListener("input", () => { this.autoplay.stop(); this.show(+this.slider.value); });
    $("#review-analyse").addEventListener("click", () => goTo("analyse", this.position.line));
    onFile($("#review-file"), (file) => this.open(file));
    this.root.addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer.files.length) this.open(event.dataTransfer.files[0]);
    });
    document.addEventListener("paste", (event) => this.paste(event));
    document.addEventListener("keydown", (event) => this.pageKey(event));
    new ResizeObserver(() => this.draw()).observe($("#review-strip"));
    shareButtons($("#review-share"), { line: () => this.replay.document.game, state: () => ({ position: this.position.line }) });
  }

  /** Show nothing, as before the first game. */
  empty(said = EMPTY) {
    this.number += 1;
    this.autoplay.stop();
    [this.replay, this.found] = [null, null];
    for (const id of [...PARTS, "#review-steps", "#review-strip"]) $(id).hidden = true;
    $("#review-board").replaceChildren();
    this.board.position = null;
    $("#review-open").open = true;
    $("#review-state").textContent = said;
  }

  /** Show an example: a lost game, judged. */
  async first() {
    const number = (this.number += 1);
    const found = await examples();
    if (!found || number !== this.number) return;
    this.example = found.games.find(({ status }) => status === "lost").game;
    await this.load(this.example);
  }

  /** Review the game of a file or of a text, in whatever format. */
  async open(file) {
    if (!file.size) return;
    const number = (this.number += 1);
    $("#review-state").textContent = t("Reading …");
    try {
      const { text } = await ask("convert", { data: new Uint8Array(await file.arrayBuffer()), name: file.name });
      if (number === this.number) await this.load(text);
    } catch (error) {
      const message = messageOf(error);
      if (number === this.number) this.empty(message);
    }
  }

  /** Show the game of a line at a move. */
  async load(game, { move = null } = {}) {
    const number = (this.number += 1);
    this.autoplay.stop();
    let replayed = null;
    try {
      replayed = new Replay(await ask("steps", { game }));
    } catch (error) {
      const reason = messageOf(error);
      if (number !== this.number) return;
      this.empty(reason);
      notify(t("This game cannot be shown: {reason}.", { reason }));
      return;
    }
    if (number !== this.number) return;
    this.begin(replayed);
    this.show(stepOf(move, this.replay.length) ?? 0);
    await this.judge(number, move);
  }

  begin(replayed) {
    const { document: steps } = replayed;
    [this.replay, this.found] = [replayed, null];
    this.form.game.value = steps.game;
    this.slider.max = this.replay.length;
    for (const id of PARTS) $(id).hidden = true;
    for (const id of ["#review-steps", "#review-strip"]) $(id).hidden = false;
    $("#review-open").open = steps.game === this.example;
    $("#review-state").textContent = t("Reviewing …");
  }

  /** Ask for the verdicts; without a move in the link the first mistake is shown. */
  async judge(number, move) {
    let found = null;
    try {
      found = await ask("review", { game: this.replay.document.game });
    } catch (error) {
      const reason = messageOf(error);
      if (number === this.number) $("#review-state").textContent = t("{game}. No review: {reason}", { game: this.title(), reason });
      return;
    }
    if (number !== this.number) return;
    this.found = found;
    for (const id of PARTS) $(id).hidden = false;
    $("#review-sum div").replaceChildren(...summaryParts(found, this.board));
    $("#review-list ol").replaceChildren(...found.moves.map((each, index) => moveRow(each, () => this.show(index))));
    $("#review-state").textContent = this.title();
    this.clicks.begin(this.replay.document.game);
    this.show(move === null && !this.autoplay.isOn && this.at === 0 ? Math.max(0, this.next(-1)) : this.at);
  }

  title() {
    const { steps, status } = this.replay.document;
    const text = tn("{count} move, {result}", "{count} moves, {result}", steps.length, { result: statusName(status) });
    return this.replay.document.game === this.example ? t("An example: {text}. Open a game of yours above, or play one and press Review.", { text }) : text;
  }

  /** The view is shown again, with the game that it had. */
  returned() {
    if (this.replay) this.remember();
  }

  remember() {
    if (this.root.hidden) return;
    writeAddress("review", this.replay.document.game, { move: this.at === this.replay.length ? "end" : this.at + 1 });
  }

  /** Show the position before a move with the move marked; after the last one the end of the game. */
  show(index) {
    const { replay } = this;
    this.at = Math.max(0, Math.min(replay.length, index));
    this.position = replay.after(this.at);
    const isEnd = this.at === replay.length;
    const move = this.found?.moves[this.at];
    this.board.show(this.position, isEnd ? replay.ending(this.position) : this.marks(move));
    this.board.reveal(replay.cells[Math.min(this.at, replay.length - 1)] ?? 0);
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", isEnd ? t("end of the game") : t("before move {number} of {all}", { number: this.at + 1, all: replay.length }));
    this.tell(move);
    this.draw();
    this.remember();
  }

  marks(move) {
    const over = { last: this.replay.cells[this.at], roles: new Map() };
    for (const { cell, role } of (move?.missed ?? move?.refuted)?.highlights ?? []) over.roles.set(this.position.index(...cell), role);
    if (move?.best) over.best = this.position.index(...move.best);
    return over;
  }

  tell(move) {
    if (!this.found) return;
    const ended = ENDED[this.found.status];
    $("#review-said").textContent = move?.text ?? ended;
    $("#review-move > div").replaceChildren(...(move ? moveCard(move, this.board) : [h("p", {}, ended)]));
    if (!this.autoplay.isOn) announce(move ? t("Move {number}: {text}", { number: move.number, text: move.text }) : ended);
    $$("#review-list button").forEach((button, i) => {
      if (i === this.at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const list = $("#review-list ol");
    const row = list.children[Math.min(this.at, list.children.length - 1)];
    if (row) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  draw() {
    const width = $("#review-strip").clientWidth - 20;
    if (!this.replay || width <= 0) return;
    const pick = (step) => { this.autoplay.stop(); this.show(step); };
    $("#review-graph").replaceChildren(drawStrip(this.found, { here: this.at, last: this.replay.length, width, pick }));
  }

  /** The index of the next mistake after a move, or -1. */
  next(from) {
    return this.found ? this.found.moves.findIndex((move, index) => index > from && isMistake(move)) : -1;
  }

  go(where) {
    this.autoplay.stop();
    const mistake = where === "mistake" ? this.next(this.at) : -1;
    const to = { first: 0, back: this.at - 1, next: this.at + 1, last: this.replay.length, mistake: mistake < 0 ? this.next(-1) : mistake }[where];
    if (to >= 0) this.show(to);
    else if (where === "mistake") toast(this.found ? t("No mistake in this game") : $("#review-state").textContent);
  }

  /** Keys anywhere in the view; on the board the arrows move its own cursor. */
  pageKey(event) {
    const isElsewhere = event.target.closest?.("input, select, textarea, button, summary, dialog[open]");
    if (this.root.hidden || !this.replay || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isElsewhere && !(event.target.closest("button, a") && event.key.startsWith("Arrow"))) return;
    const where = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", p: "back", n: "next", m: "mistake" }[event.key];
    if (where) this.go(where);
    else if (event.key === " ") this.autoplay.toggle();
    else return;
    event.preventDefault();
  }

  paste(event) {
    const text = event.clipboardData.getData("text/plain");
    const isForInput = event.target.closest?.("input, textarea") && !text.trim().includes("\n");
    if (this.root.hidden || isForInput || !text.trim() || event.target.closest?.("dialog")) return;
    event.preventDefault();
    this.open(textFile(text));
  }
}

/** A pasted or typed text as a file without a name. */
const textFile = (text) => new File([text], "");

/** The step that an address names: a move from 1 on, or the end; null for anything else. */
function stepOf(move, length) {
  if (move === "end") return length;
  return /^\d{1,6}$/.test(move ?? "") && +move >= 1 ? Math.min(length, +move - 1) : null;
}

