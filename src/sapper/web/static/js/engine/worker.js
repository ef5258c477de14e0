// The worker of the page: the core answers one question after another, off the page's own thread.

import { speak } from "../language.js";
import { Core } from "./core.js";
import { answer } from "./routes.js";

let parts = null;
let ready = null;

async function start({ module, words, messages }) {
  speak(messages);
  return { core: await Core.start(module), words };
}

self.addEventListener("message", async ({ data }) => {
  if (data.module) {
    parts = data;
    ready = start(parts);
    ready.then(() => self.postMessage({ isReady: true }), (error) => self.postMessage({ isReady: false, text: String(error) }));
    return;
  }
  const { route, body } = data;
  try {
    const { core, words } = await ready;
    self.postMessage(answer(core, words, route, body));
  } catch (error) {
    ready = start(parts); // a core that failed may have left anything in its memory: the next question gets another
    self.postMessage({ failure: String(error) });
  }
});
