// The view Learn: the five papers' algorithms at work on a board, step by step, or two side by side.

import { goTo, writeAddress } from "../../address.js";
import { ask } from "../../asking/ask.js";
import { Board } from "../../board/board.js";
import { $, $$, announce, h, notify, toast } from "../../dom.js";
import { messageOf } from "../../errors.js";
import { ownMistakes } from "../../history/mistakes.js";
import { t, tn } from "../../language.js";
import { Position } from "../../model/position.js";
import { techniqueName } from "../../names.js";
import { figure } from "../../percent.js";
import { saveText } from "../panel/share.js";
import { Autoplay } from "../autoplay.js";
import { Exercise } from "./exercise.js";
import { Experiment } from "./experiment.js";
import { structuresOf } from "./structures.js";

const WIDE = matchMedia("(min-width: 981px)");
const OWN = "watch";
const PRACTISE = "practise";
const PAUSE = 900; // milliseconds that a step stays
const COVERED_PLAYERS = ["greedy", "hybrid", "hybrid-global", "probability", "probability-frontier", "probability-naive", "backtracking", "bfs"];
const LAYOUT_PLAYERS = ["brute-force", "backtracking"];
const OWN_BOARD = { name: "", position: "3x3/2:01_/12_/___", player: "hybrid", tree: false };

export class Learn {
  constructor() {
    this.root = $("#learn");
    this.tracks = [];
    this.lessons = this.lesson = this.shown = this.position = null;
    this.index = this.at = this.number = 0;
    this.board = new Board($("#learn-board"), t("Board of the lesson"), {
      press: (index) => this.exercise.position && this.choose(index),
      key: (event, index) => event.key === "Enter" && this.exercise.position && this.choose(index),
    });
    this.exercise = new Exercise({ shows: () => this.paint(), board: this.board });
    this.experiment = new Experiment();
    this.autoplay = new Autoplay($("#learn-run-steps"), PAUSE, () => this.go(this.at + 1) && this.at < this.last, () => { if (this.at >= this.last) this.go(0); });
    this.wire();
  }

  wire() {
    const steps = { first: () => this.go(0), back: () => this.go(this.at - 1), next: () => this.go(this.at + 1), decision: () => this.decide() };
    for (const button of $$("[data-step]", this.root)) button.addEventListener("click", () => { this.autoplay.stop(); steps[button.dataset.step](); });
    $("#learn-player").addEventListener("change", (event) => this.change({ player: event.target.value, tree: false }));
    $("#learn-against").addEventListener("change", (event) => this.change({ against: event.target.value }));
    $("#learn-shown").addEventListener("click", () => goTo("learn", this.lesson.key, { example: this.lesson.shown || null }));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  async first() { await this.load("", {}); }

  returned() {
    this.remember();
    this.paint();
  }

  /** Show the lesson of an address, or a position to watch.
   * @param {string} text @param {any} options */
  async load(text, options) {
    this.autoplay.stop();
    this.exercise.end();
    try {
      this.lessons ??= (await ask("lessons")).lessons;
    } catch (error) {
      notify(messageOf(error));
      return;
    }
    const key = text || this.lessons[0].key;
    this.lesson = this.lessons.find((lesson) => lesson.key === key) ?? ([OWN, PRACTISE].includes(key) ? null : this.lessons[0]);
    if (text && this.lesson && this.lesson.key !== key) notify(t("There is no lesson “{name}”; this is the first one.", { name: text.slice(0, 20) }));
    const index = +options.example || 0;
    const example = this.lesson ? this.lesson.examples[index] ?? this.lesson.examples[0] : OWN_BOARD;
    this.index = this.lesson ? this.lesson.examples.indexOf(example) : 0;
    const isSame = !options.position && !options.player;
    this.shown = { position: options.position ?? example.position, player: options.player ?? example.player, against: options.against ?? "", tree: isSame && example.tree };
    this.exercise.own = key === PRACTISE ? await ownMistakes() : null;
    this.describe();
    await this.watch(+options.step || 0);
    if (!this.exercise.own?.length) return;
    $("#learn-try").open = true;
    await this.exercise.begin();
  }

  /** What is in the address: only what is not the lesson's own. */
  remember() {
    if (this.root.hidden || !this.shown) return;
    const example = this.lesson?.examples[this.index] ?? { ...OWN_BOARD, position: "", player: "" };
    const { position, player, against, tree } = this.shown;
    if (this.exercise.own) { writeAddress("learn", PRACTISE); return; }
    const isOther = position !== example.position || player !== example.player || tree !== example.tree;
    writeAddress("learn", this.lesson?.key ?? OWN, {
      example: this.index || null, position: isOther && position !== example.position ? position : null, player: isOther ? player : null, against, step: this.at || null,
    });
  }

  change(more) {
    this.exercise.end();
    this.shown = { ...this.shown, ...more };
    this.watch(0);
  }

  /** The words of the lesson. */
  describe() {
    const { lesson, exercise: { own } } = this;
    const link = (key, name, isCurrent) => h("li", {}, h("a", { class: "button", href: `#learn:${key}`, "aria-current": isCurrent ? "page" : null }, name));
    $("#learn-lessons").replaceChildren(...this.lessons.map((one) => link(one.key, one.paper, one === lesson)), link(OWN, t("Your own board"), !lesson && !own), link(PRACTISE, t("Your mistakes"), Boolean(own)));
    $("#learn-title").textContent = lesson?.title ?? (own ? t("Practise your mistakes") : t("Watch an algorithm on your own board"));
    const mistakes = own && (own.length ? tn("{count} guess of your judged games where a cell was certain.", "{count} guesses of your judged games where a cell was certain; those that cost most come first.", own.length) : t("There are none: press “Judge luck and skill” in Games first."));
    $("#learn-idea").textContent = lesson?.idea ?? mistakes ?? t("Any position of Analyse or Play can be watched: press “Watch an algorithm here” there, then choose an algorithm, or two side by side.");
    const examples = lesson?.examples ?? [];
    $("#learn-examples").replaceChildren(...examples.map(({ name }, index) => h("button", {
      type: "button", "aria-pressed": String(index === this.index), onclick: () => goTo("learn", lesson.key, { example: index || null }),
    }, name)));
    $("#learn-try").hidden = !lesson && !own?.length;
    $("#learn-paper").hidden = !lesson;
    if (!lesson) return;
    this.exercise.technique = lesson.technique;
    $("#learn-technique").textContent = t("Find a cell that is certain. It needs this technique: {name}.", { name: techniqueName(lesson.technique.replace("-", " ")) });
    $("#learn-citation").textContent = lesson.citation;
    $("#learn-mistakes").textContent = lesson.mistakes;
    this.experiment.show(lesson);
  }

  /** Ask for the traces of what is shown, and show a step. */
  async watch(step) {
    const number = (this.number += 1);
    const { position, player, against, tree } = this.shown;
    try {
      this.position = Position.parse(position);
      this.board.turn = this.position.columns > 8 ? null : false; // a paper's example stays as it is printed
      this.offerPlayers();
      const asked = [player, ...(against ? [against] : [])].map((name) => ask("trace", { position, player: name, film: true, tree: tree && name === "backtracking" }));
      const traces = await Promise.all(asked);
      if (number !== this.number) return;
      this.tracks = traces.map((trace) => ({ ...trace, name: trace.player }));
    } catch (error) {
      const reason = messageOf(error);
      if (number !== this.number) return;
      this.tracks = [];
      notify(t("This cannot be watched: {reason}.", { reason }));
      return;
    }
    this.root.classList.toggle("pair", this.tracks.length > 1);
    this.code();
    this.go(step);
  }

  offerPlayers() {
    const players = [...new Set([...(this.position.hasCovered ? COVERED_PLAYERS : LAYOUT_PLAYERS), this.shown.player])];
    const option = (name, text = name) => h("option", { value: name, translate: "no" }, text);
    $("#learn-player").replaceChildren(...players.map((name) => option(name)));
    $("#learn-against").replaceChildren(option("", t("none")), ...players.map((name) => option(name)));
    [$("#learn-player").value, $("#learn-against").value] = [this.shown.player, this.shown.against];
  }

  get last() { return Math.max(0, ...this.tracks.map(({ film }) => film.frames.length - 1)); }

  /** Go to a step; returns whether there is one. */
  go(step) {
    this.at = Math.max(0, Math.min(this.last, step));
    if (this.exercise.position) this.exercise.end();
    this.remember();
    this.paint();
    announce(this.tracks[0]?.film.frames[this.at]?.text ?? "");
    return this.at === step;
  }

  /** Go to the end of this decision; from there, once its flag is set, to the next. */
  decide() {
    const { decision } = this.tracks[0] ?? {};
    if (this.at < this.last) { this.go(this.last); return; }
    const [, kind, row, column] = /^(\w)(\d+),(\d+)$/.exec(decision?.move ?? "") ?? [];
    if (kind === "f") this.change({ position: this.position.withFaces([this.position.index(+row, +column)], "F").line, tree: false });
    else toast(decision ? t("What the cell shows is not known here: play it in Play to go on.") : t("There is no further decision."));
  }

  code() {
    const lines = this.tracks[0].film.code;
    $("#learn-code-card").hidden = !lines.length;
    $("#learn-code").replaceChildren(...lines.map(({ key, text }) => h("li", { "data-line": key }, text)));
  }

  choose(index) {
    this.exercise.choose(index);
    this.paint();
  }

  /** Show the board, the sentences and the structures of this step. */
  paint() {
    this.root.classList.toggle("exercising", Boolean(this.exercise.position));
    if (this.exercise.position) { this.board.show(this.exercise.position, this.exercise.over); return; }
    if (!this.tracks.length) return;
    const frames = this.tracks.map(({ film }) => film.frames[Math.min(this.at, film.frames.length - 1)]);
    this.board.show(this.position, this.over(frames));
    for (const line of $$("[data-line]", this.root)) {
      if (line.dataset.line === frames[0]?.line) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    }
    $("#learn-tracks").replaceChildren(...this.tracks.map((track, index) => this.track(track, frames[index])));
    for (const part of $$(".structure", this.root)) part.follow?.();
    if (!WIDE.matches) return; // on a phone the page would jump
    for (const row of $$("#learn-tracks .now")) row.scrollIntoView({ block: "nearest" });
  }

  /** What lights on the board: the first algorithm's cells, and the second one's dashed. */
  over(frames) {
    const [frame, second] = frames;
    if (!frame) return {};
    const { position } = this;
    const roles = new Map([...(second?.numbers ?? []).map((cell) => [position.index(...cell), "beside"]), ...frame.numbers.map((cell) => [position.index(...cell), "looked"])]);
    for (const cell of frame.mines) if (!position.isCovered(position.index(...cell))) roles.set(position.index(...cell), "tried");
    const chances = this.tracks[0].steps.slice(0, frame.step + 1).findLast((step) => step.kind === "chances");
    const over = { roles, safe: position.indices(frame.safe), mines: position.indices(frame.mines), clash: position.indices(frame.violated) };
    if (!chances || frame.line === "memo") return over;
    const all = [];
    chances.cells.forEach((cell, index) => { all[position.index(...cell)] = chances.mine_ways[index] / chances.ways[index]; });
    return { ...over, chances: all };
  }

  /** One algorithm: its sentence, its counters and its structures. */
  track(track, frame) {
    const { film, decision } = track;
    const at = Math.min(this.at, film.frames.length - 1);
    const isDone = at === film.frames.length - 1;
    const seen = film.frames.slice(0, at + 1);
    const nodes = seen.filter((one) => one.node !== null || one.line === "try" || one.line === "fits").length;
    const facts = [
      [t("step"), t("{at} of {all}", { at: at + 1, all: film.frames.length })], [t("nodes"), nodes], [t("ms in all"), figure(track.milliseconds, 1)],
      [t("opens"), isDone && decision?.move[0] === "o" ? 1 : 0], [t("guesses"), isDone && decision?.is_guess ? 1 : 0],
    ];
    const parts = frame ? structuresOf(track, frame, this.position) : [];
    const pictures = parts.some((part) => part.querySelector(".tree"));
    return h("section", { class: "card watched", "aria-label": track.name },
      h("h2", { translate: "no" }, track.name),
      h("p", { class: "said" }, frame?.text ?? t("There is no step.")),
      h("dl", { class: "facts" }, ...facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
      film.left_out ? h("p", { class: "note" }, t("Only the first {count} steps are shown; {left} more are left out.", { count: film.frames.length, left: film.left_out })) : null,
      ...parts,
      pictures ? h("button", { type: "button", onclick: (event) => saveTree(event.target) }, t("Save the tree as SVG")) : null);
  }

  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (this.root.hidden || event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, [role=grid], .scroll")) return;
    const act = { ArrowLeft: () => this.go(this.at - 1), ArrowRight: () => this.go(this.at + 1), Home: () => this.go(0), End: () => this.go(this.last), d: () => this.decide() }[event.key];
    if (!act) return;
    event.preventDefault();
    this.autoplay.stop();
    act();
  }
}

function saveTree(button) {
  const picture = button.closest(".watched").querySelector(".tree");
  saveText("tree.svg", new XMLSerializer().serializeToString(picture), "image/svg+xml");
}
