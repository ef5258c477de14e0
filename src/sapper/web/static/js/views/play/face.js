// What the view Play shows of a game: the board, the meters, the buttons, news for screen readers.

import { $ } from "../../dom.js";
import { t, tn } from "../../language.js";
import { asking } from "../../asking/ask.js";

const MARK_NEWS = {
  F: (cell) => t("row {row}, column {column} flagged", cell),
  Q: (cell) => t("row {row}, column {column} questioned", cell),
  _: (cell) => t("row {row}, column {column} unmarked", cell),
};

export class PlayFace {
  constructor(play) {
    this.play = play;
    setInterval(() => this.tick(), 100);
  }

  paint() {
    const { session, board, help, study, wants, root } = this.play;
    const { game, position } = session;
    if (!game) return;
    const over = { ...help.overlay(position), ...(wants.heat && study.position === position ? study.heat() : {}), waiting: session.waitingCells, from: game.last?.index };
    if (game.isOver) Object.assign(over, mines(game), { last: game.last?.index ?? null });
    board.show(position, over);
    root.dataset.status = game.status;
    put("#mines-left", game.minesLeft);
    if (this.told !== position || session.isWaiting) this.tell("");
    $("#undo").disabled = !session.canUndo;
    $("#redo").disabled = !game.undone.length;
    $("#to-review").hidden = !game.hasOpened;
    this.tick();
  }

  /** Say the chance of the cell that is pointed at, or how the game stands. */
  tell(text) {
    const { position, game: { line, isOver } } = this.play.session;
    this.told = text ? position : null; // stays until the mouse or the game goes on
    put("#play-state", text || (isOver || line.guess === null ? this.state() : t("Guess mode. {state}", { state: this.state() })));
  }

  state() {
    const { session: { game, isWaiting } } = this.play;
    if (isWaiting) return asking.isUp ? t("Dealing the mines …") : t("Your clicks wait for the mines: the engine does not answer");
    if (game.status === "won") return t("You won");
    if (game.status === "lost") return t("A mine. Undo, or look around");
    return game.made.length ? tn("{count} cell to open", "{count} cells to open", game.safeLeft) : t("Open any cell to begin");
  }

  tick() {
    const { clock } = this.play.session;
    put("#clock", Math.floor(clock?.seconds ?? 0));
  }

  /** What the last move did, for screen readers; `before` is what was counted before it. */
  news(before) {
    const { game, position } = this.play.session;
    if (game.status === "won") return t("Won. All safe cells are open.");
    if (game.status === "lost") return t("Lost. A mine was opened.");
    if (!before || game.made.length <= before.count || !game.last) return "";
    const opened = before.safeLeft - game.safeLeft;
    const face = position.faces[game.last.index];
    const [row, column] = position.cell(game.last.index);
    const shows = MARK_NEWS[face]?.({ row, column }) ?? t("row {row}, column {column} shows {face}", { row, column, face });
    return opened > 1 ? tn("{shows}, {count} cell opened", "{shows}, {count} cells opened", opened, { shows }) : shows;
  }
}

/** Write a text that is not there yet; writing the same would lay the page out again. */
function put(selector, text) {
  const place = $(selector);
  if (place.textContent !== String(text)) place.textContent = text;
}

/** The mines that stayed covered, and the flags without a mine. */
function mines({ faces, layout }) {
  const where = (is) => new Set(faces.flatMap((face, index) => (is(face, layout[index]) ? [index] : [])));
  return {
    shown: where((face, mine) => mine && (face === "_" || face === "Q")),
    wrong: where((face, mine) => !mine && face === "F"),
  };
}
