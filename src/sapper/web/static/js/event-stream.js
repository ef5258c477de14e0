// Server-sent events by fetch: unlike EventSource it tells why a request was refused, and it can be stopped.

import { reach } from "./api.js";
import { ExpectedError } from "./errors.js";
import { languageHeader, t } from "./language.js";

/** A request that was refused, with the server's own words. */
export class Refused extends ExpectedError {}

/**
 * Call `on[name](data)` for every event of an address until the stream ends or `signal` aborts it.
 * Throws Refused if the server does not accept the request.
 */
export async function listen(address, on, signal) {
  const response = await reach(fetch(address, { signal, headers: { ...languageHeader, accept: "text/event-stream" } }));
  if (!response.ok) throw new Refused(await reason(response));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reach(reader.read());
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) tell(part, on);
  }
}

function tell(part, on) {
  const fields = Object.fromEntries(part.split("\n").map((line) => line.split(/: (.*)/s, 2)));
  if (fields.event) on[fields.event]?.(JSON.parse(fields.data));
}

async function reason(response) {
  const { error } = await response.json().catch(() => ({}));
  const wait = response.headers.get("retry-after");
  const words = error ?? t("the server answered {status}", { status: response.status });
  return wait ? t("{reason} (in {seconds} s)", { reason: words, seconds: wait }) : words;
}
