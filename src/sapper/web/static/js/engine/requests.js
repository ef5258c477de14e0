// What the routes of the core share: which bodies they take, and how they refuse.

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

/** What a function of the core says; throws Refused where that is an error. */
export function tell(core, name, ...values) {
  const found = core.call(name, ...values);
  if (!isError(found)) return found;
  throw new Refused(found.error, found.kind, found.limit);
}
