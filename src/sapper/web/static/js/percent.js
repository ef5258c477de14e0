// Write chances as percentages, by the rules of the library's percent.py (a test holds the two equal):
// an undecided chance is never 0 or 100; by default one decimal, or none where that is exact.

import { localNumber, t } from "./language.js";

const NONE = "–";
const NOISE = 1e-9; // a number this close to a whole percentage stands for it

/** A chance without the sign, such as 41.2; with no decimals 41, <1 or >99. */
export function percentFigure(chance, decimals = null) {
  if (chance == null || !Number.isFinite(chance)) return NONE;
  const value = 100 * chance;
  const whole = Math.round(value);
  const isWhole = Math.abs(value - whole) < NOISE && ((whole > 0 && whole < 100) || chance === 0 || chance === 1);
  if (isWhole && decimals === null) return String(whole);
  const digits = decimals ?? 1;
  const shown = value.toFixed(digits);
  const step = 10 ** -digits;
  if (chance > 0 && chance < 1 && +shown === 0) return `<${step.toFixed(digits)}`;
  if (chance > 0 && chance < 1 && +shown === 100) return `>${(100 - step).toFixed(digits)}`;
  return shown;
}

/** A share with its interval, such as 41.2 % (40.0 to 42.4). */
export function shareText(rate, low, high) {
  return t("{rate} ({low} to {high})", { rate: percent(rate), low: localNumber(percentFigure(low)), high: localNumber(percentFigure(high)) });
}

/** A number with so many decimals; a dash where there is none. */
export function figure(value, decimals) { return value == null ? NONE : localNumber(value.toFixed(decimals)); }

/** Points of winning chance with their sign, such as −7.6; a dash where there are none. */
export function points(chance) {
  return chance == null ? NONE : `${chance < 0 ? "−" : "+"}${figure(100 * Math.abs(chance), 1)}`;
}

/** The exact chance of a cell, such as 12.50 %, or 100 %. */
export function cellChance(chance) { return percent(chance, chance % 1 ? 2 : null); }

/** A chance such as 41.2 %, or a difference such as −3.0 %; a dash where there is none. */
export function percent(chance, decimals = null) {
  const shown = percentFigure(chance, decimals);
  return shown === NONE ? NONE : `${localNumber(shown).replace("-", "−")} %`;
}
