"""The core as WebAssembly, asked in node; skipped loudly where it was not and cannot be built."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

STATIC = Path(__file__).parents[2] / "src" / "sapper" / "web" / "static"
_MISSING = "WEBASSEMBLY NOT TESTED: run `make wasm` first (needs emscripten and node)"


def needs_wasm() -> None:
    """Skip the test without the built core and node, or fail if SAPPER_WASM is set."""
    if (STATIC / "engine" / "sapper.wasm").is_file() and shutil.which("node"):
        return
    if os.environ.get("SAPPER_WASM"):
        pytest.fail(_MISSING)
    pytest.skip(_MISSING)


class WasmCore:
    """A process of node with the core."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, route: str, **body: Any) -> Any:
        """Return status and document of a request; None if the core refuses it."""
        return self._exchange({"route": route, "body": body})

    def call(self, name: str, *values: object) -> Any:
        """Return what a function of the core says."""
        return self._exchange({"call": [name, *values]})

    def _exchange(self, message: object) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


@contextmanager
def wasm_core(folder: Path) -> Iterator[WasmCore]:
    """Yield the core in node, started in a folder that gets the page's modules."""
    needs_wasm()
    for name in ("js", "engine"):
        shutil.copytree(STATIC / name, folder / name)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    shutil.copy(Path(__file__).with_name("ask_core.js"), folder)
    with subprocess.Popen(
        ["node", "ask_core.js"],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield WasmCore(process)
        assert process.stdin is not None
        process.stdin.close()
