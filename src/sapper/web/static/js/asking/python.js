// The rooms of sapper in this worker: Pyodide runs them over the core. In a browser, and in node for the tests.

import { startCore } from "./core.js";

/**
 * Start Python; returns a function that answers a question with the text of its document.
 * `library` is an address of `python.zip`, and `rooms` has the bytes of `sapper.zip`.
 */
export async function startPython({ loadPyodide, folder, module, library, rooms }) {
  globalThis.sapperCore = startCore(module);
  const python = await loadPyodide({ indexURL: folder, stdLibURL: await library });
  python.FS.writeFile("/lib/sapper.zip", new Uint8Array(await rooms));
  python.runPython("import sys; sys.dont_write_bytecode = True; sys.path.insert(0, '/lib/sapper.zip')");
  const { answer_text: answer } = python.pyimport("sapper.browser.worker");
  return (question, { data, ...body }, language, report) => answer(question, JSON.stringify(body), data, language, report);
}
