// Write what the page's Python needs: node pack.mjs PYODIDE SOURCE LOCALE OUTPUT

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [pyodide, source, locale, output] = process.argv.slice(2).map((path) => resolve(path));
const load = (...path) => import(pathToFileURL(join(...path)).href);
const { loadPyodide } = await load(pyodide, "pyodide.mjs");
const script = readFileSync(join(source, "sapper/web/static/js/asking/core.js"), "utf8");
const { startCore } = await import(`data:text/javascript,${encodeURIComponent(script)}`);
const wasm = readFileSync(join(source, "sapper/web/static/engine/sapper.wasm"));

mkdirSync(output, { recursive: true });
globalThis.sapperCore = startCore(new WebAssembly.Module(wasm));
const python = await loadPyodide({ indexURL: pyodide });
for (const [name, root] of [["/source", source], ["/locale", locale], ["/output", output]]) {
  python.FS.mkdirTree(name);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, name);
}
python.runPython(`
import importlib.util, sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, "/source")
spec = importlib.util.spec_from_file_location("sapper._core", "/source/sapper/browser/core.py")
core = sys.modules["sapper._core"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(core)

from sapper.browser.compile_rooms import compile_rooms
library = next(path for path in sys.path if path.endswith(".zip"))
compile_rooms(Path("/source"), Path("/locale"), Path("/output"), library)
`);
for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"]) copyFileSync(join(pyodide, name), join(output, name));
for (const name of ["python.zip", "sapper.zip", "pyodide.asm.wasm"]) {
  writeFileSync(join(output, `${name}.gz`), gzipSync(readFileSync(join(output, name)), { level: 9 }));
  rmSync(join(output, name));
}
const { info } = JSON.parse(readFileSync(join(pyodide, "pyodide-lock.json"), "utf8"));
writeFileSync(join(output, "pyodide-lock.json"), JSON.stringify({ info, packages: {} }));
