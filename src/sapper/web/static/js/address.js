// The state of a view is in the fragment of the address, so that every link is a saved state:
// #view:text;name=value;name. The line of a game has _ for its spaces.

import { t } from "./language.js";

const LONGEST = 60_000; // characters: a board of 10,000 cells with a long game
const written = {};
let followed; // the address that the page has read or written last

/** The view, text and options in the address; `wrong` says in words what cannot be read. */
export function readAddress() {
  const found = { view: "", text: "", options: {}, wrong: "" };
  followed = location.hash;
  const raw = location.hash.slice(1);
  if (raw.length > LONGEST) return { ...found, view: raw.split(/[:;]/, 1)[0].slice(0, 20), wrong: t("The address is too long: {count} characters.", { count: raw.length }) };
  let fragment = "";
  try {
    fragment = decodeURIComponent(raw);
  } catch {
    return { ...found, view: raw.split(/[:;%]/, 1)[0], wrong: t("The address cannot be read: a % in it is not followed by two digits.") };
  }
  const [place, ...options] = fragment.split(";");
  const cut = place.indexOf(":");
  found.view = cut < 0 ? place : place.slice(0, cut);
  const text = cut < 0 ? "" : place.slice(cut + 1);
  found.text = found.view === "analyse" ? text : text.replaceAll("_", " ");
  for (const option of options) {
    const [name, value = "yes"] = option.split("=");
    found.options[name] = value;
  }
  return found;
}

/** The fragment of a state; options that are null, false or empty are left out. */
export function fragmentOf(view, text = "", options = {}) {
  const place = view === "analyse" ? text : text.replaceAll(" ", "_");
  const given = Object.entries(options).filter(([, value]) => value != null && value !== false && value !== "");
  const words = given.map(([name, value]) => `;${name}${value === true ? "" : `=${value}`}`);
  return `#${view}${place ? `:${place}` : ""}${words.join("")}`;
}

/** Write the state into the address, without a new entry in the browser's history.
 *
 * Not over an address that the page has yet to follow: a late answer would bring an old view back. */
export function writeAddress(view, text, options) {
  if (location.hash !== followed) return;
  const fragment = fragmentOf(view, text, options);
  if (location.hash !== fragment) history.replaceState(null, "", fragment);
  written[view] = followed = location.hash;
}

/** Whether a view shows already what the address says. */
export function isShown(view) { return written[view] !== undefined && written[view] === location.hash; }

/** A view is about to show something else: until it writes its state, the address is not shown. */
export function forgetAddress(view) { delete written[view]; }

/** Go to a view with a state, as a link would: "back" leads here again. */
export function goTo(view, text, options) {
  const fragment = fragmentOf(view, text, options);
  if (location.hash !== fragment) history.pushState(null, "", fragment);
  forgetAddress(view);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}
