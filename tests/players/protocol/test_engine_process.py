"""The process of an engine: asked, misbehaving, ended; nothing is left of it."""

from __future__ import annotations

import gc
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from sapper.errors import EngineError, EngineProblem
from sapper.players.protocol.process import (
    Command,
    EngineProcess,
    close_engines,
    running_engine,
)
from tests.support.engines import ROOT, bad, children_of, open_files, wait_until_gone

ASK = "new 3x3/1 raw - seed 3\nposition 3x3/1:___/___/___\ngo\n"
ASK_SOUND = ASK.replace("seed 3", "seed 4")
needs_proc = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")


def command(how: str) -> Command:
    return tuple(shlex.split(bad(how).removeprefix("engine:")))


@pytest.fixture(autouse=True)
def _no_engine_is_left() -> Iterator[None]:
    yield
    close_engines()
    if Path("/proc").exists():
        assert not children_of(os.getpid())


@pytest.mark.parametrize(
    ("how", "problem", "words"),
    [
        ("crashes", "died", "ended its process with 3; its last message: out of ideas"),
        ("dies by a signal", "died", "ended its process by SIGSEGV"),
        ("sleeps", "silent", "gave no answer within 0.3 s"),
        ("loops", "silent", "gave no answer"),
        ("complains for ever", "silent", "gave no answer within 3 s; its last message: no!"),
        ("writes for ever", "endless", "wrote 1,000,000 bytes without an answer"),
        ("one endless line", "endless", "wrote 1,000,000 bytes without an answer"),
        ("no text", "garbage", "not UTF-8"),
    ],
)
def test_an_engine_that_fails_is_ended(how: str, problem: EngineProblem, words: str) -> None:
    engine = EngineProcess(command(how))
    seconds = 60 if problem != "silent" else 3 if how == "complains for ever" else 0.3
    with pytest.raises(EngineError) as caught:
        engine.ask(ASK, 1, seconds)
    assert caught.value.problem == problem
    assert words in str(caught.value)
    assert len(str(caught.value)) < 400
    assert engine.is_ended


@pytest.mark.parametrize(
    ("how", "problem", "words"),
    [
        ("has a bad name", "garbage", "the name as one word"),
        ("has no name", "garbage", "the name as one word"),
        ("speaks another version", "garbage", "expected the line 'sapper-engine 1' first"),
        ("never introduces itself", "garbage", "expected the line 'sapper-engine 1' first"),
        ("stays silent", "silent", "gave no answer within 1 s"),
    ],
)
def test_an_engine_must_introduce_itself(how: str, problem: EngineProblem, words: str) -> None:
    with pytest.raises(EngineError) as caught:
        EngineProcess(command(how), 1 if problem == "silent" else 60)
    assert caught.value.problem == problem
    assert words in str(caught.value)


def test_long_questions_and_answers_do_not_block() -> None:
    """An echo that writes before it has read everything, and complains as much."""
    code = (
        "import sys\n"
        "print('sapper-engine 1\\nname echo\\nversion 1\\nready', flush=True)\n"
        "sys.stdin.readline()\n"
        "for line in sys.stdin:\n"
        "    if line == 'quit\\n': break\n"
        "    print(line, end='', flush=True); print(line, file=sys.stderr, flush=True)\n"
    )
    engine = EngineProcess((sys.executable, "-S", "-c", code))
    lines = [f"{n} " + "x" * 20_000 for n in range(100)]
    assert engine.ask("".join(f"{line}\n" for line in lines), 100, 60) == lines
    engine.end()
    assert engine.is_ended


@needs_proc
def test_nothing_is_left_of_an_engine() -> None:
    gc.collect()
    before = open_files()
    for how in ("sound", "crashes", "sleeps", "never ends", "closes its output"):
        engine = EngineProcess(command(how))
        if how not in ("sound", "never ends"):
            with pytest.raises(EngineError):
                engine.ask(ASK, 1, 0.3)
        engine.end()
        engine.end()
        assert not children_of(os.getpid())
    assert open_files() == before


def test_an_interrupted_question_ends_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A timer or Ctrl-C raises anywhere; the late answer must not answer the next question."""
    engine = running_engine(command("sound"))

    def interrupt(*_: object, **__: object) -> None:
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(Queue, "get", interrupt)
    with pytest.raises(KeyboardInterrupt):
        engine.ask(ASK_SOUND, 1, 60)
    assert engine.is_ended
    again = running_engine(command("sound"))
    assert again is not engine
    assert again.ask(ASK_SOUND, 1, 60) == ["move open r0c0"]


@needs_proc
def test_an_engine_ends_with_the_process_that_asks_it() -> None:
    """When that is killed, the input of the engine ends."""
    code = (
        "from sapper.players.protocol.process import EngineProcess\n"
        f"engine = EngineProcess({command('sound')!r})\n"
        "print(engine._process.pid, flush=True)\n"
        "input()\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=-1, stdout=-1, cwd=ROOT) as owner:
        assert owner.stdout is not None
        engine = int(owner.stdout.readline())
        os.kill(engine, 0)
        owner.kill()
    wait_until_gone(engine)
