// The clicks of the game under review: which solved nothing, and what would have been shorter. Asked when it is unfolded.

import { ask } from "../../asking/ask.js";
import { $, h, withCells } from "../../dom.js";
import { messageOf } from "../../errors.js";
import { store } from "../../history/store.js";
import { t } from "../../language.js";
import { moveName } from "../../names.js";
import { percent } from "../../percent.js";
import { clicksText, factList } from "../panel/cards.js";

export class ClicksCard {
  /** `review` has a board, and show(index) for a move. */
  constructor(review) {
    this.review = review;
    this.root = $("#review-clicks");
    this.game = this.asked = null;
    this.root.addEventListener("toggle", () => this.ask());
  }

  /** Another game is under review. */
  begin(game) {
    this.game = game;
    this.asked = null;
    this.ask();
  }

  async ask() {
    const { game } = this;
    if (!this.root.open || this.asked === game) return;
    this.asked = game;
    this.say(h("p", { class: "note" }, t("Reviewing …")));
    try {
      const found = await ask("review_clicks", { game, ...await wastedIn(game) });
      if (this.game === game) this.show(found);
    } catch (error) {
      const message = messageOf(error);
      if (this.game === game) this.say(h("p", { class: "bad" }, message));
    }
  }

  show({ clicks, solved_3bv: solved, moves }) {
    const { left, right, chord, wasted_left: lost, wasted_right: unflagged, wasted_chord: unchorded } = clicks;
    const { board } = this.review;
    const rows = moves.map((move) => [move, [isInVain(move) ? t("solved no 3BV") : "", move.text].filter(Boolean).join("; ")]).filter(([, text]) => text);
    const line = ([move, text]) => h("li", {},
      h("button", { type: "button", class: "quiet", onclick: () => this.review.show(move.number - 1) }, `${move.number} ${moveName(move.move)}`), " ", ...withCells(text, board));
    const facts = [
      [t("Clicks"), clicksText({ left, right, chord, wasted: lost + unflagged + unchorded })], ["3BV", solved, t("fewest left clicks that open the board")],
      [t("Efficiency"), percent(solved / (left + right + chord), 0), t("3BV by click")],
    ];
    this.say(factList(facts), h("ul", {}, ...rows.map(line)));
  }

  say(...parts) { $("div", this.root).replaceChildren(...parts); }
}

/** Whether a move that opened cells solved nothing; a flag may pay later. */
const isInVain = ({ move, solved_3bv: solved }) => solved < 1 && "oc".includes(move[0]);

/** The clicks that changed nothing: the line of a game does not have them, a game that was kept does. */
async function wastedIn(game) {
  const kept = (await store.all()).find((one) => one.game === game);
  const { left = 0, right = 0, chord = 0 } = kept?.wasted ?? {};
  return { wasted_left: left, wasted_right: right, wasted_chord: chord };
}
