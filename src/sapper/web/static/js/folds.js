// Forms above a board: always open on wide windows, folded to one line on phones.

import { $$ } from "./dom.js";

const PHONE = matchMedia("(max-width: 560px)");

/** Fold all forms on phones and open them elsewhere, now and whenever the window changes. */
export function foldForms() {
  const fold = () => { for (const part of $$("details.fold:not(.own)")) part.open = !PHONE.matches; };
  PHONE.addEventListener("change", fold);
  fold();
}
