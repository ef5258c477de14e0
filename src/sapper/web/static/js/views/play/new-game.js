// The form for a new game: board, first click, seed, whether it may need a guess; and the board of the day.

import { $, h, toast } from "../../dom.js";
import { messageOf } from "../../errors.js";
import { layoutOfCells } from "../../model/layout.js";
import { GameLine, gameLine } from "../../model/game-line.js";
import { locale, t } from "../../language.js";
import { Position } from "../../model/position.js";
import { ask } from "../../asking/ask.js";
import { rememberInput } from "../../settings.js";

const REMEMBERED = ["preset", "rows", "columns", "mines", "start", "grade"];
const TODAY = "today "; // before the boards of the day

/** The grade of a board that needs no guess, where it was not asked for and is not known. */
export const ANY_GRADE = "any";

const GUESS_MODE = "guess"; // no grade: any board, on which a guess never kills

/** A seed that nobody chose. */
export function randomSeed() { return String(crypto.getRandomValues(new Uint32Array(1))[0]); }

/** The day as digits: the seed of its boards. */
function dayNumber(now = new Date()) {
  return String(10_000 * now.getFullYear() + 100 * (now.getMonth() + 1) + now.getDate());
}

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
    const isToday = form.preset.value.startsWith(TODAY);
    for (const name of ["grade", "seed"]) form[name].disabled = isToday;
    form.start.disabled = isToday || !["", GUESS_MODE].includes(form.grade.value);
  }

  /** The board that the form describes. */
  get board() {
    const { preset, rows, columns, mines } = this.form;
    return preset.value === "custom" ? `${+rows.value}x${+columns.value}/${+mines.value}` : preset.value;
  }

  /** Begin a new game; without a seed a new one is drawn. */
  async begin() {
    const { form, board } = this;
    const [, today] = form.preset.value.split(TODAY);
    const seed = form.seed.value.trim() || randomSeed();
    this.stopSearch();
    if (today) await this.beginWithoutGuess({ board: today, seed: dayNumber() }, { isToday: true });
    else if (form.grade.value === "") this.play.load(gameLine(board, form.start.value, seed, 0));
    else if (form.grade.value === GUESS_MODE) this.play.load(gameLine(board, form.start.value, seed, 0, seed));
    else await this.beginWithoutGuess({ board, seed, ...(form.grade.value === ANY_GRADE ? {} : { grade: form.grade.value }) });
    if (today && this.play.session.game) this.form.preset.value = TODAY + today;
    this.offer();
  }

  /** Let the engine search for a board that needs no guess; the game before goes on meanwhile. */
  async beginWithoutGuess(wish, { isToday = false } = {}) {
    const { epoch } = this.play.session;
    const { signal } = this.search;
    const isStale = () => signal.aborted || this.play.session.epoch !== epoch;
    this.say(h("span", {}, t("Searching for a board without guess …")));
    try {
      const puzzle = await ask("generate", wish, { signal });
      if (isStale()) return;
      this.say();
      const { rows, columns, mines, shape } = GameLine.parse(puzzle.game);
      const layout = layoutOfCells(puzzle.mines, Position.hidden(rows, columns, mines, shape));
      this.play.load(puzzle.game, { layout, dealt: { grade: puzzle.grade ?? ANY_GRADE } });
      if (isToday) toast(t("The board of {date}: the same for everybody, and no guess is needed.", { date: new Date().toLocaleDateString(locale) }));
    } catch (error) {
      const message = messageOf(error);
      if (isStale()) return;
      this.say(h("span", { class: "bad" }, message));
      if (!this.play.session.game) this.play.load(gameLine(wish.board, "safe", wish.seed, 0));
    }
  }

  /** Let the engine end a search whose board nobody waits for any more. */
  stopSearch() {
    this.search.abort();
    this.search = new AbortController();
  }

  say(...words) { $("#new-game-state").replaceChildren(...words); }

  /** Show the board of a game in the form; its first click too, unless the mines were made for that. */
  show({ start, layout, rows, columns, mines, guess }, grade) {
    const { form } = this;
    this.stopSearch();
    this.say();
    const size = `${rows}x${columns}/${mines}`;
    const isKnown = [...form.preset.options].some((option) => option.value === size);
    form.preset.value = isKnown ? size : "custom";
    if (!isKnown) [form.rows.value, form.columns.value, form.mines.value] = [rows, columns, mines];
    if (!grade && !layout) form.start.value = start;
    if ((form.grade.value === GUESS_MODE) !== (guess !== null)) form.grade.value = guess === null ? "" : GUESS_MODE;
    this.offer();
  }
}
