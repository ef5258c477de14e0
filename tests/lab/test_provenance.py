"""Provenance: when, where and by which command, without naming host or user."""

from __future__ import annotations

import getpass
import platform
import re
import subprocess
from pathlib import Path

import pytest

from sapper.documents import document
from sapper.lab.ledger import provenance
from sapper.lab.ledger.provenance import Provenance

_GIT = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository whose project is called sapper, with one commit."""
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "sapper"\n')
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
        subprocess.run([*_GIT, *command], cwd=tmp_path, check=True, timeout=60)
    return tmp_path


def test_it_names_neither_host_nor_user() -> None:
    text = str(document(Provenance.here()))
    for name in (platform.node(), getpass.getuser()):
        assert not re.search(rf"\b{re.escape(name)}\b", text)


def test_a_checkout_has_a_commit_and_a_plus_when_files_changed(checkout: Path) -> None:
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"],
        cwd=checkout, capture_output=True, text=True, check=True, timeout=60,
    ).stdout  # fmt: skip
    commit = provenance._commit_of.__wrapped__(checkout)
    assert commit is not None
    assert len(commit) == 12
    assert head.startswith(commit)
    (checkout / "pyproject.toml").write_text('[project]\nname = "sapper"\n# changed\n')
    assert provenance._commit_of.__wrapped__(checkout) == f"{commit}+"
