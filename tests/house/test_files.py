"""Files are written completely or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.errors import InputError
from sapper.files import write_text


def test_a_failed_write_keeps_the_old_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot write .*nowhere"):
        write_text(tmp_path / "nowhere" / "page.html", "x")
    path = tmp_path / "page.html"
    path.write_text("old")
    with pytest.raises(InputError, match="cannot write"):
        write_text(path / "below", "x")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("old and longer")
    write_text(path, "new ✓")
    assert path.read_text(encoding="utf-8") == "new ✓"
    assert list(tmp_path.iterdir()) == [path]


def test_a_device_is_written_directly() -> None:
    write_text(Path("/dev/null"), "x")
    assert not Path("/dev/null").is_file()
