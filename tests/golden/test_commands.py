"""What commands print is what their golden files hold; `pytest tests/golden --update` writes them.

`outputs/` has texts for people, `documents/` what programs read; `tests/cli/test_help.py` tests the
help.
"""

from __future__ import annotations

import csv
import json
import re
import shlex
import shutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import sapper
from docs.documents import COMMANDS as SCHEMAS
from sapper.cli.app import COMMANDS as TABLE
from sapper.players import player_specs
from sapper.web.openapi import openapi
from tests.golden.cases import CASES, FILES, HELP_ALONE
from tests.golden.contents import HERE, Compare
from tests.support.command import Done
from tests.support.command import sapper as run
from tests.support.engines import EXAMPLES, OTHERS
from tests.support.schemas import ERROR, check_schema, models_of_command

ENVIRONMENT = {"NO_COLOR": "1", "SAPPER_LANGUAGE": "en"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    shutil.copy(EXAMPLES / "plain.py", tmp_path)
    shutil.copy(OTHERS.parent / "small.rawvf", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", CASES)
def test_command(name: str, folder: Path, compare: Compare) -> None:
    shown, documents = "", []
    for line in map(str.strip, CASES[name].strip().splitlines()):
        if line.startswith("cat "):
            documents.append({"command": line, "prints": read_tables(folder, line[4:])})
            continue
        plain = re.sub(r" \[-.*", "", line)
        shown += transcript(plain, run_line(plain))
        if plain != line:
            asked = re.sub(r"\[(-.*)\]", r"\1", line)
            printed = run_line(asked).stdout.splitlines()
            check_documents(asked, printed)
            documents.append({"command": asked, "prints": [*map(json.loads, printed)]})
    compare(f"outputs/{name}.txt", shown)
    if documents:
        compare(f"documents/{name}.json", documents)


def check_documents(line: str, printed: list[str]) -> None:
    """Check that a command with --json prints documents of its schema, or errors."""
    words = line.removeprefix("--language id ").split()
    command = next((name for name in SCHEMAS if words[: name.count(" ") + 1] == name.split()), "")
    if "--json" not in words or not command:
        return
    for text in printed:
        found = json.loads(text)
        if "line" in found:  # of one of several positions
            found = {key: found[key] for key in found if key not in ("file", "line")}
        check_schema(json.dumps(found), [*models_of_command(command), ERROR])


def run_line(line: str) -> Done:
    """Run a command of a case, with the file after >."""
    line, _, output = line.partition(" > ")
    words = shlex.split(line.replace("python3", sys.executable))
    done = run(*words, COLUMNS="80", **ENVIRONMENT)
    if output:
        Path(output).write_text(done.stdout, "utf-8")
        return done._replace(stdout="")
    return done


def transcript(line: str, done: Done) -> str:
    """Return what a terminal would show, with errors and the exit code marked."""
    errors = "".join(f"! {error}\n" for error in done.stderr.splitlines())
    code = f"exit code {done.returncode}\n" if done.returncode else ""
    text = re.sub("(?m) +$", "", done.stdout)
    return f"$ sapper {line}\n{text}{errors}{code}\n"


def read_tables(folder: Path, pattern: str) -> dict[str, Any]:
    """Return the tables of the files, by their names."""
    return {str(path.relative_to(folder)): read_table(path) for path in folder.glob(pattern)}


def read_table(path: Path) -> Any:
    """Return the rows of a file in Parquet, CSV or JSON lines."""
    if path.suffix == ".parquet":
        return pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist()
    lines = path.read_text("utf-8").splitlines()
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in lines]
    columns, *rows = csv.reader(lines)
    return {"columns": columns, "rows": rows}


def test_front_door(compare: Compare) -> None:
    """Without rooms: `dir` shows those that were imported."""
    names = (name for name in dir(sapper) if not isinstance(getattr(sapper, name), ModuleType))
    compare("documents/front-door.txt", "".join(f"{name}\n" for name in names if name[0] != "_"))


def test_openapi(compare: Compare) -> None:
    compare("documents/openapi.json", without_titles(openapi()))


def without_titles(value: Any) -> Any:
    """Return a schema without the titles that are made from names."""
    if isinstance(value, dict):
        is_title = {key: key == "title" and isinstance(value[key], str) for key in value}
        return {key: without_titles(value[key]) for key in value if not is_title[key]}
    return [without_titles(each) for each in value] if isinstance(value, list) else value


def test_every_command_has_a_case() -> None:
    lines = "\n".join(CASES.values()).replace("--language id ", "").split("\n")
    words = {line.split()[0] for line in lines if line.strip()}
    assert words - {"cat"} == set(TABLE) - HELP_ALONE


def test_every_file_has_a_case() -> None:
    cases = {"documents": {*CASES, "front-door", "openapi"}, "outputs": {*CASES}}
    cases |= {"moves": {entry.name for entry in player_specs()}}
    files = (path for path in HERE.glob("*/**/*.*") if path.parent.name in cases)
    assert not [path.name for path in files if path.stem not in cases[path.parent.name]]
