// The Share menu: copy a link or the text, download a picture.

import { ask } from "../../asking/ask.js";
import { h, toast } from "../../dom.js";
import { messageOf } from "../../errors.js";
import { t } from "../../language.js";

async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    toast(t("Copying is not allowed here: {text}", { text }));
  }
}

/** Download a text as a file. */
export function saveText(name, text, type = "application/json") { save(name, new Blob([text], { type })); }

function save(name, blob) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function saveSvg(state) {
  save("board.svg", new Blob([(await ask("picture", state())).svg], { type: "image/svg+xml" }));
}

async function savePng(state) {
  const { svg: text } = await ask("picture", { ...state(), cell_size: 40 });
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = h("canvas", { width: image.width, height: image.height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  URL.revokeObjectURL(image.src);
  canvas.toBlob((blob) => save("board.png", blob), "image/png");
}

/** Fill the Share menu; `line` returns the text to copy, `state` the request for its picture. */
export function shareButtons(place, { line, state }) {
  const act = (work) => async () => {
    try { await work(); } catch (error) { toast(messageOf(error), "bad"); }
    menu.open = false;
  };
  const item = (text, work) => h("button", { type: "button", onclick: act(work) }, text);
  const menu = h("details", { class: "menu" },
    h("summary", { class: "button" }, t("Share")),
    h("div", { class: "items" },
      item(t("Copy link"), () => copy(location.href, t("Link copied"))),
      item(t("Copy as text"), () => copy(line(), t("Text copied"))),
      item(t("Download SVG"), () => saveSvg(state)),
      item(t("Download PNG"), () => savePng(state))));
  place.replaceChildren(menu);
}
