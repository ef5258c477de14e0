"""Pack Python and the rooms for the static page.

    python -m sapper.browser.pack FOLDER

Pyodide comes from npm, of one version and with one checksum, and is kept beside the folder.
"""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

import sapper
from sapper.errors import InputError

__all__ = ["pack"]

_VERSION: Final = "314.0.7"
_SHA512: Final = (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
_HERE: Final = Path(__file__).parent
_LICENCES: Final = f"""Pyodide {_VERSION}: the Mozilla Public License 2.0,
https://www.mozilla.org/MPL/2.0/; its source: https://github.com/pyodide/pyodide/tree/{_VERSION}

Python and its library: the PSF licence, https://docs.python.org/3/license.html
Copyright (c) 2001 Python Software Foundation; All Rights Reserved

sapper, in index.html, static and sapper.zip.gz:

"""


def pack(folder: Path) -> None:
    """Write all files of the page's Python; raise `InputError` for a tool that is missing."""
    for tool in ("npm", "node"):
        if shutil.which(tool) is None:
            raise InputError(f"{tool} is missing: install Node.js")
    pyodide = _fetch_pyodide(folder.parent / f"pyodide-{_VERSION}")
    shutil.rmtree(folder, ignore_errors=True)
    source = _HERE.parent.parent
    script, locale = _HERE / "pack.mjs", _find_locale()
    subprocess.run(["node", script, pyodide, source, locale, folder], check=True)
    (folder / "licences.txt").write_text(_LICENCES + _own_licence(), encoding="utf-8")
    fetched = [path for path in folder.iterdir() if path.suffix == ".gz"]
    sizes = {"bytes": sum(path.stat().st_size for path in fetched)}
    (folder / "sizes.json").write_text(json.dumps(sizes), encoding="utf-8")


def _own_licence() -> str:
    return str(distribution("sapper").read_text("licenses/LICENSE"))


def _find_locale() -> Path:
    """Return the folder of the catalogues; an editable install has it apart from the sources."""
    folders = [Path(folder, "locale") for folder in sapper.__path__]
    return next(folder for folder in folders if folder.is_dir())


def _fetch_pyodide(folder: Path) -> Path:
    """Return the folder of Pyodide; download it unless it is there."""
    if not folder.exists():
        folder.mkdir(parents=True)
        command = ["npm", "pack", "--silent", f"pyodide@{_VERSION}"]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        archive = folder / f"pyodide-{_VERSION}.tgz"
        if base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode() != _SHA512:
            shutil.rmtree(folder)
            raise InputError(f"Pyodide {_VERSION} from npm is not the file that sapper knows")
        with tarfile.open(archive) as files:
            files.extractall(folder, filter="data")
    return folder / "package"


if __name__ == "__main__":
    try:
        pack(Path(sys.argv[1]).absolute())
    except InputError as error:
        sys.exit(str(error))
