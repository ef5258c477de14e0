// Games from files and texts of every format that sapper reads: chosen, dropped or pasted.

import { ask } from "../../asking/ask.js";
import { $, h } from "../../dom.js";
import { t } from "../../language.js";
import { levelName } from "../../names.js";
import { factList } from "../panel/cards.js";
import { figure } from "../../percent.js";

const REPLAYS = ["rmv", "avf", "evf", "rawvf", "mvf"];

/** Return the line of the game in a file and, if it is a replay of another program, its document. */
export async function readGame(file) {
  const body = { data: new Uint8Array(await file.arrayBuffer()), name: file.name.slice(-255) };
  const { text, source } = await ask("convert", body);
  return { game: text, replay: REPLAYS.includes(source) ? await ask("replay", body) : null };
}

/** A pasted or typed text as a file without a name. */
export const textFile = (text) => new File([text], "");

/** Call `open` with every file chosen in `input` or dropped on `area`. */
export function gameFiles(input, area, open) {
  input.addEventListener("change", async () => {
    if (input.files[0]) await open(input.files[0]);
    input.value = ""; // so that the same file can be chosen again
  });
  area.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    area.classList.add("dropping");
  });
  area.addEventListener("dragleave", (event) => { if (!area.contains(event.relatedTarget)) area.classList.remove("dropping"); });
  area.addEventListener("drop", (event) => {
    area.classList.remove("dropping");
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    open(event.dataTransfer.files[0]);
  });
}

/** Show who played a replay and when, and what the server remarks on it. */
export function showReplay(card, replay) {
  card.hidden = !replay;
  if (!replay) return;
  const { left, right, chord } = replay.clicks;
  const wasted = replay.clicks.wasted_left + replay.clicks.wasted_right + replay.clicks.wasted_chord;
  const facts = [[t("Player"), replay.player], [t("Program"), [replay.program, replay.version].join(" ").trim()],
    [t("Date"), replay.date], [t("Board"), `${replay.layout.split("=")[0]} (${levelName(replay.level)})`],
    [t("Time"), replay.time === null ? "" : t("{number} s", { number: figure(replay.time, 3) })], ["3BV", String(replay["3bv"])],
    [t("Clicks"), t("left {left}, right {right}, chord {chord}; {wasted} wasted", { left, right, chord, wasted })]];
  $("div", card).replaceChildren(
    factList(facts.filter(([, value]) => value), "long"),
    ...replay.notes.map((note) => h("p", { class: "note" }, note)));
}
