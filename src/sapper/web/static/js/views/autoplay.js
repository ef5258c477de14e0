// Make the steps of a replay, a film or a player by themselves, until there is none or the button says stop.

import { t } from "../language.js";

export class Autoplay {
  /** `step` returns, at once or later, whether there are more; `begin` is called before the first. */
  constructor(button, pause, step, begin = () => {}) {
    const name = button.textContent;
    this.pause = pause;
    this.step = step;
    this.begin = begin;
    this.timer = 0;
    this.say = () => { button.textContent = this.isOn ? t("Pause") : name; };
    button.addEventListener("click", () => this.toggle());
  }

  get isOn() { return this.timer !== 0; }

  toggle() {
    if (this.isOn) { this.stop(); return; }
    this.begin();
    this.wait();
    this.say();
  }

  wait() {
    const timer = setTimeout(async () => {
      const isMore = await this.step();
      if (this.timer !== timer) return; // stopped meanwhile
      if (isMore) this.wait();
      else this.stop();
    }, this.pause);
    this.timer = timer;
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.say();
  }
}
