"""The examples beside the documentation are valid: the script for SLURM, the manifest."""

from __future__ import annotations

import importlib.util
import runpy
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import sapper
from bench.dask_workers import ADVISED
from sapper.games.certificates import Certificate

EXAMPLES = Path(__file__).parents[2] / "examples"
pytestmark = pytest.mark.pages


@pytest.fixture(scope="module")
def slurm() -> ModuleType:
    pytest.importorskip("dask_jobqueue")
    spec = importlib.util.spec_from_file_location("slurm_cluster", EXAMPLES / "slurm_cluster.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    yaml = pytest.importorskip("yaml")
    text = (EXAMPLES / "kubernetes" / "cluster.yaml").read_text("utf-8")
    (document,) = yaml.safe_load_all(text)
    assert isinstance(document, dict)
    return document


def test_the_manifest_is_a_dask_cluster(manifest: dict[str, Any]) -> None:
    assert manifest["apiVersion"] == "kubernetes.dask.org/v1"
    assert manifest["kind"] == "DaskCluster"
    name, spec = manifest["metadata"]["name"], manifest["spec"]
    assert spec["scheduler"]["service"]["selector"]["dask.org/cluster-name"] == name
    (scheduler,) = spec["scheduler"]["spec"]["containers"]
    (worker,) = spec["worker"]["spec"]["containers"]
    assert worker["args"][:4] == ["dask", "worker", "--nthreads", "1"]
    assert all(isinstance(word, str) for word in [*worker["args"], *scheduler["args"]])
    assert worker["image"] == scheduler["image"]
    assert worker["image"].endswith(f":{sapper.__version__}")


def test_all_workers_get_the_advised_settings_of_dask(
    slurm: ModuleType, manifest: dict[str, Any]
) -> None:
    page = (EXAMPLES.parent / "docs" / "how-to" / "dask-cluster.md").read_text("utf-8")
    (worker,) = manifest["spec"]["worker"]["spec"]["containers"]
    assert {item["name"]: item["value"] for item in worker["env"]} == ADVISED
    with slurm.make_cluster() as cluster:
        script: str = cluster.job_script()
    for name, value in ADVISED.items():
        assert f"export {name}={value}" in script
        assert f"export {name}={value} " in page.replace("\n", " ")


def test_puzzles_are_made_certified_and_converted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["puzzles.py", "beginner", "2"])
    runpy.run_path(str(EXAMPLES / "puzzles.py"), run_name="__main__")
    assert capsys.readouterr().out.count("?b=1&m=") == 2
    for file in ("puzzle-0.json", "puzzle-1.json"):
        assert Certificate.from_json(Path(file).read_text("utf-8")).check().is_valid


def test_a_replay_is_read_measured_and_reviewed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["replays.py"])
    runpy.run_path(str(EXAMPLES / "replays.py"), run_name="__main__")
    shown = capsys.readouterr().out
    assert shown.startswith("Ann on 4x5/3: 3BV 3, 5 clicks\n")
    assert "Won, with no chance lost by choices" in shown
