// The state of a view is in the fragment of the address, so that every link can be shared.

/** The view and the text in the address; the line of a game has _ for its spaces. */
export function readAddress() {
  const fragment = decodeURIComponent(location.hash.slice(1));
  const cut = fragment.indexOf(":");
  const view = cut < 0 ? fragment : fragment.slice(0, cut);
  const text = cut < 0 ? "" : fragment.slice(cut + 1);
  return { view: view || "play", text: view === "analyse" ? text : text.replaceAll("_", " ") };
}

/** Write the state into the address, without a new entry in the browser's history. */
export function writeAddress(view, text) {
  const written = view === "analyse" ? text : text.replaceAll(" ", "_");
  const fragment = `#${view}${written ? `:${written}` : ""}`;
  if (location.hash !== fragment) history.replaceState(null, "", fragment);
}

/** Go to a view with a state, as a link would. */
export function goTo(view, text) {
  writeAddress(view, text);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}
