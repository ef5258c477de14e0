// Play the steps of a replay by themselves, at so many moves a second or at the times of the game.

const LONGEST = 3000; // milliseconds that a pause of the player is shown

export class Autoplay {
  /** `on` has step(), which returns whether there are more; pause() until the next; changed(isOn). */
  constructor(on) {
    this.on = on;
    this.timer = 0;
  }

  get isOn() { return this.timer !== 0; }

  toggle() {
    if (this.isOn) this.stop();
    else this.run();
  }

  run() {
    this.timer = setTimeout(() => this.next(), this.on.pause());
    this.on.changed(true);
  }

  next() {
    if (this.on.step()) this.timer = setTimeout(() => this.next(), this.on.pause());
    else this.stop();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.on.changed(false);
  }
}

/** Milliseconds until the next move: by a number of moves a second, or "time" for as it was played. */
export function pauseOf(speed, times, at) {
  if (speed !== "time") return 1000 / +speed;
  const [now, before] = [times[at], at ? times[at - 1] : 0];
  return now == null || before == null ? 500 : Math.max(0, Math.min(LONGEST, 1000 * (now - before)));
}
