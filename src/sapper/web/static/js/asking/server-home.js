// Answers from the server of this page, by HTTP.

import { languageHeader, t } from "../language.js";
import { AskError, EngineDown } from "./errors.js";

const GONE = [502, 503, 504];
const FACTS = ["about", "players"];

export class ServerHome {
  cannot = false;

  /** Whether the server answers. */
  async isThere() {
    return reach("about").then(() => true, (error) => !(error instanceof EngineDown));
  }

  async ask(question, body, { signal = null, progress = null }) {
    if (progress) return follow(question, body, { signal, progress });
    const response = await reach(...requestOf(question, body), signal);
    return response.json().catch(() => ({ error: t("the server answered {status}", { status: response.status }) }));
  }
}

/** The address of a question, and what fetch takes. */
function requestOf(question, { data, ...body }) {
  if (FACTS.includes(question)) return [question, {}];
  if (data === undefined) return [question, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } }];
  const address = `${question}?${new URLSearchParams(body)}`;
  return [address, { method: "POST", body: data, headers: { "content-type": "application/octet-stream" } }];
}

async function reach(address, { headers = {}, ...options } = {}, signal = null) {
  try {
    const response = await fetch(`/api/${address}`, { ...options, headers: { ...languageHeader, ...headers }, signal });
    if (GONE.includes(response.status)) throw new EngineDown();
    return response;
  } catch (error) {
    throw error instanceof TypeError ? new EngineDown() : error;
  }
}

/** Listen to the events of a long answer; by fetch, because EventSource does not tell why it was refused. */
async function follow(question, body, { signal, progress }) {
  const [address, options] = requestOf(question, body);
  const headers = { ...options.headers, accept: "text/event-stream" };
  const response = await reach(address, { ...options, headers }, signal);
  if (!response.ok) throw await refusal(response);
  for await (const { event, data } of eventsOf(response)) {
    if (event === "done" || event === "failed") return data;
    progress?.(event, data);
  }
  signal?.throwIfAborted();
  throw new AskError({ error: t("The connection was lost before the end."), kind: "lost" });
}

async function refusal(response) {
  const { error, kind, where } = await response.json().catch(() => ({ error: t("the server answered {status}", { status: response.status }) }));
  const seconds = response.headers.get("retry-after");
  return new AskError({ error: seconds ? t("{reason} (in {seconds} s)", { reason: error, seconds }) : error, kind, where });
}

async function* eventsOf(response) {
  let rest = "";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true }));
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const { event, data } = Object.fromEntries(part.split("\n").map((line) => line.split(/: (.*)/s, 2)));
      if (event) yield { event, data: JSON.parse(data) };
    }
  }
}
