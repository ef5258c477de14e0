// The form for a new game: board, first click, seed, and whether the board may need a guess.

import { $, h, toast } from "../../dom.js";
import { messageOf } from "../../errors.js";
import { gameLine } from "../../model/moves.js";
import { layoutOfCells } from "../../model/layout.js";
import { GameLine } from "../../model/game-line.js";
import { t } from "../../language.js";
import { Position } from "../../model/position.js";
import { ask } from "../../asking/ask.js";
import { rememberInput } from "../../settings.js";

const REMEMBERED = ["preset", "custom", "start", "grade"];

/** The grade of a board that needs no guess, where it was not asked for and is not known. */
export const ANY_GRADE = "any";

/** A seed that nobody chose. */
export function randomSeed() { return String(crypto.getRandomValues(new Uint32Array(1))[0]); }

export class NewGame {
  constructor(play) {
    this.play = play;
    this.form = $("#new-game");
    this.search = new AbortController();
    for (const name of REMEMBERED) rememberInput(this.form[name], `game.${name}`);
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.play.fresh(); });
    this.form.addEventListener("change", () => this.offer());
    this.offer();
  }

  /** Show the field of a custom board, and no start rule where the board decides it. */
  offer() {
    const { form } = this;
    $(".custom", form).hidden = form.preset.value !== "custom";
    form.start.disabled = form.grade.value !== "";
  }

  /** Begin a new game; without a seed a new one is drawn. */
  async begin() {
    const { form } = this;
    const board = form.preset.value === "custom" ? form.custom.value.trim() : form.preset.value;
    const seed = form.seed.value.trim() || randomSeed();
    this.stopSearch();
    if (form.grade.value) await this.beginWithoutGuess(board, form.grade.value, seed, this.search.signal);
    else this.play.load(gameLine(board, form.start.value, seed, 0));
  }

  /** Let the engine search for a board that needs no guess; the game before goes on meanwhile. */
  async beginWithoutGuess(board, grade, seed, signal) {
    const { epoch } = this.play.session;
    const isStale = () => signal.aborted || this.play.session.epoch !== epoch;
    const wish = { board, seed, ...(grade === ANY_GRADE ? {} : { grade }) };
    this.say(h("span", {}, t("Searching for a board without guess …")));
    try {
      const puzzle = await this.find(wish, signal);
      if (isStale()) return;
      this.say();
      const { rows, columns, mines, shape } = GameLine.parse(puzzle.game);
      const layout = layoutOfCells(puzzle.mines, Position.hidden(rows, columns, mines, shape));
      this.play.load(puzzle.game, { layout, dealt: { grade: puzzle.grade ?? ANY_GRADE } });
      if (!puzzle.is_uniform) toast(t("This board was repaired: boards without guess are not all equally likely here."));
    } catch (error) {
      const message = messageOf(error);
      if (isStale()) return;
      this.say(h("span", { class: "bad" }, message));
      if (!this.play.session.game) this.play.load(gameLine(board, "safe", seed, 0));
    }
  }

  /** Ask for a dealt board; if the time is too short to find one, for a repaired one. */
  async find(wish, signal) {
    try {
      return await ask("generate", wish, { signal });
    } catch (error) {
      if (error.kind !== "work") throw error;
      return ask("generate", { ...wish, method: "repair" }, { signal });
    }
  }

  /** Let the engine end a search whose board nobody waits for any more. */
  stopSearch() {
    this.search.abort();
    this.search = new AbortController();
  }

  say(...words) { $("#new-game-state").replaceChildren(...words); }

  /** Show the board of a game in the form; its first click too, unless the mines were made for that. */
  show({ board, start, layout }, grade) {
    const { form } = this;
    this.stopSearch();
    this.say();
    const isKnown = [...form.preset.options].some((option) => option.value === board);
    form.preset.value = isKnown ? board : "custom";
    if (!isKnown) form.custom.value = board;
    if (!grade && !layout) form.start.value = start;
    this.offer();
  }
}
