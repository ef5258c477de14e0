"""Every block of code in the documentation is run, and the examples beside it."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sapper
from bench.dask_workers import ADVISED
from sapper.games.certificates import check_certificate
from sapper.players import registry
from tests.support.page_runner import PageRunner
from tests.support.pages import LANGUAGES, PAGES, blocks_of, page_name

TEXTS = {page_name(page): page.read_text("utf-8") for page in PAGES}
BLOCKS = {name: blocks_of(text) for name, text in TEXTS.items()}

TRANSLATIONS = {"README.id.md": "README.md"}
LONG_PAGES = ("docs/explain/laboratory.md", "docs/reference/protocol.md", "docs/how-to/datasets.md",
              "docs/how-to/one-machine.md", "docs/how-to/researcher.md",
              "docs/how-to/solver-author.md")  # fmt: skip
"""Pages whose blocks `make test-all` runs."""

MARKS = ("", "not run", "exit code", "saved as")
pytestmark = pytest.mark.pages


@pytest.fixture(autouse=True)
def _forget_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget the players that a page registers, and its modules: several pages have a mine.py."""
    before = dict(registry._known)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    registry._known.clear()
    registry._known.update(before)
    for name, module in [*sys.modules.items()]:
        if str(getattr(module, "__file__", None)).startswith(str(tmp_path)):
            del sys.modules[name]


def texts_of_original(name: str) -> set[str]:
    """Return the code of the page that this one translates: the same code is run once."""
    original = TRANSLATIONS.get(name)
    return {block.text for block in BLOCKS[original]} if original else set()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in LONG_PAGES else [])
        for name, blocks in BLOCKS.items()
        if blocks
    ],
)
def test_the_blocks_of_a_page_run(name: str, tmp_path: Path) -> None:
    runner = PageRunner(tmp_path)
    elsewhere = texts_of_original(name)
    for block in BLOCKS[name]:
        if block.reason_not_to_run or block.is_directive or block.text in elsewhere:
            continue
        try:
            runner.run(block)
        except Exception as error:
            raise AssertionError(f"{name}, line {block.line}: {error}") from error


def test_no_code_is_hidden_from_the_tests() -> None:
    """Neither in a block of another language, nor by an unknown mark."""
    command = re.compile(r"^\$ |^>>> |^(sapper|make|python|pip) ", re.MULTILINE)
    for name, blocks in BLOCKS.items():
        for block in blocks:
            place = f"{name}, line {block.line}"
            assert block.is_directive or block.language in LANGUAGES, place
            assert block.mark.partition(": ")[0] in MARKS, f"{place}: {block.mark}"
            assert block.language != "text" or not command.search(block.text), place
        assert TEXTS[name].count("\n```") == 2 * len(blocks), name


EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_script_of_a_slurm_job_starts_workers_with_the_advised_settings() -> None:
    pytest.importorskip("dask_jobqueue")
    slurm = runpy.run_path(str(EXAMPLES / "slurm_cluster.py"))
    with slurm["make_cluster"]() as cluster:
        script: str = cluster.job_script()
    subprocess.run(["bash", "-n"], input=script, text=True, check=True, timeout=60)
    assert f"--nworkers {slurm['CORES']} " in script
    for name, value in ADVISED.items():
        assert f"export {name}={value}" in script


def test_every_worker_of_the_manifest_has_the_advised_settings() -> None:
    yaml = pytest.importorskip("yaml")
    manifest = yaml.safe_load((EXAMPLES / "kubernetes" / "cluster.yaml").read_text("utf-8"))
    (worker,) = manifest["spec"]["worker"]["spec"]["containers"]
    assert {item["name"]: item["value"] for item in worker["env"]} == ADVISED
    assert worker["image"].endswith(f":{sapper.__version__}")


def test_puzzles_are_made_certified_and_converted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["puzzles.py", "beginner", "2"])
    runpy.run_path(str(EXAMPLES / "puzzles.py"), run_name="__main__")
    assert capsys.readouterr().out.count("?b=1&m=") == 2
    for file in ("puzzle-0.json", "puzzle-1.json"):
        assert check_certificate(json.loads(Path(file).read_text("utf-8"))).is_valid


def test_a_replay_is_read_measured_and_reviewed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["replays.py"])
    runpy.run_path(str(EXAMPLES / "replays.py"), run_name="__main__")
    shown = capsys.readouterr().out
    assert shown.startswith("Ann on 4x5/3: 3BV 3, 5 clicks\n")
    assert "Won, with no chance lost by choices" in shown
