// Replays of other programs: choose a file or drop it on the view; the server reads it.

import { upload } from "./api.js";
import { $, h } from "./dom.js";

/** Call `open` with the document of every replay chosen in `input` or dropped on `area`. */
export function replayFiles(input, area, open, fail) {
  const read = async (file) => {
    if (!file) return;
    try {
      await open(await upload("replay", file));
    } catch (error) {
      fail(error.message);
    }
  };
  input.addEventListener("change", async () => {
    await read(input.files[0]);
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
    read(event.dataTransfer.files[0]);
  });
}

/** Show who played a replay and when, and what the server remarks on it. */
export function showReplay(card, replay) {
  card.hidden = !replay;
  if (!replay) return;
  const { left, right, chord } = replay.clicks;
  const wasted = replay.clicks.wasted_left + replay.clicks.wasted_right + replay.clicks.wasted_chord;
  const facts = [["Player", replay.player], ["Program", [replay.program, replay.version].join(" ").trim()],
    ["Date", replay.date], ["Board", `${replay.layout.split("=")[0]} (${replay.level})`],
    ["Time", replay.time === null ? "" : `${replay.time.toFixed(3)} s`], ["3BV", String(replay.bbbv)],
    ["Clicks", `left ${left}, right ${right}, chord ${chord}; ${wasted} wasted`]];
  $("div", card).replaceChildren(
    h("dl", { class: "facts long" }, ...facts.filter(([, value]) => value).map(([term, value]) => h("div", {}, h("dt", {}, term), h("dd", {}, value)))),
    ...replay.notes.map((note) => h("p", { class: "note" }, note)));
}
