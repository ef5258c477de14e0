"""The examples beside the documentation work."""

from __future__ import annotations

import json
import runpy
import subprocess
from pathlib import Path

import pytest

import sapper
from bench.dask_workers import ADVISED
from sapper.games.certificates import check_certificate

EXAMPLES = Path(__file__).parents[2] / "examples"
pytestmark = pytest.mark.pages


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
