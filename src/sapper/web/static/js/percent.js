// Write chances as percentages, by the rules of the library's percent.py (a test holds the two equal):
// an undecided chance is never 0 or 100, and a figure without decimals is exact.

const NONE = "–";
const NOISE = 1e-9; // a number this close to a whole percentage stands for it

/** A chance without the sign, such as 41.2; with no decimals 41, <1 or >99. */
export function percentFigure(chance, decimals = 1) {
  if (chance == null || !Number.isFinite(chance)) return NONE;
  const value = 100 * chance;
  const whole = Math.round(value);
  if (Math.abs(value - whole) < NOISE && ((whole > 0 && whole < 100) || chance === 0 || chance === 1)) return String(whole);
  const shown = value.toFixed(decimals);
  const step = 10 ** -decimals;
  if (chance > 0 && chance < 1 && +shown === 0) return `<${step.toFixed(decimals)}`;
  if (chance > 0 && chance < 1 && +shown === 100) return `>${(100 - step).toFixed(decimals)}`;
  return shown;
}

/** A chance such as 41.2 %; a dash where there is none. */
export function percent(chance, decimals = 1) {
  const figure = percentFigure(chance, decimals);
  return figure === NONE ? NONE : `${figure} %`;
}
