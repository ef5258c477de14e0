// Helpers for the page: find and create elements, announce, ask.

import { t } from "./language.js";

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** Create an element: h("p", {class: "note"}, "text", child). Text is never read as HTML. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  assign(element, properties);
  element.append(...children.filter((child) => child != null));
  return element;
}

/** Create an SVG element. */
export function s(tag, properties = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(properties)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function assign(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
}

/** The head and body of a table: titles, and rows of cells, of which the first names the row. */
export function tableParts(titles, rows) {
  const head = titles.map((title) => h(title ? "th" : "td", title ? { scope: "col" } : {}, title));
  const line = ([name, ...cells]) => h("tr", {}, h("th", { scope: "row" }, name), ...cells.map((cell) => h("td", {}, cell)));
  return rows.length ? [h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows.map(line))] : [];
}

/** Call `open` with every file that is chosen. */
export function onFile(input, open) {
  input.addEventListener("change", async () => {
    if (input.files[0]) await open(input.files[0]);
    input.value = ""; // so that the same file can be chosen again
  });
}

let announcing = 0;

/** Announce a text to screen readers; only the last of several is read. */
export function announce(text) {
  clearTimeout(announcing);
  announcing = setTimeout(() => { $("#live").textContent = text; }, 60);
}

let toasting = 0;

/** Show a message for a few seconds. */
export function toast(text, kind = "") {
  const place = $("#toast");
  place.replaceChildren(h("p", { class: kind }, text));
  clearTimeout(toasting);
  toasting = setTimeout(() => place.replaceChildren(), 5000);
}

/** Show one sentence above the view until it is closed or the address changes; none for "". */
export function notify(sentence) {
  const place = $("#notice");
  place.hidden = !sentence;
  $("p", place).textContent = sentence;
}

/** Ask a yes-or-no question in a dialog. */
export function ask(title, text, yes = t("Yes"), no = t("No")) {
  const dialog = $("#ask");
  $("#ask-title").textContent = title;
  $("#ask-text").textContent = text;
  $("button[value=yes]", dialog).textContent = yes;
  $("button[value=no]", dialog).textContent = no;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/**
 * Text in which every cell name such as r3c5 is a button: pointed at or focused it lights the cell on
 * the board, pressed it goes there. `board` has light(row, column) and goTo(row, column).
 */
export function withCells(text, board) {
  return text.replace(/(\d) %/g, "$1\u00a0%").split(/(r\d+c\d+[.,;:)]*)/).map((part) => {
    const [, name, row, column, sign] = /^(r(\d+)c(\d+))(.*)$/.exec(part) ?? [];
    if (!name) return part;
    const [on, off] = [() => board.light(+row, +column), () => board.light(null)];
    const button = h("button", {
      type: "button", class: "cell-name", "data-cell": `${row},${column}`, onclick: () => board.goTo(+row, +column),
      onpointerenter: on, onfocus: on, onpointerleave: off, onblur: off,
    }, name);
    return sign ? h("span", { class: "together" }, button, sign) : button; // a line does not break before the comma
  });
}
