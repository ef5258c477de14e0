"""The command in another language, chosen by option or environment; golden files have the words."""

from __future__ import annotations

from tests.support.command import sapper

POSITION = "3x3/2:01_/12_/___"


def test_an_unknown_language_of_the_environment_is_told() -> None:
    done = sapper("best", POSITION, SAPPER_LANGUAGE="klingon")
    assert done.returncode == 2
    assert "SAPPER_LANGUAGE: expected a language (en or id), got 'klingon'" in done.stderr
    for name in ("id", "id_ID.UTF-8"):
        assert "pasti" in sapper("best", POSITION, SAPPER_LANGUAGE=name).stdout
    assert "certain" in sapper("best", POSITION, SAPPER_LANGUAGE="", LANG="tlh_KX").stdout
    assert "pasti" in sapper("--language", "id", "best", POSITION, SAPPER_LANGUAGE="x").stdout
