// Questions to the engine: to the core in a worker of this page, or to the server.
//
// The worker answers what the core can answer alone, as soon as it runs; the server what needs Python
// (proofs, reviews, the laboratory) and everything else. Each steps in for the other: a browser
// without WebAssembly asks the server, and when the server is gone the worker answers what it can.

import { startEngine } from "./engine/engine.js";
import { ExpectedError, throwUnexpected } from "./errors.js";
import { languageHeader, t } from "./language.js";

/** Whether these are static files without a server. */
export const IS_STATIC = document.documentElement.dataset.host === "static";

// Routes of which the server says more, or says it sooner: how many milliseconds to wait for it.
const FULLER = { best: 150, win: 2500, metrics: 1500, generate: 2500 };
const CONFLICT = 1500; // the same for why a position is impossible

export class RequestError extends ExpectedError {
  constructor(status, document) {
    super(document.error || t("the server answered {status}", { status }));
    this.status = status;
    this.where = document.where || null;
  }
}

/** What a request gives; a connection that fails is the error of a server that is not there. */
export function reach(request) {
  return request.catch((error) => {
    throw error instanceof TypeError ? new RequestError(503, { error: t("The server does not respond.") }) : error;
  });
}

async function answer(response) {
  const document = await response.json().catch(() => ({}));
  if (!response.ok) throw new RequestError(response.status, document);
  return document;
}

/** Refuse what needs a server where there is none. */
function needServer() {
  if (IS_STATIC) throw new RequestError(501, { error: t("This needs the sapper server: pip install 'sapper[all]', then sapper serve") });
}

export async function get(path) {
  needServer();
  return answer(await reach(fetch(`/api/${path}`, { headers: languageHeader })));
}

async function send(path, body, signal) {
  needServer();
  return reach(fetch(`/api/${path}`, {
    method: "POST",
    headers: { ...languageHeader, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  }));
}

let engine = null;

/** Start the core in a worker, where the host has it; until it runs, the server answers. */
async function findEngine() {
  if (!IS_STATIC && !(await get("about").catch(() => ({}))).has_engine) return;
  engine = await startEngine();
  if (engine) performance.mark("engine");
}

const found = findEngine();

const fromServer = async (path, body, signal) => answer(await send(path, body, signal));

/** The worker's answer as a document; `isClash` tells that the server could say more. */
async function fromEngine(path, body, signal) {
  const { status, document, isClash } = await engine.ask(path, body, signal);
  if (status !== 200) throw new RequestError(status, document);
  return { document, isClash };
}

const isNoAnswer = (error) => [429, 500, 501, 502, 503, 504].includes(error.status);

/** The server's answer, or `other()` if it is not there or does not come within `patience`. */
async function serverOr(other, path, body, signal, patience) {
  const asked = fromServer(path, body, signal).catch((error) => {
    if (isNoAnswer(error)) return null;
    throw error;
  });
  const late = new Promise((resolve) => { setTimeout(resolve, patience, null); });
  const first = await Promise.race([asked, late]);
  asked.catch(() => {});
  return first ?? other();
}

/** Whether the core of this page can answer a request. */
export const isAnsweredHere = (path, body) => Boolean(engine?.canAnswer(path, body));

/** Ask a route; resolves to its document. */
export async function post(path, body, signal) {
  if (IS_STATIC) await found;
  if (!isAnsweredHere(path, body)) return fromServer(path, body, signal);
  const own = async () => (await fromEngine(path, body, signal)).document;
  if (IS_STATIC) return own();
  if (FULLER[path]) return serverOr(own, path, body, signal, FULLER[path]);
  try {
    const { document, isClash } = await fromEngine(path, body, signal);
    return isClash ? serverOr(() => document, path, body, signal, CONFLICT) : document;
  } catch (error) {
    throwUnexpected(error);
    if (signal?.aborted || error.status === 422) throw error;
    return fromServer(path, body, signal); // too large for the worker, or the worker has failed
  }
}

/** Post the contents of a file. */
export async function upload(path, file) {
  needServer();
  return answer(await reach(fetch(`/api/${path}?name=${encodeURIComponent(file.name.slice(-255))}`, {
    method: "POST",
    headers: { ...languageHeader, "content-type": "application/octet-stream" },
    body: file,
  })));
}

export async function picture(body) {
  const response = await send("picture", body);
  if (!response.ok) await answer(response);
  return response.text();
}
