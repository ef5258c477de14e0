// The view Play: a game is one line of text; every move sends the line and shows the response.

import { goTo, writeAddress } from "./address.js";
import { post } from "./api.js";
import { Board } from "./board.js";
import { $, $$, announce, ask, notify, toast } from "./dom.js";
import { firstMoves, gameLine, moveCell, moveText } from "./game-line.js";
import { AnalysisPanel } from "./analysis-panel.js";
import { percent } from "./percent.js";
import { Position, cellName } from "./position.js";
import { shareButtons } from "./share.js";
import { Watcher } from "./watch.js";

export class Play {
  constructor() {
    this.root = $("#play");
    this.undone = [];
    this.board = new Board($("#play-board"), "Minefield", {
      press: (index, button) => this.press(index, button),
      key: (event, index) => this.key(event, index),
      focus: (index) => this.panel.point(index),
      hover: (index) => index !== null && this.panel.point(index),
    });
    this.panel = new AnalysisPanel($("#play-analysis"), {
      changed: () => this.paint(),
      go: (row, column) => this.board.goTo(row, column),
    });
    this.watcher = new Watcher(this);
    this.wire();
  }

  wire() {
    const form = $("#new-game");
    form.addEventListener("submit", (event) => { event.preventDefault(); this.fresh(form); });
    form.preset.addEventListener("change", () => { $(".custom", form).hidden = form.preset.value !== "custom"; });
    $("#undo").addEventListener("click", () => this.undo());
    $("#redo").addEventListener("click", () => this.redo());
    $("#restart").addEventListener("click", () => this.load(this.start));
    $("#to-analyse").addEventListener("click", () => goTo("analyse", this.state.position));
    $("#to-review").addEventListener("click", () => goTo("review", this.state.game));
    $("#assist").addEventListener("change", () => this.assist());
    shareButtons($("#play-share"), {
      line: () => this.state.game,
      state: () => ({ position: this.state.position, heat: this.wants.heat }),
    });
    setInterval(() => this.tick(), 250);
  }

  get wants() {
    const on = Object.fromEntries($$("#assist input").map((input) => [input.name, input.checked]));
    const isShown = on.heat || on.certain || on.best;
    return { ...on, summary: on.heat, cell: isShown, start: this.state?.start };
  }

  /** The line of this game before its first move. */
  get start() { return firstMoves(this.state.game); }

  /** Begin a new game from the form; without a seed a new one is drawn. */
  fresh(form) {
    const board = form.preset.value === "custom" ? form.custom.value.trim() : form.preset.value;
    const seed = form.seed.value.trim() || String(crypto.getRandomValues(new Uint32Array(1))[0]);
    return this.load(gameLine(board, form.start.value, seed, 0));
  }

  /** Show a game from its line. */
  async load(line, { focus = false, clock = null } = {}) {
    this.watcher?.stop();
    this.undone = [];
    this.clock = null;
    this.board.cursor = 0;
    try {
      this.take(await post("play", { game: line }));
      this.showInForm();
      if (this.last !== null) this.board.reveal(this.last);
      if (clock > 0 && this.clock) this.clock.from = Date.now() - 1000 * clock;
      if (focus) this.board.go(this.board.cursor);
    } catch (error) {
      notify(`This game cannot be shown: ${error.message}.`);
      if (!this.state) await this.load("9x9/10 safe 1 0");
    }
  }

  /** Show the current board and start rule in the form; the seed stays free for the next game. */
  showInForm() {
    const form = $("#new-game");
    const { board, start } = this.state;
    const known = [...form.preset.options].some((option) => option.value === board);
    form.preset.value = known ? board : "custom";
    $(".custom", form).hidden = known;
    if (!known) form.custom.value = board;
    form.start.value = start;
  }

  /** Keep the state of the game, and show it. */
  take(state, said) {
    const before = this.state;
    this.state = state;
    this.position = Position.parse(state.position);
    const last = state.moves.at(-1);
    this.last = last ? this.position.index(...moveCell(last)) : null;
    if (state.moves.some((move) => move[0] === "o") && !this.clock) this.clock = { from: Date.now(), to: null };
    if (this.clock) this.clock.to = state.status === "playing" ? null : (this.clock.to ?? Date.now());
    if (!this.root.hidden) writeAddress("play", state.game, { clock: this.seconds || null });
    this.tick();
    this.looking = this.panel.update(this.position, this.wants, state.analysis);
    this.paint();
    const news = said ?? this.describeChange(before);
    if (news) announce(news);
  }

  /** What has happened, for screen readers. */
  describeChange(before) {
    const { status, moves } = this.state;
    if (status === "won") return "Won. All safe cells are open.";
    if (status === "lost") return "Lost. A mine was opened.";
    if (!before || moves.length <= before.moves.length || this.last === null) return "";
    const opened = before.safe_left - this.state.safe_left;
    const face = this.position.faces[this.last];
    const [row, column] = this.position.cell(this.last);
    const what = { F: "flagged", Q: "questioned", _: "unmarked" }[face] ?? `shows ${face}`;
    return `row ${row}, column ${column} ${what}${opened > 1 ? `, ${opened} cells opened` : ""}`;
  }

  /** The view is shown again, with the game that it had. */
  returned() {
    writeAddress("play", this.state.game, { clock: this.seconds || null });
    this.paint();
  }

  paint() {
    if (!this.state) return;
    const { status, mines } = this.state;
    const over = { ...this.panel.overlay(), last: this.last };
    if (mines) {
      const all = this.position.indices(mines);
      over.shown = new Set([...all].filter((index) => this.position.faces[index] === "_"));
      over.wrong = new Set([...this.position.faces].flatMap((face, index) => (face === "F" && !all.has(index) ? [index] : [])));
    }
    this.board.show(this.position, over);
    this.root.dataset.status = status;
    $("#mines-left").textContent = this.state.mines_left;
    $("#play-state").textContent = {
      won: "You won", lost: "A mine. Undo, or look around",
      playing: this.state.moves.length ? `${this.state.safe_left} cells to open` : "Open any cell to begin",
    }[status];
    $("#undo").disabled = !this.state.moves.length;
    $("#redo").disabled = !this.undone.length;
    $("#to-review").hidden = !this.state.moves.some((move) => move[0] === "o");
  }

  get seconds() {
    const { clock } = this;
    return clock ? Math.floor(((clock.to ?? Date.now()) - clock.from) / 1000) : 0;
  }

  tick() { $("#clock").textContent = this.seconds; }

  press(index, button) {
    const mode = $("input[name=mode]:checked").value;
    if (button === 1) this.move("chord", index);
    else if (button === 2) this.mark(index, mode === "flag" ? "open" : "flag");
    else if (mode === "open" || this.position.isNumber(index)) this.open(index);
    else this.mark(index, mode);
  }

  key(event, index) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      Enter: () => this.open(index), " ": () => this.open(index),
      f: () => this.mark(index, "flag"), q: () => this.mark(index, "question"), "?": () => this.mark(index, "question"),
      c: () => this.move("chord", index), u: () => this.undo(), w: () => this.panel.why(index), h: () => this.panel.hint(),
      b: () => this.panel.advice && this.board.goTo(...this.panel.advice.cell),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Open a covered cell, or chord on a number. */
  async open(index) {
    const face = this.position.faces[index];
    if (this.position.isNumber(index)) { if (face !== "0") await this.move("chord", index); return; }
    if (face === "F" || face === "X") return;
    if (this.wants.warn && !(await this.isConfirmed(index))) return;
    await this.move("open", index);
  }

  /** Put a mark on a covered cell, or remove the same mark. */
  mark(index, what) {
    if (!this.position.isCovered(index)) return null;
    if (what === "open") return this.open(index);
    const same = this.position.faces[index] === { flag: "F", question: "Q" }[what];
    return this.move(same ? "unmark" : what, index);
  }

  async move(kind, index) {
    if (this.state.status !== "playing") { announce("The game is over. Undo, or begin a new one."); return; }
    await this.make(moveText(kind, this.position.cell(index)));
  }

  async make(move) {
    try {
      const { wants } = this;
      const state = await post("play", {
        game: `${this.state.game} ${move}`, certain: wants.auto && "oc".includes(move[0]), analyse: AnalysisPanel.needsAnalysis(wants),
      });
      this.undone = [];
      this.take(state);
    } catch (error) {
      if (error.status === 422) announce(error.message); // a move that the rules do not allow
      else toast(error.message, "bad");
    }
  }

  /** Ask whether the player really wants a move that is not the best; return true if so. */
  async isConfirmed(index) {
    await this.looking;
    const { advice, analysis } = this.panel;
    if (this.state.status !== "playing" || !advice || !analysis || !this.state.moves.length) return true;
    const chance = analysis.chances.flat()[index];
    const isBest = advice.is_guess ? this.position.index(...advice.cell) === index : chance === 0;
    if (isBest) return true;
    const best = `${cellName(advice.cell)} is ${advice.is_guess ? "the best guess" : "certainly safe"}`;
    return ask("Not the best move", `This cell is a mine in ${percent(chance)} of all layouts; ${best}.`, "Open it anyway", "Keep looking");
  }

  async undo() {
    const { moves } = this.state;
    if (!moves.length) return;
    this.undone.push(moves.at(-1));
    await this.replay(moves.slice(0, -1), "Undone");
  }

  async redo() {
    if (this.undone.length) await this.replay([...this.state.moves, this.undone.pop()], "Redone");
  }

  async replay(moves, said) {
    this.take(await post("play", { game: [this.start, ...moves].join(" ") }), said);
  }

  async assist() {
    await this.panel.update(this.position, this.wants);
    if (this.wants.auto && this.state.status === "playing" && this.state.moves.length) {
      this.take(await post("play", { game: this.state.game, certain: true }));
    }
  }
}
