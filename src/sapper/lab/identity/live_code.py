"""What a player is in memory: its code, and every value that the code refers to.

A player of a script, a notebook or a lambda has no source that one could trust: the cell was
edited, the script got other arguments. So its functions are read as they are: instructions,
defaults, closures and the global values that they name, classes with all attributes, helpers of the
same kind and objects with their state. What Python imports from a file is only named here;
`modules` collects those modules for `sources.py`. Line numbers, names of files, docstrings and
annotations do not count. A copy that was pickled by value reads the same.
"""

from __future__ import annotations

import dis
import functools
import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MappingProxyType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any, Final, NamedTuple

__all__ = ["Reader", "hash_code"]

_PLAIN: Final = (int, float, complex, str, bytes, bool, type(None), type(...), range)
_NATIVE: Final = (
    BuiltinFunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    WrapperDescriptorType,
)
_WRAPPERS: Final[dict[type, tuple[str, ...]]] = {
    MethodType: ("__func__", "__self__"),
    staticmethod: ("__func__",),
    classmethod: ("__func__",),
    property: ("fget", "fset", "fdel"),
    functools.cached_property: ("func",),
    functools._lru_cache_wrapper: ("__wrapped__",),  # without what it remembers
}
_GLOBALS: Final = ("LOAD_GLOBAL", "STORE_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")
_ATTRIBUTES: Final = ("LOAD_ATTR", "LOAD_METHOD")
_DOTTED: Final = re.compile(r"[A-Za-z_]\w*(\.\w+)*")
_HAS_DOCSTRING: Final = 0x4000000  # of a code object, from Python 3.13 on
_UNREAD: Final = {
    *("__annotations__", "__annotate__", "__annotate_func__", "__annotations_cache__", "__dict__"),
    *("__doc__", "__firstlineno__", "__module__", "__qualname__", "__slotnames__", "__weakref__"),
    *("__static_attributes__", "__abstractmethods__", "__parameters__", "_abc_impl"),
}


class Reader:
    """Reads values into a hash, and collects the modules that they come from.

    Raise `TypeError`, `AttributeError` or `PicklingError` for a value that cannot be pickled.
    """

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self._digest = hashlib.sha256()
        self._seen: dict[int, int] = {}
        self._kept: list[object] = []  # so that no number in `_seen` is used again

    def digest(self) -> bytes:
        """Return the hash of all values read so far."""
        return self._digest.digest()

    def read(self, value: object) -> None:
        """Add a value, and all that it refers to."""
        if isinstance(value, _PLAIN) and type(value).__module__ == "builtins":
            self._say(type(value).__name__, repr(value))
        elif isinstance(value, tuple | frozenset) and type(value) in (tuple, frozenset):
            self._read_items(value)
        elif id(value) in self._seen:
            self._say("again", self._seen[id(value)])
        else:
            self._seen[id(value)] = len(self._seen)
            self._kept.append(value)
            self._read_new(value)

    def _say(self, *words: object) -> None:
        self._digest.update("\0".join(map(str, words)).encode() + b"\1")

    def _read_new(self, value: Any) -> None:
        kind = type(value)
        if isinstance(value, ModuleType):
            self._name("module", value.__name__, "")
        elif isinstance(value, FunctionType | type) and _is_from_file(value):
            self._name("name", value.__module__, value.__qualname__)
        elif isinstance(value, FunctionType):
            self._read_function(value)
        elif isinstance(value, type):
            self._read_class(value)
        elif isinstance(value, CodeType):
            self._say("code", hash_code(value))
        elif isinstance(value, _NATIVE):
            self._say("native", kind.__name__, value.__qualname__)
        elif kind in (list, set):
            self._read_items(value)
        elif kind in (dict, MappingProxyType):
            self._read_pairs(value.items())
        elif (parts := _parts_of(value)) is not None:
            self._say(kind.__name__)
            for part in parts:
                self.read(part)
        else:
            self._read_object(value)

    def _name(self, kind: str, module: str, name: str) -> None:
        self._say(kind, module, name)
        self.modules.add(module)

    def _read_items(self, items: Iterable[object]) -> None:
        listed = list(items)
        self._say(type(items).__name__, len(listed))
        if isinstance(items, set | frozenset):
            self._say(*sorted(self._apart(each) for each in listed))
            return
        for each in listed:
            self.read(each)

    def _apart(self, value: object) -> str:
        other = Reader()
        other.read(value)
        self.modules |= other.modules
        return other.digest().hex()

    def _read_pairs(self, pairs: Iterable[tuple[object, object]]) -> None:
        for key, value in pairs:
            self.read(key)
            self.read(value)
        self._say("end")

    def _read_function(self, function: FunctionType) -> None:
        self._say("function", hash_code(function.__code__))
        self.read(function.__defaults__)
        self._read_pairs(sorted((function.__kwdefaults__ or {}).items()))
        for cell in function.__closure__ or ():
            self._read_cell(cell)
        self._read_pairs(_globals_of(function))
        self._read_pairs(sorted(vars(function).items()))
        self.modules |= _modules_of(function)

    def _read_cell(self, cell: CellType) -> None:
        try:
            value = cell.cell_contents
        except ValueError:
            self._say("empty")
        else:
            self.read(value)

    def _read_class(self, kind: type) -> None:
        self._say("class", kind.__name__)
        self.read(type(kind))
        for base in kind.__bases__:
            self.read(base)
        self._read_pairs(sorted((n, v) for n, v in vars(kind).items() if _is_read(n, v)))

    def _read_object(self, value: object) -> None:
        reduced = value.__reduce_ex__(4)
        self._say("object", type(value).__qualname__)
        if isinstance(reduced, str):
            self._name("name", type(value).__module__, reduced)
            return
        for part in reduced:
            self.read(list(part) if isinstance(part, Iterator) else part)


def _is_read(name: str, value: object) -> bool:
    """Return whether an attribute of a class counts; slots do by their names."""
    return name not in _UNREAD and not isinstance(value, MemberDescriptorType)


def _parts_of(value: Any) -> tuple[object, ...] | None:
    """Return what a wrapper of functions consists of; None for any other value."""
    if isinstance(value, functools.partial):
        return value.func, value.args, sorted(value.keywords.items())
    for kind, names in _WRAPPERS.items():
        if isinstance(value, kind):
            return tuple(getattr(value, name) for name in names)
    return None


def _is_from_file(value: Any) -> bool:
    """Return whether Python imports a class or function under its name, from a file of its own."""
    module = sys.modules.get(value.__module__ or "")
    if module is None or value.__module__ == "__main__" or module.__spec__ is None:
        return False
    found: object = module
    for part in value.__qualname__.split("."):
        found = getattr(found, part, None)
    return found is value


class _Names(NamedTuple):
    """What code names: global values, attributes, modules, and, if it looks modules up, texts."""

    globals: frozenset[str]
    attributes: frozenset[str]
    modules: frozenset[str]
    texts: frozenset[str]


def _globals_of(function: FunctionType) -> Iterator[tuple[str, object]]:
    """Yield the global values that a function names, by name."""
    for name in sorted(_names_in(function.__code__).globals):
        if name in function.__globals__:
            yield name, function.__globals__[name]


def _modules_of(function: FunctionType) -> set[str]:
    """Return the modules that a function may import, and those that it finds in packages."""
    names = _names_in(function.__code__)
    found = {v.__name__ for _, v in _globals_of(function) if isinstance(v, ModuleType)}
    found |= names.modules
    if {"import_module", "__import__"} & (names.globals | names.attributes):
        found |= names.texts
    if package := function.__globals__.get("__package__"):
        found |= {f"{package}.{name}" for name in names.modules}
    todo = list(found)
    while todo:
        outer = todo.pop()
        inner = {f"{outer}.{name}" for name in names.attributes if _is_inside(outer, name)} - found
        found |= inner
        todo += inner
    return found


def _is_inside(package: str, name: str) -> bool:
    """Return whether a package has a module of this name; the front door of sapper finds all."""
    return package == "sapper" or f"{package}.{name}" in sys.modules


@functools.lru_cache(maxsize=4096)
def _names_in(code: CodeType) -> _Names:
    names, attributes, modules, last = set[str](), set[str](), set[str](), ""
    for step in dis.get_instructions(code):
        if step.opname in _GLOBALS:
            names.add(step.argval)
        elif step.opname == "IMPORT_NAME":
            last = step.argval
            modules.add(last)
        elif step.opname == "IMPORT_FROM":
            modules.add(f"{last}.{step.argval}".lstrip("."))
        elif step.opname in _ATTRIBUTES:
            attributes.add(step.argval)
    texts = {each for each in code.co_consts if isinstance(each, str) and _DOTTED.fullmatch(each)}
    inside = [_names_in(each) for each in code.co_consts if isinstance(each, CodeType)]
    found = _Names(*map(frozenset, (names, attributes, modules, texts)))
    return _Names(*(mine.union(*theirs) for mine, *theirs in zip(found, *inside, strict=True)))


@functools.lru_cache(maxsize=4096)
def hash_code(code: CodeType) -> str:
    """Return the hash of what code does: its instructions, with their constants and names."""
    digest = hashlib.sha256()
    shape = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
    names = code.co_varnames[: sum(shape[::2])]  # arguments may be given by name
    flags = code.co_flags & ~_HAS_DOCSTRING
    digest.update(f"{shape} {flags} {names} {code.co_freevars} {code.co_cellvars}".encode())
    for step in dis.get_instructions(code):
        is_constant = step.opcode in dis.hasconst
        value = _constant(step.argval) if is_constant else step.argval
        digest.update(f"{step.opname} {value!r}\n".encode())
    digest.update(bytes(code.co_exceptiontable))
    return digest.hexdigest()


def _constant(value: object) -> object:
    """Return a constant as something whose `repr` is the same in every process."""
    if isinstance(value, CodeType):
        return hash_code(value)
    if isinstance(value, tuple):
        return tuple(map(_constant, value))
    if isinstance(value, frozenset):
        return sorted(repr(_constant(each)) for each in value)
    return value
