"""The API in the language of each request, also with many at once, and the page's catalogue."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.support.languages import assert_indonesian

CLEAN = "3x3/2:01_/12_/___"
BAD = {"position": "3x3/2:01_/12_/__"}
HINT = {"position": CLEAN, "level": 3}


@pytest.mark.parametrize(
    ("headers", "query", "language"),
    [
        ({}, "", "en"),
        ({"Accept-Language": "en-GB,en;q=0.9"}, "", "en"),
        ({"Accept-Language": "id-ID,id;q=0.9,en;q=0.8"}, "", "id"),
        ({"Accept-Language": "fr, id;q=0.5"}, "", "id"),
        ({"Accept-Language": "fr"}, "", "en"),
        ({"Accept-Language": "en", "X-Sapper-Language": "id"}, "", "id"),
        ({"Accept-Language": "id", "X-Sapper-Language": "en"}, "", "en"),
        ({"Accept-Language": "en"}, "?lang=id", "id"),
        ({"Accept-Language": "id", "X-Sapper-Language": "klingon"}, "?lang=xx", "id"),
        ({"Accept-Language": ";;,q=,id;q=x"}, "", "en"),
    ],
)
def test_a_request_chooses_its_language(
    api: httpx.Client, headers: dict[str, str], query: str, language: str
) -> None:
    answer = api.post(f"/api/analyse{query}", json=BAD, headers=headers)
    assert answer.headers["content-language"] == language
    assert ("expected" in answer.json()["error"]) == (language == "en")


def test_what_a_click_or_a_paste_causes_is_indonesian(api: httpx.Client) -> None:
    headers = {"Accept-Language": "id"}
    for path, question in (
        ("analyse", BAD),
        ("analyse", {"position": "2x2/?:1_/__"}),
        ("explain", {"position": CLEAN, "cell": [9, 9]}),
        ("explain", {"position": CLEAN, "cell": [0, 0]}),
        ("steps", {"game": "9x9/10 open 158 0 o4,4 o4,4"}),
        ("steps", {"game": "9x9/10 open 158"}),
        ("best", {"position": "2x2/?:1_/__"}),
        ("deal", {"board": "0x9/3"}),
        ("deal", {"board": "9x9/81"}),
        ("deal", {"board": "9" * 61}),
    ):
        answer = api.post(f"/api/{path}", json=question, headers=headers)
        assert answer.status_code == 422, (path, answer.text)
        text = answer.json()["error"]
        assert_indonesian(re.sub(r"^[a-z_.0-9]+: ", "", text))  # without the name of the field


def test_requests_in_two_languages_do_not_mix(api: httpx.Client) -> None:
    """Quick ones in threads, and heavy ones in engine processes."""
    questions = [
        ("hint", HINT),
        ("analyse", BAD),
        ("review", {"game": "1x6/3 raw =25 0 o0,1 o0,2"}),
    ]

    def ask(number: int) -> bool:
        path, question = questions[number % len(questions)]
        told = "id" if number % 2 else "en"
        answer = api.post(f"/api/{path}", json=question, headers={"X-Sapper-Language": told})
        text = answer.json().get("text") or answer.json().get("error") or answer.json()["summary"]
        is_english = any(word in text for word in ("Can you", "expected", "skill"))
        return is_english == (told == "en") and answer.headers["content-language"] == told

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(48)))
