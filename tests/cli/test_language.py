"""The command in another language: chosen by option or environment, and used by its labels."""

from __future__ import annotations

from tests.support.command import sapper

GAME = "9x9/10 open 158 0 o4,4 o0,0 o0,8 o3,1 o8,3"
POSITION = "3x3/2:01_/12_/___"


def test_an_unknown_language_of_the_environment_is_told() -> None:
    done = sapper("best", POSITION, SAPPER_LANGUAGE="klingon")
    assert done.returncode == 2
    assert "SAPPER_LANGUAGE: expected a language (en or id), got 'klingon'" in done.stderr
    for name in ("id", "id_ID.UTF-8"):
        assert "pasti" in sapper("best", POSITION, SAPPER_LANGUAGE=name).stdout
    assert "certain" in sapper("best", POSITION, SAPPER_LANGUAGE="", LANG="tlh_KX").stdout
    assert "pasti" in sapper("--language", "id", "best", POSITION, SAPPER_LANGUAGE="x").stdout
