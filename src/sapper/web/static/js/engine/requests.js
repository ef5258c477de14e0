// What the routes of the core share: which bodies they take, and how they refuse.

import { t } from "../language.js";

export const MILLISECONDS = 2000; // as much as the server gives one request

const LINE = /^(?:(?:torus|hex)-)?[1-9]\d*x[1-9]\d*\/(?:0|[1-9]\d*|\?):[0-9a-zFQX_/]+$/;
const BOARD = /^(?:(?:torus|hex)-)?[1-9]\d*x[1-9]\d*\/(?:0|[1-9]\d*)$/;
const SEED = /^\d{1,19}$/;

export const isLine = ({ position }) => typeof position === "string" && LINE.test(position);
export const isBoard = (board) => typeof board === "string" && BOARD.test(board);
export const isSeed = (seed) => SEED.test(String(seed));
export const has = (body, ...names) => Object.keys(body).every((name) => body[name] === undefined || names.includes(name));
export const isError = ({ kind }) => kind !== undefined;

/** A question that has no answer; `document` says why, as the server would. */
export class Refused extends Error {
  constructor(error, kind, limit = null) {
    super(error);
    this.document = { error, kind, where: null, limit };
  }
}

/** An error of the core in words of the page, where it has some. */
export function inWords(document) {
  const error = document.kind === "work" ? t("stopped by the budget: the position ties very many numbers together") : document.error;
  return { ...document, error };
}

/** What a function of the core says; throws Refused where that is an error. */
export function tell(core, name, ...values) {
  const found = core.call(name, ...values);
  if (!isError(found)) return found;
  const { error, kind, limit } = inWords(found);
  throw new Refused(error, kind, limit);
}
