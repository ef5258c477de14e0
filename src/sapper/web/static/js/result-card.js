// The card at the end of a game. Time and clicks are known here; all other figures are the engine's
// and appear when it answers, if the same finished game is still on the board.

import { goTo } from "./address.js";
import { h, toast, withCells } from "./dom.js";
import { percent } from "./percent.js";
import { cellName } from "./position.js";
import { ask, engine } from "./questions.js";
import { saveText } from "./share.js";

export class ResultCard {
  constructor(root, play) {
    this.root = root;
    this.play = play;
    this.number = 0;
    engine.addEventListener("up", () => { if (!root.hidden && !this.metrics) this.measure(); });
  }

  clear() {
    this.number += 1;
    this.root.hidden = true;
  }

  async show() {
    const { session, recorder } = this.play;
    this.number += 1;
    Object.assign(this, { metrics: null, note: "", best: null, certificate: null });
    this.facts = { seconds: session.clock.seconds, clicks: session.clicks, isWon: session.game.status === "won" };
    this.render();
    this.measure();
    const { number } = this;
    const best = await recorder.isBest();
    if (number === this.number && best) { this.best = best; this.render(); }
  }

  /** Ask for the figures of the finished game. */
  async measure() {
    const { number, play: { session, recorder, text } } = this;
    const { record } = recorder;
    this.note = "Asking the engine for 3BV, speed and luck …";
    this.render();
    try {
      const { wasted } = session;
      const metrics = await ask("metrics", {
        game: text, wasted_left: wasted.left, wasted_right: wasted.right, wasted_chord: wasted.chord,
      });
      recorder.keepFigures(record, metrics);
      if (number !== this.number) return;
      [this.metrics, this.note] = [metrics, ""];
    } catch (error) {
      if (number !== this.number) return;
      this.note = error.isDown ? "3BV, speed and luck need the engine, which does not answer; they appear here when it is back." : error.message;
    }
    this.render();
  }

  render() {
    const { facts, play } = this;
    const title = facts.isWon ? `Won in ${facts.seconds.toFixed(1)} s` : `Lost after ${facts.seconds.toFixed(1)} s`;
    const pairs = [["Time", `${facts.seconds.toFixed(2)} s`], ["Clicks", clicksText(facts.clicks)], ...this.figures()];
    this.root.hidden = false;
    this.root.replaceChildren(...[
      h("h2", {}, title), this.best && h("p", { class: "good" }, this.best),
      h("dl", { class: "facts" }, ...pairs.map(([term, value]) => h("div", {}, h("dt", {}, term), h("dd", {}, value)))),
      this.guesses(), this.note && h("p", { class: "note" }, this.note), this.buttons(), play.grade && this.proof(),
    ].filter(Boolean));
  }

  figures() {
    const { metrics } = this;
    if (!metrics) return [];
    const number = (value, digits) => (value === null ? "–" : value.toFixed(digits));
    const { bbbv, solved_bbbv: solved } = metrics;
    return [
      ["3BV", solved === bbbv ? String(bbbv) : `${solved} of ${bbbv}`],
      ["3BV/s", number(metrics.bbbv_per_second, 2)], ["Efficiency", metrics.efficiency === null ? "–" : percent(metrics.efficiency, 0)],
    ];
  }

  /** The guesses, each with the chance that it had. */
  guesses() {
    const { guesses } = this.metrics ?? {};
    if (!guesses) return null;
    if (!guesses.length) return h("p", {}, "No guess: every cell that you opened was certain.");
    const go = (row, column) => this.play.board.goTo(row, column);
    const items = guesses.slice(0, 12).map(({ cell, chance, is_survived: isSurvived }) => h("li", {},
      ...withCells(`${cellName(cell)} ${isSurvived ? "survived" : "lost"}, safe with ${percent(chance)}`, go)));
    const more = guesses.length > 12 ? h("p", { class: "note" }, `and ${guesses.length - 12} more`) : null;
    return h("div", {}, h("h3", {}, guesses.length === 1 ? "1 guess" : `${guesses.length} guesses`), h("ul", { class: "guesses" }, ...items), more);
  }

  buttons() {
    const { play } = this;
    const button = (text, act, more = {}) => h("button", { type: "button", onclick: act, ...more }, text);
    return h("div", { class: "row" },
      button("New game", () => play.fresh(), { class: "main" }), button("Review", () => goTo("review", play.text), { "data-needs": "server" }),
      this.facts.isWon ? null : button("What was certain?", () => play.lesson.beforeLoss()));
  }

  /** For a board without guess: the proof of that, made and checked by the engine. */
  proof() {
    const { certificate } = this;
    if (!certificate) {
      return h("div", { class: "row" }, h("span", {}, `No guess needed: grade ${this.play.grade}.`),
        h("button", { type: "button", onclick: () => this.certify() }, "Show the certificate"));
    }
    const { outcome, grade, difficulty, texts } = certificate;
    return h("details", { open: true },
      h("summary", {}, `Certificate ${outcome}: grade ${grade}, difficulty ${difficulty.toFixed(2)}, ${texts.length} moves`),
      h("ol", { class: "steps proof" }, ...texts.map((text) => h("li", {}, ...withCells(text, (row, column) => this.play.board.goTo(row, column))))),
      h("button", { type: "button", onclick: () => saveText("certificate.json", certificate.certificate) }, "Download"));
  }

  async certify() {
    const { number } = this;
    try {
      const answer = await ask("certify", { game: this.play.text });
      if (number !== this.number) return;
      this.certificate = answer;
      this.render();
    } catch (error) {
      toast(error.message, "bad");
    }
  }
}

function clicksText({ left, right, chord, wasted }) {
  return `${left + right + chord}${wasted ? ` (${wasted} wasted)` : ""}`;
}
