// Games from files and texts of every format that sapper reads: chosen, dropped or pasted.

import { ask } from "../../asking/ask.js";

/** Return the line of the game in a file. */
export async function readGame(file) {
  const { text } = await ask("convert", { data: new Uint8Array(await file.arrayBuffer()), name: file.name });
  return text;
}

/** A pasted or typed text as a file without a name. */
export const textFile = (text) => new File([text], "");

/** Call `open` with every file chosen in `input` or dropped on `area`. */
export function gameFiles(input, area, open) {
  input.addEventListener("change", async () => {
    if (input.files[0]) await open(input.files[0]);
    input.value = ""; // so that the same file can be chosen again
  });
  area.addEventListener("dragover", (event) => { if (event.dataTransfer.types.includes("Files")) event.preventDefault(); });
  area.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    open(event.dataTransfer.files[0]);
  });
}
