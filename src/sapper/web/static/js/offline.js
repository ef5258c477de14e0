// Only in the static page: keep it for use without a network, once nothing else is fetched.

import { asking } from "./asking/ask.js";

await asking.home.isThere();
navigator.serviceWorker?.register("service-worker.js").catch(() => {}); // not over plain http
