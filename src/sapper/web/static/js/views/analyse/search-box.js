// Searches that take seconds: deep and optimal play and the winning chance, with progress and Stop.

import { ask } from "../../asking/ask.js";
import { h, withCells } from "../../dom.js";
import { messageOf } from "../../errors.js";
import { t } from "../../language.js";
import { waitingText } from "../../names.js";
import { percent, shareText } from "../../percent.js";
import { cellName, someCells } from "../../model/position.js";

const SECONDS = 6;
const MOST_LAYOUTS = 4.7; // as a power of ten: about what a search to the end of the game can list
const MOST_CELLS = 20; // of a board on which nothing is open

export class SearchBox {
  /** `on` has advice(document) for a better best move, `board`, winChance(signal). */
  constructor(on) {
    this.on = on;
    this.stopStream = null;
    this.said = h("p", { class: "note", "aria-live": "polite" });
    this.bar = h("progress", { max: 1, value: 0, "aria-label": t("Search"), hidden: true });
    const button = (text, title, act) => h("button", { type: "button", title, onclick: act }, text);
    this.deep = button(t("Deep search"), t("Play random layouts to the end for every candidate"), () => this.searchDeep());
    this.optimal = button(t("Optimal play"), t("Search best play to the end of the game"), () => this.searchOptimal());
    this.chance = button(t("Chance to win"), t("Play random layouts from here"), () => this.askChance());
    this.stopButton = button(t("Stop"), t("Keep what is known so far"), () => this.stop(t("Stopped.")));
    this.stopButton.hidden = true;
    this.element = h("div", { class: "search" },
      h("div", { class: "row" }, this.chance, this.deep, this.optimal, this.stopButton), this.bar, this.said);
  }

  /** Another position: a running search is of no use any more. */
  reset(question) {
    this.stop("");
    this.question = question;
    this.element.hidden = !question;
    if (!question) return;
    this.deep.hidden = this.chance.hidden = question.isUntouched || question.mines === null;
    this.optimal.hidden = !question.isUntouched || question.mines === null || question.cells > MOST_CELLS;
  }

  /** Offer optimal play where so few layouts fit that it can be searched to the end. */
  offerOptimal(waysLog10) {
    if (this.question && !this.question.isUntouched) this.optimal.hidden = this.question.mines === null || waysLog10 > MOST_LAYOUTS;
  }

  stop(said) {
    this.stopStream?.();
    this.stopStream = null;
    this.busy(false);
    this.said.textContent = said;
  }

  busy(isBusy) {
    for (const button of [this.deep, this.optimal, this.chance]) button.disabled = isBusy;
    this.stopButton.hidden = this.bar.hidden = !isBusy;
    this.bar.removeAttribute("value");
  }

  /** Follow a search to its end; whatever comes after Stop, or of an older search, is dropped. */
  async search(question, options, done) {
    this.stop("");
    this.busy(true);
    const { line, trust } = this.question;
    const control = new AbortController();
    const { signal } = control;
    this.stopStream = () => control.abort();
    const on = { search: (data) => this.progress(data), waiting: ({ ahead }) => { this.said.textContent = waitingText(ahead); } };
    const progress = (event, data) => { if (!signal.aborted) on[event]?.(data); };
    const end = (then) => { if (!signal.aborted) { this.stop(""); then(); } };
    try {
      const found = await ask(question, { position: line, trust_flags: Boolean(trust), ...options }, { signal, progress });
      end(() => { if (!found.conflict) done(found); });
    } catch (error) {
      const message = messageOf(error);
      end(() => { this.said.textContent = message; });
    }
  }

  progress({ done, all, choice }) {
    [this.bar.max, this.bar.value] = [all || 1, done];
    if (!choice) return;
    const best = choice.candidates[0];
    const played = best.rollouts;
    if (played) {
      const facts = { cell: cellName(best.cell), chance: shareText(played.chance, played.low, played.high), games: played.games };
      this.said.textContent = t("{cell} wins {chance} of {games} layouts so far", facts);
    }
    this.on.advice({ ...choice, explanation: "" });
  }

  searchDeep() {
    this.search("best", { player: "deep", seconds: SECONDS }, (found) => {
      this.said.textContent = found.is_guess ? found.reason : t("Nothing to search: the move is certain.");
      this.on.advice(found);
    });
  }

  searchOptimal() {
    this.search("optimal", { start: this.question.start }, (found) => {
      const text = found.by_first
        ? t("Best play wins {chance} ({exact}) from {cells}.", { chance: percent(found.chance_float, 2), exact: found.chance, cells: someCells(found.best_first, 4) })
        : t("Best play wins exactly {chance} from here.", { chance: percent(found.chance, 2) });
      this.said.replaceChildren(...withCells(text, this.on.board));
    });
  }

  async askChance() {
    const control = new AbortController();
    this.stop(t("Playing random layouts …"));
    this.stopStream = () => control.abort();
    let text = "";
    try {
      text = chanceText(await this.on.winChance(control.signal));
    } catch (error) {
      text = messageOf(error);
    }
    if (!control.signal.aborted) this.said.textContent = text;
  }
}

function chanceText(answer) {
  if (!answer || answer.conflict) return "";
  if (answer.is_exact) return t("Exactly {chance} with best play.", { chance: percent(answer.chance, 2) });
  return t("{chance} of {games} random layouts that fit.", { chance: shareText(answer.chance, answer.low, answer.high), games: answer.games });
}
