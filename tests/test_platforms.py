"""What runs without the modules and calls of POSIX, as on Windows; and their twins."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# Python reads this at its start, in worker processes too.
WITHOUT_POSIX = """
import contextlib, os, select, signal, subprocess, sys, types
for name in ("fcntl", "resource", "termios", "tty", "pwd", "grp"):
    sys.modules[name] = None
windows = sys.modules["msvcrt"] = types.ModuleType("msvcrt")
windows.LK_NBLCK, windows.locked = 2, set()
def locking(number, mode, count):
    where = os.fstat(number).st_ino, os.lseek(number, 0, os.SEEK_CUR)
    if where in windows.locked:
        raise PermissionError(13, "Permission denied")
    windows.locked.add(where)
windows.locking = locking
begin = subprocess.Popen.__init__
def start(self, *words, creationflags=0, **options):
    begin(self, *words, **options)
subprocess.Popen.__init__ = start
for module, names in {
    os: ("fork", "killpg", "setsid", "nice", "sched_getaffinity", "getpgid", "mkfifo"),
    signal: ("SIGHUP", "SIGALRM", "setitimer", "alarm"),
    select: ("poll",),
}.items():
    for name in names:
        delattr(module, name)
def is_open(path):
    with contextlib.suppress(OSError):
        file = os.lstat(path)
        for number in map(int, os.listdir("/dev/fd")):
            with contextlib.suppress(OSError):
                if os.path.samestat(os.fstat(number), file):
                    return True
def refuse_open_files(call):
    def checked(*paths, **options):
        if not options and any(map(is_open, paths)):
            raise PermissionError(13, "Permission denied", paths[0])
        return call(*paths, **options)
    return checked
for name in ("replace", "rename", "unlink", "remove"):
    setattr(os, name, refuse_open_files(getattr(os, name)))
"""
ENGINE = """
import sys
for line in sys.stdin:
    if line.startswith("sapper-engine"):
        print(line.strip(), "name first", "version 1", "ready", sep="\\n", flush=True)
    elif line.startswith("position"):
        covered = line.index("_")
    elif line.startswith("go"):
        print("move open r0c0", flush=True)
"""


def run_sapper(folder: Path, *words: str, **environment: str) -> str:
    code = "import sys; from sapper.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        env=os.environ | environment,
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_without_posix(folder: Path, *words: str) -> str:
    (folder / "sitecustomize.py").write_text(WITHOUT_POSIX, encoding="utf-8")
    return run_sapper(folder, *words, PYTHONPATH=str(folder))


@pytest.mark.parametrize(
    "words",
    [
        ["review", "9x9/10 safe 5 0 o4,4"],
        ["generate", "--board", "beginner", "--seed", "2"],
        ["run", "greedy", "--games", "40", "--workers", "2", "--ledger", "games.sqlite"],
        ["run", "champion", "--games", "40", "--ledger", "games.sqlite"],
        ["lab", "dataset", "data", "--games", "20"],
        ["lab", "tasks", "make", "tasks.jsonl", "--count", "2"],
        [
            "run",
            f"engine:{sys.executable} engine.py",
            "-b",
            "2x2/1",
            "--games",
            "4",
            "--ledger",
            "g",
        ],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_command_runs_without_posix(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "engine.py").write_text(ENGINE, encoding="utf-8")
    assert run_without_posix(tmp_path, *words)


# A locale that knows ASCII only: other letters in names are no text, and files need an encoding.
PLAIN_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize("locale", [{}, PLAIN_LOCALE], ids=["utf-8", "ascii"])
def test_names_of_files_have_spaces_and_any_letters(tmp_path: Path, locale: dict[str, str]) -> None:
    folder = tmp_path / "papan é 雷"
    folder.mkdir()
    (folder / "posisi é.txt").write_text("3x3/2:01_/12_/___\n", encoding="utf-8")
    (folder / "replay 雷.rawvf").write_bytes(Path("examples/small.rawvf").read_bytes())
    (folder / "engine é.py").write_text(ENGINE, encoding="utf-8")
    ledger, engine = ("--ledger", "games é.sqlite"), f"engine:{sys.executable} 'engine é.py'"
    for words in (
        ["analyse", "posisi é.txt"],
        ["--language", "id", "explain", "posisi é.txt"],
        ["review", "replay 雷.rawvf"],
        ["metrics", "replay 雷.rawvf"],
        ["run", engine, "--board", "2x2/1", "--games", "4", *ledger],
        ["lab", "report", *ledger, "-o", "report 雷.html"],
    ):
        run_sapper(folder, *words, **locale)
    assert "report 雷.html" in (folder / "report 雷.html").read_text(encoding="utf-8")
    for _ in range(2):  # it is replaced
        run_sapper(folder, "lab", "dataset", "set é", "--games", "4", "--board", "4x4/2", **locale)


@pytest.mark.parametrize("without", ["", WITHOUT_POSIX])
def test_a_locked_file_is_refused(tmp_path: Path, without: str) -> None:
    code = f"""{without}
from sapper.files import lock_file
first, second = (open("log", "ab") for _ in range(2))
first.write(b"line"); lock_file(first, "busy")
try:
    lock_file(second, "busy")
except Exception as error:
    print(type(error).__name__, error, first.tell())
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "InputError busy: wait for it, or stop it first 4\n"


def test_an_open_file_is_neither_deleted_nor_replaced_there(tmp_path: Path) -> None:
    code = f"""{WITHOUT_POSIX}
from pathlib import Path
with open("log", "w"):
    for change in (lambda: Path("log").unlink(), lambda: Path("log").replace("other")):
        try:
            change()
        except PermissionError:
            print("refused")
Path("log").unlink()
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "refused\n" * 2
