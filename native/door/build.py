"""Build the core as WebAssembly with Emscripten: one translation unit, one file.

    python native/door/build.py OUTPUT

No threads; C++ exceptions are those of WebAssembly. Contraction is off, as in the native build, so
that both round alike and play the same games.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from shutil import which

NATIVE = Path(__file__).resolve().parent.parent
# No -Wshadow: in one translation unit it compares the private names of all files.
FLAGS = [
    "-std=c++20",
    "-O2",
    "-fno-unroll-loops",  # the page is to stay small
    "-DNDEBUG",
    "-ffp-contract=off",
    "-fno-rtti",
    "-fwasm-exceptions",
    "-msimd128",
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wconversion",
    "-Wno-sign-conversion",
    "-Werror",
    f"-I{NATIVE}",
    f"-include{NATIVE}/door/ranges.hpp",
]
LINKING = [
    "-sSTANDALONE_WASM",  # no JavaScript of Emscripten's: js/asking/core.js is all it needs
    "--no-entry",
    "-sALLOW_MEMORY_GROWTH",
    "-sINITIAL_MEMORY=16MB",
    "-sMAXIMUM_MEMORY=1GB",
    "-sTOTAL_STACK=1MB",
]


def sources() -> list[Path]:
    """Return all files of the core and of its door to JavaScript."""
    folders = (NATIVE / "sapper", NATIVE / "door")
    return sorted(path for folder in folders for path in folder.rglob("*.cpp"))


def build(output: Path) -> None:
    """Compile and link; raise `CalledProcessError` if a file does not compile."""
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        unit = Path(folder) / "sapper.cpp"
        unit.write_text("".join(f'#include "{path}"\n' for path in sources()), encoding="utf-8")
        built = Path(folder) / "sapper.wasm"
        subprocess.run(["em++", *FLAGS, *LINKING, str(unit), "-o", str(built)], check=True)
        output.write_bytes(built.read_bytes())


if __name__ == "__main__":
    if which("em++") is None:
        sys.exit("em++ is missing: install emscripten (on Debian: apt-get install emscripten)")
    build(Path(sys.argv[1]))
