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
CODE = ["-std=c++20", "-O2", "-DNDEBUG", "-ffp-contract=off", "-fno-rtti", f"-I{NATIVE}"]
WASM = ["-fwasm-exceptions", "-msimd128", "-fno-unroll-loops"]  # the page is to stay small
# No -Wshadow: in one translation unit it compares the private names of all files.
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wno-sign-conversion", "-Werror"]
# Without JavaScript of Emscripten's: js/asking/core.js is all it needs.
ALONE = ["-sSTANDALONE_WASM", "--no-entry", f"-include{NATIVE}/door/ranges.hpp"]
MEMORY = ["-sALLOW_MEMORY_GROWTH", "-sINITIAL_MEMORY=16MB", "-sMAXIMUM_MEMORY=1GB"]
FLAGS = [*CODE, *WASM, *WARNINGS, *ALONE, *MEMORY, "-sTOTAL_STACK=1MB"]


def build(output: Path) -> None:
    """Compile and link; raise `CalledProcessError` if a file does not compile."""
    sources = sorted([*NATIVE.glob("sapper/**/*.cpp"), *NATIVE.glob("door/*.cpp")])
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        unit, built = Path(folder) / "sapper.cpp", Path(folder) / "sapper.wasm"
        unit.write_text("".join(f'#include "{path}"\n' for path in sources), encoding="utf-8")
        subprocess.run(["em++", *FLAGS, str(unit), "-o", str(built)], check=True)
        output.write_bytes(built.read_bytes())


if __name__ == "__main__":
    if which("em++") is None:
        sys.exit("em++ is missing: install emscripten (on Debian: apt-get install emscripten)")
    build(Path(sys.argv[1]))
