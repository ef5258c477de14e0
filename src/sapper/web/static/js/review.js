// The view Review: step through a game with the server's verdict on every move.

import { goTo, writeAddress } from "./address.js";
import { post } from "./api.js";
import { Board } from "./board.js";
import { whyCard } from "./panel-cards.js";
import { $, $$, announce, h, withCells } from "./dom.js";
import { firstMoves } from "./game-line.js";
import { percent } from "./percent.js";
import { plot } from "./plot.js";
import { Position, cellName } from "./position.js";
import { replayFiles, showReplay } from "./replay-file.js";
import { shareButtons } from "./share.js";

const signed = (value) => `${value < 0 ? "−" : "+"}${(100 * Math.abs(value)).toFixed(1)}`;

export class Review {
  constructor() {
    this.root = $("#review");
    this.form = $("#review-form");
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.load(this.form.game.value); });
    this.board = new Board($("#review-board"), "The game under review", { key: (event) => this.key(event) });
    for (const button of $$("#review-steps [data-go]")) button.addEventListener("click", () => this.go(button.dataset.go));
    $("#review-analyse").addEventListener("click", () => goTo("analyse", this.position.line));
    replayFiles($("#review-file"), this.root, (replay) => this.load(replay.game, replay), (text) => { $("#review-state").textContent = text; });
    shareButtons($("#review-share"), { line: () => this.found.game, state: () => ({ position: this.position.line }) });
  }

  /** Review the game of a line, or of a record in JSON; it may come from a replay. */
  async load(text, replay = null) {
    const game = text.trim();
    if (!game) return;
    showReplay($("#review-replay"), replay);
    this.form.game.value = game;
    $("#review-state").textContent = "Reviewing …";
    try {
      this.found = await post("review", { game });
    } catch (error) {
      $("#review-state").textContent = error.message;
      return;
    }
    this.form.game.value = this.found.game;
    writeAddress("review", this.found.game);
    $("#review-state").textContent = `${this.found.moves.length} moves, ${this.found.status}`;
    for (const id of ["#review-sum", "#review-move", "#review-list", "#review-steps"]) $(id).hidden = false;
    this.summary();
    this.list();
    await this.show(Math.max(0, this.next(-1, isMistake)));
  }

  /** The view is shown again, with the game that it had. */
  returned() {
    if (this.found) writeAddress("review", this.found.game);
  }

  summary() {
    const { accuracy, guesses, unforced_guesses: unforced, skill, luck, summary } = this.found;
    const facts = [["Accuracy", percent(accuracy)], ["Guesses", guesses], ["Unforced", unforced],
      ["Skill", signed(skill)], ["Luck", signed(luck)]];
    $("#review-sum div").replaceChildren(
      h("dl", { class: "facts" }, ...facts.map(([term, value]) => h("div", {}, h("dt", {}, term), h("dd", {}, String(value))))),
      h("p", { class: "note" }, ...withCells(summary, (row, column) => this.board.goTo(row, column))));
  }

  list() {
    $("#review-list ol").replaceChildren(...this.found.moves.map((move, index) => h("li", {},
      h("button", { type: "button", onclick: () => this.show(index) },
        h("span", {}, String(move.number)), h("span", {}, `${move.kind[0]} ${cellName(move.cell)}`),
        move.time === null ? null : h("span", { class: "time" }, `${move.time.toFixed(2)} s`),
        h("span", { class: isMistake(move) ? "mistake" : "" }, move.missed ? "you had a proof here" : (move.grade ?? move.verdict)),
        h("span", {}, isQuiet(move) ? "" : signed(move.skill))))));
  }

  /** Show the position before a move, and the verdict on the move. */
  async show(index) {
    const { moves, game } = this.found;
    this.at = Math.max(0, Math.min(moves.length - 1, index));
    const move = moves[this.at];
    const before = await post("play", { game: firstMoves(game, this.at) });
    this.position = Position.parse(before.position);
    const over = { last: this.position.index(...move.cell), roles: new Map() };
    const proof = move.missed ?? move.refuted;
    for (const { cell, role } of proof?.highlights ?? []) over.roles.set(this.position.index(...cell), role);
    if (move.best) over.best = this.position.index(...move.best);
    this.board.show(this.position, over);
    this.showMove(move, proof);
    this.draw();
    $$("#review-list button").forEach((button, i) => {
      if (i === this.at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const list = $("#review-list ol");
    list.scrollTop = list.children[this.at].offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  showMove(move, proof) {
    const go = (row, column) => this.board.goTo(row, column);
    const card = [h("p", {}, ...withCells(move.text, go))];
    if (move.time !== null) card.push(h("p", { class: "note" }, `At ${move.time.toFixed(3)} s`));
    if (!isQuiet(move)) card.push(h("p", { class: "note" }, `Skill ${signed(move.skill)}, luck ${signed(move.luck)} points of winning chance`));
    if (proof) {
      card.push(h("p", { class: "mistake" }, move.missed ? "You had a proof here:" : "It was certainly a mine:"), whyCard(proof, go));
    }
    $("#review-move > div").replaceChildren(...card);
    announce(`Move ${move.number}: ${move.text}`);
  }

  draw() {
    const { moves, start } = this.found;
    const first = Math.max(0, moves.findIndex((move) => move.verdict === "first cell"));
    const points = [{ x: first, y: start.chance }, ...moves.slice(first).map((move, i) => ({ x: first + i + 1, y: move.after.chance }))];
    $("#review-graph").replaceChildren(plot([{ colour: "var(--s1)", points }], {
      most: moves.length, xLabel: "moves", label: "Winning chance by move", width: $("#review-graph").parentElement.clientWidth, here: this.at, pick: (x) => this.show(x),
    }));
  }

  /** The index of the next move after `from` that fulfils a condition, or -1. */
  next(from, condition) {
    return this.found.moves.findIndex((move, index) => index > from && condition(move));
  }

  go(where) {
    const mistake = where === "mistake" ? this.next(this.at, isMistake) : -1;
    const to = { first: 0, back: this.at - 1, next: this.at + 1, last: this.found.moves.length - 1, mistake: mistake < 0 ? this.next(-1, isMistake) : mistake }[where];
    if (to >= 0) this.show(to);
  }

  key(event) {
    const where = { n: "next", p: "back", m: "mistake" }[event.key];
    if (where) this.go(where);
  }
}

function isMistake(move) {
  return Boolean(move.missed || move.refuted) || move.verdict === "unforced guess";
}

function isQuiet(move) {
  return ["mark", "certain", "first cell"].includes(move.verdict);
}
