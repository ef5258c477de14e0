// How a cell looks and its name for screen readers. Colour is never the only sign: there is also a symbol or text.

import { t } from "../language.js";
import { percentFigure } from "../percent.js";

// The colours of chances, from safe to deadly, as in the library's pictures; a test compares them.
const RAMP = [[0x6b, 0xae, 0xd6], [0xc6, 0xdb, 0xef], [0xfd, 0xe0, 0xa0], [0xf4, 0x9a, 0x4a], [0xd7, 0x30, 0x1f]];
const DARK_RAMP = [[0x2a, 0x78, 0xad], [0x4a, 0x6f, 0x96], [0x7d, 0x6a, 0x2c], [0xa8, 0x5a, 0x18], [0xc4, 0x3a, 0x26]];
const DARK = "#10151a";
const NAMES = { _: t("hidden"), F: t("flagged"), Q: t("questioned"), X: t("mine") };
/** What the outlines of an algorithm at work mean. */
const LOOKS = { looked: t("looked at"), beside: t("looked at by the second algorithm"), tried: t("a mine is tried here") };
/** What the outlines of a proof mean. */
export const ROLES = { number: t("number of the proof"), helper: t("helper"), concluded: t("also concluded"), cell: t("cell of the proof") };

/** The colour of a chance, as red, green and blue, on a light page or on a dark one. */
export function heat(chance, isDark = false) {
  const ramp = isDark ? DARK_RAMP : RAMP;
  const place = chance * (ramp.length - 1);
  const i = Math.min(Math.floor(place), ramp.length - 2);
  return ramp[i].map((from, k) => Math.round(from + (ramp[i + 1][k] - from) * (place - i)));
}

const css = (colour) => `rgb(${colour.join(" ")})`;

/** The colours of a chance for both themes, as properties for the style sheet. */
export function heatStyle(chance) {
  const light = heat(chance);
  return { "--heat": `light-dark(${css(light)}, ${css(heat(chance, true))})`, "--heat-ink": `light-dark(${ink(light)}, #ffffff)` };
}

/** Dark or white ink, whichever reads better on a colour (WCAG's relative luminance). */
export function ink(colour) {
  const [r, g, b] = colour.map((c) => (c / 255 <= 0.03928 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.19 ? DARK : "#ffffff";
}

/** The look of one cell: class, text, sign in the corner, colours, and its name for a screen reader. */
export function look(position, over, index) {
  const face = position.faces[index];
  const seen = { cls: `c ${kind(face)}`, text: "", corner: "", style: null, label: "" };
  const words = [t("row {row}, column {column}", { row: Math.floor(index / position.columns), column: index % position.columns })];
  words.push(NAMES[face] ?? (face === "0" ? t("empty") : numberOf(face)));
  if (position.isNumber(index) && face !== "0") {
    seen.text = String(numberOf(face));
    seen.cls += ` n${Math.min(numberOf(face), 8)}`;
  }
  if (position.isCovered(index)) cover(seen, words, over, index);
  if (face === "Q" && !seen.text) seen.text = "?";
  else if (face === "Q") seen.corner = "?";
  extras(seen, words, over, index);
  seen.label = words.join(", ");
  seen.key = `${seen.cls}|${seen.text}|${seen.corner}|${seen.style?.["--heat"]}|${seen.label}`;
  return seen;
}

function numberOf(face) { return parseInt(face, 36); }

function kind(face) {
  return { _: "hid", F: "hid flag", Q: "hid ask", X: "mine" }[face] ?? "num";
}

/** What the analysis says about a covered cell. */
function cover(seen, words, over, index) {
  if (over.byDoubt?.has(index)) {
    seen.cls += " by-doubt";
    words.push(t("if the doubtful cells were read rightly"));
  }
  if (over.safe?.has(index)) {
    seen.cls += " sure-safe";
    seen.text = "✓";
    words.push(t("certainly safe"));
  } else if (over.mines?.has(index)) {
    seen.cls += " sure-mine";
    seen.text = "✕";
    words.push(t("certainly a mine"));
  } else if (over.chances && over.chances[index] != null) {
    const chance = over.chances[index];
    seen.cls += " heat";
    if (!over.elsewhere?.has(index)) seen.text = percentFigure(chance, 0);
    seen.style = heatStyle(chance);
    words.push(t("{figure} percent mine", { figure: percentFigure(chance, 0) }));
  }
}

/** What else is shown on a cell: marks of the best move, a proof, a clash, the last move. */
function extras(seen, words, over, index) {
  if (over.doubtful?.has(index)) { seen.cls += " doubtful"; words.push(t("read with doubt")); }
  if (over.best === index) { seen.cls += " best"; seen.corner = "★"; words.push(t("best move")); }
  if (over.clash?.has(index)) { seen.cls += " clash"; seen.corner = "!"; words.push(t("clashes")); }
  const role = over.roles?.get(index);
  if (role) { seen.cls += ` role-${role}`; words.push(ROLES[role] ?? LOOKS[role] ?? role); }
  if (over.shown?.has(index)) { seen.cls += " shown"; words.push(t("a mine lay here")); }
  if (over.wrong?.has(index)) { seen.cls += " wrong"; seen.text = "✕"; words.push(t("wrong flag")); }
  if (over.with?.has(index)) { seen.corner = "A"; words.push(t("mine in layout A")); }
  if (over.without?.has(index)) { seen.corner += "B"; words.push(t("mine in layout B")); }
  if (over.waiting?.has(index)) { seen.cls += " waiting"; words.push(t("waiting for the mines")); }
  if (over.last === index) { seen.cls += " last"; words.push(t("last move")); }
  if (over.selected?.has(index)) { seen.cls += " chosen"; words.push(t("selected")); }
}
