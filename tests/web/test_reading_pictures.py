"""A picture in Analyse: it is read, and what is doubtful is marked until it is corrected."""

from __future__ import annotations

import io
import re
from base64 import b64encode

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Locator, Page, Route, expect

from tests.support.drawn_pictures import draw_picture
from tests.support.web_pages import edited, line, visit, wait_for_view

DRAWN = draw_picture(1)
POSITION = "3x3/2:01_/12_/___"
READING = {
    "schema": 1, "position": "3x3/?:01_/12_/___", "doubtful": [[0, 1], [1, 1]],
    "box": [0, 0, 90, 90], "ring": [0, 0, 0, 0], "usual_mines": 2, "flags": 1,
    "notes": ["A remark."],
}  # fmt: skip
GIVE = """([name, kind, data]) => {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    const given = new DataTransfer();
    given.items.add(new File([bytes], "board.png", {type: kind}));
    const event = name === "drop"
        ? new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer: given})
        : new ClipboardEvent("paste", {bubbles: true, cancelable: true, clipboardData: given});
    document.querySelector("#main").dispatchEvent(event);
}"""


def give(page: Page, how: str, data: bytes) -> None:
    """Drop or paste a picture anywhere on the page."""
    page.evaluate(GIVE, [how, "image/png", b64encode(data).decode()])


def png(width: int, height: int) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(file, "PNG")
    return file.getvalue()


def read_with_doubt(page: Page) -> None:
    """Let the server read the same position from any picture."""

    def fulfil(route: Route) -> None:
        route.fulfill(json=READING)

    page.route("**/api/read_picture*", fulfil)
    visit(page, "analyse")
    file: FilePayload = {"name": "x.png", "mimeType": "", "buffer": png(90, 90)}
    page.set_input_files("#edit-picture-file", file)
    expect(page.locator("#edit-picture svg")).to_be_visible()


def marked(page: Page) -> Locator:
    return page.locator("#edit-board .by-doubt")


@pytest.mark.parametrize("how", ["drop", "paste"])
def test_a_picture_given_in_any_view_is_read_in_analyse(page: Page, how: str) -> None:
    visit(page, "play")
    give(page, how, DRAWN.data)
    wait_for_view(page, "analyse")
    expect(page.locator("#edit-picture image")).to_be_visible()
    assert "/".join(DRAWN.rows) in line(page)
    expect(page.locator("#edit-picture")).to_contain_text("went to the sapper server of this page")
    expect(page.locator("#edit-picture")).to_contain_text("experimental")
    page.click("#edit-picture >> text=Set")  # the mine count that was proposed
    expect(page).to_have_url(re.compile(r"#analyse:\d+x\d+/[1-9]"))
    expect(page.locator("#edit-picture form")).to_be_hidden()


def test_what_depends_on_doubtful_cells_is_marked_until_they_are_corrected(page: Page) -> None:
    read_with_doubt(page)
    outlined = page.locator("#edit-board .doubtful")
    expect(outlined).to_have_count(2)
    expect(page.locator("#edit-picture rect.doubtful")).to_have_count(2)
    expect(marked(page)).not_to_have_count(0)
    expect(marked(page).first).to_have_attribute("aria-label", re.compile("read rightly"))
    certain = page.locator("#edit-board :is(.sure-safe, .sure-mine):not(.by-doubt)")
    expect(certain).to_have_count(0)
    expect(page.locator("#edit-analysis .slot-best")).to_contain_text("Certain only if")
    page.reload()  # the address keeps what is doubtful
    expect(outlined).to_have_count(2)
    expect(marked(page)).not_to_have_count(0)
    expect(certain).to_have_count(0)
    edited(page, 0, 1).click()
    page.keyboard.type("1")  # as it was read
    expect(outlined).to_have_count(1)
    expect(edited(page, 1, 1)).to_be_focused()
    page.keyboard.type("3")
    expect(outlined).to_have_count(0)
    expect(page).to_have_url(re.compile(r"3x3/\?:01_/13_/___;density=0.2$"))
    expect(page.locator("#edit-board .sure-mine").first).to_be_visible()
    expect(marked(page)).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(edited(page, 1, 1)).to_have_class(re.compile("doubtful"))


def test_nothing_says_safe_without_the_doubt(page: Page) -> None:
    read_with_doubt(page)
    doubt = "Certain only if the doubtful cells were read rightly."
    edited(page, 2, 2).click()
    expect(page.locator("#edit-analysis .slot-cell")).to_contain_text(doubt)
    expect(page.locator("#edit-state")).to_have_text(f"r2c2 is a mine in 0 % (= 0). {doubt}")
    edited(page, 0, 2).click()
    page.get_by_role("button", name="What if it is a mine?").click()
    edited(page, 0, 1).click()
    page.keyboard.type("1")  # as it was read: no longer doubtful, in no variation
    supposed = page.locator("#variations a", has_text="a mine")
    expect(supposed).to_have_attribute("href", re.compile("doubtful=r1c1$"))
    expect(page.locator("#variations a").first).not_to_have_attribute(
        "href", re.compile("doubtful")
    )
    edited(page, 1, 1).click()
    page.keyboard.type("3")
    expect(page.locator("#edit-board .doubtful")).to_have_count(0)
    expect(supposed).to_have_attribute("href", re.compile("doubtful=r1c1$"))


@pytest.mark.parametrize("button", ["#to-play", "[data-learn=analyse]"])
def test_a_view_that_drops_the_doubts_says_so(page: Page, button: str) -> None:
    read_with_doubt(page)
    page.click("#edit-picture >> text=Set")
    expect(page.locator("#edit-picture form")).to_be_hidden()
    page.click(button)
    said = "Doubtful cells are taken as they were read: r0c1, r1c1."
    expect(page.locator("#toast")).to_contain_text(said)


def test_all_doubtful_cells_are_confirmed_at_once(page: Page) -> None:
    read_with_doubt(page)
    expect(page.locator("#edit-picture")).to_contain_text("A remark.")
    expect(page.locator("#edit-picture [name=count]")).to_have_value("2")
    expect(marked(page)).not_to_have_count(0)
    page.click("#edit-picture >> text=All were read rightly")
    expect(page.locator("#edit-board .sure-safe:not(.by-doubt)")).not_to_have_count(0)
    expect(marked(page)).to_have_count(0)
    page.click("#edit-picture >> text=Close the picture")
    expect(page.locator("#edit-picture")).to_be_hidden()


def test_a_tap_in_the_picture_and_one_on_the_palette_correct_a_cell(phone: Page) -> None:
    read_with_doubt(phone)
    phone.locator("#edit-picture svg").dispatch_event("click", position_of(phone, 1, 1))
    expect(edited(phone, 1, 1)).to_have_class(re.compile("chosen"))
    phone.locator("#palette [data-face='2']").tap()
    expect(phone.locator("#edit-board .doubtful")).to_have_count(1)
    phone.locator("#palette [data-face='2']").tap()  # for the other one, to which it went on
    expect(phone).to_have_url(re.compile(r"3x3/\?:02_/12_/___;density"))


def position_of(page: Page, row: int, column: int) -> dict[str, float]:
    """Return where a cell is in the picture of nine cells."""
    frame = page.locator("#edit-picture image").bounding_box()
    assert frame is not None
    return {
        "clientX": frame["x"] + frame["width"] * (column + 0.5) / 3,
        "clientY": frame["y"] + frame["height"] * (row + 0.5) / 3,
    }


REFUSED = [
    (b"no picture", "cannot open this file as a picture"),
    (DRAWN.data[:2000], "cannot open this file as a picture"),
    (png(300, 200), "no board was found"),
    (png(6000, 4001), "more than 24 million pixels"),
]


@pytest.mark.parametrize(
    ("data", "reason"),
    [pytest.param(*each, marks=pytest.mark.expects(each[1])) for each in REFUSED],
)
def test_what_cannot_be_read_is_said_in_a_sentence(page: Page, data: bytes, reason: str) -> None:
    visit(page, f"analyse:{POSITION}")
    give(page, "drop", data)
    expect(page.locator("#notice")).to_contain_text(reason, timeout=20_000)
    assert line(page) == POSITION
    expect(page.locator("#edit-picture")).to_be_hidden()
