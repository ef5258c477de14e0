// The clock of a game: seconds that were played, whether it runs now, and nothing that draws.

export class Clock {
  constructor(seconds = 0, now = () => performance.now()) {
    this.base = seconds;
    this.now = now;
    this.since = null;
  }

  get isRunning() { return this.since !== null; }
  get seconds() { return this.base + (this.isRunning ? (this.now() - this.since) / 1000 : 0); }

  run() { this.since ??= this.now(); }

  /** Let it show at least this time: the game had taken it before. */
  atLeast(seconds) { this.base = Math.max(this.base, seconds); }

  stop() {
    this.base = this.seconds;
    this.since = null;
  }
}
