// The view Games: the games that this browser keeps, what was reached, and luck against skill.

import { examples } from "../../examples.js";
import { $, ask as askPlayer, h, onFile, tableParts, toast } from "../../dom.js";
import { messageOf, throwUnexpected } from "../../errors.js";
import { missedIn } from "../../history/mistakes.js";
import { gamesText, parseGames } from "../../history/record.js";
import { store } from "../../history/store.js";
import { summarize } from "../../history/summary.js";
import { goTo } from "../../address.js";
import { locale, t, tn } from "../../language.js";
import { helpName, statusName } from "../../names.js";
import { figure, points, shareText } from "../../percent.js";
import { ask } from "../../asking/ask.js";
import { saveText } from "../panel/share.js";

const SHOWN = 100; // games in the list
const STARTS = { open: t("opens a space"), safe: t("is safe"), raw: t("may be a mine") };
const BOARDS = { "9x9/10": t("Beginner"), "16x16/40": t("Intermediate"), "16x30/99": t("Expert") };

export class Games {
  constructor() {
    this.root = $("#games");
    this.round = 0;
    $("#games-export").addEventListener("click", () => this.save());
    onFile($("#games-import"), (file) => this.read(file));
    $("#games-delete").addEventListener("click", () => this.clear());
    $("#games-judge").addEventListener("click", () => this.judge());
    $("#games-practise").addEventListener("click", () => goTo("learn", "practise"));
  }

  async load() { await this.show(); }
  async returned() { await this.show(); }

  async show() {
    this.round += 1;
    await store.saving;
    this.games = await store.all();
    const isKept = await store.isKept();
    this.say(isKept ? countText(this.games) : t("This browser keeps no games here, perhaps because the window is private."));
    for (const id of ["games-export", "games-delete", "games-judge", "games-practise"]) $(`#${id}`).disabled = !this.games.length;
    this.listKinds();
    this.list(this.games);
    const { round } = this;
    const found = this.games.length ? null : await examples();
    if (!found || round !== this.round) return;
    this.list(found.games);
    $("#games-list").prepend(h("caption", {}, t("An example: two games of players, judged")));
  }

  say(text) { $("#games-state").textContent = text; }

  /** One row for each kind of board; the interval of the win rate comes from the engine. */
  async listKinds() {
    const { round } = this;
    const kinds = summarize(this.games);
    const cells = kinds.map(() => h("span", {}, "…"));
    const rows = kinds.map((kind, at) => [kindName(kind), kind.played, kind.won, cells[at], secondsText(kind.best, 2), kind.now, kind.longest]);
    $("#games-kinds").replaceChildren(...tableParts([t("board"), t("played"), t("won"), t("win rate"), t("best time"), t("streak"), t("longest")], rows));
    if (!kinds.length) return;
    const rates = await this.rates(kinds);
    if (round === this.round) cells.forEach((place, at) => { place.textContent = rates[at]; });
  }

  async rates(kinds) {
    try {
      const { rates } = await ask("rates", { tallies: kinds.map(({ won, played }) => [won, played]) });
      return rates.map(({ value, low, high }) => shareText(value, low, high));
    } catch (error) {
      throwUnexpected(error);
      return kinds.map(({ won, played }) => t("{done} of {all}", { done: won, all: played })); // no interval without the engine
    }
  }

  list(games) {
    const rows = games.slice(-SHOWN).reverse().map((game) => [
      game.began === null ? "–" : new Date(game.began).toLocaleString(locale, { dateStyle: "short", timeStyle: "short" }),
      kindName({ ...game, noGuess: game.grade }), statusName(game.status), secondsText(game.seconds, 1),
      figure(game.figures?.bbbv_per_second, 2), game.figures?.guesses ?? "–",
      points(game.review?.skill), points(game.review?.luck), game.help.map(helpName).join(", ") || t("none"), this.button(game)]);
    $("#games-list").replaceChildren(...tableParts([t("when"), t("board"), t("result"), t("time"), "3BV/s", t("guesses"), t("skill"), t("luck"), t("help"), ""], rows));
  }

  button(game) {
    const isOpen = game.status === "playing";
    return h("button", { type: "button", onclick: () => goTo(isOpen ? "play" : "review", game.game) }, isOpen ? t("Resume") : t("Review"));
  }

  /** Let the engine review the games that it has not judged yet, one after the other, the newest first. */
  async judge() {
    const { round } = this;
    const waiting = this.games.filter(({ status, review }) => status !== "playing" && !review).reverse();
    let problem = "";
    for (const [at, game] of waiting.entries()) {
      if (round !== this.round || this.root.hidden) return;
      this.say(t("Judging game {number} of {all} …", { number: at + 1, all: waiting.length }));
      try {
        const review = await ask("review", { game: game.game });
        const { skill, luck, accuracy } = review;
        await store.put({ ...game, review: { skill, luck, accuracy, missed: missedIn(review) } });
      } catch (error) {
        problem = messageOf(error);
        this.say(problem);
        if (error.isDown) return;
      }
    }
    if (round !== this.round) return;
    await this.show();
    if (problem) this.say(problem);
  }

  save() { saveText("sapper-games.json", gamesText(this.games)); }

  async read(file) {
    try {
      const games = parseGames(await file.text());
      const known = new Set(this.games.map(({ id }) => id));
      await store.put(...games);
      await this.show();
      const added = games.filter(({ id }) => !known.has(id)).length;
      toast(addedText(added, games.length - added));
    } catch (error) {
      toast(messageOf(error), "bad");
    }
  }

  async clear() {
    const isSure = await askPlayer(t("Delete all games?"), [countText(this.games), t("They cannot be brought back unless you exported them.")].join(" "), t("Delete all"), t("Keep them"));
    if (!isSure) return;
    await store.clear();
    await this.show();
  }
}

function countText(games) {
  return games.length ? tn("{count} game is kept in this browser.", "{count} games are kept in this browser.", games.length) : t("No games yet: they appear here when you play.");
}

function addedText(added, known) {
  const sentence = tn("{count} game added.", "{count} games added.", added);
  return known ? [sentence, tn("{count} was there before.", "{count} were there before.", known)].join(" ") : sentence;
}

function kindName({ board, start, noGuess }) {
  const name = BOARDS[board] ?? board;
  if (start === "guess") return t("{board}, guess mode", { board: name });
  return noGuess ? t("{board}, no guess", { board: name }) : t("{board}, first click {rule}", { board: name, rule: STARTS[start] });
}

const secondsText = (seconds, decimals) => (seconds === null ? "–" : t("{number} s", { number: figure(seconds, decimals) }));
