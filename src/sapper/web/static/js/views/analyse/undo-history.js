// Undo and redo of whole positions.

const MOST = 500;

export class UndoHistory {
  constructor() {
    this.states = [];
    this.at = -1;
  }

  push(state) {
    this.states = [...this.states.slice(Math.max(0, this.at + 1 - MOST), this.at + 1), state];
    this.at = this.states.length - 1;
  }

  get canUndo() { return this.at > 0; }
  get canRedo() { return this.at < this.states.length - 1; }
  undo() { return this.canUndo ? this.states[(this.at -= 1)] : null; }
  redo() { return this.canRedo ? this.states[(this.at += 1)] : null; }
}
