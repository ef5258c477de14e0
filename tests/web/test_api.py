"""The API: the rooms' own documents, clear refusals, and nothing kept between requests."""

from __future__ import annotations

import io
import json
from pathlib import Path

import httpx
import pytest
from PIL import Image

import sapper
from sapper.board.picture_reading import decode_picture
from sapper.web import ServerLimits
from tests.support.drawn_pictures import draw_picture
from tests.support.engines import PLAIN
from tests.support.middle_games import lattice
from tests.support.web_server import served

CLEAN = "3x3/2:01_/12_/___"
GAME = "9x9/10 open 158 0"
WIN = f"{GAME} o4,4 o0,0 o0,8 o3,1 o8,3"


def ask(api: httpx.Client, path: str, **question: object) -> dict[str, object]:
    response = api.post(f"/api/{path}", json=question)
    assert response.status_code == 200, response.text
    answer = response.json()
    assert isinstance(answer, dict)
    return answer


def refused(api: httpx.Client, path: str, status: int, **question: object) -> dict[str, object]:
    response = api.post(f"/api/{path}", json=question)
    assert response.status_code == status, response.text
    document = response.json()
    assert set(document) == {"schema", "error", "kind", "where", "limit"}
    return dict(document)


@pytest.mark.parametrize(
    ("path", "question", "where"),
    [
        ("analyse", {"position": "3x3/1:3__/__/___"}, {"row": 1}),
        ("analyse", {"position": "3x3/1:3__/_!_/___"}, {"row": 1, "column": 1}),
        ("analyse", {"position": '{"rows": }'}, {"line": 1, "column": 10}),
        ("explain", {"position": CLEAN, "cell": [0, 0]}, {"row": 0, "column": 0}),
        ("explain", {"position": CLEAN, "cell": [9, 0]}, {"row": 9, "column": 0}),
        ("steps", {"game": f"{GAME} o4,4 o4,4"}, {"move": 1, "row": 4, "column": 4}),
        ("steps", {"game": f"{GAME} z4,4"}, {"move": 0}),
        ("hint", {"position": CLEAN, "level": 9}, {"field": "level"}),
        ("hint", {"position": CLEAN, "nonsense": 9}, {"field": "nonsense"}),
    ],
)
def test_a_refusal_says_where(
    api: httpx.Client, path: str, question: dict[str, object], where: dict[str, object]
) -> None:
    assert refused(api, path, 422, **question)["where"] == where


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b"{" * 5000])
def test_a_body_that_is_no_question(api: httpx.Client, body: bytes) -> None:
    response = api.post("/api/analyse", content=body, headers={"content-type": "application/json"})
    assert response.status_code == 422
    assert response.json()["kind"] == "input"
    assert response.json()["where"] == {"field": ""}, "the whole body"


def test_large_boards_are_refused_before_they_are_built(api: httpx.Client) -> None:
    large = "101x100/10:" + "/".join(["_" * 100] * 101)
    assert refused(api, "analyse", 413, position=large)["kind"] == "board"
    assert refused(api, "steps", 413, game="99999x99999/1 safe 0 0")["kind"] == "board"
    assert refused(api, "deal", 413, board="hex-9999x9999/1")["kind"] == "board"
    assert refused(api, "simulate", 413, player=["fast"], board="2000x2000/9")["kind"] == "board"


def test_work_beyond_the_budget_is_refused() -> None:
    hard = str(lattice(60))
    with (
        served(ServerLimits(milliseconds=500)) as tight,
        httpx.Client(base_url=tight.address) as api,
    ):
        assert refused(api, "analyse", 413, position=hard, fractions=True)["kind"] == "work"
        assert refused(api, "win", 413, position=CLEAN, games=99_999)["kind"] == "work"
        assert ask(api, "analyse", position=CLEAN)["ways"] == "4"


def test_security_headers_are_on_every_answer(api: httpx.Client) -> None:
    for response in (api.get("/"), api.get("/api/nothing"), api.get("/static/js/main.js")):
        policy = response.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
        assert response.headers["x-content-type-options"] == "nosniff"


def test_other_sites_may_not_ask(api: httpx.Client) -> None:
    for foreign in (
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://evil.example"},
        {"origin": "https://evil.example", "sec-fetch-site": "same-origin"},
        {"origin": "null"},
        {"origin": "http://localhost:1"},
    ):
        response = api.post("/api/analyse", json={"position": CLEAN}, headers=foreign)
        assert (response.status_code, response.json()["kind"]) == (403, "origin")
        assert api.get("/", headers=foreign).status_code == 200
    ours = {"origin": str(api.base_url).rstrip("/"), "sec-fetch-site": "same-origin"}
    assert api.post("/api/analyse", json={"position": CLEAN}, headers=ours).status_code == 200


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static/", "/x"]
)
def test_only_files_of_the_page_are_sent(api: httpx.Client, path: str) -> None:
    assert api.get(path).status_code == 404


def test_the_steps_of_a_game_rebuild_every_position(api: httpx.Client) -> None:
    line = "9x9/10 safe 5 0 o4,4 o2,0 o0,0"
    game = sapper.Game.parse(line)
    faces = [*str(sapper.Game.parse(game.line.opening).position).partition(":")[2].replace("/", "")]
    for step in ask(api, "steps", game=line)["steps"]:  # type: ignore[attr-defined]
        for index, face in zip(step["cells"], step["faces"], strict=True):
            faces[index] = face
    assert "".join(faces) == str(game.position).partition(":")[2].replace("/", "")


def test_a_game_of_any_format_is_converted(api: httpx.Client) -> None:
    record = sapper.play("greedy", "6x6/6", seed=5)
    for data, game in ((WIN, WIN), (record.to_json(), record.text)):
        found = api.post("/api/convert", content=data.encode())
        assert found.json()["text"].split()[4:] == game.split()[4:]
    assert api.post("/api/convert", content=b"no game").status_code == 422
    wide = b"100000x100000/5 safe 1 0 o0,0"
    assert api.post("/api/convert", content=wide).status_code in (413, 422)


def test_a_picture_is_read_from_its_file_or_its_pixels(api: httpx.Client) -> None:
    image = Image.open(io.BytesIO(draw_picture(1).data))
    window = Image.new("RGB", (900, 600), image.getpixel((0, 0)))
    window.paste(image, (200, 100))
    window.save(png := io.BytesIO(), "PNG")
    width, height, pixels = decode_picture(file := png.getvalue())
    assert len(pixels) > ServerLimits().file_bytes
    size = {"width": width, "height": height}
    by_file = api.post("/api/read_picture", content=file, params={"mines": 40})
    by_pixels = api.post("/api/read_picture", content=pixels, params={**size, "mines": 40})
    assert by_file.json() == by_pixels.json()
    expected = sapper.document(sapper.read_picture(file, 40))
    assert {key: by_file.json()[key] for key in expected} == json.loads(json.dumps(expected))


@pytest.mark.parametrize(
    ("query", "body", "status"),
    [
        ("", b"", 422),
        ("", b"not a picture", 422),
        ("", b"\x89PNG\r\n\x1a\n damaged", 422),
        ("width=2&height=2", b"123", 422),
        ("width=0&height=0", b"", 422),
        ("width=-1&height=-1", b"1234", 422),
        ("width=2.5&height=x", b"1234", 422),
        ("width=3&data=5", b"1234", 422),
        ("width=1&height=1&mines=-4&size=3", b"1234", 422),
        ("width=99999999999&height=99999999999", b"1234", 422),
        ("width=1&height=1", bytes(4 * 24_000_000 + 1), 413),
    ],
)
def test_what_is_no_picture_is_refused(
    api: httpx.Client, query: str, body: bytes, status: int
) -> None:
    response = api.post(f"/api/read_picture?{query}", content=body)
    assert response.status_code == status, response.text
    assert response.json()["error"]


def test_no_request_starts_a_program(api: httpx.Client, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    (tmp_path / "evil.py").write_text(f"open({str(mark)!r}, 'w')\nclass Player: decide = None\n")
    for name in (f"engine:touch {mark}", "evil:Player", PLAIN):
        request = {"game": "5x5/3 safe 1 0", "player": name, "most": 5}
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(tmp_path)
            assert api.post("/api/watch", json=request).status_code == 422
            refused = api.post("/api/simulate", json={"player": [name]})
            assert refused.status_code == 422
            for question in ("trace", "best"):
                request = {"position": "3x3/2:01_/12_/___", "player": name}
                assert api.post(f"/api/{question}", json=request).status_code == 422
        assert not mark.exists()
