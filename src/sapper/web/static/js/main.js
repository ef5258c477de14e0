// The page: switch between the views and between the themes. A view is loaded when it is first shown.

import { readAddress } from "./address.js";
import { IS_STATIC } from "./api.js";
import { $, $$, toast } from "./dom.js";
import { showEngine } from "./engine-sign.js";

const MAKERS = {
  play: async () => new (await import("./play.js")).Play(),
  analyse: async () => new (await import("./analyse.js")).Analyse(),
  games: async () => new (await import("./games.js")).Games(),
  review: async () => new (await import("./review.js")).Review(),
  lab: async () => new (await import("./lab.js")).Lab(),
};
const NEED_SERVER = IS_STATIC ? ["review", "lab"] : [];
const views = {};

/** Show the view and the state in the address. */
async function route() {
  const { view, text } = readAddress();
  if (view === "main") { $("#main").focus(); return; }
  const isHere = !NEED_SERVER.includes(view);
  if (!isHere) toast(`${view === "lab" ? "The laboratory" : "A review"} needs the sapper server: this page has none`, "bad");
  const name = MAKERS[view] && isHere ? view : "play";
  for (const section of $$(".view")) section.hidden = section.id !== name;
  for (const link of $$("nav a")) {
    if (link.dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${name[0].toUpperCase()}${name.slice(1)} · sapper`;
  const isNew = !views[name];
  views[name] ??= MAKERS[name]();
  const shown = await views[name];
  await enter(name, shown, isHere ? text : "", isNew);
  document.body.dataset.ready = name;
  performance.mark("ready");
}

async function enter(name, view, text, isNew) {
  if (text || name === "games" || (name === "analyse" && isNew)) await view.load(text);
  else if (name === "play" && isNew) await view.fresh({ resume: true });
  else view.returned?.();
}

function theme() {
  const kept = localStorage.getItem("theme");
  if (kept) document.documentElement.dataset.theme = kept;
  $("#theme").addEventListener("click", () => {
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.dataset.theme ?? (isDark ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    localStorage.setItem("theme", next);
    window.dispatchEvent(new Event("theme"));
  });
}

theme();
showEngine();
window.addEventListener("hashchange", route);
route();
