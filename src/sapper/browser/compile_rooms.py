"""Compile what the page's Python needs: runs in Pyodide, started by `pack.mjs`.

Only that Python writes code that it can read. It follows the imports from the page's worker, also
those inside functions; a module that cannot be imported there is left out, with all that only it
needs. Of the standard library it takes the modules that are then loaded. The archives are stored:
`pack.mjs` compresses each as a whole, which takes less.
"""

from __future__ import annotations

import ast
import importlib
import marshal
import sys
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType, ModuleType
from zipfile import ZipFile

_FOLLOWED = {"sapper", *sys.stdlib_module_names}
_DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
_CODECS = ("ascii", "latin_1", "utf_8_sig", "utf_16", "utf_16_le", "utf_16_be", "cp1252", "gb2312")


def compile_rooms(source: Path, locale: Path, output: Path, library: str) -> None:
    """Write `sapper.zip` and `python.zip`."""
    rooms = _follow_imports("sapper.browser.worker")
    for codec in _CODECS:
        importlib.import_module(f"encodings.{codec}")
    with ZipFile(output / "sapper.zip", "w") as archive:
        for name, module in rooms.items():
            is_core = name == "sapper._core"
            path = Path(str(module.__file__))
            inside = "sapper/_core.py" if is_core else str(path.relative_to(source))
            _add(archive, inside, path.read_bytes())
        for path in sorted(locale.glob("*.mo")):
            archive.writestr(f"sapper/locale/{path.name}", path.read_bytes())
    with ZipFile(library) as whole, ZipFile(output / "python.zip", "w") as archive:
        loaded = {getattr(module, "__file__", None) for module in sys.modules.values()}
        for name in whole.namelist():
            if f"{library}/{name}" in loaded:
                _add(archive, name, whole.read(name))


def _follow_imports(first: str) -> dict[str, ModuleType]:
    rooms: dict[str, ModuleType] = {}
    seen, waiting = {first}, [first]
    while waiting:
        name = waiting.pop()
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        if name.partition(".")[0] == "sapper":
            rooms[name] = module
            found = {*_imports_of(module), name.rpartition(".")[0] or name} - seen
            seen |= found
            waiting += sorted(found)
    return rooms


def _imports_of(module: ModuleType) -> list[str]:
    """Return the modules that a module names, also inside its functions."""
    found = []
    waiting: list[ast.AST] = [ast.parse(Path(str(module.__file__)).read_bytes())]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return [each for each in found if each.partition(".")[0] in _FOLLOWED]


def _add(archive: ZipFile, name: str, source: bytes) -> None:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False):
            node.body[0] = ast.Expr(ast.Constant("-"))  # without one, dataclasses write their own
    code = compile(ast.fix_missing_locations(tree), name, "exec", dont_inherit=True, optimize=1)
    archive.writestr(f"{name}c", MAGIC_NUMBER + bytes(12) + marshal.dumps(_without_lines(code)))


def _without_lines(code: CodeType) -> CodeType:
    """Return code without its line numbers, a fifth of its size."""
    parts = (_without_lines(c) if isinstance(c, CodeType) else c for c in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(parts))
