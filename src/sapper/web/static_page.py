"""Write the page as static files that need no server: Python answers in the browser.

    python -m sapper.web.static_page FOLDER PYTHON [DOCUMENTATION]

Any static web host serves the folder, under any path. The scripts are bundled by esbuild from npm,
so that few requests come before the first move. A service worker keeps all files, so the page also
opens offline; the manifest lets browsers install it. The documentation, if it is given, is put
beside the page, which links it; it is not kept. `make site` makes all that this needs first.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from sapper.errors import InputError
from sapper.web.facts import has_engine
from sapper.web.languages import locale_files
from sapper.web.preload import MODULES, STATIC

__all__ = ["write_static_page"]

_ESBUILD: Final = "0.28.2"
_PAGE: Final = "page.js"
_LINK: Final = '<a href="docs/" hidden>'
_WORKERS: Final = ("asking/core-worker.js", "asking/python-worker.js")
_OFFLINE: Final = Path(__file__).parent / "offline"
_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
_HEAD: Final = f"""<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="theme-color" content="#0f6a73">
<link rel="manifest" href="manifest.webmanifest">
<link rel="apple-touch-icon" href="static/icon-full-180.png">
</head>"""


def write_static_page(folder: Path, python: Path, documentation: Path | None = None) -> None:
    """Write the page into a folder, which is replaced; raise `InputError` without the core.

    `python` is the folder that `sapper.browser.pack` wrote, `documentation` a site by `make docs`.
    """
    if not has_engine():
        raise InputError("the core was not built as WebAssembly: run make wasm first")
    if folder.exists():
        if not (folder / "manifest.webmanifest").is_file():
            raise InputError(f"{folder} exists and is no static page: give another folder")
        shutil.rmtree(folder)
    shutil.copytree(STATIC, folder / "static")
    shutil.copytree(python, folder / "static" / "python")
    for icon in _OFFLINE.glob("*.png"):
        shutil.copy(icon, folder / "static")
    for name, body in locale_files().items():
        path = folder / "static" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(body)
    _bundle_scripts(folder / "static" / "js", python.parent / f"esbuild-{_ESBUILD}")
    html = (folder / "static" / "index.html").read_text(encoding="utf-8")
    (folder / "static" / "index.html").unlink()
    html = _static_html(html)
    if documentation is not None:
        html = html.replace(_LINK, _LINK.replace(" hidden", ""))
    (folder / "index.html").write_text(html, encoding="utf-8")
    (folder / "manifest.webmanifest").write_text(json.dumps(_manifest(), indent=1))
    (folder / "service-worker.js").write_text(_service_worker(folder), encoding="utf-8")
    if documentation is not None:
        shutil.copytree(documentation, folder / "docs")


def _bundle_scripts(scripts: Path, esbuild: Path) -> None:
    """Make one script of the page and one of each worker; `esbuild` is where the tool is kept."""
    if not esbuild.exists():
        command = ["npm", "install", "--silent", "--no-audit", "--prefix", str(esbuild)]
        subprocess.run([*command, f"esbuild@{_ESBUILD}"], check=True, stdout=subprocess.DEVNULL)
    (scripts / _PAGE).write_text('import "./main.js";\nimport "./offline.js";\n', encoding="utf-8")
    bundled = scripts.with_name("bundled")
    tool = str(esbuild / "node_modules" / ".bin" / "esbuild")
    for name in (_PAGE, *_WORKERS):
        options = ["--bundle", "--minify", "--format=esm", "--target=es2022", "--log-level=error"]
        subprocess.run(
            [tool, *options, f"--outfile={bundled / name}", str(scripts / name)], check=True
        )
    shutil.rmtree(scripts)
    bundled.rename(scripts)


def _static_html(html: str) -> str:
    """Return the page with relative addresses, marked as one without a server."""
    html = html.replace(MODULES, "").replace("/js/main.js", f"/js/{_PAGE}")
    html = html.replace('id="about" class="note" hidden', 'id="about" class="note"')
    html = re.sub(r'((?:href|src)=")/static/', r"\1static/", html)
    html = html.replace("<html ", '<html data-host="static" ', 1)
    return html.replace("</head>", _HEAD, 1)


def _manifest() -> dict[str, object]:
    def icon(size: int, name: str, purpose: str) -> dict[str, str]:
        return {
            "src": f"static/{name}-{size}.png",
            "type": "image/png",
            "sizes": f"{size}x{size}",
            "purpose": purpose,
        }

    drawn = {"src": "static/icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any"}
    return {
        "name": "sapper: a Minesweeper workbench",
        "short_name": "sapper",
        "description": "Play and analyse Minesweeper: exact chances and the best move.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#0f6a73",
        "theme_color": "#0f6a73",
        "icons": [
            drawn,
            icon(192, "icon", "any"),
            icon(512, "icon", "any"),
            icon(512, "icon-full", "maskable"),
        ],
    }


def _service_worker(folder: Path) -> str:
    """Return the service worker with the names of all files, and a version that they decide."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    names = ["./", *(path.relative_to(folder).as_posix() for path in files)]
    code = (_OFFLINE / "service-worker.js").read_text(encoding="utf-8")
    facts = f"const VERSION = {json.dumps(digest.hexdigest()[:12])};"
    return f"{facts}\nconst FILES = {json.dumps(names)};\n\n{code}"


if __name__ == "__main__":
    try:
        write_static_page(*map(Path, sys.argv[1:]))
    except InputError as error:
        sys.exit(str(error))
