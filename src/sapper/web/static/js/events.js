// Listen to a stream of events of the server until it is done, failed or stopped.

/** `on` has a function for each event, and failed(sentence); returns the function that stops it. */
export function listenTo(address, on) {
  const source = new EventSource(address);
  let isOpen = true;
  const stop = () => { isOpen = false; source.close(); };
  for (const [name, then] of Object.entries(on)) {
    source.addEventListener(name, (event) => {
      if (!isOpen) return;
      const data = JSON.parse(event.data);
      if (name === "done" || name === "failed") stop();
      then(name === "failed" ? data.error : data);
    });
  }
  source.onerror = async () => {
    if (!isOpen) return;
    stop();
    on.failed(await refusal(address));
  };
  return stop;
}

/** Why a stream was refused: the same request again, read as a plain response. */
async function refusal(address) {
  const stop = new AbortController();
  const response = await fetch(address, { signal: stop.signal }).catch(() => null);
  if (!response) return "The server does not respond.";
  if (response.ok) { stop.abort(); return "The connection was lost."; }
  return (await response.json().catch(() => ({}))).error ?? `the server answered ${response.status}`;
}
