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
export function saveText(name, text, type = "application/json") {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
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
      item(t("Download SVG"), async () => saveText("board.svg", (await ask("picture", state())).svg, "image/svg+xml"))));
  place.replaceChildren(menu);
}
