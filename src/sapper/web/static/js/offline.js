// Only in the static page: keep it for use without a network.

navigator.serviceWorker?.register("service-worker.js").catch(() => {}); // not over plain http
