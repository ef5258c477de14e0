// Requests to the server, where all chances, proofs and verdicts are computed.

export class RequestError extends Error {
  constructor(status, document) {
    super(document.error || `the server answered ${status}`);
    this.status = status;
    this.where = document.where || null;
  }
}

async function answer(response) {
  const document = await response.json().catch(() => ({}));
  if (!response.ok) throw new RequestError(response.status, document);
  return document;
}

export const get = async (path) => answer(await fetch(`/api/${path}`));

function send(path, body, signal) {
  return fetch(`/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
}

export const post = async (path, body, signal) => answer(await send(path, body, signal));

/** Post the contents of a file. */
export async function upload(path, file) {
  return answer(await fetch(`/api/${path}?name=${encodeURIComponent(file.name.slice(-255))}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: file,
  }));
}

export async function picture(body) {
  const response = await send("picture", body);
  if (!response.ok) await answer(response);
  return response.text();
}
