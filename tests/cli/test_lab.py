"""The laboratory from the command line: runs, ledgers, pages; exit codes and sentences."""

from __future__ import annotations

import json
import re
from pathlib import Path
from unittest.mock import patch

import pytest

from sapper.lab.papers.examples import solve_examples
from sapper.lab.papers.growth import growth
from sapper.lab.papers.reproduction import BEST_PLAYER, Reproduction
from sapper.players.papers.sources import PAPERS
from sapper.tasks import read_tasks
from tests.support.command import sapper
from tests.support.stored_games import flip


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lab") / "ledger.sqlite"
    done = sapper("run", "greedy", "--games", "60", "--ledger", str(path), "--workers", "1")
    assert done.returncode == 0, done.stderr
    return path


def test_the_usual_ledger_is_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    done = sapper("run", "greedy", "--games", "5", "--workers", "1")
    assert done.returncode == 0
    assert len(list(tmp_path.rglob("ledger.sqlite"))) == 1


def test_the_sequential_test_says_what_it_is_on(ledger: Path) -> None:
    asked = ("--ledger", str(ledger), "--workers", "1", "--board", "9x9/16", "--sprt", "-3", "3")
    shown = sapper("compare", "champion", "patient", *asked).stdout
    assert re.search(r"H. accepted after .* on the scores\n", shown)
    told = {}
    for on in ("scores", "outcomes"):
        asking = sapper("compare", "champion", "patient", *asked, "--sprt-on", on, "--json")
        (told[on],) = json.loads(asking.stdout)["sprt"]
        assert told[on]["on"] == on
        assert told[on]["history"][-1] == [told[on]["games"], told[on]["ratio"]]
    assert told["scores"]["games"] < told["outcomes"]["games"]
    refused = sapper("compare", "champion", "fast", *asked, "--sprt-on", "scores")
    assert refused.returncode == 2
    assert "fast has no learned winning chance" in refused.stderr
    assert sapper("compare", "champion", "fast", *asked, "--sprt-on", "luck").returncode == 2


@pytest.mark.parametrize("words", [["run", "champion"], ["compare", "champion", "fast"]])
def test_a_correction_that_is_not_nought_is_told_loudly(
    words: list[str], ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.lab.statistics.moments.MOST_DEVIATIONS", 0)
    asked = ("--games", "400", "--ledger", str(ledger), "--workers", "1")
    for more in ((), ("--json",)):
        done = sapper(*words, *asked, *more)
        assert done.returncode == 0
        assert "warning: the mean correction of champion is" in done.stderr


def test_compare_writes_a_report_with_the_course_of_the_test(ledger: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    asked = ("--board", "9x9/12", "--start", "open", "--ledger", str(ledger), "--workers", "1")
    done = sapper("compare", "fast", "greedy", *asked, "--sprt", "0", "20", "--report", str(page))
    assert done.returncode == 0, done.stderr
    assert f"report written to {page}" in done.stderr
    text = page.read_text("utf-8")
    assert re.search(r"<figcaption>fast − greedy, 9x9/12: H1 after \d+ boards</figcaption>", text)
    assert "log-likelihood ratio" in text
    assert ">verdict</th>" in text


def test_a_run_without_guesses_says_nothing_of_them(tmp_path: Path) -> None:
    done = sapper("run", "fast", "--board", "3x3/0", "--games", "2",
                  "--ledger", str(tmp_path / "l.db"))  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "guesses" not in done.stdout
    assert "–" not in done.stdout


@pytest.fixture
def two_runs(tmp_path: Path) -> str:
    path = str(tmp_path / "ledger")
    for words in (("fast", "--games", "200", "--keep", "outcomes"), ("greedy", "--games", "50")):
        done = sapper("run", *words, "--seed", "1", "--workers", "1", "--ledger", path)
        assert done.returncode == 0, done.stderr
    return path


def test_it_checks_every_chunk(two_runs: str) -> None:
    sound = sapper("lab", "ledger", "--check", "--ledger", two_runs)
    assert sound.returncode == 0
    assert sound.stdout.endswith("2 runs, 250 games: all sound\n")
    flip(Path(two_runs), "sums")
    damaged = sapper("lab", "ledger", "--check", "--ledger", two_runs, "--json")
    assert damaged.returncode == 5
    (chunk,) = json.loads(damaged.stdout)["damaged"]
    assert "of run 2 (greedy on 9x9/10 safe (0,0) seed 1)" in chunk


def test_a_report_says_what_it_leaves_out(two_runs: str, tmp_path: Path) -> None:
    flip(Path(two_runs), "sums")
    done = sapper("lab", "report", "--ledger", two_runs, "--json")
    assert done.returncode == 0, done.stderr
    words = " ".join(done.stderr.split())
    assert "of run 2 (greedy on 9x9/10 safe (0,0) seed 1) are damaged and left out" in words
    assert "is reported up to game" in words
    fast, greedy = json.loads(done.stdout)["players"]
    assert fast["games"] == 200
    assert greedy["games"] < 50


def test_the_page_names_the_papers(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    points = growth(boards=1, placements=1000)

    def no_games(**_asked: object) -> Reproduction:
        return Reproduction((), (), tuple(points), tuple(solve_examples(BEST_PLAYER)))

    with patch("sapper.cli.commands.reproduce.reproduce", no_games):
        done = sapper("papers", "reproduce", "--quick", "-o", str(page))
        sapper("--language", "id", "papers", "reproduce", "-o", str(tmp_path / "id.html"))
    assert f"tables and plots are in {page}" in " ".join(done.stderr.split())
    indonesian = (tmp_path / "id.html").read_text("utf-8")
    assert ">4.608<" in indonesian  # written once, not twice: neither 4,608 nor 100.0
    for english in ("opens", "mine<", "safe<", ">solution", "must guess", " rule", "bound n"):
        assert english not in indonesian
    text = page.read_text("utf-8")
    for paper in PAPERS.values():
        assert f'<a href="#section-{list(PAPERS.values()).index(paper) + 1}">{paper.name}' in text
    assert "<dt>command</dt><dd><code>sapper papers reproduce --quick" in text


SMALL = ["--level", "single", "--kind", "chance", "--kind", "play", "--seed", "2", "--workers", "1"]


def test_tasks_on_standard_output_are_those_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "tasks.jsonl"
    sapper("lab", "tasks", "make", str(file), "-n", "3", *SMALL)
    assert sapper("lab", "tasks", "make", "-", "-n", "3", *SMALL).stdout == file.read_text()


def test_games_are_played_turn_by_turn(tmp_path: Path) -> None:
    tasks, answers = tmp_path / "tasks.jsonl", tmp_path / "answers.jsonl"
    sapper("lab", "tasks", "make", str(tasks), "-n", "2", *SMALL)
    answers.write_text("")
    command = ("lab", "tasks", "next", str(tasks), str(answers))
    waiting = [json.loads(line) for line in sapper(*command).stdout.splitlines()]
    chance, game = read_tasks(tasks)
    assert [one["prompt"] for one in waiting] == [chance.prompt, game.prompt]
    given: list[str] = []
    for turn in game.answer.split("\n"):
        given.append(turn)
        lines = [{"id": chance.id, "answer": "?"}, {"id": game.id, "turns": given}]
        answers.write_text("\n".join(map(json.dumps, lines)))
        prompts = [json.loads(line) for line in sapper(*command).stdout.splitlines()]
        assert [one["id"] for one in prompts] in ([game.id], [])
    assert prompts == []
