from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.support.wasm_core import WasmCore, wasm_core
from tests.support.web_server import served


@pytest.fixture(scope="session")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WasmCore]:
    with wasm_core(tmp_path_factory.mktemp("page")) as running:
        yield running


@pytest.fixture(scope="session")
def api() -> Iterator[httpx.Client]:
    with served() as server, httpx.Client(base_url=server.address, timeout=120) as client:
        yield client
