"""The page's Python, asked in node; skipped loudly where it was not and cannot be packed."""

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

_ROOT = Path(__file__).parents[2]
STATIC = _ROOT / "src" / "sapper" / "web" / "static"
PYTHON = _ROOT / "build" / "python"
_TIMES = ("milliseconds", "seconds")
_MISSING = "PYTHON IN THE BROWSER NOT TESTED: run `make python` first (needs emscripten and npm)"


def needs_python() -> None:
    """Skip the test without the packed Python and node, or fail if SAPPER_WASM is set."""
    files = (STATIC / "engine" / "sapper.wasm", PYTHON / "sizes.json")
    if all(path.is_file() for path in files) and shutil.which("node"):
        return
    if os.environ.get("SAPPER_WASM"):
        pytest.fail(_MISSING)
    pytest.skip(_MISSING)


def differences(ours: Any, theirs: Any, where: str = "") -> list[str]:
    """Return where two documents differ; numbers may in their last digits."""
    if isinstance(ours, float) and isinstance(theirs, float):
        is_same = ours == pytest.approx(theirs, rel=1e-12, abs=1e-15, nan_ok=True)
        return [] if is_same else [f"{where}: {ours!r}, {theirs!r}"]
    if isinstance(ours, dict) and isinstance(theirs, dict) and list(ours) == list(theirs):
        parts = [(f"{where}.{key}", each, theirs[key]) for key, each in ours.items()]
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        parts = [(f"{where}[{i}]", *pair) for i, pair in enumerate(zip(ours, theirs, strict=True))]
    else:
        return [] if ours == theirs else [f"{where}: {ours!r}, {theirs!r}"]
    return [each for at, a, b in parts for each in differences(a, b, at)]


def without_times(document: Any) -> Any:
    """Return a document without what its making took."""
    if isinstance(document, list):
        return [without_times(each) for each in document]
    if not isinstance(document, dict):
        return document
    return {key: without_times(each) for key, each in document.items() if key not in _TIMES}


class BrowserPython:
    """A process of node with the page's Python."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, question: str, body: dict[str, Any], language: str = "en") -> Any:
        """Return the document of a question."""
        message = {"question": question, "body": body, "language": language}
        return self._exchange(message)["document"]

    def events(self, question: str, body: dict[str, Any]) -> Any:
        """Return the events of a question, each with its data."""
        return self._exchange({"question": question, "body": body, "language": "en"})["events"]

    def run(self, code: str) -> Any:
        """Return the value of the last expression of a module."""
        return self._exchange({"run": code})

    def _exchange(self, message: object) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


@contextmanager
def browser_python(folder: Path) -> Iterator[BrowserPython]:
    """Yield the page's Python in node, started in a folder that gets its files."""
    needs_python()
    for name in ("js", "engine"):
        shutil.copytree(STATIC / name, folder / name)
    shutil.copytree(PYTHON, folder / "python")
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    script = shutil.copy(Path(__file__).with_name("ask_python.mjs"), folder)
    with subprocess.Popen(
        ["node", script], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield BrowserPython(process)
        assert process.stdin is not None
        process.stdin.close()
