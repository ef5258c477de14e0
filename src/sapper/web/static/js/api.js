// The only way to the server. All chances, proofs and verdicts come from there.

export class Refused extends Error {
  constructor(status, document) {
    super(document.error || `the server answered ${status}`);
    this.status = status;
    this.where = document.where || null;
  }
}

async function answer(response) {
  const document = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, document);
  return document;
}

export const get = async (path) => answer(await fetch(`/api/${path}`));

export async function post(path, question, signal) {
  const response = await fetch(`/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(question),
    signal,
  });
  return answer(response);
}

/** A line of questions of which only the last matters: older ones are dropped and give null. */
export function latest(path) {
  let under_way = null;
  return async (question) => {
    under_way?.abort();
    const mine = new AbortController();
    under_way = mine;
    try {
      const document = await post(path, question, mine.signal);
      return under_way === mine ? document : null;
    } catch (error) {
      if (error.name === "AbortError" || under_way !== mine) return null;
      throw error;
    }
  };
}

export async function picture(question) {
  const response = await fetch("/api/picture", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(question),
  });
  if (!response.ok) await answer(response);
  return response.text();
}
