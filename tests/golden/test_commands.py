"""What commands print is what their golden files hold; `pytest tests/golden --update` writes them.

`outputs/` has texts and help: scaffolding that goes when the outside is settled.
`documents/` has what programs read, and stays.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Collection
from pathlib import Path

import pytest

import sapper
from sapper.cli.app import SUMMARIES, load_command
from sapper.web.app import create_app
from tests.golden.cases import CASES, FILES, HELP_ALONE
from tests.golden.contents import HERE, Compare, mask_table
from tests.support.command import Done
from tests.support.command import sapper as run
from tests.support.engines import EXAMPLES

COMMANDS = {
    command: [command, *(f"{command} {name}" for name in getattr(group, "commands", {}))]
    for command in SUMMARIES
    for group in [load_command(command)]
}

OTHERS = ("front-door", "openapi")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    shutil.copy(EXAMPLES / "plain.py", tmp_path)
    shutil.copy(EXAMPLES.parent / "small.rawvf", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run_line(line: str, folder: Path) -> Done:
    """Run a command of a case, with the files after < and >."""
    line, _, output = line.partition(" > ")
    line, _, given = line.partition(" < ")
    stdin = (folder / given).read_text("utf-8") if given else None
    words = shlex.split(line)
    done = run(*words, stdin=stdin, COLUMNS="80", NO_COLOR="1", SAPPER_LANGUAGE="en")
    if output:
        (folder / output).write_text(done.stdout, "utf-8")
        return done._replace(stdout="")
    return done


def transcript(line: str, done: Done) -> str:
    """Return what a terminal would show, with errors and the exit code marked."""
    errors = "".join(f"! {error}\n" for error in done.stderr.splitlines())
    code = f"exit code {done.returncode}\n" if done.returncode else ""
    text = re.sub("(?m) +$", "", done.stdout)
    return f"$ sapper {line}\n{text}{errors}{code}\n"


def read_tables(line: str, folder: Path) -> dict[str, list[str]]:
    """Return the lines of the CSV files that `cat` names."""
    files = sorted(folder.glob(line.removeprefix("cat ")))
    return {path.name: mask_table(path.read_text("utf-8")) for path in files}


@pytest.mark.parametrize("name", CASES)
def test_command(name: str, folder: Path, compare: Compare) -> None:
    shown, documents = "", []
    for line in map(str.strip, CASES[name].strip().splitlines()):
        if line.startswith("cat "):
            documents.append({"command": line, "prints": read_tables(line, folder)})
            continue
        plain = line.replace(" [--json]", "")
        shown += transcript(plain, run_line(plain, folder))
        if plain != line:
            done = run_line(f"{plain} --json", folder)
            printed = [json.loads(text) for text in done.stdout.splitlines()]
            documents.append({"command": f"{plain} --json", "prints": printed})
    compare(f"outputs/{name}.txt", shown)
    if documents:
        compare(f"documents/{name}.json", documents)


@pytest.mark.parametrize("command", COMMANDS)
def test_help(command: str, compare: Compare) -> None:
    """So wide that a change of one option is a change of one line."""
    texts = (
        run(*shlex.split(each), "--help", COLUMNS="250", NO_COLOR="1") for each in COMMANDS[command]
    )
    compare(f"outputs/help/{command}.txt", "\n".join(narrow(done.stdout) for done in texts))


def test_help_of_all(compare: Compare) -> None:
    compare("outputs/help/sapper.txt", narrow(run("--help", COLUMNS="250", NO_COLOR="1").stdout))


def narrow(text: str) -> str:
    """Return a help without frames, and with at most two spaces between its columns."""
    lines = (re.sub("[│╭╮╰╯─]+", "", line).strip() for line in text.splitlines())
    return "".join(f"{re.sub('  +', '  ', line)}\n" for line in lines if line)


def test_every_command_has_a_case() -> None:
    lines = (line.split()[0] for case in CASES.values() for line in case.strip().splitlines())
    assert set(lines) - {"cat"} == set(SUMMARIES) - HELP_ALONE


def test_front_door(compare: Compare) -> None:
    compare("documents/front-door.json", [name for name in dir(sapper) if not name.startswith("_")])


def test_openapi(compare: Compare) -> None:
    document = create_app().openapi()
    for of_framework in ("HTTPValidationError", "ValidationError"):
        del document["components"]["schemas"][of_framework]
    compare("documents/openapi.json", document)


@pytest.mark.parametrize(
    ("kind", "names"),
    [("outputs", CASES), ("outputs/help", {"sapper", *COMMANDS}), ("documents", {*CASES, *OTHERS})],
)
def test_every_file_has_a_case(kind: str, names: Collection[str]) -> None:
    assert {path.stem for path in (HERE / kind).glob("*.*")} <= set(names)
