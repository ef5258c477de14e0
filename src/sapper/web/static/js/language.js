// The language of the page. English texts are the keys of the catalogue that the command and the
// server use too. It is read before any module that imports this one goes on, so every text can be
// made at any time; a page whose catalogue does not come speaks English.

import { STATIC } from "./place.js";
import { setting } from "./settings.js";

/** The languages by their codes, each under its own name. */
export const LANGUAGES = { en: "English", id: "Bahasa Indonesia" };

const ENGLISH = "en";
const ATTRIBUTES = ["aria-label", "title", "placeholder"];
const AS_IT_IS = "[translate=no], code, kbd, noscript, svg";
const PARTS = /^([\s·]*)(.*?)([\s·]*)$/s; // what surrounds a text between two keys of a list

const codeOf = (tag) => String(tag ?? "").toLowerCase().split("-")[0];

/** The language that was chosen, or the first of the browser's that the page speaks. */
function chosenLanguage() {
  return [setting("language"), ...navigator.languages].map(codeOf).find((code) => Object.hasOwn(LANGUAGES, code)) ?? ENGLISH;
}

async function readCatalogue(code) {
  const none = { language: ENGLISH, messages: {} };
  if (code === ENGLISH) return none;
  const response = await fetch(new URL(`locale/${code}.json`, STATIC)).catch(() => null);
  return response?.ok ? response.json().catch(() => none) : none;
}

const catalogue = await readCatalogue(chosenLanguage());

export const { language } = catalogue;

const messages = new Map(Object.entries(catalogue.messages));

/** The header by which a question tells the server the language of its answer. */
export const languageHeader = { "x-sapper-language": language };

/** How dates are written: as the browser is set up, if it is set up for this language. */
export const locale = globalThis.navigator?.languages?.find((tag) => codeOf(tag) === language) ?? language;

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (name, key) => values[key] ?? name);

/** A number as it is written in the language of the page: 1,234.5 or 1.234,5. */
export const localNumber = (figure) => (language === ENGLISH ? figure : figure.replace(/[.,]/g, (sign) => (sign === "," ? "." : ",")));

/** A text in the language of the page, with its {names} replaced by values. */
export function t(text, values = null) {
  const found = messages.get(text) ?? text;
  return values ? fill(found, values) : found;
}

/** A text with a number in it, {count}: `one` for 1 and `several` for any other. */
export function tn(one, several, count, values = {}) {
  return fill(messages.get(one) ?? (count === 1 ? one : several), { count, ...values });
}

/** Names in a row: a, b and c. */
export function joinNames(names) {
  const [before, last] = names.slice(-2);
  if (names.length < 2) return names.join("");
  if (names.length === 2) return t("{one} and {other}", { one: before, other: last });
  return t("{names}, {before} and {last}", { names: names.slice(0, -2).join(", "), before, last });
}

/** Translate the texts that the page came with; languages/extract.py finds the same ones. */
export function translateDocument() {
  document.documentElement.lang = language;
  if (language === ENGLISH) return;
  const isOurs = (node) => !(node.nodeType === Node.ELEMENT_NODE && node.matches(AS_IT_IS));
  const filter = (node) => (isOurs(node) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, filter);
  while (walker.nextNode()) translateNode(walker.currentNode);
}

function translateNode(node) {
  if (node.nodeType === Node.TEXT_NODE) {
    const [, before, text, after] = PARTS.exec(node.data);
    if (text) node.data = before + t(text.replace(/\s+/g, " ")) + after;
    return;
  }
  for (const name of ATTRIBUTES) if (node.hasAttribute(name)) node.setAttribute(name, t(node.getAttribute(name)));
}
