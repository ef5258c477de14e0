// The card at the end of a game. Time and clicks are known here; all other figures are the engine's
// and appear when it answers, if the same finished game is still on the board.

import { goTo } from "../../address.js";
import { h, withCells } from "../../dom.js";
import { messageOf } from "../../errors.js";
import { t, tn } from "../../language.js";
import { ANY_GRADE } from "./new-game.js";
import { gradeName } from "../../names.js";
import { figure, percent } from "../../percent.js";
import { cellName } from "../../model/position.js";
import { ask, asking } from "../../asking/ask.js";
import { clicksText, factList } from "../panel/cards.js";

export class ResultCard {
  constructor(root, play) {
    this.root = root;
    this.play = play;
    this.number = 0;
    this.metrics = this.score = null;
    this.figuresBox = h("div");
    this.actionsBox = h("div", { class: "row" }); // apart: figures that arrive must not replace a button while it is clicked
    root.replaceChildren(this.figuresBox, this.actionsBox);
    asking.addEventListener("up", () => { if (!root.hidden && !this.metrics) this.measure(); });
  }

  clear() {
    this.number += 1;
    this.play.hideCard(this.root);
  }

  async show() {
    const { session, recorder } = this.play;
    this.number += 1;
    Object.assign(this, { metrics: null, note: "", best: null, score: null });
    this.facts = { seconds: session.clock.seconds, clicks: session.clicks, isWon: session.game.status === "won" };
    this.actionsBox.replaceChildren(...this.buttons().filter(Boolean));
    this.measure();
    const { number } = this;
    const best = await recorder.isBest();
    if (number === this.number && best) { this.best = best; this.render(); }
  }

  /** Ask for the figures of the finished game. */
  async measure() {
    const { number, play: { session, recorder, text } } = this;
    const { record } = recorder;
    this.note = t("Asking the engine for 3BV, speed and luck …");
    this.render();
    try {
      const { wasted, given } = session;
      const found = await ask("metrics", {
        game: text, wasted_left: wasted.left, wasted_right: wasted.right, wasted_chord: wasted.chord,
      });
      const score = session.game.line.guess === null ? null : await ask("score", { game: text });
      const metrics = given ? figuresAfter(found, given) : found;
      recorder.keepFigures(record, metrics);
      if (number !== this.number) return;
      [this.metrics, this.note, this.score] = [metrics, "", score];
    } catch (error) {
      const message = messageOf(error);
      if (number !== this.number) return;
      this.note = error.isDown ? t("3BV, speed and luck need the engine, which does not answer; they appear here when it is back.") : message;
    }
    this.render();
  }

  render() {
    const { facts } = this;
    const seconds = figure(facts.seconds, 1);
    const title = facts.isWon ? t("Won in {seconds} s", { seconds }) : t("Lost after {seconds} s", { seconds });
    const pairs = [[t("Time"), t("{number} s", { number: figure(facts.seconds, 2) })], [t("Clicks"), clicksText(facts.clicks)], ...this.figures()];
    this.root.hidden = false;
    this.figuresBox.replaceChildren(...[
      h("h2", {}, title), this.best && h("p", { class: "good" }, this.best), this.score && h("p", {}, ...withCells(this.score.text, this.play.board)), factList(pairs), this.guesses(), this.play.grade && h("p", {}, noGuessText(this.play.grade)), this.note && h("p", { class: "note" }, this.note),
    ].filter(Boolean));
  }

  figures() {
    const { metrics, facts: { clicks, isWon } } = this;
    if (!metrics) return [];
    const { "3bv": bbbv, solved_3bv: solved, survived_pluck: pluck } = metrics;
    const figures = [
      ["3BV", solved === bbbv ? String(bbbv) : t("{done} of {all}", { done: solved, all: bbbv }), t("fewest left clicks that open the board")],
      ["3BV/s", figure(metrics["3bv_per_second"], 2), t("3BV by second")], [t("Efficiency"), percent(metrics.efficiency, 0), t("3BV by click")],
    ];
    if (isWon && metrics.efficiency !== null) figures.push([t("ZiNi efficiency"), percent(metrics.board.zini / (clicks.left + clicks.right + clicks.chord), 0), t("ZiNi, the clicks of a greedy player with chords, by click")]);
    if (pluck !== null) figures.push([t("Luck"), percent(10 ** -pluck), t("chance that all guesses you survived are safe")]);
    return figures;
  }

  /** The guesses, each with the chance that it had. */
  guesses() {
    const { guesses } = this.metrics ?? {};
    if (!guesses) return null;
    if (!guesses.length) return h("p", {}, t("No guess: after the first cell, every cell that you opened was certain."));
    const items = guesses.slice(0, 12).map((guess) => h("li", {}, ...withCells(guessText(guess), this.play.board)));
    const more = guesses.length > 12 ? h("p", { class: "note" }, t("and {count} more", { count: guesses.length - 12 })) : null;
    const count = guesses.filter(({ chance }) => chance > 0).length;
    return h("div", {}, count ? h("h3", {}, tn("{count} guess", "{count} guesses", count)) : null, h("ul", { class: "guesses" }, ...items), more);
  }

  buttons() {
    const { play } = this;
    const button = (text, act, more = {}) => h("button", { type: "button", onclick: act, ...more }, text);
    return [button(t("New game"), () => play.fresh(), { class: "main" }), button(t("Review"), () => goTo("review", play.text)),
      this.facts.isWon ? null : button(t("What was certain?"), () => play.help.beforeLoss())];
  }

}

/** The figures that a game has from its given moves on: no speed, because 3BV counts the whole board. */
function figuresAfter(metrics, given) {
  const guesses = metrics.guesses?.filter(({ number }) => number >= given);
  return { ...metrics, solved_3bv: metrics["3bv"], "3bv_per_second": null, efficiency: null, survived_pluck: null, guesses };
}

/** That a board needs no guess; of a grade that only Python tells, no more than that. */
function noGuessText(grade) {
  return grade === ANY_GRADE ? t("No guess needed.") : t("No guess needed: grade {grade}.", { grade: gradeName(grade) });
}

function guessText({ cell, chance, is_survived: isSurvived }) {
  const facts = { cell: cellName(cell), chance: percent(chance) };
  if (chance === 0) return t("{cell} lost: it was certainly a mine", facts);
  return isSurvived ? t("{cell} survived, safe with {chance}", facts) : t("{cell} lost, safe with {chance}", facts);
}
