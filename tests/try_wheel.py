"""Try a wheel as a user without a compiler gets it: `make wheels` calls this.

    python tests/try_wheel.py WHEEL PYTHON ...

Checks what is in the wheel, then installs it for each Python that is there, with its dependencies
as wheels only, and runs the command. No other program can be found meanwhile.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
BOARD = "3x3/2:01_/12_/___"
COMMANDS = (
    ["--version"], ["bench"], ["analyse", BOARD], ["--language", "id", "explain", BOARD],
    ["players"],
)  # fmt: skip


def expected_files() -> set[str]:
    """Return the files of the package under version control that users need."""
    files = {path for path in (ROOT / "src/sapper").rglob("*") if path.is_file()}
    names = {str(path.relative_to(ROOT / "src")) for path in files}
    built_here = re.compile(r"__pycache__|\.so$|_training|/static/engine/")
    return {name for name in names if not built_here.search(name)}


def check_contents(wheel: Path) -> None:
    """Exit unless the wheel has the package, its data, translations and one core, no more."""
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not re.search(r"\.dist-info/|/$", name)}
    expected = expected_files() | {"sapper/_core.abi3.so"}
    for catalogue in (ROOT / "languages").glob("*.po"):
        expected |= {f"sapper/locale/{catalogue.stem}.{kind}" for kind in ("mo", "json")}
    if names != expected:
        sys.exit(f"missing: {sorted(expected - names)}, not expected: {sorted(names - expected)}")


def try_on(python: str, wheel: Path) -> bool:
    """Return whether there is such a Python; exit with an error if the wheel fails on it."""
    if (
        not (program := shutil.which(python))
        or subprocess.run(
            [program, "-c", "import venv"], capture_output=True, check=False, timeout=60
        ).returncode
    ):
        print(f"{python}: not installed, not tried", flush=True)
        return False
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "-m", "venv", folder], check=True, timeout=600)
        binaries = Path(folder) / "bin"
        alone = os.environ | {"PATH": str(binaries)}
        install = ["-m", "pip", "install", "--quiet", "--only-binary", ":all:", str(wheel)]
        subprocess.run([str(binaries / "python"), *install], check=True, env=alone, timeout=1800)
        for command in COMMANDS:
            print(f"{python}: sapper {' '.join(command)}", flush=True)
            run = [str(binaries / "sapper"), *command]
            subprocess.run(
                run, check=True, env=alone, cwd=folder, stdout=subprocess.PIPE, timeout=600
            )
    return True


def main(wheel: str, *pythons: str) -> None:
    """Check the contents, then try the wheel on every Python."""
    check_contents(Path(wheel))
    if not sum([try_on(python, Path(wheel)) for python in pythons]):
        sys.exit("expected one of these Pythons at least: " + ", ".join(pythons))


if __name__ == "__main__":
    main(*sys.argv[1:])
