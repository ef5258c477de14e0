// The view Games: the games that this browser keeps, what was reached, and luck against skill.

import { $, ask as askPlayer, h, toast } from "./dom.js";
import { gamesText, parseGames } from "./history/record.js";
import { store } from "./history/store.js";
import { summarize } from "./history/summary.js";
import { goTo } from "./address.js";
import { percent, percentFigure } from "./percent.js";
import { plot } from "./plot.js";
import { ask } from "./questions.js";
import { saveText } from "./share.js";

const SHOWN = 100; // games in the list
const STARTS = { open: "opens a space", safe: "is safe", raw: "may be a mine" };
const BOARDS = { "9x9/10": "Beginner", "16x16/40": "Intermediate", "16x30/99": "Expert" };

export class Games {
  constructor() {
    this.root = $("#games");
    this.round = 0;
    $("#games-export").addEventListener("click", () => this.save());
    $("#games-import").addEventListener("change", (event) => this.read(event.target));
    $("#games-delete").addEventListener("click", () => this.clear());
    $("#games-judge").addEventListener("click", () => this.judge());
  }

  async load() { await this.show(); }
  async returned() { await this.show(); }

  async show() {
    this.round += 1;
    this.games = await store.all();
    const isKept = await store.isKept();
    this.say(isKept ? countText(this.games) : "This browser keeps no games here, perhaps because the window is private.");
    for (const id of ["games-export", "games-delete", "games-judge"]) $(`#${id}`).disabled = !this.games.length;
    this.listKinds();
    this.list();
    this.draw();
  }

  say(text) { $("#games-state").textContent = text; }

  /** One row for each kind of board; the interval of the win rate comes from the engine. */
  async listKinds() {
    const { round } = this;
    const kinds = summarize(this.games);
    const cells = kinds.map(() => h("td", {}, "…"));
    const rows = kinds.map((kind, at) => h("tr", {}, h("th", { scope: "row" }, kindName(kind)), cell(kind.played), cell(kind.won), cells[at],
      cell(kind.best === null ? "–" : `${kind.best.toFixed(2)} s`), cell(kind.now), cell(kind.longest)));
    table("#games-kinds", ["board", "played", "won", "win rate", "best time", "streak", "longest"], rows);
    if (!kinds.length) return;
    const rates = await this.rates(kinds);
    if (round === this.round) cells.forEach((place, at) => { place.textContent = rates[at]; });
  }

  async rates(kinds) {
    try {
      const { rates } = await ask("rates", { tallies: kinds.map(({ won, played }) => [won, played]) });
      return rates.map(({ value, low, high }) => `${percent(value)} (${percentFigure(low)} to ${percentFigure(high)})`);
    } catch {
      return kinds.map(({ won, played }) => `${won} of ${played}`); // no interval without the engine
    }
  }

  list() {
    const rows = this.games.slice(-SHOWN).reverse().map((game) => h("tr", {},
      h("th", { scope: "row" }, new Date(game.began).toLocaleString([], { dateStyle: "short", timeStyle: "short" })),
      cell(kindName({ ...game, noGuess: game.grade })), cell(game.status), cell(`${game.seconds.toFixed(1)} s`),
      cell(figure(game.figures?.bbbv_per_second, 2)), cell(game.figures?.guesses ?? "–"),
      cell(points(game.review?.skill)), cell(points(game.review?.luck)), cell(game.help.join(", ") || "none"),
      h("td", {}, this.button(game))));
    table("#games-list", ["when", "board", "result", "time", "3BV/s", "guesses", "skill", "luck", "help", ""], rows);
  }

  button(game) {
    const isOpen = game.status === "playing";
    return h("button", { type: "button", onclick: () => goTo(isOpen ? "play" : "review", game.game) }, isOpen ? "Resume" : "Review");
  }

  /** Luck and skill of every judged game in turn, in points of the chance to win. */
  draw() {
    const judged = this.games.filter(({ review }) => review && review.skill !== null);
    if (judged.length < 2) { $("#games-plot").replaceChildren(); return; }
    const series = [["skill", "var(--s1)"], ["luck", "var(--s2)"]].map(([name, colour]) => ({
      name, colour, points: judged.map(({ review }, x) => ({ x, y: review[name] })),
    }));
    const label = `Skill and luck of ${judged.length} games`;
    $("#games-plot").replaceChildren(plot(series, { xLabel: "games", most: judged.length - 1, label, low: -1, high: 1, width: $("#games-plot").parentElement.clientWidth }));
  }

  /** Let the engine review the games that it has not judged yet, one after the other, the newest first. */
  async judge() {
    const { round } = this;
    const waiting = this.games.filter(({ status, review }) => status !== "playing" && !review).reverse();
    for (const [at, game] of waiting.entries()) {
      if (round !== this.round || this.root.hidden) return;
      this.say(`Judging game ${at + 1} of ${waiting.length} …`);
      try {
        const { skill, luck, accuracy } = await ask("review", { game: game.game });
        await store.put({ ...game, review: { skill, luck, accuracy } });
      } catch (error) {
        this.say(error.message);
        if (error.isDown) return;
      }
    }
    if (round === this.round) await this.show();
  }

  save() { saveText("sapper-games.json", gamesText(this.games)); }

  async read(input) {
    const [file] = input.files;
    if (!file) return;
    try {
      const games = parseGames(await file.text());
      const known = new Set(this.games.map(({ id }) => id));
      await store.put(...games);
      await this.show();
      const added = games.filter(({ id }) => !known.has(id)).length;
      toast(`${added} games added, ${games.length - added} were there before.`);
    } catch (error) {
      toast(error.message, "bad");
    }
    input.value = "";
  }

  async clear() {
    const isSure = await askPlayer("Delete all games?", `${countText(this.games)} They cannot be brought back unless you exported them.`, "Delete all", "Keep them");
    if (!isSure) return;
    await store.clear();
    await this.show();
  }
}

function countText(games) {
  return games.length ? `${games.length} ${games.length === 1 ? "game is" : "games are"} kept in this browser.` : "No games yet: they appear here when you play.";
}

function kindName({ board, start, noGuess }) {
  return `${BOARDS[board] ?? board}, ${noGuess ? "no guess" : `first click ${STARTS[start]}`}`;
}

const cell = (value) => h("td", {}, String(value));
const figure = (value, digits) => (value == null ? "–" : value.toFixed(digits));
const points = (value) => (value == null ? "–" : `${value > 0 ? "+" : ""}${(100 * value).toFixed(1)}`);

function table(selector, heads, rows) {
  const head = h("tr", {}, ...heads.map((text) => h("th", { scope: "col" }, text)));
  $(selector).replaceChildren(...(rows.length ? [h("thead", {}, head), h("tbody", {}, ...rows)] : []));
}
