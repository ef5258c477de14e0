// The page: switch between the views and between the themes. A view is loaded when it is first shown.

import { forgetAddress, goTo, isShown, readAddress } from "./address.js";
import { $, $$, notify, toast } from "./dom.js";
import { showEngine } from "./engine-sign.js";
import { language, LANGUAGES, t, translateDocument } from "./language.js";
import { keepSetting } from "./settings.js";

const LOADERS = {
  play: async () => (await import("./views/play/play.js")).Play,
  analyse: async () => (await import("./views/analyse/analyse.js")).Analyse,
  games: async () => (await import("./views/games/games.js")).Games,
  review: async () => (await import("./views/review/review.js")).Review,
  lab: async () => (await import("./views/lab/lab.js")).Lab,
  learn: async () => (await import("./views/learn/learn.js")).Learn,
};
const TITLES = { play: t("Play"), analyse: t("Analyse"), games: t("Games"), review: t("Review"), lab: t("Lab"), learn: t("Learn") };
const views = {}; // those that were shown
let routes = 0;

/** Show the view and the state in the address; only the last of several requests is followed. */
async function route() {
  const number = (routes += 1);
  delete document.body.dataset.ready;
  const { view, text, options, wrong } = readAddress();
  const name = Object.hasOwn(LOADERS, view) ? view : "play";
  notify(wrong || whyNotShown(view, name));
  for (const section of $$(".view")) section.hidden = section.id !== name;
  for (const link of $$("nav a")) {
    if (link.dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${TITLES[name]} · sapper`;
  // Without a pause where it is loaded: what the view saves meanwhile would replace this address.
  $("#main").inert = !views[name]; // a form that is sent before would load the page again
  const View = views[name]?.constructor ?? await LOADERS[name]().catch(() => null);
  if (number !== routes) return;
  $("#main").inert = false;
  if (!View) { notify(t("This view cannot be loaded: the server does not answer. Try again when it is back.")); return; }
  const isNew = !views[name];
  views[name] ??= new View();
  await enter(name, views[name], { text: wrong || name !== view ? "" : text, options, isNew, isWrong: Boolean(wrong) });
  document.body.dataset.ready = name;
  performance.mark("ready");
}

/** Say why another view is shown than the address names, if so. */
function whyNotShown(view, name) {
  if (!view || view === "main" || view === name) return "";
  return t("There is no view “{name}” here; this is Play.", { name: view.slice(0, 20) });
}

async function enter(name, view, { text, options, isNew, isWrong }) {
  if (isWrong && view.empty) {
    forgetAddress(name);
    await view.empty();
  } else if (!isNew && isShown(name)) {
    view.returned?.();
  } else if (text || name === "games" || (name === "analyse" && isNew)) {
    forgetAddress(name);
    await view.load(text, name === "play" ? {} : options);
  } else if (isNew && view.first) {
    await view.first();
  } else {
    view.returned?.();
  }
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
  });
}

/** The button for the other language; the page is loaded again where it stands. */
function offerLanguage() {
  const button = $("#language");
  const other = Object.keys(LANGUAGES).find((code) => code !== language);
  Object.assign(button, { lang: other, textContent: other.toUpperCase(), title: LANGUAGES[other] });
  button.setAttribute("aria-label", `${other.toUpperCase()}: ${LANGUAGES[other]}`);
  button.addEventListener("click", () => { keepSetting("language", other); location.reload(); });
}

/** Let menus close by a click elsewhere and by Escape. */
function closeMenus() {
  document.addEventListener("click", (event) => { for (const menu of $$(".menu[open]")) menu.open = menu.contains(event.target); });
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && /** @type {any} */ (event.target).closest?.(".menu[open]");
    if (menu) { menu.open = false; menu.firstElementChild.focus(); }
  });
}

/** Focus the board of the view, or where it has none the view. */
function skipToBoard() {
  const cell = $(".view:not([hidden]) [role=gridcell][tabindex='0']");
  (cell ?? $("#main")).focus();
}

/** Let buttons show the position of their view in Learn. */
function offerLearning() {
  for (const button of $$("[data-learn]")) {
    button.addEventListener("click", () => {
      const view = views[button.dataset.learn];
      goTo("learn", "watch", { position: (view.position ?? view.session.position).line });
      if (view.picture?.dropped) toast(view.picture.dropped);
    });
  }
}

/** Let a picture that is dropped or pasted, in whichever view, be read in Analyse. */
function takePictures() {
  document.addEventListener("dragover", (event) => { if (event.dataTransfer.types.includes("Files")) event.preventDefault(); });
  const take = async (event, { files }) => {
    const picture = [...files].find(({ type }) => type.startsWith("image/"));
    if (!picture) return;
    event.preventDefault();
    event.stopPropagation();
    if ($("#analyse").hidden) { goTo("analyse"); await route(); }
    views.analyse?.picture.open(picture);
  };
  document.addEventListener("drop", (event) => take(event, event.dataTransfer), true);
  document.addEventListener("paste", (event) => { if (!event.clipboardData.getData("text/plain")) take(event, event.clipboardData); }, true);
}

translateDocument();
offerLanguage();
offerLearning();
theme();
showEngine();
closeMenus();
takePictures();
$("#notice button").addEventListener("click", () => notify(""));
$(".skip").addEventListener("click", (event) => { event.preventDefault(); skipToBoard(); });
window.addEventListener("hashchange", route);
route();
